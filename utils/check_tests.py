#!/usr/bin/env python3
"""Checks that each part has its test: check_tests.py [REPOSITORY]

* A .cpp in lib/Transforms, lib/Conversion or lib/IREE that defines a pass, or in
  lib/Analysis with a public header, has at least one .mlir test with its name:
  lib/Transforms/PlaceBuffers.cpp -> test/Transforms/place-buffers[-*].mlir.
* A .cpp of the plain core with a public header has its unit test:
  lib/Verify/Verify.cpp -> unittests/Verify/VerifyTest.cpp.
* The name of each pass occurs in some test.
* A gtest suite is named after its subject: ThingTest.

Exceeded budgets are notes, not errors: files of more than 500 lines, headers of more
than 250, functions of more than 80. Exit status: 1 if a test is missing, else 0.
"""

import pathlib
import re
import sys

PLAIN_WORLD = ["Problem", "IO", "Verify", "Bounds", "Target", "Simulator", "Planning", "Solver", "Runtime"]
TESTED_ELSEWHERE = {"lib/Solver/AllSolvers.cpp": "unittests/Solver/EverySolverTest.cpp"}
PASS_NAME = re.compile(r':\s*(?:MemPlace)?Pass<\s*"([^"]+)"')
SUITE = re.compile(r"^TEST(?:_F|_P)?\((\w+),", re.M)
FUNCTION = re.compile(r"^( *)(?!namespace|class|struct|enum|union|extern)\S.*\) *\S*.*\{$")


def kebab(name):
    """MemPlaceToLLVM -> memplace-to-llvm. MemPlace and MemRef count as one word."""
    name = name.replace("MemPlace", "Memplace").replace("MemRef", "Memref")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def test_of(root, file):
    """Returns the test required for `file`, which is below lib/, or None."""
    path = file.relative_to(root)
    layer, inner = path.parts[1], path.relative_to("lib").with_suffix("")
    if str(path) in TESTED_ELSEWHERE:
        return TESTED_ELSEWHERE[str(path)]
    is_public = (root / "include" / "memplace" / inner.with_suffix(".h")).exists()
    if layer in PLAIN_WORLD and is_public:
        return f"unittests/{inner}Test.cpp"
    is_pass = layer in ("Transforms", "Conversion", "IREE") and "GEN_PASS_DEF_" in file.read_text()
    if is_pass or (layer == "Analysis" and is_public):
        return f"test/{inner.parent}/{kebab(inner.name)}.mlir"
    return None


def has_file(test):
    return test.is_file() or any(test.parent.glob(test.stem + "-*.mlir"))


def missing_tests(root):
    for file in sorted((root / "lib").rglob("*.cpp")):
        test = test_of(root, file)
        if test and not has_file(root / test):
            yield f"{file.relative_to(root)}: its test {test} is missing"
    texts = [f.read_text(errors="replace") for f in (root / "test").rglob("*.*") if f.is_file()]
    for file in sorted((root / "include").rglob("*.td")):
        for name in PASS_NAME.findall(file.read_text()):
            if not any(name in text for text in texts):
                yield f"{file.relative_to(root)}: no test runs the pass '{name}'"


def badly_named_suites(root):
    for file in sorted((root / "unittests").rglob("*.cpp")):
        for suite in sorted(set(SUITE.findall(file.read_text()))):
            if not suite.endswith("Test"):
                yield f"{file.relative_to(root)}: the suite '{suite}' must be called '{suite}Test'"


def long_functions(lines):
    """Yields (line, length) of functions of more than 80 lines."""
    start, closing = 0, None
    for number, line in enumerate(lines, 1):
        match = FUNCTION.match(line)
        if closing is None and match:
            # The last line of a signature is indented at least as far as the function.
            start, closing = number, re.compile(" {0,%d}}" % len(match[1]))
        elif closing is not None and closing.match(line):
            if number - start + 1 > 80:
                yield start, number - start + 1
            closing = None


def over_budget(root):
    for folder in ("include", "lib", "agent", "tools", "unittests"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            lines = file.read_text().splitlines()
            budget = 250 if file.suffix == ".h" else 500
            if len(lines) > budget:
                yield f"{file.relative_to(root)}: {len(lines)} lines, the budget is {budget}"
            for line, length in long_functions(lines):
                yield f"{file.relative_to(root)}:{line}: a function of {length} lines, the budget is 80"


def main():
    here = pathlib.Path(__file__).parent.parent
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here).resolve()
    print(*("note: " + message for message in over_budget(root)), sep="\n")
    messages = list(missing_tests(root)) + list(badly_named_suites(root))
    print("\n".join("error: " + message for message in messages) or "every test is there")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
