//===- ScheduleFunction.cpp - Order the ops of a function -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleFunction.h"

#include "FunctionBackup.h"
#include "ScheduleNeeds.h"
#include "ScheduleRewriter.h"
#include "SolverOptions.h"
#include "WrittenProgram.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace memplace;

/// Steps of all schedules that a search for the least makespan places.
static constexpr int64_t triedSteps = 100'000;
/// Limit of the packing of a schedule, as PackLimits::nodes.
static constexpr int64_t packNodes = 200'000;

namespace {

/// A schedule with the bytes and times to report.
struct ChosenSchedule {
  ScheduleResult schedule;
  /// Sizes of the packed allocations. If they do not fit at home: bytes live at
  /// once.
  int64_t givenBytes = 0, bytes = 0;
};

class FunctionScheduler {
public:
  FunctionScheduler(func::FuncOp function, const Target &machine,
                    const TrialSettings &settings,
                    const FunctionSchedule &options)
      : function(function), machine(machine), settings(settings),
        options(options) {}

  LogicalResult run();

private:
  ChosenSchedule choose();
  ScheduleResult findSchedule(const ScheduleOptions &search, StopToken &stop);
  bool isGain(const ChosenSchedule &chosen) const;
  FailureOr<bool> isFaster();
  void keepOrder(StringRef reason);
  void record(const ChosenSchedule &chosen, ArrayRef<Location> locations);

  func::FuncOp function;
  const Target &machine;
  const TrialSettings &settings;
  const FunctionSchedule &options;
  ExtractedFunction extracted;
  Problem searched; // The problem of `extracted` for the search.
  std::optional<int64_t> givenPs, makespanPs; // With a makespan objective.
};

} // namespace

ScheduleResult FunctionScheduler::findSchedule(const ScheduleOptions &search,
                                               StopToken &stop) {
  if (!options.forMakespan)
    return scheduleForPeak(searched, search, stop);
  // Quick, and the same on every machine.
  SolveLimits quick;
  quick.seed = settings.limits.seed;
  const auto makespanOf = [&](const Problem &tried) -> std::optional<double> {
    Result<SolveResult> result =
        solveAndVerify(getSolvers(function), "greedy", tried, quick);
    if (!result || !result->solution)
      return std::nullopt;
    return static_cast<double>(*result->solution->makespanPs);
  };
  const int64_t tries = std::clamp<int64_t>(
      triedSteps / std::max<int64_t>(1, searched.numSteps()), 20, 300);
  return scheduleForMakespan(searched, search, makespanOf, tries, stop);
}

ChosenSchedule FunctionScheduler::choose() {
  ScheduleOptions search;
  search.recomputePercent = options.recomputePercent;
  search.seed = settings.limits.seed;
  search.needs = findNeeds(
      extracted, findBarriers(extracted, findMovableDeallocations(extracted)));
  StopToken stop = settings.limits.token();
  ChosenSchedule chosen;
  chosen.schedule = findSchedule(search, stop);
  chosen.givenBytes = chosen.schedule.givenPeak;
  chosen.bytes = chosen.schedule.peak;
  if (options.forMakespan)
    return chosen;
  PackLimits packing;
  packing.nodes = packNodes;
  packing.seed = settings.limits.seed;
  const std::optional<PackedSchedule> packed =
      packSchedule(searched, search, chosen.schedule, packing, stop);
  if (packed && packed->givenArenaBytes) {
    chosen.givenBytes = *packed->givenArenaBytes;
    chosen.bytes = packed->arenaBytes;
  }
  return chosen;
}

/// Returns true if \p chosen changes the program and lowers the peak. The
/// search for a makespan has compared times itself.
bool FunctionScheduler::isGain(const ChosenSchedule &chosen) const {
  const ScheduleResult &schedule = chosen.schedule;
  const bool changes = schedule.movedOps + schedule.repeatedOps > 0;
  return changes && (options.forMakespan || chosen.bytes < chosen.givenBytes);
}

/// Returns `liveBytesAtPeak` without the buffers that no op accesses, whose
/// place in the order is arbitrary.
static int64_t accessedBytesAtPeak(Problem problem) {
  std::vector<bool> isAccessed(problem.buffers.size());
  for (const memplace::Op &op : problem.ops)
    for (const Access &access : op.accesses)
      isAccessed[access.buffer] = true;
  for (auto [id, buffer] : llvm::enumerate(problem.buffers))
    if (!isAccessed[id])
      buffer.external = true;
  return liveBytesAtPeak(problem);
}

FailureOr<bool> memplace::applySchedule(const ExtractedFunction &extracted,
                                        const Problem &searched,
                                        const ScheduledProblem &scheduled,
                                        const ExtractOptions &options) {
  func::FuncOp function = extracted.function;
  const WrittenProgram written(extracted);
  ScheduleRewriter rewriter(extracted, searched, scheduled);
  if (!rewriter.run() || failed(verify(function)))
    return false;
  FailureOr<ExtractedFunction> now =
      extractFunction(function, extracted.problem.target, options);
  if (failed(now))
    return failure();
  if (std::optional<Error> error = written.check(*now, rewriter))
    return emitError(function.getLoc(), "internal error: the schedule of '")
           << function.getName() << "': " << error->message;
  return accessedBytesAtPeak(now->problem) <=
         accessedBytesAtPeak(scheduled.problem);
}

/// Places the rewritten function. Returns true if it is faster than the given
/// one, or the only one with a placement.
FailureOr<bool> FunctionScheduler::isFaster() {
  FailureOr<std::optional<int64_t>> now =
      getPlacedMakespan(function, machine, settings);
  if (failed(now))
    return failure();
  makespanPs = *now;
  return makespanPs && (!givenPs || *makespanPs < *givenPs);
}

