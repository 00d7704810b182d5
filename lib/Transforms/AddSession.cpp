//===- AddSession.cpp - Programs called by the runtime --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_ADDSESSIONPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

// Functions of the runtime, and functions made by the pass.
static constexpr StringLiteral argumentName = "memplace_rt_argument";
static constexpr StringLiteral serveName = "memplace_rt_serve";
static constexpr StringLiteral callName = "memplace_session_call";
static constexpr StringLiteral mainName = "memplace_session_main";

/// Returns the type in which the runtime stores an argument: a scalar is the
/// element of a memref of rank 0. Null if a session cannot pass the type.
static MemRefType getStoredType(Type type) {
  if (type.isIntOrIndexOrFloat())
    return MemRefType::get({}, type);
  auto memref = dyn_cast<MemRefType>(type);
  bool isPlain = memref && memref.hasStaticShape() &&
                 memref.getLayout().isIdentity() && !memref.getMemorySpace();
  return isPlain ? memref : nullptr;
}

static LogicalResult check(ModuleOp module, StringRef name) {
  for (StringRef taken : {argumentName, serveName, callName, mainName})
    if (Operation *symbol = module.lookupSymbol(taken))
      return emitError(symbol->getLoc(), "'")
             << taken << "' is a function of sessions; give this symbol "
             << "another name";
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  if (!entry || entry.isExternal())
    return emitError(module.getLoc(), "the module has no function '@")
           << name << "' with a body";
  if (entry.getNumResults() > 0)
    return emitError(entry.getLoc(), "'@")
           << name << "' returns values; turn them into "
           << "out-params (buffer-results-to-out-params)";
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (!getStoredType(type))
      return emitError(entry.getLoc(), "argument ")
             << index << " of '@" << name << "' is of type " << type
             << "; a session passes scalars and memrefs of static shape and "
             << "identity layout, without a memory space";
  return success();
}

namespace {
/// Adds the functions of a session to the end of a module.
class SessionBuilder {
public:
  explicit SessionBuilder(func::FuncOp entry)
      : entry(entry), loc(entry.getLoc()), builder(entry->getContext()) {
    builder.setInsertionPointToEnd(
        entry->getParentOfType<ModuleOp>().getBody());
  }

  void build();

private:
  func::FuncOp declare(StringRef name, TypeRange inputs, TypeRange results);
  void buildCall();
  Value getOperand(Value index, Type type);

  func::FuncOp entry;
  Location loc;
  OpBuilder builder;
};
} // namespace

func::FuncOp SessionBuilder::declare(StringRef name, TypeRange inputs,
                                     TypeRange results) {
  auto function = func::FuncOp::create(
      builder, loc, name, builder.getFunctionType(inputs, results));
  function.setPrivate();
  return function;
}

/// Returns argument number \p index of the running call.
Value SessionBuilder::getOperand(Value index, Type type) {
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  Value place = func::CallOp::create(builder, loc, argumentName, bytes, index)
                    .getResult(0);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value view = memref::ViewOp::create(builder, loc, getStoredType(type), place,
                                      zero, /*sizes=*/ValueRange());
  if (isa<MemRefType>(type))
    return view;
  return memref::LoadOp::create(builder, loc, view);
}

/// Builds the function that calls the program once.
void SessionBuilder::buildCall() {
  OpBuilder::InsertionGuard guard(builder);
  func::FuncOp call = declare(callName, {}, {});
  builder.setInsertionPointToStart(call.addEntryBlock());
  SmallVector<Value> operands;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    Value number = arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(static_cast<int64_t>(index)));
    operands.push_back(getOperand(number, type));
  }
  func::CallOp::create(builder, loc, entry, operands);
  func::ReturnOp::create(builder, loc);
}

void SessionBuilder::build() {
  entry.setPrivate();
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  declare(argumentName, builder.getI64Type(), bytes)
      ->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  FunctionType program = builder.getFunctionType({}, {});
  declare(serveName, program, {});
  buildCall();
  func::FuncOp main = declare(mainName, {}, {});
  main.setPublic();
  builder.setInsertionPointToStart(main.addEntryBlock());
  Value call = func::ConstantOp::create(builder, loc, program, callName);
  func::CallOp::create(builder, loc, serveName, TypeRange(), call);
  func::ReturnOp::create(builder, loc);
}

namespace {
struct AddSessionPass : memplace::impl::AddSessionPassBase<AddSessionPass> {
  using AddSessionPassBase::AddSessionPassBase;

  void runOnOperation() override {
    if (failed(check(getOperation(), function)))
      return signalPassFailure();
    SessionBuilder(getOperation().lookupSymbol<func::FuncOp>(function)).build();
  }
};
} // namespace
