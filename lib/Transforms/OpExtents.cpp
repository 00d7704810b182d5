//===- OpExtents.cpp - Extents of an op as text ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpExtents.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace memplace;

/// Returns e.g. "2x3" for 2 and 3.
static std::string join(ArrayRef<int64_t> extents) {
  std::string text;
  for (int64_t extent : extents)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

/// Returns the extents of \p operand without the \p batch loops. Merges the
/// outer extents so that at most three remain.
static SmallVector<int64_t> getExtents(linalg::LinalgOp op, OpOperand *operand,
                                       ArrayRef<unsigned> batch) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  SmallVector<int64_t> extents;
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

std::string memplace::describeExtents(Operation *operation) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(operation);
  if (!op || op.getNumDpsInits() == 0)
    return {};
  const SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::any_of(ranges, ShapedType::isDynamic))
    return {};
  std::string words;
  auto add = [&](StringRef key, ArrayRef<int64_t> extents) {
    if (!extents.empty())
      words += (" " + key + "=").str() + join(extents);
  };
  SmallVector<unsigned> batch;
  FailureOr<linalg::ConvolutionDimensions> window =
      linalg::inferConvolutionDims(op);
  if (succeeded(window))
    batch.assign(window->batch.begin(), window->batch.end());
  if (op.getNumDpsInputs() > 0 &&
      isa<ShapedType>(op.getDpsInputOperand(0)->get().getType()))
    add("ifm", getExtents(op, op.getDpsInputOperand(0), batch));
  add("ofm", getExtents(op, op.getDpsInitOperand(0), batch));
  if (failed(window))
    return words;
  SmallVector<int64_t> kernel;
  for (unsigned loop : window->filterLoop)
    kernel.push_back(ranges[loop]);
  add("kernel", kernel);
  add("stride", ArrayRef(window->strides).take_front());
  add("dilation", ArrayRef(window->dilations).take_front());
  add("groups", countTrips(ranges, window->depth));
  add("batch", countTrips(ranges, window->batch));
  return words;
}
