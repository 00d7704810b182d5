//===- VerifyFilling.cpp - Bytes filled by parts --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFilling.h"

using namespace memplace;

/// Decrements the count of \p key; erases \p key at zero.
template <typename Key> static void drop(std::map<Key, int64_t> &map, Key key) {
  auto it = map.find(key);
  if (--it->second == 0)
    map.erase(it);
}

void Filling::add(Offset first, Piece piece) {
  pieces.emplace(first, piece);
  ++times[piece.time];
  ++counts[piece.loop];
  filled += piece.end - first;
}

void Filling::remove(std::map<Offset, Piece>::iterator it) {
  drop(times, it->second.time);
  drop(counts, it->second.loop);
  filled -= it->second.end - it->first;
  pieces.erase(it);
}

void Filling::fill(Part part, int64_t time, int32_t loop) {
  Offset end = part.first + part.size;
  auto it = pieces.lower_bound(part.first);
  if (it != pieces.begin() && std::prev(it)->second.end > part.first)
    --it;
  // Keeps the remainders of older pieces on either side.
  while (it != pieces.end() && it->first < end) {
    auto next = std::next(it);
    Offset oldFirst = it->first;
    Piece old = it->second;
    remove(it);
    if (oldFirst < part.first)
      add(oldFirst, {part.first, old.time, old.loop});
    if (old.end > end)
      add(end, old);
    it = next;
  }
  add(part.first, {end, time, loop});
}

void Filling::clear() { *this = Filling(); }

std::vector<int32_t> Filling::differentLoops() const {
  std::vector<int32_t> loops;
  for (const auto &[loop, count] : counts)
    loops.push_back(loop);
  return loops;
}
