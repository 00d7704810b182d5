//===- LinalgTraffic.cpp - Traffic and work of structured ops -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgTraffic.h"

#include "RunTimeAddress.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Returns the extents of the loops, from the static shapes of all operands.
static SmallVector<int64_t> getExtents(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, size] :
         llvm::zip(map.getResults(), op.getShape(&operand))) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && ShapedType::isDynamic(extents[dim.getPosition()]))
        extents[dim.getPosition()] = size;
    }
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// Distinct elements touched by an indexing map
//===----------------------------------------------------------------------===//

namespace {

/// Smallest and largest value of an expression.
struct Interval {
  int64_t min = 0;
  int64_t max = 0;
};

} // namespace

/// Returns the interval of a sum or product of dimensions and constants.
/// \p extents are static and at least 1. None for other expressions and on
/// 64-bit overflow.
static std::optional<Interval> getInterval(AffineExpr expr,
                                           ArrayRef<int64_t> extents) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Interval{0, extents[dim.getPosition()] - 1};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Interval> lhs = getInterval(binary.getLHS(), extents);
  std::optional<Interval> rhs = getInterval(binary.getRHS(), extents);
  if (!lhs || !rhs)
    return std::nullopt;

  Interval result;
  if (expr.getKind() == AffineExprKind::Add) {
    if (llvm::AddOverflow(lhs->min, rhs->min, result.min) ||
        llvm::AddOverflow(lhs->max, rhs->max, result.max))
      return std::nullopt;
    return result;
  }
  if (expr.getKind() != AffineExprKind::Mul || rhs->min != rhs->max)
    return std::nullopt;
  if (llvm::MulOverflow(lhs->min, rhs->min, result.min) ||
      llvm::MulOverflow(lhs->max, rhs->min, result.max))
    return std::nullopt;
  if (rhs->min < 0)
    std::swap(result.min, result.max);
  return result;
}

/// Returns the product of the extents of the dimensions in \p dims; none if any
/// extent is dynamic.
static std::optional<int64_t> countPoints(const llvm::SmallBitVector &dims,
                                          ArrayRef<int64_t> extents) {
  int64_t points = 1;
  for (unsigned dim : dims.set_bits()) {
    if (ShapedType::isDynamic(extents[dim]))
      return std::nullopt;
    points = multiplyCounts(points, extents[dim]);
  }
  return points;
}

static llvm::SmallBitVector getDims(AffineExpr expr, unsigned numDims) {
  llvm::SmallBitVector dims(numDims);
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner))
      dims.set(dim.getPosition());
  });
  return dims;
}

/// Returns the smaller of two counts; an unknown count is ignored.
static std::optional<int64_t> minCount(std::optional<int64_t> a,
                                       std::optional<int64_t> b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

/// Returns the number of values of \p expr over the iteration space, at most
/// \p size, the size of the operand's dimension.
static std::optional<int64_t> countValues(AffineExpr expr, int64_t size,
                                          ArrayRef<int64_t> extents) {
  llvm::SmallBitVector dims = getDims(expr, extents.size());
  std::optional<int64_t> count = countPoints(dims, extents);
  if (!ShapedType::isDynamic(size))
    count = minCount(count, size);
  if (llvm::none_of(dims.set_bits(), [&](unsigned dim) {
        return ShapedType::isDynamic(extents[dim]) || extents[dim] == 0;
      }))
    if (std::optional<Interval> interval = getInterval(expr, extents);
        interval && interval->max - interval->min < maxCount)
      count = minCount(count, interval->max - interval->min + 1);
  return count;
}

/// Returns an upper bound on the number of elements of a memref of \p shape
/// touched by \p map over the iteration space. Exact for projected permutations
/// and windows.
static std::optional<int64_t> countElements(AffineMap map,
                                            ArrayRef<int64_t> shape,
                                            ArrayRef<int64_t> extents) {
  llvm::SmallBitVector dims(extents.size());
  std::optional<int64_t> elements = 1;
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    dims |= getDims(expr, extents.size());
    std::optional<int64_t> values = countValues(expr, size, extents);
    elements = elements && values
                   ? std::optional(multiplyCounts(*elements, *values))
                   : std::nullopt;
  }
  // A diagonal has as many elements as points, not their square.
  return minCount(elements, countPoints(dims, extents));
}

