//===- CutFunction.cpp - Cut the ops and buffers of a function ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutFunction.h"

#include "CutChoice.h"
#include "CutRewriter.h"
#include "FunctionBackup.h"
#include "OpsToTile.h"
#include "SolverOptions.h"

#include "../Cut/CutCosts.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Problem/Units.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <limits>

using namespace mlir;
using namespace memplace;

/// Ops are cut along at most three dimensions.
static constexpr unsigned maxEarlierCuts = 2;
/// Limit on the steps of a function whose loops move windows. A longer function
/// stays uncut if it has a placement.
static constexpr Step maxStepsWithWindows = 1000;

namespace {

/// Chosen cuts and their gain.
struct Choice {
  Cuts cuts;
  CutProblem problem;
  bool isRequested = false; // Requested by ops, regardless of the gain.
  /// Makespan without the cuts; none if requested, or if only the cut program
  /// has a placement.
  std::optional<int64_t> uncutPs;
};

/// The reason why there is no placement with cuts.
struct Refusal {
  Location loc;
  std::string text;
  bool isCertain = false; // No cut of the op fits.
};

/// The makespan of a function in picoseconds after its cuts were made. None if
/// nothing was cut, or if the cut function has no placement; the function is
/// then as before. A failure with a diagnostic is an error of the input. A
/// failure that sets `FunctionCutter::refusal` means that no cut makes an op
/// fit: further cuts may be tried, and the diagnostic is emitted at the end.
using CutOutcome = FailureOr<std::optional<int64_t>>;

/// A remark to emit only if the cuts are kept.
struct DeferredRemark {
  Location loc;
  std::string text;
};

/// The description of cuts for reports, made before the rewrite.
struct CutRecord {
  SmallVector<OpCutAttr> ops;
  std::vector<DeferredRemark> remarks;
  BaselineAttr baseline;
};

class FunctionCutter {
public:
  FunctionCutter(func::FuncOp function, const Target &machine,
                 const TrialSettings &settings, const FunctionCuts &cuts)
      : function(function), machine(machine), settings(settings), cuts(cuts) {}

  CutOutcome run();

private:
  CutOutcome runQuietly();
  CutOutcome tryOnce();
  CutOutcome tryNumbers();
  CutOutcome cutAlongSeveral();
  LogicalResult reportRefusal();
  CutOutcome cutPieces(const Choice &choice, Step numUncutSteps);
  ExtractOptions getExtraction() const {
    ExtractOptions options = memplace::getExtraction(settings);
    options.withCuts = true;
    options.withFloatSums = cuts.floatSums;
    return options;
  }
  FailureOr<ExtractedFunction> extract();
  FailureOr<bool> mayStayUncut(const ExtractedFunction &extracted);
  FailureOr<std::optional<Choice>> choose(const ExtractedFunction &extracted);
  FailureOr<bool> rewriteFunction(ExtractedFunction &extracted, Choice &choice,
                                  FunctionBackup &backup);
  CutOutcome getCutMakespan(const Choice &choice);
  void recordCuts(const Choice &choice, ArrayRef<OpCutAttr> ops,
                  std::optional<int64_t> cutPs);

  func::FuncOp function;
  const Target &machine;
  const TrialSettings &settings;
  FunctionCuts cuts;
  std::optional<Refusal> refusal; // Of the last try; not reported yet.
  /// Largest number of indices of a dimension of an op.
  int64_t largestExtent = 0;
  /// By step: the step of the uncut function that this step is a piece of.
  /// Empty if there were no earlier cuts.
  std::vector<Step> stepAsWritten;
  unsigned numEarlierCuts = 0; // Dimensions along which ops were cut before.
};

} // namespace

/// Returns advice on allowing more cuts of \p op; empty if there is none.
static std::string getCutHint(Operation *op, bool floatSums) {
  const SmallVector<MemoryCut> all = getMemoryCuts(op);
  if (all.empty() && op->hasAttr(MemPlaceDialect::accessAttrName))
    return "; 'memplace.cut_dims' at the op would say how it can be cut";
  const auto *sum =
      llvm::find_if(all, [](const MemoryCut &cut) { return cut.isRounded; });
  if (sum == all.end() || floatSums)
    return "";
  return "; its dimension " + std::to_string(sum->dimension) +
         ", a sum of floats, is cut with cut-float-sums";
}

