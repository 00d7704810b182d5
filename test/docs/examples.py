# The examples on pages print the quoted output.
#
# REQUIRES: python-bindings, venv
# RUN: rm -rf %t && mkdir %t && ln -s %src_root/benchmarks %t/benchmarks
# RUN: cd %t && %core_python %s %src_root/docs/guide/python.md 30
# RUN: cd %t && %core_python %s %src_root/docs/guide/jax-offload.md 10

import doctest
import os
import re
import sys
from pathlib import Path

# A search for other devices takes seconds and prints warnings.
os.environ["JAX_PLATFORMS"] = "cpu"

page, least = Path(sys.argv[1]), int(sys.argv[2])
blocks = re.findall(
    r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
examples = doctest.DocTestParser().get_doctest(
    "\n".join(blocks), {}, page.name, str(page), 0
)
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
runner.run(examples)
if runner.failures or runner.tries < least:
    sys.exit(
        f"{runner.failures} of {runner.tries} examples of {page.name} are wrong; "
        f"there should be {least} or more"
    )
