//===- GatherRows.cpp - Gathers as loops over rows ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherRows.h"

#include "RowShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace memplace;

/// Returns the loads of \p stack in the body of \p op, in order; none if
/// another op uses the stack there, or a load is conditional.
static SmallVector<memref::LoadOp> findLoads(linalg::GenericOp op,
                                             Value stack) {
  SmallVector<memref::LoadOp> loads;
  for (Operation *user : stack.getUsers()) {
    if (!op->isProperAncestor(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    if (!load || load->getBlock() != op.getBody())
      return {};
    loads.push_back(load);
  }
  llvm::sort(loads, [](memref::LoadOp a, memref::LoadOp b) {
    return a->isBeforeInBlock(b);
  });
  return loads;
}

/// Adds the loops of \p op on which \p value depends to \p dims. Returns false
/// if the value cannot be computed before the body runs.
static bool addDims(linalg::GenericOp op, Value value,
                    llvm::SmallBitVector &dims) {
  if (value.getParentRegion() != &op.getRegion())
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand) || !isa<MemRefType>(operand->get().getType()))
      return false;
    const AffineMap map = op.getMatchingIndexingMap(operand);
    for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
      if (map.isFunctionOfDim(dim))
        dims.set(dim);
    return true;
  }
  Operation *definition = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(definition)) {
    dims.set(index.getDim());
    return true;
  }
  auto load = dyn_cast<memref::LoadOp>(definition);
  const bool isWritten =
      load && llvm::is_contained(op.getDpsInits(), load.getMemRef());
  if (definition->getNumRegions() != 0 || isWritten ||
      (!load && !isPure(definition)))
    return false;
  return llvm::all_of(definition->getOperands(), [&](Value operand) {
    return addDims(op, operand, dims);
  });
}

/// Returns true if each load can read from a view of one row. Adds the loops
/// over rows to \p dims.
static bool findRowLoops(linalg::GenericOp op, ArrayRef<memref::LoadOp> loads,
                         int64_t maxBytes, llvm::SmallBitVector &dims) {
  for (memref::LoadOp load : loads) {
    MemRefType type = load.getMemRefType();
    const size_t leading = getNumLeading(load.getIndices());
    if (leading == 0 || !type.hasStaticShape() ||
        !type.getLayout().isIdentity())
      return false;
    std::optional<int64_t> bytes = getRowBytes(type, leading, op);
    if (!bytes || *bytes > maxBytes)
      return false;
    for (Value index : load.getIndices().take_front(leading))
      if (!addDims(op, index, dims))
        return false;
  }
  const SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return !loads.empty() && dims.any() &&
         llvm::all_of(dims.set_bits(), [&](unsigned dim) {
           return iterators[dim] == utils::IteratorType::parallel;
         });
}

/// Returns \p value of the body of \p op, computed before \p op. The loops on
/// which the value depends have one trip.
static Value computeBefore(OpBuilder &builder, linalg::GenericOp op,
                           Value value, IRMapping &known) {
  if (Value result = known.lookupOrNull(value))
    return result;
  if (value.getParentRegion() != &op.getRegion())
    return value;
  Value result;
  auto zero = [&] {
    return arith::ConstantIndexOp::create(builder, op.getLoc(), 0).getResult();
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Value memref = op.getMatchingOpOperand(argument)->get();
    const int64_t rank = cast<MemRefType>(memref.getType()).getRank();
    SmallVector<Value> zeros(rank, rank > 0 ? zero() : Value());
    result = memref::LoadOp::create(builder, op.getLoc(), memref, zeros);
  } else if (isa<linalg::IndexOp>(value.getDefiningOp())) {
    result = zero();
  } else {
    for (Value operand : value.getDefiningOp()->getOperands())
      known.map(operand, computeBefore(builder, op, operand, known));
    builder.clone(*value.getDefiningOp(), known);
    return known.lookup(value);
  }
  known.map(value, result);
  return result;
}

/// Lets \p load in the body of \p op read from a view of its row.
static void readRow(RewriterBase &rewriter, linalg::GenericOp op,
                    memref::LoadOp load) {
  const size_t leading = getNumLeading(load.getIndices());
  Location loc = load.getLoc();
  SmallVector<Value> indices(load.getIndices());
  rewriter.setInsertionPoint(op);
  IRMapping known;
  SmallVector<OpFoldResult> offsets;
  for (Value index : ArrayRef(indices).take_front(leading))
    offsets.push_back(computeBefore(rewriter, op, index, known));
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  std::fill_n(indices.begin(), leading, zero);
  Value row = createRowView(rewriter, loc, load.getMemRef(), offsets);
  rewriter.setInsertionPoint(load);
  rewriter.replaceOpWithNewOp<memref::LoadOp>(load, row, indices);
}

scf::ForOp memplace::loopOverRows(linalg::GenericOp op, ArrayRef<Value> stacks,
                                  int64_t maxBytes, RewriterBase &rewriter) {
  llvm::SmallBitVector dims(op.getNumLoops());
  for (Value stack : stacks)
    if (llvm::is_contained(op->getOperands(), stack) ||
        !findRowLoops(op, findLoads(op, stack), maxBytes, dims))
      return {};
  SmallVector<int64_t> sizes(op.getNumLoops(), 0);
  for (unsigned dim : dims.set_bits())
    sizes[dim] = 1;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::TiledLinalgOp> tiled = linalg::tileLinalgOp(
      rewriter, op,
      linalg::LinalgTilingOptions().setTileSizes(sizes).setLoopType(
          linalg::LinalgTilingLoopType::Loops));
  if (failed(tiled) || tiled->loops.empty())
    return {};
  rewriter.eraseOp(op);
  auto inner = cast<linalg::GenericOp>(tiled->op.getOperation());
  for (Value stack : stacks)
    for (memref::LoadOp load : findLoads(inner, stack))
      readRow(rewriter, inner, load);
  return dyn_cast<scf::ForOp>(tiled->loops.back());
}
