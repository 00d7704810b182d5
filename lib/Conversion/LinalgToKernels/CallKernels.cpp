//===- CallKernels.cpp - Contractions as library calls --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "ProductPlan.h"
#include "TripBlock.h"

#include "memplace/Conversion/Passes.h"
#include "memplace/Kernels/Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace memplace {
#define GEN_PASS_DEF_CALLKERNELSPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Alignment of packed factors in bytes: a cache line.
static constexpr int64_t packedAlignment = 64;

static StringRef getKernelName(Type element) {
  return element.isF32() ? "memplace_kernels_gemm_f32"
                         : "memplace_kernels_gemm_f64";
}

/// Sizes and strides are i64; each matrix has a row stride and a column stride.
static LLVM::LLVMFunctionType getKernelType(MLIRContext *context) {
  Type i64 = IntegerType::get(context, 64);
  Type pointer = LLVM::LLVMPointerType::get(context);
  return LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(context),
      {i64, i64, i64, pointer, i64, i64, pointer, i64, i64, pointer, i64, i64});
}

static LogicalResult checkSymbols(ModuleOp module) {
  MLIRContext *context = module.getContext();
  for (Type element :
       {Type(Float32Type::get(context)), Type(Float64Type::get(context))}) {
    StringRef name = getKernelName(element);
    Operation *symbol = module.lookupSymbol(name);
    auto declared = dyn_cast_or_null<LLVM::LLVMFuncOp>(symbol);
    if (symbol &&
        (!declared || declared.getFunctionType() != getKernelType(context)))
      return symbol->emitError("'")
             << name << "' is a kernel of memplace of type "
             << getKernelType(context) << "; give this symbol another name";
  }
  return success();
}

namespace {

/// A memref and its stride in each loop, as runtime values.
struct Place {
  Value address; // Address of the first element, an index in bytes.
  SmallVector<Value>
      strides; // By loop, elements; null: does not depend on the loop.
};

/// Replaces a contraction by calls.
class Emitter {
public:
  Emitter(const Contraction &contraction, const ProductPlan &plan,
          ModuleOp module)
      : contraction(contraction), plan(plan), module(module),
        op(contraction.op), builder(op), loc(op.getLoc()),
        element(getElementTypeOrSelf(op.getDpsInits()[0].getType())) {
    if (isNarrow(element))
      element = builder.getF32Type();
    for (Range range : op.createLoopRanges(builder, loc))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, range.size));
  }

  void emit();

private:
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value multiply(Value a, Value b) {
    return builder.createOrFold<arith::MulIOp>(loc, a, b);
  }
  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  Value toI64(Value index) {
    return builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                    index);
  }

  Value widen(Value memref);
  void convert(Value source, Value target);
  Value cutToLoops(Value memref, AffineMap map);
  Value pack(const Factor &factor, const FactorPlan &factorPlan);
  Place getPlace(Value memref, AffineMap map);
  Place getFactor(const Factor &factor, const FactorPlan &factorPlan,
                  SmallVectorImpl<Value> &packed);
  Value countSteps(const Axis &axis);
  void moveTo(Place &place, const Axis &axis, Value step);
  void addMatrix(const Place &place, const Axis &rows, const Axis &columns,
                 SmallVectorImpl<Value> &arguments);
  void emitCall(const Place &left, const Place &right, const Place &output);

  const Contraction &contraction;
  const ProductPlan &plan;
  ModuleOp module;
  linalg::LinalgOp op;
  OpBuilder builder;
  Location loc;
  Type element;
  SmallVector<Value> sizes; // By loop.
};

} // namespace

/// Clones the ops of \p source needed by \p value. \p mapping maps the block's
/// arguments.
static Value cloneTo(Value value, Block *source, OpBuilder &builder,
                     IRMapping &mapping) {
  Operation *definition = value.getDefiningOp();
  if (mapping.contains(value) || !definition ||
      definition->getBlock() != source)
    return mapping.lookupOrDefault(value);
  for (Value operand : definition->getOperands())
    cloneTo(operand, source, builder, mapping);
  builder.clone(*definition, mapping);
  return mapping.lookup(value);
}

