//===- ScheduleRewriter.cpp - Run steps in a new order --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleRewriter.h"

#include "CutRewriter.h"
#include "ScheduleNeeds.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace memplace;

ScheduleRewriter::ScheduleRewriter(const ExtractedFunction &extracted,
                                   const Problem &searched,
                                   const ScheduledProblem &scheduled)
    : extracted(extracted), searched(searched), scheduled(scheduled),
      firstCopy(extracted.problem.buffers.size(), noBuffer),
      deallocations(findMovableDeallocations(extracted)) {}

//===----------------------------------------------------------------------===//
// Runs of steps
//===----------------------------------------------------------------------===//

/// Chooses the first copy of each buffer; for contents that the caller sees,
/// the last.
void ScheduleRewriter::findFirstCopies() {
  for (auto [copy, buffer] : llvm::enumerate(scheduled.map.buffers))
    if (firstCopy[buffer] == noBuffer ||
        scheduled.problem.buffers[copy].liveOut)
      firstCopy[buffer] = static_cast<BufferId>(copy);
}

static memref::DeallocOp findDeallocation(const AliasSet &set) {
  for (Value member : set.members)
    for (Operation *user : member.getUsers())
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user))
        return dealloc;
  return {};
}

/// Returns the values that define a buffer as written.
ArrayRef<Value> ScheduleRewriter::getRoots(BufferId buffer) const {
  return extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]].roots;
}

/// Returns the allocation of a scheduled buffer that is not a first copy.
Value ScheduleRewriter::getAllocation(BufferId copy) {
  const unsigned index = extracted.setOfBuffer[scheduled.map.buffers[copy]];
  const AliasSet &set = extracted.aliasSets->getSets()[index];
  Value root = set.roots.front();
  Value &known = views[{copy, root}];
  if (known)
    return known;
  OpBuilder builder(root.getDefiningOp());
  Operation *clone = builder.clone(*root.getDefiningOp());
  clone->setAttr(MemPlaceDialect::bufferAttrName,
                 builder.getStringAttr(scheduled.problem.buffers[copy].name));
  known = clone->getResult(0);
  bufferAsWritten[known] = scheduled.map.buffers[copy];
  if (memref::DeallocOp dealloc = findDeallocation(set)) {
    builder.setInsertionPoint(dealloc);
    deallocations.insert(
        memref::DeallocOp::create(builder, dealloc.getLoc(), known));
  }
  return known;
}

/// Returns the view of scheduled buffer \p copy that stands for \p memref, a
/// view of the buffer as written.
Value ScheduleRewriter::getView(BufferId copy, Value memref) {
  if (Value known = views.lookup({copy, memref}))
    return known;
  SmallVector<MemoryView> stated;
  if (Operation *op = memref.getDefiningOp())
    stated = getMemoryViews(op);
  const auto *view = llvm::find_if(
      stated, [&](const MemoryView &one) { return one.result == memref; });
  if (view == stated.end())
    return getAllocation(copy);
  IRMapping mapping;
  mapping.map(view->source, getView(copy, view->source));
  Operation *op = memref.getDefiningOp();
  copied.insert(op);
  Operation *clone = OpBuilder(op).clone(*op, mapping);
  const unsigned number = cast<OpResult>(memref).getResultNumber();
  return views[{copy, memref}] = clone->getResult(number);
}

/// Returns the op of scheduled step \p run; null for a null step.
Operation *ScheduleRewriter::makeRun(Step run) {
  const Step step = scheduled.map.ops[run];
  Operation *op = extracted.schedule->getSteps()[step];
  if (!op)
    return nullptr;
  llvm::SmallDenseMap<BufferId, BufferId> copyOf;
  const std::vector<Access> &was = searched.ops[step].accesses;
  for (auto [access, now] :
       llvm::zip_equal(was, scheduled.problem.ops[run].accesses))
    if (firstCopy[access.buffer] != now.buffer)
      copyOf[access.buffer] = now.buffer;
  if (copyOf.empty() && stepAsWritten.try_emplace(op, step).second)
    return op;
  IRMapping mapping;
  for (Value value : getUsedValues(op))
    if (isa<BaseMemRefType>(value.getType()))
      if (auto copy = copyOf.find(extracted.getBufferOf(value));
          copy != copyOf.end())
        mapping.map(value, getView(copy->second, value));
  Operation *clone = OpBuilder(op).clone(*op, mapping);
  for (const Access &access : was)
    for (Value root : getRoots(access.buffer))
      if (Operation *inner = root.getDefiningOp();
          inner && op->isProperAncestor(inner))
        bufferAsWritten[mapping.lookup(root)] = access.buffer;
  stepAsWritten[clone] = step;
  replacement.try_emplace(op, clone);
  return clone;
}

void ScheduleRewriter::makeRuns() {
  const Step count = scheduled.problem.numSteps();
  for (Step run = 0; run < count; ++run)
    runs.push_back(makeRun(run));
}

/// Erases the steps of which only clones run.
void ScheduleRewriter::eraseReplaced() {
  for (auto [op, clone] : replacement)
    if (!stepAsWritten.contains(op)) {
      op->replaceAllUsesWith(clone);
      op->erase();
    }
}

