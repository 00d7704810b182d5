//===- AliasFlow.cpp - Sources and destinations of memrefs ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasFlow.h"

#include "Pieces.h"

#include "../Interfaces/StatedAccess.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace memplace;

static bool isMemRef(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

static std::string quoted(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

namespace {
/// Collects the flow of a function. Visits each op once.
class Collector {
public:
  Collector(FunctionOpInterface function, Callees &callees)
      : function(function), callees(callees), pieces(function) {}
  AliasFlow collect();

private:
  void visit(Operation *op);
  void visitByKind(Operation *op, MemoryOpKind kind);
  void visitUnknown(Operation *op);
  void visitDestinations(RegionBranchOpInterface op);
  void visitBranch(BranchOpInterface op);
  void visitTerminator(Operation *op);
  void visitBlockArguments(Operation *op);
  void addRoot(Value root, AliasSet::Kind kind);
  void addGlobal(Operation *op);
  void addPlaced(Value root, StringRef buffer);
  void addPiece(memref::ReinterpretCastOp piece);
  void addViews(Operation *op);
  void addWritten(Operation *op);
  void addUnknownResults(Operation *op);
  void addEscapes(Operation *op, const Twine &reason, bool isKept = false);
  void addCalleeEscapes(CallOpInterface call);
  void addReturned(Operation *op);
  void addRefused(Operation *op);

  FunctionOpInterface function;
  Callees &callees;
  AliasFlow flow;
  DenseMap<Attribute, unsigned> setOfGlobal;
  llvm::StringMap<unsigned> setOfBuffer;
  CallerPieces pieces;
  DenseMap<std::pair<void *, int64_t>, unsigned> setOfPiece;
};
} // namespace

void Collector::addRoot(Value root, AliasSet::Kind kind) {
  AliasSet &set = flow.sets.emplace_back();
  set.kind = kind;
  set.roots.push_back(root);
}

/// Adds \p op as a mention of its symbol. All mentions of a symbol are roots of
/// the same storage.
void Collector::addGlobal(Operation *op) {
  Attribute symbol;
  for (NamedAttribute attr : op->getAttrs())
    if (isa<SymbolRefAttr>(attr.getValue()))
      symbol = attr.getValue();
  for (Value result : llvm::make_filter_range(op->getResults(), isMemRef)) {
    auto [it, isNew] = setOfGlobal.try_emplace(symbol, flow.sets.size());
    if (isNew || !symbol)
      addRoot(result, AliasSet::Kind::Global);
    else
      flow.sets[it->second].roots.push_back(result);
  }
}

/// Adds a residency of a placed program. All residencies named \p buffer are
/// roots of the same set.
void Collector::addPlaced(Value root, StringRef buffer) {
  auto [it, isNew] = setOfBuffer.try_emplace(buffer, flow.sets.size());
  if (!isNew) {
    flow.sets[it->second].roots.push_back(root);
    return;
  }
  addRoot(root, AliasSet::Kind::Explicit);
  flow.sets.back().name = buffer.str();
}

/// Adds a mention of a piece. All mentions of the same piece are roots of the
/// same storage.
void Collector::addPiece(memref::ReinterpretCastOp piece) {
  auto [it, isNew] =
      setOfPiece.try_emplace(pieces.getKey(piece), flow.sets.size());
  if (!isNew)
    flow.sets[it->second].roots.push_back(piece.getResult());
  else
    addRoot(piece.getResult(),
            isa<BlockArgument>(piece.getSource())     ? AliasSet::Kind::Argument
            : isReturnedAllocation(piece.getSource()) ? AliasSet::Kind::Result
                                                      : AliasSet::Kind::Global);
}

void Collector::addUnknownResults(Operation *op) {
  for (Value result : llvm::make_filter_range(op->getResults(), isMemRef)) {
    // The op may return an operand, or a part of an operand.
    for (Value operand : llvm::make_filter_range(op->getOperands(), isMemRef))
      flow.views[result].push_back(operand);
    flow.unknown.insert(result);
  }
}

void Collector::addEscapes(Operation *op, const Twine &reason, bool isKept) {
  for (Value operand : llvm::make_filter_range(op->getOperands(), isMemRef))
    flow.escapes.push_back({operand, reason.str(), isKept, isKept});
}

/// Adds an escape for each operand of \p call whose address the callee may keep
/// or whose storage it may free.
void Collector::addCalleeEscapes(CallOpInterface call) {
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands())) {
    if (!isMemRef(operand))
      continue;
    AddressUse addressUse = callees.getAddressUse(call, index);
    const bool isKept = !addressUse.kept.empty(),
               isFreed = !addressUse.freed.empty();
    if (isKept || isFreed)
      flow.escapes.push_back({operand,
                              isFreed ? addressUse.freed : addressUse.kept,
                              isKept, isFreed, true});
  }
}

