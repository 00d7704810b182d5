//===- AliasSets.cpp - Values that share storage --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/AliasSets.h"

#include "AliasFlow.h"
#include "Names.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace memplace;

/// Root for "storage outside all sets"; sorts after every other root.
static constexpr unsigned unknownRoot = ~0u;

/// A stack allocation of at most this size in a loop is a scalar, which the
/// back-end keeps in a register. Bytes.
static constexpr int64_t scratchBytes = 64;

namespace {
using Roots = SmallVector<unsigned, 1>;

/// Derives the sets from the flow; each step of `run` adds facts.
class SetBuilder {
public:
  explicit SetBuilder(FunctionOpInterface function)
      : function(function), flow(collectAliasFlow(function, callees)) {}
  void run();

  AliasFlow &getFlow() { return flow; }
  DenseMap<Value, Roots> rootsOf;
  DenseMap<Value, Value> carriedValues;

private:
  void numberValues();
  void propagateRoots();
  bool addRoots(Value to, ArrayRef<unsigned> roots);
  void mergeTransfers();
  void measure(AliasSet &set);
  void nameSets();
  void findWritten();
  void findEscapes();
  void findRegionEscapes(AliasSet &set, unsigned index, ArrayRef<Value> mayBe);
  void findAmbiguous();
  void findLayouts();
  void findLeftOver();
  void findDeallocations();
  void collectMembers();
  void fix(unsigned index, const Twine &reason);
  std::string nameOfRoot(unsigned root) const;

  FunctionOpInterface function;
  Callees callees;
  AliasFlow flow;
  SmallVector<Value> values; // All memrefs, in IR order.
};
} // namespace

//===----------------------------------------------------------------------===//
// Possible storage of each value
//===----------------------------------------------------------------------===//

void SetBuilder::numberValues() {
  auto add = [&](auto range) {
    for (Value value : range)
      if (isa<BaseMemRefType>(value.getType()))
        values.push_back(value);
  };
  for (Block &block : function.getFunctionBody())
    add(block.getArguments());
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments());
    add(op->getResults());
  });
}

bool SetBuilder::addRoots(Value to, ArrayRef<unsigned> roots) {
  Roots &all = rootsOf[to];
  size_t before = all.size();
  for (unsigned root : roots) {
    auto it = llvm::lower_bound(all, root);
    if (it == all.end() || *it != root)
      all.insert(it, root);
  }
  return all.size() != before;
}

void SetBuilder::propagateRoots() {
  for (auto [index, set] : llvm::enumerate(flow.sets))
    for (Value root : set.roots)
      addRoots(root, {static_cast<unsigned>(index)});
  for (Value value : flow.unknown)
    addRoots(value, {unknownRoot});
  bool changed = true;
  auto pull = [&](Value value, ArrayRef<Value> sources) {
    for (Value source : sources) {
      Roots roots = rootsOf.lookup(source);
      changed |= addRoots(value, roots);
    }
  };
  while (changed) {
    changed = false;
    for (Value value : values) {
      if (auto it = flow.views.find(value); it != flow.views.end())
        pull(value, it->second);
      if (auto it = flow.carried.find(value); it != flow.carried.end())
        pull(value, it->second);
    }
  }
}

/// Returns the name of an argument or a global without a name of its own; else
/// an empty name.
static std::string getDefaultName(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return "arg" + std::to_string(argument.getArgNumber());
  auto global = root.getDefiningOp<memref::GetGlobalOp>();
  return global ? global.getName().str() : "";
}

/// Returns the indices of the set of each argument and global and of the set of
/// slots with its name. Arguments take their names before all other storage; a
/// global with a location may have lost its name to an allocation, so it is
/// left out.
static SmallVector<std::pair<unsigned, unsigned>>
findSlotsOfNames(ArrayRef<AliasSet> sets) {
  llvm::StringMap<unsigned> slots;
  for (auto [index, set] : llvm::enumerate(sets))
    if (set.kind == AliasSet::Kind::Explicit)
      slots[set.name] = index;
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  for (auto [index, set] : llvm::enumerate(sets)) {
    Value root = set.roots.front();
    const std::string own = getOwnName(root);
    if (set.kind == AliasSet::Kind::Explicit || getDefaultName(root).empty() ||
        (!own.empty() && !isa<BlockArgument>(root)))
      continue;
    auto it = slots.find(own.empty() ? getDefaultName(root) : own);
    if (it != slots.end())
      pairs.push_back({static_cast<unsigned>(index), it->second});
  }
  return pairs;
}

