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

#include "Trainer.h"

namespace memplace::agent {

/// Smallest makespans by the problem's name, seconds.
using KnownMakespans = std::map<std::string, double>;

/// One JSON object with a line's end, and back. Returns what is wrong, or "".
std::string printKnown(const KnownMakespans &known);
std::string parseKnown(const std::string &text, KnownMakespans &out);

/// An episode for each line of \p text. Every line must have its end and be an
/// episode, and there must be one. Returns what is wrong, with the line's
/// number, or "".
std::string parseEpisodes(const std::string &text, std::vector<Episode> &out);

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
/// scaled, besides what the instances say of `msa`. \p episodes: in the order
/// in which they were begun; fewer than asked for when \p goesOn, which is
/// asked between moves, says no. The same for the same seed and checkpoint.
/// Returns the error, or "".
std::string playEpisodes(const std::string &checkpoint,
                         const std::vector<Instance> &instances,
                         const KnownMakespans &known,
                         const ActorOptions &options,
                         const std::function<bool()> &goesOn,
                         std::vector<Episode> &episodes);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_ACTOR_H
