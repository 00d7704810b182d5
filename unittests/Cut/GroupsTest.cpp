//===- GroupsTest.cpp - Groups of ops cut together ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutChain.h"

#include "memplace/Cut/Groups.h"

using namespace memplace;
using namespace memplace::test;

TEST(GroupsTest, ACutContinuesThroughBuffersCutAlike) {
  const Cuts cuts = cutGroups(makeChain(), {{0, 0, 2, {0, 2}}});

  EXPECT_EQ(cuts.ops, (std::vector<OpCut>{{0, 0, {4}, 0}, {1, 0, {4}, 0}}));
  EXPECT_EQ(cuts.buffers, (std::vector<BufferCut>{
                              {0, 128, {64}}, {1, 128, {64}}, {2, 128, {64}}}));
}

TEST(GroupsTest, ABufferWithAnUncutUserStaysWhole) {
  const Cuts cuts = cutGroups(makeChain(), {{0, 0, 2, {0, 1}}});

  EXPECT_EQ(cuts.ops, (std::vector<OpCut>{{0, 0, {4}, 0}}));
  EXPECT_EQ(cuts.buffers, (std::vector<BufferCut>{{0, 128, {64}}}));
}

TEST(GroupsTest, AProducerIsCutAtTheEndsOfItsConsumersWindows) {
  // The windows of 3 rows before row 4 end with row 5.
  const Cuts cuts = cutGroups(makeChain(8, 3), {{1, 0, 2, {0, 2}}});

  EXPECT_EQ(cuts.ops, (std::vector<OpCut>{{0, 0, {6}, 0}, {1, 0, {4}, 0}}));
}

TEST(GroupsTest, AConsumerIsCutAtItsFirstIncompleteWindow) {
  // Windows of 3 rows from row 2 on end after row 3.
  const Cuts cuts = cutGroups(makeChain(8, 3), {{0, 0, 2, {0, 2}}});

  EXPECT_EQ(cuts.ops, (std::vector<OpCut>{{0, 0, {4}, 0}, {1, 0, {2}, 0}}));
}

TEST(GroupsTest, APinnedBufferEndsAGroup) {
  Problem problem = makeChain();
  problem.buffers[1].tiers = {slow};

  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 2}}}).ops,
            (std::vector<OpCut>{{0, 0, {4}, 0}}));
}

TEST(GroupsTest, TheNumberOfPiecesIsLimitedByTheExtent) {
  EXPECT_EQ(cutGroups(makeChain(3), {{0, 0, 16, {0, 2}}}).ops[0].bounds,
            (std::vector<int64_t>{1, 2}));
}

TEST(GroupsTest, FirstAndLastPieceMayHaveOtherLengths) {
  const auto boundsWith = [](int64_t pieces, int64_t first, int64_t last) {
    return cutGroups(makeChain(16), {{0, 0, pieces, {0, 1}, first, last}})
        .ops[0]
        .bounds;
  };
  EXPECT_EQ(boundsWith(2, 3, 0), (std::vector<int64_t>{3}));
  EXPECT_EQ(boundsWith(2, 0, 3), (std::vector<int64_t>{13}));
  EXPECT_EQ(boundsWith(4, 2, 0), (std::vector<int64_t>{2, 7, 12}));
  EXPECT_EQ(boundsWith(4, 2, 4), (std::vector<int64_t>{2, 7, 12}));
  // At least one piece is between both ends.
  EXPECT_EQ(boundsWith(2, 3, 3), (std::vector<int64_t>{3, 13}));
  EXPECT_EQ(boundsWith(9, 7, 7), (std::vector<int64_t>{7, 8, 9}));
}

TEST(GroupsTest, ABufferKeptWholeByARuleEndsAGroup) {
  const Problem problem = makeChain();
  CutRules rules;
  rules.isWhole = {false, true, false};

  const Cuts cuts =
      cutGroups(problem, {{0, 0, 2, {0, 2}}}, CutNeighbours(problem, rules));

  EXPECT_EQ(cuts.ops, (std::vector<OpCut>{{0, 0, {4}, 0}}));
  EXPECT_EQ(cuts.buffers, (std::vector<BufferCut>{{0, 128, {64}}}));
}

