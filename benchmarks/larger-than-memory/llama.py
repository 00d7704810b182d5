# ===- llama.py - A Llama in JAX ----------------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The network of transformers' LlamaForCausalLM, with its weights by their names."""

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def normalise(x: Any, scale: Any, epsilon: float = 1e-6) -> Any:
    variance = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(variance + epsilon) * scale


def rotate(x: Any) -> Any:
    """Rotary embedding of [token, head, number]; base 10000, the default."""
    tokens, _, size = x.shape
    frequencies = 10000.0 ** (-np.arange(0, size, 2) / size)
    angles = np.outer(np.arange(tokens), frequencies)
    angles = np.concatenate([angles, angles], axis=-1)[:, None].astype(np.float32)
    half = size // 2
    turned = jnp.concatenate([-x[..., half:], x[..., :half]], axis=-1)
    return x * np.cos(angles) + turned * np.sin(angles)


def linear(x: Any, w: Any) -> Any:
    return jnp.einsum("tk,nk->tn", x, w)


def attend(x: Any, get: Callable[[str], Any], heads: int) -> Any:
    tokens, width = x.shape
    parts = [
        linear(x, get(f"self_attn.{name}_proj.weight")).reshape(tokens, heads, -1)
        for name in "qkv"
    ]
    query, key, value = rotate(parts[0]), rotate(parts[1]), parts[2]
    scores = jnp.einsum("qhd,khd->hqk", query, key) / np.sqrt(width // heads)
    later = np.triu(np.full((tokens, tokens), -1e30, np.float32), 1)
    weights = jax.nn.softmax(scores + later, axis=-1)
    mixed = jnp.einsum("hqk,khd->qhd", weights, value).reshape(tokens, width)
    return linear(mixed, get("self_attn.o_proj.weight"))


def make_llama(shape: Mapping[str, int]) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Returns a function of tokens and weights that computes the last token's logits."""

    def run(tokens: Any, params: Mapping[str, Any]) -> Any:
        x = params["model.embed_tokens.weight"][tokens]
        for layer in range(shape["num_hidden_layers"]):

            def get(name: str, layer: int = layer) -> Any:
                return params[f"model.layers.{layer}.{name}"]

            y = normalise(x, get("input_layernorm.weight"))
            x = x + attend(y, get, shape["num_attention_heads"])
            y = normalise(x, get("post_attention_layernorm.weight"))
            gate = jax.nn.silu(linear(y, get("mlp.gate_proj.weight")))
            up = linear(y, get("mlp.up_proj.weight"))
            x = x + linear(gate * up, get("mlp.down_proj.weight"))
        last = normalise(x[-1:], params["model.norm.weight"])
        return linear(last, params["lm_head.weight"])[0]

    return run
