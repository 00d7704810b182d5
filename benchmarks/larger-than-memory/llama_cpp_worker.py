#!/usr/bin/env python3
# ===- llama_cpp_worker.py - llama.cpp, in limited memory -----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes a GGUF file of the weights in a safetensors file, or runs llama.cpp on a GGUF
file, one token per call, and prints the times of calls, as JSON. Runs in the
environment of opponents-requirements.txt; llama_cpp.py starts this script."""

import json
import sys
from pathlib import Path
from typing import Any

from worker_parts import Calls, answer_apart, join_group, worker_parser

NAMES = {
    "attention_norm": "attn_norm",
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "o": "attn_output",
    "norm": "ffn_norm",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}
OUTER = {"embed": "token_embd", "norm": "output_norm", "head": "output"}


def name_in_gguf(name: str) -> str:
    """Returns GGUF's name of a weight of networks.make_decoder."""
    layer, _, part = name.rpartition(".")
    if not layer:
        return f"{OUTER[part]}.weight"
    return f"blk.{layer}.{NAMES[part]}.weight"


def write_gguf(weights: Path, path: Path, shape: dict[str, Any]) -> None:
    """Writes the file. In heads of queries and keys, numbers rotated together are
    adjacent in a GGUF, and half a head apart in the network."""
    import numpy as np
    from gguf import GGUFWriter

    with weights.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    writer = GGUFWriter(str(path), "llama")
    writer.add_context_length(shape["context"])
    writer.add_embedding_length(shape["width"])
    writer.add_block_count(shape["layers"])
    writer.add_feed_forward_length(shape["inner"])
    writer.add_head_count(shape["heads"])
    writer.add_head_count_kv(shape["groups"])
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_dimension_count(shape["width"] // shape["heads"])
    writer.add_vocab_size(shape["words"])
    writer.add_tokenizer_model("none")
    content = np.memmap(weights, np.uint8, mode="r", offset=8 + length)
    for key, entry in header.items():
        name = key.removeprefix("weights['").removesuffix("']")
        begin, end = entry["data_offsets"]
        array = content[begin:end].view(np.float32).reshape(entry["shape"])
        heads = {"q": shape["heads"], "k": shape["groups"]}.get(name.split(".")[-1])
        if heads:
            halves = array.reshape(heads, 2, -1, array.shape[1])
            array = np.ascontiguousarray(halves.swapaxes(1, 2)).reshape(array.shape)
        writer.add_tensor(name_in_gguf(name), np.asarray(array))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def run(options: Any) -> dict[str, Any]:
    """Returns the times of calls, and the likeliest next token after each."""
    from cyllama.llama import llama_cpp

    llama_cpp.disable_logging()
    llama_cpp.ggml_backend_load_all()
    params = llama_cpp.LlamaModelParams()
    params.use_mmap = options.mmap
    join_group(options.group)
    model = llama_cpp.LlamaModel(str(options.path), params)
    settings = llama_cpp.LlamaContextParams()
    settings.n_ctx = options.context
    settings.n_threads = settings.n_threads_batch = 1
    context = llama_cpp.LlamaContext(model, settings)
    sampler = llama_cpp.LlamaSampler(llama_cpp.LlamaSamplerChainParams())
    sampler.add_greedy()
    calls, likeliest = Calls(), []

    def decode(batch: Any) -> None:
        context.decode(batch)
        context.synchronize()

    for number, token in enumerate(options.tokens):
        batch = llama_cpp.llama_batch_get_one([token], number)
        calls.measure(lambda batch=batch: decode(batch))
        likeliest.append(sampler.sample(context, -1))
    return {
        "seconds": calls.seconds,
        "read": calls.read,
        "likeliest": likeliest,
        "version": llama_cpp.ggml_version(),
    }


def main() -> int:
    parser = worker_parser(__doc__, ["write", "run"])
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--context", type=int, default=256)
    parser.add_argument("--mmap", action="store_true")
    options = parser.parse_args()
    answer = answer_apart()
    if options.way == "write":
        write_gguf(options.weights, options.path, options.shape)
        return 0
    answer.write(json.dumps(run(options)))
    answer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
