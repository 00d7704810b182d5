#!/usr/bin/env python3
"""Checks the Markdown pages of the repository: check_docs.py [--list] [ROOT]

- A relative link leads to a file of the repository, and its anchor to a heading
  there. An anchor must be the same on GitHub and on the site that
  utils/build_docs.sh builds. Links to the network are not followed.
- A code block behind a line `<!-- quoted from FILE -->` is in that file: whole
  lines, in their order; a line `...` stands for what is left out.
- A list has a blank line before it: without one, the site takes it for text.
- docs/README.md names every page of docs/.

Prints PAGE:LINE: what is wrong, and exits with 1 if anything is. With --list,
prints instead the pages and the files that they link to: what the site holds.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

FENCE = re.compile(r" *(```+|~~~+)")
HEADING = re.compile(r"#{1,6} +(.*?)[ #]*$")
ITEM = re.compile(r" *([-*+]|\d+\.) ")
LINK = re.compile(r"\]\(([^()\s]+)[^()]*\)|^\[[^]]+\]: +(\S+)")
QUOTE = re.compile(r"<!-- quoted from (\S+) -->$")


def github_anchor(heading: str) -> str:
    """Returns the anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def site_anchor(heading: str) -> str:
    """Returns the anchor that Python-Markdown gives to a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


class Page:
    """A page, taken apart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.links: list[tuple[int, str]] = []
        self.anchors: set[str] = set()
        # Line, file, and text of the code block.
        self.quotes: list[tuple[int, str, list[str]]] = []
        self.crowded: list[int] = []  # Lists without a blank line before them.
        self.read()

    def read(self) -> None:
        """Fills in the members."""
        fence = ""
        previous = ""
        quoted: tuple[int, str, list[str]] | None = None
        for number, line in enumerate(self.path.read_text("utf-8").split("\n"), 1):
            start = FENCE.match(line)
            if fence:
                if start and line.strip() == fence:
                    fence = ""
                    quoted = None
                elif quoted:
                    quoted[2].append(line)
            elif start:
                fence = start[1]
                if quoted:
                    self.quotes.append(quoted)
            else:
                self.read_prose(number, line, previous)
                quote = QUOTE.match(line)
                quoted = (number, quote[1], []) if quote else None
            previous = "" if start else line

    def read_prose(self, number: int, line: str, previous: str) -> None:
        """Takes a line that is not in a code block."""
        heading = HEADING.match(line)
        if heading and github_anchor(heading[1]) == site_anchor(heading[1]):
            self.anchors.add(site_anchor(heading[1]))
        is_text = re.match(r"[^\s#|<]", previous) and not ITEM.match(previous)
        if ITEM.match(line) and is_text:
            self.crowded.append(number)
        for link in LINK.finditer(re.sub(r"`[^`]*`", "code", line)):
            self.links.append((number, link[1] or link[2]))


def find_pages(root: Path) -> list[Path]:
    """Returns the pages, except in build folders and in inputs of tests."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if not name.startswith((".", "build", "__")) and name != "Inputs"
        ]
        found += [Path(folder, name) for name in files if name.endswith(".md")]
    return sorted(found)


def links_of(page: Page) -> Iterator[tuple[int, str, Path, str]]:
    """Yields line, text, file and anchor of each link into the repository."""
    for line, text in page.links:
        if not re.match(r"[a-z]+:", text):
            name, _, anchor = text.partition("#")
            target = Path(os.path.normpath(page.path.parent / name))
            yield line, text, target if name else page.path, anchor


def is_quoted(block: list[str], source: list[str]) -> bool:
    """Whether the parts of the block between `...` are in the source."""
    position = 0
    part: list[str] = []
    for line in [*block, "..."]:
        if line.strip() != "...":
            part.append(line)
            continue
        while source[position : position + len(part)] != part:
            position += 1
            if position > len(source):
                return False
        position += len(part)
        part = []
    return True


def problems_of(page: Page, pages: dict[Path, Page], root: Path) -> Iterator[str]:
    """Yields what is wrong with a page."""
    name = page.path.relative_to(root)
    for line, text, target, anchor in links_of(page):
        if not target.is_file() or root not in target.parents:
            yield f"{name}:{line}: '{text}' is no file of the repository"
        elif anchor and anchor not in getattr(pages.get(target), "anchors", ()):
            yield f"{name}:{line}: '{text}': no heading has this anchor"
    for line, file, block in page.quotes:
        if not (root / file).is_file():
            yield f"{name}:{line}: '{file}' is no file of the repository"
        elif not is_quoted(block, (root / file).read_text("utf-8").split("\n")):
            yield f"{name}:{line}: this is not in '{file}', or no longer"
    for line in page.crowded:
        yield f"{name}:{line}: a list needs a blank line before it"


def missing_in_index(root: Path) -> Iterator[str]:
    """Yields the pages of docs/ that its index does not name."""
    index = (root / "docs" / "README.md").read_text("utf-8")
    for page in sorted((root / "docs").rglob("*.md")):
        name = page.relative_to(root / "docs").as_posix()
        if name != "README.md" and f"({name})" not in index:
            yield f"docs/README.md: does not name '{name}'"


def main() -> int:
    """Returns the exit code."""
    arguments = sys.argv[1:]
    lists = "--list" in arguments
    roots = [Path(a).resolve() for a in arguments if a != "--list"]
    root = roots[0] if roots else Path(__file__).resolve().parent.parent
    pages = {path: Page(path) for path in find_pages(root)}
    if lists:
        linked = {target for page in pages.values() for *_, target, _ in links_of(page)}
        for path in sorted({*pages, *filter(Path.is_file, linked)}):
            print(path.relative_to(root))
        return 0
    problems = [p for page in pages.values() for p in problems_of(page, pages, root)]
    problems += missing_in_index(root)
    print("\n".join(problems) or f"{len(pages)} pages are fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
