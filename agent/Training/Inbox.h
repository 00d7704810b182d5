//===- Inbox.h - Learning from remote episodes ------------------*- C++ -*-===//
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

/// A remote episode and its instance.
struct ArrivedEpisode {
  Episode episode;
  size_t instance = 0;
};

/// Episodes of one actor.
struct ArrivedFile {
  std::string name; // Without folder and suffix.
  std::vector<ArrivedEpisode> episodes;
};

/// `batches.jsonl`: names of the processed files.
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

/// Result of `readInbox`.
struct InboxContents {
  std::vector<ArrivedFile> files; // By name.
  size_t numWaiting = 0;          // Files left for the next call.
};

/// Reads the *.jsonl files of the folder \p inbox that are not \p known, in
/// order of name, up to \p maxEpisodes episodes, but at least one file. A
/// damaged file, or one that does not fit the instances of \p set, is an error.
Result<InboxContents> readInbox(const std::string &inbox, const BatchLog &known,
                                TrainingSet &set, size_t maxEpisodes);

/// Adds each episode of \p files once, even if a learner is killed and
/// restarted with the same files.
Result<PlayedGames> addArrived(const std::vector<ArrivedFile> &files,
                               TrainingSet &set, EpisodeStore &store);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_INBOX_H
