//===- StreamWeights.cpp - Reads weights of IREE programs per call --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseResident.h"
#include "ExtractCosts.h"
#include "PlanReads.h"
#include "RewriteParameters.h"
#include "RewriteReads.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/IREE/Passes.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

namespace memplace {
#define GEN_PASS_DEF_STREAMWEIGHTSPASS
#include "memplace/IREE/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// Reason for keeping a weight resident, by the name of its global.
using Reasons = llvm::MapVector<StringAttr, std::string>;

class StreamWeightsPass
    : public memplace::impl::StreamWeightsPassBase<StreamWeightsPass> {
public:
  using StreamWeightsPassBase::StreamWeightsPassBase;
  void runOnOperation() override;

private:
  LogicalResult readOptions();
  void findResident();
  std::optional<StreamExecute> readStreamed(Operation *op) const;
  const std::vector<int64_t> &getComputePs(const StreamExecute &execute);
  bool findMoreResident();
  void keepResident(StringAttr name, const std::string &reason);
  std::string findReason(Operation *load);
  int64_t getResidentBytes() const;
  LogicalResult chooseByMemory();
  LogicalResult planAll();
  LogicalResult refuseWithoutWeights();
  std::vector<ResidentWeights> groupResident() const;
  void remarkOnResident(ArrayRef<ResidentWeights> groups);
  LogicalResult writeFiles(ArrayRef<ResidentWeights> groups);
  void writeAll();

  SliceAlignment alignment; // Set by readOptions, like the next two.
  std::optional<Target> machine;
  PlannerOptions options;
  ParameterGlobals all;             // Weights of the module.
  std::vector<StringAttr> others;   // Other constant globals.
  ParameterGlobals streamed;        // Weights that are read per call.
  Reasons resident;                 // The other weights.
  std::vector<Operation *> regions; // All `stream.cmd.execute` ops, in order.
  /// By region: reason for keeping its weights resident.
  llvm::DenseMap<Operation *, std::string> unknown;
  /// Compute times of regions by step, computed on demand.
  llvm::DenseMap<Operation *, std::vector<int64_t>> computePs;
  std::vector<PlannedExecute> planned;
};
} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

LogicalResult StreamWeightsPass::readOptions() {
  Location loc = getOperation().getLoc();
  constexpr int64_t maxAlignment = int64_t(1) << 30;
  for (auto [name, value] :
       {std::pair("offset-alignment", int64_t(offsetAlignment)),
        std::pair("range-alignment", int64_t(rangeAlignment))})
    if (value < 1 || value > maxAlignment || (value & (value - 1)) != 0)
      return emitError(loc, "'") << name << "' must be a power of two up to "
                                 << maxAlignment << ", got " << value;
  alignment = {offsetAlignment, rangeAlignment};
  if (arena.hasValue() == memory.hasValue())
    return emitError(loc, "one of 'arena' and 'memory' must be given");
  constexpr int64_t maxBytes = int64_t(1) << 50;
  for (auto [name, value] :
       {std::pair("arena", &arena), std::pair("memory", &memory)})
    if (value->hasValue() && (*value < 1 || *value > maxBytes))
      return emitError(loc, "'") << name << "' must be from 1 to " << maxBytes
                                 << " bytes, got " << int64_t(*value);
  double seconds = timeLimit;
  if (!(seconds >= 0) || !std::isfinite(seconds))
    return emitError(loc, "'time-limit' must be at least 0 seconds, got ")
           << std::to_string(seconds);
  auto known = llvm::StringSwitch<std::optional<PlannerOptions::Policy>>(policy)
                   .Case("solver", PlannerOptions::Policy::Solver)
                   .Case("on-demand", PlannerOptions::Policy::OnDemand)
                   .Case("double-buffer", PlannerOptions::Policy::DoubleBuffer)
                   .Default(std::nullopt);
  if (!known)
    return emitError(loc, "'policy' must be 'solver', 'on-demand' or "
                          "'double-buffer', got '")
           << std::string(policy) << "'";
  Result<SolverOptionValues> values =
      parseSolverOptions(std::string(solverOptions));
  if (!values)
    return emitError(loc) << values.error();
  Result<Target> loaded = loadTarget(target);
  if (!loaded)
    return emitError(loc) << loaded.error();
  machine = std::move(*loaded);
  options.policy = *known;
  options.arena = arena;
  options.plan = plan;
  options.solver = solver;
  options.solverOptions = std::move(*values);
  options.solveLimits.seed = seed;
  if (seconds > 0)
    options.solveLimits.timeLimit = std::chrono::duration<double>(seconds);
  options.packLimits.nodes = nodes;
  options.packLimits.seed = seed;
  return success();
}

//===----------------------------------------------------------------------===//
// Weights that can be read per call
//===----------------------------------------------------------------------===//

