//===- FieldError.h - Errors about fields -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_FIELDERROR_H
#define MEMPLACE_LIB_PROBLEM_FIELDERROR_H

#include "memplace/Problem/Result.h"

namespace memplace {

/// Returns an error for a field, named as in a file:
/// `ops[2].accesses[0].buffer`.
inline Error bad(const std::string &field, const std::string &what) {
  return {field + ": " + what};
}

/// Returns the error for an integer field with \p value below \p least.
inline Error tooSmall(const std::string &field, int64_t least, int64_t value) {
  return bad(field, "must be at least " + std::to_string(least) + ", got " +
                        std::to_string(value));
}

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_FIELDERROR_H
