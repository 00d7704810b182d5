//===- Tops.h - Lower bounds of section heights -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_TOPS_H
#define MEMPLACE_LIB_PACKING_TOPS_H

#include "PackItems.h"

#include <algorithm>

namespace memplace::packing {

/// A number of bytes for each section. Raises a range, and finds the largest
/// number of a range, both in O(log n). Takes about 9 bytes per section.
class Tops {
public:
  void reset(std::vector<int64_t> fresh) {
    values = std::move(fresh);
    const size_t numBlocks = (values.size() + blockSize - 1) / blockSize;
    width = 1;
    while (width < numBlocks)
      width *= 2;
    nodes.assign(2 * width, {0, 0});
    for (size_t block = 0; block < numBlocks; ++block)
      refreshBlock(block);
    for (size_t node = width; --node > 0;)
      join(node);
  }

  /// Raises the sections [\p begin, \p end) by \p bytes.
  void raise(int32_t begin, int32_t end, int64_t bytes) {
    raise(1, 0, width, begin, end, bytes);
  }

  struct Top {
    int64_t bytes = -1;
    int32_t section = -1;
  };
  /// Returns the first of the highest sections in [\p begin, \p end), which
  /// must not be empty.
  Top highest(int32_t begin, int32_t end) const {
    Search search = {begin, end, {}};
    highest(1, 0, width, 0, search);
    return search.best;
  }

private:
  static constexpr int32_t blockSize = 16;
  /// A search for the highest of the sections [begin, end).
  struct Search {
    int32_t begin, end;
    Top best; // So far.
  };
  struct Node {
    int64_t maxTop; // Of the sections below it, with its own `added`.
    int64_t added;  // To all sections below.
  };
  void refreshBlock(size_t block) {
    const size_t from = block * blockSize;
    const size_t to = std::min(from + blockSize, values.size());
    Node &node = nodes[width + block];
    node.maxTop = node.added +
                  *std::max_element(values.begin() + from, values.begin() + to);
  }
  void join(size_t node) {
    nodes[node].maxTop =
        nodes[node].added +
        std::max(nodes[2 * node].maxTop, nodes[2 * node + 1].maxTop);
  }
  /// \p node is above the blocks [\p from, \p to).
  void raise(size_t node, size_t from, size_t to, int32_t begin, int32_t end,
             int64_t bytes);
  void highest(size_t node, size_t from, size_t to, int64_t above,
               Search &search) const;

  std::vector<int64_t> values;
  // Node i has the children 2i and 2i + 1; 1 is the root.
  std::vector<Node> nodes;
  size_t width = 1; // Blocks, a power of two.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_TOPS_H
