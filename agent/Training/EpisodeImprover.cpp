//===- EpisodeImprover.cpp - Revision of episodes in training -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpisodeImprover.h"

#include "Batch.h"

#include "agent/SelfPlay/Reviser.h"

using namespace memplace;
using namespace memplace::agent;

EpisodeImprover::EpisodeImprover(const Network &network, TrainingSet &set,
                                 EpisodeStore &store, const PlayOptions &play,
                                 const EpisodeImproverOptions &options)
    : network(network), set(set), store(store), play(play), options(options) {}

const Episode *EpisodeImprover::choose(int64_t round, uint64_t seed) const {
  if (round % 2 == 0) {
    const size_t instance = set.trainedOn()[seed % set.trainedOn().size()];
    return store.incumbents.fastest(set[instance].problem.name);
  }
  const Replay &replay = store.replay;
  const size_t numNewest = std::min(replay.size(), options.gamesAtOnce);
  return numNewest == 0 ? nullptr
                        : &replay[replay.size() - 1 - seed % numNewest];
}

/// Plays \p episode to its end. Returns false if the episode does not fit: it
/// is of another problem with this name.
static bool playToEnd(const Episode &episode, Game &game) {
  GameStep step;
  for (uint8_t action : episode.actions)
    if (game.isOver() || !game.apply(action, step))
      return false;
  return game.isOver();
}

std::optional<Error>
EpisodeImprover::improve(int64_t round, uint64_t seed,
                         const ShouldContinue &shouldContinue) {
  const Episode *start = options.revisions > 0 ? choose(round, seed) : nullptr;
  const std::optional<size_t> instance =
      start ? set.find(start->problem) : std::nullopt;
  if (!instance || set.game(*instance).isOver())
    return std::nullopt;
  std::vector<Game> games;
  while (games.size() < options.gamesAtOnce)
    games.push_back(set.newGame(*instance));
  if (!playToEnd(*start, games[0]))
    return std::nullopt;
  const double seconds = games[0].makespan();
  Reviser reviser(network, play, set.scaleOf(*instance, store.incumbents), seed,
                  games[0]);
  std::optional<Error> error = reviser.play(
      games, options.revisions, shouldContinue, [](const Game &) {});
  if (error || reviser.makespan() >= seconds)
    return error;
  reviser.restore(games[0]);
  const Episode episode = episodeOf(games[0]);
  reviser.restore(games[0]);
  return store.keep(episode, games[0]);
}
