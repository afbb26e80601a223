"""Fits kernel PCA with scikit-learn as a script would, in a process of its own; prints JSON.

Argument: JSON with file, format (csv | idx), rows, classes, labels, divisor, gamma, rank, and
landmarks: null for KernelPCA by ARPACK, else Nystroem and PCA.
"""
import gzip
import json
import sys
import time

import numpy

request = json.loads(sys.argv[1])


def idx(path):
    with gzip.open(path) as file:
        content = file.read()
    dimensions = content[3]
    count = int.from_bytes(content[4:8], "big")
    return numpy.frombuffer(content, numpy.uint8, offset=4 + 4 * dimensions).reshape(count, -1)


if request["format"] == "csv":
    rows = numpy.loadtxt(request["file"], delimiter=",", skiprows=1)[:, :-1]
else:
    rows = idx(request["file"])
    if request["classes"]:
        rows = rows[numpy.isin(idx(request["labels"])[:, 0], request["classes"])]
    rows = rows[: request["rows"]] / request["divisor"]

if request["landmarks"]:
    from sklearn.decomposition import PCA
    from sklearn.kernel_approximation import Nystroem
else:
    from sklearn.decomposition import KernelPCA

start = time.perf_counter()
if request["landmarks"]:
    features = Nystroem(gamma=request["gamma"], n_components=request["landmarks"], random_state=0)
    model = PCA(request["rank"], random_state=0).fit(features.fit_transform(rows))
    eigenvalues = model.explained_variance_
else:
    model = KernelPCA(request["rank"], kernel="rbf", gamma=request["gamma"], eigen_solver="arpack",
                      random_state=0).fit(rows)
    eigenvalues = model.eigenvalues_
print(json.dumps({"seconds": time.perf_counter() - start, "eigenvalues": eigenvalues.tolist()}))
