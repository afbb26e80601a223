"""What all measurements of peers share: reading data, timing, peak memory, versions.

A script is called with one argument, its request as JSON. The last line that it prints is its
answer as JSON. Data are described by {"file", "labels" or null, "classes" or null, "rows" or
null, "divisor"}, relative to MERCER_DATA: csv.gz with the label last, or IDX images.

Reading and importing are not timed. The first run warms up, unless it takes more than LONG
seconds; in that case it is the only run and it counts. Otherwise runs are repeated as in
Timing.java.

With "turns" in the request, runs alternate with other measurements: each run waits for a line
"run" on standard input and answers with the seconds it took. Any other line ends the runs of this
piece of work. TimedTurns.java decides how many there are.
"""
import gzip
import json
import os
import struct
import sys
import time

import numpy
import scipy
import scipy.sparse.linalg

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

    if json.loads(sys.argv[1]).get("turns"):
        seconds = []
        while sys.stdin.readline().strip() == "run":
            result = None
            took, result = once()
            seconds.append(took)
            print(took, flush=True)
        return seconds, result
    first, result = once()
    if first > LONG:
        return [first], result
    seconds = []
    while len(seconds) < FEWEST or (sum(seconds) < ENOUGH and len(seconds) < MOST):
        result = None
        took, result = once()
        seconds.append(took)
    return seconds, result


def peak():
    """VmHWM, since ru_maxrss also counts the memory of the process before it executed Python."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    raise RuntimeError("/proc/self/status has no VmHWM")


def versions():
    # Imported late, so that a peer that does not need scikit-learn does not hold it in memory.
    import sklearn
    import threadpoolctl

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


def main(answer):
    """Answers the request on the command line."""
    request = json.loads(sys.argv[1])
    try:
        result = answer(request)
    except (MemoryError, ArithmeticError, scipy.sparse.linalg.ArpackError) as failure:
        result = dict(failure=repr(failure))
    print(json.dumps(dict(result, peakBytes=peak(), versions=versions())))
