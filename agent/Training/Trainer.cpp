//===- Trainer.cpp - The training loop ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trainer.h"

#include "agent/Game/Trace.h"
#include "memplace/Simulator/Simulator.h"

#include <random>

using namespace memplace;
using namespace memplace::agent;

/// Purposes of seeds, so that different uses draw different numbers.
enum class Purpose : uint64_t { Play, Learn, Evaluate, Revise };

/// Derives a seed from a purpose and the \p count of earlier uses.
static uint64_t makeSeed(uint64_t seed, Purpose purpose, int64_t count) {
  std::seed_seq mixed = {seed & 0xffffffff, seed >> 32,
                         static_cast<uint64_t>(purpose),
                         static_cast<uint64_t>(count)};
  uint32_t words[2];
  mixed.generate(words, words + 2);
  return (static_cast<uint64_t>(words[0]) << 32) | words[1];
}

Trainer::Trainer(const TrainerOptions &options, TrainingSet set,
                 TrainingFolder folder, std::unique_ptr<Network> network)
    : options(options), set(std::move(set)), folder(std::move(folder)),
      network(std::move(network)),
      improver(*this->network, this->set, this->folder.getEpisodes(),
               options.play, {options.revisions, options.selfPlay.gamesAtOnce}),
      learner(*this->network, this->set, this->folder.getEpisodes(),
              options.play.kind, options.learner),
      evaluator(*this->network, this->set, this->folder.getEpisodes(),
                options.play) {}

Result<std::unique_ptr<Trainer>> Trainer::open(const std::string &path,
                                               std::vector<Instance> instances,
                                               const TrainerOptions &options) {
  Result<TrainingSet> set = TrainingSet::create(std::move(instances));
  if (!set)
    return set.takeError();
  Result<TrainingFolder> folder =
      TrainingFolder::open(path, *set, options.replayCapacity, options.bestOf);
  if (!folder)
    return folder.takeError();
  Result<std::unique_ptr<Network>> network =
      folder->loadNetwork(options.network, options.seed, options.device);
  if (!network)
    return network.takeError();
  if (std::optional<Error> error =
          checkNetworkForGame((*network)->getConfig(), options.play.kind))
    return Error{folder->networkFile() + ": " + error->message};
  // Create the folder only after all checks have passed.
  if (std::optional<Error> error = folder->make())
    return *error;
  return std::unique_ptr<Trainer>(new Trainer(
      options, std::move(*set), std::move(*folder), std::move(*network)));
}

//===----------------------------------------------------------------------===//
// Warm start
//===----------------------------------------------------------------------===//

