//===- MapModel.cpp - Costs of maps without offsets -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapModel.h"

#include "lib/Planning/Numbers.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

/// Returns the seconds of \p access in \p memory, for a single trip.
static double secondsIn(const Access &access, const Tier &memory) {
  double each = 0;
  if (access.reads())
    each += secondsPerByte(memory.readBytesPerSecond);
  if (access.writes())
    each += secondsPerByte(memory.writeBytesPerSecond);
  return static_cast<double>(access.bytes) / access.efficiency * each;
}

/// Returns the bytes per second of the fastest channel between two tiers; 0 if
/// there is none.
static double rateBetween(const Target &target, TierId from, TierId to) {
  double best = 0;
  for (const Channel &channel : target.channels)
    if (channel.from == from && channel.to == to)
      best = std::max(best, channel.bytesPerSecond);
  return best;
}

MapModel::MapModel(const AccessIndex &index, std::span<const MapTensor> tensors,
                   std::span<const ModelTensor> places)
    : tensors(tensors), places(places),
      numTiers(index.problem.target.tiers.size()),
      defaultTier(index.problem.target.defaultTier) {
  addOps(index);
  addTensors(index.problem);
  scaleTimes();
}

void MapModel::addOps(const AccessIndex &index) {
  const Problem &problem = index.problem;
  std::vector<TensorId> tensorOf(problem.buffers.size(), -1);
  for (size_t k = 0; k < tensors.size(); ++k)
    tensorOf[tensors[k].buffer] = static_cast<TensorId>(k);
  uses.resize(tensors.size());
  for (size_t t = 0; t < problem.ops.size(); ++t) {
    const Op &op = problem.ops[t];
    ModelOp &added = ops.emplace_back();
    if (op.isBoundary())
      continue;
    const auto trips = static_cast<double>(index.trips[t]);
    added.compute = trips * secondsOf(op.computePs);
    added.minSlope = 1 - op.overlap;
    for (const Access &access : op.accesses) {
      const TensorId k = tensorOf[access.buffer];
      if (k < 0) {
        const TierId home = problem.homeOf(access.buffer);
        added.fixed += trips * secondsIn(access, problem.target.tiers[home]);
        continue;
      }
      const auto step = static_cast<Step>(t);
      if (uses[k].empty() || uses[k].back().step != step) {
        uses[k].push_back({step, static_cast<int32_t>(added.terms.size())});
        added.terms.push_back(
            {k, std::vector<double>(tensors[k].choices.size(), 0)});
      }
      Term &term = added.terms[uses[k].back().term];
      for (size_t c = 0; c < term.seconds.size(); ++c)
        term.seconds[c] +=
            trips *
            secondsIn(access, problem.target.tiers[tensors[k].choices[c]]);
    }
  }
}

void MapModel::addTensors(const Problem &problem) {
  const Target &target = problem.target;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const ModelTensor &place = places[k];
    const auto size =
        static_cast<double>(problem.buffers[tensors[k].buffer].size);
    fills.emplace_back();
    copiesIn.emplace_back();
    copiesBack.emplace_back();
    const auto copySeconds = [&](bool isCopied, TierId from, TierId to) {
      const double rate = isCopied ? rateBetween(target, from, to) : 0;
      hasCopies |= rate > 0;
      return rate > 0 ? size / rate : 0;
    };
    for (TierId tier : tensors[k].choices) {
      const bool isFree = place.isCopied && tier == place.home;
      const auto capacity = static_cast<double>(target.tiers[tier].capacity);
      fills[k].push_back(isFree ? 0 : size / capacity);
      const bool isAway = place.isCopied && tier != place.home;
      copiesIn[k].push_back(
          copySeconds(isAway && place.isCopiedIn, place.home, tier));
      copiesBack[k].push_back(
          copySeconds(isAway && place.isCopiedBack, tier, place.home));
    }
  }
}

void MapModel::scaleTimes() {
  double total = 0;
  for (const ModelOp &op : ops) {
    double memory = op.fixed;
    for (const Term &term : op.terms)
      memory += *std::max_element(term.seconds.begin(), term.seconds.end());
    total += op.seconds(memory);
  }
  unit = total > 0 ? total : 1;
  for (ModelOp &op : ops) {
    op.compute /= unit;
    op.fixed /= unit;
    for (Term &term : op.terms)
      for (double &seconds : term.seconds)
        seconds /= unit;
  }
  for (auto *copies : {&copiesIn, &copiesBack})
    for (std::vector<double> &each : *copies)
      for (double &seconds : each)
        seconds /= unit;
}
