//===- OpDurations.cpp - Durations of ops by serving tiers ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpDurations.h"

#include "Numbers.h"

using namespace memplace;
using namespace memplace::planning;

//===----------------------------------------------------------------------===//
// OpLoad
//===----------------------------------------------------------------------===//

OpLoad::OpLoad(const Target &target)
    : target(target), busy(target.tiers.size()), memory(busy.size()) {
  for (const Tier &tier : target.tiers) {
    readCost.push_back(secondsPerByte(tier.readBytesPerSecond));
    writeCost.push_back(secondsPerByte(tier.writeBytesPerSecond));
  }
}

void OpLoad::clear() {
  std::fill(busy.begin(), busy.end(), 0.0);
  std::fill(memory.begin(), memory.end(), 0.0);
}

void OpLoad::add(const Access &access, TierId tier) {
  if (access.bytes == 0)
    return;
  const double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes * readCost[tier];
  if (access.writes())
    seconds += bytes * writeCost[tier];
  busy[tier] += seconds;
  memory[tier] += seconds / access.efficiency;
}

double OpLoad::seconds(const Op &op) const {
  if (op.isNull())
    return 0;
  double sum = 0;
  for (double seconds : memory)
    sum =
        target.combine == Combine::Sum ? sum + seconds : std::max(sum, seconds);
  return secondsOf(target.launchPs) +
         overlapped(op, secondsOf(op.computePs), sum);
}

void OpLoad::findLeft(double seconds, double *left) const {
  for (size_t m = 0; m < busy.size(); ++m)
    left[m] = seconds > 0 ? std::max(0.0, 1 - busy[m] / seconds) : 0;
}

//===----------------------------------------------------------------------===//
// OpDurations
//===----------------------------------------------------------------------===//

OpDurations::OpDurations(const Problem &problem)
    : problem(problem), numTiers(problem.target.tiers.size()),
      load(problem.target), durations(problem.ops.size()),
      left(problem.ops.size() * numTiers) {
  for (const Op &op : problem.ops) {
    changed.push_back(static_cast<Step>(serving.size()));
    serving.emplace_back();
    for (const Access &access : op.accesses)
      serving.back().push_back(problem.homeOf(access.buffer));
  }
}

void OpDurations::refreshOp(Step step) {
  const Op &op = problem.ops[step];
  load.clear();
  for (size_t k = 0; k < op.accesses.size(); ++k)
    load.add(op.accesses[k], serving[step][k]);
  durations[step] = load.seconds(op);
  load.findLeft(durations[step], &left[step * numTiers]);
}
