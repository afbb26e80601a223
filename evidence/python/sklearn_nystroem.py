"""Times scikit-learn's Nystroem + PCA pipeline and prints what it found as JSON.

Usage: sklearn_nystroem.py REQUEST, where REQUEST is JSON:
  data, unseen  as measuring.py describes them: what is fitted, what is transformed
  gamma, landmarks (Nystroem's n_components), rank (PCA's), jobs (Nystroem's n_jobs)

The captured variance is n - 1 times the sum of PCA's explained_variance_: PCA divides by n - 1.
Variance that Nystroem's features do not capture is not counted.
"""
from sklearn.decomposition import PCA
from sklearn.kernel_approximation import Nystroem
from sklearn.pipeline import make_pipeline

from measuring import load, main, timed


def answer(request):
    values = load(request["data"])
    unseen = load(request["unseen"])

    def fit():
        features = Nystroem(
            kernel="rbf",
            gamma=request["gamma"],
            n_components=request["landmarks"],
            n_jobs=request["jobs"],
            random_state=0,
        )
        return make_pipeline(features, PCA(request["rank"], random_state=0)).fit(values)

    fit_seconds, model = timed(fit)
    transform_seconds, _ = timed(lambda: model.transform(unseen))
    variance = model[-1].explained_variance_.sum()
    return dict(
        rows=len(values),
        fitSeconds=fit_seconds,
        transformSeconds=transform_seconds,
        capturedVariance=float((len(values) - 1) * variance),
        pcaSolver=model[-1]._fit_svd_solver,
    )


if __name__ == "__main__":
    main(answer)
