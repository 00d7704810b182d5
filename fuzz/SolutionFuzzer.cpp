//===- SolutionFuzzer.cpp - Reads solution files --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a problem as JSON text, a line "%%", and the bytes of a solution
// file. If both can be read, the solution is verified, and simulated if legal.
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Timeline.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Verify/Verify.h"

#include <cmath>

using namespace memplace;
using namespace memplace::fuzz;

static constexpr std::string_view separator = "\n%%\n";

static void requireReadsBack(const Problem &problem, const Solution &solution) {
  std::string printed = printSolution(problem, solution);
  Result<Solution> again = parseSolution(printed, "printed", problem);
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(*again == solution, "reading it back gives an equal solution",
          printed);
}

/// Simulates a legal placement and prints its timeline and trace.
static void run(const Problem &problem, const Solution &solution) {
  Timeline timeline = simulate(problem, solution);
  require(std::isfinite(timeline.makespan) && timeline.makespan >= 0,
          "a makespan is a time", std::to_string(timeline.makespan));
  require(timeline.makespan == makespan(problem, solution),
          "the makespan does not depend on the timeline");
  constexpr double rounding = 1e-9;
  double bound = lowerBoundOnMakespan(problem);
  require(timeline.makespan >= bound * (1 - rounding),
          "no makespan is below the bound",
          std::to_string(timeline.makespan) + " < " + std::to_string(bound));
  require(!printTimeline(problem, solution, timeline).empty(),
          "there is a timeline");
  require(!printChromeTrace(problem, solution, timeline).empty(),
          "there is a trace");
  checkClaims(problem, solution);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text = asText(data, size);
  size_t split = text.find(separator);
  if (split == std::string_view::npos)
    return 0;
  Result<Problem> problem =
      parseProblem(text.substr(0, split), "problem", findBuiltinTarget);
  if (!problem)
    return 0;
  InputFile file(text.substr(split + separator.size()));
  Result<Solution> solution = readSolution(file.path(), *problem);
  if (!solution) {
    requireGoodError(solution.error(), file.path());
    return 0;
  }
  requireReadsBack(*problem, *solution);
  peakBytes(*problem, *solution);
  std::optional<Violation> violation = verify(*problem, *solution);
  if (violation)
    requireGoodError("file: " + violation->message, "file");
  else
    run(*problem, *solution);
  return 0;
}
