//===- Schedule.cpp - Operations as schedule steps ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/Schedule.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

using namespace mlir;
using namespace memplace;

/// Returns true if \p op only touches elements or vectors at indices.
static bool isElementAccess(Operation *op) {
  SmallVector<MemoryAccess> accesses = getMemoryAccesses(op);
  return !accesses.empty() &&
         llvm::all_of(accesses, [](const MemoryAccess &access) {
           return access.isIndexed;
         });
}

/// Returns true for the ops of the dialect that are steps without touching
/// memory.
static bool isStepWithoutAccess(Operation *op) {
  return isa<StartTransferOp, WaitOp, AcquireOp, ReleaseOp, LaunchOverheadOp>(
      op);
}

bool memplace::hasNoCost(Operation *op) {
  return isa_and_nonnull<MemPlaceDialect>(op->getDialect()) &&
         !isa<MoveOp, LaunchOverheadOp>(op);
}

/// Returns true if \p op, which is not an entered loop, uses a buffer as a
/// whole.
static bool usesWholeBuffer(Operation *op) {
  if (isStepWithoutAccess(op))
    return true;
  if (isElementAccess(op))
    return false;
  if (op->getNumRegions() == 0 || ownsRegions(op))
    return touchesMemory(op);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (usesWholeBuffer(&inner))
        return true;
  return false;
}

bool memplace::worksOnWholeBuffers(Operation *op) {
  return llvm::any_of(op->getRegions(), [](Region &region) {
    return llvm::any_of(region.getOps(), [](Operation &inner) {
      return usesWholeBuffer(&inner);
    });
  });
}

Block *memplace::getScheduledBody(Operation *op) {
  // A `memplace.cost` covers the whole loop, so its body is not entered.
  if (!isa<scf::ForOp, scf::WhileOp>(op) ||
      op->hasAttr(MemPlaceDialect::costAttrName) || !worksOnWholeBuffers(op))
    return nullptr;
  std::optional<int64_t> trips = getTripCount(op);
  // A body that never runs has no steps.
  if (trips && *trips < 1)
    return nullptr;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getBody();
  auto loop = cast<scf::WhileOp>(op);
  if (!trips)
    return nullptr;
  for (Operation &inner : loop.getBeforeBody()->getOperations())
    if (touchesMemory(&inner) || isStepWithoutAccess(&inner))
      return nullptr;
  return loop.getAfterBody();
}

/// Returns the marker in \p block that makes its ops steps; null without a
/// marker.
static EnterArmOp findMark(Block &block) {
  auto marks = block.getOps<EnterArmOp>();
  return marks.empty() ? EnterArmOp() : *marks.begin();
}

SmallVector<Block *> memplace::getScheduledArms(Operation *op) {
  SmallVector<Block *> arms;
  if (!isa<scf::IfOp, scf::IndexSwitchOp>(op) ||
      op->hasAttr(MemPlaceDialect::costAttrName))
    return arms;
  bool isEntered = false;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      const bool isMarked = findMark(block) != nullptr;
      isEntered |= isMarked;
      if (isMarked || llvm::any_of(block, [](Operation &inner) {
            return touchesMemory(&inner);
          }))
        arms.push_back(&block);
    }
  return isEntered ? arms : SmallVector<Block *>();
}

/// Returns the name of the arm \p block in reports.
static std::string getArmName(Block &block) {
  EnterArmOp mark = findMark(block);
  return mark && mark.getName() ? mark.getName()->str() : "arm";
}

void Schedule::addStep(Operation *op, Operation *before) {
  if (op)
    stepOf[op] = getNumSteps();
  steps.push_back(op);
  anchors.push_back(before);
}

void Schedule::addLoop(ScheduledLoop loop, const NullSteps &nullSteps) {
  addStep(nullptr, loop.op);
  const size_t index = loops.size();
  Block *body = loop.body;
  loops.push_back(std::move(loop));
  const Step begin = getNumSteps();
  addBlock(*body, nullSteps);
  addStep(nullptr, body->getTerminator());
  loops[index].range = {begin, getNumSteps()};
}

