//===- RuntimeCalls.cpp - Calls of libmemplace_runtime --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace memplace;

static constexpr RuntimeFunction allFunctions[] = {
    RuntimeFunction::ArenaAlloc,   RuntimeFunction::ArenaAllocChecked,
    RuntimeFunction::ArenaFree,    RuntimeFunction::TransferStart,
    RuntimeFunction::TransferWait, RuntimeFunction::Copy,
    RuntimeFunction::Acquire,      RuntimeFunction::Release,
    RuntimeFunction::CheckNoAlias,
};

static StringRef getName(RuntimeFunction function) {
  switch (function) {
  case RuntimeFunction::ArenaAlloc:
    return "memplace_rt_arena_alloc";
  case RuntimeFunction::ArenaAllocChecked:
    return "memplace_rt_arena_alloc_checked";
  case RuntimeFunction::ArenaFree:
    return "memplace_rt_arena_free";
  case RuntimeFunction::TransferStart:
    return "memplace_rt_transfer_start";
  case RuntimeFunction::TransferWait:
    return "memplace_rt_transfer_wait";
  case RuntimeFunction::Copy:
    return "memplace_rt_copy";
  case RuntimeFunction::Acquire:
    return "memplace_rt_acquire";
  case RuntimeFunction::Release:
    return "memplace_rt_release";
  case RuntimeFunction::CheckNoAlias:
    return "memplace_rt_check_no_alias";
  }
  llvm_unreachable("all functions are listed");
}

static LLVM::LLVMFunctionType getType(RuntimeFunction function,
                                      MLIRContext *context) {
  Type none = LLVM::LLVMVoidType::get(context);
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  Type i32 = IntegerType::get(context, 32);
  auto make = [&](Type result, ArrayRef<Type> arguments) {
    return LLVM::LLVMFunctionType::get(result, arguments);
  };
  switch (function) {
  case RuntimeFunction::ArenaAlloc:
  case RuntimeFunction::ArenaAllocChecked:
    return make(pointer, {pointer, i64, i64});
  case RuntimeFunction::ArenaFree:
    return make(none, {pointer, pointer});
  case RuntimeFunction::TransferStart:
    return make(i64, {pointer, pointer, pointer, pointer, pointer, i64});
  case RuntimeFunction::TransferWait:
    return make(none, {i64});
  case RuntimeFunction::Copy:
    return make(none, {pointer, pointer, i64});
  case RuntimeFunction::Acquire:
    return make(none, {pointer, i64, i32});
  case RuntimeFunction::Release:
    return make(none, {pointer, i64});
  case RuntimeFunction::CheckNoAlias:
    return make(none, {pointer, i64, pointer, pointer});
  }
  llvm_unreachable("all functions are listed");
}

LogicalResult RuntimeCalls::checkSymbols() {
  for (RuntimeFunction function : allFunctions) {
    Operation *symbol = module.lookupSymbol(getName(function));
    if (!symbol)
      continue;
    auto declared = dyn_cast<LLVM::LLVMFuncOp>(symbol);
    LLVM::LLVMFunctionType type = getType(function, module.getContext());
    if (!declared || declared.getFunctionType() != type)
      return symbol->emitError("'")
             << getName(function)
             << "' is a function of the memplace runtime of type " << type
             << "; give this symbol another name";
  }
  return success();
}

LLVM::LLVMFuncOp RuntimeCalls::getFunction(RuntimeFunction function) {
  if (auto declared = module.lookupSymbol<LLVM::LLVMFuncOp>(getName(function)))
    return declared;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), getName(function),
                                  getType(function, module.getContext()));
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc,
                         RuntimeFunction function, ValueRange arguments) {
  auto call =
      LLVM::CallOp::create(builder, loc, getFunction(function), arguments);
  return call->getNumResults() == 0 ? Value() : call.getResult();
}

Value RuntimeCalls::getString(OpBuilder &builder, Location loc,
                              StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    SymbolTable symbols(module); // Makes the name unique.
    std::string bytes = text.str() + '\0';
    auto start = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMArrayType::get(start.getI8Type(), bytes.size());
    global =
        LLVM::GlobalOp::create(start, module.getLoc(), type,
                               /*isConstant=*/true, LLVM::Linkage::Internal,
                               "memplace_string", start.getStringAttr(bytes));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}
