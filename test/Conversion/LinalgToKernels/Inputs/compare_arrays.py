"""Fails unless two .npz files have equal arrays up to rounding, with at least one
different bit and no array of zeros: compare_arrays.py FILE.npz FILE.npz"""

import sys

import numpy as np

ours, theirs = (np.load(path) for path in sys.argv[1:])
assert ours.files == theirs.files and len(ours.files) == 9, (ours.files, theirs.files)
for name in ours.files:
    assert np.abs(theirs[name]).max() > 0.1, name
    error = np.abs(ours[name] - theirs[name]).max() / np.abs(theirs[name]).max()
    limit = 1e-14 if theirs[name].dtype == np.float64 else 2e-6
    assert error < limit, (name, error)
assert any((ours[name] != theirs[name]).any() for name in ours.files), "no kernel ran"
