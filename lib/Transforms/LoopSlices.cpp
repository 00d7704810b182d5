//===- LoopSlices.cpp - Slices taken by the trips of a loop ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To find out if two trips may have the same slice, the offsets of all trips
// are computed with the folders of their ops. The computation covers the trip
// count or, if it is unknown, ends at the first offset out of the stack.
//
//===----------------------------------------------------------------------===//

#include "LoopSlices.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <set>

using namespace mlir;
using namespace memplace;

/// Maximum number of compared trips.
static constexpr int64_t maxTrips = 1 << 17;

SmallVector<int64_t> LoopSlice::getShape() const {
  SmallVector<int64_t> shape(getStackType().getShape());
  std::fill_n(shape.begin(), getNumSliced() - 1, 1);
  shape[getNumSliced() - 1] = rows;
  return shape;
}

int64_t LoopSlice::getStride(size_t dim) const {
  return getStackType().getStridesAndOffset().first[dim];
}

int64_t LoopSlice::getNumElements() const {
  return rows * getStride(getNumSliced() - 1);
}

//===----------------------------------------------------------------------===//
// Single view
//===----------------------------------------------------------------------===//

/// Returns true if \p op is pure or loads an element, so that it may run once
/// more. `loadsStayEqual` checks that a load then has the same result.
static bool mayRunAgain(Operation *op) {
  return op->getNumRegions() == 0 && (isPure(op) || isa<memref::LoadOp>(op));
}

/// Returns true if \p value can be computed for another trip of \p loop,
/// because it only depends on the loop index and on values from outside the
/// loop. An element of memory counts if that trip certainly exists.
static bool isKnownAhead(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || !mayRunAgain(op) ||
      (isa<memref::LoadOp>(op) && !loop.getStaticTripCount()))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isKnownAhead(operand, loop);
  });
}

/// Returns true if \p value depends on the index of \p loop, also by way of
/// memory.
static bool changesByTrip(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar())
    return true;
  if (loop.isDefinedOutsideOfLoop(value))
    return false;
  Operation *op = value.getDefiningOp();
  return op && mayRunAgain(op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return changesByTrip(operand, loop);
         });
}

/// Returns the slice that contains \p view; none if \p view is not in a slice.
static std::optional<LoopSlice> getSlice(memref::SubViewOp view,
                                         scf::ForOp loop) {
  const SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  LoopSlice slice;
  slice.stack = view.getSource();
  size_t numSliced = 0;
  for (auto [dim, offset] : llvm::enumerate(offsets))
    if (auto value = dyn_cast<Value>(offset);
        value && changesByTrip(value, loop))
      numSliced = dim + 1;
  if (numSliced == 0)
    return std::nullopt;
  slice.offsets.assign(offsets.begin(), offsets.begin() + numSliced);
  for (size_t dim = 0; dim < numSliced; ++dim) {
    auto value = dyn_cast<Value>(offsets[dim]);
    const int64_t size = view.getStaticSizes()[dim];
    if (ShapedType::isDynamic(size) || view.getStaticStrides()[dim] != 1 ||
        (dim + 1 < numSliced && size != 1) ||
        (value && !isKnownAhead(value, loop)))
      return std::nullopt;
    slice.rows = size;
  }
  slice.views.push_back(view);
  return slice;
}

//===----------------------------------------------------------------------===//
// All views of a stack
//===----------------------------------------------------------------------===//

/// Returns true if slices of \p memref may become windows.
static bool isStack(Value memref, func::FuncOp function) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0)
    return false;
  StringRef pin = MemPlaceDialect::pinAttrName;
  if (auto argument = dyn_cast<BlockArgument>(memref))
    return argument.getOwner() == &function.getBody().front() &&
           !function.getArgAttr(argument.getArgNumber(), pin);
  auto alloc = memref.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &function.getBody().front() &&
         !alloc->hasAttr(pin) &&
         llvm::all_of(alloc->getUsers(), [&](Operation *user) {
           return !isa<memref::DeallocOp>(user) ||
                  user->getBlock() == alloc->getBlock();
         });
}

