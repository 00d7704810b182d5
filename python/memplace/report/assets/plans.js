// Comparison of placements: cards, tables, stalls, and the stays of a buffer.

/** "1.3 times as fast as everything at home" */
function overHome(plan) {
  if (!problem.home || problem.home.makespan === null || !(plan.makespan > 0 && problem.home.makespan > 0)) return "";
  const times = problem.home.makespan / plan.makespan, text = "everything at home";
  if (Math.abs(times - 1) < LEAST_CHANGE) return make("div", "", `as fast as ${text}`);
  if (times < 1) return make("div", "slower", `takes ${digits(1 / times)} times as long as ${text}`);
  return make("div", "", `${digits(times)} times as fast as ${text}`);
}

/** The program's time without memplace. */
function makeHomeCard() {
  const { makespan, reason, elsewhere, tier } = problem.home;
  const name = problem.tiers[tier].name;
  const card = make("div", "card home", make("h3", "", "everything at home"));
  if (makespan === null) {
    card.append(make("div", "big", "impossible"), make("div", "small", reason));
    return card;
  }
  const place = elsewhere
    ? `all but ${counted(elsewhere, "buffer")} in ${name}` : `all ${counted(numBuffers, "buffer")} in ${name}, no transfer`;
  card.append(
    make("div", "big", formatSeconds(makespan), make("span", "small", " modelled")),
    make("div", "small", `without any placement: ${place}`),
  );
  return card;
}

/** Smaller differences are shown as none: 0.01 % is the last digit of a share. */
const LEAST_CHANGE = 5e-5;

function changeOf(plan, first) {
  const change = first.makespan > 0 ? plan.makespan / first.makespan - 1 : 0;
  if (Math.abs(change) < LEAST_CHANGE) return make("span", "delta small", "±0 %");
  return make("span", `delta ${change > 0 ? "slower" : "faster"}`, formatChange(change, formatShare));
}

function makeCard(plan, index, isBest) {
  const card = make("div", "card"), big = make("div", "big", formatSeconds(plan.makespan), make("span", "small", " modelled"));
  if (isBest) {
    card.classList.add("best");
    card.append(make("span", "badge", "fastest"));
  }
  if (index > 0) big.append(changeOf(plan, plans[0]));
  const bound = `the proven bound of ${formatSeconds(problem.bound)}`;
  const gap = plan.optimal ? "proven optimal" : plan.gap < LEAST_CHANGE ? `at ${bound}` : `${formatShare(plan.gap)} above ${bound}`;
  card.append(make("h3", "", plan.label), big);
  card.append(overHome(plan));
  const share = plan.makespan > 0 ? plan.stall_seconds / plan.makespan : 0;
  card.append(
    make("div", "small", gap), bar([[1 - share, "var(--compute)"], [share, "var(--stall)"]]),
    make("div", "small", `ops ${formatSeconds(plan.op_seconds)}, stalls ${formatSeconds(plan.stall_seconds)} (${formatShare(share)})`),
  );
  problem.tiers.forEach((tier, t) => {
    if (!plan.peak[t]) return;
    card.append(
      bar([[plan.peak[t] / tier.capacity, "var(--accent)"]]),
      make("div", "small", `${tier.name}: peak ${formatBytes(plan.peak[t], unitsOf(t))} of ${formatBytes(tier.capacity, unitsOf(t))}`),
    );
  });
  card.append(make("div", "small", `${counted(plan.transfers.from.length, "transfer")}, ${formatBytes(plan.bytes_transferred)} moved`));
  return card;
}

function drawCards(parent) {
  const makespans = plans.map((plan) => plan.makespan);
  const best = smallest(makespans), isSame = (seconds) => seconds <= best * (1 + LEAST_CHANGE);
  if (problem.home) parent.append(makeHomeCard());
  plans.forEach((plan, index) => parent.append(makeCard(plan, index, isSame(plan.makespan) && !makespans.every(isSame))));
}

