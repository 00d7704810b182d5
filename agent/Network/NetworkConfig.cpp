//===- NetworkConfig.cpp - Sizes of a network -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetworkConfig.h"

#include <cmath>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

/// Calls \p visit with the name of each field and the field.
template <typename Config, typename Visit>
static void visitFields(Config &config, Visit visit) {
  visit("observation_version", config.observationVersion);
  visit("channels", config.channels);
  visit("rows", config.rows);
  visit("columns", config.columns);
  visit("vector_size", config.vectorSize);
  visit("ahead", config.ahead);
  visit("ahead_size", config.aheadSize);
  visit("actions", config.actions);
  visit("width", config.width);
  visit("tower_channels", config.towerChannels);
  visit("tower_blocks", config.towerBlocks);
  visit("blocks", config.blocks);
  visit("heads", config.heads);
  visit("has_dynamics", config.hasDynamics);
  visit("support_size", config.supportSize);
  visit("support_limit", config.supportLimit);
}

bool NetworkConfig::operator==(const NetworkConfig &other) const {
  return printConfig(*this) == printConfig(other);
}

std::optional<Error> memplace::agent::checkConfig(const NetworkConfig &config) {
  std::string error;
  visitFields(config, [&](const char *name, auto value) {
    if (!error.empty())
      return;
    if constexpr (std::is_same_v<decltype(value), int64_t>) {
      const bool mayBeZero = std::string_view(name) == "observation_version" ||
                             std::string_view(name) == "tower_blocks" ||
                             std::string_view(name) == "blocks";
      // Keeps tensor sizes within memory and 64 bits.
      constexpr int64_t maxValue = 100000;
      if (value < (mayBeZero ? 0 : 1) || value > maxValue)
        error = std::string(name) + ": must be from " +
                (mayBeZero ? "0" : "1") + " to " + std::to_string(maxValue) +
                ", got " + std::to_string(value);
    }
  });
  if (!error.empty())
    return Error{error};
  if (config.width % config.heads != 0)
    return Error{"width: must be a multiple of heads, " +
                 std::to_string(config.heads) + ", got " +
                 std::to_string(config.width)};
  if (config.supportSize < 3 || config.supportSize % 2 == 0)
    return Error{"support_size: must be odd and at least 3, got " +
                 std::to_string(config.supportSize)};
  if (!(config.supportLimit > 0) || !std::isfinite(config.supportLimit))
    return Error{"support_limit: must be above 0"};
  return std::nullopt;
}

std::string memplace::agent::printConfig(const NetworkConfig &config) {
  nlohmann::ordered_json json;
  visitFields(config,
              [&](const char *name, auto value) { json[name] = value; });
  return json.dump();
}

Result<NetworkConfig> memplace::agent::parseConfig(const std::string &text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object())
    return Error{"not a JSON object"};
  std::string error;
  NetworkConfig config;
  size_t known = 0;
  visitFields(config, [&](const char *name, auto &value) {
    if (!error.empty())
      return;
    const auto found = json.find(name);
    using Value = std::decay_t<decltype(value)>;
    const bool fits =
        found != json.end() &&
        (std::is_same_v<Value, bool>     ? found->is_boolean()
         : std::is_same_v<Value, double> ? found->is_number()
                                         : found->is_number_integer());
    if (!fits) {
      error = std::string("field '") + name + "' is missing or of another type";
      return;
    }
    value = found->template get<Value>();
    ++known;
  });
  if (error.empty() && known != json.size())
    error = "unknown fields";
  if (!error.empty())
    return Error{error};
  if (std::optional<Error> wrong = checkConfig(config))
    return *wrong;
  return config;
}
