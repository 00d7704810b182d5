//===- JSONTest.cpp - Printed JSON reads back equal -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Builder.h"

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Each optional field is present once and absent once.
Problem makeFullProblem() {
  Problem problem =
      makeProblem({makeLiveIn("w \"1\"\n\xc3\xa9", {0, 3}),
                   makeBuffer("a", {0, 2}), makeLiveOut("y", {2, 3})},
                  {{writes(1)}, {reads(1), reads(0)}, {reads(0), updates(2)}},
                  {{{0, 2}, 7, true}, {{1, 2}, 2, false}});
  problem.buffers[0].tiers = {slow, fast};
  problem.buffers[0].home = slow;
  problem.buffers[1].alignment = 64;
  problem.buffers[1].external = false;
  problem.ops[0].accesses[0].tiers = {fast};
  problem.target.tiers[0].readBytesPerSecond = 1.0 / 3;
  problem.target.tiers[1].readBytesPerSecond = 6.5e29;
  problem.target.tiers[0].capacity = INT64_MAX;
  problem.target.tiers[1].servesOps = false;
  problem.target.combine = Combine::Max;
  problem.target.flopsPerSecond["bf16"] = 9007199254740993e3;
  problem.target.sources["tiers[0].capacity"] = {"measured", "here"};
  problem.isCyclic = true;
  problem.ops[1].overlap = 1.0 / 3;
  problem.ops[2].accesses[1].efficiency = 0.7;
  problem.target.channels[1].order = ChannelOrder::Deadline;
  problem.target.channels[1].dimensions = 3;
  problem.target.channels[1].leastRun = 128;
  problem.buffers[0].rows = {1, problem.buffers[0].size};
  problem.ops[1].shape = {{2, 3, 4}, {5}, {6, 7}, 8, 9, 10, 11, 12};
  return problem;
}

TEST(JSONTest, ATargetReadsBackEqual) {
  Target target = makeFullProblem().target;
  target.opDefaults = {0.1, 1.0 / 3};
  target.channels[0].isIndexed = true;
  target.channels[0].outstanding = 4;
  Result<Target> again = parseTarget(printTarget(target), "again");
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, target);
}

TEST(JSONTest, AProblemReadsBackEqual) {
  Problem problem = makeFullProblem();
  Result<Problem> again = parseProblem(printProblem(problem), "again", nullptr);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, problem);
}

TEST(JSONTest, CutsArePrintedWithoutDefaults) {
  Problem problem = makeFullProblem();
  // Cuts as a caller may build them, well formed or not.
  const CutDimension dimension = {
      2, {{.access = 0, .stride = 4, .width = 6, .first = -1, .period = 8}}};
  problem.ops[0].cuts = {dimension, {3, {}, 7}};
  EXPECT_THAT(printProblem(problem),
              HasSubstr("\"cuts\": [{\"extent\": 2, \"accesses\": "
                        "[{\"access\": 0, \"stride\": 4, \"width\": 6, "
                        "\"first\": -1, \"period\": 8}]}, {\"extent\": 3, "
                        "\"again_ps\": 7, \"accesses\": []}]"));
}

TEST(JSONTest, CostsOfPiecesReadBackEqual) {
  Problem problem = makeFullProblem();
  problem.target.piecePs = 5;
  problem.isTargetByName = false;
  Result<Problem> again = parseProblem(printProblem(problem), "again", nullptr);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, problem);
}

TEST(JSONTest, TheFieldCyclicIsPrintedOnlyIfTrue) {
  Problem problem = makeFullProblem();
  EXPECT_THAT(printProblem(problem), HasSubstr("\"cyclic\": true"));
  problem.isCyclic = false;
  std::string text = printProblem(problem);
  EXPECT_THAT(text, Not(HasSubstr("cyclic")));
  // The field may be present.
  size_t place = text.find("\"buffers\"");
  text.insert(place, "\"cyclic\": false, ");
  Result<Problem> again = parseProblem(text, "again", nullptr);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, problem);
}

TEST(JSONTest, DefaultsOfExtensionsAreNotWritten) {
  Problem problem = makeFullProblem();
  const auto words = {"\"overlap\": 0.333", "\"efficiency\": 0.7",
                      "\"order\": \"deadline\""};
  for (const char *word : words)
    EXPECT_THAT(printProblem(problem), HasSubstr(word));
  problem.ops[1].overlap = problem.ops[2].accesses[1].efficiency = 1;
  problem.target.channels[1].order = ChannelOrder::Fifo;
  for (const char *word : {"overlap", "efficiency", "order"})
    EXPECT_THAT(printProblem(problem), Not(HasSubstr(word)));
}

