//===- PrepareBufferization.cpp - Choose tensors that share storage -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// Copies tensors returned more than once, since two out-params cannot share a
/// buffer.
static void separateResults(func::ReturnOp end) {
  OpBuilder builder(end);
  llvm::SmallDenseSet<Value> origins;
  for (OpOperand &operand : end->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || origins.insert(getOrigin(operand.get())).second)
      continue;
    Value copy = bufferization::AllocTensorOp::create(
        builder, end.getLoc(), type, /*dynamicSizes=*/ValueRange(),
        /*copy=*/operand.get());
    operand.set(copy);
  }
}

static void prepareBoundary(func::FuncOp function) {
  if (!function.isPublic() || function.isExternal())
    return;
  keepArguments(function);
  for (Block &block : function.getBody())
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      separateResults(end);
}

/// Returns true if bufferization finds \p value in \p place without help,
/// because only destination-style ops, loops and branches lead from \p place to
/// \p value.
static bool isInPlace(Value value, Value place) {
  while (value != place) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *op = result.getOwner();
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = writer.getTiedOpOperand(result)->get();
      continue;
    }
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      OpOperand *init = loop.getTiedLoopInit(result);
      if (!init)
        return false;
      value = init->get();
      continue;
    }
    return isa<scf::IfOp, scf::IndexSwitchOp>(op) &&
           llvm::all_of(op->getRegions(), [&](Region &arm) {
             Operation *yield = arm.front().getTerminator();
             return isInPlace(yield->getOperand(result.getResultNumber()),
                              place);
           });
  }
  return true;
}

namespace {

/// Puts the tensor operands of a terminator into given places.
class PlacedOperands {
public:
  PlacedOperands(Operation *terminator, MutableArrayRef<OpOperand> operands,
                 ValueRange places)
      : builder(terminator), loc(terminator->getLoc()) {
    for (auto [operand, place] : llvm::zip_equal(operands, places))
      if (isa<RankedTensorType>(place.getType()) &&
          !isInPlace(operand.get(), place))
        waiting.push_back({&operand, operand.get(), place});
  }

  void place();

private:
  struct Move {
    OpOperand *operand;
    Value value, place;
  };

  bool isRead(const Move &move) const {
    return llvm::any_of(waiting, [&](const Move &other) {
      return other.operand != move.operand && other.value == move.place;
    });
  }
  void copy(Value place);

  OpBuilder builder;
  Location loc;
  SmallVector<Move> waiting;
};

} // namespace

/// Lets the moves from \p place, soon overwritten, read a copy instead.
void PlacedOperands::copy(Value place) {
  auto type = cast<RankedTensorType>(place.getType());
  Value copied = bufferization::AllocTensorOp::create(
      builder, loc, type, /*dynamicSizes=*/ValueRange(), /*copy=*/place);
  for (Move &move : waiting)
    if (move.value == place)
      move.value = copied;
}

/// Writes each place after all other moves have read it.
void PlacedOperands::place() {
  while (!waiting.empty()) {
    auto *next =
        llvm::find_if(waiting, [&](const Move &move) { return !isRead(move); });
    if (next == waiting.end()) {
      copy(waiting.front().place);
      continue;
    }
    auto placed = bufferization::MaterializeInDestinationOp::create(
        builder, loc, next->place.getType(), next->value, next->place);
    next->operand->set(placed.getResult());
    waiting.erase(next);
  }
}

static void carryInPlace(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  PlacedOperands(yield, yield->getOpOperands(), loop.getRegionIterArgs())
      .place();
}

/// Passes all carried values on to the body and the results of \p loop, in
/// their order, as bufferization demands. Canonicalization drops and reorders
/// them. Returns the loop that replaces \p loop; \p loop itself if the
/// condition passes other values on.
static scf::WhileOp passAllOn(scf::WhileOp loop) {
  Block *before = loop.getBeforeBody();
  scf::ConditionOp condition = loop.getConditionOp();
  if (llvm::equal(condition.getArgs(), before->getArguments()))
    return loop;
  SmallVector<unsigned> carried; // Index of each value passed on.
  for (Value value : condition.getArgs()) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != before)
      return loop;
    carried.push_back(argument.getArgNumber());
  }
  OpBuilder builder(loop);
  auto whole = scf::WhileOp::create(
      builder, loop.getLoc(), before->getArgumentTypes(), loop.getInits());
  whole.getBefore().takeBody(loop.getBefore());
  whole.getAfter().takeBody(loop.getAfter());
  condition.getArgsMutable().assign(before->getArguments());
  Block *after = whole.getAfterBody();
  const unsigned numPassed = carried.size();
  for (BlockArgument argument : before->getArguments())
    after->addArgument(argument.getType(), argument.getLoc());
  for (auto [index, place] : llvm::enumerate(carried)) {
    after->getArgument(index).replaceAllUsesWith(
        after->getArgument(numPassed + place));
    loop.getResult(index).replaceAllUsesWith(whole.getResult(place));
  }
  after->eraseArguments(0, numPassed);
  loop.erase();
  return whole;
}

static void carryInPlace(scf::WhileOp loop) {
  Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  // The values passed to the body may differ in number, type and order.
  if (before->getArgumentTypes() != after->getArgumentTypes())
    return;
  scf::ConditionOp condition = loop.getConditionOp();
  PlacedOperands(condition, condition.getArgsMutable(), before->getArguments())
      .place();
  scf::YieldOp yield = loop.getYieldOp();
  PlacedOperands(yield, yield->getOpOperands(), after->getArguments()).place();
}

namespace {
struct PrepareBufferizationPass
    : memplace::impl::PrepareBufferizationPassBase<PrepareBufferizationPass> {
  using PrepareBufferizationPassBase::PrepareBufferizationPassBase;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        prepareBoundary(function);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        carryInPlace(loop);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        carryInPlace(passAllOn(loop));
    });
  }
};
} // namespace
