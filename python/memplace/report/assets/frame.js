// What all pages do alike: one buffer is followed in all plots, which show the same steps
// and are drawn anew with the theme; the page says when it is drawn.

const panel = document.getElementById("selection");
let bufferTable = null; // Of drawFrame.

/** Draws the colours of all plots anew. */
function redrawPlots() {
  return Promise.all(allPlots.map((plot) => plot.ready.then(() => plot.draw())));
}

/** Follows a buffer everywhere, or none for null. */
function selectBuffer(buffer) {
  state.selected = buffer;
  drawSelection(panel);
  bufferTable.draw();
  return redrawPlots();
}

/** Shows what is between two places of the x axis in all plots. */
function showRange(range) {
  for (const plot of allPlots) plot.follow({ "xaxis.range": range });
}

/**
 * Draws a page: `drawContents` all but the table of buffers, which it returns, `drawColoured` again
 * what depends on colours, but is no plot.
 */
function drawFrame(drawContents, drawColoured) {
  const started = performance.now();
  drawThemeSwitch(document.getElementById("theme-switch"));
  bufferTable = drawContents();
  new Search(); // Listens to the page.
  themeListeners.push(() => {
    drawColoured();
    rebuildPlots(true);
  });
  Promise.all(allPlots.map((plot) => plot.ready)).then(() => {
    document.body.dataset.drawnInMs = Math.round(performance.now() - started);
    document.body.dataset.ready = "yes";
  });
}