/// Returns true if \p op is in the body of a function, outside control flow.
static bool isStraightLine(Operation *op) {
  Operation *parent = op->getParentOp();
  return parent && parent->getName().getStringRef() == "util.func" &&
         parent->getNumRegions() == 1 && parent->getRegion(0).hasOneBlock();
}

void StreamWeightsPass::keepResident(StringAttr name,
                                     const std::string &reason) {
  if (streamed.erase(name))
    resident[name] = reason;
}

/// Returns the reason for keeping the weight of \p load resident; empty if
/// there is none.
std::string StreamWeightsPass::findReason(Operation *load) {
  for (OpOperand &use : load->getResult(0).getUses()) {
    Operation *user = use.getOwner();
    if (!isStreamExecute(user))
      return "it is used by a '" + user->getName().getStringRef().str() + "'";
    if (auto reason = unknown.find(user); reason != unknown.end())
      return reason->second;
    const ParameterGlobal *weight = findLoadedWeight(use.get(), streamed);
    if (weight && weight->affinity != user->getAttr("affinity"))
      return "it is used on another device than its own";
  }
  return "";
}

/// Parses the region \p op; none if it reads no weight per call.
std::optional<StreamExecute>
StreamWeightsPass::readStreamed(Operation *op) const {
  if (unknown.contains(op))
    return std::nullopt;
  Result<StreamExecute> execute = readStreamExecute(op, streamed, alignment);
  if (!execute || execute->weights.empty())
    return std::nullopt;
  return std::move(*execute);
}

/// Returns the compute times of a region's steps, which do not depend on the
/// choice of weights.
const std::vector<int64_t> &
StreamWeightsPass::getComputePs(const StreamExecute &execute) {
  auto [known, isNew] = computePs.try_emplace(execute.op);
  if (isNew)
    known->second = estimateComputePs(execute, getOperation(), *machine);
  return known->second;
}

/// Arenas must not exist at the same time. Marks the first violating region as
/// unknown, so its weights stay resident, and returns true.
bool StreamWeightsPass::findMoreResident() {
  std::optional<StreamExecute> before;
  for (Operation *op : regions) {
    std::optional<StreamExecute> execute = readStreamed(op);
    if (!execute)
      continue;
    if (before && before->op->getBlock() == op->getBlock() &&
        !canFollow(*execute, *before)) {
      unknown[op] = "it is used while another region has an arena";
      return true;
    }
    before = std::move(*execute);
  }
  return false;
}

void StreamWeightsPass::findResident() {
  SmallVector<Operation *> loads;
  getOperation()->walk([&](Operation *op) {
    if (isStreamExecute(op))
      regions.push_back(op);
    if (op->getNumResults() == 1 && findLoadedWeight(op->getResult(0), all))
      loads.push_back(op);
  });
  for (Operation *op : regions) {
    if (!isStraightLine(op)) {
      unknown[op] = "it is used in control flow or in an initializer";
      continue;
    }
    Result<StreamExecute> execute = readStreamExecute(op, all, alignment);
    if (!execute)
      unknown[op] = "in a region that uses it, " + execute.error();
  }
  do {
    for (Operation *load : loads)
      if (std::string reason = findReason(load); !reason.empty())
        keepResident(load->getAttrOfType<FlatSymbolRefAttr>("global").getAttr(),
                     reason);
  } while (findMoreResident());
}

//===----------------------------------------------------------------------===//
// Weights that fit into memory
//===----------------------------------------------------------------------===//

/// Returns the size of all resident weights, bytes.
int64_t StreamWeightsPass::getResidentBytes() const {
  int64_t bytes = 0;
  for (const auto &[name, reason] : resident)
    bytes += int64_t(
        llvm::alignTo(all.find(name)->second.size, uint64_t(alignment.range)));
  return bytes;
}

/// Chooses the resident weights within `memory`; the arena gets the rest.
LogicalResult StreamWeightsPass::chooseByMemory() {
  options.forced = getResidentBytes();
  options.memory = memory;
  std::vector<CostedExecute> costed;
  for (Operation *op : regions)
    if (std::optional<StreamExecute> execute = readStreamed(op)) {
      std::vector<int64_t> stepPs = getComputePs(*execute);
      costed.push_back({std::move(*execute), std::move(stepPs)});
    }
  Result<std::vector<StringAttr>> chosen = chooseResident(
      costed, streamed, *machine, alignment, memory - options.forced, seed);
  if (!chosen)
    return emitError(getOperation().getLoc()) << chosen.error();
  for (StringAttr name : *chosen)
    keepResident(name, "there is room for it within 'memory'");
  // An arena needs at least one byte; the planner reports an arena too small.
  options.arena = std::max<int64_t>(1, memory - getResidentBytes());
  return success();
}

//===----------------------------------------------------------------------===//
// Planning and writing
//===----------------------------------------------------------------------===//

/// Reason for keeping other constant globals resident.
static constexpr StringLiteral noWeight =
    "an initializer computes them, or they are no parameters";

