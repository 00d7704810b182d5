"""Runs the command line: python -m memplace.distributed."""

import sys

from memplace.distributed.command_line import main

if __name__ == "__main__":
    sys.exit(main())
