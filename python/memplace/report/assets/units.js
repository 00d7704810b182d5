"use strict";
// Numbers as people read them, and small helpers for elements. Whatever comes from
// a problem or solution enters the page as text (textContent), never as HTML.

const BYTE_UNITS = [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10], ["B", 1]];
const SECOND_UNITS = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9], ["ps", 1e-12]];

/** Four significant digits, without trailing zeros. */
function digits(value) {
  if (value !== 0 && Math.abs(value) >= 1e4) return String(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

/** The unit that suits `largest`, as [name, size]. */
function unitFor(units, largest) {
  return units.find(([, size]) => Math.abs(largest) >= size) || units[units.length - 1];
}

function formatBytes(bytes) {
  const [name, size] = unitFor(BYTE_UNITS, bytes);
  return `${digits(bytes / size)} ${name}`;
}

function formatSeconds(seconds) {
  if (seconds === 0) return "0 s";
  const [name, size] = unitFor(SECOND_UNITS, seconds);
  return `${digits(seconds / size)} ${name}`;
}

function formatShare(share) {
  return `${digits(Math.round(share * 1e4) / 100)} %`;
}

/** The count and the noun: "1 loop", "2 loops". */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Text for Plotly, which takes some HTML. */
function plotlyText(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** A new element; children are elements or text. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
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
