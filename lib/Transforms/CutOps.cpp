//===- CutOps.cpp - Cut ops and buffers into pieces -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutChoice.h"
#include "CutRewriter.h"
#include "FunctionBackup.h"
#include "SolverOptions.h"

#include "memplace/Cut/CutSolve.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <cmath>

namespace memplace {
#define GEN_PASS_DEF_CUTOPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {

/// What is cut, and what that brings.
struct Choice {
  Cuts cuts;
  CutProblem problem;
  bool isAsked = false; // By ops, for better or worse.
  int64_t uncutPs = 0;  // Makespan, if it was chosen.
};

/// A remark that only counts if the cuts are kept.
struct LaterRemark {
  Location loc;
  std::string text;
};

class CutOpsPass : public memplace::impl::CutOpsPassBase<CutOpsPass> {
public:
  using CutOpsPassBase::CutOpsPassBase;
  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  SolveLimits getLimits() const;
  ExtractOptions getExtraction(bool withCuts) const;
  LogicalResult cutFunction(func::FuncOp function, const Target &machine);
  FailureOr<std::optional<Choice>> choose(const ExtractedFunction &extracted);
  FailureOr<bool> rewriteFunction(ExtractedFunction &extracted, Choice &choice,
                                  FunctionBackup &backup);
  FailureOr<std::string> compare(func::FuncOp function, const Target &machine,
                                 const Choice &choice);
  FailureOr<std::optional<int64_t>> getMakespan(func::FuncOp function,
                                                const Target &machine);

  SolverOptionValues optionValues; // Of the solver, by checkOptions.
  CutOptions cutOptions;
};

} // namespace

LogicalResult CutOpsPass::checkOptions() {
  ModuleOp module = getOperation();
  Result<CutOptions> parsed = parseCut(std::string(cut));
  if (!parsed)
    return emitError(module.getLoc(), "'cut' ") << parsed.error();
  cutOptions = *parsed;
  if (budget < 1)
    return emitError(module.getLoc(), "'budget' must be at least 1, got ")
           << static_cast<int64_t>(budget);
  cutOptions.budget = budget;
  const double seconds = timeLimit;
  if (!(seconds >= 0) || !std::isfinite(seconds))
    return emitError(module.getLoc(),
                     "'time-limit' must be 0, for none, or seconds, got ")
           << std::to_string(seconds);
  FailureOr<SolverOptionValues> values =
      readSolverOptions(module, solver, solverOptions);
  if (failed(values))
    return failure();
  optionValues = std::move(*values);
  return success();
}

SolveLimits CutOpsPass::getLimits() const {
  SolveLimits limits;
  if (timeLimit > 0)
    limits.wallTime = std::chrono::duration<double>(timeLimit);
  limits.seed = seed;
  return limits;
}

ExtractOptions CutOpsPass::getExtraction(bool withCuts) const {
  return {.allowUnknownOps = allowUnknownOps,
          .ignoreAnnotations = true,
          .withCuts = withCuts};
}

/// The makespan of the function as it is now, picoseconds; none if the solver
/// finds no placement.
FailureOr<std::optional<int64_t>>
CutOpsPass::getMakespan(func::FuncOp function, const Target &machine) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, getExtraction(/*withCuts=*/false));
  if (failed(extracted))
    return failure();
  Result<SolveResult> result =
      solveAndVerify(getSolvers(function), std::string(solver),
                     extracted->problem, getLimits(), optionValues);
  if (!result)
    return emitError(function.getLoc()) << result.error();
  if (!result->solution)
    return std::optional<int64_t>();
  return result->solution->makespanPs;
}

