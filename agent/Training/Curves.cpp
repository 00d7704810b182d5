//===- Curves.cpp - Metrics as an HTML page -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Curves.h"

#include "CurvesPage.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

using namespace memplace::agent;

/// About twice the pixel width of a curve; more points would only enlarge the
/// page.
static constexpr size_t maxPoints = 1000;

namespace {

/// Values of one metric in all rounds with the metric.
struct Curve {
  std::string name;
  std::vector<size_t> at; // Indices into the rounds.
  std::vector<double> values;
};

/// The metrics by column.
struct MetricsTable {
  std::vector<double> rounds, episodes;
  std::vector<Curve> curves; // In the order of the file.
};

} // namespace

static bool isFinite(const nlohmann::ordered_json &value) {
  return value.is_number() && std::isfinite(value.get<double>());
}

static double numberOr(const nlohmann::ordered_json &line, const char *name,
                       double otherwise) {
  const auto found = line.find(name);
  return found != line.end() && isFinite(*found) ? found->get<double>()
                                                 : otherwise;
}

static MetricsTable readMetrics(const std::string &metrics) {
  MetricsTable table;
  std::map<std::string, size_t> places;
  std::istringstream lines(metrics);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
    if (!json.is_object())
      continue;
    const size_t index = table.rounds.size();
    table.rounds.push_back(
        numberOr(json, "round", static_cast<double>(index + 1)));
    table.episodes.push_back(
        numberOr(json, "episodes", static_cast<double>(index + 1)));
    for (const auto &[name, value] : json.items()) {
      if (!isFinite(value) || name == "round" || name == "episodes")
        continue;
      const auto [place, isNew] = places.emplace(name, table.curves.size());
      if (isNew)
        table.curves.push_back({name, {}, {}});
      table.curves[place->second].at.push_back(index);
      table.curves[place->second].values.push_back(value.get<double>());
    }
  }
  return table;
}

/// Rounds \p value to six digits, enough for the page.
static double rounded(double value) {
  char digits[32];
  std::snprintf(digits, sizeof(digits), "%.6g", value);
  return std::strtod(digits, nullptr);
}

/// Averages neighbours so that at most maxPoints points remain. Each mean
/// stands at its last round; the newest value is kept unchanged.
static nlohmann::json thinned(const Curve &curve) {
  const size_t count = curve.values.size();
  const size_t stride = (count + maxPoints - 1) / maxPoints;
  nlohmann::json at = nlohmann::json::array(), values = at;
  for (size_t begin = 0; begin < count; begin += stride) {
    const size_t end = std::min(begin + stride, count);
    double sum = 0;
    for (size_t i = begin; i < end; ++i)
      sum += curve.values[i];
    at.push_back(curve.at[end - 1]);
    values.push_back(end == count && stride > 1
                         ? rounded(curve.values[count - 1])
                         : rounded(sum / static_cast<double>(end - begin)));
  }
  return {{"name", curve.name}, {"at", at}, {"values", values}};
}

/// Prints JSON that is inert inside a <script> element, for any names.
static std::string asScriptData(const nlohmann::json &data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', /*ensure_ascii=*/true,
                                nlohmann::json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string memplace::agent::printCurves(const std::string &metrics) {
  const MetricsTable table = readMetrics(metrics);
  nlohmann::json data = {{"rounds", table.rounds},
                         {"episodes", table.episodes},
                         {"curves", nlohmann::json::array()}};
  for (const Curve &curve : table.curves)
    data["curves"].push_back(thinned(curve));
  return curvesPageHead + asScriptData(data) + curvesPageScript;
}
