//===- Pieces.cpp - Arguments used in pieces only -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/OpCost.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

static bool isFunctionReturn(Operation *op) {
  return op->hasTrait<OpTrait::ReturnLike>() &&
         isa<FunctionOpInterface>(op->getParentOp());
}

/// Returns true if the function with the value \p memref in its entry block
/// returns it, or a view of it.
static bool isReturned(Value memref) {
  return llvm::any_of(memref.getUsers(), [](Operation *user) {
    return isFunctionReturn(user) ||
           (isa<ViewLikeOpInterface>(user) &&
            llvm::any_of(user->getResults(), isReturned));
  });
}

bool memplace::isReturnedAllocation(Value root) {
  auto alloc = root.getDefiningOp<memref::AllocOp>();
  return alloc && isa<FunctionOpInterface>(alloc->getParentOp()) &&
         alloc->getBlock()->isEntryBlock() && isReturned(root);
}

bool memplace::isOnlyReturned(Operation *op) {
  return isFunctionReturn(op) ||
         (isa<ViewLikeOpInterface>(op) && !op->use_empty() &&
          llvm::all_of(op->getUsers(), isOnlyReturned));
}

bool memplace::isExternalRoot(Value root) {
  Operation *op = root.getDefiningOp();
  return !op || getMemoryOpKind(op) == MemoryOpKind::Global ||
         isa<WindowOp>(op) || op->hasAttr(MemPlaceDialect::pieceAttrName) ||
         isReturnedAllocation(root);
}

bool AliasSet::isFromOutside() const {
  return llvm::any_of(roots, isExternalRoot);
}

Operation *memplace::findFirstAccess(FunctionOpInterface function) {
  for (Operation &op : function.getFunctionBody().front())
    if (!isa<memref::AllocOp, WindowOp>(op) && touchesMemory(&op))
      return &op;
  return nullptr;
}

bool memplace::hasInitialContents(Value root, Operation *firstAccess) {
  Value storage = root;
  if (auto piece = root.getDefiningOp<memref::ReinterpretCastOp>())
    storage = piece.getSource();
  if (isReturnedAllocation(storage))
    return false;
  auto window = root.getDefiningOp<WindowOp>();
  if (!window || isa<BlockArgument>(window.getSource()))
    return isExternalRoot(root);
  // Transfers of the first step follow the window.
  return isa<FunctionOpInterface>(window->getParentOp()) &&
         (!firstAccess || (window->getBlock() == firstAccess->getBlock() &&
                           window->isBeforeInBlock(firstAccess)));
}

namespace {

/// An argument, a returned allocation, or a global with the users of all its
/// mentions. Ops that only return the storage are not among the users.
struct Storage {
  MemRefType type;
  SmallVector<Operation *> users;
};

/// Elements of a storage in a piece, all counts in elements. The storage counts
/// as rows of `period` elements; the piece has the `columns` of the `rows`.
/// With a `period` of 0 and no `planes`, the piece is a single run, `span`.
struct PieceRegion {
  struct Range {
    int64_t begin = 0;
    int64_t end = 0;

    bool meets(Range other) const {
      return begin < other.end && other.begin < end;
    }
    bool operator==(const Range &) const = default;
  };
  Range span; // From the first element to the end of the last element.
  int64_t period = 0;
  Range rows, columns;
  MemRefType planes; // Type of a piece more complex than rows at equal
                     // distances, else null.

  bool isOneRun() const { return period == 0 && !planes; }
  bool operator==(const PieceRegion &) const = default;
};

} // namespace

static void *getStorageKey(Value memref) {
  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>())
    return const_cast<void *>(global.getNameAttr().getAsOpaquePointer());
  return memref.getAsOpaquePointer();
}