static ScheduledLoop makeLoop(Operation *op, Block *body) {
  ScheduledLoop loop;
  loop.op = op;
  loop.body = body;
  std::optional<int64_t> trips = getTripCount(op);
  loop.tripCount = trips.value_or(1);
  loop.isTripCountKnown = trips.has_value();
  auto forOp = dyn_cast<scf::ForOp>(op);
  loop.maySkip = !forOp || !forOp.getStaticTripCount();
  return loop;
}

static ScheduledLoop makeArm(Operation *op, Block *block) {
  ScheduledLoop arm;
  arm.op = op;
  arm.body = block;
  arm.maySkip = true;
  arm.arm = getArmName(*block);
  return arm;
}

void Schedule::addBlock(Block &block, const NullSteps &nullSteps) {
  for (Operation &op : block) {
    if (Block *body = getScheduledBody(&op)) {
      addLoop(makeLoop(&op, body), nullSteps);
      continue;
    }
    SmallVector<Block *> arms = getScheduledArms(&op);
    for (Block *arm : arms)
      addLoop(makeArm(&op, arm), nullSteps);
    if (!arms.empty() || !(isStepWithoutAccess(&op) || touchesMemory(&op)))
      continue;
    for (int i = 0; i < nullSteps.before.lookup(&op); ++i)
      addStep(nullptr, &op);
    addStep(&op, &op);
  }
}

Schedule::Schedule(FunctionOpInterface function, const NullSteps &nullSteps)
    : entry(&function.getFunctionBody().front()) {
  assert(function.getFunctionBody().hasOneBlock() &&
         "steps are those of one block");
  const int numAtEnds = nullSteps.atEnds;
  for (int i = 0; i < numAtEnds; ++i)
    addStep(nullptr, entry->getTerminator());
  addBlock(*entry, nullSteps);
  // The code of these steps precedes that of the first op, not its operands.
  for (int i = 0; i < numAtEnds && numAtEnds < getNumSteps(); ++i)
    anchors[i] = anchors[numAtEnds];
  for (int i = 0; i < numAtEnds; ++i)
    addStep(nullptr, entry->getTerminator());
  loopOf.assign(steps.size(), -1);
  // Outer loops come first, so inner loops overwrite their entries.
  for (auto [index, loop] : llvm::enumerate(loops))
    std::fill(loopOf.begin() + loop.range.begin,
              loopOf.begin() + loop.range.end, static_cast<int>(index));
}

std::optional<Step> Schedule::getStepOf(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (auto it = stepOf.find(op); it != stepOf.end())
      return it->second;
  return std::nullopt;
}

int Schedule::getInnermostLoop(Step step) const {
  return step < 0 || step >= getNumSteps() ? -1 : loopOf[step];
}

StringRef Schedule::getArmAround(Step step) const {
  const int around = getInnermostLoop(step);
  for (int loop = around; loop >= 0; --loop)
    if (loops[loop].range.contains(step) && !loops[loop].arm.empty())
      return loops[loop].arm;
  return "";
}

std::pair<Block *, Block::iterator>
Schedule::getInsertionPoint(Step step, Step nest) const {
  int around = getInnermostLoop(nest);
  Block *block = around == -1 ? entry : loops[around].body;
  Step end = around == -1 ? getNumSteps() : loops[around].range.end;
  if (step == end)
    return {block, Block::iterator(block->getTerminator())};
  Operation *anchor = anchors[step];
  // Climb to the op in the block of `nest`.
  while (anchor->getBlock() != block) {
    anchor = anchor->getBlock()->getParentOp();
    assert(anchor && "the boundary is not in the loop that 'nest' is in");
  }
  return {block, Block::iterator(anchor)};
}
