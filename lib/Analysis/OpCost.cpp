//===- OpCost.cpp - Time and traffic of one schedule step -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/OpCost.h"

#include "CostSum.h"
#include "LoopDims.h"

#include "../Interfaces/RunTimeAddress.h"
#include "../Interfaces/StatedAccess.h"
#include "memplace/Problem/Units.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

#include <cmath>

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// Walking a step
//===----------------------------------------------------------------------===//

namespace {

/// Inputs of an address: loops, by index in `StepWalker::dims`, and possibly
/// memory contents.
struct Dependence {
  llvm::SmallBitVector dims;
  bool isOnData = false;

  void add(const Dependence &other) {
    dims |= other.dims;
    isOnData |= other.isOnData;
  }
};

/// Visits an op and all ops in its regions, in program order.
class StepWalker {
public:
  explicit StepWalker(const OpDefaults &defaults) : defaults(defaults) {}
  Cost visit(Operation *op);

  Operation *unknownOp = nullptr;
  Operation *refusedOp = nullptr;

private:
  Cost visitRegions(Operation *op);
  Cost visitRegion(Region &region);
  void addAccess(Cost &cost, Operation *op, const MemoryAccess &access);
  void addWork(Cost &cost, Operation *op);
  void recordDependence(Operation *op);
  Dependence getDependence(Value value) const;
  Dependence getBoundsDependence(Operation *op) const;
  Dependence getAddressDependence(const MemoryAccess &access) const;
  bool storesEverywhere(const MemoryAccess &access) const;
  int64_t countTrips(const llvm::SmallBitVector &of) const;
  bool certainlyRuns() const;
  bool certainlyNeverRuns() const;

  const OpDefaults &defaults;
  /// All loops met so far. `active` has the loops around the current op.
  SmallVector<LoopDim> dims;
  llvm::SmallBitVector active;
  /// For values defined inside the step. A value from outside depends on
  /// nothing.
  llvm::DenseMap<Value, Dependence> dependences;
};

} // namespace

/// Returns the number of trips of a nest; an unknown trip count is 1.
int64_t StepWalker::countTrips(const llvm::SmallBitVector &of) const {
  int64_t trips = 1;
  for (unsigned dim : of.set_bits())
    trips = multiplyCounts(trips, dims[dim].trips.value_or(1));
  return trips;
}

bool StepWalker::certainlyRuns() const {
  return llvm::all_of(active.set_bits(), [&](unsigned dim) {
    return dims[dim].exactTrips.value_or(0) > 0;
  });
}

bool StepWalker::certainlyNeverRuns() const {
  return llvm::any_of(active.set_bits(),
                      [&](unsigned dim) { return dims[dim].exactTrips == 0; });
}

Dependence StepWalker::getDependence(Value value) const {
  return dependences.lookup(value);
}

/// Records the dependences of the results and region arguments of \p op.
void StepWalker::recordDependence(Operation *op) {
  Dependence ofResults;
  for (Value operand : op->getOperands())
    ofResults.add(getDependence(operand));
  // The result of a load also depends on the stored data, which no address
  // reveals. Results of region ops may come from any iteration.
  if (op->getNumRegions() != 0)
    ofResults.add({active, true});
  else if (!isMemoryEffectFree(op))
    ofResults.isOnData = true;
  for (Value result : op->getResults())
    dependences[result] = ofResults;
}

/// Returns the dependence of the loop bounds, which the loop indices inherit.
Dependence StepWalker::getBoundsDependence(Operation *op) const {
  Dependence ofBounds;
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return ofBounds;
  ValueRange inits = loop.getInits();
  for (Value operand : op->getOperands())
    if (!llvm::is_contained(inits, operand))
      ofBounds.add(getDependence(operand));
  return ofBounds;
}

Dependence StepWalker::getAddressDependence(const MemoryAccess &access) const {
  Dependence dependence = getDependence(access.memref);
  // The position of a view may depend on data; its size does not.
  dependence.isOnData = false;
  for (Value value : access.addressValues)
    dependence.add(getDependence(value));
  return dependence;
}

/// Returns true if the address of an indexed write covers the whole memref over
/// the loops around the write.
bool StepWalker::storesEverywhere(const MemoryAccess &access) const {
  auto type = dyn_cast<MemRefType>(access.memref.getType());
  if (!type || !type.hasStaticShape() ||
      access.subscripts.size() != static_cast<size_t>(type.getRank()))
    return false;
  llvm::SmallBitVector used = getDependence(access.memref).dims;
  used.resize(dims.size());
  for (auto [subscript, size] :
       llvm::zip_equal(access.subscripts, type.getShape())) {
    if (size == 1)
      continue; // 0 is the only legal subscript.
    const LoopDim *dim =
        llvm::find_if(dims, [&, value = subscript](const LoopDim &candidate) {
          return value && candidate.index == value;
        });
    if (dim == dims.end() || !dim->isNormalized || dim->exactTrips != size ||
        used.test(dim - dims.begin()))
      return false;
    used.set(dim - dims.begin());
  }
  return true;
}

