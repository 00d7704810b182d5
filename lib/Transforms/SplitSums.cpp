//===- SplitSums.cpp - Split long sums into partial sums ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace memplace {
#define GEN_PASS_DEF_SPLITSUMSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Maximum number of terms added in sequence.
static constexpr int64_t longestSum = 8192;
/// Maximum number of products added in sequence. Sums of products with at least
/// `minProductResults` results stay whole.
static constexpr int64_t longestProductSum = 65536;
static constexpr int64_t minProductResults = 64;

namespace {

/// A sum of floats as loops over tensors, before the creation of its op.
struct Sum {
  explicit Sum(linalg::LinalgOp op)
      : operands(op->getOperands()), maps(op.getIndexingMapsArray()),
        loops(op.getIteratorTypesArray()), sizes(op.getStaticLoopRanges()),
        body(&op->getRegion(0)), loc(op.getLoc()) {}

  unsigned getInit() const { return operands.size() - 1; }
  int64_t countTerms() const;
  linalg::GenericOp create(OpBuilder &builder) const;
  Sum takePart(OpBuilder &builder, unsigned dim, int64_t begin,
               int64_t size) const;
  void splitLoop(OpBuilder &builder, unsigned dim, int64_t block);

  SmallVector<Value>
      operands; // The last operand is the initial value of the sums.
  SmallVector<AffineMap> maps;
  SmallVector<utils::IteratorType> loops;
  SmallVector<int64_t> sizes;
  Region *body;
  Location loc;
};

/// Splits of the loops of a sum.
struct Blocks {
  SmallVector<unsigned> outer; // Loops over partial sums, innermost first.
  std::optional<unsigned>
      dim;          // Loop to split into blocks; its outer half joins `outer`.
  int64_t size = 1; // Size of the blocks of `dim`.
};

} // namespace

int64_t Sum::countTerms() const {
  int64_t count = 1;
  for (auto [kind, size] : llvm::zip_equal(loops, sizes))
    if (linalg::isReductionIterator(kind) &&
        (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count)))
      return 0;
  return count;
}

linalg::GenericOp Sum::create(OpBuilder &builder) const {
  auto op = linalg::GenericOp::create(builder, loc, operands.back().getType(),
                                      ArrayRef(operands).drop_back(),
                                      operands.back(), maps, loops);
  IRMapping mapping;
  body->cloneInto(&op.getRegion(), mapping);
  return op;
}

/// Returns the sum of the terms with index `[begin, begin + size)` in loop
/// \p dim.
Sum Sum::takePart(OpBuilder &builder, unsigned dim, int64_t begin,
                  int64_t size) const {
  Sum part = *this;
  part.sizes[dim] = size;
  for (unsigned index = 0; index < getInit(); ++index) {
    std::optional<unsigned> place = maps[index].getResultPosition(
        getAffineDimExpr(dim, builder.getContext()));
    if (!place)
      continue;
    auto type = cast<RankedTensorType>(operands[index].getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    SmallVector<OpFoldResult> extents =
        getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    offsets[*place] = builder.getIndexAttr(begin);
    extents[*place] = builder.getIndexAttr(size);
    part.operands[index] = tensor::ExtractSliceOp::create(
        builder, loc, operands[index], offsets, extents, strides);
  }
  return part;
}

/// Splits loop \p dim into two. The inner loop has \p block trips, which divide
/// the size of the loop.
void Sum::splitLoop(OpBuilder &builder, unsigned dim, int64_t block) {
  MLIRContext *context = builder.getContext();
  unsigned numDims = loops.size();
  SmallVector<AffineExpr> moved;
  for (unsigned old = 0; old < numDims; ++old)
    moved.push_back(getAffineDimExpr(old + (old > dim), context));
  for (auto [operand, map] : llvm::zip_equal(operands, maps)) {
    SmallVector<ReassociationIndices> groups;
    SmallVector<AffineExpr> results;
    SmallVector<int64_t> shape;
    auto type = cast<RankedTensorType>(operand.getType());
    for (auto [result, size] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      unsigned loop = cast<AffineDimExpr>(result).getPosition();
      groups.push_back({static_cast<int64_t>(shape.size())});
      results.push_back(moved[loop]);
      shape.push_back(loop == dim ? size / block : size);
      if (loop != dim)
        continue;
      groups.back().push_back(shape.size());
      results.push_back(getAffineDimExpr(dim + 1, context));
      shape.push_back(block);
    }
    map = AffineMap::get(numDims + 1, 0, results, context);
    if (results.size() > static_cast<size_t>(type.getRank()))
      operand = tensor::ExpandShapeOp::create(
          builder, loc, RankedTensorType::get(shape, type.getElementType()),
          operand, groups);
  }
  loops.insert(loops.begin() + dim, loops[dim]);
  sizes.insert(sizes.begin() + dim, sizes[dim] / block);
  sizes[dim + 1] = block;
}

static bool isProductSum(linalg::LinalgOp op) {
  return op.getNumDpsInputs() > 1 &&
         !op.getBlock()->getOps<arith::MulFOp>().empty();
}

/// Returns true if the op is a sum of `f32` with too many terms in sequence.
static bool isLongSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.hasIndexSemantics() || !op.hasOnlyProjectedPermutations() ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isF32())
    return false;
  Block *body = op.getBlock();
  BlockArgument accumulator = body->getArguments().back();
  auto total =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!total || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != total || total.getLhs() == total.getRhs())
    return false;
  int64_t terms = Sum(op).countTerms();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!type.hasStaticShape())
    return false;
  if (isProductSum(op))
    return terms > longestProductSum &&
           type.getNumElements() < minProductResults;
  return terms > longestSum;
}

