"""A stand-in for the compiling process of memplace.xla.trials. Its compiler replays the
recorded texts of a program. Environment variables choose its behaviour:

  FAKE_TEXTS    folder with the texts
  FAKE_NO_DUMP  set: the compiler knows no dumps
"""

import os
import re
import sys
import time
from pathlib import Path

from memplace.errors import MemplaceError
from memplace.xla import trial_worker
from memplace.xla.hints import COPY_SPEED, SLICES
from memplace.xla.overrides import STARTS

CYCLES = re.compile(r'"estimated_cycles":\s*"?\d+"?,?')
DUMP = "xla_dump_to"


def text_for(options):
    """Returns the text of a program. Hints make the program better than slices, and
    slices better than no options."""
    if options.get("xla_msa_enable") == "false":
        tag = "off"
    elif STARTS in options:
        tag = "cmem16M.noxp"
    elif SLICES in options:
        tag = "cmem8M.noxp"
    else:
        tag = "cmem32M.noxp"
    folder = Path(os.environ["FAKE_TEXTS"])
    return (folder / f"gpt2_block_b1.{tag}.hlo.txt").read_text()


class Compiled:
    def __init__(self, text):
        self.text = text

    def as_text(self):
        return self.text


class Lowered:
    def compile(self, compiler_options):
        given = dict(compiler_options)
        if given.get(COPY_SPEED) == "10":
            print("F1121 18:07:45.2 1 a.cc:5] Check failed: speed", file=sys.stderr)
            sys.stderr.flush()
            os.abort()
        if "xla_hang" in given:
            time.sleep(3600)
        if "xla_no_such" in given:
            raise ValueError("No such compile option: 'xla_no_such'")
        text = text_for(given)
        if DUMP in given:
            if "FAKE_NO_DUMP" in os.environ:
                raise ValueError(f"No such compile option: '{DUMP}'")
            folder = Path(given[DUMP])
            folder.mkdir()
            path = folder / "m.after_optimizations.txt"
            placed = CYCLES.sub("", text).rstrip()
            # Incomplete at first.
            path.write_text(placed[: len(placed) // 2])
            time.sleep(0.1)
            path.write_text(placed + "\n\n")
            time.sleep(3600)
        return Compiled(text)


def lower(request):
    if request.model == "nosuch:f":
        raise MemplaceError("cannot load 'nosuch'")
    return Lowered()


if __name__ == "__main__":
    trial_worker.lower = lower
    sys.exit(trial_worker.main())
