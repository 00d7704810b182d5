//===- PlacedMakespan.cpp - Makespans of trial placements -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedMakespan.h"

#include "SolverOptions.h"

#include "memplace/Problem/Units.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace memplace;

ExtractOptions memplace::getExtraction(const TrialSettings &settings) {
  return {.allowUnknownOps = settings.allowUnknownOps,
          .ignoreAnnotations = true,
          .rowsComeLater = settings.rowsComeLater};
}

FailureOr<TrialPlacement> memplace::placeTrial(func::FuncOp function,
                                               const Target &machine,
                                               const TrialSettings &settings) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, getExtraction(settings));
  if (failed(extracted))
    return failure();
  Result<SolveResult> result =
      solveAndVerify(getSolvers(function), settings.solver, extracted->problem,
                     settings.limits, settings.options);
  if (!result)
    return emitError(function.getLoc()) << result.error();
  return TrialPlacement{std::move(*extracted), std::move(result->solution),
                        std::move(result->message)};
}

FailureOr<std::optional<int64_t>>
memplace::getPlacedMakespan(func::FuncOp function, const Target &machine,
                            const TrialSettings &settings) {
  FailureOr<TrialPlacement> placed = placeTrial(function, machine, settings);
  if (failed(placed))
    return failure();
  return placed->getMakespan();
}

/// Reads a time limit in seconds; 0 for none.
static FailureOr<SolveLimits> readLimits(ModuleOp module, double seconds,
                                         uint64_t seed) {
  if (!(seconds >= 0) || !std::isfinite(seconds))
    return emitError(module.getLoc(),
                     "'time-limit' must be 0, for none, or seconds, got ")
           << std::to_string(seconds);
  SolveLimits limits;
  if (seconds > 0)
    limits.timeLimit = std::chrono::duration<double>(seconds);
  limits.seed = seed;
  return limits;
}

FailureOr<TrialSettings>
memplace::readTrialSettings(ModuleOp module, StringRef solver,
                            StringRef solverOptions, double seconds,
                            uint64_t seed, bool allowUnknownOps) {
  FailureOr<SolveLimits> limits = readLimits(module, seconds, seed);
  if (failed(limits))
    return failure();
  FailureOr<SolverOptionValues> values =
      readSolverOptions(module, solver, solverOptions);
  if (failed(values))
    return failure();
  return TrialSettings{solver.str(), std::move(*values), *limits,
                       allowUnknownOps};
}

std::optional<HomePlacement>
memplace::getHomePlacement(const Problem &problem) {
  SolveResult result = createDefaultTierSolver()->solve(problem, {});
  if (!result.solution || verify(problem, *result.solution))
    return std::nullopt;
  HomePlacement home;
  home.makespan = makespan(problem, *result.solution);
  const TierId tier = problem.target.defaultTier;
  std::vector<bool> isThere(problem.buffers.size()),
      isElsewhere(problem.buffers.size());
  for (const Residency &residency : result.solution->residencies)
    (residency.tier == tier ? isThere : isElsewhere)[residency.buffer] = true;
  // A tier without ops holds buffers between ops only.
  const bool servesOps = problem.target.tiers[tier].servesOps;
  for (size_t id = 0; id < isElsewhere.size(); ++id)
    if (isElsewhere[id] && (servesOps || !isThere[id]))
      home.elsewhere.push_back(problem.buffers[id].name);
  return home;
}

BaselineAttr memplace::makeBaseline(MLIRContext *context,
                                    const Problem &problem) {
  std::optional<HomePlacement> home = getHomePlacement(problem);
  if (!home)
    return BaselineAttr::get(context, 0, {});
  const int64_t makespanPs = home->makespan < maxClaimSeconds
                                 ? toPicoseconds(home->makespan)
                                 : std::numeric_limits<int64_t>::max();
  SmallVector<StringAttr> elsewhere;
  for (const std::string &name : home->elsewhere)
    elsewhere.push_back(StringAttr::get(context, name));
  return BaselineAttr::get(context, makespanPs, elsewhere);
}

FailureOr<BaselineAttr> memplace::getBaseline(func::FuncOp function,
                                              const Target &machine,
                                              const TrialSettings &settings) {
  if (auto known = function->getAttrOfType<BaselineAttr>(
          MemPlaceDialect::baselineAttrName))
    return known;
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, getExtraction(settings));
  if (failed(extracted))
    return failure();
  return makeBaseline(function.getContext(), extracted->problem);
}

void memplace::recordBaseline(func::FuncOp function, BaselineAttr baseline) {
  if (!function->hasAttr(MemPlaceDialect::baselineAttrName))
    function->setAttr(MemPlaceDialect::baselineAttrName, baseline);
}