/// Merges the sets at both ends of a transfer of a placed program, which are
/// copies of the same buffer. An argument or a global and the slots of its
/// name are one buffer even if a transfer between them is missing.
void SetBuilder::mergeTransfers() {
  if (llvm::none_of(flow.sets, [](const AliasSet &set) {
        return set.kind == AliasSet::Kind::Explicit;
      }))
    return;
  std::vector<unsigned> leader(flow.sets.size());
  for (unsigned i = 0; i < leader.size(); ++i)
    leader[i] = i;
  auto find = [&](unsigned i) {
    while (leader[i] != i)
      i = leader[i] = leader[leader[i]];
    return i;
  };
  for (auto [source, destination] : flow.transfers) {
    Roots from = rootsOf.lookup(source), to = rootsOf.lookup(destination);
    if (from.size() != 1 || to.size() != 1 || from[0] == unknownRoot ||
        to[0] == unknownRoot)
      continue;
    unsigned a = find(from[0]), b = find(to[0]);
    leader[std::max(a, b)] = std::min(a, b);
  }
  for (auto [index, slot] : findSlotsOfNames(flow.sets)) {
    unsigned a = find(index), b = find(slot);
    leader[std::max(a, b)] = std::min(a, b);
  }

  std::vector<unsigned> renumbered(leader.size());
  std::vector<AliasSet> merged;
  for (unsigned i = 0; i < leader.size(); ++i) {
    if (leader[i] == i) {
      renumbered[i] = merged.size();
      merged.push_back(std::move(flow.sets[i]));
      continue;
    }
    AliasSet &into = merged[renumbered[i] = renumbered[find(i)]];
    into.kind = AliasSet::Kind::Explicit;
    into.roots.append(flow.sets[i].roots);
    if (into.name.empty())
      into.name = flow.sets[i].name;
  }
  flow.sets = std::move(merged);
  for (auto &[value, roots] : rootsOf) {
    Roots old = std::move(roots);
    roots.clear();
    for (unsigned root : old) {
      unsigned now = root == unknownRoot ? root : renumbered[root];
      if (!llvm::is_contained(roots, now))
        roots.push_back(now);
    }
    llvm::sort(roots);
  }
}

//===----------------------------------------------------------------------===//
// Facts about each set
//===----------------------------------------------------------------------===//

/// Fixes the storage of a set in place: an allocation stays separate, and
/// storage of the caller stays in its home tier.
void SetBuilder::fix(unsigned index, const Twine &reason) {
  AliasSet &set = flow.sets[index];
  std::string &slot = set.isOwned() ? set.unplacedReason : set.ambiguousReason;
  if (slot.empty())
    slot = reason.str();
}

/// Returns the alignment requested by the user for \p root, an allocation, a
/// global or a piece of a global; null if there is none.
static IntegerAttr getAlignment(Operation *root) {
  if (auto piece = dyn_cast<memref::ReinterpretCastOp>(root))
    root = piece.getSource().getDefiningOp();
  if (auto global = dyn_cast_or_null<memref::GetGlobalOp>(root))
    root = SymbolTable::lookupNearestSymbolFrom(global, global.getNameAttr());
  return root ? root->getAttrOfType<IntegerAttr>("alignment") : IntegerAttr();
}

