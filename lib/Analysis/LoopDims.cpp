//===- LoopDims.cpp - Trip counts by loop index ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopDims.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Returns the trips from \p lower to \p upper (exclusive). None on 64-bit
/// overflow or if \p step is not positive.
static std::optional<int64_t> countTrips(int64_t lower, int64_t upper,
                                         int64_t step) {
  int64_t range = 0;
  if (step <= 0 || llvm::SubOverflow(upper, lower, range))
    return std::nullopt;
  return range <= 0 ? 0 : (range - 1) / step + 1;
}

static LoopDim makeDim(Operation *loop, Value index,
                       std::optional<int64_t> trips, bool isNormalized) {
  return {loop, index, trips, trips, isNormalized};
}

/// The bounds of affine.parallel are maps, which LoopLikeOpInterface cannot
/// express.
static SmallVector<LoopDim> getParallelDims(affine::AffineParallelOp loop) {
  SmallVector<LoopDim> dims;
  std::optional<SmallVector<int64_t, 8>> ranges = loop.getConstantRanges();
  SmallVector<int64_t, 8> steps = loop.getSteps();
  for (auto [i, index] : llvm::enumerate(loop.getIVs())) {
    AffineMap lower = loop.getLowerBoundMap(i);
    bool isNormalized = lower.isSingleConstant() &&
                        lower.getSingleConstantResult() == 0 && steps[i] == 1;
    std::optional<int64_t> trips;
    if (ranges)
      trips = countTrips(0, (*ranges)[i], steps[i]);
    dims.push_back(makeDim(loop, index, trips, isNormalized));
  }
  return dims;
}

static SmallVector<LoopDim> getDimsWithBounds(LoopLikeOpInterface loop) {
  std::optional<SmallVector<Value>> indices = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lowers = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> uppers = loop.getLoopUpperBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!indices)
    return {makeDim(loop, nullptr, std::nullopt, false)};
  if (indices->empty()) // scf.forall () in ()
    return {makeDim(loop, nullptr, 1, false)};
  SmallVector<LoopDim> dims;
  for (auto [i, index] : llvm::enumerate(*indices)) {
    dims.push_back(makeDim(loop, index, std::nullopt, false));
    if (!lowers || !uppers || !steps)
      continue;
    std::optional<int64_t> lower = getConstantIntValue((*lowers)[i]);
    std::optional<int64_t> upper = getConstantIntValue((*uppers)[i]);
    std::optional<int64_t> step = getConstantIntValue((*steps)[i]);
    dims.back().isNormalized = lower == 0 && step == 1;
    if (lower && upper && step)
      dims.back().exactTrips = countTrips(*lower, *upper, *step);
  }
  return dims;
}

static SmallVector<LoopDim> getExactDims(Operation *op) {
  if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
    return getParallelDims(parallel);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop) {
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (branch && branch.hasLoop())
      return {makeDim(op, nullptr, std::nullopt, false)};
    return {};
  }
  SmallVector<LoopDim> dims = getDimsWithBounds(loop);
  // Loops with a single index know more about their bounds: unsigned
  // comparison, maps.
  std::optional<int64_t> trips;
  if (auto affineFor = dyn_cast<affine::AffineForOp>(op)) {
    if (std::optional<uint64_t> count = affine::getConstantTripCount(affineFor))
      trips = static_cast<int64_t>(std::min<uint64_t>(*count, maxCount));
    dims[0].exactTrips = trips;
  } else if (isa<scf::ForOp>(op)) {
    if (std::optional<APInt> count = loop.getStaticTripCount())
      trips = static_cast<int64_t>(count->getLimitedValue(maxCount));
    dims[0].exactTrips = trips;
  }
  return dims;
}

SmallVector<LoopDim> memplace::getLoopDims(Operation *op) {
  SmallVector<LoopDim> dims = getExactDims(op);
  for (LoopDim &dim : dims)
    dim.trips = dim.exactTrips;
  auto attr =
      op->getAttrOfType<IntegerAttr>(MemPlaceDialect::tripCountAttrName);
  if (!attr || dims.empty() || attr.getValue().isNegative())
    return dims;
  // The user states the product of all dimensions; the first dimension holds
  // it.
  dims[0].trips = attr.getValue().getLimitedValue(maxCount);
  for (LoopDim &dim : llvm::drop_begin(dims))
    dim.trips = 1;
  return dims;
}

std::optional<int64_t> memplace::getTripCount(Operation *loop) {
  SmallVector<LoopDim> dims = getLoopDims(loop);
  if (dims.empty())
    return std::nullopt;
  int64_t trips = 1;
  for (const LoopDim &dim : dims) {
    if (!dim.trips)
      return std::nullopt;
    trips = multiplyCounts(trips, *dim.trips);
  }
  return trips;
}
