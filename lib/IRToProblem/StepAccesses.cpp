//===- StepAccesses.cpp - What a step does to each buffer -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "memplace/Analysis/OpCost.h"

using namespace mlir;
using namespace memplace;

namespace {
/// One direction of a step's use of a buffer.
struct Use {
  bool isUsed = false;
  int64_t bytes = 0;
  double efficiency = 1;
  SmallVector<Value, 1> values;

  void add(Value value, int64_t more, double itsEfficiency) {
    efficiency = isUsed ? joinEfficiency(bytes, efficiency, more, itsEfficiency)
                        : itsEfficiency;
    isUsed = true;
    bytes = addCounts(bytes, more);
    if (!llvm::is_contained(values, value))
      values.push_back(value);
  }
};

/// All of a step's uses of one buffer.
struct BufferUses {
  BufferId buffer = noBuffer;
  Value place; // Null if all places of the buffer count as one.
  Use read, write, update;
};
} // namespace

/// A write that leaves some of the old contents updates. So does any write to
/// an allocation that has to be at one place for all of its life, so that no
/// solver can move it where it is overwritten.
static AccessMode getModeOn(const AliasSet &set, const MemoryAccess &access,
                            const AliasSets &aliasSets, bool neverRuns) {
  if (access.mode != AccessMode::Write)
    return access.mode;
  bool hasOnePlace = !set.ambiguousReason.empty() &&
                     set.kind != AliasSet::Kind::Argument &&
                     set.kind != AliasSet::Kind::Global;
  bool overwrites = !neverRuns && !access.isIndexed && !hasOnePlace &&
                    aliasSets.coversStorage(access.memref);
  return overwrites ? AccessMode::Write : AccessMode::Update;
}

/// A buffer that is overwritten and updated by the ops of one step is updated.
/// An update counts its bytes in both directions; those that were only written
/// are taken from the reads.
static void joinWrites(BufferUses &uses) {
  if (!uses.update.isUsed || !uses.write.isUsed)
    return;
  int64_t bytes = uses.write.bytes;
  for (Value value : uses.write.values) {
    uses.update.add(value, bytes, uses.write.efficiency);
    bytes = 0; // Those of all of its values.
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
  SmallVector<BufferUses> all; // In the order of first use.
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
      // A memref of dynamic shape is at most all of its storage.
      int64_t bytes = neverRuns ? 0 : access.bytes.value_or(set.size);
      // One of several buffers: each gets its share.
      int64_t share = bytes / static_cast<int64_t>(sets.size());
      if (index == 0)
        share = bytes - share * (static_cast<int64_t>(sets.size()) - 1);
      BufferUses &uses = usesOf(buffer, getPlace(access.memref));
      AccessMode mode = getModeOn(set, access, aliasSets, neverRuns);
      Use &use = mode == AccessMode::Read    ? uses.read
                 : mode == AccessMode::Write ? uses.write
                                             : uses.update;
      use.add(access.memref, share, access.efficiency.value_or(1));
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
    };
    emit(AccessMode::Read, uses.read);
    emit(AccessMode::Write, uses.write);
    emit(AccessMode::Update, uses.update);
  }
  return result;
}
