//===- PlaceBuffers.cpp - Choose the places of all buffers ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFile.h"
#include "SolverOptions.h"

#include "../Target/Omissions.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/SolutionToIR/SolutionToIR.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Transforms/Passes.h"
#include "memplace/Verify/Verify.h"

#include <cmath>

namespace memplace {
#define GEN_PASS_DEF_PLACEBUFFERSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// A function with its solution, which the IR does not have yet.
struct SolvedFunction {
  ExtractedFunction extracted;
  Solution solution;
};

class PlaceBuffersPass
    : public memplace::impl::PlaceBuffersPassBase<PlaceBuffersPass> {
public:
  using PlaceBuffersPassBase::PlaceBuffersPassBase;
  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  FailureOr<ExtractedFunction> extract(func::FuncOp function,
                                       const Target &machine);
  FailureOr<Solution> solve(const ExtractedFunction &extracted);
  FailureOr<Solution> readSolution(const ExtractedFunction &extracted,
                                   bool isOneOfSeveral);

  SolverOptionValues optionValues; // Of the solver; set by checkOptions.
};
} // namespace

LogicalResult PlaceBuffersPass::checkOptions() {
  ModuleOp module = getOperation();
  double seconds = timeLimit;
  if (!(seconds > 0) || !std::isfinite(seconds))
    return emitError(module.getLoc(),
                     "'time-limit' must be above 0 seconds, got ")
           << std::to_string(seconds);
  FailureOr<SolverOptionValues> values =
      readSolverOptions(module, solver, solverOptions);
  if (failed(values))
    return failure();
  optionValues = std::move(*values);
  return success();
}

FailureOr<ExtractedFunction> PlaceBuffersPass::extract(func::FuncOp function,
                                                       const Target &machine) {
  FailureOr<ExtractedFunction> extracted = extractFunction(
      function, machine,
      {.allowUnknownOps = allowUnknownOps, .ignoreAnnotations = true});
  if (failed(extracted) || failed(reportUnplaced(*extracted, strict)))
    return failure();
  if (!hasExplicitPlacement(function))
    return extracted;
  InFlightDiagnostic error = emitError(function.getLoc())
                             << "function '" << function.getName()
                             << "' is placed already";
  error.attachNote() << "place the original program instead";
  return error;
}

FailureOr<Solution>
PlaceBuffersPass::solve(const ExtractedFunction &extracted) {
  func::FuncOp function = extracted.function;
  SolveLimits limits;
  limits.timeLimit = std::chrono::duration<double>(timeLimit);
  limits.seed = seed;
  Result<SolveResult> result =
      solveAndVerify(getSolvers(function), std::string(solver),
                     extracted.problem, limits, optionValues);
  if (!result)
    return emitError(function.getLoc()) << result.error();
  for (const std::string &note : result->notes)
    emitRemark(function.getLoc()) << note;
  if (!result->solution) {
    Operation *op = result->failedStep
                        ? extracted.schedule->getSteps()[*result->failedStep]
                        : nullptr;
    return emitError(op ? op->getLoc() : function.getLoc(), "solver '")
           << std::string(solver) << "' found no placement of "
           << extracted.problem.buffers.size()
           << " buffers: " << result->message;
  }
  return std::move(*result->solution);
}

FailureOr<Solution>
PlaceBuffersPass::readSolution(const ExtractedFunction &extracted,
                               bool isOneOfSeveral) {
  func::FuncOp function = extracted.function;
  std::string path = solution;
  if (isOneOfSeveral)
    path = getFileOfFunction(path, function.getName());
  Result<Solution> read = memplace::readSolution(path, extracted.problem);
  std::string message;
  if (!read)
    message = read.error();
  else if (auto violation = verify(extracted.problem, *read))
    message = "the placement of '" + path + "' breaks rule " +
              std::string(ruleName(violation->rule)) + ": " +
              violation->message;
  else if (auto error = checkClaims(extracted.problem, *read))
    message = "the placement of '" + path +
              "' makes a wrong claim: " + error->message;
  else
    return std::move(*read);
  InFlightDiagnostic error = emitError(function.getLoc()) << message;
  error.attachNote()
      << "this function has " << extracted.problem.buffers.size()
      << " buffers and " << extracted.problem.numSteps()
      << " steps; the placement must solve the problem that "
         "'memplace-extract-problem' writes with the same 'inline' and "
         "'simplify', both false for 'memplace-place-buffers' alone";
  return error;
}

/// Returns the target by name if the name identifies it, otherwise spelled out.
static TargetAttr getTargetAttr(const Target &target, MLIRContext *context) {
  Result<Target> builtin = findBuiltinTarget(target.name);
  if (builtin && *builtin == target)
    return TargetAttr::get(context, target.name);
  return toTargetAttr(target, context);
}

/// Marks all functions of \p module outside of \p placeable: they have callers.
/// Later passes then skip a marked function even if its last call has
/// disappeared, e.g. with a loop of no trips.
static void markCalled(ModuleOp module, ArrayRef<func::FuncOp> placeable) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (llvm::is_contained(placeable, function))
      function->removeAttr(MemPlaceDialect::calledAttrName);
    else if (!function.isExternal())
      function->setAttr(MemPlaceDialect::calledAttrName,
                        UnitAttr::get(module.getContext()));
  }
}

/// Rejects pins and cuts in functions with callers, which would have no effect
/// because these functions are not placed.
static LogicalResult checkCalled(ModuleOp module,
                                 ArrayRef<func::FuncOp> placeable) {
  bool isPlaced = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (llvm::is_contained(placeable, function))
      continue;
    function.getBody().walk([&](Operation *op) {
      for (StringRef name :
           {MemPlaceDialect::pinAttrName, MemPlaceDialect::cutAttrName}) {
        if (!op->hasAttr(name))
          continue;
        isPlaced = false;
        op->emitOpError("has a '")
            << name << "', but function '" << function.getName()
            << "' is not placed: it runs inside of its caller's step";
      }
    });
  }
  return success(isPlaced);
}

void PlaceBuffersPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(checkOptions()))
    return signalPassFailure();
  FailureOr<Target> machine = getTarget(module, target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  if (std::optional<std::string> warning = findSlowFirst(*machine))
    emitWarning(module.getLoc()) << *warning;

  // Change nothing until all functions are solved.
  std::vector<SolvedFunction> solved;
  SmallVector<func::FuncOp> functions =
      getPlaceableFunctions(module, /*emitRemarks=*/true);
  bool failedToPlace = failed(checkCalled(module, functions));
  for (func::FuncOp function : functions) {
    FailureOr<ExtractedFunction> extracted = extract(function, *machine);
    if (failed(extracted)) {
      failedToPlace = true;
      continue;
    }
    if (extracted->problem.buffers.empty())
      continue;
    FailureOr<Solution> found =
        solution.empty() ? solve(*extracted)
                         : readSolution(*extracted, functions.size() > 1);
    if (failed(found) || failed(checkRecordable(*extracted, *found)))
      failedToPlace = true;
    else
      solved.push_back({std::move(*extracted), std::move(*found)});
  }
  if (failedToPlace)
    return signalPassFailure();
  if (solved.empty()) {
    reportNothingPlaced(module, strict ? DiagnosticSeverity::Error
                                       : DiagnosticSeverity::Warning);
    if (strict)
      return signalPassFailure();
  }

  for (const SolvedFunction &one : solved)
    recordSolution(one.extracted, one.solution);
  markCalled(module, functions);
  module->setAttr(MemPlaceDialect::targetAttrName,
                  getTargetAttr(*machine, &getContext()));
}