/// Returns the block size for a loop: the largest divisor of \p size in
/// (\p wanted / 2, \p wanted], otherwise \p wanted.
static int64_t findBlock(int64_t size, int64_t wanted) {
  for (int64_t block = wanted; block > wanted / 2; --block)
    if (size % block == 0)
      return block;
  return wanted;
}

/// Chooses blocks of about the square root of the number of terms.
static Blocks chooseBlocks(const Sum &sum) {
  int64_t wanted = 1;
  while (wanted < longestSum && wanted * wanted < sum.countTerms())
    wanted *= 2;
  Blocks blocks;
  bool isFull = false;
  for (unsigned dim = sum.loops.size(); dim-- > 0;) {
    if (!linalg::isReductionIterator(sum.loops[dim]))
      continue;
    if (isFull) {
      blocks.outer.push_back(dim);
    } else if (sum.sizes[dim] <= wanted) {
      wanted /= sum.sizes[dim];
    } else {
      isFull = true;
      if (wanted > 1) {
        blocks.dim = dim;
        blocks.size = findBlock(sum.sizes[dim], wanted);
      }
      blocks.outer.push_back(dim);
    }
  }
  return blocks;
}

static Value createZeros(OpBuilder &builder, Location loc,
                         ArrayRef<int64_t> shape, Type element) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  Value empty = tensor::EmptyOp::create(builder, loc, shape, element);
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// Creates the sum of partial sums, which start from zeros.
static linalg::GenericOp createBlocks(OpBuilder &builder, Sum sum,
                                      ArrayRef<unsigned> outer) {
  MLIRContext *context = builder.getContext();
  Value init = sum.operands.back();
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<int64_t> shape(type.getShape());
  AffineMap &map = sum.maps.back();
  for (unsigned dim : llvm::reverse(outer)) {
    sum.loops[dim] = utils::IteratorType::parallel;
    map = map.insertResult(getAffineDimExpr(dim, context), shape.size());
    shape.push_back(sum.sizes[dim]);
  }
  sum.operands.back() =
      createZeros(builder, sum.loc, shape, type.getElementType());
  Value partial = sum.create(builder).getResult(0);

  unsigned rank = shape.size();
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  std::fill(loops.begin() + type.getRank(), loops.end(),
            utils::IteratorType::reduction);
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  auto add = [](OpBuilder &inner, Location loc, ValueRange values) {
    Value total = arith::AddFOp::create(inner, loc, values[1], values[0]);
    linalg::YieldOp::create(inner, loc, total);
  };
  return linalg::GenericOp::create(builder, sum.loc, type, partial, init,
                                   {all, all.getSliceMap(0, type.getRank())},
                                   loops, add);
}

/// Splits a sum. Appends its replacements, which may still be too long.
static void split(linalg::LinalgOp op,
                  SmallVectorImpl<linalg::LinalgOp> &following) {
  OpBuilder builder(op);
  Sum sum(op);
  Blocks blocks = chooseBlocks(sum);
  if (blocks.dim) {
    int64_t size = sum.sizes[*blocks.dim];
    int64_t rest = size % blocks.size;
    if (rest > 0) {
      // The sum of the remaining terms is the initial value of the other sum.
      linalg::GenericOp last =
          sum.takePart(builder, *blocks.dim, size - rest, rest).create(builder);
      following.push_back(last);
      sum = sum.takePart(builder, *blocks.dim, 0, size - rest);
      sum.operands.back() = last.getResult(0);
    }
    sum.splitLoop(builder, *blocks.dim, blocks.size);
  }
  linalg::GenericOp total = createBlocks(builder, sum, blocks.outer);
  following.push_back(total);
  op->getResult(0).replaceAllUsesWith(total.getResult(0));
  op->erase();
}

namespace {
struct SplitSumsPass : memplace::impl::SplitSumsPassBase<SplitSumsPass> {
  using SplitSumsPassBase::SplitSumsPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> sums;
    getOperation().walk([&](linalg::LinalgOp op) { sums.push_back(op); });
    while (!sums.empty()) {
      linalg::LinalgOp op = sums.pop_back_val();
      if (isLongSum(op))
        split(op, sums);
    }
  }
};
} // namespace
