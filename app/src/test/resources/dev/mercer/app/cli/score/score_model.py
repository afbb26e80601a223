"""Scores of a model file by its description alone: coefficients' k(points, x) - offset.

    score_model.py MODEL.safetensors DATA.csv SCORES.csv

Reads the safetensors file by hand (an 8-byte length, a JSON header, tensors), computes the scores of
the rows of DATA for a Gaussian kernel and compares them with SCORES, which mercer wrote.
"""

import json
import re
import sys

import numpy as np

model, data, scores = sys.argv[1:]
with open(model, "rb") as file:
    length = int.from_bytes(file.read(8), "little")
    header = json.loads(file.read(length))
    body = file.read()
metadata = header.pop("__metadata__")
tensors = {}
for name, entry in header.items():
    assert entry["dtype"] == "F64", name
    start, end = entry["data_offsets"]
    tensors[name] = np.frombuffer(body[start:end], "<f8").reshape(entry["shape"])

assert metadata["mercer.format"] == "1"
report = json.loads(metadata["report"])
assert report["kernel"] == metadata["kernel"]
assert np.array_equal(tensors["eigenvalues"], report["eigenvalues"])
sigma = float(re.fullmatch(r"gaussian\(sigma=([0-9.eE+-]+)\)", metadata["kernel"]).group(1))

with open(data) as file:
    names = file.readline().strip().split(",")
assert names == json.loads(metadata["featureNames"])
x = np.loadtxt(data, delimiter=",", skiprows=1)
if "scaling" in metadata:
    x = (x - tensors["scalingShift"]) * tensors["scalingFactor"]
points = tensors["points"]
squared = ((x[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
kernel = np.exp(-squared / (2 * sigma * sigma))
expected = kernel @ tensors["coefficients"] - tensors["offset"]

# The centre as the file gives it: its squared norm, and the mean score of the training rows.
among = np.exp(-((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2) / (2 * sigma * sigma))
mean = tensors["mean"]
assert abs(mean @ among @ mean - tensors["meanSquaredNorm"][0]) < 1e-13
assert np.abs(tensors["coefficients"].T @ among @ mean - tensors["offset"]).max() < 1e-13

written = np.loadtxt(scores, delimiter=",", skiprows=1)
difference = np.abs(written - expected).max()
# Rounding of sums of as many terms as there are points, each of the size of a coefficient.
allowed = 1e-15 * len(points) * np.abs(tensors["coefficients"]).max()
print("largest difference", difference, "allowed", allowed)
sys.exit(0 if difference <= allowed else 1)
