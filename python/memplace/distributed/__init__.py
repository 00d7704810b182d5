"""Training on many machines: `python -m memplace.distributed` (docs/guide/distributed.md).

Actors on a Ray cluster play, one learner learns. Both run memplace-train: `--play-only`
and `--learn-only`. Ray does the rest: it starts actors, hands networks and episodes from
machine to machine, replaces actors that die and gives their tasks to others.

* `command_line`: the options and how the program ends;
* `driver`: who does what when;
* `workers`: the actors and the learner, each around memplace-train;
* `runfolder`: the files of the run that the driver reads and writes.

Only `driver` and `workers` need Ray, the extra `memplace[distributed]`.
"""