//===----------------------------------------------------------------------===//
// Order of ops
//===----------------------------------------------------------------------===//

/// Moves \p op to the end of its block, after the ops whose results it uses.
void ScheduleRewriter::emitWithSources(Operation *op) {
  Block *block = op->getBlock();
  // Depth first, with the next operand to visit; chains may be long.
  SmallVector<std::pair<Operation *, SmallVector<Operation *>>> open;
  const auto enter = [&](Operation *entered) {
    left.erase(entered);
    SmallVector<Operation *> sources;
    for (Value value : getUsedValues(entered))
      if (Operation *source = value.getDefiningOp())
        if (source->getBlock() == block && left.contains(source))
          sources.push_back(source);
    std::reverse(sources.begin(), sources.end());
    open.push_back({entered, std::move(sources)});
  };
  enter(op);
  while (!open.empty()) {
    SmallVector<Operation *> &sources = open.back().second;
    if (sources.empty()) {
      open.back().first->moveBefore(block->getTerminator());
      open.pop_back();
      continue;
    }
    Operation *source = sources.pop_back_val();
    if (!left.contains(source))
      continue;
    if (items.contains(source)) {
      isPossible = false;
      return;
    }
    enter(source);
  }
}

/// Puts the ops of \p block in order: those with steps as \p order lists them,
/// each after its sources and after the ops with hidden effects before it.
/// Views of which only copies have users go.
void ScheduleRewriter::orderBlock(Block &block, ArrayRef<Operation *> order) {
  left.clear();
  items.clear();
  items.insert(order.begin(), order.end());
  llvm::MapVector<Operation *, SmallVector<Operation *>> effectsBefore;
  SmallVector<Operation *> effects, all;
  for (Operation &op : block.without_terminator()) {
    left.insert(&op);
    all.push_back(&op);
    if (items.contains(&op))
      effectsBefore[&op] = std::exchange(effects, {});
    else if (hasHiddenEffects(&op, *extracted.schedule, deallocations))
      effects.push_back(&op);
  }
  for (Operation *op : all)
    if (isa<EnterArmOp>(op) || isOutsidePiece(op))
      emitWithSources(op);
  for (Operation *op : order) {
    for (Operation *before : effectsBefore[op])
      emitWithSources(before);
    emitWithSources(op);
    if (!isPossible)
      return;
  }
  for (Operation *op : llvm::reverse(all))
    if (left.contains(op) && copied.contains(op) && op->use_empty()) {
      left.erase(op);
      op->erase();
    }
  for (Operation *op : all)
    if (left.contains(op))
      emitWithSources(op);
}

/// Adds the memrefs among \p values to \p found.
static void addMemRefs(ValueRange values, llvm::SetVector<Value> &found) {
  for (Value value : values)
    if (isa<BaseMemRefType>(value.getType()))
      found.insert(value);
}

/// Returns the last op in the block of \p dealloc that may use its storage;
/// null if there is none. Follows \p dealloc back to its allocation, and from
/// there every memref that an op or region makes of a memref.
static Operation *findLastUser(memref::DeallocOp dealloc) {
  Block *block = dealloc->getBlock();
  Operation *last = nullptr;
  llvm::SetVector<Value> open;
  open.insert(dealloc.getMemref());
  for (size_t next = 0; next < open.size(); ++next) {
    const Value value = open[next];
    if (Operation *op = value.getDefiningOp())
      for (const MemoryView &view : getMemoryViews(op))
        if (view.result == value)
          open.insert(view.source);
    for (Operation *user : value.getUsers()) {
      addMemRefs(user->getResults(), open);
      for (Region &region : user->getRegions())
        addMemRefs(region.getArguments(), open);
      if (user->hasTrait<OpTrait::IsTerminator>())
        addMemRefs(user->getParentOp()->getResults(), open);
      Operation *here = block->findAncestorOpInBlock(*user);
      if (here && !isa<memref::DeallocOp>(here) &&
          !here->hasTrait<OpTrait::IsTerminator>() &&
          (!last || last->isBeforeInBlock(here)))
        last = here;
    }
  }
  return last;
}

/// Moves each movable deallocation after the last op that uses its storage.
void ScheduleRewriter::moveDeallocations() {
  SmallVector<memref::DeallocOp> all; // In order, unlike the set.
  func::FuncOp function = extracted.function;
  function.walk([&](memref::DeallocOp op) {
    if (deallocations.contains(op))
      all.push_back(op);
  });
  for (memref::DeallocOp dealloc : all)
    if (Operation *last = findLastUser(dealloc))
      dealloc->moveAfter(last);
}

bool ScheduleRewriter::run() {
  findFirstCopies();
  makeRuns();
  eraseReplaced();
  // By block: its ops with steps, in the new order.
  llvm::MapVector<Block *, llvm::SetVector<Operation *>> orders;
  Block *entry = &extracted.function->getRegion(0).front();
  for (Operation *run : runs)
    for (Operation *op = run; op; op = op->getParentOp()) {
      orders[op->getBlock()].insert(op);
      if (op->getBlock() == entry)
        break;
    }
  for (auto &[block, order] : orders) {
    orderBlock(*block, order.getArrayRef());
    if (!isPossible)
      return false;
  }
  moveDeallocations();
  return true;
}
