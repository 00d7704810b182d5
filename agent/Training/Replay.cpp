//===- Replay.cpp - Episodes to learn from, on disk -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include "memplace/Problem/JSON.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

using namespace memplace;
using namespace memplace::agent;

void Replay::keep(Episode episode) {
  double &least = best[episode.problem];
  if (least == 0 || episode.makespan < least)
    least = episode.makespan;
  episodes.push_back({std::move(episode), highest});
  if (episodes.size() > capacity)
    episodes.pop_front();
  ++added;
}

std::string Replay::open(const std::string &file, size_t limit) {
  path = file;
  capacity = limit;
  if (!std::filesystem::exists(path))
    return "";
  const Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  size_t line = 0;
  for (size_t at = 0; at < text->size();) {
    const size_t end = text->find('\n', at);
    if (end == std::string::npos)
      break; // Cut off: whoever wrote it was killed.
    Episode episode;
    const std::string error = parseEpisode(text->substr(at, end - at), episode);
    if (!error.empty())
      return path + ":" + std::to_string(line + 1) + ": " + error;
    keep(std::move(episode));
    ++line;
    at = end + 1;
  }
  linesInFile = line;
  // Nothing may be appended to half a line.
  return text->empty() || text->back() == '\n' ? "" : rewrite();
}

std::string Replay::rewrite() {
  std::string text;
  for (const Kept &kept : episodes)
    text += printEpisode(kept.episode) + "\n";
  linesInFile = episodes.size();
  const std::optional<Error> error = writeFile(path, text);
  return error ? error->message : "";
}

/// Appends \p line in one go. Returns the error, or "".
static std::string append(const std::string &path, const std::string &line) {
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const auto failed = [&] {
    return path + ": cannot write: " + std::strerror(errno);
  };
  if (file < 0)
    return failed();
  const off_t before = ::lseek(file, 0, SEEK_END);
  const ssize_t written = ::write(file, line.data(), line.size());
  std::string error;
  if (written != static_cast<ssize_t>(line.size())) {
    error = written < 0 ? failed() : path + ": cannot write: disk full";
    // Half a line would hide what others append after it.
    if (::ftruncate(file, before) != 0)
      error += "; its last line is cut off";
  }
  if (::close(file) != 0 && error.empty())
    error = failed();
  return error;
}

std::string Replay::add(Episode episode) {
  const std::string line = printEpisode(episode) + "\n";
  keep(std::move(episode));
  if (linesInFile >= 2 * capacity)
    return rewrite();
  ++linesInFile;
  return append(path, line);
}

size_t Replay::sample(std::mt19937_64 &engine, double alpha, double beta,
                      double &weight) const {
  double sum = 0;
  for (const Kept &kept : episodes)
    sum += std::pow(kept.priority, alpha);
  double point = static_cast<double>(engine() >> 11) * 0x1p-53 * sum;
  size_t found = episodes.size() - 1;
  for (size_t i = 0; i < episodes.size(); ++i) {
    point -= std::pow(episodes[i].priority, alpha);
    if (point < 0) {
      found = i;
      break;
    }
  }
  const double probability = std::pow(episodes[found].priority, alpha) / sum;
  weight =
      std::pow(1 / (static_cast<double>(episodes.size()) * probability), beta);
  return found;
}

void Replay::setPriority(size_t index, double priority) {
  constexpr double least = 1e-3; // Nothing is forgotten for good.
  episodes[index].priority = std::max(least, priority);
  highest = std::max(highest, priority);
}

double Replay::bestMakespan(const std::string &problem) const {
  const auto found = best.find(problem);
  return found == best.end() ? 0 : found->second;
}
