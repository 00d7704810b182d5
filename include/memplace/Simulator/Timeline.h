//===- Timeline.h - A simulated run as text and as a trace ------*- C++ -*-===//
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

/// Returns \p name in quotes, escaped as a JSON string on one line.
std::string quoteName(std::string_view name);

/// Formats \p seconds in s, ms, us, ns or ps, by magnitude, with at most six
/// digits: "1.68 s", "959.479 us".
std::string formatSeconds(double seconds);

/// Describes the cause of \p stall in one line, without the duration: `stall
/// before op 1 "B": waits for "w" from "slow" to "fast" on channel "in"
/// (transfer 0)`.
std::string describeStall(const Problem &problem, const Solution &solution,
                          const StallEvent &stall);

/// Prints a table: one line per op, per stall with its cause and per transfer,
/// then totals.
std::string printTimeline(const Problem &problem, const Solution &solution,
                          const Timeline &timeline);

/// Prints the Chrome trace event format (JSON) for Perfetto and
/// chrome://tracing: a track for the compute stream, a track per channel, and
/// counters of the bytes in use per tier. A residency without an offset does
/// not count. A loop body appears once; `trips` of an event is its number of
/// repetitions.
std::string printChromeTrace(const Problem &problem, const Solution &solution,
                             const Timeline &timeline);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_TIMELINE_H
