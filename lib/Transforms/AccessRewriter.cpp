//===- AccessRewriter.cpp -------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRewriter.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// What may have another memory space than before
//===----------------------------------------------------------------------===//

/// \p type in the memory space of \p like.
static Type withMemorySpaceOf(Type type, Value like) {
  Attribute space = cast<BaseMemRefType>(like.getType()).getMemorySpace();
  if (auto unranked = dyn_cast<UnrankedMemRefType>(type))
    return UnrankedMemRefType::get(unranked.getElementType(), space);
  return MemRefType::Builder(cast<MemRefType>(type)).setMemorySpace(space);
}

/// Gives the results of \p source's owner that are views of it its memory
/// space.
static void takeMemorySpaceOf(OpOperand &source) {
  Operation *op = source.getOwner();
  for (MemoryView view : getMemoryViews(op))
    if (view.source == source.get())
      view.result.setType(
          withMemorySpaceOf(view.result.getType(), source.get()));
}

/// \p memref cast to \p type for \p user, which has it once even if it uses it
/// twice: so it stays one access.
static Value castMemorySpace(Operation *user, Value memref, Type type) {
  for (Value operand : user->getOperands())
    if (auto cast = operand.getDefiningOp<memref::MemorySpaceCastOp>();
        cast && cast.getSource() == memref && cast.getType() == type)
      return cast;
  OpBuilder builder(user);
  return memref::MemorySpaceCastOp::create(builder, user->getLoc(), type,
                                           memref);
}

/// Makes \p use, which used a memref of type \p oldType, use \p memref. Views
/// of it follow into its memory space; elsewhere it is cast to the old type.
static void replaceUse(OpOperand &use, Value memref, Type oldType) {
  Operation *user = use.getOwner();
  MemorySpaceUse spaceUse = getMemorySpaceUse(use);
  if (memref.getType() != oldType && spaceUse == MemorySpaceUse::Fixed) {
    use.set(castMemorySpace(user, memref, oldType));
    return;
  }
  use.set(memref);
  if (memref.getType() == oldType || spaceUse != MemorySpaceUse::Inherited)
    return;
  SmallVector<Type> oldTypes(user->getResultTypes());
  takeMemorySpaceOf(use);
  for (auto [result, oldResultType] : llvm::zip(user->getResults(), oldTypes))
    for (OpOperand &next : llvm::make_early_inc_range(result.getUses()))
      replaceUse(next, result, oldResultType);
}

/// \p memref, cast to \p type but for the memory space.
static Value castShape(OpBuilder &builder, Value memref, Type type) {
  Type wanted = withMemorySpaceOf(type, memref);
  if (wanted == memref.getType())
    return memref;
  return memref::CastOp::create(builder, memref.getLoc(), wanted, memref);
}

//===----------------------------------------------------------------------===//
// Which residency serves a use
//===----------------------------------------------------------------------===//

AccessRewriter::AccessRewriter(const ExtractedFunction &extracted,
                               const Solution &solution, ArrayRef<Value> slots)
    : extracted(extracted), solution(solution), slots(slots) {
  bufferOfSet.assign(extracted.aliasSets->getSets().size(), -1);
  for (size_t buffer = 0; buffer < extracted.setOfBuffer.size(); ++buffer)
    bufferOfSet[extracted.setOfBuffer[buffer]] = buffer;
  castSlots();
}

/// Views of a window take it for one that may begin anywhere.
void AccessRewriter::castSlots() {
  for (auto [residency, slot] : llvm::zip_equal(solution.residencies, slots)) {
    const unsigned set = extracted.setOfBuffer[residency.buffer];
    Value root = extracted.aliasSets->getSets()[set].roots.front();
    if (slot && root.getDefiningOp<WindowOp>()) {
      OpBuilder builder(root.getContext());
      builder.setInsertionPointAfterValue(slot);
      slot = castShape(builder, slot, root.getType());
    }
  }
}

