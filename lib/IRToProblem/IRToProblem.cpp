//===- IRToProblem.cpp - A function as a placement problem ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IRToProblem/IRToProblem.h"

#include "Extraction.h"

#include "../Analysis/BufferLiveness.h"
#include "../Analysis/Names.h"
#include "../Problem/Descriptors.h"
#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace memplace;

BufferId ExtractedFunction::getBufferOf(Value memref) const {
  ArrayRef<unsigned> sets = aliasSets->getSetsOf(memref);
  return sets.size() == 1 ? bufferOfSet[sets.front()] : noBuffer;
}

namespace {
/// Builds an ExtractedFunction, in the steps of `run`.
class Extractor {
public:
  Extractor(func::FuncOp function, const Target &target,
            const ExtractOptions &options, const NullSteps &nullSteps);
  FailureOr<ExtractedFunction> run();

private:
  void makeBuffers();
  void setRowsAtHome();
  LogicalResult makeOps();
  LogicalResult makeOp(Step step);
  void makeLoops();
  void findLiveIn();
  void allowAllTiers(memplace::Op &op) const;
  LogicalResult checkStatedTiers(Operation *operation,
                                 ArrayRef<MemoryAccess> accesses) const;
  void addMove(MoveOp move, Step step);
  void addWindowAccesses(Step step);
  void restrictWindowsToHome();
  bool isOverwrittenAt(BufferId buffer, Step firstUse) const;
  void noteUnplaced();
  void noteUnknown(Value memref);
  LogicalResult checkSizes();
  LogicalResult checkArms();

  ExtractedFunction result;
  std::unique_ptr<BufferLiveness> liveness;
  /// Ends the part of the function whose windows have initial contents.
  Operation *firstAccess = nullptr;
  SmallVector<WindowOp> windows;
  /// By source: indices into `windows`.
  DenseMap<BufferId, SmallVector<unsigned>> windowsOf;
  /// Accesses that only the home tier serves: those added by `addMove` and
  /// `addWindowAccesses`, and those at addresses known only at run time.
  SmallVector<AccessAtHome> windowAccesses, runTimeAccesses;
  ExtractOptions options;
  const NullSteps &nullSteps;
  OpDefaults opDefaults; // Defaults of the target.
  bool isPlaced;         // The function has explicit residencies.
};
} // namespace

static std::string getProblemName(func::FuncOp function) {
  std::string name = function.getName().str();
  auto module = function->getParentOfType<ModuleOp>();
  if (module && module.getName())
    name = module.getName()->str() + "/" + name;
  return name;
}

Extractor::Extractor(func::FuncOp function, const Target &target,
                     const ExtractOptions &options, const NullSteps &nullSteps)
    : options(options), nullSteps(nullSteps), opDefaults(target.opDefaults),
      isPlaced(hasExplicitPlacement(function)) {
  result.function = function;
  result.problem.name = getProblemName(function);
  result.problem.target = target;
  if (Result<Target> builtin = findBuiltinTarget(target.name))
    result.problem.isTargetByName = *builtin == target;
  // Ops and accesses of the problem carry the defaults themselves. `check`
  // rejects defaults in a target that is spelled out.
  if (!result.problem.isTargetByName)
    result.problem.target.opDefaults = {};
}

LogicalResult Extractor::checkSizes() {
  for (const AliasSet &set : result.aliasSets->getSets())
    if (set.size >= maxCount) {
      emitError(set.roots.front().getLoc(), "cannot place buffer '")
          << set.name << "': its size is 2^62 bytes or more";
      return failure();
    }
  return success();
}

/// Rejects branches with several scheduled arms: the IR has no place for
/// transfers at the boundary between two arms.
LogicalResult Extractor::checkArms() {
  for (const ScheduledLoop &loop : result.schedule->getLoops()) {
    const size_t arms = getScheduledArms(loop.op).size();
    if (arms < 2)
      continue;
    InFlightDiagnostic error = loop.op->emitError("cannot enter '")
                               << loop.op->getName() << "': " << arms
                               << " of its arms touch memory";
    error.attachNote() << "split the branch with 'memplace-enter-branches', or "
                          "remove 'memplace.enter_arm' to make it one step";
    return failure();
  }
  return success();
}

