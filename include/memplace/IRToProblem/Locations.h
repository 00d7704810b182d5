//===- Locations.h - Where buffers and ops are in the source ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IRTOPROBLEM_LOCATIONS_H
#define MEMPLACE_IRTOPROBLEM_LOCATIONS_H

#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// The first place in a file that \p location knows, with the name that it
/// gives, if any: `model.py:12:4`, `dot_general (model.py:12:4)`. Of a call it
/// is the callee's, of a fusion the first op's. Empty if there is none.
std::string describeLocation(mlir::Location location);

/// A JSON file with the location of each buffer and op of the problem, by their
/// indices (docs/guide/reports.md).
std::string printLocations(const ExtractedFunction &extracted);

/// The ops as a JSON array of texts, by step; "" for null steps.
std::string printOps(const ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_IRTOPROBLEM_LOCATIONS_H
