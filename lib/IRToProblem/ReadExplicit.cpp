//===- ReadExplicit.cpp - Placement from slots and transfers --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each start, wait, acquire and release is its own step, so the order of the IR
// gives the steps of the solution. This file shares no code with the passes
// that rewrite programs, because it verifies their results.
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Interfaces/RunTimeAddress.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

/// Returns the source of the view \p memref; null if \p memref is not a view or
/// has several possible sources.
static Value getViewSource(Value memref) {
  Operation *op = memref.getDefiningOp();
  Value source;
  if (!op)
    return source;
  for (const MemoryView &view : getMemoryViews(op)) {
    if (view.result != memref)
      continue;
    if (source)
      return {};
    source = view.source;
  }
  return source;
}

Value memplace::getPlaceOf(Value memref, const AliasSets &aliasSets) {
  ArrayRef<unsigned> sets = aliasSets.getSetsOf(memref);
  if (sets.size() != 1)
    return {};
  const AliasSet &set = aliasSets.getSets()[sets.front()];
  if (set.roots.size() == 1)
    return set.roots.front();
  while (memref && !llvm::is_contained(set.roots, memref)) {
    Value carried = aliasSets.getCarriedValue(memref);
    memref = carried != memref ? carried : getViewSource(memref);
  }
  return memref;
}

namespace {
/// Reads forms 2 (explicit) and 3 (offsets) of the dialect's description.
class ExplicitReader {
public:
  explicit ExplicitReader(ExtractedFunction &extracted)
      : extracted(extracted), problem(extracted.problem),
        steps(extracted.schedule->getSteps()) {}
  LogicalResult run();

private:
  void addHomes();
  LogicalResult readMarkers();
  LogicalResult acquire(AcquireOp op, Step step);
  LogicalResult release(ReleaseOp op, Step step);
  LogicalResult checkAddress(StartTransferOp op, const Channel &channel);
  LogicalResult start(StartTransferOp op, Step step);
  LogicalResult checkReleased();
  LogicalResult readServed();
  FailureOr<Residency> makeResidency(Value place, Operation *user);
  FailureOr<ResidencyId> findResidency(Value memref, BufferId buffer, Step step,
                                       Operation *user);
  bool isContinued(ResidencyId id, Step step) const;
  bool isIdle(Step step, Value place) const;
  bool areIdle(LiveRange range, Value place) const;
  bool isFree(ResidencyId id, LiveRange range) const;
  bool keepsContentsIn(int loop, BufferId buffer) const;
  void getLoopBoundaries(Step step, BufferId buffer,
                         SmallVectorImpl<Step> &begins,
                         SmallVectorImpl<Step> &ends) const;
  bool canLast(ResidencyId id, LiveRange more) const;
  Step findLastEdge(ResidencyId id) const;
  void extendToLoopBoundaries();
  bool runsAfter(Step wait, Step start) const;
  void adjustLives();
  bool isSecondHome(Value memref) const;

  ExtractedFunction &extracted;
  Problem &problem;
  ArrayRef<Operation *> steps;
  Solution solution;
  /// By place: its residencies, in IR order.
  DenseMap<Value, SmallVector<ResidencyId, 1>> residenciesOf;
  /// By place: true while its last residency is acquired.
  DenseMap<Value, bool> isHeld;
  std::vector<Value> placeOf;                     // By ResidencyId.
  std::optional<DenseSet<Value>> sourcesOfBounds; // Once it is needed.
};
} // namespace

/// Adds home residencies, which no op acquires: memrefs of the caller, and
/// allocations left in place.
void ExplicitReader::addHomes() {
  ArrayRef<AliasSet> sets = extracted.aliasSets->getSets();
  for (auto [buffer, set] : llvm::enumerate(extracted.setOfBuffer)) {
    if (!problem.isExternal(buffer))
      continue;
    ResidencyId id = solution.residencies.size();
    solution.residencies.push_back({static_cast<BufferId>(buffer),
                                    problem.homeOf(buffer), std::nullopt,
                                    problem.buffers[buffer].range});
    placeOf.push_back({});
    for (Value root : sets[set].roots)
      if (!root.getDefiningOp<SlotOp>() &&
          !(root.getDefiningOp() && isPlacedAllocation(root.getDefiningOp())))
        residenciesOf[root].push_back(id);
  }
}

