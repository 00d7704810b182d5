# Every relative link of the Markdown pages leads to a file of the repository,
# and no page of docs/ is missing in its index.
#
# RUN: %python %s %src_root

import re
import sys
from pathlib import Path


def prose_of(page: Path) -> str:
    """Returns the text of a page without its code blocks."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


root = Path(sys.argv[1])
pages = [*root.glob("*.md"), *root.glob("docs/*.md")]
pages += [
    *root.glob("models/*.md"),
    *root.glob("python/*.md"),
    *root.glob("*/README.md"),
]
broken = [
    f"{page.relative_to(root)}: {target}"
    for page in sorted(set(pages))
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", prose_of(page))
    if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists()
]
index = (root / "docs" / "README.md").read_text(encoding="utf-8")
missing = [
    page.name
    for page in root.glob("docs/*.md")
    if page.name != "README.md" and page.name not in index
]
assert len(pages) > 5, "found no pages"
assert not broken, f"broken links: {broken}"
assert not missing, f"not in docs/README.md: {missing}"