LogicalResult StreamWeightsPass::planAll() {
  const SolverRegistry &solvers =
      getContext().getLoadedDialect<MemPlaceDialect>()->getSolvers();
  if (auto known = solvers.create(options.solver, options.solverOptions);
      !known)
    return emitError(getOperation().getLoc()) << known.error();
  for (Operation *op : regions) {
    std::optional<StreamExecute> execute = readStreamed(op);
    if (!execute)
      continue;
    std::vector<std::string> notes;
    Result<PlannedExecute> plan = planReads(
        *execute, *machine, getComputePs(*execute), options, solvers, notes);
    if (!plan)
      return emitError(op->getLoc(), "function '")
             << getFunctionName(op) << "': " << plan.error();
    for (const std::string &note : notes)
      emitRemark(op->getLoc()) << note;
    planned.push_back(std::move(*plan));
  }
  if (planned.size() > 1 &&
      !(plan.empty() && saveProblem.empty() && savePlan.empty()))
    return emitError(getOperation().getLoc(), "the module has ")
           << planned.size()
           << " regions with weights; problems and plans of files are for one";
  return success(!planned.empty() || succeeded(refuseWithoutWeights()));
}

/// Fails unless all streamable weights fit into memory.
LogicalResult StreamWeightsPass::refuseWithoutWeights() {
  const bool hasFiles =
      !(plan.empty() && saveProblem.empty() && savePlan.empty());
  if (options.memory && !resident.empty() && !hasFiles)
    return success();
  InFlightDiagnostic error = emitError(
      getOperation().getLoc(), "the module has no weights to read per call");
  if (all.empty() && others.empty())
    error.attachNote()
        << "no immutable global of the module is a named parameter";
  if (!others.empty())
    error.attachNote() << "'" << others[0].getValue()
                       << "' and the like stay resident: " << noWeight;
  for (const ResidentWeights &group : groupResident())
    error.attachNote() << "'" << group.weights[0].name.getLabel()
                       << "' and the like stay resident: " << group.reason;
  return error;
}

std::vector<ResidentWeights> StreamWeightsPass::groupResident() const {
  llvm::MapVector<StringRef, std::vector<ParameterGlobal>> byReason;
  for (const auto &[name, reason] : resident)
    byReason[reason].push_back(all.find(name)->second);
  std::vector<ResidentWeights> groups;
  for (auto &[reason, weights] : byReason)
    groups.push_back({reason.str(), weights});
  return groups;
}

void StreamWeightsPass::remarkOnResident(ArrayRef<ResidentWeights> groups) {
  if (!others.empty())
    emitRemark(getOperation().getLoc())
        << others.size() << " constants stay resident, such as '"
        << others[0].getValue() << "': " << noWeight;
  for (const ResidentWeights &group : groups) {
    int64_t bytes = 0;
    for (const ParameterGlobal &weight : group.weights)
      bytes += weight.size;
    emitRemark(getOperation().getLoc())
        << group.weights.size() << " weights of " << bytes
        << " bytes stay resident, such as '" << group.weights[0].name.getLabel()
        << "': " << group.reason;
  }
}

/// Prints a file on demand.
using Printer = llvm::function_ref<std::string()>;

LogicalResult StreamWeightsPass::writeFiles(ArrayRef<ResidentWeights> groups) {
  auto write = [&](StringRef file, Printer print) -> LogicalResult {
    if (file.empty())
      return success();
    if (file == "-") {
      llvm::outs() << print();
      return success();
    }
    if (std::optional<Error> error = writeFile(file.str(), print()))
      return emitError(getOperation().getLoc()) << error->message;
    return success();
  };
  if (failed(write(report, [&] { return printReadsReport(planned, groups); })))
    return failure();
  if (planned.empty())
    return success(); // No problem files were requested.
  const PlannedExecute &first = planned.front();
  const Problem &problem = first.problem.problem;
  return success(
      succeeded(write(saveProblem, [&] { return printProblem(problem); })) &&
      succeeded(write(savePlan,
                      [&] { return printSolution(problem, first.solution); })));
}

void StreamWeightsPass::writeAll() {
  Block *block = nullptr;
  Value freed;
  for (PlannedExecute &one : planned) {
    if (one.execute.op->getBlock() != block)
      freed = nullptr;
    block = one.execute.op->getBlock();
    freed = rewriteReads(one.execute, one.problem, one.solution, freed);
  }
  dropUnusedWeights(getOperation(), streamed);
  loadSlices(getOperation());
}

void StreamWeightsPass::runOnOperation() {
  all = findWeights(getOperation(), others);
  streamed = all;
  // Change the module only after all steps that can fail.
  if (failed(readOptions()))
    return signalPassFailure();
  findResident();
  if (memory.hasValue() && failed(chooseByMemory()))
    return signalPassFailure();
  if (failed(planAll()))
    return signalPassFailure();
  std::vector<ResidentWeights> groups = groupResident();
  if (failed(writeFiles(groups)))
    return signalPassFailure();
  remarkOnResident(groups);
  writeAll();
}
