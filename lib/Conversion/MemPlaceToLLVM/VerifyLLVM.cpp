//===- VerifyLLVM.cpp - Check for complete lowering to LLVM ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"

namespace memplace {
#define GEN_PASS_DEF_VERIFYLLVMPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static bool isLowered(Operation *op) {
  return isa<ModuleOp>(op) ||
         isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect());
}

static void report(Operation *op) {
  InFlightDiagnostic error = op->emitError("'")
                             << op->getName() << "' is not lowered to the LLVM "
                             << "dialect";
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    error << ": nothing makes " << cast.getResultTypes() << " of "
          << cast.getOperandTypes();
    return;
  }
  error.attachNote() << "lower it with another pass before 'memplace-to-llvm', "
                        "or replace that pipeline";
}

namespace {
struct VerifyLLVMPass
    : public memplace::impl::VerifyLLVMPassBase<VerifyLLVMPass> {
  using VerifyLLVMPassBase::VerifyLLVMPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    // The first op of each name.
    llvm::SetVector<OperationName> names;
    SmallVector<Operation *> left;
    UnrealizedConversionCastOp firstCast;
    getOperation().walk([&](Operation *op) {
      auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
      if (cast && !firstCast)
        firstCast = cast;
      if (!cast && !isLowered(op) && names.insert(op->getName()))
        left.push_back(op);
    });
    // Casts remain because of other ops, so report a cast only if no other op
    // remains.
    if (left.empty() && firstCast)
      left.push_back(firstCast);
    for (Operation *op : left)
      report(op);
    if (!left.empty())
      signalPassFailure();
  }
};
} // namespace
