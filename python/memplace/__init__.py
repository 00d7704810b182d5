"""Front end of memplace: brings JAX and StableHLO programs to memref form.

`memplace.importers` makes memref text ready for `memplace-opt`;
`memplace.execution` runs such a program, placed or not, on the CPU.
"""

__version__ = "0.1.0"
