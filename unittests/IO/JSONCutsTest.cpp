//===- JSONCutsTest.cpp - Cuts of ops in JSON files -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BadInput.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// `goodProblem` with a cut of its first op, which reads 20 bytes of "x": two
/// indices of 8 bytes each, and \p fields.
std::string withCut(const std::string &fields) {
  return replaced(goodProblem, "\"bytes\": 20}]",
                  "\"bytes\": 20}], \"cuts\": [{\"extent\": 2, \"accesses\": "
                  "[{\"access\": 0, \"stride\": 8" +
                      fields + "}]}]");
}

TEST(JSONCutsTest, ReadsOptionalFields) {
  const auto cutOf = [](const std::string &fields) {
    Result<Problem> problem =
        parseProblem(withCut(fields), "p.json", findBuiltinTarget);
    EXPECT_TRUE(problem) << problem.error();
    return problem ? problem->ops[0].cuts.at(0) : CutDimension();
  };
  const CutAccess plain = {.access = 0, .stride = 8};
  EXPECT_EQ(cutOf(""), (CutDimension{2, {plain}}));
  const CutAccess full = {.access = 0, .stride = 8, .width = 1, .period = 10};
  EXPECT_EQ(cutOf(", \"width\": 1, \"period\": 10"), (CutDimension{2, {full}}));
  const CutAccess padded = {
      .access = 0, .stride = 8, .width = 9, .first = -2, .period = 20};
  EXPECT_EQ(cutOf(", \"width\": 9, \"first\": -2, \"period\": 20"),
            (CutDimension{2, {padded}}));
}

// In the problem a 0 means unset, but in a file a 0 is an error.
TEST(JSONCutsTest, RejectsNumbersBelowOne) {
  const std::string place = "p.json: ops[0].cuts[0].accesses[0].";
  for (const std::string field : {"width", "period"})
    for (const std::string value : {"0", "-1"})
      EXPECT_EQ(errorOfProblem(withCut(", \"" + field + "\": " + value)),
                place + field + ": must be at least 1, got " + value);
  EXPECT_EQ(errorOfProblem(withCut(", \"width\": \"0\"")),
            place + "width: must be an integer, got the string '0'");
}

TEST(JSONCutsTest, UnknownAndMissingFieldsAreErrors) {
  EXPECT_EQ(errorOfProblem(withCut(", \"widths\": 1")),
            "p.json: ops[0].cuts[0].accesses[0]: unknown field 'widths'; did "
            "you mean 'width'?");
  EXPECT_EQ(errorOfProblem(replaced(withCut(""), "\"extent\": 2, ", "")),
            "p.json: ops[0].cuts[0]: the field 'extent' is missing");
}

} // namespace
