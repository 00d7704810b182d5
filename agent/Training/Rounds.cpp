//===- Rounds.cpp - A round of self-play and learning ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainerImpl.h"

#include "agent/SelfPlay/Reviser.h"

#include <chrono>
#include <cmath>
#include <thread>

using namespace memplace;
using namespace memplace::agent;

/// Names what a seed is for, so that no two uses draw the same.
enum class Purpose : uint64_t { Play, Learn, Evaluate, Revise };

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
  std::string error = replay.add(episode);
  return error.empty() ? offer(episode, game) : error;
}

std::string Trainer::Impl::offer(const Episode &episode, const Game &game) {
  const double before = incumbents.bestMakespan(episode.problem);
  incumbents.offer(episode);
  if (before > 0 && episode.makespan >= before)
    return "";
  return incumbents.offer(game.getProblem(), game.solution(), "memplace-train");
}

SeatedGame Trainer::Impl::seat(Table::Seat &seat) {
  const std::lock_guard lock(guard);
  seat.old.reset();
  seat.instance = trainedOn[chooser() % trainedOn.size()];
  const double point = static_cast<double>(chooser() >> 11) * 0x1p-53;
  if (point * (1 + options.reanalyse) < options.reanalyse) {
    // In turn of either kind.
    const bool isIncumbent = chooser() % 2 == 1 && incumbents.size() > 0;
    const size_t size = isIncumbent ? incumbents.size() : replay.size();
    const Episode *old =
        size == 0 ? nullptr : &episodeOf({isIncumbent, chooser() % size});
    const auto found = old ? byName.find(old->problem) : byName.end();
    if (found != byName.end() && !games[found->second].isOver() &&
        !isStale(*old)) {
      seat.instance = found->second;
      seat.old = *old;
    }
  }
  seat.game = newGame(seat.instance);
  return {&*seat.game, scaleOf(seat.instance), seat.old ? &*seat.old : nullptr};
}

void Trainer::Impl::finish(const Table::Seat &seat, const Episode &episode) {
  const std::lock_guard lock(guard);
  if (episode.isEmpty())
    return; // The problem of the old one has changed since.
  if (seat.old) {
    replay.refresh(episode);
    incumbents.refresh(episode);
    return;
  }
  ++finished;
  sumOverMsa += overMsa(episode);
  if (unwritten.empty())
    unwritten = keep(episode, *seat.game);
}

void Trainer::Impl::addTables() {
  // By the episodes so far: a run that was killed goes on with others.
  const uint64_t seed = makeSeed(options, Purpose::Play, replay.numAdded());
  chooser.seed(seed);
  tables.resize(std::min<size_t>(options.gamesAtOnce,
                                 static_cast<size_t>(options.threads)));
  for (size_t i = 0; i < tables.size(); ++i) {
    Table &table = tables[i];
    table.own.resize((options.gamesAtOnce + i) / tables.size());
    table.seats = std::make_unique<Seats>(
        *network, options.play, seed + i, table.own.size(),
        [this, &table](size_t which) { return seat(table.own[which]); },
        [this, &table](size_t which, const Episode &episode) {
          finish(table.own[which], episode);
        });
  }
}

std::string Trainer::Impl::playRound(const GoesOn &goesOn,
                                     RoundMetrics &metrics, bool &isDone) {
  if (tables.empty())
    addTables();
  Network::setThreads(1); // Tables run in parallel, not one network.
  finished = 0;
  sumOverMsa = 0;
  unwritten.clear();
  int64_t simulations = 0, judged = 0;
  double room = 0; // States that the batches could have had.
  const auto count = [&](int64_t sign) {
    for (const Table &table : tables) {
      simulations += sign * table.seats->numSimulations();
      judged += sign * table.seats->numJudged();
      room += static_cast<double>(sign * table.seats->numBatches()) *
              static_cast<double>(table.own.size());
    }
  };
  count(-1);
  const auto playsOn = [&] {
    {
      const std::lock_guard lock(guard);
      if (finished >= options.gamesAtOnce || !unwritten.empty())
        return false;
    }
    return goesOn();
  };
  const auto playTable = [&](Table &table) {
    table.error = table.seats->play(playsOn);
  };
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < tables.size(); ++i)
      others.emplace_back([&, i] { playTable(tables[i]); });
    playTable(tables[0]);
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  count(1);
  for (const Table &table : tables)
    if (!table.error.empty())
      return table.error;
  if (!unwritten.empty())
    return unwritten;
  metrics.simulationsPerSecond =
      static_cast<double>(simulations) / seconds.count();
  metrics.batchFill = static_cast<double>(judged) / std::max(1.0, room);
  isDone = finished >= options.gamesAtOnce;
  metrics.meanOverMsa =
      sumOverMsa / static_cast<double>(std::max<size_t>(1, finished));
  if (isDone)
    if (std::string error = revise(goesOn); !error.empty())
      return error;
  return incumbents.save();
}

