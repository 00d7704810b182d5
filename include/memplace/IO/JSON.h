//===- JSON.h - Problems, solutions and targets as JSON files ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers are strict. Errors: unknown fields, duplicate keys, nesting deeper
// than 64, numbers out of range, and everything rejected by `check`. An error
// names the file and the field. Nothing throws.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IO_JSON_H
#define MEMPLACE_IO_JSON_H

#include "memplace/Problem/Solution.h"

#include <functional>

namespace memplace {

/// Finds a problem's target by name. The layer IO has no catalogue, so the
/// caller passes a resolver (`findBuiltinTarget` of Target/Catalogue.h). The
/// error must list the known names.
using TargetResolver = std::function<Result<Target>(std::string_view name)>;

/// Parses a JSON text. \p file is the name for messages.
Result<Target> parseTarget(std::string_view text, std::string_view file);
Result<Problem> parseProblem(std::string_view text, std::string_view file,
                             const TargetResolver &resolver);
/// Parses a solution of \p problem. Errors are limited to contents without a
/// representation as a `Solution`: a solution of another problem, an unknown
/// tier name, an index out of range. `verify` finds all other errors.
Result<Solution> parseSolution(std::string_view text, std::string_view file,
                               const Problem &problem);

/// Prints a JSON object with one line per buffer, op, residency and transfer,
/// and a newline at the end. Parsing the text gives an equal value.
std::string printTarget(const Target &target);
std::string printProblem(const Problem &problem);
std::string printSolution(const Problem &problem, const Solution &solution);

/// Reads and parses a file.
Result<Problem> readProblem(const std::string &path,
                            const TargetResolver &resolver);
Result<Solution> readSolution(const std::string &path, const Problem &problem);
Result<Target> readTarget(const std::string &path);

} // namespace memplace

#endif // MEMPLACE_IO_JSON_H
