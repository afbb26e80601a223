"""One fit in a new process: the program beside scikit-learn, Smile and kernlab, in turn.

Called by evidence/first-fit. Every run is a process of its own that starts, reads the file and fits
once, as a person at a terminal or a batch job does. The programs alternate, so that a slow minute
of the machine affects all of them. The results are medians. Writes
evidence/results/first-fit.jsonl, one case per line, and evidence/results/first-fit.md.
"""
import argparse
import datetime
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = os.path.join(ROOT, "evidence", "src", "peers")
RESULTS = os.path.join(ROOT, "evidence", "results")
MNIST = "mnist/train-images-idx3-ubyte.gz"
LABELS = "mnist/train-labels-idx1-ubyte.gz"

# The target: wall time of scikit-learn divided by Mercer's.
CASES = {
    "digits": dict(file="digits.csv.gz", gamma=0.001, rank=5, wanted=1.0,
                   peers=["smile", "kernlab"], shape="1797 x 64"),
    "pendigits": dict(file="pendigits.csv.gz", sigma=120.0, rank=5, wanted=2.5, peers=[],
                      shape="10992 x 16"),
    "usps": dict(file="usps-train.csv.gz", sigma=18.0, rank=15, wanted=1.9,
                 peers=["smile", "kernlab"], shape="7291 x 256"),
    "mnist26": dict(file=MNIST, classes=[2, 6], gamma=0.02, rank=2, wanted=2.3, peers=[],
                    shape="11876 x 784"),
    "mnist20k": dict(file=MNIST, rows=20000, gamma=0.02, rank=10, wanted=3.5, peers=[],
                     shape="20000 x 784"),
    "mnist60k": dict(file=MNIST, gamma=0.02, rank=145, landmarks=1000, wanted=3.5, peers=[],
                     shape="60000 x 784"),
}
# If a peer's run takes longer than this, it is made only once.
LONG = 100.0


def gamma(case):
    return case["gamma"] if "gamma" in case else 1 / (2 * case["sigma"] ** 2)


def data(name):
    return os.path.join(os.environ["MERCER_DATA"], name)


def mercer(case, folder):
    report = os.path.join(folder, "report.json")
    command = [os.path.join(ROOT, "mercer"), "fit", data(case["file"]), "--rank", str(case["rank"]),
               "--kernel", "gaussian(gamma=%r)" % gamma(case), "--quiet", "--report", report,
               "-o", os.path.join(folder, "model.safetensors")]
    if case["file"] == MNIST:
        command += ["--scale", "max=255"]
        if "classes" in case:
            command += ["--labels", data(LABELS), "--classes", ",".join(map(str, case["classes"]))]
        if "rows" in case:
            command += ["--rows", "0:%d" % case["rows"]]
    else:
        command += ["--label", "label"]
    if "landmarks" in case:
        command += ["--method", "subset", "--selector", "uniform",
                    "--landmarks", str(case["landmarks"])]
    else:
        command += ["--method", "exact"]
    return command, lambda output: json.load(open(report))


def sklearn(case, folder):
    request = dict(file=data(case["file"]), format="idx" if case["file"] == MNIST else "csv",
                   rows=case.get("rows"), classes=case.get("classes"), labels=data(LABELS),
                   divisor=255.0, gamma=gamma(case), rank=case["rank"],
                   landmarks=case.get("landmarks"))
    script = os.path.join(PEERS, "sklearn_fit.py")
    return ["/usr/bin/python3", script, json.dumps(request)], last_line


def smile(case, folder):
    lib = os.path.join(ROOT, "evidence", "target", "peers")
    sigma = math.sqrt(0.5 / gamma(case))
    return ["java", "-Xmx16g", "-cp", os.path.join(lib, "classes") + ":" + os.path.join(lib, "*"),
            "SmileFit", data(case["file"]), repr(sigma), str(case["rank"])], last_line


def kernlab(case, folder):
    return ["Rscript", os.path.join(PEERS, "kernlab_fit.R"), data(case["file"]), repr(gamma(case)),
            str(case["rank"])], last_line


SIDES = dict(mercer=mercer, sklearn=sklearn, smile=smile, kernlab=kernlab)
NAMES = dict(mercer="Mercer", sklearn="scikit-learn", smile="Smile", kernlab="kernlab")


def last_line(output):
    return json.loads(output.strip().splitlines()[-1])


def run(side, case):
    """Wall seconds of the process, seconds of the fit inside it, its peak memory, eigenvalues."""
    with tempfile.TemporaryDirectory() as folder:
        command, read = SIDES[side](case, folder)
        with open(os.path.join(folder, "output"), "w+") as output:
            start = time.perf_counter()
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
            errors = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
            if status != 0:
                sys.exit("%s failed: %s" % (" ".join(command), errors.decode(errors="replace")))
            output.seek(0)
            found = read(output.read())
    return dict(wall=wall, fit=found["seconds"], peak=usage.ru_maxrss * 1024,
                eigenvalues=found["eigenvalues"])


