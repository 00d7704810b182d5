# memplace.torch.fit: storages in the host's memory. The host's memory of a CPU is the
# device's, so plans get a host here whose memory PyTorch's allocator does not count.
#
# REQUIRES: torch-venv, python-bindings
# UNSUPPORTED: sanitizer
# RUN: env PYTHONPATH=%build_root/python %torch_python -W ignore %s

import contextlib
import copy
import random
import unittest
from unittest import mock

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

import memplace.torch
from memplace.errors import InputError
from memplace.torch import host as host_module
from memplace.torch.fitting import fit_by
from memplace.torch.host import Host
from memplace.torch.state import form_of, read_state

torch.set_num_threads(1)


class CpuHost(Host):
    """Arrays of NumPy. Copies are done at once."""

    is_late = False

    def __init__(self, device):
        super().__init__(device)
        self.arrays, self.addresses, self.waiting = [], set(), {}
        self.count = self.copied = 0

    def empty(self, size):
        array = np.full(size, 171, np.uint8)
        self.arrays.append(array)
        self.addresses.add(array.ctypes.data)
        return torch.from_numpy(array)

    def holds(self, tensor):
        return tensor.untyped_storage().data_ptr() in self.addresses

    def copy(self, direction, target, source, after):
        inner, outer = (target, source) if direction == "in" else (source, target)
        assert self.holds(outer) and not self.holds(inner)
        self.wait(after)
        if direction == "in":
            inner.fill_(171)
        self.count += 1
        self.copied += len(source)
        self.waiting[direction, self.count] = target, source
        if not self.is_late:
            self.finish()
        return direction, self.count

    def wait(self, copy):
        for one in list(self.waiting):
            if copy is not None and one[0] == copy[0] and one[1] <= copy[1]:
                target, source = self.waiting.pop(one)
                target.copy_(source)

    def finish(self):
        for copy in list(self.waiting):
            self.wait(copy)


class LateHost(CpuHost):
    """Copies are done when kernels wait for them."""

    is_late = True


HOSTS = CpuHost, LateHost


def least(host, f, args):
    """Returns the bytes that the error of a budget of a byte names."""
    try:
        fit_by(host, f, args, 1)
    except InputError as error:
        text = str(error)
    return int(text.split("plans need ")[1].split()[0])


def bits(value):
    return None if value is None else (value.dtype, value.detach().numpy().tobytes())


def everything(*objects):
    """Returns the bits of all tensors of models and optimizers."""
    found = {}
    for number, one in enumerate(objects):
        if isinstance(one, nn.Module):
            found |= {(number, k): bits(v) for k, v in one.state_dict().items()}
        else:
            for key, state in one.state_dict()["state"].items():
                found |= {(number, key, k): bits(v) for k, v in state.items() if v is not None}
    return found


class Net(nn.Module):
    """Layers; the first weight is also the last one."""

    def __init__(self, layers=4, width=64):
        super().__init__()
        self.embed = nn.Embedding(32, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.again = self.layers[0]

    def forward(self, x):
        x = self.embed(x)
        for layer in self.layers:
            x = x + F.gelu(layer(x))
        return F.linear(self.again(x), self.embed.weight)


def train(model, optimizer, x):
    loss = F.cross_entropy(model(x).flatten(0, 1), x.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


def train_and_keep_gradients(model, optimizer, x):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x).flatten(0, 1), x.flatten())
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.detach()


def tokens(rows=2):
    return torch.randint(0, 32, (rows, 16))


def adam(model, **options):
    return torch.optim.AdamW(model.parameters(), lr=1e-2, **options)


def momentum(model):
    return torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=0.1)


