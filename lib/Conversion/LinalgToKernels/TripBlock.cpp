//===- TripBlock.cpp - Contractions cut to pack less at a time ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripBlock.h"

#include "memplace/Kernels/Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <numeric>

using namespace mlir;
using namespace memplace;

/// Limit in bytes for packing at a time, if a factor can be packed in parts.
/// The matrix of a convolution's windows is many times larger than its input.
static constexpr int64_t maxPackedBytes = 4 << 20;

/// Minimum trips in the last part of a cut loop.
static constexpr int64_t minTripsLeft = 8;

/// Returns the bytes of a packed factor; none if unknown.
static std::optional<int64_t> countPackedBytes(const Contraction &contraction,
                                               const FactorPlan &factor) {
  int64_t count = factor.isPacked;
  for (unsigned dim : factor.order) {
    if (ShapedType::isDynamic(contraction.sizes[dim]))
      return std::nullopt;
    count *= contraction.sizes[dim];
  }
  linalg::LinalgOp op = contraction.op;
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  return count * (element.isF64() ? 8 : 4);
}

/// Returns the number of trips of a loop to compute at a time, a multiple of
/// \p unit; 0: all trips at once. \p tripBytes: packed bytes of a trip. The
/// result is the most trips within `maxPackedBytes`, but at least \p unit.
/// Prefers a divisor of the extent; otherwise the last part has the remaining
/// trips.
static int64_t chooseTrips(int64_t extent, int64_t unit, int64_t tripBytes) {
  const int64_t most =
      std::max(maxPackedBytes / tripBytes / unit, int64_t(1)) * unit;
  if (most >= extent)
    return 0;
  for (int64_t trips = most; trips > 0; trips -= unit)
    if (extent % trips == 0)
      return trips;
  // With fewer trips, packing may not pay off, and loops would give different
  // bits.
  return extent % most >= minTripsLeft ? most : 0;
}

std::optional<TripBlock> memplace::chooseBlock(const Contraction &contraction,
                                               const ProductPlan &plan) {
  std::optional<int64_t> left = countPackedBytes(contraction, plan.left);
  std::optional<int64_t> right = countPackedBytes(contraction, plan.right);
  if (!left || !right || std::max(*left, *right) <= maxPackedBytes)
    return std::nullopt;
  const bool isLeft = *left > *right;
  const FactorPlan &factor = isLeft ? plan.left : plan.right;
  const DimRole role = isLeft ? DimRole::Row : DimRole::Column;
  const auto *first = llvm::find_if(factor.order, [&](unsigned dim) {
    return contraction.roles[dim] == role;
  });
  if (first == factor.order.end())
    return std::nullopt;
  int64_t lines = 1; // Rows or columns of the result in a trip.
  for (unsigned dim : factor.order)
    if (contraction.roles[dim] == role && dim != *first)
      lines *= contraction.sizes[dim];
  constexpr int64_t side = MEMPLACE_KERNELS_SIDE_BLOCK;
  TripBlock block = {.dim = *first, .extent = contraction.sizes[*first]};
  block.trips = chooseTrips(block.extent, side / std::gcd(side, lines),
                            std::max(*left, *right) / block.extent);
  if (block.trips == 0)
    return std::nullopt;
  const int64_t again =
      std::min(*left, *right) * ((block.extent - 1) / block.trips);
  return again <= std::max(*left, *right) / 2 ? std::optional(block)
                                              : std::nullopt;
}

/// Returns the step of each dimension of each operand in a trip of \p loop.
/// Fails if a subscript is not a sum of loops, or if a dimension that steps has
/// an unknown size.
static FailureOr<SmallVector<SmallVector<int64_t>>>
getSteps(const Contraction &contraction, unsigned loop) {
  linalg::LinalgOp op = contraction.op;
  SmallVector<SmallVector<int64_t>> steps; // By operand and dimension.
  for (auto [operand, map] :
       llvm::zip_equal(op->getOperands(), contraction.maps)) {
    steps.emplace_back();
    auto type = cast<MemRefType>(operand.getType());
    for (auto [dim, result] : llvm::enumerate(map.getResults())) {
      auto coefficients = getCoefficients(result, map.getNumDims());
      if (failed(coefficients))
        return failure();
      const int64_t step = (*coefficients)[loop];
      if (step < 0 || (step > 0 && type.isDynamicDim(dim)))
        return failure();
      steps.back().push_back(step);
    }
  }
  return steps;
}

/// Returns a copy of the op for \p trips trips from \p begin, out of a loop of
/// \p extent trips.
static linalg::LinalgOp copyPart(linalg::LinalgOp op, OpBuilder &builder,
                                 ArrayRef<SmallVector<int64_t>> steps,
                                 OpFoldResult begin, int64_t trips,
                                 int64_t extent) {
  Location loc = op.getLoc();
  auto moveBy = [&](int64_t step) -> OpFoldResult {
    std::optional<int64_t> trip = getConstantIntValue(begin);
    if (step == 0 || trip)
      return builder.getIndexAttr(step * trip.value_or(0));
    Value each = arith::ConstantIndexOp::create(builder, loc, step);
    return arith::MulIOp::create(builder, loc, cast<Value>(begin), each)
        .getResult();
  };
  SmallVector<Value> operands;
  for (auto [operand, ofDims] : llvm::zip_equal(op->getOperands(), steps)) {
    auto type = cast<MemRefType>(operand.getType());
    SmallVector<OpFoldResult> offsets, sizes,
        ones(type.getRank(), builder.getIndexAttr(1));
    for (auto [dim, step] : llvm::enumerate(ofDims)) {
      offsets.push_back(moveBy(step));
      sizes.push_back(step == 0
                          ? memref::getMixedSize(builder, loc, operand,
                                                 static_cast<int64_t>(dim))
                          : builder.getIndexAttr(type.getDimSize(dim) -
                                                 step * (extent - trips)));
    }
    const bool isCut =
        llvm::any_of(ofDims, [](int64_t step) { return step != 0; });
    operands.push_back(isCut ? memref::SubViewOp::create(builder, loc, operand,
                                                         offsets, sizes, ones)
                             : operand);
  }
  Operation *part = builder.clone(*op);
  part->setOperands(operands);
  return cast<linalg::LinalgOp>(part);
}

SmallVector<linalg::LinalgOp>
memplace::cutToBlock(const Contraction &contraction, const TripBlock &block) {
  linalg::LinalgOp op = contraction.op;
  auto steps = getSteps(contraction, block.dim);
  if (failed(steps))
    return {};
  OpBuilder builder(op);
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, op.getLoc(), value);
  };
  const int64_t left = block.extent % block.trips;
  auto loop =
      scf::ForOp::create(builder, op.getLoc(), getIndex(0),
                         getIndex(block.extent - left), getIndex(block.trips));
  SmallVector<linalg::LinalgOp> parts;
  if (left > 0)
    parts.push_back(copyPart(op, builder, *steps,
                             builder.getIndexAttr(block.extent - left), left,
                             block.extent));
  builder.setInsertionPointToStart(loop.getBody());
  parts.push_back(copyPart(op, builder, *steps, loop.getInductionVar(),
                           block.trips, block.extent));
  op->erase();
  return parts;
}
