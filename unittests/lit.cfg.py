"""Runs the gtest executables under lit, so that `check` has one summary.

Each executable in <build>/unittests whose name ends in Test or Tests counts.
"""

import os

import lit.formats

config.name = "memplace-unit"
config.test_source_root = os.path.join(config.memplace_build_dir, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_format.test_suffixes.add("Test")
