# ===- zoo_keras.py - Networks of keras.applications -------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks of keras.applications with random weights, over JAX: inference, or a step of
training with Adam."""

import importlib
from typing import Any

import jax
import keras
import numpy as np
from keras.src.backend.common import dtypes
from zoo_jax import jax_network
from zoo_numbers import draw, draw_input
from zoo_row import Network

CLASSES = 10


def values(variables: Any) -> dict[str, Any]:
    """Returns values of variables by name, numbered where names are not unique."""
    found: dict[str, Any] = {}
    for variable in variables:
        name, kind = variable.path, np.dtype(variable.dtype)
        if name in found:
            name = f"{name}:{len(found)}"
        if np.issubdtype(kind, np.floating):
            found[name] = draw(name, variable.shape, inputs_first=True).astype(kind)
        else:
            found[name] = np.ones(variable.shape, kind)
    return found


def in_order(values: dict[str, Any], names: list[str]) -> list[Any]:
    """Returns the values of some names."""
    return [values[name] for name in names]


def make(_: str, row: dict[str, Any], is_wide: bool) -> Network:
    """Returns the network of a row of zoo.toml."""
    if is_wide:
        jax.config.update("jax_enable_x64", True)
        keras.config.set_floatx("float64")
        # The policy persists otherwise.
        keras.config.set_dtype_policy("float64")
        # With JAX, Keras would narrow results of 64-bit ops to 32 bits.
        dtypes.BIT64_TO_BIT32_DTYPE["float64"] = "float64"
    keras.utils.set_random_seed(0)
    module, _, maker = row["make"].rpartition(".")
    # Layers of any depth are not part of an exported Keras model.
    package = f"keras.src.applications.{module}" if module else "keras.applications"
    builder = getattr(importlib.import_module(package), maker)
    size, batch = row["size"], row.get("batch", 1)
    # Without values: creating them would take longer than all other stages.
    with keras.StatelessScope(initialize_variables=False):
        model = builder(
            weights=None,
            input_shape=(size, size, 3),
            classes=CLASSES,
            classifier_activation=None,
            **row.get("options", {}),
        )
    weights = values(model.trainable_variables)
    state = values(model.non_trainable_variables)
    # JAX passes dictionaries on in another order.
    names, state_names = list(weights), list(state)
    x = draw_input("x", (batch, size, size, 3))
    if not row.get("training"):

        def predict(weights: Any, state: Any, x: Any) -> Any:
            return model.stateless_call(
                in_order(weights, names),
                in_order(state, state_names),
                x,
                training=False,
            )[0]

        return jax_network(predict, (weights, state, x), is_wide)

    optimizer = keras.optimizers.Adam(1e-3)
    with keras.StatelessScope(initialize_variables=False):
        optimizer.build(model.trainable_variables)
    moments = values(optimizer.variables)
    moment_names = list(moments)
    labels = draw_input("labels", (batch,), CLASSES).astype(np.int32)

    def step(weights: Any, state: Any, moments: Any, x: Any, labels: Any) -> Any:
        def loss(parameters: Any) -> Any:
            logits, new_state = model.stateless_call(
                parameters, in_order(state, state_names), x, training=True
            )
            each = keras.ops.sparse_categorical_crossentropy(
                labels, logits, from_logits=True
            )
            return keras.ops.mean(each), new_state

        parameters = in_order(weights, names)
        (value, new_state), gradients = jax.value_and_grad(loss, has_aux=True)(
            parameters
        )
        new_weights, new_moments = optimizer.stateless_apply(
            in_order(moments, moment_names), gradients, parameters
        )
        return {
            "loss": value,
            "weights": dict(zip(names, new_weights)),
            "state": dict(zip(state_names, new_state)),
            "moments": dict(zip(moment_names, new_moments)),
        }

    return jax_network(step, (weights, state, moments, x, labels), is_wide)
