//===- TrainingFolder.h - Files of a training run ---------------*- C++ -*-===//
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

/// The files of a run, from which the run resumes: `network.checkpoint`,
/// `best.checkpoint` (best evaluation on the problems trained on),
/// `replay.jsonl`, `metrics.jsonl`, `curves.html`, `batches.jsonl`, and the
/// files of `Incumbents`. Locks the folder while this object exists.
class TrainingFolder {
public:
  /// Reads the folder \p path, which need not exist, for the instances \p set.
  /// Keeps \p replayCapacity episodes, and the \p bestOf best of each problem.
  /// Creates nothing yet, so a failed start leaves no folder.
  static Result<TrainingFolder> open(const std::string &path,
                                     const TrainingSet &set,
                                     size_t replayCapacity, size_t bestOf);

  /// Loads the network of the last round, or creates one from \p config and
  /// \p seed if there is none.
  Result<std::unique_ptr<Network>> loadNetwork(const NetworkConfig &config,
                                               uint64_t seed,
                                               const std::string &device) const;

  /// Creates the folder unless it exists.
  std::optional<Error> make();

  /// Writes the results of a round: the incumbents, the network with its
  /// optimizer, the network alone if \p metrics are the best so far, and the
  /// metrics last.
  std::optional<Error> writeRound(const Network &network,
                                  const RoundMetrics &metrics);

  /// Writes the files for actors (`playEpisodes`): `play.checkpoint`, the
  /// network without its optimizer, and `known.json`, the best makespans. Also
  /// writes `network.checkpoint` if there is none.
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