std::optional<Error> Trainer::warmStart(const Solve &solve,
                                        const ShouldContinue &shouldContinue) {
  EpisodeStore &store = folder.getEpisodes();
  for (size_t i : set.trainedOn()) {
    if (!shouldContinue())
      break;
    const Problem &problem = set[i].problem;
    // A solution without episodes predates a change of the problem, so solve
    // again.
    if (store.incumbents.hasSolution(problem.name) &&
        store.incumbents.bestPlayed(problem.name) > 0)
      continue;
    const std::vector<NamedSolution> found = solve(problem);
    const NamedSolution *best = nullptr;
    for (const NamedSolution &each : found) {
      if (!best ||
          makespan(problem, each.solution) < makespan(problem, best->solution))
        best = &each;
      playTrace(set.game(i), each.solution);
      const Episode episode = episodeOf(set.game(i));
      if (store.incumbents.offer(episode))
        if (std::optional<Error> error = store.replay.add(episode))
          return error;
    }
    if (std::optional<Error> error = store.incumbents.save())
      return error;
    // Last, because a written solution marks the problem as done.
    if (!best)
      continue;
    if (std::optional<Error> error =
            store.incumbents.offer(problem, best->solution, best->solver))
      return error;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// A round
//===----------------------------------------------------------------------===//

Result<bool> Trainer::evaluate(RoundMetrics &metrics,
                               const ShouldContinue &shouldContinue) {
  const uint64_t seed = makeSeed(options.seed, Purpose::Evaluate, numRounds());
  for (const auto &[which, result] :
       {std::pair(&set.trainedOn(), &metrics.training),
        std::pair(&set.heldOut(), &metrics.heldOut)}) {
    Result<std::optional<EvaluationMetrics>> evaluated =
        evaluator.evaluate(*which, seed, shouldContinue);
    if (!evaluated)
      return evaluated.takeError();
    if (!*evaluated)
      return false;
    *result = **evaluated;
  }
  metrics.isEvaluated = true;
  return true;
}

double Trainer::meanOfBestOverMsa() const {
  double sum = 0;
  int32_t count = 0;
  for (size_t i = 0; i < set.size(); ++i)
    if (const double best = getIncumbents().bestMakespan(set[i].problem.name);
        best > 0 && set[i].msaSeconds > 0) {
      sum += best / set[i].msaSeconds - 1;
      ++count;
    }
  return sum / std::max(1, count);
}

Result<bool> Trainer::finishRound(RoundMetrics &metrics,
                                  const ShouldContinue &shouldContinue) {
  Network::setThreads(options.selfPlay.threads);
  Result<std::optional<LearnerMetrics>> learned = learner.learn(
      numRounds(), makeSeed(options.seed, Purpose::Learn, numRounds()),
      shouldContinue);
  if (!learned)
    return learned.takeError();
  if (!*learned)
    return false;
  metrics.round = numRounds() + 1;
  metrics.imitationShare = (*learned)->imitationShare;
  metrics.losses = (*learned)->losses;
  if (options.evaluateEvery > 0 && metrics.round % options.evaluateEvery == 0) {
    Result<bool> isEvaluated = evaluate(metrics, shouldContinue);
    if (!isEvaluated || !*isEvaluated)
      return isEvaluated;
  }
  metrics.episodes = folder.getEpisodes().replay.numAdded();
  metrics.bestOverMsa = meanOfBestOverMsa();
  if (std::optional<Error> error = folder.writeRound(*network, metrics))
    return *error;
  return true;
}

Result<std::optional<RoundMetrics>>
Trainer::runRound(const ShouldContinue &shouldContinue) {
  using Done = std::optional<RoundMetrics>;
  EpisodeStore &store = folder.getEpisodes();
  // Seeded by the number of episodes, so that a resumed run plays new episodes.
  if (!workers)
    workers = std::make_unique<SelfPlayWorkers>(
        *network, set, store, options.play, options.selfPlay,
        makeSeed(options.seed, Purpose::Play, store.replay.numAdded()));
  Network::setThreads(1); // Workers run in parallel instead.
  Result<SelfPlayMetrics> played = workers->play(shouldContinue);
  if (!played)
    return played.takeError();
  if (played->isDone)
    if (std::optional<Error> error = improver.improve(
            numRounds(), makeSeed(options.seed, Purpose::Revise, numRounds()),
            shouldContinue))
      return *error;
  if (std::optional<Error> error = store.incumbents.save())
    return *error;
  if (!played->isDone)
    return Done();
  RoundMetrics metrics;
  metrics.meanOverMsa = played->games.meanOverMsa();
  metrics.simulationsPerSecond = played->simulationsPerSecond;
  metrics.batchFill = played->batchFill;
  Result<bool> isDone = finishRound(metrics, shouldContinue);
  if (!isDone)
    return isDone.takeError();
  return *isDone ? Done(metrics) : Done();
}

//===----------------------------------------------------------------------===//
// Remote episodes
//===----------------------------------------------------------------------===//

std::optional<Error> Trainer::writeForActors() {
  return folder.writeForActors(*network, set);
}

Result<InboxRound> Trainer::learnFrom(const std::string &inbox,
                                      const ShouldContinue &shouldContinue) {
  InboxRound round;
  Result<InboxContents> contents =
      readInbox(inbox, folder.getBatches(), set, options.replayCapacity);
  if (!contents)
    return contents.takeError();
  round.numWaiting = contents->numWaiting;
  if (contents->files.empty())
    return round;
  Result<PlayedGames> played =
      addArrived(contents->files, set, folder.getEpisodes());
  if (!played)
    return played.takeError();
  RoundMetrics metrics;
  metrics.meanOverMsa = played->meanOverMsa();
  Result<bool> isDone = finishRound(metrics, shouldContinue);
  if (!isDone)
    return isDone.takeError();
  if (!*isDone)
    return round;
  if (std::optional<Error> error = writeForActors())
    return *error;
  for (const ArrivedFile &file : contents->files)
    if (std::optional<Error> error =
            folder.getBatches().append(file, metrics.round))
      return *error;
  round.metrics = metrics;
  return round;
}
