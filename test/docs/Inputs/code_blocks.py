"""Writes the code blocks of a Markdown page: code_blocks.py LANGUAGE PAGE STEM

The blocks of the language go to STEM0.LANGUAGE, STEM1.LANGUAGE and so on.
"""

import re
import sys
from pathlib import Path

language, page, stem = sys.argv[1:]
pattern = rf"^```{language}\n(.*?)^```"
text = Path(page).read_text(encoding="utf-8")
blocks = re.findall(pattern, text, re.MULTILINE | re.DOTALL)
assert blocks, "the page has no such block"
for number, block in enumerate(blocks):
    Path(f"{stem}{number}.{language}").write_text(block, encoding="utf-8")
