//===- Suggestion.h - Nearest known name for a misspelt name ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_SUGGESTION_H
#define MEMPLACE_PROBLEM_SUGGESTION_H

#include <string>
#include <string_view>
#include <vector>

namespace memplace {

/// Returns the name of \p known nearest to \p name, regardless of case; the
/// first of several. Empty if more than a third of the letters differ for each,
/// or if \p name is longer than 40 letters.
std::string findNearest(std::string_view name,
                        const std::vector<std::string> &known);

/// Returns the end of an error about an unknown \p name: "; did you mean
/// 'greedy'?", or \p others and all of \p known if no known name is near.
std::string suggestion(std::string_view name,
                       const std::vector<std::string> &known,
                       std::string_view others);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_SUGGESTION_H
