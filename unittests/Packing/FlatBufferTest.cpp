//===- FlatBufferTest.cpp - Checked reads of a FlatBuffer -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/FlatBuffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::packing;
using testing::ElementsAre;
using testing::StartsWith;

/// The 16-bit words of a file. Bytes 4 to 13 are the layout of the root at byte
/// 16: field 0 is the number 7 at byte 20, field 1 is missing, field 2 leads
/// from byte 24 to the vector {5, 6} at byte 28.
using Words = std::vector<uint16_t>;
static const Words plain = {16, 0, 10, 12, 4, 0, 8, 0, 12, 0,
                            7,  0, 4,  0,  2, 0, 5, 0, 6,  0};

static std::string bytesOfWords(const Words &words) {
  return {reinterpret_cast<const char *>(words.data()), 2 * words.size()};
}

TEST(FlatBufferTest, ReadsFields) {
  const std::string bytes = bytesOfWords(plain);
  FlatBuffer file(bytes);
  const FlatTable root = file.root();

  EXPECT_EQ(root.at, 16u);
  EXPECT_EQ(file.number<int32_t>(root, 0), 7);
  EXPECT_EQ(file.number<uint8_t>(root, 0), 7);
  EXPECT_EQ(file.number<int32_t>(root, 1), 0);
  EXPECT_EQ(file.number<int32_t>(root, 3), 0);
  EXPECT_EQ(file.targetOf(root, 1), 0u);
  EXPECT_THAT(file.numbers(root, 2), ElementsAre(5, 6));
  EXPECT_EQ(file.text(root, 2), std::string_view("\5\0", 2));
  EXPECT_FALSE(file.error());
}

/// Returns the error of the reads above with another word of the file.
static std::string errorWith(size_t at, uint16_t word) {
  Words words = plain;
  words[at] = word;
  const std::string bytes = bytesOfWords(words);
  FlatBuffer file(bytes);
  const FlatTable root = file.root();
  file.number<int32_t>(root, 0);
  file.numbers(root, 2);
  return file.error() ? file.error()->message : "no error";
}

TEST(FlatBufferTest, RefusesOffsetsOutOfTheFile) {
  EXPECT_EQ(errorWith(0, 40),
            "is broken at byte 40: leads beyond the end of the file");
  EXPECT_EQ(errorWith(0, 0), "is broken at byte 0: an offset is 0");
  EXPECT_EQ(errorWith(12, 0), "is broken at byte 24: an offset is 0");
  EXPECT_THAT(errorWith(12, 16), StartsWith("is broken at byte 40"));
  EXPECT_THAT(errorWith(12, 15), StartsWith("is broken at byte 39"));
}

TEST(FlatBufferTest, RefusesBadLayouts) {
  EXPECT_EQ(errorWith(8, 17), "is broken at byte 16: a table has no layout");
  EXPECT_EQ(errorWith(2, 3), "is broken at byte 16: a table has no layout");
  EXPECT_EQ(errorWith(3, 3), "is broken at byte 16: a table has no layout");
  EXPECT_THAT(errorWith(2, 37), StartsWith("is broken at byte 4"));
  EXPECT_THAT(errorWith(3, 25), StartsWith("is broken at byte 16"));
  EXPECT_EQ(errorWith(3, 24), "no error");
}

TEST(FlatBufferTest, RefusesFieldsOutOfTheTable) {
  EXPECT_EQ(errorWith(4, 8), "no error");
  EXPECT_EQ(errorWith(4, 9),
            "is broken at byte 16: a field is outside of its table");
}

TEST(FlatBufferTest, RefusesVectorsOutOfTheFile) {
  EXPECT_EQ(errorWith(14, 1), "no error");
  EXPECT_EQ(errorWith(14, 3),
            "is broken at byte 32: leads beyond the end of the file");
}

TEST(FlatBufferTest, ReturnsAtMostAnElementForEachByte) {
  const std::string bytes = bytesOfWords(plain);
  FlatBuffer file(bytes);
  const FlatTable root = file.root();

  for (int i = 0; i < 20; ++i)
    EXPECT_THAT(file.numbers(root, 2), ElementsAre(5, 6));
  EXPECT_FALSE(file.error());
  EXPECT_THAT(file.numbers(root, 2), ElementsAre());
  ASSERT_TRUE(file.error());
  EXPECT_EQ(file.error()->message,
            "is broken at byte 32: up to here, vectors have more elements than "
            "the file has bytes");
}
