//===- Actor.h - Plays for a learner elsewhere ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round taken apart: actors play and hand on a file of episodes each, the
// learner (`Trainer::learnFrom`) learns from such files.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_ACTOR_H
#define MEMPLACE_AGENT_TRAINING_ACTOR_H

#include "TrainingSet.h"

#include "agent/SelfPlay/Player.h"

namespace memplace::agent {

/// Smallest makespans by the problem's name, seconds.
using KnownMakespans = std::map<std::string, double>;

/// One JSON object with a line's end, and back.
std::string printKnown(const KnownMakespans &known);
Result<KnownMakespans> parseKnown(const std::string &text);

/// An episode for each line of \p text. Every line must have its end and be an
/// episode, and there must be one. The error begins with the line's number.
Result<std::vector<Episode>> parseEpisodes(const std::string &text);

struct ActorOptions {
  PlayOptions play;
  std::string device = "cpu";
  uint64_t seed = 0;
  size_t episodes = 16;
  size_t gamesAtOnce = 16;
  int32_t threads = 1; // Of the network.
};

/// Plays episodes of instances that are not held out, drawn by the seed, with
/// the network of the file \p checkpoint. \p known: against what returns are
/// scaled, besides what the instances say of `msa`. In the order in which they
/// were begun; fewer than asked for when \p shouldContinue, which is asked
/// between moves, says no. The same for the same seed and checkpoint.
Result<std::vector<Episode>>
playEpisodes(const std::string &checkpoint,
             const std::vector<Instance> &instances,
             const KnownMakespans &known, const ActorOptions &options,
             const ShouldContinue &shouldContinue);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_ACTOR_H
