//===- WithoutSizes.h - A problem in which pieces need no room --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_WITHOUTSIZES_H
#define MEMPLACE_LIB_BOUNDS_WITHOUTSIZES_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// By buffer: whether some cut problem has pieces of it.
std::vector<bool> findCuttable(const Problem &problem);

/// \p problem with buffers that may be cut as small as can be, none of which
/// must come from home or go there.
Problem withoutSizes(const Problem &problem,
                     const std::vector<bool> &isCuttable);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_WITHOUTSIZES_H
