//===- Tiers.cpp - Where each buffer may be -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

namespace {
/// What the IR says of one buffer's place, checked against the target.
class TierSetter {
public:
  TierSetter(ExtractedFunction &extracted, BufferId id)
      : function(extracted.function), problem(extracted.problem),
        target(extracted.problem.target), id(id),
        buffer(extracted.problem.buffers[id]),
        set(extracted.aliasSets->getSets()[extracted.setOfBuffer[id]]) {}
  LogicalResult run();

private:
  FailureOr<TierId> findTier(StringRef name, StringRef where) const;
  LogicalResult readMemorySpace();
  FailureOr<Attribute> findPin() const;
  LogicalResult readPin();
  LogicalResult checkPin(TierId pin) const;
  void pinAccesses(TierId pin);
  InFlightDiagnostic refusePin(TierId pin) const;

  func::FuncOp function;
  Problem &problem;
  const Target &target;
  BufferId id;
  Buffer &buffer;
  const AliasSet &set;
};
} // namespace

FailureOr<TierId> TierSetter::findTier(StringRef name, StringRef where) const {
  if (std::optional<TierId> tier = target.findTier(name.str()))
    return *tier;
  InFlightDiagnostic error = emitError(set.roots.front().getLoc(), "target '")
                             << target.name << "' has no tier '" << name
                             << "', which " << where << " of buffer '"
                             << set.name << "' names";
  std::string names;
  for (const Tier &tier : target.tiers)
    names += (names.empty() ? "'" : ", '") + tier.name + "'";
  error.attachNote() << "its tiers are " << names;
  return failure();
}

/// Whether \p root is one of the places of a placed buffer.
static bool isPlace(Value root) {
  Operation *op = root.getDefiningOp();
  return op &&
         (isa<SlotOp>(op) || op->hasAttr(MemPlaceDialect::bufferAttrName));
}

/// A memref that is in a tier already: an argument's home, an allocation's only
/// tier. The home of a placed buffer is that of the root that is no place.
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
  if (set.isOwned())
    buffer.tiers = {*tier};
  return success();
}

InFlightDiagnostic TierSetter::refusePin(TierId pin) const {
  return emitError(set.roots.front().getLoc(), "buffer '")
         << set.name << "' is pinned to tier '" << target.tiers[pin].name
         << "', but ";
}

LogicalResult TierSetter::checkPin(TierId pin) const {
  const Tier &tier = target.tiers[pin];
  TierId home = problem.homeOf(buffer);
  if (buffer.size > tier.capacity)
    return refusePin(pin) << "its " << buffer.size
                          << " bytes are more than the tier's "
                          << tier.capacity;
  if (tier.isReadOnly() && set.isWritten)
    return refusePin(pin) << "it is written and the tier is read-only";
  if (!set.unplacedReason.empty())
    return refusePin(pin) << "it can't be placed: it " << set.unplacedReason;
  // A placed buffer is where the IR says.
  if (pin != home && !set.ambiguousReason.empty() &&
      set.kind != AliasSet::Kind::Explicit)
    return refusePin(pin) << "it has to stay in its home tier '"
                          << target.tiers[home].name
                          << "': " << set.ambiguousReason;
  if (!buffer.tiers.empty() && !problem.mayBeIn(buffer, pin))
    return refusePin(pin) << "its memref type is in tier '"
                          << target.tiers[buffer.tiers.front()].name << "'";
  if (pin == home || set.isOwned())
    return success();
  if (buffer.liveIn && target.channelsBetween(home, pin).empty())
    return refusePin(pin) << "no channel leads there from its home tier '"
                          << target.tiers[home].name << "'";
  if (buffer.liveOut && target.channelsBetween(pin, home).empty())
    return refusePin(pin) << "no channel leads from there to its home tier '"
                          << target.tiers[home].name << "'";
  return success();
}

void TierSetter::pinAccesses(TierId pin) {
  for (memplace::Op &op : problem.ops)
    for (Access &access : op.accesses)
      if (access.buffer == id)
        access.tiers = {pin};
}

/// What the user pins the buffer of \p root to; null if nothing.
static Attribute getPin(Value root, func::FuncOp function) {
  StringRef name = MemPlaceDialect::pinAttrName;
  if (auto argument = dyn_cast<BlockArgument>(root))
    return function.getArgAttr(argument.getArgNumber(), name);
  return root.getDefiningOp()->getDiscardableAttr(name);
}

/// The one pin of all roots of the buffer, each of which may have it. Fails
/// with a diagnostic if they have several.
FailureOr<Attribute> TierSetter::findPin() const {
  Attribute found;
  for (Value root : set.roots) {
    Attribute pin = getPin(root, function);
    if (found && pin && pin != found) {
      emitError(root.getLoc(), "buffer '")
          << set.name << "' is pinned to " << pin << " here and to " << found
          << " elsewhere";
      return failure();
    }
    if (pin)
      found = pin;
  }
  return found;
}

LogicalResult TierSetter::readPin() {
  FailureOr<Attribute> attr = findPin();
  if (failed(attr))
    return failure();
  if (!*attr)
    return success();
  auto tier = dyn_cast<TierAttr>(*attr);
  if (!tier) {
    emitError(set.roots.front().getLoc(),
              "'memplace.pin' must be a #memplace.tier, got ")
        << *attr;
    return failure();
  }
  FailureOr<TierId> pin = findTier(tier.getName().getValue(), "'memplace.pin'");
  if (failed(pin) || failed(checkPin(*pin)))
    return failure();
  TierId home = problem.homeOf(buffer);
  if (!problem.isExternal(buffer)) {
    buffer.tiers = {*pin};
  } else if (*pin == home) {
    buffer.tiers = {home};
  } else {
    buffer.tiers = {std::min(home, *pin), std::max(home, *pin)};
    pinAccesses(*pin);
  }
  return success();
}

LogicalResult TierSetter::run() {
  if (failed(readMemorySpace()) || failed(readPin()))
    return failure();
  // An explicit buffer is where the IR says, whatever it was allowed.
  if (set.kind == AliasSet::Kind::Explicit)
    return success();
  if (!set.unplacedReason.empty() || !set.ambiguousReason.empty())
    buffer.tiers = {problem.homeOf(buffer)};
  return success();
}

/// A pin on storage that is no buffer, because it can't be one.
static LogicalResult checkUnplacedPins(const ExtractedFunction &extracted) {
  for (const AliasSet &set : extracted.aliasSets->getSets()) {
    Value root = set.roots.front();
    if (set.size > 0 || !getPin(root, extracted.function))
      continue;
    emitError(root.getLoc(), "buffer '")
        << set.name << "' is pinned to a tier, but it can't be placed: it "
        << set.unplacedReason;
    return failure();
  }
  return success();
}

LogicalResult memplace::setTiers(ExtractedFunction &extracted) {
  if (failed(checkUnplacedPins(extracted)))
    return failure();
  for (size_t id = 0; id < extracted.problem.buffers.size(); ++id)
    if (failed(TierSetter(extracted, id).run()))
      return failure();
  return success();
}
