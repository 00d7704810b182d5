// The cards, the tables, and the panel of the selected buffer.

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

function drawCards(parent) {
  const makespans = plans.map((plan) => plan.makespan);
  const best = smallest(makespans), isSame = (seconds) => seconds <= best * (1 + 1e-9);
  plans.forEach((plan, index) => {
    const card = make("div", "card");
    const isBest = isSame(plan.makespan) && !makespans.every(isSame);
    if (isBest) {
      card.classList.add("best");
      card.append(make("span", "badge", "fastest"));
    }
    const big = make("div", "big", formatSeconds(plan.makespan));
    if (index > 0) {
      const change = plan.makespan / plans[0].makespan - 1;
      const text = `${change > 1e-9 ? "+" : change < -1e-9 ? "−" : "±"}${formatShare(Math.abs(change))}`;
      big.append(make("span", `delta ${change > 1e-9 ? "slower" : change < -1e-9 ? "faster" : "small"}`, text));
    }
    const gap = plan.optimal ? "proven optimal" : `${formatShare(plan.gap)} above the bound of ${formatSeconds(problem.bound)}`;
    card.append(make("h3", "", plan.label), big, make("div", "small", gap));
    const share = plan.makespan > 0 ? plan.stall_seconds / plan.makespan : 0;
    card.append(
      bar([[1 - share, OP_COLOURS.compute], [share, OP_COLOURS.stall]]),
      make("div", "small", `ops ${formatSeconds(plan.op_seconds)}, stalls ${formatSeconds(plan.stall_seconds)} (${formatShare(share)})`),
    );
    problem.tiers.forEach((tier, t) => {
      if (!plan.peak[t]) return;
      card.append(
        bar([[plan.peak[t] / tier.capacity, "#6f8fb5"]]),
        make("div", "small", `${tier.name}: peak ${formatBytes(plan.peak[t])} of ${formatBytes(tier.capacity)}`),
      );
    });
    card.append(make("div", "small", `${counted(plan.transfers.from.length, "transfer")}, ${formatBytes(plan.bytes_transferred)} moved`));
    parent.append(card);
  });
}

/** A table; a cell is text or an element, columns after the first are numbers. */
function makeTable(heads, rows, caption) {
  const head = make("tr", "", ...heads.map((text, column) => make("th", column ? "number" : "", text)));
  const body = rows.map((cells) => make("tr", "", ...cells.map((cell, column) => make("td", column ? "number" : "", cell))));
  const table = make("table", "", make("thead", "", head), make("tbody", "", ...body));
  return make("div", "", make("h3", "", caption), make("div", "scroll", table));
}

/** A row of a comparison; the smallest value is marked if it differs. */
function compareRow(name, values, format, isBetterSmall = true) {
  const best = smallest(values);
  const differs = values.some((value) => value !== best);
  return [name, ...values.map((value) =>
    make("span", isBetterSmall && differs && value === best ? "best-value" : "", format(value)))];
}

function drawNumbers(parent) {
  const labels = plans.map((plan) => plan.label);
  const of = (get) => plans.map(get);
  const grid = make("div", "tables");
  grid.append(makeTable(["", ...labels], [
    compareRow("makespan", of((p) => p.makespan), formatSeconds),
    compareRow("gap to the bound", of((p) => p.gap), formatShare),
    compareRow("ops", of((p) => p.op_seconds), formatSeconds),
    compareRow("stalls", of((p) => p.stall_seconds), formatSeconds),
    compareRow("number of stalls", of((p) => p.stalls.step.length), String),
    compareRow("transfers", of((p) => p.transfers.from.length), String, false),
    compareRow("bytes transferred", of((p) => p.bytes_transferred), formatBytes),
    compareRow("residencies", of((p) => p.residencies.buffer.length), String, false),
  ], "Comparison"));
  grid.append(makeTable(["tier", "capacity", ...labels], problem.tiers.map((tier, t) => {
    const cells = compareRow(tier.name, of((p) => p.peak[t]), (peak) => `${formatBytes(peak)}, ${formatShare(peak / tier.capacity)}`);
    return [cells[0], formatBytes(tier.capacity), ...cells.slice(1)];
  }), "Peak: highest byte in use"));
  grid.append(makeTable(["", ...labels], problem.tiers.flatMap((tier, t) => [
    compareRow(`read from ${tier.name}`, of((p) => p.bytes_read[t]), formatBytes, false),
    compareRow(`written to ${tier.name}`, of((p) => p.bytes_written[t]), formatBytes, false),
  ]), "Bytes of ops, loops counted"));
  if (problem.channels.length) {
    grid.append(makeTable(["channel", ...labels], problem.channels.map((channel, c) => compareRow(
      channelText(channel),
      of((p, index) => index), (index) => `${formatBytes(plans[index].channel_bytes[c])} in ${counted(plans[index].channel_transfers[c], "transfer")}`, false,
    )), "Bytes of transfers, loops counted"));
  }
  parent.append(grid);
  plans.forEach((plan) => drawStalls(parent, plan));
}

const MOST_STALLS = 10;

