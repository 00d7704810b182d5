//===- AccessRewriter.cpp - Serve accesses from residencies ---------------===//
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
// Memory spaces of memrefs and their views
//===----------------------------------------------------------------------===//

/// Returns \p type in the memory space of \p like.
static Type withMemorySpaceOf(Type type, Value like) {
  Attribute space = cast<BaseMemRefType>(like.getType()).getMemorySpace();
  if (auto unranked = dyn_cast<UnrankedMemRefType>(type))
    return UnrankedMemRefType::get(unranked.getElementType(), space);
  return MemRefType::Builder(cast<MemRefType>(type)).setMemorySpace(space);
}

/// Sets the memory space of all results that are views of \p source to the
/// memory space of \p source.
static void takeMemorySpaceOf(OpOperand &source) {
  Operation *op = source.getOwner();
  for (MemoryView view : getMemoryViews(op))
    if (view.source == source.get())
      view.result.setType(
          withMemorySpaceOf(view.result.getType(), source.get()));
}

/// Returns \p memref cast to \p type for \p user. Reuses the cast if \p user
/// has the memref twice, so that it stays a single access.
static Value castMemorySpace(Operation *user, Value memref, Type type) {
  for (Value operand : user->getOperands())
    if (auto cast = operand.getDefiningOp<memref::MemorySpaceCastOp>();
        cast && cast.getSource() == memref && cast.getType() == type)
      return cast;
  OpBuilder builder(user);
  return memref::MemorySpaceCastOp::create(builder, user->getLoc(), type,
                                           memref);
}

/// Replaces the memref of \p use, of type \p oldType, by \p memref. Views of
/// the memref follow into its memory space; other uses get a cast to the old
/// type.
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

/// Returns \p memref cast to \p type, except for the memory space.
static Value castShape(OpBuilder &builder, Value memref, Type type) {
  Type wanted = withMemorySpaceOf(type, memref);
  if (wanted == memref.getType())
    return memref;
  if (!memref::CastOp::areCastCompatible(memref.getType(), wanted)) {
    // A window's dimensions of size 1 have the strides of its source.
    auto ranked = cast<MemRefType>(wanted);
    const SmallVector<int64_t> strides = ranked.getStridesAndOffset().first;
    auto layout = StridedLayoutAttr::get(builder.getContext(), 0, strides);
    memref = memref::ReinterpretCastOp::create(
        builder, memref.getLoc(), MemRefType::Builder(ranked).setLayout(layout),
        memref, /*offset=*/0, ranked.getShape(), strides);
  }
  return memref::CastOp::create(builder, memref.getLoc(), wanted, memref);
}

//===----------------------------------------------------------------------===//
// Residency of each use
//===----------------------------------------------------------------------===//

AccessRewriter::AccessRewriter(const ExtractedFunction &extracted,
                               const Solution &solution,
                               ArrayRef<Value> memrefs)
    : extracted(extracted), solution(solution), memrefs(memrefs) {
  castWindows();
}

/// Returns the type of \p window's contents in another tier: without the gaps
/// between rows, and with a dynamic offset, which the window's views expect.
static MemRefType getTypeOfCopies(MemRefType window) {
  if (getRows(window)->counts.empty())
    return window;
  const SmallVector<int64_t> strides =
      withoutLayout(window).getStridesAndOffset().first;
  return MemRefType::Builder(window).setLayout(StridedLayoutAttr::get(
      window.getContext(), ShapedType::kDynamic, strides));
}

/// Casts the memrefs of windows to the type of their copies.
void AccessRewriter::castWindows() {
  for (auto [residency, memref] :
       llvm::zip_equal(solution.residencies, memrefs)) {
    const unsigned set = extracted.setOfBuffer[residency.buffer];
    Value root = extracted.aliasSets->getSets()[set].roots.front();
    if (memref && root.getDefiningOp<WindowOp>()) {
      OpBuilder builder(root.getContext());
      builder.setInsertionPointAfterValue(memref);
      memref = castShape(builder, memref,
                         getTypeOfCopies(cast<MemRefType>(root.getType())));
    }
  }
}

/// Returns the residency for \p use of \p buffer in step \p step. If several
/// residencies may serve the use, they only serve reads and have the same
/// contents, so any is correct. None if the buffer has no residency at all.
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
  // The use only needs the shape, so any residency will do.
  for (size_t id = 0; id < solution.residencies.size(); ++id)
    if (solution.residencies[id].buffer == buffer &&
        (!found || solution.residencies[id].range.contains(step)))
      found = id;
  return found;
}

/// Returns true if all residencies of \p buffer have the same bytes, so that
/// its memrefs stay valid across residencies.
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
// Views on a residency
//===----------------------------------------------------------------------===//

/// Returns the source of \p view; null if \p view is not a view.
static Value getViewSource(OpResult view) {
  Operation *op = view.getOwner();
  Value source;
  for (const MemoryView &candidate : getMemoryViews(op)) {
    if (candidate.result != view)
      continue;
    if (source)
      return {}; // Several possible sources: arith.select.
    source = candidate.source;
  }
  return source;
}

/// Returns the first operand of \p op equal to \p source, which is the source
/// of a view.
static OpOperand &getUseOf(Operation *op, Value source) {
  return *llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == source;
  });
}

/// Returns the type of \p view inferred from its source; null for other views,
/// which keep their type.
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

