//===- OpShapes.cpp - Extents of linalg ops -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpShapes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace memplace;

/// Returns the extents of \p operand without the \p batch loops. Merges the
/// outer extents so that at most three remain.
static std::vector<int64_t> getExtents(linalg::LinalgOp op, OpOperand *operand,
                                       ArrayRef<unsigned> batch) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  std::vector<int64_t> extents;
  for (auto [extent, index] :
       llvm::zip_equal(op.getShape(operand), map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || !llvm::is_contained(batch, loop.getPosition()))
      extents.push_back(extent);
  }
  while (extents.size() > 3) {
    extents[1] *= extents[0];
    extents.erase(extents.begin());
  }
  return extents;
}

/// Returns the product of the trips of \p loops.
static int64_t countTrips(ArrayRef<int64_t> ranges, ArrayRef<unsigned> loops) {
  int64_t count = 1;
  for (unsigned loop : loops)
    count *= ranges[loop];
  return count;
}

OpShape memplace::getOpShape(Operation *operation) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(operation);
  if (!op || op.getNumDpsInits() == 0)
    return {};
  const SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::any_of(ranges, ShapedType::isDynamic))
    return {};
  OpShape shape;
  SmallVector<unsigned> batch;
  FailureOr<linalg::ConvolutionDimensions> window =
      linalg::inferConvolutionDims(op);
  if (succeeded(window))
    batch.assign(window->batch.begin(), window->batch.end());
  if (op.getNumDpsInputs() > 0 &&
      isa<ShapedType>(op.getDpsInputOperand(0)->get().getType()))
    shape.input = getExtents(op, op.getDpsInputOperand(0), batch);
  shape.output = getExtents(op, op.getDpsInitOperand(0), batch);
  if (failed(window))
    return shape;
  for (unsigned loop : ArrayRef(window->filterLoop).take_front(2))
    shape.kernel.push_back(ranges[loop]);
  if (!window->strides.empty())
    shape.stride = window->strides.front();
  if (!window->dilations.empty())
    shape.dilation = window->dilations.front();
  shape.groups = countTrips(ranges, window->depth);
  shape.batch = countTrips(ranges, window->batch);
  return shape;
}
