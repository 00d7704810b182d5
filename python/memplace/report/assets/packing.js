// The page of packings: memory over the steps, with peak, bound, capacity and live bytes.

const [firstStep, lastStep] = problem.steps;
const { size: sizes, begin: begins, end: ends, alignment, group: groups } = problem.buffers;
const hasGroups = groups.some((name) => name);
const MAX_POINTS = 10000; // Of a line: more take Plotly seconds, and no screen shows as many.
const MARGIN = { l: 80, r: 12, t: 8, b: 38 };

/** Zooms all plots to the steps of a buffer, with a margin. */
function zoomTo(buffer) {
  const margin = Math.max((ends[buffer] - begins[buffer]) * 0.25, 2);
  const range = [Math.max(begins[buffer] - margin, firstStep), Math.min(ends[buffer] + margin, lastStep)];
  showRange(range);
}

/** Live bytes at each step of an arena, as [steps, bytes]: a lower bound for every packing. */
function liveBytes(plan, tier) {
  const changes = new Map(), { tier: where, begin, end, bytes } = plan.residencies;
  const change = (step, by) => changes.set(step, (changes.get(step) || 0) + by);
  where.forEach((place, index) => {
    if (place !== tier) return;
    change(begin[index], bytes[index]);
    change(end[index], -bytes[index]);
  });
  const steps = [...changes.keys()].sort((a, b) => a - b), levels = [];
  let live = 0;
  for (const step of steps) levels.push(live += changes.get(step));
  return thinned(steps, levels);
}

/** The same line with at most about MAX_POINTS points: of many neighbours, the lowest and the highest remain. */
function thinned(steps, levels) {
  const each = Math.ceil(2 * steps.length / MAX_POINTS);
  if (each < 3) return [steps, levels];
  const kept = new Set([0, steps.length - 1]);
  for (let from = 0; from < steps.length; from += each) {
    let low = from, high = from;
    for (let index = from; index < Math.min(from + each, steps.length); ++index) {
      if (levels[index] < levels[low]) low = index;
      if (levels[index] > levels[high]) high = index;
    }
    kept.add(low).add(high);
  }
  const order = [...kept].sort((a, b) => a - b);
  return [order.map((index) => steps[index]), order.map((index) => levels[index])];
}

/** A packing's data about a buffer, for the tip. */
function pieceLines(plan, index) {
  const { buffer: buffers, begin, end, bytes, tier } = plan.residencies;
  const buffer = buffers[index], units = unitsOf(tier[index]);
  const lines = [
    problem.buffers.name[buffer],
    ["size", `${formatBytes(sizes[buffer], units)} (${sizes[buffer]} bytes)`],
    ["live", stepsText(begins[buffer], ends[buffer])],
    ["offset", `${plan.offsets[buffer]} to ${plan.offsets[buffer] + sizes[buffer]}`],
  ];
  if (begin[index] !== begins[buffer] || end[index] !== ends[buffer]) lines.push(["this part", stepsText(begin[index], end[index])]);
  if (bytes[index] !== sizes[buffer]) lines.push(["uses here", formatBytes(bytes[index], units)]);
  if (alignment[buffer] > 1) lines.push(["alignment", String(alignment[buffer])]);
  if (groups[buffer]) lines.push(["group", groups[buffer]]);
  return lines;
}

function pieceBoxes(plan, tier, scale) {
  const { buffer: buffers, tier: where, offset, begin, end, bytes } = plan.residencies, boxes = [];
  where.forEach((place, index) => {
    if (place !== tier) return;
    const buffer = buffers[index];
    boxes.push({
      x0: begin[index], x1: end[index], y0: offset[index] / scale, y1: (offset[index] + bytes[index]) / scale,
      name: problem.buffers.name[buffer], buffers: [buffer], colour: () => colourOf(buffer), lines: () => pieceLines(plan, index),
    });
  });
  return boxes;
}

