//===- Replay.cpp - Episodes to learn from, on disk -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include "LineFile.h"

#include "memplace/IO/File.h"

#include <cmath>

using namespace memplace;
using namespace memplace::agent;

void Replay::keep(Episode episode) {
  episodes.push_back({std::move(episode), highest});
  if (episodes.size() > capacity)
    episodes.pop_front();
  ++added;
}

std::string Replay::open(const std::string &file, size_t limit) {
  path = file;
  capacity = limit;
  std::vector<std::string> lines;
  if (std::string error = readLines(path, lines); !error.empty())
    return error;
  for (size_t i = 0; i < lines.size(); ++i) {
    Episode episode;
    if (std::string error = parseEpisode(lines[i], episode); !error.empty())
      return path + ":" + std::to_string(i + 1) + ": " + error;
    keep(std::move(episode));
  }
  linesInFile = lines.size();
  return "";
}

std::string Replay::rewrite() {
  std::string text;
  for (const Kept &kept : episodes)
    text += printEpisode(kept.episode) + "\n";
  linesInFile = episodes.size();
  const std::optional<Error> error = writeFile(path, text);
  return error ? error->message : "";
}

std::string Replay::add(Episode episode) {
  const std::string line = printEpisode(episode);
  keep(std::move(episode));
  if (linesInFile >= 2 * capacity)
    return rewrite();
  ++linesInFile;
  return appendLine(path, line);
}

size_t memplace::agent::drawByPriority(const std::vector<double> &priorities,
                                       std::mt19937_64 &engine, double alpha,
                                       double beta, double &weight) {
  std::vector<double> shares;
  double sum = 0;
  for (double priority : priorities)
    sum += shares.emplace_back(std::pow(priority, alpha));
  double point = static_cast<double>(engine() >> 11) * 0x1p-53 * sum;
  size_t found = shares.size() - 1;
  for (size_t i = 0; i < shares.size(); ++i) {
    point -= shares[i];
    if (point < 0) {
      found = i;
      break;
    }
  }
  weight = std::pow(sum / (static_cast<double>(shares.size()) * shares[found]),
                    beta);
  return found;
}

size_t Replay::sample(std::mt19937_64 &engine, double alpha, double beta,
                      double &weight) const {
  std::vector<double> priorities;
  for (const Kept &kept : episodes)
    priorities.push_back(kept.priority);
  return drawByPriority(priorities, engine, alpha, beta, weight);
}

void Replay::setPriority(size_t index, double priority) {
  episodes[index].priority = std::max(leastPriority, priority);
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
