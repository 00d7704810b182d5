//===- FreeSpace.h - Where there is room among what is placed ---*- C++ -*-===//
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

/// Which bytes are in use when: a tree over the sections. Each node has the
/// bytes that are in use at any of its time. The upper nodes, which are joint,
/// know of all that is live in their time, the lower ones of what is not live
/// in all the time of a node above them that is not joint; such a node has the
/// bytes in use all of its time besides. So a piece is written to O(log n)
/// nodes and a dozen joint ones, and read from O(log n); what matters is that
/// unions of bytes are few intervals where the packing is dense.
class FreeSpace {
public:
  explicit FreeSpace(const Items &items);
  FreeSpace(const FreeSpace &) = delete;
  FreeSpace &operator=(const FreeSpace &) = delete;

  void use(const Piece &piece, Offset offset);

  /// A range of offsets that are free for all of some pieces, in the sense of
  /// the whole item: each of [first, last] will do.
  struct Room {
    Offset first;
    Offset last; // `unreachable` above everything.
  };
  /// Starts to look for room for \p pieces, from offset 0 upwards.
  void startSearch(std::span<const Piece> pieces);
  /// The lowest offset with nothing in use there or above.
  Offset top() const;
  /// The lowest room at \p offset or above, its first offset a multiple of
  /// \p alignment; \p start is where the room would start without.
  /// `unreachable` if that is more than 64 bits can hold.
  Room findRoom(Offset offset, int64_t alignment, Offset &start);

private:
  /// One that has children.
  struct Node {
    ByteSet any; // In use at any of its time.
    ByteSet all; // In use all of its time.
  };
  /// One set of bytes that a piece must not meet, and the gap of it that the
  /// search is in.
  struct Source {
    const ByteSet *bytes;
    Offset first; // Of the piece.
    Offset last;
    ByteSet::Cursor at = {};
    // Offsets of the item for which the piece is in the gap.
    Offset lowest = -1;
    Offset highest = -1;
  };
  /// \p node is for the sections [\p from, \p to).
  void write(size_t node, int32_t from, int32_t to, const Piece &piece,
             Offset offset);
  void read(size_t node, int32_t from, int32_t to, const Piece &piece);

  int32_t width = 1;           // Leaves, a power of two.
  size_t numJoint = 1;         // Nodes below this index are joint.
  std::vector<Node> inner;     // Node i has children 2i and 2i + 1; 1 the root.
  std::vector<ByteSet> leaves; // By section: all that is in use.
  IntervalPool pool;           // What they keep their intervals in.
  std::vector<Source> sources; // Of the search.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FREESPACE_H
