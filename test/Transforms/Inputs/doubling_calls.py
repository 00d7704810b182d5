"""Writes functions that each call the previous function twice: doubling_calls.py
COUNT."""

import sys

TYPE = "memref<4xf32>"

print(f"func.func private @f0(%x: {TYPE}) {{")
print(f"  linalg.exp ins(%x : {TYPE}) outs(%x : {TYPE})\n  return\n}}")
last = int(sys.argv[1]) - 1
for number in range(1, last + 1):
    kind = "" if number == last else "private "
    print(f"func.func {kind}@f{number}(%x: {TYPE}) {{")
    for _ in range(2):
        print(f"  call @f{number - 1}(%x) : ({TYPE}) -> ()")
    print("  return\n}")