namespace {

/// An op that runs after a later op, or several times.
struct MovedOp {
  Step written = 0;
  SmallVector<int64_t> runs; // Steps of the scheduled problem.
};

} // namespace

/// Returns the moved and the repeated ops, in the order of the program.
static std::vector<MovedOp> findMovedOps(const Problem &problem,
                                         const ScheduleMap &map) {
  std::vector<MovedOp> all(problem.ops.size());
  for (auto [run, step] : llvm::enumerate(map.ops))
    all[step].runs.push_back(static_cast<int64_t>(run));
  std::vector<MovedOp> moved;
  int64_t firstOfLater = std::numeric_limits<int64_t>::max();
  for (Step step = problem.numSteps() - 1; step >= 0; --step) {
    MovedOp &op = all[step];
    op.written = step;
    const bool isMoved = op.runs.front() > firstOfLater;
    firstOfLater = std::min(firstOfLater, op.runs.front());
    if ((isMoved || op.runs.size() > 1) && !problem.ops[step].isBoundary())
      moved.push_back(std::move(op));
  }
  std::reverse(moved.begin(), moved.end());
  return moved;
}

static void emitRemark(Location loc, ScheduledOpAttr op) {
  InFlightDiagnostic remark = emitRemark(loc);
  remark << "'" << op.getOp().getValue() << "' of step " << op.getWritten()
         << " runs at step" << (op.getRuns().size() > 1 ? "s " : " ");
  llvm::interleaveComma(op.getRuns(), remark);
}

static void emitRemark(func::FuncOp function, ScheduleMadeAttr made) {
  InFlightDiagnostic remark = emitRemark(function.getLoc());
  const size_t repeated = llvm::count_if(
      made.getOps(), [](auto op) { return op.getRuns().size() > 1; });
  remark << "function '" << function.getName()
         << "': moved ops: " << made.getOps().size() - repeated
         << ", repeated ops: " << repeated << " for " << made.getRepeatedPs()
         << " ps modelled; bytes: " << made.getBytes() << ", as written "
         << made.getGivenBytes();
  if (made.getBoundBytes() > 0)
    remark << ", at least " << made.getBoundBytes();
  if (made.getMakespanPs() > 0)
    remark << "; makespan: " << made.getMakespanPs()
           << " ps modelled, as written "
           << (made.getGivenMakespanPs() > 0
                   ? std::to_string(made.getGivenMakespanPs()) + " ps"
                   : "it does not fit");
}

/// Records the schedule as an attribute, and emits the remarks. \p locations:
/// by step as written.
void FunctionScheduler::record(const ChosenSchedule &chosen,
                               ArrayRef<Location> locations) {
  MLIRContext *context = function.getContext();
  const ScheduleResult &schedule = chosen.schedule;
  SmallVector<ScheduledOpAttr> ops;
  for (const MovedOp &moved : findMovedOps(searched, schedule.scheduled.map))
    ops.push_back(ScheduledOpAttr::get(
        context, StringAttr::get(context, searched.ops[moved.written].name),
        moved.written, moved.runs));
  auto made = ScheduleMadeAttr::get(
      context, schedule.repeatedPs, chosen.givenBytes, chosen.bytes,
      schedule.bound, givenPs.value_or(0), makespanPs.value_or(0), ops);
  function->setAttr(MemPlaceDialect::scheduleMadeAttrName, made);
  if (!options.remarks)
    return;
  for (ScheduledOpAttr op : ops)
    emitRemark(locations[op.getWritten()], op);
  emitRemark(function, made);
}

void FunctionScheduler::keepOrder(StringRef reason) {
  if (options.remarks)
    emitRemark(function.getLoc(), "the order of function '")
        << function.getName() << "' stays: " << reason;
}

LogicalResult FunctionScheduler::run() {
  if (!function.getBody().hasOneBlock()) {
    keepOrder("it has several blocks");
    return success();
  }
  FailureOr<ExtractedFunction> found =
      extractFunction(function, machine, getExtraction(settings));
  if (failed(found))
    return failure();
  extracted = std::move(*found);
  if (std::optional<Error> error = checkSchedulable(extracted.problem)) {
    keepOrder(error->message);
    return success();
  }
  searched = makeSchedulable(extracted);
  if (options.forMakespan) {
    FailureOr<std::optional<int64_t>> given =
        getPlacedMakespan(function, machine, settings);
    if (failed(given))
      return failure();
    givenPs = *given;
  }
  const ChosenSchedule chosen = choose();
  if (!isGain(chosen)) {
    keepOrder("no better one was found");
    return success();
  }
  SmallVector<Location> locations;
  for (Operation *op : extracted.schedule->getSteps())
    locations.push_back(op ? op->getLoc() : function.getLoc());
  const BaselineAttr baseline =
      makeBaseline(function.getContext(), extracted.problem);
  FunctionBackup backup(function);
  FailureOr<bool> isDone = applySchedule(
      extracted, searched, chosen.schedule.scheduled, getExtraction(settings));
  if (succeeded(isDone) && *isDone && options.forMakespan)
    isDone = isFaster();
  if (failed(isDone) || !*isDone) {
    backup.restore();
    if (succeeded(isDone))
      keepOrder("the program cannot have the one that was found, or gains "
                "nothing by it");
    return failure(failed(isDone));
  }
  record(chosen, locations);
  recordBaseline(function, baseline);
  return success();
}

LogicalResult memplace::scheduleFunction(func::FuncOp function,
                                         const Target &machine,
                                         const TrialSettings &settings,
                                         const FunctionSchedule &schedule) {
  return FunctionScheduler(function, machine, settings, schedule).run();
}
