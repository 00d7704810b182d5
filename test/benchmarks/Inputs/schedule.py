"""schedule.py FOLDER: tests scheduled_hlo.py on a program of two copies."""

import sys

sys.path.append(sys.argv[1])
from scheduled_hlo import early_waits, read_entry

TEXT = """
HloModule two

%fused (p: bf16[2]) -> bf16[2] {
  %p = bf16[2]{0} parameter(0)
  ROOT %t = bf16[2]{0} tanh(%p)
}

ENTRY %main (a: bf16[2], b: bf16[2]) -> bf16[2] {
  %a = bf16[2]{0:S(5)} parameter(0)
  %start.1 = (bf16[2]{0}, bf16[2]{0:S(5)}, u32[]) copy-start(%a), metadata={op_name="x(%y)"}
  %b = bf16[2]{0:S(5)} parameter(1)
  %start.2 = (bf16[2]{0}, bf16[2]{0:S(5)}, u32[]) copy-start(%b)
  %done.1 = bf16[2]{0} copy-done(%start.1)
  %first = bf16[2]{0} fusion(%b), kind=kLoop, calls=%fused
  %second = bf16[2]{0} fusion(%first), kind=kLoop, calls=%fused
  %same = bf16[2]{0} bitcast(%done.1)
  %third = bf16[2]{0} fusion(%second, %same), kind=kLoop, calls=%fused
  %done.2 = bf16[2]{0} copy-done(%start.2)
  ROOT %last = bf16[2]{0} fusion(%third, %done.2), kind=kLoop, calls=%fused
}
"""

entry = read_entry(TEXT)
print(*sorted({instruction.op for instruction in entry if "copy" in instruction.op}))
print(early_waits(entry))