/// Returns \p misfit as the reason why there is no placement with cuts.
/// Dimensions are named as in the IR.
static Refusal makeRefusal(const ExtractedFunction &extracted, Misfit misfit,
                           bool floatSums) {
  const auto &dimensions = extracted.cuts[misfit.op];
  if (misfit.pieces > 1)
    misfit.dimension = dimensions[misfit.dimension].dimension;
  if (misfit.piecesOfRows > 1)
    misfit.dimensionOfRows = dimensions[misfit.dimensionOfRows].dimension;
  const int64_t capacity = extracted.problem.target.tiers[misfit.tier].capacity;
  const bool isCertain = misfit.bytes > capacity;
  Operation *op = extracted.schedule->getSteps()[misfit.op];
  std::string text = describeMisfit(extracted.problem, misfit);
  if (isCertain)
    text += getCutHint(op, floatSums);
  return {op->getLoc(), std::move(text), isCertain};
}

/// Returns true if the function has more steps than `maxStepsWithWindows`, its
/// loops move windows over tiles, and it has a placement. A search for cuts
/// would place such a function hundreds of times for little gain, since its
/// tiles are cuts already. Fails with a diagnostic if the function cannot be
/// placed for a reason other than its sizes.
FailureOr<bool>
FunctionCutter::mayStayUncut(const ExtractedFunction &extracted) {
  const bool movesWindows =
      llvm::any_of(extracted.schedule->getSteps(), [](Operation *step) {
        return isa_and_nonnull<MoveOp>(step);
      });
  if (!movesWindows || extracted.problem.numSteps() <= maxStepsWithWindows ||
      allServeOps(machine))
    return false;
  CutOutcome makespan = getPlacedMakespan(function, machine, settings);
  if (failed(makespan))
    return failure();
  return makespan->has_value();
}

/// Chooses the cuts requested by ops; without requests, the cuts found by the
/// solver. Returns none if the function stays uncut. Fails with a diagnostic,
/// or sets `refusal` if no cut makes an op fit.
FailureOr<std::optional<Choice>>
FunctionCutter::choose(const ExtractedFunction &extracted) {
  FailureOr<std::vector<OpCut>> asked =
      readCutAttributes(extracted, cuts.floatSums);
  if (failed(asked))
    return failure();
  const CutRules rules = getCutRules(extracted);
  Choice choice;
  if (!asked->empty()) {
    choice.isRequested = true;
    choice.cuts = cutOps(extracted.problem, *asked,
                         CutNeighbours(extracted.problem, rules));
    Result<CutProblem> made = makeCutProblem(extracted.problem, choice.cuts);
    if (!made)
      return emitError(function.getLoc()) << made.error();
    choice.problem = std::move(*made);
    return std::optional(std::move(choice));
  }
  if (cuts.options.mode == CutOptions::Mode::None)
    return std::optional<Choice>();
  FailureOr<bool> isDone = mayStayUncut(extracted);
  if (failed(isDone))
    return failure();
  if (*isDone)
    return std::optional<Choice>();
  remarkDynamic(extracted);
  CutOptions options = cuts.options;
  options.rules = rules;
  options.replacesPlacement = true;
  Result<CutSolveResult> result =
      solveWithCuts({getSolvers(function), settings.solver, settings.options},
                    extracted.problem, settings.limits, options);
  if (!result)
    return emitError(function.getLoc()) << result.error();
  if (result->misfit) {
    refusal = makeRefusal(extracted, *result->misfit, cuts.floatSums);
    return failure();
  }
  if (result->groups.empty())
    return std::optional<Choice>();
  choice.cuts = std::move(result->cuts);
  choice.problem = std::move(result->problem);
  choice.uncutPs = result->uncutPs;
  return std::optional(std::move(choice));
}

/// Returns the cuts as attributes.
static SmallVector<OpCutAttr> makeCutAttrs(const ExtractedFunction &extracted,
                                           ArrayRef<CutCost> costs) {
  SmallVector<OpCutAttr> made;
  func::FuncOp function = extracted.function;
  MLIRContext *context = function.getContext();
  for (const CutCost &cost : costs)
    made.push_back(OpCutAttr::get(
        context, StringAttr::get(context, extracted.problem.ops[cost.op].name),
        cost.op, extracted.cuts[cost.op][cost.dimension].dimension, cost.extent,
        cost.pieces, cost.launchPs, cost.repeatedBytes, cost.haloBytes));
  return made;
}

