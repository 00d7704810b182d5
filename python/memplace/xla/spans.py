"""Which indices of a dimension a piece of an op needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, lcm


@dataclass(frozen=True)
class Span:
    """For indices [a, b) of what is cut, indices [first + a * stride, last + b * stride)
    of `dimension`, as far as there are such. a and b are multiples of `grain`. If `first`
    and `last` are the same, pieces share no index; else they have a halo in common."""

    dimension: int
    stride: Fraction = Fraction(1)
    first: int = 0
    last: int = 0
    grain: int = field(default=1, compare=False)

    def at(self, dimension: int) -> "Span":
        """The same indices of another dimension."""
        return replace(self, dimension=dimension)

    def rounded(self, unit: int) -> "Span":
        """As much more as makes it whole units."""
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
        """What is needed of a dimension of which index i of this one needs indices
        [first + i * stride, last + (i + 1) * stride)."""
        there = Span(
            dimension,
            self.stride * stride,
            floor(self.first * stride + first),
            ceil(self.last * stride + last),
            self.grain,
        )
        return there.rounded(1)

    def joined(self, other: "Span") -> "Span | None":
        """What either needs; None: that is no span."""
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
    """Index i of one dimension needs indices [first + i * stride, last + (i + 1) * stride)
    of another one."""

    stride: Fraction
    first: Fraction
    last: Fraction


def fitted(ranges: Sequence[range], strides: Sequence[Fraction]) -> Steps:
    """The tightest steps with one of these strides in which index i needs `ranges[i]`;
    empty ranges need nothing."""
    found = []
    for stride in strides:
        first = min(each.start - i * stride for i, each in enumerate(ranges) if each)
        last = max(
            each.stop - (i + 1) * stride for i, each in enumerate(ranges) if each
        )
        found.append(Steps(stride, Fraction(first), Fraction(last)))
    return min(found, key=lambda each: each.last - each.first)
