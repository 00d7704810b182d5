// Tables of placements and packings, and the panel of the selected buffer.

const smallest = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);

function bar(parts) {
  const element = make("div", "bar");
  for (const [share, colour] of parts) {
    const part = make("i");
    part.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
    part.style.background = colour;
    element.append(part);
  }
  return element;
}

/** A table; a cell is text or an element. `texts`: columns of text instead of numbers; the first column always is. */
function makeTable(heads, rows, caption, texts = []) {
  const kind = (column) => column && !texts.includes(column) ? "number" : "";
  const head = make("tr", "", ...heads.map((text, column) => {
    const cell = make("th", kind(column), text);
    cell.scope = "col";
    return cell;
  }));
  const body = rows.map((cells) => make("tr", "", ...cells.map((cell, column) => make("td", kind(column), cell))));
  const table = make("table", "", make("thead", "", head), make("tbody", "", ...body));
  table.setAttribute("aria-label", caption);
  return make("div", "", make("h3", "", caption), make("div", "scroll", table));
}

/** A row of a comparison; the smallest value is marked if values differ. */
function compareRow(name, values, format, isBetterSmall = true) {
  const best = smallest(values);
  const differs = values.some((value) => value !== best);
  return [name, ...values.map((value) =>
    make("span", isBetterSmall && differs && value === best ? "best-value" : "", format(value)))];
}

/** A button with a buffer's colour and name, which selects the buffer. */
function bufferButton(buffer, saved = 0, maxLetters = 44) {
  const button = make("button", "link", swatch(colourOf(buffer, saved)), nameElement(problem.buffers.name[buffer], maxLetters));
  button.type = "button";
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    selectBuffer(buffer);
  });
  return button;
}

const PAGE_ROWS = 100;

/** The table of buffers: a click on a heading sorts; some rows are shown at a time. */
class BufferTable {
  /** columns: {head, key(buffer), format, text}; the first is the buffer's name. */
  constructor(parent, columns, savedOf) {
    Object.assign(this, { columns, savedOf, shown: PAGE_ROWS });
    this.order = problem.buffers.name.map((_, buffer) => buffer);
    this.body = make("tbody");
    this.head = make("tr", "", ...this.columns.map((column, index) => this.makeHead(column, index)));
    this.more = make("button", "more");
    this.more.addEventListener("click", () => { this.shown += 5 * PAGE_ROWS; this.draw(); });
    parent.append(make("div", "scroll", make("table", "", make("thead", "", this.head), this.body)), this.more);
    this.sortBy(this.columns.findIndex((column) => column.head === "size"));
  }

  makeHead(column, index) {
    const button = make("button", "link", column.head), cell = make("th", column.text ? "" : "number", button);
    button.type = "button";
    cell.scope = "col";
    button.addEventListener("click", () => this.sortBy(index));
    return cell;
  }

  sortBy(index) {
    const { key, text } = this.columns[index];
    // Numbers start with the largest.
    this.sign = this.sorted === index ? -this.sign : text ? 1 : -1;
    this.sorted = index;
    const keys = problem.buffers.name.map((_, buffer) => key(buffer));
    this.order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0) * this.sign || a - b);
    [...this.head.children].forEach((cell, column) => {
      if (column === index) cell.setAttribute("aria-sort", this.sign > 0 ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
      cell.firstChild.textContent = `${this.columns[column].head}${column === index ? (this.sign > 0 ? " ▲" : " ▼") : ""}`;
    });
    this.draw();
  }

  row(buffer) {
    const cells = this.columns.map(({ key, format, text }, index) => {
      if (index === 0) return make("td", "", bufferButton(buffer, this.savedOf(buffer)));
      return make("td", text ? "" : "number", format ? format(key(buffer)) : key(buffer));
    });
    const row = make("tr", `choice${buffer === state.selected ? " chosen" : ""}`, ...cells);
    row.addEventListener("click", () => selectBuffer(buffer));
    return row;
  }

  draw() {
    const rows = this.order.slice(0, this.shown);
    // The selected buffer is always shown.
    if (state.selected !== null && !rows.includes(state.selected)) rows.unshift(state.selected);
    this.body.replaceChildren(...rows.map((buffer) => this.row(buffer)));
    this.more.hidden = this.shown >= numBuffers;
    this.more.textContent = `show more (${Math.min(this.shown, numBuffers)} of ${numBuffers})`;
  }
}

/** The panel of the selected buffer: `facts` is a line of text, `parts` are tables. */
function drawPanel(panel, facts, parts) {
  const buffer = state.selected;
  panel.hidden = buffer === null;
  document.body.classList.toggle("with-panel", buffer !== null);
  if (buffer === null) return panel.replaceChildren();
  const zoom = make("button", "", "zoom to it"), close = make("button", "", "clear (Esc)");
  zoom.id = "zoom";
  close.id = "clear";
  zoom.addEventListener("click", () => zoomTo(buffer));
  close.addEventListener("click", () => selectBuffer(null));
  panel.replaceChildren(
    make("div", "buttons", zoom, close), make("h2", "", swatch(colourOf(buffer)), problem.buffers.name[buffer]),
    make("div", "small", facts), make("div", "stays", ...parts),
  );
}
