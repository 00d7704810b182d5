//===- TileRows.cpp - Ops on large arrays as loops over rows --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileRows.h"

#include "RowShape.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

/// Returns the largest divisor of \p count that is at most \p limit; \p limit
/// is at least 1.
static int64_t getLargestDivisor(int64_t count, int64_t limit) {
  int64_t divisor = std::min(count, limit);
  while (count % divisor != 0)
    --divisor;
  return divisor;
}

/// Returns the sizes of a run of rows of \p type with at most \p maxBytes
/// bytes: 1 in the leading dimensions, then a part of a dimension, then whole
/// dimensions. Returns none if an element is larger. \p op gives the data
/// layout.
static std::optional<SmallVector<int64_t>>
getRunSizes(MemRefType type, int64_t maxBytes, Operation *op) {
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    std::optional<int64_t> bytes = getRowBytes(type, dim + 1, op);
    if (!bytes)
      return std::nullopt;
    if (*bytes <= maxBytes) {
      const int64_t limit = maxBytes / std::max<int64_t>(1, *bytes);
      sizes[dim] = getLargestDivisor(sizes[dim], limit);
      return sizes;
    }
    sizes[dim] = 1;
  }
  return std::nullopt;
}

/// Returns the map from the loops of \p op to the elements of \p operand.
static AffineMap getMap(Operation *op, OpOperand &operand) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getMatchingIndexingMap(&operand);
  return AffineMap::getMultiDimIdentityMap(
      cast<MemRefType>(operand.get().getType()).getRank(), op->getContext());
}

/// Sets the tile size of each loop of \p op, 0 for loops without tiles. Each
/// trip then accesses \p run of \p operand. Returns false if the op does
/// not visit the elements in such runs, or if another operand needs other
/// sizes.
static bool setTileSizes(Operation *op, OpOperand &operand,
                         ArrayRef<int64_t> run,
                         SmallVectorImpl<int64_t> &sizes) {
  const AffineMap map = getMap(op, operand);
  if (!map.isProjectedPermutation())
    return false;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<int64_t> own(map.getNumDims(), 0);
  for (auto [dim, size] : llvm::enumerate(run)) {
    const unsigned loop = map.getDimPosition(dim);
    if (size == type.getDimSize(dim))
      continue;
    if (linalgOp &&
        linalgOp.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
      return false;
    own[loop] = size;
  }
  if (sizes.empty())
    sizes.assign(own);
  return ArrayRef(sizes) == ArrayRef(own);
}

static SmallVector<int64_t> findTileSizes(Operation *op, ArrayRef<Value> stacks,
                                          int64_t maxBytes) {
  SmallVector<int64_t> sizes;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!llvm::is_contained(stacks, operand.get()))
      continue;
    auto type = cast<MemRefType>(operand.get().getType());
    if (!type.hasStaticShape() || !type.getLayout().isIdentity())
      return {};
    std::optional<SmallVector<int64_t>> run = getRunSizes(type, maxBytes, op);
    if (!run || !setTileSizes(op, operand, *run, sizes))
      return {};
  }
  return sizes;
}

scf::ForOp memplace::tileRows(Operation *op, ArrayRef<Value> stacks,
                              int64_t maxBytes, RewriterBase &rewriter) {
  const SmallVector<int64_t> sizes = findTileSizes(op, stacks, maxBytes);
  if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    return {};
  rewriter.setInsertionPoint(op);
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    op = linalg::CopyOp::create(rewriter, op->getLoc(), copy.getSource(),
                                copy.getTarget());
    rewriter.eraseOp(copy);
  }
  FailureOr<linalg::TiledLinalgOp> tiled = linalg::tileLinalgOp(
      rewriter, cast<linalg::LinalgOp>(op),
      linalg::LinalgTilingOptions().setTileSizes(sizes).setLoopType(
          linalg::LinalgTilingLoopType::Loops));
  if (failed(tiled) || tiled->loops.empty())
    return {};
  rewriter.eraseOp(op);
  return dyn_cast<scf::ForOp>(tiled->loops.back());
}
