//===- ReadSchedule.h - Reads in the order of use ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream reads items (weights, or activations that come back) from a slower
// memory in the order of use. Each read starts as early as there is room, and
// the memory is free after the last use. This generalises double buffering.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_STREAMING_READSCHEDULE_H
#define MEMPLACE_LIB_STREAMING_READSCHEDULE_H

#include "memplace/Packing/Packing.h"

#include <span>

namespace memplace {

/// Largest distance, in steps, between uses of an item in one stay, if the
/// caller has no better number.
inline constexpr Step usualNear = 2;

/// A stay of an item in memory for a few uses, filled by a read.
struct ReadStay {
  int64_t item = 0;
  Step first = 0; // First step that uses the item.
  Step end = 0;   // Step after the last use.
  Step begin = 0; // The read is issued before this step.
  /// `begin` is not before this step: the end of the item's last stay, or the
  /// step after its write-back.
  Step earliest = 0;

  bool operator==(const ReadStay &) const = default;
};

/// Makes the stays of all items, by first use, then by item. \p uses: the
/// steps, ascending, by item. Uses at most \p near steps apart share a stay.
std::vector<ReadStay> staysOf(std::span<const std::vector<Step>> uses,
                              Step near);

/// Memory in use during some steps.
struct MemoryUse {
  LiveRange range;
  int64_t size = 0; // Bytes.
};

/// The memory of a stream, over the steps of a program.
struct StreamMemory {
  std::vector<int64_t> sizes;    // By item, bytes.
  std::vector<MemoryUse> others; // All that is no stay.
  Step numSteps = 0;
  int64_t room = 0; // Bytes.
  int64_t alignment = 1;

  int64_t aligned(int64_t size) const {
    return (size + alignment - 1) / alignment * alignment;
  }
};

/// Choices of a schedule.
struct ReadPolicy {
  /// Steps before which no read is issued.
  Step before = 0;
  /// Lets a read start before a read for an earlier use, if the latter is too
  /// large for the room at that time.
  bool fillGaps = false;
};

/// Starts each of \p stays as early as there is room beside stays earlier in
/// the list. Reads ahead leave \p reserve bytes of the memory free. Returns
/// none if there is not enough room.
std::optional<std::vector<ReadStay>> scheduleReads(const StreamMemory &memory,
                                                   std::vector<ReadStay> stays,
                                                   const ReadPolicy &policy,
                                                   int64_t reserve = 0);

/// Returns the packing problem of the other buffers, followed by \p stays. Its
/// capacity is the room.
PackingProblem toPacking(const StreamMemory &memory,
                         std::span<const ReadStay> stays);

/// Scheduled stays, and the offsets of the other buffers and then of the stays.
struct StreamPlan {
  std::vector<ReadStay> stays;
  std::vector<Offset> offsets;
};

/// Limits of `planStream`.
struct StreamLimits {
  /// Number of schedules to pack. Each has a larger reserve, by half of the
  /// largest item of a stay, because packing may need more than the load. The
  /// last of several has all reads just in time.
  int64_t tries = 1;
  int64_t nodes = 0; // Nodes of the search for offsets, per try.
  uint64_t seed = 0;
};

/// Schedules \p stays and finds offsets within the room. Returns none if there
/// is too little room or if no offsets are found.
std::optional<StreamPlan> planStream(const StreamMemory &memory,
                                     const std::vector<ReadStay> &stays,
                                     const ReadPolicy &policy,
                                     const StreamLimits &limits,
                                     int64_t reserve = 0);

} // namespace memplace

#endif // MEMPLACE_LIB_STREAMING_READSCHEDULE_H
