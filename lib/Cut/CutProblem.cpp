//===- CutProblem.cpp - A problem with cut ops and buffers ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three stages: the pieces of ops and the bytes of their accesses
// (OpPieces.cpp), the order of the pieces (PieceOrder.cpp), and, in this file,
// the resulting problem.
//
//===----------------------------------------------------------------------===//

#include "memplace/Cut/CutProblem.h"

#include "CheckCutChoice.h"
#include "OpPieces.h"

#include "../Problem/CuttableBuffers.h"
#include "../Problem/Descriptors.h"
#include "../Problem/PieceCosts.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::cut;

namespace {

/// A piece of a buffer, `[begin, end)` of each period.
struct BufferPiece {
  Region region;
  BufferId id = 0; // In the cut problem.
};

class CutBuilder {
public:
  CutBuilder(const Problem &problem, const Cuts &cuts);
  CutProblem build();

private:
  void addBuffers();
  void addPiece(BufferId buffer, const Region &region, size_t count);
  void addSteps();
  void addLaunch(const OpPiece &piece);
  Op opOf(const OpPiece &piece);
  void appendAccesses(const OpPiece &piece, const PieceAccess &access,
                      std::vector<Access> &out);
  void addLoops();
  void findRanges();
  void keepAtHome();
  void addRows();
  LiveRange rangeOf(const Buffer &buffer, LiveRange uses,
                    LiveRange touched) const;

  const Problem &problem;
  const Cuts &cuts;
  const OpPieces pieces;
  const PieceOrder order;
  // By buffer: may be accessed whole at home.
  const std::vector<bool> isWholeAtHome;
  std::vector<bool> needsHome; // By buffer: must be accessible whole at home.
  std::vector<std::vector<BufferPiece>> piecesOf; // By buffer.
  std::vector<LiveRange> parts; // By part of the program: steps.
  CutProblem result;
};

} // namespace

static std::string nameOf(const std::string &name, const char *what,
                          size_t index, size_t count) {
  return name + "." + what + " " + std::to_string(index + 1) + "/" +
         std::to_string(count);
}

CutBuilder::CutBuilder(const Problem &problem, const Cuts &cuts)
    : problem(problem), cuts(cuts), pieces(makeOpPieces(problem, cuts.ops)),
      order(orderPieces(problem, pieces, cuts.needs)),
      isWholeAtHome(findWholeAtHome(problem)),
      needsHome(problem.buffers.size(), false),
      piecesOf(problem.buffers.size()) {}

void CutBuilder::addPiece(BufferId id, const Region &region, size_t count) {
  const Buffer &whole = problem.buffers[id];
  std::vector<BufferPiece> &own = piecesOf[id];
  Buffer buffer = whole;
  buffer.size = whole.size / region.period * (region.end - region.begin);
  if (count > 1)
    buffer.name = nameOf(whole.name, "piece", own.size(), count);
  own.push_back({region, static_cast<BufferId>(result.problem.buffers.size())});
  result.problem.buffers.push_back(std::move(buffer));
  result.bufferOf.push_back(id);
}

void CutBuilder::addBuffers() {
  std::vector<const BufferCut *> cutOf(problem.buffers.size(), nullptr);
  for (const BufferCut &cut : cuts.buffers)
    cutOf[cut.buffer] = &cut;
  for (size_t id = 0; id < problem.buffers.size(); ++id) {
    const BufferCut *cut = cutOf[id];
    const int64_t period = cut ? cut->period : problem.buffers[id].size;
    std::vector<int64_t> ends = cut ? cut->bounds : std::vector<int64_t>();
    ends.push_back(period);
    int64_t begin = 0;
    for (int64_t end : ends) {
      addPiece(static_cast<BufferId>(id), {period, begin, end}, ends.size());
      begin = end;
    }
  }
}

