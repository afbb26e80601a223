"""Counts files, lines and types in the source tree of a version and prints them as one JSON object.

    structure.py ROOT
"""

import collections
import json
import os
import re
import sys

PUBLIC_TYPE = re.compile(
    r"^(?P<indent> *)(?P<words>(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp) +)*)"
    r"(?:class|interface|enum|record|@interface) +(?P<name>\w+)")


def java_files(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".java"):
                yield os.path.join(path, name)


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def types(source):
    """How many types and how many public ones a file has, nested ones included."""
    stack, found, public = [], 0, 0
    comment = False
    for line in source.split("\n"):
        if line.strip().startswith("/*"):
            comment = True
        if not comment and not line.strip().startswith(("//", "*", '"')):
            match = PUBLIC_TYPE.match(line)
            if match:
                indent = len(match["indent"])
                while stack and stack[-1][0] >= indent:
                    stack.pop()
                in_interface = bool(stack) and stack[-1][2]
                seen = ("public" in match["words"] or (in_interface and "private" not in match["words"])) and (
                    not stack or stack[-1][1])
                stack.append((indent, seen, " interface " in " " + line or line.lstrip().startswith("interface")))
                found += 1
                public += seen
        if "*/" in line:
            comment = False
    return found, public


def main(root):
    result = collections.OrderedDict()
    modules = [m for m in ("core", "uses", "app", "spark", "bench", "evidence")
               if os.path.isdir(os.path.join(root, m, "src", "main"))]
    everything = []
    for module in modules:
        main_files = sorted(java_files(os.path.join(root, module, "src", "main")))
        test_files = sorted(java_files(os.path.join(root, module, "src", "test")))
        everything += main_files
        found = [types(text(f)) for f in main_files]
        public_rooms = [f for f in main_files if "/internal/" not in f]
        lengths = {f: text(f).count("\n") for f in main_files}
        packages = collections.Counter(os.path.dirname(f) for f in main_files)
        longest = max(lengths, key=lengths.get)
        fullest = max(packages, key=packages.get)
        result[module] = {
            "files": len(main_files),
            "lines": sum(lengths.values()),
            "testFiles": len(test_files),
            "testLines": sum(text(f).count("\n") for f in test_files),
            "types": sum(t for t, _ in found),
            "publicTypes": sum(p for _, p in found),
            "publicTypesOutsideInternal": sum(types(text(f))[1] for f in public_rooms),
            "longestFile": [os.path.basename(longest), lengths[longest]],
            "fullestPackage": [os.path.relpath(fullest, os.path.join(root, module, "src/main/java")),
                               packages[fullest]],
        }
    kernels = set()
    for file in java_files(os.path.join(root, "core/src/main/java/dev/mercer/kernel")):
        kernels.add(os.path.basename(file)[:-5])
    asks = re.compile(r"\binstanceof +(?:%s)\b" % "|".join(sorted(kernels)))
    sources = {f: text(f) for f in everything}
    library = {f: s for f, s in sources.items()
               if os.path.relpath(f, root).split(os.sep)[0] in ("core", "uses")}
    outside = {f: s for f, s in library.items() if "/backend/" not in f}
    names = collections.Counter(
        os.path.basename(f) for f in everything if not f.endswith("package-info.java"))
    result["rawGemmCalls"] = sum(s.count(".gemm(") for s in outside.values())
    result["instanceofKernel"] = sum(len(asks.findall(s)) for s in sources.values())
    result["filesAskingForKernels"] = sum(1 for s in sources.values() if asks.search(s))
    result["backendInstanceCalls"] = sum(s.count("Backend.instance()") for s in sources.values())
    result["classNamesTwice"] = sorted(n[:-5] for n, c in names.items() if c > 1)
    result["packagesAbove40"] = sorted(
        "%s (%d)" % (os.path.basename(p), c)
        for p, c in collections.Counter(os.path.dirname(f) for f in everything).items() if c > 40)
    result["filesAbove500"] = sorted(
        "%s (%d)" % (os.path.basename(f), s.count("\n")) for f, s in sources.items() if s.count("\n") > 500)
    result["commandLineOptionsInLibrary"] = sum(
        len(re.findall(r'"[^"\n]*--[a-z][^"\n]*"', s)) for s in library.values())
    json.dump(result, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
