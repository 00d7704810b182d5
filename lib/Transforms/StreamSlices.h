//===- StreamSlices.h - Slices by windows in loops that stay ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
#define MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// What became of the loops of a function.
struct StreamedSlices {
  size_t loops = 0;
  size_t windows = 0;
};

/// Makes two trips of each loop one, which takes slices of stacks by two
/// `memplace.window`s in turn: while a trip uses one of them, the other one
/// moves on to the slice of the next trip. Loops stay loops, inner ones come
/// first; their last trips, of a known number or not, come after them.
///
/// Nothing is computed in another order. Left alone are loops of less than
/// three trips, and those that would make more than \p maxSteps steps of the
/// function.
StreamedSlices streamSlices(mlir::func::FuncOp function, int64_t maxSteps);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
