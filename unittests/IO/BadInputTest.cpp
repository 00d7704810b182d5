//===- BadInputTest.cpp - Invalid files give one clear error --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BadInput.h"

using namespace memplace;
using namespace memplace::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

TEST(BadInputTest, TheUndamagedFilesAreValid) {
  EXPECT_EQ(errorOfTarget(goodTarget), "none");
  EXPECT_EQ(errorOfProblem(goodProblem), "none");
  EXPECT_EQ(errorOfSolution(goodSolution), "none");
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

class BadTargetTest : public testing::TestWithParam<Break> {};

TEST_P(BadTargetTest, IsAnErrorWithFileAndField) {
  EXPECT_EQ(errorOfTarget(replaced(goodTarget, GetParam().from, GetParam().to)),
            std::string("t.json: ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, BadTargetTest,
    testing::Values(
        Break{"\"memplace-target\"", "\"memplace-problem\"",
              "is a problem, not a target; a target file has the contents of "
              "its field 'target'"},
        Break{"\"version\": 1", "\"version\": 2",
              "the version must be 1, got 2"},
        Break{"\"version\": 1", "\"version\": \"1\"",
              "version: must be an integer, got the string '1'"},
        Break{"\"version\": 1,", "", "the field 'version' is missing"},
        Break{"\"capacity\": 128", "\"capacity\": 0",
              "tiers[0].capacity: must be at least 1, got 0"},
        Break{"\"capacity\": 128", "\"capacity\": -5",
              "tiers[0].capacity: must be at least 1, got -5"},
        Break{"\"capacity\": 128", "\"capacity\": 128.0",
              "tiers[0].capacity: must be an integer, got the number 128.0"},
        Break{"\"capacity\": 128", "\"capacity\": 9223372036854775808",
              "tiers[0].capacity: 9223372036854775808 does not fit in 64 "
              "bits"},
        Break{"\"capacity\": 128", "\"capacity\": -99999999999999999999",
              "tiers[0].capacity: -99999999999999999999 does not fit in 64 "
              "bits"},
        Break{"\"capacity\": 128", "\"capacity\": null",
              "tiers[0].capacity: must be an integer, got null"},
        Break{"\"capacity\": 128, ", "",
              "tiers[0]: the field 'capacity' is missing"},
        Break{"\"capacity\": 128", "\"capacity\": 1, \"capacity\": 1",
              "tiers[0]: the key 'capacity' is there twice"},
        Break{"\"capacity\": 128", "\"capacitiy\": 128",
              "tiers[0]: unknown field 'capacitiy'; did you mean 'capacity'?"},
        Break{"\"alignment\": 8", "\"alignment\": 12",
              "tiers[0].alignment: must be a power of two, got 12"},
        Break{"\"alignment\": 8", "\"alignment\": 0",
              "tiers[0].alignment: must be a power of two, got 0"},
        Break{"\"alignment\": 8", "\"alignment\": -8",
              "tiers[0].alignment: must be a power of two, got -8"},
        Break{"\"alignment\": 8", "\"alignment\": 8, \"ops\": 0",
              "tiers[0].ops: must be true or false, got the integer 0"},
        Break{"1e3", "1e999", "5:67: number overflow parsing '1e999'"},
        Break{"1e3", "NaN",
              "5:63: syntax error while parsing value - invalid "
              "literal"},
        Break{"1e3", "Infinity",
              "5:63: syntax error while parsing value - invalid literal"},
        Break{"1e3", "-1",
              "tiers[0].write_bytes_per_second: must be finite and at least 0 "
              "(0: read-only), got -1.000000"},
        Break{"\"read_bytes_per_second\": 1000", "\"read_bytes_per_second\": 0",
              "tiers[0].read_bytes_per_second: must be finite and above 0, got "
              "0.000000"},
        Break{"\"name\": \"slow\"", "\"name\": \"fast\"",
              "default_tier: unknown tier 'slow'; there are 'fast', 'fast'"},
        Break{"\"default_tier\": \"slow\"", "\"default_tier\": 1",
              "default_tier: must be a string, got the integer 1"},
        Break{"\"to\": \"fast\"", "\"to\": \"fats\"",
              "channels[0].to: unknown tier 'fats'; there are 'fast', 'slow'"},
        Break{"\"bytes_per_second\": 100", "\"bytes_per_second\": 0.0",
              "channels[0].bytes_per_second: must be finite and above 0, got "
              "0.000000"},
        Break{"\"latency_ps\": 5", "\"latency_ps\": 5, \"order\": \"edf\"",
              "channels[0].order: must be 'fifo' or 'deadline', got 'edf'"},
        Break{"\"latency_ps\": 5", "\"latency_ps\": 5, \"order\": 1",
              "channels[0].order: must be a string, got the integer 1"},
        Break{"\"latency_ps\": 5", "\"latency_ps\": 5, \"indexed\": 1",
              "channels[0].indexed: must be true or false, got the integer 1"},
        Break{"\"latency_ps\": 5", "\"latency_ps\": 5, \"outstanding\": -1",
              "channels[0].outstanding: must be at least 0, got -1"},
        Break{"\"latency_ps\": 5",
              "\"latency_ps\": 5, \"outstanding\": 1, \"order\": "
              "\"deadline\"",
              "channels[0].outstanding: a limit needs a channel in order of "
              "issue; leave out 'outstanding' or 'order'"},
        Break{"\"latency_ps\": 5", "\"latency_ps\": -1",
              "channels[0].latency_ps: must be at least 0, got -1"},
        Break{"[{\"name\": \"in\"",
              "[{\"name\": \"in\", \"from\": \"slow\", \"to\": \"fast\", "
              "\"bytes_per_second\": 1, \"latency_ps\": 0}, {\"name\": \"in\"",
              "channels[1].name: 'in' is there already, names must be unique"},
        Break{"\"sum\"", "\"product\"",
              "combine: must be 'sum' or 'max', got 'product'"},
        Break{"\"default\"", "\"f32\"",
              "compute.flops_per_second: 'default' is missing"},
        Break{"\"default\": 1000", "\"default\": 0",
              "compute.flops_per_second.default: must be finite and above 0, "
              "got 0.000000"},
        Break{"\"launch_ps\": 0", "\"launch_ps\": -1",
              "compute.launch_ps: must be at least 0, got -1"},
        Break{"\"sources\"",
              "\"op_defaults\": {\"overlap\": 1.0001}, \"sources\"",
              "op_defaults.overlap: must be from 0 to 1, got 1.0001"},
        Break{"\"sources\"",
              "\"op_defaults\": {\"efficiency\": 0}, \"sources\"",
              "op_defaults.efficiency: must be from 1e-12 to 1, got 0"},
        Break{"\"sources\"", "\"op_defaults\": {\"launch_ps\": 0}, \"sources\"",
              "op_defaults: unknown field 'launch_ps'; there are 'overlap', "
              "'efficiency'"},
        Break{"\"estimate\"", "\"guess\"",
              "sources.tiers[0].capacity.status: must be 'published', "
              "'measured' or 'estimate', got 'guess'"}));

TEST(BadInputTest, ATargetHasTiersWithUniqueNames) {
  Target target = *findBuiltinTarget("toy");
  target.tiers[1].name = "fast";
  EXPECT_EQ(check(target)->message,
            "tiers[1].name: 'fast' is there already, names must be unique");
  target.tiers.clear();
  EXPECT_EQ(check(target)->message, "tiers: must not be empty");
}

// A checker of placements needs overlap and efficiency only from ops and
// accesses, never from a target's defaults.
TEST(BadInputTest, ATargetInAProblemHasNoDefaultsForOps) {
  std::string target =
      replaced(goodTarget, "\"sources\"", "\"op_defaults\": {}, \"sources\"");
  EXPECT_EQ(errorOfTarget(target), "none");
  EXPECT_EQ(errorOfProblem(replaced(goodProblem, "\"toy\"", target)),
            "p.json: target.op_defaults: belongs in a target's own file only; "
            "in a problem, set 'overlap' of ops and 'efficiency' of accesses");

  Problem problem;
  problem.target = *findBuiltinTarget("toy");
  problem.target.opDefaults.overlap = 0.5;
  EXPECT_EQ(check(problem)->message,
            "target.op_defaults: must not be set in a problem; set 'overlap' "
            "of ops and 'efficiency' of accesses");
  problem.isTargetByName = true;
  EXPECT_FALSE(check(problem));
}

TEST(BadInputTest, NamesOutsideUTF8AreErrors) {
  Result<Problem> problem =
      parseProblem(goodProblem, "p.json", findBuiltinTarget);
  ASSERT_TRUE(problem);
  auto errorFor = [&](const std::string &name) {
    problem->buffers[1].name = name;
    std::optional<Error> error = check(*problem);
    return error ? error->message : "none";
  };
  auto byte = [](int index) {
    return "buffers[1].name: must be UTF-8 without NUL, but byte " +
           std::to_string(index) + " is not";
  };

  // The last character of each UTF-8 length, and bytes just beyond.
  for (const char *good :
       {"", "a\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
        "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_EQ(errorFor(good), "none") << good;
  for (const char *bad :
       {"\x80", "\xc1\xbf", "\xc2", "\xc2 ", "\xe0\x9f\xbf", "\xed\xa0\x80",
        "\xed\xbf\xbf", "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80", "\xff"})
    EXPECT_EQ(errorFor(bad), byte(0)) << bad;
  EXPECT_EQ(errorFor("\xc3\xa4\xff"), byte(2));
  EXPECT_EQ(errorFor(std::string("a\0", 2)), byte(1));

  problem->buffers[1].name = "y";
  problem->ops[2].name = "\xff";
  EXPECT_THAT(check(*problem)->message, StartsWith("ops[2].name: must be UTF"));
  problem->ops[2].name = "";
  problem->name = "\xff";
  EXPECT_THAT(check(*problem)->message, StartsWith("name: must be UTF"));
  problem->target.name = "\xff";
  EXPECT_THAT(check(*problem)->message, StartsWith("target.name: must be UTF"));
}

TEST(BadInputTest, RatesAreWithinLimitsThatKeepTimesFinite) {
  Target target = *findBuiltinTarget("toy");
  target.tiers[0].readBytesPerSecond = 1e-12;
  target.tiers[1].writeBytesPerSecond = 1e30;
  EXPECT_FALSE(check(target));

  target.tiers[0].readBytesPerSecond = 9.9e-13;
  EXPECT_EQ(check(target)->message,
            "tiers[0].read_bytes_per_second: must be from 1e-12 to 1e+30, got "
            "9.9e-13");
  target.tiers[0].readBytesPerSecond = 1;
  target.tiers[1].writeBytesPerSecond = 1.1e30;
  EXPECT_EQ(check(target)->message,
            "tiers[1].write_bytes_per_second: must be from 1e-12 to 1e+30, got "
            "1.1e+30");
}

TEST(BadInputTest, ATargetHasFiniteBandwidths) {
  for (double value : {std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::quiet_NaN(), -0.5}) {
    Target target = *findBuiltinTarget("toy");
    target.tiers[0].readBytesPerSecond = value;
    EXPECT_THAT(check(target)->message,
                StartsWith("tiers[0].read_bytes_per_second"));
    target = *findBuiltinTarget("toy");
    target.tiers[1].writeBytesPerSecond = value;
    EXPECT_THAT(check(target)->message,
                StartsWith("tiers[1].write_bytes_per_second"));
    target = *findBuiltinTarget("toy");
    target.channels[1].bytesPerSecond = value;
    EXPECT_THAT(check(target)->message,
                StartsWith("channels[1].bytes_per_second"));
    target = *findBuiltinTarget("toy");
    target.flopsPerSecond["f32"] = value;
    EXPECT_THAT(check(target)->message,
                StartsWith("compute.flops_per_second.f32"));
  }
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

class BadProblemTest : public testing::TestWithParam<Break> {};

TEST_P(BadProblemTest, IsAnErrorWithFileAndField) {
  EXPECT_EQ(
      errorOfProblem(replaced(goodProblem, GetParam().from, GetParam().to)),
      std::string("p.json: ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Problems, BadProblemTest,
    testing::Values(
        Break{"\"compute_ps\": 1,", "\"compute_ps\": 1, \"overlap\": 1.5,",
              "ops[0].overlap: must be from 0 to 1, got 1.5"},
        Break{"\"compute_ps\": 1,", "\"compute_ps\": 1, \"overlap\": -0.1,",
              "ops[0].overlap: must be from 0 to 1, got -0.1"},
        Break{"\"bytes\": 20}", "\"bytes\": 20, \"efficiency\": 0}",
              "ops[0].accesses[0].efficiency: must be from 1e-12 to 1, got 0"},
        Break{"\"bytes\": 20}", "\"bytes\": 20, \"efficiency\": 1.01}",
              "ops[0].accesses[0].efficiency: must be from 1e-12 to 1, got "
              "1.01"},
        Break{"\"target\": \"toy\"", "\"target\": 7",
              "target: must be a built-in target's name or a target object, "
              "got the integer 7"},
        Break{"\"target\": \"toy\"", "\"target\": {\"format\": 3}",
              "target.format: must be a string, got the integer 3"},
        Break{"\"name\": \"y\"", "\"name\": \"x\"",
              "buffers[1].name: 'x' is there already, names must be unique"},
        Break{"\"size\": 20", "\"size\": 0",
              "buffers[0].size: must be at least 1, got 0"},
        Break{"\"size\": 20", "\"size\": -20",
              "buffers[0].size: must be at least 1, got -20"},
        Break{"\"size\": 20", "\"size\": 1e2",
              "buffers[0].size: must be an integer, got the number 1e2"},
        Break{"\"size\": 20", "\"size\": true",
              "buffers[0].size: must be an integer, got true"},
        Break{"\"size\": 20", "\"sise\": 20",
              "buffers[0]: unknown field 'sise'; did you mean 'size'?"},
        Break{"\"size\": 20", "\"size\": 20, \"colour\": 1",
              "buffers[0]: unknown field 'colour'; there are 'name', 'size', "
              "'alignment', 'begin', 'end', 'live_in', 'live_out', 'tiers', "
              "'home', 'external', 'rows'"},
        Break{"\"alignment\": 8", "\"alignment\": 6",
              "buffers[1].alignment: must be a power of two, got 6"},
        Break{"\"begin\": 0, \"end\": 2", "\"begin\": 0, \"end\": 0",
              "buffers[0]: live range [0, 0) is empty: begin must be below "
              "end"},
        Break{"\"begin\": 0, \"end\": 2", "\"begin\": 0, \"end\": 5",
              "buffers[0]: live range [0, 5) is not within the program's steps "
              "[0, 4)"},
        Break{"\"begin\": 0, \"end\": 2", "\"begin\": -1, \"end\": 2",
              "buffers[0]: live range [-1, 2) is not within the program's "
              "steps [0, 4)"},
        Break{"\"begin\": 0, \"end\": 2", "\"begin\": 1, \"end\": 2",
              "buffers[0].begin: must be 0, as the buffer is live-in, got 1"},
        Break{"\"begin\": 1, \"end\": 4", "\"begin\": 1, \"end\": 3",
              "buffers[1].end: must be 4, the number of ops, as the buffer is "
              "live-out, got 3"},
        Break{"[\"fast\", \"slow\"]", "[\"fast\"]",
              "buffers[1].home: 'slow' must be one of the buffer's own tiers"},
        Break{"[\"fast\", \"slow\"], \"home\": \"slow\"", "[\"fast\"]",
              "buffers[1].home: 'slow' must be one of the buffer's own tiers; "
              "it is the target's default tier"},
        Break{"[\"fast\", \"slow\"]", "[]",
              "buffers[1].tiers: must not be empty; leave it out to allow "
              "every tier"},
        Break{"[\"fast\", \"slow\"]", "[\"slow\", \"fast\", \"slow\"]",
              "buffers[1].tiers: 'slow' is there twice"},
        Break{"[\"fast\", \"slow\"]", "[\"fast\", \"medium\"]",
              "buffers[1].tiers[1]: unknown tier 'medium'; there are 'fast', "
              "'slow'"},
        Break{"\"live_in\": true", "\"live_in\": 1",
              "buffers[0].live_in: must be true or false, got the integer 1"},
        Break{"\"compute_ps\": 1", "\"compute_ps\": -1",
              "ops[0].compute_ps: must be at least 0, got -1"},
        Break{"\"buffer\": 0", "\"buffer\": 3",
              "ops[0].accesses[0].buffer: there is no buffer 3 of 3"},
        Break{"\"buffer\": 0", "\"buffer\": -1",
              "ops[0].accesses[0].buffer: there is no buffer -1 of 3"},
        Break{"\"buffer\": 0", "\"buffer\": 4294967296",
              "ops[0].accesses[0].buffer: 4294967296 is out of the range of an "
              "index"},
        Break{"\"buffer\": 0", "\"buffer\": 2",
              "ops[0].accesses[0].buffer: op 0 is outside the live range "
              "[1, 3) of buffer 'z'"},
        Break{"\"mode\": \"read\"", "\"mode\": \"write\"",
              "ops[0].accesses[0].mode: the program writes buffer 'x', which "
              "is external: set its live_out, or external to false"},
        Break{"\"mode\": \"read\"", "\"mode\": \"peek\"",
              "ops[0].accesses[0].mode: must be 'read', 'write' or 'update', "
              "got 'peek'"},
        Break{"\"bytes\": 20", "\"bytes\": -1",
              "ops[0].accesses[0].bytes: must be at least 0, got -1"},
        Break{"\"accesses\": []", "\"accesses\": {}",
              "ops[2].accesses: must be an array, got an object"},
        Break{"\"loops\": [", "\"loops\": [7, ",
              "loops[0]: must be an object, got the integer 7"},
        Break{"\"begin\": 0, \"end\": 3", "\"begin\": 0, \"end\": 2",
              "loops[1]: [1, 3) crosses loops[0], [0, 2); loops must be "
              "properly nested"},
        Break{"\"begin\": 0, \"end\": 3", "\"begin\": 3, \"end\": 3",
              "loops[0]: loop [3, 3) is empty: begin must be below end"},
        Break{"\"begin\": 0, \"end\": 3", "\"begin\": 0, \"end\": 5",
              "loops[0]: loop [0, 5) is not within the program's steps [0, 4)"},
        Break{"\"trip_count\": 4", "\"trip_count\": 0",
              "loops[0].trip_count: must be at least 1, got 0"},
        Break{"\"name\": \"p\"", "\"name\": \"p\", \"cyclic\": 1",
              "cyclic: must be true or false, got the integer 1"},
        Break{"\"name\": \"p\"", "\"name\": \"p\", \"cyclic\": \"true\"",
              "cyclic: must be true or false, got the string 'true'"},
        Break{"\"name\": \"p\"", "\"name\": \"p\", \"cyclic\": null",
              "cyclic: must be true or false, got null"},
        Break{"\"name\": \"p\"", "\"name\": \"p\", \"cylic\": true",
              "unknown field 'cylic'; did you mean 'cyclic'?"},
        Break{"\"name\": \"x\"", "\"name\": \"x\", \"cyclic\": true",
              "buffers[0]: unknown field 'cyclic'; there are 'name', 'size', "
              "'alignment', 'begin', 'end', 'live_in', 'live_out', 'tiers', "
              "'home', 'external', 'rows'"},
        Break{"\"name\": \"p\"", "\"name\": \"p\\u0000\"",
              "name: a string must not contain the character NUL"}));

TEST(BadInputTest, AnUnknownTargetListsTheKnownOnes) {
  std::string error =
      errorOfProblem(replaced(goodProblem, "\"toy\"", "\"gpu\""));
  EXPECT_THAT(error, StartsWith("p.json: target: there is no built-in target "
                                "'gpu'; there are 'ethos-u55-deep', "));
  EXPECT_THAT(error, HasSubstr("'tpu-v4i'"));
}

TEST(BadInputTest, ATargetNameNeedsAResolver) {
  Result<Problem> problem = parseProblem(goodProblem, "p.json", nullptr);
  ASSERT_FALSE(problem);
  EXPECT_THAT(problem.error(), HasSubstr("must be spelled out"));
}

//===----------------------------------------------------------------------===//
// Solutions
//===----------------------------------------------------------------------===//

class BadSolutionTest : public testing::TestWithParam<Break> {};

TEST_P(BadSolutionTest, IsAnErrorWithFileAndField) {
  EXPECT_EQ(
      errorOfSolution(replaced(goodSolution, GetParam().from, GetParam().to)),
      std::string("s.json: ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Solutions, BadSolutionTest,
    testing::Values(
        Break{"\"problem\": \"p\"", "\"problem\": \"q\"",
              "problem: the solution is for problem 'q', not 'p'"},
        Break{"\"buffer\": 0", "\"buffer\": 3",
              "residencies[0].buffer: there is no buffer 3 of 3"},
        Break{"\"tier\": \"slow\"", "\"tier\": \"swol\"",
              "residencies[0].tier: unknown tier 'swol'; there are 'fast', "
              "'slow'"},
        Break{"\"offset\": 0", "\"offset\": 18446744073709551616",
              "residencies[1].offset: 18446744073709551616 does not fit in 64 "
              "bits"},
        Break{"\"offset\": 0", "\"offset\": 9223372036854775808",
              "residencies[1].offset: 9223372036854775808 does not fit in 64 "
              "bits"},
        Break{"\"from\": 0", "\"from\": 2147483648",
              "transfers[0].from: 2147483648 is out of the range of an index"},
        Break{"\"from\": 0", "\"from\": 3",
              "transfers[0].from: there is no residency 3 of 3"},
        Break{"\"to\": 1", "\"to\": -1",
              "transfers[0].to: there is no residency -1 of 3"},
        Break{"\"channel\": \"in\"", "\"channel\": \"up\"",
              "transfers[0].channel: unknown channel 'up'; there are 'in', "
              "'out'"},
        Break{"\"done\": 1", "\"done\": 1, \"part\": [0, 1]",
              "transfers[0]: unknown field 'part'; there are 'from', 'to', "
              "'channel', 'start', 'done'"},
        Break{"[2]", "[3]", "served[1][0]: there is no residency 3 of 3"},
        Break{"[2]", "2", "served[1]: must be an array, got the integer 2"},
        Break{"\"makespan_ps\": 5", "\"makespan_ps\": 5.5",
              "makespan_ps: must be an integer, got the number 5.5"},
        Break{"\"fast\": 20, ", "",
              "peak_bytes: must have one number for each of the target's 2 "
              "tiers, got 1"},
        Break{"\"fast\": 20", "\"medium\": 20",
              "peak_bytes.medium: unknown tier 'medium'; there are 'fast', "
              "'slow'"}));

} // namespace
