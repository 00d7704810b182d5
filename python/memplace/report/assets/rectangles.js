// A Plotly plot of many rectangles: a trace for each colour, whose polygons are
// separated by nulls, so that thousands draw as quickly as a few. Which one is under
// the pointer is found here, since Plotly knows traces only.

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

const MOST_NAMES = 150;
const FINE = 1500; // With more boxes there is no room for lines between them.

class RectanglePlot {
  /**
   * boxes: {x0, x1, y0, y1, colour(), name, buffers, lines()}; `buffers` are those
   * that it is about, `lines()` what to say of it (showTip).
   * layout: of Plotly. onZoom(ranges): called when the user zooms.
   */
  constructor(host, boxes, layout, onZoom) {
    this.host = host;
    this.boxes = boxes;
    this.onZoom = onZoom;
    const traces = [...this.traces(), this.outlines(), this.names([])];
    const config = {
      responsive: true, displaylogo: false, displayModeBar: false,
    };
    const base = {
      showlegend: false, hovermode: false, dragmode: "zoom", margin: { l: 62, r: 12, t: 8, b: 40 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "#fbfcfd",
      font: { family: "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", size: 11, color: "#3a4552" },
    };
    this.ready = Plotly.newPlot(host, traces, { ...base, ...layout }, config).then(() => {
      this.writeNames();
      this.listen();
    });
  }

  /** The base traces: a colour each. */
  traces() {
    const groups = new Map();
    for (const box of this.boxes) {
      const colour = box.colour();
      if (!groups.has(colour)) groups.set(colour, []);
      groups.get(colour).push(box);
    }
    this.numBase = groups.size;
    const width = this.boxes.length > FINE ? 0 : 0.6;
    return [...groups].map(([colour, boxes]) => ({
      ...RectanglePlot.polygons(boxes), fillcolor: colour, line: { width, color: "#ffffff", simplify: false },
      opacity: this.opacity(),
    }));
  }

  static polygons(boxes) {
    const x = [], y = [];
    for (const { x0, x1, y0, y1 } of boxes) {
      x.push(x0, x0, x1, x1, x0, null);
      y.push(y0, y1, y1, y0, y0, null);
    }
    return { type: "scatter", mode: "lines", x, y, fill: "toself", hoverinfo: "skip", connectgaps: false };
  }

  opacity() {
    return state.selected === null ? 1 : 0.22;
  }

  /** Those of the selected buffer. */
  chosen() {
    return state.selected === null ? [] : this.boxes.filter((box) => box.buffers.includes(state.selected));
  }

  outlines() {
    const boxes = this.chosen();
    const colour = boxes.length ? boxes[0].colour() : "#ffffff";
    return { ...RectanglePlot.polygons(boxes), fillcolor: colour, line: { width: 2, color: HIGHLIGHT, simplify: false } };
  }

  names(boxes) {
    return {
      type: "scatter", mode: "text", hoverinfo: "skip", textfont: { size: 10, color: "#12181f" },
      x: boxes.map((box) => (box.left + box.right) / 2), y: boxes.map((box) => (box.y0 + box.y1) / 2),
      text: boxes.map((box) => plotlyText(box.label)),
    };
  }

  /** The boxes in view with room for a name, the largest first. */
  roomyBoxes() {
    const { xaxis, yaxis } = this.host._fullLayout;
    const perX = xaxis._length / Math.abs(xaxis.range[1] - xaxis.range[0]);
    const perY = yaxis._length / Math.abs(yaxis.range[1] - yaxis.range[0]);
    const [low, high] = [...yaxis.range].sort((a, b) => a - b);
    const roomy = [];
    for (const box of this.boxes) {
      const left = Math.max(box.x0, xaxis.range[0]), right = Math.min(box.x1, xaxis.range[1]);
      const characters = Math.floor((right - left) * perX / 6.3) - 1;
      const middle = (box.y0 + box.y1) / 2;
      if (!box.name || characters < 3 || (box.y1 - box.y0) * perY < 12 || middle < low || middle > high) continue;
      const label = box.name.length <= characters ? box.name : `${box.name.slice(0, characters - 1)}…`;
      roomy.push({ ...box, left, right, label, area: (right - left) * (box.y1 - box.y0) });
    }
    return roomy.sort((a, b) => b.area - a.area).slice(0, MOST_NAMES);
  }

  writeNames() {
    const { x, y, text } = this.names(this.roomyBoxes());
    return Plotly.restyle(this.host, { x: [x], y: [y], text: [text] }, [this.numBase + 1]);
  }

  /** Draws anew what depends on colours. */
  recolour() {
    const traces = [...this.traces(), this.outlines(), this.names(this.roomyBoxes())];
    return Plotly.react(this.host, traces, this.host.layout);
  }

  /** Shows the selected buffer, others fainter. */
  select() {
    const { x, y, fillcolor } = this.outlines();
    const base = Array.from({ length: this.numBase }, (_, index) => index);
    Plotly.restyle(this.host, { opacity: this.opacity() }, base);
    return Plotly.restyle(this.host, { x: [x], y: [y], fillcolor }, [this.numBase]);
  }

  /** The box at the pointer; later ones are drawn above earlier ones. */
  boxAt(event) {
    const { xaxis, yaxis } = this.host._fullLayout;
    const frame = this.host.getBoundingClientRect();
    const px = event.clientX - frame.left - xaxis._offset, py = event.clientY - frame.top - yaxis._offset;
    if (px < 0 || py < 0 || px > xaxis._length || py > yaxis._length) return null;
    const x = xaxis.p2d(px), y = yaxis.p2d(py);
    // Too narrow to be hit otherwise.
    const slack = 1.5 * Math.abs(xaxis.range[1] - xaxis.range[0]) / xaxis._length;
    let near = null;
    for (let index = this.boxes.length - 1; index >= 0; --index) {
      const box = this.boxes[index];
      if (y < box.y0 || y > box.y1) continue;
      if (x >= box.x0 && x <= box.x1) return box;
      if (!near && x >= box.x0 - slack && x <= box.x1 + slack) near = box;
    }
    return near;
  }

  listen() {
    let pressed = null;
    this.host.addEventListener("mousemove", (event) => {
      const box = event.buttons ? null : this.boxAt(event);
      if (box) showTip(event, box.colour(), box.lines());
      else hideTip();
    });
    this.host.addEventListener("mouseleave", hideTip);
    this.host.addEventListener("mousedown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
    // Plotly lays a cover over the page while a button is down.
    window.addEventListener("mouseup", (event) => {
      const isClick = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4;
      pressed = null;
      const box = isClick ? this.boxAt(event) : null;
      if (box && box.buffers.length === 1) selectBuffer(box.buffers[0]);
    }, true);
    this.host.on("plotly_relayout", () => {
      this.writeNames();
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
