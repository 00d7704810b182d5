//===- CarryInPlace.cpp - Loop-carried tensors in one place ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarryInPlace.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace memplace;

Value memplace::copyTensor(OpBuilder &builder, Location loc, Value tensor) {
  return bufferization::AllocTensorOp::create(
      builder, loc, cast<RankedTensorType>(tensor.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/tensor);
}

bool memplace::isInPlace(Value value, Value place) {
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

void memplace::carryInPlace(scf::ForOp loop, bool copies) {
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

void memplace::carryInPlace(scf::WhileOp loop, bool copies) {
  loop = passAllOn(loop);
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
