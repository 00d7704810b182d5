# ===- xla_programs_large.py - Programs of real sizes -----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""JAX programs whose working sets exceed a chip's fast memory (except for the smaller
matrix products):

    python -m memplace.xla harvest benchmarks/xla/xla_programs_large.py:vit_l16_b8 -o out

Each maker returns a function and its arguments' shapes, as in xla_programs.py; the models
are in xla_models. Layers are unrolled, so that each op of each layer has its own
placement.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

# Finds the modules beside this file, even if the file was loaded by its path.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from xla_models import bilinear, language, relations, signals, vision
from xla_models.blocks import Program, adam_step, array, indices
from xla_programs import alexnet, images, inference, resnet, texts, training

RESNET152 = (3, 8, 36, 3)
STABLE_DIFFUSION = vision.diffusion_unet(320, (1, 2, 4, 4), (0, 1, 2))
SMALL_DIFFUSION = vision.diffusion_unet(128, (1, 2, 2), (2,), 1)
# Rows of the tables of Criteo's clicks; tables of millions are cut to fit a chip.
CRITEO = (1460, 583, 400000, 250000, 305, 24, 12517, 633, 3, 93145, 5683, 400000, 3194)
CRITEO += (27, 14992, 350000, 10, 5652, 2173, 4, 400000, 18, 15, 286181, 105, 142572)
# Nodes and edges.
MESH = (16384, 98304)


def diffusion(batch: int, side: int, words: int = 77, width: int = 768) -> tuple:
    """Noisy images of 4 channels, times, and texts."""
    return array(batch, side, side, 4), indices(batch), array(batch, words, width)


def mesh(nodes: int, edges: int) -> tuple:
    """Features of nodes and of edges; sources and targets of edges."""
    return array(nodes, 12), array(edges, 7), indices(edges), indices(edges)


def clicks(batch: int) -> tuple:
    """Numbers, and rows of tables."""
    return array(batch, 13), indices(batch, len(CRITEO))


def alphatensor_product(side: int) -> Program:
    """A product of square matrices by 49 products of matrices a sixteenth of the size."""
    return bilinear.product_program(bilinear.alphatensor, side, side, side)


DLRM = relations.dlrm(CRITEO, 128, (512, 256), (1024, 1024, 512, 256))
SMALL_DLRM = relations.dlrm(CRITEO, 64, (512, 256), (512, 256))
GPT2_MEDIUM, GPT2_XL = (1024, 24, 16), (1600, 48, 25)

INFERENCE: dict[str, Callable[[], Program]] = {
    "bert_large_b8": partial(inference, language.bert(1024, 24, 16), texts(8, 384)),
    "conformer_l_b8": partial(
        inference, signals.conformer(512, 17, 8), array(8, 1600, 80)
    ),
    "convnext_l_b8": partial(
        inference,
        vision.convnext((3, 3, 27, 3), (192, 384, 768, 1536)),
        images(8),
    ),
    "dcn_b8192": partial(
        inference, relations.cross_network(CRITEO, 128, 3), *clicks(8192)
    ),
    "ddpm_unet_256_b1": partial(
        inference,
        vision.diffusion_unet(128, (1, 1, 2, 2, 4), (3, 4)),
        *diffusion(1, 256),
    ),
    "dit_xl_b4": partial(
        inference, vision.dit(1152, 28, 16), array(4, 32, 32, 4), indices(4)
    ),
    "dlrm_b8192": partial(inference, DLRM, *clicks(8192)),
    "efficientnet_b7_b2": partial(
        inference, vision.efficientnet(2.0, 3.1), images(2, 600)
    ),
    "esrgan_192_b1": partial(inference, vision.esrgan(8), images(1, 192)),
    "evoformer_4": partial(
        inference, relations.evoformer(4), array(128, 256, 256), array(256, 256, 128)
    ),
    "gpt2_medium_2k": partial(
        inference, language.gpt(*GPT2_MEDIUM, chunk=512), texts(1, 2048)
    ),
    "gpt2_medium_decode_b16": partial(language.gpt_decode, *GPT2_MEDIUM, 16, 1024),
    "gpt2_xl_decode_b8": partial(language.gpt_decode, *GPT2_XL, 8, 1024),
    "gpt2_xl_1k": partial(inference, language.gpt(*GPT2_XL), texts(1, 1024)),
    "hrnet_w32_512_b4": partial(inference, vision.hrnet(32), images(4, 512)),
    "llama_1b_decode_b16": partial(language.decode, language.LLAMA_1B, 16, 2048),
    "llama_1b_prefill_2k": partial(
        inference, language.prefill(language.LLAMA_1B, 512), texts(1, 2048)
    ),
    "llama_1b_decode_b64": partial(language.decode, language.LLAMA_1B, 64, 512),
    "llama_3b_part_decode_b16": partial(
        language.decode, language.LLAMA_3B_PART, 16, 4096
    ),
    "llama_8b_part_decode_b8": partial(
        language.decode, language.LLAMA_8B_PART, 8, 4096
    ),
    "llama_8b_part_prefill_4k": partial(
        inference, language.prefill(language.LLAMA_8B_PART, 512), texts(1, 4096)
    ),
    "llama_8b_part_prefill_8k": partial(
        inference, language.prefill(language.LLAMA_8B_PART, 512), texts(1, 8192)
    ),
    "mesh_graph_16k": partial(inference, relations.mesh_graph(128, 15), *mesh(*MESH)),
    "mixtral_part_decode_b32": partial(
        language.decode, language.MIXTRAL_PART, 32, 2048
    ),
    "mixtral_part_prefill_2k": partial(
        inference, language.prefill(language.MIXTRAL_PART, 512), texts(1, 2048)
    ),
    "moe16_decode_b64": partial(language.decode, language.SMALL_EXPERTS, 64, 1024),
    "molecules_b64": partial(
        inference, relations.molecules(128, 6), array(64, 64, 32), array(64, 64, 64, 16)
    ),
    "nerf_128k": partial(
        inference, relations.radiance_field(256, 8), array(131072, 3), array(131072, 3)
    ),
    "r2plus1d_34_b2": partial(
        inference, signals.r2plus1d((3, 4, 6, 3)), array(2, 16, 112, 112, 3)
    ),
    "resnet152_b8": partial(inference, resnet(RESNET152), images(8)),
    "shallow_water_2048": partial(signals.shallow_water, 2048, 12),
    "stable_diffusion_b2": partial(inference, STABLE_DIFFUSION, *diffusion(2, 64)),
    "timesformer_b1": partial(
        inference, signals.timesformer(768, 12, 12), array(1, 8, 224, 224, 3)
    ),
    "unet_512_b1": partial(
        inference, vision.unet((64, 128, 256, 512, 1024)), images(1, 512)
    ),
    "vit_l16_b8": partial(inference, vision.vit(1024, 24, 16), images(8)),
    "wavenet_b8": partial(
        inference, signals.wavenet(128, 256, 3), array(8, 16000, 256)
    ),
    "whisper_medium_decode_b8": partial(
        language.whisper_decode, 1024, 24, 16, 8, 448, 1500
    ),
    "whisper_medium_b1": partial(
        inference, signals.whisper_encoder(1024, 24, 16), array(1, 3000, 80)
    ),
}

