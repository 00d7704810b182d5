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
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

int64_t LoopSlice::getStride(size_t dim) const {
  return getStackType().getStridesAndOffset().first[dim];
}

int64_t LoopSlice::getNumElements() const {
  return ShapedType::getNumElements(sizes);
}

size_t LoopSlice::getNumOuter() const {
  return movingDims.empty() ? sizes.size() : movingDims.back() + 1;
}

std::optional<size_t> LoopSlice::getRoomyDim() const {
  for (size_t dim : movingDims)
    if (getStackType().getDimSize(dim) >= 2 * sizes[dim])
      return dim;
  return std::nullopt;
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

static bool hasOneTrip(scf::ForOp loop) {
  const std::optional<APInt> trips = loop.getStaticTripCount();
  return trips && trips->isOne();
}

/// Extends \p slice to all indices of dimension \p dim.
static void takeAll(LoopSlice &slice, size_t dim) {
  slice.offsets[dim] = Builder(slice.stack.getContext()).getIndexAttr(0);
  slice.sizes[dim] = slice.getStackType().getDimSize(dim);
}

/// Returns the slice that contains \p view; none if \p view is not in a slice.
/// The slice has all indices of the inner dimensions without a known range, and
/// the indices between those that a view with strides shows.
static std::optional<LoopSlice> getSlice(memref::SubViewOp view,
                                         scf::ForOp loop) {
  LoopSlice slice;
  slice.stack = view.getSource();
  slice.offsets = view.getMixedOffsets();
  slice.sizes.assign(view.getStaticSizes().begin(),
                     view.getStaticSizes().end());
  for (auto [dim, offset] : llvm::enumerate(slice.offsets))
    if (auto value = dyn_cast<Value>(offset);
        value && changesByTrip(value, loop))
      slice.movingDims.push_back(dim);
  if (slice.movingDims.empty() && !hasOneTrip(loop))
    return std::nullopt;
  for (size_t dim = 0; dim < slice.sizes.size(); ++dim) {
    auto value = dyn_cast<Value>(slice.offsets[dim]);
    const int64_t stride = view.getStaticStrides()[dim];
    if (!ShapedType::isDynamic(slice.sizes[dim]) && stride > 0 &&
        (!value || isKnownAhead(value, loop))) {
      slice.sizes[dim] = (slice.sizes[dim] - 1) * stride + 1;
      continue;
    }
    if (dim < slice.getNumOuter())
      return std::nullopt;
    takeAll(slice, dim);
  }
  slice.views.push_back(view);
  return slice;
}

/// Adds the views of \p other to \p slice. Returns false if the slices differ
/// in a dimension up to the last moving one.
static bool join(LoopSlice &slice, const LoopSlice &other) {
  if (slice.movingDims != other.movingDims)
    return false;
  const size_t numOuter = slice.getNumOuter();
  auto isAlike = [&](size_t dim) {
    return slice.offsets[dim] == other.offsets[dim] &&
           slice.sizes[dim] == other.sizes[dim];
  };
  if (!llvm::all_of(llvm::seq(numOuter), isAlike))
    return false;
  for (size_t dim = numOuter; dim < slice.sizes.size(); ++dim)
    if (!isAlike(dim))
      takeAll(slice, dim);
  llvm::append_range(slice.views, other.views);
  return true;
}

//===----------------------------------------------------------------------===//
// All views of a stack
//===----------------------------------------------------------------------===//

Value memplace::getStorage(Value stack) {
  while (Operation *op = stack.getDefiningOp()) {
    if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(op) ||
        op->getNumOperands() != 1)
      break;
    stack = op->getOperand(0);
  }
  return stack;
}

/// Returns true if slices of \p stack may become windows.
static bool isStack(Value stack, func::FuncOp function) {
  auto type = dyn_cast<MemRefType>(stack.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0 ||
      stack.getParentBlock() != &function.getBody().front())
    return false;
  Value memref = getStorage(stack);
  StringRef pin = MemPlaceDialect::pinAttrName;
  if (auto argument = dyn_cast<BlockArgument>(memref))
    return argument.getOwner() == &function.getBody().front() &&
           !function.getArgAttr(argument.getArgNumber(), pin);
  if (Operation *global = getConstantGlobal(memref))
    return !global->hasAttr(pin);
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

/// Sets the write flags of \p slice. `isWritten`: an op of \p loop writes the
/// storage \p set. `isOverwritten`: the first access to this storage overwrites
/// a view of the whole slice.
static void findWrites(LoopSlice &slice, scf::ForOp loop, unsigned set,
                       const AliasSets &aliasSets) {
  bool isFirst = true;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Loops over elements are one op, which may overwrite all of its tile.
    const bool isNest = isa<scf::ForOp>(op) && !getScheduledBody(op);
    const SmallVector<MemoryAccess> accesses =
        isNest ? getStepCost(op).accesses : memplace::getMemoryAccesses(op);
    for (const MemoryAccess &access : accesses) {
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
    return isNest ? WalkResult::skip() : WalkResult::advance();
  });
}

//===----------------------------------------------------------------------===//
// Overlap of slices between trips
//===----------------------------------------------------------------------===//