/// Returns the part of a memref in reach of the loops. An input of a window
/// with a single trip and a stride above 1 may be larger, but linalg requires
/// equal sizes after the loop of the window is gone.
Value Emitter::cutToLoops(Value memref, AffineMap map) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, result] : llvm::zip_equal(shape, map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(result);
        dim && !ShapedType::isDynamic(size))
      size = contraction.sizes[dim.getPosition()];
  if (shape == type.getShape() || llvm::any_of(shape, ShapedType::isDynamic))
    return memref;
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
  return memref::SubViewOp::create(
      builder, loc, memref, offsets,
      getAsIndexOpFoldResult(builder.getContext(), shape), strides);
}

/// Computes \p factor into a memref with the dimensions of its order.
Value Emitter::pack(const Factor &factor, const FactorPlan &factorPlan) {
  MLIRContext *context = builder.getContext();
  unsigned rank = factorPlan.order.size();
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  SmallVector<AffineExpr> dims(contraction.sizes.size(),
                               getAffineConstantExpr(0, context));
  for (auto [position, dim] : llvm::enumerate(factorPlan.order)) {
    shape.push_back(contraction.sizes[dim]);
    if (ShapedType::isDynamic(shape.back()))
      dynamicSizes.push_back(sizes[dim]);
    dims[dim] = getAffineDimExpr(position, context);
  }
  auto type = MemRefType::get(shape, element);
  Value packed =
      memref::AllocOp::create(builder, loc, type, dynamicSizes,
                              builder.getI64IntegerAttr(packedAlignment));

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned input : factor.inputs) {
    inputs.push_back(
        cutToLoops(op->getOperand(input), contraction.maps[input]));
    maps.push_back(
        contraction.maps[input].replaceDimsAndSymbols(dims, {}, rank,
                                                      /*symbols=*/0));
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, inputs, ValueRange{packed}, maps, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        IRMapping mapping;
        Block *source = op.getBlock();
        for (auto [position, input] : llvm::enumerate(factor.inputs))
          mapping.map(source->getArgument(input), arguments[position]);
        Value value = cloneTo(factor.value, source, body, mapping);
        if (value.getType() != element)
          value = arith::ExtFOp::create(body, loc, element, value);
        linalg::YieldOp::create(body, loc, value);
      });
  return packed;
}

/// Returns a dense copy of \p memref in the kernel's element type.
Value Emitter::widen(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(memref::DimOp::create(builder, loc, memref,
                                                   static_cast<int64_t>(dim)));
  Value wide = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), element), dynamicSizes,
      builder.getI64IntegerAttr(packedAlignment));
  convert(memref, wide);
  return wide;
}

/// Copies numbers to a memref of a wider or narrower type.
void Emitter::convert(Value source, Value target) {
  auto type = cast<MemRefType>(target.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, source, target, ArrayRef{map, map}, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        Type to = type.getElementType();
        Value value = isNarrow(to)
                          ? arith::TruncFOp::create(body, loc, to, arguments[0])
                                .getResult()
                          : arith::ExtFOp::create(body, loc, to, arguments[0]);
        linalg::YieldOp::create(body, loc, value);
      });
}

Place Emitter::getPlace(Value memref, AffineMap map) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  auto toValue = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  };
  Value bytes = getIndex(element.getIntOrFloatBitWidth() / 8);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value offset = toValue(metadata.getConstifiedMixedOffset());
  Place place{add(base, multiply(offset, bytes)), {}};
  place.strides.resize(map.getNumDims());
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  for (auto [result, stride] : llvm::zip_equal(map.getResults(), strides)) {
    auto coefficients = *getCoefficients(result, map.getNumDims());
    for (auto [total, coefficient] :
         llvm::zip_equal(place.strides, coefficients)) {
      if (coefficient == 0)
        continue;
      Value step = multiply(toValue(stride), getIndex(coefficient));
      total = total ? add(total, step) : step;
    }
  }
  return place;
}

Place Emitter::getFactor(const Factor &factor, const FactorPlan &factorPlan,
                         SmallVectorImpl<Value> &packed) {
  if (!factorPlan.isPacked)
    return getPlace(op->getOperand(factor.inputs[0]),
                    contraction.maps[factor.inputs[0]]);
  packed.push_back(pack(factor, factorPlan));
  AffineMap map = AffineMap::getMultiDimMapWithTargets(
      contraction.sizes.size(), factorPlan.order, builder.getContext());
  return getPlace(packed.back(), map);
}

