"""Code shared by the tests of memplace-report: the folder for files, pages, and the
tool. The last command-line argument is the folder."""

import contextlib
import io
import json
import sys
from html.parser import HTMLParser
from pathlib import Path

import cases

from memplace.report_cli import main

FOLDER = Path(sys.argv.pop())
LSTM_PLAN = cases.PROBLEMS / "kinds" / "lstm.best.solution.json.gz"


class Page(HTMLParser):
    """The scripts of a page, by their attributes, and its tags."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.text = [], [], {}
        self.policy = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        if tag == "script":
            self.scripts.append("")
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]

    def handle_endtag(self, tag):
        self.tags.append(f"/{tag}")

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "script":
            self.scripts[-1] += data
        self.text.setdefault(self.tags[-1] if self.tags else "", data)

    def facts(self):
        return json.loads(self.scripts[0])


def run(*arguments):
    """Runs the tool; returns its exit code and standard error."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
    return code, errors.getvalue()


def save(name, fields):
    path = FOLDER / name
    path.write_text(json.dumps(fields))
    return path
