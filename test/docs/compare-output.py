# The comparison of quoted and printed lines finds each kind of difference.
#
# RUN: %python %s %S/Inputs

import sys

sys.path.insert(0, sys.argv[1])
from compare_output import difference  # noqa: E402
from run_commands import Command, commands_of  # noqa: E402

PRINTED = "first 12\n  second\n\nthird: 0.25 s\n"
QUOTED = ["first 12", "  second", "", "third: 0.25 s"]


def at(line: int, text: str) -> str:
    return f"line {line} is not printed here: {text}"


assert difference(QUOTED, PRINTED) == ""
assert difference([], "") == ""
assert difference(["no line break"], "no line break") == ""

# A changed digit, changed spaces, a missing, an additional and an exchanged line.
assert difference(["first 13", *QUOTED[1:]], PRINTED) == at(1, "first 13")
assert difference(["first 12", "second", *QUOTED[2:]], PRINTED) == at(2, "second")
assert difference([*QUOTED[:3], "third: 0.25 s "], PRINTED) == at(4, "third: 0.25 s ")
assert difference([*QUOTED[:2], QUOTED[3]], PRINTED) == at(3, "third: 0.25 s")
assert difference(QUOTED[:3], PRINTED) == "more lines are printed than quoted"
assert difference([], PRINTED) == "more lines are printed than quoted"
assert difference([*QUOTED, "fourth"], PRINTED) == at(5, "fourth")
assert difference([QUOTED[1], QUOTED[0], *QUOTED[2:]], PRINTED) == at(1, "  second")
assert difference(["anything"], "") == at(1, "anything")

# `...` alone stands for lines, also for none, and a line must still follow.
assert difference(["..."], PRINTED) == "" == difference(["..."], "")
assert difference(["first 12", "...", "third: 0.25 s"], PRINTED) == ""
assert difference(["...", *QUOTED, "..."], PRINTED) == ""
assert difference(["...", "third: 0.26 s"], PRINTED) == at(2, "third: 0.26 s")
assert difference(["...", "  second"], PRINTED) == "more lines are printed than quoted"
assert difference(["third: 0.25 s", "..."], PRINTED) == at(1, "third: 0.25 s")

# `...` in a line stands for text of this line only; other characters mean themselves.
assert difference([*QUOTED[:3], "third: ... s"], PRINTED) == ""
assert difference([*QUOTED[:3], "third: ... ms"], PRINTED) == at(4, "third: ... ms")
assert difference(["first...", "...", "... s"], PRINTED) == ""
assert difference(["first...second", "...", "... s"], PRINTED) == at(
    1, "first...second"
)
assert difference([*QUOTED[:3], "third: 0+25 s"], PRINTED) == at(4, "third: 0+25 s")

PAGE = """Text
$ no command
```
$ one \\
  two
printed

$ three
```
<!-- not run: takes hours -->
```
$ four
```
"""
assert commands_of(PAGE) == [
    Command(4, "one \\\n  two\n", ["printed", ""]),
    Command(8, "three\n", []),
]