/** The bound as a line, except if equal to the peak, whose text then says so. */
function boundLine(plan, tier, memory, units) {
  if (problem.bound === null || problem.bound === plan.peak[tier]) return [];
  return [{
    shape: {
      type: "line", xref: "paper", x0: 0, x1: 1, y0: problem.bound / memory.scale, y1: problem.bound / memory.scale,
      line: { color: themeColour("good"), width: 1.5, dash: "dashdot" },
    },
    annotation: {
      xref: "paper", x: 0.5, xanchor: "center", y: problem.bound / memory.scale, yanchor: "top", showarrow: false,
      text: `bound ${formatBytes(problem.bound, units)}`, font: { color: themeColour("good"), size: 11 },
      bgcolor: themeColour("plot"), borderpad: 1,
    },
  }];
}

function buildArena(planIndex, tier) {
  const plan = plans[planIndex], units = unitsOf(tier), { capacity, name } = problem.tiers[tier];
  const memory = memoryAxis(plans.map((each) => each.peak[tier]), plan.peak[tier], capacity, units);
  const lines = boundLine(plan, tier, memory, units), traces = [];
  if (!hasGroups) {
    const [steps, levels] = liveBytes(plan, tier);
    // A halo makes the line visible on any colour.
    for (const [width, color] of [[5, themeColour("plot")], [1.8, themeColour("outline")]]) {
      traces.push({
        type: "scatter", mode: "lines", x: steps, y: levels.map((bytes) => bytes / memory.scale), hoverinfo: "skip",
        line: { shape: "hv", width, color },
      });
    }
  } else traces.push({ type: "scatter", x: [], y: [] });
  return {
    boxes: pieceBoxes(plan, tier, memory.scale), traces,
    label: `Packing ${plan.label} of ${name}, peak ${formatBytes(plan.peak[tier], units)}`,
    layout: {
      height: plans.length > 2 ? 400 : 520, margin: MARGIN, shapes: [...memory.shapes, ...lines.map((line) => line.shape)],
      annotations: [...memory.annotations, ...lines.map((line) => line.annotation)],
      xaxis: {
        title: { text: "step" }, range: [firstStep, Math.max(lastStep, firstStep + 1)],
        dtick: lastStep - firstStep < 12 ? 1 : undefined, exponentformat: "none",
      },
      yaxis: { title: { text: `offset, ${memory.unit}` }, range: [0, memory.top] },
    },
  };
}

function drawArena(parent, tier) {
  const { name, capacity } = problem.tiers[tier], units = unitsOf(tier), row = [];
  const section = make("div", "tier");
  if (problem.tiers.length > 1) section.append(make("h3", "", name));
  parent.append(section);
  const titles = plans.map((plan) => [
    plan.label,
    `peak ${formatBytes(plan.peak[tier], units)}` +
      (capacity === null ? "" : `, ${formatShare(plan.peak[tier] / capacity)} of the capacity`),
  ]);
  plotRow(section, titles).forEach((host, index) => {
    host.id = `arena-${tier}-packing-${index}`;
    row.push(new RectanglePlot(host, () => buildArena(index, tier), linkedZoom(allPlots, row)));
  });
  allPlots.push(...row);
}

/** The distance of a peak from the bound, and whether the peak is optimal. */
function gapText(peak) {
  if (problem.bound === null) return "";
  if (peak === problem.bound) return "the least that is possible: equal to the proven bound";
  const gap = problem.bound ? formatShare((peak - problem.bound) / problem.bound) : "";
  return `${gap} above the proven bound of ${formatBytes(problem.bound)}`;
}

