//===- StayDecoder.h - Decoder of choices into stays ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYDECODER_H
#define MEMPLACE_LIB_PLANNING_STAYDECODER_H

#include "Placement.h"

#include <functional>
#include <span>

namespace memplace::planning {

/// Levels at which a stay may be tried, and their order.
struct LevelOptions {
  /// Also try stays that begin in a loop and outlast the loop.
  bool mayOutlast = false;
  /// First try to fill and evict inside loops, once per trip.
  bool isInnermostFirst = false;
  /// Try inside an arm of a branch before around the arm: the cost is no
  /// higher, and the stay occupies its bytes for a shorter time.
  bool areArmsFirst = false;
};

/// Adds the stay of \p request to \p placement at the first feasible level; the
/// level of the request is ignored. Returns nothing if no level works.
std::optional<StayOutcome> addStay(const AccessIndex &uses,
                                   Placement &placement, StayRequest request,
                                   const StayPolicy &policy,
                                   const LevelOptions &options = {});

/// Choices for the decoding of a buffer.
struct Choices {
  StayPolicy policy;
  /// Keep the buffer between two uses only if the gap takes at most this many
  /// times as long as a copy from the backing copy.
  double maxKeep = infinity;
  /// Only these uses may leave the backing copy; inclusive.
  int32_t firstUse = 0;
  int32_t lastUse = INT32_MAX;
  /// The other uses may still move to tiers slower than the fastest.
  bool restMayMove = false;
  /// Fastest tier allowed to the buffer.
  TierId fastest = 0;
  /// First try to fill and evict inside loops, once per trip.
  bool isInnermostFirst = false;
  /// Like `isInnermostFirst`, but only inside arms of branches.
  bool areArmsFirst = false;
  /// A stay may begin in a loop and outlast the loop.
  bool mayOutlastLoops = true;
  /// Decoding begins with this use and continues in the next invocation. Only
  /// for a read-only buffer of a cyclic problem.
  int32_t firstDecoded = 0;
  /// First try a stay of the whole invocation. Only for such a buffer.
  bool staysAlways = true;
};

/// Decodes buffers in sequence into the free bytes and time of a placement:
/// from the first access to the last, long profitable stays with room. A stay
/// of at most 8 uses is the longest; for longer stays, lengths are halved until
/// one has room. Changes only the placement, so several users may share a
/// decoder.
class StayDecoder {
public:
  /// \p base holds the backing copies of all movable buffers. Keeps a reference
  /// to \p uses.
  StayDecoder(const AccessIndex &uses, const Placement &base);

  /// Places \p buffer into \p tiers, which are faster than its backing copy;
  /// uses without a stay are served from the backing copy. \p shouldContinue,
  /// if given, is called before each stay; the placement stays legal if
  /// decoding stops early.
  void insert(Placement &placement, BufferId buffer,
              std::span<const TierId> tiers, const Choices &choices,
              const std::function<bool()> &shouldContinue = {}) const;

  /// Serves consecutive uses of \p buffer by one stay, if there is room and the
  /// rules allow the stay. Uses are numbered as in StayRequest, except for the
  /// first use, which may lie in the next invocation, too. Returns the last use
  /// served, or nothing.
  std::optional<int32_t> insertStay(Placement &placement, BufferId buffer,
                                    TierId tier, int32_t firstUse,
                                    int32_t lastUse,
                                    const Choices &choices) const;

  /// Returns the seconds saved by ops with all of \p buffer served from
  /// \p tier, to order buffers.
  double savingOf(const Placement &placement, BufferId buffer, TierId tier,
                  const StayPolicy &policy) const;
  /// Returns the seconds from the first use of \p buffer to the end of its last
  /// use, in the placement given to the constructor.
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
  double gapAfter(BufferId buffer, int32_t use) const;

  const AccessIndex &uses;
  std::vector<double> elapsed; // Seconds before each step, in the base.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYDECODER_H
