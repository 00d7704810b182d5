//===- VerifyFixture.h - A legal placement to vary ------------ -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_VERIFY_VERIFYFIXTURE_H
#define MEMPLACE_UNITTESTS_VERIFY_VERIFYFIXTURE_H

#include "Verdict.h"

namespace memplace::test {

/// "w" is live-in and prefetched while op 0 runs. "a" is written by op 0 and
/// last read by op 1. Op 2 writes the live-out "y" from "w".
class VerifyTest : public testing::Test {
protected:
  static constexpr BufferId w = 0, a = 1, y = 2;
  static constexpr ResidencyId wHome = 0, wFast = 1, aFast = 2, yHome = 3;

  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3}), makeBuffer("a", {0, 2}),
                   makeLiveOut("y", {2, 3})},
                  {{writes(a)}, {reads(a), reads(w)}, {reads(w), writes(y)}});
  Solution solution = makeSolution({{w, slow, std::nullopt, {0, 3}},
                                    {w, fast, 16, {0, 3}},
                                    {a, fast, 0, {0, 2}},
                                    {y, slow, std::nullopt, {2, 3}}},
                                   {{wHome, wFast, in, 0, 1}},
                                   {{aFast}, {aFast, wFast}, {wFast, yHome}});
};

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_VERIFY_VERIFYFIXTURE_H
