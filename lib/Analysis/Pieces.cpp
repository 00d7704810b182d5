//===- Pieces.cpp - Arguments that are used piece by piece ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

bool memplace::isOutsideRoot(Value root) {
  Operation *op = root.getDefiningOp();
  return !op || getMemoryOpKind(op) == MemoryOpKind::Global ||
         isa<WindowOp>(op) || op->hasAttr(MemPlaceDialect::pieceAttrName);
}

bool memplace::isThereBefore(Value root) {
  auto window = root.getDefiningOp<WindowOp>();
  return isOutsideRoot(root) &&
         (!window || isa<BlockArgument>(window.getSource()));
}

namespace {

/// An argument, or a global by all of its mentions.
struct Storage {
  MemRefType type;
  SmallVector<Operation *> users;
};

/// What a piece has of its storage, elements: of each `period`, from its
/// `rows.begin`-th to its `rows.end`-th, those of `columns`. One run has the
/// period that rows have, where it is all of them or in one.
struct PieceRegion {
  struct Range {
    int64_t begin = 0;
    int64_t end = 0;

    bool meets(Range other) const {
      return begin < other.end && other.begin < end;
    }
    bool operator==(const Range &) const = default;
  };
  Range span; // From its first element to after its last.
  int64_t period = 0;
  Range rows, columns;
  MemRefType planes; // What is more than rows at equal distances.

  bool isOneRun() const { return period == 0 && !planes; }
  bool operator==(const PieceRegion &) const = default;
};

} // namespace

static void *getStorageKey(Value memref) {
  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>())
    return const_cast<void *>(global.getNameAttr().getAsOpaquePointer());
  return memref.getAsOpaquePointer();
}

/// The elements that \p user is a piece of; none if it is no piece.
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
  // Planes of rows, and rows that begin in one period and end in the next, are
  // as good as all that they span.
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

/// \p region by rows of \p period, as far as that says all of it.
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

/// Whether all users of \p storage are pieces without overlap.
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
    llvm::append_range(storage.users, memref.getUsers());
  };
  for (Value argument : function.getArguments())
    if (isa<BaseMemRefType>(argument.getType()))
      add(argument);
  function.getFunctionBody().walk(
      [&](memref::GetGlobalOp global) { add(global.getResult()); });
  for (auto &[key, storage] : storages)
    if (!storage.users.empty() && isUsedByPieces(storage, function))
      for (Operation *user : storage.users)
        pieces.insert(cast<memref::ReinterpretCastOp>(user));
}
