"""XLA as a baseline: problems from programs compiled by XLA for a TPU, with XLA's own
placement of each.

    from memplace.xla import compile_model, harvest_text, compare

    texts = compile_model("benchmarks/xla/xla_programs.py:gpt2_block_b1")     # needs libtpu
    on, alone, *others = texts.values()
    harvest = harvest_text(on, other=alone, calibration=others, name="gpt2_block_b1")
    print(compare(harvest.problem, harvest.solution, time_limit=5))

`python -m memplace.xla` does the same on the command line. The only input is what the
compiler prints: the text of the scheduled program. docs/guide/xla.md is the guide.
"""

from memplace.xla.baseline import Baseline
from memplace.xla.comparison import Comparison, Row, compare
from memplace.xla.compiler import CHIPS, Chip, compile_model
from memplace.xla.following import (
    Estimate,
    compile_following,
    estimate_of,
    following_options,
)
from memplace.xla.harvest import Harvest, Requested, harvest_text, harvest_texts
from memplace.xla.observed import Verified, check_placement
from memplace.xla.rounds import Rounds, harvest_in_rounds
from memplace.xla.texts import Text
from memplace.xla.tuned import Choice, Tuned
from memplace.xla.tuner import Limits, tune

__all__ = [
    "CHIPS",
    "Baseline",
    "Chip",
    "Choice",
    "Comparison",
    "Estimate",
    "Harvest",
    "Limits",
    "Requested",
    "Rounds",
    "Row",
    "Text",
    "Tuned",
    "Verified",
    "check_placement",
    "compare",
    "compile_following",
    "compile_model",
    "estimate_of",
    "following_options",
    "harvest_in_rounds",
    "harvest_text",
    "harvest_texts",
    "tune",
]
