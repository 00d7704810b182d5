#!/usr/bin/env python3
# ===- opponents_worker.py - Other people's ways to run a large model -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs a Llama of transformers in one way, or layers of products by PyTorch, and prints
the times of calls, as JSON. Runs in the environment of opponents-requirements.txt;
opponents.py and beside_jax.py start this script."""

import json
import sys
from pathlib import Path
from typing import Any

import torch
from worker_parts import Calls, answer_apart, join_group, worker_parser


def write_model(folder: Path, shape: dict[str, int]) -> None:
    """Writes a model of random weights in transformers' format, with a tokenizer, which
    AirLLM requires."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    model = LlamaForCausalLM(LlamaConfig(**shape, tie_word_embeddings=False))
    model.save_pretrained(folder, max_shard_size="100MB")
    words = {f"w{i}": i for i in range(shape["vocab_size"])}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="w0"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="w0")
    fast.save_pretrained(folder)


def load_in_memory(folder: Path, limit: int) -> Any:
    from transformers import LlamaForCausalLM

    return LlamaForCausalLM.from_pretrained(folder, dtype=torch.float32)


def load_with_accelerate(folder: Path, limit: int) -> Any:
    """Runs accelerate with as much in memory as it fits into three quarters of the
    limit, which leaves room for its reads; the rest is on the disk."""
    from accelerate import infer_auto_device_map, init_empty_weights
    from transformers import LlamaConfig, LlamaForCausalLM

    with init_empty_weights():
        model = LlamaForCausalLM(LlamaConfig.from_pretrained(folder))
    places = infer_auto_device_map(
        model,
        max_memory={"cpu": limit * 3 // 4},
        no_split_module_classes=["LlamaDecoderLayer"],
    )
    return LlamaForCausalLM.from_pretrained(
        folder,
        device_map=places,
        offload_folder=folder / "offload",
        dtype=torch.float32,
    )


def load_with_airllm(folder: Path, limit: int) -> Any:
    """Runs AirLLM: one layer at a time, all layers in each call."""
    from airllm import AutoModel

    return AutoModel.from_pretrained(str(folder), device="cpu", dtype=torch.float32)


def run_layers(shape: dict[str, Any], calls: int) -> Calls:
    """Measures consecutive products with random weights of `widths`, in memory."""
    widths, measured = shape["widths"], Calls()
    weights = [torch.randn(pair) / pair[0] ** 0.5 for pair in zip(widths, widths[1:])]

    def run(x: torch.Tensor) -> torch.Tensor:
        for w in weights:
            x = torch.tanh(x @ w)
        return x

    with torch.no_grad():
        for _ in range(calls + 1):
            x = torch.randn(shape["rows"], widths[0])
            measured.measure(lambda x=x: run(x))
    return measured


LOADERS = {
    "in memory": load_in_memory,
    "accelerate": load_with_accelerate,
    "airllm": load_with_airllm,
}


def main() -> int:
    parser = worker_parser(__doc__, [*LOADERS, "write", "layers"])
    parser.add_argument("--calls", type=int, default=10)
    parser.add_argument("--limit", type=int, default=0)
    options = parser.parse_args()
    answer = answer_apart()
    torch.set_num_threads(1)
    if options.way == "write":
        write_model(options.path, options.shape)
        return 0
    if options.way == "layers":
        seconds = run_layers(options.shape, options.calls).seconds
        answer.write(json.dumps({"seconds": seconds}))
        answer.flush()
        return 0
    import transformers  # noqa: F401: before memory counts.

    join_group(options.group)
    model = LOADERS[options.way](options.path, options.limit)
    tokens = torch.tensor([options.tokens])
    calls, logits = Calls(), None
    with torch.no_grad():
        for _ in range(options.calls + 1):
            logits = calls.measure(lambda: model(tokens, use_cache=False).logits[0, -1])
    assert logits is not None, "there is a call at least"
    found = {"seconds": calls.seconds, "read": calls.read}
    answer.write(json.dumps({**found, "logits": logits.float().tolist()}))
    answer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
