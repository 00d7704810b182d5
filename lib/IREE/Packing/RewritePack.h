//===- RewritePack.h - Offsets of slices, written into the IR ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_REWRITEPACK_H
#define MEMPLACE_LIB_IREE_PACKING_REWRITEPACK_H

#include "ExtractPack.h"

namespace memplace {

/// Replaces the op by constants: \p size and \p offsets of the static slices.
/// Slices of dynamic size remain in a smaller op, on top of the static slices.
void rewriteStreamPack(const StreamPack &pack, int64_t size,
                       llvm::ArrayRef<Offset> offsets);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_REWRITEPACK_H
