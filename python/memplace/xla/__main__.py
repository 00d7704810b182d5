"""Runs the command line: python -m memplace.xla."""

import sys

from memplace.xla.command_line import main

if __name__ == "__main__":
    sys.exit(main())
