# The models of benchmarks/xla/xla_models compute the functions they are named for, at small
# sizes, and memplace.xla accepts the programs of xla_programs_large.py. Nothing is compiled
# for a TPU.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s %src_root

import math
import os
import sys
import unittest
from functools import partial

os.environ["JAX_PLATFORMS"] = "cpu"
# XLA compiles in a quarter of the time without its optimizations. Outside of jax.jit, JAX would
# compile each op by itself, so NumPy prepares and compares the arrays.
os.environ["XLA_FLAGS"] = " ".join(
    (
        "--xla_backend_optimization_level=0",
        "--xla_cpu_use_fusion_emitters=false",
        "--xla_cpu_parallel_codegen_split_count=1",
    )
)
sys.path.insert(0, sys.argv.pop() + "/benchmarks/xla")

import jax
import jax.numpy as jnp
import numpy as np
import xla_programs_large as large
from xla_models import bilinear, blocks, language, relations, signals, vision
from xla_programs import inference

TEXT = np.asarray([[3, 1, 4, 1, 5]], np.int32)
TINY = language.Llama(width=32, depth=2, heads=4, shared=2, inner=64, words=50)


def drawn(shapes, seed=0):
    """Returns arrays for a tree of shapes: normal numbers, and zeros for integers."""
    generator = np.random.default_rng(seed)

    def draw(shape):
        if jnp.issubdtype(shape.dtype, jnp.integer):
            return jnp.asarray(np.zeros(shape.shape, shape.dtype))
        return jnp.asarray(generator.normal(0, 0.3, shape.shape).astype(shape.dtype))

    return jax.tree.map(draw, shapes)


def run(model, *inputs, seed=0):
    """Returns the results of a model with drawn weights for these inputs."""
    shapes = [jax.ShapeDtypeStruct(each.shape, each.dtype) for each in inputs]
    function, (weights, *_) = inference(model, *shapes)
    return jax.jit(function)(drawn(weights, seed), *inputs)


def near(one, other, bound):
    """Returns True if no number differs by more."""
    difference = np.asarray(one, np.float32) - np.asarray(other, np.float32)
    return float(np.abs(difference).max()) <= bound


class SchemesTest(unittest.TestCase):
    def test_schemes_stand_for_the_product_of_matrices(self):
        schemes = {
            7: bilinear.strassen(),
            49: bilinear.strassen_twice(),
            85: bilinear.four_by_five_by_five(),
            30: bilinear.schoolbook(2, 3, 5),
        }
        for rank, scheme in schemes.items():
            self.assertEqual(scheme.rank, rank)
            self.assertTrue(scheme.is_right(), rank)
        self.assertEqual(schemes[85].sizes, (4, 5, 5))
        self.assertEqual(schemes[30].sizes, (2, 3, 5))

    def test_a_wrong_sign_is_found(self):
        scheme = bilinear.strassen_twice()
        scheme.result[48] *= -1
        self.assertFalse(scheme.is_right())

    def test_each_way_to_lie_side_by_side(self):
        for axis in range(3):
            sizes = [2, 2, 2]
            sizes[axis] = 3
            other = bilinear.schoolbook(*(2 if k != axis else 1 for k in range(3)))
            both = bilinear.beside(bilinear.strassen(), other, axis)
            self.assertEqual((both.rank, both.sizes), (11, tuple(sizes)))
            self.assertTrue(both.is_right(), axis)

    def test_programs_multiply(self):
        generator = np.random.default_rng(1)
        for scheme in (bilinear.strassen_twice(), bilinear.four_by_five_by_five()):
            rows, inner, columns = scheme.sizes
            a = generator.integers(-9, 9, (2 * rows, 3 * inner))
            b = generator.integers(-9, 9, (3 * inner, 2 * columns))
            found = bilinear.multiply(scheme, a, b)
            self.assertTrue((np.asarray(found) == a @ b).all())


