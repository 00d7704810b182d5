# memplace.torch.fit: steps of PyTorch within a budget by PyTorch's allocator, with equal
# bits.
#
# REQUIRES: torch-venv, python-bindings
# UNSUPPORTED: sanitizer
# RUN: env PYTHONPATH=%build_root/python %torch_python -W ignore %s

import copy
import doctest
import random
import unittest
import warnings
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import memplace.torch
import memplace.torch.fitting
from memplace.errors import InputError
from memplace.torch.memory import peak_of

torch.set_num_threads(1)
ROOT = Path(__file__).resolve().parents[2]
CPU = torch.device("cpu")


class Block(nn.Module):
    """A layer of a transformer with dropout."""

    def __init__(self, width, dropout=0.0):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        rows, length, width = x.shape
        parts = self.mix(self.norm(x)).chunk(3, -1)
        q, k, v = (p.view(rows, length, 4, -1).transpose(1, 2) for p in parts)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.dropout(self.out(mixed.transpose(1, 2).reshape(x.shape)))
        return x + self.down(F.gelu(self.up(x)))


class Transformer(nn.Module):
    """Layers whose embedding is also the weights of the output."""

    def __init__(self, layers=4, width=32, dropout=0.0, checkpoints=False):
        super().__init__()
        self.embed = nn.Embedding(64, width)
        self.blocks = nn.ModuleList(Block(width, dropout) for _ in range(layers))
        self.checkpoints = checkpoints

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False) if self.checkpoints else block(x)
        return F.linear(x, self.embed.weight)


