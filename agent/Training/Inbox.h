//===- Inbox.h - Learning from what others played ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_INBOX_H
#define MEMPLACE_AGENT_TRAINING_INBOX_H

#include "EpisodeStore.h"
#include "Metrics.h"
#include "TrainingSet.h"

#include <set>

namespace memplace::agent {

/// An episode that others played, and the instance it is of.
struct ArrivedEpisode {
  Episode episode;
  size_t instance = 0;
};

struct ArrivedFile {
  std::string name; // Without folder and ending.
  std::vector<ArrivedEpisode> episodes;
};

/// `batches.jsonl`: the names of the files that a run has learned from.
class BatchLog {
public:
  /// Reads the file \p path, which need not exist.
  static Result<BatchLog> open(const std::string &path);

  bool has(const std::string &name) const { return names.count(name) != 0; }
  std::optional<Error> append(const ArrivedFile &file, int64_t round);

private:
  BatchLog() = default;

  std::string path;
  std::set<std::string> names;
};

struct InboxContents {
  std::vector<ArrivedFile> files; // By name.
  size_t numWaiting = 0;          // Files for the next time.
};

/// Reads the files *.jsonl of the folder \p inbox that are not \p known, the
/// first by name that have at most \p maxEpisodes together, and one at least.
/// If one is damaged, or does not fit the instances of \p set, that is the
/// error.
Result<InboxContents> readInbox(const std::string &inbox, const BatchLog &known,
                                TrainingSet &set, size_t maxEpisodes);

/// Keeps the episodes of \p files, each once, however often a learner is killed
/// and comes back with the same files.
Result<PlayedGames> addArrived(const std::vector<ArrivedFile> &files,
                               TrainingSet &set, EpisodeStore &store);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_INBOX_H
