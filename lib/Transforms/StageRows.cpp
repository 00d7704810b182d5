//===- StageRows.cpp - Rows at run-time positions in allocations ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposeViews.h"
#include "CutFunction.h"
#include "PlacedFunction.h"
#include "RowView.h"
#include "TileableOps.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_STAGEROWSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Adds to \p views the views at run-time positions through which ops other
/// than copies access buffers in homes that serve no ops, if transfers cannot
/// move rows.
static void findViews(const ExtractedFunction &extracted,
                      llvm::SetVector<Operation *> &views) {
  const Problem &problem = extracted.problem;
  for (const AccessAtHome &atHome : extracted.accessesAtHome) {
    const Access &access = problem.ops[atHome.step].accesses[atHome.access];
    const AliasSet &set =
        extracted.aliasSets->getSets()[extracted.setOfBuffer[access.buffer]];
    const TierId home = problem.homeOf(access.buffer);
    Operation *op = extracted.schedule->getSteps()[atHome.step];
    if (set.roots.size() != 1 || problem.target.tiers[home].servesOps ||
        isa<memref::CopyOp>(op) ||
        mayMoveRows(problem.target, home, access.writes()))
      continue;
    for (Value memref : extracted.accessValues[atHome.step][atHome.access])
      addViewsOf(set.roots.front(), memref, views);
  }
}

/// Returns true if the first op after \p view that uses it overwrites all of
/// it.
static bool isOverwrittenFirst(memref::SubViewOp view) {
  Operation *first = nullptr;
  for (Operation *user : view->getUsers()) {
    Operation *outer = view->getBlock()->findAncestorOpInBlock(*user);
    if (!first || outer->isBeforeInBlock(first))
      first = outer;
  }
  bool isOverwritten = false;
  for (const MemoryAccess &access : getMemoryAccesses(first)) {
    if (access.memref != view.getResult())
      continue;
    if (access.mode != AccessMode::Write)
      return false;
    isOverwritten = true;
  }
  return isOverwritten;
}

/// Replaces \p row by an allocation, with copies from the view and back.
static void stage(const RowView &row) {
  memref::SubViewOp view = row.getView();
  OpBuilder builder(view.getContext());
  const Location loc = view.getLoc();
  const bool isRead = !isOverwrittenFirst(view);
  auto function = view->getParentOfType<func::FuncOp>();
  builder.setInsertionPointToStart(&function.getBody().front());
  Value staged =
      memref::AllocOp::create(builder, loc,
                              MemRefType::get(view.getType().getShape(),
                                              view.getType().getElementType()));
  view.getResult().replaceAllUsesWith(staged);
  builder.setInsertionPointAfter(view);
  if (isRead)
    memref::CopyOp::create(builder, loc, view, staged);
  builder.setInsertionPointAfter(row.getLast());
  if (row.isWritten())
    memref::CopyOp::create(builder, loc, staged, view);
}

namespace {
class StageRowsPass : public memplace::impl::StageRowsPassBase<StageRowsPass> {
public:
  using StageRowsPassBase::StageRowsPassBase;
  void runOnOperation() override;

private:
  LogicalResult runOnFunction(func::FuncOp function, const Target &machine,
                              int64_t maxBytes);
};
} // namespace

LogicalResult StageRowsPass::runOnFunction(func::FuncOp function,
                                           const Target &machine,
                                           int64_t maxBytes) {
  ExtractOptions options;
  options.allowUnknownOps = allowUnknownOps;
  options.ignoreAnnotations = true;
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, options);
  if (failed(extracted))
    return failure();
  llvm::SetVector<Operation *> views;
  findViews(*extracted, views);
  for (Operation *op : views) {
    auto view = cast<memref::SubViewOp>(op);
    // Staging a row changes the accesses to the buffer.
    const AliasSets aliasSets(function);
    std::optional<RowView> row = RowView::analyse(view, aliasSets, maxBytes);
    if (row && !row->hasInnerViews() && mayChangeLayout(view))
      stage(*row);
  }
  return success();
}

void StageRowsPass::runOnOperation() {
  const SmallVector<func::FuncOp> functions =
      getUnplacedFunctions(getOperation());
  if (functions.empty())
    return;
  FailureOr<Target> machine = getTarget(getOperation(), target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  if (allServeOps(*machine))
    return;
  const int64_t maxBytes = machine->tiers[getLargestTier(*machine)].capacity;
  for (func::FuncOp function : functions)
    if (failed(runOnFunction(function, *machine, maxBytes)))
      return signalPassFailure();
}
