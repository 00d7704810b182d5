//===- Episode.cpp - A finished game, to learn from -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Episode.h"

#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

std::string memplace::agent::printEpisode(const Episode &episode) {
  // Digits for actions; policies in thousandths, which is finer than the noise
  // of a search with a few simulations.
  std::string actions;
  for (uint8_t action : episode.actions)
    actions += static_cast<char>('0' + action);
  std::vector<int32_t> policies;
  for (float share : episode.policies)
    policies.push_back(static_cast<int32_t>(share * 1000 + 0.5F));
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
    for (int32_t share : json.at("policies").get<std::vector<int32_t>>())
      episode.policies.push_back(static_cast<float>(share) / 1000);
    const size_t moves = episode.numMoves();
    if (moves == 0 || episode.values.size() != moves ||
        episode.rewards.size() != moves || episode.policies.size() % moves != 0)
      return Error{"not an episode: its lists do not fit together"};
    return episode;
  } catch (const nlohmann::json::exception &error) {
    return Error{std::string("not an episode: ") + error.what()};
  }
}
