//===- PieceBounds.cpp - Check accesses of cut programs -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices are intervals: a single number if loop indices determine it, bounds
// if data determine it but an op clamps it, otherwise unbounded.
//
//===----------------------------------------------------------------------===//

#include "PieceBounds.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

// Iteration spaces up to this size are checked point by point; larger spaces
// only at their corners.
static constexpr int64_t maxPoints = 4096;

namespace {
struct Interval {
  static constexpr int64_t none = int64_t(1) << 62;
  int64_t min = -none;
  int64_t max = none;

  static Interval at(int64_t value) { return {value, value}; }
  bool isOne() const { return min == max; }
  bool isBounded() const { return min > -none && max < none; }
};

/// Values in the body of a structured op at a single point.
class PointValues {
public:
  explicit PointValues(ArrayRef<int64_t> point) : point(point) {}
  Interval get(Value value);

private:
  Interval compute(Operation *op);
  Interval computeRemainder(Operation *op, bool isSigned);
  Interval choose(arith::SelectOp select);

  ArrayRef<int64_t> point;
  DenseMap<Value, Interval> known;
};
} // namespace

static Interval clamp(int64_t min, int64_t max) {
  return {std::max(min, -Interval::none), std::min(max, Interval::none)};
}

static Interval add(Interval a, Interval b) {
  const bool hasMin = a.min > -Interval::none && b.min > -Interval::none;
  const bool hasMax = a.max < Interval::none && b.max < Interval::none;
  return clamp(hasMin ? a.min + b.min : -Interval::none,
               hasMax ? a.max + b.max : Interval::none);
}

static Interval multiply(Interval a, Interval b) {
  int64_t products[4];
  if (!a.isBounded() || !b.isBounded() ||
      llvm::MulOverflow(a.min, b.min, products[0]) ||
      llvm::MulOverflow(a.min, b.max, products[1]) ||
      llvm::MulOverflow(a.max, b.min, products[2]) ||
      llvm::MulOverflow(a.max, b.max, products[3]))
    return {};
  auto [min, max] = std::minmax_element(products, products + 4);
  return clamp(*min, *max);
}

/// Returns the interval, or an unbounded interval if arithmetic of \p type may
/// have wrapped around.
static Interval fit(Interval interval, Type type) {
  const unsigned width = type.isIndex() ? 62 : type.getIntOrFloatBitWidth();
  const int64_t end = int64_t(1) << (std::min(width, 62u) - 1);
  return interval.min >= -end && interval.max < end ? interval : Interval();
}

Interval PointValues::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  APInt constant;
  Interval result;
  if (matchPattern(value, m_ConstantInt(&constant)))
    result = constant.getSignificantBits() <= 62
                 ? Interval::at(constant.getSExtValue())
                 : Interval();
  else if (Operation *op = value.getDefiningOp();
           op && op->getNumResults() == 1)
    result = compute(op);
  return known[value] = result;
}

Interval PointValues::computeRemainder(Operation *op, bool isSigned) {
  const Interval of = get(op->getOperand(0)), by = get(op->getOperand(1));
  if (!by.isOne() || by.min < 1)
    return {};
  if (of.isOne() && of.min >= 0)
    return Interval::at(of.min % by.min);
  return isSigned && of.min < 0 ? Interval() : Interval{0, by.min - 1};
}

Interval PointValues::choose(arith::SelectOp select) {
  const Interval yes = get(select.getTrueValue());
  const Interval no = get(select.getFalseValue());
  auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (test) {
    const Interval a = get(test.getLhs()), b = get(test.getRhs());
    if (a.isOne() && b.isOne() && a.min >= 0 && b.min >= 0) {
      const APInt left(64, a.min, true), right(64, b.min, true);
      return arith::applyCmpPredicate(test.getPredicate(), left, right) ? yes
                                                                        : no;
    }
  }
  return {std::min(yes.min, no.min), std::max(yes.max, no.max)};
}

