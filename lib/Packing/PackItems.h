//===- PackItems.h - A packing problem as items -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_PACKITEMS_H
#define MEMPLACE_LIB_PACKING_PACKITEMS_H

#include "memplace/Packing/Pack.h"

#include <limits>
#include <span>

namespace memplace::packing {

/// Above any offset: no place, or too high for 64 bits.
constexpr int64_t infiniteOffset = std::numeric_limits<int64_t>::max();

/// Returns a + b for non-negative numbers, at most `infiniteOffset`.
inline int64_t plus(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? infiniteOffset : sum;
}

/// Rounds \p offset up to a multiple of \p alignment, at most `infiniteOffset`.
inline int64_t alignUp(int64_t offset, int64_t alignment) {
  if (alignment == 1)
    return offset;
  int64_t rest = offset % alignment;
  return rest ? plus(offset, alignment - rest) : offset;
}

/// Sections [begin, end) in which an item uses its bytes [first, last).
struct Piece {
  int32_t begin;
  int32_t end;
  int64_t first;
  int64_t last;
};

/// Items to place: an item is a buffer, or a group of buffers. Live ranges are
/// in sections: the maximal sets of pieces live together, in order of time. Two
/// pieces overlap in time exactly if they share a section.
struct Items {
  int32_t numItems = 0;
  int32_t numSections = 0;
  std::vector<int64_t> size;  // Bytes up to the highest byte in use.
  std::vector<int32_t> begin; // First section of the first piece.
  std::vector<int32_t> end;   // After the last section of the last piece.
  /// Steps from the first to the last, for orders; by item.
  std::vector<float> length;
  /// The following vectors may be empty if all values are the default.
  std::vector<int64_t> alignment; // By item.
  std::vector<Offset> fixed;      // By item; -1: free.
  std::vector<int32_t> pieceAt;   // By item, and one more: index into pieces.
  std::vector<Piece> pieces;      // By item, then by section.
  std::vector<int32_t> itemOf;    // By buffer; empty: item i is buffer i.
  bool hasWindows = false;        // Some piece is not [0, size).

  int64_t alignmentOf(int32_t item) const {
    return alignment.empty() ? 1 : alignment[item];
  }
  Offset fixedOf(int32_t item) const {
    return fixed.empty() ? -1 : fixed[item];
  }
  bool isSimple() const { return pieceAt.empty() && fixed.empty(); }

  /// Calls \p visit(Piece) for each piece of \p item.
  template <typename Visit> void forEachPiece(int32_t item, Visit visit) const {
    if (pieceAt.empty())
      return visit(Piece{begin[item], end[item], 0, size[item]});
    for (int32_t i = pieceAt[item]; i < pieceAt[item + 1]; ++i)
      visit(pieces[i]);
  }
};

/// Returns the items of \p buffers, indices into \p problem, in this order.
/// \p buffers must contain all members of a group or none.
Items makeItems(const PackingProblem &problem,
                std::span<const int32_t> buffers);

/// Returns the bytes live in each section, at most `infiniteOffset`.
std::vector<int64_t> loadsOf(const Items &items);

/// Returns a proven bound on the peak; `infiniteOffset` if no packing exists,
/// since two fixed offsets clash or 2^63 bytes are live together.
int64_t lowerBound(const Items &items);

/// Returns the greatest common divisor of all sizes, alignments, and fixed
/// offsets. Some optimal packing has only multiples of this divisor as offsets.
/// At least 1.
int64_t granularity(const Items &items);

/// Returns the sets of items whose hulls are connected in time, in order of
/// time. Each set can be packed independently.
std::vector<std::vector<int32_t>> partsOf(const Items &items);

/// Returns the items \p chosen alone, with about the sections needed. No
/// `itemOf`.
Items subset(const Items &items, std::span<const int32_t> chosen);

/// Returns the highest byte, at most `infiniteOffset`; `infiniteOffset` if an
/// item is unplaced (-1).
int64_t peakOf(const Items &items, std::span<const Offset> offsets);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_PACKITEMS_H
