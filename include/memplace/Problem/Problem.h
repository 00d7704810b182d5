//===- Problem.h - A program to place and its machine -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain data. docs/reference/problem.md defines the meaning of every field; the
// JSON files have the same fields.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_PROBLEM_H
#define MEMPLACE_PROBLEM_PROBLEM_H

#include "memplace/Problem/Channel.h"
#include "memplace/Problem/CutDimension.h"
#include "memplace/Problem/Result.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memplace {

using BufferId = int32_t;  // Index into Problem::buffers.
using ChannelId = int32_t; // Index into Target::channels.
using Step = int64_t;      // Position in the schedule, not seconds.
using Offset = int64_t;    // Bytes from the start of a tier.

/// Half-open interval of schedule steps, `[begin, end)`.
struct LiveRange {
  Step begin = 0;
  Step end = 0;

  bool contains(Step step) const { return begin <= step && step < end; }
  bool covers(LiveRange other) const {
    return begin <= other.begin && other.end <= end;
  }
  bool overlaps(LiveRange other) const {
    return begin < other.end && other.begin < end;
  }
  bool operator==(const LiveRange &) const = default;
};

/// A memory with a capacity and a bandwidth.
struct Tier {
  std::string name;
  int64_t capacity = 0;           // Bytes, at least 1.
  int64_t alignment = 1;          // Bytes, a power of two.
  double readBytesPerSecond = 0;  // Finite, above 0.
  double writeBytesPerSecond = 0; // Finite; 0 makes the tier read-only.
  /// False: serves only accesses that name it in their `tiers`. Channels still
  /// reach this tier.
  bool servesOps = true;

  bool isReadOnly() const { return writeBytesPerSecond == 0; }
  bool operator==(const Tier &) const = default;
};

/// Combination of the times spent by an op on several tiers.
enum class Combine { Sum, Max };

/// Origin of one number of a target.
struct NumberSource {
  std::string status; // "published", "measured" or "estimate".
  std::string source;

  bool operator==(const NumberSource &) const = default;
};

/// Smallest efficiency of an access. All machines are far above the limit,
/// which keeps every time finite.
inline constexpr double minEfficiency = 1e-12;

/// Defaults for ops extracted from a program without annotations of their own.
/// Ops of a problem always carry their own values.
struct OpDefaults {
  double overlap = 1;    // Default of Op::overlap.
  double efficiency = 1; // Default of Access::efficiency.

  bool operator==(const OpDefaults &) const = default;
};

/// The machine.
struct Target {
  std::string name;
  std::vector<Tier> tiers; // Fastest first, not empty.
  TierId defaultTier = 0;
  std::vector<Channel> channels;
  Combine combine = Combine::Sum;
  /// Keys are MLIR element types ("f32", "bf16", "i8"); "default" is required.
  std::map<std::string, double> flopsPerSecond;
  int64_t launchPs = 0; // Added to each op that takes any time at all.
  /// Overhead of each piece after the first of an op that is cut, its launch
  /// included, picoseconds.
  int64_t piecePs = 0;
  /// Always 1 and 1 in a problem that spells its target out, since a problem
  /// does not use them.
  OpDefaults opDefaults;
  /// Keys are paths of fields, for example "tiers[0].capacity".
  std::map<std::string, NumberSource> sources;

  std::optional<TierId> findTier(std::string_view name) const;
  std::optional<ChannelId> findChannel(std::string_view name) const;
  /// Returns the channels from \p from to \p to, in the order of the file.
  std::vector<ChannelId> channelsBetween(TierId from, TierId to) const;
  /// Returns true if a channel limits its transfers in flight.
  bool limitsTransfers() const;
  bool operator==(const Target &) const = default;
};

/// The storage of an alias set.
struct Buffer {
  std::string name;
  int64_t size = 0;          // Bytes, at least 1.
  int64_t alignment = 1;     // Bytes; the larger of this and the tier's counts.
  LiveRange range;           // Steps at which an op may use the contents.
  bool liveIn = false;       // Has contents in its home tier at the start.
  bool liveOut = false;      // Its home tier must hold its contents at the end.
  std::vector<TierId> tiers; // Allowed tiers; empty: all.
  std::optional<TierId> home;   // None: the target's default tier.
  std::optional<bool> external; // None: if live-in or live-out.
  /// Number of runs per dimension, outermost first, if the caller stores this
  /// external buffer in several runs of equal length. Empty: one run.
  std::vector<int64_t> rows;

  bool operator==(const Buffer &) const = default;
};

/// Effect of an access on the contents of its buffer.
enum class AccessMode {
  Read,
  Write,  // Overwrites every byte; older contents do not matter.
  Update, // Reads and writes, or writes in part.
};

/// An access of an op to a buffer.
struct Access {
  BufferId buffer = 0;
  AccessMode mode = AccessMode::Read;
  int64_t bytes = 0; // Memory traffic, not negative; may differ from the size.
  /// Tiers allowed to serve the access; empty: all that serve ops.
  std::vector<TierId> tiers;
  /// Share of the tier's bandwidth reached by the access, above 0 and at most
  /// 1. A lower share makes the op's memory time longer, but does not keep the
  /// tier busy for longer.
  double efficiency = 1;