/// A placed function has no refused op, but a callee may have one.
void Collector::addRefused(Operation *op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  for (Value value : llvm::make_filter_range(used, isMemRef))
    flow.escapes.push_back(
        {value, "is used by " + quoted(op) + ", which is refused", true, true});
  addUnknownResults(op);
}

void Collector::addViews(Operation *op) {
  DenseMap<Value, SmallVector<Value, 2>> sources;
  for (const MemoryView &view : getMemoryViews(op))
    sources[view.result].push_back(view.source);
  for (Value result : llvm::make_filter_range(op->getResults(), isMemRef)) {
    auto it = sources.find(result);
    if (it == sources.end())
      flow.unknown.insert(result);
    else if (it->second.size() > 1)
      flow.carried[result].append(it->second);
    else
      flow.views[result].push_back(it->second.front());
  }
}

void Collector::addWritten(Operation *op) {
  for (const MemoryAccess &access : getMemoryAccesses(op))
    if (access.mode != AccessMode::Read)
      flow.written.push_back(access.memref);
}

void Collector::visitByKind(Operation *op, MemoryOpKind kind) {
  switch (kind) {
  case MemoryOpKind::Allocate: {
    addWritten(op);
    // A slot could replace the allocation, but not the access of the same op.
    bool isAccess = !getMemoryAccesses(op).empty();
    for (Value result : llvm::make_filter_range(op->getResults(), isMemRef)) {
      addRoot(result, isReturnedAllocation(result)
                          ? AliasSet::Kind::Result
                          : AliasSet::Kind::Allocation);
      if (isAccess)
        flow.escapes.push_back(
            {result,
             "is allocated and accessed by the same op, " + quoted(op)});
    }
    return;
  }
  case MemoryOpKind::Global:
    return addGlobal(op);
  case MemoryOpKind::Deallocate:
    // The op decides at run time which memrefs to retain, and later ops use
    // this decision.
    if (isa<bufferization::DeallocOp>(op) && op->getNumResults() > 0)
      return addEscapes(op, "is freed by 'bufferization.dealloc' unless it is "
                            "retained; place before buffer deallocation");
    flow.deallocated.emplace_back(
        llvm::make_filter_range(op->getOperands(), isMemRef));
    return;
  case MemoryOpKind::Barrier:
    flow.hasCalls = true;
    addWritten(op);
    if (auto call = dyn_cast<CallOpInterface>(op))
      addCalleeEscapes(call);
    return addUnknownResults(op);
  case MemoryOpKind::Refused:
    return addRefused(op);
  case MemoryOpKind::Escape:
    addEscapes(op,
               "escapes to " + quoted(op) + ", which may access it at any time",
               /*isKept=*/true);
    return addUnknownResults(op);
  case MemoryOpKind::Region:
    addWritten(op);
    if (!isa<RegionBranchOpInterface>(op))
      addViews(op);
    return;
  case MemoryOpKind::Access:
    addWritten(op);
    // The view depends on memory contents, so a copy of the op elsewhere could
    // return a different view.
    for (const MemoryView &view : getMemoryViews(op))
      flow.escapes.push_back(
          {view.source,
           "has a view that depends on the contents of memory, by " +
               quoted(op)});
    return addViews(op);
  case MemoryOpKind::None:
    return addViews(op);
  }
}

