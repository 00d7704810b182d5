//===- CSVTest.cpp - Reading and writing CSV packing problems -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/CSV.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;

static PackingProblem parse(std::string_view text) {
  Result<PackingProblem> problem = parsePackingCSV(text, "x.csv");
  EXPECT_TRUE(bool(problem)) << (problem ? "" : problem.error());
  return problem ? *problem : PackingProblem();
}

static std::string errorOf(std::string_view text) {
  Result<PackingProblem> problem = parsePackingCSV(text, "x.csv");
  return problem ? "no error" : problem.error();
}

TEST(PackingCSVTest, ReadsColumnsInAnyOrder) {
  PackingProblem problem = parse("size,upper,id,lower\n4,9,x,-3\n");

  ASSERT_EQ(problem.buffers.size(), 1u);
  EXPECT_EQ(problem.buffers[0],
            (PackingBuffer{.id = "x", .range = {-3, 9}, .size = 4}));
}

// Files of spreadsheets and editors. Spaces within a field stay.
TEST(PackingCSVTest, IgnoresAByteOrderMarkAndSpacesAroundFields) {
  EXPECT_EQ(parse("\xef\xbb\xbfid, lower,\tupper ,size\na b , 0, 9,4 \n"),
            parse("id,lower,upper,size\na b,0,9,4\n"));
  EXPECT_EQ(errorOf("\xef\xbbid,lower,upper,size\n").substr(0, 24),
            "x.csv:1: unknown column ");
  EXPECT_EQ(errorOf("id,lower,upper,size\na,0,1, \n"),
            "x.csv:2: field 'size': expected a whole number, got ''");
}

// `end` is the last step, `upper` is the step after; the same holds in gaps.
TEST(PackingCSVTest, TreatsEndAsInclusive) {
  PackingProblem inclusive =
      parse("buffer_id,start,end,size,gaps\nx,0,9,4,2-3\n");
  PackingProblem exclusive = parse("id,lower,upper,size,gaps\nx,0,10,4,2-4\n");

  EXPECT_EQ(inclusive, exclusive);
}

TEST(PackingCSVTest, ReadsOptionalColumns) {
  PackingProblem problem =
      parse("buffer,begin,upper,size,alignment,hint,offset,gaps,group\n"
            "a,0,10,8,4,-1,16,6-7 1-3,g\n"
            "b,0,10,8,1,12,,,\n"
            "c,0,10,8,1,-1,16,,g\n");

  ASSERT_EQ(problem.buffers.size(), 3u);
  const PackingTraits *a = problem.traitsOf(problem.buffers[0]);
  ASSERT_TRUE(a);
  EXPECT_EQ(problem.buffers[0].alignment, 4);
  EXPECT_EQ(a->offset, 16);
  EXPECT_EQ(a->hint, std::nullopt);
  EXPECT_EQ(a->group, 0);
  EXPECT_EQ(a->gaps, (std::vector<PackingGap>{{{1, 3}}, {{6, 7}}}));
}

TEST(PackingCSVTest, PrintedProblemsReadBackEqual) {
  for (const char *text :
       {"id,lower,upper,size\n", "id,lower,upper,size\na,0,1,1\n",
        "id,lower,upper,size,alignment\na,-5,1,4611686018427387904,3\n",
        "id,lower,upper,size,gaps,offset\na,0,9,4,1-2 4-5@1:3,\nb,0,9,4,,12\n",
        "id,lower,upper,size,hint,group\na,0,9,4,7,g\nb,0,9,4,,h\n"}) {
    PackingProblem problem = parse(text);

    EXPECT_EQ(printPackingCSV(problem), text);
    EXPECT_EQ(parse(printPackingCSV(problem)), problem);
  }
}

TEST(PackingCSVTest, PrintsOffsetsAndArenas) {
  Result<PackingProblem> problem =
      parsePackingCSV("id,lower,upper,size,arenas\na,0,1,4,y x\nb,0,1,4,\n",
                      "x.csv", {{"x", {}}, {"y", 8}});
  ASSERT_TRUE(bool(problem)) << problem.error();

  EXPECT_EQ(printPackingCSV(*problem, {{4, 0}, {1, 0}}),
            "id,lower,upper,size,arenas,arena,offset\n"
            "a,0,1,4,y x,y,4\n"
            "b,0,1,4,,x,0\n");
}

TEST(PackingCSVTest, AcceptsWindowsLineEnds) {
  EXPECT_EQ(parse("id,lower,upper,size\r\na,0,1,1\r\n"),
            parse("id,lower,upper,size\na,0,1,1"));
}

namespace {

struct BadCSV {
  const char *name;
  const char *text;
  const char *error; // Beginning of the error.
};

class BadCSVTest : public testing::TestWithParam<BadCSV> {};

} // namespace

