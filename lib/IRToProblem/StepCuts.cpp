//===- StepCuts.cpp - Cuts of the op of a step ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts cuts along axes of memrefs into bytes of their storage.
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"
#include "PositionInBuffer.h"

#include "../Problem/CheckCuts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace memplace;

/// Returns the source of the view \p op if the result's type states the
/// position in the source; null otherwise.
static Value getTypedViewSource(Operation *op) {
  if (isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
          memref::CastOp, memref::ReinterpretCastOp, memref::TransposeOp,
          memref::MemorySpaceCastOp, memref::AssumeAlignmentOp>(op))
    return op->getOperand(0);
  // The byte shift is not part of the type.
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return isConstantIntValue(view.getByteShift(), 0) ? view.getSource()
                                                      : Value();
  return {};
}

/// Returns the position of \p memref in its buffer; none if types do not show
/// it.
static std::optional<PositionInBuffer> getPosition(Value memref,
                                                   const AliasSets &aliasSets) {
  ArrayRef<unsigned> sets = aliasSets.getSetsOf(memref);
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (sets.size() != 1 || !type)
    return std::nullopt;
  const AliasSet &set = aliasSets.getSets()[sets.front()];
  while (memref && !llvm::is_contained(set.roots, memref)) {
    Value carried = aliasSets.getCarriedValue(memref);
    Operation *op = memref.getDefiningOp();
    if (carried != memref)
      memref = carried;
    else
      memref = op ? getTypedViewSource(op) : Value();
  }
  return memref ? getPositionInBuffer(type, memref) : std::nullopt;
}

namespace {
/// Elements of a memref along one axis, for each run of `period` elements. All
/// numbers are in elements, except `extent`.
struct AxisLayout {
  int64_t offset = 0; // Of the first element, from the start of its period.
  int64_t stride = 1; // From an index to the next one.
  int64_t period = 0; // From a row of the next outer axis to the next one.
  int64_t span = 1;   // From the first element of an index to after its last.
  int64_t extent = 1; // Number of indices.

  /// Returns true if no index reaches into the elements of the next one, or of
  /// the next row.
  bool isRegular() const {
    return stride >= 1 && offset % stride + span <= stride &&
           offset + (extent - 1) * stride + span <= period;
  }
};
} // namespace

/// Returns the layout of \p position along \p axis, in a buffer of \p size
/// elements; none if the rows have no common period.
static std::optional<AxisLayout> getAxisLayout(const PositionInBuffer &position,
                                               int64_t axis, int64_t size) {
  AxisLayout layout{.stride = position.strides[axis],
                    .period = size,
                    .extent = position.sizes[axis]};
  for (auto [dim, extent] : llvm::enumerate(position.sizes)) {
    if (extent == 1 || static_cast<int64_t>(dim) == axis)
      continue;
    if (position.strides[dim] > layout.stride)
      layout.period = std::min(layout.period, position.strides[dim]);
    else
      layout.span += (extent - 1) * position.strides[dim];
  }
  for (auto [stride, extent] : llvm::zip(position.strides, position.sizes))
    if (extent > 1 && stride > layout.stride && stride % layout.period != 0)
      return std::nullopt;
  if (layout.period < 1)
    return std::nullopt;
  layout.offset = position.offset % layout.period;
  return layout;
}

/// Returns the bytes touched by each index of \p access, in a buffer of \p size
/// bytes; none if unknown.
static std::optional<CutAccess> getBytes(const MemoryCutAccess &access,
                                         int64_t size,
                                         const AliasSets &aliasSets) {
  const std::optional<PositionInBuffer> position =
      getPosition(access.memref, aliasSets);
  if (!position || access.axis >= position->sizes.size())
    return std::nullopt;
  Type type = cast<MemRefType>(access.memref.getType()).getElementType();
  if (!type.isIntOrFloat())
    return std::nullopt;
  const int64_t elementBytes = (type.getIntOrFloatBitWidth() + 7) / 8;
  std::optional<AxisLayout> layout =
      getAxisLayout(*position, access.axis, size / elementBytes);
  if (!layout || !layout->isRegular())
    return std::nullopt;
  const int64_t bytes = layout->stride * elementBytes;
  const int64_t first = layout->offset / layout->stride + access.first;
  return CutAccess{.stride = access.step * bytes,
                   .width = access.width * bytes,
                   .first = first * bytes,
                   .period = layout->period * elementBytes};
}

/// Returns the union of the bytes of two accesses with equal stride and period;
/// none for other accesses.
static std::optional<CutAccess> join(const CutAccess &a, const CutAccess &b) {
  if (a.stride != b.stride || a.period != b.period)
    return std::nullopt;
  CutAccess joined = a;
  joined.first = std::min(a.first, b.first);
  joined.width = std::max(a.first + a.width, b.first + b.width) - joined.first;
  return joined;
}

