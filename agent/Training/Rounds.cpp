//===- Rounds.cpp - A round of self-play and learning ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainerImpl.h"

#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

using namespace memplace;
using namespace memplace::agent;

/// Names what a seed is for, so that no two uses draw the same.
enum class Purpose : uint64_t { Play, Reanalyse, Learn, Evaluate };

static uint64_t makeSeed(const TrainerOptions &options, Purpose purpose,
                         int64_t count) {
  std::seed_seq mixed = {options.seed & 0xffffffff, options.seed >> 32,
                         static_cast<uint64_t>(purpose),
                         static_cast<uint64_t>(count)};
  uint32_t words[2];
  mixed.generate(words, words + 2);
  return (static_cast<uint64_t>(words[0]) << 32) | words[1];
}

double Trainer::Impl::overMsa(const Episode &episode) const {
  const auto found = byName.find(episode.problem);
  const double msa =
      found == byName.end() ? 0 : instances[found->second].msaSeconds;
  return msa > 0 ? episode.makespan / msa - 1 : 0;
}

Game Trainer::Impl::newGame(size_t instance) {
  Game game = std::move(*Game::create(instances[instance].problem));
  game.share(games[instance].relaxation());
  return game;
}

double Trainer::Impl::scaleOf(size_t instance) const {
  const double msa = instances[instance].msaSeconds;
  double best = incumbents.bestMakespan(instances[instance].problem.name);
  best = best == 0 || (msa > 0 && msa < best) ? msa : best;
  return best == 0 ? rewardScale
                   : rewardScaleAgainst(games[instance].baseline(), best);
}

//===----------------------------------------------------------------------===//
// Self-play
//===----------------------------------------------------------------------===//

std::string Trainer::Impl::keep(const Episode &episode, const Game &game) {
  if (std::string error = replay.add(episode); !error.empty())
    return error;
  const double before = incumbents.bestMakespan(episode.problem);
  incumbents.offer(episode);
  if (before > 0 && episode.makespan >= before)
    return "";
  return incumbents.offer(game.getProblem(), game.solution(), "memplace-train");
}

std::string Trainer::Impl::playRound(const GoesOn &goesOn,
                                     RoundMetrics &metrics, bool &isDone) {
  // By the episodes so far: a round that was killed goes on with others.
  const uint64_t seed = makeSeed(options, Purpose::Play, replay.numAdded());
  std::mt19937_64 engine(seed);
  const size_t numGroups = std::min<size_t>(
      options.gamesAtOnce, static_cast<size_t>(options.threads));
  struct Group {
    std::vector<Game> games;
    std::vector<double> scales;
    std::string error;
    std::vector<Episode> episodes;
  };
  std::vector<Group> groups(numGroups);
  std::vector<Player> players;
  for (size_t i = 0; i < numGroups; ++i)
    players.emplace_back(*network, options.play, seed + i);
  for (size_t i = 0; i < options.gamesAtOnce; ++i) {
    const size_t instance = trainedOn[engine() % trainedOn.size()];
    Group &group = groups[i % numGroups];
    group.games.push_back(newGame(instance));
    group.scales.push_back(scaleOf(instance));
  }
  Network::setThreads(1); // Groups run in parallel, not one network.
  std::mutex guard;
  int64_t finished = 0;
  const auto playGroup = [&](size_t which) {
    Group &group = groups[which];
    std::string unwritten;
    const auto onFinished = [&](size_t i) {
      const std::lock_guard lock(guard);
      ++finished;
      metrics.meanOverMsa += overMsa(group.episodes[i]);
      if (unwritten.empty())
        unwritten = keep(group.episodes[i], group.games[i]);
    };
    group.error = players[which].play(
        group.games, [&] { return unwritten.empty() && goesOn(); },
        group.episodes, group.scales, onFinished);
    if (group.error.empty())
      group.error = unwritten;
  };
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < numGroups; ++i)
      others.emplace_back([&, i] { playGroup(i); });
    playGroup(0);
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  int64_t simulations = 0, judged = 0;
  double room = 0; // States that the batches could have had.
  for (size_t i = 0; i < numGroups; ++i) {
    if (!groups[i].error.empty())
      return groups[i].error;
    simulations += players[i].numSimulations();
    judged += players[i].numJudged();
    room += static_cast<double>(players[i].numBatches()) *
            static_cast<double>(groups[i].games.size());
  }
  metrics.simulationsPerSecond =
      static_cast<double>(simulations) / seconds.count();
  metrics.batchFill = static_cast<double>(judged) / std::max(1.0, room);
  isDone = isDone && finished == static_cast<int64_t>(options.gamesAtOnce);
  metrics.meanOverMsa /= static_cast<double>(std::max<int64_t>(1, finished));
  return incumbents.save();
}

