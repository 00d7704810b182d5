// Cuts of ops in pieces: the cut ops and dimensions, costs and gain.

const PICOSECONDS = 1e-12;

function cutsSummary(cuts) {
  const facts = [counted(cuts.ops.length, "op")];
  if (cuts.buffers !== null) facts.push(counted(cuts.buffers, "buffer"));
  const text = `${facts.join(" and ")} cut in pieces.`;
  if (cuts.cut_ps === null || cuts.uncut_ps === null) return text;
  const share = 100 * (1 - cuts.cut_ps / cuts.uncut_ps);
  return `${text} Makespan ${formatSeconds(cuts.cut_ps * PICOSECONDS)}, without cuts ` +
    `${formatSeconds(cuts.uncut_ps * PICOSECONDS)}: ${share.toFixed(1)} % less, both modelled.`;
}

/** Hidden without data about cuts. */
function drawCuts(parent) {
  const cuts = problem.cuts;
  document.getElementById("cuts-link").hidden = parent.hidden = !cuts;
  if (!cuts) return;
  const heads = ["op", "step before", "pieces", "along dimension", "of indices", "launches", "computed again", "read again", "halo"];
  const rows = cuts.ops.map((cut) => [
    nameElement(cut.op, 44), `${cut.step}`, `${cut.pieces}`, `${cut.dimension}`, `${cut.extent}`,
    formatSeconds(cut.launch_ps * PICOSECONDS), formatSeconds(cut.again_ps * PICOSECONDS),
    formatBytes(cut.repeated_bytes), formatBytes(cut.halo_bytes),
  ]);
  parent.append(make("p", "hint", cutsSummary(cuts)), makeTable(heads, rows, "Ops that are cut, and what that costs"));
}
