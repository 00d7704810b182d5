//===- Offsets.h - Offsets for a set of residencies -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_OFFSETS_H
#define MEMPLACE_LIB_SOLVER_EXACT_OFFSETS_H

#include "memplace/Problem/Solution.h"

namespace memplace::solver::exact {

/// A residency that needs an offset.
struct Place {
  BufferId buffer = 0;
  TierId tier = 0;
  LiveRange range;   // Range in terms of rule R3.
  Offset offset = 0; // Set by `findOffsets`.
};

/// Result of `findOffsets`.
enum class Fit { Found, Impossible, Unknown };

/// Assigns an offset to each of \p places. With \p sharePlaces, all places of a
/// buffer in a tier get the same offset, as loops require. `Impossible` is
/// proven; `Unknown` means that the packer gave up.
Fit findOffsets(const Problem &problem, std::vector<Place> &places,
                bool sharePlaces);

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_OFFSETS_H
