//===- SearchRandom.h - Portable random numbers -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHRANDOM_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHRANDOM_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>

namespace memplace::solver::search {

/// Random numbers independent of the standard library in use.
class Random {
public:
  explicit Random(uint64_t seed) : channelModel(seed) {}
  double uniform() {
    return static_cast<double>(channelModel() >> 11) * 0x1p-53;
  }
  /// Returns an index in [0, count).
  size_t below(size_t count) {
    return static_cast<size_t>(uniform() * static_cast<double>(count));
  }
  bool chance(double probability) { return uniform() < probability; }
  double pick(std::initializer_list<double> values) {
    return values.begin()[below(values.size())];
  }

private:
  std::mt19937_64 channelModel;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHRANDOM_H
