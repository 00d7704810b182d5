//===- SplitConditions.cpp - Split ops where conditions change ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitConditions.h"

#include "OpsToTile.h"
#include "PieceOps.h"
#include "SliceArguments.h"
#include "TileableOps.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace memplace;

/// Largest number of ops made of one op.
static constexpr int64_t mostParts = 32;

//===----------------------------------------------------------------------===//
// Indices and conditions of a body
//===----------------------------------------------------------------------===//

namespace {
/// An index in a body: `offset` plus the sum of each loop's index times its
/// factor. Either no factor is negative, or the only factor other than 0 is -1.
struct BodyIndex {
  SmallVector<int64_t> factors; // By loop.
  int64_t offset = 0;

  bool isConstant() const {
    return llvm::all_of(factors, [](int64_t factor) { return factor == 0; });
  }
  bool isBackward() const { return llvm::is_contained(factors, -1); }
  /// Returns the loop if the index is the loop's plus `offset`.
  std::optional<unsigned> getLoop() const {
    auto it = llvm::find(factors, 1);
    if (it == factors.end() ||
        llvm::count(factors, 0) + 1 != static_cast<int64_t>(factors.size()))
      return std::nullopt;
    return it - factors.begin();
  }
  /// Returns the number of elements from the first to the last in all trips.
  int64_t getSize(ArrayRef<int64_t> extents) const {
    int64_t size = 1;
    for (auto [factor, extent] : llvm::zip_equal(factors, extents))
      size += std::abs(factor) * (extent - 1);
    return size;
  }
};

/// A comparison whose result changes once along `loop`: the result is
/// `isTrueBelow` for indices less than `index`, and the opposite from `index`
/// on.
struct Boundary {
  arith::CmpIOp comparison;
  unsigned loop = 0;
  int64_t index = 0;
  bool isTrueBelow = true;
};
} // namespace

/// Returns \p value as an expression of the loops' indices; null if it is none.
static AffineExpr getExpr(Value value) {
  MLIRContext *context = value.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  Operation *op = value.getDefiningOp();
  if (auto index = dyn_cast_or_null<linalg::IndexOp>(op))
    return getAffineDimExpr(static_cast<unsigned>(index.getDim()), context);
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       affine::AffineApplyOp>(op))
    return {};
  SmallVector<AffineExpr> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(getExpr(operand));
    if (!operands.back())
      return {};
  }
  if (isa<arith::AddIOp>(op))
    return operands[0] + operands[1];
  if (isa<arith::SubIOp>(op))
    return operands[0] - operands[1];
  if (isa<arith::MulIOp>(op))
    return operands[0].isSymbolicOrConstant() ||
                   operands[1].isSymbolicOrConstant()
               ? operands[0] * operands[1]
               : AffineExpr();
  const AffineMap map = cast<affine::AffineApplyOp>(op).getAffineMap();
  ArrayRef<AffineExpr> all(operands);
  return map.getResult(0).replaceDimsAndSymbols(
      all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
}

static std::optional<BodyIndex> getBodyIndex(Value value, unsigned numLoops) {
  AffineExpr expr = getExpr(value);
  SmallVector<int64_t> flat; // The factors and the offset.
  if (!expr || failed(getFlattenedAffineExpr(expr, numLoops, 0, &flat)) ||
      flat.size() != numLoops + 1)
    return std::nullopt;
  BodyIndex index;
  index.offset = flat.pop_back_val();
  index.factors = std::move(flat);
  const auto numUsed =
      llvm::count_if(index.factors, [](int64_t factor) { return factor != 0; });
  const bool hasNegative =
      llvm::any_of(index.factors, [](int64_t factor) { return factor < 0; });
  if (hasNegative && (numUsed > 1 || !index.isBackward()))
    return std::nullopt;
  return index;
}

static std::optional<Boundary> getBoundary(arith::CmpIOp comparison) {
  using Predicate = arith::CmpIPredicate;
  const unsigned numLoops =
      comparison->getParentOfType<linalg::LinalgOp>().getNumLoops();
  const std::optional<BodyIndex> bodyIndex =
      getBodyIndex(comparison.getLhs(), numLoops);
  const std::optional<int64_t> bound = getConstantIntValue(comparison.getRhs());
  if (!bodyIndex || !bodyIndex->getLoop() || !bound)
    return std::nullopt;
  const Predicate predicate = comparison.getPredicate();
  const bool isSigned =
      predicate == Predicate::slt || predicate == Predicate::sle ||
      predicate == Predicate::sgt || predicate == Predicate::sge;
  // A negative index is large if read without a sign.
  if (predicate == Predicate::eq || predicate == Predicate::ne ||
      (!isSigned && (bodyIndex->offset < 0 || *bound < 0)))
    return std::nullopt;
  const bool changesAfterBound =
      predicate == Predicate::sle || predicate == Predicate::ule ||
      predicate == Predicate::sgt || predicate == Predicate::ugt;
  const bool isTrueBelow =
      predicate == Predicate::slt || predicate == Predicate::sle ||
      predicate == Predicate::ult || predicate == Predicate::ule;
  return Boundary{comparison, *bodyIndex->getLoop(),
                  *bound - bodyIndex->offset + (changesAfterBound ? 1 : 0),
                  isTrueBelow};
}

