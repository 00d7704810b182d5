//===- Mutation.h - Changes a placement a little ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_MUTATION_H
#define MEMPLACE_FUZZ_STRESS_MUTATION_H

#include "Random.h"

#include "memplace/Problem/Solution.h"

namespace memplace::stress {

/// Makes one to three changes: most of them small, such as a step later or
/// another residency, a few wild.
void mutate(Solution &solution, Random &random);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_MUTATION_H