//===----------------------------------------------------------------------===//
// Residencies
//===----------------------------------------------------------------------===//

/// Returns tier and offset of a slot or annotated allocation.
FailureOr<Residency> ExplicitReader::makeResidency(Value place,
                                                   Operation *user) {
  Residency residency;
  residency.buffer = extracted.getBufferOf(place);
  if (auto slot = place.getDefiningOp<SlotOp>())
    residency.offset = slot.getOffset();
  else if (Operation *op = place.getDefiningOp())
    if (auto attr = op->getAttrOfType<ResidencyAttr>(
            MemPlaceDialect::residencyAttrName))
      residency.offset = attr.getOffset();
  auto type = cast<MemRefType>(place.getType());
  auto space = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
  if (!residency.offset || !space || residency.buffer == noBuffer)
    return user->emitError("expects a slot or an allocation with "
                           "'memplace.residency' in the memory space of a "
                           "tier");
  StringRef name = space.getName().getValue();
  std::optional<TierId> tier = problem.target.findTier(name.str());
  if (!tier)
    return user->emitError("target '")
           << problem.target.name << "' has no tier '" << name << "'";
  residency.tier = *tier;
  return residency;
}

/// Returns true if \p op is an op of the dialect that takes no time: all but
/// `memplace.launch_overhead`. Unlike for `hasNoCost`, a move counts.
static bool isPlacementOp(Operation *op) {
  return isa_and_nonnull<MemPlaceDialect>(op->getDialect()) &&
         !isa<LaunchOverheadOp>(op);
}

/// Returns true if \p step takes no time and does not use \p place.
bool ExplicitReader::isIdle(Step step, Value place) const {
  Operation *op = steps[step];
  if (!op)
    return true;
  if (!isPlacementOp(op))
    return false;
  return !llvm::is_contained(op->getOperands(), place);
}

/// Returns true if the acquire at \p step continues residency \p id, released
/// earlier, with its contents. The acquire may follow a loop, be in a loop
/// body, or be at the former place of a loop, since loops of one trip are
/// inlined and other loops peeled. If another residency used the bytes in
/// between, the two now overlap, in breach of R3.
bool ExplicitReader::isContinued(ResidencyId id, Step step) const {
  Step released = solution.residencies[id].range.end;
  return areIdle({released + 1, step}, placeOf[id]);
}

LogicalResult ExplicitReader::acquire(AcquireOp op, Step step) {
  Value place = op.getSlot();
  if (isHeld.lookup(place))
    return op.emitError("acquires a residency that is already acquired");
  isHeld[place] = true;
  SmallVector<ResidencyId, 1> &ids = residenciesOf[place];
  if (op.getKeepContents() && !ids.empty() && isContinued(ids.back(), step))
    return success();
  FailureOr<Residency> residency = makeResidency(place, op);
  if (failed(residency))
    return failure();
  residency->range = {step, step};
  ids.push_back(solution.residencies.size());
  solution.residencies.push_back(*residency);
  placeOf.push_back(place);
  return success();
}

LogicalResult ExplicitReader::release(ReleaseOp op, Step step) {
  Value place = op.getSlot();
  if (!isHeld.lookup(place))
    return op.emitError("releases a residency that is not acquired");
  isHeld[place] = false;
  solution.residencies[residenciesOf[place].back()].range.end = step;
  return success();
}

/// Checks that each acquire has its release in the same block. Every trip of a
/// loop then finds the state of the trip before.
LogicalResult ExplicitReader::checkReleased() {
  for (auto [step, op] : llvm::enumerate(steps)) {
    auto acquire = dyn_cast_or_null<AcquireOp>(op);
    if (!acquire)
      continue;
    bool isReleased =
        llvm::any_of(acquire.getSlot().getUsers(), [&](Operation *user) {
          return isa<ReleaseOp>(user) && user->getBlock() == op->getBlock() &&
                 op->isBeforeInBlock(user);
        });
    if (!isReleased)
      return acquire.emitError(
          "acquires a residency that its block does not release");
  }
  return success();
}

