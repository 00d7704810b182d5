//===- CSV.h - Packing problems and packings as CSV files -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All variants of MiniMalloc's format, with two more columns;
// docs/guide/packing.md has a description. The reader is strict. Errors: an
// unknown, duplicate or missing column, a row with a wrong number of fields, a
// number out of range, and everything rejected by `check`. An error names file,
// line and field. Nothing throws.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_CSV_H
#define MEMPLACE_PACKING_CSV_H

#include "memplace/Packing/Packing.h"

namespace memplace {

/// Parses a CSV text. \p file is the name for messages. \p arenas are the names
/// allowed in the column `arenas`. An error if the text and its parsed values
/// take more than \p maxBytes of memory; a line takes about 100 bytes more than
/// its text.
Result<PackingProblem> parsePackingCSV(std::string_view text,
                                       std::string_view file,
                                       std::vector<PackingArena> arenas = {{}},
                                       size_t maxBytes = size_t(3) << 30);

/// Reads and parses a file, plain or gzip.
Result<PackingProblem> readPackingCSV(const std::string &path,
                                      std::vector<PackingArena> arenas = {{}});

/// Prints a packing: a header and a line per buffer in the order of the
/// problem, with half-open live ranges and the column `offset` (and `arena` if
/// there are several).
std::string printPackingCSV(const PackingProblem &problem,
                            const Packing &packing);

/// Prints a problem; only buffers with a fixed offset have an `offset`. Parsing
/// the text gives an equal problem.
std::string printPackingCSV(const PackingProblem &problem);

} // namespace memplace

#endif // MEMPLACE_PACKING_CSV_H
