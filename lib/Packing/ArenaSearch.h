//===- ArenaSearch.h - Search over arenas, and bounds -----------*- C++ -*-===//
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

/// Bounds proven without a search.
struct ArenaBound {
  int64_t peak = 0;                      // Lower bound of the largest peak.
  std::optional<std::string> infeasible; // Reason why no packing exists.
};

/// Returns bounds from sets of arenas: all buffers not allowed elsewhere must
/// fit into the set together.
ArenaBound boundOf(const PackingProblem &problem,
                   std::span<const ArenaUnit> units);

/// Tries all choices of arenas, the best first, if they are few. The cost of a
/// choice is the sum of the bytes of each unit times the number of arenas it
/// prefers over the chosen one.
class ArenaSearch {
public:
  ArenaSearch(const PackingProblem &problem, std::span<const ArenaUnit> units,
              Budget &budget)
      : problem(problem), units(units), budget(budget) {}

  /// Searches for a packing better than \p known, which may be null. Returns
  /// true if one was found, and sets `packing`.
  bool run(const Packing *known);
  /// Returns true if no packing is better than the known or found one.
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
