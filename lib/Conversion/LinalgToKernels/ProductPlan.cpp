//===- ProductPlan.cpp - Contractions as calls of gemm --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPlan.h"

using namespace mlir;
using namespace memplace;

/// A call costs about as much as a few hundred multiplications in a loop.
static constexpr int64_t minMultiplicationsPerCall = 256;
/// Optional packing pays off if each element is read at least this often.
static constexpr int64_t minReadsToPack = 8;

using Strides =
    SmallVector<int64_t>; // By loop, elements; 0: does not depend on the loop.

static bool isKnown(int64_t number) { return !ShapedType::isDynamic(number); }

/// Adds \p factor times \p expression to \p coefficients.
static LogicalResult addCoefficients(AffineExpr expression, int64_t factor,
                                     SmallVectorImpl<int64_t> &coefficients) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    coefficients[dim.getPosition()] += factor;
    return success();
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return success(constant.getValue() == 0);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary)
    return failure();
  if (binary.getKind() == AffineExprKind::Add)
    return success(
        succeeded(addCoefficients(binary.getLHS(), factor, coefficients)) &&
        succeeded(addCoefficients(binary.getRHS(), factor, coefficients)));
  auto multiple = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !multiple)
    return failure();
  return addCoefficients(binary.getLHS(), factor * multiple.getValue(),
                         coefficients);
}

FailureOr<SmallVector<int64_t>> memplace::getCoefficients(AffineExpr expression,
                                                          unsigned numDims) {
  SmallVector<int64_t> coefficients(numDims);
  if (failed(addCoefficients(expression, 1, coefficients)))
    return failure();
  return coefficients;
}

/// Returns the strides of an operand in memory, or in the dense copy of a
/// narrow output. None if a subscript is not a sum of loops.
static std::optional<Strides> getStrides(const Contraction &contraction,
                                         unsigned operand) {
  auto type = cast<MemRefType>(contraction.op->getOperand(operand).getType());
  if (operand + 1 == contraction.maps.size() && isNarrow(type.getElementType()))
    type = MemRefType::get(type.getShape(), type.getElementType());
  auto [ofMemref, offset] = type.getStridesAndOffset();
  AffineMap map = contraction.maps[operand];
  Strides strides(map.getNumDims());
  for (auto [result, stride] : llvm::zip_equal(map.getResults(), ofMemref)) {
    FailureOr<SmallVector<int64_t>> coefficients =
        getCoefficients(result, map.getNumDims());
    if (failed(coefficients))
      return std::nullopt;
    for (auto [total, coefficient] : llvm::zip_equal(strides, *coefficients)) {
      if (coefficient == 0)
        continue;
      bool isSum = isKnown(total) && isKnown(stride);
      total = isSum ? total + coefficient * stride : ShapedType::kDynamic;
    }
  }
  return strides;
}

/// Returns the strides of a dense array over the loops in \p order.
static Strides getPackedStrides(ArrayRef<unsigned> order,
                                ArrayRef<int64_t> sizes) {
  Strides strides(sizes.size());
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(order)) {
    strides[dim] = stride;
    bool isProduct = isKnown(stride) && isKnown(sizes[dim]);
    stride = isProduct ? stride * sizes[dim] : ShapedType::kDynamic;
  }
  return strides;
}

/// Returns the product of the sizes of the loops; none if a size is unknown.
static std::optional<int64_t> countTrips(const Contraction &contraction,
                                         ArrayRef<unsigned> dims) {
  int64_t count = 1;
  for (unsigned dim : dims) {
    if (!isKnown(contraction.sizes[dim]))
      return std::nullopt;
    count *= contraction.sizes[dim];
  }
  return count;
}

/// Sorts by decreasing stride, so that adjacent loops can be joined. Keeps the
/// order if a stride is unknown.
static SmallVector<unsigned> sortByStride(SmallVector<unsigned> dims,
                                          const Strides &strides) {
  if (llvm::all_of(dims, [&](unsigned dim) { return isKnown(strides[dim]); }))
    llvm::sort(dims, [&](unsigned a, unsigned b) {
      return std::pair(-strides[a], a) < std::pair(-strides[b], b);
    });
  return dims;
}

