//===- TrainingFolder.h - The files of a run --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAININGFOLDER_H
#define MEMPLACE_AGENT_TRAINING_TRAININGFOLDER_H

#include "EpisodeStore.h"
#include "FolderLock.h"
#include "Inbox.h"
#include "Metrics.h"

namespace memplace::agent {

/// What a run has written, and where it goes on: `network.checkpoint`,
/// `best.checkpoint` (of the best evaluation on problems that are trained on),
/// `replay.jsonl`, `metrics.jsonl`, `curves.html`, `batches.jsonl`, and what
/// `Incumbents` keeps. Others are kept out of it as long as this is there.
class TrainingFolder {
public:
  /// Reads the folder \p path, which need not exist, for the instances \p set.
  /// Keeps \p replayCapacity episodes, and of each problem the \p bestOf best.
  /// Nothing is made yet, so that a run that cannot begin leaves nothing.
  static Result<TrainingFolder> open(const std::string &path,
                                     const TrainingSet &set,
                                     size_t replayCapacity, size_t bestOf);

  /// The network of the last round or, without one, a new one by \p config and
  /// \p seed.
  Result<std::unique_ptr<Network>> loadNetwork(const NetworkConfig &config,
                                               uint64_t seed,
                                               const std::string &device) const;

  /// Makes the folder, if it is not there.
  std::optional<Error> make();

  /// Writes what makes a round count: the incumbents, the network with its
  /// optimizer and, if \p metrics say that it is the best, without; and last
  /// the metrics.
  std::optional<Error> writeRound(const Network &network,
                                  const RoundMetrics &metrics);

  /// Writes what actors need (`playEpisodes`): `play.checkpoint`, the network
  /// without what the optimizer knows, and `known.json`, the best makespans;
  /// and `network.checkpoint`, if there is none.
  std::optional<Error> writeForActors(const Network &network,
                                      const TrainingSet &set);

  std::string file(const char *name) const { return path + "/" + name; }
  std::string networkFile() const { return file("network.checkpoint"); }

  EpisodeStore &getEpisodes() { return episodes; }
  const EpisodeStore &getEpisodes() const { return episodes; }
  const MetricsLog &getMetrics() const { return metrics; }
  BatchLog &getBatches() { return batches; }

private:
  TrainingFolder(std::string path, FolderLock lock, EpisodeStore episodes,
                 MetricsLog metrics, BatchLog batches);

  std::string path;
  FolderLock lock;
  EpisodeStore episodes;
  MetricsLog metrics;
  BatchLog batches;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAININGFOLDER_H
