//===- CSV.h - Packing problems and packings as CSV files -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MiniMalloc's format in all its variants, and two columns more;
// docs/guide/packing.md describes it. The reader is strict: an unknown, double
// or missing column, a row with too many or too few fields, a number out of
// range and whatever `check` rejects are errors, which name file, line and
// field. Nothing throws.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_CSV_H
#define MEMPLACE_PACKING_CSV_H

#include "memplace/Packing/Packing.h"

namespace memplace {

/// \p file is only for messages. \p arenas are the names that the column
/// `arenas` may use. Text that takes more than \p maxBytes of memory with what
/// is made of it is an error: a line takes some 100 bytes more than it has.
Result<PackingProblem> parsePackingCSV(std::string_view text,
                                       std::string_view file,
                                       std::vector<PackingArena> arenas = {{}},
                                       size_t maxBytes = size_t(3) << 30);

/// `readFile`, then parse; also gzipped.
Result<PackingProblem> readPackingCSV(const std::string &path,
                                      std::vector<PackingArena> arenas = {{}});

/// With a header, a line per buffer in the order of the problem, live ranges
/// half-open, and the column `offset` (and `arena` if there are several).
std::string printPackingCSV(const PackingProblem &problem,
                            const Packing &packing);

/// Likewise without offsets, but for those that are fixed. Reading it back
/// gives an equal problem.
std::string printPackingCSV(const PackingProblem &problem);

} // namespace memplace

#endif // MEMPLACE_PACKING_CSV_H
