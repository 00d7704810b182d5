//===- TrainingFolder.cpp - Files of a training run -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainingFolder.h"

#include "Actor.h"

#include "memplace/IO/File.h"

#include <filesystem>

using namespace memplace;
using namespace memplace::agent;

TrainingFolder::TrainingFolder(std::string path, FolderLock lock,
                               EpisodeStore episodes, MetricsLog metrics,
                               BatchLog batches)
    : path(std::move(path)), lock(std::move(lock)),
      episodes(std::move(episodes)), metrics(std::move(metrics)),
      batches(std::move(batches)) {}

Result<TrainingFolder> TrainingFolder::open(const std::string &path,
                                            const TrainingSet &set,
                                            size_t replayCapacity,
                                            size_t bestOf) {
  // Lock first: a line being written by another process looks like a partial
  // line and would be removed.
  FolderLock lock;
  if (std::filesystem::is_directory(path))
    if (std::optional<Error> error = lock.take(path))
      return *error;
  Result<Replay> replay = Replay::open(path + "/replay.jsonl", replayCapacity);
  if (!replay)
    return replay.takeError();
  Result<MetricsLog> metrics = MetricsLog::open(path);
  if (!metrics)
    return metrics.takeError();
  replay->setAdded(metrics->numEpisodes());
  Result<BatchLog> batches = BatchLog::open(path + "/batches.jsonl");
  if (!batches)
    return batches.takeError();
  std::vector<const Problem *> problems;
  for (size_t i = 0; i < set.size(); ++i)
    if (!set[i].isHeldOut)
      problems.push_back(&set[i].problem);
  Result<Incumbents> incumbents =
      Incumbents::open(path, problems, bestOf, [&set](const Episode &episode) {
        return set.isStale(episode);
      });
  if (!incumbents)
    return incumbents.takeError();
  return TrainingFolder(path, std::move(lock),
                        {std::move(*replay), std::move(*incumbents)},
                        std::move(*metrics), std::move(*batches));
}

Result<std::unique_ptr<Network>>
TrainingFolder::loadNetwork(const NetworkConfig &config, uint64_t seed,
                            const std::string &device) const {
  return std::filesystem::exists(networkFile())
             ? Network::load(networkFile(), device)
             : Network::create(config, seed, device);
}

std::optional<Error> TrainingFolder::make() {
  if (lock.isTaken())
    return std::nullopt;
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed)
    return Error{path + ": cannot make the folder: " + failed.message()};
  return lock.take(path);
}

std::optional<Error> TrainingFolder::writeRound(const Network &network,
                                                const RoundMetrics &round) {
  if (round.isEvaluated && metrics.isBest(round))
    if (std::optional<Error> error =
            network.save(file("best.checkpoint"), /*withOptimizer=*/false))
      return error;
  if (std::optional<Error> error = episodes.incumbents.save())
    return error;
  if (std::optional<Error> error =
          network.save(networkFile(), /*withOptimizer=*/true))
    return error;
  return metrics.append(round);
}

std::optional<Error> TrainingFolder::writeForActors(const Network &network,
                                                    const TrainingSet &set) {
  KnownMakespans known;
  for (size_t i : set.trainedOn())
    if (const double best = set.bestKnown(i, episodes.incumbents); best > 0)
      known[set[i].problem.name] = best;
  if (std::optional<Error> error =
          writeFile(file("known.json"), printKnown(known)))
    return error;
  if (!std::filesystem::exists(networkFile()))
    if (std::optional<Error> error =
            network.save(networkFile(), /*withOptimizer=*/true))
      return error;
  return network.save(file("play.checkpoint"), /*withOptimizer=*/false);
}
