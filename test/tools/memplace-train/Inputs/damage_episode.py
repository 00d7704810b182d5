"""Writes inboxes with a damaged form of a file with one episode, b.jsonl, after a good file:
usage: damage_episode.py FILE GOOD FOLDER."""

import json
import shutil
import sys
from pathlib import Path

good = Path(sys.argv[1]).read_text(encoding="utf-8")
folder = Path(sys.argv[3])
episode = json.loads(good)
moves = len(episode["actions"])
actions = len(episode["policies"]) // moves


def changed(**fields: object) -> str:
    return json.dumps({**episode, **fields}) + "\n"


def without_last_move() -> str:
    return changed(
        actions=episode["actions"][:-1],
        values=episode["values"][:-1],
        rewards=episode["rewards"][:-1],
        policies=episode["policies"][:-actions],
    )


FORMS = {
    "cut": good[:-1],
    "empty": "",
    "text": good + "hello\n",
    "unknown": changed(problem="nobody"),
    "short": without_last_move(),
    "illegal": changed(actions="9" * moves),
    "policies": changed(policies=episode["policies"][: moves * (actions - 1)]),
    # Too large for a float.
    "infinite": changed(values=[1e300, *episode["values"][1:]]),
    "makespan": changed(makespan=episode["makespan"] * 0.99),
}
for name, text in FORMS.items():
    inbox = folder / name
    inbox.mkdir(parents=True)
    shutil.copy(sys.argv[2], inbox / "a.jsonl")
    (inbox / "b.jsonl").write_text(text, encoding="utf-8")
