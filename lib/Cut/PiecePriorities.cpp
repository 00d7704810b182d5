//===- PiecePriorities.cpp - Priorities from one cut problem to the next --===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PiecePriorities.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::cut;

/// Returns the number of buffers before cutting.
static size_t countWhole(const CutProblem &cut) {
  const auto last = std::max_element(cut.bufferOf.begin(), cut.bufferOf.end());
  return last == cut.bufferOf.end() ? 0 : static_cast<size_t>(*last) + 1;
}

static double geometricMean(const std::vector<double> &values) {
  double sum = 0;
  for (double value : values)
    sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

PiecePriorities::PiecePriorities(const CutProblem &cut,
                                 const GreedyChoice &choice)
    : variant(choice.variant), fillsFastTier(choice.fillsFastTier),
      firstAttempt(choice.firstAttempt) {
  if (choice.weights.empty())
    return;
  weights.resize(countWhole(cut));
  for (size_t id = 0; id < cut.bufferOf.size(); ++id)
    weights[cut.bufferOf[id]].push_back(choice.weights[id]);
}

GreedyChoice PiecePriorities::choiceFor(const CutProblem &cut) const {
  GreedyChoice choice{variant, {}, {}, fillsFastTier, firstAttempt};
  if (weights.empty())
    return choice;
  std::vector<size_t> counts(weights.size(), 0), next(weights.size(), 0);
  for (BufferId whole : cut.bufferOf)
    ++counts[whole];
  for (BufferId whole : cut.bufferOf) {
    const std::vector<double> &known = weights[whole];
    choice.weights.push_back(counts[whole] == known.size()
                                 ? known[next[whole]++]
                                 : geometricMean(known));
  }
  return choice;
}
