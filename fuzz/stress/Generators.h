//===- Generators.h - Random problems, including extreme ones ---*- C++ -*-===//
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

/// Returns a problem that passes `check`, but may have no placement. Equal
/// seeds give equal problems. unittests/Planning/PinnedPlans.txt stores the
/// plans of some problems and must be regenerated if this generator changes.
Problem makePlacementProblem(uint64_t seed);

/// Returns a random packing problem. Capacities are often at the bound or just
/// beside it.
PackingProblem makePackingProblem(uint64_t seed);

/// Adds one flaw to \p problem that `check` must reject (a size of 0, an empty
/// live range, an index out of range, ...). Returns a description of the flaw.
std::string addFlaw(Problem &problem, uint64_t seed);
std::string addFlaw(PackingProblem &problem, uint64_t seed);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_GENERATORS_H
