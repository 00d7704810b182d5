//===- Mutation.h - Small random changes of a placement ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H
#define MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H

#include "TestRandom.h"

#include "memplace/Problem/Solution.h"

namespace memplace::test {

/// Makes one to three changes. Most changes are small, e.g. a later step or
/// another residency; a few are wild.
void mutate(Solution &solution, TestRandom &random);

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_MUTATION_H
