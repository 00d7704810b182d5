//===- HoistRows.cpp - Rows of element accesses in loops ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistRows.h"

#include "../Interfaces/RunTimeAddress.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace memplace;

namespace {
/// A load or store of an element of a stack.
struct ElementAccess {
  Operation *op;
  SmallVector<Value> indices;
  size_t leading = 0;          // Number of indices that select the row.
  Operation *before = nullptr; // Where the row's position is known.

  ArrayRef<Value> getRow() const {
    return ArrayRef(indices).take_front(leading);
  }
};
} // namespace

/// Returns the op of \p block that contains \p op, or is \p op.
static Operation *findIn(Block *block, Operation *op) {
  return block->findAncestorOpInBlock(*op);
}

/// Sets `before`: the op around the access in the innermost block that defines
/// an index of its row. Returns false unless only loops lie between this block
/// and the function.
static bool findPosition(ElementAccess &access, scf::ForOp loop) {
  access.before = loop;
  for (Value index : access.getRow()) {
    Block *block = index.getParentBlock();
    if (!loop->isAncestor(block->getParentOp()))
      continue;
    if (block == access.before->getBlock() ||
        access.before->isAncestor(block->getParentOp()))
      access.before = findIn(block, access.op);
  }
  for (Operation *around = access.before->getParentOp();
       around != loop->getParentOp(); around = around->getParentOp())
    if (!isa<scf::ForOp>(around))
      return false;
  return true;
}

/// Returns the access of \p user, if it is a load or store that can go to a row
/// of \p stack.
static std::optional<ElementAccess>
getAccess(Operation *user, Value stack, scf::ForOp loop, int64_t maxBytes) {
  ElementAccess access{user, {}};
  if (auto load = dyn_cast<memref::LoadOp>(user))
    access.indices = load.getIndices();
  else if (auto store = dyn_cast<memref::StoreOp>(user);
           store && store.getValueToStore() != stack)
    access.indices = store.getIndices();
  else
    return std::nullopt;
  auto type = cast<MemRefType>(stack.getType());
  std::optional<int64_t> bytes = getTrafficInBytes(type, user);
  for (auto [dim, index] : llvm::enumerate(access.indices))
    if (isKnownAtRunTimeOnly(index))
      access.leading = dim + 1;
  for (size_t dim = 0; dim < access.leading && bytes; ++dim)
    bytes = *bytes / std::max<int64_t>(1, type.getDimSize(dim));
  if (access.leading == 0 || !bytes || *bytes > maxBytes ||
      !findPosition(access, loop))
    return std::nullopt;
  return access;
}

/// Creates the view of the row of \p access.
static Value makeRow(const ElementAccess &access, Value stack) {
  OpBuilder builder(access.before);
  Location loc = access.op->getLoc();
  auto type = cast<MemRefType>(stack.getType());
  SmallVector<OpFoldResult> offsets, sizes;
  const SmallVector<OpFoldResult> strides(type.getRank(),
                                          builder.getIndexAttr(1));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    const int64_t size = type.getDimSize(dim);
    const bool isLeading = static_cast<size_t>(dim) < access.leading;
    sizes.push_back(builder.getIndexAttr(isLeading ? 1 : size));
    if (!isLeading || getConstantIntValue(access.indices[dim])) {
      offsets.push_back(isLeading ? getAsOpFoldResult(access.indices[dim])
                                  : OpFoldResult(builder.getIndexAttr(0)));
      continue;
    }
    Value last = arith::ConstantIndexOp::create(builder, loc, size - 1);
    Value low = arith::MaxSIOp::create(builder, loc, access.indices[dim], zero);
    offsets.push_back(
        arith::MinSIOp::create(builder, loc, low, last).getResult());
  }
  return memref::SubViewOp::create(builder, loc, stack, offsets, sizes,
                                   strides);
}

/// Lets \p access go to \p row, with 0 for the indices that select the row.
static void useRow(const ElementAccess &access, Value row) {
  OpBuilder builder(access.op);
  SmallVector<Value> indices(access.indices);
  Value zero = arith::ConstantIndexOp::create(builder, access.op->getLoc(), 0);
  std::fill_n(indices.begin(), access.leading, zero);
  if (auto load = dyn_cast<memref::LoadOp>(access.op)) {
    load.getMemrefMutable().assign(row);
    load.getIndicesMutable().assign(indices);
  } else {
    auto store = cast<memref::StoreOp>(access.op);
    store.getMemrefMutable().assign(row);
    store.getIndicesMutable().assign(indices);
  }
}

bool memplace::hoistRows(scf::ForOp loop, Value stack, int64_t maxBytes) {
  auto type = dyn_cast<MemRefType>(stack.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0)
    return false;
  SmallVector<ElementAccess> accesses;
  for (Operation *user : stack.getUsers()) {
    if (!loop->isProperAncestor(user))
      continue;
    std::optional<ElementAccess> access =
        getAccess(user, stack, loop, maxBytes);
    if (!access)
      return false;
    accesses.push_back(std::move(*access));
  }
  // Accesses to the same row share its view.
  SmallVector<std::pair<const ElementAccess *, Value>> rows;
  for (const ElementAccess &access : accesses) {
    auto *known = llvm::find_if(rows, [&](const auto &row) {
      return row.first->before == access.before &&
             row.first->getRow() == access.getRow();
    });
    if (known == rows.end()) {
      rows.push_back({&access, makeRow(access, stack)});
      known = &rows.back();
    }
    useRow(access, known->second);
  }
  return !rows.empty();
}
