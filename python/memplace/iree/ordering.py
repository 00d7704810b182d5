"""Orders of the ops in IREE's modules, chosen by memplace for small transients.

memplace.iree.compiling runs the pass; see docs/guide/iree.md.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

SCHEDULE_PASS = "memplace-schedule-stream"
"""Pass that orders the ops, before IREE allocates transients."""

ORDERS_REPORT = "orders.json"
"""Name of the file that the pass writes."""


@dataclass(frozen=True)
class Order:
    """Order of the ops in a part of a function that runs as a unit.

    Sizes are of the packed transients, in bytes.
    """

    function: str
    """Name of the function; "initializer" for code that runs when a module is
    loaded."""
    ops: int
    """Number of ops."""
    moved_ops: int
    """Number of ops at another place among IREE's ops."""
    waves: int
    """Number of groups of ops that IREE lets run at the same time."""
    kept_waves: int
    """Number of these groups that still run at the same time."""
    given: int
    """Size with IREE's order, packed by memplace."""
    size: int
    """Size with the chosen order."""
    bound: int
    """Proven lower bound on the size with any order."""


def read_orders(text: str) -> list[Order]:
    """Parses the regions in the report of memplace-schedule-stream."""
    return [Order(**entry) for entry in json.loads(text)["regions"]]


def format_orders(orders: Sequence[Order]) -> str:
    """Returns a table of the orders: sizes by IREE's order and the chosen one.

    >>> print(format_orders([Order("main", 60, 9, 17, 5, 8192, 4096, 4096)]))
    function   ops   moved    waves kept     given    chosen     bound
    main        60       9       5 of 17      8192      4096      4096  proven least
    """
    width = max([len("function"), *(len(order.function) for order in orders)])
    names = "   ops   moved    waves kept     given    chosen     bound"
    lines = [f"{'function':{width}}{names}"]
    for order in orders:
        note = "  proven least" if order.size == order.bound else ""
        lines.append(
            f"{order.function:{width}}  {order.ops:4}  {order.moved_ops:6}  "
            f"{f'{order.kept_waves} of {order.waves}':>12}  "
            f"{order.given:8}  {order.size:8}  {order.bound:8}{note}"
        )
    return "\n".join(lines)