const Episode *Trainer::Impl::episodeToRevise(uint64_t seed) const {
  if (round % 2 == 0) {
    const Instance &instance = instances[trainedOn[seed % trainedOn.size()]];
    return incumbents.fastest(instance.problem.name);
  }
  const size_t newest = std::min(replay.size(), options.gamesAtOnce);
  return newest == 0 ? nullptr : &replay[replay.size() - 1 - seed % newest];
}

std::string Trainer::Impl::revise(const GoesOn &goesOn) {
  const uint64_t seed = makeSeed(options, Purpose::Revise, round);
  const Episode *start =
      options.revisions > 0 ? episodeToRevise(seed) : nullptr;
  const auto found = start ? byName.find(start->problem) : byName.end();
  if (found == byName.end() || games[found->second].isOver())
    return "";
  const size_t instance = found->second;
  std::vector<Game> playing;
  while (playing.size() < options.gamesAtOnce)
    playing.push_back(newGame(instance));
  GameStep step;
  for (uint8_t action : start->actions)
    if (playing[0].isOver() || !playing[0].apply(action, step))
      return ""; // Of another problem with this name.
  if (!playing[0].isOver())
    return "";
  const double seconds = playing[0].makespan();
  Reviser reviser(*network, options.play, scaleOf(instance), seed, playing[0]);
  std::string error =
      reviser.play(playing, options.revisions, goesOn, [](const Game &) {});
  if (!error.empty() || reviser.makespan() >= seconds)
    return error;
  reviser.restore(playing[0]);
  const Episode episode = episodeOf(playing[0]);
  reviser.restore(playing[0]);
  return keep(episode, playing[0]);
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
    if (found == byName.end() || instances[found->second].isHeldOut ||
        isStale(episode))
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

std::string Trainer::Impl::finishRound(const GoesOn &goesOn,
                                       RoundMetrics &metrics, bool &isDone) {
  std::string error = learn(goesOn, metrics, isDone);
  const int64_t every = options.evaluateEvery;
  if (error.empty() && isDone && every > 0 && (round + 1) % every == 0)
    error = evaluate(goesOn, metrics, isDone);
  if (!error.empty() || !isDone)
    return error;
  ++round;
  metrics.round = round;
  metrics.episodes = replay.numAdded();
  int32_t known = 0;
  for (const Instance &instance : instances)
    if (const double best = incumbents.bestMakespan(instance.problem.name);
        best > 0 && instance.msaSeconds > 0) {
      metrics.bestOverMsa += best / instance.msaSeconds - 1;
      ++known;
    }
  metrics.bestOverMsa /= std::max(1, known);
  error = incumbents.save();
  if (error.empty())
    error = network->save(path("network.checkpoint"), /*withOptimizer=*/true);
  return error.empty() ? writeMetrics(metrics) : error;
}

std::string Trainer::runRound(const std::function<bool()> &goesOn,
                              RoundMetrics &metrics, bool &isDone) {
  isDone = true;
  metrics = RoundMetrics();
  std::string error = impl->playRound(goesOn, metrics, isDone);
  return error.empty() && isDone ? impl->finishRound(goesOn, metrics, isDone)
                                 : error;
}
