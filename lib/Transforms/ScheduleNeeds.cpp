//===- ScheduleNeeds.cpp - Order of steps beyond accesses -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleNeeds.h"

#include "CutChoice.h"

#include "../IRToProblem/Pins.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace memplace;

llvm::SetVector<Value> memplace::getUsedValues(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Returns true if \p op is a loop or a branch with steps of its own.
static bool hasSteps(Operation *op) {
  return getScheduledBody(op) || !getScheduledArms(op).empty();
}

bool memplace::hasHiddenEffects(Operation *op, const Schedule &schedule,
                                const DenseSet<Operation *> &deallocations) {
  if (schedule.getStepOf(op) || hasSteps(op) || isa<EnterArmOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op))
    return false;
  return getMemoryOpKind(op) != MemoryOpKind::Allocate &&
         !deallocations.contains(op);
}

std::vector<bool>
memplace::findBarriers(const ExtractedFunction &extracted,
                       const DenseSet<Operation *> &deallocations) {
  const Schedule &schedule = *extracted.schedule;
  std::vector<bool> isBarrier = findUnknownSteps(extracted);
  for (auto [step, op] : llvm::enumerate(extracted.problem.ops))
    if (op.isOnce)
      isBarrier[step] = true;
  std::optional<Step> latest;
  bool isOpen = false; // An op with hidden effects follows `latest`.
  func::FuncOp function = extracted.function;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const std::optional<Step> step = schedule.getStepOf(op);
    if (step) {
      if (isOpen)
        isBarrier[*step] = true;
      isOpen = false;
      latest = step;
      return WalkResult::skip();
    }
    if (op == function || !hasHiddenEffects(op, schedule, deallocations))
      return WalkResult::advance();
    isOpen = true;
    if (latest)
      isBarrier[*latest] = true;
    return WalkResult::skip();
  });
  return isBarrier;
}

//===----------------------------------------------------------------------===//
// Results and their users
//===----------------------------------------------------------------------===//

namespace {

/// Finds the steps from which a value comes.
class SourceSteps {
public:
  explicit SourceSteps(const Schedule &schedule) : schedule(schedule) {
    for (const ScheduledLoop &loop : schedule.getLoops())
      lastOf[loop.op] = std::max(lastOf[loop.op], loop.range.end - 1);
  }

  /// Returns the steps whose results \p op and the ops in its regions use.
  const llvm::SmallSetVector<Step, 2> &ofOperands(Operation *op);

private:
  void add(Value value, llvm::SmallSetVector<Step, 2> &sources);

  const Schedule &schedule;
  DenseMap<Operation *, Step> lastOf; // By loop or branch: its last step.
  DenseMap<Operation *, std::unique_ptr<llvm::SmallSetVector<Step, 2>>> known;
};

} // namespace

void SourceSteps::add(Value value, llvm::SmallSetVector<Step, 2> &sources) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  if (const std::optional<Step> step = schedule.getStepOf(op)) {
    sources.insert(*step);
  } else if (auto loop = lastOf.find(op); loop != lastOf.end()) {
    sources.insert(loop->second);
  } else {
    const llvm::SmallSetVector<Step, 2> &more = ofOperands(op);
    sources.insert(more.begin(), more.end());
  }
}

const llvm::SmallSetVector<Step, 2> &SourceSteps::ofOperands(Operation *op) {
  if (auto found = known.find(op); found != known.end())
    return *found->second;
  auto sources = std::make_unique<llvm::SmallSetVector<Step, 2>>();
  for (Value value : getUsedValues(op))
    add(value, *sources);
  return *(known[op] = std::move(sources));
}

std::vector<std::pair<Step, Step>>
memplace::findNeeds(const ExtractedFunction &extracted,
                    const std::vector<bool> &isBarrier) {
  const Schedule &schedule = *extracted.schedule;
  SourceSteps sources(schedule);
  std::vector<std::pair<Step, Step>> needs;
  for (auto [index, op] : llvm::enumerate(schedule.getSteps()))
    if (op)
      for (Step source : sources.ofOperands(op))
        needs.emplace_back(source, static_cast<Step>(index));
  for (const ScheduledLoop &loop : schedule.getLoops())
    for (Step source : sources.ofOperands(loop.op))
      needs.emplace_back(source, loop.range.begin);
  const Step count = schedule.getNumSteps();
  Step barrier = -1;
  for (Step step = 0; step < count; ++step) {
    if (barrier >= 0)
      needs.emplace_back(barrier, step);
    if (!isBarrier[step])
      continue;
    for (Step earlier = barrier + 1; earlier < step; ++earlier)
      needs.emplace_back(earlier, step);
    barrier = step;
  }
  return needs;
}

//===----------------------------------------------------------------------===//
// Buffers with several allocations
//===----------------------------------------------------------------------===//

/// Returns true if \p set has only its allocation and views.
static bool hasKnownViews(const AliasSet &set) {
  return llvm::all_of(set.members, [&](Value member) {
    if (member == set.roots.front())
      return true;
    Operation *op = member.getDefiningOp();
    return op && llvm::any_of(getMemoryViews(op), [&](const MemoryView &view) {
             return view.result == member;
           });
  });
}

/// Returns true if all deallocations of \p set are in the block of its root.
static bool isFreedInPlace(const AliasSet &set) {
  Block *block = Value(set.roots.front()).getParentBlock();
  return llvm::all_of(set.members, [&](Value member) {
    return llvm::all_of(member.getUsers(), [&](Operation *user) {
      return getMemoryOpKind(user) != MemoryOpKind::Deallocate ||
             (isa<memref::DeallocOp>(user) && user->getBlock() == block);
    });
  });
}

