# The Python code of docs/guide/reports.md works; commands-plain.test runs its commands.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: cp %src_root/test/tools/memplace-simulate/Inputs/toy.problem.json %t/net.problem.json
# RUN: memplace-pack %problems/packing/D.1048576.csv -o %t/packed.csv --packer=size-first-fit
# RUN: memplace-pack %problems/packing/D.1048576.csv -o %t/xla.csv --packer=xla
# RUN: cd %t && %core_python %s %src_root/docs/guide/reports.md

import re
import sys
import webbrowser
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")

shown = []
webbrowser.open = lambda url: shown.append(url) or True
names = {}
for code in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
    exec(code, names)
for page in shown:
    Path(page.removeprefix("file://")).unlink()
assert len(shown) == 2
assert "before" in Path("net.html").read_text(encoding="utf-8")
assert "proven bound" in Path("packed.html").read_text(encoding="utf-8")
assert len(names["figure"].axes) == 2
