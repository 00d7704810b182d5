//===- SuggestionTest.cpp - Nearest names ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Suggestion.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

const std::vector<std::string> solvers = {"greedy", "msa", "search"};

TEST(SuggestionTest, FindsTheNearestNameRegardlessOfCase) {
  EXPECT_EQ(findNearest("gredy", solvers), "greedy");
  EXPECT_EQ(findNearest("Greedy", solvers), "greedy");
  EXPECT_EQ(findNearest("ms", solvers), "msa");
  EXPECT_EQ(findNearest("saerch", solvers), "search");
}

TEST(SuggestionTest, FindsNothingIfTooManyLettersDiffer) {
  for (const char *name : {"", "m", "best", "gdy", "muzero"})
    EXPECT_EQ(findNearest(name, solvers), "") << name;
  const std::string longName(41, 'x');
  EXPECT_EQ(findNearest(longName, {longName + "x"}), "");
  const std::string longest(40, 'x');
  EXPECT_EQ(findNearest(longest, {longName}), longName);
}

TEST(SuggestionTest, ListsAllNamesIfNoneIsNear) {
  EXPECT_EQ(suggestion("gredy", solvers, ", use one of "),
            "; did you mean 'greedy'?");
  EXPECT_EQ(suggestion("best", solvers, ", use one of "),
            ", use one of 'greedy', 'msa', 'search'");
}

} // namespace
