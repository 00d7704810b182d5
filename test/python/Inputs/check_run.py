"""Checks the folder of a distributed run: usage: check_run.py FOLDER ROUNDS. Every
episode of every learned batch is in the replay once; each round learned from at least
two batches."""

import json
import sys
from collections import Counter
from pathlib import Path

folder, rounds = Path(sys.argv[1]), int(sys.argv[2])


def lines(name: str) -> list[dict]:
    text = (folder / name).read_text(encoding="utf-8")
    assert text.endswith("\n"), name
    return [json.loads(line) for line in text.splitlines()]


batches = lines("batches.jsonl")
expected = Counter(f"{each['batch']}:{number}" for each in batches for number in (1, 2))
assert all(each["episodes"] == 2 for each in batches)
found = Counter(each["id"] for each in lines("replay.jsonl") if "id" in each)
assert found == expected, found - expected + (expected - found)
assert set(expected.values()) == {1}
in_round = Counter(each["round"] for each in batches)
assert sorted(in_round) == list(range(1, rounds + 1)) and min(in_round.values()) >= 2

metrics = lines("metrics.jsonl")
assert [each["round"] for each in metrics] == list(range(1, rounds + 1))
# Besides the warm start, which has at most three.
assert 0 <= metrics[-1]["episodes"] - len(expected) <= 3
waiting = {path.stem for path in (folder / "inbox").iterdir()}
assert not waiting & {each["batch"] for each in batches}, waiting
