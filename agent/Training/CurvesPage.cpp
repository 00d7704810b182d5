//===- CurvesPage.cpp - HTML template of the curves page ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CurvesPage.h"

const char memplace::agent::curvesPageHead[] = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>memplace-train: curves</title>
<link rel="icon" href="data:,">
<style>
:root {
  color-scheme: light;
  --ink: #1b232d; --soft: #55616f; --line: #dbe1e8; --paper: #ffffff; --ground: #f3f5f8; --raised: #ffffff;
  --grid: #e6eaef; --field: #b4bfcb; --accent: #1f5fa8; --curve: #1f5fa8; --raw: #9cbfe3; --mark: #b3261e;
}
:root[data-theme="dark"] {
  color-scheme: dark;
  --ink: #e4e9ef; --soft: #a3afbc; --line: #2c3540; --paper: #161c23; --ground: #0e1318; --raised: #1d252e;
  --grid: #27303a; --field: #4a5663; --accent: #83b6f2; --curve: #83b6f2; --raw: #38587c; --mark: #ff8f80;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 14px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
header { padding: 18px 24px 12px; }
h1 { margin: 0; font-size: 22px; }
h2 { margin: 22px 0 8px; font-size: 16px; }
h3 { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
.small { color: var(--soft); font-size: 12.5px; }
#subtitle { margin: 2px 0 0; color: var(--soft); max-width: 110ch; }
#toolbar { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: 8px 22px; align-items: center;
  padding: 9px 24px; background: var(--paper); border-block: 1px solid var(--line); color: var(--soft); }
main { padding: 0 24px 32px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 12px; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px 8px; min-width: 0; }
.card .about { min-height: 2.9em; }
.value { font-size: 21px; font-weight: 650; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: 190px; touch-action: pan-y; cursor: crosshair; }
svg text { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
button { font: inherit; color: var(--ink); padding: 3px 10px; border: 1px solid var(--field); border-radius: 6px;
  background: var(--raised); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
label { display: inline-flex; align-items: center; gap: 8px; }
input[type="range"] { width: 130px; accent-color: var(--accent); }
output { min-width: 2.6em; color: var(--ink); font-variant-numeric: tabular-nums; }
fieldset { display: inline-flex; align-items: center; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0 7px 0 0; }
fieldset label { cursor: pointer; }
fieldset input { position: absolute; opacity: 0; width: 1px; height: 1px; }
fieldset span { padding: 3px 10px; border: 1px solid var(--field); border-left-width: 0; background: var(--raised); color: var(--ink); }
fieldset label:first-of-type span { border-left-width: 1px; border-radius: 6px 0 0 6px; }
fieldset label:last-of-type span { border-radius: 0 6px 6px 0; }
fieldset input:checked + span { background: var(--accent); border-color: var(--accent); color: var(--paper); }
fieldset input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 900px) { header, main, #toolbar { padding-left: 14px; padding-right: 14px; } #toolbar { position: static; } }
@media print { #toolbar { display: none; } .card { break-inside: avoid; } }
</style>
</head>
<body>
<header><h1>memplace-train</h1><p id="subtitle"></p></header>
<noscript><p>This page draws with JavaScript, all of which is in it; please allow it.</p></noscript>
<div id="toolbar"></div>
<main id="curves"></main>
<script type="application/json" id="numbers">)html";

const char memplace::agent::curvesPageScript[] = R"html(</script>
<script>
"use strict";
// Names and numbers enter the page as text, never as HTML.
const { rounds, episodes, curves } = JSON.parse(document.getElementById("numbers").textContent);

// Descriptions of curves; a curve without one is drawn, too. `level`: a value to compare with.
const OVER_MSA = "makespan over msa's, less 1, modelled: 0 is as fast, below 0 faster";
const KNOWN = {
  mean_over_msa: { group: "Self-play", about: `Mean of the round's episodes: ${OVER_MSA}.`, level: [0, "as fast as msa"] },
  best_over_msa: { group: "Self-play", about: `Mean over the problems of the best episode so far: ${OVER_MSA}.`, level: [0, "as fast as msa"] },
  imitation_share: { group: "Self-play", about: "Share of the training examples that were placed by solvers, not by the agent." },
  simulations_per_second: { group: "Speed", about: "Simulations of the tree search per second, summed over all workers." },
  batch_fill: { group: "Speed", about: "Mean fill of the network's batches; 1 is full." },
  policy_loss: { group: "Losses", about: "Cross-entropy of the network's policy against the policy of the search, in nats." },
  value_loss: { group: "Losses", about: "Loss of the predicted value (the saving still to come), in nats." },
  reward_loss: { group: "Losses", about: "Loss of the predicted rewards, in nats; 0 if the game itself is the model." },
};
for (const [prefix, group, which] of [
  ["evaluation", "Evaluation without exploration", "the problems trained on"], ["held_out", "Evaluation on held-out problems", "problems never trained on"],
]) {
  KNOWN[`${prefix}_mean_over_msa`] = { group, about: `Mean over ${which}: ${OVER_MSA}.`, level: [0, "as fast as msa"] };
  KNOWN[`${prefix}_best_over_msa`] = { group, about: `The best of ${which}: ${OVER_MSA}.`, level: [0, "as fast as msa"] };
  KNOWN[`${prefix}_share_better_than_msa`] = { group, about: `Share of ${which} that are faster than by msa.` };
}
const GROUPS = ["Self-play", "Evaluation without exploration", "Evaluation on held-out problems", "Losses", "Speed", "Others"];
const HEIGHT = 190, LEFT = 52, RIGHT = 10, TOP = 8, BOTTOM = 24;
const FEW = 30; // Up to this many values are drawn as dots, without a mean.
const state = { smoothing: 0.6, isLog: false, byEpisodes: false, view: null, at: null, theme: "system" };
const panels = [];

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(parent, tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Four significant digits, with a suffix for thousands and more. */
function format(value) {
  if (value === 0) return "0";
  if (value < 0) return `−${format(-value)}`;
  for (const [size, suffix] of [[1e9, "G"], [1e6, "M"], [1e4, "k"]])
    if (value >= size) return `${Number((value / (suffix === "k" ? 1e3 : size)).toPrecision(4))}${suffix}`;
  return value < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** Ticks at 1, 2 or 5 times a power of ten; about `count` of them. */
function ticksOf(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw * 0.999);
  const ticks = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; ++index) ticks.push(Number((index * step).toPrecision(10)));
  return ticks;
}

/** The exponential mean that TensorBoard draws: of what was, `weight` of it, free of the bias to 0 at the start. */
function smooth(values, weight) {
  let sum = 0, share = 0;
  return values.map((value) => {
    sum = sum * weight + value * (1 - weight);
    share = share * weight + (1 - weight);
    return sum / share;
  });
}

const xOf = (index) => (state.byEpisodes ? episodes : rounds)[index];
const xName = () => (state.byEpisodes ? "episodes" : "round");

/** The range of x that all panels show. */
function viewOf() {
  if (state.view) return state.view;
  const low = rounds.length ? xOf(0) : 0, high = rounds.length ? xOf(rounds.length - 1) : 1;
  return high > low ? [low, high] : [low - 0.5, low + 0.5];
}

class Panel {
  constructor(parent, { name, at, values }) {
    Object.assign(this, { name, at, values, known: KNOWN[name] || {} });
    this.value = make("span", { class: "value" });
    this.when = make("span", { class: "small" });
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("tabindex", "0");
    const low = Math.min(...values), high = Math.max(...values);
    this.extremes = `least ${format(low)}, most ${format(high)}`;
    this.svg.setAttribute("aria-label", `${name}: last ${format(values.at(-1))}, ${this.extremes}. Arrow keys move through the values.`);
    const about = make("div", { class: "small about" }, this.known.about || "");
    parent.append(make("div", { class: "card" }, make("h3", {}, name), about, make("div", {}, this.value, " ", this.when), this.svg));
    this.listen();
  }

  listen() {
    const place = (event) => {
      const frame = this.svg.getBoundingClientRect(), [low, high] = viewOf();
      return low + (event.clientX - frame.left - LEFT) / (frame.width - LEFT - RIGHT) * (high - low);
    };
    let from = null;
    this.svg.addEventListener("pointermove", (event) => showAt(place(event)));
    this.svg.addEventListener("pointerleave", () => showAt(null));
    this.svg.addEventListener("pointerdown", (event) => { from = place(event); this.svg.setPointerCapture(event.pointerId); });
    this.svg.addEventListener("pointerup", (event) => {
      const to = place(event), [low, high] = viewOf();
      if (from !== null && Math.abs(to - from) > (high - low) * 0.02) setView([Math.max(Math.min(from, to), low), Math.min(Math.max(from, to), high)]);
      from = null;
    });
    this.svg.addEventListener("dblclick", () => setView(null));
    this.svg.addEventListener("keydown", (event) => {
      if (event.key === "Escape") setView(null);
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      const now = state.at === null ? this.at.length : this.nearest(state.at);
      showAt(xOf(this.at[Math.max(0, Math.min(this.at.length - 1, now + (event.key === "ArrowLeft" ? -1 : 1)))]));
    });
    this.svg.addEventListener("blur", () => showAt(null));
  }

  /** Which value is nearest to `x`. */
  nearest(x) {
    let best = 0;
    this.at.forEach((index, k) => { if (Math.abs(xOf(index) - x) < Math.abs(xOf(this.at[best]) - x)) best = k; });
    return best;
  }

  draw() {
    const [low, high] = viewOf(), isLog = state.isLog && this.values.every((value) => value > 0);
    const level = this.known.level && !(isLog && this.known.level[0] <= 0) ? this.known.level : null;
    const scale = (value) => (isLog ? Math.log10(value) : value);
    const isSparse = this.at.length <= FEW, means = smooth(this.values, isSparse ? 0 : state.smoothing);
    this.width = Math.max(this.svg.clientWidth, 200);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
    const shown = this.at.map((_, k) => k).filter((k) => xOf(this.at[k]) >= low && xOf(this.at[k]) <= high);
    const inView = shown.map((k) => scale(this.values[k]));
    if (level) inView.push(scale(level[0]));
    let [bottom, top] = [Math.min(...inView), Math.max(...inView)];
    const margin = (top - bottom) * 0.08 || Math.abs(top) * 0.1 || 1;
    [bottom, top] = [bottom - margin, top + margin];
    this.x = (value) => LEFT + (value - low) / (high - low) * (this.width - LEFT - RIGHT);
    this.y = (value) => TOP + (top - scale(value)) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
    this.svg.replaceChildren();
    this.drawAxes([low, high], [bottom, top], isLog, level);
    const path = (values) => shown.map((k, i) => `${i ? "L" : "M"}${this.x(xOf(this.at[k])).toFixed(1)},${this.y(values[k]).toFixed(1)}`).join("");
    const line = { fill: "none", "vector-effect": "non-scaling-stroke", "stroke-linejoin": "round" };
    if (means.some((mean, k) => mean !== this.values[k])) draw(this.svg, "path", { ...line, d: path(this.values), stroke: "var(--raw)", "stroke-width": 1.2 });
    draw(this.svg, "path", { ...line, d: path(means), stroke: "var(--curve)", "stroke-width": 2 });
    if (isSparse || shown.length <= FEW) for (const k of shown) draw(this.svg, "circle", { cx: this.x(xOf(this.at[k])), cy: this.y(this.values[k]), r: 2.6, fill: "var(--curve)" });
    this.cursor = draw(this.svg, "line", { y1: TOP, y2: HEIGHT - BOTTOM, stroke: "var(--soft)", "stroke-dasharray": "3 3", visibility: "hidden" });
    this.dot = draw(this.svg, "circle", { r: 3.6, fill: "var(--mark)", visibility: "hidden" });
    this.mark();
  }

  drawAxes([low, high], [bottom, top], isLog, level) {
    for (const tick of ticksOf(bottom, top, 5)) {
      const y = TOP + (top - tick) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
      draw(this.svg, "line", { x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y, stroke: "var(--grid)" });
      draw(this.svg, "text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, format(isLog ? 10 ** tick : tick));
    }
    for (const tick of ticksOf(low, high, 5).filter(Number.isInteger)) {
      const x = this.x(tick);
      draw(this.svg, "line", { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM, stroke: "var(--grid)" });
      draw(this.svg, "text", { x: Math.min(Math.max(x, LEFT + 4), this.width - 18), y: HEIGHT - 8, "text-anchor": "middle" }, format(tick));
    }
    if (!level) return;
    const [value, text] = level, y = this.y(value);
    draw(this.svg, "line", { x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y, stroke: "var(--mark)", "stroke-dasharray": "6 4" });
    // On the side of the line where the end of the curve is not.
    const end = this.values.slice(-Math.ceil(this.values.length / 8)), isBelow = end.reduce((a, b) => a + b, 0) / end.length > value;
    const place = { x: this.width - RIGHT - 2, y: isBelow ? y + 12 : y - 4, "text-anchor": "end" };
    draw(this.svg, "text", { ...place, style: "fill: var(--mark); stroke: var(--paper); stroke-width: 3px; paint-order: stroke" }, text);
  }

  /** Says the value at the cursor, or the last one. */
  mark() {
    const k = state.at === null ? this.at.length - 1 : this.nearest(state.at), index = this.at[k];
    this.value.textContent = format(this.values[k]);
    this.when.textContent = state.at === null ? `last, ${this.extremes}` : `at ${xName()} ${xOf(index)}`;
    for (const part of [this.cursor, this.dot]) part.setAttribute("visibility", state.at === null ? "hidden" : "visible");
    const x = this.x(xOf(index));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.dot.setAttribute("cx", x);
    this.dot.setAttribute("cy", this.y(this.values[k]));
  }
}

const drawAll = () => panels.forEach((panel) => panel.draw());

/** Shows the values at `x` in all panels; null: the last ones. */
function showAt(x) {
  state.at = x;
  panels.forEach((panel) => panel.mark());
}

function setView(view) {
  state.view = view;
  state.at = null;
  drawAll();
}

function setTheme(choice) {
  state.theme = choice;
  const isDark = choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

/** Radio buttons in a row: `choices` are [value, text], the first is chosen. */
function segmented(caption, name, choices, onChange) {
  const set = make("fieldset", { id: name }, make("legend", {}, caption));
  choices.forEach(([value, text], index) => {
    const input = make("input", { type: "radio", name, value });
    input.checked = index === 0;
    input.addEventListener("change", () => onChange(value));
    set.append(make("label", {}, input, make("span", {}, text)));
  });
  return set;
}

function drawToolbar(parent) {
  const slider = make("input", { type: "range", min: "0", max: "0.99", step: "0.01", value: String(state.smoothing) });
  const shown = make("output", {}, slider.value);
  slider.addEventListener("input", () => { state.smoothing = Number(slider.value); shown.textContent = slider.value; drawAll(); });
  const reset = make("button", { type: "button" }, "show all");
  reset.addEventListener("click", () => setView(null));
  parent.append(
    make("label", {}, "smoothing", slider, shown),
    segmented("across", "across", [["round", "rounds"], ["episodes", "episodes"]], (value) => { state.byEpisodes = value === "episodes"; setView(null); }),
    segmented("scale", "scale", [["linear", "linear"], ["log", "log"]], (value) => { state.isLog = value === "log"; drawAll(); }),
    segmented("theme", "theme", [["system", "auto"], ["light", "light"], ["dark", "dark"]], setTheme), reset,
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(state.theme));
}

setTheme(state.theme);
document.getElementById("subtitle").textContent = rounds.length
  ? `${rounds.length === 1 ? "1 round" : `${rounds.length} rounds`}${episodes.length ? `, ${format(episodes.at(-1))} episodes` : ""}. Point at a curve to read all of them there, drag to zoom, ` +
    "double-click to see all again. Makespans are modelled. The faint line is the number itself, the strong one its mean."
  : "No round has ended yet.";
drawToolbar(document.getElementById("toolbar"));
for (const group of GROUPS) {
  const members = curves.filter(({ name }) => (KNOWN[name]?.group ?? "Others") === group);
  if (!members.length) continue;
  const grid = make("div", { class: "grid" });
  document.getElementById("curves").append(make("h2", {}, group), grid);
  for (const curve of members) panels.push(new Panel(grid, curve));
}
new ResizeObserver(drawAll).observe(document.getElementById("curves"));
drawAll();
document.body.dataset.ready = "yes";
</script>
</body>
</html>
)html";
