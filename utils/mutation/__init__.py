"""Implementation of utils/mutate.py."""
