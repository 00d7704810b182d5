//===- TableModel.h - A model of a game in a table --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_AGENT_SEARCH_TABLEMODEL_H
#define MEMPLACE_UNITTESTS_AGENT_SEARCH_TABLEMODEL_H

#include "agent/Search/Search.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace memplace::agent {

/// States with values and logits; an action leads to another state and earns a
/// reward. Discount 0 ends the game if `isEndKnown`, and otherwise only hides
/// later rewards.
struct GameTable {
  std::vector<std::vector<int32_t>> next;                   // [states, actions]
  std::vector<std::vector<float>> reward, discount, logits; // [states, actions]
  std::vector<float> value;                                 // [states]
  bool isEndKnown = false;
};

class TableModel : public Model {
public:
  /// Game i starts at state roots[i] of tables[i].
  TableModel(std::vector<const GameTable *> tables, std::vector<int32_t> roots)
      : tables(std::move(tables)), states(std::move(roots)) {}

  int32_t numActions() const override {
    return static_cast<int32_t>(tables[0]->logits[0].size());
  }

  void evaluate(std::span<const Expansion> expansions,
                std::span<Evaluation> evaluations,
                std::span<float> logits) override {
    numAsked += static_cast<int64_t>(expansions.size());
    for (size_t i = 0; i < expansions.size(); ++i) {
      const Expansion &what = expansions[i];
      const GameTable &table = *tables[what.game];
      // Follows the path alone, so that not all nodes need be seen.
      int32_t state = states[what.game];
      int32_t before = state;
      for (Action action : what.path) {
        before = state;
        state = table.next[state][action];
      }
      const float discount = table.discount[before][what.action];
      evaluations[i] = {table.reward[before][what.action], discount,
                        table.value[state], table.isEndKnown && discount == 0};
      std::copy(table.logits[state].begin(), table.logits[state].end(),
                logits.begin() +
                    static_cast<ptrdiff_t>(i * table.logits[state].size()));
    }
  }

  RootState root(int32_t game) const {
    const GameTable &table = *tables[game];
    return {table.logits[states[game]], table.value[states[game]]};
  }

  void play(int32_t game, Action action) {
    int32_t &state = states[game];
    state = tables[game]->next[state][action];
  }
  int32_t stateOf(int32_t game) const { return states[game]; }

  int64_t numAsked = 0;

private:
  std::vector<const GameTable *> tables;
  std::vector<int32_t> states; // By game: its root.
};

} // namespace memplace::agent

#endif // MEMPLACE_UNITTESTS_AGENT_SEARCH_TABLEMODEL_H
