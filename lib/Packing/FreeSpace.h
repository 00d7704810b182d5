//===- FreeSpace.h - Free space among placed items --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_FREESPACE_H
#define MEMPLACE_LIB_PACKING_FREESPACE_H

#include "ByteSet.h"

namespace memplace::packing {

/// Allocated bytes over time: a tree over the sections. Each node stores the
/// bytes allocated at any of its time (`any`). Upper nodes, called joint,
/// include all items of their time. Other nodes also store the bytes allocated
/// all of their time (`all`); nodes below do not repeat these. A piece is thus
/// written to O(log n) nodes and a dozen joint nodes, and read from O(log n)
/// nodes; the method is fast because unions of bytes have few intervals in a
/// dense packing.
class FreeSpace {
public:
  explicit FreeSpace(const Items &items);
  FreeSpace(const FreeSpace &) = delete;
  FreeSpace &operator=(const FreeSpace &) = delete;

  void use(const Piece &piece, Offset offset);

  /// A range of offsets free for all of the search's pieces, as offsets of the
  /// whole item: each of [first, last] is possible.
  struct Room {
    Offset first;
    Offset last; // `infiniteOffset` above everything.
  };
  /// Starts a search for room for \p pieces, from offset 0 upwards.
  void startSearch(std::span<const Piece> pieces);
  /// Returns the lowest offset with all bytes from there on free.
  Offset top() const;
  /// Returns the lowest room at \p offset or above with its first offset a
  /// multiple of \p alignment. \p start is set to the start of the room without
  /// alignment. Returns `infiniteOffset` if no offset fits in 64 bits.
  Room findRoom(Offset offset, int64_t alignment, Offset &start);

private:
  /// An inner node.
  struct Node {
    ByteSet any; // In use at any of its time.
    ByteSet all; // In use all of its time.
  };
  /// A set of bytes to avoid for a piece, and the current gap of the search.
  struct Source {
    const ByteSet *bytes;
    Offset first; // Of the piece.
    Offset last;
    ByteSet::Cursor at = {};
    // Offsets of the item with the piece in the gap.
    Offset lowest = -1;
    Offset highest = -1;
  };
  /// \p node covers the sections [\p from, \p to).
  void write(size_t node, int32_t from, int32_t to, const Piece &piece,
             Offset offset);
  void read(size_t node, int32_t from, int32_t to, const Piece &piece);

  int32_t width = 1;   // Leaves, a power of two.
  size_t numJoint = 1; // Nodes below this index are joint.
  // Node i has the children 2i and 2i + 1; 1 is the root.
  std::vector<Node> inner;
  std::vector<ByteSet> leaves; // By section: all allocated bytes.
  IntervalPool pool;           // Memory of all intervals.
  std::vector<Source> sources; // Of the search.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FREESPACE_H
