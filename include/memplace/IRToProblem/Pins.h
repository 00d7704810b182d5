//===- Pins.h - What the user pins ------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IRTOPROBLEM_PINS_H
#define MEMPLACE_IRTOPROBLEM_PINS_H

#include "memplace/Analysis/AliasSets.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// By index of an alias set: its `memplace.pin`.
using BufferPins = llvm::DenseMap<unsigned, mlir::Attribute>;

/// The pin on the argument or op \p root; of a piece, also that of what it is a
/// piece of. Null if there is none.
mlir::Attribute getOwnPin(mlir::Value root);

/// An operand of a call whose argument of the callee is pinned.
struct PinnedOperand {
  mlir::OpOperand *operand = nullptr;
  mlir::Attribute pin;
};
llvm::SmallVector<PinnedOperand> getPinnedOperands(mlir::func::CallOp call);

/// What is pinned in \p function, by its callees, too. Emits a diagnostic and
/// fails if one buffer has several pins, or if a pin binds no buffer.
mlir::FailureOr<BufferPins> collectPins(mlir::func::FuncOp function,
                                        const AliasSets &aliasSets);

} // namespace memplace

#endif // MEMPLACE_IRTOPROBLEM_PINS_H
