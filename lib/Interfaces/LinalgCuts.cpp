//===- LinalgCuts.cpp - Cuts of structured ops ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgCuts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace memplace;

namespace {

/// The value `step * loop + rest`, with rest in `[min, max]`.
struct Window {
  int64_t step = 0; // 0: the expression does not depend on the loop.
  int64_t min = 0;
  int64_t max = 0;
};

} // namespace

/// Returns \p expr as a window of \p loop. None if it is not a sum of loops and
/// constants, each times constants.
static std::optional<Window> getWindow(AffineExpr expr, unsigned loop,
                                       ArrayRef<int64_t> extents) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Window{0, constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() == loop)
      return Window{1, 0, 0};
    const int64_t extent = extents[dim.getPosition()];
    if (ShapedType::isDynamic(extent) || extent < 1)
      return std::nullopt;
    return Window{0, 0, extent - 1};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Window> lhs = getWindow(binary.getLHS(), loop, extents);
  std::optional<Window> rhs = getWindow(binary.getRHS(), loop, extents);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return Window{lhs->step + rhs->step, lhs->min + rhs->min,
                  lhs->max + rhs->max};
  const int64_t factor = rhs->min;
  if (expr.getKind() != AffineExprKind::Mul || rhs->step != 0 ||
      rhs->min != rhs->max || factor < 0)
    return std::nullopt;
  return Window{lhs->step * factor, lhs->min * factor, lhs->max * factor};
}

/// Returns the part of an operand touched by an index of \p loop; its map is a
/// function of the loop. None unless a piece's part of the operand begins at a
/// multiple of the loop index.
static std::optional<MemoryCutAccess> getCutAccess(linalg::LinalgOp op,
                                                   OpOperand &operand,
                                                   unsigned loop,
                                                   ArrayRef<int64_t> extents) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  std::optional<MemoryCutAccess> found;
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    std::optional<Window> window = getWindow(expr, loop, extents);
    // Two axes depend on the loop, e.g. a diagonal.
    if (found || !window || window->step < 1 || window->min < 0)
      return std::nullopt;
    found = MemoryCutAccess{operand.get(),
                            static_cast<unsigned>(axis),
                            window->step,
                            /*first=*/0,
                            window->max + 1,
                            operand.getOperandNumber()};
  }
  return found;
}

/// Effect of the order of summation on an op's results. None: not a sum.
enum class SumKind { None, Rounded, Exact };

/// Returns the effect for \p sum, which combines the old value \p argument with
/// a new one.
static SumKind getSumKind(Operation *sum, BlockArgument argument) {
  if (!sum || !argument.hasOneUse() ||
      !llvm::is_contained(sum->getOperands(), Value(argument)))
    return SumKind::None;
  if (isa<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(sum))
    return SumKind::Rounded;
  if (isa<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
          arith::AndIOp, arith::OrIOp, arith::XOrIOp>(sum))
    return SumKind::Exact;
  // With overflow flags, another order may overflow where this order does not.
  auto add = dyn_cast<arith::AddIOp>(sum);
  return add && add.getOverflowFlags() == arith::IntegerOverflowFlags::none
             ? SumKind::Exact
             : SumKind::None;
}

/// Returns the weakest kind over all results of \p op. Sums, maxima and so on
/// of integers have the same bits in any order.
static SumKind getSumKind(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Operation *end = body->getTerminator();
  ArrayRef<BlockArgument> before =
      body->getArguments().take_back(op.getNumDpsInits());
  if (end->getNumOperands() != before.size())
    return SumKind::None;
  SumKind least = SumKind::Exact;
  for (auto [argument, result] : llvm::zip_equal(before, end->getOperands()))
    least = std::min(least, getSumKind(result.getDefiningOp(), argument));
  return least;
}

/// Returns the cut of \p op along \p loop. None if pieces of the op would not
/// preserve how an operand depends on the loop.
static std::optional<MemoryCut> getCut(linalg::LinalgOp op, unsigned loop,
                                       ArrayRef<int64_t> extents) {
  MemoryCut cut{extents[loop], {}, static_cast<int64_t>(loop)};
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.getMatchingIndexingMap(&operand).isFunctionOfDim(loop))
      continue;
    std::optional<MemoryCutAccess> access =
        getCutAccess(op, operand, loop, extents);
    if (!access)
      return std::nullopt;
    cut.accesses.push_back(*access);
  }
  return cut;
}

void memplace::appendStructuredCuts(linalg::LinalgOp op,
                                    SmallVectorImpl<MemoryCut> &cuts) {
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  const SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  const SumKind sum = getSumKind(op);
  for (auto type :
       {utils::IteratorType::parallel, utils::IteratorType::reduction}) {
    const bool isSum = type == utils::IteratorType::reduction;
    for (auto [loop, extent] : llvm::enumerate(extents)) {
      if (types[loop] != type || ShapedType::isDynamic(extent) || extent < 2 ||
          (isSum && sum == SumKind::None))
        continue;
      std::optional<MemoryCut> cut = getCut(op, loop, extents);
      if (!cut)
        continue;
      cut->isSum = isSum;
      cut->isRounded = isSum && sum == SumKind::Rounded;
      cuts.push_back(std::move(*cut));
    }
  }
}
