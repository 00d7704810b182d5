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

/// Returns a copy of \p tensor in storage of its own.
static Value copyTensor(OpBuilder &builder, Location loc, Value tensor) {
  return bufferization::AllocTensorOp::create(
      builder, loc, cast<RankedTensorType>(tensor.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/tensor);
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
  /// \p copies: moves a copy of each operand, even if it is in its place.
  PlacedOperands(Operation *terminator, MutableArrayRef<OpOperand> operands,
                 ValueRange places, bool copies)
      : builder(terminator), loc(terminator->getLoc()) {
    for (auto [operand, place] : llvm::zip_equal(operands, places)) {
      Value value = operand.get();
      if (!isa<RankedTensorType>(place.getType()) || value == place ||
          (!copies && isInPlace(value, place)))
        continue;
      if (copies)
        value = copyTensor(builder, loc, value);
      waiting.push_back({&operand, value, place});
    }
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
  Value copied = copyTensor(builder, loc, place);
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

static void carryInPlace(scf::ForOp loop, bool copies) {
  Operation *yield = loop.getBody()->getTerminator();
  PlacedOperands(yield, yield->getOpOperands(), loop.getRegionIterArgs(),
                 copies)
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

static void carryInPlace(scf::WhileOp loop, bool copies) {
  Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  // The values passed to the body may differ in number, type and order.
  if (before->getArgumentTypes() != after->getArgumentTypes())
    return;
  scf::ConditionOp condition = loop.getConditionOp();
  PlacedOperands(condition, condition.getArgsMutable(), before->getArguments(),
                 copies)
      .place();
  scf::YieldOp yield = loop.getYieldOp();
  PlacedOperands(yield, yield->getOpOperands(), after->getArguments(), copies)
      .place();
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
        carryInPlace(passAllOn(loop), copies);
    });
  }
};
} // namespace
