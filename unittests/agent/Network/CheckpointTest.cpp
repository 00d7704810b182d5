//===- CheckpointTest.cpp - Checkpoint files ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Network/Checkpoint.h"

#include "../Results.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using testing::HasSubstr;

static const CheckpointParts parts = {R"({"a": 1})",
                                      std::string("we\0ights", 8), "optimizer"};

TEST(CheckpointTest, partsReadBackEqual) {
  for (bool withOptimizer : {true, false}) {
    CheckpointParts written = parts;
    if (!withOptimizer)
      written.optimizer.clear();
    CheckpointParts read = valueOf(parseCheckpoint(printCheckpoint(written)));
    EXPECT_EQ(read.config, written.config);
    EXPECT_EQ(read.weights, written.weights);
    EXPECT_EQ(read.optimizer, written.optimizer);
  }
}

TEST(CheckpointTest, detectsEveryDamagedByte) {
  const std::string good = printCheckpoint(parts);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x15);
    EXPECT_NE(errorOf(parseCheckpoint(bad)), "") << "byte " << i;
    EXPECT_NE(errorOf(parseCheckpoint(good.substr(0, i))), "") << "first " << i;
  }
  EXPECT_THAT(errorOf(parseCheckpoint(good + "x")), HasSubstr("after its end"));
}

TEST(CheckpointTest, reportsTheKindOfDamage) {
  EXPECT_EQ(errorOf(parseCheckpoint("PK\x03\x04 something else")),
            "not a checkpoint of memplace");
  EXPECT_EQ(errorOf(parseCheckpoint("")), "not a checkpoint of memplace");
  EXPECT_THAT(errorOf(parseCheckpoint("memplace-checkpoint 2\n")),
              HasSubstr("has version 2, but this program reads version 1"));
  EXPECT_THAT(errorOf(parseCheckpoint(
                  "memplace-checkpoint 1\n99999999999999999999999 1\n")),
              HasSubstr("damaged"));
}
