//===- Locations.h - Source locations of buffers and ops --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_LOCATIONS_H
#define MEMPLACE_LIB_IRTOPROBLEM_LOCATIONS_H

#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// Returns the first file position in \p location, with its name if there is
/// any: `model.py:12:4`, `dot_general (model.py:12:4)`. Takes the callee of a
/// call and the first op of a fusion. Only the name if there is no file
/// position; empty without both.
std::string describeLocation(mlir::Location location);

/// Returns a JSON file with the locations of all buffers and ops of the
/// problem, by index (docs/guide/reports.md).
std::string printLocations(const ExtractedFunction &extracted);

/// Returns the ops as a JSON array of strings, by step; "" for null steps.
std::string printOps(const ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_LOCATIONS_H
