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

/// A table: a line per op and per stall with its cause, a line per transfer,
/// totals.
std::string printTimeline(const Problem &problem, const Solution &solution,
                          const Timeline &timeline);

/// Chrome trace event format (JSON), which Perfetto and chrome://tracing open:
/// a track for the compute stream, one per channel, counters for the bytes in
/// use per tier.
std::string printChromeTrace(const Problem &problem, const Solution &solution,
                             const Timeline &timeline);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_TIMELINE_H
