//===- ArenaSearch.h - The best choice of arenas, and bounds ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_ARENASEARCH_H
#define MEMPLACE_LIB_PACKING_ARENASEARCH_H

#include "Arenas.h"

#include <map>

namespace memplace::packing {

/// What is proven without any search.
struct ArenaBound {
  int64_t peak = 0;                      // No packing has a lower largest peak.
  std::optional<std::string> infeasible; // Why there is none at all.
};

/// For sets of arenas: what may be nowhere else must fit in them together.
ArenaBound boundOf(const PackingProblem &problem,
                   std::span<const ArenaUnit> units);

/// Tries all choices of arenas, the best first, where there are few. A choice
/// is the better the fewer bytes are in arenas that are not most wanted, each
/// counted as often as it has arenas that it wants more.
class ArenaSearch {
public:
  ArenaSearch(const PackingProblem &problem, std::span<const ArenaUnit> units,
              Budget &budget)
      : problem(problem), units(units), budget(budget) {}

  /// Looks for a packing that is better than \p known, which may be null, and
  /// returns whether it found one: then `packing` is it.
  bool run(const Packing *known);
  /// Whether nothing is better than what is known or found.
  bool isProven() const { return isComplete; }

  Packing packing;

private:
  using Cost = unsigned __int128; // Bytes.
  /// Position in `wanted`, by unit.
  using Choice = std::vector<uint16_t>;
  enum class Verdict { Fits, Impossible, Unknown };
  struct Part {
    Verdict verdict;
    std::vector<Offset> offsets; // By item, if it fits.
  };
  bool hasFewChoices() const;
  std::vector<std::pair<Cost, Choice>> choicesBelow(Cost cost) const;
  Cost costOf(const Packing &known) const;
  const Part &packPart(int32_t arena, uint64_t mask);
  Verdict tryChoice(const Choice &choice);

  const PackingProblem &problem;
  std::span<const ArenaUnit> units;
  Budget &budget;
  bool isComplete = false;
  std::map<std::pair<int32_t, uint64_t>, Part> parts; // By arena and units.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_ARENASEARCH_H
