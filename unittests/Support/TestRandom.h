//===- TestRandom.h - Random integers for tests -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_TESTRANDOM_H
#define MEMPLACE_UNITTESTS_SUPPORT_TESTRANDOM_H

#include "memplace/Problem/Random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memplace::test {

/// Draws integers and elements of lists, by the numbers of `memplace::Random`.
class TestRandom {
public:
  explicit TestRandom(uint64_t seed) : source(seed) {}

  /// Draws from [low, high], which must not be all of int64_t.
  int64_t in(int64_t low, int64_t high) {
    const uint64_t count =
        static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    return static_cast<int64_t>(static_cast<uint64_t>(low) + bits() % count);
  }
  bool chance(int percent) { return in(1, 100) <= percent; }
  uint64_t bits() { return source.bits(); }

  /// Draws from [low, high], small numbers as often as large ones: first the
  /// number of bits is drawn. Expects 0 <= low.
  int64_t anyIn(int64_t low, int64_t high) {
    const int64_t top = int64_t(1) << in(0, 62);
    return low + (top > high - low ? in(0, high - low) : in(0, top));
  }

  template <typename T> const T &pick(const std::vector<T> &list) {
    return list[static_cast<size_t>(
        in(0, static_cast<int64_t>(list.size()) - 1))];
  }
  template <typename T> T &pick(std::vector<T> &list) {
    return list[static_cast<size_t>(
        in(0, static_cast<int64_t>(list.size()) - 1))];
  }

private:
  memplace::Random source;
};

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_TESTRANDOM_H