/// The placed buffer that \p memref is in for certain, or -1.
BufferId AccessRewriter::getBufferOf(Value memref) const {
  ArrayRef<unsigned> sets = extracted.aliasSets->getSetsOf(memref);
  return sets.size() == 1 ? bufferOfSet[sets.front()] : -1;
}

/// Of the accesses of step \p step to \p buffer, the one that \p use is for, or
/// may be for: if they are served by several residencies, all of them read and
/// see the same contents. None if the buffer has no residency at all.
std::optional<ResidencyId>
AccessRewriter::getResidencyFor(OpOperand &use, Step step,
                                BufferId buffer) const {
  const Op &op = extracted.problem.ops[step];
  std::optional<ResidencyId> found;
  for (size_t k = 0; k < op.accesses.size(); ++k) {
    if (op.accesses[k].buffer != buffer)
      continue;
    if (llvm::is_contained(extracted.accessValues[step][k], use.get()))
      return solution.served[step][k];
    if (!found)
      found = solution.served[step][k];
  }
  if (found)
    return found;
  // Only its shape is asked for.
  for (size_t id = 0; id < solution.residencies.size(); ++id)
    if (solution.residencies[id].buffer == buffer &&
        (!found || solution.residencies[id].range.contains(step)))
      found = id;
  return found;
}

/// Whether all residencies of \p buffer are the same bytes, so that a memref
/// of it need not be re-created to change over from one to the other.
bool AccessRewriter::hasOnePlace(BufferId buffer) const {
  const Residency *first = nullptr;
  for (const Residency &residency : solution.residencies) {
    if (residency.buffer != buffer)
      continue;
    if (first &&
        (first->tier != residency.tier || first->offset != residency.offset))
      return false;
    first = &residency;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Re-creating a buffer's views on a residency
//===----------------------------------------------------------------------===//

/// What \p view is a view of; null if it is none.
static Value getViewSource(OpResult view) {
  Operation *op = view.getOwner();
  auto memory = dyn_cast<MemoryOpInterface>(op);
  if (!memory)
    return {};
  SmallVector<MemoryView> views;
  memory.getViews(views);
  Value source;
  for (const MemoryView &candidate : views) {
    if (candidate.result != view)
      continue;
    if (source)
      return {}; // Either of them: arith.select.
    source = candidate.source;
  }
  return source;
}

/// The first operand of \p op that is \p source. A view's source is one.
static OpOperand &getUseOf(Operation *op, Value source) {
  return *llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == source;
  });
}

/// The type that \p view has by its source; null if it has the one that it
/// says.
static MemRefType inferType(Operation *view) {
  if (auto part = dyn_cast<memref::SubViewOp>(view))
    return cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        part.getType().getShape(), part.getSourceType(),
        part.getStaticOffsets(), part.getStaticSizes(),
        part.getStaticStrides()));
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(view))
    return memref::CollapseShapeOp::computeCollapsedType(
        collapse.getSrcType(), collapse.getReassociationIndices());
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view))
    return memref::ExpandShapeOp::computeExpandedType(
               expand.getSrcType(), expand.getResultType().getShape(),
               expand.getReassociationIndices())
        .value_or(MemRefType());
  return {};
}

/// Gives a view of what begins elsewhere now, a piece of an argument, its
/// layout.
static void inferLayout(Operation *view) {
  if (!isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
          view))
    return;
  Value result = view->getResult(0);
  auto source = cast<MemRefType>(view->getOperand(0).getType());
  auto type = cast<MemRefType>(result.getType());
  MemRefType inferred = inferType(view);
  if (source.getLayout().isIdentity() && inferred &&
      inferred.getStridesAndOffset() != type.getStridesAndOffset())
    result.setType(MemRefType::Builder(type).setLayout(inferred.getLayout()));
}