static SmallVector<Boundary> findBoundaries(linalg::GenericOp op) {
  SmallVector<Boundary> boundaries;
  op->walk([&](arith::CmpIOp comparison) {
    if (std::optional<Boundary> boundary = getBoundary(comparison))
      boundaries.push_back(*boundary);
  });
  return boundaries;
}

/// Returns true if \p condition is a constant in each part of an op that is
/// split at all boundaries.
static bool isKnown(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(op))
    return getBoundary(comparison).has_value();
  return isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op) &&
         llvm::all_of(op->getOperands(), isKnown);
}

//===----------------------------------------------------------------------===//
// Ops to split
//===----------------------------------------------------------------------===//

/// Returns true if each index of \p load is a `BodyIndex`, and no loop of \p op
/// occurs in two of the indices. The loaded memref must have a static shape and
/// be defined outside of \p op.
static bool isAtBodyIndices(memref::LoadOp load, linalg::GenericOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Value index : load.getIndices()) {
    const std::optional<BodyIndex> bodyIndex =
        getBodyIndex(index, op.getNumLoops());
    if (!bodyIndex)
      return false;
    for (auto [loop, factor] : llvm::enumerate(bodyIndex->factors)) {
      if (factor != 0 && loops.test(loop))
        return false;
      if (factor != 0)
        loops.set(loop);
    }
  }
  return load.getMemRefType().hasStaticShape() &&
         !op.getRegion().isAncestor(load.getMemRef().getParentRegion());
}

/// Returns true if \p op, split at all boundaries, has no conditions left.
static bool areConditionsKnown(linalg::GenericOp op) {
  return !op->walk([&](Operation *inner) {
              if (inner == op || inner->getNumRegions() == 0)
                return WalkResult::advance();
              auto branch = dyn_cast<scf::IfOp>(inner);
              return branch && isKnown(branch.getCondition())
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Returns true if \p op can be split before any index of \p loop: the loop is
/// parallel, and no operand has a sum of this loop and others as a subscript.
static bool mayDivide(linalg::GenericOp op, unsigned loop) {
  return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel &&
         llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
             return isa<AffineDimExpr>(expr) || !expr.isFunctionOfDim(loop);
           });
         });
}

static bool isSplittable(linalg::GenericOp op, const AliasSets &aliasSets) {
  if (!isTileable(op, aliasSets) || !areConditionsKnown(op))
    return false;
  bool hasLoads = false, areAtBodyIndices = true;
  op->walk([&](memref::LoadOp load) {
    hasLoads = true;
    areAtBodyIndices &= isAtBodyIndices(load, op);
  });
  SmallVector<int64_t> counts(op.getNumLoops(), 1);
  for (const Boundary &boundary : findBoundaries(op)) {
    ++counts[boundary.loop];
    if (!mayDivide(op, boundary.loop))
      return false;
  }
  int64_t numParts = 1;
  for (int64_t count : counts)
    numParts = std::min(numParts * count, mostParts + 1);
  return hasLoads && areAtBodyIndices && numParts <= mostParts;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns \p op on the indices [\p begin, \p end) of \p loop.
static linalg::GenericOp makePart(IRRewriter &rewriter, linalg::GenericOp op,
                                  unsigned loop, int64_t begin, int64_t end) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  auto part = cast<linalg::GenericOp>(rewriter.clone(*op));
  builder.setInsertionPoint(part);
  for (OpOperand &operand : part->getOpOperands()) {
    const AffineMap map = part.getMatchingIndexingMap(&operand);
    if (!map.isFunctionOfDim(loop))
      continue;
    auto type = cast<MemRefType>(operand.get().getType());
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (expr == builder.getAffineDimExpr(loop)) {
        offsets[dim] = builder.getIndexAttr(begin);
        shape[dim] = end - begin;
      }
    operand.set(
        makeSubView(builder, shape, operand.get(), offsets, ArrayRef(shape)));
  }
  shiftIndices(part, loop, begin);
  return part;
}

