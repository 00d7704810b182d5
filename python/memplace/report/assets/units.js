"use strict";
// Formats numbers, and makes elements. Text from a problem or solution enters the page as text (textContent), never as
// HTML.

const BINARY_UNITS = [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10], ["B", 1]];
const DECIMAL_UNITS = [["TB", 1e12], ["GB", 1e9], ["MB", 1e6], ["kB", 1e3], ["B", 1]];
const SECOND_UNITS = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9], ["ps", 1e-12]];

/** Four significant digits, without trailing zeros. */
function digits(value) {
  if (value !== 0 && Math.abs(value) >= 1e4) return String(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

/** The unit for values up to `largest`, as [name, size]. */
function unitFor(units, largest) {
  return units.find(([, size]) => Math.abs(largest) >= size) || units[units.length - 1];
}

/** `units`: BINARY_UNITS or DECIMAL_UNITS, as in the target's capacity of the tier. */
function formatBytes(bytes, units = pageUnits) {
  const [name, size] = unitFor(units, bytes);
  return `${digits(bytes / size)} ${name}`;
}

/** Targets give bandwidths in powers of ten. */
function formatBandwidth(bytesPerSecond) {
  return `${formatBytes(bytesPerSecond, DECIMAL_UNITS)}/s`;
}

function formatSeconds(seconds) {
  if (seconds === 0) return "0 s";
  const [name, size] = unitFor(SECOND_UNITS, seconds);
  return `${digits(seconds / size)} ${name}`;
}

/** With a sign: "+3 µs", "−3 µs", "±0". */
function formatChange(value, format) {
  if (value === 0) return "±0";
  return `${value > 0 ? "+" : "−"}${format(Math.abs(value))}`;
}

function formatShare(share) {
  if (share > 0 && share < 5e-5) return "< 0.01 %";
  return `${digits(Math.round(share * 1e4) / 100)} %`;
}

/** The count and the noun: "1 loop", "2 loops". */
function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Escapes text for Plotly, which interprets some HTML. */
function plotlyText(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** At least three letters at either end: fewer would be useless. */
const LEAST_LETTERS = 6;

/** `count` of the letters, with an ellipsis in the middle: both ends tell names apart. */
function withoutMiddle(letters, count) {
  const head = Math.ceil(count / 2), tail = count - head;
  return `${letters.slice(0, head).join("")}…${tail ? letters.slice(-tail).join("") : ""}`;
}

/** `name`, with at most `maxLetters` letters. */
function shortName(name, maxLetters = 44) {
  const letters = name.length < 4 * maxLetters ? [...name] : [...name.slice(0, 2 * maxLetters), ...name.slice(-2 * maxLetters)];
  return letters.length <= maxLetters ? name : withoutMiddle(letters, maxLetters - 1);
}

/** A new element; children are elements or text. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** A name, possibly cut in the middle; the tooltip has all of it. */
function nameElement(name, maxLetters) {
  const element = make("span", "name", shortName(name, maxLetters));
  if (element.textContent !== name) element.title = name;
  return element;
}

function swatch(colour) {
  const element = make("span", "swatch");
  element.style.background = colour;
  return element;
}

function chip(colour, text) {
  return make("span", "chip", swatch(colour), text);
}

/** A chip with a pattern of page.css instead of a colour. */
function patternChip(pattern, text) {
  return make("span", "chip", make("span", `swatch ${pattern}`), text);
}

/** Radio buttons in a row: `choices` are [value, text]; calls onChange(value). */
function segmented(caption, name, choices, chosen, onChange) {
  const set = make("fieldset", "segmented", make("legend", "", caption));
  set.id = name;
  for (const [value, text] of choices) {
    const input = make("input"), label = make("label", "", input, make("span", "", text));
    Object.assign(input, { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => onChange(value));
    set.append(label);
  }
  return set;
}
