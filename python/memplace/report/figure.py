"""The occupancy of tiers as a figure for a paper, by matplotlib."""

import io
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memplace.errors import InputError, MissingPartError
from memplace.extras import install_command
from memplace.report.units import byte_unit, format_bytes, format_seconds

try:
    import matplotlib
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure
except ImportError as error:
    raise MissingPartError(
        f"a figure needs matplotlib, which can't be loaded ({error}); install it by "
        f"{install_command('report')}; the page and traces do without"
    ) from error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Colours of buffers; the same as in assets/model.js.
PALETTE = (
    "#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33",
    "#aaaa00", "#a8c8e8", "#f4b29a", "#f4e9b3", "#ffccd6", "#c2ebff", "#86d3bd",
    "#d3de7d", "#caca66",
)  # fmt: skip
# Smallest height of a named rectangle, as a share of the axes' height.
MIN_HEIGHT = 0.035
# Points, for the width of a character in a name.
CHARACTER = 3.1
MAX_NAMES = 60
# Shorter prefixes of a name are useless.
MIN_LETTERS = 6
RESOLUTION = 200  # Dots per inch of a .png.


def printable(name: str) -> str:
    """Returns `name` with replacements for unprintable characters, which no file format
    accepts."""
    return "".join(c if c.isprintable() else "\ufffd" for c in name)


def shown_tiers(facts: dict[str, Any], names: Sequence[str] | None) -> list[int]:
    """Returns the tiers to draw: the named tiers, or all tiers with chosen offsets.
    Raises InputError for an unknown name."""
    known = [tier["name"] for tier in facts["problem"]["tiers"]]
    for name in names or ():
        if name not in known:
            raise InputError(
                f"no tier '{name}' in target '{facts['problem']['target']}', use "
                f"one of {', '.join(repr(tier) for tier in known)}"
            )
    if names:
        return [known.index(name) for name in names]
    used = {
        tier
        for plan in facts["plans"]
        for tier, offset in zip(
            plan["residencies"]["tier"], plan["residencies"]["offset"]
        )
        if offset >= 0
    }
    return sorted(used) or [0]


def highest(facts: dict[str, Any], tier: int) -> int:
    """Returns the end of a tier's axis in bytes: its capacity, or the peak if far
    below."""
    capacity = facts["problem"]["tiers"][tier]["capacity"]
    peak = max(int(plan["peak"][tier]) for plan in facts["plans"])
    if capacity is None:
        return max(peak, 1)
    # The same rule as in the page: the capacity is visible if the peak is near.
    return max(capacity, peak) if not peak or peak * 1.5 >= capacity else peak


def draw(axes: "Axes", facts: dict[str, Any], plan: dict[str, Any], tier: int) -> None:
    """Draws the residencies of a tier in a plan."""
    top = highest(facts, tier)
    unit, scale = byte_unit(top, facts["problem"]["tiers"][tier]["binary"])
    buffers, table = facts["problem"]["buffers"], plan["residencies"]
    boxes, colours, names = [], [], []
    columns = ("buffer", "tier", "offset", "begin", "end")
    # A packing's rectangle may have fewer bytes than its buffer.
    sizes = table.get("bytes") or [buffers["size"][b] for b in table["buffer"]]
    rows = zip(*(table[column] for column in columns), sizes)
    for buffer, where, offset, begin, end, size in rows:
        if where != tier or offset < 0:
            continue
        low, high = offset / scale, (offset + size) / scale
        boxes.append([(begin, low), (begin, high), (end, high), (end, low)])
        colours.append(PALETTE[buffer % len(PALETTE)])
        names.append((begin, end, low, high, buffers["name"][buffer]))
    axes.add_collection(
        PolyCollection(boxes, facecolors=colours, edgecolors="white", linewidths=0.3)
    )
    first, last = facts["problem"]["steps"]
    num_steps = max(last - first, 1)
    axes.set_xlim(first, first + num_steps)
    axes.set_ylim(0, 1.06 * top / scale)
    capacity = facts["problem"]["tiers"][tier]["capacity"]
    if capacity is not None and capacity <= top:
        axes.axhline(capacity / scale, color="#c0392b", linewidth=0.9, linestyle="--")
    num_plans = len(facts["plans"])
    inches = figure_width(num_plans) / num_plans
    write_names(axes, names, num_steps, 1.06 * top / scale, inches)
    name = facts["problem"]["tiers"][tier]["name"]
    axes.set_ylabel(printable(f"offset in {name}, {unit}"), parse_math=False)


