// What the page is about: `problem` and `plans` (memplace/report/facts.py), which
// buffer is selected, and which colour a buffer has.

const { problem, plans } = JSON.parse(document.getElementById("facts").textContent);
const numOps = problem.ops.name.length;
const numBuffers = problem.buffers.name.length;
const HIGHLIGHT = "#111820";

// As in memplace/report/figure.py.
const PALETTE = [
  "#809fc0", "#f6ae66", "#87bb80", "#c69fbb", "#9ccbc8", "#f2d87b", "#b89c8c", "#ffb8c0", "#a8cfca", "#acdea1",
  "#df99b3", "#bbdaee", "#ffd0a1", "#e0bfd7", "#cab668", "#7cb5b2", "#e2cabf", "#9f9897", "#f5dc8f", "#fbd1df",
];
const KIND_COLOURS = { argument: "#5b8ec9", result: "#59a14f", temporary: "#f0a94c" };
const SAVED_COLOURS = ["#d9dee4", "#c6dbef", "#9ecae1", "#6baed6", "#3182bd", "#08519c"];

/** What a buffer is to the caller. */
function kindOf(buffer) {
  if (problem.buffers.live_out[buffer]) return "result";
  return problem.buffers.live_in[buffer] ? "argument" : "temporary";
}

const mostSaved = Math.max(0, ...plans.map((plan) => plan.residencies.saved.reduce((a, b) => Math.max(a, b), 0)));

/** Light to dark, in powers of ten below the largest. */
function savedColour(seconds) {
  if (!(seconds > 0) || mostSaved === 0) return SAVED_COLOURS[0];
  const level = SAVED_COLOURS.length - 1 + Math.floor(Math.log10(seconds / mostSaved) + 1e-9);
  return SAVED_COLOURS[Math.min(Math.max(level, 1), SAVED_COLOURS.length - 1)];
}

const state = { selected: null, colours: "buffer" };

/** The colour of a buffer; `saved` are the seconds that the residency saves. */
function colourOf(buffer, saved = 0) {
  if (state.colours === "kind") return KIND_COLOURS[kindOf(buffer)];
  if (state.colours === "saved") return savedColour(saved);
  return PALETTE[buffer % PALETTE.length];
}

// By plan: the residencies of each buffer.
const residenciesOf = plans.map((plan) => {
  const lists = Array.from({ length: numBuffers }, () => []);
  plan.residencies.buffer.forEach((buffer, index) => lists[buffer].push(index));
  return lists;
});

/** "steps 3 to 8": of a half-open range. */
function stepsText(begin, end) {
  return `steps ${begin} to ${end - 1}`;
}

function quoted(name) {
  return `"${name}"`;
}

/** Seconds saved by all residencies of a buffer. */
function savedBy(plan, buffer) {
  return residenciesOf[plan][buffer].reduce((sum, r) => sum + plans[plan].residencies.saved[r], 0);
}

/** Names of the tiers in which a plan has a buffer, with the slowest last. */
function tiersOf(plan, buffer) {
  const tiers = new Set(residenciesOf[plan][buffer].map((r) => plans[plan].residencies.tier[r]));
  return [...tiers].sort((a, b) => a - b).map((tier) => problem.tiers[tier].name).join(", ");
}

/** Indices of the buffers whose name has `text` in it: equal, then at the start. */
function findBuffers(text, most) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const groups = [[], [], []];
  problem.buffers.name.forEach((name, buffer) => {
    const place = name.toLowerCase().indexOf(wanted);
    if (place < 0) return;
    groups[name.length === wanted.length ? 0 : place === 0 ? 1 : 2].push(buffer);
  });
  return groups.flat().slice(0, most);
}