/// Cuts that ops ask for count; where none does, those that the solver finds.
FailureOr<std::optional<Choice>>
CutOpsPass::choose(const ExtractedFunction &extracted) {
  func::FuncOp function = extracted.function;
  FailureOr<std::vector<OpCut>> asked = readCutAttributes(extracted);
  if (failed(asked))
    return failure();
  const CutRules rules = getCutRules(extracted);
  Choice choice;
  if (!asked->empty()) {
    choice.isAsked = true;
    choice.cuts = cutOps(extracted.problem, *asked,
                         CutNeighbours(extracted.problem, rules));
    Result<CutProblem> made = makeCutProblem(extracted.problem, choice.cuts);
    if (!made)
      return emitError(function.getLoc()) << made.error();
    choice.problem = std::move(*made);
    return std::optional(std::move(choice));
  }
  if (cutOptions.mode == CutOptions::Mode::None)
    return std::optional<Choice>();
  remarkDynamic(extracted);
  CutOptions options = cutOptions;
  options.rules = rules;
  Result<CutSolveResult> result =
      solveWithCuts(getSolvers(function), std::string(solver),
                    extracted.problem, getLimits(), options, optionValues);
  if (!result)
    return emitError(function.getLoc()) << result.error();
  if (result->groups.empty() || !result->uncutPs)
    return std::optional<Choice>();
  choice.cuts = std::move(result->cuts);
  choice.problem = std::move(result->problem);
  choice.uncutPs = *result->uncutPs;
  return std::optional(std::move(choice));
}

static int64_t sumBytes(const memplace::Op &op) {
  int64_t bytes = 0;
  for (const Access &access : op.accesses)
    bytes = addCounts(bytes, access.bytes);
  return bytes;
}

/// Bytes that pieces read again, since the cut does not divide them.
static int64_t getRepeatedBytes(const memplace::Op &op, const OpCut &cut) {
  const std::vector<CutAccess> &divided = op.cuts[cut.dimension].accesses;
  int64_t bytes = 0;
  for (auto [index, access] : llvm::enumerate(op.accesses))
    if (llvm::none_of(divided, [&](const CutAccess &one) {
          return one.access == static_cast<int32_t>(index);
        }))
      bytes = addCounts(
          bytes, multiplyCounts(access.bytes,
                                static_cast<int64_t>(cut.bounds.size())));
  return bytes;
}

/// A remark for each op that is cut: how, and what that costs.
static std::vector<LaterRemark> describe(const ExtractedFunction &extracted,
                                         const Choice &choice) {
  std::vector<int64_t> bytes(extracted.problem.ops.size(), 0);
  const CutProblem &cut = choice.problem;
  for (Step step = 0; step < cut.problem.numSteps(); ++step)
    bytes[cut.opOf[step]] += sumBytes(cut.problem.ops[step]);
  const Target &target = extracted.problem.target;
  std::vector<LaterRemark> remarks;
  for (const OpCut &one : choice.cuts.ops) {
    const MemoryCut &how = extracted.cuts[one.op][one.dimension];
    const memplace::Op &op = extracted.problem.ops[one.op];
    Operation *operation = extracted.schedule->getSteps()[one.op];
    const auto more = static_cast<int64_t>(one.bounds.size());
    const int64_t repeated = getRepeatedBytes(op, one);
    std::string text;
    llvm::raw_string_ostream(text)
        << "'" << operation->getName() << "' is cut in " << more + 1
        << " pieces along dimension " << how.dimension << ", of " << how.extent
        << " indices; that costs "
        << more * std::max(target.launchPs, target.piecePs)
        << " ps of launches, " << repeated << " bytes read again and "
        << bytes[one.op] - sumBytes(op) - repeated
        << " bytes of halos and of writes that became updates";
    remarks.push_back({operation->getLoc(), std::move(text)});
  }
  return remarks;
}

/// What launches of pieces take beyond what a problem counts for any op.
static int64_t getLaunchPs(const CutProblem &cut) {
  int64_t ps = 0;
  const std::vector<int64_t> trips = tripsOfSteps(cut.problem);
  for (size_t step = 0; step < cut.pieceOf.size(); ++step)
    if (cut.pieceOf[step] < 0)
      ps = addCounts(
          ps, multiplyCounts(cut.problem.ops[step].computePs, trips[step]));
  return ps;
}

/// Rewrites the function, half of it if the result is a failure or false.
static FailureOr<bool> rewrite(const ExtractedFunction &extracted,
                               const Choice &choice,
                               const std::vector<bool> &isUnknown) {
  if (!keepsOrder(choice.problem, isUnknown))
    return false;
  return CutRewriter(extracted, choice.cuts, choice.problem).run();
}

