//===- Workers.cpp - Self-play threads ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include <cassert>
#include <chrono>
#include <thread>

using namespace memplace;
using namespace memplace::agent;

SelfPlayWorkers::SelfPlayWorkers(const Network &network, TrainingSet &set,
                                 EpisodeStore &store, const PlayOptions &play,
                                 const SelfPlayOptions &options, uint64_t seed)
    : set(set), store(store), options(options),
      workers(
          std::min(options.gamesAtOnce, static_cast<size_t>(options.threads))),
      chooser(seed) {
  assert(!workers.empty() && "at least one worker must play");
  for (size_t i = 0; i < workers.size(); ++i) {
    Worker &worker = workers[i];
    worker.slots.resize((options.gamesAtOnce + i) / workers.size());
    worker.games = std::make_unique<GameSlots>(
        network, play, seed + i, worker.slots.size(),
        [this, &worker](size_t slot) { return assign(worker.slots[slot]); },
        [this, &worker](size_t slot, const Episode &episode) {
          finish(worker.slots[slot], episode);
        });
  }
}

const Episode *SelfPlayWorkers::drawOld() {
  // Replay and incumbents with equal probability.
  const bool isIncumbent =
      chooser.bits() % 2 == 1 && store.incumbents.size() > 0;
  const size_t size =
      isIncumbent ? store.incumbents.size() : store.replay.size();
  if (size == 0)
    return nullptr;
  const size_t index = chooser.bits() % size;
  const Episode &old =
      isIncumbent ? store.incumbents[index] : store.replay[index];
  const std::optional<size_t> found = set.find(old.problem);
  return found && !set.game(*found).isOver() && !set.isStale(old) ? &old
                                                                  : nullptr;
}

SlotGame SelfPlayWorkers::assign(Slot &slot) {
  const std::lock_guard lock(guard);
  slot.old.reset();
  slot.instance = set.trainedOn()[chooser.bits() % set.trainedOn().size()];
  const double point = chooser.uniform();
  if (point * (1 + options.reanalyse) < options.reanalyse)
    if (const Episode *old = drawOld()) {
      slot.instance = *set.find(old->problem);
      slot.old = *old;
    }
  slot.game = set.newGame(slot.instance);
  SlotGame assigned;
  assigned.game = &*slot.game;
  assigned.scale = set.scaleOf(slot.instance, store.incumbents);
  assigned.old = slot.old ? &*slot.old : nullptr;
  return assigned;
}

void SelfPlayWorkers::finish(const Slot &slot, const Episode &episode) {
  const std::lock_guard lock(guard);
  if (episode.isEmpty())
    return; // The old episode's problem has changed since.
  if (slot.old) {
    store.replay.refresh(episode);
    store.incumbents.refresh(episode);
    return;
  }
  finished.add(set.overMsa(episode));
  if (!unwritten)
    unwritten = store.keep(episode, *slot.game);
}

void SelfPlayWorkers::playAll(const ShouldContinue &shouldContinue) {
  const auto isRoundOpen = [&] {
    {
      const std::lock_guard lock(guard);
      if (finished.count >= options.gamesAtOnce || unwritten)
        return false;
    }
    return shouldContinue();
  };
  const auto play = [&](Worker &worker) {
    worker.error = worker.games->play(isRoundOpen);
  };
  std::vector<std::jthread> others;
  for (size_t i = 1; i < workers.size(); ++i)
    others.emplace_back([&, i] { play(workers[i]); });
  play(workers[0]);
}

Result<SelfPlayMetrics>
SelfPlayWorkers::play(const ShouldContinue &shouldContinue) {
  finished = {};
  unwritten.reset();
  int64_t simulations = 0, evaluated = 0;
  double room = 0; // Capacity of all batches, states.
  const auto count = [&](int64_t sign) {
    for (const Worker &worker : workers) {
      simulations += sign * worker.games->numSimulations();
      evaluated += sign * worker.games->numEvaluated();
      room += static_cast<double>(sign * worker.games->numBatches()) *
              static_cast<double>(worker.slots.size());
    }
  };
  count(-1);
  const auto start = std::chrono::steady_clock::now();
  playAll(shouldContinue);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  count(1);
  for (const Worker &worker : workers)
    if (worker.error)
      return *worker.error;
  if (unwritten)
    return *unwritten;
  SelfPlayMetrics metrics;
  metrics.isDone = finished.count >= options.gamesAtOnce;
  metrics.games = finished;
  metrics.simulationsPerSecond =
      static_cast<double>(simulations) / seconds.count();
  metrics.batchFill = static_cast<double>(evaluated) / std::max(1.0, room);
  return metrics;
}
