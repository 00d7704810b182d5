//===- CutRewriter.cpp - Replace ops and buffers by pieces ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutRewriter.h"

#include "../Problem/PieceCosts.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

CutRewriter::CutRewriter(const ExtractedFunction &extracted, const Cuts &cuts,
                         const CutProblem &cut)
    : extracted(extracted), cut(cut), buffers(extracted, cuts),
      maker(extracted, buffers), cutOf(extracted.problem.ops.size()),
      overheadPs(getLaunchOverheadPs(extracted.problem.target)) {
  for (const OpCut &one : cuts.ops)
    cutOf[one.op] = &one;
}

//===----------------------------------------------------------------------===//
// Order of ops
//===----------------------------------------------------------------------===//

bool memplace::isOutsidePiece(Operation *op) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return isReturnedAllocation(alloc);
  return op->hasAttr(MemPlaceDialect::pieceAttrName) ||
         (getMemoryOpKind(op) == MemoryOpKind::Global && !op->use_empty() &&
          llvm::all_of(op->getUsers(), isOutsidePiece));
}

/// Starts a new segment at each scheduled loop; a segment ends at such a loop
/// or at the end of the block.
void CutRewriter::addSegments(Block &block) {
  segments.emplace_back();
  for (Operation &op : block) {
    const bool isLoop =
        llvm::any_of(extracted.schedule->getLoops(),
                     [&](const ScheduledLoop &loop) { return loop.op == &op; });
    if (isOutsidePiece(&op))
      continue;
    if (!isLoop && !op.hasTrait<OpTrait::IsTerminator>()) {
      numberOf[&op] = segments.back().ops.size();
      segmentOf[&op] = segments.size() - 1;
      segments.back().ops.push_back(&op);
      continue;
    }
    segments.back().end = &op;
    if (isLoop)
      segments.emplace_back();
  }
}

void CutRewriter::makeSegments() {
  func::FuncOp function = extracted.function;
  addSegments(function.getBody().front());
  for (const ScheduledLoop &loop : extracted.schedule->getLoops())
    addSegments(*loop.body);
}

void CutRewriter::fillOrder() {
  for (auto [step, piece] : llvm::zip_equal(cut.opOf, cut.pieceOf)) {
    Operation *op = extracted.schedule->getSteps()[step];
    if (!op)
      continue;
    Segment &segment = segments[segmentOf.lookup(op)];
    segment.order.push_back({step, piece});
    segment.hasCuts |= cutOf[step] != nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Move ops into the new order
//===----------------------------------------------------------------------===//

void CutRewriter::emit(Operation *op, const Segment &segment) {
  op->moveBefore(segment.end);
  emitted.insert(op);
}

/// Moves the sources of \p users (views, allocations, arithmetic) to the end of
/// the segment, in their old order. Returns false if a source is a step,
/// because its result would come too late.
bool CutRewriter::moveSources(ArrayRef<Operation *> users,
                              const Segment &segment) {
  SmallVector<Operation *> open(users), sources;
  auto add = [&](Value value) {
    Operation *source = value.getDefiningOp();
    if (source)
      source = segment.end->getBlock()->findAncestorOpInBlock(*source);
    if (!source || !segmentOf.contains(source) || emitted.contains(source) ||
        &segments[segmentOf.lookup(source)] != &segment)
      return;
    if (extracted.schedule->getStepOf(source)) {
      isPossible &= llvm::is_contained(users, source);
      return;
    }
    emitted.insert(source);
    sources.push_back(source);
    open.push_back(source);
  };
  while (!open.empty()) {
    Operation *user = open.pop_back_val();
    user->walk(
        [&](Operation *inner) { llvm::for_each(inner->getOperands(), add); });
    for (Value operand : user->getOperands())
      llvm::for_each(buffers.getPieces(operand), add);
  }
  llvm::sort(sources, [&](Operation *a, Operation *b) {
    return numberOf[a] < numberOf[b];
  });
  for (Operation *source : sources)
    emit(source, segment);
  return isPossible;
}

LogicalResult CutRewriter::rewrite(Segment &segment) {
  SmallVector<Operation *> old;
  for (auto [step, piece] : segment.order) {
    Operation *op = extracted.schedule->getSteps()[step];
    if (!moveSources({op}, segment))
      return success();
    if (!cutOf[step]) {
      emit(op, segment);
      continue;
    }
    OpBuilder builder(segment.end);
    if (piece < 0) {
      LaunchOverheadOp::create(builder, op->getLoc(), overheadPs);
      continue;
    }
    if (failed(maker.make(builder, *cutOf[step], piece)))
      return failure();
    if (piece == 0)
      old.push_back(op);
  }
  for (Operation *op : old)
    emitted.insert(op);
  // First come the remaining ops, which later segments may use, and then the
  // ops that free memory.
  auto isLeft = [&](Operation *op) { return !emitted.contains(op); };
  auto frees = [](Operation *op) {
    return getMemoryOpKind(op) == MemoryOpKind::Deallocate;
  };
  for (Operation *op : segment.ops)
    if (isLeft(op) && !frees(op))
      emit(op, segment);
  for (Operation *op : segment.ops)
    if (isLeft(op))
      emit(op, segment);
  for (Operation *op : old)
    op->erase();
  return success();
}

FailureOr<bool> CutRewriter::run() {
  if (!buffers.make())
    return false;
  makeSegments();
  fillOrder();
  for (Segment &segment : segments) {
    if (segment.hasCuts && failed(rewrite(segment)))
      return failure();
    if (!isPossible)
      return false;
  }
  return buffers.eraseWholes();
}
