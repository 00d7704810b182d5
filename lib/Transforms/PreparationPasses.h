//===- PreparationPasses.h - First steps of the preparation -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's passes, but with an error at its place where they crash, never end or
// say something else.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H
#define MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H

#include "mlir/Pass/Pass.h"

namespace memplace {

/// Makes structured control flow of blocks in functions and in
/// `scf.execute_region`, so that each is one block.
std::unique_ptr<mlir::Pass> createLiftBlocksPass();

/// Inlines calls, but of recursive functions. Fails, and changes nothing, if
/// too many ops would come of that.
std::unique_ptr<mlir::Pass> createInlineCallsPass();

/// Lowers `bufferization.clone` and `dealloc`. Fails where a tensor is left.
std::unique_ptr<mlir::Pass> createLowerClonesPass();

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PREPARATIONPASSES_H
