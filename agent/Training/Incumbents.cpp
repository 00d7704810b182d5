//===- Incumbents.cpp - Best known results of each problem ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Incumbents.h"

#include "LineFile.h"

#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <filesystem>
#include <zlib.h>

using namespace memplace;
using namespace memplace::agent;

/// Returns a file name for \p name. If characters had to be replaced or cut,
/// appends the checksum of \p name to keep the result unique.
static std::string fileNameOf(const std::string &name) {
  std::string file;
  for (char letter : name)
    file += std::isalnum(static_cast<unsigned char>(letter)) ||
                    (letter == '.' && !file.empty()) || letter == '_' ||
                    letter == '-'
                ? letter
                : '_';
  if (file == name && file.size() < 200)
    return file;
  const auto *bytes = reinterpret_cast<const Bytef *>(name.data());
  return file.substr(0, 200) + "-" +
         std::to_string(crc32_z(0, bytes, name.size()));
}

std::string Incumbents::solutionPath(const std::string &problem) const {
  return folder + "/solutions/" + fileNameOf(problem) + ".solution.json";
}

Result<Incumbents>
Incumbents::open(const std::string &folder,
                 const std::vector<const Problem *> &problems, size_t bestOf,
                 const std::function<bool(const Episode &)> &isStale) {
  Incumbents found;
  found.folder = folder;
  found.bestOf = bestOf;
  const std::string path = folder + "/incumbents.jsonl";
  Result<std::vector<std::string>> lines = readLines(path);
  if (!lines)
    return lines.takeError();
  for (size_t i = 0; i < lines->size(); ++i) {
    const Result<Episode> episode = parseEpisode((*lines)[i]);
    if (!episode)
      return Error{path + ":" + std::to_string(i + 1) + ": " + episode.error()};
    if (!isStale || !isStale(*episode))
      found.offer(*episode);
  }
  found.isChanged = found.kept.size() < lines->size();
  for (const Problem *problem : problems) {
    const std::string file = found.solutionPath(problem->name);
    if (!std::filesystem::exists(file))
      continue;
    Result<Solution> solution = readSolution(file, *problem);
    if (!solution)
      return solution.takeError();
    if (verify(*problem, *solution))
      return Error{file + ": is not a legal placement of '" + problem->name +
                   "'; remove the file to continue without it"};
    found.placed[problem->name] = makespan(*problem, *solution);
  }
  return found;
}

bool Incumbents::offer(const Episode &episode) {
  double &least = played[episode.problem];
  if (least == 0 || episode.makespan < least)
    least = episode.makespan;
  size_t count = 0;
  Kept *worst = nullptr;
  for (Kept &each : kept) {
    if (each.episode.problem != episode.problem)
      continue;
    if (each.episode.actions == episode.actions)
      return false;
    ++count;
    if (!worst || each.episode.makespan > worst->episode.makespan)
      worst = &each;
  }
  if (count >= bestOf &&
      (!worst || episode.makespan >= worst->episode.makespan))
    return false;
  if (count >= bestOf)
    *worst = {episode, highest};
  else
    kept.push_back({episode, highest});
  isChanged = true;
  return true;
}

std::optional<Error> Incumbents::save() {
  if (!isChanged)
    return std::nullopt;
  std::string text;
  for (const Kept &each : kept)
    text += printEpisode(each.episode) + "\n";
  if (std::optional<Error> error =
          writeFile(folder + "/incumbents.jsonl", text))
    return error;
  isChanged = false;
  return std::nullopt;
}

std::optional<Error> Incumbents::offer(const Problem &problem,
                                       const Solution &solution,
                                       const std::string &source) {
  if (verify(problem, solution))
    return Error{"a placement of '" + problem.name + "' by " + source +
                 " is not legal"};
  const double seconds = makespan(problem, solution);
  const auto known = placed.find(problem.name);
  if (known != placed.end() && seconds >= known->second)
    return std::nullopt;
  std::error_code failed;
  std::filesystem::create_directories(folder + "/solutions", failed);
  if (failed)
    return Error{folder +
                 "/solutions: cannot make the folder: " + failed.message()};
  Solution named = solution;
  named.solver = source;
  if (std::optional<Error> error =
          writeFile(solutionPath(problem.name), printSolution(problem, named)))
    return error;
  placed[problem.name] = seconds;
  return std::nullopt;
}

double Incumbents::bestMakespan(const std::string &problem) const {
  double least = 0;
  for (const std::map<std::string, double> *known : {&played, &placed})
    if (const auto found = known->find(problem); found != known->end())
      least = least == 0 ? found->second : std::min(least, found->second);
  return least;
}

double Incumbents::bestPlayed(const std::string &problem) const {
  const auto found = played.find(problem);
  return found == played.end() ? 0 : found->second;
}

const Episode *Incumbents::fastest(const std::string &problem) const {
  const Episode *best = nullptr;
  for (const Kept &each : kept)
    if (each.episode.problem == problem &&
        (!best || each.episode.makespan < best->makespan))
      best = &each.episode;
  return best;
}

PriorityDraw Incumbents::sample(Random &random,
                                const PriorityOptions &options) const {
  std::vector<double> priorities;
  for (const Kept &each : kept)
    priorities.push_back(each.priority);
  return drawByPriority(priorities, random, options);
}

void Incumbents::refresh(const Episode &episode) {
  for (Kept &each : kept)
    if (each.episode.problem == episode.problem &&
        each.episode.actions == episode.actions) {
      each.episode = episode;
      isChanged = true;
    }
}

void Incumbents::setPriority(size_t index, double priority) {
  kept[index].priority = std::max(minPriority, priority);
  highest = std::max(highest, priority);
}