/// Returns true if \p loop uses the storage of \p stack only through views made
/// in the loop.
static bool isUsedByViews(Value stack, scf::ForOp loop,
                          const AliasSets &aliasSets) {
  ArrayRef<unsigned> own = aliasSets.getSetsOf(stack);
  if (own.size() != 1)
    return false;
  return !loop->walk([&](Operation *op) {
                for (OpOperand &operand : op->getOpOperands()) {
                  Value value = operand.get();
                  if (!isa<BaseMemRefType>(value.getType()) ||
                      !llvm::is_contained(aliasSets.getSetsOf(value), own[0]))
                    continue;
                  if (value == stack ? !isa<memref::SubViewOp>(op)
                                     : loop.isDefinedOutsideOfLoop(value))
                    return WalkResult::interrupt();
                  // The view must not be carried to the next trip.
                  if (op->hasTrait<OpTrait::IsTerminator>() &&
                      op->getParentOp() == loop)
                    return WalkResult::interrupt();
                }
                return WalkResult::advance();
              })
              .wasInterrupted();
}

/// Returns true if no op in \p loop writes the memory from which \p value is
/// computed.
static bool loadsStayEqual(Value value, scf::ForOp loop,
                           const AliasSets &aliasSets) {
  Operation *op = value.getDefiningOp();
  if (!op || loop.isDefinedOutsideOfLoop(value))
    return true;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    ArrayRef<unsigned> sets = aliasSets.getSetsOf(load.getMemRef());
    const bool isWritten =
        loop->walk([&](Operation *inner) {
              for (const MemoryAccess &access : getMemoryAccesses(inner))
                if (access.mode != AccessMode::Read &&
                    llvm::any_of(aliasSets.getSetsOf(access.memref),
                                 [&](unsigned set) {
                                   return llvm::is_contained(sets, set);
                                 }))
                  return WalkResult::interrupt();
              return WalkResult::advance();
            })
            .wasInterrupted();
    if (isWritten || sets.empty())
      return false;
  }
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return loadsStayEqual(operand, loop, aliasSets);
  });
}

/// Returns true if the offsets of \p slice can be computed a trip ahead.
static bool isKnownAhead(const LoopSlice &slice, scf::ForOp loop,
                         const AliasSets &aliasSets) {
  return llvm::all_of(slice.offsets, [&](OpFoldResult offset) {
    auto value = dyn_cast<Value>(offset);
    return !value || loadsStayEqual(value, loop, aliasSets);
  });
}

/// Sets the write flags of \p slice: whether ops of \p loop write the storage
/// \p set, and whether the first access to it overwrites a view of the whole
/// slice.
static void findWrites(LoopSlice &slice, scf::ForOp loop, unsigned set,
                       const AliasSets &aliasSets) {
  bool isFirst = true;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (const MemoryAccess &access : memplace::getMemoryAccesses(op)) {
      if (!llvm::is_contained(aliasSets.getSetsOf(access.memref), set))
        continue;
      slice.isWritten |= access.mode != AccessMode::Read;
      auto type = dyn_cast<MemRefType>(access.memref.getType());
      if (isFirst)
        slice.isOverwritten =
            access.mode == AccessMode::Write && !access.isIndexed &&
            op->getBlock() == loop.getBody() && type && type.hasStaticShape() &&
            type.getNumElements() == slice.getNumElements();
      isFirst = false;
    }
  });
}

//===----------------------------------------------------------------------===//
// Overlap of slices between trips
//===----------------------------------------------------------------------===//

namespace {
/// Computes values of a single trip.
class TripFolder {
public:
  TripFolder(Value index, int64_t value) {
    known[index] = IntegerAttr::get(index.getType(), value);
  }