/// Appends an access for each piece of the buffer touched by the piece of the
/// op.
void CutBuilder::appendAccesses(const OpPiece &piece, const PieceAccess &access,
                                std::vector<Access> &out) {
  const Access &whole = problem.ops[piece.op].accesses[access.access];
  const std::vector<BufferPiece> &own = piecesOf[whole.buffer];
  // If only the periods differ, each piece of the buffer gets its share.
  Region region = access.region;
  const bool isKnown = region.period == own.front().region.period;
  if (!isKnown)
    region = {own.front().region.period, 0, own.front().region.period};
  const TierId home = problem.homeOf(whole.buffer);
  const bool isAtHome = own.size() > 1 && !(isKnown && access.isCut) &&
                        isWholeAtHome[whole.buffer] &&
                        mayServe(problem.target, whole, home);
  if (isAtHome)
    needsHome[whole.buffer] = true;
  const int64_t length = std::max<int64_t>(1, region.end - region.begin);
  // There may be thousands of pieces, in order.
  auto first = std::partition_point(
      own.begin(), own.end(),
      [&](const BufferPiece &part) { return part.region.end <= region.begin; });
  for (; first != own.end() && first->region.begin < region.end; ++first) {
    const BufferPiece &part = *first;
    const int64_t low = std::max(region.begin, part.region.begin);
    const int64_t high = std::min(region.end, part.region.end);
    Access now = whole;
    now.buffer = part.id;
    if (isAtHome)
      now.tiers = {home};
    now.bytes = shareOf(access.bytes, high - region.begin, length) -
                shareOf(access.bytes, low - region.begin, length);
    const bool isAll = (isKnown || piece.count == 1) &&
                       low == part.region.begin && high == part.region.end;
    if (now.mode == AccessMode::Write && !isAll)
      now.mode = AccessMode::Update;
    out.push_back(std::move(now));
  }
}

Op CutBuilder::opOf(const OpPiece &piece) {
  const Op &whole = problem.ops[piece.op];
  Op op{.name = whole.name, .computePs = piece.computePs};
  op.overlap = whole.overlap;
  op.isOnce = whole.isOnce;
  if (piece.count > 1)
    op.name = nameOf(whole.name, "piece", piece.index, piece.count);
  for (const PieceAccess &access : piece.accesses)
    appendAccesses(piece, access, op.accesses);
  return op;
}

/// Adds the cost of a further piece beyond its own launch as a separate step,
/// since the op's own time cannot hide it.
void CutBuilder::addLaunch(const OpPiece &piece) {
  const int64_t more = getLaunchOverheadPs(problem.target);
  if (piece.index == 0 || more == 0)
    return;
  Op op{.name = nameOf(problem.ops[piece.op].name, "launch", piece.index,
                       piece.count),
        .computePs = more};
  result.problem.ops.push_back(std::move(op));
  result.opOf.push_back(piece.op);
  result.pieceOf.push_back(-1);
}

void CutBuilder::addSteps() {
  int32_t part = -1;
  for (int32_t index : order.order) {
    const OpPiece &piece = pieces.pieces[index];
    if (order.partOf[piece.op] != part) {
      part = order.partOf[piece.op];
      parts.push_back({result.problem.numSteps(), 0});
    }
    addLaunch(piece);
    result.problem.ops.push_back(opOf(piece));
    result.opOf.push_back(piece.op);
    result.pieceOf.push_back(piece.index);
    parts.back().end = result.problem.numSteps();
  }
}

void CutBuilder::addLoops() {
  for (const Loop &loop : problem.loops) {
    Loop now = loop;
    now.range = {parts[order.partOf[loop.range.begin]].begin,
                 parts[order.partOf[loop.range.end - 1]].end};
    result.problem.loops.push_back(now);
  }
}

/// Returns the live range of a piece of \p buffer. \p uses: from the first op
/// with an access to the buffer to the last, half-open; \p touched: the same
/// for the steps with an access to the piece.
LiveRange CutBuilder::rangeOf(const Buffer &buffer, LiveRange uses,
                              LiveRange touched) const {
  const LiveRange whole = {parts[order.partOf[buffer.range.begin]].begin,
                           parts[order.partOf[buffer.range.end - 1]].end};
  LiveRange range = touched;
  // A buffer live before its first access and after its last remains so, in
  // whole parts of the program.
  if (touched.begin >= touched.end)
    range = whole;
  if (buffer.range.begin != uses.begin || buffer.liveIn || problem.isCyclic)
    range.begin = whole.begin;
  if (buffer.range.end != uses.end || buffer.liveOut || problem.isCyclic)
    range.end = whole.end;
  // Contents carried from trip to trip are live in the whole loop.
  for (const Loop &loop : problem.loops)
    if (buffer.range.covers(loop.range)) {
      range.begin =
          std::min(range.begin, parts[order.partOf[loop.range.begin]].begin);
      range.end =
          std::max(range.end, parts[order.partOf[loop.range.end - 1]].end);
    }
  return range;
}