class BlocksTest(unittest.TestCase):
    def test_attention_in_parts_is_that_of_all(self):
        query, key, value = (
            drawn(blocks.array(2, 7, heads, 8), heads) for heads in (4, 2, 2)
        )
        attend = jax.jit(blocks.attend, static_argnames=("causal", "chunk"))
        for causal in (False, True):
            whole = attend(query, key, value, causal=causal)
            for chunk in (3, 7, 9):
                parts = attend(query, key, value, causal=causal, chunk=chunk)
                self.assertTrue(near(parts, whole, 1e-2), (causal, chunk))

    def test_no_token_sees_those_after_it(self):
        x = drawn(blocks.array(1, 6, 16))
        changed = np.array(x)
        changed[:, 4:] = 1

        def model(weight, x):
            return blocks.self_attention(weight, x, 2, causal=True, chunk=4)

        one, other = (
            np.asarray(run(model, each), np.float32) for each in (x, changed)
        )
        self.assertTrue(near(one[:, :4], other[:, :4], 0))
        self.assertFalse(near(one[:, 4:], other[:, 4:], 1e-3))

    def test_rotary_embeddings_keep_lengths_and_show_distances(self):
        x = np.asarray(drawn(blocks.array(1, 1, 1, 8)), np.float32)
        many = np.broadcast_to(x, (1, 9, 1, 8))

        @partial(jax.jit, static_argnums=(1, 2))
        def turned_from(x, first, count):
            return blocks.rotate(x, blocks.angles(first, count, 8))

        turned = np.asarray(turned_from(many, 0, 9))[0, :, 0]
        products = turned @ turned.T
        self.assertTrue(near(np.diag(products), np.sum(x * x), 1e-2))
        self.assertTrue(near(np.diag(products, 3)[0], np.diag(products, 3), 2e-2))
        later = np.asarray(turned_from(many[:, :1], 5.0, 1))
        self.assertTrue(near(later[0, 0, 0], turned[5], 1e-6))

    def test_groups_have_no_mean_and_unit_variance(self):
        x = 3 + 5 * np.asarray(drawn(blocks.array(2, 4, 4, 8)))

        def model(weight, x):
            return blocks.group_norm(weight, x, 2)

        # Scale and shift are both 1.
        y = jax.jit(lambda x: model(lambda *shape, dtype: jnp.ones(shape, dtype), x))(x)
        y = np.asarray(y, np.float32) - 1
        y = y.reshape(2, 16, 2, 4)
        self.assertTrue(near(y.mean((1, 3)), 0, 2e-2))
        self.assertTrue(near(y.std((1, 3)), 1, 2e-2))

    def test_training_descends(self):
        def model(weight, x):
            return blocks.mlp(weight, x, (16, 4))

        function, arguments = blocks.adam_step(model, blocks.array(8, 8))
        weights, firsts, seconds, labels, x = drawn(arguments)
        firsts, seconds = (
            jax.tree.map(lambda each: jnp.asarray(np.zeros_like(each)), moments)
            for moments in (firsts, seconds)
        )
        losses = []
        for _ in range(20):
            weights, firsts, seconds, loss = function(
                weights, firsts, seconds, labels, x
            )
            losses.append(float(loss))
        self.assertLess(losses[-1], losses[0])


class LanguageTest(unittest.TestCase):
    def decoded(self, step, arguments, weights):
        """Returns the scores after five tokens in succession, and the caches."""
        shapes, _, _, caches = arguments
        self.assertEqual(
            [each.shape for each in shapes], [each.shape for each in weights]
        )
        caches = jax.tree.map(
            lambda each: jnp.asarray(np.zeros(each.shape, each.dtype)), caches
        )
        for place in range(5):
            at = np.asarray(place, np.int32)
            found, caches = step(weights, TEXT[:, place], at, caches)
        return found, [np.asarray(each, np.float32) for each in caches]

    def test_decode_goes_on_where_prefill_ended(self):
        model = language.prefill(TINY, 2)
        function, (weights, _) = inference(model, blocks.indices(1, 5))
        weights = drawn(weights)
        wanted, kept = jax.jit(function)(weights, TEXT)
        wanted = np.asarray(wanted, np.float32)
        found, caches = self.decoded(*language.decode(TINY, 1, 8), weights)
        self.assertTrue(near(found, wanted, 0.1))
        self.assertGreater(float(np.abs(wanted).max()), 0.5)
        for cache, whole in zip(caches, kept):
            self.assertTrue(near(cache[:, :5], whole, 0.1))
            self.assertTrue(near(cache[:, 5:], 0, 0))

    def test_one_token_after_the_other_is_all_at_once(self):
        model = language.gpt(32, 2, 4, words=50)
        function, (weights, _) = inference(model, blocks.indices(1, 5))
        weights = drawn(weights)
        wanted = np.asarray(jax.jit(function)(weights, TEXT), np.float32)[:, -1]
        found, _ = self.decoded(*language.gpt_decode(32, 2, 4, 1, 5, 50), weights)
        self.assertTrue(near(found, wanted, 0.1))
        self.assertGreater(float(np.abs(wanted).max()), 0.5)

    def test_a_token_goes_through_its_two_experts(self):
        sizes = language.Llama(16, 1, 2, 1, 8, 10, experts=4)
        # So few tokens that no expert overflows.
        x = np.asarray(drawn(blocks.array(1, 2, 16)), np.float32)
        weights = drawn([blocks.array(16, 4), blocks.array(4, 16, 8)] * 2, 3)
        weights = [weights[0], weights[1], weights[3]]
        weights.append(drawn(blocks.array(4, 8, 16), 4))

        def experts(weights, x):
            supply = iter(weights)
            return language.experts_of(lambda *_: next(supply), x, sizes)

        found = np.asarray(jax.jit(experts)(weights, x))[0]
        gate, up, sent, down = (np.asarray(each, np.float32) for each in weights)
        powers = np.exp(x[0] @ gate)
        shares = powers / powers.sum(1, keepdims=True)
        for token in range(2):
            best = np.argsort(-shares[token])[:2]
            total = sum(shares[token, e] for e in best)
            wanted = 0
            for e in best:
                y = x[0, token] @ up[e]
                # SiLU, times the other product.
                y = y / (1 + np.exp(-y)) * (x[0, token] @ sent[e])
                wanted += shares[token, e] / total * (y @ down[e])
            self.assertTrue(near(found[token], wanted, 2e-2), token)