/// The same cuts, but no op's pieces pass another op.
static void keepProgramOrder(const ExtractedFunction &extracted,
                             Choice &choice) {
  for (auto [index, cut] : llvm::enumerate(choice.cuts.ops))
    cut.cascade = static_cast<int32_t>(index);
  choice.problem = *makeCutProblem(extracted.problem, choice.cuts);
}

/// Makes the function what was chosen, if need be without taking turns. What
/// is a failure or false leaves it half-changed.
FailureOr<bool> CutOpsPass::rewriteFunction(ExtractedFunction &extracted,
                                            Choice &choice,
                                            FunctionBackup &backup) {
  const std::vector<bool> isUnknown = excludeUnknown(extracted);
  FailureOr<bool> isCut = rewrite(extracted, choice, isUnknown);
  if (failed(isCut) || *isCut)
    return isCut;
  backup.restore();
  FailureOr<ExtractedFunction> again =
      extractFunction(extracted.function, extracted.problem.target,
                      getExtraction(/*withCuts=*/true));
  if (failed(again))
    return failure();
  excludeUnknown(*again);
  keepProgramOrder(*again, choice);
  return rewrite(*again, choice, isUnknown);
}

/// Compares with the function as it was; what the cuts bring, empty if they are
/// not faster.
FailureOr<std::string> CutOpsPass::compare(func::FuncOp function,
                                           const Target &machine,
                                           const Choice &choice) {
  FailureOr<std::optional<int64_t>> now = getMakespan(function, machine);
  if (failed(now))
    return failure();
  if (!*now)
    return std::string();
  const int64_t cutPs = addCounts(**now, getLaunchPs(choice.problem));
  if (cutPs >= choice.uncutPs)
    return std::string();
  return "; makespan " + std::to_string(cutPs) + " ps, without cuts " +
         std::to_string(choice.uncutPs) + " ps, both modelled";
}

static void emitRemarks(func::FuncOp function, const Choice &choice,
                        ArrayRef<LaterRemark> later, StringRef brought) {
  for (const LaterRemark &remark : later)
    emitRemark(remark.loc, remark.text);
  emitRemark(function.getLoc())
      << choice.cuts.ops.size() << " ops and " << choice.cuts.buffers.size()
      << " buffers of function '" << function.getName() << "' are cut"
      << brought;
}

LogicalResult CutOpsPass::cutFunction(func::FuncOp function,
                                      const Target &machine) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, getExtraction(/*withCuts=*/true));
  if (failed(extracted))
    return failure();
  excludeUnknown(*extracted);
  FailureOr<std::optional<Choice>> chosen = choose(*extracted);
  if (failed(chosen) || !*chosen)
    return success(succeeded(chosen));
  Choice &choice = **chosen;
  const std::vector<LaterRemark> later = describe(*extracted, choice);
  FunctionBackup backup(function);
  FailureOr<bool> isCut = rewriteFunction(*extracted, choice, backup);
  if (failed(isCut) || !*isCut)
    backup.restore();
  if (failed(isCut))
    return failure();
  if (!*isCut) {
    emitRemark(function.getLoc(), "nothing is cut: a buffer has uses that are "
                                  "not understood");
    return success();
  }
  std::string brought;
  if (!choice.isAsked) {
    FailureOr<std::string> gain = compare(function, machine, choice);
    if (failed(gain) || gain->empty()) {
      backup.restore();
      return success(succeeded(gain));
    }
    brought = std::move(*gain);
  }
  if (remarks)
    emitRemarks(function, choice, later, brought);
  return success();
}

static bool isPlaced(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr(MemPlaceDialect::placedAttrName) ||
                       isa<SlotOp, AcquireOp>(op) ||
                       op->hasAttr(MemPlaceDialect::residencyAttrName)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasCutAttributes(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr(MemPlaceDialect::cutAttrName)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void CutOpsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(checkOptions()))
    return signalPassFailure();
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp function : getPlaceableFunctions(module))
    if (!isPlaced(function) && (cutOptions.mode != CutOptions::Mode::None ||
                                hasCutAttributes(function)))
      functions.push_back(function);
  if (functions.empty())
    return;
  FailureOr<Target> machine = getTarget(module, target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  for (func::FuncOp function : functions)
    if (failed(cutFunction(function, *machine)))
      return signalPassFailure();
}
