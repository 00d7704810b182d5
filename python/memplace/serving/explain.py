"""A plan and what became of it: predicted and measured times of each step."""

from memplace.placement import simulate
from memplace.serving.machine import READ, WRITE
from memplace.serving.server import Server
from memplace.serving.session import Call


def explain(server: Server, call: Call) -> str:
    """Returns tables: the weights, kept or read; transfers; ops. Times are milliseconds
    from the beginning of the call."""
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
    lines += ["", *transfer_lines(server, call), "", *step_lines(server, call)]
    return "\n".join(lines)


def transfer_lines(server: Server, call: Call) -> list[str]:
    """Returns a line for each transfer of a call without loops."""
    solution = server.plan.steady.to_dict()
    run = simulate(server.plan.steady.problem, server.plan.steady)
    reads, writes = (
        [event for event in call.statistics["events"] if event[0] == kind]
        for kind in (READ, WRITE)
    )
    # Those of the first call are preceded by the reads of what is kept.
    reads = reads[len(reads) + len(writes) - len(solution["transfers"]) :]
    names = server.plan.steady.problem.buffer_names
    order = sorted(
        range(len(solution["transfers"])),
        key=lambda index: (solution["transfers"][index]["start"], index),
    )
    lines = ["  transfer: planned begin, end; measured begin, end, ms"]
    by_channel = {"read": iter(reads), "write": iter(writes)}
    for index in order:
        transfer = solution["transfers"][index]
        event = next(by_channel[transfer["channel"]])
        buffer = solution["residencies"][transfer["from"]]["buffer"]
        planned = (run.transfer_flow_start[index], run.transfer_arrived[index])
        lines.append(
            f"  {planned[0] * 1e3:9.2f} {planned[1] * 1e3:9.2f}  "
            f"{event[3] / 1e6:9.2f} {event[4] / 1e6:9.2f}  {names[buffer]}"
            f"{' (out)' if transfer['channel'] == 'write' else ''}"
        )
    return lines


def step_lines(server: Server, call: Call) -> list[str]:
    """Returns a line for each op, in the order in which they ran first."""
    run = simulate(server.plan.steady.problem, server.plan.steady)
    ops = [number for number, text in enumerate(server.model.op_texts) if text]
    seen: set[int] = set()
    lines = ["  op: planned begin, end; measured begin, end, ms"]
    for is_transfer, index, begin, _, end in call.statistics["events"]:
        if is_transfer or index in seen:
            continue
        seen.add(index)
        step = ops[index]
        planned = run.op_start[step], run.op_start[step] + run.op_duration[step]
        name = server.model.fields["ops"][step].get("name", "")
        lines.append(
            f"  {planned[0] * 1e3:9.2f} {planned[1] * 1e3:9.2f}  "
            f"{begin / 1e6:9.2f} {end / 1e6:9.2f}  {name}"
        )
    return lines