/// Returns a remark for each cut op with its pieces and costs.
static std::vector<DeferredRemark>
makeRemarks(const ExtractedFunction &extracted, ArrayRef<OpCutAttr> made) {
  std::vector<DeferredRemark> remarks;
  for (OpCutAttr one : made) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "'" << one.getOp().getValue() << "' is cut in " << one.getPieces()
        << " pieces along dimension " << one.getDim() << ", of "
        << one.getExtent() << " indices; that costs " << one.getLaunchPs()
        << " ps of launches, " << one.getRepeatedBytes()
        << " bytes read again and " << one.getHaloBytes()
        << " bytes of halos and of writes that became updates";
    Operation *op = extracted.schedule->getSteps()[one.getStep()];
    remarks.push_back({op->getLoc(), std::move(text)});
  }
  return remarks;
}

static CutRecord makeRecord(const ExtractedFunction &extracted,
                            const Choice &choice) {
  CutRecord record;
  record.ops = makeCutAttrs(
      extracted, getCutCosts(extracted.problem, choice.cuts, choice.problem));
  record.remarks = makeRemarks(extracted, record.ops);
  func::FuncOp function = extracted.function;
  record.baseline = makeBaseline(function.getContext(), extracted.problem);
  return record;
}

/// Extracts the function, without cuts of steps with unknown accesses.
FailureOr<ExtractedFunction> FunctionCutter::extract() {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, getExtraction());
  if (succeeded(extracted))
    excludeUnknown(*extracted);
  return extracted;
}

/// Rewrites the function. On failure or false, leaves it partly rewritten.
static FailureOr<bool> rewrite(const ExtractedFunction &extracted,
                               const Choice &choice,
                               const std::vector<bool> &isUnknown) {
  if (!keepsOrder(choice.problem, isUnknown))
    return false;
  return CutRewriter(extracted, choice.cuts, choice.problem).run();
}

/// Chooses the same cuts without cascades: no piece moves past another op.
static void keepProgramOrder(const ExtractedFunction &extracted,
                             Choice &choice) {
  for (auto [index, cut] : llvm::enumerate(choice.cuts.ops))
    cut.cascade = static_cast<int32_t>(index);
  choice.problem = *makeCutProblem(extracted.problem, choice.cuts);
}

/// Rewrites the function for the chosen cuts, if necessary without cascades. On
/// failure or false, leaves it partly rewritten.
FailureOr<bool> FunctionCutter::rewriteFunction(ExtractedFunction &extracted,
                                                Choice &choice,
                                                FunctionBackup &backup) {
  const std::vector<bool> isUnknown = excludeUnknown(extracted);
  FailureOr<bool> isCut = rewrite(extracted, choice, isUnknown);
  if (failed(isCut) || *isCut)
    return isCut;
  backup.restore();
  FailureOr<ExtractedFunction> again = extractFunction(
      extracted.function, extracted.problem.target, getExtraction());
  if (failed(again))
    return failure();
  excludeUnknown(*again);
  keepProgramOrder(*again, choice);
  return rewrite(*again, choice, isUnknown);
}

/// Returns the makespan of the function in picoseconds if it is less than
/// without cuts; none otherwise.
CutOutcome FunctionCutter::getCutMakespan(const Choice &choice) {
  CutOutcome now = getPlacedMakespan(function, machine, settings);
  if (succeeded(now) && !*now && !choice.uncutPs) {
    refusal = {function.getLoc(),
               "each op fits after cuts, but solver '" + settings.solver +
                   "' found no placement of the cut program"};
    return failure();
  }
  if (succeeded(now) && *now && choice.uncutPs && **now >= *choice.uncutPs)
    return std::optional<int64_t>();
  return now;
}

static void emitRemarks(func::FuncOp function, ArrayRef<DeferredRemark> later) {
  auto made =
      function->getAttrOfType<CutsMadeAttr>(MemPlaceDialect::cutsMadeAttrName);
  for (const DeferredRemark &remark : later)
    emitRemark(remark.loc, remark.text);
  InFlightDiagnostic remark = emitRemark(function.getLoc());
  remark << made.getNumCutOps() << " ops and " << made.getBuffers()
         << " buffers of function '" << function.getName() << "' are cut";
  if (made.getUncutMakespanPs() > 0)
    remark << "; makespan " << made.getMakespanPs() << " ps, without cuts "
           << made.getUncutMakespanPs() << " ps, both modelled";
}

