"""Exports a PyTorch Transformer encoder: writes NAME.pt2, and a sample input and its
output, NAME.in.npy and NAME.out.npy.

    python examples/pytorch_encoder.py NAME

docs/guide/from-pytorch.md shows the next steps.
"""

import sys

import numpy as np
import torch
from torch import nn

WORDS, WIDTH, HEADS, LENGTH = 64, 64, 4, 32


class Encoder(nn.Module):
    """One layer over embedded words, with a logit for each possible next word."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.layer = nn.TransformerEncoderLayer(
            WIDTH, HEADS, 2 * WIDTH, batch_first=True, norm_first=True
        )
        self.head = nn.Linear(WIDTH, WORDS)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Returns logits, [batch, length, words], for word indices, [batch, length]."""
        return self.head(self.layer(self.words(tokens)))


def main(name: str) -> None:
    """Exports the encoder with random weights."""
    torch.manual_seed(0)
    encoder = Encoder().eval()
    tokens = torch.randint(0, WORDS, (2, LENGTH))
    program = torch.export.export(encoder, (tokens,))
    torch.export.save(program, f"{name}.pt2")
    np.save(f"{name}.in.npy", tokens.numpy())
    np.save(f"{name}.out.npy", encoder(tokens).detach().numpy())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} NAME")
    main(sys.argv[1])