  std::optional<int64_t> compute(Value value) {
    Attribute attr = fold(value);
    auto integer = dyn_cast_or_null<IntegerAttr>(attr);
    return integer ? std::optional(integer.getValue().getSExtValue())
                   : std::nullopt;
  }

private:
  Attribute fold(Value value) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return known[value] = constant;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumResults() != 1)
      return {};
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(fold(operand));
    SmallVector<OpFoldResult> results;
    // Fold a copy, because folding may change its op.
    Operation *copy = op->clone();
    const bool isFolded =
        succeeded(copy->fold(operands, results)) && results.size() == 1;
    Attribute result;
    if (isFolded)
      result = isa<Attribute>(results[0]) ? cast<Attribute>(results[0])
                                          : fold(cast<Value>(results[0]));
    copy->dropAllReferences();
    copy->destroy();
    return known[value] = result;
  }

  DenseMap<Value, Attribute> known;
};
} // namespace

/// Returns true if the slices of any two trips of \p loop within the stack do
/// not overlap.
static bool hasOwnSlices(const LoopSlice &slice, scf::ForOp loop) {
  const std::optional<int64_t> begin =
      getConstantIntValue(loop.getLowerBound());
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  const std::optional<APInt> trips = loop.getStaticTripCount();
  ArrayRef<int64_t> shape = slice.getStackType().getShape();
  const size_t last = slice.getNumSliced() - 1;
  if (!begin || !step || shape[last] % slice.rows != 0 ||
      slice.getStackType().getNumElements() < 2 * slice.getNumElements())
    return false;
  std::set<int64_t> seen;
  for (int64_t trip = 0; !trips || trips->ugt(trip); ++trip) {
    if (trip == maxTrips)
      return false;
    TripFolder folder(loop.getInductionVar(), *begin + trip * *step);
    int64_t offset = 0;
    for (auto [dim, value] : llvm::enumerate(slice.offsets)) {
      std::optional<int64_t> index = getConstantIntValue(value);
      if (!index) {
        if (!changesByTrip(cast<Value>(value), loop))
          continue; // The same in all trips.
        index = folder.compute(cast<Value>(value));
      }
      if (!index)
        return false;
      if (*index < 0 || *index + (dim == last ? slice.rows : 1) > shape[dim])
        return !trips.has_value(); // Out of the stack, so no valid program runs
                                   // this trip.
      offset += *index * slice.getStride(dim);
    }
    if (offset % slice.getNumElements() != 0 || !seen.insert(offset).second)
      return false;
  }
  return true;
}

SmallVector<LoopSlice> memplace::findLoopSlices(scf::ForOp loop) {
  auto function = loop->getParentOfType<func::FuncOp>();
  llvm::MapVector<Value, SmallVector<LoopSlice>> slicesOf;
  DenseSet<Value> refused;
  loop.getBody()->walk([&](memref::SubViewOp view) {
    Value stack = view.getSource();
    if (!loop.isDefinedOutsideOfLoop(stack) || !isStack(stack, function))
      return;
    std::optional<LoopSlice> slice = getSlice(view, loop);
    if (!slice) {
      refused.insert(stack);
      return;
    }
    for (LoopSlice &other : slicesOf[stack])
      if (other.offsets == slice->offsets && other.rows == slice->rows) {
        other.views.push_back(view);
        return;
      }
    slicesOf[stack].push_back(std::move(*slice));
  });
  SmallVector<LoopSlice> result;
  if (slicesOf.empty())
    return result;
  const AliasSets aliasSets(function);
  for (auto &[stack, slices] : slicesOf) {
    if (refused.contains(stack) || !isUsedByViews(stack, loop, aliasSets) ||
        !llvm::all_of(slices, [&, loop = loop](const LoopSlice &slice) {
          return isKnownAhead(slice, loop, aliasSets);
        }))
      continue;
    for (LoopSlice &slice : slices)
      findWrites(slice, loop, aliasSets.getSetsOf(stack).front(), aliasSets);
    if (slices.front().isWritten &&
        (slices.size() > 1 || !hasOwnSlices(slices.front(), loop)))
      continue;
    llvm::append_range(result, slices);
  }
  return result;
}