/// Returns true if all that refers to the storage of \p set is known, and its
/// deallocations, if any, are in the block of its allocation.
static bool isKnownAllocation(const AliasSet &set) {
  return set.isPlaceable() && set.ambiguousReason.empty() &&
         set.roots.front().getDefiningOp<memref::AllocOp>() &&
         hasKnownViews(set) && isFreedInPlace(set);
}

DenseSet<Operation *>
memplace::findMovableDeallocations(const ExtractedFunction &extracted) {
  DenseSet<Operation *> found;
  for (unsigned index : extracted.setOfBuffer)
    if (const AliasSet &set = extracted.aliasSets->getSets()[index];
        isKnownAllocation(set))
      for (Value member : set.members)
        for (Operation *user : member.getUsers())
          if (isa<memref::DeallocOp>(user))
            found.insert(user);
  return found;
}

/// Returns true if only steps, views and deallocations use \p set.
static bool isUsedBySteps(const AliasSet &set, const Schedule &schedule) {
  return llvm::all_of(set.members, [&](Value member) {
    return llvm::all_of(member.getUsers(), [&](Operation *user) {
      return schedule.getStepOf(user) || isa<memref::DeallocOp>(user) ||
             getMemoryViews(user).size() == 1;
    });
  });
}

/// Returns, by buffer, true if a second allocation may hold its contents for
/// some of the steps.
static std::vector<bool> findCopyable(const ExtractedFunction &extracted) {
  std::vector<bool> isCopyable;
  for (unsigned index : extracted.setOfBuffer) {
    const AliasSet &set = extracted.aliasSets->getSets()[index];
    isCopyable.push_back(isKnownAllocation(set) && !set.hasWindows &&
                         !getOwnPin(set.roots.front()) &&
                         isUsedBySteps(set, *extracted.schedule));
  }
  return isCopyable;
}

/// Returns true if \p buffer is allocated outside a loop that all its accesses
/// are in, so that it lives during the whole loop.
static bool isAroundLoop(const ExtractedFunction &extracted, BufferId buffer) {
  const AliasSet &set =
      extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
  Region *region = Value(set.roots.front()).getParentRegion();
  const LiveRange range = extracted.problem.buffers[buffer].range;
  return llvm::any_of(extracted.schedule->getLoops(),
                      [&](const ScheduledLoop &loop) {
                        return loop.range.covers(range) &&
                               !loop.body->getParent()->isAncestor(region);
                      });
}

/// Returns the buffers that \p op keeps live: those of its memrefs, of the
/// memrefs in its regions, and of all sets that an ambiguous value may be in.
static llvm::SmallSetVector<BufferId, 4>
findUsedBuffers(const ExtractedFunction &extracted, Operation *op) {
  ArrayRef<AliasSet> sets = extracted.aliasSets->getSets();
  llvm::SmallSetVector<BufferId, 4> used;
  const auto add = [&](ValueRange values) {
    for (Value value : values)
      for (unsigned set : extracted.aliasSets->getSetsOf(value)) {
        if (extracted.bufferOfSet[set] != noBuffer)
          used.insert(extracted.bufferOfSet[set]);
        if (sets[set].ambiguousReason.empty())
          continue;
        for (auto [other, buffer] : llvm::enumerate(extracted.bufferOfSet))
          if (buffer != noBuffer && sets[other].group == sets[set].group)
            used.insert(buffer);
      }
  };
  op->walk([&](Operation *inner) { add(inner->getOperands()); });
  add(op->getResults());
  return used;
}

/// Adds a read of 0 bytes for each buffer that an op uses but does not access.
static void addUses(const ExtractedFunction &extracted, Problem &problem) {
  for (auto [op, step] :
       llvm::zip_equal(problem.ops, extracted.schedule->getSteps())) {
    if (!step)
      continue;
    for (BufferId buffer : findUsedBuffers(extracted, step))
      if (llvm::none_of(op.accesses, [&](const Access &access) {
            return access.buffer == buffer;
          }))
        op.accesses.push_back({buffer, AccessMode::Read, 0, {}, 1});
  }
}

/// Returns, by buffer, true if its contents stay in one buffer, though the
/// program allocates it.
static std::vector<bool> findWhole(const ExtractedFunction &extracted) {
  const std::vector<bool> isCopyable = findCopyable(extracted);
  std::vector<bool> isWhole;
  for (auto [buffer, copyable] : llvm::enumerate(isCopyable)) {
    const auto id = static_cast<BufferId>(buffer);
    isWhole.push_back(!extracted.problem.isExternal(id) &&
                      (!copyable || isAroundLoop(extracted, id)));
  }
  return isWhole;
}

Problem memplace::makeSchedulable(const ExtractedFunction &extracted) {
  Problem problem = extracted.problem;
  const std::vector<bool> isWhole = findWhole(extracted);
  for (auto [step, op] : llvm::enumerate(problem.ops))
    for (Access &access : op.accesses)
      if (access.writes() && isWhole[access.buffer]) {
        access.mode = AccessMode::Update;
        // No op in a loop runs again.
        op.isOnce |=
            extracted.schedule->getInnermostLoop(static_cast<Step>(step)) < 0;
      }
  addUses(extracted, problem);
  return problem;
}
