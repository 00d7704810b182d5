#!/usr/bin/env python3
"""Measures the prose of the repository and holds it to limits: check_prose.py [--worst N] [PATH...]

Reads the comments of C++ and TableGen, the docstrings and comments of Python, and Markdown pages.
For each path it prints the share of sentences of each shape below, with --worst also the N
sentences with the most shapes. Without PATH it measures the folders and pages of the repository.
The shapes are regular expressions and know no grammar: compare their numbers with each other only.
A sentence counts from four words on. Limits, in percent of the sentences, are in SHAPES; CIRCT,
StableHLO, HEIR and mctx stay below all limits. Exit status: 1 if a share is above its limit.
"""

import argparse
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATHS = ["include", "lib", "agent", "python/memplace", "tools", "unittests", "benchmarks", "docs", "README.md",
         "CONTRIBUTING.md"]

# Name of a shape: (limit in percent, regular expression).
SHAPES = {
    "free relative first": (0.2, r"^(What|Whatever|Who|Whoever|Whichever) (?!\w+ ?\?)"),
    "whether/how/when first": (0.8, r"^(Whether|How|When|Where|Why) (?!.*\?)"),
    "vague pronoun": (22, r"\b(it|them|they|that|those|one|others)\b"),
    "two relatives": (2, r"\b(that|those|which|who|what) .* (that|which|who|what) "),
    "partitive": (0.6, r"\b(of these|of those|of which|of whom|of it|of them)\b"),
}


def cpp_paragraphs(text):
    """Yields each run of whole-line comments, and each comment at the end of a line of code."""
    run = []
    for line in text.split("\n"):
        comment = re.match(r"\s*//[/!]?<?\s?(.*)", line)
        if comment and "===" not in line:
            run.append(comment.group(1).strip())
            continue
        yield " ".join(run)
        run = []
        if trailing := re.search(r"[;{,)]\s*//+<?\s(.*)$", line):
            yield trailing.group(1).strip()
    yield " ".join(run)


def python_paragraphs(text):
    """Yields the paragraphs of docstrings without doctests, and each run of comments."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                if ">>>" not in paragraph:
                    yield re.sub(r"\s+", " ", paragraph)
    run = []
    for line in text.split("\n"):
        comment = re.match(r"\s*#\s?(.*)", line)
        if comment and not line.startswith("#!"):
            run.append(comment.group(1))
        else:
            yield " ".join(run)
            run = []


def markdown_paragraphs(text):
    """Yields paragraphs; code, HTML comments, tables and headings are left out."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", text, flags=re.S)
    for part in re.split(r"\n\s*\n", text):
        if not part.lstrip().startswith(("|", "#")):
            yield re.sub(r"\s+", " ", re.sub(r"^[*\-+] |^\d+\. ", "", part.strip()))


READERS = {".h": cpp_paragraphs, ".cpp": cpp_paragraphs, ".td": cpp_paragraphs, ".py": python_paragraphs,
           ".md": markdown_paragraphs}


def sentences(path):
    """Yields (file, sentence) for the files of `path`, a file or a folder."""
    files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file() and f.suffix in READERS)
    for file in files:
        for paragraph in READERS[file.suffix](file.read_text(errors="replace")):
            if "SPDX" in paragraph or "See LICENSE" in paragraph:
                continue
            for sentence in re.split(r"(?<=[.;:?])\s+", paragraph):
                if len(sentence.split()) >= 4:
                    yield file, sentence.strip()


def measure(path, worst):
    """Prints the shares of `path`, and yields a message for each share above its limit."""
    total, counts, found = 0, dict.fromkeys(SHAPES, 0), []
    for file, sentence in sentences(path):
        total += 1
        shapes = [name for name, (_, shape) in SHAPES.items() if re.search(shape, sentence)]
        for name in shapes:
            counts[name] += 1
        if shapes:
            found.append((len(shapes), f"{file}: {sentence}"))
    shares = {name: 100 * count / max(total, 1) for name, count in counts.items()}
    path = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    print(f"{path}: {total} sentences; " + ", ".join(f"{name} {share:.1f} %" for name, share in shares.items()))
    for shapes, line in sorted(found, key=lambda entry: (-entry[0], len(entry[1])))[:worst]:
        print(f"    {shapes} {line[:300]}")
    for name, share in shares.items():
        if share > SHAPES[name][0]:
            yield f"{path}: '{name}' is {share:.2f} % of the sentences; at most {SHAPES[name][0]} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="*", type=pathlib.Path, metavar="PATH")
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    options = parser.parse_args()
    paths = options.paths or [ROOT / path for path in PATHS]
    for path in paths:
        if not path.exists():
            parser.error(f"there is no '{path}'")
    errors = [error for path in paths for error in measure(path, options.worst)]
    for error in errors:
        print(f"error: {error}")
    if errors:
        return 1
    print("the prose is within its limits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
