"""Two versions of the library in turn: is one slower than the other?

Called by evidence/versions with the roots of two built trees. For each case one process per version
runs Work.java beside that version's classes; both are warmed up, then take turns, so that a slow
minute of the machine meets both. Medians count. Prints a Markdown table.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

OPTIONS = [
    "--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED",
    "-XX:+UseSerialGC", "-XX:PretenureSizeThreshold=512k", "-XX:NewSize=16m", "-XX:MaxNewSize=16m",
    "-XX:+UnlockDiagnosticVMOptions", "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:GCLockerRetryAllocationCount=100", "-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch",
]
CASES = ["digits", "pendigits", "usps", "uniform", "rpcholesky", "transform", "shadow", "annulus",
         "polynomial"]


class Side:
    """One version at one case, in a process of its own."""

    def __init__(self, root, case, data, work):
        lib = os.path.join(root, "app", "target", "lib")
        jars = [os.path.join(lib, jar) for jar in sorted(os.listdir(lib))
                if jar.endswith(".jar") and not jar.startswith("mercer-")]
        path = os.pathsep.join([os.path.join(root, "core", "target", "classes")] + jars)
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", MALLOC_ARENA_MAX="2")
        self.process = subprocess.Popen(
            ["java", *OPTIONS, "-cp", path, work, case, data],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment)

    def turn(self):
        self.process.stdin.write("run\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a side ended without an answer; run Work.java by hand to see why")
        return float(line)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def warm(side, seconds=10.0):
    """Runs without counting for ten seconds, and until two runs on end were not 5% faster."""
    spent, best, since = 0.0, float("inf"), 0
    while spent < seconds or (since < 2 and spent < 3 * seconds):
        taken = side.turn()
        spent += max(taken, 0.5)
        since = 0 if taken < 0.95 * best else since + 1
        best = min(best, taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("work")
    parser.add_argument("data")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json")
    parser.add_argument("cases", nargs="*", default=CASES)
    arguments = parser.parse_args()
    records = {}
    print("| case | before, s | after, s | after over before |")
    print("|---|---|---|---|")
    for case in arguments.cases or CASES:
        sides = [Side(root, case, arguments.data, arguments.work)
                 for root in (arguments.before, arguments.after)]
        for side in sides:
            warm(side)
        times = [[], []]
        for round_ in range(arguments.rounds):
            order = (0, 1) if round_ % 2 == 0 else (1, 0)
            for side in order:
                times[side].append(sides[side].turn())
        for side in sides:
            side.end()
        medians = [statistics.median(side) for side in times]
        texts = ["%.4g (%.4g to %.4g)" % (m, min(t), max(t)) for m, t in zip(medians, times)]
        print("| %s | %s | %s | %.3f |" % (case, *texts, medians[1] / medians[0]), flush=True)
        records[case] = {"before": times[0], "after": times[1]}
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            for case, seconds in records.items():
                out.write(json.dumps({"case": case, **seconds}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