def figure_width(num_plans: int) -> float:
    """Returns the width in inches."""
    return max(3.4 * num_plans, 5.0)


def write_names(
    axes: "Axes",
    names: list[tuple[int, int, float, float, str]],
    width: int,
    top: float,
    inches: float,
) -> None:
    """Writes the names of buffers with enough room, the largest first.

    inches: width of the axes as a part of the figure.
    """
    # The axes take most of their part of the width.
    points = 0.8 * 72 * inches
    characters = points / CHARACTER
    roomy = []
    for begin, end, low, high, name in names:
        room = int((end - begin) / width * characters)
        if room >= min(len(name), MIN_LETTERS + 1) and high - low >= MIN_HEIGHT * top:
            roomy.append((begin, end, low, high, name, room))
    roomy.sort(key=lambda box: (box[0] - box[1]) * (box[3] - box[2]))
    for begin, end, low, high, name, room in roomy[:MAX_NAMES]:
        text = name
        # Keep both ends, which tell names apart.
        if len(name) > room:
            head = room // 2
            text = f"{name[:head]}…{name[len(name) - (room - 1 - head) :]}"
        axes.text(
            (begin + end) / 2, (low + high) / 2, printable(text),
            ha="center", va="center", fontsize=5, clip_on=True, parse_math=False,
        )  # fmt: skip


def make_figure(facts: dict[str, Any], tiers: Sequence[str] | None = None) -> Figure:
    """Returns a figure with a row for each tier and a column for each plan. Raises
    InputError for an unknown tier."""
    rows = shown_tiers(facts, tiers)
    plans = facts["plans"]
    figure = Figure(
        figsize=(figure_width(len(plans)), 2.4 * len(rows) + 0.6),
        layout="constrained",
    )
    grid = figure.subplots(
        len(rows), len(plans), squeeze=False, sharex=True, sharey="row"
    )
    for row, tier in enumerate(rows):
        for column, plan in enumerate(plans):
            axes = grid[row][column]
            draw(axes, facts, plan, tier)
            axes.tick_params(labelsize=7)
            shared = facts["problem"]["tiers"][tier]
            title = f"peak {format_bytes(plan['peak'][tier], shared['binary'])}"
            if shared["capacity"] is not None:
                title += f" of {format_bytes(shared['capacity'], shared['binary'])}"
            if row == 0:
                label = printable(plan["label"])
                if "makespan" in plan:
                    label += f": {format_seconds(plan['makespan'])} modelled"
                title = f"{label}\n{title}"
            axes.set_title(title, fontsize=8, parse_math=False)
            if column:
                axes.set_ylabel("")
            if row == len(rows) - 1:
                axes.set_xlabel("schedule step", fontsize=8)
            axes.yaxis.label.set_size(8)
    return figure


def save_figure(figure: Figure, kind: str) -> bytes:
    """Returns the bytes of a .svg, .png or .pdf file; equal figures give equal bytes.
    """
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    out = io.BytesIO()
    with warnings.catch_warnings(), matplotlib.rc_context(
        {"svg.hashsalt": "memplace", "pdf.fonttype": 42}
    ):
        # Characters missing in the font show as boxes.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure.savefig(out, format=kind, dpi=RESOLUTION, metadata=dates[kind])
    return out.getvalue()