/// Returns true if no other residency uses the bytes of residency \p id during
/// \p range, so it could last for \p range.
bool ExplicitReader::isFree(ResidencyId id, LiveRange range) const {
  const Residency &own = solution.residencies[id];
  int64_t size = problem.buffers[own.buffer].size;
  for (const Residency &other : solution.residencies) {
    if (&other == &own || !other.offset || other.tier != own.tier ||
        !other.range.overlaps(range))
      continue;
    int64_t otherSize = problem.buffers[other.buffer].size;
    // Hand-written offsets may be large, so sums could overflow.
    if (*other.offset - *own.offset < size &&
        *own.offset - *other.offset < otherSize)
      return false;
  }
  return true;
}

/// Returns true if the steps of \p range take no time and do not use \p place.
bool ExplicitReader::areIdle(LiveRange range, Value place) const {
  for (Step step = range.begin; step < range.end; ++step)
    if (!isIdle(step, place))
      return false;
  return true;
}

/// Returns true if an acquire keeps contents of \p buffer at the start of the
/// body of loop \p loop. If the body starts with an inner loop, looks at the
/// start of the inner body. Otherwise each trip begins without contents, as if
/// the buffer were allocated in the body.
bool ExplicitReader::keepsContentsIn(int loop, BufferId buffer) const {
  for (Step step = problem.loops[loop].range.begin;; ++step) {
    // A null step precedes an inner loop or ends the body.
    if (!steps[step] && llvm::none_of(problem.loops, [&](const Loop &inner) {
          return inner.range.begin == step + 1;
        }))
      return false;
    if (!steps[step])
      continue;
    if (!isPlacementOp(steps[step]))
      return false;
    auto acquire = dyn_cast<AcquireOp>(steps[step]);
    if (acquire && acquire.getKeepContents() &&
        extracted.getBufferOf(acquire.getSlot()) == buffer)
      return true;
  }
}

/// Collects loop boundaries in the block of \p step to which a residency may be
/// extended. \p begins: its start may move back to the end of a loop in the
/// block, or to the start of the body. \p ends: its end may move on to the
/// start of a loop in the block, or to the end of the body. The body counts
/// only if \p buffer keeps contents across trips.
void ExplicitReader::getLoopBoundaries(Step step, BufferId buffer,
                                       SmallVectorImpl<Step> &begins,
                                       SmallVectorImpl<Step> &ends) const {
  const Schedule &schedule = *extracted.schedule;
  int around = schedule.getInnermostLoop(step);
  if (around != -1 && keepsContentsIn(around, buffer)) {
    begins.push_back(problem.loops[around].range.begin);
    ends.push_back(problem.loops[around].range.end);
  }
  for (const Loop &loop : problem.loops)
    if (schedule.getInnermostLoop(loop.range.begin - 1) == around) {
      begins.push_back(loop.range.end);
      ends.push_back(loop.range.begin);
    }
}

/// Returns true if residency \p id could also last during \p more: no step of
/// \p more uses its place, and no other residency uses its bytes.
bool ExplicitReader::canLast(ResidencyId id, LiveRange more) const {
  return areIdle(more, placeOf[id]) && isFree(id, more);
}

/// Returns the last loop boundary until which residency \p id could last after
/// its release. A residency extended to the end of an inner loop's body may
/// continue to the end of the outer body.
Step ExplicitReader::findLastEdge(ResidencyId id) const {
  Step end = solution.residencies[id].range.end, after = end + 1;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    SmallVector<Step> unused, ends;
    getLoopBoundaries(end, solution.residencies[id].buffer, unused, ends);
    for (Step edge : ends)
      if (end < edge && canLast(id, {after, edge})) {
        end = after = edge;
        hasChanged = true;
      }
  }
  return end;
}

/// Extends residencies to loop boundaries, where the rules check contents. A
/// residency released right before a loop or at the end of its body then lasts
/// until the boundary. A residency acquired at the start of the body or right
/// after the loop then begins at the boundary.
void ExplicitReader::extendToLoopBoundaries() {
  for (size_t id = 0; id < solution.residencies.size(); ++id) {
    LiveRange &range = solution.residencies[id].range;
    if (!solution.residencies[id].offset)
      continue;
    SmallVector<Step> begins, unused;
    getLoopBoundaries(range.begin, solution.residencies[id].buffer, begins,
                      unused);
    for (Step edge : begins)
      if (edge < range.begin && canLast(id, {edge, range.begin}))
        range.begin = edge;
    range.end = findLastEdge(id);
  }
}

