//===- Offsets.h - Is there an offset for every residency? ------*- C++ -*-===//
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

/// A residency that needs a place.
struct Place {
  BufferId buffer = 0;
  TierId tier = 0;
  LiveRange range; // Steps that rule R3 counts.
  Offset offset = 0;
};

enum class Fit { Found, Impossible, Unknown };

/// Gives each of \p places an offset. With \p sharePlaces those of one buffer
/// in one tier get the same one, as loops need. `Impossible` is proven;
/// `Unknown` means that the packer gave up.
Fit findOffsets(const Problem &problem, std::vector<Place> &places,
                bool sharePlaces);

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_OFFSETS_H
