//===- TimeSteps.cpp - Time each step -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {
#define GEN_PASS_DEF_TIMESTEPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static constexpr StringLiteral beginName = "memplace_rt_step_begin";
static constexpr StringLiteral endName = "memplace_rt_step_end";

/// Declares a function of the runtime in the module if necessary. Fails if the
/// module has another symbol of this name.
static LogicalResult declare(ModuleOp module, StringRef name) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  FunctionType type = builder.getFunctionType({builder.getI64Type()}, {});
  if (Operation *symbol = module.lookupSymbol(name)) {
    auto declared = dyn_cast<func::FuncOp>(symbol);
    if (declared && declared.isExternal() && declared.getFunctionType() == type)
      return success();
    return symbol->emitError("'")
           << name << "' is a function of the memplace runtime of type " << type
           << "; give this symbol another name";
  }
  func::FuncOp::create(builder, module.getLoc(), name, type).setPrivate();
  return success();
}

/// Returns the steps of \p function, except memplace's own ops.
static SmallVector<Operation *> getOps(func::FuncOp function) {
  SmallVector<Operation *> ops;
  Schedule schedule(function);
  for (Operation *step : schedule.getSteps())
    if (step && !isa<MemPlaceDialect>(step->getDialect()))
      ops.push_back(step);
  return ops;
}

static void addCalls(Operation *op, int64_t number) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value constant = arith::ConstantOp::create(builder, loc,
                                             builder.getI64IntegerAttr(number));
  func::CallOp::create(builder, loc, beginName, TypeRange(), constant);
  builder.setInsertionPointAfter(op);
  func::CallOp::create(builder, loc, endName, TypeRange(), constant);
}

namespace {
struct TimeStepsPass : public memplace::impl::TimeStepsPassBase<TimeStepsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> functions = getPlacedFunctions(module);
    if (failed(declare(module, beginName)) || failed(declare(module, endName)))
      return signalPassFailure();
    for (func::FuncOp function : functions)
      for (auto [number, op] : llvm::enumerate(getOps(function)))
        addCalls(op, static_cast<int64_t>(number));
  }
};
} // namespace
