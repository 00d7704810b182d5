//===- PrepareBufferization.cpp - Choose tensors that share storage -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarryInPlace.h"
#include "ResultMarks.h"

#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace memplace {
#define GEN_PASS_DEF_PREPAREBUFFERIZATIONPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;
using bufferization::BufferizationDialect;

/// Lets bufferization write only to arguments given away by the caller, and
/// marks these for `memplace-drop-results-in-place`: bufferization removes its
/// own attribute.
static void keepArguments(func::FuncOp function) {
  StringRef name = BufferizationDialect::kWritableAttrName;
  OpBuilder builder(function);
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (!isa<TensorType>(argument.getType()))
      continue;
    auto isWritable = function.getArgAttrOfType<BoolAttr>(index, name);
    if (!isWritable)
      function.setArgAttr(index, name, builder.getBoolAttr(false));
    else if (isWritable.getValue())
      function.setArgAttr(index, donatedAttrName, builder.getUnitAttr());
  }
}

/// Returns the tensor below all views.
static Value getOrigin(Value tensor) {
  Operation *view = tensor.getDefiningOp();
  while (isa_and_nonnull<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp, tensor::ReshapeOp>(view)) {
    tensor = view->getOperand(0);
    view = tensor.getDefiningOp();
  }
  return tensor;
}

/// Copies all results before the first of them is written into a donated
/// argument.
static void copyResults(func::ReturnOp end) {
  SmallVector<bufferization::MaterializeInDestinationOp> writes;
  for (Value result : end->getOperands())
    if (auto write =
            result.getDefiningOp<bufferization::MaterializeInDestinationOp>();
        write && isa<BlockArgument>(write.getDest()))
      writes.push_back(write);
  Operation *first = end;
  for (Operation *write : writes)
    if (write->getBlock() == end->getBlock() && write->isBeforeInBlock(first))
      first = write;
  OpBuilder builder(first);
  for (auto write : writes)
    write.getSourceMutable().assign(
        copyTensor(builder, end.getLoc(), write.getSource()));
  for (OpOperand &result : end->getOpOperands())
    if (isa<RankedTensorType>(result.get().getType()) &&
        !llvm::is_contained(writes, result.get().getDefiningOp()))
      result.set(copyTensor(builder, end.getLoc(), result.get()));
}

/// Replaces writes into tensors that have further uses by copies.
static void writeElsewhere(ModuleOp module) {
  SmallVector<bufferization::MaterializeInDestinationOp> writes;
  module.walk([&](bufferization::MaterializeInDestinationOp write) {
    if (isa<TensorType>(write.getDest().getType()) &&
        !isa<BlockArgument>(write.getDest()) && !write.getDest().hasOneUse())
      writes.push_back(write);
  });
  for (auto write : writes) {
    OpBuilder builder(write);
    write->getResult(0).replaceAllUsesWith(
        copyTensor(builder, write.getLoc(), write.getSource()));
    write.erase();
  }
}

/// Copies tensors returned more than once, since two out-params cannot share a
/// buffer.
static void separateResults(func::ReturnOp end) {
  OpBuilder builder(end);
  llvm::SmallDenseSet<Value> origins;
  for (OpOperand &operand : end->getOpOperands()) {
    if (isa<RankedTensorType>(operand.get().getType()) &&
        !origins.insert(getOrigin(operand.get())).second)
      operand.set(copyTensor(builder, end.getLoc(), operand.get()));
  }
}

//===----------------------------------------------------------------------===//
// Results in donated arguments
//===----------------------------------------------------------------------===//

namespace {

/// The ops that compute a result in the place of a donated argument, as
/// `isInPlace` finds them.
struct InPlaceChain {
  SmallVector<OpOperand *> starts; // Uses of the argument.
  bool hasLoop = false;

  void add(Value value, Value place);
};

} // namespace

/// Adds the ops from \p place to \p value. `isInPlace` must hold.
void InPlaceChain::add(Value value, Value place) {
  if (value == place)
    return;
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  auto follow = [&](OpOperand *operand) {
    if (operand->get() == place)
      starts.push_back(operand);
    else
      add(operand->get(), place);
  };
  if (auto writer = dyn_cast<DestinationStyleOpInterface>(op)) {
    follow(writer.getTiedOpOperand(result));
  } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    hasLoop = true;
    follow(loop.getTiedLoopInit(result));
  } else {
    for (Region &arm : op->getRegions())
      follow(
          &arm.front().getTerminator()->getOpOperand(result.getResultNumber()));
  }
}