function drawNumbers(parent) {
  const labels = plans.map((plan) => plan.label);
  const of = (get) => plans.map(get);
  const grid = make("div", "tables");
  grid.append(makeTable(["", ...labels], [
    compareRow("makespan, modelled", of((p) => p.makespan), formatSeconds),
    compareRow("gap to the bound", of((p) => Math.max(p.gap, 0)), formatShare),
    compareRow("ops, modelled", of((p) => p.op_seconds), formatSeconds),
    compareRow("stalls, modelled", of((p) => p.stall_seconds), formatSeconds),
    compareRow("number of stalls", of((p) => p.stalls.step.length), String),
    compareRow("transfers", of((p) => p.transfers.from.length), String, false),
    compareRow("bytes transferred", of((p) => p.bytes_transferred), formatBytes),
    compareRow("residencies", of((p) => p.residencies.buffer.length), String, false),
  ], "Comparison"));
  grid.append(makeTable(["tier", "capacity", ...labels], problem.tiers.map((tier, t) => {
    const text = (peak) => `${formatBytes(peak, unitsOf(t))}, ${formatShare(peak / tier.capacity)}`;
    const cells = compareRow(tier.name, of((p) => p.peak[t]), text);
    return [cells[0], formatBytes(tier.capacity, unitsOf(t)), ...cells.slice(1)];
  }), "Peak: highest byte in use"));
  grid.append(makeTable(["", ...labels], problem.tiers.flatMap((tier, t) => [
    compareRow(`read from ${tier.name}`, of((p) => p.bytes_read[t]), (bytes) => formatBytes(bytes), false),
    compareRow(`written to ${tier.name}`, of((p) => p.bytes_written[t]), (bytes) => formatBytes(bytes), false),
  ]), "Bytes of ops, loops counted"));
  if (problem.channels.length) {
    const moved = (plan, c) => `${formatBytes(plan.channel_bytes[c])} in ${counted(plan.channel_transfers[c], "transfer")}`;
    const rows = problem.channels.map((channel, c) => [channelText(channel), ...of((plan) => moved(plan, c))]);
    grid.append(makeTable(["channel", ...labels], rows, "Bytes of transfers, loops counted"));
  }
  parent.append(grid);
  plans.forEach((plan) => drawStallTable(parent, plan));
}

const MAX_STALLS = 10;

function drawStallTable(parent, plan) {
  const total = (stall) => plan.stalls.duration[stall] * plan.stalls.trips[stall];
  const order = plan.stalls.step.map((_, stall) => stall).sort((a, b) => total(b) - total(a));
  if (!order.length) return;
  const rows = order.slice(0, MAX_STALLS).map((stall) => [
    `before ${stallPlace(plan, stall)}: waits for ${stallCause(plan, stall)}`,
    formatSeconds(plan.stalls.duration[stall]), `×${plan.stalls.trips[stall]}`, formatShare(total(stall) / plan.makespan),
  ]);
  parent.append(makeTable(["where", "once, modelled", "times", "of the makespan"], rows,
    `Longest stalls of ${plan.label} (${rows.length} of ${order.length})`));
}

/** The columns of the table of buffers. */
function bufferColumns() {
  const columns = [
    { head: "buffer", key: (b) => problem.buffers.name[b], text: true },
    { head: "what", key: kindOf, text: true },
    { head: "size", key: (b) => problem.buffers.size[b], format: (bytes) => formatBytes(bytes) },
    { head: "live from", key: (b) => problem.buffers.begin[b], format: String },
    { head: "to", key: (b) => problem.buffers.end[b] - 1, format: String },
  ];
  plans.forEach((plan, index) => {
    columns.push({ head: `tiers: ${plan.label}`, key: (b) => tiersOf(index, b), text: true });
    columns.push({ head: "saves, modelled", key: (b) => savedBy(index, b), format: (s) => s > 1e-15 ? formatSeconds(s) : "" });
  });
  if (problem.locations) {
    const key = (b) => locationOf("buffers", b);
    columns.push({ head: "source", key, format: (text) => nameElement(text, 40), text: true });
  }
  return columns;
}

function maxSavedBy(buffer) {
  return Math.max(...plans.map((_, plan) => savedBy(plan, buffer)));
}

/** Each stay of the selected buffer in each plan, with its reason. */
function drawSelection(panel) {
  const buffer = state.selected;
  if (buffer === null) return drawPanel(panel);
  const { size, begin, end, home } = problem.buffers, location = locationOf("buffers", buffer);
  const facts = `${kindOf(buffer)}, ${formatBytes(size[buffer])} (${size[buffer]} bytes), live ` +
    `${stepsText(begin[buffer], end[buffer])}, home ${problem.tiers[home[buffer]].name}${location ? `, from ${location}` : ""}`;
  return drawPanel(panel, facts, plans.map((plan, index) => makeStays(plan, residenciesOf[index][buffer])));
}

function makeStays(plan, residencies) {
  const table = plan.residencies;
  return makeTable(["tier", "when", "offset", "why (times are modelled)"], residencies.map((r) => [
    problem.tiers[table.tier[r]].name, stepsText(table.begin[r], table.end[r]),
    table.offset[r] < 0 ? "–" : formatBytes(table.offset[r], unitsOf(table.tier[r])), table.why[r],
  ]), plan.label, [1, 3]);
}