class OthersTest(unittest.TestCase):
    def test_water_is_neither_made_nor_lost(self):
        function, _ = signals.shallow_water(16, 10)
        bump = np.random.default_rng(2).random((16, 16), np.float32)
        height = 10 + bump
        still = np.zeros_like(height)
        function = jax.jit(function)
        after, right, down = (np.asarray(each) for each in function(height, still, still))
        self.assertAlmostEqual(float(after.mean()), float(height.mean()), places=4)
        self.assertGreater(float(np.abs(right).max()), 0)
        flat = np.full_like(height, 3)
        after, right, _ = function(flat, still, still)
        self.assertTrue(near(after, 3, 1e-5) and near(right, 0, 1e-5))

    def test_edges_are_summed_at_their_targets(self):
        found = relations.sums_at(jnp.asarray([1, 2, 4]), jnp.asarray([2, 0, 2]), 4)
        self.assertEqual(found.tolist(), [2, 0, 5, 0])

    def test_order_of_a_molecules_atoms_does_not_matter(self):
        shapes = blocks.array(1, 5, 8), blocks.array(1, 5, 5, 4)
        nodes, pairs = (np.asarray(drawn(each)) for each in shapes)
        turned = np.asarray([3, 0, 4, 1, 2])
        model = relations.molecules(16, 2)
        one = run(model, nodes, pairs)
        other = run(model, nodes[:, turned], pairs[:, turned][:, :, turned])
        self.assertTrue(near(one, other, 2e-2))
        function, (weights, *_) = inference(model, *shapes)

        def summed(weights, each):
            return function(weights, nodes, each).sum()

        gradient = jax.jit(jax.grad(summed, 1))(drawn(weights), pairs)
        self.assertTrue((np.asarray(gradient) != 0).any())

    def test_sides_of_results(self):
        cases = (
            (vision.unet((8, 16)), (1, 16, 16, 3), (1, 16, 16, 2)),
            (vision.hrnet(8, (1, 1)), (1, 64, 64, 3), (1, 16, 16, 19)),
            (vision.esrgan(1), (1, 8, 8, 3), (1, 32, 32, 3)),
            (vision.efficientnet(1.0, 0.5), (1, 64, 64, 3), (1, 1000)),
            (signals.r2plus1d((1, 1)), (1, 4, 16, 16, 3), (1, 400)),
            (signals.wavenet(8, 16, 1), (1, 32, 16), (1, 32, 256)),
            (signals.conformer(16, 1, 2), (1, 16, 8), (1, 4, 1024)),
        )
        for model, shape, wanted in cases:
            function, arguments = inference(model, blocks.array(*shape))
            self.assertEqual(jax.eval_shape(function, *arguments).shape, wanted)

    def test_diffusion_keeps_the_shape(self):
        model = vision.diffusion_unet(32, (1, 2), (1,), 1)
        inputs = large.diffusion(1, 16, 3, 8)
        function, arguments = inference(model, *inputs)
        self.assertEqual(jax.eval_shape(function, *arguments).shape, (1, 16, 16, 4))


class ProgramsTest(unittest.TestCase):
    def test_programs_are_names_of_the_module(self):
        self.assertGreaterEqual(len(large.PROGRAMS), 30)
        self.assertGreaterEqual(len(large.TRAINING), 10)
        for name, make in large.PROGRAMS.items():
            self.assertIs(getattr(large, name), make)
            self.assertTrue(callable(make))

    def test_makers_return_a_function_and_its_arguments(self):
        names = ("nerf_128k", "shallow_water_2048", "dlrm_b8192", "unet_512_b1")
        for name in (*names, "bilinear_4x5x5_10240"):
            function, arguments = large.PROGRAMS[name]()
            results = jax.tree.leaves(jax.eval_shape(function, *arguments))
            self.assertTrue(results, name)

    def test_efficientnet_has_the_weights_that_it_is_known_for(self):
        for scale, millions in (((1.0, 1.0), 5.3), ((2.0, 3.1), 66)):
            model = vision.efficientnet(*scale)
            _, (weights, _) = inference(model, blocks.array(1, 64, 64, 3))
            count = sum(math.prod(each.shape) for each in weights)
            self.assertLess(abs(count / 1e6 / millions - 1), 0.02)


unittest.main()
