//===- Verify.h - Legality of a placement -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_VERIFY_VERIFY_H
#define MEMPLACE_VERIFY_VERIFY_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// Rules of docs/reference/problem.md, section 3. `Form`: the solution does not
/// fit the problem at all (name, indices, shape of `served`, a claim of the
/// peak).
enum class Rule {
  Form,
  R1Tier,
  R2Capacity,
  R3NoOverlap,
  R4WithinLife,
  R5Served,
  R6NewestData,
  R7StableTransfers,
  R8Channel,
  R9LiveOut,
  R10Loops,
  R11Pairs,
};

/// "R3", or "form".
std::string_view ruleName(Rule rule);

/// The first broken rule found by `verify`.
struct Violation {
  Rule rule = Rule::Form;
  /// One sentence with names and numbers, without the rule's name.
  std::string message;
};

/// Checks \p solution against R1 to R11 and its claim of the peak. A solution
/// of a cyclic problem must also meet C1 to C3 (docs/reference/problem.md,
/// section 7). `checkClaims` of the Simulator checks claims of makespan and
/// bound.
///
/// The problem must pass `check`; the solution may be anything. Shares no code
/// with any solver. O(n log n) in residencies, transfers, accesses and loops.
std::optional<Violation> verify(const Problem &problem,
                                const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_VERIFY_VERIFY_H
