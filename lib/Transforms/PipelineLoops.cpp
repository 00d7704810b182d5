//===- PipelineLoops.cpp - Make slices in loops buffers -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposeViews.h"
#include "CutFunction.h"
#include "FunctionBackup.h"
#include "LoopSlices.h"
#include "OpsToTile.h"
#include "PeelTiles.h"
#include "PlacedFunction.h"
#include "PlacedMakespan.h"
#include "SliceArguments.h"
#include "SplitConditions.h"
#include "SplitSlices.h"
#include "StandIns.h"
#include "StreamSlices.h"
#include "TileOps.h"
#include "TileableOps.h"

#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <array>

namespace memplace {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Largest number of tiles for which an op is cut into separate ops; above it,
/// the op becomes a loop over tiles.
static constexpr int64_t mostPieces = 32;
/// Largest total number of tiles, as a multiple of the function's steps, for
/// which ops are cut.
static constexpr int64_t mostGrowth = 8;
/// Largest total number of tiles for which the loops over tiles are compared
/// with cuts. The search for cuts takes a second for so many pieces.
static constexpr int64_t mostCompared = 64;
/// Divisor of the budget of the search for cuts in a comparison of forms. The
/// cutting pass later searches with the full budget.
static constexpr int64_t comparisonDivisor = 10;
/// Parts of the largest tier for the tiles of one op. Tiles that fill the tier
/// leave no room for operands of other ops.
static constexpr std::array<double, 3> roomsForTiles = {1, 0.75, 0.5};

namespace {
/// Changes made to a function.
struct Outcome {
  size_t tiled = 0, unrolled = 0, slices = 0; // Ops, loops, slices.
  StreamedSlices streamed;
  std::optional<int64_t> makespan; // If it was computed.
  bool isCompared = true; // Placing the unchanged function was tried, too.

  bool isChanged() const { return slices > 0 || streamed.loops > 0; }
};

/// A candidate form of a function.
struct Rewritten {
  Outcome outcome;
  FunctionBackup function; // The function in this form.
  bool isCut = false; // Compare this form after cutting, if cuts are requested
                      // and no form has tiles: cutting takes long.
};

class PipelineLoopsPass
    : public memplace::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
public:
  using PipelineLoopsPassBase::PipelineLoopsPassBase;
  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  LogicalResult runOnFunction(func::FuncOp function, const Target &machine);
  FailureOr<Outcome> rewrite(func::FuncOp function, bool unrolls);
  TileCounts countTiles(func::FuncOp function, const Target &machine,
                        double room) const;
  FailureOr<std::optional<int64_t>> getMakespan(func::FuncOp function,
                                                const Target &machine,
                                                const FunctionCuts &tried);
  FailureOr<SmallVector<Rewritten>>
  makeCandidates(func::FuncOp function, const Target &machine, bool withTiles);
  FailureOr<Outcome> tileInRoom(func::FuncOp function, const Target &machine,
                                double room);
  LogicalResult addTiledForm(func::FuncOp function, const Target &machine,
                             SmallVectorImpl<Rewritten> &candidates);
  FailureOr<std::optional<int64_t>>
  tryAsWritten(func::FuncOp function, const Target &machine, bool mayTile,
               SmallVectorImpl<Rewritten> &candidates);
  FailureOr<Rewritten *> findFastest(func::FuncOp function,
                                     const Target &machine,
                                     std::optional<int64_t> before,
                                     MutableArrayRef<Rewritten> candidates);
  FailureOr<bool> chooseTiled(func::FuncOp function, const Target &machine);
  LogicalResult choose(func::FuncOp function, const Target &machine);
  void report(func::FuncOp function, const Outcome &outcome,
              std::optional<int64_t> before);
  void reportMisfit(func::FuncOp function, std::optional<int64_t> before,
                    const Rewritten *chosen) const;

  TrialSettings settings; // Set by checkOptions.
  /// The solver's reason why the last loops over tiles have no placement.
  std::string tilesMisfit;
  StreamReach reach; // Set by runOnOperation.
  FunctionCuts cuts;
};
} // namespace

