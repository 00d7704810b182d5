//===- Curves.cpp - Metrics as a page with pictures -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

using namespace memplace::agent;

static constexpr int width = 640, height = 160;

/// One curve as SVG, with its smallest, largest and last value.
static void printCurve(const std::string &name,
                       const std::vector<double> &values,
                       std::ostringstream &out) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double range = std::max(*high - *low, 1e-12);
  const double steps =
      std::max<double>(1, static_cast<double>(values.size()) - 1);
  out << "<h2>" << name << "</h2><p>from " << *low << " to " << *high
      << ", last " << values.back() << "</p><svg width=\"" << width
      << "\" height=\"" << height << "\" role=\"img\" aria-label=\"" << name
      << "\"><polyline fill=\"none\" stroke=\"#1565c0\" points=\"";
  // More points than pixels would only make the page long.
  const size_t stride = std::max<size_t>(1, values.size() / (2 * width));
  for (size_t i = 0; i < values.size(); i += stride)
    out << static_cast<double>(i) / steps * width << ','
        << height - (values[i] - *low) / range * height << ' ';
  out << "\"/></svg>\n";
}

std::string memplace::agent::printCurves(const std::string &metrics) {
  std::vector<std::string> names; // In the order of the file.
  std::map<std::string, std::vector<double>> curves;
  std::istringstream lines(metrics);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
    if (!json.is_object())
      continue;
    for (const auto &[name, value] : json.items())
      if (value.is_number() && name != "round" &&
          std::isfinite(value.get<double>())) {
        if (!curves.count(name))
          names.push_back(name);
        curves[name].push_back(value.get<double>());
      }
  }
  std::ostringstream out;
  out << "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">"
         "<title>memplace-train</title><style>body{font-family:sans-serif;"
         "margin:2em}svg{border:1px solid #ccc}</style><h1>Training</h1>\n";
  for (const std::string &name : names)
    printCurve(name, curves[name], out);
  out << "</html>\n";
  return out.str();
}