TEST_P(BadCSVTest, NamesFileLineAndField) {
  std::string error = errorOf(GetParam().text);

  EXPECT_EQ(error.substr(0, std::string(GetParam().error).size()),
            GetParam().error);
}

#define HEADER "id,lower,upper,size\n"
INSTANTIATE_TEST_SUITE_P(
    Files, BadCSVTest,
    testing::Values(
        BadCSV{"empty", "", "x.csv:0: is empty"},
        BadCSV{"unknown", "id,lower,upper,size,colour\n",
               "x.csv:1: unknown column 'colour'"},
        BadCSV{"twice", "id,lower,upper,size,end\n",
               "x.csv:1: column 'end' has the same meaning as column 'upper'"},
        BadCSV{"missing", "id,lower,upper\n",
               "x.csv:1: column 'size' is missing"},
        BadCSV{"few", HEADER "a,0,1\n",
               "x.csv:2: a row must have 4 fields as the header has, got 3"},
        BadCSV{"many", HEADER "a,0,1,2,3\n", "x.csv:2: a row must have 4"},
        BadCSV{"blank", HEADER "a,0,1,1\n\nb,0,1,1\n",
               "x.csv:3: a row must have 4 fields as the header has, got none"},
        BadCSV{"letters", HEADER "a,0,x,1\n",
               "x.csv:2: field 'upper': expected a whole number, got 'x'"},
        BadCSV{"trailing", HEADER "a,0,1x,1\n", "x.csv:2: field 'upper': "},
        BadCSV{"space", HEADER "a,0,1 1,1\n", "x.csv:2: field 'upper': "},
        BadCSV{"long", HEADER "a,0,9223372036854775808,1\n",
               "x.csv:2: field 'upper': '9223372036854775808' does not fit in "
               "64 bits"},
        BadCSV{"inclusive", "id,start,end,size\na,0,9223372036854775807,1\n",
               "x.csv:2: field 'end': the last step must be less"},
        BadCSV{"zero", HEADER "a,0,1,1\nb,0,1,0\n",
               "x.csv:3: field 'size': must be at least 1, got 0"},
        BadCSV{"huge", HEADER "a,0,1,4611686018427387905\n",
               "x.csv:2: buffer 'a': the size must be from 1 to 2^62 bytes"},
        BadCSV{"never", HEADER "a,0,1,1\nb,5,5,1\n",
               "x.csv:3: buffer 'b': the live range [5, 5) must not be empty"},
        BadCSV{"noid", HEADER ",0,1,1\n", "x.csv:2: field 'id': "},
        BadCSV{"doubleid", HEADER "a,0,1,1\nb,0,1,1\na,0,1,1\n",
               "x.csv:4: field 'id': 'a' is also in line 2"},
        BadCSV{"quote", HEADER "\"a\",0,1,1\n", "x.csv:2: quotes"},
        BadCSV{"gap", "id,lower,upper,size,gaps\na,0,9,1,3\n",
               "x.csv:2: field 'gaps': expected FIRST-LAST"},
        BadCSV{"gapoutside", "id,lower,upper,size,gaps\na,0,9,1,3-10\n",
               "x.csv:2: buffer 'a': the gap [3, 10) must be inside"},
        BadCSV{"gapsoverlap", "id,lower,upper,size,gaps\na,0,9,1,3-6 5-7\n",
               "x.csv:2: buffer 'a': the gap [5, 7) must be inside"},
        BadCSV{"dead", "id,lower,upper,size,gaps\na,0,9,1,0-4 4-9\n",
               "x.csv:2: buffer 'a': the gaps must leave a step"},
        BadCSV{"window", "id,lower,upper,size,gaps\na,0,9,4,1-2@3:3\n",
               "x.csv:2: field 'gaps': the window '3:3' must begin before"},
        BadCSV{"windowoutside", "id,lower,upper,size,gaps\na,0,9,4,1-2@3:5\n",
               "x.csv:2: buffer 'a': the gap [1, 2) must have a window"},
        BadCSV{"fixed", "id,lower,upper,size,alignment,offset\na,0,9,4,4,6\n",
               "x.csv:2: buffer 'a': the fixed offset 6 must be a multiple"},
        BadCSV{"group",
               "id,lower,upper,size,offset,group\na,0,9,4,,g\nb,0,9,4,8,g\n",
               "x.csv:3: buffer 'b': must have the same fixed offset as "
               "buffer 'a' of its group 'g'"},
        BadCSV{"arena", "id,lower,upper,size,arenas\na,0,9,4,fast\n",
               "x.csv:2: field 'arenas': there is no arena 'fast'"}),
    [](const testing::TestParamInfo<BadCSV> &info) {
      return std::string(info.param.name);
    });

