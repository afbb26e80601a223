#!/usr/bin/env python3
"""Writes kernel_pca.json: kernel PCA by scikit-learn, for ReferenceTest to compare with.

Needs scikit-learn (Debian: python3-sklearn). Run beside its output:

    python3 make_reference.py > kernel_pca.json

The data are 100 rows of 5 columns around three centres; 20 more rows are scored. Kernels of
histograms see the same rows with zeros in the place of negative values. scikit-learn
centres always, computes all eigenpairs (eigen_solver="dense"), and its scores are those of Mercer up
to the sign of each component. Its "sigmoid" is Mercer's tanh, its gamma the scale of inner products.
"""

import json
import sys

import numpy as np
import sklearn
from sklearn.decomposition import KernelPCA

RANK = 6

# Mercer's spec, and the arguments of scikit-learn for the same kernel.
KERNELS = [
    ("gaussian(gamma=0.1)", dict(kernel="rbf", gamma=0.1)),
    ("gaussian(sigma=5)", dict(kernel="rbf", gamma=1 / (2 * 5.0**2))),
    ("polynomial(scale=0.5,offset=1,degree=3)", dict(kernel="poly", gamma=0.5, coef0=1, degree=3)),
    ("linear", dict(kernel="linear")),
    ("cosine", dict(kernel="cosine")),
    ("tanh(scale=0.02,offset=0.1)", dict(kernel="sigmoid", gamma=0.02, coef0=0.1)),
    ("laplacian-l1(sigma=4)", dict(kernel="laplacian", gamma=1 / 4.0)),
    ("chi2(gamma=0.2)", dict(kernel="chi2", gamma=0.2)),
    ("additive-chi2", dict(kernel="additive_chi2")),
]
HISTOGRAMS = ("chi2", "additive_chi2")


def precomputed(name, arguments, a, b):
    from sklearn.metrics.pairwise import pairwise_kernels

    return pairwise_kernels(a, b, metric=name, **arguments)


def main():
    random = np.random.RandomState(20240611)
    centers = 3 * random.normal(size=(3, 5))
    rows = np.vstack([centers[i % 3] + random.normal(size=5) for i in range(120)]).round(6)
    train, unseen = rows[:100], rows[100:]
    cases = []
    for spec, arguments in KERNELS:
        rest = {key: value for key, value in arguments.items() if key != "kernel"}
        histograms = arguments["kernel"] in HISTOGRAMS
        old, new = (np.maximum(each, 0) if histograms else each for each in (train, unseen))
        model = KernelPCA(n_components=RANK, kernel="precomputed", eigen_solver="dense")
        model.fit(precomputed(arguments["kernel"], rest, old, old))
        scores = model.transform(precomputed(arguments["kernel"], rest, new, old))
        cases.append(
            {
                "kernel": spec,
                "histograms": histograms,
                "eigenvalues": model.eigenvalues_.tolist(),
                "scores": scores.tolist(),
            }
        )
    json.dump(
        {
            "tool": "scikit-learn " + sklearn.__version__,
            "train": train.tolist(),
            "unseen": unseen.tolist(),
            "cases": cases,
        },
        sys.stdout,
        indent=None,
        separators=(",", ":"),
    )
    print()


if __name__ == "__main__":
    main()