/// An op without a model may do anything to its memrefs, also after it has run.
void Collector::visitUnknown(Operation *op) {
  flow.hasCalls = true;
  addWritten(op);
  for (const MemoryAccess &access : getMemoryAccesses(op))
    flow.escapes.push_back({access.memref,
                            "is used by " + quoted(op) +
                                ", which does not implement MemoryOpInterface",
                            true, true});
  addUnknownResults(op);
}

void Collector::visitDestinations(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping)
    for (Value input : inputs)
      if (isMemRef(input))
        flow.carried[input].push_back(operand->get());
}

void Collector::visitBranch(BranchOpInterface op) {
  for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
    SuccessorOperands operands = op.getSuccessorOperands(index);
    for (BlockArgument argument : successor->getArguments()) {
      if (!isMemRef(argument))
        continue;
      if (Value operand = operands[argument.getArgNumber()])
        flow.carried[argument].push_back(operand);
      else
        flow.unknown.insert(argument);
    }
  }
}

/// Adds an escape for each operand of \p op, a return, that is no view of an
/// allocation with `isReturnedAllocation`.
void Collector::addReturned(Operation *op) {
  for (Value operand : llvm::make_filter_range(op->getOperands(), isMemRef)) {
    Value root = operand;
    while (auto view = root.getDefiningOp<ViewLikeOpInterface>())
      root = view.getViewSource();
    if (!isReturnedAllocation(root))
      flow.escapes.push_back({operand, "is returned"});
  }
}

void Collector::visitTerminator(Operation *op) {
  if (isa<BranchOpInterface>(op))
    return;
  if (op->getParentOp() == function && op->hasTrait<OpTrait::ReturnLike>())
    return addReturned(op);
  if (isa<RegionBranchOpInterface>(op->getParentOp()) &&
      isa<RegionBranchTerminatorOpInterface>(op))
    return;
  addEscapes(op, "leaves its region by " + quoted(op), /*isKept=*/true);
}

/// An op other than a region branch may pass any memref into its regions.
void Collector::visitBlockArguments(Operation *op) {
  if (isa<RegionBranchOpInterface>(op))
    return;
  for (Region &region : op->getRegions())
    if (!region.empty())
      for (Value argument :
           llvm::make_filter_range(region.getArguments(), isMemRef))
        flow.unknown.insert(argument);
}

void Collector::visit(Operation *op) {
  if (auto slot = dyn_cast<SlotOp>(op))
    return addPlaced(slot.getSlot(), slot.getBuffer());
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op);
      cast && pieces.contains(cast))
    return addPiece(cast);
  if (auto window = dyn_cast<WindowOp>(op)) {
    flow.windows.push_back(window);
    return addRoot(window.getWindow(), AliasSet::Kind::Argument);
  }
  if (auto transfer = dyn_cast<StartTransferOp>(op)) {
    flow.transfers.push_back({transfer.getSource(), transfer.getDestination()});
    return;
  }
  if (isa_and_nonnull<MemPlaceDialect>(op->getDialect()))
    return;
  auto buffer = op->getAttrOfType<StringAttr>(MemPlaceDialect::bufferAttrName);
  if (buffer && isPlacedAllocation(op)) {
    for (Value result : llvm::make_filter_range(op->getResults(), isMemRef))
      addPlaced(result, buffer.getValue());
    return;
  }

  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && isMemRef(store.getValueToStore()))
    flow.escapes.push_back(
        {store.getValueToStore(), "is stored in memory itself", true, true});
  if (auto pointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    flow.escapes.push_back(
        {pointer.getSource(), "has its address taken", true, true});

  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    visitDestinations(branch);
  else
    visitBlockArguments(op);
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    visitBranch(branch);
  if (op->hasTrait<OpTrait::IsTerminator>())
    return visitTerminator(op);
  if (std::optional<MemoryOpKind> kind = getMemoryOpKind(op))
    visitByKind(op, *kind);
  else
    visitUnknown(op);
}

AliasFlow Collector::collect() {
  for (Value argument :
       llvm::make_filter_range(function.getArguments(), isMemRef))
    addRoot(argument, AliasSet::Kind::Argument);
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    visit(op);
    return isOpaque(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return std::move(flow);
}

AliasFlow memplace::collectAliasFlow(FunctionOpInterface function,
                                     Callees &callees) {
  return Collector(function, callees).collect();
}