/// Joins adjacent loops with even steps in all \p places.
static SmallVector<Axis> joinLoops(ArrayRef<unsigned> dims,
                                   ArrayRef<int64_t> sizes,
                                   ArrayRef<Strides> places) {
  SmallVector<Axis> axes;
  for (unsigned dim : dims) {
    bool isEven = !axes.empty() && isKnown(sizes[dim]) &&
                  llvm::all_of(places, [&](const Strides &strides) {
                    int64_t outer = strides[axes.back().back()];
                    return isKnown(outer) && isKnown(strides[dim]) &&
                           outer == strides[dim] * sizes[dim];
                  });
    if (!isEven)
      axes.emplace_back();
    axes.back().push_back(dim);
  }
  return axes;
}

namespace {

/// State of the planning.
class ProductPlanner {
public:
  explicit ProductPlanner(const Contraction &contraction)
      : contraction(contraction),
        output(*getStrides(contraction, contraction.maps.size() - 1)) {}

  FailureOr<ProductPlan> plan();

private:
  bool mustPack(const Factor &factor, DimRole ownRole) const;
  bool isWorthPacking(const Factor &factor, DimRole otherRole) const;
  ProductPlan makePlan(bool packsLeft, bool packsRight) const;
  SmallVector<unsigned> getOrder(const Factor &factor, DimRole ownRole,
                                 ArrayRef<unsigned> sums) const;
  Axis takeLongest(SmallVector<Axis> axes, ProductPlan &plan) const;
  bool isWorthCalling(const ProductPlan &plan) const;

  const Contraction &contraction;
  Strides output;
};

} // namespace

/// Returns true if the kernel cannot read the factor in place: the factor is
/// computed, its subscripts are sums of loops, or no loop of the matrix has
/// stride 1.
bool ProductPlanner::mustPack(const Factor &factor, DimRole ownRole) const {
  if (!factor.isInput())
    return true;
  AffineMap map = contraction.maps[factor.inputs[0]];
  bool hasSums = llvm::any_of(map.getResults(), [&](AffineExpr result) {
    unsigned numDims = 0;
    for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
      numDims += result.isFunctionOfDim(dim);
    return numDims > 1;
  });
  std::optional<Strides> strides = getStrides(contraction, factor.inputs[0]);
  if (hasSums || !strides)
    return true;
  return llvm::none_of(factor.dims.set_bits(), [&](unsigned dim) {
    bool isInMatrix = contraction.roles[dim] == ownRole ||
                      contraction.roles[dim] == DimRole::Sum;
    return isInMatrix && (!isKnown((*strides)[dim]) || (*strides)[dim] == 1);
  });
}

/// Returns true if packing pays off. Loops over bf16 and f16 convert by integer
/// arithmetic and round each sum, so packing pays off even for a single read.
bool ProductPlanner::isWorthPacking(const Factor &factor,
                                    DimRole otherRole) const {
  auto isOfNarrow = [&](unsigned input) {
    return isNarrow(
        getElementTypeOrSelf(contraction.op->getOperand(input).getType()));
  };
  if (llvm::any_of(factor.inputs, isOfNarrow))
    return true;
  std::optional<int64_t> reads =
      countTrips(contraction, contraction.getDims(otherRole));
  return reads && *reads >= minReadsToPack;
}

/// Returns the order of the loops in a packed factor. The innermost loop reads
/// the source sequentially.
SmallVector<unsigned> ProductPlanner::getOrder(const Factor &factor,
                                               DimRole ownRole,
                                               ArrayRef<unsigned> sums) const {
  SmallVector<unsigned> order = contraction.getDims(DimRole::Batch);
  SmallVector<unsigned> own =
      sortByStride(contraction.getDims(ownRole), output);
  auto hasRole = [&](AffineExpr index, DimRole role) {
    return llvm::any_of(contraction.getDims(role), [&](unsigned dim) {
      return index.isFunctionOfDim(dim);
    });
  };
  // The input with most dimensions takes longest to read.
  unsigned longest = *llvm::max_element(factor.inputs, [&](auto a, auto b) {
    return contraction.maps[a].getNumResults() <
           contraction.maps[b].getNumResults();
  });
  AffineMap map = contraction.maps[longest];
  bool isSumLast =
      map.getNumResults() == 0 || !hasRole(map.getResults().back(), ownRole);
  llvm::append_range(order, isSumLast ? ArrayRef<unsigned>(own) : sums);
  llvm::append_range(order, isSumLast ? sums : ArrayRef<unsigned>(own));
  return order;
}

