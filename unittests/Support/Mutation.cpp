//===- Mutation.cpp - Small random changes of a placement -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include <limits>

using namespace memplace;
using namespace memplace::test;

template <typename Integer>
static void mutateNumber(Integer &value, TestRandom &random) {
  using Limits = std::numeric_limits<Integer>;
  switch (random.in(0, 40)) {
  case 0:
    value = Limits::max();
    return;
  case 1:
    value = Limits::min();
    return;
  case 2:
    value = static_cast<Integer>(random.in(-9, 9));
    return;
  default:
    // Wraps around on overflow.
    value = static_cast<Integer>(static_cast<uint64_t>(value) +
                                 static_cast<uint64_t>(random.in(-2, 2)));
  }
}

static void mutateResidency(Solution &solution, TestRandom &random) {
  if (solution.residencies.empty())
    return;
  Residency &residency = random.pick(solution.residencies);
  switch (random.in(0, 9)) {
  case 0:
    return mutateNumber(residency.tier, random);
  case 1:
    residency.offset.reset();
    return;
  case 2:
  case 8: // The offset of another residency in the tier.
    for (int n = 0; n < 10 && residency.offset; ++n) {
      const Residency &other = random.pick(solution.residencies);
      if (other.tier == residency.tier && other.offset != residency.offset &&
          other.offset) {
        residency.offset = other.offset;
        return;
      }
    }
    return;
  case 3:
    if (residency.offset)
      mutateNumber(*residency.offset, random);
    return;
  case 4:
    return mutateNumber(residency.range.begin, random);
  case 5:
    return mutateNumber(residency.range.end, random);
  case 6:
    std::swap(random.pick(solution.residencies), residency);
    return;
  default:
    return mutateNumber(residency.buffer, random);
  }
}

static void mutateTransfer(Solution &solution, TestRandom &random) {
  if (solution.transfers.empty())
    return;
  Transfer &transfer = random.pick(solution.transfers);
  switch (random.in(0, 7)) {
  case 0:
    return mutateNumber(transfer.from, random);
  case 1:
    return mutateNumber(transfer.to, random);
  case 2:
    return mutateNumber(transfer.channel, random);
  case 3:
    return mutateNumber(transfer.start, random);
  case 4:
    return mutateNumber(transfer.done, random);
  case 5:
    std::swap(random.pick(solution.transfers), transfer);
    return;
  case 6:
    transfer = solution.transfers.back();
    solution.transfers.pop_back();
    return;
  default: {
    const Transfer copy = transfer;
    solution.transfers.push_back(copy);
  }
  }
}

static void mutateServed(Solution &solution, TestRandom &random) {
  if (solution.served.empty())
    return;
  std::vector<ResidencyId> &ids = random.pick(solution.served);
  if (ids.empty())
    return;
  ResidencyId &id = random.pick(ids);
  if (random.chance(20))
    return mutateNumber(id, random);
  // Returns another residency of the buffer, if there is one.
  const auto count = static_cast<ResidencyId>(solution.residencies.size());
  for (int n = 0; n < 20 && 0 <= id && id < count; ++n) {
    const auto other = static_cast<ResidencyId>(random.in(0, count - 1));
    if (other != id &&
        solution.residencies[other].buffer == solution.residencies[id].buffer)
      id = other;
  }
}

void test::mutate(Solution &solution, TestRandom &random) {
  for (int64_t n = random.in(1, 3); n > 0; --n)
    switch (random.in(0, 3)) {
    case 0:
      mutateResidency(solution, random);
      break;
    case 1:
      mutateServed(solution, random);
      break;
    default:
      mutateTransfer(solution, random);
    }
}
