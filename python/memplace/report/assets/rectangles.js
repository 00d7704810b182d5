// Many rectangles over steps or time: Plotly has the axes, lines and zoom, and a canvas
// behind them the rectangles, which draws ten thousand in some milliseconds where
// elements would take seconds.

const tip = document.getElementById("tip");

/** Shows lines beside the pointer: the first is the title, others are [key, text]. */
function showTip(event, colour, lines) {
  const [title, ...rest] = lines;
  tip.replaceChildren(make("b", "", swatch(colour), title));
  for (const [key, text] of rest) tip.append(make("div", "", make("span", "key", `${key} `), text));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = event.clientX + 16 + width > innerWidth ? event.clientX - 16 - width : event.clientX + 16;
  const top = Math.min(event.clientY + 14, innerHeight - height - 6);
  tip.style.left = `${Math.max(left, 4)}px`;
  tip.style.top = `${Math.max(top, 4)}px`;
}

function hideTip() {
  tip.hidden = true;
}

const MOST_NAMES = 200;
const FONT = "10.5px system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const FAINT = 0.2; // Opacity of what is not about the selected buffer.

class RectanglePlot {
  /**
   * boxes: {x0, x1, y0, y1, colour(), name, buffers, lines()}; `buffers` are those
   * that it is about, `lines()` what to say of it (showTip).
   * layout: of Plotly. onZoom(plot, ranges): called when the user zooms.
   */
  constructor(frame, boxes, layout, onZoom) {
    this.boxes = boxes;
    this.onZoom = onZoom;
    this.hovered = null;
    this.canvas = make("canvas");
    this.host = make("div", "axes");
    this.host.id = frame.id;
    frame.removeAttribute("id");
    frame.append(this.canvas, this.host);
    const base = {
      showlegend: false, hovermode: false, dragmode: "zoom", margin: { l: 62, r: 12, t: 8, b: 40 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", size: 11, color: "#3a4552" },
    };
    // Plotly knows no data by which it could scale the axes.
    const config = { responsive: true, displayModeBar: false, doubleClick: "reset" };
    this.ready = Plotly.newPlot(this.host, [{ type: "scatter", x: [], y: [] }], { ...base, ...layout }, config).then(() => {
      this.draw();
      this.listen();
    });
  }

  /** Where data is in the canvas, pixels, and the range in view. */
  view() {
    const { xaxis, yaxis } = this.host._fullLayout;
    const perX = xaxis._length / (xaxis.range[1] - xaxis.range[0]), perY = yaxis._length / (yaxis.range[1] - yaxis.range[0]);
    return {
      left: xaxis._offset, top: yaxis._offset, width: xaxis._length, height: yaxis._length, perX, perY,
      x: (value) => (value - xaxis.range[0]) * perX,
      y: (value) => yaxis._length - (value - yaxis.range[0]) * perY,
    };
  }

  /** Draws all boxes in view: the selected buffer's last, and with an outline. */
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
    const chosen = [], named = [];
    context.globalAlpha = state.selected === null ? 1 : FAINT;
    for (const box of this.boxes) {
      const place = RectanglePlot.placeOf(box, view);
      if (!place) continue;
      named.push([box, place]);
      if (state.selected !== null && box.buffers.includes(state.selected)) chosen.push([box, place]);
      else RectanglePlot.fill(context, box, place);
    }
    context.globalAlpha = 1;
    for (const [box, place] of chosen) {
      RectanglePlot.fill(context, box, place);
      RectanglePlot.outline(context, place, 2);
    }
    const hovered = this.hovered && RectanglePlot.placeOf(this.hovered, view);
    if (hovered) RectanglePlot.outline(context, hovered, 1.5);
    RectanglePlot.write(context, state.selected === null ? named : chosen, view);
  }

  /** Left, top, width and height of a box in the canvas; null if out of view. */
  static placeOf(box, view) {
    const left = view.x(box.x0), right = view.x(box.x1), a = view.y(box.y0), b = view.y(box.y1);
    const top = Math.min(a, b), bottom = Math.max(a, b);
    if (right < 0 || left > view.width || bottom < 0 || top > view.height) return null;
    return { left, top, width: right - left, height: bottom - top };
  }

