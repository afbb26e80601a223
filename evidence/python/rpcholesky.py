"""Times randomly pivoted Cholesky in numpy and prints what it found as JSON.

Usage: rpcholesky.py REQUEST, where REQUEST is JSON:
  data       as measuring.py describes it
  gamma, landmarks
  block      proposals at a time; 1 for the simple form

Written from the published algorithms: Chen, Epperly, Tropp, Webber (simple), Epperly, Tropp, Webber
(accelerated by rejection sampling). A factor F, n x k, and the diagonal d of the residual
K - F F' are kept; pivots are drawn with probabilities proportional to d.
"""
import numpy
from scipy.linalg import solve_triangular

from measuring import load, main, timed


class Gaussian:
    """Columns of a Gaussian Gram matrix by matrix products."""

    def __init__(self, values, gamma):
        self.values = values
        self.gamma = gamma
        self.norms = numpy.einsum("ij,ij->i", values, values)

    def columns(self, chosen, rows=slice(None)):
        result = self.values[rows] @ self.values[chosen].T
        result *= -2
        result += self.norms[rows][:, None]
        result += self.norms[chosen]
        numpy.maximum(result, 0, out=result)
        result *= -self.gamma
        return numpy.exp(result, out=result)


def simple(kernel, count, random):
    n = len(kernel.values)
    factor = numpy.zeros((count, n))  # F', so that appended rows are contiguous
    diagonal = numpy.ones(n)
    for k in range(count):
        pivot = random.choice(n, p=diagonal / diagonal.sum())
        column = kernel.columns([pivot])[:, 0] - factor[:k, pivot] @ factor[:k]
        factor[k] = column / numpy.sqrt(column[pivot])
        diagonal = numpy.maximum(diagonal - factor[k] ** 2, 0)
        diagonal[pivot] = 0
    return diagonal.sum()


def taken(residual, most, random):
    """Accepts or rejects proposals in order; returns accepted positions and their Cholesky factor."""
    residual = residual.copy()
    at_first = residual.diagonal().copy()
    chosen = []
    lower = numpy.zeros_like(residual)
    for i in range(len(residual)):
        left = residual[i, i]
        if len(chosen) == most:
            break
        if left > 0 and random.random() * at_first[i] < left:
            lower[:, len(chosen)] = residual[:, i] / numpy.sqrt(left)
            residual -= numpy.outer(lower[:, len(chosen)], lower[:, len(chosen)])
            chosen.append(i)
    return chosen, lower[chosen, : len(chosen)]


def accelerated(kernel, count, block, random):
    n = len(kernel.values)
    factor = numpy.zeros((count, n))
    diagonal = numpy.ones(n)
    k = 0
    while k < count:
        proposed = random.choice(n, size=block, p=diagonal / diagonal.sum())
        seen = factor[:k, proposed]
        chosen, lower = taken(
            kernel.columns(proposed, rows=proposed) - seen.T @ seen, count - k, random
        )
        pivots = proposed[chosen]
        columns = kernel.columns(pivots).T - factor[:k, pivots].T @ factor[:k]
        added = solve_triangular(lower, columns, lower=True, overwrite_b=True)
        factor[k : k + len(chosen)] = added
        diagonal = numpy.maximum(diagonal - numpy.einsum("ij,ij->j", added, added), 0)
        diagonal[pivots] = 0
        k += len(chosen)
    return diagonal.sum()


def answer(request):
    values = load(request["data"])
    count, block = request["landmarks"], request["block"]

    def choose():
        kernel = Gaussian(values, request["gamma"])
        random = numpy.random.default_rng(0)
        if block == 1:
            return simple(kernel, count, random)
        return accelerated(kernel, count, block, random)

    seconds, residual = timed(choose)
    return dict(rows=len(values), seconds=seconds, residualTrace=float(residual))


if __name__ == "__main__":
    main(answer)