void Extractor::makeBuffers() {
  ArrayRef<AliasSet> sets = result.aliasSets->getSets();
  result.bufferOfSet.assign(sets.size(), noBuffer);
  for (auto [index, set] : llvm::enumerate(sets)) {
    std::optional<LiveRange> range = liveness->getLiveRange(index);
    if (!range || set.size == 0 || set.isScratch)
      continue;
    result.bufferOfSet[index] = result.problem.buffers.size();
    result.setOfBuffer.push_back(index);
    Buffer &buffer = result.problem.buffers.emplace_back();
    buffer.name = set.name;
    buffer.size = set.size;
    buffer.alignment = set.alignment;
    buffer.range = *range;
    bool staysAlone = set.isOwned() && !set.unplacedReason.empty();
    // No other buffer may use the place of a separate allocation, so it counts
    // as storage of the caller.
    if (staysAlone)
      buffer.external = true;
    buffer.liveOut = set.isWritten && (staysAlone || set.isFromOutside());
    if (set.isFromOutside())
      buffer.external = true;
  }
  // A window lives as long as its source: each move accesses both, and so does
  // each access of the source.
  result.function.walk([&](WindowOp window) {
    windows.push_back(window);
    const BufferId own = result.getBufferOf(window.getWindow());
    const BufferId source = result.getBufferOf(window.getSource());
    if (own == noBuffer || source == noBuffer)
      return;
    LiveRange &range = result.problem.buffers[source].range;
    const LiveRange windowRange = result.problem.buffers[own].range;
    range = {std::min(range.begin, windowRange.begin),
             std::max(range.end, windowRange.end)};
  });
  for (auto [index, window] : llvm::enumerate(windows)) {
    const BufferId own = result.getBufferOf(window.getWindow());
    const BufferId source = result.getBufferOf(window.getSource());
    if (own == noBuffer || source == noBuffer)
      continue;
    result.problem.buffers[own].range = result.problem.buffers[source].range;
    windowsOf[source].push_back(static_cast<unsigned>(index));
  }
}

/// Records the rows of pieces and windows at home, if a channel charges for
/// rows.
void Extractor::setRowsAtHome() {
  ArrayRef<AliasSet> sets = result.aliasSets->getSets();
  for (auto [buffer, set] :
       llvm::zip_equal(result.problem.buffers, result.setOfBuffer))
    for (Value root : sets[set].roots) {
      Operation *op = root.getDefiningOp();
      if (!op ||
          (!isa<WindowOp>(op) && !op->hasAttr(MemPlaceDialect::pieceAttrName)))
        continue;
      if (std::optional<MemRefRows> rows =
              getRows(cast<MemRefType>(root.getType())))
        setRows(result.problem, buffer,
                {rows->counts.begin(), rows->counts.end()});
    }
}

/// Adds a note for a memref in unknown storage, at most one per location.
void Extractor::noteUnknown(Value memref) {
  Operation *op = memref.getDefiningOp();
  for (const UnplacedStorage &storage : result.unplaced)
    if (storage.loc == memref.getLoc())
      return;
  std::string name = op ? "result of " + getOpName(op) : "block argument";
  result.unplaced.push_back(
      {memref.getLoc(), name, "is unknown storage", false});
}

/// Returns true if \p op reads or writes a single element, as the host does for
/// conditions, bounds and indices.
static bool isHostElementAccess(Operation *op) {
  return isa<memref::LoadOp, memref::StoreOp, affine::AffineLoadOp,
             affine::AffineStoreOp>(op);
}

/// Rejects stated tiers of storage that is no buffer and stays where it is.
LogicalResult
Extractor::checkStatedTiers(Operation *operation,
                            ArrayRef<MemoryAccess> accesses) const {
  for (const MemoryAccess &access : accesses) {
    if (!access.tiers)
      continue;
    StringRef reason = "is unknown storage";
    ArrayRef<unsigned> sets = result.aliasSets->getSetsOf(access.memref);
    for (unsigned set : sets) {
      reason = result.bufferOfSet[set] == noBuffer
                   ? StringRef(result.aliasSets->getSets()[set].unplacedReason)
                   : "";
      if (!reason.empty())
        break;
    }
    if (!reason.empty())
      return operation->emitError("'")
             << operation->getName() << "' can access a "
             << access.memref.getType()
             << " only in the tiers of its 'memplace.access', but the memref "
                "is not placed: it "
             << reason;
  }
  return success();
}

