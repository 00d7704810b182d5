#!/usr/bin/env python3
"""Writes mctx.json: search trees of small table games by mctx, DeepMind's own
implementation. SearchGoldenTest.cpp expects the same trees from our search.

usage: make_golden.py > mctx.json, with `pip install mctx==0.0.71`

A table game has states 0 to S-1, each with a value and logits; an action leads from a
state to another state and earns a reward. A fixed seed determines all numbers, so that
no two scores are equal.
"""

import json

import jax
import jax.numpy as jnp
import mctx
import numpy as np


def make_table(rng, states, actions, ends):
    """Returns a table game; with `ends`, a few actions end the game (discount 0)."""
    discount = np.full((states, actions), 0.97)
    if ends:
        discount[rng.random((states, actions)) < 0.15] = 0
    return {
        "next": rng.integers(0, states, (states, actions)).tolist(),
        "reward": np.round(rng.normal(0, 1, (states, actions)), 3).tolist(),
        "discount": discount.tolist(),
        "value": np.round(rng.normal(0, 2, states), 3).tolist(),
        "logits": np.round(rng.normal(0, 1.5, (states, actions)), 3).tolist(),
    }


def run_case(case, rng):
    """Adds the results of mctx to the case."""
    table = {key: jnp.asarray(value) for key, value in case["table"].items()}
    actions = table["reward"].shape[1]

    def step(_, __, action, state):
        after = table["next"][state, action]
        output = mctx.RecurrentFnOutput(
            reward=table["reward"][state, action],
            discount=table["discount"][state, action],
            prior_logits=table["logits"][after],
            value=table["value"][after],
        )
        return output, after

    root_state = jnp.zeros([1], dtype=jnp.int32)
    root = mctx.RootFnOutput(
        prior_logits=table["logits"][root_state],
        value=table["value"][root_state],
        embedding=root_state,
    )
    legal = np.asarray(case["legal"], dtype=bool)
    common = {
        "params": (),
        "rng_key": jax.random.PRNGKey(int(rng.integers(2**31))),
        "root": root,
        "recurrent_fn": step,
        "num_simulations": case["simulations"],
        "invalid_actions": jnp.asarray(~legal)[None].astype(jnp.float32),
        "max_depth": case["max_depth"],
    }
    if case["kind"] == "gumbel":
        options = case["q_scale"]
        output = mctx.gumbel_muzero_policy(
            **common,
            max_num_considered_actions=case["max_considered"],
            gumbel_scale=case["gumbel_scale"],
            qtransform=lambda tree, node: mctx.qtransform_completed_by_mix_value(
                tree,
                node,
                value_scale=options["value_scale"],
                maxvisit_init=options["max_visit_init"],
                rescale_values=options["rescale"],
                use_mixed_value=options["mix_value"],
            ),
        )
        case["gumbel"] = output.search_tree.extra_data.root_gumbel[0].tolist()
        case["action"] = int(output.action[0])
    else:
        output = mctx.muzero_policy(**common, dirichlet_fraction=0.0)
    tree = output.search_tree
    count = case["simulations"] + 1
    case["expected"] = {
        "policy": output.action_weights[0].tolist(),
        "value": tree.node_values[0].tolist(),
        "raw_value": tree.raw_values[0].tolist(),
        "visits": tree.node_visits[0].tolist(),
        "parent": tree.parents[0].tolist(),
        "action": tree.action_from_parent[0].tolist(),
        "child": tree.children_index[0].tolist(),
        "child_visits": tree.children_visits[0].tolist(),
    }
    assert len(case["expected"]["parent"]) == count
    assert len(case["legal"]) == actions


def make_cases(rng):
    for number in range(24):
        kind = "gumbel" if number % 3 else "puct"
        actions = int(rng.integers(2, 7))
        legal = rng.random(actions) < (1 if number % 2 else 0.7)
        legal[rng.integers(actions)] = True
        yield {
            "kind": kind,
            "simulations": int(rng.choice([1, 2, 5, 16, 33, 64])),
            "max_depth": int(rng.choice([1, 2, 3, 1000])),
            "max_considered": int(rng.choice([1, 2, 3, 16])),
            "gumbel_scale": float(rng.choice([0.0, 1.0])),
            "q_scale": {
                "value_scale": float(rng.choice([0.1, 1.0])),
                "max_visit_init": float(rng.choice([50, 10])),
                "rescale": bool(rng.random() < 0.7),
                "mix_value": bool(rng.random() < 0.7),
            },
            "legal": legal.tolist(),
            "table": make_table(rng, int(rng.integers(4, 30)), actions, number % 4 == 3),
        }


def main():
    rng = np.random.default_rng(20230740)
    cases = list(make_cases(rng))
    for case in cases:
        run_case(case, rng)
    text = ",\n".join(json.dumps(case) for case in cases)
    print(f'{{"mctx": "{mctx.__version__}", "cases": [\n{text}\n]}}')


if __name__ == "__main__":
    main()
