// The plots of placements: occupancy of each tier; below, on the same axis, ops and transfers.

const MARGIN = { l: 96, r: 12, t: 8, b: 38 }; // The same for all plots, so that plots are aligned.
const OP_ROWS = 2; // The row of ops is as high as this many channels.

/** Data of a residency, for the tip and the selection. */
function residencyLines(planIndex, index) {
  const table = plans[planIndex].residencies;
  const buffer = table.buffer[index], tier = problem.tiers[table.tier[index]];
  const offset = table.offset[index], units = unitsOf(table.tier[index]);
  const lines = [
    problem.buffers.name[buffer],
    ["size", formatBytes(problem.buffers.size[buffer], units)],
    ["here", stepsText(table.begin[index], table.end[index])],
    ["live", stepsText(problem.buffers.begin[buffer], problem.buffers.end[buffer])],
    ["tier", offset < 0 ? tier.name : `${tier.name}, offset ${formatBytes(offset, units)} (${offset})`],
    ["why (times are modelled)", table.why[index]],
  ];
  const { into, from } = transfersOf[planIndex];
  for (const [verb, map] of [["arrives", into], ["leaves", from]])
    for (const transfer of (map.get(index) || []).slice(0, 3)) lines.push([verb, transferText(planIndex, transfer)]);
  if (locationOf("buffers", buffer)) lines.push(["source", locationOf("buffers", buffer)]);
  return lines;
}

/** "hbm to cmem, issued before step 3, needed before step 7" */
function transferText(planIndex, transfer) {
  const { channel, start, done } = plans[planIndex].transfers;
  const { from, to } = problem.channels[channel[transfer]];
  const until = done[transfer] < numOps ? `step ${done[transfer]}` : "the end";
  return `${problem.tiers[from].name} to ${problem.tiers[to].name}, issued before step ${start[transfer]}, needed before ${until}`;
}

/** A plan's rectangles in a tier; `scale` is the unit of offsets. */
function occupancyBoxes(planIndex, tier, scale, axis) {
  const table = plans[planIndex].residencies, boxes = [];
  table.tier.forEach((where, index) => {
    if (where !== tier || table.offset[index] < 0) return;
    const buffer = table.buffer[index], offset = table.offset[index];
    const x0 = xOfStep(planIndex, table.begin[index], axis), x1 = xOfStep(planIndex, table.end[index], axis);
    boxes.push({
      x0, x1, y0: offset / scale, y1: (offset + problem.buffers.size[buffer]) / scale,
      name: problem.buffers.name[buffer], buffers: [buffer], hatches: hatchesOf(planIndex, index, x0, x1, axis),
      colour: () => colourOf(buffer, table.saved[index]), lines: () => residencyLines(planIndex, index),
    });
  });
  return boxes;
}

/** True if a plan chose an offset in a tier. */
function placesInto(plan, tier) {
  return plan.residencies.tier.some((where, index) => where === tier && plan.residencies.offset[index] >= 0);
}

/** Ranges of loops on the x axis, and their trip counts as texts above. */
function loopBands(planIndex, axis) {
  // Outer loops first; a plot of hundreds would show nothing.
  const shown = problem.loops.slice(0, 60);
  const bands = shown.map(([from, to]) => [xOfStep(planIndex, from, axis), xOfStep(planIndex, to, axis)]);
  const annotations = shown.map(([, , trips], index) => ({
    x: (bands[index][0] + bands[index][1]) / 2, yref: "paper", y: 1, yanchor: "bottom", showarrow: false, text: `×${trips}`,
    font: { size: 10, color: themeColour("soft") },
  }));
  return { bands, annotations };
}

/** Ranges of stalls on the x axis. */
function stallRanges(planIndex, axis) {
  const { start, duration, step } = plans[planIndex].stalls;
  if (state.axis === "steps") return step.map((at) => [at, at]);
  return start.map((from, stall) => [from / axis.scale, (from + duration[stall]) / axis.scale]);
}

