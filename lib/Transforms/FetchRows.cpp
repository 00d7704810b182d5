//===- FetchRows.cpp - Rows at run-time addresses through windows ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serves accesses at run-time addresses by transfers of rows:
// 1. A gather becomes a loop over its rows, which reads a view of one row
//    (GatherRows.h):
//      for i: row = subview table[index(i), 0] [1, n]; out[i, :] = row[0, :]
//    Element accesses in existing loops get views of rows, too (HoistRows.h).
//    An op on a whole array that cannot be cut, like the copy before a scatter,
//    becomes a loop over runs of rows (TileRows.h).
// 2. A loop made from a gather, of three trips or more, reads its rows through
//    two windows in turn (StreamSlices.h).
// 3. Any other view at a run-time position gets one window, which moves to the
//    position. A written window moves away after its last use, so that its
//    contents are home before any other access.
//
//===----------------------------------------------------------------------===//

#include "FunctionBackup.h"
#include "GatherRows.h"
#include "HoistRows.h"
#include "PlacedFunction.h"
#include "PlacedMakespan.h"
#include "RowView.h"
#include "StreamLoop.h"
#include "StreamSlices.h"
#include "TileRows.h"
#include "TileableOps.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace memplace {
#define GEN_PASS_DEF_FETCHROWSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// An access at home, to be served by transfers of rows.
struct RowAccess {
  Operation *op;
  Value memref; // A view at a run-time position, or the whole buffer.
  Value stack;  // The whole buffer.
};
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns the accesses at home that transfers of rows could serve: to an
/// argument or an allocation outside of loops.
static SmallVector<RowAccess> findRows(const ExtractedFunction &extracted) {
  const Problem &problem = extracted.problem;
  Operation *function = func::FuncOp(extracted.function);
  SmallVector<RowAccess> rows;
  for (const AccessAtHome &atHome : extracted.accessesAtHome) {
    const Access &access = problem.ops[atHome.step].accesses[atHome.access];
    const AliasSet &set =
        extracted.aliasSets->getSets()[extracted.setOfBuffer[access.buffer]];
    Value stack = set.roots.front();
    if (set.roots.size() != 1 ||
        stack.getParentRegion()->getParentOp() != function ||
        !mayMoveRows(problem.target, problem.homeOf(access.buffer),
                     access.writes()))
      continue;
    for (Value memref : extracted.accessValues[atHome.step][atHome.access])
      rows.push_back(
          {extracted.schedule->getSteps()[atHome.step], memref, stack});
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Views through a window
//===----------------------------------------------------------------------===//

/// Replaces the view of \p row by a view of a window, which moves there first.
static void useWindow(const RowView &row) {
  memref::SubViewOp view = row.getView();
  OpBuilder builder(view.getContext());
  Location loc = view.getLoc();
  MemRefType stack = view.getSourceType();
  SmallVector<int64_t> strides = stack.getStridesAndOffset().first;
  SmallVector<int64_t> shape(view.getStaticSizes());
  auto type =
      MemRefType::get(shape, stack.getElementType(),
                      StridedLayoutAttr::get(builder.getContext(),
                                             ShapedType::kDynamic, strides),
                      stack.getMemorySpace());
  keepThroughout(view.getSource());
  builder.setInsertionPointAfterValue(view.getSource());
  Value window = WindowOp::create(builder, loc, type, view.getSource());
  builder.setInsertionPoint(view);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value offset = constant(0);
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  for (size_t dim = 0; dim < row.getNumSliced(); ++dim) {
    Value index = getValueOrCreateConstantIndexOp(builder, loc, offsets[dim]);
    Value elements =
        arith::MulIOp::create(builder, loc, index, constant(strides[dim]));
    offset = arith::AddIOp::create(builder, loc, offset, elements);
  }
  MoveOp::create(builder, loc, window, offset);
  const SmallVector<OpFoldResult> zeros(shape.size(), builder.getIndexAttr(0));
  view.replaceAllUsesWith(
      memref::SubViewOp::create(builder, loc, view.getType(), window, zeros,
                                view.getMixedSizes(), view.getMixedStrides())
          .getResult());
  if (row.isWritten()) {
    builder.setInsertionPointAfter(row.getLast());
    MoveOp::create(builder, loc, window, constant(0));
  }
  view.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class FetchRowsPass : public memplace::impl::FetchRowsPassBase<FetchRowsPass> {
public:
  using FetchRowsPassBase::FetchRowsPassBase;
  void runOnOperation() override;

private:
  FailureOr<SmallVector<RowAccess>> findRowAccesses(func::FuncOp function);
  FailureOr<bool> makeRowLoops(func::FuncOp function);
  FailureOr<bool> useWindows(func::FuncOp function);
  LogicalResult runOnFunction(func::FuncOp function);

  Target machine;
  int64_t maxBytes = 0; // Of a row: the capacity of the largest tier with ops.
  TrialSettings settings; // For the trial placement.
};
} // namespace

FailureOr<SmallVector<RowAccess>>
FetchRowsPass::findRowAccesses(func::FuncOp function) {
  ExtractOptions options = getExtraction(settings);
  options.rowsComeLater = true;
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, options);
  if (failed(extracted))
    return failure();
  return findRows(*extracted);
}

/// Drops inputs that no body reads any more: indices of rows, which need not be
/// where the op can access them.
static LogicalResult dropUnreadInputs(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](linalg::GenericOp op) {
    if (llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
          return !op.payloadUsesValueFromOperand(input);
        }))
      ops.push_back(op);
  });
  RewritePatternSet patterns(function.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  return applyOpPatternsGreedily(ops, std::move(patterns), config);
}