function makeCard(plan, isBest) {
  const peak = Math.max(...plan.peak), card = make("div", "card", make("h3", "", plan.label));
  if (isBest) {
    card.classList.add("best");
    card.prepend(make("span", "badge", "least peak"));
  }
  card.append(make("div", "big", formatBytes(peak), make("span", "small", ` peak, ${peak} bytes`)));
  if (gapText(peak)) card.append(make("div", "small", gapText(peak)));
  problem.tiers.forEach(({ name, capacity }, tier) => {
    if (capacity === null) return;
    const fits = plan.peak[tier] <= capacity, units = unitsOf(tier), verdict = fits ? "of" : "does not fit in";
    card.append(
      bar([[plan.peak[tier] / capacity, fits ? "var(--accent)" : "var(--bad)"]]),
      make("div", fits ? "small" : "small slower",
        `${name}: ${formatBytes(plan.peak[tier], units)} ${verdict} ${formatBytes(capacity, units)} ` +
        `(${formatShare(plan.peak[tier] / capacity)})`),
    );
  });
  return card;
}

function drawCards(parent) {
  const peaks = plans.map((plan) => Math.max(...plan.peak)), best = smallest(peaks);
  plans.forEach((plan, index) => parent.append(makeCard(plan, peaks[index] === best && peaks.some((peak) => peak > best))));
}

function drawSelection(panel) {
  const buffer = state.selected;
  if (buffer === null) return drawPanel(panel);
  const extra = `${alignment[buffer] > 1 ? `, alignment ${alignment[buffer]}` : ""}${groups[buffer] ? `, group ${groups[buffer]}` : ""}`;
  const facts = `${formatBytes(sizes[buffer])} (${sizes[buffer]} bytes), live ${stepsText(begins[buffer], ends[buffer])}${extra}`;
  const rows = plans.map((plan) => [plan.label, String(plan.offsets[buffer]), String(plan.offsets[buffer] + sizes[buffer])]);
  return drawPanel(panel, facts, [makeTable(["packing", "offset", "end"], rows, "Where it lies, bytes")]);
}

function bufferColumns() {
  return [
    { head: "buffer", key: (b) => problem.buffers.name[b], text: true },
    { head: "size", key: (b) => sizes[b], format: (bytes) => formatBytes(bytes) },
    { head: "live from", key: (b) => begins[b], format: String },
    { head: "to", key: (b) => ends[b] - 1, format: String },
    ...plans.map((plan) => ({ head: `offset: ${plan.label}`, key: (b) => plan.offsets[b], format: String })),
  ];
}

function drawLegend(parent) {
  if (!hasGroups) parent.append(patternChip("load", "bytes that are live at a step: no packing has less in use"));
  parent.append(patternChip("dots", "peak"));
  const isBoundDrawn = problem.bound !== null && plans.some((plan) => plan.peak[0] !== problem.bound);
  if (isBoundDrawn) parent.append(patternChip("bound", "proven bound on the peak"));
  if (problem.tiers.some((tier) => tier.capacity !== null)) parent.append(patternChip("line", "capacity"));
}

function drawContents() {
  const bound = problem.bound === null ? "" : `, peak at least ${formatBytes(problem.bound)} (proven bound)`;
  document.getElementById("subtitle").textContent =
    `${counted(numBuffers, "buffer")}, steps ${firstStep} to ${Math.max(lastStep - 1, firstStep)}${bound}`;
  drawCards(document.getElementById("cards"));
  drawLegend(document.getElementById("legend"));
  problem.tiers.forEach((_, tier) => drawArena(document.getElementById("tiers"), tier));
  const choices = memoryChoices().filter(([value]) => value !== "capacity" || problem.tiers.some((tier) => tier.capacity !== null));
  if (choices.length > 1) {
    document.getElementById("switches").append(segmented("memory up to", "memory-top", choices, state.memoryTop, (value) => {
      state.memoryTop = value;
      return rebuildPlots(true);
    }));
  }
  return new BufferTable(document.getElementById("buffer-table"), bufferColumns(), () => 0);
}

drawFrame(drawContents, () => {
  drawSelection(panel);
  bufferTable.draw();
});
