//===- Learner.cpp - Optimizer steps on stored episodes -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Learner.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::agent;

Learner::Learner(Network &network, TrainingSet &set, EpisodeStore &store,
                 ModelKind kind, const LearnerOptions &options)
    : network(network), set(set), store(store), kind(kind), options(options) {}

double Learner::imitationShare(int64_t round) const {
  const double decayed =
      options.imitationShare *
      std::exp2(-static_cast<double>(round) / options.imitationHalfLife);
  return std::max(decayed,
                  std::min(options.imitationShare, options.minImitationShare));
}

const Episode &Learner::episodeOf(const Source &source) const {
  return source.isIncumbent ? store.incumbents[source.index]
                            : store.replay[source.index];
}

Learner::DrawnBatch Learner::drawBatch(double share, Random &random) {
  // Almost all draws fit, unless the instances have changed since.
  constexpr int32_t maxTries = 10000;
  DrawnBatch drawn;
  TrainingBatch &batch = drawn.batch;
  TargetOptions targets;
  targets.unroll = kind == ModelKind::Learned ? options.unroll : 0;
  batch.steps = targets.unroll;
  const int64_t numImitated = static_cast<int64_t>(
      std::lround(share * static_cast<double>(options.batchSize)));
  double maxWeight = 0;
  for (int32_t tries = 0; batch.batch < options.batchSize && tries < maxTries;
       ++tries) {
    Source source;
    source.isIncumbent =
        batch.batch < numImitated && store.incumbents.size() > 0;
    const PriorityDraw draw = source.isIncumbent
                                  ? store.incumbents.sample(random)
                                  : store.replay.sample(random);
    source.index = draw.index;
    const Episode &episode = episodeOf(source);
    const std::optional<size_t> instance = set.findToLearn(episode);
    if (!instance)
      continue;
    std::vector<size_t> moves;
    for (int64_t i = 0; i < options.movesPerEpisode; ++i)
      moves.push_back(random.bits() % episode.numMoves());
    std::sort(moves.begin(), moves.end());
    targets.imitation = source.isIncumbent ? options.imitation : 0;
    targets.scale = set.scaleOf(*instance, store.incumbents) / rewardPercent;
    const int64_t before = batch.batch;
    addToBatch(episode, set.game(*instance), moves, targets,
               static_cast<float>(draw.weight), batch);
    drawn.sources.insert(drawn.sources.end(),
                         static_cast<size_t>(batch.batch - before), source);
    maxWeight = std::max(maxWeight, draw.weight);
  }
  for (float &weight : batch.weights)
    weight /= static_cast<float>(maxWeight);
  return drawn;
}

void Learner::setPriorities(const std::vector<Source> &sources,
                            const std::vector<float> &errors) {
  assert(sources.size() == errors.size() && "one error a state");
  std::map<Source, double> priorities;
  for (size_t i = 0; i < sources.size(); ++i) {
    double &priority = priorities[sources[i]];
    priority = std::max(priority, double(errors[i]));
  }
  for (const auto &[source, priority] : priorities) {
    if (source.isIncumbent)
      store.incumbents.setPriority(source.index, priority);
    else
      store.replay.setPriority(source.index, priority);
  }
}

Result<std::optional<LearnerMetrics>>
Learner::learn(int64_t round, uint64_t seed,
               const ShouldContinue &shouldContinue) {
  using Learned = std::optional<LearnerMetrics>;
  Random random(seed);
  LearnerMetrics metrics;
  metrics.imitationShare = imitationShare(round);
  TrainingLosses &sums = metrics.losses;
  for (int64_t step = 0; step < options.stepsPerRound; ++step) {
    if (!shouldContinue())
      return Learned();
    const DrawnBatch drawn = drawBatch(metrics.imitationShare, random);
    if (drawn.batch.batch == 0)
      return Error{"no episode in the replay fits the instances"};
    Result<TrainingLosses> losses =
        network.train(drawn.batch, options.optimizer);
    if (!losses)
      return losses.takeError();
    setPriorities(drawn.sources, losses->priorities);
    sums.policy += losses->policy;
    sums.value += losses->value;
    sums.reward += losses->reward;
    sums.total += losses->total;
  }
  const double count =
      static_cast<double>(std::max<int64_t>(1, options.stepsPerRound));
  for (double *sum : {&sums.policy, &sums.value, &sums.reward, &sums.total})
    *sum /= count;
  return Learned(metrics);
}
