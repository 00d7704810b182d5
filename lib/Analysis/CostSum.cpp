//===- CostSum.cpp - Sum of the costs of a step's ops ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostSum.h"

#include "../Interfaces/StatedAccess.h"

using namespace mlir;
using namespace memplace;

double memplace::joinEfficiency(int64_t bytes, double efficiency,
                                int64_t otherBytes, double otherEfficiency) {
  if (efficiency == otherEfficiency || otherBytes == 0)
    return efficiency;
  if (bytes == 0)
    return otherEfficiency;
  double all = static_cast<double>(bytes) + static_cast<double>(otherBytes);
  double joined = all / (static_cast<double>(bytes) / efficiency +
                         static_cast<double>(otherBytes) / otherEfficiency);
  // Rounding must not move the result out of range.
  return std::clamp(joined, std::min(efficiency, otherEfficiency),
                    std::max(efficiency, otherEfficiency));
}

/// Returns true if all accesses of two directions are at run-time addresses.
static bool areAtRunTimeAddresses(const Direction &a, const Direction &b) {
  return (a.happens || b.happens) && (!a.happens || a.isAtRunTimeAddress) &&
         (!b.happens || b.isAtRunTimeAddress);
}

void memplace::addInSequence(Direction &to, const Direction &from) {
  to.isAtRunTimeAddress = areAtRunTimeAddresses(to, from);
  if (from.happens)
    to.efficiency = to.happens ? joinEfficiency(to.weight(), to.efficiency,
                                                from.weight(), from.efficiency)
                               : from.efficiency;
  to.happens |= from.happens;
  to.tiers = intersectTiers(to.tiers, from.tiers);
  to.dense = addCounts(to.dense, from.dense);
  to.other = to.other && from.other ? Bytes(addCounts(*to.other, *from.other))
                                    : std::nullopt;
}

void memplace::addInSequence(Cost &to, const Cost &from) {
  for (const auto &[memref, use] : from.uses) {
    Use &sum = to.uses[memref];
    addInSequence(sum.reads, use.reads);
    addInSequence(sum.writes, use.writes);
    sum.isOverwritten |= use.isOverwritten;
    sum.cap = use.cap;
  }
  for (const auto &[type, flops] : from.flops) {
    int64_t &sum = to.flops[type];
    sum = addCounts(sum, flops);
  }
  to.profiledPs = addCounts(to.profiledPs, from.profiledPs);
  to.addOverlap(from.overlap);
}

static void takeMax(Direction &to, const Direction &from) {
  to.isAtRunTimeAddress = areAtRunTimeAddresses(to, from);
  if (from.happens)
    to.efficiency =
        to.happens ? std::min(to.efficiency, from.efficiency) : from.efficiency;
  to.happens |= from.happens;
  to.tiers = intersectTiers(to.tiers, from.tiers);
  to.dense = std::max(to.dense, from.dense);
  to.other = to.other && from.other ? Bytes(std::max(*to.other, *from.other))
                                    : std::nullopt;
}

Cost memplace::joinArms(ArrayRef<Cost> arms) {
  Cost joined;
  for (const Cost &arm : arms) {
    for (const auto &[memref, use] : arm.uses) {
      Use &maxUse = joined.uses[memref];
      takeMax(maxUse.reads, use.reads);
      takeMax(maxUse.writes, use.writes);
      maxUse.cap = use.cap;
    }
    if (arm.totalFlops() > joined.totalFlops())
      joined.flops = arm.flops;
    joined.profiledPs = std::max(joined.profiledPs, arm.profiledPs);
    joined.addOverlap(arm.overlap);
  }
  for (auto &[memref, use] : joined.uses)
    use.isOverwritten =
        llvm::all_of(arms, [&, value = memref](const Cost &arm) {
          auto it = arm.uses.find(value);
          return it != arm.uses.end() && it->second.isOverwritten;
        });
  return joined;
}
