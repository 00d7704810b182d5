//===- TransactionTest.cpp - Changes to the placement of a search ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/Search/Moves.h"
#include "BenchmarkProblems.h"
#include "SearchParts.h"

#include "memplace/Simulator/Simulator.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;
using namespace memplace::testing;

namespace {

/// A transaction on a problem with repeated layers, and all moves on it.
class TransactionTest : public ::testing::Test {
protected:
  TransactionTest()
      : problem(readBenchmark("bert_base_b1.cmem8M")), parts(problem),
        mutator(parts.uses, 0.05),
        space{parts.uses, options, parts.state, parts.sites, parts.repeats,
              mutator,    1},
        change(parts.state, parts.sites) {
    for (auto create :
         {createRelatedRemoval, createForcedInsertion, createWindowRemoval,
          createLargeEjection, createRepetitionCopy, createPatternSpread})
      moves.push_back(create(space));
  }

  Region whole() const { return {0, parts.sites.size()}; }

  const Problem problem;
  SearchParts parts;
  const SearchOptions options;
  const ChoiceMutator mutator;
  const SearchSpace space;
  Transaction change;
  std::vector<std::unique_ptr<Move>> moves;
  Random random{0};
};

TEST_F(TransactionTest, RollbackOfEachMoveRestoresThePlacement) {
  moves[2]->apply(change, whole(), random);
  change.evaluate();
  change.commit();
  const double before = parts.state.makespan();
  for (size_t i = 0; i < 20 * moves.size(); ++i) {
    moves[i % moves.size()]->apply(change, whole(), random);
    change.evaluate();
    change.rollback();

    EXPECT_NEAR(makespan(problem, planning::assemble(parts.uses,
                                                     parts.state.getPlans())),
                before, 1e-9 * before)
        << "move " << i % moves.size();
    EXPECT_TRUE(change.getRemoved().empty());
  }
}

TEST_F(TransactionTest, RollbackRestoresChoicesButCommitKeepsThem) {
  for (bool isKept : {false, true}) {
    change.remove(0);
    change.choicesOfRemoved(0).maxKeep = 3;
    change.insert(0);
    change.evaluate();
    isKept ? change.commit() : change.rollback();

    EXPECT_EQ(change.choicesOf(0).maxKeep == 3, isKept);
  }
}

TEST_F(TransactionTest, RemovingAMovableTwiceRemovesItOnce) {
  const double before = change.choicesOf(0).maxKeep;
  ASSERT_NE(before, 3);
  change.remove(0);
  change.choicesOfRemoved(0).maxKeep = 3;
  change.remove(0);
  EXPECT_EQ(change.getRemoved(), std::vector<int32_t>{0});
  change.insert(0);
  change.rollback();

  EXPECT_EQ(change.choicesOf(0).maxKeep, before);
}

TEST_F(TransactionTest, AnImpossibleMoveRemovesNothing) {
  // Without any stay, no tier holds a large buffer to eject.
  EXPECT_FALSE(moves[3]->apply(change, whole(), random));
  EXPECT_TRUE(change.getRemoved().empty());
}

} // namespace
