//===- RuntimeCalls.h - Calls of libmemplace_runtime ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_MEMPLACETOLLVM_RUNTIMECALLS_H
#define MEMPLACE_CONVERSION_MEMPLACETOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace memplace {

/// Functions of memplace/Runtime/Runtime.h called by lowered programs.
enum class RuntimeFunction {
  ArenaAlloc,
  ArenaAllocChecked,
  ArenaFree,
  TransferStart,
  TransferStartRows,
  TransferWait,
  Copy,
  Acquire,
  Release,
  CheckNoAlias,
};

/// Creates calls in a module. Declares each function, and each string as a
/// NUL-terminated constant, on first use.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module) : module(module) {}

  /// Reports a symbol of the module with the name but not the type of a runtime
  /// function.
  llvm::LogicalResult checkSymbols();

  /// Calls \p function with values of its LLVM types. Returns its result, or
  /// null for a function without a result.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   RuntimeFunction function, mlir::ValueRange arguments);

  /// Returns the address of \p text as a C string.
  mlir::Value getString(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef text);

private:
  mlir::LLVM::LLVMFuncOp getFunction(RuntimeFunction function);

  mlir::ModuleOp module;
  llvm::StringMap<mlir::LLVM::GlobalOp> strings;
};

} // namespace memplace

#endif // MEMPLACE_CONVERSION_MEMPLACETOLLVM_RUNTIMECALLS_H
