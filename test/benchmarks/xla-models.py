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

os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, sys.argv.pop() + "/benchmarks/xla")

import jax
import jax.numpy as jnp
import numpy as np
import xla_programs_large as large
from xla_models import bilinear, blocks, language, relations, signals, vision
from xla_programs import inference

TEXT = jnp.asarray([[3, 1, 4, 1, 5]], jnp.int32)
TINY = language.Llama(width=32, depth=2, heads=4, shared=2, inner=64, words=50)


def drawn(shapes, seed=0):
    """Returns arrays for a tree of shapes: normal numbers, and zeros for integers."""
    generator = np.random.default_rng(seed)

    def draw(shape):
        if jnp.issubdtype(shape.dtype, jnp.integer):
            return jnp.zeros(shape.shape, shape.dtype)
        return jnp.asarray(generator.normal(0, 0.3, shape.shape), shape.dtype)

    return jax.tree.map(draw, shapes)


def run(model, *inputs, seed=0):
    """Returns the results of a model with drawn weights for these inputs."""
    shapes = [jax.ShapeDtypeStruct(each.shape, each.dtype) for each in inputs]
    function, (weights, *_) = inference(model, *shapes)
    return jax.jit(function)(drawn(weights, seed), *inputs)


def near(one, other, bound):
    """Returns True if no number differs by more."""
    difference = jnp.abs(
        jnp.asarray(one, jnp.float32) - jnp.asarray(other, jnp.float32)
    )
    return float(difference.max()) <= bound


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
        for causal in (False, True):
            whole = blocks.attend(query, key, value, causal=causal)
            for chunk in (3, 7, 9):
                parts = blocks.attend(query, key, value, causal=causal, chunk=chunk)
                self.assertTrue(near(parts, whole, 1e-2), (causal, chunk))

    def test_no_token_sees_those_after_it(self):
        x = drawn(blocks.array(1, 6, 16))
        changed = x.at[:, 4:].set(1)

        def model(weight, x):
            return blocks.self_attention(weight, x, 2, causal=True, chunk=4)

        one, other = run(model, x), run(model, changed)
        self.assertTrue(near(one[:, :4], other[:, :4], 0))
        self.assertFalse(near(one[:, 4:], other[:, 4:], 1e-3))

    def test_rotary_embeddings_keep_lengths_and_show_distances(self):
        x = drawn(blocks.array(1, 1, 1, 8)).astype(jnp.float32)
        many = jnp.broadcast_to(x, (1, 9, 1, 8))
        turned = blocks.rotate(many, blocks.angles(0, 9, 8))[0, :, 0]
        products = turned @ turned.T
        self.assertTrue(near(jnp.diag(products), jnp.sum(x * x), 1e-2))
        self.assertTrue(near(jnp.diag(products, 3)[0], jnp.diag(products, 3), 2e-2))
        later = blocks.rotate(many[:, :1], blocks.angles(5.0, 1, 8))
        self.assertTrue(near(later[0, 0, 0], turned[5], 1e-6))

    def test_groups_have_no_mean_and_unit_variance(self):
        x = 3 + 5 * drawn(blocks.array(2, 4, 4, 8))

        def model(weight, x):
            return blocks.group_norm(weight, x, 2)

        # Scale and shift are both 1.
        y = model(lambda *shape, dtype: jnp.ones(shape, dtype), x)
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
            jax.tree.map(jnp.zeros_like, each) for each in (firsts, seconds)
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
        caches = jax.tree.map(lambda each: jnp.zeros(each.shape, each.dtype), caches)
        for place in range(5):
            at = jnp.asarray(place, jnp.int32)
            found, caches = step(weights, TEXT[:, place], at, caches)
        return found, caches

    def test_decode_goes_on_where_prefill_ended(self):
        model = language.prefill(TINY, 2)
        function, (weights, _) = inference(model, blocks.indices(1, 5))
        weights = drawn(weights)
        wanted, kept = jax.jit(function)(weights, TEXT)
        found, caches = self.decoded(*language.decode(TINY, 1, 8), weights)
        self.assertTrue(near(found, wanted, 0.1))
        self.assertGreater(float(jnp.abs(wanted).max()), 0.5)
        for cache, whole in zip(caches, kept):
            self.assertTrue(near(cache[:, :5], whole, 0.1))
            self.assertTrue(near(cache[:, 5:], 0, 0))

    def test_one_token_after_the_other_is_all_at_once(self):
        model = language.gpt(32, 2, 4, words=50)
        function, (weights, _) = inference(model, blocks.indices(1, 5))
        weights = drawn(weights)
        wanted = jax.jit(function)(weights, TEXT)[:, -1]
        found, _ = self.decoded(*language.gpt_decode(32, 2, 4, 1, 5, 50), weights)
        self.assertTrue(near(found, wanted, 0.1))
        self.assertGreater(float(jnp.abs(wanted).max()), 0.5)

    def test_a_token_goes_through_its_two_experts(self):
        sizes = language.Llama(16, 1, 2, 1, 8, 10, experts=4)
        # So few tokens that no expert overflows.
        x = drawn(blocks.array(1, 2, 16)).astype(jnp.float32)
        weights = drawn([blocks.array(16, 4), blocks.array(4, 16, 8)] * 2, 3)
        gate, up = weights[0], weights[1]
        sent, down = weights[3], drawn(blocks.array(4, 8, 16), 4)
        supply = iter([gate, up, sent, down])
        found = language.experts_of(lambda *_: next(supply), x, sizes)[0]
        shares = jax.nn.softmax(x[0] @ gate.astype(jnp.float32))
        for token in range(2):
            best = np.argsort(-np.asarray(shares[token]))[:2]
            total = sum(float(shares[token, e]) for e in best)
            wanted = 0
            for e in best:
                y = jax.nn.silu(x[0, token] @ up[e]) * (x[0, token] @ sent[e])
                wanted += float(shares[token, e]) / total * (y @ down[e])
            self.assertTrue(near(found[token], wanted, 2e-2), token)


class OthersTest(unittest.TestCase):
    def test_water_is_neither_made_nor_lost(self):
        function, _ = signals.shallow_water(16, 10)
        bump = np.random.default_rng(2).random((16, 16), np.float32)
        height = jnp.asarray(10 + bump)
        still = jnp.zeros_like(height)
        after, right, down = jax.jit(function)(height, still, still)
        self.assertAlmostEqual(float(after.mean()), float(height.mean()), places=4)
        self.assertGreater(float(jnp.abs(right).max()), 0)
        flat = jnp.full_like(height, 3)
        after, right, _ = jax.jit(function)(flat, still, still)
        self.assertTrue(near(after, 3, 1e-5) and near(right, 0, 1e-5))

    def test_edges_are_summed_at_their_targets(self):
        found = relations.sums_at(jnp.asarray([1, 2, 4]), jnp.asarray([2, 0, 2]), 4)
        self.assertEqual(found.tolist(), [2, 0, 5, 0])

    def test_order_of_a_molecules_atoms_does_not_matter(self):
        nodes, pairs = drawn(blocks.array(1, 5, 8)), drawn(blocks.array(1, 5, 5, 4))
        turned = jnp.asarray([3, 0, 4, 1, 2])
        model = relations.molecules(16, 2)
        one = run(model, nodes, pairs)
        other = run(model, nodes[:, turned], pairs[:, turned][:, :, turned])
        self.assertTrue(near(one, other, 2e-2))
        gradient = jax.grad(lambda each: run(model, nodes, each).sum())(pairs)
        self.assertTrue((gradient != 0).any())

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