LogicalResult Extractor::makeOp(Step step) {
  memplace::Op &op = result.problem.ops.emplace_back();
  auto &values = result.accessValues.emplace_back();
  Operation *operation = result.schedule->getSteps()[step];
  const bool isFree = operation && hasNoCost(operation);
  op.name = operation ? getOpName(operation) : "boundary";
  if (StringRef arm = result.schedule->getArmAround(step);
      operation && !isFree && !arm.empty())
    op.name += (" (" + arm + ")").str();
  if (!operation || isFree)
    return success();
  if (auto overhead = dyn_cast<LaunchOverheadOp>(operation)) {
    op.computePs = static_cast<int64_t>(overhead.getPs());
    return success();
  }
  StepCost cost = getStepCost(operation, opDefaults);
  op.computePs = getComputePs(cost, result.problem.target);
  op.overlap = cost.overlap;
  op.isOnce = runsOnce(operation, cost.accesses, result);
  bool neverRuns = getTripCount(operation) == 0;
  // The accesses of different copies of a placed buffer stay separate.
  auto getPlace = [&](Value memref) {
    return isPlaced ? getPlaceOf(memref, *result.aliasSets) : Value();
  };
  StepAccesses joined = joinAccesses(cost.accesses, *result.aliasSets,
                                     result.bufferOfSet, neverRuns, getPlace);
  op.accesses = std::move(joined.accesses);
  values = std::move(joined.values);
  if (failed(checkStatedTiers(operation, cost.accesses)) ||
      failed(setStatedTiers(operation, joined.tiers, result.problem, op)) ||
      failed(setPairs(operation, values, result.problem, op)))
    return failure();
  if (auto move = dyn_cast<MoveOp>(operation))
    addMove(move, step);
  if (isHostElementAccess(operation))
    allowAllTiers(op);
  for (auto [index, isAtRunTimeAddress] :
       llvm::enumerate(joined.areAtRunTimeAddresses))
    if (isAtRunTimeAddress)
      runTimeAccesses.push_back({step, index});
  addWindowAccesses(step);
  if (options.withCuts)
    addCuts(operation, step, options.withFloatSums, result);
  for (Value memref : joined.unknown)
    noteUnknown(memref);
  operation->walk([&](LoopLikeOpInterface loop) {
    if (!getTripCount(loop))
      result.unknownTripCounts.push_back(loop.getLoc());
  });
  return success();
}

/// Lets all tiers serve the accesses of \p op, also the tiers that serve no
/// ops.
void Extractor::allowAllTiers(memplace::Op &op) const {
  const std::vector<Tier> &tiers = result.problem.target.tiers;
  if (llvm::all_of(tiers, [](const Tier &tier) { return tier.servesOps; }))
    return;
  for (Access &access : op.accesses)
    for (TierId tier = 0; static_cast<size_t>(tier) < tiers.size(); ++tier)
      access.tiers.push_back(tier);
}

/// Adds the access of a move to the source of its window. A move copies between
/// the window and the home of the source, so contents of the source that were
/// written in another tier must return home before the move. The access is a
/// read if no op writes the source or one of its windows. Otherwise it is an
/// update: the move may write contents of the window to the home, which makes
/// copies of the source in other tiers stale.
void Extractor::addMove(MoveOp move, Step step) {
  memplace::Op &op = result.problem.ops[step];
  windowAccesses.push_back({step, 0}); // Of the window itself: its only access.
  auto window = move.getWindow().getDefiningOp<WindowOp>();
  const BufferId source = result.getBufferOf(window.getSource());
  if (source == noBuffer)
    return;
  const AliasSet &set = result.aliasSets->getSets()[result.setOfBuffer[source]];
  windowAccesses.push_back({step, op.accesses.size()});
  op.accesses.push_back(
      {source, set.isWritten ? AccessMode::Update : AccessMode::Read, 0});
  result.accessValues[step].push_back({window.getSource()});
}

/// Adds an access to each window of each buffer that op \p step accesses. These
/// accesses keep the order of writes to the source and to its windows, and are
/// served from the home tier. A move is left out, since it has the access of
/// its own window.
void Extractor::addWindowAccesses(Step step) {
  memplace::Op &op = result.problem.ops[step];
  if (isa<MoveOp>(result.schedule->getSteps()[step]))
    return;
  std::vector<std::pair<unsigned, AccessMode>> ofWindows;
  for (const Access &access : op.accesses)
    for (unsigned window : windowsOf.lookup(access.buffer))
      ofWindows.push_back(
          {window, access.writes() ? AccessMode::Update : AccessMode::Read});
  llvm::sort(ofWindows);
  for (auto [index, mode] : ofWindows) {
    Value window = windows[index].getWindow();
    windowAccesses.push_back({step, op.accesses.size()});
    op.accesses.push_back({result.getBufferOf(window), mode, 0});
    result.accessValues[step].push_back({window});
  }
}

