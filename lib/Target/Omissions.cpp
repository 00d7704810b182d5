//===- Omissions.cpp - Times that a target does not model -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Omissions.h"

#include <algorithm>
#include <sstream>

using namespace memplace;

/// Returns the flops per second of \p type; the default if \p type is not
/// listed.
static double rateOf(const Target &target, const std::string &type) {
  const auto &rates = target.flopsPerSecond;
  auto found = rates.find(type);
  if (found == rates.end())
    found = rates.find("default");
  return found == rates.end() ? 0 : found->second;
}

std::vector<std::string> memplace::omissionsOf(const Target &target) {
  std::vector<std::string> omissions;
  if (target.launchPs == 0)
    omissions.push_back("launch of an op");
  const auto &channels = target.channels;
  if (std::any_of(channels.begin(), channels.end(), [](const Channel &channel) {
        return channel.latencyPs == 0;
      }))
    omissions.push_back("latency of a transfer");
  // Only a listed type certainly has its own execution units.
  for (const char *narrow : {"bf16", "f16"})
    if (target.flopsPerSecond.count(narrow) != 0 &&
        rateOf(target, "f32") >= rateOf(target, narrow)) {
      omissions.push_back(std::string("f32 being slower than ") + narrow);
      break;
    }
  return omissions;
}

std::optional<std::string> memplace::findSlowFirst(const Target &target) {
  const std::vector<Tier> &tiers = target.tiers;
  for (size_t i = 0; i < tiers.size(); ++i)
    for (size_t j = i + 1; j < tiers.size(); ++j) {
      const Tier &first = tiers[i], &later = tiers[j];
      if (first.readBytesPerSecond >= later.readBytesPerSecond ||
          first.writeBytesPerSecond > later.writeBytesPerSecond)
        continue;
      std::ostringstream text;
      text << "tier '" << first.name << "' (" << first.readBytesPerSecond
           << " bytes/s) comes before '" << later.name << "' ("
           << later.readBytesPerSecond << " bytes/s) in target '" << target.name
           << "', but solvers fill the first tier; list the fastest first";
      return text.str();
    }
  return std::nullopt;
}
