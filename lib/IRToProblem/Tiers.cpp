//===- Tiers.cpp - Allowed tiers of buffers -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "Pins.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

namespace {
/// Sets the tiers of a buffer from the IR, and checks them against the target.
class TierSetter {
public:
  TierSetter(ExtractedFunction &extracted, BufferId id, Attribute pin)
      : extracted(extracted), problem(extracted.problem),
        target(extracted.problem.target), id(id),
        buffer(extracted.problem.buffers[id]),
        set(extracted.aliasSets->getSets()[extracted.setOfBuffer[id]]),
        pin(pin) {}
  LogicalResult run();

private:
  FailureOr<TierId> findTier(StringRef name, StringRef where) const;
  LogicalResult readMemorySpace();
  LogicalResult readPin();
  LogicalResult checkPin(TierId pinned) const;
  LogicalResult checkReach(ArrayRef<TierId> allowed) const;
  void limitAccesses(TierId tier);
  InFlightDiagnostic refusePin(TierId pinned) const;

  ExtractedFunction &extracted;
  Problem &problem;
  const Target &target;
  BufferId id;
  Buffer &buffer;
  const AliasSet &set;
  Attribute pin; // Null if there is no pin.
};
} // namespace

static std::string quoteTiers(const Target &target, ArrayRef<TierId> tiers) {
  std::string names;
  for (TierId tier : tiers)
    names += (names.empty() ? "'" : ", '") + target.tiers[tier].name + "'";
  return names;
}

/// Reports that \p where names a tier that is not in \p target.
static LogicalResult refuseTierName(Location loc, const Target &target,
                                    StringRef name, const Twine &where) {
  InFlightDiagnostic error = emitError(loc, "target '")
                             << target.name << "' has no tier '" << name
                             << "', which " << where << " names";
  error.attachNote() << "its tiers are "
                     << quoteTiers(target, llvm::to_vector(llvm::seq<TierId>(
                                               0, target.tiers.size())));
  return failure();
}

FailureOr<TierId> TierSetter::findTier(StringRef name, StringRef where) const {
  if (std::optional<TierId> tier = target.findTier(name.str()))
    return *tier;
  return refuseTierName(set.roots.front().getLoc(), target, name,
                        where + " of buffer '" + set.name + "'");
}

/// Returns true if \p root is a place of a placed buffer.
static bool isPlace(Value root) {
  Operation *op = root.getDefiningOp();
  return op && (isa<SlotOp>(op) || isPlacedAllocation(op));
}

/// Reads the tier in the memory space of the buffer's memref type. It is the
/// home of an argument, and the only tier of an allocation. The places of a
/// placed buffer do not count; its other root, if any, has the home tier.
LogicalResult TierSetter::readMemorySpace() {
  const auto *root = llvm::find_if_not(set.roots, isPlace);
  if (root == set.roots.end())
    return success();
  auto type = cast<MemRefType>((*root).getType());
  auto space = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
  if (!space)
    return success();
  FailureOr<TierId> tier =
      findTier(space.getName().getValue(), "the memory space");
  if (failed(tier))
    return failure();
  if (*tier != target.defaultTier)
    buffer.home = *tier;
  if (!set.isOwned())
    return success();
  if (!target.tiers[*tier].servesOps && set.kind != AliasSet::Kind::Explicit) {
    emitError((*root).getLoc(), "buffer '")
        << set.name << "' has the type " << type << ", but ops cannot access "
        << "tier '" << space.getName().getValue()
        << "' ('ops' is false); leave out the memory space, and memplace "
           "chooses the tier";
    return failure();
  }
  buffer.tiers = {*tier};
  return success();
}

InFlightDiagnostic TierSetter::refusePin(TierId pinned) const {
  return emitError(set.roots.front().getLoc(), "buffer '")
         << set.name << "' is pinned to tier '" << target.tiers[pinned].name
         << "', but ";
}

LogicalResult TierSetter::checkPin(TierId pinned) const {
  const Tier &tier = target.tiers[pinned];
  TierId home = problem.homeOf(buffer);
  if (buffer.size > tier.capacity)
    return refusePin(pinned)
           << "its " << buffer.size << " bytes are more than the tier's "
           << tier.capacity;
  if (tier.isReadOnly() && set.isWritten)
    return refusePin(pinned) << "it is written and the tier is read-only";
  // In a placed program, storage that stays in place is pinned to its home,
  // even if ops cannot access the home tier.
  if (!tier.servesOps && set.kind != AliasSet::Kind::Explicit)
    return refusePin(pinned) << "ops cannot access this tier ('ops' is false)";
  if (!set.unplacedReason.empty())
    return refusePin(pinned) << "it can't be placed: it " << set.unplacedReason;
  // A placed buffer stays at its place in the IR.
  if (pinned != home && !set.ambiguousReason.empty() &&
      set.kind != AliasSet::Kind::Explicit)
    return refusePin(pinned)
           << "it has to stay in its home tier '" << target.tiers[home].name
           << "': " << set.ambiguousReason;
  if (!buffer.tiers.empty() && !problem.mayBeIn(buffer, pinned))
    return refusePin(pinned) << "its memref type is in tier '"
                             << target.tiers[buffer.tiers.front()].name << "'";
  if (pinned == home || set.isOwned())
    return success();
  if (buffer.liveIn && target.channelsBetween(home, pinned).empty())
    return refusePin(pinned) << "no channel leads there from its home tier '"
                             << target.tiers[home].name << "'";
  if (buffer.liveOut && target.channelsBetween(pinned, home).empty())
    return refusePin(pinned) << "no channel leads from there to its home tier '"
                             << target.tiers[home].name << "'";
  return success();
}

