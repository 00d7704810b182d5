"""XLA as a peer: problems from programs that XLA compiled for a TPU, with XLA's own
placement of them.

    from memplace.xla import compile_model, harvest_text, compare

    texts = compile_model("benchmarks/xla_programs.py:gpt2_block_b1")     # needs libtpu
    harvest = harvest_text(texts.full, baseline=texts.off, name="gpt2_block_b1")
    print(compare(harvest.problem, harvest.solution, time_limit=5))

The same on the command line is `python -m memplace.xla`. What the compiler prints is
all that is read: the text of the scheduled program. docs/xla.md tells more.
"""

from memplace.xla.comparison import Comparison, Row, compare
from memplace.xla.compiler import CHIPS, Chip, Compiled, compile_model
from memplace.xla.harvest import Harvest, Text, harvest_text

__all__ = [
    "CHIPS",
    "Chip",
    "Comparison",
    "Compiled",
    "Harvest",
    "Row",
    "Text",
    "compare",
    "compile_model",
    "harvest_text",
]
