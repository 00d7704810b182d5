//===- Variant.cpp - Variants of the decoder ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variant.h"
#include "memplace/Problem/Units.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

struct Row {
  double lifePower, maxKeep, valueOfFreeTime, stallWeight, maxLead;
  Arena::Fit fit;
};

constexpr Row rows[] = {
    {0, 10, 0, 1, 5, Arena::Fit::First},
    {1, anyGap, 0, 1, 5, Arena::Fit::Best},
    {1, anyGap, 0, 2, 30, Arena::Fit::First},
    {0, anyGap, 0, 1, 30, Arena::Fit::Best},
    {0.5, anyGap, 0, 2, 5, Arena::Fit::First},
    {0.5, anyGap, 0.3, 1, 5, Arena::Fit::Best},
};

} // namespace

// In cyclic problems each variant comes twice: with and without stays for all
// of the time.
size_t solver::search::numVariantsOf(const Problem &problem) {
  return std::size(rows) * (problem.isCyclic ? 2 : 1);
}

Variant solver::search::variantAt(size_t index) {
  const Row &row = rows[index % std::size(rows)];
  Choices all;
  all.staysAlways = index < std::size(rows);
  all.policy.servesFromRelays = true;
  all.maxKeep = row.maxKeep;
  all.policy.minSaving = picosecond;
  all.policy.fit = row.fit;
  all.policy.valueOfFreeTime = row.valueOfFreeTime;
  all.policy.stallWeight = row.stallWeight;
  all.policy.maxLead = row.maxLead;
  return {all, row.lifePower};
}
