// Plots with many rectangles over steps or time. Plotly provides axes, lines and zoom; a canvas behind these draws the
// rectangles. The canvas draws ten thousand in some milliseconds; separate elements would take seconds.

const tip = document.getElementById("tip");

/** Shows lines beside a point of the window: the first is the title, the rest are [key, text]. */
function showTip(x, y, colour, lines) {
  const [title, ...rest] = lines;
  tip.replaceChildren(make("b", "", swatch(colour), title));
  for (const [key, text] of rest) tip.append(make("div", "", make("span", "key", `${key} `), text));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = x + 16 + width > innerWidth ? x - 16 - width : x + 16;
  tip.style.left = `${Math.max(left, 4)}px`;
  tip.style.top = `${Math.max(Math.min(y + 14, innerHeight - height - 6), 4)}px`;
}

function hideTip() {
  tip.hidden = true;
}

const MAX_NAMES = 250;
const FONT = "10.5px system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const FAINT = 0.2; // Opacity of all boxes other than the selected buffer's.
const INK_ON = new Map(); // By the colour below: black or white.

/** Black or white, for the better contrast on `colour`, "#rrggbb". */
function inkOn(colour) {
  if (!INK_ON.has(colour)) {
    const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
    INK_ON.set(colour, 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? "#10161d" : "#ffffff");
  }
  return INK_ON.get(colour);
}

/** Slanted lines, a dark and a light one in turn, visible on any colour. */
function makeHatch(context, isRising) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const pen = tile.getContext("2d");
  for (const [colour, shift] of [["rgba(16,22,29,.62)", 0], ["rgba(255,255,255,.45)", 1.6]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.1;
    for (const start of [-6, 0, 6]) {
      pen.beginPath();
      pen.moveTo(start + shift, isRising ? 6 : 0);
      pen.lineTo(start + shift + 6, isRising ? 0 : 6);
      pen.stroke();
    }
  }
  return context.createPattern(tile, "repeat");
}

class RectanglePlot {
  /**
   * build() returns the contents; called again after each change of theme, axes or colours:
   *   boxes: {x0, x1, y0, y1, colour(), name, buffers, lines()}; `buffers` are the box's buffers, `lines()` its tip
   *     (showTip). `hatches`, if any, are the box's transfers: {x0, x1, isArrival};
   *   bands and stalls: [from, to] along x, drawn below the boxes; bands are for loops;
   *   traces: Plotly's, drawn above the boxes; layout: Plotly's; label: description for screen readers.
   * onZoom(plot, ranges): called when the user zooms.
   */
  constructor(frame, build, onZoom) {
    this.build = build;
    this.onZoom = onZoom;
    this.hovered = null;
    this.canvas = make("canvas");
    this.host = make("div", "axes");
    this.host.id = frame.id;
    this.host.tabIndex = 0;
    this.host.setAttribute("role", "group");
    frame.removeAttribute("id");
    frame.append(this.canvas, this.host);
    // Plotly has no data here from which to scale the axes.
    const config = { responsive: true, displayModeBar: false, doubleClick: "reset" };
    const layout = this.takeOver();
    this.ready = Plotly.newPlot(this.host, this.traces, layout, config).then(() => {
      this.draw();
      this.listen();
    });
  }

  /** Takes over the current contents; returns Plotly's layout. */
  takeOver() {
    const { boxes, bands = [], stalls = [], traces = [{ type: "scatter", x: [], y: [] }], layout, label } = this.build();
    Object.assign(this, { boxes, bands, stalls, traces, hovered: null });
    this.host.setAttribute("aria-label", `${label}. Arrow keys go through its rectangles, Enter follows one, plus and minus zoom.`);
    const tickfont = { color: themeColour("soft") };
    const grid = { zeroline: false, gridcolor: themeColour("grid"), linecolor: themeColour("line"), tickfont };
    return {
      showlegend: false, hovermode: false, dragmode: "zoom", paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", size: 11, color: themeColour("soft") },
      ...layout, xaxis: { ...grid, ...layout.xaxis }, yaxis: { ...grid, ...layout.yaxis },
    };
  }

  /** Rebuilds the contents and draws; `keepsX`: without moving along x. */
  async rebuild(keepsX) {
    const layout = this.takeOver();
    if (keepsX) layout.xaxis = { ...layout.xaxis, range: [...this.host._fullLayout.xaxis.range] };
    await Plotly.react(this.host, this.traces, layout);
    this.draw();
  }

  /** The area of data in the canvas, in pixels, with functions from data to pixels. */
  view() {
    const { xaxis, yaxis } = this.host._fullLayout;
    const perX = xaxis._length / (xaxis.range[1] - xaxis.range[0]), perY = yaxis._length / (yaxis.range[1] - yaxis.range[0]);
    return {
      left: xaxis._offset, top: yaxis._offset, width: xaxis._length, height: yaxis._length, perX, perY,
      x: (value) => (value - xaxis.range[0]) * perX,
      y: (value) => yaxis._length - (value - yaxis.range[0]) * perY,
    };
  }