LogicalResult Extractor::makeOps() {
  for (Step step = 0; step < result.schedule->getNumSteps(); ++step)
    if (failed(makeOp(step)))
      return failure();
  return success();
}

void Extractor::makeLoops() {
  for (const ScheduledLoop &loop : result.schedule->getLoops()) {
    result.problem.loops.push_back({loop.range, loop.tripCount, loop.maySkip});
    if (!loop.isTripCountKnown)
      result.unknownTripCounts.push_back(loop.op->getLoc());
  }
}

/// Returns true if op \p firstUse, the first to access \p buffer, certainly
/// runs and overwrites the caller's contents without reading them.
bool Extractor::isOverwrittenAt(BufferId buffer, Step firstUse) const {
  const Problem &problem = result.problem;
  for (const Access &access : problem.ops[firstUse].accesses)
    if (access.buffer == buffer && access.mode != AccessMode::Write)
      return false;
  return llvm::none_of(problem.loops, [&](const Loop &loop) {
    return loop.maySkip && loop.range.contains(firstUse);
  });
}

void Extractor::findLiveIn() {
  std::vector<std::optional<Step>> firstUses(result.problem.buffers.size());
  for (Step step = 0; step < result.problem.numSteps(); ++step)
    for (const Access &access : result.problem.ops[step].accesses)
      if (!firstUses[access.buffer])
        firstUses[access.buffer] = step;
  for (auto [id, set] : llvm::enumerate(result.setOfBuffer)) {
    Buffer &buffer = result.problem.buffers[id];
    const AliasSet &storage = result.aliasSets->getSets()[set];
    if (storage.kind == AliasSet::Kind::Global ||
        llvm::any_of(storage.roots, [&](Value root) {
          return hasInitialContents(root, firstAccess);
        }))
      // A placed program may copy the buffer before it overwrites the contents.
      buffer.liveIn =
          isPlaced || !firstUses[id] ||
          !isOverwrittenAt(static_cast<BufferId>(id), *firstUses[id]);
    // Live-in and live-out buffers are external by default.
    if (buffer.liveIn || buffer.liveOut)
      buffer.external.reset();
  }
}

/// Restricts moves, and the window accesses added for their sources, to the
/// home tier, where the slice below a window lies.
void Extractor::restrictWindowsToHome() {
  for (const AccessAtHome &window : windowAccesses) {
    Access &access = result.problem.ops[window.step].accesses[window.access];
    access.tiers = {
        result.problem.homeOf(result.problem.buffers[access.buffer])};
  }
}

void Extractor::noteUnplaced() {
  for (auto [index, set] : llvm::enumerate(result.aliasSets->getSets())) {
    if (set.isScratch || !liveness->getLiveRange(index))
      continue;
    Location loc = set.roots.front().getLoc();
    if (!set.unplacedReason.empty())
      result.unplaced.push_back({loc, set.name, set.unplacedReason, false});
    else if (!set.ambiguousReason.empty())
      result.unplaced.push_back({loc, set.name, set.ambiguousReason, true});
  }
}

FailureOr<ExtractedFunction> Extractor::run() {
  result.aliasSets = std::make_unique<AliasSets>(result.function);
  result.schedule = std::make_unique<Schedule>(result.function, nullSteps);
  firstAccess = findFirstAccess(result.function);
  liveness = std::make_unique<BufferLiveness>(*result.aliasSets,
                                              *result.schedule, firstAccess);
  if (failed(checkSizes()) || (!isPlaced && failed(checkArms())))
    return failure();
  noteUnplaced();
  makeBuffers();
  if (failed(makeOps()))
    return failure();
  makeLoops();
  findLiveIn();
  if (failed(setTiers(result)))
    return failure();
  restrictWindowsToHome();
  serveAtHome(runTimeAccesses, options.rowsComeLater, result);
  setRowsAtHome();
  if (std::optional<Error> error = check(result.problem)) {
    emitError(result.function.getLoc(),
              "the function's placement problem is not well formed: ")
        << error->message;
    return failure();
  }
  return std::move(result);
}