/// Replaces gathers and ops on whole arrays by loops over rows, and streams the
/// rows of these loops. Redirects element accesses in existing loops to views
/// of rows. Returns true if the function has changed.
FailureOr<bool> FetchRowsPass::makeRowLoops(func::FuncOp function) {
  FailureOr<SmallVector<RowAccess>> rows = findRowAccesses(function);
  if (failed(rows))
    return failure();
  llvm::MapVector<Operation *, SmallVector<Value>> stacksOf, operandsOf;
  bool hasChanged = false;
  for (const RowAccess &row : *rows) {
    if (row.memref != row.stack)
      continue;
    if (isa<memref::CopyOp, linalg::LinalgOp>(row.op) &&
        llvm::is_contained(row.op->getOperands(), row.stack))
      operandsOf[row.op].push_back(row.stack);
    else if (isa<linalg::GenericOp>(row.op))
      stacksOf[row.op].push_back(row.stack);
    else if (auto loop = dyn_cast<scf::ForOp>(row.op))
      hasChanged |= hoistRows(loop, row.stack, maxBytes);
  }
  IRRewriter rewriter(function.getContext());
  for (auto &[op, stacks] : stacksOf)
    if (scf::ForOp loop = loopOverRows(cast<linalg::GenericOp>(op), stacks,
                                       maxBytes, rewriter)) {
      streamReads(loop);
      hasChanged = true;
    }
  for (auto &[op, stacks] : operandsOf) {
    if (stacksOf.contains(op))
      continue;
    // Two windows for each stack that is read, and room for other operands.
    const int64_t numWindows = 2 * static_cast<int64_t>(stacks.size()) + 2;
    if (scf::ForOp loop =
            tileRows(op, stacks, maxBytes / numWindows, rewriter)) {
      streamReads(loop);
      hasChanged = true;
    }
  }
  if (!hasChanged)
    return false;
  foldIndices(function);
  (void)runRegionDCE(rewriter, function->getRegions());
  if (failed(dropUnreadInputs(function)))
    return failure();
  return true;
}

/// Replaces views of rows at run-time positions by views of windows. Returns
/// true if it has replaced any.
FailureOr<bool> FetchRowsPass::useWindows(func::FuncOp function) {
  FailureOr<SmallVector<RowAccess>> rows = findRowAccesses(function);
  if (failed(rows))
    return failure();
  llvm::SetVector<Operation *> views;
  for (const RowAccess &row : *rows)
    addViewsOf(row.stack, row.memref, views);
  if (views.empty())
    return false;
  const AliasSets aliasSets(function);
  SmallVector<RowView> rowViews;
  for (Operation *op : views)
    if (std::optional<RowView> view =
            RowView::analyse(cast<memref::SubViewOp>(op), aliasSets, maxBytes))
      rowViews.push_back(std::move(*view));
  for (const RowView &view : rowViews)
    useWindow(view);
  return !rowViews.empty();
}

LogicalResult FetchRowsPass::runOnFunction(func::FuncOp function) {
  FailureOr<BaselineAttr> baseline = getBaseline(function, machine, settings);
  if (failed(baseline))
    return failure();
  FunctionBackup original(function);
  FailureOr<bool> hasLoops = makeRowLoops(function);
  if (failed(hasLoops))
    return failure();
  FailureOr<bool> hasWindows = useWindows(function);
  if (failed(hasWindows))
    return failure();
  if (!*hasLoops && !*hasWindows)
    return success();
  FailureOr<std::optional<int64_t>> makespan =
      getPlacedMakespan(function, machine, settings);
  if (failed(makespan))
    return failure();
  if (!*makespan) {
    original.restore(); // Rows leave too little room for other operands.
    return success();
  }
  recordBaseline(function, *baseline);
  // Cuts were compared with all rows served at home.
  if (auto made = function->getAttrOfType<CutsMadeAttr>(
          MemPlaceDialect::cutsMadeAttrName))
    function->setAttr(MemPlaceDialect::cutsMadeAttrName,
                      CutsMadeAttr::get(&getContext(), made.getBuffers(),
                                        /*makespanPs=*/0,
                                        /*uncutMakespanPs=*/0, made.getOps()));
  return success();
}

void FetchRowsPass::runOnOperation() {
  const SmallVector<func::FuncOp> functions =
      getUnplacedFunctions(getOperation());
  if (functions.empty())
    return;
  FailureOr<Target> found = getTarget(getOperation(), target, slotAlignment);
  if (failed(found))
    return signalPassFailure();
  machine = std::move(*found);
  if (llvm::none_of(machine.channels,
                    [](const Channel &channel) { return channel.isIndexed; }))
    return;
  maxBytes = machine.tiers[getLargestTier(machine)].capacity;
  FailureOr<TrialSettings> read =
      readTrialSettings(getOperation(), "greedy", /*solverOptions=*/"",
                        /*seconds=*/0, /*seed=*/0, allowUnknownOps);
  if (failed(read))
    return signalPassFailure();
  settings = std::move(*read);
  settings.rowsComeLater = false;
  for (func::FuncOp function : functions)
    if (failed(runOnFunction(function)))
      return signalPassFailure();
}
