# The numbers of benchmarks/placement/results.md and docs/measurements/speed.md are
# computed as described there.
#
# RUN: %python %s %src_root

import sys

sys.path.insert(0, sys.argv[1] + "/benchmarks")

from support.measuring import Cost, growth_exponent, median
from support.placements import Row, agreement, serving_tiers
from support.tables import geometric_mean

# 2 n^1.5 exactly; if one size took longer, the fit is in between.
costs = {size: 2 * size**1.5 for size in (10, 100, 1000)}
assert abs(growth_exponent(costs) - 1.5) < 1e-9, growth_exponent(costs)
costs[1000] *= 10
assert abs(growth_exponent(costs) - 2.0) < 1e-9, growth_exponent(costs)
# Times too short to measure have no logarithm.
assert abs(growth_exponent({1: -1.0, 10: 1e-3}) - 1) < 1e-9

assert median([Cost(3, 3, 30), Cost(1, 5, 10), Cost(2, 4, 40)]) == Cost(2, 3, 40)

assert abs(geometric_mean([0.5, 1, 16]) - 2) < 1e-12

# 100 of 300 bytes come from the same tier: the first access, but not the second,
# although both have the same buffer.
problem = {
    "ops": [
        {"accesses": [{"buffer": 0, "bytes": 100}]},
        {"accesses": [{"buffer": 0, "bytes": 50}, {"buffer": 1, "bytes": 150}]},
    ]
}
solution = {
    "residencies": [{"tier": "fast"}, {"tier": "slow"}],
    "served": [[0], [1, 1]],
}
tiers = list(serving_tiers(solution))
assert tiers == ["fast", "slow", "slow"], tiers
assert abs(agreement(problem, tiers, ["fast"] * 3) - 100 / 3) < 1e-9


def is_within(msa: float) -> bool:
    """Returns True if msa's makespan is near enough to 100 us."""
    return Row("p", {"xla": 100.0, "msa": msa}, 90.0, {}).is_within


assert [is_within(msa) for msa in (94.99, 95, 105, 105.01)] == [
    False,
    True,
    True,
    False,
]
