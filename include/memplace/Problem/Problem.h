//===- Problem.h - What is to be placed, and on which machine ---*- C++ -*-===//
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

  bool isReadOnly() const { return writeBytesPerSecond == 0; }
  bool operator==(const Tier &) const = default;
};

/// How the time an op spends on several tiers adds up.
enum class Combine { Sum, Max };

/// Where a target's number comes from.
struct NumberSource {
  std::string status; // "published", "measured" or "estimate".
  std::string source;

  bool operator==(const NumberSource &) const = default;
};

/// The least efficiency of an access: far from any machine, and every time
/// stays finite.
inline constexpr double leastEfficiency = 1e-12;

/// What counts for the ops of a program that becomes a problem where nobody
/// says otherwise. The ops of a problem say theirs.
struct OpDefaults {
  double overlap = 1;    // As of Op.
  double efficiency = 1; // As of Access.

  bool operator==(const OpDefaults &) const = default;
};

/// The machine.
struct Target {
  std::string name;
  std::vector<Tier> tiers; // Fastest first, not empty.
  TierId defaultTier = 0;
  std::vector<Channel> channels;
  Combine combine = Combine::Sum;
  /// By MLIR element type ("f32", "bf16", "i8"); "default" is always there.
  std::map<std::string, double> flopsPerSecond;
  int64_t launchPs = 0; // Added to each op that takes any time at all.
  /// Where an op is cut, what each piece after the first costs beyond launch.
  int64_t piecePs = 0;
  /// None but 1 in a problem that spells its target out: no model of a problem
  /// knows of them.
  OpDefaults opDefaults;
  /// By the path of the field, for example "tiers[0].capacity".
  std::map<std::string, NumberSource> sources;

  std::optional<TierId> findTier(std::string_view name) const;
  std::optional<ChannelId> findChannel(std::string_view name) const;
  /// Channels from \p from to \p to, in the order of the file.
  std::vector<ChannelId> channelsBetween(TierId from, TierId to) const;
  bool operator==(const Target &) const = default;
};

/// The storage of one alias set.
struct Buffer {
  std::string name;
  int64_t size = 0;          // Bytes, at least 1.
  int64_t alignment = 1;     // Bytes; the larger of this and the tier's counts.
  LiveRange range;           // Steps during which its contents may be needed.
  bool liveIn = false;       // Has contents in its home tier at the start.
  bool liveOut = false;      // Its home tier must hold its contents at the end.
  std::vector<TierId> tiers; // Where it may be; empty: anywhere.
  std::optional<TierId> home;   // None: the target's default tier.
  std::optional<bool> external; // None: if live-in or live-out.
  /// Of an external one: its place at home is not one run of bytes but so many
  /// of equal length, by dimension, outermost first. Empty: one run.
  std::vector<int64_t> rows;

  bool operator==(const Buffer &) const = default;
};

enum class AccessMode {
  Read,
  Write,  // Every byte is overwritten, older contents do not matter.
  Update, // Reads and writes, or writes in part.
};

/// One op's use of one buffer.
struct Access {
  BufferId buffer = 0;
  AccessMode mode = AccessMode::Read;
  int64_t bytes = 0; // Memory traffic, not negative; may differ from the size.
  std::vector<TierId> tiers; // Where it may be served from; empty: anywhere.
  /// Above 0, at most 1: the part of its tier's bandwidth that it reaches. Less
  /// makes the op's memory time longer, but takes no more of the tier's time.
  double efficiency = 1;

  bool reads() const { return mode != AccessMode::Write; }
  bool writes() const { return mode != AccessMode::Read; }
  bool operator==(const Access &) const = default;
};

/// One schedule step.
struct Op {
  std::string name;
  int64_t computePs = 0;
  std::vector<Access> accesses;
  /// From 0 to 1: how much of the shorter of compute and memory time hides
  /// behind the longer.
  double overlap = 1;
  /// How it can be cut, one way each: docs/reference/problem.md, section 7.
  /// Nothing but the layer Cut looks at them.
  std::vector<CutDimension> cuts;

  /// Takes no time at all, not even launch.
  bool isNull() const { return computePs == 0 && accesses.empty(); }
  bool operator==(const Op &) const = default;
};

/// Steps `[begin, end)` run `tripCount` times.
struct Loop {
  LiveRange range;
  int64_t tripCount = 1; // At least 1.
  bool maySkip = false;  // May also run zero times.

  bool operator==(const Loop &) const = default;
};

/// A program and a machine. `check` tells whether it is well formed; all else
/// in memplace expects that it is.
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
  /// Whether \p buffer may be in \p tier by its `tiers` (not by its size).
  bool mayBeIn(const Buffer &buffer, TierId tier) const;
  /// Bytes: the larger of the tier's alignment and the buffer's.
  int64_t alignmentIn(const Buffer &buffer, TierId tier) const;
  bool operator==(const Problem &) const = default;
};

/// Whether \p access may be served from \p tier by its `tiers` and the tier's
/// being read-only.
bool mayServe(const Target &target, const Access &access, TierId tier);

/// Returns what is wrong with \p target, or nothing. Fields are named as in the
/// JSON file: "tiers[1].capacity: must be at least 1, got 0".
std::optional<Error> check(const Target &target);

/// Likewise for a whole problem, its target included.
std::optional<Error> check(const Problem &problem);

/// Duration of \p op, which is not null, without launch: the longer of
/// \p compute and \p memory, and what does not overlap of the shorter. In the
/// unit of the two.
inline double overlapped(const Op &op, double compute, double memory) {
  const double longer = compute < memory ? memory : compute;
  const double shorter = compute < memory ? compute : memory;
  return longer + (1 - op.overlap) * shorter;
}

/// Product of the trip counts of the loops around each step. Saturates at
/// 2^62 rather than overflow. Size: numSteps().
std::vector<int64_t> tripsOfSteps(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_PROBLEM_H
