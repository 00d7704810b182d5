"""Training steps in budgets of memory: memplace.torch.fit beside PyTorch's own eager step
and `torch.utils.checkpoint` of each layer.

    fit_steps.py [--tiny] -o steps.jsonl

Needs PyTorch (utils/check.sh --torch) and runs on the CPU, with one thread. Contenders take
turns, so that a busy machine slows all of them. A line has a contender's budget (share of
the eager step's memory), its measured peak (bytes by PyTorch's allocator, with arguments),
the peak that the plan predicted, and the median seconds of a call relative to the eager step.
Losses are compared by their bits.
"""

import argparse
import copy
import json
import statistics
import time
from pathlib import Path

import memplace.torch
import torch
import torch.nn.functional as F
from memplace.errors import InputError
from memplace.torch.memory import peak_of
from torch import nn
from torch.utils.checkpoint import checkpoint

SHARES = (0.7, 0.5, 0.3, 0.2)
CALLS = 5


class Layer(nn.Module):
    """A layer of a transformer; `experts` > 0: a mixture, each token takes one."""

    def __init__(self, width, experts=0):
        super().__init__()
        self.norm, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        count = max(1, experts)
        self.up = nn.Parameter(torch.randn(count, width, 4 * width) / width**0.5)
        self.down = nn.Parameter(torch.randn(count, 4 * width, width) / width)
        self.gate = nn.Linear(width, experts) if experts else None

    def forward(self, x):
        rows, length, width = x.shape
        parts = self.mix(self.norm(x)).chunk(3, -1)
        q, k, v = (p.view(rows, length, -1, 32).transpose(1, 2) for p in parts)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
        y = self.norm2(x)
        if self.gate is None:
            return x + F.gelu(y @ self.up[0]) @ self.down[0]
        weights = self.gate(y).softmax(-1)
        parts = F.gelu(torch.einsum("blw,ewh->eblh", y, self.up))
        return x + torch.einsum("eblh,ehw,ble->blw", parts, self.down, weights)


class Text(nn.Module):
    """A transformer with tied embeddings."""

    def __init__(self, layers, width, experts=0):
        super().__init__()
        self.embed = nn.Embedding(512, width)
        self.layers = nn.ModuleList(Layer(width, experts) for _ in range(layers))
        self.call = lambda layer, *args: layer(*args)

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = self.call(layer, x)
        return F.linear(x, self.embed.weight).flatten(0, 1)


class Twice(nn.Sequential):
    """Two convolutions with group normalization."""

    def __init__(self, before, after):
        super().__init__(
            nn.Conv2d(before, after, 3, padding=1), nn.GroupNorm(4, after), nn.SiLU(),
            nn.Conv2d(after, after, 3, padding=1), nn.GroupNorm(4, after), nn.SiLU(),
        )  # fmt: skip


class UNet(nn.Module):
    """A U-Net that classifies pixels."""

    def __init__(self, width, depth=3):
        super().__init__()
        sizes = [width * 2**k for k in range(depth + 1)]
        self.first = Twice(3, width)
        self.down = nn.ModuleList(map(Twice, sizes, sizes[1:]))
        self.up = nn.ModuleList(
            Twice(a + b, a) for a, b in zip(sizes[-2::-1], sizes[:0:-1])
        )
        self.last = nn.Conv2d(width, 8, 1)
        self.call = lambda layer, *args: layer(*args)

    def forward(self, x):
        skips = [self.call(self.first, x)]
        for layer in self.down:
            skips.append(self.call(layer, F.max_pool2d(skips[-1], 2)))
        x = skips.pop()
        for layer in self.up:
            wide = F.interpolate(x, scale_factor=2.0)
            x = self.call(layer, torch.cat([skips.pop(), wide], 1))
        return self.last(x).movedim(1, -1).flatten(0, 2)


def step(model, optimizer, x, y):
    """Trains on a batch."""
    loss = F.cross_entropy(model(x), y.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


def cases(tiny):
    """Returns by name a model and a batch."""
    layers, width, rows = (2, 32, 2) if tiny else (8, 128, 16)
    tokens = torch.randint(0, 512, (rows, 129 if tiny else 257))
    pixels = 32 if tiny else 128
    images = torch.randn(2 if tiny else 8, 3, pixels, pixels)
    labels = torch.randint(0, 8, (len(images), pixels, pixels))
    text = tokens[:, :-1].clone(), tokens[:, 1:].clone()
    yield "transformer", Text(layers, width), text
    yield "mixture of 4 experts", Text(layers // 2, width, 4), text
    yield "U-Net", UNet(8 if tiny else 16), (images, labels)


class Contender:
    """A step with a model and an optimizer of its own."""

    def __init__(self, model, batch, share=None, budget=0, checkpoints=False):
        self.model = copy.deepcopy(model)
        if checkpoints:
            self.model.call = lambda f, *args: checkpoint(f, *args, use_reentrant=False)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), fused=True)
        self.share, self.batch, self.seconds, self.losses = share, batch, [], []
        self.fitted = None
        if share is not None:
            args = self.model, self.optimizer, *batch
            self.fitted = memplace.torch.fit(step, args, budget)

    def call(self):
        """Runs a step."""
        run = self.fitted or (lambda *batch: step(self.model, self.optimizer, *batch))
        begin = time.perf_counter()
        loss = run(*self.batch)
        self.seconds.append(time.perf_counter() - begin)
        self.losses.append(loss.item())

    def peak(self):
        """Returns bytes of a call that is not the first: arguments and the rest."""
        if self.fitted:
            self.call()  # Measures itself.
            return self.fitted.measured_peak_bytes
        state = [t for s in self.optimizer.state.values() for t in s.values()]
        held = sum(t.nbytes for t in (*self.model.parameters(), *state, *self.batch))
        return held + peak_of(self.call, torch.device("cpu"))[1]


def rows_of(name, model, batch):
    """Returns the lines of a case."""
    eager = Contender(model, batch)
    eager.call()
    most = eager.peak()
    others = {"eager": eager, "checkpoint": Contender(model, batch, checkpoints=True)}
    found = []
    for share in SHARES:
        try:
            one = Contender(model, batch, share, int(most * share))
        except InputError as error:
            need = int(str(error).split("plans need ")[1].split()[0])
            found.append({"step": name, "as": "fit", "share": share, "needs": need / most})
            continue
        others[f"fit {share}"] = one
    peaks = {}
    for label, one in others.items():
        if one is not eager:
            one.call()
            peaks[label] = one.peak()
    peaks["eager"] = most
    for one in others.values():
        one.seconds.clear()
    for _ in range(CALLS):
        for one in others.values():
            one.call()
    middle = statistics.median(eager.seconds)
    for label, one in others.items():
        row = {"step": name, "as": label.split()[0], "share": one.share}
        row |= {"eager_bytes": most, "peak_bytes": peaks[label]}
        row["seconds_to_eager"] = round(statistics.median(one.seconds) / middle, 3)
        row["equal"] = one.losses == eager.losses
        if one.fitted:
            row["predicted_bytes"] = one.fitted.predicted_peak_bytes
            row["modelled_seconds_to_unchanged"] = round(
                one.fitted.predicted_seconds / one.fitted.unchanged_seconds, 3
            )
        found.append(row)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="small models, for a test")
    parser.add_argument("-o", dest="output", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    with options.output.open("w", encoding="utf-8") as file:
        for case in cases(options.tiny):
            for row in rows_of(*case):
                row["torch"] = torch.__version__
                file.write(json.dumps(row) + "\n")
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