/// Returns true if \p map, of an output of \p shape, touches each element of
/// the output. Each subscript must then be a different loop index, which covers
/// its whole dimension by linalg's rules.
static bool touchesAll(AffineMap map, ArrayRef<int64_t> shape) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      if (seen.test(dim.getPosition()))
        return false;
      seen.set(dim.getPosition());
    } else if (size != 1 || !isa<AffineConstantExpr>(expr)) {
      return false;
    }
  }
  return true;
}

/// Returns true if a loop absent from \p map, the map of an output, may run
/// zero times, in which case nothing is written.
static bool mayBeSkipped(AffineMap map, ArrayRef<int64_t> extents) {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if ((ShapedType::isDynamic(extent) || extent == 0) &&
        !map.isFunctionOfDim(dim))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Accesses of the payload
//===----------------------------------------------------------------------===//

namespace {

/// Loops of a structured op that affect a value in its payload.
struct Dependence {
  llvm::SmallBitVector dims;
  /// The value also depends on memory contents, not only on loop indices.
  bool isOnData = false;
};

} // namespace

namespace {

/// Dependences of the values in the payload; other values depend on nothing.
class PayloadDependences {
public:
  explicit PayloadDependences(linalg::LinalgOp op);

  Dependence lookup(Value value) const {
    auto it = dependences.find(value);
    return it == dependences.end() ? Dependence{none} : it->second;
  }

private:
  void add(Operation *inner);

  llvm::SmallBitVector none;
  llvm::DenseMap<Value, Dependence> dependences;
};

} // namespace

PayloadDependences::PayloadDependences(linalg::LinalgOp op)
    : none(op.getNumLoops()) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [arg, map] : llvm::zip(op.getBlock()->getArguments(), maps)) {
    Dependence &dependence = dependences[arg] = {none, /*isOnData=*/true};
    for (AffineExpr expr : map.getResults())
      dependence.dims |= getDims(expr, op.getNumLoops());
  }
  op->getRegion(0).walk<WalkOrder::PreOrder>(
      [&](Operation *inner) { add(inner); });
}

void PayloadDependences::add(Operation *inner) {
  Dependence all{none, /*isOnData=*/true};
  all.dims.set();
  for (Region &region : inner->getRegions())
    for (Block &block : region)
      for (BlockArgument arg : block.getArguments())
        dependences[arg] = all;

  Dependence ofResults{none};
  if (inner->getNumRegions() != 0) {
    ofResults = all;
  } else if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    ofResults.dims.set(index.getDim());
  } else {
    ofResults.isOnData = !isMemoryEffectFree(inner);
    for (Value operand : inner->getOperands()) {
      Dependence ofOperand = lookup(operand);
      ofResults.dims |= ofOperand.dims;
      ofResults.isOnData |= ofOperand.isOnData;
    }
  }
  for (Value result : inner->getResults())
    dependences[result] = ofResults;
}

