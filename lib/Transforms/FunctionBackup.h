//===- FunctionBackup.h - Backup of a function ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_FUNCTIONBACKUP_H
#define MEMPLACE_LIB_TRANSFORMS_FUNCTIONBACKUP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// A copy of a function, to undo a rewrite that fails halfway.
class FunctionBackup {
public:
  explicit FunctionBackup(mlir::func::FuncOp function)
      : function(function), original(function.clone()) {}

  /// Restores the original function.
  void restore() {
    mlir::OwningOpRef<mlir::func::FuncOp> copy(original->clone());
    mlir::func::FuncOp was = *copy;
    function.getBody().takeBody(was.getBody());
    function->copyProperties(was->getPropertiesStorage());
    function->setDiscardableAttrs(was->getDiscardableAttrDictionary());
  }

private:
  mlir::func::FuncOp function;
  mlir::OwningOpRef<mlir::func::FuncOp> original;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_FUNCTIONBACKUP_H