  bool reads() const { return mode != AccessMode::Write; }
  bool writes() const { return mode != AccessMode::Read; }
  bool operator==(const Access &) const = default;
};

/// Two accesses of an op to different buffers, by index.
struct AccessPair {
  int32_t first = 0;
  int32_t second = 0;

  bool operator==(const AccessPair &) const = default;
};

/// Extents and parameters of an op: features for learned placements. Solvers
/// without a network, the simulator and `verify` ignore them. Not negative; 0
/// or empty: unknown, or the op has none.
struct OpShape {
  std::vector<int64_t> input;  // Up to 3 extents, without the batch.
  std::vector<int64_t> output; // The same of the output.
  std::vector<int64_t> kernel; // Up to 2 extents of the window.
  int64_t stride = 0;
  int64_t pad = 0;
  int64_t dilation = 0;
  int64_t groups = 0;
  int64_t batch = 0;

  bool operator==(const OpShape &) const = default;
};

/// One schedule step.
struct Op {
  std::string name;
  int64_t computePs = 0;
  std::vector<Access> accesses;
  /// Share, from 0 to 1, of the shorter of compute and memory time that hides
  /// behind the longer.
  double overlap = 1;
  std::vector<AccessPair> apart;    // Served from different tiers (R11).
  std::vector<AccessPair> together; // Served from the same tier (R11).
  /// Dimensions along which the op can be cut: docs/reference/problem.md,
  /// section 7. Solvers, the simulator and `verify` ignore them.
  std::vector<CutDimension> cuts;
  OpShape shape;
  /// True: a schedule never runs the op a second time, and keeps the order of
  /// such ops. For random numbers, input, output and unknown calls. Solvers,
  /// the simulator and `verify` ignore it.
  bool isOnce = false;

  /// Returns true if the op takes no time at all, not even launch: it computes
  /// nothing and moves no bytes, as the move of a window does.
  bool isNull() const {
    return computePs == 0 &&
           std::all_of(accesses.begin(), accesses.end(),
                       [](const Access &access) { return access.bytes == 0; });
  }
  /// Returns true if the op only separates steps: it takes no time and accesses
  /// nothing.
  bool isBoundary() const { return computePs == 0 && accesses.empty(); }
  bool operator==(const Op &) const = default;
};

/// Steps `[begin, end)` run `tripCount` times.
struct Loop {
  LiveRange range;
  int64_t tripCount = 1; // At least 1.
  bool maySkip = false;  // May also run zero times.

  bool operator==(const Loop &) const = default;
};

/// A program and a machine. `check` decides if a problem is well formed; all
/// other functions of memplace require a well-formed problem.
struct Problem {
  std::string name;
  Target target;
  /// The file names a built-in target instead of spelling it out.
  bool isTargetByName = false;
  std::vector<Buffer> buffers;
  std::vector<Op> ops;
  std::vector<Loop> loops; // Properly nested; in any order.
  /// The program runs again and again: docs/reference/problem.md, section 7.
  bool isCyclic = false;

  Step numSteps() const { return static_cast<Step>(ops.size()); }
  TierId homeOf(const Buffer &buffer) const {
    return buffer.home.value_or(target.defaultTier);
  }
  TierId homeOf(BufferId id) const { return homeOf(buffers[id]); }
  bool isExternal(const Buffer &buffer) const {
    return buffer.external.value_or(buffer.liveIn || buffer.liveOut);
  }
  bool isExternal(BufferId id) const { return isExternal(buffers[id]); }
  /// Returns true if the `tiers` of \p buffer allow \p tier; ignores its size.
  bool mayBeIn(const Buffer &buffer, TierId tier) const;
  /// Returns true if an op has accesses `apart` or `together`.
  bool hasPairs() const;
  /// Returns the larger of the tier's alignment and the buffer's, in bytes.
  int64_t alignmentIn(const Buffer &buffer, TierId tier) const;
  bool operator==(const Problem &) const = default;
};

/// Returns true if \p tier may serve \p access: the `tiers` of the access name
/// it, or name none and it serves ops; and it is not read-only if the access
/// writes.
bool mayServe(const Target &target, const Access &access, TierId tier);

/// Returns the first error in \p target, or nothing. The message names the
/// field as the JSON file does: "tiers[1].capacity: must be at least 1, got 0".
std::optional<Error> check(const Target &target);

/// Returns the first error in \p problem or its target, or nothing.
std::optional<Error> check(const Problem &problem);

/// Returns the duration of \p op without launch: the longer of \p compute and
/// \p memory, plus the share of the shorter without overlap. All three have the
/// same unit. `op.isNull()` must be false.
inline double overlapped(const Op &op, double compute, double memory) {
  const double longer = compute < memory ? memory : compute;
  const double shorter = compute < memory ? compute : memory;
  return longer + (1 - op.overlap) * shorter;
}

/// Returns, for each step, the product of the trip counts of the loops around
/// it, saturated at 2^62. The result has numSteps() elements.
std::vector<int64_t> tripsOfSteps(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_PROBLEM_H
