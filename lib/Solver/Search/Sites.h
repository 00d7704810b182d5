//===- Sites.h - Steps at which moves apply ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SITES_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SITES_H

#include "SearchState.h"

#include "memplace/Problem/Random.h"

namespace memplace::solver::search {

/// Number of a site, in program order.
using SiteId = int32_t;

/// Range of sites, by index, to which a round limits its moves.
struct Region {
  size_t begin = 0;
  size_t end = 0;
};

/// The sites of a program: the steps at which movables are used. Chooses sites
/// and movables for moves at random.
class Sites {
public:
  Sites(const AccessIndex &uses, const SearchState &state);

  size_t size() const { return steps.size(); }
  Step stepOf(SiteId site) const { return steps[site]; }
  /// Returns the movables with uses at \p site.
  const std::vector<int32_t> &movablesAt(SiteId site) const {
    return siteMovables[site];
  }
  /// Returns the sites with uses of a movable, in order.
  const std::vector<SiteId> &sitesOf(int32_t movable) const {
    return ownSites[movable];
  }
  /// Returns the number of steps from the first to the last use of a movable.
  double lifeOf(int32_t movable) const;

  /// Chooses a site of the region, with a preference for a large loss.
  SiteId chooseSite(const Region &region, Random &random) const;
  /// Chooses a movable used at the site, with a preference for large savings.
  int32_t chooseMovable(SiteId site, Random &random) const;
  /// Returns the first and last site within a random one of \p radii of the
  /// center.
  std::pair<SiteId, SiteId> chooseRange(SiteId center,
                                        std::initializer_list<int64_t> radii,
                                        Random &random) const;

  /// Cuts the program into at most \p count regions with similar potential
  /// gain. The first region gets \p firstShare of a usual one.
  std::vector<Region> regions(size_t count, double firstShare) const;

private:
  void weighMovables();

  const SearchState &state;
  std::vector<Step> steps; // Steps with uses of movables.
  std::vector<std::vector<int32_t>> siteMovables; // By site.
  // By site: cumulative probabilities of its movables.
  std::vector<std::vector<double>> movableChances;
  std::vector<std::vector<SiteId>> ownSites; // By movable.
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SITES_H
