//===- Repeats.h - Repeated stretches of a program --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_REPEATS_H
#define MEMPLACE_LIB_SOLVER_SEARCH_REPEATS_H

#include "Sites.h"

#include <map>

namespace memplace::solver::search {

/// A movable, and its equivalent in another repetition.
struct Counterpart {
  int32_t from = 0;
  int32_t to = 0;
};

/// Finds similar stretches of the program, such as the layers of a network. The
/// ops of similar stretches use buffers of the same sizes in the same ways and
/// order.
class Repeats {
public:
  Repeats(const AccessIndex &uses, const SearchState &state,
          const Sites &sites);

  /// Returns the sites with the same surroundings as \p site, including
  /// \p site.
  const std::vector<SiteId> &sitesLike(SiteId site) const {
    return similarSites[similarityOf[site]];
  }
  /// Returns true if some surroundings occur more than once.
  bool hasAny() const { return isRepeated; }
  /// Returns true if at least three successive repetitions use more than half
  /// of the bytes of all movables, e.g. the weights of a recurrent network.
  bool hasShared() const { return isShared; }
  /// Returns true if the surroundings of both sites are equal: equal ops at the
  /// same distances.
  bool areAlike(SiteId a, SiteId b) const {
    return similarityOf[a] == similarityOf[b];
  }
  /// Returns true if the op \p shift sites later exists and has the same kind.
  bool isRepeatedAt(SiteId site, SiteId shift) const;
  /// Returns the movable of each access of the op at \p site; -1: none.
  const std::vector<int32_t> &movablesByAccess(SiteId site) const {
    return siteMovables[site];
  }

  /// Returns, for movables used from \p low to \p high, the equivalents
  /// \p shift sites later. A pair has two different movables with equally many
  /// uses. Each movable is `to` of at most one pair.
  std::vector<Counterpart> counterparts(SiteId low, SiteId high,
                                        SiteId shift) const;

private:
  // Accesses of an op in order: size of the buffer and kind of use.
  using Signature = std::vector<int64_t>;
  Signature signatureOf(const Op &op) const;
  void findShared(const Sites &sites);

  const AccessIndex &uses;
  const std::vector<Movable> &movables;
  // By site, by access; -1: none.
  std::vector<std::vector<int32_t>> siteMovables;
  std::vector<int32_t> kinds;        // By site: equal for equal ops.
  std::vector<int32_t> similarityOf; // By site: index into similarSites.
  std::vector<std::vector<SiteId>> similarSites; // With equal surroundings.
  bool isRepeated = false;
  bool isShared = false;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_REPEATS_H