TRAINING: dict[str, Callable[[], Program]] = {
    "alexnet_train_b128": partial(training, alexnet, images(128)),
    "bert_base_train_b8": partial(adam_step, language.bert(768, 12, 12), texts(8, 128)),
    "conformer_train_b16": partial(
        training, signals.conformer(256, 8, 4), array(16, 800, 80)
    ),
    "diffusion_train_b4": partial(
        adam_step, SMALL_DIFFUSION, *diffusion(4, 32), regression=True
    ),
    "dlrm_train_b4096": partial(training, SMALL_DLRM, *clicks(4096)),
    "efficientnet_b0_train_b32": partial(
        training, vision.efficientnet(1.0, 1.0, training=True), images(32)
    ),
    "distilgpt2_train_b2": partial(adam_step, language.gpt(768, 6, 12), texts(2, 512)),
    # Two of Llama's layers with the shapes of 1B, as in a pipeline of chips.
    "llama_1b_layers_train_b2": partial(
        adam_step,
        language.layers(replace(language.LLAMA_1B, depth=2), 512),
        array(2, 1024, 2048),
        regression=True,
    ),
    "mesh_graph_train": partial(
        adam_step, relations.mesh_graph(128, 6), *mesh(*MESH), regression=True
    ),
    "nerf_train_128k": partial(
        adam_step,
        relations.radiance_field(256, 8),
        array(131072, 3),
        array(131072, 3),
        regression=True,
    ),
    "resnet50_train_b32": partial(
        training, resnet((3, 4, 6, 3), training=True), images(32)
    ),
    "unet_train_256_b2": partial(
        training, vision.unet((64, 128, 256, 512), training=True), images(2, 256)
    ),
    "vit_s16_train_b32": partial(training, vision.vit(384, 12, 6), images(32)),
    "whisper_base_train_b1": partial(
        adam_step,
        signals.whisper_encoder(512, 6, 8),
        array(1, 3000, 80),
        regression=True,
    ),
}

PRODUCTS: dict[str, Callable[[], Program]] = {
    f"alphatensor_{side}": partial(alphatensor_product, side)
    for side in (2048, 2560, 3072, 3584, 4096)
}
PRODUCTS["bilinear_4x5x5_10240"] = partial(
    bilinear.product_program, bilinear.four_by_five_by_five, 8192, 10240, 10240
)

PROGRAMS = {**INFERENCE, **TRAINING, **PRODUCTS}

# Each program must be a name of the module for memplace.xla.
globals().update(PROGRAMS)
