//===- Random.h - Portable random numbers -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_RANDOM_H
#define MEMPLACE_PROBLEM_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

namespace memplace {

/// Random numbers. A seed gives the same numbers with every standard library,
/// unlike the distributions of the standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  uint64_t bits() { return engine(); }
  /// In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  /// In (0, 1).
  double openUniform() {
    return (static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53;
  }
  /// In [0, count); \p count is at least 1.
  size_t below(size_t count) {
    return static_cast<size_t>(uniform() * static_cast<double>(count));
  }
  bool chance(double probability) { return uniform() < probability; }
  /// Returns one of \p values, all equally likely.
  double pick(std::initializer_list<double> values) {
    return values.begin()[below(values.size())];
  }
  /// Standard normal, by Box and Muller.
  double normal();
  /// Gamma distribution with scale 1, by Marsaglia and Tsang (2000, "A simple
  /// method for generating gamma variables"). \p shape is positive.
  double gamma(double shape);

  /// Prints the state, to continue later. `restore` returns false if \p text is
  /// not a state.
  std::string print() const;
  bool restore(const std::string &text);

private:
  std::mt19937_64 engine;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_RANDOM_H