Value Emitter::countSteps(const Axis &axis) {
  Value count = getIndex(1);
  for (unsigned dim : axis)
    count = multiply(count, sizes[dim]);
  return count;
}

/// Advances \p place to a step of \p axis.
void Emitter::moveTo(Place &place, const Axis &axis, Value step) {
  Value stride = place.strides[axis.back()];
  if (!stride)
    return;
  Value bytes = getIndex(element.getIntOrFloatBitWidth() / 8);
  place.address = add(place.address, multiply(step, multiply(stride, bytes)));
}

/// Adds the arguments of a matrix: address, row stride, column stride.
void Emitter::addMatrix(const Place &place, const Axis &rows,
                        const Axis &columns,
                        SmallVectorImpl<Value> &arguments) {
  arguments.push_back(LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      toI64(place.address)));
  for (const Axis &axis : {rows, columns}) {
    Value stride = axis.empty() ? Value() : place.strides[axis.back()];
    arguments.push_back(toI64(stride ? stride : getIndex(1)));
  }
}

void Emitter::emitCall(const Place &left, const Place &right,
                       const Place &output) {
  SmallVector<Value> arguments;
  for (const Axis &axis : {plan.rows, plan.columns, plan.sums})
    arguments.push_back(toI64(countSteps(axis)));
  addMatrix(left, plan.rows, plan.sums, arguments);
  addMatrix(right, plan.sums, plan.columns, arguments);
  addMatrix(output, plan.rows, plan.columns, arguments);
  StringRef name = getKernelName(element);
  auto kernel = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!kernel) {
    auto start = OpBuilder::atBlockBegin(module.getBody());
    kernel = LLVM::LLVMFuncOp::create(start, module.getLoc(), name,
                                      getKernelType(module.getContext()));
  }
  LLVM::CallOp::create(builder, loc, kernel, arguments);
}

void Emitter::emit() {
  SmallVector<Value> packed;
  Place left = getFactor(contraction.left, plan.left, packed);
  Place right = getFactor(contraction.right, plan.right, packed);
  Value result = op.getDpsInits()[0];
  bool widens = getElementTypeOrSelf(result.getType()) != element;
  Value wide = widens ? widen(result) : result;
  Place output = getPlace(wide, contraction.maps.back());
  OpBuilder::InsertPoint after = builder.saveInsertionPoint();
  for (const Axis &axis : plan.loops) {
    auto loop = scf::ForOp::create(builder, loc, getIndex(0), countSteps(axis),
                                   getIndex(1));
    builder.setInsertionPointToStart(loop.getBody());
    for (Place *place : {&left, &right, &output})
      moveTo(*place, axis, loop.getInductionVar());
  }
  emitCall(left, right, output);
  builder.restoreInsertionPoint(after);
  if (widens) {
    convert(wide, result);
    packed.push_back(wide);
  }
  for (Value memref : packed)
    memref::DeallocOp::create(builder, loc, memref);
  op->erase();
}

/// Replaces \p op by calls if it is a contraction and calls are faster.
static void callKernels(linalg::LinalgOp op, ModuleOp module) {
  FailureOr<Contraction> contraction = matchContraction(op);
  if (failed(contraction))
    return;
  FailureOr<ProductPlan> plan = planProduct(*contraction);
  if (failed(plan))
    return;
  if (std::optional<TripBlock> block = chooseBlock(*contraction, *plan)) {
    SmallVector<linalg::LinalgOp> parts = cutToBlock(*contraction, *block);
    for (linalg::LinalgOp part : parts)
      callKernels(part, module);
    if (!parts.empty())
      return;
  }
  Emitter(*contraction, *plan, module).emit();
}

namespace {
struct CallKernelsPass
    : public memplace::impl::CallKernelsPassBase<CallKernelsPass> {
  using CallKernelsPassBase::CallKernelsPassBase;

  void runOnOperation() override {
    if (failed(checkSymbols(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      callKernels(op, getOperation());
  }
};
} // namespace
