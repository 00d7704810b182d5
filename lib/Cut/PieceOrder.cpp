//===- PieceOrder.cpp - Order of the pieces of ops ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth first: the first piece of each op of a cascade, with all of its
// dependences, then the second piece, and so on. Dependences follow from the
// bytes touched by pieces, so every order produced computes the same as the
// program.
//
//===----------------------------------------------------------------------===//

#include "OpPieces.h"

#include <algorithm>
#include <optional>

using namespace memplace;
using namespace memplace::cut;

namespace {

/// The bytes of a buffer that a piece accesses.
struct Touch {
  int32_t piece = 0;
  Region region;
};

/// An access of an op to a buffer, by its pieces.
struct Touches {
  Step op = 0;
  bool writes = false;
  std::vector<Touch> pieces;
  /// Neither begins nor ends of regions decrease, and periods are equal.
  bool isSorted = true;

  void add(const Touch &touch);
  template <typename Visit> void visitMeeting(Region region, Visit visit) const;
};

class Orderer {
public:
  Orderer(const Problem &problem, const OpPieces &pieces)
      : problem(problem), pieces(pieces), needs(pieces.pieces.size()),
        isDone(pieces.pieces.size(), false) {}

  PieceOrder run(const std::vector<OpNeed> &more);

private:
  void findParts();
  void findNeeds();
  void addNeeds(const std::vector<Touches> &accesses);
  void addNeed(const OpNeed &need);
  void emitPart(Step begin, Step end);
  void emitCascade(Step begin, Step end);
  std::vector<int32_t> findDelays(const std::vector<Step> &ops) const;
  void emitWithNeeds(int32_t piece);

  const Problem &problem;
  const OpPieces &pieces;
  std::vector<std::vector<int32_t>> needs; // By piece: its dependences.
  std::vector<bool> isDone;                // By piece.
  PieceOrder result;
};

} // namespace

/// Splits the program into parts at boundaries that no piece may cross: ends of
/// loops and ops that only separate steps.
void Orderer::findParts() {
  const size_t numOps = problem.ops.size();
  std::vector<bool> begins(numOps + 1, false);
  for (const Loop &loop : problem.loops)
    begins[loop.range.begin] = begins[loop.range.end] = true;
  for (size_t i = 0; i < numOps; ++i)
    if (problem.ops[i].isBoundary())
      begins[i] = begins[i + 1] = true;
  int32_t part = 0;
  for (size_t i = 0; i < numOps; ++i) {
    part += i != 0 && begins[i];
    result.partOf.push_back(part);
  }
}

void Touches::add(const Touch &touch) {
  if (!pieces.empty()) {
    const Region &last = pieces.back().region;
    isSorted = isSorted && last.period == touch.region.period &&
               last.begin <= touch.region.begin && last.end <= touch.region.end;
  }
  pieces.push_back(touch);
}

/// Calls \p visit with each piece that may share a byte with \p region, in
/// order.
template <typename Visit>
void Touches::visitMeeting(Region region, Visit visit) const {
  auto touch = pieces.begin();
  const bool isSearch =
      isSorted && pieces.front().region.period == region.period;
  if (isSearch)
    touch = std::partition_point(
        pieces.begin(), pieces.end(),
        [&](const Touch &one) { return one.region.end <= region.begin; });
  for (; touch != pieces.end(); ++touch) {
    if (touch->region.mayMeet(region))
      visit(touch->piece);
    else if (isSearch && touch->region.begin >= region.end)
      break;
  }
}

void Orderer::addNeeds(const std::vector<Touches> &accesses) {
  for (size_t later = 1; later < accesses.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const Touches &a = accesses[earlier], &b = accesses[later];
      if ((!a.writes && !b.writes) || a.op == b.op ||
          result.partOf[a.op] != result.partOf[b.op])
        continue;
      for (const Touch &touch : b.pieces)
        a.visitMeeting(touch.region, [&](int32_t piece) {
          needs[touch.piece].push_back(piece);
        });
    }
}

void Orderer::findNeeds() {
  std::vector<std::vector<Touches>> accesses(problem.buffers.size());
  std::vector<bool> isWritten(problem.buffers.size(), false);
  for (Step op = 0; op < problem.numSteps(); ++op) {
    const int32_t first = pieces.firstOf[op], end = pieces.firstOf[op + 1];
    for (size_t i = 0; i < pieces.pieces[first].accesses.size(); ++i) {
      const Access &its =
          problem.ops[op].accesses[pieces.pieces[first].accesses[i].access];
      isWritten[its.buffer] = isWritten[its.buffer] || its.writes();
      Touches touches{op, its.writes(), {}};
      for (int32_t piece = first; piece < end; ++piece)
        touches.add({piece, pieces.pieces[piece].accesses[i].region});
      accesses[its.buffer].push_back(std::move(touches));
    }
  }
  for (size_t buffer = 0; buffer < accesses.size(); ++buffer)
    if (isWritten[buffer])
      addNeeds(accesses[buffer]);
}