  /** Neighbours have a fine line between them, unless they are too narrow. */
  static fill(context, box, { left, top, width, height }) {
    const gapX = width > 4 ? 0.5 : 0, gapY = height > 4 ? 0.5 : 0;
    context.fillStyle = box.colour();
    context.fillRect(left + gapX / 2, top + gapY / 2, Math.max(width - gapX, 0.8), Math.max(height - gapY, 0.8));
  }

  static outline(context, { left, top, width, height }, thickness) {
    context.lineWidth = thickness;
    context.strokeStyle = HIGHLIGHT;
    context.strokeRect(left, top, Math.max(width, 1), Math.max(height, 1));
  }

  /** Writes names where there is room, those in the largest boxes first. */
  static write(context, places, view) {
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = "#111820";
    const roomy = [];
    for (const [box, { left, top, width, height }] of places) {
      const from = Math.max(left, 0), to = Math.min(left + width, view.width);
      const middle = top + height / 2;
      if (!box.name || to - from < 24 || height < 12 || middle < 0 || middle > view.height) continue;
      roomy.push({ name: box.name, x: (from + to) / 2, y: middle, room: to - from - 6, area: (to - from) * height });
    }
    roomy.sort((a, b) => b.area - a.area);
    for (const { name, x, y, room } of roomy.slice(0, MOST_NAMES)) {
      const text = RectanglePlot.shorten(context, name, room);
      if (text) context.fillText(text, x, y);
    }
  }

  /** As much of the start and end of `name` as fits, or nothing: ends tell names apart. */
  static shorten(context, name, room) {
    const letters = name.length < 400 ? [...name] : [...name.slice(0, 200), ...name.slice(-200)];
    const part = (count) => `${letters.slice(0, Math.ceil(count / 3)).join("")}…${letters.slice(letters.length - count + Math.ceil(count / 3)).join("")}`;
    if (name.length < 400 && context.measureText(name).width <= room) return name;
    let low = 0, high = letters.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (context.measureText(part(middle)).width <= room) low = middle;
      else high = middle - 1;
    }
    return low < 2 ? "" : part(low);
  }

  /** The box at the pointer; later ones are drawn above earlier ones. */
  boxAt(event) {
    const view = this.view(), frame = this.host.getBoundingClientRect();
    const px = event.clientX - frame.left - view.left, py = event.clientY - frame.top - view.top;
    if (px < 0 || py < 0 || px > view.width || py > view.height) return null;
    const x = px / view.perX + this.host._fullLayout.xaxis.range[0];
    const y = (view.height - py) / view.perY + this.host._fullLayout.yaxis.range[0];
    // What is too narrow or too low to be hit otherwise.
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

  /** Shows what is under the pointer, if anything. */
  hover(event) {
    const box = event && !event.buttons ? this.boxAt(event) : null;
    if (box) showTip(event, box.colour(), box.lines());
    else hideTip();
    if (box === this.hovered) return;
    this.hovered = box;
    requestAnimationFrame(() => this.draw());
  }

  listen() {
    let pressed = null;
    this.host.addEventListener("mousemove", (event) => this.hover(event));
    this.host.addEventListener("mouseleave", () => this.hover(null));
    this.host.addEventListener("mousedown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
    // Plotly lays a cover over the page while a button is down.
    window.addEventListener("mouseup", (event) => {
      const isClick = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4;
      pressed = null;
      const box = isClick ? this.boxAt(event) : null;
      if (box && box.buffers.length === 1) selectBuffer(box.buffers[0]);
    }, true);
    for (const event of ["plotly_afterplot", "plotly_relayouting"]) this.host.on(event, () => this.draw());
    this.host.on("plotly_relayout", () => {
      if (this.isFollowing) return;
      const { xaxis, yaxis } = this.host._fullLayout;
      this.onZoom(this, { x: [...xaxis.range], y: [...yaxis.range] });
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
