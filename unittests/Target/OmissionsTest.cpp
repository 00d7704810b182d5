//===- OmissionsTest.cpp --------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Target/Omissions.h"
#include "memplace/IO/File.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A target without omissions.
Target makeTarget() {
  Target target;
  target.launchPs = 1;
  target.channels = {{.name = "in", .latencyPs = 1}};
  target.flopsPerSecond = {{"default", 1}, {"bf16", 2}};
  return target;
}

TEST(OmissionsTest, ACompleteTargetHasNoOmissions) {
  EXPECT_THAT(omissionsOf(makeTarget()), IsEmpty());
}

TEST(OmissionsTest, NamesEachMissingNumber) {
  Target target = makeTarget();
  target.launchPs = 0;
  target.channels.push_back({.name = "out", .latencyPs = 0});
  target.flopsPerSecond["f32"] = 2;

  EXPECT_THAT(omissionsOf(target),
              ElementsAre("launch of an op", "latency of a transfer",
                          "f32 being slower than bf16"));
}

TEST(OmissionsTest, TheDefaultRateIsTheRateOfF32WithoutItsOwn) {
  Target target = makeTarget();
  target.flopsPerSecond = {{"default", 2}, {"f16", 2}};
  EXPECT_THAT(omissionsOf(target), ElementsAre("f32 being slower than f16"));

  target.flopsPerSecond["f32"] = 1;
  EXPECT_THAT(omissionsOf(target), IsEmpty());
}

TEST(OmissionsTest, ATargetWithoutChannelsHasNoLatencyToLeaveOut) {
  Target target = makeTarget();
  target.channels.clear();
  EXPECT_THAT(omissionsOf(target), IsEmpty());
}

// Readers of the page need not search for zeros.
TEST(OmissionsTest, ThePageOfTargetsListsTheOmissionsOfBuiltInTargets) {
  Result<std::string> page =
      readFile(MEMPLACE_SOURCE_DIR "/docs/reference/targets.md");
  ASSERT_TRUE(page) << page.error();
  for (const std::string &name : builtinTargetNames()) {
    std::string list;
    for (const std::string &omission : omissionsOf(*findBuiltinTarget(name)))
      list += (list.empty() ? "" : ", ") + omission;
    const std::string cell = list.empty() ? "nothing" : list;
    EXPECT_THAT(*page, HasSubstr("| `" + name + "` | " + cell + " |\n"));
  }
}

TEST(OmissionsTest, ASlowTierBeforeAFastTierIsNamed) {
  Target target = makeTarget();
  target.name = "npu";
  target.tiers = {
      {.name = "ddr", .readBytesPerSecond = 4e9, .writeBytesPerSecond = 4e9},
      {.name = "sram", .readBytesPerSecond = 64e9, .writeBytesPerSecond = 4e9}};
  EXPECT_EQ(findSlowFirst(target),
            "tier 'ddr' (4e+09 bytes/s) comes before 'sram' (6.4e+10 bytes/s) "
            "in target 'npu', but solvers fill the first tier; list the "
            "fastest first");
  // Slower writes are a reason for the order.
  target.tiers[1].writeBytesPerSecond = 3e9;
  EXPECT_FALSE(findSlowFirst(target));
}

} // namespace
