//===- Verdict.h - The result of verify in one line -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_VERIFY_VERDICT_H
#define MEMPLACE_UNITTESTS_VERIFY_VERDICT_H

#include "Support/Builder.h"
#include "memplace/Verify/Verify.h"

namespace memplace::test {

/// Returns "legal", or the violated rule with its message.
inline std::string verdict(const Problem &problem, const Solution &solution) {
  if (std::optional<Error> error = check(problem))
    return "malformed problem: " + error->message;
  std::optional<Violation> violation = verify(problem, solution);
  if (!violation)
    return "legal";
  return std::string(ruleName(violation->rule)) + ": " + violation->message;
}

#define EXPECT_LEGAL(problem, solution)                                        \
  EXPECT_EQ(verdict(problem, solution), "legal")
#define EXPECT_BREAKS(rule, problem, solution)                                 \
  EXPECT_THAT(verdict(problem, solution), testing::StartsWith(rule ": "))

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_VERIFY_VERDICT_H