std::string Trainer::Impl::reanalyse(const GoesOn &goesOn, bool &isDone) {
  const uint64_t seed =
      makeSeed(options, Purpose::Reanalyse, replay.numAdded());
  std::mt19937_64 engine(seed);
  const size_t wanted = static_cast<size_t>(std::lround(
      options.reanalyse * static_cast<double>(options.gamesAtOnce)));
  std::set<Source> drawn; // In turn of either kind.
  for (size_t i = 0; i < wanted; ++i) {
    const bool isIncumbent = i % 2 == 1;
    if (const size_t size = isIncumbent ? incumbents.size() : replay.size())
      drawn.insert({isIncumbent, engine() % size});
  }
  std::vector<Source> sources;
  std::vector<Game> again;
  std::vector<Episode> episodes;
  std::vector<double> scales;
  for (const Source &source : drawn) {
    const Episode &episode = episodeOf(source);
    const auto found = byName.find(episode.problem);
    if (found == byName.end() || games[found->second].isOver())
      continue;
    sources.push_back(source);
    again.push_back(newGame(found->second));
    episodes.push_back(episode);
    scales.push_back(scaleOf(found->second));
  }
  if (again.empty())
    return "";
  Player player(*network, options.play, seed);
  if (std::string error = player.reanalyse(again, goesOn, episodes, scales);
      !error.empty())
    return error;
  isDone = isDone && goesOn();
  for (size_t i = 0; i < sources.size(); ++i) {
    if (episodes[i].isEmpty())
      continue;
    if (sources[i].isIncumbent)
      incumbents.refresh(sources[i].index, std::move(episodes[i]));
    else
      replay.refresh(sources[i].index, std::move(episodes[i]));
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Learning
//===----------------------------------------------------------------------===//

double Trainer::Impl::imitationShare() const {
  const double decayed =
      options.imitationShare *
      std::exp2(-static_cast<double>(round) / options.imitationHalfLife);
  return std::max(decayed,
                  std::min(options.imitationShare, options.imitationLeast));
}

TrainingBatch Trainer::Impl::makeBatch(std::mt19937_64 &engine,
                                       std::vector<Source> &used) {
  constexpr double alpha = 0.6, beta = 0.4; // Schaul et al. 2016.
  TrainingBatch batch;
  TargetOptions targets;
  targets.unroll = options.play.kind == ModelKind::Learned ? options.unroll : 0;
  batch.steps = targets.unroll;
  const int64_t imitated = static_cast<int64_t>(
      std::lround(imitationShare() * static_cast<double>(options.batchSize)));
  double largest = 0;
  for (int32_t tries = 0; batch.batch < options.batchSize && tries < 10000;
       ++tries) {
    double weight = 1;
    Source source;
    source.isIncumbent = batch.batch < imitated && incumbents.size() > 0;
    source.index = source.isIncumbent
                       ? incumbents.sample(engine, alpha, beta, weight)
                       : replay.sample(engine, alpha, beta, weight);
    const Episode &episode = episodeOf(source);
    const auto found = byName.find(episode.problem);
    if (found == byName.end() || instances[found->second].isHeldOut)
      continue; // Of an instance that is no longer there.
    std::vector<size_t> moves;
    for (int64_t i = 0; i < options.movesPerEpisode; ++i)
      moves.push_back(engine() % episode.numMoves());
    std::sort(moves.begin(), moves.end());
    targets.imitation = source.isIncumbent ? options.imitation : 0;
    targets.scale = scaleOf(found->second) / rewardScale;
    const int64_t before = batch.batch;
    addToBatch(episode, games[found->second], moves, targets,
               static_cast<float>(weight), batch);
    used.insert(used.end(), static_cast<size_t>(batch.batch - before), source);
    largest = std::max(largest, weight);
  }
  for (float &weight : batch.weights)
    weight /= static_cast<float>(largest);
  return batch;
}

std::string Trainer::Impl::learn(const GoesOn &goesOn, RoundMetrics &metrics,
                                 bool &isDone) {
  std::mt19937_64 engine(makeSeed(options, Purpose::Learn, round));
  metrics.imitationShare = imitationShare();
  Network::setThreads(options.threads);
  int64_t steps = 0;
  for (; steps < options.stepsPerRound; ++steps) {
    if (!goesOn()) {
      isDone = false;
      break;
    }
    std::vector<Source> used;
    const TrainingBatch batch = makeBatch(engine, used);
    if (batch.batch == 0)
      return "no episode in the replay fits the instances";
    TrainingLosses losses;
    if (std::string error = network->train(batch, options.optimizer, losses);
        !error.empty())
      return error;
    std::map<Source, double> priorities;
    for (size_t i = 0; i < used.size(); ++i) {
      double &priority = priorities[used[i]];
      priority = std::max(priority, double(losses.priorities[i]));
    }
    for (const auto &[source, priority] : priorities) {
      if (source.isIncumbent)
        incumbents.setPriority(source.index, priority);
      else
        replay.setPriority(source.index, priority);
    }
    metrics.losses.policy += losses.policy;
    metrics.losses.value += losses.value;
    metrics.losses.reward += losses.reward;
  }
  const double count = static_cast<double>(std::max<int64_t>(1, steps));
  metrics.losses.policy /= count;
  metrics.losses.value /= count;
  metrics.losses.reward /= count;
  return "";
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

std::string Trainer::Impl::evaluate(const std::vector<size_t> &which,
                                    const GoesOn &goesOn,
                                    EvaluationMetrics &metrics, bool &isDone) {
  std::vector<Game> playing;
  std::vector<double> scales;
  for (size_t i : which) {
    if (instances[i].msaSeconds == 0)
      continue;
    playing.push_back(newGame(i));
    scales.push_back(scaleOf(i));
  }
  if (playing.empty())
    return "";
  Player player(*network, withoutNoise(options.play),
                makeSeed(options, Purpose::Evaluate, round));
  std::vector<Episode> episodes;
  if (std::string error = player.play(playing, goesOn, episodes, scales);
      !error.empty())
    return error;
  isDone = isDone && goesOn();
  for (size_t i = 0; i < episodes.size(); ++i) {
    const Episode &episode = episodes[i];
    if (episode.isEmpty())
      continue;
    const double over = overMsa(episode);
    metrics.bestOverMsa =
        metrics.problems == 0 ? over : std::min(metrics.bestOverMsa, over);
    metrics.meanOverMsa += over;
    metrics.shareBetter += over < 0 ? 1 : 0;
    ++metrics.problems;
    // What is held out stays unknown.
    if (!instances[byName[episode.problem]].isHeldOut)
      if (std::string error = keep(episode, playing[i]); !error.empty())
        return error;
  }
  const double count = std::max(1, metrics.problems);
  metrics.meanOverMsa /= count;
  metrics.shareBetter /= count;
  return "";
}

std::string Trainer::Impl::evaluate(const GoesOn &goesOn, RoundMetrics &metrics,
                                    bool &isDone) {
  std::string error = evaluate(trainedOn, goesOn, metrics.training, isDone);
  if (error.empty() && isDone)
    error = evaluate(heldOut, goesOn, metrics.heldOut, isDone);
  if (!error.empty() || !isDone)
    return error;
  metrics.isEvaluated = true;
  if (wasEvaluated && metrics.training.meanOverMsa >= bestEvaluation)
    return "";
  wasEvaluated = true;
  bestEvaluation = metrics.training.meanOverMsa;
  return network->save(path("best.checkpoint"), /*withOptimizer=*/false);
}

//===----------------------------------------------------------------------===//
// A round
//===----------------------------------------------------------------------===//

std::string Trainer::runRound(const std::function<bool()> &goesOn,
                              RoundMetrics &metrics, bool &isDone) {
  isDone = true;
  metrics = RoundMetrics();
  std::string error = impl->playRound(goesOn, metrics, isDone);
  if (error.empty() && isDone)
    error = impl->reanalyse(goesOn, isDone);
  if (error.empty() && isDone)
    error = impl->learn(goesOn, metrics, isDone);
  const int64_t every = impl->options.evaluateEvery;
  if (error.empty() && isDone && every > 0 && (impl->round + 1) % every == 0)
    error = impl->evaluate(goesOn, metrics, isDone);
  if (!error.empty() || !isDone)
    return error;
  ++impl->round;
  metrics.round = impl->round;
  metrics.episodes = impl->replay.numAdded();
  int32_t known = 0;
  for (const Instance &instance : impl->instances)
    if (const double best =
            impl->incumbents.bestMakespan(instance.problem.name);
        best > 0 && instance.msaSeconds > 0) {
      metrics.bestOverMsa += best / instance.msaSeconds - 1;
      ++known;
    }
  metrics.bestOverMsa /= std::max(1, known);
  error = impl->incumbents.save();
  if (error.empty())
    error = impl->network->save(impl->path("network.checkpoint"),
                                /*withOptimizer=*/true);
  return error.empty() ? impl->writeMetrics(metrics) : error;
}
