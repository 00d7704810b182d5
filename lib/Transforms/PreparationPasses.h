//===- PreparationPasses.h - First steps of the preparation -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wrappers around MLIR's passes, with a proper error for inputs on which MLIR's
// passes crash, never end or report something misleading.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H
#define MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H

#include "mlir/Pass/Pass.h"

namespace memplace {

/// Converts several blocks in functions and in `scf.execute_region` to
/// structured control flow in a single block. Then canonicalizes the function,
/// if it had any.
std::unique_ptr<mlir::Pass> createLiftBlocksPass();

/// Inlines calls, except of recursive functions. Fails without changes if too
/// many ops would result.
std::unique_ptr<mlir::Pass> createInlineCallsPass();

/// Lowers `bufferization.clone` and `dealloc`. Fails if a tensor is left.
std::unique_ptr<mlir::Pass> createLowerClonesPass();

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H
