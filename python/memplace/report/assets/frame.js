// Common to all pages. The selected buffer and the range of steps are the same in all plots; plots are redrawn after a
// change of theme. The page decides when to draw.

const panel = document.getElementById("selection");
let bufferTable = null; // Set by drawFrame.

/** Redraws all plots with new colours. */
function redrawPlots() {
  return Promise.all(allPlots.map((plot) => plot.ready.then(() => plot.draw())));
}

/** Selects a buffer in all plots; null: none. */
function selectBuffer(buffer) {
  state.selected = buffer;
  drawSelection(panel);
  bufferTable.draw();
  return redrawPlots();
}

/** Shows a range of the x axis in all plots. */
function showRange(range) {
  for (const plot of allPlots) plot.follow({ "xaxis.range": range });
}

/**
 * Draws a page. `drawContents` draws its contents and returns the table of buffers. `drawColoured` redraws elements
 * with colours outside of plots, after each change of theme.
 */
function drawFrame(drawContents, drawColoured) {
  const started = performance.now();
  drawThemeSwitch(document.getElementById("theme-switch"));
  bufferTable = drawContents();
  new Search(); // Registers its listeners.
  themeListeners.push(() => {
    drawColoured();
    rebuildPlots(true);
  });
  Promise.all(allPlots.map((plot) => plot.ready)).then(() => {
    document.body.dataset.drawnInMs = Math.round(performance.now() - started);
    document.body.dataset.ready = "yes";
  });
}
