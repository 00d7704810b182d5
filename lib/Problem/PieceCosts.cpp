//===- PieceCosts.cpp - Costs of the pieces of ops ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceCosts.h"

#include <algorithm>

using namespace memplace;

int64_t memplace::getLaunchOverheadPs(const Target &target) {
  const int64_t rest = target.piecePs - target.launchPs;
  // The overhead op has a launch of its own, which is its minimum duration.
  if (rest <= 0 || rest < target.launchPs / 2)
    return 0;
  return std::max<int64_t>(rest - target.launchPs, 1);
}

int64_t memplace::getLeastPiecePs(const Target &target) {
  return getLaunchOverheadPs(target) > 0 ? target.piecePs : target.launchPs;
}
