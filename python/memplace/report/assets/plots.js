// The plots: occupancy of each tier, and the timeline.

const allPlots = [];

/** What a residency's tip and the selection say of it. */
function residencyLines(plan, index) {
  const table = plan.residencies;
  const buffer = table.buffer[index], tier = problem.tiers[table.tier[index]];
  const offset = table.offset[index];
  return [
    problem.buffers.name[buffer],
    ["size", formatBytes(problem.buffers.size[buffer])],
    ["here", stepsText(table.begin[index], table.end[index])],
    ["live", stepsText(problem.buffers.begin[buffer], problem.buffers.end[buffer])],
    ["tier", offset < 0 ? tier.name : `${tier.name}, offset ${formatBytes(offset)} (${offset})`],
    ["why", table.why[index]],
  ];
}

/** A plan's rectangles in a tier; `scale` is the axis's unit. */
function occupancyBoxes(plan, tier, scale) {
  const table = plan.residencies, boxes = [];
  table.tier.forEach((where, index) => {
    if (where !== tier || table.offset[index] < 0) return;
    const buffer = table.buffer[index], offset = table.offset[index];
    boxes.push({
      x0: table.begin[index], x1: table.end[index],
      y0: offset / scale, y1: (offset + problem.buffers.size[buffer]) / scale,
      name: problem.buffers.name[buffer], buffers: [buffer],
      colour: () => colourOf(buffer, table.saved[index]), lines: () => residencyLines(plan, index),
    });
  });
  return boxes;
}

/** Whether a plan chose an offset in a tier. */
function placesInto(plan, tier) {
  return plan.residencies.tier.some((where, index) => where === tier && plan.residencies.offset[index] >= 0);
}

/** A horizontal line over the whole plot, with a text at its end. */
function levelLine(y, colour, dash, text, side) {
  return {
    shape: { type: "line", xref: "paper", x0: 0, x1: 1, y0: y, y1: y, line: { color: colour, width: 1.5, dash } },
    annotation: {
      xref: "paper", x: side === "left" ? 0.004 : 0.996, xanchor: side, y, yanchor: "bottom", showarrow: false, text,
      font: { color: colour, size: 11 }, bgcolor: "rgba(255,255,255,.75)", borderpad: 1,
    },
  };
}

/** Grey bands for the steps, or times, of loops: [from, to, trips]. */
function loopBands(bands) {
  const shapes = [], annotations = [];
  // Outer loops first; a plot of hundreds would show nothing.
  for (const [x0, x1, trips] of bands.slice(0, 60)) {
    shapes.push({
      type: "rect", layer: "below", yref: "paper", x0, x1, y0: 0, y1: 1, line: { width: 0 }, fillcolor: "rgba(70,85,105,.09)",
    });
    annotations.push({
      x: (x0 + x1) / 2, yref: "paper", y: 1, yanchor: "bottom", showarrow: false, text: `×${trips}`, font: { size: 10, color: "#66717f" },
    });
  }
  return { shapes, annotations };
}

function tierLayout(plan, tier, top, unit, scale) {
  const { capacity } = problem.tiers[tier], peak = plan.peak[tier];
  const { shapes, annotations } = loopBands(problem.loops);
  const lines = !peak ? [] : [levelLine(peak / scale, "#44505e", "dot", `peak ${formatBytes(peak)}`, "left")];
  if (capacity <= top) lines.push(levelLine(capacity / scale, "#c0392b", "dash", `capacity ${formatBytes(capacity)}`, "right"));
  if (!placesInto(plan, tier)) {
    annotations.push({
      xref: "paper", yref: "paper", x: 0.5, y: 0.5, showarrow: false, text: "this plan places nothing here", font: { size: 13, color: "#7a8694" },
    });
  }
  return {
    height: 380, margin: { l: 62, r: 12, t: problem.loops.length ? 18 : 8, b: 40 },
    xaxis: { title: { text: "schedule step" }, range: [0, Math.max(numOps, 1)], zeroline: false, gridcolor: "rgba(40,55,75,.09)" },
    yaxis: { title: { text: `offset, ${unit}` }, range: [0, 1.07 * top / scale], zeroline: false, gridcolor: "rgba(40,55,75,.09)" },
    shapes: [...shapes, ...lines.map((line) => line.shape)],
    annotations: [...annotations, ...lines.map((line) => line.annotation)],
  };
}

/** Plots whose views move together, in both directions or in x only. */
function linkedGroup(axes) {
  const group = [];
  const onZoom = (source, ranges) => {
    const view = {};
    for (const axis of axes) view[`${axis}axis.range`] = ranges[axis];
    for (const plot of group) if (plot !== source) plot.follow(view);
  };
  return { group, onZoom };
}

