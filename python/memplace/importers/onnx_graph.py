"""Interprets an ONNX graph on JAX's tracers, operator by operator.

Values known at import (shapes, axes, limits) are computed at import, up to a limit on
their size. All other values become operations of the program.
"""

import inspect
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from memplace.errors import MemplaceError
from memplace.importers.onnx_operators import TABLE
from memplace.importers.onnx_operators.table import (
    LAST_OPSET,
    Constant,
    ElementType,
    MaybeConstant,
    Row,
    Unsupported,
    check_attribute,
    row_of,
)
from memplace.importers.onnx_values import (
    NARROW,
    Deferred,
    Node,
    Scope,
    Value,
    converted,
    element_type,
    in_32_bits,
    is_graph,
    to_numpy,
    type_proto,
    type_text,
)

MAX_CONSTANT = 1 << 22
"""Largest number of elements read and made by an operator computed at import."""
MAX_SUM = 1 << 28
"""Limit on the total size, in bytes, of values computed at import."""
MAX_TENSOR = 1 << 40
"""Limit on the size, in bytes, of any tensor of the program."""
MAX_NODES = 20_000
"""Limit on operators added by function bodies and branches, beyond the file's own."""
DOMAINS = ("", "ai.onnx")
PRODUCTS = ("MatMul", "Gemm", "Einsum", "Conv", "Loop", "Scan")
"""Operators whose operands keep their 16-bit floats in a function body."""


