//===- Actor.h - Self-play for a remote learner -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One half of a distributed round: actors play and write a file of episodes
// each. The learner (`Trainer::learnFrom`) trains on such files.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_ACTOR_H
#define MEMPLACE_AGENT_TRAINING_ACTOR_H

#include "TrainingSet.h"

#include "agent/SelfPlay/Player.h"

namespace memplace::agent {

/// Smallest known makespans in seconds, by problem name.
using KnownMakespans = std::map<std::string, double>;

/// Prints one JSON object with a line end; `parseKnown` reads it.
std::string printKnown(const KnownMakespans &known);
Result<KnownMakespans> parseKnown(const std::string &text);

/// Parses one episode per line of \p text. Every line needs a line end, and
/// there must be a line. The error starts with the line number.
Result<std::vector<Episode>> parseEpisodes(const std::string &text);

/// Options of an actor.
struct ActorOptions {
  PlayOptions play;
  std::string device = "cpu";
  uint64_t seed = 0;
  size_t episodes = 16;
  size_t gamesAtOnce = 16;
  int32_t threads = 1; // Of the network.
};

/// Plays episodes of random training instances with the network of the file
/// \p checkpoint. Returns are scaled by \p known and by the instances' `msa`
/// makespans. The episodes are in order of their starts. If \p shouldContinue,
/// polled between moves, returns false, unfinished episodes are missing.
/// Deterministic for a seed and a checkpoint.
Result<std::vector<Episode>>
playEpisodes(const std::string &checkpoint,
             const std::vector<Instance> &instances,
             const KnownMakespans &known, const ActorOptions &options,
             const ShouldContinue &shouldContinue);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_ACTOR_H
