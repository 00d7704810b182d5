//===- BadTextTest.cpp - Text that is not JSON gives one clear error ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/IO/JSONText.h"
#include "BadInput.h"

using namespace memplace;
using namespace memplace::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

struct BadText {
  std::string text;
  const char *error;
};

class BrokenTextTest : public testing::TestWithParam<BadText> {};

TEST_P(BrokenTextTest, IsAnErrorWithItsPlace) {
  EXPECT_THAT(errorOfTarget(GetParam().text),
              StartsWith(std::string("t.json: ") + GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BrokenTextTest,
    testing::Values(
        BadText{"", "1:1: syntax error while parsing value - unexpected end "
                    "of input"},
        BadText{"{} x", "1:4: syntax error while parsing value - invalid "
                        "literal; expected end of input"},
        BadText{"{}{}", "1:3: syntax error while parsing value - unexpected "
                        "'{'; expected end of input"},
        BadText{"{\n \"a\": 1,\n}", "3:1: syntax error while parsing object "
                                    "key"},
        BadText{"{\"a\": 01}", "1:8: syntax error"}, BadText{"// no\n{}", "1:"},
        BadText{"{\"a\":\n \"\xff\"}", "2:3: syntax error while parsing value "
                                       "- invalid string: ill-formed UTF-8 "
                                       "byte"},
        BadText{"{\"\xc0\xaf\": 1}", "1:3: syntax error"},
        BadText{"\"\\ud800\"", "1:8: syntax error"},
        BadText{std::string("{}\0", 3), "byte 2 is NUL"},
        BadText{std::string("\0{}", 3), "byte 0 is NUL"},
        BadText{"[]", "must be an object, got an array"},
        BadText{"{\"a\": {\"b\": [0, {\"c\": 1, \"c\": 1}]}}",
                "a.b[1]: the key 'c' is there twice"},
        BadText{"{\"a\": 1e-999}", "the field 'format' is missing"},
        BadText{std::string(100000, '['), "arrays and objects nest deeper "
                                          "than 64"},
        BadText{std::string(100000, '[') + std::string(100000, ']'),
                "arrays and objects nest deeper than 64"}));

// A message shows a number of 200 digits in full, and cuts a number of 100,000
// digits, also if the number is too large for a double.
TEST(BadTextTest, AMessageShowsTheBeginningOfALongValue) {
  const std::string shown(200, '1');
  EXPECT_EQ(errorOfTarget("{\"format\": " + shown + "}"),
            "t.json: format: must be a string, got the integer " + shown);
  EXPECT_EQ(errorOfTarget("{\"format\": 0." + std::string(100000, '1') + "}"),
            "t.json: format: must be a string, got the number 0." +
                std::string(98, '1') + "... (100002 bytes)");
  EXPECT_LT(errorOfTarget("[" + std::string(100000, '1') + "]").size(), 300U);
}

TEST(BadTextTest, TheNumberOfValuesIsLimited) {
  // The array and its elements: five values.
  const std::string text = R"([1, 2.5, "x", {}])";

  EXPECT_TRUE(parseJSON(text, "f.json", {.maxValues = 5}));

  Result<JSONValue> json = parseJSON(text, "f.json", {.maxValues = 4});
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error(), "f.json: there are more than the limit of 4 values");
  for (const char *last : {"1", "2.5", "\"x\"", "true", "[]", "null"})
    EXPECT_FALSE(
        parseJSON(std::string("[0, ") + last + "]", "f.json", {.maxValues = 2}))
        << last;
}

// Values, long strings and long keys each take memory.
TEST(BadTextTest, TheMemoryIsLimited) {
  const std::string longText(1000, 'x');
  std::string values = "[0", keys = "{\"a\": 0";
  for (int i = 0; i < 100; ++i) {
    values += ",0";
    keys += ",\"" + std::to_string(i) + longText + "\": 0";
  }
  for (const std::string &text :
       {values + "]", "[\"" + longText + "\"]", keys + "}"}) {
    const size_t needed = text.size() + std::max<size_t>(text.size(), 5000);
    EXPECT_TRUE(parseJSON(text, "f.json", {.maxBytes = 10 * needed}));
    Result<JSONValue> json =
        parseJSON(text, "f.json", {.maxBytes = text.size() + 900});
    ASSERT_FALSE(json);
    EXPECT_EQ(json.error(), "f.json: takes more than the limit of " +
                                std::to_string(text.size() + 900) +
                                " bytes of memory to read");
  }
}

TEST(BadTextTest, NestingOf64IsNotTooDeep) {
  auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_THAT(errorOfTarget(nested(64)), HasSubstr("must be an object"));
  EXPECT_THAT(errorOfTarget(nested(65)), HasSubstr("deeper than 64"));
}

TEST(BadTextTest, DeeplyNestedObjectsAreAnError) {
  std::string text;
  for (int i = 0; i < 100000; ++i)
    text += "{\"a\":";
  EXPECT_THAT(errorOfTarget(text), HasSubstr("deeper than 64"));
}

/// Any prefix, and any byte replaced by a character with a meaning in JSON: an
/// error of one line, or by chance another valid file.
TEST(BadTextTest, DamagedBytesGiveOneLineOfError) {
  const std::string bytes = std::string("{}[]\",:-.e019\\u\n ") + '\xff';
  int numErrors = 0;
  auto expectFine = [&](const std::string &error) {
    numErrors += error != "none";
    EXPECT_EQ(error.find("\n"), std::string::npos) << error;
  };
  for (size_t i = 0; i < goodProblem.size(); ++i) {
    EXPECT_NE(errorOfProblem(goodProblem.substr(0, i)), "none") << i;
    std::string text = goodProblem;
    text[i] = bytes[i % bytes.size()];
    expectFine(errorOfProblem(text));
  }
  for (size_t i = 0; i < goodSolution.size(); ++i) {
    std::string text = goodSolution;
    text[i] = bytes[(i * 7) % bytes.size()];
    expectFine(errorOfSolution(text));
  }
  EXPECT_GT(numErrors, 1000);
}

TEST(BadTextTest, ALongValueIsCutBetweenCharacters) {
  const auto errorWith = [](const std::string &name) {
    return errorOfProblem(
        replaced(goodProblem, "\"size\": 20", "\"size\": \"" + name + "\""));
  };
  const std::string rest(200, 'y');
  // A message shows 100 bytes, which would end within a character here.
  EXPECT_EQ(errorWith(std::string(99, 'x') + "\xc3\xa9" + rest),
            "p.json: buffers[0].size: must be an integer, got the string '" +
                std::string(99, 'x') + "... (301 bytes)'");
  EXPECT_EQ(errorWith(std::string(98, 'x') + "\xc3\xa9" + rest),
            "p.json: buffers[0].size: must be an integer, got the string '" +
                std::string(98, 'x') + "\xc3\xa9... (300 bytes)'");
}

/// Returns the error for a misspelt name of the field `size`.
std::string errorWithField(const std::string &name) {
  return errorOfProblem(replaced(goodProblem, "\"size\"", "\"" + name + "\""));
}

TEST(BadTextTest, SuggestsTheNearestFieldName) {
  // One letter too many, too few, or different.
  for (const char *wrong : {"sizee", "siz", "size_", "sise"})
    EXPECT_THAT(errorWithField(wrong), HasSubstr("did you mean 'size'?"))
        << wrong;
  // Two letters from both live_in and live_out: the first name wins.
  EXPECT_THAT(errorWithField("live_o"), HasSubstr("did you mean 'live_in'?"));
}

// A guess has at most a third of its letters wrong.
TEST(BadTextTest, SuggestsNothingIfNoNameIsNear) {
  const std::string all = "; there are 'name', 'size', 'alignment', ";
  for (const std::string wrong : {"siez", "out", "s", "ze"})
    EXPECT_THAT(errorWithField(wrong),
                HasSubstr("unknown field '" + wrong + "'" + all));
  EXPECT_THAT(errorWithField("alignemnt"),
              HasSubstr("did you mean 'alignment'?"));
}

TEST(BadTextTest, RejectsIndicesAbove32Bits) {
  const auto errorWith = [](const std::string &value) {
    return errorOfProblem(
        replaced(goodProblem, "\"buffer\": 0", "\"buffer\": " + value));
  };
  const std::string place = "p.json: ops[0].accesses[0].buffer: ";
  for (const std::string value : {"2147483647", "-2147483648"})
    EXPECT_EQ(errorWith(value),
              place + "there is no buffer " + value + " of 3");
  for (const std::string value : {"2147483648", "-2147483649"})
    EXPECT_EQ(errorWith(value),
              place + value + " is out of the range of an index");
}

TEST(BadTextTest, AcceptsAnyIntegerAsANumberAndRejectsOtherValues) {
  auto errorWith = [](const std::string &value) {
    return errorOfTarget(replaced(goodTarget, "\"bytes_per_second\": 100",
                                  "\"bytes_per_second\": " + value));
  };
  EXPECT_EQ(errorWith("100000000000000000000"), "none");
  for (const char *value : {"true", "\"100\"", "[]"})
    EXPECT_THAT(errorWith(value), testing::HasSubstr("must be a number, got"));
}

} // namespace
