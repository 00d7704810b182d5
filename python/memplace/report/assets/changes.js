// Differences between two plans: in total, by step, and by buffer.

const MAX_CHANGES = 12;
const LEAST_SECONDS = 1e-12; // Files give times in whole picoseconds.

/** The stays of a buffer as text, to compare two plans; optionally with offsets. */
function staysKey(plan, buffer, hasOffsets) {
  const { tier, begin, end, offset } = plans[plan].residencies;
  return residenciesOf[plan][buffer]
    .map((r) => `${tier[r]}:${begin[r]}-${end[r]}${hasOffsets ? `@${offset[r]}` : ""}`).sort().join(" ");
}

/** "cmem 3–8, 12–20; hbm 0–52": in order of time; the home tier only if the buffer is nowhere else. */
function staysText(plan, buffer) {
  const { tier, begin, end } = plans[plan].residencies, home = problem.buffers.home[buffer];
  const all = [...residenciesOf[plan][buffer]].sort((a, b) => begin[a] - begin[b]);
  const whole = (r) => tier[r] === home && begin[r] <= problem.buffers.begin[buffer] && end[r] >= problem.buffers.end[buffer];
  const away = all.filter((r) => !whole(r));
  if (!away.length) return `${problem.tiers[home].name} only`;
  const parts = [];
  problem.tiers.forEach(({ name }, t) => {
    const stepsOf = (r) => end[r] - begin[r] === 1 ? String(begin[r]) : `${begin[r]}–${end[r] - 1}`;
    const steps = away.filter((r) => tier[r] === t).map(stepsOf);
    if (steps.length) parts.push(`${name} ${steps.slice(0, 4).join(", ")}${steps.length > 4 ? ` and ${steps.length - 4} more` : ""}`);
  });
  return parts.join("; ");
}

/** Seconds of each step, with the stalls before it and with trips of loops; the last is the end of the program. */
function stepSeconds(plan) {
  const seconds = problem.ops.trips.map((trips, step) => plan.ops.duration[step] * trips);
  seconds.push(0);
  plan.stalls.step.forEach((step, stall) => { seconds[step] += plan.stalls.duration[stall] * plan.stalls.trips[stall]; });
  return seconds;
}

function changeCell(seconds) {
  const isNone = Math.abs(seconds) < LEAST_SECONDS;
  return make("span", isNone ? "small" : seconds > 0 ? "slower" : "faster", isNone ? "±0" : formatChange(seconds, formatSeconds));
}

/** A table with some of its rows, and a button for more. */
function growingTable(heads, rows, caption, texts) {
  const host = make("div");
  let shown = MAX_CHANGES;
  const draw = () => {
    host.replaceChildren(makeTable(heads, rows.slice(0, shown).map((row) => row()), caption, texts));
    if (shown >= rows.length) return;
    const more = make("button", "more", `show more (${shown} of ${rows.length})`);
    more.addEventListener("click", () => { shown += 5 * MAX_CHANGES; draw(); });
    host.append(more);
  };
  draw();
  return host;
}

function summaryOf(a, b, moved, shifted) {
  const [first, second] = [plans[a], plans[b]], change = second.makespan - first.makespan;
  const verdict = Math.abs(change) < LEAST_SECONDS ? "takes as long as" : `takes ${formatSeconds(Math.abs(change))} ` +
    `(${formatShare(Math.abs(change) / first.makespan)}) ${change > 0 ? "more" : "less"} than`;
  const bytes = second.bytes_transferred - first.bytes_transferred, count = second.transfers.from.length - first.transfers.from.length;
  return make("p", "summary",
    `${second.label} ${verdict} ${first.label}, modelled: ops ${formatChange(second.op_seconds - first.op_seconds, formatSeconds)}, ` +
    `stalls ${formatChange(second.stall_seconds - first.stall_seconds, formatSeconds)}. ` +
    `Transfers ${formatChange(count, String)}, bytes moved ${formatChange(bytes, (value) => formatBytes(value))}. ` +
    `Of ${counted(numBuffers, "buffer")}, ${moved} ${moved === 1 ? "is" : "are"} in other tiers or at other steps, ` +
    `and ${shifted} only at another offset.`);
}

/** The steps with different times, the largest difference first. */
function changedSteps(a, b) {
  const [before, after] = [plans[a], plans[b]].map(stepSeconds);
  const steps = before.map((_, step) => step).filter((step) => Math.abs(after[step] - before[step]) > LEAST_SECONDS);
  steps.sort((x, y) => Math.abs(after[y] - before[y]) - Math.abs(after[x] - before[x]));
  if (!steps.length) return make("p", "hint", "No step takes longer or shorter.");
  const rows = steps.map((step) => () => [
    step < numOps ? nameElement(`${step}: ${problem.ops.name[step]}`, 40) : "the end of the program",
    formatSeconds(before[step]), formatSeconds(after[step]), changeCell(after[step] - before[step]),
  ]);
  return growingTable(["step", plans[a].label, plans[b].label, "change"], rows,
    `Steps whose modelled time changed, stalls before them included (${rows.length})`);
}

/** The buffers in different places, the largest difference in time saved first. */
function changedBuffers(a, b, moved) {
  if (!moved.length) return make("p", "hint", "Every buffer is in the same tiers at the same steps.");
  const gain = new Map(moved.map((buffer) => [buffer, savedBy(b, buffer) - savedBy(a, buffer)]));
  const { size } = problem.buffers;
  const order = [...moved].sort((x, y) => Math.abs(gain.get(y)) - Math.abs(gain.get(x)) || size[y] - size[x]);
  const rows = order.map((buffer) => () => {
    const bytes = movedBy(b, buffer) - movedBy(a, buffer);
    return [
      bufferButton(buffer, maxSavedBy(buffer), 32), formatBytes(size[buffer]), staysText(a, buffer), staysText(b, buffer),
      changeCell(-gain.get(buffer)), bytes === 0 ? "±0" : formatChange(bytes, (value) => formatBytes(value)),
    ];
  });
  return growingTable(["buffer", "size", plans[a].label, plans[b].label, "time of its accesses, modelled", "bytes moved"], rows,
    `Buffers in other tiers or at other steps (${rows.length})`, [2, 3]);
}

function drawComparison(host) {
  const [a, b] = state.compared;
  const moved = [];
  let shifted = 0;
  for (let buffer = 0; buffer < numBuffers; ++buffer) {
    if (staysKey(a, buffer, false) !== staysKey(b, buffer, false)) moved.push(buffer);
    else if (staysKey(a, buffer, true) !== staysKey(b, buffer, true)) ++shifted;
  }
  host.replaceChildren(summaryOf(a, b, moved.length, shifted), changedBuffers(a, b, moved), changedSteps(a, b));
}

/** A list for choosing one of the two compared plans. */
function planChoice(place, onChange) {
  const list = make("select", "", ...plans.map((plan, index) => {
    const option = make("option", "", plan.label);
    option.value = String(index);
    return option;
  }));
  list.value = String(state.compared[place]);
  list.setAttribute("aria-label", place ? "to" : "from");
  list.addEventListener("change", () => { state.compared[place] = Number(list.value); onChange(); });
  return list;
}

function drawChanges(section) {
  section.hidden = plans.length < 2;
  document.getElementById("changes-link").hidden = plans.length < 2;
  if (plans.length < 2) return () => {};
  const host = make("div");
  const draw = () => drawComparison(host);
  if (plans.length > 2) section.append(make("p", "legend", "from ", planChoice(0, draw), " to ", planChoice(1, draw)));
  section.append(host);
  draw();
  return draw;
}
