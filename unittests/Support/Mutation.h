//===- Mutation.h - Changes a placement a little ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H
#define MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H

#include "Random.h"

#include "memplace/Problem/Solution.h"

namespace memplace::test {

/// Makes one to three changes: most of them small, such as a step later or
/// another residency, a few wild.
void mutate(Solution &solution, Random &random);

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H
