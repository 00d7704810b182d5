//===- WideSums.cpp - Wide accumulators for narrow floats -----------------===//
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
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace memplace {
#define GEN_PASS_DEF_WIDESUMSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static bool isNarrow(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
}

/// Returns the sum or product accumulated by \p op in its result \p index; null
/// for other ops.
static Operation *getCombiner(linalg::LinalgOp op, unsigned index) {
  Block &body = op->getRegion(0).front();
  Value accumulator = body.getArgument(op.getNumDpsInputs() + index);
  Operation *combiner = body.getTerminator()->getOperand(index).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::MulFOp>(combiner) ||
      !accumulator.hasOneUse() || *accumulator.user_begin() != combiner ||
      !combiner->hasOneUse() ||
      combiner->getOperand(0) == combiner->getOperand(1))
    return nullptr;
  return combiner;
}

/// Returns true if each result element combines several elements.
static bool isReduction(linalg::LinalgOp op) {
  return llvm::any_of(
      llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges()),
      [](auto loop) {
        auto [kind, range] = loop;
        return linalg::isReductionIterator(kind) && range != 1;
      });
}

static SmallVector<unsigned> findNarrowSums(linalg::LinalgOp op) {
  SmallVector<unsigned> found;
  if (!op.hasPureTensorSemantics() || !isReduction(op))
    return found;
  for (unsigned index = 0; index < op->getNumResults(); ++index)
    if (isNarrow(getElementTypeOrSelf(op->getResult(index).getType())) &&
        getCombiner(op, index))
      found.push_back(index);
  return found;
}

/// Appends an op to convert the elements of \p source.
static Value convert(OpBuilder &builder, Location loc, Value source,
                     Type element) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, source), element);
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto body = [&](OpBuilder &inner, Location at, ValueRange values) {
    Value result =
        isNarrow(element)
            ? Value(arith::TruncFOp::create(inner, at, element, values.front()))
            : Value(arith::ExtFOp::create(inner, at, element, values.front()));
    linalg::YieldOp::create(inner, at, result);
  };
  return linalg::GenericOp::create(builder, loc, empty.getType(), source, empty,
                                   maps, loops, body)
      .getResult(0);
}

/// Returns the initial value of a sum in 32 bits.
static Value widenInit(OpBuilder &builder, Location loc, Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  FloatAttr number;
  if (!fill || !matchPattern(fill.value(), m_Constant(&number)))
    return convert(builder, loc, init, builder.getF32Type());
  bool losesInfo = false;
  APFloat wide = number.getValue();
  wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &losesInfo);
  Value constant = arith::ConstantOp::create(
      builder, loc, FloatAttr::get(builder.getF32Type(), wide));
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init),
      builder.getF32Type());
  return linalg::FillOp::create(builder, loc, constant, empty).getResult(0);
}

/// Returns a scalar in 32 bits. For a product of two narrow inputs, returns the
/// exact product.
static Value widenScalar(OpBuilder &builder, Value scalar) {
  if (!isNarrow(scalar.getType()))
    return scalar;
  Location loc = scalar.getLoc();
  Type wide = builder.getF32Type();
  auto product = scalar.getDefiningOp<arith::MulFOp>();
  if (!product || !isa<BlockArgument>(product.getLhs()) ||
      !isa<BlockArgument>(product.getRhs()))
    return arith::ExtFOp::create(builder, loc, wide, scalar);
  return arith::MulFOp::create(builder, loc,
                               widenScalar(builder, product.getLhs()),
                               widenScalar(builder, product.getRhs()));
}

/// Makes the combiners in the body of a generic op compute in 32 bits.
static void widenBody(linalg::LinalgOp op, ArrayRef<unsigned> sums) {
  Block &body = op->getRegion(0).front();
  for (unsigned index : sums) {
    Operation *combiner = getCombiner(op, index);
    BlockArgument accumulator = body.getArgument(op.getNumDpsInputs() + index);
    OpBuilder builder(combiner);
    unsigned other = combiner->getOperand(0) == accumulator ? 1 : 0;
    Value term = combiner->getOperand(other);
    combiner->setOperand(other, widenScalar(builder, term));
    if (Operation *unused = term.getDefiningOp(); unused && unused->use_empty())
      unused->erase();
    accumulator.setType(builder.getF32Type());
    combiner->getResult(0).setType(builder.getF32Type());
  }
}

/// Builds the region of a named op.
static void buildBody(OperationState &state, linalg::LinalgOp op,
                      ValueRange operands) {
  Region *region = state.addRegion();
  Block &body = region->emplaceBlock();
  for (Value operand : operands)
    body.addArgument(getElementTypeOrSelf(operand.getType()), op.getLoc());
  ImplicitLocOpBuilder builder(op.getLoc(), op.getContext());
  builder.setInsertionPointToStart(&body);
  op.getRegionBuilder()(builder, body, op->getAttrs(),
                        [&] { return op.emitError(); });
}

/// Returns true if name and types of the op determine its region.
static bool isNamed(linalg::LinalgOp op) {
  return op.getRegionBuilder() != nullptr;
}

static void widen(linalg::LinalgOp op, ArrayRef<unsigned> sums) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands(op->getOperands());
  SmallVector<Type> results(op->getResultTypes());
  for (unsigned index : sums) {
    Value &init = operands[op.getNumDpsInputs() + index];
    init = widenInit(builder, loc, init);
    results[index] = init.getType();
  }
  OperationState state(loc, op->getName(), operands, results, op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  if (isNamed(op)) {
    buildBody(state, op, operands);
  } else {
    widenBody(op, sums);
    state.addRegion()->takeBody(op->getRegion(0));
  }
  Operation *wide = builder.create(state);
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    Value value = wide->getResult(index);
    if (llvm::is_contained(sums, index))
      value = convert(builder, loc, value, getElementTypeOrSelf(result));
    result.replaceAllUsesWith(value);
  }
  op->erase();
}

namespace {
struct WideSumsPass : memplace::impl::WideSumsPassBase<WideSumsPass> {
  using WideSumsPassBase::WideSumsPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> candidates;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!findNarrowSums(op).empty())
        candidates.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : candidates) {
      // A named op with an explicit region does not allow other types in the
      // region.
      if (!isNamed(op) && !isa<linalg::GenericOp>(op)) {
        rewriter.setInsertionPoint(op);
        op = *linalg::generalizeNamedOp(rewriter, op);
      }
      widen(op, findNarrowSums(op));
    }
  }
};
} // namespace
