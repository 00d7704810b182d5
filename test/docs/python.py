# The examples of docs/python.md print what the page says.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t && ln -s %src_root/benchmarks %t/benchmarks
# RUN: cd %t && %core_python %s %src_root/docs/python.md

import doctest
import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")
blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
examples = doctest.DocTestParser().get_doctest(
    "\n".join(blocks), {}, "python.md", sys.argv[1], 0
)
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
runner.run(examples)
if runner.failures or runner.tries < 30:
    sys.exit(f"{runner.failures} of {runner.tries} examples of the page are wrong")
