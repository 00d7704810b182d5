//===- AgentOptions.cpp - Options of the agent ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentOptions.h"

#include "lib/Solver/OptionValue.h"

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::solver;

std::vector<SolverOption> agent::describe(const AgentOptions &options) {
  return {
      {"checkpoint", options.checkpoint,
       "file with the network; empty: the installed one"},
      {"games", std::to_string(options.games), "games played at the same time"},
      {"model", options.model,
       "model of the tree search: 'exact' (the game), 'learned' (the network) "
       "or empty (the model used in training)"},
      {"revise", options.revises ? "true" : "false",
       "after 'games' + 1 whole episodes, replay parts of the best episode "
       "only"},
      {"simulations", std::to_string(options.simulations),
       "simulations of the tree search per move"},
  };
}

std::optional<Error> agent::setOption(AgentOptions &options,
                                      std::string_view name,
                                      std::string_view value) {
  if (name == "checkpoint") {
    options.checkpoint = value;
    return std::nullopt;
  }
  if (name == "model") {
    if (!value.empty() && value != "exact" && value != "learned")
      return Error{"must be 'exact', 'learned' or empty, got '" +
                   std::string(value) + "'"};
    options.model = value;
    return std::nullopt;
  }
  if (name == "revise")
    return readFlag(value, options.revises);
  if (name == "games")
    return readNumber<int64_t>(value, 1, 1024, options.games);
  if (name == "simulations")
    return readNumber<int64_t>(value, 1, 100000, options.simulations);
  return Error{"is unknown"};
}
