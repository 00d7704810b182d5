//===- VerifyHistory.h - Who held the newest contents when ---- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the program runs once, each loop body once, and `History` notes when
// each residency got the newest contents. That run decides R6. It also yields
// the *reliances*: who relied when on what a residency held. R10 then asks of
// each reliance whether it still holds in the later trips of the loops around
// it, and if the loops before it that may be skipped are. A cyclic program is a
// loop around all: what continues from the invocation before is taken to hold
// the newest contents in the single run, and asked for where it is relied on.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H
#define MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H

#include "VerifyParts.h"

#include <limits>

namespace memplace {

/// Counts what happens: op accesses, arrivals, a loop's entry and end.
using Time = int64_t;
/// The start is at 0, so this is when a residency got its contents that
/// continues one of the invocation before.
constexpr Time before = -1;
constexpr Time never = std::numeric_limits<Time>::max();

/// A residency gets the newest contents: R6 (a), (b) or (c), or it has had them
/// since the invocation before.
struct Acquisition {
  Time time = 0;
  int32_t loop = LoopNest::none; // The innermost loop then.
  int32_t fill = -1;             // Index into History::fills if parts did it.
};

/// What parts have put together.
struct Fill {
  Time oldest = 0;            // When the first came of those bytes that count.
  std::vector<int32_t> loops; // The different innermost loops then.
};

/// What happened to the newest contents in the single run.
struct History {
  std::vector<std::vector<Acquisition>> acquisitions; // By residency.
  std::vector<Fill> fills;
  std::vector<std::vector<Time>> writes; // By buffer.
  /// By buffer: when it got contents at all; 0 if live-in.
  std::vector<Time> firstContents;
  std::vector<Time> entry; // By loop: before the transfers that start at b.
  std::vector<Time> end;   // By loop: after the transfers inside it.

  /// The index of the acquisition by which \p residency of \p buffer holds the
  /// newest contents at \p time, if it does: its last one, unless the buffer
  /// was written after that.
  std::optional<size_t> heldSince(ResidencyId residency, BufferId buffer,
                                  Time time) const;

  /// Since when \p got has all it has: all of it came then or later.
  Time oldest(const Acquisition &got) const {
    return got.fill < 0 ? got.time : fills[got.fill].oldest;
  }
  /// The innermost loops in which it came.
  std::vector<int32_t> loopsOf(const Acquisition &got) const {
    return got.fill < 0 ? std::vector<int32_t>{got.loop}
                        : fills[got.fill].loops;
  }
};

/// Who relies on a residency: an op, a transfer, or the end of the program.
struct Cause {
  enum class Kind { Op, Transfer, End } kind;
  int64_t index; // Step or index of the transfer.
};

/// Something relies on what a residency got by its acquisition `since`.
struct Reliance {
  ResidencyId residency;
  size_t since;
  int32_t loop; // The innermost loop then.
  Cause cause;
  /// The buffer has no contents yet: its first access reads what is there.
  bool isFirstAccess = false;
};

/// Runs the program once in step order: checks R6, fills in \p history and
/// appends to \p reliances, in time order.
std::optional<Violation> runOnce(const Subject &subject, const LoopNest &nest,
                                 History &history,
                                 std::vector<Reliance> &reliances);

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H