/// Returns the elements of a piece \p user; none if \p user is not a piece.
static std::optional<PieceRegion>
getRegion(Operation *user, FunctionOpInterface function, MemRefType storage) {
  auto cast = dyn_cast<memref::ReinterpretCastOp>(user);
  if (!cast || !cast->hasAttr(MemPlaceDialect::pieceAttrName) ||
      cast->getBlock() != &function.getFunctionBody().front())
    return std::nullopt;
  MemRefType type = cast.getType();
  const std::optional<MemRefRows> rows = getRows(type);
  if (!rows)
    return std::nullopt;
  const int64_t offset = type.getStridesAndOffset().second;
  if (ShapedType::isDynamic(offset) || offset < 0)
    return std::nullopt;
  PieceRegion region;
  int64_t end = offset + rows->run;
  for (auto [count, stride] : llvm::zip_equal(rows->counts, rows->strides[0]))
    if (llvm::AddOverflow(end, (count - 1) * stride, end))
      return std::nullopt;
  if (end > storage.getNumElements())
    return std::nullopt;
  region.span = {offset, end};
  if (rows->counts.empty())
    return region;
  // Planes of rows, and rows across the end of a period, count as everything in
  // their span.
  const int64_t period = rows->strides[0].front();
  if (rows->counts.size() > 1 || offset % period + rows->run > period) {
    region.planes = type;
    return region;
  }
  region.period = period;
  region.rows = {offset / period, offset / period + rows->counts.front()};
  region.columns = {offset % period, offset % period + rows->run};
  return region;
}

/// Returns a single run as rows of \p period, if rows can express the run
/// exactly; otherwise \p region.
static PieceRegion byRows(PieceRegion region, int64_t period) {
  if (!region.isOneRun() || period == 0)
    return region;
  const auto [begin, end] = region.span;
  if (begin / period == (end - 1) / period) {
    region.columns = {begin % period, (end - 1) % period + 1};
    region.rows = {begin / period, begin / period + 1};
  } else if (begin % period == 0 && end % period == 0) {
    region.columns = {0, period};
    region.rows = {begin / period, end / period};
  } else {
    return region;
  }
  region.period = period;
  return region;
}

static bool mayMeet(const PieceRegion &a, const PieceRegion &b) {
  const PieceRegion one = byRows(a, b.period), other = byRows(b, a.period);
  if (one.period != 0 && one.period == other.period)
    return one.rows.meets(other.rows) && one.columns.meets(other.columns);
  return a.span.meets(b.span);
}

/// Returns true if all users of \p storage are pieces without overlap.
static bool isUsedByPieces(const Storage &storage,
                           FunctionOpInterface function) {
  if (!storage.type || !storage.type.hasStaticShape() ||
      !storage.type.getLayout().isIdentity())
    return false;
  SmallVector<PieceRegion> regions;
  for (Operation *user : storage.users) {
    std::optional<PieceRegion> region = getRegion(user, function, storage.type);
    if (!region)
      return false;
    regions.push_back(*region);
  }
  llvm::sort(regions, [](const PieceRegion &a, const PieceRegion &b) {
    return a.span.begin < b.span.begin;
  });
  for (size_t i = 0; i < regions.size(); ++i)
    for (size_t j = i + 1;
         j < regions.size() && regions[j].span.begin < regions[i].span.end; ++j)
      if (!(regions[i] == regions[j]) && mayMeet(regions[i], regions[j]))
        return false;
  return true;
}

std::pair<void *, int64_t>
CallerPieces::getKey(memref::ReinterpretCastOp piece) {
  return {getStorageKey(piece.getSource()),
          piece.getType().getStridesAndOffset().second};
}

CallerPieces::CallerPieces(FunctionOpInterface function) {
  llvm::MapVector<void *, Storage> storages;
  auto add = [&](Value memref) {
    Storage &storage = storages[getStorageKey(memref)];
    storage.type = dyn_cast<MemRefType>(memref.getType());
    llvm::copy_if(memref.getUsers(), std::back_inserter(storage.users),
                  [](Operation *user) { return !isOnlyReturned(user); });
  };
  for (Value argument : function.getArguments())
    if (isa<BaseMemRefType>(argument.getType()))
      add(argument);
  function.getFunctionBody().walk(
      [&](memref::GetGlobalOp global) { add(global.getResult()); });
  for (memref::AllocOp alloc :
       function.getFunctionBody().front().getOps<memref::AllocOp>())
    if (isReturnedAllocation(alloc))
      add(alloc);
  for (auto &[key, storage] : storages)
    if (!storage.users.empty() && isUsedByPieces(storage, function))
      for (Operation *user : storage.users)
        pieces.insert(cast<memref::ReinterpretCastOp>(user));
}