/// Removes and returns the axis with most steps; the remaining axes become
/// loops.
Axis ProductPlanner::takeLongest(SmallVector<Axis> axes,
                                 ProductPlan &plan) const {
  if (axes.empty())
    return {};
  auto *longest = llvm::max_element(axes, [&](const Axis &a, const Axis &b) {
    return countTrips(contraction, a).value_or(INT64_MAX) <
           countTrips(contraction, b).value_or(INT64_MAX);
  });
  Axis axis = *longest;
  axes.erase(longest);
  llvm::append_range(plan.loops, axes);
  return axis;
}

ProductPlan ProductPlanner::makePlan(bool packsLeft, bool packsRight) const {
  const Factor &left = contraction.left, &right = contraction.right;
  ArrayRef<int64_t> sizes = contraction.sizes;
  ProductPlan plan;
  plan.left.isPacked = packsLeft;
  plan.right.isPacked = packsRight;
  SmallVector<unsigned> sums = contraction.getDims(DimRole::Sum);
  // A factor read in place determines the best order of the sum.
  if (!packsRight)
    sums = sortByStride(sums, *getStrides(contraction, right.inputs[0]));
  else if (!packsLeft)
    sums = sortByStride(sums, *getStrides(contraction, left.inputs[0]));
  plan.left.order = getOrder(left, DimRole::Row, sums);
  plan.right.order = getOrder(right, DimRole::Column, sums);
  Strides ofLeft = packsLeft ? getPackedStrides(plan.left.order, sizes)
                             : *getStrides(contraction, left.inputs[0]);
  Strides ofRight = packsRight ? getPackedStrides(plan.right.order, sizes)
                               : *getStrides(contraction, right.inputs[0]);

  for (unsigned dim : contraction.getDims(DimRole::Batch))
    plan.loops.push_back({dim});
  auto join = [&](DimRole role, const Strides &a, const Strides &b) {
    SmallVector<unsigned> dims = contraction.getDims(role);
    return joinLoops(sortByStride(dims, b), sizes, {a, b});
  };
  plan.rows = takeLongest(join(DimRole::Row, ofLeft, output), plan);
  plan.columns = takeLongest(join(DimRole::Column, ofRight, output), plan);
  plan.sums = takeLongest(joinLoops(sums, sizes, {ofLeft, ofRight}), plan);
  return plan;
}

/// Returns true if each call has enough work, or if there is only one call.
bool ProductPlanner::isWorthCalling(const ProductPlan &plan) const {
  if (plan.loops.empty())
    return true;
  int64_t multiplications = 1;
  for (const Axis &axis : {plan.rows, plan.columns, plan.sums})
    multiplications *= countTrips(contraction, axis).value_or(1 << 10);
  return multiplications >= minMultiplicationsPerCall;
}

FailureOr<ProductPlan> ProductPlanner::plan() {
  if (contraction.getDims(DimRole::Sum).empty())
    return failure();
  bool packsLeft = mustPack(contraction.left, DimRole::Row);
  bool packsRight = mustPack(contraction.right, DimRole::Column);
  bool mayPackLeft = isWorthPacking(contraction.left, DimRole::Column);
  bool mayPackRight = isWorthPacking(contraction.right, DimRole::Row);
  if ((packsLeft && !mayPackLeft) || (packsRight && !mayPackRight))
    return failure();

  ProductPlan best = makePlan(packsLeft, packsRight);
  auto tryPacking = [&](bool left, bool right) {
    ProductPlan other = makePlan(left, right);
    if (other.loops.size() < best.loops.size())
      best = std::move(other);
  };
  if (!packsLeft && mayPackLeft)
    tryPacking(true, packsRight);
  if (!packsRight && mayPackRight)
    tryPacking(best.left.isPacked, true);
  if (!isWorthCalling(best))
    return failure();
  return best;
}

FailureOr<ProductPlan> memplace::planProduct(const Contraction &contraction) {
  return ProductPlanner(contraction).plan();
}
