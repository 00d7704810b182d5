//===- JSON.h - Problems, solutions and targets as JSON files ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers are strict: unknown fields, duplicate keys, nesting deeper than 64,
// numbers out of range, and whatever `check` rejects are errors, which name the
// file and the field. Nothing throws.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IO_JSON_H
#define MEMPLACE_IO_JSON_H

#include "memplace/Problem/Solution.h"

#include <functional>

namespace memplace {

/// Finds a target that a problem names. IO knows no catalogue, so the
/// caller brings it (`findBuiltinTarget` of Target/Catalogue.h). The error must
/// list the known names.
using TargetResolver = std::function<Result<Target>(std::string_view name)>;

/// \p file is only for messages.
Result<Target> parseTarget(std::string_view text, std::string_view file);
Result<Problem> parseProblem(std::string_view text, std::string_view file,
                             const TargetResolver &resolver);
/// A solution is read against its problem, which gives names their meaning.
/// Only what can't be represented is an error here (another problem's solution,
/// unknown tier name, index out of range); everything else is `verify`'s.
Result<Solution> parseSolution(std::string_view text, std::string_view file,
                               const Problem &problem);

/// One JSON object, one line per buffer, op, residency, transfer; ends in a
/// newline. Reading it back gives an equal value.
std::string printTarget(const Target &target);
std::string printProblem(const Problem &problem);
std::string printSolution(const Problem &problem, const Solution &solution);

/// `readFile`, then parse.
Result<Problem> readProblem(const std::string &path,
                            const TargetResolver &resolver);
Result<Solution> readSolution(const std::string &path, const Problem &problem);
Result<Target> readTarget(const std::string &path);

} // namespace memplace

#endif // MEMPLACE_IO_JSON_H