void Orderer::addNeed(const OpNeed &need) {
  if (result.partOf[need.op] != result.partOf[need.needed])
    return;
  for (int32_t i = pieces.firstOf[need.op]; i < pieces.firstOf[need.op + 1];
       ++i)
    for (int32_t other = pieces.firstOf[need.needed];
         other < pieces.firstOf[need.needed + 1]; ++other)
      needs[i].push_back(other);
}

/// Without recursion, as a chain of pieces may be as long as the program.
void Orderer::emitWithNeeds(int32_t piece) {
  std::vector<std::pair<int32_t, size_t>> open{{piece, 0}};
  while (!open.empty()) {
    auto &[current, next] = open.back();
    if (isDone[current]) {
      open.pop_back();
    } else if (next < needs[current].size()) {
      const int32_t needed = needs[current][next++];
      if (!isDone[needed])
        open.push_back({needed, 0});
    } else {
      isDone[current] = true;
      result.order.push_back(current);
      open.pop_back();
    }
  }
}

/// Returns by op of a cascade the number of turns by which its pieces are
/// delayed. If an op may not write its results in the fastest tier but a reader
/// may read them there, the reader comes a turn later: the transfer runs during
/// the next piece of the writer.
std::vector<int32_t> Orderer::findDelays(const std::vector<Step> &ops) const {
  struct Writer {
    int32_t delay = 0;
    bool leavesItThere = true;
  };
  std::vector<std::optional<Writer>> writerOf(problem.buffers.size());
  std::vector<int32_t> delays;
  for (Step op : ops) {
    int32_t delay = 0;
    for (const Access &access : problem.ops[op].accesses)
      if (const std::optional<Writer> &writer = writerOf[access.buffer];
          access.reads() && writer)
        delay = std::max(delay,
                         writer->delay + (!writer->leavesItThere &&
                                          mayServe(problem.target, access, 0)));
    for (const Access &access : problem.ops[op].accesses)
      if (access.writes())
        writerOf[access.buffer] =
            Writer{delay, mayServe(problem.target, access, 0)};
    delays.push_back(delay);
  }
  return delays;
}

void Orderer::emitCascade(Step begin, Step end) {
  const int32_t cascade = pieces.cascadeOf[begin];
  std::vector<Step> ops;
  int32_t maxPieces = 0;
  for (Step op = begin; op < end; ++op)
    if (pieces.cascadeOf[op] == cascade) {
      ops.push_back(op);
      maxPieces =
          std::max(maxPieces, pieces.firstOf[op + 1] - pieces.firstOf[op]);
    }
  const std::vector<int32_t> delays = findDelays(ops);
  const int32_t numTurns =
      maxPieces + *std::max_element(delays.begin(), delays.end());
  for (int32_t turn = 0; turn < numTurns; ++turn)
    for (size_t i = 0; i < ops.size(); ++i) {
      const int32_t index = turn - delays[i];
      const int32_t first = pieces.firstOf[ops[i]];
      if (index >= 0 && first + index < pieces.firstOf[ops[i] + 1])
        emitWithNeeds(first + index);
    }
}

void Orderer::emitPart(Step begin, Step end) {
  for (Step op = begin; op < end; ++op) {
    if (pieces.cascadeOf[op] >= 0 && !isDone[pieces.firstOf[op]])
      emitCascade(op, end);
    for (int32_t i = pieces.firstOf[op]; i < pieces.firstOf[op + 1]; ++i)
      emitWithNeeds(i);
  }
}

PieceOrder Orderer::run(const std::vector<OpNeed> &more) {
  findParts();
  findNeeds();
  for (const OpNeed &need : more)
    addNeed(need);
  Step begin = 0;
  for (Step op = 1; op <= problem.numSteps(); ++op)
    if (op == problem.numSteps() || result.partOf[op] != result.partOf[begin]) {
      emitPart(begin, op);
      begin = op;
    }
  return std::move(result);
}

PieceOrder cut::orderPieces(const Problem &problem, const OpPieces &pieces,
                            const std::vector<OpNeed> &needs) {
  if (problem.ops.empty())
    return {};
  return Orderer(problem, pieces).run(needs);
}
