//===- LowerWindows.h - Windows as views at offsets -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CONVERSION_UTILS_LOWERWINDOWS_H
#define MEMPLACE_LIB_CONVERSION_UTILS_LOWERWINDOWS_H

#include "mlir/IR/Operation.h"

namespace memplace {

/// Stores the position of each window in \p root in a cell of its own. Each op
/// that uses a window, or a view of a window, gets a new view right before the
/// op.
void lowerWindows(mlir::Operation *root);

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_UTILS_LOWERWINDOWS_H
