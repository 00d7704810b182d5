"""Names with letters from all of Unicode, and names that are hard to write in MLIR's
text."""

import random

HARD = ['"', "\\", "\\n", "\n", "\t", "\x1b[31m", "a,b", "a)b", "}{-#", "//", "->", "'"]
HARD += [
    "%x",
    "file",
    "größe",
    "\u202e",
    "😀",
    "a.npy",
    "#memplace.x",
    " ",
    "\x7f",
    "\0",
]


def any_names(count, seed=0):
    """Returns different names, the same each time."""
    source = random.Random(seed)
    names = dict.fromkeys(HARD)
    while len(names) < count:
        letters = []
        for _ in range(source.randrange(1, 12)):
            if source.random() < 0.3:
                letters.append(source.choice(HARD))
            code = source.choice([0x80, 0x800, 0x10000, 0x110000])
            letter = chr(source.randrange(code))
            letters.append("" if "\ud800" <= letter <= "\udfff" else letter)
        names["".join(letters)] = None
    names.pop("", None)
    return list(names)
