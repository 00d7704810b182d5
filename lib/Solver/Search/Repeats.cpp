//===- Repeats.cpp - Repeated stretches of a program ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"

#include <algorithm>
#include <map>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

/// Numbers keys in order of first appearance; equal keys get equal numbers.
template <typename Key>
static int32_t numberOf(std::map<Key, int32_t> &numbers, const Key &key) {
  return numbers.try_emplace(key, static_cast<int32_t>(numbers.size()))
      .first->second;
}

Repeats::Repeats(const AccessIndex &uses, const SearchState &state,
                 const Sites &sites)
    : uses(uses), movables(state.getMovables()) {
  std::vector<int32_t> movableOf(uses.problem.buffers.size(), -1);
  for (size_t m = 0; m < movables.size(); ++m)
    movableOf[movables[m].buffer] = static_cast<int32_t>(m);
  std::map<Signature, int32_t> numbers;
  const auto numSites = static_cast<SiteId>(sites.size());
  for (SiteId site = 0; site < numSites; ++site) {
    const Op &op = uses.problem.ops[sites.stepOf(site)];
    kinds.push_back(numberOf(numbers, signatureOf(op)));
    std::vector<int32_t> &own = siteMovables.emplace_back();
    for (const Access &access : op.accesses)
      own.push_back(movableOf[access.buffer]);
  }
  // Radius of the compared surroundings. A match of this many ops on either
  // side makes a repeated stretch likely.
  constexpr SiteId radius = 4;
  std::map<std::vector<int32_t>, int32_t> contexts;
  for (SiteId site = 0; site < numSites; ++site) {
    const SiteId first = std::max(0, site - radius);
    const SiteId end = std::min(numSites, site + radius + 1);
    const auto like =
        numberOf(contexts, std::vector<int32_t>(kinds.begin() + first,
                                                kinds.begin() + end));
    similarSites.resize(contexts.size());
    similarityOf.push_back(like);
    similarSites[like].push_back(site);
    isRepeated |= similarSites[like].size() > 1;
  }
  findShared(sites);
}

/// Repetitions count as shared if more than one byte in this many is shared.
/// With fewer shared bytes, repetitions have enough room to change one by one.
constexpr int64_t sharedPart = 2;

void Repeats::findShared(const Sites &sites) {
  int64_t all = 0;
  int64_t shared = 0;
  for (size_t m = 0; m < movables.size(); ++m) {
    const int64_t size = uses.problem.buffers[movables[m].buffer].size;
    all += size;
    const std::vector<SiteId> &own = sites.sitesOf(static_cast<int32_t>(m));
    for (size_t i = 2; i < own.size() && !movables[m].wrapsAround; ++i)
      if (areAlike(own[i - 2], own[i - 1]) && areAlike(own[i - 1], own[i]) &&
          own[i] - own[i - 1] == own[i - 1] - own[i - 2]) {
        shared += size;
        break;
      }
  }
  isShared = shared > all / sharedPart;
}

bool Repeats::isRepeatedAt(SiteId site, SiteId shift) const {
  const auto numSites = static_cast<SiteId>(kinds.size());
  const auto isSite = [&](SiteId at) { return at >= 0 && at < numSites; };
  return isSite(site) && isSite(site + shift) &&
         kinds[site] == kinds[site + shift];
}

Repeats::Signature Repeats::signatureOf(const Op &op) const {
  Signature signature;
  for (const Access &access : op.accesses) {
    const Buffer &buffer = uses.problem.buffers[access.buffer];
    signature.push_back(buffer.size);
    signature.push_back(static_cast<int64_t>(access.mode) +
                        16 * static_cast<int64_t>(buffer.liveIn) +
                        32 * static_cast<int64_t>(buffer.liveOut));
  }
  return signature;
}

std::vector<Counterpart> Repeats::counterparts(SiteId low, SiteId high,
                                               SiteId shift) const {
  std::vector<Counterpart> result;
  const auto numSites = static_cast<SiteId>(siteMovables.size());
  const SiteId first = std::max(low, -shift);
  const SiteId last = std::min(high, numSites - 1 - shift);
  for (SiteId site = first; site <= last; ++site) {
    if (kinds[site] != kinds[site + shift])
      continue;
    for (size_t k = 0; k < siteMovables[site].size(); ++k) {
      const Counterpart pair = {siteMovables[site][k],
                                siteMovables[site + shift][k]};
      if (pair.from < 0 || pair.to < 0 || pair.from == pair.to)
        continue;
      if (uses.byBuffer[movables[pair.from].buffer].size() ==
          uses.byBuffer[movables[pair.to].buffer].size())
        result.push_back(pair);
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Counterpart &a, const Counterpart &b) {
              return std::pair(a.to, a.from) < std::pair(b.to, b.from);
            });
  const auto isSame = [](const Counterpart &a, const Counterpart &b) {
    return a.to == b.to;
  };
  result.erase(std::unique(result.begin(), result.end(), isSame), result.end());
  return result;
}
