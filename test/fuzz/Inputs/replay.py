"""Replays corpora: replay.py PROGRAMS CORPORA TARGET...

Runs PROGRAMS/replay-TARGET on the folder CORPORA/TARGET, and checks that the number of
inputs run equals the number of files. Otherwise prints the output and exits 1.
"""

import pathlib
import subprocess
import sys


def main():
    programs, corpora = (pathlib.Path(path) for path in sys.argv[1:3])
    for target in sys.argv[3:]:
        corpus = corpora / target
        count = sum(path.is_file() for path in corpus.iterdir())
        run = subprocess.run(
            [programs / f"replay-{target}", corpus],
            capture_output=True,
            text=True,
            errors="replace",
        )
        if run.returncode or run.stdout != f"replayed {count} inputs\n" or count == 0:
            sys.exit(f"{target}: {count} inputs\n{run.stdout}{run.stderr}{run.returncode}")


main()