Interval PointValues::compute(Operation *op) {
  auto operand = [&](unsigned number) { return get(op->getOperand(number)); };
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return Interval::at(point[index.getDim()]);
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
    return operand(0);
  if (isa<arith::AddIOp>(op))
    return fit(add(operand(0), operand(1)), op->getResult(0).getType());
  if (isa<arith::SubIOp>(op))
    return fit(add(operand(0), {-operand(1).max, -operand(1).min}),
               op->getResult(0).getType());
  if (isa<arith::MulIOp>(op))
    return fit(multiply(operand(0), operand(1)), op->getResult(0).getType());
  if (isa<arith::MinSIOp>(op))
    return {std::min(operand(0).min, operand(1).min),
            std::min(operand(0).max, operand(1).max)};
  if (isa<arith::MaxSIOp>(op))
    return {std::max(operand(0).min, operand(1).min),
            std::max(operand(0).max, operand(1).max)};
  if (isa<arith::RemUIOp>(op))
    return computeRemainder(op, /*isSigned=*/false);
  if (isa<arith::RemSIOp>(op))
    return computeRemainder(op, /*isSigned=*/true);
  if (isa<arith::AndIOp>(op)) {
    const Interval mask = operand(1);
    if (mask.isOne() && mask.min >= 0)
      return operand(0).isOne() ? Interval::at(operand(0).min & mask.min)
                                : Interval{0, mask.min};
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return choose(select);
  return {};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static LogicalResult checkAccess(Operation *access, Value memref,
                                 ValueRange indices, PointValues &values) {
  auto type = cast<MemRefType>(memref.getType());
  for (auto [axis, index] : llvm::enumerate(indices)) {
    const int64_t size = type.getDimSize(axis);
    const Interval at = values.get(index);
    if (ShapedType::isDynamic(size) || !at.isBounded() ||
        (at.min >= 0 && at.max < size))
      continue;
    return access->emitOpError("accesses index ")
           << (at.min < 0 ? at.min : at.max) << " of axis " << axis
           << " of a memref that has " << size << " there";
  }
  return success();
}

/// Calls \p look for points of an iteration space of \p extents.
static LogicalResult
forEachPoint(ArrayRef<int64_t> extents,
             function_ref<LogicalResult(ArrayRef<int64_t>)> look) {
  int64_t count = 1;
  for (int64_t extent : extents)
    count = extent < 1 || llvm::MulOverflow(count, extent, count)
                ? maxPoints + 1
                : count;
  const bool isSmall = count <= maxPoints;
  SmallVector<int64_t> point(extents.size(), 0);
  while (true) {
    if (failed(look(point)))
      return failure();
    size_t dim = 0;
    for (; dim < point.size(); ++dim) {
      const int64_t last = std::max<int64_t>(extents[dim], 1) - 1;
      if (point[dim] < last) {
        point[dim] = isSmall ? point[dim] + 1 : last;
        break;
      }
      point[dim] = 0;
    }
    if (dim == point.size())
      return success();
  }
}

/// Checks accesses that run at each point. A branch in the body may skip other
/// accesses.
static LogicalResult checkBody(linalg::LinalgOp op) {
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::is_contained(extents, 0))
    return success();
  SmallVector<Operation *> accesses;
  for (Operation &inner : *op.getBlock())
    if (isa<memref::LoadOp, memref::StoreOp>(inner))
      accesses.push_back(&inner);
  if (accesses.empty())
    return success();
  return forEachPoint(extents, [&](ArrayRef<int64_t> point) {
    PointValues values(point);
    for (Operation *access : accesses) {
      auto load = dyn_cast<memref::LoadOp>(access);
      auto store = dyn_cast<memref::StoreOp>(access);
      if (failed(load ? checkAccess(access, load.getMemref(), load.getIndices(),
                                    values)
                      : checkAccess(access, store.getMemref(),
                                    store.getIndices(), values)))
        return failure();
    }
    return success();
  });
}

/// Checks that a part at a known position lies in its source.
static LogicalResult checkPart(memref::ReinterpretCastOp part) {
  auto source = dyn_cast<MemRefType>(part.getSource().getType());
  MemRefType type = part.getType();
  SmallVector<int64_t> strides;
  int64_t end = 0;
  if (!source || !source.hasStaticShape() || !source.getLayout().isIdentity() ||
      !type.hasStaticShape() || type.getNumElements() == 0 ||
      failed(type.getStridesAndOffset(strides, end)) ||
      ShapedType::isDynamic(end) ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return success();
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t span = 0;
    if (llvm::MulOverflow(size - 1, stride, span) ||
        llvm::AddOverflow(end, span, end))
      return part.emitOpError("has more elements than fit in 64 bits");
  }
  if (end < source.getNumElements())
    return success();
  return part.emitOpError("ends at element ")
         << end << " of a memref that has " << source.getNumElements();
}

LogicalResult memplace::checkPieceBounds(func::FuncOp function) {
  if (!function->hasAttr(MemPlaceDialect::cutsMadeAttrName))
    return success();
  bool isInside = true;
  function.walk([&](Operation *op) {
    if (auto part = dyn_cast<memref::ReinterpretCastOp>(op))
      isInside &= succeeded(checkPart(part));
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      isInside &= succeeded(checkBody(structured));
  });
  return success(isInside);
}
