//===- Sites.h - Where changes are made -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SITES_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SITES_H

#include "SearchRandom.h"
#include "SearchState.h"

namespace memplace::solver::search {

/// Index into Sites::steps.
using SiteId = int32_t;

/// Where in the program a round makes its changes: sites, by index.
struct Region {
  size_t begin = 0;
  size_t end = 0;
};

/// Steps with uses that may be served elsewhere, and who uses what there. Draws
/// where a change is made, and of which buffers.
class Sites {
public:
  Sites(const Uses &uses, const SearchState &state);

  size_t size() const { return steps.size(); }
  Step stepOf(SiteId site) const { return steps[site]; }
  /// Movables with uses at \p site.
  const std::vector<int32_t> &usersAt(SiteId site) const { return users[site]; }
  /// Those that a movable is used at, in order.
  const std::vector<SiteId> &sitesOf(int32_t movable) const {
    return ownSites[movable];
  }
  /// Steps from the first use of a movable to its last.
  double lifeOf(int32_t movable) const;

  /// In the region, and rather one that takes longer than it could.
  SiteId chooseSite(const Region &region, Random &random) const;
  /// Who is used there, rather one that can save much.
  int32_t chooseUser(SiteId site, Random &random) const;
  /// First and last site within one of the radii, drawn, of the center.
  std::pair<SiteId, SiteId> chooseRange(SiteId center,
                                        std::initializer_list<int64_t> radii,
                                        Random &random) const;

  /// Cuts the program into \p count regions at most, in which about as much is
  /// to be gained, beginning with \p firstShare of one.
  std::vector<Region> regions(size_t count, double firstShare) const;

private:
  void weighUsers();

  const SearchState &state;
  std::vector<Step> steps;                 // Those that movables use.
  std::vector<std::vector<int32_t>> users; // By site.
  // Chance of each user, added up.
  std::vector<std::vector<double>> userChances;
  std::vector<std::vector<SiteId>> ownSites; // By movable.
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SITES_H
