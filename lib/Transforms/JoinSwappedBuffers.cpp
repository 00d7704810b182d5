//===- JoinSwappedBuffers.cpp - Join double buffers into one allocation ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a loop that swaps two memrefs each trip, the storage of a carried value is
// only known at run time. Both allocations would have to stay in their home
// tier. A loop with a constant number of trips is unrolled (UnrollSwaps.h).
// Otherwise the allocations become parts of a joined allocation, which can be
// placed: the loop then carries the byte offset of a part, which is valid in
// any place of the allocation.
//
//===----------------------------------------------------------------------===//

#include "UnrollSwaps.h"

#include "../Analysis/Names.h"
#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace memplace {
#define GEN_PASS_DEF_JOINSWAPPEDBUFFERSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// Values carried by scf, affine and arith.select, with their sources.
struct CarriedFlow {
  /// Carried value -> operands that flow into it.
  llvm::MapVector<Value, SmallVector<OpOperand *, 2>> sources;
  DenseSet<OpOperand *> flows; // All operands in `sources`.
};

/// Allocations that share carried values.
class SwappedGroup {
public:
  SwappedGroup(const CarriedFlow &flow, const AliasSets &aliasSets,
               ArrayRef<unsigned> sets);
  /// Returns true if the allocations can become parts of one. Sets the members
  /// that `join` uses. Only reads the IR.
  bool canJoin();
  /// Joins the allocations. `canJoin` must have returned true.
  void join();

private:
  bool findCarried(const AliasSets &aliasSets);
  bool haveOneForm();
  bool findDeallocations();
  Value createWhole();
  void replaceUses(Value memref, Value offset, Value whole);

  const CarriedFlow &flow;
  const AliasSets &aliasSets;
  SmallVector<const AliasSet *> sets;
  SmallVector<memref::AllocOp> allocs; // In block order.
  llvm::SetVector<Value> carried;
  SmallVector<memref::DeallocOp> deallocs;
  Attribute pin; // Null if no allocation has a pin.
  MemRefType type;
  int64_t alignment = 1; // Bytes.
  int64_t stride = 0;    // Bytes from part to part.
};
} // namespace

static CarriedFlow collectFlow(func::FuncOp function) {
  CarriedFlow flow;
  auto add = [&](Value to, OpOperand &from) {
    if (!isa<MemRefType>(to.getType()))
      return;
    flow.sources[to].push_back(&from);
    flow.flows.insert(&from);
  };
  function.walk([&](Operation *op) {
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      add(select.getResult(), select.getTrueValueMutable());
      add(select.getResult(), select.getFalseValueMutable());
      return;
    }
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (!branch ||
        !isa<scf::SCFDialect, affine::AffineDialect>(op->getDialect()))
      return;
    RegionBranchSuccessorMapping mapping;
    branch.getSuccessorOperandInputMapping(mapping);
    for (auto &[operand, inputs] : mapping)
      for (Value input : inputs)
        add(input, *operand);
  });
  return flow;
}

SwappedGroup::SwappedGroup(const CarriedFlow &flow, const AliasSets &aliasSets,
                           ArrayRef<unsigned> indices)
    : flow(flow), aliasSets(aliasSets) {
  for (unsigned index : indices)
    sets.push_back(&aliasSets.getSets()[index]);
}

/// Collects the carried values of the group. Returns true if only allocations
/// of the group flow into them, by ops that can also carry a number.
bool SwappedGroup::findCarried(const AliasSets &aliasSets) {
  for (const auto &[value, sources] : flow.sources)
    for (unsigned index : aliasSets.getSetsOf(value))
      if (llvm::is_contained(sets, &aliasSets.getSets()[index]))
        carried.insert(value);
  auto isCarriedOrRoot = [&](OpOperand *source) {
    auto alloc = source->get().getDefiningOp<memref::AllocOp>();
    return carried.contains(source->get()) ||
           (alloc && llvm::is_contained(allocs, alloc));
  };
  return llvm::all_of(carried, [&](Value value) {
    return llvm::all_of(flow.sources.find(value)->second, isCarriedOrRoot);
  });
}

/// Returns true if all are allocations of the same static type in the same
/// block, with the same pin if any.
bool SwappedGroup::haveOneForm() {
  for (const AliasSet *set : sets) {
    auto alloc = set->roots.front().getDefiningOp<memref::AllocOp>();
    if (!alloc || !set->isPlaceable() || set->isScratch ||
        !alloc.getType().getLayout().isIdentity())
      return false;
    if (!allocs.empty() && (alloc.getType() != allocs.front().getType() ||
                            alloc->getBlock() != allocs.front()->getBlock()))
      return false;
    if (Attribute own =
            alloc->getDiscardableAttr(MemPlaceDialect::pinAttrName)) {
      if (pin && pin != own)
        return false;
      pin = own;
    }
    alignment = std::max(alignment, set->alignment);
    allocs.push_back(alloc);
  }
  llvm::sort(allocs, [](memref::AllocOp a, memref::AllocOp b) {
    return a->isBeforeInBlock(b);
  });
  type = allocs.front().getType();
  stride = llvm::alignTo(sets.front()->size, alignment);
  return true;
}

