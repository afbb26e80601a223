"""Times scikit-learn's KernelPCA on one case and prints what it found as JSON.

Usage: sklearn_kpca.py REQUEST, where REQUEST is JSON:
  data     as measuring.py describes it
  gamma, rank, solver (arpack | randomized | dense), power (iterations, or null for the default),
  jobs     as KernelPCA's n_jobs
  unseen   data to transform, or null if the fit is to be timed
  scores   where the scores of the unseen rows go, as raw little-endian doubles
"""
from sklearn.decomposition import KernelPCA

from measuring import load, main, timed


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


if __name__ == "__main__":
    main(answer)
