"""Times scikit-learn's KernelPCA on one case and prints what it found as JSON.

Usage: sklearn_kpca.py REQUEST, where REQUEST is JSON:
  data     {"file", "labels" or null, "classes" or null, "rows" or null, "divisor"}
           relative to MERCER_DATA; csv.gz with the label last, or IDX images
  gamma, rank, solver (arpack | randomized | dense), power (iterations, or null for the default),
  jobs     as KernelPCA's n_jobs
  unseen   data to transform, or null: then the fit is timed
  scores   where the scores of the unseen rows go, as raw little-endian doubles

Reading and importing are not timed. The first run warms up, unless it takes more than LONG
seconds: then it is the one that counts. Otherwise runs are repeated like Timing.java does.
"""
import gzip
import json
import os
import struct
import sys
import time

import numpy
import scipy
import sklearn
import threadpoolctl
from sklearn.decomposition import KernelPCA

LONG = 20.0
FEWEST, MOST, ENOUGH = 3, 15, 1.0


def idx(path):
    with gzip.open(path) as file:
        content = file.read()
    dimensions = content[3]
    shape = struct.unpack(">%dI" % dimensions, content[4 : 4 + 4 * dimensions])
    values = numpy.frombuffer(content, numpy.uint8, offset=4 + 4 * dimensions)
    return values.reshape(shape[0], -1)


def load(data):
    folder = os.environ["MERCER_DATA"]
    path = os.path.join(folder, data["file"])
    rows = data["rows"]
    if data["file"].endswith(".csv.gz"):
        values = numpy.loadtxt(path, delimiter=",", skiprows=1)[:rows, :-1]
    else:
        values = idx(path)[:rows].astype(float)
    if data["classes"]:
        labels = idx(os.path.join(folder, data["labels"]))[:rows, 0]
        values = values[numpy.isin(labels, [int(c) for c in data["classes"]])]
    return numpy.ascontiguousarray(values / data["divisor"])


def timed(work):
    """The seconds of the runs that count, and the last result."""

    def once():
        start = time.perf_counter()
        result = work()
        return time.perf_counter() - start, result

    first, result = once()
    if first > LONG:
        return [first], result
    seconds = []
    while len(seconds) < FEWEST or (sum(seconds) < ENOUGH and len(seconds) < MOST):
        took, result = once()
        seconds.append(took)
    return seconds, result


def peak():
    """VmHWM, not ru_maxrss: the latter counts what the process was before it became Python."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    raise RuntimeError("/proc/self/status has no VmHWM")


def answer(request):
    values = load(request["data"])
    settings = dict(
        n_components=request["rank"],
        kernel="rbf",
        gamma=request["gamma"],
        eigen_solver=request["solver"],
        iterated_power=request["power"] or "auto",
        n_jobs=request["jobs"],
        random_state=0,
    )
    if request["unseen"] is None:
        seconds, model = timed(lambda: KernelPCA(**settings).fit(values))
    else:
        unseen = load(request["unseen"])
        model = KernelPCA(**settings).fit(values)
        seconds, scores = timed(lambda: model.transform(unseen))
        scores.astype("<f8").tofile(request["scores"])
    return dict(rows=len(values), seconds=seconds, eigenvalues=model.eigenvalues_.tolist())


def versions():
    blas = [
        "%s %s, %d threads" % (pool["internal_api"], pool["version"], pool["num_threads"])
        for pool in threadpoolctl.threadpool_info()
        if pool["user_api"] == "blas"
    ]
    # Debian's reference BLAS has no thread pool and would make any comparison worthless.
    return "scikit-learn %s, numpy %s, scipy %s, Python %s, BLAS: %s" % (
        sklearn.__version__,
        numpy.__version__,
        scipy.__version__,
        sys.version.split()[0],
        "; ".join(blas) or "reference (slow; install libopenblas0-pthread)",
    )


def main():
    request = json.loads(sys.argv[1])
    try:
        result = answer(request)
    except (MemoryError, ArithmeticError, scipy.sparse.linalg.ArpackError) as failure:
        result = dict(failure=repr(failure))
    print(json.dumps(dict(result, peakBytes=peak(), versions=versions())))


if __name__ == "__main__":
    main()