/// Returns true if no allocation is freed, or if each is freed once in its own
/// block. The joined allocation can then be freed at the last deallocation.
bool SwappedGroup::findDeallocations() {
  auto collect = [&](Value memref) {
    for (Operation *user : memref.getUsers())
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user))
        deallocs.push_back(dealloc);
  };
  for (memref::AllocOp alloc : allocs)
    collect(alloc);
  for (Value value : carried)
    collect(value);
  llvm::sort(deallocs, [](memref::DeallocOp a, memref::DeallocOp b) {
    return a->getBlock() == b->getBlock() && a->isBeforeInBlock(b);
  });
  return deallocs.empty() ||
         (deallocs.size() == allocs.size() &&
          llvm::all_of(deallocs, [&](memref::DeallocOp dealloc) {
            return dealloc->getBlock() == allocs.front()->getBlock();
          }));
}

bool SwappedGroup::canJoin() {
  return haveOneForm() && findCarried(aliasSets) && findDeallocations();
}

/// Returns the names of all allocations, joined, if they have names.
static Location joinNames(ArrayRef<memref::AllocOp> allocs) {
  MLIRContext *context = allocs.front()->getContext();
  SmallVector<Location> locs;
  std::string names;
  for (memref::AllocOp alloc : allocs) {
    locs.push_back(alloc.getLoc());
    std::string name = getGivenName(alloc);
    auto named = alloc.getLoc()->findInstanceOf<NameLoc>();
    if (name.empty() && named)
      name = named.getName().str();
    if (!name.empty())
      names += (names.empty() ? "" : "+") + name;
  }
  if (names.empty())
    return locs.front();
  return NameLoc::get(StringAttr::get(context, names), locs.front());
}

Value SwappedGroup::createWhole() {
  OpBuilder builder(allocs.front());
  int64_t bytes = stride * static_cast<int64_t>(allocs.size());
  auto whole = memref::AllocOp::create(
      builder, joinNames(allocs),
      MemRefType::get({bytes}, builder.getI8Type(), MemRefLayoutAttrInterface(),
                      type.getMemorySpace()),
      builder.getI64IntegerAttr(alignment));
  if (pin)
    whole->setAttr(MemPlaceDialect::pinAttrName, pin);
  if (deallocs.empty())
    return whole;
  builder.setInsertionPoint(deallocs.back());
  memref::DeallocOp::create(builder, deallocs.back().getLoc(), whole);
  for (memref::DeallocOp dealloc : deallocs)
    dealloc.erase();
  return whole;
}

/// Replaces \p memref by \p offset where it is carried, and by a view at
/// \p offset in other uses.
void SwappedGroup::replaceUses(Value memref, Value offset, Value whole) {
  Value view;
  auto getView = [&] {
    if (!view) {
      OpBuilder builder(memref.getContext());
      builder.setInsertionPointAfterValue(offset);
      view = memref::ViewOp::create(builder, memref.getLoc(), type, whole,
                                    offset, ValueRange());
    }
    return view;
  };
  for (OpOperand &use : llvm::make_early_inc_range(memref.getUses()))
    use.set(flow.flows.contains(&use) ? offset : getView());
}

void SwappedGroup::join() {
  Value whole = createWhole();
  for (auto [index, alloc] : llvm::enumerate(allocs)) {
    OpBuilder builder(whole.getContext());
    builder.setInsertionPointAfterValue(whole);
    Value offset = arith::ConstantIndexOp::create(
        builder, alloc.getLoc(), static_cast<int64_t>(index) * stride);
    replaceUses(alloc, offset, whole);
    alloc.erase();
  }
  for (Value value : carried) {
    value.setType(IndexType::get(value.getContext()));
    replaceUses(value, value, whole);
  }
}

/// Returns true if \p function has a recorded or explicit placement, or ops of
/// the dialect that prepare a placement, e.g. windows.
static bool isPlacedOrPrepared(func::FuncOp function) {
  if (hasExplicitPlacement(function) ||
      function->hasAttr(MemPlaceDialect::transfersAttrName))
    return true;
  return function
      .walk([](Operation *op) {
        return isa_and_nonnull<MemPlaceDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct JoinSwappedBuffersPass
    : public memplace::impl::JoinSwappedBuffersPassBase<
          JoinSwappedBuffersPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || isPlacedOrPrepared(function))
      return;
    unrollSwaps(function);
    CarriedFlow flow = collectFlow(function);
    if (flow.sources.empty())
      return;
    AliasSets aliasSets(function);
    llvm::MapVector<unsigned, SmallVector<unsigned>> groups;
    for (auto [index, set] : llvm::enumerate(aliasSets.getSets()))
      if (!set.ambiguousReason.empty())
        groups[set.group].push_back(index);
    for (const auto &[leader, sets] : groups) {
      SwappedGroup group(flow, aliasSets, sets);
      if (sets.size() > 1 && group.canJoin())
        group.join();
    }
  }
};
} // namespace