/** A grid with a column for each plan; returns the hosts of the plots. */
function plotRow(parent, titles, columns) {
  const grid = make("div", "plots");
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(${columns > 1 ? 400 : 0}px, 1fr))`;
  parent.append(grid);
  return titles.map(([label, text]) => {
    const host = make("div", "canvas");
    grid.append(make("div", "plot", make("div", "plot-title", label, make("span", "small", ` ${text}`)), host));
    return host;
  });
}

/** Draws a tier: all plans side by side, on the same scale. */
function drawTier(parent, tier, onDrawn) {
  const { name, capacity, read } = problem.tiers[tier];
  const peak = Math.max(...plans.map((plan) => plan.peak[tier]));
  const section = make("div", "tier");
  const heading = make("h3", "", `Tier ${name}`, make("span", "small", `  ${formatBytes(capacity)}, reads ${formatBytes(read)}/s`));
  section.append(heading);
  parent.append(section);
  if (!plans.some((plan) => placesInto(plan, tier))) {
    section.append(make("p", "hint", "No plan chose an offset here: what lies here has a place of the caller's own, or nothing does."));
    return;
  }
  // Little use of a large memory would be a thin line below its capacity.
  const top = peak * 4 >= capacity ? Math.max(capacity, peak) : peak;
  const [unit, scale] = unitFor(BYTE_UNITS, top);
  if (top < capacity) heading.append(make("span", "small", ` (the capacity is above the picture)`));
  const titles = plans.map((plan) => [plan.label, `peak ${formatBytes(plan.peak[tier])}, ${formatShare(plan.peak[tier] / capacity)}`]);
  const { group, onZoom } = linkedGroup(["x", "y"]);
  plotRow(section, titles, plans.length).forEach((host, index) => {
    const plan = plans[index];
    host.id = `tier-${tier}-plan-${index}`;
    const plot = new RectanglePlot(host, occupancyBoxes(plan, tier, scale), tierLayout(plan, tier, top, unit, scale), onZoom);
    group.push(plot);
    onDrawn(plot);
  });
}

const OP_COLOURS = { compute: "#8fb4d9", memory: "#b79ad6", stall: "#d64541" };

/** Whether an op's accesses take longer than what it computes. */
function isMemoryBound(plan, step) {
  return plan.ops.memory[step] > problem.ops.compute[step] * (1 + 1e-9);
}

/** What decides how long an op takes: the longer of compute and memory, and what doesn't overlap of the shorter. */
function boundLines(plan, step) {
  const compute = problem.ops.compute[step], memory = plan.ops.memory[step], overlap = problem.ops.overlap[step];
  const shorter = Math.min(compute, memory);
  const lines = [["bound by", isMemoryBound(plan, step) ? `memory (compute ${formatSeconds(compute)})` : `compute (memory ${formatSeconds(memory)})`]];
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
    ["takes", formatSeconds(plan.ops.duration[step]) + (trips > 1 ? `, ${trips} times` : "")],
    ["starts at", formatSeconds(plan.ops.start[step])],
    ...boundLines(plan, step),
  ];
  const verbs = ["reads", "writes", "updates"];
  const accesses = problem.ops.accesses[step];
  accesses.slice(0, 8).forEach(([, mode], k) => lines.push([verbs[mode], accessText(plan, step, k)]));
  if (accesses.length > 8) lines.push(["and", `${accesses.length - 8} more`]);
  return lines;
}

function opBoxes(plan, scale) {
  return plan.ops.start.map((start, step) => {
    const colour = isMemoryBound(plan, step) ? OP_COLOURS.memory : OP_COLOURS.compute;
    return {
      x0: start / scale, x1: (start + plan.ops.duration[step]) / scale, y0: -0.4, y1: 0.4, name: problem.ops.name[step],
      buffers: [...new Set(problem.ops.accesses[step].map(([buffer]) => buffer))],
      colour: () => colour, lines: () => opLines(plan, step),
    };
  });
}

function transferBuffer(plan, transfer) {
  return plan.residencies.buffer[plan.transfers.from[transfer]];
}

/** What a stall waits for. */
function stallCause(plan, stall) {
  const transfer = plan.stalls.transfer[stall], buffer = transferBuffer(plan, transfer);
  return `${problem.buffers.name[buffer]} on ${problem.channels[plan.transfers.channel[transfer]].name} (transfer ${transfer})`;
}

/** Before which op a stall is. */
function stallPlace(plan, stall) {
  const step = plan.stalls.step[stall];
  return step < numOps ? `step ${step}, ${problem.ops.name[step]}` : "the end of the program";
}

function stallBoxes(plan, scale) {
  return plan.stalls.start.map((start, stall) => ({
    x0: start / scale, x1: (start + plan.stalls.duration[stall]) / scale, y0: -0.4, y1: 0.4, name: "",
    buffers: [transferBuffer(plan, plan.stalls.transfer[stall])], colour: () => OP_COLOURS.stall,
    lines: () => [
      "stall",
      ["for", formatSeconds(plan.stalls.duration[stall]) + (plan.stalls.trips[stall] > 1 ? `, ${plan.stalls.trips[stall]} times` : "")],
      ["before", stallPlace(plan, stall)],
      ["waits for", stallCause(plan, stall)],
    ],
  }));
}

/** "in: hbm to cmem", and its order if it isn't that of issue. */
function channelText(channel) {
  const order = channel.order === "deadline" ? ", by deadline" : "";
  return `${channel.name}: ${problem.tiers[channel.from].name} to ${problem.tiers[channel.to].name}${order}`;
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
    lines.push(["speed", `${formatBytes(table.bytes[index] / (table.arrived[index] - table.flows[index]))}/s`]);
  return lines;
}

/** Two boxes for each transfer: waiting for its channel, and flowing. */
function transferBoxes(plan, scale, end) {
  const boxes = [], table = plan.transfers;
  table.channel.forEach((channel, index) => {
    const row = channel + 1, buffer = transferBuffer(plan, index);
    const [issued, flows, arrived] = [table.issued, table.flows, table.arrived].map((times) => (times[index] ?? end) / scale);
    const common = {
      buffers: [buffer], lines: () => transferLines(plan, index), colour: () => colourOf(buffer, plan.residencies.saved[table.to[index]]),
    };
    if (flows > issued) boxes.push({ ...common, x0: issued, x1: flows, y0: row + 0.3, y1: row + 0.4, name: "" });
    boxes.push({ ...common, x0: flows, x1: arrived, y0: row - 0.4, y1: row + 0.26, name: problem.buffers.name[buffer] });
  });
  // By deadline one flows while a longer one pauses, which is drawn below it.
  return boxes.sort((a, b) => (b.x1 - b.x0) - (a.x1 - a.x0));
}

/** When the one simulated run ends, and the earliest time in it, seconds. */
function spanOf(plan) {
  let begin = 0, end = 0;
  plan.ops.start.forEach((start, step) => { end = Math.max(end, start + plan.ops.duration[step]); });
  plan.stalls.start.forEach((start, stall) => { end = Math.max(end, start + plan.stalls.duration[stall]); });
  plan.transfers.arrived.forEach((time) => { end = Math.max(end, time ?? 0); });
  plan.transfers.issued.forEach((time) => { begin = Math.min(begin, time ?? 0); });
  return [begin, end];
}

function drawTimes(parent, onDrawn) {
  const spans = plans.map(spanOf);
  const begin = Math.min(...spans.map((span) => span[0])), end = Math.max(...spans.map((span) => span[1]));
  const [unit, scale] = unitFor(SECOND_UNITS, end);
  const rows = ["ops", ...problem.channels.map((channel) => channel.name)];
  const titles = plans.map((plan, index) => [
    plan.label,
    `${formatSeconds(plan.makespan)}, of it ${formatSeconds(plan.stall_seconds)} stalls` +
      (Math.abs(spans[index][1] - plan.makespan) > 1e-6 * plan.makespan ? `; one run through, drawn here, ${formatSeconds(spans[index][1])}` : ""),
  ]);
  const { group, onZoom } = linkedGroup(["x"]);
  plotRow(parent, titles, 1).forEach((host, index) => {
    const plan = plans[index];
    host.id = `time-plan-${index}`;
    const boxes = [...opBoxes(plan, scale), ...stallBoxes(plan, scale), ...transferBoxes(plan, scale, spans[index][1])];
    const bands = problem.loops.map(([from, to, trips]) => [
      plan.ops.start[from] / scale, (plan.ops.start[to - 1] + plan.ops.duration[to - 1]) / scale, trips,
    ]);
    const layout = {
      height: 70 + 44 * rows.length, ...loopBands(bands), margin: { l: 110, r: 12, t: bands.length ? 18 : 8, b: 40 },
      xaxis: { title: { text: `time, ${unit}` }, range: [begin / scale, end > begin ? end / scale * 1.005 : 1], zeroline: false, gridcolor: "rgba(40,55,75,.09)" },
      yaxis: {
        range: [rows.length - 0.5, -0.5], fixedrange: true, zeroline: false, showgrid: false,
        tickvals: rows.map((_, row) => row), ticktext: rows.map((row) => plotlyText(row.length > 15 ? `${row.slice(0, 14)}…` : row)),
      },
    };
    const plot = new RectanglePlot(host, boxes, layout, onZoom);
    group.push(plot);
    onDrawn(plot);
  });
}
