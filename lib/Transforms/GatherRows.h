//===- GatherRows.h - Gathers as loops over rows ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_GATHERROWS_H
#define MEMPLACE_LIB_TRANSFORMS_GATHERROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// Replaces \p op, whose body loads elements of \p stacks at run-time indices,
/// by a nest of loops over the rows that it needs: in each trip, the body loads
/// from a view of one row of each stack. A row consists of all trailing
/// dimensions whose indices are known before run time, and has at most \p
/// maxBytes bytes. Returns the innermost new loop. Returns null and changes
/// nothing if a stack is an operand of \p op, has a dynamic shape or another
/// layout than the identity; if its loads are conditional or not its only uses
/// in the body; if a row is larger; or if an index depends on more than the
/// inputs and parallel loops of \p op.
mlir::scf::ForOp loopOverRows(mlir::linalg::GenericOp op,
                              llvm::ArrayRef<mlir::Value> stacks,
                              int64_t maxBytes, mlir::RewriterBase &rewriter);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_GATHERROWS_H
