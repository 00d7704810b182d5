// Assembles the page of placements: selection, switches, sections.

let redrawChanges = () => {};

/** Zooms all plots to the steps of a buffer, with a margin. */
function zoomTo(buffer) {
  const axis = alongX(), place = (step) => plans.map((_, plan) => xOfStep(plan, step, axis));
  const begin = Math.min(...place(problem.buffers.begin[buffer])), end = Math.max(...place(problem.buffers.end[buffer]));
  const margin = Math.max((end - begin) * 0.25, 2 * axis.range[1] / Math.max(numOps, 1));
  const range = [Math.max(begin - margin, axis.range[0]), Math.min(end + margin, axis.range[1])];
  showRange(range);
}

/** Elements with colours outside of plots. */
function drawColoured() {
  const legend = document.getElementById("colour-legend");
  if (state.colours === "kind") legend.replaceChildren(...KINDS.map((kind) => chip(colours.kind[kind], kind)));
  else if (state.colours === "saved")
    legend.replaceChildren(chip(colours.saved[0], "nothing"), chip(colours.saved[1], "little"),
      chip(colours.saved[SAVED_LEVELS], `${formatSeconds(maxSaved)}, modelled`));
  else legend.replaceChildren();
  drawSelection(panel);
  bufferTable.draw();
  redrawChanges();
}

function drawSubtitle() {
  const facts = [
    `on target ${problem.target}`, counted(numOps, "op"), counted(numBuffers, "buffer"),
    `${problem.loops.length ? `${counted(problem.loops.length, "loop")}, ` : ""}at least ${formatSeconds(problem.bound)} (proven bound)`,
  ];
  if (problem.cyclic) facts.push("runs again and again: the third invocation is shown, and times below 0 are in the one before");
  const omissions = problem.not_modelled.length ? ` Not modelled: ${problem.not_modelled.join(", ")}.` : "";
  document.getElementById("subtitle").textContent =
    `${problem.name} ${facts.join(", ")}. All times are modelled by memplace's simulator, none is measured.${omissions}`;
}

function drawSwitches(parent) {
  const set = (name, keepsX) => (value) => {
    state[name] = value;
    drawTimeLegend(document.getElementById("time-legend"));
    return rebuildPlots(keepsX);
  };
  parent.append(
    segmented("across", "axis", [["steps", "steps"], ["time", "time (modelled)"]], state.axis, set("axis", false)),
    segmented("memory up to", "memory-top", memoryChoices(), state.memoryTop, set("memoryTop", true)),
    segmented("transfers", "transfers", [["shown", "on"], ["hidden", "off"]], "shown", (value) => {
      state.showsTransfers = value === "shown";
      redrawPlots();
    }),
  );
  const list = document.getElementById("colours");
  list.addEventListener("change", () => {
    state.colours = list.value;
    drawColoured();
    redrawPlots();
  });
}

function drawContents() {
  drawSubtitle();
  drawCards(document.getElementById("cards"));
  problem.tiers.forEach((_, tier) => drawTier(document.getElementById("tiers"), tier));
  drawTimes(document.getElementById("times"));
  drawTimeLegend(document.getElementById("time-legend"));
  drawSwitches(document.getElementById("switches"));
  redrawChanges = drawChanges(document.getElementById("changes"));
  drawCuts(document.getElementById("cuts"));
  drawNumbers(document.getElementById("numbers"));
  return new BufferTable(document.getElementById("buffer-table"), bufferColumns(), maxSavedBy);
}

drawFrame(drawContents, drawColoured);
