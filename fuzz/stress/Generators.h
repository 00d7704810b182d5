//===- Generators.h - Random problems, many of them nasty -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_GENERATORS_H
#define MEMPLACE_FUZZ_STRESS_GENERATORS_H

#include "memplace/Packing/Packing.h"
#include "memplace/Problem/Problem.h"

namespace memplace::stress {

/// A problem that passes `check`; it may have no placement. Equal seeds give
/// equal problems; unittests/Planning/PinnedPlans.txt keeps what comes of some,
/// and is to be written anew if others do.
Problem makePlacementProblem(uint64_t seed);

/// Likewise, to be packed. Capacities are often at the bound, or beside it.
PackingProblem makePackingProblem(uint64_t seed);

/// Puts one thing into \p problem that `check` must refuse (a size of 0, an
/// empty live range, an index out of range, ...). Returns what.
std::string spoil(Problem &problem, uint64_t seed);
std::string spoil(PackingProblem &problem, uint64_t seed);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_GENERATORS_H
