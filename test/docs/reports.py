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


(commands,) = [block for block in blocks("") if block.startswith("P=")]
tool = f"memplace-report() {{ '{sys.executable}' -m memplace.report_cli \"$@\"; }}\n"
subprocess.run(["bash", "-e", "-c", tool + commands], check=True)
assert b"xla-msa" in Path("report.html").read_bytes()

shown = []
webbrowser.open = lambda url: shown.append(url) or True
(code,) = blocks("python")
names = {}
exec(code, names)
(page,) = shown
Path(page.removeprefix("file://")).unlink()
assert "before" in Path("net.html").read_text(encoding="utf-8")
assert len(names["figure"].axes) == 2