function drawStalls(parent, plan) {
  const total = (stall) => plan.stalls.duration[stall] * plan.stalls.trips[stall];
  const order = plan.stalls.step.map((_, stall) => stall).sort((a, b) => total(b) - total(a));
  if (!order.length) return;
  const rows = order.slice(0, MOST_STALLS).map((stall) => [
    `before ${stallPlace(plan, stall)}: waits for ${stallCause(plan, stall)}`,
    formatSeconds(plan.stalls.duration[stall]), `×${plan.stalls.trips[stall]}`, formatShare(total(stall) / plan.makespan),
  ]);
  parent.append(makeTable(["where", "once", "times", "of the makespan"], rows,
    `Longest stalls of ${plan.label} (${rows.length} of ${order.length})`));
}

const PAGE_ROWS = 100;

/** The table of buffers: sorted by a column at a click, some rows at a time. */
class BufferTable {
  constructor(parent) {
    const names = problem.buffers.name;
    this.columns = [
      { head: "buffer", key: (b) => names[b], text: true },
      { head: "what", key: kindOf, text: true },
      { head: "size", key: (b) => problem.buffers.size[b], format: formatBytes },
      { head: "live from", key: (b) => problem.buffers.begin[b], format: String },
      { head: "to", key: (b) => problem.buffers.end[b] - 1, format: String },
      ...plans.flatMap((plan, index) => [
        { head: `tiers: ${plan.label}`, key: (b) => tiersOf(index, b), text: true },
        { head: "saves", key: (b) => savedBy(index, b), format: (s) => s > 1e-15 ? formatSeconds(s) : "" },
      ]),
    ];
    this.order = names.map((_, buffer) => buffer);
    this.shown = PAGE_ROWS;
    this.body = make("tbody");
    this.head = make("tr", "", ...this.columns.map((column, index) => {
      const cell = make("th", `sortable${column.text ? "" : " number"}`, column.head);
      cell.addEventListener("click", () => this.sortBy(index));
      return cell;
    }));
    this.more = make("button", "more");
    this.more.addEventListener("click", () => { this.shown += 5 * PAGE_ROWS; this.draw(); });
    parent.append(make("div", "scroll", make("table", "", make("thead", "", this.head), this.body)), this.more);
    this.sortBy(2);
  }

  sortBy(index) {
    const { key, text } = this.columns[index];
    // Numbers from the largest, at first.
    this.sign = this.sorted === index ? -this.sign : text ? 1 : -1;
    this.sorted = index;
    const keys = this.order.map((_, buffer) => key(buffer));
    this.order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0) * this.sign || a - b);
    this.draw();
  }

  row(buffer) {
    const cells = this.columns.map(({ key, format, text }, index) => {
      const cell = make("td", index === 0 ? "name" : text ? "" : "number");
      if (index === 0) cell.append(swatch(colourOf(buffer, Math.max(...plans.map((_, plan) => savedBy(plan, buffer))))));
      cell.append(format ? format(key(buffer)) : key(buffer));
      if (index === 0) cell.title = key(buffer);
      return cell;
    });
    const row = make("tr", buffer === state.selected ? "chosen" : "", ...cells);
    row.addEventListener("click", () => selectBuffer(buffer));
    return row;
  }

  draw() {
    const rows = this.order.slice(0, this.shown);
    // What is selected is there, wherever it would be.
    if (state.selected !== null && !rows.includes(state.selected)) rows.unshift(state.selected);
    this.body.replaceChildren(...rows.map((buffer) => this.row(buffer)));
    this.more.hidden = this.shown >= numBuffers;
    this.more.textContent = `show more (${Math.min(this.shown, numBuffers)} of ${numBuffers})`;
  }
}

/** The panel of the selected buffer: each of its stays in each plan, and why. */
function drawSelection(panel) {
  const buffer = state.selected;
  panel.hidden = buffer === null;
  if (buffer === null) return panel.replaceChildren();
  const { name, size, begin, end, home } = problem.buffers;
  const facts = `${kindOf(buffer)}, ${formatBytes(size[buffer])} (${size[buffer]} bytes), live ` +
    `${stepsText(begin[buffer], end[buffer])}, home ${problem.tiers[home[buffer]].name}`;
  const zoom = make("button", "", "zoom to it"), close = make("button", "", "clear");
  zoom.id = "zoom";
  close.id = "clear";
  zoom.addEventListener("click", () => zoomTo(buffer));
  close.addEventListener("click", () => selectBuffer(null));
  panel.replaceChildren(
    make("div", "buttons", zoom, close),
    make("h2", "", swatch(colourOf(buffer)), name[buffer]), make("div", "small", facts),
    ...plans.map((plan, index) => makeStays(plan, residenciesOf[index][buffer])),
  );
}

function makeStays(plan, residencies) {
  const table = plan.residencies;
  const rows = residencies.map((r) => make("tr", "",
    make("td", "", problem.tiers[table.tier[r]].name),
    make("td", "", stepsText(table.begin[r], table.end[r])),
    make("td", "number", table.offset[r] < 0 ? "–" : formatBytes(table.offset[r])),
    make("td", "", table.why[r])));
  const head = make("tr", "", ...["tier", "when", "offset", "why"].map((text) => make("th", text === "offset" ? "number" : "", text)));
  const stays = make("table", "", make("thead", "", head), make("tbody", "", ...rows));
  return make("div", "", make("h3", "", plan.label), make("div", "scroll", stays));
}
