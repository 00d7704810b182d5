//===- Packing.h - Offsets in one tier for fixed live ranges ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain data. docs/guide/packing.md defines the meaning of every field; the CSV
// files have the same fields.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_PACKING_H
#define MEMPLACE_PACKING_PACKING_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Steps inside a live range at which a buffer is dead, or uses only its bytes
/// `[windowBegin, windowEnd)`.
struct PackingGap {
  LiveRange range;
  int64_t windowBegin = 0; // Bytes from the start of the buffer.
  int64_t windowEnd = 0;   // Bytes; equal to windowBegin: dead.

  bool hasWindow() const { return windowBegin < windowEnd; }
  bool operator==(const PackingGap &) const = default;
};

/// Optional properties, which few buffers have.
struct PackingTraits {
  std::vector<PackingGap> gaps; // By step, disjoint, inside the live range.
  std::optional<Offset> offset; // Fixed offset.
  std::optional<Offset> hint;   // Written back; no solver reads it.
  std::optional<int32_t> group; // Index into PackingProblem::groups.
  std::vector<int32_t> arenas;  // In order of preference; empty: all arenas.

  bool operator==(const PackingTraits &) const = default;
};

/// Storage that needs an offset. A small struct, since a problem may have
/// millions.
struct PackingBuffer {
  std::string id;
  LiveRange range;
  int64_t size = 0;      // Bytes, from 1 to 2^62.
  int64_t alignment = 1; // Bytes, from 1 to 2^62; need not be a power of two.
  int32_t traits = -1;   // Index into PackingProblem::traits; -1: none.

  bool operator==(const PackingBuffer &) const = default;
};

/// A memory; offsets count from its start.
struct PackingArena {
  std::string name;
  // Bytes, at least 1; none: as much as needed.
  std::optional<int64_t> capacity;

  bool operator==(const PackingArena &) const = default;
};

/// Buffers to place in arenas.
struct PackingProblem {
  std::vector<PackingBuffer> buffers;
  std::vector<PackingTraits> traits;
  /// Buffers of a group share one offset (and arena), and may share bytes.
  std::vector<std::string> groups;
  /// Never empty; in order of preference.
  std::vector<PackingArena> arenas = {{}};

  const PackingTraits *traitsOf(const PackingBuffer &buffer) const {
    return buffer.traits < 0 ? nullptr : &traits[buffer.traits];
  }
  /// Returns the traits of \p buffer, and creates them if there are none. The
  /// next call invalidates the reference.
  PackingTraits &makeTraits(PackingBuffer &buffer);
  bool operator==(const PackingProblem &) const = default;
};

/// Places of all buffers.
struct Packing {
  std::vector<Offset> offsets; // By buffer.
  std::vector<int32_t> arenas; // By buffer; empty: all in arena 0.

  int32_t arenaOf(size_t buffer) const {
    return arenas.empty() ? 0 : arenas[buffer];
  }
  bool operator==(const Packing &) const = default;
};

/// Returns the first error in \p problem, or nothing: "buffer 'x': the size
/// must be at least 1 byte, got 0".
std::optional<Error> check(const PackingProblem &problem);

/// Returns the first rule P1 to P6 of docs/guide/packing.md broken by
/// \p packing, with buffers and numbers, or nothing. Shares no code with any
/// solver. Takes about n log n time for any live ranges.
std::optional<Error> verifyPacking(const PackingProblem &problem,
                                   const Packing &packing);

/// Returns the peak of each arena, bytes. The packing must be legal.
std::vector<int64_t> peaksOf(const PackingProblem &problem,
                             const Packing &packing);

} // namespace memplace

#endif // MEMPLACE_PACKING_PACKING_H
