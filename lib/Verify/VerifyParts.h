//===- VerifyParts.h - Shared by the parts of verify ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each part checks some rules, and may rely on the parts before it in `verify`.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_VERIFY_VERIFYPARTS_H
#define MEMPLACE_LIB_VERIFY_VERIFYPARTS_H

#include "VerifyCyclic.h"

#include "memplace/Verify/Verify.h"

namespace memplace {

/// The solution under test, and names of its parts for messages.
struct Subject {
  const Problem &problem;
  const Solution &solution;
  Continuity continuity = {};

  const Buffer &bufferOf(ResidencyId id) const {
    return problem.buffers[solution.residencies[id].buffer];
  }
  const Tier &tierOf(ResidencyId id) const {
    return problem.target.tiers[solution.residencies[id].tier];
  }
  /// Returns true if the residency is in its buffer's home tier.
  bool isHome(ResidencyId id) const {
    return solution.residencies[id].tier == problem.homeOf(bufferOf(id));
  }
  /// Returns true if the caller owns its place.
  bool isExternalHome(ResidencyId id) const {
    return isHome(id) && problem.isExternal(bufferOf(id));
  }
  /// Returns the end of its range for R3 and R7: a live-out buffer's home
  /// residency that reaches T lasts through T, and so does a residency
  /// continued by the next invocation.
  Step lastingEnd(ResidencyId id) const {
    Step end = solution.residencies[id].range.end;
    bool isLiveOutHome = bufferOf(id).liveOut && isHome(id);
    bool lasts = (isLiveOutHome && end == problem.numSteps()) ||
                 continuity.isContinued(id);
    return lasts ? end + 1 : end;
  }

  /// Returns e.g. "residency 3 of buffer 'x' in tier 'fast', [0, 2)".
  std::string residency(ResidencyId id) const;
  /// Returns e.g. "transfer 1 of buffer 'x', residency 0 to 3, start 4, done
  /// 6".
  std::string transfer(size_t index) const;
  /// Returns e.g. "op 3 'B'".
  std::string op(Step step) const;
};

/// Returns e.g. "[0, 2)".
std::string showRange(LiveRange range);
/// Returns \p name in quotes.
std::string showName(const std::string &name);

/// The loops of a problem as a forest.
class LoopForest {
public:
  static constexpr int32_t none = -1;

  explicit LoopForest(const Problem &problem);

  /// Indices of Problem::loops, outer loops before the inner ones.
  std::vector<int32_t> order;
  /// By loop: the innermost loop around it, or `none`.
  std::vector<int32_t> parent;
  /// By step: the innermost loop around the step, or `none`.
  std::vector<int32_t> innermost;
  /// By boundary, 0 to T: the innermost loop with begin < boundary < end.
  std::vector<int32_t> across;
};

/// Checks R3: residencies of a tier do not overlap.
std::optional<Violation> checkOverlaps(const Subject &subject);

/// Checks R7 and R8, and the part of R10 about transfers across a loop's ends.
std::optional<Violation> checkTransfers(const Subject &subject,
                                        const LoopForest &nest);

/// Checks R6, R9 and R10: the newest contents.
std::optional<Violation> checkContents(const Subject &subject,
                                       const LoopForest &nest);

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYPARTS_H