class Convolutions(nn.Module):
    """Convolutions with running statistics and skips."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8)) for _ in range(4)
        )
        self.last = nn.Linear(8, 10)

    def forward(self, x):
        x = self.first(x)
        for layer in self.layers:
            x = x + F.relu(layer(x), inplace=True)
        return self.last(F.adaptive_avg_pool2d(x, 1).flatten(1))


def classify(model, optimizer, batch):
    """A step that drops its gradients at the end."""
    x, y = batch
    loss = F.cross_entropy(model(x).flatten(0, -2), y.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


def classify_zero_first(model, optimizer, batch):
    """A step that keeps its gradients until the next one."""
    optimizer.zero_grad()
    x, y = batch
    loss = F.cross_entropy(model(x).flatten(0, -2), y.flatten())
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return {"loss": loss.detach(), "count": y.numel()}


def classify_autocast(model, optimizer, batch):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = F.cross_entropy(model(batch[0]).flatten(0, -2).float(), batch[1].flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


def accumulate(model, optimizer, batch):
    """Two halves of a batch, whose gradients are added."""
    for x, y in zip(batch[0].chunk(2), batch[1].chunk(2)):
        F.cross_entropy(model(x).flatten(0, -2), y.flatten()).backward()
    optimizer.step()
    optimizer.zero_grad()


def tokens(rows=16, length=64):
    both = torch.randint(0, 64, (2, rows, length))
    return both[0].clone(), both[1].clone()


def images():
    return torch.randn(8, 3, 24, 24), torch.randint(0, 10, (8,))


def adamw(model):
    return torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, foreach=True)


def optimizers(model):
    """Returns optimizers that read counts of steps as numbers, and others."""
    yield torch.optim.AdamW(model.parameters(), lr=1e-2, foreach=False)
    yield torch.optim.Adam(model.parameters(), lr=1e-2, foreach=True, amsgrad=True)
    yield torch.optim.NAdam(model.parameters())
    yield torch.optim.Adamax(model.parameters())
    yield torch.optim.Adagrad(model.parameters())
    yield torch.optim.RMSprop(model.parameters(), momentum=0.5, centered=True)


def tensors_of(model, optimizer):
    """Returns all tensors that a step may change, by name."""
    found = dict(model.state_dict())
    for name, parameter in model.named_parameters():
        found[f"{name}.grad"] = parameter.grad
        for key, value in optimizer.state.get(parameter, {}).items():
            found[f"{name}.{key}"] = value
    return found


def bits(value):
    return None if value is None else (value.dtype, value.detach().numpy().tobytes())


def run(step, batches):
    """Returns the results of a step for batches, with equal random numbers."""
    torch.manual_seed(3)
    return [step(batch) for batch in batches]


class FitTest(unittest.TestCase):
    def check(self, f, model, optimizer, make_batch, shares):
        """Fits a step to shares of the memory that it needs in PyTorch's order. Compares
        each result and all tensors with those of the given step."""
        batches = [make_batch() for _ in range(3)]
        given = copy.deepcopy((model, optimizer))
        expected = run(lambda batch: f(*given, batch), batches)
        unchanged = memplace.torch.fit(f, (model, optimizer, batches[0]), 2**40)
        self.assertFalse(unchanged.is_changed)
        for share in (1, *shares):
            with self.subTest(step=f.__name__, share=share):
                own = copy.deepcopy((model, optimizer))
                budget = int(unchanged.unchanged_peak_bytes * share)
                before = {k: bits(v) for k, v in tensors_of(*own).items()}
                step = memplace.torch.fit(f, (*own, batches[0]), budget)
                after = {k: bits(v) for k, v in tensors_of(*own).items()}
                self.assertEqual(before, after)
                self.assertEqual(step.is_changed, share < 1)
                self.assertEqual(bool(step.repeated), share < 1 and step.is_changed)
                self.assertLessEqual(step.predicted_peak_bytes, budget)
                self.assertGreaterEqual(step.predicted_seconds, step.unchanged_seconds)
                self.assertIn("not measured yet", str(step))
                results = run(step, batches)
                self.assertEqual(repr(results), repr(expected))
                self.assertLessEqual(step.measured_peak_bytes, budget)
                # The plan is what happens: at most 3 % more is promised.
                self.assertGreater(
                    step.measured_peak_bytes, 0.97 * step.predicted_peak_bytes
                )
                found = {k: bits(v) for k, v in tensors_of(*own).items()}
                wanted = {k: bits(v) for k, v in tensors_of(*given).items()}
                self.assertEqual(found, wanted)

    def test_transformer(self):
        for optimizer in (adamw, sgd):
            for f in (classify, classify_zero_first):
                model = Transformer()
                self.check(f, model, optimizer(model), tokens, (0.6, 0.35))

    def test_dropout(self):
        model = Transformer(dropout=0.2)
        self.check(classify, model, adamw(model), tokens, (0.6, 0.45))

    def test_own_checkpoints(self):
        model = Transformer(checkpoints=True)
        self.check(classify, model, adamw(model), tokens, (0.8,))

    def test_autocast(self):
        model = Transformer()
        self.check(classify_autocast, model, adamw(model), tokens, (0.6, 0.4))

    def test_accumulated(self):
        model = Transformer()
        self.check(accumulate, model, adamw(model), tokens, (0.8, 0.5))

    def test_convolutions(self):
        for optimizer in (adamw, sgd):
            model = Convolutions()
            self.check(classify, model, optimizer(model), images, (0.8, 0.7))

    def test_optimizer_with_state(self):
        model = Transformer()
        optimizer = adamw(model)
        classify(model, optimizer, tokens())
        self.check(classify, model, optimizer, tokens, (0.5,))

    def test_frozen(self):
        model = Transformer()
        for parameter in model.blocks[:2].parameters():
            parameter.requires_grad = False
        trained = [p for p in model.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(trained, fused=True)
        self.check(classify, model, optimizer, tokens, (0.6,))

    def test_model(self):
        """A module runs without gradients, and keeps its budget."""
        model = Transformer(layers=2).eval()
        x, _ = tokens()
        with torch.no_grad():
            expected, peak = peak_of(lambda: model(x), CPU)
        step = memplace.torch.fit(model, (x,), "100MB")
        self.assertEqual(bits(step(x)), bits(expected))
        held = sum(t.nbytes for t in (*model.parameters(), x))
        self.assertLessEqual(step.measured_peak_bytes, held + peak)

    def test_optimizers(self):
        model = nn.Sequential(nn.Linear(32, 32), nn.GELU(), nn.Linear(32, 64))
        make_batch = lambda: (torch.randn(256, 32), torch.randint(0, 64, (256,)))
        for optimizer in optimizers(model):
            self.check(classify, model, optimizer, make_batch, ())

    def test_result_is_a_number(self):
        x = torch.randn(40)
        step = memplace.torch.fit(lambda x: {"mean": x.exp().mean().item() / 3}, (x,), "1MB")
        self.assertEqual(step(x), {"mean": x.exp().mean().item() / 3})

    def test_untracked_norms(self):
        """Kernels without running statistics have results that are None."""
        model = nn.Sequential(
            nn.Conv2d(3, 8, 3), nn.InstanceNorm2d(8), nn.BatchNorm2d(8, track_running_stats=False),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10),
        )  # fmt: skip
        self.check(classify, model, adamw(model), images, ())

    def test_unused_and_constant(self):
        """Unused results take nothing; constants, and copies of them, count."""
        f = lambda x: (x.exp(), x.sin() + torch.tensor([[1.0] * 64] * 256))[1].sum()
        x = torch.randn(256, 64)
        step = memplace.torch.fit(f, (x,), "1MB")
        step(x)
        self.assertLess(step.measured_peak_bytes, 5.1 * x.nbytes)
        self.assertGreater(step.measured_peak_bytes, 0.97 * step.predicted_peak_bytes)

    def test_kernel_that_refuses_zeros(self):
        x = torch.full((4,), 7)
        step = memplace.torch.fit(lambda x, y: x // y, (x, x - 4), "1MB")
        self.assertEqual(bits(step(x, x - 4)), bits(x // 3))

    def test_random_programs(self):
        """Random ops, with views, ops in place and random numbers."""
        for seed in range(30):
            with self.subTest(seed=seed):
                f = random_function(seed)
                x = torch.randn(8, 16)
                torch.manual_seed(seed)
                ours = x.clone()
                expected = f(ours)
                plan = memplace.torch.fit(f, (x,), 2**40)
                peaks = {plan.predicted_peak_bytes, self.least(f, x)}
                for budget in peaks:
                    argument = x.clone()
                    step = memplace.torch.fit(f, (argument,), budget)
                    torch.manual_seed(seed)
                    results = step(argument)
                    self.assertEqual(list(map(bits, results)), list(map(bits, expected)))
                    self.assertEqual(bits(argument), bits(ours))
                    self.assertLessEqual(step.measured_peak_bytes, budget)

    def least(self, f, x):
        """Returns the bytes that the error of a budget of a byte names."""
        with self.assertRaises(InputError) as raised:
            memplace.torch.fit(f, (x,), 1)
        return int(str(raised.exception).split("plans need ")[1].split()[0])


def random_function(seed):
    """Returns a function of a tensor of 8 × 16 elements."""
    numbers = random.Random(seed)
    chosen = [numbers.randrange(10) for _ in range(14)]
    places = [(numbers.random(), numbers.random()) for _ in chosen]

    def f(x):
        values = [x * 2]
        for kind, (one, two) in zip(chosen, places):
            a = values[int(one * len(values))]
            b = values[int(two * len(values))]
            if kind == 0:
                values.append(a.t().contiguous().t() + b)
            elif kind == 1:
                a.add_(b.sum())
            elif kind == 2:
                a[:, 3:9].mul_(0.5)
            elif kind == 3:
                values.append(torch.rand_like(a) - b)
            elif kind == 4:
                values.append(torch.cat([a[:4], b[4:]]))
            elif kind == 5:
                values.append(torch.sort(a, dim=1)[0])
            elif kind == 6:
                values.append(a.reshape(16, 8).t().exp().clamp_(max=3).tanh_())
                values[-1] = values[-1].reshape(8, 16)
            elif kind == 7:
                x.sub_(a, alpha=0.1)
            elif kind == 8:
                values.append(a[2:3].expand(8, 16).sigmoid())
            else:
                a.copy_(b * 1.5)
        return values[-3:]

    return f


class ExamplesTest(unittest.TestCase):
    def test_examples(self):
        """The examples of the guide and of the docstring print what they quote."""
        guide = ROOT / "docs" / "guide" / "torch-fit.md"
        for found in (
            doctest.testfile(str(guide), False, optionflags=doctest.ELLIPSIS),
            doctest.testmod(memplace.torch.fitting),
        ):
            self.assertEqual(found.failed, 0)
            self.assertGreater(found.attempted, 8)


class Keeper(nn.Linear):
    def forward(self, x):
        self.last = super().forward(x)
        return self.last


class BadInputTest(unittest.TestCase):
    def refuse(self, text, f, args, memory=2**40):
        state = torch.random.get_rng_state()
        with self.assertRaisesRegex(InputError, text):
            memplace.torch.fit(f, args, memory)
        self.assertTrue(torch.equal(state, torch.random.get_rng_state()))

    def test_arguments(self):
        x = torch.ones(4)
        self.refuse("f must be a function or a module, got 3", 3, (x,))
        self.refuse("args must be the tuple", torch.sin, x)
        self.refuse("memory", torch.sin, (x,), "9 parsecs")
        self.refuse("sparse", torch.sin, (x.to_sparse(),))
        self.refuse(
            "several devices: args\\[0\\] on cpu, args\\[1\\] on meta",
            torch.add,
            (x, torch.ones(4, device="meta")),
        )

    def test_data_dependent(self):
        x = torch.ones(4)
        self.refuse("cannot be planned", lambda x: x[x > 0], (x,))
        self.refuse("torch-fit.py.*only numbers", lambda x: x.argmax().item(), (x,))
        branch = lambda x: x + 1 if x.sum().item() > 3 else x
        self.refuse("in a condition", branch, (x,))
        model = nn.Linear(4, 4)
        optimizer = torch.optim.RAdam(model.parameters())
        step = lambda m, o, x: (m(x).sum().backward(), o.step())
        self.refuse("in a condition", step, (model, optimizer, x))

    def test_random_state(self):
        """A step that sets the state of random numbers would get other ones."""
        layer = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5))
        f = lambda m, x: checkpoint(m, x, use_reentrant=False).sum().backward()
        self.refuse("set_rng_state.*checkpoint", f, (layer, torch.ones(4, 8)))

        def seeded(x):
            torch.manual_seed(3)
            return x + torch.rand(4)

        self.refuse("manual_seed", seeded, (torch.ones(4),))
        generator = torch.Generator()
        own = lambda x: x + torch.rand(4, generator=generator)
        self.refuse("generator of its own .torch-fit.py", own, (torch.ones(4),))

    def test_unusual_tensors(self):
        x = torch.ones(4, requires_grad=True)
        x.register_hook(lambda grad: grad * 2)
        self.refuse("args\\[0\\] has hooks", lambda x: x.sum().backward(), (x,))
        z = torch.ones(4, dtype=torch.complex64)
        self.refuse("conjugate", lambda z: z.conj() * 2, (z,))
        both = np.ones(4)
        pair = torch.from_numpy(both), torch.from_numpy(both)
        self.refuse("args\\[0\\] and args\\[1\\] share memory", torch.add, pair)
        self.refuse("NumPy; pass a tensor", lambda d: d, ({"a": both},))
        lstm = nn.LSTM(8, 6)
        train = lambda m, x: m(x)[0].sum().backward()
        self.refuse("mkldnn_rnn_layer", train, (lstm, torch.randn(5, 3, 8)))
        out = lambda x: torch.add(x, x, out=torch.empty(0))
        self.refuse("changes the shape of its output", out, (torch.ones(4),))
        self.refuse("returns a Linear", lambda m, x: m, (nn.Linear(4, 4), torch.ones(4)))
        self.refuse("fails without data: RuntimeError", lambda x: x.numpy(), (torch.ones(4),))

    def test_new_constants(self):
        def f(seen, x):
            if "warm" not in seen:
                seen["warm"] = True
                return x * 2
            return x * 3

        self.refuse("\\['warm'\\] from none to True", f, ({}, torch.ones(4)))

        class Counting(nn.Linear):
            _count = 0

            def forward(self, x):
                self._count += 1
                return super().forward(x) * self._count

        self.refuse("_count from none to 1", nn.Module.__call__, (Counting(4, 4), torch.ones(4)))

    def test_changed_between_calls(self):
        """Changes that PyTorch would follow are refused: numbers of other types, trained
        parameters, hooks, autocast, and parts of larger tensors."""
        x = torch.arange(4)
        step = memplace.torch.fit(torch.mul, (x, 1), 2**30)
        with self.assertRaisesRegex(InputError, r"1.0 \(float\), was 1 \(int\)"):
            step(x, 1.0)
        model, x = nn.Linear(4, 4), torch.ones(4)
        train = lambda m, x: m(x).sum().backward()
        step = memplace.torch.fit(train, (model, x), 2**30)
        with torch.autocast("cpu"), self.assertRaisesRegex(InputError, "autocast"):
            step(x)
        with self.assertRaisesRegex(InputError, "larger or smaller"):
            step(torch.ones(8)[:4])
        handle = model.register_forward_hook(lambda *_: None)
        with self.assertRaisesRegex(InputError, "_forward_hooks is 1"):
            step(x)
        handle.remove()
        model.bias.requires_grad_(False)
        with self.assertRaisesRegex(InputError, "bias.requires_grad is False, was True"):
            step(x)

    def test_captured(self):
        other = torch.ones(4)
        self.refuse("torch-fit.py:.*none of its arguments", lambda x: x + other, (other + 1,))

    def test_kept_elsewhere(self):
        model = Keeper(4, 4)
        self.refuse("args\\[0\\].*last", lambda m, x: m(x).sum(), (model, torch.ones(4)))

    def test_changed_numbers(self):
        counts = {"calls": 0}

        def f(counts, x):
            counts["calls"] += 1
            return x + 1

        self.refuse("changes args\\[0\\]\\['calls'\\] from 0 .int. to 1 .int.", f, (counts, torch.ones(4)))
        self.assertEqual(counts, {"calls": 0})

    def test_calls(self):
        model = Transformer(layers=1)
        optimizer, batch = adamw(model), tokens()
        step = memplace.torch.fit(classify, (model, optimizer, batch), 2**40)
        with self.assertRaisesRegex(InputError, "a call has 1 arguments, got 2"):
            step(*batch)
        short = tuple(part[:8] for part in batch)
        with self.assertRaisesRegex(InputError, r"args\[2\]\[0\] is int64\[8, 64\]"):
            step(short)
        step(batch)
        optimizer.param_groups[0]["lr"] = 0.5
        with self.assertRaisesRegex(InputError, r"\['lr'\] is 0.5 .float., was 0.01 .float. when planned"):
            step(batch)

    def test_profiler(self):
        """A user's profiler may see calls, but not `fit`, which uses one."""
        x = torch.ones(64)
        with torch.autograd.profiler.profile(use_kineto=False):
            self.refuse("call fit outside", torch.sin, (x,))
        step = memplace.torch.fit(torch.sin, (x,), "1MB")
        with torch.autograd.profiler.profile(use_kineto=False) as seen:
            self.assertEqual(bits(step(x)), bits(torch.sin(x)))
        self.assertIn("aten::sin", {event.key for event in seen.key_averages()})
        self.assertIsNone(step.measured_peak_bytes)

    def test_too_small(self):
        model = Transformer()
        args = model, adamw(model), tokens()
        with self.assertRaisesRegex(InputError, "are arguments") as raised:
            memplace.torch.fit(classify, args, "1KB")
        need = int(str(raised.exception).split("plans need ")[1].split()[0])
        step = memplace.torch.fit(classify, args, need)
        step(args[2])
        self.assertLessEqual(step.measured_peak_bytes, need)

    def test_surprise(self):
        """A call that takes more than predicted is noticed; the next one has a plan for
        less, or is refused."""
        model = Transformer()
        args = model, adamw(model), tokens()
        classify(*args)
        size = memplace.torch.fit(classify, args, 2**40).unchanged_peak_bytes
        for share, is_refused in ((0.8, False), (0.3, True)):
            step = memplace.torch.fit(classify, args, int(size * share))
            (plan,) = step._plans.plans
            excess = int(size * 0.1)
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                step._plans.learn(plan, plan.peak + excess)
            self.assertIn("the next call has another plan", str(seen[0].message))
            if is_refused:
                with self.assertRaisesRegex(InputError, "a call took .* plans need"):
                    step(args[2])
            else:
                step(args[2])
                limit = step.budget_bytes - excess
                self.assertLessEqual(step.measured_peak_bytes, limit)


if __name__ == "__main__":
    unittest.main()
