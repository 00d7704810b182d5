//===- LowerWindows.h - Windows as views at offsets -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_LOWERWINDOWS_H
#define MEMPLACE_CONVERSION_LOWERWINDOWS_H

#include "mlir/IR/Operation.h"

namespace memplace {

/// Keeps where each window in \p root lies in a cell of its own, and gives each
/// op that uses one, or a view of one, a view made right before it.
void lowerWindows(mlir::Operation *root);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LOWERWINDOWS_H
