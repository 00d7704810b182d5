//===- PackingOracle.h - Packing by brute force -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_PACKINGORACLE_H
#define MEMPLACE_FUZZ_STRESS_PACKINGORACLE_H

#include "memplace/Packing/Packing.h"

namespace memplace::stress {

/// Checks the rules P1 to P6 of docs/guide/packing.md for all pairs of buffers.
/// Shares no code with `verifyPacking`. Quadratic.
bool isLegal(const PackingProblem &problem, const Packing &packing);

/// Returns the smallest peak of all packings in one arena without its capacity.
/// None if there are too many packings to try, or several arenas.
std::optional<int64_t> findMinPeak(const PackingProblem &problem);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_PACKINGORACLE_H
