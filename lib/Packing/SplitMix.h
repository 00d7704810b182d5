//===- SplitMix.h - Random numbers, the same everywhere ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_SPLITMIX_H
#define MEMPLACE_LIB_PACKING_SPLITMIX_H

#include <cstdint>

namespace memplace::packing {

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers everywhere, unlike
/// the distributions of the standard library.
class SplitMix {
public:
  explicit SplitMix(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// In [0, bound).
  uint64_t below(uint64_t bound) { return next() % bound; }

private:
  uint64_t state;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_SPLITMIX_H
