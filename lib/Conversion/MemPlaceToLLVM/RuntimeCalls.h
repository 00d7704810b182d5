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

/// The functions of memplace/Runtime/Runtime.h that are called.
enum class RuntimeFunction {
  ArenaAlloc,
  ArenaAllocChecked,
  ArenaFree,
  TransferStart,
  TransferWait,
  Copy,
  Acquire,
  Release,
  CheckNoAlias,
};

/// Makes calls in one module: declares each function, and each string as a
/// NUL-terminated constant, when it is first needed.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module) : module(module) {}

  /// Reports a symbol of the module that has the name of a runtime function and
  /// is not that function.
  llvm::LogicalResult checkSymbols();

  /// Calls \p function with values of its LLVM types. Returns its result, or
  /// null if it has none.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   RuntimeFunction function, mlir::ValueRange arguments);

  /// The address of \p text as a C string.
  mlir::Value getString(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef text);

private:
  mlir::LLVM::LLVMFuncOp getFunction(RuntimeFunction function);

  mlir::ModuleOp module;
  llvm::StringMap<mlir::LLVM::GlobalOp> strings;
};

} // namespace memplace

#endif // MEMPLACE_CONVERSION_MEMPLACETOLLVM_RUNTIMECALLS_H
