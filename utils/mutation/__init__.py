"""What utils/mutate.py consists of."""