void StepWalker::addAccess(Cost &cost, Operation *op,
                           const MemoryAccess &access) {
  Use &use = cost.uses[access.memref];
  Bytes viewBytes = getTrafficInBytes(access.memref.getType(), op);
  if (viewBytes)
    use.cap = multiplyCounts(*viewBytes,
                             countTrips(getDependence(access.memref).dims));

  Dependence address = access.isIndexed ? getAddressDependence(access)
                                        : Dependence{active, true};
  bool isDead = certainlyNeverRuns();
  Bytes bytes;
  if (isDead)
    bytes = 0;
  else if (access.bytes)
    bytes = multiplyCounts(*access.bytes, countTrips(address.dims));
  bool isDense = bytes && !address.isOnData;
  double efficiency = access.efficiency.value_or(defaults.efficiency);
  const bool isAtRunTime =
      access.isAtRunTimeAddress || isAtRunTimeAddress(access);
  auto add = [&](Direction &direction) {
    addInSequence(direction,
                  {true, isDense ? *bytes : 0, isDense ? Bytes(0) : bytes,
                   efficiency, access.tiers, isAtRunTime});
  };
  if (access.mode != AccessMode::Write)
    add(use.reads);
  if (access.mode != AccessMode::Read)
    add(use.writes);
  if (access.mode == AccessMode::Write && certainlyRuns() &&
      (!access.isIndexed || storesEverywhere(access)))
    use.isOverwritten = true;
}

void StepWalker::addWork(Cost &cost, Operation *op) {
  if (certainlyNeverRuns())
    return;
  cost.addOverlap(getOverlap(op));
  ComputeWork work = getComputeWork(op);
  if (work.flops == 0)
    return;
  int64_t &sum = cost.flops[work.elementType];
  sum = addCounts(sum, multiplyCounts(work.flops, countTrips(active)));
}

/// Calls \p set for one access per memref operand, with the value from the
/// profile. \p values: one value for each memref operand, or none at all.
template <typename T>
static void setProfiled(Operation *op, ArrayRef<T> values,
                        SmallVectorImpl<MemoryAccess> &accesses,
                        function_ref<void(MemoryAccess &, T)> set) {
  SmallVector<Value> memrefs =
      llvm::filter_to_vector(op->getOperands(), [](Value value) {
        return isa<BaseMemRefType>(value.getType());
      });
  if (memrefs.size() != values.size())
    return;
  llvm::SmallBitVector isSet(accesses.size());
  for (auto [memref, value] : llvm::zip_equal(memrefs, values)) {
    for (auto [i, access] : llvm::enumerate(accesses)) {
      if (access.memref != memref || isSet.test(i))
        continue;
      isSet.set(i);
      set(access, value);
      break;
    }
  }
}

/// Replaces bytes and efficiencies of \p accesses by the values in \p profile.
static void setProfile(Operation *op, CostAttr profile,
                       SmallVectorImpl<MemoryAccess> &accesses) {
  setProfiled<int64_t>(
      op, profile.getBytes(), accesses,
      [](MemoryAccess &access, int64_t bytes) { access.bytes = bytes; });
  setProfiled<FloatAttr>(op, profile.getEfficiency(), accesses,
                         [](MemoryAccess &access, FloatAttr efficiency) {
                           access.efficiency = efficiency.getValueAsDouble();
                         });
}

/// Returns the regions of \p op, a branch that runs exactly one; empty if it is
/// not a branch. A null region stands for the case without any region.
static SmallVector<Region *> getArms(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch || isa<LoopLikeOpInterface>(op) || branch.hasLoop())
    return {};
  SmallVector<RegionSuccessor> successors;
  SmallVector<Attribute> notConstant(op->getNumOperands());
  branch.getEntrySuccessorRegions(notConstant, successors);
  SmallVector<Region *> arms;
  for (const RegionSuccessor &successor : successors)
    arms.push_back(successor.isParent() ? nullptr : successor.getSuccessor());
  return arms.size() > 1 ? arms : SmallVector<Region *>();
}

Cost StepWalker::visitRegion(Region &region) {
  for (Block &block : region)
    for (BlockArgument arg : block.getArguments())
      dependences.try_emplace(arg, Dependence{active, true});
  if (!region.empty() && !region.hasOneBlock() && !refusedOp)
    refusedOp = region.getParentOp();
  Cost cost;
  for (Block &block : region)
    for (Operation &inner : block)
      addInSequence(cost, visit(&inner));
  return cost;
}

Cost StepWalker::visitRegions(Operation *op) {
  if (SmallVector<Region *> arms = getArms(op); !arms.empty()) {
    SmallVector<Cost> costs;
    for (Region *arm : arms)
      costs.push_back(arm ? visitRegion(*arm) : Cost());
    return joinArms(costs);
  }

  llvm::SmallBitVector around = active;
  Dependence ofBounds = getBoundsDependence(op);
  for (LoopDim &dim : getLoopDims(op)) {
    unsigned id = dims.size();
    dims.push_back(dim);
    active.resize(id + 1);
    active.set(id);
    if (dim.index) {
      Dependence &ofIndex = dependences[dim.index] = ofBounds;
      ofIndex.dims.resize(id + 1);
      ofIndex.dims.set(id);
    }
  }
  Cost cost;
  for (Region &region : op->getRegions())
    addInSequence(cost, visitRegion(region));
  around.resize(dims.size());
  active = around;
  return cost;
}