/// An op that reads columns, \p bytes wide, of an external buffer with rows of
/// 256 bytes.
static Problem makeColumns(int64_t bytes) {
  Problem problem = makeChain();
  problem.buffers[0].size = 256;
  problem.ops[0].cuts[0] = {
      2, {{.access = 0, .stride = bytes, .period = 2 * bytes}}};
  problem.ops[0].cuts[0].accesses.push_back({.access = 1, .stride = 64});
  for (Channel &channel : problem.target.channels)
    channel.latencyPs = 0;
  return problem;
}

TEST(GroupsTest, ColumnsAreCutIfTheirRowsAreLongEnough) {
  const std::vector<CutGroup> groups = {{0, 0, 2, {0, 1}}};

  EXPECT_EQ(cutGroups(makeColumns(64), groups).buffers.size(), 1u);
  EXPECT_EQ(cutGroups(makeColumns(32), groups).buffers.size(), 0u);
}

TEST(GroupsTest, ShortRowsAreCutIfTheirTransfersTakeNoExtraTime) {
  const std::vector<CutGroup> groups = {{0, 0, 2, {0, 1}}};
  Problem problem = makeColumns(32);

  for (Channel &channel : problem.target.channels)
    channel.dimensions = 2;
  EXPECT_EQ(cutGroups(problem, groups).buffers.size(), 1u);
  problem.target.channels[0].leastRun = 33;
  EXPECT_EQ(cutGroups(problem, groups).buffers.size(), 0u);
  problem.target.channels[0].latencyPs = 1;
  EXPECT_EQ(cutGroups(problem, groups).buffers.size(), 1u);
}

TEST(GroupsTest, ABufferReadInTwoPiecesAtOnceStaysWholeIfAsked) {
  CutRules rules;
  rules.isOneEach = true;
  const Problem rows = makeChain(), windows = makeChain(8, 3);

  EXPECT_EQ(cutGroups(rows, {{0, 0, 2, {0, 2}}}, CutNeighbours(rows, rules))
                .buffers.size(),
            3u);
  EXPECT_EQ(
      cutGroups(windows, {{0, 0, 2, {0, 2}}}, CutNeighbours(windows, rules))
          .buffers,
      (std::vector<BufferCut>{{0, 128, {64}}, {2, 128, {32}}}));
}

TEST(GroupsTest, AnExternalBufferIsCutEvenIfAnOpReadsAllOfIt) {
  Problem problem = makeChain();
  problem.buffers[0].range = {0, 2};
  problem.ops[1].accesses.push_back(reads(0, 128));
  const Cuts expected = {{{0, 0, {4}, 0}}, {{0, 128, {64}}}};
  CutRules rules;
  rules.isOneEach = true;

  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 1}}}), expected);
  EXPECT_EQ(
      cutGroups(problem, {{0, 0, 2, {0, 1}}}, CutNeighbours(problem, rules))
          .buffers,
      std::vector<BufferCut>());
  problem.ops[1].accesses.back().mode = AccessMode::Update;
  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 1}}}).buffers,
            std::vector<BufferCut>());
}

TEST(GroupsTest, ALargeBufferIsCutEvenIfAnOpNeedsAllOfIt) {
  Problem problem = makeChain();
  problem.buffers[1].size = 128;
  const std::vector<BufferCut> whole = {{0, 128, {64}}};
  const std::vector<BufferCut> both = {{0, 128, {64}}, {1, 128, {64}}};

  problem.target.tiers[fast].capacity = 256;
  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 1}}}).buffers, whole);
  problem.target.tiers[fast].capacity = 248;
  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 1}}}).buffers, both);
  // Home must have room for all buffers.
  problem.target.tiers[slow].capacity = 383;
  EXPECT_EQ(cutGroups(problem, {{0, 0, 2, {0, 1}}}).buffers, whole);
}

TEST(GroupsTest, OnlyRequestedOpsAreCut) {
  const Problem problem = makeChain();
  const CutNeighbours neighbours(problem);

  const Cuts both =
      cutOps(problem, {{0, 0, {4}, 0}, {1, 0, {4}, 7}}, neighbours);
  const Cuts one = cutOps(problem, {{1, 0, {2, 5}, 0}}, neighbours);

  // The ops alternate, since `a` is between them.
  EXPECT_EQ(both.ops, (std::vector<OpCut>{{0, 0, {4}, 0}, {1, 0, {4}, 0}}));
  EXPECT_EQ(both.buffers.size(), 3u);
  EXPECT_EQ(one.ops, (std::vector<OpCut>{{1, 0, {2, 5}, 0}}));
  EXPECT_EQ(one.buffers, (std::vector<BufferCut>{{2, 128, {32, 80}}}));
}
