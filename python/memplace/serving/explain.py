"""Compares planned and measured times of each step of a call."""

from dataclasses import dataclass

from memplace.placement import simulate
from memplace.serving.machine import READ, WRITE
from memplace.serving.server import Server
from memplace.serving.session import Call


def explain(server: Server, call: Call) -> str:
    """Returns tables of weights (kept or read), transfers and ops. Times are
    milliseconds from the start of the call."""
    plan, names = server.plan, server.model.names
    scratch = call.statistics["scratch_bytes"] / 1e6
    out = call.statistics["write_bytes"] / 1e6
    written = f"; written: {out:.1f} MB, scratch file: {scratch:.1f} MB" if out else ""
    lines = [
        f"kept: {len(plan.kept)} of {len(server.model.weights)} weights, "
        f"{sum(server.model.size(n) for n in plan.kept) / 1e6:.1f} MB; read in each call: "
        f"{plan.read_bytes / 1e6:.1f} MB{written}; arena: {plan.arena_bytes / 1e6:.1f} MB",
        f"predicted: {plan.seconds * 1e3:.1f} ms, and by the same model no plan is "
        f"faster than {plan.bound * 1e3:.1f} ms",
        "",
    ]
    lines += [
        f"  {'kept' if number in plan.kept else 'read'}  {names[number]}"
        for number in sorted(server.model.weights)
    ]
    when = "planned begin, end; measured begin, end, ms"
    for what, spans in (
        ("transfer", transfer_spans(server, call)),
        ("op", op_spans(server, call)),
    ):
        lines += ["", f"  {what}: {when}", *map(line_of, spans)]
    return "\n".join(lines)


@dataclass(frozen=True)
class Span:
    """Planned and measured time of an op or a transfer, seconds from the start of the
    call."""

    name: str
    kind: str
    """"op", "read" or "write"."""
    planned: tuple[float, float]
    measured: tuple[float, float]


def transfer_spans(server: Server, call: Call) -> list[Span]:
    """Returns the transfers of a call without loops, in order of issue."""
    solution = server.plan.steady.to_dict()
    run = simulate(server.plan.steady.problem, server.plan.steady)
    reads, writes = (
        [event for event in call.statistics["events"] if event[0] == kind]
        for kind in (READ, WRITE)
    )
    # In the first call, reads of kept weights come first.
    reads = reads[len(reads) + len(writes) - len(solution["transfers"]) :]
    names = server.plan.steady.problem.buffer_names
    order = sorted(
        range(len(solution["transfers"])),
        key=lambda index: (solution["transfers"][index]["start"], index),
    )
    spans = []
    by_channel = {"read": iter(reads), "write": iter(writes)}
    for index in order:
        transfer = solution["transfers"][index]
        event = next(by_channel[transfer["channel"]])
        buffer = solution["residencies"][transfer["from"]]["buffer"]
        planned = (run.transfer_flow_start[index], run.transfer_arrived[index])
        measured = event[3] / 1e9, event[4] / 1e9
        spans.append(Span(names[buffer], transfer["channel"], planned, measured))
    return spans


def op_spans(server: Server, call: Call) -> list[Span]:
    """Returns the ops in the order of their first runs."""
    run = simulate(server.plan.steady.problem, server.plan.steady)
    ops = [number for number, text in enumerate(server.model.op_texts) if text]
    seen: set[int] = set()
    spans = []
    for is_transfer, index, begin, _, end in call.statistics["events"]:
        if is_transfer or index in seen:
            continue
        seen.add(index)
        step = ops[index]
        planned = run.op_start[step], run.op_start[step] + run.op_duration[step]
        name = server.model.fields["ops"][step].get("name", "")
        spans.append(Span(name, "op", planned, (begin / 1e9, end / 1e9)))
    return spans


def line_of(span: Span) -> str:
    """Returns a line of a table."""
    begin, end = (1e3 * seconds for seconds in span.planned)
    measured_begin, measured_end = (1e3 * seconds for seconds in span.measured)
    return (
        f"  {begin:9.2f} {end:9.2f}  {measured_begin:9.2f} {measured_end:9.2f}  "
        f"{span.name}{' (out)' if span.kind == 'write' else ''}"
    )
