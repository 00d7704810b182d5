//===- Metrics.cpp - Metrics of training rounds ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Metrics.h"

#include "Curves.h"
#include "LineFile.h"

#include "memplace/IO/File.h"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

/// Names of metrics for `read`.
static constexpr const char *roundName = "round", *episodesName = "episodes",
                            *evaluationName = "evaluation_mean_over_msa";

static void printEvaluation(const std::string &prefix,
                            const EvaluationMetrics &metrics,
                            nlohmann::ordered_json &json) {
  if (metrics.problems == 0)
    return;
  json[prefix + "_mean_over_msa"] = metrics.meanOverMsa;
  json[prefix + "_best_over_msa"] = metrics.bestOverMsa;
  json[prefix + "_share_better_than_msa"] = metrics.shareBetter;
}

std::string memplace::agent::printMetrics(const RoundMetrics &metrics) {
  nlohmann::ordered_json json = {{roundName, metrics.round},
                                 {episodesName, metrics.episodes},
                                 {"mean_over_msa", metrics.meanOverMsa},
                                 {"best_over_msa", metrics.bestOverMsa}};
  if (metrics.simulationsPerSecond > 0) {
    json["simulations_per_second"] = metrics.simulationsPerSecond;
    json["batch_fill"] = metrics.batchFill;
  }
  json["imitation_share"] = metrics.imitationShare;
  json["policy_loss"] = metrics.losses.policy;
  json["value_loss"] = metrics.losses.value;
  json["reward_loss"] = metrics.losses.reward;
  if (metrics.isEvaluated) {
    printEvaluation("evaluation", metrics.training, json);
    printEvaluation("held_out", metrics.heldOut, json);
  }
  return json.dump();
}

/// Returns true if \p json has an integer \p name of at least \p least.
static bool hasCount(const nlohmann::json &json, const char *name,
                     int64_t least) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number_integer() &&
         found->get<double>() < 0x1p62 && found->get<int64_t>() >= least;
}

std::optional<Error> MetricsLog::read(const std::string &line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  // NaN and infinity are written as null.
  if (!json.is_object() || !hasCount(json, roundName, 1) ||
      (json.contains(episodesName) && !hasCount(json, episodesName, 0)) ||
      !std::all_of(json.begin(), json.end(), [](const auto &value) {
        return value.is_number() || value.is_null();
      }))
    return Error{"not a round's metrics"};
  const auto round = json[roundName].get<int64_t>();
  if (round <= rounds)
    return Error{"round " + std::to_string(round) + " comes after round " +
                 std::to_string(rounds)};
  rounds = round;
  if (json.contains(episodesName))
    episodes = std::max(episodes, json[episodesName].get<int64_t>());
  if (const auto found = json.find(evaluationName);
      found != json.end() && found->is_number()) {
    const double over = found->get<double>();
    bestEvaluation = std::min(bestEvaluation.value_or(over), over);
  }
  return std::nullopt;
}

Result<MetricsLog> MetricsLog::open(const std::string &folder) {
  MetricsLog log;
  log.folder = folder;
  const std::string file = folder + "/metrics.jsonl";
  Result<std::vector<std::string>> lines = readLines(file);
  if (!lines)
    return lines.takeError();
  for (size_t i = 0; i < lines->size(); ++i)
    if (std::optional<Error> error = log.read((*lines)[i]))
      return Error{file + ":" + std::to_string(i + 1) + ": " + error->message};
  log.lines = std::move(*lines);
  return log;
}

std::optional<Error> MetricsLog::append(const RoundMetrics &metrics) {
  rounds = metrics.round;
  episodes = metrics.episodes;
  if (metrics.isEvaluated && isBest(metrics))
    bestEvaluation = metrics.training.meanOverMsa;
  lines.push_back(printMetrics(metrics));
  if (std::optional<Error> error =
          appendLine(folder + "/metrics.jsonl", lines.back()))
    return error;
  constexpr int64_t numAlwaysDrawn = 20, drawnEvery = 10; // Rounds.
  if (rounds > numAlwaysDrawn && rounds % drawnEvery != 0 &&
      !metrics.isEvaluated)
    return std::nullopt;
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return writeFile(folder + "/curves.html", printCurves(text));
}
