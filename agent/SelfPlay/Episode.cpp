//===- Episode.cpp - A finished game as training data ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Episode.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

/// Policies are written as multiples of 1 / whole.
static constexpr int64_t whole = 1000;

std::string memplace::agent::printEpisode(const Episode &episode) {
  // Actions are written as digits, policies in thousandths: finer than the
  // noise of a search with few simulations.
  std::string actions;
  for (uint8_t action : episode.actions)
    actions += static_cast<char>('0' + action);
  std::vector<int32_t> policies;
  for (float share : episode.policies)
    policies.push_back(static_cast<int32_t>(share * whole + 0.5F));
  nlohmann::ordered_json json = {
      {"problem", episode.problem},   {"makespan", episode.makespan},
      {"baseline", episode.baseline}, {"actions", actions},
      {"policies", policies},         {"values", episode.values},
      {"rewards", episode.rewards}};
  if (!episode.id.empty())
    json["id"] = episode.id;
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

/// Returns true if \p shares, [moves, \p actions], are a probability
/// distribution for each move, up to rounding.
static bool areDistributions(const std::vector<int64_t> &shares,
                             size_t actions) {
  for (size_t begin = 0; begin < shares.size(); begin += actions) {
    int64_t sum = 0;
    for (size_t i = begin; i < begin + actions; ++i) {
      if (shares[i] < 0 || shares[i] > whole)
        return false;
      sum += shares[i];
    }
    if (std::abs(sum - whole) > static_cast<int64_t>(actions))
      return false;
  }
  return true;
}

static bool areFinite(const std::vector<float> &numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float number) { return std::isfinite(number); });
}

/// Rejects numbers that no game can produce. Expects lists of matching lengths.
static std::optional<Error> checkRanges(const Episode &episode,
                                        const std::vector<int64_t> &shares) {
  const auto isTime = [](double seconds) {
    return std::isfinite(seconds) && seconds >= 0;
  };
  if (!isTime(episode.makespan) || !isTime(episode.baseline))
    return Error{"not an episode: its makespan or baseline is not a time"};
  if (!areFinite(episode.values) || !areFinite(episode.rewards))
    return Error{"not an episode: a value or reward is not finite"};
  const size_t actions = shares.size() / episode.numMoves();
  if (!areDistributions(shares, actions))
    return Error{"not an episode: the policy of a move is not a distribution; "
                 "its shares must be from 0 to 1000 and add up to 1000"};
  for (uint8_t action : episode.actions)
    if (action >= actions)
      return Error{"not an episode: action " + std::to_string(action) +
                   " is none of " + std::to_string(actions)};
  return std::nullopt;
}

Result<Episode> memplace::agent::parseEpisode(const std::string &line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object())
    return Error{"not an episode: no JSON object"};
  try {
    Episode episode;
    json.at("problem").get_to(episode.problem);
    json.at("makespan").get_to(episode.makespan);
    json.at("baseline").get_to(episode.baseline);
    json.at("values").get_to(episode.values);
    json.at("rewards").get_to(episode.rewards);
    if (json.contains("id"))
      json.at("id").get_to(episode.id);
    for (char digit : json.at("actions").get<std::string>()) {
      if (digit < '0' || digit > '9')
        return Error{"not an episode: bad action"};
      episode.actions.push_back(static_cast<uint8_t>(digit - '0'));
    }
    const auto shares = json.at("policies").get<std::vector<int64_t>>();
    for (int64_t share : shares)
      episode.policies.push_back(static_cast<float>(share) / whole);
    const size_t moves = episode.numMoves();
    if (moves == 0 || episode.values.size() != moves ||
        episode.rewards.size() != moves || shares.size() % moves != 0)
      return Error{"not an episode: its lists do not fit together"};
    if (std::optional<Error> error = checkRanges(episode, shares))
      return *error;
    return episode;
  } catch (const nlohmann::json::exception &error) {
    return Error{std::string("not an episode: ") + error.what()};
  }
}
