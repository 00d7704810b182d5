"""Ranges of indices of a dimension that a piece of an op needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, lcm


@dataclass(frozen=True)
class Span:
    """Range needed by a piece. For indices [a, b) of the cut dimension, the piece needs
    indices [first + a * stride, last + b * stride) of `dimension`, clipped to its
    extent. a and b are multiples of `grain`. If `first` equals `last`, pieces share no
    index; otherwise pieces share a halo."""

    dimension: int
    stride: Fraction = Fraction(1)
    first: int = 0
    last: int = 0
    grain: int = field(default=1, compare=False)

    def at(self, dimension: int) -> "Span":
        """Returns the same range of another dimension."""
        return replace(self, dimension=dimension)

    def rounded(self, unit: int) -> "Span":
        """Returns the range extended to whole units."""
        return replace(
            self,
            first=floor(Fraction(self.first, unit)) * unit,
            last=ceil(Fraction(self.last, unit)) * unit,
            grain=lcm(self.grain, (self.stride / unit).denominator),
        )

    def through(
        self,
        dimension: int,
        stride: Fraction,
        first: Fraction = Fraction(0),
        last: Fraction = Fraction(0),
    ) -> "Span":
        """Returns the range of another dimension, where index i of this dimension needs
        indices [first + i * stride, last + (i + 1) * stride) of the other."""
        there = Span(
            dimension,
            self.stride * stride,
            floor(self.first * stride + first),
            ceil(self.last * stride + last),
            self.grain,
        )
        return there.rounded(1)

    def joined(self, other: "Span") -> "Span | None":
        """Returns the union of both ranges; None if strides or dimensions differ."""
        if (self.dimension, self.stride) != (other.dimension, other.stride):
            return None
        return replace(
            self,
            first=min(self.first, other.first),
            last=max(self.last, other.last),
            grain=lcm(self.grain, other.grain),
        )


@dataclass(frozen=True)
class Steps:
    """Needs of a single index: index i of a dimension needs indices [first + i *
    stride, last + (i + 1) * stride) of another dimension."""

    stride: Fraction
    first: Fraction
    last: Fraction


def fitted(ranges: Sequence[range], strides: Sequence[Fraction]) -> Steps:
    """Returns the tightest steps among these strides, such that index i needs at least
    `ranges[i]`. An empty range needs nothing."""
    found = []
    for stride in strides:
        first = min(each.start - i * stride for i, each in enumerate(ranges) if each)
        last = max(
            each.stop - (i + 1) * stride for i, each in enumerate(ranges) if each
        )
        found.append(Steps(stride, Fraction(first), Fraction(last)))
    return min(found, key=lambda each: each.last - each.first)
