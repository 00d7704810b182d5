//===- MapCuts.cpp - Cuts by affine maps ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapCuts.h"

#include "StatedAccess.h"

using namespace mlir;
using namespace memplace;

namespace {

/// The value `step * loop + rest`, with rest in `[min, max]`.
struct Window {
  int64_t step = 0; // 0: the expression does not depend on the loop.
  int64_t min = 0;
  int64_t max = 0;
};

} // namespace

/// Returns \p expr as a window of \p loop. None if it is not a sum of loops and
/// constants, each times constants.
static std::optional<Window> getWindow(AffineExpr expr, unsigned loop,
                                       ArrayRef<int64_t> extents) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Window{0, constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() == loop)
      return Window{1, 0, 0};
    const int64_t extent = extents[dim.getPosition()];
    if (ShapedType::isDynamic(extent) || extent < 1)
      return std::nullopt;
    return Window{0, 0, extent - 1};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Window> lhs = getWindow(binary.getLHS(), loop, extents);
  std::optional<Window> rhs = getWindow(binary.getRHS(), loop, extents);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return Window{lhs->step + rhs->step, lhs->min + rhs->min,
                  lhs->max + rhs->max};
  const int64_t factor = rhs->min;
  if (expr.getKind() != AffineExprKind::Mul || rhs->step != 0 ||
      rhs->min != rhs->max || factor < 0)
    return std::nullopt;
  return Window{lhs->step * factor, lhs->min * factor, lhs->max * factor};
}

/// Returns the part of an operand touched by an index of \p loop; its map is a
/// function of the loop. None unless a piece's part of the operand begins at a
/// multiple of the loop index.
static std::optional<MemoryCutAccess> getCutAccess(const MappedOperand &mapped,
                                                   unsigned loop,
                                                   ArrayRef<int64_t> extents) {
  std::optional<MemoryCutAccess> found;
  for (auto [axis, expr] : llvm::enumerate(mapped.map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    std::optional<Window> window = getWindow(expr, loop, extents);
    // Two axes depend on the loop, e.g. a diagonal.
    if (found || !window || window->step < 1 || window->min < 0)
      return std::nullopt;
    found = MemoryCutAccess{mapped.operand->get(),
                            static_cast<unsigned>(axis),
                            window->step,
                            /*first=*/0,
                            window->max + 1,
                            mapped.operand->getOperandNumber()};
  }
  return found;
}

std::optional<MemoryCut> memplace::getCutAlong(unsigned loop,
                                               ArrayRef<MappedOperand> operands,
                                               ArrayRef<int64_t> extents) {
  MemoryCut cut{extents[loop], {}, static_cast<int64_t>(loop)};
  for (const MappedOperand &mapped : operands) {
    if (!mapped.map.isFunctionOfDim(loop))
      continue;
    std::optional<MemoryCutAccess> access = getCutAccess(mapped, loop, extents);
    if (!access)
      return std::nullopt;
    cut.accesses.push_back(*access);
  }
  return cut;
}

/// Returns the only dimension of \p expr without an extent; none if there are
/// several or no such dimensions.
static std::optional<unsigned> getUnknownDim(AffineExpr expr,
                                             ArrayRef<int64_t> extents) {
  std::optional<unsigned> unknown;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (!expr.isFunctionOfDim(dim) || !ShapedType::isDynamic(extent))
      continue;
    if (unknown)
      return std::nullopt;
    unknown = dim;
  }
  return unknown;
}

/// Returns the number of indices of each dimension: the size of an axis with
/// this dimension as its subscript. A dimension that only windows have, such as
/// k in `2 * i + k`, has as many indices as the other dimensions leave.
static SmallVector<int64_t> getExtents(ArrayRef<MappedOperand> operands) {
  SmallVector<int64_t> extents(operands.front().map.getNumDims(),
                               ShapedType::kDynamic);
  const auto forEachAxis = [&](auto action) {
    for (const MappedOperand &mapped : operands) {
      auto type = cast<ShapedType>(mapped.operand->get().getType());
      for (auto [axis, expr] : llvm::enumerate(mapped.map.getResults()))
        if (!type.isDynamicDim(axis))
          action(expr, type.getDimSize(axis));
    }
  };
  forEachAxis([&](AffineExpr expr, int64_t size) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      extents[dim.getPosition()] = size;
  });
  forEachAxis([&](AffineExpr expr, int64_t size) {
    const std::optional<unsigned> unknown = getUnknownDim(expr, extents);
    if (!unknown)
      return;
    const std::optional<Window> window = getWindow(expr, *unknown, extents);
    if (window && window->step == 1 && window->min == 0 && window->max < size)
      extents[*unknown] = size - window->max;
  });
  return extents;
}

namespace {
/// The access to an operand, and the map to its axes.
struct MappedAccess {
  StatedAccess access;
  AffineMap map;
};
} // namespace

/// Sets `isSum` and `isRounded` of \p cut. Returns false if an operand is
/// written by several pieces that do not add to it.
static bool findSums(ArrayRef<MappedAccess> written, unsigned loop,
                     MemoryCut &cut) {
  for (const MappedAccess &mapped : written) {
    const AffineExpr dim = getAffineDimExpr(loop, mapped.map.getContext());
    if (llvm::is_contained(mapped.map.getResults(), dim))
      continue;
    if (mapped.access.access.getAccess() != OperandAccess::Sum ||
        mapped.map.isFunctionOfDim(loop))
      return false;
    auto type = cast<ShapedType>(mapped.access.operand->get().getType());
    cut.isSum = true;
    cut.isRounded |= !type.getElementType().isIntOrIndex();
  }
  return true;
}

void memplace::appendMappedCuts(Operation *op, ArrayAttr maps,
                                SmallVectorImpl<MemoryCut> &cuts) {
  const auto stated = getStatedAccesses(op);
  if (!stated || stated->size() != maps.size() || maps.empty())
    return;
  SmallVector<MappedOperand> operands;
  SmallVector<MappedAccess> written;
  for (auto [access, map] :
       llvm::zip_equal(*stated, maps.getAsValueRange<AffineMapAttr>())) {
    operands.push_back({access.operand, map});
    if (access.writes())
      written.push_back({access, map});
  }
  const SmallVector<int64_t> extents = getExtents(operands);
  SmallVector<MemoryCut> sums; // Last, as of ops of linalg.
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    if (ShapedType::isDynamic(extent) || extent < 2 || written.empty())
      continue;
    std::optional<MemoryCut> cut = getCutAlong(loop, operands, extents);
    if (cut && findSums(written, loop, *cut))
      (cut->isSum ? sums : cuts).push_back(std::move(*cut));
  }
  llvm::append_range(cuts, sums);
}
