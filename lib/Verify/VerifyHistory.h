//===- VerifyHistory.h - History of the newest contents ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program runs once, each loop body once, and `History` records when each
// residency acquired the newest contents. This run decides R6, and yields the
// *reliances*: uses of the contents of a residency. R10 then checks each
// reliance in later trips of the loops around it, and after skips of earlier
// loops. A cyclic program is a loop around the whole program: contents
// continued from the invocation before are assumed to be the newest in the
// single run, and checked at each reliance.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H
#define MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H

#include "VerifyParts.h"

#include <limits>

namespace memplace {

/// Counts events: op accesses, arrivals, a loop's entry and end.
using Time = int64_t;
/// Time of acquisition for contents from the invocation before; the program
/// starts at 0.
constexpr Time beforeProgram = -1;
constexpr Time never = std::numeric_limits<Time>::max();

/// A residency acquires the newest contents by R6 (a), (b) or (c), or has kept
/// them since the invocation before.
struct Acquisition {
  Time time = 0;
  int32_t loop = LoopForest::none; // The innermost loop then.
};

/// History of the newest contents in the single run.
struct History {
  std::vector<std::vector<Acquisition>> acquisitions; // By residency.
  std::vector<std::vector<Time>> writes;              // By buffer.
  /// By buffer: time of the first contents; 0 if live-in.
  std::vector<Time> firstContents;
  /// By loop: time before the transfers issued at its first boundary.
  std::vector<Time> entry;
  std::vector<Time> end; // By loop: time after the transfers inside it.

  /// Returns the index of the acquisition by which \p residency of \p buffer
  /// holds the newest contents at \p time: the last acquisition, unless the
  /// buffer was written later.
  std::optional<size_t> heldSince(ResidencyId residency, BufferId buffer,
                                  Time time) const;
};

/// Cause of a reliance: an op, a transfer, or the end of the program.
struct Cause {
  enum class Kind { Op, Transfer, End } kind;
  int64_t index; // Step or index of the transfer.
};

/// A reliance on the contents acquired by acquisition `since` of a residency.
struct Reliance {
  ResidencyId residency;
  size_t since;
  int32_t loop; // The innermost loop then.
  Cause cause;
  /// The buffer has no contents yet: its first access reads.
  bool isFirstAccess = false;
};

/// Runs the program once in step order: checks R6, fills in \p history and
/// appends to \p reliances, in time order.
std::optional<Violation> runOnce(const Subject &subject, const LoopForest &nest,
                                 History &history,
                                 std::vector<Reliance> &reliances);

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYHISTORY_H