/// Returns \p earlier and \p added as one list, with a single entry for the
/// pieces of an op that are cut along the same dimension. \p stepAsWritten: by
/// step of \p added.
static SmallVector<OpCutAttr> mergeCuts(ArrayRef<OpCutAttr> earlier,
                                        ArrayRef<OpCutAttr> added,
                                        ArrayRef<Step> stepAsWritten) {
  SmallVector<OpCutAttr> all(earlier);
  llvm::SmallDenseMap<std::pair<int64_t, int64_t>, size_t> indexOf;
  for (OpCutAttr one : added) {
    const auto index = static_cast<size_t>(one.getStep());
    const int64_t step =
        index < stepAsWritten.size() ? stepAsWritten[index] : one.getStep();
    auto [found, isNew] = indexOf.try_emplace({step, one.getDim()}, all.size());
    const OpCutAttr sum = isNew ? OpCutAttr() : all[found->second];
    auto merged = OpCutAttr::get(
        one.getContext(), one.getOp(), step, one.getDim(), one.getExtent(),
        std::max(one.getPieces(), sum ? sum.getPieces() : 0),
        one.getLaunchPs() + (sum ? sum.getLaunchPs() : 0),
        one.getRepeatedBytes() + (sum ? sum.getRepeatedBytes() : 0),
        one.getHaloBytes() + (sum ? sum.getHaloBytes() : 0));
    if (isNew)
      all.push_back(merged);
    else
      all[found->second] = merged;
  }
  return all;
}

/// Records the cuts \p ops as an attribute of the function, together with the
/// cuts along earlier dimensions.
void FunctionCutter::recordCuts(const Choice &choice, ArrayRef<OpCutAttr> ops,
                                std::optional<int64_t> cutPs) {
  auto numBuffers = static_cast<int64_t>(choice.cuts.buffers.size());
  SmallVector<OpCutAttr> all(ops);
  if (numEarlierCuts > 0) {
    auto earlier = function->getAttrOfType<CutsMadeAttr>(
        MemPlaceDialect::cutsMadeAttrName);
    numBuffers += earlier.getBuffers();
    all = mergeCuts(earlier.getOps(), ops, stepAsWritten);
  }
  function->setAttr(MemPlaceDialect::cutsMadeAttrName,
                    CutsMadeAttr::get(function.getContext(), numBuffers,
                                      cutPs.value_or(0),
                                      choice.uncutPs.value_or(0), all));
}

/// Chooses cuts, makes them and places the function.
CutOutcome FunctionCutter::tryOnce() {
  const std::optional<int64_t> none;
  FailureOr<ExtractedFunction> extracted = extract();
  if (failed(extracted))
    return failure();
  for (const memplace::Op &op : extracted->problem.ops)
    for (const CutDimension &dimension : op.cuts)
      largestExtent = std::max(largestExtent, dimension.extent);
  FailureOr<std::optional<Choice>> chosen = choose(*extracted);
  if (failed(chosen))
    return failure();
  if (!*chosen)
    return none;
  Choice &choice = **chosen;
  const CutRecord record = makeRecord(*extracted, choice);
  FunctionBackup backup(function);
  FailureOr<bool> isCut = rewriteFunction(*extracted, choice, backup);
  if (failed(isCut) || !*isCut)
    backup.restore();
  if (failed(isCut))
    return failure();
  if (!*isCut) {
    emitRemark(function.getLoc(),
               "nothing is cut: a buffer has unsupported uses");
    return none;
  }
  std::optional<int64_t> cutPs;
  if (!choice.isRequested) {
    CutOutcome found = getCutMakespan(choice);
    if (failed(found) || !*found) {
      backup.restore();
      return found;
    }
    cutPs = *found;
  }
  recordCuts(choice, record.ops, cutPs);
  recordBaseline(function, record.baseline);
  if (cuts.remarks)
    emitRemarks(function, record.remarks);
  return cutPs;
}

/// Tries a few fixed numbers of pieces. Equal pieces of all ops may have a
/// placement where the coarsest cuts that fit have none, because the two leave
/// room at different places. Returns none if there is no placement.
CutOutcome FunctionCutter::tryNumbers() {
  const CutOptions asked = cuts.options;
  std::optional<int64_t> none;
  CutOutcome result = none;
  for (const int64_t pieces : {4, 8, 16}) {
    if (pieces > largestExtent)
      break;
    refusal.reset();
    cuts.options.mode = CutOptions::Mode::Fixed;
    cuts.options.pieces = pieces;
    result = tryOnce();
    if (succeeded(result) ? result->has_value() : !refusal)
      break;
    result = none;
  }
  cuts.options = asked;
  return result;
}

