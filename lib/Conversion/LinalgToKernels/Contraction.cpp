//===- Contraction.cpp - Sums of products in linalg ops -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace memplace;

SmallVector<unsigned> Contraction::getDims(DimRole role) const {
  SmallVector<unsigned> dims;
  for (auto [dim, other] : llvm::enumerate(roles))
    if (other == role)
      dims.push_back(dim);
  return dims;
}

Value memplace::getPlace(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<memref::ViewOp>(view))
      break;
    memref = view.getViewSource();
  }
  return memref;
}

/// Returns true if the op works on memory and does not read its output through
/// another operand.
static bool hasPlainOperands(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1)
    return false;
  auto isPlain = [](Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    return type && !type.getMemorySpace() && type.isStrided();
  };
  Value output = op.getDpsInits()[0];
  if (!isPlain(output))
    return false;
  return llvm::all_of(op.getDpsInputs(), [&](Value input) {
    return isPlain(input) && getPlace(input) != getPlace(output);
  });
}

/// Returns the maps of the op's operands, with 0 in place of single-trip loops.
static SmallVector<AffineMap> getMaps(linalg::LinalgOp op,
                                      ArrayRef<int64_t> sizes) {
  MLIRContext *context = op->getContext();
  SmallVector<AffineExpr> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    dims.push_back(size == 1 ? getAffineConstantExpr(0, context)
                             : getAffineDimExpr(dim, context));
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray())
    maps.push_back(map.replaceDimsAndSymbols(dims, {}, dims.size(), 0));
  return maps;
}

/// Adds to \p inputs the inputs used to compute \p value in the op's body.
/// Fails if the computation reads the output or has effects.
static LogicalResult addInputs(Value value, linalg::LinalgOp op,
                               SmallVectorImpl<unsigned> &inputs) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return success(); // Defined outside the op, or an argument of a nested
                        // op.
    if (argument.getArgNumber() >= op.getNumDpsInputs())
      return failure();
    if (!llvm::is_contained(inputs, argument.getArgNumber()))
      inputs.push_back(argument.getArgNumber());
    return success();
  }
  Operation *definition = value.getDefiningOp();
  if (definition->getBlock() != op.getBlock())
    return success();
  if (!isPure(definition) || definition->getNumRegions() != 0)
    return failure();
  for (Value operand : definition->getOperands())
    if (failed(addInputs(operand, op, inputs)))
      return failure();
  return success();
}

static FailureOr<Factor> makeFactor(Value value,
                                    const Contraction &contraction) {
  Factor factor{value, {}, llvm::SmallBitVector(contraction.sizes.size())};
  if (failed(addInputs(value, contraction.op, factor.inputs)) ||
      factor.inputs.empty())
    return failure();
  for (unsigned input : factor.inputs)
    for (unsigned dim = 0; dim < contraction.sizes.size(); ++dim)
      if (contraction.maps[input].isFunctionOfDim(dim))
        factor.dims.set(dim);
  return factor;
}

/// Returns the two values whose product the op's body adds to the old value of
/// the output.
static FailureOr<std::pair<Value, Value>> getFactors(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  BlockArgument before = body->getArguments().back();
  if (!sum || !before.hasOneUse())
    return failure();
  Value other = sum.getLhs() == before ? sum.getRhs() : sum.getLhs();
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!llvm::is_contained(sum->getOperands(), Value(before)) || !product ||
      product->getBlock() != body)
    return failure();
  return std::make_pair(product.getLhs(), product.getRhs());
}

/// Returns the role of a loop by the operands that depend on it; none if a
/// matrix product has no such loop.
static std::optional<DimRole> getRole(bool isLeft, bool isRight,
                                      bool isOutput) {
  if (isLeft && isRight)
    return isOutput ? DimRole::Batch : DimRole::Sum;
  if (isOutput && isLeft != isRight)
    return isLeft ? DimRole::Row : DimRole::Column;
  return std::nullopt;
}

/// Returns true if each result of the map is a plain loop index or 0, and no
/// loop occurs twice.
static bool takesLoopsOnce(AffineMap map) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim && result != 0)
      return false;
    if (!dim)
      continue;
    if (seen.test(dim.getPosition()))
      return false;
    seen.set(dim.getPosition());
  }
  return true;
}

bool memplace::isNarrow(Type element) {
  return isa<Float16Type, BFloat16Type>(element);
}

/// Returns true if kernels can sum in the output's type, or in a wider type in
/// a copy.
static bool hasKernel(linalg::LinalgOp op) {
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  return isNarrow(element) || isa<Float32Type, Float64Type>(element);
}

FailureOr<Contraction> memplace::matchContraction(linalg::LinalgOp op) {
  if (!hasPlainOperands(op) || op.hasIndexSemantics() || !hasKernel(op))
    return failure();
  FailureOr<std::pair<Value, Value>> values = getFactors(op);
  if (failed(values))
    return failure();

  Contraction contraction{op};
  contraction.sizes = op.getStaticLoopRanges();
  contraction.maps = getMaps(op, contraction.sizes);
  FailureOr<Factor> left = makeFactor(values->first, contraction);
  FailureOr<Factor> right = makeFactor(values->second, contraction);
  AffineMap output = contraction.maps.back();
  if (failed(left) || failed(right) || !takesLoopsOnce(output))
    return failure();
  for (auto [dim, size] : llvm::enumerate(contraction.sizes)) {
    std::optional<DimRole> role =
        size == 1 ? DimRole::Unit
                  : getRole(left->dims.test(dim), right->dims.test(dim),
                            output.isFunctionOfDim(dim));
    if (!role)
      return failure();
    contraction.roles.push_back(*role);
  }
  contraction.left = *left;
  contraction.right = *right;
  return contraction;
}