void SetBuilder::measure(AliasSet &set) {
  auto type = dyn_cast<MemRefType>(set.roots.front().getType());
  Operation *scope = set.roots.front().getDefiningOp();
  DataLayout layout = DataLayout::closest(scope ? scope : function);
  std::optional<int64_t> size;
  // Copies of a piece leave out the gaps between its rows.
  const bool isPiece =
      scope &&
      (isa<WindowOp>(scope) || scope->hasAttr(MemPlaceDialect::pieceAttrName));
  if (type)
    size = getStaticSizeInBytes(isPiece ? withoutLayout(type) : type, layout);
  if (!size) {
    set.unplacedReason = "has no static size";
    return;
  }
  set.size = *size;
  if (*size == 0)
    set.unplacedReason = "has no bytes";
  set.alignment = layout.getTypePreferredAlignment(type.getElementType());
  // The attribute on a placed allocation is the alignment of one of its places,
  // not of the buffer.
  if (scope && set.kind != AliasSet::Kind::Explicit)
    if (IntegerAttr attr = getAlignment(scope))
      set.alignment = std::max<int64_t>(set.alignment, attr.getInt());
  set.alignment = llvm::PowerOf2Ceil(std::max<int64_t>(set.alignment, 1));
  if (!set.unplacedReason.empty() || set.kind == AliasSet::Kind::Explicit)
    return;
  Attribute space = type.getMemorySpace();
  unsigned index = &set - flow.sets.data();
  if (space && !isa<TierAttr>(space))
    return fix(index, "is in a memory space that is not a tier");
  if (!type.getLayout().isIdentity() && !isPiece)
    fix(index, "has a layout with gaps or a permutation");
}

/// Names each set: by a given name, else by its source, else "arg0", "alloc0",
/// ... A name that is taken gets a number.
void SetBuilder::nameSets() {
  llvm::StringSet<> taken;
  for (AliasSet &set : flow.sets)
    if (!set.name.empty())
      taken.insert(set.name);
  unsigned numAllocations = 0, numPieces = 0, numWindows = 0;
  for (AliasSet &set : flow.sets) {
    Value root = set.roots.front();
    std::string fallback = getDefaultName(root), name = getOwnName(root);
    if (root.getDefiningOp<WindowOp>())
      fallback = "window" + std::to_string(numWindows++);
    else if (fallback.empty() && isExternalRoot(root) &&
             !isReturnedAllocation(root))
      fallback = "piece" + std::to_string(numPieces++);
    else if (fallback.empty())
      fallback = "alloc" + std::to_string(numAllocations++);
    if (!set.name.empty())
      continue;
    if (name.empty())
      name = fallback;
    set.name = name;
    for (unsigned suffix = 1; !taken.insert(set.name).second; ++suffix)
      set.name = addNumber(name, suffix);
  }
}

Operation *memplace::getConstantGlobal(Value memref) {
  auto mention = memref.getDefiningOp<memref::GetGlobalOp>();
  if (!mention)
    return nullptr;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      mention, mention.getNameAttr());
  return global && global.getConstant() ? global.getOperation() : nullptr;
}

void SetBuilder::findWritten() {
  bool isUnknownWritten = false;
  for (Value value : flow.written)
    for (unsigned root : rootsOf.lookup(value)) {
      isUnknownWritten |= root == unknownRoot;
      if (root != unknownRoot)
        flow.sets[root].isWritten = true;
    }
  // A write through a window writes its source, and a move gives the window new
  // contents.
  for (WindowOp window : flow.windows)
    for (unsigned index : rootsOf.lookup(window.getWindow())) {
      for (unsigned root : rootsOf.lookup(window.getSource()))
        if (root != unknownRoot)
          flow.sets[root].isWritten |= flow.sets[index].isWritten;
    }
  for (WindowOp window : flow.windows)
    for (unsigned index : rootsOf.lookup(window.getWindow()))
      flow.sets[index].isWritten = true;
  for (auto [index, set] : llvm::enumerate(flow.sets)) {
    if (set.kind != AliasSet::Kind::Global)
      continue;
    if (set.isWritten)
      fix(index, "is a global that is written");
    else if (getConstantGlobal(set.roots.front()))
      continue;
    else if (flow.hasCalls)
      fix(index, "is a global, and a call may touch it as well");
    else if (isUnknownWritten)
      fix(index, "is a global, and unknown storage is written");
  }
}

//===----------------------------------------------------------------------===//
// Reasons to fix a set in place
//===----------------------------------------------------------------------===//