  /** Draws all boxes in view; the selected buffer's come last, with an outline. */
  draw() {
    const view = this.view(), { canvas } = this, ratio = window.devicePixelRatio || 1;
    canvas.style.left = `${view.left}px`;
    canvas.style.top = `${view.top}px`;
    canvas.style.width = `${view.width}px`;
    canvas.style.height = `${view.height}px`;
    canvas.width = Math.max(Math.round(view.width * ratio), 1);
    canvas.height = Math.max(Math.round(view.height * ratio), 1);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    this.hatch = [makeHatch(context, false), makeHatch(context, true)];
    for (const band of this.bands) RectanglePlot.fillBands(context, view, [band], "band", 1);
    RectanglePlot.fillBands(context, view, this.stalls, "stall", 0.3);
    const chosen = [], named = [];
    context.strokeStyle = themeColour("edge");
    context.lineWidth = 0.6;
    context.globalAlpha = state.selected === null ? 1 : FAINT;
    for (const box of this.boxes) {
      const place = RectanglePlot.placeOf(box, view);
      if (!place) continue;
      named.push([box, place]);
      if (state.selected !== null && box.buffers.includes(state.selected)) chosen.push([box, place]);
      else this.fill(context, box, place, view);
    }
    context.globalAlpha = 1;
    for (const [box, place] of chosen) {
      context.lineWidth = 0.6;
      this.fill(context, box, place, view);
      RectanglePlot.outline(context, place, 2);
    }
    const hovered = this.hovered && RectanglePlot.placeOf(this.hovered, view);
    if (hovered) RectanglePlot.outline(context, hovered, 2);
    RectanglePlot.write(context, state.selected === null ? named : chosen, view);
  }

  /** Fills ranges along x over the whole height, as a single path, so that overlapping ranges are not darker. */
  static fillBands(context, view, ranges, colour, opacity) {
    context.fillStyle = themeColour(colour);
    context.globalAlpha = opacity;
    context.beginPath();
    for (const [from, to] of ranges) {
      const left = view.x(from), width = Math.max(view.x(to) - left, 1.5);
      if (left + width >= 0 && left <= view.width) context.rect(left, 0, width, view.height);
    }
    context.fill();
    context.globalAlpha = 1;
  }

  /** Left, top, width and height of a box in the canvas; null if out of view. */
  static placeOf(box, view) {
    const left = view.x(box.x0), right = view.x(box.x1), a = view.y(box.y0), b = view.y(box.y1);
    const top = Math.min(a, b), bottom = Math.max(a, b);
    if (right < 0 || left > view.width || bottom < 0 || top > view.height) return null;
    return { left, top, width: right - left, height: bottom - top };
  }

  /** Draws a box, with a thin edge between neighbours unless too narrow. */
  fill(context, box, { left, top, width, height }, view) {
    const gapX = width > 4 ? 0.7 : 0, gapY = height > 4 ? 0.7 : 0;
    context.fillStyle = box.colour();
    context.fillRect(left + gapX / 2, top + gapY / 2, Math.max(width - gapX, 0.8), Math.max(height - gapY, 0.8));
    // Pale colours need an edge on a light background.
    if (width > 5 && height > 5) context.strokeRect(left + 0.6, top + 0.6, width - 1.2, height - 1.2);
    if (!box.hatches || !state.showsTransfers) return;
    for (const { x0, x1, isArrival } of box.hatches) {
      const from = view.x(x0), to = Math.max(view.x(x1), from + 2);
      context.fillStyle = this.hatch[isArrival ? 0 : 1];
      context.fillRect(from, top + gapY / 2, to - from, Math.max(height - gapY, 0.8));
    }
  }

  static outline(context, { left, top, width, height }, thickness) {
    context.lineWidth = thickness;
    context.strokeStyle = themeColour("outline");
    context.strokeRect(left, top, Math.max(width, 1), Math.max(height, 1));
  }

  /** Writes names into boxes with enough room, the largest first; upwards in tall, narrow boxes. */
  static write(context, places, view) {
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const roomy = [];
    for (const [box, { left, top, width, height }] of places) {
      const from = Math.max(left, 0), to = Math.min(left + width, view.width);
      const high = Math.max(top, 0), low = Math.min(top + height, view.height);
      if (!box.name || Math.min(to - from, low - high) < 12 || Math.max(to - from, low - high) < 24) continue;
      roomy.push({ box, x: (from + to) / 2, y: (high + low) / 2, width: to - from, height: low - high });
    }
    roomy.sort((a, b) => b.width * b.height - a.width * a.height);
    for (const place of roomy.slice(0, MAX_NAMES)) RectanglePlot.writeName(context, place);
  }

