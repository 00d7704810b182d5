//===- StayDecoder.h - A buffer's choices become stays ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_STAYDECODER_H
#define MEMPLACE_PLANNING_STAYDECODER_H

#include "memplace/Planning/Placement.h"

#include <functional>
#include <span>

namespace memplace::planning {

/// At which levels a stay may be tried, and in which order.
struct LevelChoice {
  /// Also those that begin in a loop and outlast it.
  bool mayOutlast = false;
  /// Try first to fill and evict inside of loops, once a trip.
  bool isInnermostFirst = false;
  /// Try inside of an arm before around it: there it is no dearer, and room is
  /// taken for a shorter time.
  bool areArmsFirst = false;
};

/// Adds the stay of \p request to \p placement at the first level that works,
/// whatever level the request names; none if there is none.
std::optional<StayOutcome> addStay(const Uses &uses, Placement &placement,
                                   StayRequest request,
                                   const StayPolicy &policy,
                                   const LevelChoice &choice = {});

/// How one buffer is decoded into stays.
struct Choices {
  StayPolicy policy;
  /// Keep the buffer between two uses only if they are closer than this many
  /// times the duration of a copy back.
  double maxKeep = infinity;
  /// Only these of its access groups may leave the base, inclusive.
  int32_t firstGroup = 0;
  int32_t lastGroup = INT32_MAX;
  /// Whether the other groups may still go to tiers behind the fastest.
  bool restMayMove = false;
  /// The fastest tier that it may go to.
  TierId fastest = 0;
  /// Try first to fill and evict inside of loops, once a trip.
  bool isInnermostFirst = false;
  /// Likewise, but only inside of arms of branches.
  bool areArmsFirst = false;
  /// Whether a stay may begin in a loop and outlast it.
  bool mayOutlastLoops = true;
  /// In a cyclic problem: the group to begin with, of a buffer that is only
  /// read, and whether to try first to keep it there all the time.
  int32_t turn = 0;
  bool staysAlways = true;
};

/// Decodes buffers one after another into what a placement has left: from the
/// first access to the last the longest stays that have room and pay. Changes
/// the placement only, so that several may use one decoder.
class StayDecoder {
public:
  /// \p base: with everything that may leave its base there. Keeps a reference
  /// to \p uses.
  StayDecoder(const Uses &uses, const Placement &base);

  /// Puts \p buffer into \p tiers, which are faster than its base; what goes
  /// to none of them stays there. \p shouldContinue, if given, is asked before
  /// each stay; the placement is legal anyway.
  void insert(Placement &placement, BufferId buffer,
              std::span<const TierId> tiers, const Choices &choices,
              const std::function<bool()> &shouldContinue = {}) const;

  /// Serves groups of \p buffer by one stay, if there is room and the rules
  /// allow it. Returns the last group that is settled. Groups as in
  /// StayRequest, but the first may be one of the next invocation, too.
  std::optional<int32_t> insertStay(Placement &placement, BufferId buffer,
                                    TierId tier, int32_t firstGroup,
                                    int32_t lastGroup,
                                    const Choices &choices) const;

  /// Seconds that the ops would save if all of \p buffer were served from
  /// \p tier, to order buffers by.
  double savingOf(const Placement &placement, BufferId buffer, TierId tier,
                  const StayPolicy &policy) const;
  /// Seconds from the first use of \p buffer to the end of its last, all at
  /// home.
  double lifeOf(BufferId buffer) const;

private:
  struct Span;
  bool insertIn(Placement &placement, const Span &span, const Choices &choices,
                int64_t &work,
                const std::function<bool()> &shouldContinue) const;
  int32_t lastWithin(const Placement &placement, const Span &span,
                     int32_t first, int32_t end, double maxGap) const;
  int32_t insertLongest(Placement &placement, BufferId buffer, TierId tier,
                        int32_t first, int32_t last,
                        const Choices &choices) const;
  double copySeconds(const Placement &placement, BufferId buffer,
                     TierId tier) const;
  double gapAfter(BufferId buffer, int32_t group) const;

  const Uses &uses;
  std::vector<double> elapsed; // Seconds before each step, all at home.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_STAYDECODER_H
