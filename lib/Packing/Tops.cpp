//===- Tops.cpp - Lower bounds of section heights -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment tree over blocks of sections, with additions to a whole node stored
// at the node. Raising a range, and finding its highest section, takes O(log n)
// nodes and at most two blocks at the ends.
//
//===----------------------------------------------------------------------===//

#include "Tops.h"

using namespace memplace;
using namespace memplace::packing;

void Tops::raise(size_t node, size_t from, size_t to, int32_t begin,
                 int32_t end, int64_t bytes) {
  const int64_t first = static_cast<int64_t>(from) * blockSize;
  const int64_t last = static_cast<int64_t>(to) * blockSize;
  if (end <= first || last <= begin)
    return;
  if (begin <= first && last <= end) {
    nodes[node].maxTop += bytes;
    nodes[node].added += bytes;
    return;
  }
  if (to - from == 1) {
    const int64_t stop = std::min<int64_t>({last, end, std::ssize(values)});
    for (int64_t i = std::max<int64_t>(first, begin); i < stop; ++i)
      values[i] += bytes;
    refreshBlock(from);
    return;
  }
  const size_t half = (from + to) / 2;
  raise(2 * node, from, half, begin, end, bytes);
  raise(2 * node + 1, half, to, begin, end, bytes);
  join(node);
}

/// \p above: additions of all ancestors.
void Tops::highest(size_t node, size_t from, size_t to, int64_t above,
                   Search &search) const {
  const int64_t first = static_cast<int64_t>(from) * blockSize;
  const int64_t last = static_cast<int64_t>(to) * blockSize;
  const int32_t begin = search.begin, end = search.end;
  Top &best = search.best;
  if (end <= first || last <= begin || nodes[node].maxTop + above <= best.bytes)
    return;
  above += nodes[node].added;
  if (to - from == 1) {
    const int64_t stop = std::min<int64_t>({last, end, std::ssize(values)});
    for (int64_t i = std::max<int64_t>(first, begin); i < stop; ++i)
      if (values[i] + above > best.bytes)
        best = {values[i] + above, static_cast<int32_t>(i)};
    return;
  }
  const size_t half = (from + to) / 2;
  highest(2 * node, from, half, above, search);
  highest(2 * node + 1, half, to, above, search);
}