LogicalResult PipelineLoopsPass::checkOptions() {
  ModuleOp module = getOperation();
  if (!loops.empty() && loops != "none" && loops != "auto" &&
      loops != "always" && loops != "stream")
    return emitError(module.getLoc(),
                     "'loops' ('pipeline-loops' of memplace-default) "
                     "must be 'none', 'auto', 'always' or "
                     "'stream', got '")
           << std::string(loops) << "'";
  if (maxSteps < 1)
    return emitError(module.getLoc(), "'max-steps' must be at least 1, got ")
           << static_cast<int64_t>(maxSteps);
  FailureOr<TrialSettings> read = readTrialSettings(
      module, solver, solverOptions, timeLimit, seed, allowUnknownOps);
  if (failed(read))
    return failure();
  settings = std::move(*read);
  cuts.floatSums = cutFloatSums;
  return success();
}

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

/// Returns true if the body of \p loop has a subview, accepted by \p isSlice,
/// of a memref defined outside the loop.
static bool
takesSlices(scf::ForOp loop,
            function_ref<bool(memref::SubViewOp, scf::ForOp)> isSlice) {
  return loop.getBody()
      ->walk([&](memref::SubViewOp view) {
        const bool isOutside = !loop->isProperAncestor(
            view.getSource().getParentRegion()->getParentOp());
        return isOutside && isSlice(view, loop) ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns true if \p view is at another position in each trip of \p loop.
static bool isTile(memref::SubViewOp view, scf::ForOp loop) {
  return llvm::any_of(view.getOffsets(), [&](Value offset) {
    return isComputedOf(offset, loop.getInductionVar());
  });
}

/// Returns true if \p view consists of whole rows, different rows in each trip
/// of \p loop. Only such slices become buffers after unrolling.
static bool isRows(memref::SubViewOp view, scf::ForOp loop) {
  const SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  for (size_t dim = 1; dim < offsets.size(); ++dim)
    if (!isConstantIntValue(offsets[dim], 0) ||
        view.getStaticSizes()[dim] != view.getSourceType().getDimSize(dim))
      return false;
  return isTile(view, loop);
}

static bool hasSlices(func::FuncOp function) {
  return function
      ->walk([](scf::ForOp loop) {
        return takesSlices(loop, isTile) ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the next loop to unroll, innermost first; null if there is none. The
/// loop takes rows, and the function has at most \p maxSteps steps after
/// unrolling.
static scf::ForOp findLoop(func::FuncOp function, int64_t maxSteps) {
  const Schedule schedule(function);
  for (const ScheduledLoop &loop : llvm::reverse(schedule.getLoops())) {
    auto op = dyn_cast<scf::ForOp>(loop.op);
    const std::optional<APInt> trips =
        op ? op.getStaticTripCount() : std::nullopt;
    if (!trips || trips->ugt(maxSteps) || trips->ult(2))
      continue;
    const int64_t steps = loop.range.end - loop.range.begin;
    const auto more = static_cast<int64_t>(trips->getZExtValue()) - 1;
    if (more <= maxSteps / steps &&
        schedule.getNumSteps() + more * steps <= maxSteps &&
        takesSlices(op, isRows))
      return op;
  }
  return {};
}

FailureOr<size_t> memplace::unrollSliceLoops(func::FuncOp function,
                                             int64_t maxSteps) {
  size_t count = 0;
  while (scf::ForOp loop = findLoop(function, maxSteps)) {
    if (failed(loopUnrollFull(loop)))
      return failure();
    ++count;
  }
  foldIndices(function);
  return count;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Turns slices into buffers. With \p unrolls, first unrolls loops. Then
/// streams the slices of the remaining loops.
FailureOr<Outcome> PipelineLoopsPass::rewrite(func::FuncOp function,
                                              bool unrolls) {
  Outcome outcome;
  if (unrolls && findLoop(function, maxSteps)) {
    FunctionBackup backup(function);
    FailureOr<size_t> numLoops = unrollSliceLoops(function, maxSteps);
    if (succeeded(numLoops))
      outcome.slices = splitSlices(function);
    if (outcome.slices == 0)
      backup.restore();
    else if (failed(foldViews(function))) // Cuts need the places in types.
      return failure();
    else
      outcome.unrolled = *numLoops;
  }
  if (peelTiles(function) && failed(foldViews(function)))
    return failure();
  composeViews(function);
  outcome.streamed = streamSlices(function, maxSteps, reach);
  if (outcome.streamed.loops > 0)
    foldIndices(function);
  return outcome;
}

void PipelineLoopsPass::report(func::FuncOp function, const Outcome &outcome,
                               std::optional<int64_t> before) {
  if (!remarks)
    return;
  InFlightDiagnostic remark = emitRemark(function.getLoc());
  if (outcome.tiled > 0)
    remark << outcome.tiled << " ops of function '" << function.getName()
           << "' are loops over tiles; ";
  if (outcome.slices > 0)
    remark << outcome.unrolled << " loops of function '" << function.getName()
           << "' are unrolled, and " << outcome.slices
           << " slices are separate buffers";
  if (outcome.streamed.loops > 0) {
    remark << (outcome.slices > 0 ? "; " : "") << outcome.streamed.loops
           << " loops ";
    if (outcome.slices == 0 && outcome.tiled == 0)
      remark << "of function '" << function.getName() << "' ";
    remark << "take their slices through " << outcome.streamed.windows
           << " windows";
  }
  if (!outcome.makespan)
    return;
  remark << "; makespan " << *outcome.makespan << " ps, ";
  if (before)
    remark << "without " << *before << " ps, both modelled";
  else
    remark << "modelled"
           << (outcome.isCompared ? "; without, no placement was found" : "");
}

/// Reports why the form with loops over tiles, which has the smallest operands,
/// has no placement. Does so only if neither the function as it is (\p before)
/// nor \p chosen has a placement. An error about the form without loops may
/// follow.
void PipelineLoopsPass::reportMisfit(func::FuncOp function,
                                     std::optional<int64_t> before,
                                     const Rewritten *chosen) const {
  const bool isPlaced = before || (chosen && chosen->outcome.makespan);
  if (isPlaced || tilesMisfit.empty())
    return;
  emitRemark(function.getLoc(), "function '")
      << function.getName()
      << "' has no placement with its ops as loops over tiles: " << tilesMisfit;
}

/// Returns \p machine with a smaller capacity of its largest tier that serves
/// ops: the fraction \p room.
static Target withRoom(const Target &machine, double room) {
  Target smaller = machine;
  Tier &tier = smaller.tiers[getLargestTier(machine)];
  tier.capacity =
      static_cast<int64_t>(static_cast<double>(tier.capacity) * room);
  return smaller;
}

/// Counts the tiles of the ops that do not fit into the fraction \p room of the
/// largest tier, and so may become loops over tiles.
TileCounts PipelineLoopsPass::countTiles(func::FuncOp function,
                                         const Target &machine,
                                         double room) const {
  if (reach.allTiersServeOps || cuts.options.mode != CutOptions::Mode::Auto)
    return {};
  StandIns standIns(function);
  const TileCounts counts =
      memplace::countTiles(function, withRoom(machine, room), cutFloatSums);
  standIns.restore(function);
  return counts;
}

/// Returns true if cutting the ops, which makes each piece an op of its own,
/// would make the program too long.
static bool needsLoops(func::FuncOp function, const TileCounts &tiles) {
  return tiles.most > mostPieces ||
         tiles.total > mostGrowth * Schedule(function).getNumSteps();
}

/// Returns the modelled makespan of the function in picoseconds, after cutting
/// if \p tried has cuts. Does not change the function.
FailureOr<std::optional<int64_t>>
PipelineLoopsPass::getMakespan(func::FuncOp function, const Target &machine,
                               const FunctionCuts &tried) {
  if (tried.options.mode != CutOptions::Mode::None) {
    FunctionBackup whole(function);
    // The cutting pass reports impossible cuts and ops that never fit. Another
    // form of the function may have smaller ops, so neither is an error yet.
    ScopedDiagnosticHandler quiet(&getContext(),
                                  [](Diagnostic &) { return success(); });
    FailureOr<std::optional<int64_t>> cutPs =
        cutFunction(function, machine, settings, tried);
    whole.restore();
    if (succeeded(cutPs) && *cutPs)
      return cutPs;
  }
  return getPlacedMakespan(function, machine, settings);
}

/// Returns the candidate forms of the function: with loops unrolled as far as
/// steps allow, with all loops kept, and, if \p withTiles, with loops over
/// tiles in place of the ops that do not fit. Does not change the function.
FailureOr<SmallVector<Rewritten>>
PipelineLoopsPass::makeCandidates(func::FuncOp function, const Target &machine,
                                  bool withTiles) {
  SmallVector<Rewritten> candidates;
  const bool mayUnroll = static_cast<bool>(findLoop(function, maxSteps));
  for (bool unrolls : {true, false}) {
    if (unrolls && !mayUnroll)
      continue;
    FunctionBackup original(function);
    FailureOr<Outcome> outcome = rewrite(function, unrolls);
    if (failed(outcome))
      return failure();
    // Cutting windows takes longest, so it is tried only if nothing can be
    // unrolled.
    if (outcome->isChanged())
      candidates.push_back(
          {*outcome, FunctionBackup(function), unrolls || !mayUnroll});
    original.restore();
  }
  if (withTiles && failed(addTiledForm(function, machine, candidates)))
    return failure();
  return std::move(candidates);
}

/// Replaces the ops that do not fit by loops over tiles. The tiles use the
/// fraction \p room of the largest tier. Returns the changes, with the makespan
/// if the new form has a placement; otherwise sets `tilesMisfit`. Returns no
/// changes if no op gets tiles. The function may be changed in any case.
FailureOr<Outcome> PipelineLoopsPass::tileInRoom(func::FuncOp function,
                                                 const Target &machine,
                                                 double room) {
  StandIns standIns(function);
  FailureOr<size_t> numOps =
      tileOps(function, withRoom(machine, room), cutFloatSums);
  if (failed(numOps))
    return failure();
  if (*numOps == 0)
    return Outcome();
  FailureOr<Outcome> outcome = rewrite(function, /*unrolls=*/false);
  if (failed(outcome))
    return failure();
  standIns.restore(function);
  outcome->tiled = *numOps;
  FailureOr<TrialPlacement> placed = placeTrial(function, machine, settings);
  if (failed(placed))
    return failure();
  outcome->makespan = placed->getMakespan();
  tilesMisfit = placed->solution ? "" : std::move(placed->reason);
  return outcome;
}

/// Adds to \p candidates the form of the function in which loops over tiles
/// replace the ops that do not fit. Tries each of `roomsForTiles` until such a
/// form has a placement; adds nothing if none has. Does not change the
/// function.
LogicalResult
PipelineLoopsPass::addTiledForm(func::FuncOp function, const Target &machine,
                                SmallVectorImpl<Rewritten> &candidates) {
  for (double room : roomsForTiles) {
    FunctionBackup original(function);
    FailureOr<Outcome> outcome = tileInRoom(function, machine, room);
    if (failed(outcome))
      return failure();
    const bool isPlaced = outcome->makespan.has_value();
    if (isPlaced)
      candidates.push_back({*outcome, FunctionBackup(function)});
    original.restore();
    if (isPlaced)
      break;
  }
  return success();
}

/// Returns the makespan of the function as it is, after cutting. Returns none
/// if there is no placement, or nothing to compare with. If there is no
/// placement and \p mayTile, adds the tiled form to \p candidates. Placing the
/// tiled form takes long, so it is not tried for a program that cuts make fit.
FailureOr<std::optional<int64_t>>
PipelineLoopsPass::tryAsWritten(func::FuncOp function, const Target &machine,
                                bool mayTile,
                                SmallVectorImpl<Rewritten> &candidates) {
  if (candidates.empty() && !mayTile)
    return std::optional<int64_t>();
  // Without another form, it only matters whether some cut fits.
  FunctionCuts first = cuts;
  if (candidates.empty())
    first.options.budget = 1;
  FailureOr<std::optional<int64_t>> before =
      getMakespan(function, machine, first);
  if (succeeded(before) && !*before && mayTile &&
      failed(addTiledForm(function, machine, candidates)))
    return failure();
  return before;
}

/// Keeps the tiled form of the function if it has one with a placement.
/// Otherwise returns false and changes nothing.
FailureOr<bool> PipelineLoopsPass::chooseTiled(func::FuncOp function,
                                               const Target &machine) {
  FailureOr<BaselineAttr> baseline = getBaseline(function, machine, settings);
  SmallVector<Rewritten> candidates;
  if (failed(baseline) || failed(addTiledForm(function, machine, candidates)))
    return failure();
  if (candidates.empty())
    return false;
  Rewritten &tiled = candidates.front();
  tiled.function.restore();
  recordBaseline(function, *baseline);
  tiled.outcome.isCompared = false;
  report(function, tiled.outcome, std::nullopt);
  return true;
}

/// Returns the candidate with the smallest modelled makespan; null if none is
/// faster than \p before. Afterwards, the function has the form of some
/// candidate.
FailureOr<Rewritten *>
PipelineLoopsPass::findFastest(func::FuncOp function, const Target &machine,
                               std::optional<int64_t> before,
                               MutableArrayRef<Rewritten> candidates) {
  std::optional<int64_t> best = before;
  Rewritten *chosen = nullptr;
  const bool hasTiles = llvm::any_of(
      candidates, [](const Rewritten &one) { return one.outcome.tiled > 0; });
  for (Rewritten &candidate : candidates) {
    candidate.function.restore();
    std::optional<int64_t> &after = candidate.outcome.makespan;
    if (!after) {
      FailureOr<std::optional<int64_t>> computed =
          candidate.isCut && !hasTiles
              ? getMakespan(function, machine, cuts)
              : getPlacedMakespan(function, machine, settings);
      if (failed(computed))
        return failure();
      after = *computed;
    }
    if (after && (!best || *after < *best)) {
      best = after;
      chosen = &candidate;
    }
  }
  // Without any placement, the tiles of the program's own loops need the fewest
  // bytes, and a message about them is most useful.
  if (!best && !candidates.empty())
    chosen = &candidates.back();
  return chosen;
}

/// Keeps the form of the function with the smallest modelled makespan.
LogicalResult PipelineLoopsPass::choose(func::FuncOp function,
                                        const Target &machine) {
  tilesMisfit.clear();
  if (!reach.allTiersServeOps &&
      failed(splitConditions(function, machine.tiers[getLargestTier(machine)])))
    return failure();
  const TileCounts tiles = countTiles(function, machine, /*room=*/1);
  const bool mayTile =
      tiles.total > 0 ||
      countTiles(function, machine, roomsForTiles.back()).total > 0;
  if (loops.empty() && !mayTile && !hasSlices(function))
    return success();
  const bool isLong = needsLoops(function, tiles);
  const bool isCompared = isLong && tiles.total <= mostCompared;
  if (isLong && !isCompared) {
    FailureOr<bool> isTiled = chooseTiled(function, machine);
    if (failed(isTiled) || *isTiled)
      return isTiled;
  }
  FailureOr<SmallVector<Rewritten>> candidates =
      makeCandidates(function, machine, /*withTiles=*/isCompared);
  if (failed(candidates))
    return failure();
  FailureOr<std::optional<int64_t>> before =
      tryAsWritten(function, machine, mayTile && !isLong, *candidates);
  if (failed(before))
    return failure();
  if (candidates->empty()) {
    reportMisfit(function, *before, nullptr);
    return success();
  }
  FailureOr<BaselineAttr> baseline = getBaseline(function, machine, settings);
  if (failed(baseline))
    return failure();
  FunctionBackup original(function);
  FailureOr<Rewritten *> chosen =
      findFastest(function, machine, *before, *candidates);
  if (failed(chosen))
    return failure();
  reportMisfit(function, *before, *chosen);
  (*chosen ? (*chosen)->function : original).restore();
  if (!*chosen)
    return success();
  recordBaseline(function, *baseline);
  report(function, (*chosen)->outcome, *before);
  return success();
}

LogicalResult PipelineLoopsPass::runOnFunction(func::FuncOp function,
                                               const Target &machine) {
  if (loops.empty() || loops == "auto")
    return choose(function, machine);
  FailureOr<BaselineAttr> baseline = getBaseline(function, machine, settings);
  FailureOr<Outcome> outcome = rewrite(function, loops == "always");
  if (failed(baseline) || failed(outcome))
    return failure();
  if (outcome->isChanged()) {
    recordBaseline(function, *baseline);
    report(function, *outcome, std::nullopt);
    return success();
  }
  // The user requested the pipelining.
  emitRemark(function.getLoc(), "no loop of function '")
      << function.getName() << "' is pipelined";
  return success();
}

void PipelineLoopsPass::runOnOperation() {
  if (failed(checkOptions()))
    return signalPassFailure();
  if (loops == "none")
    return;
  const SmallVector<func::FuncOp> functions =
      getUnplacedFunctions(getOperation());
  if (functions.empty())
    return;
  FailureOr<Target> machine = getTarget(getOperation(), target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  if (loops.empty() && allServeOps(*machine))
    return;
  FailureOr<CutOptions> readCuts =
      readCutOptions(getOperation(), cut, cutBudget, *machine);
  if (failed(readCuts))
    return signalPassFailure();
  cuts.options = *readCuts;
  cuts.options.budget =
      std::max<int64_t>(1, cuts.options.budget / comparisonDivisor);
  reach.allTiersServeOps = allServeOps(*machine);
  reach.channelsMoveRows = reach.allTiersServeOps || channelsMoveRows(*machine);
  for (func::FuncOp function : functions)
    if (failed(runOnFunction(function, *machine)))
      return signalPassFailure();
}