//===----------------------------------------------------------------------===//
// Transfers and accesses
//===----------------------------------------------------------------------===//

/// Returns the residency of \p memref at \p step. If its place is not acquired
/// then, returns the last earlier residency of the place, and the rules report
/// the error.
FailureOr<ResidencyId> ExplicitReader::findResidency(Value memref,
                                                     BufferId buffer, Step step,
                                                     Operation *user) {
  const AliasSets &aliasSets = *extracted.aliasSets;
  const AliasSet &set = aliasSets.getSets()[extracted.setOfBuffer[buffer]];
  Value place = getPlaceOf(memref, aliasSets);
  // All mentions of a global, or of a piece, are one place.
  if (!place && (set.roots.size() == 1 || set.kind != AliasSet::Kind::Explicit))
    place = set.roots.front();
  if (!place)
    return user->emitError("uses a copy of buffer '")
           << set.name << "' that is known only at run time";
  auto it = residenciesOf.find(place);
  if (it == residenciesOf.end() || it->second.empty())
    return user->emitError("uses buffer '")
           << set.name << "' in a place that is never acquired";
  ResidencyId found = it->second.front();
  for (ResidencyId id : it->second) {
    const LiveRange &range = solution.residencies[id].range;
    if (range.contains(step))
      return id;
    if (range.begin <= step)
      found = id;
  }
  return found;
}

static bool isSameStorage(Value a, Value b) {
  auto global = a.getDefiningOp<memref::GetGlobalOp>();
  auto other = b.getDefiningOp<memref::GetGlobalOp>();
  return global && other ? global.getNameAttr() == other.getNameAttr() : a == b;
}

/// Returns true if \p memref is a home (argument, global or remaining
/// allocation), but not the first home of its buffer. Such a buffer is two
/// buffers joined by a transfer.
bool ExplicitReader::isSecondHome(Value memref) const {
  BufferId buffer = extracted.getBufferOf(memref);
  Value place = getPlaceOf(memref, *extracted.aliasSets);
  auto isHome = [&](Value root) {
    auto it = residenciesOf.find(root);
    return it != residenciesOf.end() && !it->second.empty() &&
           !placeOf[it->second.front()];
  };
  if (!place || !isHome(place))
    return false;
  const AliasSet &set =
      extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
  return !isSameStorage(*llvm::find_if(set.roots, isHome), place);
}

/// Returns true if step \p wait runs whenever \p start has run: no loop around
/// only \p wait may be skipped.
bool ExplicitReader::runsAfter(Step wait, Step start) const {
  return llvm::none_of(problem.loops, [&](const Loop &loop) {
    return loop.maySkip && loop.range.contains(wait) &&
           !loop.range.contains(start);
  });
}

/// Returns the run-time values from which the positions of windows around \p
/// end, an end of a transfer, are computed.
static DenseSet<Value> getSourcesOfPosition(Value end) {
  DenseSet<Value> sources;
  while (end) {
    auto window = end.getDefiningOp<WindowOp>();
    if (window)
      for (Operation *user : end.getUsers())
        if (auto move = dyn_cast<MoveOp>(user))
          sources.insert_range(getRunTimeSources(move.getOffset()));
    end = window ? window.getSource() : getViewSource(end);
  }
  return sources;
}

/// Fails if \p op moves rows at addresses known only at run time but its
/// channel cannot do this. A channel between two tiers that serve ops always
/// can.
LogicalResult ExplicitReader::checkAddress(StartTransferOp op,
                                           const Channel &channel) {
  if (channel.isIndexed || (problem.target.tiers[channel.from].servesOps &&
                            problem.target.tiers[channel.to].servesOps))
    return success();
  DenseSet<Value> sources = getSourcesOfPosition(op.getSource());
  sources.insert_range(getSourcesOfPosition(op.getDestination()));
  if (!sources.empty() && !sourcesOfBounds)
    sourcesOfBounds = getSourcesOfBounds(extracted.function);
  if (llvm::all_of(sources, [&](Value source) {
        return sourcesOfBounds->contains(source);
      }))
    return success();
  return op.emitError("moves rows at an address known only at run time, but "
                      "channel '")
         << channel.name << "' of target '" << problem.target.name
         << "' is not \"indexed\"";
}

