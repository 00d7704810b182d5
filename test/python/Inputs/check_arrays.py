"""Looks at files of arrays.

check_arrays.py split FILE.npz NAME FILE.npy     one array as a file of its own
check_arrays.py equal A.npz B.npz [NAME...]      whether these have equal bytes; without
                                                 names, all of A's but 'image'
check_arrays.py close A.npz B.npz [NAME...]      whether they differ by 1e-5 at most
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
    for name in rest[1:] or [name for name in arrays if name != "image"]:
        is_same = arrays[name].tobytes() == other[name].tobytes()
        if mode == "close":
            is_same = np.allclose(
                arrays[name], other[name], rtol=0, atol=1e-5, equal_nan=True
            )
        if not is_same:
            sys.exit(f"'{name}' is {other[name]}, expected {arrays[name]}")