FailureOr<ExtractedFunction>
memplace::extractFunction(func::FuncOp function, const Target &target,
                          const ExtractOptions &options) {
  if (failed(checkSupported(function, options)))
    return failure();
  const bool isPlaced = hasExplicitPlacement(function);
  NullSteps nullSteps;
  if (!isPlaced)
    nullSteps.atEnds = countTiersBetween(target);
  FailureOr<ExtractedFunction> extracted =
      Extractor(function, target, options, nullSteps).run();
  if (succeeded(extracted) && !isPlaced) {
    nullSteps.before = findTierChanges(*extracted);
    if (!nullSteps.before.empty())
      extracted = Extractor(function, target, options, nullSteps).run();
  }
  if (failed(extracted))
    return failure();
  if (isPlaced && failed(readExplicit(*extracted)))
    return failure();
  if (!isPlaced && !options.ignoreAnnotations &&
      failed(readAnnotations(*extracted)))
    return failure();
  return extracted;
}

namespace {
/// Storage that stays in its tier, for messages.
struct FixedStorage {
  std::string name;
  std::string reason;
};
} // namespace

/// Returns the storage of \p memref if the program forces it to stay in its
/// tier: the size is unknown, a call may keep the storage, or the value may be
/// one of several buffers. Returns nothing for storage on the stack, storage
/// with a tier in its type, and storage with windows: `addMove` adds its
/// accesses.
static std::optional<FixedStorage> findFixed(const ExtractedFunction &extracted,
                                             Value memref) {
  auto type = cast<BaseMemRefType>(memref.getType());
  if (isa_and_nonnull<TierAttr>(type.getMemorySpace()))
    return std::nullopt;
  ArrayRef<unsigned> sets = extracted.aliasSets->getSetsOf(memref);
  if (sets.empty())
    return FixedStorage{"unknown storage",
                        "is neither an argument nor an allocation nor a "
                        "global of the function"};
  const AliasSet &set = extracted.aliasSets->getSets()[sets.front()];
  if (set.isScratch)
    return std::nullopt;
  auto root = dyn_cast<MemRefType>(set.roots.front().getType());
  const std::string name = "buffer '" + set.name + "'";
  if (!root || !root.hasStaticShape())
    return FixedStorage{name, "has no static size; give it a static shape, "
                              "or split the op into ops on static shapes"};
  if (set.size == 0 || set.hasWindows)
    return std::nullopt;
  if (!set.unplacedReason.empty())
    return FixedStorage{name, set.unplacedReason};
  if (set.ambiguousReason.empty())
    return std::nullopt;
  return FixedStorage{name, set.ambiguousReason +
                                "; let each op use one buffer, e.g. by a copy "
                                "in each branch"};
}

/// Emits an error at each op that accesses storage that stays in its tier, if
/// ops cannot access this tier.
static LogicalResult checkUnplacedAccesses(const ExtractedFunction &extracted) {
  const Target &target = extracted.problem.target;
  const Tier &home = target.tiers[target.defaultTier];
  if (home.servesOps)
    return success();
  bool hasFailed = false;
  for (Operation *op : extracted.schedule->getSteps()) {
    if (!op || isHostElementAccess(op) || !touchesMemory(op))
      continue;
    for (const MemoryAccess &access : getStepCost(op).accesses) {
      std::optional<FixedStorage> fixed = findFixed(extracted, access.memref);
      if (!fixed)
        continue;
      emitError(op->getLoc(), "op '")
          << getOpName(op) << "' accesses " << fixed->name << " in tier '"
          << home.name << "', but ops cannot access this tier ('ops' is "
          << "false); the storage stays there: " << fixed->reason;
      hasFailed = true;
      break;
    }
  }
  return failure(hasFailed);
}

LogicalResult memplace::reportUnplaced(const ExtractedFunction &extracted,
                                       bool strict) {
  bool hasFailed = failed(checkUnplacedAccesses(extracted));
  for (const UnplacedStorage &storage : extracted.unplaced) {
    if (storage.isHomeOnly) {
      emitRemark(storage.loc) << "buffer '" << storage.name
                              << "' stays in its home tier: " << storage.reason;
      continue;
    }
    hasFailed |= strict;
    InFlightDiagnostic message =
        strict ? emitError(storage.loc) : emitRemark(storage.loc);
    message << "buffer '" << storage.name
            << "' is not placed: " << storage.reason;
  }
  reportAccessesAtHome(extracted);
  for (Location loc : extracted.unknownTripCounts)
    emitRemark(loc) << "the trip count of this loop is not known, so it counts "
                       "once; set 'memplace.trip_count'";
  return failure(hasFailed);
}
