//===- CutCosts.cpp - Costs of the cuts of each op ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutCosts.h"

#include <algorithm>

using namespace memplace;

/// Rounds a sum. Sums are doubles, exact up to 2^53: products of bytes, pieces
/// and trips may exceed 64 bits.
static int64_t toCount(double count) {
  constexpr double limit = 9.0e18; // Below 2^63.
  return static_cast<int64_t>(std::min(count, limit));
}

static double sumBytes(const Op &op) {
  double bytes = 0;
  for (const Access &access : op.accesses)
    bytes += static_cast<double>(access.bytes);
  return bytes;
}

/// Returns the bytes read again by each additional piece, since the cut does
/// not divide them.
static double getUndividedBytes(const Op &op, const OpCut &cut) {
  const std::vector<CutAccess> &divided = op.cuts[cut.dimension].accesses;
  double bytes = 0;
  for (size_t index = 0; index < op.accesses.size(); ++index)
    if (std::none_of(divided.begin(), divided.end(), [&](const CutAccess &one) {
          return one.access == static_cast<int32_t>(index);
        }))
      bytes += static_cast<double>(op.accesses[index].bytes);
  return bytes;
}

/// Returns the picoseconds of the launch at \p step: of a piece, or of a
/// separate launch step.
static double getLaunchPs(const CutProblem &cut, Step step) {
  const auto launch = static_cast<double>(cut.problem.target.launchPs);
  const auto before = static_cast<double>(cut.problem.ops[step].computePs);
  return cut.pieceOf[step] < 0 ? launch + before : launch;
}

std::vector<CutCost> memplace::getCutCosts(const Problem &problem,
                                           const Cuts &cuts,
                                           const CutProblem &cut) {
  const std::vector<int64_t> trips = tripsOfSteps(problem);
  std::vector<double> bytes(problem.ops.size(), 0); // Of all pieces, by op.
  // Of all pieces, by op, ps.
  std::vector<double> launches(problem.ops.size(), 0);
  for (Step step = 0; step < cut.problem.numSteps(); ++step) {
    const Op &op = cut.problem.ops[step];
    bytes[cut.opOf[step]] += sumBytes(op);
    if (cut.pieceOf[step] != 0 && !op.isNull())
      launches[cut.opOf[step]] += getLaunchPs(cut, step);
  }
  std::vector<CutCost> costs;
  for (const OpCut &one : cuts.ops) {
    const Op &op = problem.ops[one.op];
    const auto times = static_cast<double>(trips[one.op]);
    const auto more = static_cast<double>(one.bounds.size());
    const double repeated = more * getUndividedBytes(op, one);
    CutCost cost;
    cost.op = one.op;
    cost.dimension = one.dimension;
    cost.extent = op.cuts[one.dimension].extent;
    cost.pieces = static_cast<int64_t>(one.bounds.size()) + 1;
    cost.launchPs = toCount(times * launches[one.op]);
    cost.againPs = toCount(times * more *
                           static_cast<double>(op.cuts[one.dimension].againPs));
    cost.repeatedBytes = toCount(times * repeated);
    cost.haloBytes = toCount(times * (bytes[one.op] - sumBytes(op) - repeated));
    costs.push_back(cost);
  }
  return costs;
}
