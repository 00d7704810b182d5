"""Result of tuning XLA's options."""

from dataclasses import dataclass

from memplace.xla.trials import Options

STOCK = "stock"
FLAGS = "best flags"
HINTS = "hints"


@dataclass(frozen=True)
class Choice:
    """Options, and XLA's own estimate of the program compiled with these options.

    name: "stock", "best flags" or "hints".
    op_seconds: by XLA's estimated cycles.
    stall_seconds: simulated.
    """

    name: str
    options: Options
    op_seconds: float
    stall_seconds: float

    @property
    def seconds(self) -> float:
        """Seconds of ops and stalls."""
        return self.op_seconds + self.stall_seconds


@dataclass(frozen=True)
class Tuned:
    """Result of `tune`.

    choices: stock, best flags and hints, as far as the run came.
    tried: number of sets of options tried for each choice.
    plan: makespan of memplace's placement; modelled, seconds. None: the run ended
        before.
    bound: lower bound on the makespan, seconds.
    dropped: number of compilations that failed, crashed or took too long.
    """

    problem: str
    choices: dict[str, Choice]
    tried: dict[str, int]
    plan: float | None
    bound: float
    dropped: int

    @property
    def best(self) -> Choice:
        """The fastest choice; of equally fast ones the simplest."""
        return min(self.choices.values(), key=lambda choice: choice.seconds)

    @property
    def verdict(self) -> str:
        """A sentence about the gain."""
        stock = self.choices[STOCK].seconds
        gain = 100 * (1 - self.best.seconds / stock)
        dropped = f"; compilations dropped: {self.dropped}" if self.dropped else ""
        if self.best.name == STOCK:
            return f"nothing is gained: XLA without options is the fastest{dropped}"
        return f"'{self.best.name}' saves {gain:.1f} % of the time of stock{dropped}"

    def __str__(self) -> str:
        stock = self.choices[STOCK].seconds
        lines = [
            f"{'options':<10} {'time, us':>12} {'ops, us':>12} {'stalls, us':>11} "
            f"{'/ stock':>8} {'tried':>6}"
        ]
        lines += [
            f"{name:<10} {each.seconds * 1e6:>12.3f} {each.op_seconds * 1e6:>12.3f} "
            f"{each.stall_seconds * 1e6:>11.3f} {each.seconds / stock:>8.3f} "
            f"{self.tried[name]:>6}"
            for name, each in self.choices.items()
        ]
        modelled = {"plan": self.plan, "bound": self.bound}
        lines += [
            f"{name:<10} {seconds * 1e6:>12.3f} {'':>24} {seconds / stock:>8.3f}"
            for name, seconds in modelled.items()
            if seconds is not None
        ]
        return "\n".join(lines)