/// Returns the traffic of \p access, an access of a single payload execution,
/// over the whole iteration space.
static MemoryAccess overIterationSpace(const MemoryAccess &access,
                                       linalg::LinalgOp op,
                                       const PayloadDependences &dependences,
                                       ArrayRef<int64_t> extents) {
  Dependence dependence{llvm::SmallBitVector(op.getNumLoops(), true), true};
  if (access.isIndexed) {
    dependence = dependences.lookup(access.memref);
    dependence.isOnData = false;
    for (Value value : access.addressValues) {
      Dependence inner = dependences.lookup(value);
      dependence.dims |= inner.dims;
      dependence.isOnData |= inner.isOnData;
    }
  }
  std::optional<int64_t> points = countPoints(dependence.dims, extents);
  std::optional<int64_t> bytes;
  if (access.bytes && points)
    bytes = multiplyCounts(*access.bytes, *points);
  if (!dependence.isOnData)
    bytes = minCount(bytes, getTrafficInBytes(access.memref.getType(), op));
  AccessMode mode =
      access.mode == AccessMode::Read ? AccessMode::Read : AccessMode::Update;
  MemoryAccess result{access.memref, mode, bytes};
  result.isAtRunTimeAddress = isAtRunTimeAddress(access);
  return result;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns the access of \p op to the memref operand \p operand; none if the
/// operand only provides a shape.
static std::optional<MemoryAccess> getOperandAccess(linalg::LinalgOp op,
                                                    OpOperand &operand,
                                                    ArrayRef<int64_t> extents) {
  auto type = cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  bool isRead = op.payloadUsesValueFromOperand(&operand);
  bool isWritten = op.isDpsInit(&operand);
  if (!isRead && !isWritten)
    return std::nullopt;

  MemoryAccess access{operand.get()};
  if (isWritten)
    access.mode = !isRead && touchesAll(map, type.getShape()) &&
                          !mayBeSkipped(map, extents)
                      ? AccessMode::Write
                      : AccessMode::Update;
  std::optional<int64_t> elements =
      countElements(map, type.getShape(), extents);
  std::optional<int64_t> elementBytes =
      getElementBytes(type.getElementType(), DataLayout::closest(op));
  if (llvm::is_contained(extents, 0))
    access.bytes = 0;
  else if (elements && elementBytes)
    access.bytes = multiplyCounts(*elements, *elementBytes);
  return access;
}

void memplace::appendStructuredAccesses(
    linalg::LinalgOp op, SmallVectorImpl<MemoryAccess> &accesses) {
  SmallVector<int64_t> extents = getExtents(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      if (std::optional<MemoryAccess> access =
              getOperandAccess(op, operand, extents))
        accesses.push_back(*access);

  PayloadDependences dependences(op);
  op->getRegion(0).walk([&](Operation *inner) {
    for (const MemoryAccess &access : getMemoryAccesses(inner))
      accesses.push_back(overIterationSpace(access, op, dependences, extents));
  });
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Returns \p value before its widening conversions.
static Value skipWidening(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::SIToFPOp,
             arith::UIToFPOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

static bool isMultiplication(Operation *op) {
  return isa_and_nonnull<arith::MulFOp, arith::MulIOp, complex::MulOp,
                         math::FmaOp>(op);
}

/// Returns the element type that selects the rate for the arithmetic op \p op
/// of type \p own.
static Type getRateType(Operation *op, Type own) {
  if (isa<arith::AddFOp, arith::AddIOp, complex::AddOp>(op))
    for (Value operand : op->getOperands())
      if (isMultiplication(operand.getDefiningOp()))
        op = operand.getDefiningOp();
  if (!isMultiplication(op))
    return own;
  Type widest = own;
  for (unsigned i : {0, 1}) {
    Type type = getElementTypeOrSelf(skipWidening(op->getOperand(i)).getType());
    if (auto complex = dyn_cast<ComplexType>(type))
      type = complex.getElementType();
    if (i == 0 ||
        (type.isIntOrFloat() && widest.isIntOrFloat() &&
         type.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth()))
      widest = type;
  }
  return widest;
}

ComputeWork memplace::getStructuredWork(linalg::LinalgOp op) {
  llvm::MapVector<Type, int64_t> flopsByType;
  int64_t flops = 0;
  op->getRegion(0).walk([&](Operation *inner) {
    ComputeWork work = getComputeWork(inner);
    if (work.flops == 0)
      return;
    flops = addCounts(flops, work.flops);
    int64_t &ofType = flopsByType[getRateType(inner, work.elementType)];
    ofType = addCounts(ofType, work.flops);
  });
  if (flops == 0)
    return {};
  for (int64_t extent : getExtents(op))
    if (!ShapedType::isDynamic(extent))
      flops = multiplyCounts(flops, extent);
  auto most = llvm::max_element(flopsByType, [](const auto &a, const auto &b) {
    return a.second < b.second;
  });
  return {flops, most->first};
}
