# Fits kernel PCA with kernlab to a CSV file whose last column is a label; prints JSON.
# Arguments: file, gamma of exp(-gamma |x-y|^2), which kernlab calls sigma, and the rank.
arguments <- commandArgs(trailingOnly = TRUE)
suppressPackageStartupMessages(library(kernlab))
rows <- as.matrix(read.csv(gzfile(arguments[1])))
rows <- rows[, -ncol(rows)]
start <- proc.time()[["elapsed"]]
model <- kpca(rows, kernel = "rbfdot", kpar = list(sigma = as.numeric(arguments[2])),
              features = as.integer(arguments[3]))
seconds <- proc.time()[["elapsed"]] - start
cat(sprintf("{\"seconds\": %s, \"eigenvalues\": [%s]}\n", seconds,
            paste(sprintf("%.17g", eig(model)), collapse = ", ")))
