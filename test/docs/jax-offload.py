# The examples of docs/jax-offload.md print what the page says.
#
# REQUIRES: python-bindings, venv
# RUN: %core_python %s %src_root/docs/jax-offload.md

import doctest
import os
import re
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

text = Path(sys.argv[1]).read_text(encoding="utf-8")
blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
examples = doctest.DocTestParser().get_doctest(
    "\n".join(blocks), {}, "jax-offload.md", sys.argv[1], 0
)
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
runner.run(examples)
if runner.failures or runner.tries < 10:
    sys.exit(f"{runner.failures} of {runner.tries} examples of the page are wrong")
