"""Runs trainings one after the other on a single Ray, whose start takes long:
one_ray.py OPTION... --then OPTION... Prints the exit code after each."""

import itertools
import sys
from unittest import mock

import ray

from memplace.distributed.command_line import main

start = ray.init
with (
    mock.patch("ray.init", lambda *a, **k: ray.is_initialized() or start(*a, **k)),
    mock.patch("ray.shutdown"),
):
    for is_options, options in itertools.groupby(
        sys.argv[1:], lambda each: each != "--then"
    ):
        if is_options:
            print(f"exit code {main(list(options))}", file=sys.stderr, flush=True)
ray.shutdown()