static void widen(LiveRange &range, Step step) {
  range.begin = std::min(range.begin, step);
  range.end = std::max(range.end, step + 1);
}

void CutBuilder::findRanges() {
  const LiveRange none = {result.problem.numSteps(), 0};
  std::vector<LiveRange> uses(problem.buffers.size(), none);
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses)
      widen(uses[access.buffer], step);
  std::vector<LiveRange> touched(result.problem.buffers.size(), none);
  for (Step step = 0; step < result.problem.numSteps(); ++step)
    for (const Access &access : result.problem.ops[step].accesses)
      widen(touched[access.buffer], step);
  for (size_t id = 0; id < touched.size(); ++id) {
    const BufferId whole = result.bufferOf[id];
    result.problem.buffers[id].range =
        rangeOf(problem.buffers[whole], uses[whole], touched[id]);
  }
}

/// Makes buffers accessed as a whole `external`, so each has a place of its own
/// at home. Such a buffer also becomes live-out: its place must have the newest
/// contents at the end, which adds at most transfers needed anyway.
void CutBuilder::keepAtHome() {
  for (size_t id = 0; id < result.problem.buffers.size(); ++id) {
    Buffer &buffer = result.problem.buffers[id];
    if (!needsHome[result.bufferOf[id]] || problem.isExternal(buffer))
      continue;
    buffer.external = buffer.liveOut = true;
    buffer.range.end = result.problem.numSteps();
  }
}

/// Sets the rows of external pieces: a piece of a shorter period is one row per
/// period at home.
void CutBuilder::addRows() {
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    for (const BufferPiece &piece : piecesOf[id]) {
      Buffer &buffer = result.problem.buffers[piece.id];
      const int64_t rows = problem.buffers[id].size / piece.region.period;
      if (rows > 1 && problem.isExternal(buffer))
        setRows(result.problem, buffer, {rows});
    }
}

/// Resets the channel fields for rows, so tools without support for rows can
/// read a problem without rows.
static void forgetRows(Target &target) {
  for (Channel &channel : target.channels) {
    channel.dimensions = Channel().dimensions;
    channel.leastRun = Channel().leastRun;
  }
}

CutProblem CutBuilder::build() {
  result.problem.name = problem.name + ".cut";
  result.problem.target = problem.target;
  result.problem.isTargetByName = problem.isTargetByName;
  result.problem.isCyclic = problem.isCyclic;
  addBuffers();
  addSteps();
  addLoops();
  findRanges();
  keepAtHome();
  addRows();
  return std::move(result);
}

/// Returns the problem without cuts, for solvers without support for pieces.
static CutProblem uncut(const Problem &problem) {
  CutProblem result{.problem = problem};
  for (Step step = 0; step < problem.numSteps(); ++step) {
    result.problem.ops[step].cuts.clear();
    result.opOf.push_back(step);
    result.pieceOf.push_back(0);
  }
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    result.bufferOf.push_back(static_cast<BufferId>(id));
  return result;
}

Result<CutProblem> memplace::makeCutProblem(const Problem &problem,
                                            const Cuts &cuts) {
  if (std::optional<Error> error = checkCuts(problem, cuts))
    return *error;
  CutProblem result =
      cuts.empty() ? uncut(problem) : CutBuilder(problem, cuts).build();
  if (!result.problem.isTargetByName) {
    result.problem.target.piecePs = 0;
    const std::vector<Buffer> &buffers = result.problem.buffers;
    if (std::all_of(buffers.begin(), buffers.end(),
                    [](const Buffer &one) { return one.rows.empty(); }))
      forgetRows(result.problem.target);
  }
  return result;
}