def measure(name, rounds):
    case = CASES[name]
    sides = ["mercer", "sklearn"] + case["peers"]
    runs = {side: [] for side in sides}
    run("mercer", case)  # the first start after a build prepares the archive of classes
    for turn in range(rounds):
        for side in sides:
            if runs[side] and runs[side][0]["wall"] > LONG:
                continue
            runs[side].append(run(side, case))
            print("%s, %s: %.2f s, fit %.2f s" % (name, NAMES[side], runs[side][-1]["wall"],
                                                 runs[side][-1]["fit"]), file=sys.stderr)
    found = {}
    for side in sides:
        walls = [one["wall"] for one in runs[side]]
        found[side] = dict(
            wall=statistics.median(walls), least=min(walls), most=max(walls), runs=len(walls),
            fit=statistics.median(one["fit"] for one in runs[side]),
            peak=max(one["peak"] for one in runs[side]),
            difference=difference(runs[side][0]["eigenvalues"], runs["mercer"][0]["eigenvalues"]))
    return dict(case=name, sides=found, measured=str(datetime.date.today()), machine=machine())


def difference(peer, ours):
    """Largest relative difference of the eigenvalues as shares of the first: each has its own unit."""
    return max(abs(a / peer[0] - b / ours[0]) / (b / ours[0]) for a, b in zip(peer, ours))


def machine():
    with open("/proc/cpuinfo") as file:
        cpu = re.search("model name\\s*: (.*)", file.read()).group(1)
    flags = "512" if " avx512f " in open("/proc/cpuinfo").read() else "256"
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    return "%s, %d cores, %s-bit vectors, Linux %s; %s; Python %s" % (
        cpu, os.cpu_count(), flags, platform.release().split("-")[0], java, platform.python_version())


def page(results):
    lines = [
        "# The first fit in a new process", "",
        "Written by `evidence/first-fit`. Every run is a new process that starts, reads the file, fits once"
        " and, for Mercer, saves model and report. The sides take turns; medians count, with the least"
        " and the largest in brackets. Wall is the time of the whole process, fit the time inside it, peak the"
        " most memory it held. A peer that took more than %d s was run once." % LONG, "",
        "scikit-learn is `KernelPCA` by ARPACK, and `Nystroem` with `PCA` for the case with landmarks; Smile is"
        " `KPCA.fit`, kernlab `kpca`. The difference is the largest relative difference of the eigenvalues"
        " from Mercer's, each as a share of the first; with landmarks the two draw different ones.", "",
        "| case | rows | rank | program | wall s | over Mercer's | wanted | fit s | peak | difference |",
        "|---|---|---|---|---|---|---|---|---|---|"]
    for result in results:
        case = CASES[result["case"]]
        ours = result["sides"]["mercer"]
        for side, found in result["sides"].items():
            lines.append("| %s | %s | %d%s | %s | %.2f (%.2f to %.2f) | %s | %s | %.2f | %.2f GB | %s |" % (
                result["case"], case["shape"], case["rank"],
                ", %d landmarks" % case["landmarks"] if "landmarks" in case else "", NAMES[side],
                found["wall"], found["least"], found["most"],
                "" if side == "mercer" else "%.2fx" % (found["wall"] / ours["wall"]),
                "%.1fx" % case["wanted"] if side == "sklearn" else "",
                found["fit"], found["peak"] / 1e9,
                "" if side == "mercer" else "%.1e" % found["difference"]))
    dates = sorted({(result["measured"], result["machine"]) for result in results})
    lines += [""] + ["- measured on %s: %s" % one for one in dates]
    if any(found["runs"] < 3 for result in results for found in result["sides"].values()):
        lines += ["", "**Some numbers are of fewer than three runs and show only that the measurement works.**"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help=" ".join(CASES))
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    unknown = set(arguments.cases) - set(CASES)
    if unknown:
        parser.error("no case %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(CASES)))
    store = os.path.join(RESULTS, "first-fit.jsonl")
    known = {}
    if os.path.exists(store):
        with open(store) as file:
            known = {result["case"]: result for result in map(json.loads, file)}
    for name in arguments.cases or CASES:
        known[name] = measure(name, arguments.rounds)
        results = [known[case] for case in CASES if case in known]
        with open(store, "w") as file:
            file.writelines(json.dumps(result) + "\n" for result in results)
        with open(os.path.join(RESULTS, "first-fit.md"), "w") as file:
            file.write(page(results))


if __name__ == "__main__":
    main()