class HostTest(unittest.TestCase):
    def check(self, f, model, optimizer, shares=(0,)):
        """Fits a step to budgets between the least and the unchanged peak. Compares results
        and all tensors after each call."""
        batches = [tokens() for _ in range(3)]
        given = copy.deepcopy((model, optimizer))
        expected = []
        for x in batches:
            loss = f(*given, x)
            expected.append((bits(loss), everything(*given)))
        args = model, optimizer, batches[0]
        low = least(CpuHost, f, args)
        most = memplace.torch.fit(f, args, 2**40).unchanged_peak_bytes
        without = least(lambda device: None, f, args)
        self.assertLess(low, without)
        for share in shares:
            for host in HOSTS:
                with self.subTest(step=f.__name__, share=share, host=host.__name__):
                    own = copy.deepcopy((model, optimizer))
                    parameters = list(own[0].parameters())
                    budget = int(low + share * (without - low))
                    step = fit_by(host, f, (*own, batches[0]), budget)
                    self.assertTrue(step.hosted)
                    self.assertLessEqual(step.predicted_peak_bytes, budget)
                    for x, wanted in zip(batches, expected):
                        found = bits(step(x)), everything(*own)
                        self.assertEqual(found, wanted)
                        self.assertLessEqual(step.measured_peak_bytes, budget)
                    self.assertGreater(
                        step.measured_peak_bytes, 0.97 * step.predicted_peak_bytes
                    )
                    for one, other in zip(parameters, own[0].parameters()):
                        self.assertIs(one, other)
                    self.check_copies(step, own, batches[0])
        self.assertFalse(fit_by(CpuHost, f, args, most).hosted)

    def check_copies(self, step, own, x):
        """Checks which tensors lie on the host, and the bytes that a call copies."""
        host = step._plans.host
        size = sum(one.bytes for one in step.hosted if one.name.startswith("args"))
        storages = {
            t.untyped_storage().data_ptr(): t.untyped_storage().nbytes()
            for t in (*own[0].parameters(), *(t for s in own[1].state.values() for t in s.values()))
            if t is not None and host.holds(t)
        }
        self.assertEqual(sum(storages.values()), size)
        host.copied = 0
        step(x)
        self.assertEqual(host.copied, sum(one.copied_bytes for one in step.hosted))
        for line in str(step).splitlines():
            if line.startswith("args["):
                self.assertRegex(line, r"^args\[[01]\]\S+ +[\d,]+ +[\d,]+$")

    def test_adam(self):
        model = Net(layers=2)
        self.check(train, model, adam(model, fused=True), (0, 0.5))

    def test_adam_with_lists(self):
        model = Net(layers=1)
        self.check(train, model, adam(model, foreach=True))

    def test_adam_tensor_by_tensor(self):
        model = Net(layers=1)
        self.check(train, model, adam(model, foreach=False))

    def test_momentum(self):
        model = Net(layers=2)
        self.check(train, model, momentum(model))

    def test_kept_gradients(self):
        """Parameters stay on the device with their gradients."""
        model = Net(layers=1)
        self.check(train_and_keep_gradients, model, adam(model, fused=True))

    def test_the_optimizer_s_state_moves_first(self):
        model = Net(layers=8)
        optimizer = adam(model, fused=True)
        x = tokens()
        train(model, optimizer, x)
        args = model, optimizer, x
        without = least(lambda device: None, train, args)
        step = fit_by(CpuHost, train, args, int(0.9 * without))
        self.assertTrue(step.hosted)
        for one in step.hosted:
            self.assertRegex(one.name, r"^args\[1\].state\[.*\]\['exp_avg(_sq)?'\]$")
            self.assertEqual(one.copied_bytes, 2 * one.bytes)

    def test_weights_of_a_model(self):
        """Weights that are only read are not copied back."""
        model = Net(layers=8).eval()
        x = tokens(rows=1)
        with torch.no_grad():
            expected = bits(model(x))
        f = torch.no_grad()(lambda model, x: model(x))
        size = sum(p.nbytes for p in model.parameters())
        for host in HOSTS:
            own = copy.deepcopy(model)
            budget = least(host, f, (own, x))
            self.assertLess(budget, size / 2)
            step = fit_by(host, f, (own, x), budget)
            for _ in range(2):
                self.assertEqual(bits(step(x)), expected)
                self.assertLessEqual(step.measured_peak_bytes, budget)
            self.assertEqual(everything(own), everything(model))
            ratios = {one.copied_bytes // one.bytes for one in step.hosted}
            self.assertLessEqual(ratios, {1, 2})  # Tied weights are used twice.

    def test_activations(self):
        """Results of forward wait for backward on the host where they cannot be repeated,
        because a kernel draws random numbers."""
        weights = [nn.Parameter(torch.randn(32, 32) / 6) for _ in range(6)]
        model, x = nn.ParameterList(weights), torch.randn(256, 32)

        def f(model, x):
            for weight in model:
                x = F.dropout(x @ weight, 0.3).tanh()
            x.sum().backward()
            return [weight.grad.clone() for weight in model]

        torch.manual_seed(3)
        expected = list(map(bits, f(copy.deepcopy(model), x)))
        without = least(lambda device: None, f, (model, x))
        for host in HOSTS:
            own = copy.deepcopy(model)
            budget = least(host, f, (own, x))
            self.assertLess(budget, 0.8 * without)
            step = fit_by(host, f, (own, x), budget)
            names = {one.name for one in step.hosted}
            self.assertIn("results of tanh", names)
            self.assertTrue(all(name.startswith("results of ") for name in names))
            torch.manual_seed(3)
            self.assertEqual(list(map(bits, step(x))), expected)
            self.assertLessEqual(step.measured_peak_bytes, budget)

    def fitted(self, share=0.3, host=LateHost):
        """Returns a step with state on the host, its arguments, and equal ones."""
        model = Net(layers=2)
        optimizer = adam(model, fused=True)
        x = tokens()
        train(model, optimizer, x)
        given = copy.deepcopy((model, optimizer))
        args = model, optimizer, x
        low = least(host, train, args)
        without = least(lambda device: None, train, args)
        return fit_by(host, train, args, int(low + share * (without - low))), args, given

    def test_objects_between_calls(self):
        """Objects may be read, saved, loaded and moved to the device between calls."""
        step, (model, optimizer, x), given = self.fitted()
        state = optimizer.state[model.embed.weight]["exp_avg"]
        step(x), train(*given, x)
        self.assertIs(optimizer.state[model.embed.weight]["exp_avg"], state)
        saved = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
        step(x), train(*given, x)
        self.assertEqual(everything(model, optimizer), everything(*given))
        model.load_state_dict(saved[0])
        optimizer.load_state_dict(copy.deepcopy(saved[1]))
        self.assertEqual(bits(step(x)), self.loss_of(saved, x))
        # PyTorch's own ways bring tensors back, and the next call moves them again.
        for p in model.parameters():
            p.data = p.data.clone()
        optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))
        loss = train(model, optimizer, x)
        self.assertEqual(bits(loss), self.loss_of(saved, x, calls=2))
        self.assertEqual(bits(step(x)), self.loss_of(saved, x, calls=3))
        self.assertLessEqual(step.measured_peak_bytes, step.budget_bytes)

    def loss_of(self, saved, x, calls=1):
        """Returns the last loss of steps from saved states."""
        model = Net(layers=2)
        optimizer = adam(model, fused=True)
        model.load_state_dict(saved[0])
        optimizer.load_state_dict(copy.deepcopy(saved[1]))
        return [bits(train(model, optimizer, x)) for _ in range(calls)][-1]

    def test_gradients_that_a_step_writes_and_drops(self):
        def accumulate(model, optimizer, x):
            model(x).square().mean().backward()
            optimizer.step()
            optimizer.zero_grad()

        x = torch.ones(4, 64)
        for host in (lambda device: None, *HOSTS):
            with self.subTest(host=host):
                model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64))
                optimizer = adam(model, foreach=True)
                accumulate(model, optimizer, x)
                model(x).square().mean().backward()
                given = copy.deepcopy((model, optimizer))
                for p, q in zip(model.parameters(), given[0].parameters()):
                    q.grad = p.grad.clone()
                args = model, optimizer, x
                step = fit_by(host, accumulate, args, least(host, accumulate, args))
                for _ in range(2):
                    step(x), accumulate(*given, x)
                    self.assertEqual(everything(model, optimizer), everything(*given))
                self.assertLessEqual(step.measured_peak_bytes, step.budget_bytes)

    def test_tensors_leave_the_device_before_others_return(self):
        hosts = []

        def host_of(device):
            hosts.append(CpuHost(device))
            return hosts[0]  # Shared, so that steps know each other's tensors.

        def on_device(model):
            return sum(not hosts[0].holds(p) for p in model)

        weights = [torch.ones(64, 64, requires_grad=False) for _ in range(6)]
        model = nn.ParameterList(nn.Parameter(w, requires_grad=False) for w in weights)
        x = torch.ones(4, 64)

        def part(first):
            def f(model, x):
                for w in list(model)[first : first + 3]:
                    x = torch.tanh(x @ w)
                return x

            return f

        low = max(least(CpuHost, part(k), (model, x)) for k in (0, 3))
        steps = [fit_by(host_of, part(k), (model, x), low + 2 * 64 * 64 * 4) for k in (0, 3)]
        counts = []
        views = host_module.view

        def count(target, layout):
            counts.append(on_device(model))
            return views(target, layout)

        with mock.patch.object(host_module, "view", count):
            for step in (*steps, *steps):
                before = on_device(model)
                step(x)
                after = on_device(model)
                self.assertLessEqual(max(counts, default=0), max(before, after))
                counts.clear()

    def test_a_step_without_kernels(self):
        model = nn.Linear(2, 2)
        with self.assertRaisesRegex(InputError, "plans need"):
            fit_by(CpuHost, lambda model: None, (model,), 1)

    def test_inference_mode(self):
        x = torch.ones(4, 64)
        forward = torch.no_grad()(lambda model, x: model(x))
        for is_made_inside in (False, True):
            with torch.inference_mode(is_made_inside):
                model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64))
            args = model, x
            step = fit_by(CpuHost, forward, args, least(CpuHost, forward, args))
            with torch.inference_mode(not is_made_inside):
                step(x)
            self.assertEqual([p.is_inference() for p in model.parameters()], [is_made_inside] * 4)
            if is_made_inside:
                forward(model, x)
            else:
                model(x).sum().backward()

    def test_an_error_in_a_call(self):
        """After an error in the middle of a call, all tensors have contents, and the step
        and PyTorch can continue."""
        step, (model, optimizer, x), _ = self.fitted()
        step(x)
        runner = step._plans.plans[-1].runner
        runs = runner.runs
        for place in range(0, len(runs), 9):
            object.__setattr__(runner, "runs", (*runs[:place], None))
            with self.assertRaises(AttributeError):
                step(x)
            object.__setattr__(runner, "runs", runs)
            self.assertFalse(step._plans.host.waiting)
            state = [t for one in optimizer.state.values() for t in one.values()]
            for tensor in (*model.parameters(), *state):
                self.assertTrue(torch.isfinite(tensor).all())
            self.assertTrue(torch.isfinite(train(model, optimizer, x)))
            self.assertTrue(torch.isfinite(step(x)))

    def test_a_host_without_memory(self):
        """Too little memory of the host is an error before anything changes."""
        step, (model, optimizer, x), _ = self.fitted()

        def refuse(size):
            raise RuntimeError("CUDA error: out of memory\nmore")

        before = everything(model, optimizer)
        step._plans.host.empty = refuse
        with self.assertRaisesRegex(InputError, r"needs [\d]+ more bytes .* out of memory$"):
            step(x)
        self.assertEqual(everything(model, optimizer), before)
        train(model, optimizer, x)

    def test_random_programs(self):
        """Random ops on tensors of a module: views of one storage, a part of a larger one,
        a transposed one, one without elements, and an unused one."""
        hosted = 0
        for seed in range(12):
            with self.subTest(seed=seed):
                f = random_function(seed)
                given, x = Holder(seed), torch.randn(8, 16)
                ours = copy.deepcopy(given)
                expected = [list(map(bits, f(ours, x))) for _ in range(2)]
                low = least(CpuHost, f, (given, x))
                most = memplace.torch.fit(f, (given, x), 2**40).predicted_peak_bytes
                for budget in {low, (low + most) // 2, most - 1}:
                    for host in HOSTS:
                        own = copy.deepcopy(given)
                        step = fit_by(host, f, (own, x), budget)
                        for wanted in expected:
                            self.assertEqual(list(map(bits, step(x))), wanted)
                            self.assertLessEqual(step.measured_peak_bytes, budget)
                        self.assertEqual(everything(own), everything(ours))
                        self.assertEqual(own.part.data_ptr(), own.whole[2:].data_ptr())
                        hosted += bool(step.hosted)
        self.assertGreater(hosted, 24)

    def test_a_model_without_data(self):
        """Plans for CUDA need no GPU."""
        with FakeTensorMode(), torch.device("cuda"):
            model, x = Net(layers=8), torch.zeros((2, 16), dtype=torch.int64)
        f = torch.no_grad()(lambda model, x: model(x))
        size = memplace.torch.fit(f, (model, x), 2**40).predicted_peak_bytes
        step = memplace.torch.fit(f, (model, x), size // 2)
        self.assertTrue(step.hosted)
        self.assertLessEqual(step.predicted_peak_bytes, size // 2)

    def test_parameters_that_are_on_the_host(self):
        """Tensors may be in the host's memory before `fit`."""

        class Pinned(Host):
            def holds(self, tensor):
                return True

        model = Net(layers=8)
        f = torch.no_grad()(lambda model, x: model(x))
        with FakeTensorMode():
            x = torch.zeros((2, 16), dtype=torch.int64, device="cuda")
        with self.assertRaisesRegex(InputError, "several devices"):
            memplace.torch.fit(f, (model, x), 2**40)
        step = fit_by(Pinned, f, (model, x), 2**40)
        size = sum(p.nbytes for p in model.parameters())
        self.assertGreater(step.predicted_peak_bytes, size)
        (plan,) = step._plans.plans
        form = form_of(read_state((model,)), step._plans.homes)
        for path, layout in form.layouts.items():
            self.assertEqual(layout, plan.before.layouts[path])
            self.assertEqual(layout.device.type, "cuda")

    def test_streams(self):
        """Each direction has a stream, whose copies begin after the kernels before."""
        made, current = [mock.Mock(), mock.Mock()], mock.Mock()
        with (
            mock.patch("torch.cuda.Stream", side_effect=made),
            mock.patch("torch.cuda.current_stream", return_value=current),
            mock.patch("torch.cuda.stream", contextlib.nullcontext),
        ):
            host = Host(torch.device("cuda"))
            x, y, z = torch.ones(4), torch.zeros(6), torch.zeros(4)
            first = host.copy("in", y, x, None)
            second = host.copy("out", z, y, first)
            host.wait(second)
            host.finish()
        self.assertEqual((y.sum(), z.sum()), (4, 4))
        for stream in made:
            stream.wait_stream.assert_called_once_with(current)
            stream.synchronize.assert_called_once_with()
        made[0].wait_event.assert_not_called()
        made[1].wait_event.assert_called_once_with(first)
        current.wait_event.assert_called_once_with(second)

    def test_no_host_on_a_cpu(self):
        model = Net(layers=1)
        args = model, adam(model), tokens()
        step = memplace.torch.fit(train, args, least(lambda device: None, train, args))
        self.assertFalse(step.hosted)


class Holder(nn.Module):
    """Tensors of a module."""

    def __init__(self, seed):
        super().__init__()
        torch.manual_seed(seed)
        self.register_buffer("whole", torch.randn(10, 16))
        self.register_buffer("part", self.whole[2:])
        self.register_buffer("slice", torch.randn(20, 16)[5:13])
        self.register_buffer("turned", torch.randn(16, 8).t())
        self.register_buffer("none", torch.empty(0, 16))
        self.register_buffer("unused", torch.randn(8, 16))
        self.weight = nn.Parameter(torch.randn(8, 16), requires_grad=False)


def random_function(seed):
    """Returns a function of a Holder and a tensor of 8 × 16 elements."""
    numbers = random.Random(seed)
    chosen = [numbers.randrange(7) for _ in range(18)]
    places = [(numbers.random(), numbers.random()) for _ in chosen]

    def f(holder, x):
        values = [x * 2, holder.part, holder.slice, holder.turned, holder.weight, holder.part]
        for kind, (one, two) in zip(chosen, places):
            a = values[int(one * len(values))]
            b = values[int(two * len(values))]
            if kind == 0:
                values.append(a.t().contiguous().t().sin() + b)
            elif kind == 1:
                a.mul_(0.5).add_(b.mean())
            elif kind == 2:
                a[:, 3:9].mul_(0.5)
            elif kind == 3:
                values.append(torch.cat([a[:4], b[4:], holder.none]))
            elif kind == 4:
                a.copy_(b * 0.5)
            elif kind == 5:
                holder.whole[:4].sub_(a[:4].clone(), alpha=0.1)
            else:
                values.append(a[2:3].expand(8, 16).sigmoid())
        return [value.clone() for value in values[-3:]]

    return f


if __name__ == "__main__":
    unittest.main()
