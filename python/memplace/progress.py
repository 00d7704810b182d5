"""Progress bar of a solver: `memplace.solve(..., progress=True)`.

Needs the extra `progress`.
"""

import sys
from types import TracebackType
from typing import TextIO

from memplace.errors import MissingPartError
from memplace.extras import install_command

try:
    from tqdm import tqdm
except ImportError as error:
    raise MissingPartError(
        f"progress=True needs the package tqdm ({error}); install the extra: "
        f"{install_command('progress')}, or pass a function of your own"
    ) from error

_FORMAT = "{desc}: {percentage:3.0f}%|{bar:30}| {elapsed}{postfix}"
_REFRESH_SECONDS = 0.25
_UNITS = ((1e-9, "ps", 1e12), (1e-6, "ns", 1e9), (1e-3, "µs", 1e6), (1.0, "ms", 1e3))


class ProgressBar:
    """A tqdm progress bar, to be called like the `progress` of `memplace.solve`.

    title: text in front of the bar.
    time_limit: time limit of the solver, seconds; None: no limit.
    file: output stream; None: standard error.

    A context manager: at its end the bar is full; after an exception the bar stays as
    it is.

    >>> import io
    >>> with ProgressBar("search", time_limit=4, file=io.StringIO()) as bar:
    ...     bar(1, 1.25e-3, 0.01)
    ...     bar.fraction, bar.text
    (0.25, 'best 1.25 ms')
    >>> bar.fraction
    1.0
    """

    def __init__(
        self,
        title: str,
        time_limit: float | None = None,
        file: TextIO | None = None,
    ) -> None:
        self.text = ""
        self._time_limit = time_limit
        self._bar = tqdm(
            desc=title,
            total=1.0,
            bar_format=_FORMAT,
            mininterval=_REFRESH_SECONDS,
            miniters=0,
            file=sys.stderr if file is None else file,
        )

    def __call__(self, seconds: float, makespan: float | None, fraction: float) -> None:
        """Updates the bar.

        seconds: time so far.
        makespan: makespan of the best placement so far, seconds; None: none found.
        fraction: 0 to 1, estimated progress; the bar never moves back.
        """
        if makespan is not None:
            self.text = f"best {format_seconds(makespan)}"
            self._bar.set_postfix_str(self.text, refresh=False)
        if self._time_limit is not None:
            fraction = max(fraction, seconds / self._time_limit)
        self._bar.update(max(min(fraction, 1.0) - self.fraction, 0.0))

    @property
    def fraction(self) -> float:
        """Position of the bar, 0 to 1."""
        return float(self._bar.n)

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._bar.n = 1.0
        self._bar.close()


def format_seconds(seconds: float) -> str:
    """Returns a time with four digits, in a suitable unit.

    >>> format_seconds(1.23456e-5), format_seconds(90)
    ('12.35 µs', '90 s')
    """
    for limit, unit, factor in _UNITS:
        if seconds < limit:
            return f"{seconds * factor:.4g} {unit}"
    return f"{seconds:.4g} s"
