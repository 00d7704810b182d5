//===- AgentOptions.cpp - What of the agent can be set --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentOptions.h"

#include <charconv>

using namespace memplace;
using namespace memplace::solver;

std::optional<Error> solver::readCount(std::string_view text, int64_t least,
                                       int64_t most, int64_t &count) {
  int64_t value = 0;
  auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size())
    return Error{"must be a whole number, got '" + std::string(text) + "'"};
  if (value < least || value > most)
    return Error{"must be from " + std::to_string(least) + " to " +
                 std::to_string(most) + ", got " + std::string(text)};
  count = value;
  return std::nullopt;
}

std::vector<SolverOption> solver::describe(const AgentOptions &options) {
  return {
      {"checkpoint", options.checkpoint,
       "file with the network; empty: the one that comes along"},
      {"games", std::to_string(options.games),
       "games that the agent plays at once"},
      {"library", options.library,
       "the agent's library; empty: the one that comes along"},
      {"model", options.model,
       "'exact': the game steps the tree, 'learned': the network does; empty: "
       "what the network was trained for"},
      {"simulations", std::to_string(options.simulations),
       "simulations of the agent's tree search for each move"},
  };
}

std::optional<Error> solver::setOption(AgentOptions &options,
                                       std::string_view name,
                                       std::string_view value) {
  if (name == "checkpoint" || name == "library") {
    (name == "checkpoint" ? options.checkpoint : options.library) = value;
    return std::nullopt;
  }
  if (name == "model") {
    if (!value.empty() && value != "exact" && value != "learned")
      return Error{"must be 'exact', 'learned' or empty, got '" +
                   std::string(value) + "'"};
    options.model = value;
    return std::nullopt;
  }
  if (name == "games")
    return readCount(value, 1, 1024, options.games);
  if (name == "simulations")
    return readCount(value, 1, 100000, options.simulations);
  return Error{"is unknown"};
}
