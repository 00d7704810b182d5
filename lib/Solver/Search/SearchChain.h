//===- SearchChain.h - One chain of the search ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H

#include "BestPlacement.h"
#include "Moves.h"
#include "Variant.h"

#include <functional>

namespace memplace::solver::search {

/// One search chain: a large-neighbourhood search. Each step applies one random
/// move (Moves.h) to a transaction; simulated annealing accepts or rejects the
/// result.
class SearchChain {
public:
  SearchChain(const AccessIndex &uses, const Placement &base,
              const SearchOptions &options, uint64_t seed);

  /// Decodes all buffers in order of urgency with the choices of variant
  /// \p variant; one evaluation. Moves of this chain start from these choices
  /// until the next call. Discards a placement with an infinite makespan. Calls
  /// \p shouldContinue before each buffer; if the callback returns false,
  /// restores the placement and returns false.
  bool construct(size_t variant, const std::function<bool()> &shouldContinue);
  size_t numVariants() const { return numVariantsOf(uses.problem); }

  /// Returns the region of all sites.
  Region wholeProgram() const { return {0, sites.size()}; }
  /// See Sites::regions.
  std::vector<Region> regions(size_t count, double firstShare) const {
    return sites.regions(count, firstShare);
  }

  /// Makes \p count moves of a round with \p length moves, around ops of
  /// \p where. Calls \p shouldContinue before each move. Returns the number of
  /// moves made.
  int64_t anneal(int64_t count, int64_t length, const Region &where,
                 const std::function<bool()> &shouldContinue);

  /// Places the buffers used only in \p where as in \p other, which has the
  /// same base; one evaluation. Keeps the result if it is faster.
  void adopt(const Incumbent &other, const Region &where);

  /// Returns the number of placements simulated so far.
  int64_t numEvaluations() const { return change.numEvaluations(); }
  const Incumbent &getBest() const { return best.get(); }
  bool canMove() const { return !state.getMovables().empty(); }
  /// Returns true if repetitions share buffers. The results of such chains
  /// differ widely, because each chain settles early on a single pattern for
  /// all repetitions.
  bool hasSharedRepeats() const { return repeats.hasShared(); }
  /// Makes \p other the current and the best placement.
  void restartFrom(const Incumbent &other);
  /// Makes a placement by buffer, with the same base, the current placement and
  /// returns it as an incumbent.
  Incumbent incumbentOf(const std::vector<PlacedBuffer> &placed);
  /// Makes \p incumbent the current placement and returns the plans of all
  /// buffers.
  std::vector<BufferPlan> plansOf(const Incumbent &incumbent);

private:
  /// A move, chosen if none of the previous moves of the list is.
  struct Entry {
    std::unique_ptr<Move> move;
    double probability = 0;
    /// After n evaluations, the probability is multiplied by
    /// 1 + boost * exp(-n / boostEvaluations).
    double boost = 0;
  };

  std::vector<Entry> makeMoves() const;
  void applyAnyMove(const Region &where);

  const AccessIndex &uses;
  const SearchOptions &options;
  SearchState state;
  const Sites sites;
  const Repeats repeats;
  const ChoiceMutator mutator;
  const SearchSpace space;
  const std::vector<Entry> moves;
  const std::unique_ptr<Move> windowRemoval; // If the chosen one is impossible.
  Random random;
  Transaction change;
  BestPlacement best;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H