namespace {
/// Computes values of a single trip. Values from outside the loop count as 0,
/// unless they are constants.
class TripFolder {
public:
  TripFolder(scf::ForOp loop, int64_t index) : loop(loop) {
    Value value = loop.getInductionVar();
    known[value] = IntegerAttr::get(value.getType(), index);
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
    if (loop.isDefinedOutsideOfLoop(value) && value.getType().isIntOrIndex())
      return known[value] = IntegerAttr::get(value.getType(), 0);
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

  scf::ForOp loop;
  DenseMap<Value, Attribute> known;
};
} // namespace

/// Returns true if \p value depends on a value from outside \p loop that is no
/// constant.
static bool dependsOnOutside(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar() || matchPattern(value, m_Constant()))
    return false;
  Operation *op = value.getDefiningOp();
  return !op || loop.isDefinedOutsideOfLoop(value) ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOnOutside(operand, loop);
         });
}

/// Returns true if values from outside \p loop change \p value by the same
/// amount in all trips.
static bool isShiftedAlike(Value value, scf::ForOp loop) {
  if (!dependsOnOutside(value, loop) || loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op);
  const bool isLinear =
      isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op) ||
      (apply && apply.getAffineMap().getNumSymbols() == 0 &&
       !apply.getAffineMap()
            .getResult(0)
            .walk([](AffineExpr expr) {
              const AffineExprKind kind = expr.getKind();
              return kind == AffineExprKind::Mod ||
                             kind == AffineExprKind::FloorDiv ||
                             kind == AffineExprKind::CeilDiv
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted());
  return isLinear && llvm::all_of(op->getOperands(), [&](Value operand) {
           return isShiftedAlike(operand, loop);
         });
}

static bool dependsOnOutside(const LoopSlice &slice, scf::ForOp loop) {
  return llvm::any_of(slice.movingDims, [&](size_t dim) {
    return dependsOnOutside(cast<Value>(slice.offsets[dim]), loop);
  });
}

static bool isShiftedAlike(const LoopSlice &slice, scf::ForOp loop) {
  return llvm::all_of(slice.movingDims, [&](size_t dim) {
    return isShiftedAlike(cast<Value>(slice.offsets[dim]), loop);
  });
}

/// Returns true if the slices of any two trips of \p loop within the stack do
/// not overlap: all are tiles of a single grid, and no two trips have the same
/// tile.
static bool hasOwnSlices(const LoopSlice &slice, scf::ForOp loop) {
  const std::optional<int64_t> begin =
      getConstantIntValue(loop.getLowerBound());
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  const std::optional<APInt> trips = loop.getStaticTripCount();
  ArrayRef<int64_t> shape = slice.getStackType().getShape();
  if (hasOneTrip(loop))
    return true;
  if (!begin || !step || !slice.getRoomyDim())
    return false;
  const bool isShifted = dependsOnOutside(slice, loop);
  // Without a trip count, the end of the stack tells the last trip.
  if (isShifted && (!trips || !isShiftedAlike(slice, loop)))
    return false;
  std::set<std::vector<int64_t>> seen;
  for (int64_t trip = 0; !trips || trips->ugt(trip); ++trip) {
    if (trip == maxTrips)
      return false;
    TripFolder folder(loop, *begin + trip * *step);
    std::vector<int64_t> tile;
    for (size_t dim : slice.movingDims) {
      const std::optional<int64_t> index =
          folder.compute(cast<Value>(slice.offsets[dim]));
      if (!index)
        return false;
      if (!isShifted && (*index < 0 || *index + slice.sizes[dim] > shape[dim]))
        return !trips.has_value(); // Out of the stack, so no valid program runs
                                   // this trip.
      // Windows of a loop with an unknown trip count may rest at the first tile
      // of the stack, which must then be in the grid.
      const int64_t first = !trips         ? 0
                            : seen.empty() ? *index
                                           : (*seen.begin())[tile.size()];
      if ((*index - first) % slice.sizes[dim] != 0)
        return false;
      tile.push_back(*index);
    }
    if (!seen.insert(std::move(tile)).second)
      return false;
  }
  return true;
}

SmallVector<LoopSlice> memplace::findLoopSlices(scf::ForOp loop,
                                                const AliasSets &aliasSets) {
  auto function = loop->getParentOfType<func::FuncOp>();
  llvm::MapVector<Value, SmallVector<LoopSlice>> slicesOf;
  DenseSet<Value> refused; // Also used by views that are no slices.
  loop.getBody()->walk([&](memref::SubViewOp view) {
    Value stack = view.getSource();
    if (!loop.isDefinedOutsideOfLoop(stack) || !isStack(stack, function))
      return;
    std::optional<LoopSlice> slice = getSlice(view, loop);
    if (!slice) {
      refused.insert(stack);
      return;
    }
    if (llvm::none_of(slicesOf[stack],
                      [&](LoopSlice &other) { return join(other, *slice); }))
      slicesOf[stack].push_back(std::move(*slice));
  });
  SmallVector<LoopSlice> result;
  for (auto &[stack, slices] : slicesOf) {
    if (!isUsedByViews(stack, loop, aliasSets) ||
        !llvm::all_of(slices, [&, loop = loop](const LoopSlice &slice) {
          return isKnownAhead(slice, loop, aliasSets);
        }))
      continue;
    for (LoopSlice &slice : slices)
      findWrites(slice, loop, aliasSets.getSetsOf(stack).front(), aliasSets);
    if (slices.front().isWritten &&
        (refused.contains(stack) || slices.size() > 1 ||
         !hasOwnSlices(slices.front(), loop)))
      continue;
    llvm::append_range(result, slices);
  }
  return result;
}