/** Current contents of a tier's plot. */
function buildTier(planIndex, tier) {
  const plan = plans[planIndex], axis = alongX(), { capacity, name } = problem.tiers[tier], units = unitsOf(tier);
  const memory = memoryAxis(plans.map((each) => each.peak[tier]), plan.peak[tier], capacity, units);
  const loops = loopBands(planIndex, axis), annotations = [...loops.annotations, ...memory.annotations];
  if (!placesInto(plan, tier)) {
    annotations.push({
      xref: "paper", yref: "paper", x: 0.5, y: 0.5, showarrow: false, text: "this plan places nothing here",
      font: { size: 13, color: themeColour("soft") },
    });
  }
  return {
    boxes: occupancyBoxes(planIndex, tier, memory.scale, axis), bands: loops.bands, stalls: stallRanges(planIndex, axis),
    label: `Memory of tier ${name} in plan ${plan.label}, peak ${formatBytes(plan.peak[tier], units)} of ${formatBytes(capacity, units)}`,
    layout: {
      height: tier === 0 ? 400 : 270, margin: { ...MARGIN, t: problem.loops.length ? 18 : 8 }, annotations, shapes: memory.shapes,
      xaxis: { title: { text: axis.title }, range: axis.range, dtick: axis.dtick },
      yaxis: { title: { text: `offset, ${memory.unit}` }, range: [0, memory.top] },
    },
  };
}

/** Draws a tier: all plans side by side, on the same scale. */
function drawTier(parent, tier) {
  const { name, capacity, read } = problem.tiers[tier], units = unitsOf(tier);
  const section = make("div", "tier");
  const speed = `  ${formatBytes(capacity, units)}, reads ${formatBandwidth(read)}`;
  section.append(make("h3", "", `Tier ${name}`, make("span", "small", speed)));
  parent.append(section);
  if (!plans.some((plan) => placesInto(plan, tier))) {
    section.append(make("p", "hint", "No plan chose an offset here: this tier is empty or holds only buffers placed by the caller."));
    return;
  }
  const titles = plans.map(({ label, peak }) => [
    label, `peak ${formatBytes(peak[tier], units)}, ${formatShare(peak[tier] / capacity)} of the capacity`,
  ]);
  const row = [];
  plotRow(section, titles).forEach((host, index) => {
    host.id = `tier-${tier}-plan-${index}`;
    row.push(new RectanglePlot(host, () => buildTier(index, tier), linkedZoom(allPlots, row)));
  });
  allPlots.push(...row);
}

/** True if an op's accesses take longer than its computation. */
function isMemoryBound(plan, step) {
  return plan.ops.memory[step] > problem.ops.compute[step] * (1 + 1e-9);
}

/** The limits of an op's time: the longer of compute and memory, and the part of the shorter without overlap. */
function boundLines(plan, step) {
  const compute = problem.ops.compute[step], memory = plan.ops.memory[step], overlap = problem.ops.overlap[step];
  const shorter = Math.min(compute, memory);
  const longer = isMemoryBound(plan, step)
    ? `memory (compute ${formatSeconds(compute)})` : `compute (memory ${formatSeconds(memory)})`;
  const lines = [["bound by", longer]];
  if (overlap < 1 && shorter > 0)
    lines.push(["overlap", `${formatShare(overlap)} of the shorter: ${formatSeconds((1 - overlap) * shorter)} is added`]);
  return lines;
}

/** "4 KiB in hbm at 70 % of its bandwidth" */
function accessText(plan, step, k) {
  const [buffer, , bytes, efficiency] = problem.ops.accesses[step][k];
  const tier = problem.tiers[plan.residencies.tier[plan.served[step][k]]].name;
  const share = efficiency < 1 ? ` at ${formatShare(efficiency)} of its bandwidth` : "";
  return `${problem.buffers.name[buffer]}: ${formatBytes(bytes)} in ${tier}${share}`;
}

function opLines(plan, step) {
  const trips = problem.ops.trips[step];
  const lines = [
    problem.ops.name[step],
    ["step", String(step)],
    ["takes", `${formatSeconds(plan.ops.duration[step])}${trips > 1 ? `, ${trips} times` : ""}, modelled`],
    ["starts at", formatSeconds(plan.ops.start[step])],
    ...boundLines(plan, step),
  ];
  const verbs = ["reads", "writes", "updates"];
  const accesses = problem.ops.accesses[step];
  accesses.slice(0, 8).forEach(([, mode], k) => lines.push([verbs[mode], accessText(plan, step, k)]));
  if (accesses.length > 8) lines.push(["and", `${accesses.length - 8} more`]);
  if (locationOf("ops", step)) lines.push(["source", locationOf("ops", step)]);
  return lines;
}

/** With steps as axis, the height of a bar is the op's time, relative to the longest step of all plans. */
const LONGEST_STEP = Math.max(1e-30, ...plans.map((plan) => {
  const stalled = new Float64Array(numOps + 1);
  plan.stalls.step.forEach((step, stall) => { stalled[step] += plan.stalls.duration[stall]; });
  return stalled.reduce((max, seconds, step) => Math.max(max, seconds + (plan.ops.duration[step] ?? 0)), 0);
}));
const FLOOR = 0.42, ROOM = OP_ROWS - 0.12;

