#!/usr/bin/env python3
"""Writes logistic.json: multinomial logistic regression by scikit-learn, for LogisticRegressionTest.

Needs scikit-learn (Debian: python3-sklearn). Run beside its output:

    python3 make_logistic.py > logistic.json

The data are 60 rows of 4 columns, of other units and far from zero, around three centres that
overlap. Mercer's ridge is 1 / (n C). Weights of all classes sum to zero by themselves, intercepts
are shifted so that they do. "gradient" is the norm of the gradient of Mercer's objective at
scikit-learn's solution: how far that may be from the minimum.
"""

import json
import sys

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression


def main():
    random = np.random.RandomState(20240612)
    centers = random.normal(size=(3, 4))
    rows = np.vstack([centers[i % 3] + random.normal(size=4) for i in range(60)])
    rows = (rows * [1, 10, 0.1, 3] + [5, 0, -1, 10]).round(6)
    labels = np.array([i % 3 for i in range(60)])
    cases = []
    for classes in (3, 2):
        kept = labels < classes
        for c in (0.01, 1.0, 10.0):
            model = LogisticRegression(
                C=c, multi_class="multinomial", solver="newton-cg", tol=1e-9, max_iter=1000
            )
            model.fit(rows[kept], labels[kept])
            weights, intercepts = model.coef_, model.intercept_
            if classes == 2:  # scikit-learn keeps w_1 of the pair -w_1, w_1
                weights = np.vstack([-weights, weights])
                intercepts = np.hstack([-intercepts, intercepts])
            intercepts = intercepts - intercepts.mean()
            n = kept.sum()
            residual = model.predict_proba(rows[kept]) - np.eye(classes)[labels[kept]]
            gradient = np.hstack(
                [residual.T @ rows[kept] / n + weights / (n * c), residual.sum(0)[:, None] / n]
            )
            cases.append(
                {
                    "classes": classes,
                    "C": c,
                    "weights": weights.tolist(),
                    "intercepts": intercepts.tolist(),
                    "gradient": float(np.linalg.norm(gradient)),
                    "probabilities": model.predict_proba(rows[kept]).tolist(),
                }
            )
    json.dump(
        {
            "tool": "scikit-learn " + sklearn.__version__,
            "rows": rows.tolist(),
            "labels": labels.tolist(),
            "cases": cases,
        },
        sys.stdout,
        indent=None,
        separators=(",", ":"),
    )
    print()


if __name__ == "__main__":
    main()
