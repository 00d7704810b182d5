//===- Timeline.h - A simulated run for people and for Perfetto -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SIMULATOR_TIMELINE_H
#define MEMPLACE_SIMULATOR_TIMELINE_H

#include "memplace/Simulator/Simulator.h"

namespace memplace {

/// \p name in quotes, escaped as a JSON string, so that it stays on one line.
std::string quoteName(std::string_view name);

/// \p seconds in s, ms, us, ns or ps, whichever suits its magnitude, with at
/// most six digits: "1.68 s", "959.479 us".
std::string formatSeconds(double seconds);

/// Why the compute stream waits, in one line without the duration: `stall
/// before op 1 "B": waits for "w" from "slow" to "fast" on channel "in"
/// (transfer 0)`.
std::string describeStall(const Problem &problem, const Solution &solution,
                          const StallEvent &stall);

/// A table: a line per op and per stall with its cause, a line per transfer,
/// totals.
std::string printTimeline(const Problem &problem, const Solution &solution,
                          const Timeline &timeline);

/// Chrome trace event format (JSON), which Perfetto and chrome://tracing open:
/// a track for the compute stream, one per channel, counters for the bytes in
/// use per tier (what has no offset does not count). A loop's body shows once;
/// `trips` of an event tells how often it counts.
std::string printChromeTrace(const Problem &problem, const Solution &solution,
                             const Timeline &timeline);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_TIMELINE_H