function opBoxes(plan, axis) {
  const isSteps = state.axis === "steps", shades = { memory: themeColour("memory"), compute: themeColour("compute") };
  return plan.ops.start.map((start, step) => {
    const colour = isMemoryBound(plan, step) ? shades.memory : shades.compute, duration = plan.ops.duration[step];
    return {
      x0: isSteps ? step : start / axis.scale, x1: isSteps ? step + 1 : (start + duration) / axis.scale,
      y0: FLOOR - (isSteps ? ROOM * duration / LONGEST_STEP : ROOM), y1: FLOOR, name: problem.ops.name[step],
      buffers: [...new Set(problem.ops.accesses[step].map(([buffer]) => buffer))],
      colour: () => colour, lines: () => opLines(plan, step),
    };
  });
}

function stallBoxes(plan, axis) {
  const isSteps = state.axis === "steps", colour = themeColour("stall"), piled = new Map();
  return plan.stalls.start.map((start, stall) => {
    const step = plan.stalls.step[stall], duration = plan.stalls.duration[stall];
    const below = piled.get(step) ?? plan.ops.duration[step] ?? 0;
    piled.set(step, below + duration);
    return {
      x0: isSteps ? step : start / axis.scale, x1: isSteps ? step + 1 : (start + duration) / axis.scale,
      y0: FLOOR - (isSteps ? ROOM * (below + duration) / LONGEST_STEP : ROOM),
      y1: FLOOR - (isSteps ? ROOM * below / LONGEST_STEP : 0), name: "",
      buffers: [transferBuffer(plan, plan.stalls.transfer[stall])], colour: () => colour,
      lines: () => [
        "stall",
        ["for", `${formatSeconds(duration)}${plan.stalls.trips[stall] > 1 ? `, ${plan.stalls.trips[stall]} times` : ""}, modelled`],
        ["before", stallPlace(plan, stall)],
        ["waits for", stallCause(plan, stall)],
      ],
    };
  });
}

function transferLines(plan, index) {
  const table = plan.transfers, channel = problem.channels[table.channel[index]];
  const buffer = transferBuffer(plan, index);
  const time = (seconds) => seconds === null ? "in the next invocation" : formatSeconds(seconds);
  const lines = [
    problem.buffers.name[buffer],
    ["transfer", `${index}: ${formatBytes(table.bytes[index])} of ${formatBytes(problem.buffers.size[buffer])}`],
    ["channel", channelText(channel)],
    ["issued", `before step ${table.start[index]}, at ${time(table.issued[index])}`],
    ["flows", `from ${time(table.flows[index])}`],
    ["arrived", `at ${time(table.arrived[index])}, needed before ` +
      (table.done[index] < numOps ? `step ${table.done[index]}` : "the end")],
  ];
  if (table.arrived[index] !== null && table.arrived[index] > table.flows[index])
    lines.push(["speed", `${formatBandwidth(table.bytes[index] / (table.arrived[index] - table.flows[index]))}, modelled`]);
  return lines;
}

/** With time as axis, two boxes for each transfer: waiting for its channel, and flowing. */
function transferTimeBoxes(planIndex, axis) {
  const plan = plans[planIndex], boxes = [], table = plan.transfers, [, end] = spans[planIndex];
  table.channel.forEach((channel, index) => {
    const row = channel + 1, buffer = transferBuffer(plan, index);
    const [issued, flows, arrived] = [table.issued, table.flows, table.arrived].map((times) => (times[index] ?? end) / axis.scale);
    const common = {
      buffers: [buffer], lines: () => transferLines(plan, index), colour: () => colourOf(buffer, plan.residencies.saved[table.to[index]]),
    };
    if (flows > issued) boxes.push({ ...common, x0: issued, x1: flows, y0: row + 0.3, y1: row + 0.4, name: "" });
    boxes.push({ ...common, x0: flows, x1: arrived, y0: row - 0.4, y1: row + 0.26, name: problem.buffers.name[buffer] });
  });
  // On a deadline channel, a transfer may flow while a longer transfer pauses, which is drawn below.
  return boxes.sort((a, b) => (b.x1 - b.x0) - (a.x1 - a.x0));
}