/// Fixes an allocation in a region if it leaves the region or reaches the next
/// trip of a loop. Each execution of the region allocates anew, so such a value
/// may be an older allocation. \p mayBe: the values possibly in the set.
void SetBuilder::findRegionEscapes(AliasSet &set, unsigned index,
                                   ArrayRef<Value> mayBe) {
  Value root = set.roots.front();
  Region *home = root.getParentRegion();
  if (home == &function.getFunctionBody())
    return;
  for (Operation *op = home->getParentOp(); op != function;
       op = op->getParentOp())
    if (op->hasTrait<OpTrait::HasParallelRegion>() ||
        isa<affine::AffineParallelOp>(op))
      return fix(index, "is allocated in the body of " + Twine("'") +
                            op->getName().getStringRef() +
                            "', which runs in parallel");
  for (Value value : mayBe) {
    Region *region = value.getParentRegion();
    bool isCarried = isa<BlockArgument>(value) && region == home;
    if (isCarried || !home->isAncestor(region))
      return fix(index, "is allocated in a region that it leaves");
  }
}

void SetBuilder::findEscapes() {
  for (const AliasEscape &escape : flow.escapes)
    for (unsigned root : rootsOf.lookup(escape.memref))
      if (root != unknownRoot)
        fix(root, escape.reason);
  std::vector<SmallVector<Value, 4>> valuesOf(flow.sets.size());
  for (Value value : values)
    for (unsigned root : rootsOf.lookup(value))
      if (root != unknownRoot)
        valuesOf[root].push_back(value);
  for (auto [index, set] : llvm::enumerate(flow.sets)) {
    if (!set.isOwned())
      continue;
    Operation *alloc = set.roots.front().getDefiningOp();
    bool isNested = alloc->getParentRegion() != &function.getFunctionBody();
    if (isa<memref::AllocaOp>(alloc) && isNested && set.size > 0 &&
        set.size <= scratchBytes) {
      set.isScratch = true;
      fix(index, "is a scalar on the stack");
    }
    findRegionEscapes(set, index, valuesOf[index]);
  }
  for (WindowOp window : flow.windows)
    for (unsigned root : rootsOf.lookup(window.getSource()))
      if (root != unknownRoot) {
        flow.sets[root].hasWindows = true;
        if (flow.sets[root].isOwned())
          fix(root, "has windows that move over it");
      }
}

std::string SetBuilder::nameOfRoot(unsigned root) const {
  if (root == unknownRoot)
    return "unknown storage";
  return "'" + flow.sets[root].name + "'";
}

void SetBuilder::findAmbiguous() {
  llvm::EquivalenceClasses<unsigned> groups;
  for (unsigned i = 0; i < flow.sets.size(); ++i)
    groups.insert(i);
  auto mark = [&](unsigned root, const Twine &reason) {
    if (root != unknownRoot && flow.sets[root].ambiguousReason.empty())
      flow.sets[root].ambiguousReason = reason.str();
  };
  for (Value value : values) {
    Roots roots = rootsOf.lookup(value);
    for (unsigned root : roots) {
      if (roots.size() == 1)
        break;
      unsigned other = root == roots[0] ? roots[1] : roots[0];
      mark(root, "a value may be this buffer or " + nameOfRoot(other));
      if (root != unknownRoot && roots[0] != unknownRoot)
        groups.unionSets(roots[0], root);
    }
    if (roots.size() == 1 && carriedValues.lookup(value) == value)
      mark(roots[0], "a value may be different parts of it");
  }
  for (unsigned i = 0; i < flow.sets.size(); ++i)
    flow.sets[i].group = groups.getLeaderValue(i);
}

/// Handles values with an assumed alignment, which constrains the place of
/// their storage.
void SetBuilder::findLayouts() {
  for (Value value : values) {
    auto assume = value.getDefiningOp<memref::AssumeAlignmentOp>();
    if (!assume)
      continue;
    for (unsigned root : rootsOf.lookup(value)) {
      if (root == unknownRoot)
        continue;
      AliasSet &set = flow.sets[root];
      auto type = dyn_cast<MemRefType>(value.getType());
      if (type && type.getLayout().isIdentity() && set.size > 0 &&
          getStaticSizeInBytes(type, DataLayout::closest(assume)) == set.size)
        set.alignment = std::max<int64_t>(set.alignment, assume.getAlignment());
      else
        fix(root, "has a part whose alignment is assumed");
    }
  }
}