/// Returns true if all uses of \p tensor and of its views, except \p starts,
/// read the tensor before \p first, an op of \p tensor's block.
static bool isReadOnlyBefore(Operation *first, Value tensor,
                             ArrayRef<OpOperand *> starts) {
  return llvm::all_of(tensor.getUses(), [&](OpOperand &use) {
    if (llvm::is_contained(starts, &use))
      return true;
    Operation *user = use.getOwner();
    if (user->getBlock() != first->getBlock() || user->getNumRegions() > 1 ||
        isa<LoopLikeOpInterface>(user) || !user->isBeforeInBlock(first))
      return false;
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(user))
      return writer.isDpsInput(&use);
    // Results of other ops on tensors may share the storage.
    return llvm::all_of(user->getResults(), [&](Value result) {
      return !isa<TensorType>(result.getType()) ||
             isReadOnlyBefore(first, result, starts);
    });
  });
}

/// Returns the value in whose place bufferization computes \p value through
/// destination-style ops and loops.
static Value getPlace(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    OpOperand *place = nullptr;
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      place = writer.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
      place = loop.getTiedLoopInit(result);
    if (!place)
      break;
    value = place->get();
  }
  return value;
}

/// Prepares a loop for the result that \p write puts into a donated argument.
/// The loop begins with the argument itself, and \p write goes away; or, if the
/// argument is read later, with a tensor of its own. Bufferization would refuse
/// a loop in the place of the argument followed by \p write.
static void writeAfterReads(bufferization::MaterializeInDestinationOp write,
                            func::FuncOp function) {
  auto argument = dyn_cast<BlockArgument>(write.getDest());
  if (!argument || argument.getOwner() != &function.front())
    return;
  const bool isThere = isInPlace(write.getSource(), argument);
  Value place = isThere ? Value(argument) : getPlace(write.getSource());
  // `eliminate-empty-tensors` would begin the loop with the argument.
  if (!isThere && !place.getDefiningOp<tensor::EmptyOp>())
    return;
  InPlaceChain chain;
  chain.add(write.getSource(), place);
  if (!chain.hasLoop)
    return;
  auto getTopLevel = [&](OpOperand *use) {
    return function.front().findAncestorOpInBlock(*use->getOwner());
  };
  Operation *first = getTopLevel(chain.starts.front());
  for (OpOperand *start : chain.starts)
    if (Operation *op = getTopLevel(start); op->isBeforeInBlock(first))
      first = op;
  SmallVector<OpOperand *> known(chain.starts);
  known.push_back(&write.getDestMutable());
  Value start = argument;
  if (isReadOnlyBefore(first, argument, known)) {
    write->getResult(0).replaceAllUsesWith(write.getSource());
    write.erase();
  } else {
    OpBuilder builder(first);
    start = bufferization::AllocTensorOp::create(
        builder, first->getLoc(), cast<RankedTensorType>(argument.getType()),
        /*dynamicSizes=*/ValueRange(), /*copy=*/isThere ? place : Value());
  }
  for (OpOperand *operand : chain.starts)
    operand->set(start);
}

static void prepareBoundary(func::FuncOp function, bool copies) {
  if (!function.isPublic() || function.isExternal())
    return;
  keepArguments(function);
  if (!copies)
    for (auto write : llvm::make_early_inc_range(
             function.getOps<bufferization::MaterializeInDestinationOp>()))
      writeAfterReads(write, function);
  for (Block &block : function.getBody())
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      copies ? copyResults(end) : separateResults(end);
}

namespace {
struct PrepareBufferizationPass
    : memplace::impl::PrepareBufferizationPassBase<PrepareBufferizationPass> {
  using PrepareBufferizationPassBase::PrepareBufferizationPassBase;

  void runOnOperation() override {
    if (copies)
      writeElsewhere(getOperation());
    getOperation().walk([this](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        prepareBoundary(function, copies);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        carryInPlace(loop, copies);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        carryInPlace(loop, copies);
    });
  }
};
} // namespace
