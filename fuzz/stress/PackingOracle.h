//===- PackingOracle.h - Packing by trying everything -----------*- C++ -*-===//
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

/// The rules P1 to P6 of docs/guide/packing.md by looking at all pairs of
/// buffers. Shares nothing with `verifyPacking`. Quadratic.
bool isLegal(const PackingProblem &problem, const Packing &packing);

/// The least peak of all packings in one arena, whatever its capacity; none if
/// there are too many to try, or several arenas.
std::optional<int64_t> leastPeak(const PackingProblem &problem);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_PACKINGORACLE_H
