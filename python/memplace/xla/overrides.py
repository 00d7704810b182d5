"""Options of XLA's compiler for the placement of single buffers.

The values are text of protocol buffers, which select instructions by regular
expressions. Buffers have their names in the problem: "fusion.7", or "fusion.7{1}" for a
part of a tuple.
"""

import re
from collections.abc import Iterable

TENSORS = "xla_tpu_msa_tensor_overrides"
ORDER = "xla_tpu_msa_sort_order_overrides"
STARTS = "xla_tpu_preferred_prefetch_overrides"
# Index of a tuple's part, "{1}" or "{0,1}", after an instruction's name.
_PART = re.compile(r"(.*)\{([\d,\s]*)\}")


def _pattern(name: str) -> str:
    """Returns a regular expression for an instruction, escaped for the option's text.
    """
    return re.sub(r"([^\w\-])", r"\\\\\1", name)


def _matchers(names: Iterable[str]) -> list[str]:
    """Returns matchers of buffers: a common matcher of all buffers outside of tuples,
    and a matcher for each part of a tuple."""
    whole, parts = [], []
    for name in names:
        part = _PART.fullmatch(name)
        if part is None:
            whole.append(_pattern(name))
            continue
        index = " ".join(f"index: {at}" for at in re.findall(r"\d+", part[2]))
        parts.append(
            f'instruction_name_regex: "{_pattern(part[1])}" tuple_index {{ {index} }}'
        )
    first = [f'instruction_name_regex: "({"|".join(whole)})"'] if whole else []
    return [f"hlo_position_matcher {{ {each} }}" for each in first + parts]


def _overrides(names: Iterable[str], action: str) -> str:
    return " ".join(f"overrides {{ {each} {action} }}" for each in _matchers(names))


def kept_slow(names: Iterable[str]) -> str:
    """Returns a value of option TENSORS: these buffers stay in the slow memory."""
    return _overrides(names, "keep_in_default_memory {}")


def placed_first(names: Iterable[str]) -> str:
    """Returns a value of option ORDER: these buffers get the first choice of the fast
    memory."""
    return _overrides(names, "override_options { assign_first: true }")


def started_before(starts: Iterable[tuple[str, int, str]]) -> str:
    """Returns a value of option STARTS: preferred starts of copies into the fast memory.

    starts: for each copy, the first instruction that uses it, the number of this
        instruction's operand, and the instruction before which the copy starts.
    """
    return " ".join(
        f'overrides {{ hlo_operand_filter {{ instruction_name_regex: "{_pattern(use)}" '
        f"operand_number: {operand} }} override_options {{ before_instruction {{ "
        f'instruction_name_regex: "{_pattern(start)}" }} }} }}'
        for use, operand, start in starts
    )
