//===- Size.h - Sizes as texts ----------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_SIZE_H
#define MEMPLACE_PROBLEM_SIZE_H

#include "memplace/Problem/Result.h"

#include <cstdint>

namespace memplace {

/// Parses a number of bytes, 1 to 2^62, as `arguments.size` of Python does:
/// "4096", "500MB", "1.5 MB", "2GiB", "64Ki". The error is the end of a
/// sentence: "must be a positive size such as 4096, 500MB or 2GiB, got 'x'".
Result<int64_t> parseSize(std::string_view text);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_SIZE_H