/** For each range the first lane free at its start; `ranges` are [begin, end], sorted by begin. */
function lanesOf(ranges) {
  const ends = [];
  return ranges.map(([begin, end]) => {
    let lane = ends.findIndex((free) => free <= begin);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    return lane;
  });
}

const LEAST_STEPS = 0.3; // Width of the bar of a transfer that no op hides.
const MAX_LANES = 12; // More lanes would be too thin to see.

/** With steps as axis, a box from issue to need; overlapping transfers of a channel are in lanes. */
function transferStepBoxes(planIndex, axis) {
  const plan = plans[planIndex], boxes = [];
  problem.channels.forEach((_, channel) => {
    const parts = [];
    plan.transfers.channel.forEach((which, transfer) => {
      if (which !== channel) return;
      for (const [begin, end] of xOfTransfer(planIndex, transfer, axis))
        parts.push({ transfer, begin, end: Math.max(end, begin + LEAST_STEPS) });
    });
    parts.sort((a, b) => a.begin - b.begin);
    const lanes = lanesOf(parts.map(({ begin, end }) => [begin, end]));
    const count = Math.min(Math.max(0, ...lanes) + 1, MAX_LANES);
    parts.forEach(({ transfer, begin, end }, index) => {
      const buffer = transferBuffer(plan, transfer), y0 = channel + 1 - 0.42 + 0.84 * (lanes[index] % count) / count;
      boxes.push({
        x0: begin, x1: end, y0, y1: y0 + 0.84 / count, name: problem.buffers.name[buffer], buffers: [buffer],
        colour: () => colourOf(buffer, plan.residencies.saved[plan.transfers.to[transfer]]), lines: () => transferLines(plan, transfer),
      });
    });
  });
  return boxes;
}

/** Current contents of a plan's plot of ops and transfers. */
function buildTime(planIndex) {
  const plan = plans[planIndex], axis = alongX(), loops = loopBands(planIndex, axis);
  const rows = [state.axis === "steps" ? "time of ops" : "ops", ...problem.channels.map((channel) => channel.name)];
  const transfers = state.axis === "steps" ? transferStepBoxes(planIndex, axis) : transferTimeBoxes(planIndex, axis);
  return {
    boxes: [...opBoxes(plan, axis), ...stallBoxes(plan, axis), ...transfers], bands: loops.bands,
    label: `Ops and transfers of plan ${plan.label}, ${formatSeconds(plan.makespan)} modelled`,
    layout: {
      height: 62 + 46 * (rows.length + OP_ROWS - 1), annotations: loops.annotations,
      margin: { ...MARGIN, t: problem.loops.length ? 18 : 8 },
      xaxis: { title: { text: axis.title }, range: axis.range, dtick: axis.dtick },
      yaxis: {
        range: [rows.length - 0.5, 0.5 - OP_ROWS], fixedrange: true, showgrid: false,
        tickvals: rows.map((_, row) => row || (1 - OP_ROWS) / 2), ticktext: rows.map((row) => plotlyText(shortName(row, 13))),
      },
    },
  };
}

function drawTimes(parent) {
  const titles = plans.map((plan, index) => {
    const [, end] = spans[index], hasLoops = Math.abs(end - plan.makespan) > 1e-6 * plan.makespan;
    const text = `${formatSeconds(plan.makespan)} modelled, of it ${formatSeconds(plan.stall_seconds)} stalls`;
    return [plan.label, hasLoops ? `${text}; one run through, drawn here, ${formatSeconds(end)}` : text];
  });
  const section = make("div", "time", make("h3", "", "Ops and transfers"));
  parent.append(section);
  plotRow(section, titles).forEach((host, index) => {
    host.id = `time-plan-${index}`;
    allPlots.push(new RectanglePlot(host, () => buildTime(index), linkedZoom(allPlots, [])));
  });
}

/** Legend: colours, patterns, and the height of bars over steps. */
function drawTimeLegend(parent) {
  parent.replaceChildren(
    chip("var(--compute)", "op bound by compute"), chip("var(--memory)", "op bound by memory"), chip("var(--stall)", "stall"),
    patternChip("arriving", "contents arrive by a transfer"), patternChip("leaving", "a transfer copies from here"),
    patternChip("dots", "peak"), patternChip("line", "capacity"), make("br"),
    state.axis === "steps"
      ? `Bars of ops are as high as their modelled time, at most ${formatSeconds(LONGEST_STEP)}; a transfer goes from its ` +
        "issue to its need."
      : "A thin bar is a transfer that has been issued and waits for its channel.");
}