/// \p memref, a value that step `stepOp` can see and no root, made again before
/// the step from \p newSource, which stands in for its source.
Value AccessRewriter::recreateFrom(Value newSource, Value memref) {
  OpBuilder builder(stepOp);
  if (extracted.aliasSets->getCarriedValue(memref) != memref)
    return castShape(builder, newSource, memref.getType());
  auto view = cast<OpResult>(memref);
  Operation *op = view.getOwner();
  Value source = getViewSource(view);
  OpOperand &sourceUse = getUseOf(op, source);
  MemorySpaceUse spaceUse = getMemorySpaceUse(sourceUse);
  if (spaceUse == MemorySpaceUse::Fixed &&
      newSource.getType() != source.getType())
    newSource = memref::MemorySpaceCastOp::create(builder, op->getLoc(),
                                                  source.getType(), newSource);
  IRMapping mapping;
  mapping.map(source, newSource);
  Operation *clone = builder.clone(*op, mapping);
  inferLayout(clone);
  if (spaceUse == MemorySpaceUse::Inherited)
    takeMemorySpaceOf(clone->getOpOperand(sourceUse.getOperandNumber()));
  return clone->getResult(view.getResultNumber());
}

/// What \p memref is a view of or always equals; null if that is only known at
/// run time.
Value AccessRewriter::getSourceOf(Value memref) const {
  Value carried = extracted.aliasSets->getCarriedValue(memref);
  if (carried != memref) {
    Region *region = carried.getParentRegion();
    return region->isAncestor(stepOp->getParentRegion()) ? carried : Value();
  }
  auto view = dyn_cast<OpResult>(memref);
  return view ? getViewSource(view) : Value();
}

/// What is on \p residency already: a root, and what was made for a step before
/// or around this one; null otherwise.
Value AccessRewriter::getRecreated(Value memref, ResidencyId residency) const {
  BufferId buffer = solution.residencies[residency].buffer;
  const AliasSet &set =
      extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
  if (llvm::is_contained(set.roots, memref))
    return slots[residency] ? slots[residency] : memref;
  Value known = recreated.lookup({memref, residency});
  if (known && known.getParentBlock()->findAncestorOpInBlock(*stepOp))
    return known;
  return {};
}

/// \p memref, a value that step `stepOp` can see, on \p residency; null if
/// it is only known at run time what it is a view of. Steps share what was
/// re-created before: in a long chain of views, each one is made once.
Value AccessRewriter::recreate(Value memref, ResidencyId residency) {
  SmallVector<Value> missing;
  Value result;
  while (!(result = getRecreated(memref, residency))) {
    missing.push_back(memref);
    memref = getSourceOf(memref);
    if (!memref)
      return {};
  }
  for (Value value : llvm::reverse(missing)) {
    result = recreateFrom(result, value);
    recreated[{value, residency}] = result;
  }
  return result;
}

/// Whether \p memref is made from a root by views alone. What an op with
/// regions carries may be in another place by now, while the root is where it
/// was.
bool AccessRewriter::isViewOfRoot(Value memref) const {
  const AliasSets &aliasSets = *extracted.aliasSets;
  ArrayRef<Value> roots =
      aliasSets.getSets()[aliasSets.getSetsOf(memref).front()].roots;
  while (memref && !llvm::is_contained(roots, memref)) {
    auto view = dyn_cast<OpResult>(memref);
    bool isCarried = aliasSets.getCarriedValue(memref) != memref;
    memref = view && !isCarried ? getViewSource(view) : Value();
  }
  return bool(memref);
}

LogicalResult AccessRewriter::serveUse(OpOperand &use, Step step) {
  Value memref = use.get();
  BufferId buffer = getBufferOf(memref);
  if (buffer < 0)
    return success();
  std::optional<ResidencyId> residency = getResidencyFor(use, step, buffer);
  if (!residency || (!slots[*residency] && isViewOfRoot(memref)))
    return success();
  if (Value served = recreate(memref, *residency)) {
    replaceUse(use, served, memref.getType());
    return success();
  }
  if (hasOnePlace(buffer))
    return success();
  InFlightDiagnostic error =
      use.getOwner()->emitError("cannot serve operand ")
      << use.getOperandNumber() << ": which part of buffer '"
      << extracted.problem.buffers[buffer].name
      << "' it is is only known at run time, and the buffer has several places";
  error.attachNote(memref.getLoc()) << "the operand is defined here";
  return failure();
}

