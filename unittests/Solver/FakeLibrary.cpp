//===- FakeLibrary.cpp - A fake library of solvers ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built twice: as if for this version and for the next version.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/SolverLibrary.h"
#include "memplace/Version.h"

using namespace memplace;

namespace {

class FakeSolver : public Solver {
public:
  SolveResult solve(const Problem &, const SolveLimits &) override {
    return {SolveStatus::LimitReached, std::nullopt, "a fake has no placement"};
  }
};

} // namespace

extern "C" {

extern const char memplaceSolversVersion[] =
    MEMPLACE_VERSION_STRING FAKE_SUFFIX;

void memplaceAddSolvers(SolverRegistry &solvers) {
  solvers.add("fake", "no placement",
              [] { return std::make_unique<FakeSolver>(); });
}
}
