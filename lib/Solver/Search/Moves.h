//===- Moves.h - Moves of the large-neighbourhood search --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_MOVES_H
#define MEMPLACE_LIB_SOLVER_SEARCH_MOVES_H

#include "ChoiceMutator.h"
#include "Repeats.h"
#include "SearchOptions.h"
#include "Transaction.h"

#include <memory>

namespace memplace::solver::search {

/// Facts and helpers shared by all moves of a search chain.
struct SearchSpace {
  const AccessIndex &uses;
  const SearchOptions &options;
  const SearchState &state;
  const Sites &sites;
  const Repeats &repeats;
  const ChoiceMutator &mutator;
  /// Scales temperature and move probabilities; above 1 in programs of fewer
  /// than 100 ops.
  double scale = 1;

  const Movable &movableOf(int32_t id) const { return state.getMovables()[id]; }
  int64_t sizeOf(int32_t movable) const {
    return uses.problem.buffers[movableOf(movable).buffer].size;
  }
  /// Returns the steps of a stay of a movable for some uses, first and last
  /// as in StayRequest, including the lead of its prefetch.
  LiveRange rangeOf(int32_t movable, std::pair<int32_t, int32_t> span,
                    Step lead) const;
  /// Changes a random choice of a removed movable.
  void mutate(Transaction &change, int32_t movable, Random &random) const;
};

/// A move of the search: destroys a part of the placement and repairs it. Each
/// move is a class in its own file of `Moves/`.
class Move {
public:
  explicit Move(const SearchSpace &space) : space(space) {}
  virtual ~Move() = default;

  /// Removes buffers with uses near a random op of \p region and inserts them
  /// again. Returns false, without a change, if the move is impossible there.
  virtual bool apply(Transaction &change, const Region &region,
                     Random &random) const = 0;

protected:
  const SearchSpace space;
};

/// Removes some buffers with uses close to each other and decodes them in
/// another order or with other choices.
std::unique_ptr<Move> createRelatedRemoval(const SearchSpace &space);

/// Gives one buffer a stay and ejects buffers in its way until the stay fits;
/// then decodes the ejected buffers into the remaining room.
std::unique_ptr<Move> createForcedInsertion(const SearchSpace &space);

/// Decodes all buffers with uses in some consecutive ops again, mostly with the
/// choices of a single variant, because the choices left by earlier moves
/// suited older surroundings. Possible everywhere.
std::unique_ptr<Move> createWindowRemoval(const SearchSpace &space);

/// Ejects a large buffer during some consecutive ops, and gives its room to
/// other buffers. Each of the other buffers gains too little to displace the
/// large buffer alone, and the large buffer comes first in each decoding order.
std::unique_ptr<Move> createLargeEjection(const SearchSpace &space);

/// Places the buffers of some consecutive ops like the buffers of a repetition;
/// ejects buffers in the way and decodes them afterwards. A good placement of
/// one layer of a network often suits the other layers, and a search in each
/// layer would find the placement much later.
std::unique_ptr<Move> createRepetitionCopy(const SearchSpace &space);

/// Spreads the placement of a stretch to several successive repetitions. If
/// repetitions share buffers, a repetition changed alone stalls on shared
/// buffers placed differently by its neighbours.
std::unique_ptr<Move> createPatternSpread(const SearchSpace &space);

/// Returns true after 20,000 evaluations. Late evictions help mostly in a good
/// placement. Allowed from the start, they improved three TPU problems by 0.3
/// to 1.2 %, but made others worse by up to 0.1 %, within 20,000 evaluations.
bool mayEvictLate(const Transaction &change);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_MOVES_H
