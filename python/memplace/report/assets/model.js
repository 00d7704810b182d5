// State of the page: `problem` and `plans` (memplace/report/facts.py; or packing.py, with packings as plans), the
// selected buffer, and the colours of buffers.

const { problem, plans } = JSON.parse(document.getElementById("facts").textContent);
const numBuffers = problem.buffers.name.length;
const pageUnits = problem.tiers[0].binary ? BINARY_UNITS : DECIMAL_UNITS;

// Paul Tol's scheme "light" (SRON/EPS/TN/09-002, issue 3.2): distinct for colour-blind readers, with legible black
// text. The second half has the same colours, lighter. The same as in memplace/report/figure.py.
const PALETTE = [
  "#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00",
  "#a8c8e8", "#f4b29a", "#f4e9b3", "#ffccd6", "#c2ebff", "#86d3bd", "#d3de7d", "#caca66",
];
const KINDS = ["argument", "result", "temporary"];
const SAVED_LEVELS = 5;

/** The kind of a buffer for the caller. */
function kindOf(buffer) {
  if (problem.buffers.live_out[buffer]) return "result";
  return problem.buffers.live_in[buffer] ? "argument" : "temporary";
}

/**
 * selected: a buffer or null. colours: "buffer", "kind" or "saved". axis: "steps" or "time".
 * memoryTop: "peak" (the highest of all plans), "own" or "capacity". compared: the indices of the plans in the table of changes.
 */
const state = { selected: null, colours: "buffer", axis: "steps", memoryTop: "peak", showsTransfers: true, compared: [0, 1] };

// Filled by readColours: a query of the style for each rectangle would be slow.
const colours = { kind: {}, saved: [] };

function readColours() {
  for (const kind of KINDS) colours.kind[kind] = themeColour(kind);
  colours.saved = Array.from({ length: SAVED_LEVELS + 1 }, (_, level) => themeColour(`saved-${level}`));
}
themeListeners.push(readColours);

const maxSaved = plans.reduce((max, plan) => ((plan.residencies.saved || []).reduce((a, b) => Math.max(a, b), max)), 0);

/** Levels from small to large: powers of ten below the maximum. */
function savedColour(seconds) {
  if (!(seconds > 0) || maxSaved === 0) return colours.saved[0];
  const level = SAVED_LEVELS + Math.floor(Math.log10(seconds / maxSaved) + 1e-9);
  return colours.saved[Math.min(Math.max(level, 1), SAVED_LEVELS)];
}

/** The colour of a buffer; `saved`: seconds saved by the residency. */
function colourOf(buffer, saved = 0) {
  if (state.colours === "kind") return colours.kind[kindOf(buffer)];
  if (state.colours === "saved") return savedColour(saved);
  return PALETTE[buffer % PALETTE.length];
}

/** The units of a tier's capacity in its target. */
function unitsOf(tier) {
  return problem.tiers[tier].binary ? BINARY_UNITS : DECIMAL_UNITS;
}

/** "steps 3 to 8", from a half-open range. */
function stepsText(begin, end) {
  return end - begin === 1 ? `step ${begin}` : `steps ${begin} to ${end - 1}`;
}

/** Indices of the buffers whose name contains `text`: equal names first, then prefixes. */
function findBuffers(text, limit) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const groups = [[], [], []];
  problem.buffers.name.forEach((name, buffer) => {
    const place = name.toLowerCase().indexOf(wanted);
    if (place < 0) return;
    groups[name.length === wanted.length ? 0 : place === 0 ? 1 : 2].push(buffer);
  });
  return groups.flat().slice(0, limit);
}