Cost StepWalker::visit(Operation *op) {
  Cost cost;
  std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
  if (!kind && !unknownOp)
    unknownOp = op;
  if (kind == MemoryOpKind::Refused && !refusedOp)
    refusedOp = op;

  CostAttr profile = getStatedCost(op);
  SmallVector<MemoryAccess> accesses = getMemoryAccesses(op);
  if (profile)
    setProfile(op, profile, accesses);
  for (const MemoryAccess &access : accesses)
    addAccess(cost, op, access);
  addWork(cost, op);
  if (kind && !ownsRegions(op))
    addInSequence(cost, visitRegions(op));
  recordDependence(op);
  if (profile) {
    cost.flops.clear();
    cost.profiledPs =
        multiplyCounts(profile.getComputePs(), countTrips(active));
    if (FloatAttr overlap = profile.getOverlap();
        overlap && !certainlyNeverRuns())
      cost.overlap = overlap.getValueAsDouble();
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Appends the accesses for \p use of \p memref.
static void appendAccesses(Value memref, const Use &use,
                           SmallVectorImpl<MemoryAccess> &accesses) {
  Bytes read = use.reads.total(use.cap);
  Bytes written = use.writes.total(use.cap);
  auto append = [&](AccessMode mode, Bytes bytes, double efficiency,
                    ArrayAttr tiers, bool isAtRunTimeAddress) {
    accesses.push_back({memref, mode, bytes});
    accesses.back().efficiency = efficiency;
    accesses.back().tiers = tiers;
    accesses.back().isAtRunTimeAddress = isAtRunTimeAddress;
  };
  if (!use.writes.happens)
    return append(AccessMode::Read, read, use.reads.efficiency, use.reads.tiers,
                  use.reads.isAtRunTimeAddress);
  bool isWrite = use.isOverwritten && !use.reads.happens;
  double efficiency = use.writes.efficiency;
  int64_t weight = written.value_or(maxCount);
  if (use.reads.happens)
    efficiency =
        joinEfficiency(std::min(weight, read.value_or(maxCount)),
                       use.reads.efficiency, weight, use.writes.efficiency);
  append(isWrite ? AccessMode::Write : AccessMode::Update, written, efficiency,
         intersectTiers(use.reads.tiers, use.writes.tiers),
         use.writes.isAtRunTimeAddress &&
             (!use.reads.happens || use.reads.isAtRunTimeAddress));
  // The bytes of an update already count as read once.
  if (use.reads.happens && read && written && *read > *written)
    append(AccessMode::Read, *read - *written, use.reads.efficiency,
           use.reads.tiers, use.reads.isAtRunTimeAddress);
}

StepCost memplace::getStepCost(Operation *op, const OpDefaults &defaults) {
  StepWalker walker(defaults);
  Cost cost = walker.visit(op);
  StepCost result;
  for (const auto &[memref, use] : cost.uses)
    if (use.reads.happens || use.writes.happens)
      appendAccesses(memref, use, result.accesses);
  for (const auto &[type, flops] : cost.flops)
    result.work.push_back({flops, type});
  result.profiledPs = cost.profiledPs;
  result.overlap = cost.overlap.value_or(defaults.overlap);
  result.unknownOp = walker.unknownOp;
  result.refusedOp = walker.refusedOp;
  return result;
}

/// Returns the key of `flops_per_second` for \p type.
static std::string getRateKey(Type type) {
  std::string key = "default";
  if (type) {
    key.clear();
    llvm::raw_string_ostream os(key);
    type.print(os);
  }
  return key;
}

int64_t memplace::getComputePs(const StepCost &cost, const Target &target) {
  double picoseconds = static_cast<double>(cost.profiledPs);
  for (const ComputeWork &work : cost.work) {
    auto rate = target.flopsPerSecond.find(getRateKey(work.elementType));
    if (rate == target.flopsPerSecond.end())
      rate = target.flopsPerSecond.find("default");
    if (rate != target.flopsPerSecond.end())
      picoseconds +=
          static_cast<double>(work.flops) / rate->second * picosecondsPerSecond;
  }
  return picoseconds < static_cast<double>(maxCount)
             ? static_cast<int64_t>(std::llround(picoseconds))
             : maxCount;
}

bool memplace::touchesMemory(Operation *op) {
  std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
  if (!kind || kind == MemoryOpKind::Access || kind == MemoryOpKind::Barrier ||
      kind == MemoryOpKind::Refused)
    return true;
  if (!getMemoryAccesses(op).empty())
    return true;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (touchesMemory(&inner))
        return true;
  return false;
}
