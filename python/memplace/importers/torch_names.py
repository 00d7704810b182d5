"""Imports PyTorch graphs with the names of their nodes as locations."""

from typing import Any

from torch_mlir import ir
from torch_mlir.extras.fx_importer import ContextCache, FxImporter


def name_of(node: Any) -> str:
    """Returns the name of a node behind the path of its module: `layers.0.norm/add`."""
    modules = list((node.meta.get("nn_module_stack") or {}).values())
    path = modules[-1][0] if modules else ""
    return f"{path}/{node.name}" if path else str(node.name)


class NamedLocations(ContextCache):
    """Puts the name of a node around its source lines."""

    def get_node_location(self, node: Any) -> ir.Location:
        """Returns the location of a node of the graph."""
        lines = super().get_node_location(node) or ir.Location.unknown(self._c)
        return ir.Location.name(name_of(node), lines, context=self._c)


class NamedImporter(FxImporter):
    """Imports a graph into torch-mlir's dialect."""

    def __init__(self, context: ir.Context) -> None:
        super().__init__(context=context)
        self._cc = NamedLocations(self._c, py_attr_tracker=self._py_attr_tracker)
