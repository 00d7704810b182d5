// Placements: stays of buffers in each plan, along steps or time.

const numOps = problem.ops.name.length;

// By plan: the residencies of each buffer.
const residenciesOf = plans.map((plan) => {
  const lists = Array.from({ length: numBuffers }, () => []);
  plan.residencies.buffer.forEach((buffer, index) => lists[buffer].push(index));
  return lists;
});

// By plan: the transfers that fill each residency, and the transfers that copy from it.
const transfersOf = plans.map((plan) => {
  const into = new Map(), from = new Map();
  const add = (map, residency, transfer) => map.set(residency, [...(map.get(residency) || []), transfer]);
  plan.transfers.to.forEach((to, transfer) => add(into, to, transfer));
  plan.transfers.from.forEach((source, transfer) => add(from, source, transfer));
  return { into, from };
});

/** The earliest time and the end of the simulated run, in seconds. */
function spanOf(plan) {
  let begin = 0, end = 0;
  plan.ops.start.forEach((start, step) => { end = Math.max(end, start + plan.ops.duration[step]); });
  plan.stalls.start.forEach((start, stall) => { end = Math.max(end, start + plan.stalls.duration[stall]); });
  plan.transfers.arrived.forEach((time) => { end = Math.max(end, time ?? 0); });
  plan.transfers.issued.forEach((time) => { begin = Math.min(begin, time ?? 0); });
  return [begin, end];
}

const spans = plans.map(spanOf);

// By plan: the time of the boundary before each step, in seconds. The boundary is at the end of the op before, so that
// a stall belongs to the waiting step. The last is the end of the run.
const boundaries = plans.map((plan, index) => {
  const times = [0];
  for (let step = 0; step < numOps; ++step) times.push(plan.ops.start[step] + plan.ops.duration[step]);
  if (numOps) times[numOps] = Math.max(times[numOps], spans[index][1]);
  times.push(spans[index][1]);
  return times;
});

/** Range and unit of the x axis: the same for all plans, for comparison. */
function alongX() {
  if (state.axis === "steps") {
    const isLate = plans.some(({ stalls, residencies }) =>
      stalls.step.some((step) => step >= numOps) || residencies.end.some((end) => end > numOps));
    return { title: "schedule step", range: [0, Math.max(numOps + (isLate ? 1 : 0), 1)], scale: 1, dtick: numOps < 12 ? 1 : undefined };
  }
  const begin = Math.min(...spans.map((span) => span[0])), end = Math.max(...spans.map((span) => span[1]));
  const [unit, scale] = unitFor(SECOND_UNITS, end);
  return { title: `modelled time, ${unit}`, range: [begin / scale, end > begin ? end / scale * 1.005 : 1], scale };
}

/** The position of the boundary before `step` on the x axis. */
function xOfStep(plan, step, axis) {
  return state.axis === "steps" ? step : boundaries[plan][step] / axis.scale;
}

/** The range of a transfer on the x axis; two ranges if the transfer continues in the next invocation. */
function xOfTransfer(planIndex, transfer, axis) {
  const { start, done, issued, arrived } = plans[planIndex].transfers;
  if (done[transfer] < start[transfer]) {
    return [[xOfStep(planIndex, start[transfer], axis), axis.range[1]], [axis.range[0], xOfStep(planIndex, done[transfer], axis)]];
  }
  if (state.axis === "steps") return [[start[transfer], done[transfer]]];
  const [, end] = spans[planIndex];
  return [[(issued[transfer] ?? end) / axis.scale, (arrived[transfer] ?? end) / axis.scale]];
}

/** The transfers of a residency as hatched parts of its rectangle, from x0 to x1. */
function hatchesOf(planIndex, residency, x0, x1, axis) {
  const hatches = [];
  for (const [map, isArrival] of [[transfersOf[planIndex].into, true], [transfersOf[planIndex].from, false]]) {
    for (const transfer of map.get(residency) || []) {
      for (const [from, to] of xOfTransfer(planIndex, transfer, axis)) {
        const begin = Math.max(from, x0), end = Math.min(to, x1);
        if (begin <= end) hatches.push({ x0: begin, x1: end, isArrival });
      }
    }
  }
  return hatches;
}

/** Seconds saved by all residencies of a buffer. */
function savedBy(plan, buffer) {
  return residenciesOf[plan][buffer].reduce((sum, r) => sum + plans[plan].residencies.saved[r], 0);
}

/** Bytes moved by transfers of a buffer, with trips of loops. */
function movedBy(planIndex, buffer) {
  const { from, bytes, start } = plans[planIndex].transfers;
  let sum = 0;
  for (const residency of residenciesOf[planIndex][buffer])
    for (const transfer of transfersOf[planIndex].from.get(residency) || [])
      sum += bytes[transfer] * (problem.ops.trips[start[transfer]] ?? 1);
  return from.length ? sum : 0;
}

/** Names of the tiers in which a plan has a buffer, the slowest last. */
function tiersOf(plan, buffer) {
  const tiers = new Set(residenciesOf[plan][buffer].map((r) => plans[plan].residencies.tier[r]));
  return [...tiers].sort((a, b) => a - b).map((tier) => problem.tiers[tier].name).join(", ");
}

/** The place of a buffer ("buffers") or op ("ops") in the program's source; "" if unknown. */
function locationOf(kind, index) {
  return problem.locations ? problem.locations[kind][index] : "";
}

function transferBuffer(plan, transfer) {
  return plan.residencies.buffer[plan.transfers.from[transfer]];
}

/** "in: hbm to cmem", with the order unless first in, first out. */
function channelText(channel) {
  const order = channel.order === "deadline" ? ", by deadline" : "";
  return `${channel.name}: ${problem.tiers[channel.from].name} to ${problem.tiers[channel.to].name}${order}`;
}

/** The transfer that a stall waits for. */
function stallCause(plan, stall) {
  const transfer = plan.stalls.transfer[stall], buffer = transferBuffer(plan, transfer);
  return `${problem.buffers.name[buffer]} on ${problem.channels[plan.transfers.channel[transfer]].name} (transfer ${transfer})`;
}

/** The op after a stall. */
function stallPlace(plan, stall) {
  const step = plan.stalls.step[stall];
  return step < numOps ? `step ${step}, ${problem.ops.name[step]}` : "the end of the program";
}