/// Returns the memrefs used by ops in the regions of \p operation.
static DenseSet<Value> getCaptured(Operation *operation) {
  DenseSet<Value> captured;
  for (Region &region : operation->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isa<BaseMemRefType>(operand.getType()))
          captured.insert(operand);
    });
  return captured;
}

/// Returns true if the regions of \p operation read memory written by the op.
/// Such reads could observe the order of pieces, or that a piece has written
/// only a part of the memory.
static bool readsItsResults(const memplace::Op &op,
                            ArrayRef<SmallVector<Value, 1>> values,
                            const DenseSet<Value> &captured,
                            const AliasSets &aliasSets) {
  auto isCaptured = [&](Value value) {
    return llvm::any_of(captured, [&](Value inner) {
      return llvm::any_of(aliasSets.getSetsOf(inner), [&](unsigned set) {
        return llvm::is_contained(aliasSets.getSetsOf(value), set);
      });
    });
  };
  for (auto [access, ofAccess] : llvm::zip_equal(op.accesses, values))
    if (access.writes() && llvm::any_of(ofAccess, isCaptured))
      return true;
  return false;
}

/// Returns true if \p cut lists every operand of \p operation equal to
/// \p memref.
static bool listsAllOperands(Operation *operation, const MemoryCut &cut,
                             Value memref) {
  return llvm::all_of(operation->getOpOperands(), [&](OpOperand &operand) {
    const unsigned number = operand.getOperandNumber();
    return operand.get() != memref ||
           llvm::any_of(cut.accesses, [&](const MemoryCutAccess &access) {
             return access.memref == memref &&
                    access.operand.value_or(number) == number;
           });
  });
}

/// Returns the bytes touched by an access through all of \p values.
static std::optional<CutAccess>
getCutAccess(Operation *operation, const MemoryCut &cut, ArrayRef<Value> values,
             int64_t size, const AliasSets &aliasSets) {
  std::optional<CutAccess> all;
  for (Value value : values) {
    if (!listsAllOperands(operation, cut, value))
      return std::nullopt;
    bool isFound = false;
    for (const MemoryCutAccess &access : cut.accesses) {
      if (access.memref != value)
        continue;
      std::optional<CutAccess> bytes = getBytes(access, size, aliasSets);
      all = bytes && all ? join(*all, *bytes) : bytes;
      if (!all)
        return std::nullopt;
      isFound = true;
    }
    if (!isFound)
      return std::nullopt;
  }
  return all;
}

/// Clears fields with default values.
static void clearDefaults(CutAccess &access, int64_t size) {
  if (access.width == access.stride)
    access.width = 0;
  if (access.period == size)
    access.period = 0;
}

/// Returns true if several pieces would write the same bytes and the op is not
/// a sum.
static bool piecesOverlap(const memplace::Op &op, const MemoryCut &cut,
                          const CutDimension &dimension) {
  if (cut.isSum)
    return false;
  for (auto [index, access] : llvm::enumerate(op.accesses))
    if (access.writes() &&
        llvm::none_of(dimension.accesses, [&](const CutAccess &own) {
          return own.access == static_cast<int32_t>(index);
        }))
      return true;
  return false;
}

void memplace::addCuts(Operation *operation, Step step, bool withFloatSums,
                       ExtractedFunction &extracted) {
  extracted.cuts.resize(step + 1);
  ArrayRef<SmallVector<Value, 1>> values = extracted.accessValues[step];
  Problem &problem = extracted.problem;
  memplace::Op &op = problem.ops[step];
  const DenseSet<Value> captured = getCaptured(operation);
  if (readsItsResults(op, values, captured, *extracted.aliasSets))
    return;
  for (const MemoryCut &cut : getMemoryCuts(operation)) {
    if (cut.isRounded && !withFloatSums)
      continue;
    CutDimension dimension{.extent = cut.extent};
    for (auto [index, access] : llvm::enumerate(op.accesses)) {
      if (llvm::any_of(values[index],
                       [&](Value value) { return captured.contains(value); }))
        continue;
      const int64_t size = problem.buffers[access.buffer].size;
      std::optional<CutAccess> bytes = getCutAccess(
          operation, cut, values[index], size, *extracted.aliasSets);
      if (!bytes)
        continue;
      bytes->access = static_cast<int32_t>(index);
      clearDefaults(*bytes, size);
      dimension.accesses.push_back(*bytes);
    }
    if (piecesOverlap(op, cut, dimension))
      continue;
    op.cuts.push_back(std::move(dimension));
    // No cut along this dimension if pieces would write bytes accessed by other
    // pieces.
    if (checkCuts(problem, step))
      op.cuts.pop_back();
    else
      extracted.cuts[step].push_back(cut);
  }
}