/// Fixes allocations without a place in an already placed program: the pass
/// left them in place.
void SetBuilder::findLeftOver() {
  if (!hasExplicitPlacement(function))
    return;
  for (auto [index, set] : llvm::enumerate(flow.sets))
    if (set.isOwned())
      fix(index, "was not placed together with the others");
}

/// Deallocations of placed buffers disappear, but deallocations of separate
/// allocations must stay. If a deallocation may free both, all of its buffers
/// stay separate. Freed storage of the caller is fixed, since it no longer
/// exists at the time of a copy back.
void SetBuilder::findDeallocations() {
  for (ArrayRef<Value> freed : flow.deallocated)
    for (Value value : freed)
      for (unsigned root : rootsOf.lookup(value))
        if (root != unknownRoot && !flow.sets[root].isOwned())
          fix(root, "is freed");
  bool changed = true;
  while (changed) {
    changed = false;
    for (ArrayRef<Value> freed : flow.deallocated) {
      Roots roots;
      for (Value value : freed)
        roots.append(rootsOf.lookup(value));
      auto stays = [&](unsigned root) {
        return root == unknownRoot || !flow.sets[root].isOwned() ||
               !flow.sets[root].unplacedReason.empty();
      };
      if (llvm::none_of(roots, stays) || llvm::all_of(roots, stays))
        continue;
      for (unsigned root : roots)
        if (!stays(root))
          fix(root, "is freed together with storage that can't be placed");
      changed = true;
    }
  }
}

void SetBuilder::collectMembers() {
  for (Value value : values)
    if (Roots roots = rootsOf.lookup(value);
        roots.size() == 1 && roots[0] != unknownRoot)
      flow.sets[roots[0]].members.push_back(value);
}

void SetBuilder::run() {
  numberValues();
  propagateRoots();
  mergeTransfers();
  carriedValues = findCarriedValues(flow, values);
  nameSets();
  for (AliasSet &set : flow.sets)
    measure(set);
  findWritten();
  findEscapes();
  findAmbiguous();
  findLayouts();
  findLeftOver();
  findDeallocations();
  collectMembers();
}

//===----------------------------------------------------------------------===//
// AliasSets
//===----------------------------------------------------------------------===//

AliasSets::AliasSets(FunctionOpInterface function) {
  SetBuilder builder(function);
  builder.run();
  sets = std::move(builder.getFlow().sets);
  carriedValues = std::move(builder.carriedValues);
  for (auto &[value, roots] : builder.rootsOf) {
    if (!roots.empty() && roots.back() == unknownRoot) {
      roots.pop_back();
      partlyUnknown.insert(value);
    }
    setsOf[value] = std::move(roots);
  }
}

ArrayRef<unsigned> AliasSets::getSetsOf(Value memref) const {
  auto it = setsOf.find(memref);
  return it == setsOf.end() ? ArrayRef<unsigned>() : ArrayRef(it->second);
}

/// Returns true if no two elements of \p type share an address.
static bool isInjective(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  SmallVector<std::pair<int64_t, int64_t>> dims; // Stride and size, elements.
  for (auto [stride, size] : llvm::zip(strides, type.getShape()))
    if (size > 1)
      dims.push_back({stride, size});
  llvm::sort(dims);
  int64_t span = 1; // Elements spanned by the dimensions so far.
  for (auto [stride, size] : dims) {
    if (ShapedType::isDynamic(stride) || stride < span)
      return false;
    span += stride * (size - 1);
  }
  return true;
}

bool AliasSets::coversStorage(Value memref) const {
  ArrayRef<unsigned> in = getSetsOf(memref);
  if (in.size() != 1 || partlyUnknown.contains(memref))
    return false;
  const AliasSet &set = sets[in.front()];
  Value value = getCarriedValue(memref);
  if (llvm::is_contained(set.roots, value))
    return true;
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type || !type.hasStaticShape() || !isInjective(type))
    return false;
  MemRefType packed =
      withoutLayout(type); // The bytes of the memref without gaps.
  Operation *scope = value.getParentRegion()->getParentOp();
  return set.size > 0 &&
         getStaticSizeInBytes(packed, DataLayout::closest(scope)) == set.size;
}

Value AliasSets::getCarriedValue(Value memref) const {
  Value value = carriedValues.lookup(memref);
  return value ? value : memref;
}
