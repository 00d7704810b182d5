//===- TrainingSet.cpp - The problems of a training run -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainingSet.h"

#include "agent/SelfPlay/GameModel.h"

#include <cctype>
#include <cmath>
#include <zlib.h>

using namespace memplace;
using namespace memplace::agent;

std::string memplace::agent::familyOf(const std::string &problemName) {
  std::string family;
  for (char letter : problemName) {
    if (!std::isalpha(static_cast<unsigned char>(letter)))
      break;
    family += static_cast<char>(std::tolower(letter));
  }
  return family;
}

std::set<std::string>
memplace::agent::heldOutFamilies(const std::set<std::string> &families) {
  std::set<std::pair<unsigned long, std::string>> byChecksum;
  for (const std::string &family : families)
    byChecksum.insert(
        {crc32_z(0, reinterpret_cast<const Bytef *>(family.data()),
                 family.size()),
         family});
  std::set<std::string> heldOut;
  const size_t count = (families.size() + 1) / 3;
  for (const auto &[checksum, family] : byChecksum)
    if (heldOut.size() < count)
      heldOut.insert(family);
  return heldOut;
}

double memplace::agent::minKnown(double seconds, double otherSeconds) {
  if (seconds == 0 || otherSeconds == 0)
    return std::max(seconds, otherSeconds);
  return std::min(seconds, otherSeconds);
}

Result<TrainingSet> TrainingSet::create(std::vector<Instance> instances) {
  TrainingSet set;
  set.instances = std::move(instances);
  for (size_t i = 0; i < set.instances.size(); ++i) {
    const Problem &problem = set.instances[i].problem;
    if (!set.byName.insert({problem.name, i}).second)
      return Error{"two problems are named '" + problem.name + "'"};
    Result<Game> game = Game::create(problem);
    if (!game)
      return Error{"problem '" + problem.name + "': " + game.error()};
    if (game->numActions() > Observation::actions)
      return Error{"problem '" + problem.name + "': its target has " +
                   std::to_string(problem.target.tiers.size()) +
                   " tiers, networks support at most " +
                   std::to_string(Observation::actions - 1)};
    if (!game->isOver())
      (set.instances[i].isHeldOut ? set.unseen : set.open).push_back(i);
    set.games.push_back(std::move(*game));
  }
  if (set.open.empty())
    return Error{"no problem to train on has any decision to make"};
  return set;
}

std::optional<size_t> TrainingSet::find(const std::string &problem) const {
  const auto found = byName.find(problem);
  if (found == byName.end())
    return std::nullopt;
  return found->second;
}

Game TrainingSet::newGame(size_t index) {
  Game game = std::move(*Game::create(instances[index].problem));
  game.share(games[index].relaxation());
  return game;
}

std::optional<size_t> TrainingSet::findToLearn(const Episode &episode) const {
  const std::optional<size_t> found = find(episode.problem);
  if (!found || instances[*found].isHeldOut || isStale(episode))
    return std::nullopt;
  return found;
}

bool TrainingSet::isStale(const Episode &episode) const {
  const std::optional<size_t> found = find(episode.problem);
  if (!found)
    return false;
  const double baseline = games[*found].baseline();
  return std::abs(episode.baseline - baseline) > makespanTolerance * baseline ||
         episode.policies.size() != episode.numMoves() * Observation::actions;
}

double TrainingSet::bestKnown(size_t index,
                              const Incumbents &incumbents) const {
  const Instance &instance = instances[index];
  return minKnown(incumbents.bestMakespan(instance.problem.name),
                  instance.msaSeconds);
}

double TrainingSet::scaleOf(size_t index, const Incumbents &incumbents) const {
  const double best = bestKnown(index, incumbents);
  return best == 0 ? rewardPercent
                   : rewardScaleAgainst(games[index].baseline(), best);
}

double TrainingSet::overMsa(const Episode &episode) const {
  const std::optional<size_t> found = find(episode.problem);
  const double msa = found ? instances[*found].msaSeconds : 0;
  return msa > 0 ? episode.makespan / msa - 1 : 0;
}