/// Memref uses in \p op of values from outside of it, and of buffers that it
/// allocates.
static SmallVector<OpOperand *> collectUses(Operation *op,
                                            function_ref<bool(Value)> isRoot) {
  SmallVector<OpOperand *> uses;
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (!isa<BaseMemRefType>(operand.get().getType()))
        continue;
      Operation *scope = operand.get().getParentRegion()->getParentOp();
      if (!op->isAncestor(scope) || isRoot(operand.get()))
        uses.push_back(&operand);
    }
  });
  return uses;
}

LogicalResult AccessRewriter::rewriteStep(Step step) {
  stepOp = extracted.schedule->getSteps()[step];
  if (!stepOp)
    return success();
  auto isRoot = [&](Value memref) {
    BufferId buffer = getBufferOf(memref);
    if (buffer < 0)
      return false;
    unsigned set = extracted.setOfBuffer[buffer];
    return llvm::is_contained(extracted.aliasSets->getSets()[set].roots,
                              memref);
  };
  for (OpOperand *use : collectUses(stepOp, isRoot))
    if (failed(serveUse(*use, step)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// What is left of the old storage
//===----------------------------------------------------------------------===//

/// Whether the set's allocations are replaced by slots.
bool AccessRewriter::isMoved(unsigned set) const {
  const AliasSet &storage = extracted.aliasSets->getSets()[set];
  return bufferOfSet[set] >= 0 && storage.isOwned() &&
         storage.unplacedReason.empty();
}

/// A deallocation of placed buffers and of nothing else (AliasSets sees to it).
void AccessRewriter::eraseDeallocations() {
  SmallVector<Operation *> erased;
  extracted.function->walk([&](MemoryOpInterface op) {
    if (op.getMemoryOpKind() != MemoryOpKind::Deallocate)
      return;
    for (Value operand : op->getOperands())
      for (unsigned set : extracted.aliasSets->getSetsOf(operand))
        if (isMoved(set)) {
          erased.push_back(op);
          return;
        }
  });
  for (Operation *op : erased)
    op->erase();
}

/// Erases the dead ones of \p ops and what dies with them. A region op stays:
/// what it carries is not ours to know.
static void eraseDead(ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (op->getNumRegions() == 0 && isOpTriviallyDead(op))
      op->erase();
}

/// Lets what still uses \p root, carried values that no step looks at or
/// memrefs that are only known at run time, use the buffer's place.
void AccessRewriter::replaceRoot(Value root, BufferId buffer) {
  Operation *allocation = root.getDefiningOp();
  for (size_t id = 0; id < slots.size() && !root.use_empty(); ++id) {
    if (solution.residencies[id].buffer != buffer || !slots[id])
      continue;
    OpBuilder builder(root.getContext());
    builder.setInsertionPointAfterValue(slots[id]);
    Value place = slots[id];
    if (place.getType() != root.getType())
      place = memref::MemorySpaceCastOp::create(builder, root.getLoc(),
                                                root.getType(), place);
    root.replaceAllUsesWith(place);
  }
  if (root.use_empty())
    allocation->erase();
}

void AccessRewriter::replaceRoots() {
  ArrayRef<AliasSet> sets = extracted.aliasSets->getSets();
  for (auto [index, set] : llvm::enumerate(sets)) {
    if (bufferOfSet[index] < 0)
      continue;
    llvm::SmallSetVector<Operation *, 8> ops; // Views come after their sources.
    for (Value member : set.members)
      if (Operation *op = member.getDefiningOp())
        if (!isMoved(index) || !llvm::is_contained(set.roots, member))
          ops.insert(op);
    eraseDead(ops.getArrayRef());
    if (isMoved(index))
      replaceRoot(set.roots.front(), bufferOfSet[index]);
  }
}