  static writeName(context, { box, x, y, width, height }) {
    let text = RectanglePlot.shorten(context, box.name, width - 6);
    const isUpright = text !== box.name && height > width;
    if (isUpright) text = RectanglePlot.shorten(context, box.name, height - 6);
    if (!text) return;
    context.save();
    context.translate(x, y);
    if (isUpright) context.rotate(-Math.PI / 2);
    const colour = box.colour();
    if (box.hatches && box.hatches.length && state.showsTransfers) {
      // Text over hatching has its own background.
      const { width: long } = context.measureText(text);
      context.fillStyle = colour;
      context.globalAlpha = 0.85;
      context.fillRect(-long / 2 - 2, -6, long + 4, 12);
      context.globalAlpha = 1;
    }
    context.fillStyle = inkOn(colour);
    context.fillText(text, 0, 0.5);
    context.restore();
  }

  /** As much of the start and end of `name` as fits; nothing if too little to recognise the name. */
  static shorten(context, name, room) {
    const fits = (text) => context.measureText(text).width <= room;
    if (room < 10) return "";
    if (name.length < 400 && fits(name)) return name;
    const letters = name.length < 400 ? [...name] : [...name.slice(0, 200), ...name.slice(-200)];
    let low = 0, high = letters.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(withoutMiddle(letters, middle))) low = middle;
      else high = middle - 1;
    }
    return low < LEAST_LETTERS ? "" : withoutMiddle(letters, low);
  }

  /** The box at the pointer; later boxes are drawn above earlier boxes. */
  boxAt(event) {
    const view = this.view(), frame = this.host.getBoundingClientRect();
    const px = event.clientX - frame.left - view.left, py = event.clientY - frame.top - view.top;
    if (px < 0 || py < 0 || px > view.width || py > view.height) return null;
    const x = px / view.perX + this.host._fullLayout.xaxis.range[0];
    const y = (view.height - py) / view.perY + this.host._fullLayout.yaxis.range[0];
    // Boxes too narrow or too low to hit otherwise.
    const slackX = 1.5 / Math.abs(view.perX), slackY = 1.5 / Math.abs(view.perY);
    let near = null;
    for (let index = this.boxes.length - 1; index >= 0; --index) {
      const box = this.boxes[index];
      if (x < box.x0 - slackX || x > box.x1 + slackX || y < box.y0 - slackY || y > box.y1 + slackY) continue;
      if (x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1) return box;
      if (!near) near = box;
    }
    return near;
  }

  /** Shows the tip of the box at the pointer, if any. */
  hover(event) {
    const box = event && !event.buttons ? this.boxAt(event) : null;
    if (box) showTip(event.clientX, event.clientY, box.colour(), box.lines());
    else hideTip();
    if (box === this.hovered) return;
    this.hovered = box;
    requestAnimationFrame(() => this.draw());
  }

  /** Goes to the next box in view, by start, then from below. */
  step(direction) {
    const view = this.view();
    const order = this.boxes.filter((box) => RectanglePlot.placeOf(box, view)).sort((a, b) => a.x0 - b.x0 || a.y0 - b.y0);
    if (!order.length) return;
    const at = order.indexOf(this.hovered);
    this.hovered = order[at < 0 ? (direction > 0 ? 0 : order.length - 1) : (at + direction + order.length) % order.length];
    const place = RectanglePlot.placeOf(this.hovered, view), frame = this.host.getBoundingClientRect();
    const x = frame.left + view.left + Math.min(Math.max(place.left + place.width, 0), view.width);
    showTip(x, frame.top + view.top + Math.max(place.top, 0), this.hovered.colour(), this.hovered.lines());
    this.draw();
  }

  /** Zooms along x around the middle. */
  zoom(factor) {
    const [from, to] = this.host._fullLayout.xaxis.range, middle = (from + to) / 2, half = (to - from) / 2 * factor;
    return Plotly.relayout(this.host, { "xaxis.range": [middle - half, middle + half] });
  }

  press(event) {
    const actions = {
      ArrowRight: () => this.step(1), ArrowUp: () => this.step(1), ArrowLeft: () => this.step(-1), ArrowDown: () => this.step(-1),
      "+": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.rebuild().then(() => this.tellZoom()),
      Enter: () => { if (this.hovered && this.hovered.buffers.length === 1) selectBuffer(this.hovered.buffers[0]); },
    };
    if (!Object.hasOwn(actions, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  tellZoom() {
    const { xaxis, yaxis } = this.host._fullLayout;
    this.onZoom(this, { x: [...xaxis.range], y: [...yaxis.range] });
  }

  listen() {
    let pressed = null;
    this.host.addEventListener("mousemove", (event) => this.hover(event));
    this.host.addEventListener("mouseleave", () => this.hover(null));
    this.host.addEventListener("blur", () => this.hover(null));
    this.host.addEventListener("keydown", (event) => this.press(event));
    this.host.addEventListener("mousedown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
    // Plotly covers the page while a button is down.
    window.addEventListener("mouseup", (event) => {
      const isClick = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4;
      pressed = null;
      const box = isClick ? this.boxAt(event) : null;
      if (box && box.buffers.length === 1) selectBuffer(box.buffers[0]);
    }, true);
    for (const event of ["plotly_afterplot", "plotly_relayouting"]) this.host.on(event, () => this.draw());
    this.host.on("plotly_relayout", () => {
      if (!this.isFollowing) this.tellZoom();
    });
  }

  /** Takes over the view of another plot. */
  async follow(ranges) {
    this.isFollowing = true;
    try {
      await Plotly.relayout(this.host, ranges);
    } finally {
      this.isFollowing = false;
    }
  }
}

const allPlots = [];

/** Rebuilds all plots; `keepsX`: without moving along x. */
function rebuildPlots(keepsX) {
  return Promise.all(allPlots.map((plot) => plot.ready.then(() => plot.rebuild(keepsX))));
}

/** Handler for zooms: plots of `all` move together along x; plots of `row` also along y if on the same scale. */
function linkedZoom(all, row) {
  return (source, ranges) => {
    for (const plot of all) {
      if (plot === source) continue;
      const hasSameScale = row.includes(plot) && state.memoryTop !== "own";
      plot.follow({ "xaxis.range": ranges.x, ...(hasSameScale ? { "yaxis.range": ranges.y } : {}) });
    }
  };
}

/** A grid with a column for each plan, as far as there is room; returns the hosts of the plots. */
function plotRow(parent, titles) {
  const grid = make("div", "plots"), least = titles.length > 2 ? 420 : titles.length > 1 ? 520 : 0;
  grid.style.gridTemplateColumns = `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`;
  parent.append(grid);
  return titles.map(([label, text]) => {
    const host = make("div", "canvas");
    grid.append(make("div", "plot", make("div", "plot-title", label, make("span", "small", text)), host));
    return host;
  });
}

/** A horizontal line over the whole plot, with a text at its end. */
function levelLine(y, colour, dash, text, side) {
  return {
    shape: { type: "line", xref: "paper", x0: 0, x1: 1, y0: y, y1: y, line: { color: colour, width: 1.5, dash } },
    annotation: {
      xref: "paper", x: side === "left" ? 0.004 : 0.996, xanchor: side, y, yanchor: "bottom", showarrow: false, text: plotlyText(text),
      font: { color: colour, size: 11 }, bgcolor: themeColour("plot"), opacity: 0.92, borderpad: 1,
    },
  };
}

/** Choices of the switch for the memory axis. */
function memoryChoices() {
  const own = plans.length > 1 ? [["own", "own peak"]] : [];
  return [["peak", "peak"], ...own, ["capacity", "capacity"]];
}

/** The memory axis: its top, with lines at the peak and the capacity (null: none), in bytes; `peaks`: of all plans. */
function memoryAxis(peaks, peak, capacity, units) {
  const highest = (state.memoryTop === "own" && peak) || Math.max(...peaks);
  const isNear = capacity !== null && (state.memoryTop === "capacity" || highest * 1.5 >= capacity);
  const top = Math.max(isNear ? capacity : 0, highest) || capacity || 1;
  const [unit, scale] = unitFor(units, top);
  const lines = [], annotations = [];
  if (peak) {
    const line = levelLine(peak / scale, themeColour("peak"), "dot", `peak ${formatBytes(peak, units)}`, "left");
    // Above both lines if the text would hide the capacity's.
    if (isNear && capacity >= peak && capacity - peak < 0.08 * top) line.annotation.y = capacity / scale;
    lines.push(line);
  }
  const capacityText = `capacity ${formatBytes(capacity ?? 0, units)}`;
  if (isNear) lines.push(levelLine(capacity / scale, themeColour("capacity"), "dash", capacityText, "right"));
  else if (capacity !== null) {
    annotations.push({
      xref: "paper", yref: "paper", x: 0.996, xanchor: "right", y: 1, yanchor: "top", showarrow: false,
      text: `▲ ${capacityText} is above`,
      font: { color: themeColour("capacity"), size: 11 }, bgcolor: themeColour("plot"), opacity: 0.92, borderpad: 1,
    });
  }
  return {
    scale, unit, top: 1.1 * top / scale,
    shapes: lines.map((line) => line.shape), annotations: [...lines.map((line) => line.annotation), ...annotations],
  };
}