TEST(JSONTest, AProblemKeepsTheNameOfItsTarget) {
  Problem problem = makeProblem({}, {{}});
  problem.target = *findBuiltinTarget("toy");
  problem.isTargetByName = true;
  std::string text = printProblem(problem);
  EXPECT_THAT(text, HasSubstr("\"target\": \"toy\""));
  Result<Problem> again = parseProblem(text, "again", findBuiltinTarget);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, problem);
}

TEST(JSONTest, ASolutionReadsBackEqual) {
  Problem problem = makeFullProblem();
  Solution solution = makeSolution(
      {{0, slow, std::nullopt, {0, 3}}, {1, fast, 1 << 20, {0, 2}}},
      {{0, 1, in, 0, 1}, {0, 1, in, 2, 1}}, {{1}, {1, 0}, {0, 0}});
  for (bool hasClaims : {false, true}) {
    if (hasClaims) {
      solution.solver = "hand";
      solution.makespanPs = INT64_MAX;
      solution.lowerBoundPs = 0;
      solution.peakBytes = {1, 2, 3};
      solution.provenOptimal = true;
    }
    Result<Solution> again =
        parseSolution(printSolution(problem, solution), "again", problem);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, solution);
  }
}

TEST(JSONTest, InvalidUTF8InNamesIsReplaced) {
  Problem problem = makeProblem({}, {{}});
  problem.name = "a\xff";
  Result<Problem> again = parseProblem(printProblem(problem), "again", nullptr);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->name, "a\xef\xbf\xbd");
}

TEST(JSONTest, AbsentFieldsHaveTheDefaultsOfTheFormat) {
  Result<Problem> problem = parseProblem(R"({
    "format": "memplace-problem", "version": 1, "name": "p", "target": "toy",
    "buffers": [{"name": "x", "size": 1, "begin": 0, "end": 1}],
    "ops": [{"name": "A", "compute_ps": 0, "accesses": []}]})",
                                         "p", findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  const Buffer &buffer = problem->buffers[0];
  EXPECT_FALSE(buffer.liveIn || buffer.liveOut || problem->isExternal(buffer));
  EXPECT_EQ(problem->homeOf(buffer), *problem->target.findTier("slow"));
  EXPECT_EQ(problem->alignmentIn(buffer, 0), 8);
  EXPECT_TRUE(problem->mayBeIn(buffer, 0) && problem->mayBeIn(buffer, 1));
  EXPECT_TRUE(problem->loops.empty());
  EXPECT_FALSE(problem->isCyclic);
  EXPECT_TRUE(problem->ops[0].isNull());
  EXPECT_EQ(problem->ops[0].overlap, 1);
  EXPECT_EQ(problem->target.channels[0].order, ChannelOrder::Fifo);
}

TEST(JSONTest, EqualOpNamesAreAllowed) {
  Problem problem = makeProblem({}, {{}, {}});
  problem.ops[1].name = problem.ops[0].name;
  EXPECT_TRUE(parseProblem(printProblem(problem), "again", nullptr));
}

TEST(JSONTest, PrintsOneItemPerLineAndShortListsInOneLine) {
  Problem problem = makeFullProblem();
  const std::string text = printProblem(problem);
  for (const char *key : {"tiers", "channels", "buffers", "ops", "loops"})
    EXPECT_THAT(text, testing::ContainsRegex("\"" + std::string(key) +
                                             "\": \\[\n +\\{"))
        << key;
  EXPECT_THAT(text, HasSubstr("\"tiers\": [\"slow\", \"fast\"]"));
  EXPECT_THAT(text, HasSubstr("\\n\xc3\xa9")); // Not \\u00e9.

  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 3}}, {0, fast, 0, {0, 3}}},
                   {{0, 1, in, 0, 1}}, {{}, {1, 1}, {1, 1}});
  const std::string placed = printSolution(problem, solution);
  EXPECT_THAT(placed, testing::ContainsRegex("\"residencies\": \\[\n +\\{"));
  EXPECT_THAT(placed, testing::ContainsRegex("\"transfers\": \\[\n +\\{"));
  EXPECT_THAT(placed, testing::ContainsRegex("\"served\": \\[\n +\\[\\]"));
}

} // namespace
