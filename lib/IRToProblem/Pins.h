//===- Pins.h - Tiers pinned by the user ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_PINS_H
#define MEMPLACE_LIB_IRTOPROBLEM_PINS_H

#include "memplace/Analysis/AliasSets.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Maps the index of an alias set to its `memplace.pin`.
using BufferPins = llvm::DenseMap<unsigned, mlir::Attribute>;

/// Returns the pin on the argument or op \p root, or null. A piece without a
/// pin takes the pin of its source.
mlir::Attribute getOwnPin(mlir::Value root);

/// An operand of a call that is passed to a pinned argument of the callee.
struct PinnedOperand {
  mlir::OpOperand *operand = nullptr;
  mlir::Attribute pin;
};
llvm::SmallVector<PinnedOperand> getPinnedOperands(mlir::func::CallOp call);

/// Returns the pins of \p function, including those of its callees. Fails with
/// a diagnostic if a buffer has several pins, or if a pin refers to no buffer.
mlir::FailureOr<BufferPins> collectPins(mlir::func::FuncOp function,
                                        const AliasSets &aliasSets);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_PINS_H
