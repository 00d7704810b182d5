//===- LinalgCuts.cpp - Cuts of structured ops ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgCuts.h"

#include "MapCuts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace memplace;

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

void memplace::appendStructuredCuts(linalg::LinalgOp op,
                                    SmallVectorImpl<MemoryCut> &cuts) {
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  const SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  const SumKind sum = getSumKind(op);
  SmallVector<MappedOperand> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back({&operand, op.getMatchingIndexingMap(&operand)});
  for (auto type :
       {utils::IteratorType::parallel, utils::IteratorType::reduction}) {
    const bool isSum = type == utils::IteratorType::reduction;
    for (auto [loop, extent] : llvm::enumerate(extents)) {
      if (types[loop] != type || ShapedType::isDynamic(extent) || extent < 2 ||
          (isSum && sum == SumKind::None))
        continue;
      std::optional<MemoryCut> cut = getCutAlong(loop, operands, extents);
      if (!cut)
        continue;
      cut->isSum = isSum;
      cut->isRounded = isSum && sum == SumKind::Rounded;
      cuts.push_back(std::move(*cut));
    }
  }
}