/// Adjusts the layout of a view to a source with a different offset, e.g. a
/// view of a piece of an argument. The layout of a reshape must be the inferred
/// one, not only an equal one.
static void inferLayout(Operation *view) {
  if (!isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
          view))
    return;
  Value result = view->getResult(0);
  auto type = cast<MemRefType>(result.getType());
  MemRefType inferred = inferType(view);
  if (!inferred || inferred.getLayout() == type.getLayout())
    return;
  if (!isa<memref::SubViewOp>(view) ||
      inferred.getStridesAndOffset() != type.getStridesAndOffset())
    result.setType(MemRefType::Builder(type).setLayout(inferred.getLayout()));
}

/// Re-creates \p memref before the step `stepOp`, with \p newSource in place of
/// its source. \p memref is visible to the step and not a root.
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

/// Returns the source of the view \p memref, or the value always equal to it;
/// null if only known at run time.
Value AccessRewriter::getSourceOf(Value memref) const {
  Value carried = extracted.aliasSets->getCarriedValue(memref);
  if (carried != memref) {
    Region *region = carried.getParentRegion();
    return region->isAncestor(stepOp->getParentRegion()) ? carried : Value();
  }
  auto view = dyn_cast<OpResult>(memref);
  return view ? getViewSource(view) : Value();
}

/// Returns the memref in place of \p memref on \p residency if it exists: the
/// memref of the residency for a root, or a view re-created for an earlier step
/// in this block or a block around. Null otherwise.
Value AccessRewriter::getRecreated(Value memref, ResidencyId residency) const {
  BufferId buffer = solution.residencies[residency].buffer;
  const AliasSet &set =
      extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
  if (llvm::is_contained(set.roots, memref))
    return memrefs[residency] ? memrefs[residency] : memref;
  Value known = recreated.lookup({memref, residency});
  if (known && known.getParentBlock()->findAncestorOpInBlock(*stepOp))
    return known;
  return {};
}

/// Returns \p memref, a value visible to step `stepOp`, on \p residency. Null
/// if its source is only known at run time. Steps share re-created views, so
/// each view of a long chain is created once.
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

/// Returns true if only views lead from a root to \p memref. A value carried by
/// a region op may be at another place than its root.
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
  BufferId buffer = extracted.getBufferOf(memref);
  if (buffer < 0)
    return success();
  std::optional<ResidencyId> residency = getResidencyFor(use, step, buffer);
  if (!residency || (!memrefs[*residency] && isViewOfRoot(memref)))
    return success();
  if (Value served = recreate(memref, *residency)) {
    replaceUse(use, served, memref.getType());
    return success();
  }
  if (hasOnePlace(buffer))
    return success();
  InFlightDiagnostic error = use.getOwner()->emitError("cannot serve operand ")
                             << use.getOperandNumber()
                             << ": the part of buffer '"
                             << extracted.problem.buffers[buffer].name
                             << "' that it accesses is known only at run time, "
                                "and the buffer has several copies";
  error.attachNote(memref.getLoc()) << "the operand is defined here";
  return failure();
}

/// Returns the uses in \p op of memrefs from outside, and of buffers allocated
/// in \p op.
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
    BufferId buffer = extracted.getBufferOf(memref);
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
// Remaining uses of the old storage
//===----------------------------------------------------------------------===//

/// Returns true if the allocations of residencies replace the storage of the
/// set.
bool AccessRewriter::isReplaced(unsigned set) const {
  return extracted.bufferOfSet[set] != noBuffer &&
         extracted.aliasSets->getSets()[set].isPlaceable();
}

/// Erases deallocations of placed buffers. AliasSets ensures that they free no
/// other storage.
void AccessRewriter::eraseDeallocations() {
  SmallVector<Operation *> erased;
  extracted.function->walk([&](MemoryOpInterface op) {
    if (op.getMemoryOpKind() != MemoryOpKind::Deallocate)
      return;
    for (Value operand : op->getOperands())
      for (unsigned set : extracted.aliasSets->getSetsOf(operand))
        if (isReplaced(set)) {
          erased.push_back(op);
          return;
        }
  });
  for (Operation *op : erased)
    op->erase();
}

/// Erases the dead ops of \p ops and all ops that become dead. Region ops stay,
/// because their carried values may matter elsewhere.
static void eraseDead(ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (op->getNumRegions() == 0 && isOpTriviallyDead(op))
      op->erase();
}

/// Replaces remaining uses of \p root by the buffer's place. Such uses are
/// carried values not used by any step, or memrefs only known at run time.
void AccessRewriter::replaceRoot(Value root, BufferId buffer) {
  Operation *allocation = root.getDefiningOp();
  for (size_t id = 0; id < memrefs.size() && !root.use_empty(); ++id) {
    if (solution.residencies[id].buffer != buffer || !memrefs[id])
      continue;
    OpBuilder builder(root.getContext());
    builder.setInsertionPointAfterValue(memrefs[id]);
    Value place = memrefs[id];
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
    const BufferId buffer = extracted.bufferOfSet[index];
    if (buffer == noBuffer)
      continue;
    llvm::SmallSetVector<Operation *, 8> ops; // Views come after their sources.
    for (Value member : set.members)
      if (Operation *op = member.getDefiningOp())
        if (!isReplaced(index) || !llvm::is_contained(set.roots, member))
          ops.insert(op);
    eraseDead(ops.getArrayRef());
    if (isReplaced(index))
      replaceRoot(set.roots.front(), buffer);
  }
}