class Interpreter:
    """Interprets nodes in the order of the file."""

    def __init__(self, onnx: Any, name: str, functions: Iterable[Any]) -> None:
        self.onnx = onnx
        self.name = name
        self.functions = {
            (one.domain, one.name, getattr(one, "overload", "")): one
            for one in functions
        }
        self.nodes = 0
        self.nodes_of_file = 0
        self.bytes = 0
        self.depth = 0

    def run(self, nodes: Iterable[Any], scope: Scope) -> None:
        """Interprets nodes; raises MemplaceError at the first refused node."""
        for proto in nodes:
            self.nodes += 1
            if self.nodes > MAX_NODES + self.nodes_of_file:
                raise MemplaceError(
                    f"{self.name}: its functions and branches make more than "
                    f"{MAX_NODES} operators"
                )
            label = proto.name or next(filter(None, proto.output), "")
            try:
                self.run_node(proto, label, scope)
            except Unsupported as error:
                raise self.unsupported(proto, label, str(error)) from error
            except MemplaceError:
                raise
            except RecursionError as error:
                raise self.unsupported(proto, label, "is nested too deep") from error
            except Exception as error:  # JAX raises errors of many types.
                lines = str(error).strip().splitlines() or [type(error).__name__]
                raise self.unsupported(proto, label, lines[0][:300]) from error

    def unsupported(self, proto: Any, label: str, reason: str) -> MemplaceError:
        """Returns the error for an operator without a lowering."""
        return MemplaceError(
            f"{self.name}: operator '{proto.op_type}' (node '{label}'): {reason}"
        )

    def run_node(self, proto: Any, label: str, scope: Scope) -> None:
        """Interprets one node; its name becomes the location of its operations."""
        import jax

        with jax.named_scope(label):
            self.run_named_node(proto, label, scope)

    def run_named_node(self, proto: Any, label: str, scope: Scope) -> None:
        """Interprets one node in its scope."""
        inputs = [scope.find(name) if name else None for name in proto.input]
        while inputs and inputs[-1] is None:
            inputs.pop()
        key = (proto.domain, proto.op_type, getattr(proto, "overload", ""))
        if key in self.functions:
            function = self.functions[key]
            results = self.call(function, inputs, self.attributes_of(proto, scope))
            self.set_outputs(proto, results, scope)
            return
        schema = self.schema_of(proto, scope)
        node = Node(proto, label, inputs, list(proto.output), schema, scope, self)
        kinds = self.check_types(node)
        is_own = proto.domain in DOMAINS
        row = row_of(proto.op_type, schema.since_version) if is_own else None
        if row is not None:
            results = self.apply(row, node)
        elif is_own and proto.op_type in TABLE:
            raise Unsupported(f"of version {schema.since_version} is not read")
        else:
            results = self.expand(node, kinds)
        self.check_results(node, results, kinds)
        self.set_outputs(proto, results, scope)

    def run_graph(self, graph: Any, inputs: Sequence[Any], outer: Scope) -> list[Any]:
        """Interprets the graph of a branch or loop body; returns its outputs."""
        scope = Scope({}, outer.versions, outer, outer.attributes)
        for place, value in zip(graph.input, inputs):
            scope.add(place.name, value)
        self.add_constants(graph, scope)
        self.run(graph.node, scope)
        return [scope.find(output.name) for output in graph.output]

    def add_constants(self, graph: Any, scope: Scope) -> None:
        """Adds the constants of a graph to a scope."""
        if graph.sparse_initializer:
            raise Unsupported("sparse constants are not supported")
        for tensor in graph.initializer:
            scope.add(tensor.name, self.known(to_numpy(tensor, self.onnx)))

    def known(self, array: Any) -> Value:
        """Returns an array as a value known at import."""
        return Value(array.shape, array.dtype, array)

    def set_outputs(self, proto: Any, results: Sequence[Any], scope: Scope) -> None:
        """Binds results to the names of a node's outputs."""
        wanted = list(proto.output)
        while wanted and not wanted[-1]:
            wanted.pop()
        if len(results) < len(wanted):
            raise Unsupported(f"output {len(results) + 1}, '{wanted[len(results)]}', is not made")
        for label, value in zip(wanted, results):
            if label and value is None:
                raise Unsupported(f"output '{label}' is not made")
            if label:
                scope.add(label, value)

    def schema_of(self, proto: Any, scope: Scope) -> Any:
        """Returns the ONNX schema of an operator in the model's version.

        Operators of other domains are read if ONNX defines a function body for them.
        """
        domain = "" if proto.domain in DOMAINS else proto.domain
        version = scope.versions.get(domain, 0 if domain else LAST_OPSET)
        try:
            schema = self.onnx.defs.get_schema(proto.op_type, version, domain)
            if domain and not schema.has_context_dependent_function:
                raise ValueError("it has no body")
            return schema
        except Exception as error:
            if domain:
                raise Unsupported(
                    f"of domain '{domain}' is not known; express it in others"
                ) from error
            raise Unsupported(f"there is no such operator in version {version} of ONNX") from error

    def formal(self, node: Node, place: int) -> Any:
        """Returns the ONNX schema of a node's input, or None."""
        formals = node.schema.inputs
        option = self.onnx.defs.OpSchema.FormalParameterOption.Variadic
        if place < len(formals):
            return formals[place]
        return formals[-1] if formals and formals[-1].option == option else None

    def check_types(self, node: Node) -> dict[str, np.dtype]:
        """Checks number and types of a node's inputs; raises Unsupported on a
        violation.

        Returns the types bound to the schema's type variables (`T`, ...).
        """
        schema = node.schema
        if len(node.inputs) > schema.max_input or len(node.inputs) < schema.min_input:
            raise Unsupported(
                f"has {len(node.inputs)} inputs, not {schema.min_input} to " f"{schema.max_input}"
            )
        kinds: dict[str, np.dtype] = {}
        for place, value in enumerate(node.inputs):
            formal = self.formal(node, place)
            if value is None or formal is None or not isinstance(value, Value):
                continue
            text = type_text(value.kind)
            if formal.types and text not in formal.types:
                raise Unsupported(f"input '{formal.name}' is of {text}, which it can't be")
            homogeneous = formal.is_homogeneous
            known = kinds.setdefault(formal.type_str, value.kind)
            if homogeneous and known != value.kind:
                raise Unsupported(
                    f"input '{formal.name}' is of {text}, another of {type_text(known)}"
                )
        return kinds

    def check_results(
        self, node: Node, results: Sequence[Any], kinds: Mapping[str, np.dtype]
    ) -> None:
        """Raises Unsupported if the type of a result contradicts the schema."""
        for place, value in enumerate(results):
            if place >= len(node.schema.outputs) or not isinstance(value, Value):
                continue
            formal = node.schema.outputs[place]
            wanted = kinds.get(formal.type_str)
            right = wanted is None or wanted == value.kind
            if not right and formal.is_homogeneous or (
                formal.types and type_text(value.kind) not in formal.types
            ):
                raise Unsupported(f"output '{formal.name}' would be of {value.kind}")

    def attributes_of(self, proto: Any, scope: Scope) -> dict[str, Any]:
        """Returns the attributes of a node as protos.

        References are replaced by the attributes of the enclosing function.
        """
        found = {}
        for attribute in proto.attribute:
            label = attribute.name
            if attribute.ref_attr_name:
                attribute = scope.attributes.get(attribute.ref_attr_name)
            if label in found:
                raise Unsupported(f"attribute '{label}' is there twice")
            if attribute is not None:
                found[label] = attribute
        return found

    def apply(self, row: Row, node: Node) -> list[Any]:
        """Calls the function of an operator's row; folds it if all inputs are known."""
        arguments = self.bind_attributes(row, node)
        count = len(row.inputs)
        for place in range(count, len(node.inputs)):
            if not row.variadic and node.inputs[place] is not None:
                raise Unsupported(f"input '{self.formal(node, place).name}' is not supported")
        foldable = not any(is_graph(one) for one in arguments.values()) and all(
            value is None or (isinstance(value, Value) and value.is_known)
            for value in node.inputs
        )
        if not foldable:
            return self.wrap(self.call_row(row, node, arguments), None)
        return self.apply_known(row, node, arguments)

    def apply_known(self, row: Row, node: Node, arguments: dict[str, Any]) -> list[Any]:
        """Computes an operator at import, if its inputs and results are small.

        The computation is deferred if an input is a weight, since few weights are
        needed at import.
        """
        import jax

        sizes = [value.size for value in node.inputs if value is not None]
        is_plain = all(
            value is None or value.known is not None for value in node.inputs
        )
        shapes = jax.eval_shape(lambda: self.call_row(row, node, arguments))
        if not isinstance(shapes, (list, tuple)):
            shapes = [shapes]
        small = sum(sizes) + sum(math.prod(one.shape) for one in shapes)
        if small > MAX_CONSTANT:
            return self.wrap(self.call_row(row, node, arguments), None)

        def compute() -> list[Any]:
            known = [
                None if value is None else Value(value.shape, value.kind, value.numbers())
                for value in node.inputs
            ]
            fixed = Node(
                node.proto, node.label, known, node.outputs, node.schema, node.scope, self
            )
            with jax.ensure_compile_time_eval():
                results = self.call_row(row, fixed, arguments)
            if not isinstance(results, (list, tuple)):
                results = [results]
            arrays = [np.asarray(one) for one in results]
            self.bytes += sum(array.nbytes for array in arrays)
            if self.bytes > MAX_SUM:
                raise MemplaceError(
                    f"{self.name}: its constants make more than {MAX_SUM} bytes of " "others"
                )
            return arrays

        if is_plain:
            return self.wrap(compute(), None)
        return self.wrap(self.call_row(row, node, arguments), Deferred(compute))

    def wrap(self, results: Any, deferred: "Deferred | None") -> list[Any]:
        """Returns the results of a function as values; `deferred` computes their
        elements if they are needed at import."""
        if not isinstance(results, (list, tuple)):
            results = [results]
        values: list[Any] = []
        for place, one in enumerate(results):
            if one is None or isinstance(one, Value):
                values.append(one)
                continue
            kind = np.dtype(one.dtype)
            size = math.prod(one.shape) * kind.itemsize
            if size > MAX_TENSOR:
                raise Unsupported(f"its result would have {size} bytes")
            if isinstance(one, np.ndarray):
                values.append(Value(one.shape, kind, one))
            else:
                find = deferred.at(place) if deferred else None
                values.append(Value(tuple(one.shape), kind, None, find, one))
        return values

    def bind_attributes(self, row: Row, node: Node) -> dict[str, Any]:
        """Returns the keyword arguments for a row's attributes.

        Raises Unsupported for an attribute that the row does not honour, and for a missing
        attribute without a default.
        """
        given = self.attributes_of(node.proto, node.scope)
        arguments: dict[str, Any] = {}
        known = node.schema.attributes
        for label, attribute in given.items():
            if label not in known:
                raise Unsupported(f"attribute '{label}' is not an attribute of the operator")
            if label not in row.attributes:
                raise Unsupported(f"attribute '{label}' is not supported")
            arguments[label] = self.attribute_value(attribute, known[label], label)
        for label, schema in known.items():
            default = schema.default_value
            if label not in arguments and label in row.attributes and default.type:
                arguments[label] = self.attribute_value(default, schema, label)
        for label, parameter in row.attributes.items():
            if label in arguments:
                if parameter.annotation == ElementType:
                    arguments[label] = self.element_type(arguments[label])
                check_attribute(parameter, arguments[label])
            elif parameter.default is inspect.Parameter.empty:
                raise Unsupported(f"attribute '{label}' is missing")
        return arguments

    def attribute_value(self, attribute: Any, schema: Any, label: str) -> Any:
        """Converts an attribute to Python values."""
        if int(attribute.type) != int(schema.type):
            raise Unsupported(f"attribute '{label}' is of another kind than ONNX says")
        value = self.onnx.helper.get_attribute_value(attribute)
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if isinstance(value, self.onnx.TensorProto):
            return to_numpy(value, self.onnx)
        if not isinstance(value, (int, float, str)) and hasattr(value, "__iter__"):
            return [one.decode("utf-8", "replace") if isinstance(one, bytes) else one for one in value]
        return value

    def element_type(self, code: int) -> np.dtype | None:
        """Returns the NumPy type for an ONNX type code; None for code 0."""
        if code == 0:
            return None
        return element_type(code, self.onnx)

    def call_row(self, row: Row, node: Node, arguments: Mapping[str, Any]) -> Any:
        """Calls a row's function on the node's inputs as arrays."""
        arrays: list[Any] = []
        for place, value in enumerate(node.inputs):
            annotation = (
                row.inputs[place].annotation if place < len(row.inputs) else None
            )
            arrays.append(self.argument(node, place, value, annotation))
        for parameter in row.inputs[len(arrays) :]:
            if parameter.default is inspect.Parameter.empty:
                raise Unsupported(f"input '{parameter.name}' is missing")
        if row.takes_node:
            return row.function(node, *arrays, **arguments)
        return row.function(*arrays, **arguments)

    def argument(self, node: Node, place: int, value: Any, annotation: Any) -> Any:
        """Returns an input in the form that the row's function is annotated with."""
        if value is None or not isinstance(value, Value):
            return value
        if annotation == Constant:
            numbers = value.numbers()
            if numbers is None:
                raise Unsupported(
                    f"input '{self.formal(node, place).name}' must be a constant; only "
                    "static shapes can be placed"
                )
            return numbers
        if annotation == MaybeConstant and value.numbers() is not None:
            return value.numbers()
        return value.array()

    def call(
        self,
        function: Any,
        inputs: Sequence[Any],
        attributes: Mapping[str, Any],
        versions: Mapping[str, int] | None = None,
    ) -> list[Any]:
        """Interprets the body of a function."""
        self.depth += 1
        if self.depth > 50:
            raise Unsupported("functions call each other more than 50 deep")
        defaults = {one.name: one for one in getattr(function, "attribute_proto", ())}
        opsets = {one.domain: one.version for one in function.opset_import}
        if "ai.onnx" in opsets:
            opsets[""] = opsets.pop("ai.onnx")
        scope = Scope({}, versions or opsets, None, {**defaults, **attributes})
        if len(inputs) > len(function.input):
            raise Unsupported(f"its function has {len(function.input)} inputs")
        for place, label in enumerate(function.input):
            scope.add(label, inputs[place] if place < len(inputs) else None)
        self.run(function.node, scope)
        # Optional outputs are absent unless the body makes them.
        results = [scope.values.get(label) for label in function.output]
        self.depth -= 1
        return results

    def expand(self, node: Node, kinds: Mapping[str, np.dtype]) -> list[Any]:
        """Interprets the function body that ONNX itself defines for an operator.

        Results of 16-bit floats are computed in 32 bits and rounded once, unless the
        body has products: their operands would take twice the memory.
        """
        schema, onnx = node.schema, self.onnx
        version = node.scope.versions.get("", LAST_OPSET)
        proto = onnx.NodeProto()
        proto.CopyFrom(node.proto)
        del proto.attribute[:]
        attributes = self.attributes_of(node.proto, node.scope)
        for label, attribute in attributes.items():
            if label not in schema.attributes:
                raise Unsupported(f"attribute '{label}' is not an attribute of the operator")
            copy = proto.attribute.add()
            copy.CopyFrom(attribute)
            copy.name = label
            attributes[label] = copy
        for label, one in schema.attributes.items():
            if label not in attributes and one.default_value.type:
                attributes[label] = one.default_value
        function = self.body_of(schema, proto, version, node.inputs)
        if function is None:
            raise Unsupported("it has no lowering; express it in others")
        wide = [in_32_bits(value) for value in node.inputs]
        if wide == node.inputs or any(one.op_type in PRODUCTS for one in function.node):
            return self.call(function, node.inputs, attributes)
        function = self.body_of(schema, proto, version, wide)
        results = self.call(function, wide, attributes)
        for place, formal in enumerate(schema.outputs[: len(results)]):
            kind = kinds.get(formal.type_str)
            is_narrow = kind is not None and kind.name in NARROW
            if is_narrow and isinstance(results[place], Value):
                results[place] = converted(results[place], kind)
        return results

    def body_of(
        self, schema: Any, proto: Any, version: int, inputs: Sequence[Any]
    ) -> Any:
        """Returns ONNX's function body for an operator with these inputs, or None."""
        onnx = self.onnx
        if schema.has_context_dependent_function:
            kinds = [type_proto(value, onnx) for value in inputs]
            versions = schema.context_dependent_function_opset_versions
            chosen = max((one for one in versions if one <= version), default=min(versions))
            content = schema.get_context_dependent_function_with_opset_version(
                chosen, proto.SerializeToString(), kinds
            )
            if not content:
                return None
        elif schema.has_function:
            versions = schema.function_opset_versions
            chosen = max((one for one in versions if one <= version), default=min(versions))
            content = schema.get_function_with_opset_version(chosen)
        else:
            return None
        function = onnx.FunctionProto()
        if isinstance(content, bytes):
            function.ParseFromString(content)
        else:
            function.CopyFrom(content)
        return function
