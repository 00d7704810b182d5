"""Checks which text stands for a compilation without cross-program prefetches, and that
compilations following a placement are fitted to, too."""

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).resolve().parents[3] / "benchmarks" / each)
    for each in ("", "xla")
]

from xla_texts import Texts

with tempfile.TemporaryDirectory() as folder:
    for name, text in {
        "none.on": "a copy",
        "some.on": "a copy, cross_program_prefetch_index=0",
        "both.on": "a copy",
        "both.on.noxp": "another",
        "both.cmem8M.following1": "a third",
        "both.unknown": "a fourth",
    }.items():
        (Path(folder) / f"{name}.hlo.txt").write_text(text)
    texts = Texts(Path(folder))
    found = texts.read("none", "on.noxp")
    assert found is not None and found.text == "a copy" and found.tag == "on.noxp"
    assert texts.read("some", "on.noxp") is None
    found = texts.read("both", "on.noxp")
    assert found is not None and found.text == "another"
    assert texts.read("none", "cmem8M.noxp") is None
    assert [each.tag for each in texts.calibration("none")] == ["on"]
    assert texts.requested("some") is None and texts.requested("none") is not None
    tags = [each.tag for each in texts.calibration("both")]
    assert tags == ["on", "on.noxp", "cmem8M.following1"], tags
    tags = [each.tag for each in texts.calibration("both", followed=False)]
    assert tags == ["on", "on.noxp"], tags
    tags = [each.tag for each in texts.others("both", {"on", "on.noxp"})]
    assert tags == ["cmem8M.following1", "unknown"], tags
print("the texts are those")
