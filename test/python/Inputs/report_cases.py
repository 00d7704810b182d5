"""Problems and plans shared by the tests of reports."""

import cases

# Names that a page, an SVG or a terminal could mishandle.
HOSTILE_NAMES = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    "<!--<script>",
    "]]></title><svg onload=alert(3)>",
    "\"quotes\" & 'quotes' `${alert(4)}` &lt;b&gt;",
    "ünï → 中文 🚀 \u2028 \u202e $\\frac{1}{0}$",
    "__proto__",
    "@@DATA@@ @@CODE@@",
    "line\nfeed\x07 bell",
    "long " * 1000,
]


def legal_plan(problem: dict, solver: str = "hand") -> dict:
    """Returns a plan that prefetches `w` of cases.problem_dict while `B` runs."""
    return {
        "format": "memplace-solution",
        "version": 1,
        "problem": problem["name"],
        "solver": solver,
        "residencies": [
            {"buffer": 0, "tier": "slow", "begin": 0, "end": 3},
            {"buffer": 0, "tier": "fast", "offset": 8, "begin": 1, "end": 3},
        ],
        "transfers": [{"from": 0, "to": 1, "channel": "in", "start": 1, "done": 2}],
        "served": [[], [], [1]],
    }


def slow_plan(problem: dict) -> dict:
    """`w` stays in place."""
    plan = legal_plan(problem, "lazy")
    plan["residencies"].pop()
    plan.update(transfers=[], served=[[], [], [0]])
    return plan


def cyclic_problem() -> tuple[dict, dict]:
    """Each invocation prefetches the first input of the next invocation."""
    problem = cases.problem_dict()
    problem.update(name="again", cyclic=True)
    problem["ops"].reverse()
    plan = legal_plan(problem)
    plan["residencies"][1] = {
        "buffer": 0, "tier": "fast", "offset": 8, "begin": 2, "end": 3,
    }  # fmt: skip
    plan["residencies"].append(
        {"buffer": 0, "tier": "fast", "offset": 8, "begin": 0, "end": 1}
    )
    plan["transfers"] = [
        {"from": 0, "to": 2, "channel": "in", "start": 2, "done": 0}
    ]
    plan["served"] = [[2], [], []]
    return problem, plan


def hostile_problem() -> tuple[dict, dict]:
    """Every name is hostile; a buffer for each name, one above the other."""
    count = len(HOSTILE_NAMES)
    problem = cases.problem_dict()
    target = problem["target"]
    rename = {"fast": HOSTILE_NAMES[0], "slow": HOSTILE_NAMES[4]}
    for tier in target["tiers"]:
        tier["name"] = rename[tier["name"]]
    for channel in target["channels"]:
        channel.update({end: rename[channel[end]] for end in ("from", "to")})
    target["default_tier"] = rename["slow"]
    target["channels"][0]["name"] = HOSTILE_NAMES[1]
    problem["name"] = HOSTILE_NAMES[3]
    problem["buffers"] = [
        {"name": name, "size": 8, "begin": 0, "end": 3} for name in HOSTILE_NAMES
    ]
    for op, name in zip(problem["ops"], HOSTILE_NAMES):
        op["name"] = name
    problem["ops"][0]["accesses"] = [
        {"buffer": index, "mode": "write", "bytes": 8} for index in range(count)
    ]
    problem["ops"][2]["accesses"] = []
    plan = {
        "format": "memplace-solution",
        "version": 1,
        "problem": problem["name"],
        "solver": HOSTILE_NAMES[1],
        "residencies": [
            {
                "buffer": index, "tier": rename["fast"], "offset": 8 * index,
                "begin": 0, "end": 3,
            }
            for index in range(count)
        ],
        "transfers": [],
        "served": [list(range(count)), [], []],
    }  # fmt: skip
    return problem, plan


def large_problem(num_buffers: int) -> dict:
    """A fifth of the buffers are weights; the others live for about ten to a hundred
    steps."""
    buffers: list[dict] = []
    accesses: list[list[dict]] = [[] for _ in range(num_buffers)]
    for index in range(num_buffers):
        size = 4096 * (1 + index * 7919 % 40)
        is_weight = index % 5 == 0
        end = (
            num_buffers if is_weight else min(num_buffers, index + 10 + index * 31 % 90)
        )
        fields = {
            "name": f"{'weights' if is_weight else 'activations'}.{index}",
            "size": size, "begin": 0 if is_weight else index, "end": end,
        }  # fmt: skip
        mode = "read" if is_weight else "write"
        accesses[index].append({"buffer": index, "mode": mode, "bytes": size})
        if is_weight:
            fields["live_in"] = True
        elif end - 1 > index:
            accesses[end - 1].append({"buffer": index, "mode": "read", "bytes": size})
        buffers.append(fields)
    return {
        "format": "memplace-problem",
        "version": 1,
        "name": "large",
        "target": "tpu-v4i",
        "buffers": buffers,
        "ops": [
            {"name": f"op.{step}", "compute_ps": 10**6, "accesses": each}
            for step, each in enumerate(accesses)
        ],
    }
