"""Reads all options of a TFLite operator, by reflection on the schema's classes."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from memplace.errors import MemplaceError

# Names of option tables that differ from those of their operators, in lower case.
SHARED = {
    "averagepool2d": "pool2d",
    "maxpool2d": "pool2d",
    "l2pool2d": "pool2d",
    "l2normalization": "l2norm",
    "maximum": "maximumminimum",
    "minimum": "maximumminimum",
    "conv3dtranspose": "conv3d",
    "unidirectionalsequencernn": "sequencernn",
    **dict.fromkeys(
        [
            "mean",
            "sum",
            "reduceprod",
            "reducemax",
            "reducemin",
            "reduceany",
            "reduceall",
        ],
        "reducer",
    ),
}


@dataclass(frozen=True)
class Options:
    """Options of an operator."""

    table: str = ""
    """Name of the table in the schema, e.g. "Conv2DOptions"; "" if there is none."""
    values: dict[str, Any] = field(default_factory=dict)
    """All fields, by their names in the schema."""
    given: tuple[str, ...] = ()
    """Names of the fields that differ from the schema's defaults."""

    def belong_to(self, kind: str) -> bool:
        """Says whether an operator of this kind may have the table."""
        name = kind.replace("_", "").lower()
        return self.table.lower() in ("", f"{SHARED.get(name, name)}options")


class Budget:
    """Reads vectors of a file's tables, up to a total number of elements.

    In a small but malicious file, many tables may share one large vector.
    """

    MAX_ELEMENTS = 1 << 22
    """Limit on the elements of all vectors together."""

    def __init__(self) -> None:
        self.left = self.MAX_ELEMENTS

    def vector(self, table: Any, name: str) -> tuple[Any, ...]:
        """Returns a vector of a table; raises MemplaceError beyond the limit."""
        count = getattr(table, f"{name}Length")()
        self.left -= count
        if self.left < 0:
            raise MemplaceError(
                f"has tables of more than {self.MAX_ELEMENTS} numbers, which are "
                "not supported"
            )
        get = getattr(table, name)
        return tuple(get(number) for number in range(count))


@lru_cache(maxsize=None)
def names_of(enumeration: Any) -> dict[int, str]:
    """Returns the names of an enumeration's members by number."""
    return {
        value: name
        for name, value in vars(enumeration).items()
        if isinstance(value, int) and not name.startswith("_")
    }


class Counter:
    """Counts the fields of a table, in the place of a FlatBuffers builder."""

    count = 0

    def StartObject(self, count: int) -> None:  # noqa: N802, the builder's name
        """Records the number of fields."""
        self.count = count


@lru_cache(maxsize=None)
def count_fields(table: str) -> int:
    """Returns the number of fields of a table in the installed schema."""
    import tflite

    counter = Counter()
    getattr(tflite, f"{table}Start")(counter)
    return counter.count


@lru_cache(maxsize=None)
def defaults_of(table: str) -> dict[str, Any]:
    """Returns the default values of the fields of an option table."""
    import flatbuffers
    import tflite

    builder = flatbuffers.Builder(0)
    builder.StartObject(0)
    builder.Finish(builder.EndObject())
    made = getattr(tflite, table)
    empty = made.GetRootAs(bytes(builder.Output()))
    helpers = ("Length", "AsNumpy", "IsNone", "BufferHasIdentifier")
    names = [
        name
        for name, member in vars(made).items()
        if callable(member)
        and not name.startswith(("_", "GetRootAs"))
        and not name.endswith(helpers)
        and name != "Init"
    ]
    return {name: value_of(empty, name, Budget()) for name in names}


def value_of(table: Any, name: str, budget: Budget) -> Any:
    """Returns the value of a field; a vector as a tuple."""
    if hasattr(table, f"{name}Length"):
        return budget.vector(table, name)
    return getattr(table, name)()


def later_fields(table: Any, count: int) -> list[str]:
    """Returns fields of a table beyond the `count` fields of the installed schema."""
    from flatbuffers import number_types

    start = table.Pos - table.Get(number_types.SOffsetTFlags, table.Pos)
    slots = (table.Get(number_types.VOffsetTFlags, start) - 4) // 2
    return [
        f"number {slot} of a later schema"
        for slot in range(count, slots)
        if table.Offset(4 + 2 * slot)
    ]


def read_options(raw: Any, budget: Budget) -> Options:
    """Returns the options of an operator in a file.

    Fields of a later schema, intermediate tensors and custom options count as options.
    """
    import tflite

    table, union = raw.BuiltinOptions(), tflite.BuiltinOptions
    kind = raw.BuiltinOptionsType()
    if table is None:
        table, union = raw.BuiltinOptions2(), tflite.BuiltinOptions2
        kind = raw.BuiltinOptions2Type()
    name, values, given = "", {}, []
    if table is not None:
        name = names_of(union)[kind]
        found = getattr(tflite, name)()
        found.Init(table.Bytes, table.Pos)
        defaults = defaults_of(name)
        values = {field: value_of(found, field, budget) for field in defaults}
        given = [field for field in defaults if values[field] != defaults[field]]
        given += later_fields(table, count_fields(name))
    given += later_fields(raw._tab, count_fields("Operator"))
    if raw.IntermediatesLength():
        given.append("Intermediates")
    if raw.CustomOptionsLength() or raw.LargeCustomOptionsSize():
        given.append("CustomOptions")
    return Options(name, values, tuple(given))
