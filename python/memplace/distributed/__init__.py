"""Training on many machines: `python -m memplace.distributed`
(docs/guide/distributed.md).

Actors on a Ray cluster play; a single learner learns. Both run memplace-train, with
`--play-only` and `--learn-only`. Ray starts the actors, transports networks and
episodes between machines, replaces dead actors and gives their tasks to other actors.

* `command_line`: options and exit of the program;
* `driver`: order of all tasks;
* `workers`: actors and learner, each a wrapper of memplace-train;
* `runfolder`: files of the run, read and written by the driver.

Only `driver` and `workers` need Ray, the extra `memplace[distributed]`.
"""
