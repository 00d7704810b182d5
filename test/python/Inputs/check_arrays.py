"""Looks at files of arrays.

    check_arrays.py split FILE.npz NAME FILE.npy     one array as a file of its own
    check_arrays.py equal A.npz B.npz NAME...        whether these have equal bytes
"""

import sys

import numpy as np

mode, first, *rest = sys.argv[1:]
arrays = np.load(first)
if mode == "split":
    name, path = rest
    np.save(path, arrays[name])
else:
    other = np.load(rest[0])
    for name in rest[1:]:
        if arrays[name].tobytes() != other[name].tobytes():
            sys.exit(f"'{name}' is {other[name]}, expected {arrays[name]}")