/// Splits \p op until all of its conditions are known. Appends the parts.
static void split(IRRewriter &rewriter, linalg::GenericOp op,
                  SmallVectorImpl<linalg::GenericOp> &parts) {
  for (const Boundary &boundary : findBoundaries(op)) {
    const int64_t extent = op.getStaticLoopRanges()[boundary.loop];
    if (boundary.index > 0 && boundary.index < extent) {
      split(rewriter, makePart(rewriter, op, boundary.loop, 0, boundary.index),
            parts);
      split(rewriter,
            makePart(rewriter, op, boundary.loop, boundary.index, extent),
            parts);
      rewriter.eraseOp(op);
      return;
    }
    rewriter.setInsertionPoint(boundary.comparison);
    const bool value = boundary.isTrueBelow == (boundary.index > 0);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(boundary.comparison,
                                                   rewriter.getBoolAttr(value));
  }
  parts.push_back(op);
}

/// Returns the elements that \p load takes in all trips, without dimensions of
/// a constant index; null if some are out of bounds.
static Value makeOperand(ImplicitLocOpBuilder &builder, memref::LoadOp load,
                         ArrayRef<int64_t> extents) {
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes, shape;
  for (auto [index, extent] :
       llvm::zip_equal(load.getIndices(), load.getMemRefType().getShape())) {
    const BodyIndex bodyIndex = *getBodyIndex(index, extents.size());
    sizes.push_back(bodyIndex.getSize(extents));
    if (!bodyIndex.isConstant())
      shape.push_back(sizes.back());
    const int64_t begin =
        bodyIndex.offset - (bodyIndex.isBackward() ? sizes.back() - 1 : 0);
    offsets.push_back(builder.getIndexAttr(begin));
    if (begin < 0 || begin + sizes.back() > extent)
      return {};
  }
  return makeSubView(builder, shape, load.getMemRef(), offsets,
                     ArrayRef(sizes));
}

/// Replaces the loads that the body of \p op makes in every trip by operands,
/// unless an element is out of bounds.
static void makeOperands(IRRewriter &rewriter, linalg::GenericOp op) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  const auto numInputs = static_cast<unsigned>(inputs.size());
  SmallVector<memref::LoadOp> loads;
  for (auto load : op.getBody()->getOps<memref::LoadOp>()) {
    Value operand = makeOperand(builder, load, extents);
    if (!operand)
      continue;
    SmallVector<AffineExpr> exprs;
    for (Value index : load.getIndices()) {
      const BodyIndex bodyIndex = *getBodyIndex(index, extents.size());
      if (bodyIndex.isConstant())
        continue;
      AffineExpr expr = builder.getAffineConstantExpr(
          bodyIndex.isBackward() ? bodyIndex.getSize(extents) - 1 : 0);
      for (auto [loop, factor] : llvm::enumerate(bodyIndex.factors))
        expr = expr + builder.getAffineDimExpr(loop) * factor;
      exprs.push_back(expr);
    }
    maps.insert(maps.begin() + static_cast<int64_t>(inputs.size()),
                AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext()));
    inputs.push_back(operand);
    loads.push_back(load);
  }
  auto result = linalg::GenericOp::create(rewriter, op.getLoc(), TypeRange(),
                                          inputs, op.getOutputs(), maps,
                                          op.getIteratorTypesArray());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getRegion(), result.getRegion(),
                              result.getRegion().begin());
  for (auto [i, load] : llvm::enumerate(loads))
    rewriter.replaceOp(load, result.getBody()->insertArgument(
                                 numInputs + static_cast<unsigned>(i),
                                 load.getType(), load.getLoc()));
  rewriter.eraseOp(op);
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*result.getBody())))
    if (isOpTriviallyDead(&inner))
      rewriter.eraseOp(&inner);
}

/// Returns true if the body of \p op loads from storage in \p tiled. Such
/// storage stays at home if other ops access it through windows. Unlike a load
/// in a body, an operand can always have a window.
static bool loadsFrom(linalg::GenericOp op, const std::set<unsigned> &tiled,
                      const AliasSets &aliasSets) {
  return op
      ->walk([&](memref::LoadOp load) {
        return llvm::any_of(aliasSets.getSetsOf(load.getMemRef()),
                            [&](unsigned set) { return tiled.count(set) > 0; })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult memplace::splitConditions(func::FuncOp function,
                                        const Tier &tier) {
  SmallVector<linalg::GenericOp> ops;
  const AliasSets aliasSets(function);
  const std::set<unsigned> tiled = getTiledSets(function, aliasSets, tier);
  function.walk([&](linalg::GenericOp op) {
    if ((isTooLarge(op, aliasSets, tier) || loadsFrom(op, tiled, aliasSets)) &&
        isSplittable(op, aliasSets))
      ops.push_back(op);
  });
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  const FrozenRewritePatternSet frozen(std::move(patterns));
  IRRewriter rewriter(context);
  for (linalg::GenericOp op : ops) {
    SmallVector<linalg::GenericOp> parts;
    split(rewriter, op, parts);
    for (linalg::GenericOp part : parts) {
      if (failed(applyPatternsGreedily(part.getRegion(), frozen)))
        return failure();
      makeOperands(rewriter, part);
    }
  }
  return success();
}
