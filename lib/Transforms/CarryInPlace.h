//===- CarryInPlace.h - Loop-carried tensors in one place -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_CARRYINPLACE_H
#define MEMPLACE_LIB_TRANSFORMS_CARRYINPLACE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// Returns a copy of \p tensor in storage of its own.
mlir::Value copyTensor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tensor);

/// Returns true if bufferization finds \p value in \p place without help,
/// because only destination-style ops, loops and branches lead from \p place to
/// \p value.
bool isInPlace(mlir::Value value, mlir::Value place);

/// Writes the tensors that \p loop carries into the places of their region
/// arguments at the end of a trip, unless bufferization does so without help.
/// \p copies: writes a copy of each tensor in any case.
void carryInPlace(mlir::scf::ForOp loop, bool copies);
/// Like the function above. A loop that passes only some carried values to its
/// body is replaced by a loop that passes all.
void carryInPlace(mlir::scf::WhileOp loop, bool copies);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CARRYINPLACE_H