/// Cuts the pieces of \p choice, the cuts just made, along further dimensions.
/// \p numUncutSteps: steps of the function before these cuts.
CutOutcome FunctionCutter::cutPieces(const Choice &choice, Step numUncutSteps) {
  FunctionCutter next(function, machine, settings, cuts);
  next.numEarlierCuts = numEarlierCuts + 1;
  // The time of a trial grows with the number of steps.
  next.cuts.options.budget =
      std::max<int64_t>(1, cuts.options.budget * numUncutSteps /
                               choice.problem.problem.numSteps());
  for (Step step : choice.problem.opOf)
    next.stepAsWritten.push_back(stepAsWritten.empty() ? step
                                                       : stepAsWritten[step]);
  CutOutcome result = next.runQuietly();
  if (failed(result) && next.refusal)
    return std::optional<int64_t>();
  // The pieces may fit as they are.
  return succeeded(result) && !*result
             ? getPlacedMakespan(function, machine, settings)
             : result;
}

/// Cuts ops that no cut along a single dimension makes fit: first along one
/// dimension, then their pieces along others. Returns none if there is no
/// placement.
CutOutcome FunctionCutter::cutAlongSeveral() {
  const std::optional<int64_t> none;
  FailureOr<ExtractedFunction> extracted = extract();
  if (failed(extracted))
    return failure();
  CutOptions options = cuts.options;
  options.rules = getCutRules(*extracted);
  Choice choice{.cuts = findFirstCuts(extracted->problem, options)};
  if (choice.cuts.empty())
    return none;
  choice.problem = *makeCutProblem(extracted->problem, choice.cuts);
  const CutRecord record = makeRecord(*extracted, choice);
  FunctionBackup backup(function);
  FailureOr<bool> isCut = rewriteFunction(*extracted, choice, backup);
  CutOutcome result = none;
  if (failed(isCut)) {
    result = failure();
  } else if (*isCut) {
    recordCuts(choice, record.ops, std::nullopt);
    recordBaseline(function, record.baseline);
    result = cutPieces(choice, extracted->problem.numSteps());
  }
  if (failed(result) || !*result)
    backup.restore();
  else if (cuts.remarks)
    for (const DeferredRemark &remark : record.remarks)
      emitRemark(remark.loc, remark.text);
  return result;
}

/// Leaves the reason in `refusal` if the function has no placement; other
/// failures have a diagnostic.
CutOutcome FunctionCutter::runQuietly() {
  CutOutcome result = tryOnce();
  if (succeeded(result) || !refusal ||
      cuts.options.mode != CutOptions::Mode::Auto)
    return result;
  const Refusal first = *refusal;
  result = first.isCertain ? std::optional<int64_t>() : tryNumbers();
  if (succeeded(result) && !*result && numEarlierCuts < maxEarlierCuts)
    result = cutAlongSeveral();
  refusal.reset();
  if (failed(result) || *result)
    return result;
  refusal = first;
  return failure();
}

CutOutcome FunctionCutter::run() {
  CutOutcome result = runQuietly();
  if (failed(result) && refusal)
    return reportRefusal();
  return result;
}

/// Reports `refusal`, an error about an op that no cut makes fit. Loops over
/// tiles might make the op fit, but they are used only if each op that needs
/// tiles has tiles that fit. If another op has none, a note names that op.
LogicalResult FunctionCutter::reportRefusal() {
  InFlightDiagnostic error = emitError(refusal->loc) << refusal->text;
  if (allServeOps(machine))
    return error;
  const std::optional<OpWithoutTiles> without =
      findOpWithoutTiles(function, machine, cuts.floatSums);
  if (without && without->loc != refusal->loc)
    error.attachNote(without->loc)
        << "loops over tiles would need tiles of op '" << without->name
        << "', too, whose smallest tile needs " << without->leastBytes
        << " bytes"
        << (without->hasWholeSums ? ", as sums of floats stay whole" : "");
  return error;
}

CutOutcome memplace::cutFunction(func::FuncOp function, const Target &machine,
                                 const TrialSettings &settings,
                                 const FunctionCuts &cuts) {
  return FunctionCutter(function, machine, settings, cuts).run();
}

bool memplace::allServeOps(const Target &machine) {
  return llvm::all_of(machine.tiers,
                      [](const Tier &tier) { return tier.servesOps; });
}

FailureOr<CutOptions> memplace::readCutOptions(ModuleOp module, StringRef cut,
                                               int64_t budget,
                                               const Target &machine) {
  if (cut.empty())
    cut = allServeOps(machine) ? "none" : "auto";
  Result<CutOptions> parsed = parseCut(cut.str());
  if (!parsed)
    return emitError(module.getLoc(), "'cut' ") << parsed.error();
  if (budget < 1)
    return emitError(
               module.getLoc(),
               "the number of cut problems to try must be at least 1, got ")
           << budget;
  parsed->budget = budget;
  return *parsed;
}
