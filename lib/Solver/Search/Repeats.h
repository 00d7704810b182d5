//===- Repeats.h - Ops that a program runs again and again ------*- C++ -*-===//
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

/// A movable, and the one that has its part in another repetition.
struct Counterpart {
  int32_t from = 0;
  int32_t to = 0;
};

/// Which stretches of the program are alike, as the layers of a network are:
/// their ops use buffers of the same sizes in the same ways, in the same order.
class Repeats {
public:
  Repeats(const Uses &uses, const SearchState &state, const Sites &sites);

  /// Sites where what is around \p site is around, too, itself among them.
  const std::vector<SiteId> &sitesLike(SiteId site) const {
    return likes[likeOf[site]];
  }
  bool hasAny() const { return isRepeated; }
  /// Whether most bytes that there are are used by repetitions that follow one
  /// another, as weights are by each step of time of a recurrent network.
  bool hasShared() const { return isShared; }
  bool areAlike(SiteId a, SiteId b) const { return likeOf[a] == likeOf[b]; }
  /// Whether there is an op \p shift sites later that is the same.
  bool isRepeatedAt(SiteId site, SiteId shift) const;
  /// Movables that are used at a site, by access; -1: none.
  const std::vector<int32_t> &usersOf(SiteId site) const { return users[site]; }

  /// For each movable that is used from \p low to \p high, who is used in its
  /// stead \p shift sites later: those that are others, with uses as many and
  /// alike. Each is `to` at most once.
  std::vector<Counterpart> counterparts(SiteId low, SiteId high,
                                        SiteId shift) const;

private:
  // An op's accesses, in order: buffers' sizes, and how they are used.
  using Signature = std::vector<int64_t>;
  Signature signatureOf(const Op &op) const;
  void findShared(const Sites &sites);

  const Uses &uses;
  const std::vector<Movable> &movables;
  std::vector<std::vector<int32_t>> users; // By site, by access; -1: none.
  std::vector<int32_t> kinds;              // By site: equal ops, equal kinds.
  std::vector<int32_t> likeOf;             // By site: index into likes.
  std::vector<std::vector<SiteId>> likes;
  bool isRepeated = false;
  bool isShared = false;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_REPEATS_H
