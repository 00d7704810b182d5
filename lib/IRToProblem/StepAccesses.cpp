//===- StepAccesses.cpp - Accesses of a step by buffer --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Interfaces/StatedAccess.h"
#include "memplace/Analysis/OpCost.h"

using namespace mlir;
using namespace memplace;

namespace {
/// All accesses of a step to a buffer in the same mode.
struct Use {
  bool isUsed = false;
  int64_t bytes = 0;
  double efficiency = 1;
  ArrayAttr tiers; // As MemoryAccess::tiers.
  /// As MemoryAccess::isAtRunTimeAddress, for all accesses.
  bool isAtRunTimeAddress = false;
  SmallVector<Value, 1> values;

  void add(Value memref, int64_t addedBytes, double addedEfficiency,
           ArrayAttr addedTiers, bool addedAtRunTime) {
    isAtRunTimeAddress = addedAtRunTime && (!isUsed || isAtRunTimeAddress);
    tiers = intersectTiers(tiers, addedTiers);
    efficiency =
        isUsed ? joinEfficiency(bytes, efficiency, addedBytes, addedEfficiency)
               : addedEfficiency;
    isUsed = true;
    bytes = addCounts(bytes, addedBytes);
    if (!llvm::is_contained(values, memref))
      values.push_back(memref);
  }
};

/// All accesses of a step to a buffer.
struct BufferUses {
  BufferId buffer = noBuffer;
  Value place; // Null if all places of the buffer count as the same.
  Use read, write, update;
};
} // namespace

/// Returns the mode of \p access on the buffer of \p set. A write that leaves
/// some old contents is an update. A write to an allocation bound to a single
/// place is an update, too, to keep solvers from moving the buffer at an
/// overwrite.
static AccessMode getModeOn(const AliasSet &set, const MemoryAccess &access,
                            const AliasSets &aliasSets, bool neverRuns) {
  if (access.mode != AccessMode::Write)
    return access.mode;
  // In a placed program, a buffer from outside the function has slots, too.
  bool hasOnePlace = !set.ambiguousReason.empty() && !set.isFromOutside();
  bool overwrites = !neverRuns && !access.isIndexed && !hasOnePlace &&
                    aliasSets.coversStorage(access.memref);
  return overwrites ? AccessMode::Write : AccessMode::Update;
}

/// Joins writes and updates of a buffer in the same step into an update. The
/// bytes of an update count in both directions, so the joined writes now also
/// count as reads. The separate reads shrink by as many bytes.
static void joinWrites(BufferUses &uses) {
  if (!uses.update.isUsed || !uses.write.isUsed)
    return;
  int64_t bytes = uses.write.bytes;
  for (Value value : uses.write.values) {
    uses.update.add(value, bytes, uses.write.efficiency, uses.write.tiers,
                    uses.write.isAtRunTimeAddress);
    bytes = 0; // Count the bytes once for all values.
  }
  uses.read.bytes = std::max<int64_t>(0, uses.read.bytes - uses.write.bytes);
  uses.write = {};
}

StepAccesses memplace::joinAccesses(ArrayRef<MemoryAccess> accesses,
                                    const AliasSets &aliasSets,
                                    ArrayRef<BufferId> bufferOfSet,
                                    bool neverRuns,
                                    function_ref<Value(Value)> getPlace) {
  StepAccesses result;
  SmallVector<BufferUses> all; // In order of first use.
  auto usesOf = [&](BufferId buffer, Value place) -> BufferUses & {
    for (BufferUses &uses : all)
      if (uses.buffer == buffer && uses.place == place)
        return uses;
    all.push_back({buffer, place, {}, {}, {}});
    return all.back();
  };
  for (const MemoryAccess &access : accesses) {
    ArrayRef<unsigned> sets = aliasSets.getSetsOf(access.memref);
    if (sets.empty() && !llvm::is_contained(result.unknown, access.memref))
      result.unknown.push_back(access.memref);
    for (auto [index, setIndex] : llvm::enumerate(sets)) {
      const AliasSet &set = aliasSets.getSets()[setIndex];
      BufferId buffer = bufferOfSet[setIndex];
      if (buffer == noBuffer)
        continue;
      // A memref of dynamic shape has at most the bytes of its storage.
      int64_t bytes = neverRuns ? 0 : access.bytes.value_or(set.size);
      // If a memref may be in several buffers, each gets a share of the bytes.
      int64_t share = bytes / static_cast<int64_t>(sets.size());
      if (index == 0)
        share = bytes - share * (static_cast<int64_t>(sets.size()) - 1);
      BufferUses &uses = usesOf(buffer, getPlace(access.memref));
      AccessMode mode = getModeOn(set, access, aliasSets, neverRuns);
      Use &use = mode == AccessMode::Read    ? uses.read
                 : mode == AccessMode::Write ? uses.write
                                             : uses.update;
      use.add(access.memref, share, access.efficiency.value_or(1), access.tiers,
              access.isAtRunTimeAddress);
    }
  }
  for (BufferUses &uses : all) {
    joinWrites(uses);
    auto emit = [&](AccessMode mode, const Use &use) {
      if (!use.isUsed)
        return;
      result.accesses.push_back(
          {uses.buffer, mode, use.bytes, {}, use.efficiency});
      result.values.push_back(use.values);
      result.tiers.push_back(use.tiers);
      result.areAtRunTimeAddresses.push_back(use.isAtRunTimeAddress);
    };
    emit(AccessMode::Read, uses.read);
    emit(AccessMode::Write, uses.write);
    emit(AccessMode::Update, uses.update);
  }
  return result;
}
