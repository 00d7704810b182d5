# The commands and the Python code of docs/guide/reports.md work.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t && ln -s %src_root/benchmarks %t/benchmarks
# RUN: cp %src_root/test/tools/memplace-simulate/Inputs/toy.problem.json %t/net.problem.json
# RUN: cd %t && %core_python %s %src_root/docs/guide/reports.md

import re
import subprocess
import sys
import webbrowser
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


tool = f"memplace-report() {{ '{sys.executable}' -m memplace.report_cli \"$@\"; }}\n"
Path("net.mlir").write_text(
    "func.func @net(%x: memref<4xf32>, %y: memref<4xf32>) {\n"
    "  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)\n"
    "  return\n"
    "}\n",
    encoding="utf-8",
)


def run(start):
    """Runs the block of commands that starts so."""
    (block,) = [block for block in blocks("") if block.startswith("$ " + start)]
    commands = re.sub(r"^\$ ", "", block, flags=re.MULTILINE)
    subprocess.run(["bash", "-e", "-c", tool + commands], check=True)


net = Path("net.problem.json").read_bytes()
run("P=")
assert b"xla-msa" in Path("report.html").read_bytes()
run("memplace-opt net.mlir")
assert b"net.mlir:2:3" in Path("report.html").read_bytes()
run("memplace-pack")
Path("net.problem.json").write_bytes(net)

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
