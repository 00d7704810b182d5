// Puts the page together: search, selection, colours.

const panel = document.getElementById("selection");
let bufferTable = null;

/** Follows a buffer everywhere, or none for null. */
function selectBuffer(buffer) {
  state.selected = buffer;
  drawSelection(panel);
  bufferTable.draw();
  return Promise.all(allPlots.map((plot) => plot.ready.then(() => plot.draw())));
}

/** Shows the steps of a buffer, and some around them, in all plots of memory. */
function zoomTo(buffer) {
  const begin = problem.buffers.begin[buffer], end = problem.buffers.end[buffer];
  const margin = Math.max((end - begin) * 0.25, 2);
  const range = [Math.max(begin - margin, 0), Math.min(end + margin, Math.max(numOps, 1))];
  for (const plot of allPlots) if (plot.host.id.startsWith("tier-")) plot.follow({ "xaxis.range": range });
}

const MOST_MATCHES = 12;

class Search {
  constructor() {
    this.input = document.getElementById("query");
    this.list = document.getElementById("matches");
    this.input.addEventListener("input", () => this.update());
    this.input.addEventListener("focus", () => this.update());
    this.input.addEventListener("blur", () => { this.list.hidden = true; });
    this.input.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || /^(INPUT|SELECT)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      this.input.focus();
    });
    this.found = [];
  }

  update() {
    this.found = findBuffers(this.input.value, MOST_MATCHES);
    this.active = 0;
    const nothing = this.input.value.trim() && !this.found.length;
    const items = this.found.map((buffer) => {
      const facts = `${formatBytes(problem.buffers.size[buffer])}, ${stepsText(problem.buffers.begin[buffer], problem.buffers.end[buffer])}`;
      const item = make("li", "", swatch(colourOf(buffer)), make("span", "name", problem.buffers.name[buffer]), make("span", "facts", facts));
      // Before the input loses the focus, which hides the list.
      item.addEventListener("mousedown", (event) => { event.preventDefault(); this.choose(buffer); });
      return item;
    });
    if (nothing) items.push(make("li", "", make("span", "facts", "no buffer has this in its name")));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((item, index) => item.classList.toggle("active", index === this.active && this.found.length > 0));
  }

  choose(buffer) {
    this.list.hidden = true;
    this.input.value = problem.buffers.name[buffer];
    selectBuffer(buffer);
  }

  press(event) {
    if (event.key === "Escape") {
      this.input.value = "";
      this.update();
      selectBuffer(null);
    } else if (event.key === "Enter" && this.found.length) {
      this.choose(this.found[this.active]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.found.length) {
      event.preventDefault();
      this.active = (this.active + (event.key === "ArrowDown" ? 1 : this.found.length - 1)) % this.found.length;
      this.mark();
    }
  }
}

function drawColourLegend() {
  const legend = document.getElementById("colour-legend");
  if (state.colours === "kind")
    legend.replaceChildren(...Object.entries(KIND_COLOURS).map(([kind, colour]) => chip(colour, kind)));
  else if (state.colours === "saved")
    legend.replaceChildren(chip(SAVED_COLOURS[0], "nothing"), chip(SAVED_COLOURS[1], "little"),
      chip(SAVED_COLOURS[SAVED_COLOURS.length - 1], formatSeconds(mostSaved)));
  else legend.replaceChildren();
}

function drawSubtitle() {
  const facts = [
    `on target ${problem.target}`, counted(numOps, "op"), counted(numBuffers, "buffer"),
    `${problem.loops.length ? `${counted(problem.loops.length, "loop")}, ` : ""}at least ${formatSeconds(problem.bound)} (proven bound)`,
  ];
  if (problem.cyclic) facts.push("runs again and again: the third invocation is shown, and times below 0 are in the one before");
  document.getElementById("subtitle").textContent = `${problem.name} ${facts.join(", ")}`;
}

function drawPage() {
  const started = performance.now();
  const add = (plot) => allPlots.push(plot);
  drawSubtitle();
  drawCards(document.getElementById("cards"));
  problem.tiers.forEach((_, tier) => drawTier(document.getElementById("tiers"), tier, add));
  document.getElementById("time-legend").append(
    chip(OP_COLOURS.compute, "op, bound by compute"), chip(OP_COLOURS.memory, "op, bound by memory"), chip(OP_COLOURS.stall, "stall"),
    "transfers have the colours of their buffers");
  drawTimes(document.getElementById("times"), add);
  drawNumbers(document.getElementById("numbers"));
  bufferTable = new BufferTable(document.getElementById("buffer-table"));
  const search = new Search();
  const colours = document.getElementById("colours");
  colours.addEventListener("change", () => {
    state.colours = colours.value;
    drawColourLegend();
    drawSelection(panel);
    bufferTable.draw();
    for (const plot of allPlots) plot.draw();
  });
  Promise.all(allPlots.map((plot) => plot.ready)).then(() => {
    document.body.dataset.drawnInMs = Math.round(performance.now() - started);
    document.body.dataset.ready = "yes";
  });
  return search;
}

drawPage();
