//===- HoistRows.cpp - Rows of element accesses in loops ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistRows.h"

#include "RowShape.h"

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
  access.leading = getNumLeading(access.indices);
  std::optional<int64_t> bytes = getRowBytes(type, access.leading, user);
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
  SmallVector<OpFoldResult> offsets;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [dim, index] : llvm::enumerate(access.getRow())) {
    if (getConstantIntValue(index)) {
      offsets.push_back(getAsOpFoldResult(index));
      continue;
    }
    Value last =
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim) - 1);
    Value low = arith::MaxSIOp::create(builder, loc, index, zero);
    offsets.push_back(
        arith::MinSIOp::create(builder, loc, low, last).getResult());
  }
  return createRowView(builder, loc, stack, offsets);
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
