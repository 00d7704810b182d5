"""Draws planned and measured times of a call above each other."""

from collections.abc import Sequence
from html import escape

from memplace.serving.explain import Span, op_spans, transfer_spans
from memplace.serving.server import Server
from memplace.serving.session import Call

# Pixels; the left margin is for words.
WIDTH, LEFT, RIGHT = 1000, 110, 20
LANE, GAP, TOP = 26, 10, 26
# Height of the legend; width of a coloured square, and of a letter.
LEGEND, SQUARE, LETTER = 20, 11, 6
# Suitable for the colour-blind. Waiting has no colour.
COLOURS = {"op": ("#0072b2", "#56b4e9"), "read": ("#d55e00", "#e69f00")}
COLOURS["write"] = ("#009e73", "#66c2a5")
MEANINGS = {
    "op": "op",
    "read": "read from the file",
    "write": "write to the scratch file",
}
# Steps of the axis, times a power of ten.
STEPS = (1, 2, 5)
MAX_TICKS = 12


def draw_timeline(server: Server, call: Call, title: str) -> str:
    """Returns an SVG picture of a call with known events: ops, reads and writes, each
    with the plan above the measurement. Names appear under the pointer."""
    spans = [*op_spans(server, call), *transfer_spans(server, call)]
    return draw_spans(spans, title)


def draw_spans(spans: Sequence[Span], title: str) -> str:
    """Returns an SVG picture of the spans.

    >>> text = draw_spans([Span("a < b", "op", (0.0, 0.01), (0.0, 0.02))], "a call")
    >>> text.count("<rect"), "a &lt; b: 0.00 to 20.00 ms" in text
    (5, True)
    """
    end = max([*(s.planned[1] for s in spans), *(s.measured[1] for s in spans), 1e-6])
    lanes = [
        (kind, when)
        for kind in COLOURS
        for when in ("planned", "measured")
        if any(span.kind == kind for span in spans)
    ]
    height = TOP + len(lanes) * LANE + (len(lanes) // 2) * GAP + 30 + LEGEND
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{WIDTH / 2:.0f}" y="16" text-anchor="middle" font-weight="bold">'
        f"{escape(title)}</text>",
    ]
    lines += ticks(end, height - LEGEND)
    lines += legend([kind for kind, when in lanes if when == "planned"], height - 8)
    for number, (kind, when) in enumerate(lanes):
        y = TOP + number * LANE + number // 2 * GAP
        words = f"{kind}s, {when}"
        lines.append(
            f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{words}</text>'
        )
        own = [span for span in spans if span.kind == kind]
        for place, span in enumerate(own):
            times = span.planned if when == "planned" else span.measured
            lines.append(box(span.name, times, end, y, COLOURS[kind][place % 2]))
    return "\n".join([*lines, "</svg>"]) + "\n"


def legend(kinds: Sequence[str], y: int) -> list[str]:
    """Returns the SVG of the legend, with its text at the height `y`."""
    x, lines = LEFT, []
    for kind in kinds:
        for colour in COLOURS[kind]:
            lines.append(
                f'<rect x="{x}" y="{y - SQUARE + 1}" width="{SQUARE}" '
                f'height="{SQUARE}" fill="{colour}"/>'
            )
            x += SQUARE
        words = f"{MEANINGS[kind]}, two shades in turn"
        lines.append(f'<text x="{x + 5}" y="{y}">{words}</text>')
        x += 25 + LETTER * len(words)
    return [*lines, f'<text x="{x}" y="{y}">blank: waiting</text>']


def at(seconds: float, end: float) -> float:
    """Returns the horizontal pixel of a time."""
    return LEFT + seconds / end * (WIDTH - LEFT - RIGHT)


def box(name: str, times: tuple[float, float], end: float, y: int, colour: str) -> str:
    """Returns the SVG of an op or a transfer."""
    begin, width = at(times[0], end), at(times[1], end) - at(times[0], end)
    words = f"{name}: {times[0] * 1e3:.2f} to {times[1] * 1e3:.2f} ms"
    return (
        f'<rect x="{begin:.2f}" y="{y}" width="{max(width, 0.2):.2f}" '
        f'height="{LANE - 6}" fill="{colour}"><title>{escape(words)}</title></rect>'
    )


def ticks(end: float, height: int) -> list[str]:
    """Returns the SVG of the axis, in milliseconds."""
    step = next(
        factor * 10.0**power
        for power in range(-6, 6)
        for factor in STEPS
        if end * 1e3 / (factor * 10.0**power) <= MAX_TICKS
    )
    lines = []
    for number in range(int(end * 1e3 / step) + 1):
        x, bottom = at(number * step / 1e3, end), height - 24
        lines.append(f'<path d="M{x:.1f} {TOP - 4}V{bottom}" stroke="#ddd"/>')
        lines.append(
            f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">'
            f"{number * step:g} ms</text>"
        )
    return lines