/// Checks that each op can access the buffer in one of the \p allowed tiers.
LogicalResult TierSetter::checkReach(ArrayRef<TierId> allowed) const {
  for (auto [step, op] : llvm::enumerate(problem.ops))
    for (const Access &access : op.accesses) {
      if (access.buffer != id || access.tiers.empty() ||
          llvm::any_of(access.tiers, [&](TierId tier) {
            return llvm::is_contained(allowed, tier);
          }))
        continue;
      Operation *operation = extracted.schedule->getSteps()[step];
      InFlightDiagnostic error =
          operation->emitError("'")
          << operation->getName() << "' can access buffer '" << set.name
          << "' only in " << quoteTiers(target, access.tiers)
          << ", but the buffer ";
      if (pin)
        return error << "is pinned to " << quoteTiers(target, allowed);
      error << "stays in " << quoteTiers(target, allowed);
      const std::string &reason =
          set.unplacedReason.empty() ? set.ambiguousReason : set.unplacedReason;
      if (!reason.empty())
        error << ": it " << reason;
      return error;
    }
  return success();
}

/// Makes \p tier the only tier for the accesses of the buffer.
void TierSetter::limitAccesses(TierId tier) {
  for (memplace::Op &op : problem.ops)
    for (Access &access : op.accesses)
      if (access.buffer == id)
        access.tiers = {tier};
}

LogicalResult TierSetter::readPin() {
  if (!pin)
    return success();
  auto tier = dyn_cast<TierAttr>(pin);
  if (!tier) {
    emitError(set.roots.front().getLoc(),
              "'memplace.pin' must be a #memplace.tier, got ")
        << pin;
    return failure();
  }
  FailureOr<TierId> to = findTier(tier.getName().getValue(), "'memplace.pin'");
  if (failed(to) || failed(checkPin(*to)) || failed(checkReach(*to)))
    return failure();
  TierId home = problem.homeOf(buffer);
  if (!target.tiers[*to].servesOps)
    limitAccesses(*to);
  if (!problem.isExternal(buffer)) {
    buffer.tiers = {*to};
  } else if (*to == home) {
    buffer.tiers = {home};
  } else {
    buffer.tiers = {std::min(home, *to), std::max(home, *to)};
    limitAccesses(*to);
  }
  return success();
}

LogicalResult TierSetter::run() {
  if (failed(readMemorySpace()) || failed(readPin()))
    return failure();
  // An explicit buffer stays at its place in the IR, regardless of its allowed
  // tiers.
  if (set.kind == AliasSet::Kind::Explicit)
    return success();
  if (set.unplacedReason.empty() && set.ambiguousReason.empty())
    return buffer.tiers.empty() || pin ? success() : checkReach(buffer.tiers);
  const TierId home = problem.homeOf(buffer);
  buffer.tiers = {home};
  // The compiler, not the user, gave this buffer windows. So an op that cannot
  // access the home tier is no error of the program, but the problem has no
  // placement.
  if (set.hasWindows)
    return success();
  if (failed(checkReach(home)))
    return failure();
  // Ops access this storage in its home tier, even if that tier serves no other
  // accesses.
  if (!target.tiers[home].servesOps)
    limitAccesses(home);
  return success();
}

LogicalResult memplace::setStatedTiers(Operation *operation,
                                       ArrayRef<ArrayAttr> tiers,
                                       const Problem &problem,
                                       memplace::Op &op) {
  const Target &target = problem.target;
  for (auto [access, stated] : llvm::zip_equal(op.accesses, tiers)) {
    if (!stated)
      continue;
    if (stated.empty())
      return operation->emitError("'")
             << operation->getName() << "' can access buffer '"
             << problem.buffers[access.buffer].name
             << "' in no tier: its uses in 'memplace.access' have no tier in "
                "common";
    for (auto name : stated.getAsRange<StringAttr>()) {
      std::optional<TierId> tier = target.findTier(name.str());
      if (!tier)
        return refuseTierName(operation->getLoc(), target, name.getValue(),
                              "'memplace.access' of '" +
                                  operation->getName().getStringRef() + "'");
      access.tiers.push_back(*tier);
    }
    llvm::sort(access.tiers);
  }
  return success();
}

/// Rejects pins on storage that cannot be a buffer.
static LogicalResult checkUnplacedPins(const ExtractedFunction &extracted,
                                       const BufferPins &pins) {
  for (auto [index, set] : llvm::enumerate(extracted.aliasSets->getSets())) {
    if (set.size > 0 || !pins.contains(index))
      continue;
    emitError(set.roots.front().getLoc(), "buffer '")
        << set.name << "' is pinned to a tier, but it can't be placed: it "
        << set.unplacedReason;
    return failure();
  }
  return success();
}

LogicalResult memplace::setTiers(ExtractedFunction &extracted) {
  FailureOr<BufferPins> pins =
      collectPins(extracted.function, *extracted.aliasSets);
  if (failed(pins) || failed(checkUnplacedPins(extracted, *pins)))
    return failure();
  for (size_t id = 0; id < extracted.problem.buffers.size(); ++id) {
    Attribute pin = pins->lookup(extracted.setOfBuffer[id]);
    if (failed(TierSetter(extracted, id, pin).run()))
      return failure();
  }
  return success();
}
