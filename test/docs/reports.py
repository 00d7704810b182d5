# The commands and the Python code of docs/guide/reports.md work.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t && ln -s %src_root/benchmarks %t/benchmarks
# RUN: mkdir %t/bin && ln -s %S/Inputs/memplace-report %t/bin
# RUN: cp %S/Inputs/net.mlir %t
# RUN: cd %t && env CORE_PYTHON="%core_python" PATH="%t/bin:%build_root/bin:/usr/bin:/bin" %python %S/Inputs/run_commands.py %src_root/docs/guide/reports.md
# RUN: cp %src_root/test/tools/memplace-simulate/Inputs/toy.problem.json %t/net.problem.json
# RUN: cd %t && %core_python %s %src_root/docs/guide/reports.md

import re
import sys
import webbrowser
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


assert b"net.mlir:2:3" in Path("report.html").read_bytes()
shown = []
webbrowser.open = lambda url: shown.append(url) or True
names = {}
for code in blocks("python"):
    exec(code, names)
for page in shown:
    Path(page.removeprefix("file://")).unlink()
assert len(shown) == 2
assert "before" in Path("net.html").read_text(encoding="utf-8")
assert "proven bound" in Path("packed.html").read_text(encoding="utf-8")
assert len(names["figure"].axes) == 2
