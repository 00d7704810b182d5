//===- LocalSearch.h - Search over orders of items --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_LOCALSEARCH_H
#define MEMPLACE_LIB_PACKING_LOCALSEARCH_H

#include "PackPart.h"

namespace memplace::packing {

/// Stage between the portfolio and exact search: skylines (first fit with fixed
/// offsets) over orders that blend size and length of life, with the items at
/// the largest load first, last or treated equally; then random changes of the
/// best order.
class OrderSearch {
public:
  explicit OrderSearch(Workspace &workspace);

  /// Runs at most \p rounds packings until the peak of \p result is at most
  /// \p goal. A packing costs as many nodes as there are items.
  void run(int64_t goal, int64_t rounds, Budget &budget, PartResult &result);

  /// Number of systematic blends before random changes.
  static constexpr int64_t numBlends = 3 * 16;

private:
  struct Blend {
    double angle = 0;     // 0: size, a quarter of a turn: length of life.
    double peakBonus = 0; // Above 0: items at the largest load first.
    double noise = 0;
  };
  Blend blendOf(int64_t round, uint64_t seed) const;
  std::vector<int32_t> orderBy(const Blend &blend, uint64_t seed) const;

  Workspace &workspace;
  std::vector<float> logSize;   // By item.
  std::vector<float> logLength; // By item.
  std::vector<bool> isAtPeak;   // By item.
  int64_t round = 0;
  Blend best;
  int64_t bestPeak = infiniteOffset;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_LOCALSEARCH_H