// Buffers, gaps, groups and long ids each need memory.
TEST(PackingCSVTest, TheMemoryIsLimited) {
  std::string buffers = "id,lower,upper,size\n", gaps;
  for (int i = 0; i < 100; ++i) {
    buffers += std::to_string(i) + ",0,1,1\n";
    gaps += std::to_string(2 * i) + "-" + std::to_string(2 * i + 1) + " ";
  }
  for (const std::string &text :
       {buffers, "id,lower,upper,size,gaps\na,0,300,1," + gaps + "\n",
        std::string("id,lower,upper,size,group\na,0,1,1,x\nb,0,1,1,y\n"),
        "id,lower,upper,size\n" + std::string(1000, 'x') + ",0,1,1\n"}) {
    EXPECT_TRUE(parsePackingCSV(text, "f.csv", {{}}, 100 * text.size()));
    const Result<PackingProblem> problem =
        parsePackingCSV(text, "f.csv", {{}}, text.size() + 300);
    ASSERT_FALSE(problem);
    EXPECT_THAT(problem.error(),
                testing::HasSubstr("takes more than the limit of " +
                                   std::to_string(text.size() + 300) +
                                   " bytes of memory to read"));
  }
}

TEST(PackingCSVTest, NamesAFileThatCannotBeOpened) {
  Result<PackingProblem> problem = readPackingCSV("/nowhere/x.csv");

  ASSERT_FALSE(bool(problem));
  EXPECT_EQ(problem.error().substr(0, 14), "/nowhere/x.csv");
}

// A message cuts a text after 40 characters.
TEST(PackingCSVTest, MessagesShowPrintableCharactersOnly) {
  const auto shown = [](const std::string &size) {
    return errorOf("id,lower,upper,size\na,0,1," + size + "\n")
        .substr(std::string("x.csv:2: field 'size': ").size());
  };
  EXPECT_EQ(shown("! ~"), "expected a whole number, got '! ~'");
  const std::string longest(40, 'x');
  EXPECT_EQ(shown(longest), "expected a whole number, got '" + longest + "'");
  EXPECT_EQ(shown(longest + "y"),
            "expected a whole number, got '" + longest + "...'");
  const std::string header = errorOf("id,lo\x1f\x7f"
                                     "er~ \xc3x,upper,size\n");
  EXPECT_NE(header.find("'lo??er~ ?x'"), std::string::npos) << header;
}

TEST(PackingCSVTest, RejectsUnprintableCharacters) {
  EXPECT_EQ(errorOf("id,lower,upper,size\n!~ ~,0,1,2\n"), "no error");
  for (const char *id : {"a\"", "a\x1f", "a\x7f", "a\xc3"})
    EXPECT_NE(errorOf(std::string("id,lower,upper,size\n") + id + ",0,1,2\n"),
              "no error")
        << id;
}

TEST(PackingCSVTest, AnyColumnMayBeFirst) {
  EXPECT_NE(errorOf("id,id,lower,upper,size\n"), "no error");
  EXPECT_EQ(
      parse("alignment,id,lower,upper,size\n8,a,0,1,2\n").buffers[0].alignment,
      8);
  const PackingProblem hinted = parse("id,lower,upper,size,hint\na,0,1,2,0\n");
  ASSERT_EQ(hinted.traits.size(), 1u);
  EXPECT_EQ(hinted.traits[0].hint, 0);
}

TEST(PackingCSVTest, IgnoresSpacesBetweenArenas) {
  const Result<PackingProblem> problem =
      parsePackingCSV("id,lower,upper,size,arenas\na,0,1,2,x  y\n", "x.csv",
                      {{"x", {}}, {"y", {}}});

  ASSERT_TRUE(bool(problem)) << problem.error();
  EXPECT_EQ(problem->traits[0].arenas, (std::vector<int32_t>{0, 1}));
}

// Any id may be duplicated: ids are found by their hashes.
TEST(PackingCSVTest, RejectsAnyDuplicateId) {
  for (const char *id : {"a", "b", "c", "d", "e"}) {
    const std::string rows = "a,0,1,2\nb,0,1,2\nc,0,1,2\nd,0,1,2\ne,0,1,2\n";
    EXPECT_NE(errorOf("id,lower,upper,size\n" + rows + id + ",0,1,2\n")
                  .find("x.csv:7: field 'id': '" + std::string(id) +
                        "' is also in line "),
              std::string::npos)
        << id;
  }
}

// The column belongs to packings in several arenas.
TEST(PackingCSVTest, PrintsArenasOnlyWithAPackingInArenas) {
  PackingProblem problem = parse("id,lower,upper,size\na,0,1,2\n");
  EXPECT_EQ(printPackingCSV(problem, {.offsets = {4}}),
            "id,lower,upper,size,offset\na,0,1,2,4\n");
  problem.arenas = {{"x", {}}, {"y", {}}};

  EXPECT_EQ(printPackingCSV(problem), "id,lower,upper,size\na,0,1,2\n");
  EXPECT_EQ(printPackingCSV(problem, {.offsets = {4}, .arenas = {1}}),
            "id,lower,upper,size,arena,offset\na,0,1,2,y,4\n");
}
