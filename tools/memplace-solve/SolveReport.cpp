//===- SolveReport.cpp - The JSON line of memplace-solve ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolveReport.h"

#include "../../lib/Cut/CutCosts.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/Units.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace memplace;
using namespace memplace::tools;

/// Returns a JSON array of the cuts, with their dimensions and costs.
static std::string printCuts(const Problem &problem,
                             const CutSolveResult &result) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.array([&] {
    for (const CutCost &cost :
         getCutCosts(problem, result.cuts, result.problem))
      json.object([&] {
        json.attribute("step", cost.op);
        json.attribute("op", problem.ops[cost.op].name);
        json.attribute("dimension", cost.dimension);
        json.attribute("extent", cost.extent);
        json.attribute("pieces", cost.pieces);
        json.attribute("launch_ps", cost.launchPs);
        json.attribute("again_ps", cost.againPs);
        json.attribute("repeated_bytes", cost.repeatedBytes);
        json.attribute("halo_bytes", cost.haloBytes);
      });
  });
  return text;
}

std::string tools::describeUncut(const Problem &problem,
                                 const CutSolveResult &result,
                                 double piecesBound) {
  return ", \"uncut_makespan_ps\": " +
         (result.uncutPs ? std::to_string(*result.uncutPs) : "null") +
         ", \"pieces_bound_ps\": " +
         std::to_string(toPicoseconds(piecesBound)) +
         ", \"cuts\": " + printCuts(problem, result);
}

void tools::printReport(llvm::raw_ostream &out, const std::string &solver,
                        const SolveResult &result, double bound, double seconds,
                        const std::string &more) {
  const std::optional<Solution> &solution = result.solution;
  out << "{\"solver\": \"" << solver << "\", \"status\": \""
      << statusName(result.status) << "\", \"makespan_ps\": ";
  if (solution)
    out << *solution->makespanPs;
  else
    out << "null";
  out << ", \"lower_bound_ps\": " << toPicoseconds(bound) << ", \"gap\": ";
  double relative = solution ? gap(secondsOf(*solution->makespanPs), bound) : 0;
  // JSON has no infinity.
  if (solution && std::isfinite(relative))
    out << llvm::format("%.9g", relative);
  else
    out << "null";
  out << ", \"peak_bytes\": ";
  if (solution) {
    out << "[";
    for (size_t tier = 0; tier < solution->peakBytes->size(); ++tier)
      out << (tier == 0 ? "" : ", ") << (*solution->peakBytes)[tier];
    out << "]";
  } else {
    out << "null";
  }
  out << llvm::format(", \"seconds\": %.6f", seconds) << more << "}\n";
}
