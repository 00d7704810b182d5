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

/// Elements, half-open.
struct Run {
  int64_t begin = 0;
  int64_t end = 0;

  bool operator<(const Run &other) const {
    return std::pair(begin, end) < std::pair(other.begin, other.end);
  }
};

} // namespace

static void *getStorageKey(Value memref) {
  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>())
    return const_cast<void *>(global.getNameAttr().getAsOpaquePointer());
  return memref.getAsOpaquePointer();
}

/// The elements that \p user is a piece of; none if it is no piece.
static std::optional<Run> getRun(Operation *user, FunctionOpInterface function,
                                 MemRefType storage) {
  auto cast = dyn_cast<memref::ReinterpretCastOp>(user);
  if (!cast || !cast->hasAttr(MemPlaceDialect::pieceAttrName) ||
      cast->getBlock() != &function.getFunctionBody().front())
    return std::nullopt;
  auto type = cast.getType();
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) || offset < 0 ||
      offset + type.getNumElements() > storage.getNumElements())
    return std::nullopt;
  int64_t inner = 1;
  for (auto [stride, size] :
       llvm::reverse(llvm::zip_equal(strides, type.getShape()))) {
    if (stride != inner)
      return std::nullopt;
    inner *= size;
  }
  return Run{offset, offset + inner};
}

/// Whether all users of \p storage are pieces without overlap.
static bool isUsedByPieces(const Storage &storage,
                           FunctionOpInterface function) {
  if (!storage.type || !storage.type.hasStaticShape() ||
      !storage.type.getLayout().isIdentity())
    return false;
  SmallVector<Run> runs;
  for (Operation *user : storage.users) {
    std::optional<Run> run = getRun(user, function, storage.type);
    if (!run)
      return false;
    runs.push_back(*run);
  }
  llvm::sort(runs);
  for (size_t i = 1; i < runs.size(); ++i) {
    const bool isSame = !(runs[i - 1] < runs[i]);
    if (!isSame && runs[i].begin < runs[i - 1].end)
      return false;
  }
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