LogicalResult ExplicitReader::start(StartTransferOp op, Step step) {
  std::optional<ChannelId> channel =
      problem.target.findChannel(op.getChannel().str());
  if (!channel)
    return op.emitError("target '")
           << problem.target.name << "' has no channel '" << op.getChannel()
           << "'";
  if (failed(checkAddress(op, problem.target.channels[*channel])))
    return failure();
  BufferId buffer = extracted.getBufferOf(op.getSource());
  if (buffer == noBuffer ||
      buffer != extracted.getBufferOf(op.getDestination()) ||
      isSecondHome(op.getSource()) || isSecondHome(op.getDestination()))
    return op.emitError("must copy between two residencies of one buffer");
  FailureOr<ResidencyId> from = findResidency(op.getSource(), buffer, step, op);
  FailureOr<ResidencyId> to =
      findResidency(op.getDestination(), buffer, step, op);
  if (failed(from) || failed(to))
    return failure();
  std::optional<Step> done;
  bool mayBeWaitedFor = false;
  for (Operation *user : op.getToken().getUsers()) {
    std::optional<Step> wait = extracted.schedule->getStepOf(user);
    if (!wait || !isa<WaitOp>(user))
      continue;
    mayBeWaitedFor = true;
    if (runsAfter(*wait, step))
      done = std::min(done.value_or(*wait), *wait);
  }
  if (!done)
    return op.emitError("starts a transfer that is ")
           << (mayBeWaitedFor ? "waited for only in a loop or arm that may be "
                                "skipped"
                              : "never waited for");
  solution.transfers.push_back({*from, *to, *channel, step, *done});
  return success();
}

LogicalResult ExplicitReader::readMarkers() {
  for (auto [step, op] : llvm::enumerate(steps)) {
    if (auto acquired = dyn_cast_or_null<AcquireOp>(op);
        acquired && failed(acquire(acquired, step)))
      return failure();
    if (auto released = dyn_cast_or_null<ReleaseOp>(op);
        released && failed(release(released, step)))
      return failure();
  }
  if (failed(checkReleased()))
    return failure();
  extendToLoopBoundaries();
  for (auto [step, op] : llvm::enumerate(steps))
    if (auto started = dyn_cast_or_null<StartTransferOp>(op);
        started && failed(start(started, step)))
      return failure();
  return success();
}

LogicalResult ExplicitReader::readServed() {
  solution.served.resize(problem.numSteps());
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    for (auto [access, values] :
         llvm::zip(accesses, extracted.accessValues[step])) {
      FailureOr<ResidencyId> id =
          findResidency(values.front(), access.buffer, step, steps[step]);
      if (failed(id))
        return failure();
      solution.served[step].push_back(*id);
    }
  }
  return success();
}

/// Sets the live ranges from residencies and accesses. A placed buffer lives
/// while it has a place or is used. A buffer of the caller lives at least as
/// long as its copies. The place of the original allocation is lost, so a
/// buffer without a residency outside a loop need not live through the loop.
void ExplicitReader::adjustLives() {
  std::vector<std::optional<LiveRange>> lives(problem.buffers.size());
  auto extend = [&](BufferId buffer, LiveRange by) {
    std::optional<LiveRange> &life = lives[buffer];
    if (!life)
      life = by;
    life = {std::min(life->begin, by.begin), std::max(life->end, by.end)};
  };
  for (const Residency &residency : solution.residencies)
    extend(residency.buffer, residency.range);
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses)
      extend(access.buffer, {step, step + 1});
  for (size_t id = 0; id < problem.buffers.size(); ++id) {
    if (!lives[id])
      continue;
    LiveRange &range = problem.buffers[id].range;
    if (!problem.isExternal(id))
      range = *lives[id];
    else
      range = {std::min(range.begin, lives[id]->begin),
               std::max(range.end, lives[id]->end)};
  }
  for (Residency &residency : solution.residencies)
    if (!residency.offset)
      residency.range = problem.buffers[residency.buffer].range;
}

LogicalResult ExplicitReader::run() {
  addHomes();
  if (failed(readMarkers()) || failed(readServed()))
    return failure();
  adjustLives();
  solution.problem = problem.name;
  extracted.recorded = std::move(solution);
  return success();
}

LogicalResult memplace::readExplicit(ExtractedFunction &extracted) {
  return ExplicitReader(extracted).run();
}
