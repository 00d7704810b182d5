//===- ResultMarks.h - Marks of arguments that hold results ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_RESULTMARKS_H
#define MEMPLACE_LIB_TRANSFORMS_RESULTMARKS_H

#include "llvm/ADT/StringRef.h"

namespace memplace {

/// Attribute of an out-param, set by upstream's `buffer-results-to-out-params`.
inline constexpr llvm::StringLiteral outParamAttrName = "bufferize.result";

/// Attribute of an argument given away by the caller, from
/// `memplace-prepare-bufferization` to `memplace-drop-results-in-place`:
/// bufferization drops `bufferization.writable`, which says the same.
inline constexpr llvm::StringLiteral donatedAttrName = "bufferize.donated";

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_RESULTMARKS_H
