//===- LineFileTest.cpp - Files that grow by whole lines ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/LineFile.h"

#include "../Results.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LineFileTest : public ::testing::Test {
protected:
  void SetUp() override {
    path = ::testing::TempDir() + "/lines-" +
           ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove(path);
  }
  std::vector<std::string> lines() const { return valueOf(readLines(path)); }
  std::string path;
};

TEST_F(LineFileTest, linesReadBack) {
  EXPECT_THAT(lines(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_EQ(errorOf(appendLine(path, "one")), "");
  ASSERT_EQ(errorOf(appendLine(path, "")), "");
  ASSERT_EQ(errorOf(appendLine(path, "three")), "");
  EXPECT_THAT(lines(), ElementsAre("one", "", "three"));
}

TEST_F(LineFileTest, anIncompleteLineIsRemoved) {
  ASSERT_EQ(errorOf(appendLine(path, "one")), "");
  std::ofstream(path, std::ios::app) << "tw";
  EXPECT_THAT(lines(), ElementsAre("one"));
  EXPECT_EQ(std::filesystem::file_size(path), 4U);
  ASSERT_EQ(errorOf(appendLine(path, "two")), "");
  EXPECT_THAT(lines(), ElementsAre("one", "two"));
}

TEST_F(LineFileTest, aFileOfAnIncompleteLineIsEmptied) {
  std::ofstream(path) << "on";
  EXPECT_THAT(lines(), IsEmpty());
  EXPECT_EQ(std::filesystem::file_size(path), 0U);
}

// A limit on the size of files acts like a full disk.
TEST_F(LineFileTest, aLineThatDoesNotFitLeavesNothingBehind) {
  ASSERT_EQ(errorOf(appendLine(path, "one")), "");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  for (rlim_t room : {4, 6}) {
    const rlimit full = {room, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
    const std::string error = errorOf(appendLine(path, "two"));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_THAT(error, HasSubstr(path + ": cannot write: "));
    EXPECT_EQ(std::filesystem::file_size(path), 4U);
  }
  ASSERT_EQ(errorOf(appendLine(path, "two")), "");
  EXPECT_THAT(lines(), ElementsAre("one", "two"));
}
