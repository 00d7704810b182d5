//===- Replay.cpp - Replay buffer on disk ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include "LineFile.h"

#include "memplace/IO/File.h"

#include <cassert>
#include <cmath>

using namespace memplace;
using namespace memplace::agent;

void Replay::keep(Episode episode) {
  episodes.push_back({std::move(episode), highest});
  if (episodes.size() > capacity)
    episodes.pop_front();
  ++added;
}

Result<Replay> Replay::open(const std::string &path, size_t capacity) {
  Replay replay;
  replay.path = path;
  replay.capacity = capacity;
  Result<std::vector<std::string>> lines = readLines(path);
  if (!lines)
    return lines.takeError();
  for (size_t i = 0; i < lines->size(); ++i) {
    Result<Episode> episode = parseEpisode((*lines)[i]);
    if (!episode)
      return Error{path + ":" + std::to_string(i + 1) + ": " + episode.error()};
    replay.keep(std::move(*episode));
  }
  replay.linesInFile = lines->size();
  return replay;
}

std::optional<Error> Replay::rewrite() {
  std::string text;
  for (const Kept &kept : episodes)
    text += printEpisode(kept.episode) + "\n";
  linesInFile = episodes.size();
  return writeFile(path, text);
}

std::optional<Error> Replay::add(Episode episode) {
  const std::string line = printEpisode(episode);
  keep(std::move(episode));
  if (linesInFile >= 2 * capacity)
    return rewrite();
  ++linesInFile;
  return appendLine(path, line);
}

PriorityDraw
memplace::agent::drawByPriority(const std::vector<double> &priorities,
                                Random &random,
                                const PriorityOptions &options) {
  assert(!priorities.empty() && "there must be something to draw");
  std::vector<double> shares;
  double sum = 0;
  for (double priority : priorities)
    sum += shares.emplace_back(std::pow(priority, options.alpha));
  double point = random.uniform() * sum;
  size_t found = shares.size() - 1;
  for (size_t i = 0; i < shares.size(); ++i) {
    point -= shares[i];
    if (point < 0) {
      found = i;
      break;
    }
  }
  return {found,
          std::pow(sum / (static_cast<double>(shares.size()) * shares[found]),
                   options.beta)};
}

PriorityDraw Replay::sample(Random &random,
                            const PriorityOptions &options) const {
  std::vector<double> priorities;
  for (const Kept &kept : episodes)
    priorities.push_back(kept.priority);
  return drawByPriority(priorities, random, options);
}

void Replay::setPriority(size_t index, double priority) {
  episodes[index].priority = std::max(minPriority, priority);
  highest = std::max(highest, priority);
}

void Replay::refresh(const Episode &episode) {
  for (Kept &kept : episodes)
    if (kept.episode.problem == episode.problem &&
        kept.episode.actions == episode.actions) {
      std::string id = std::move(kept.episode.id);
      kept.episode = episode;
      kept.episode.id = std::move(id);
    }
}
