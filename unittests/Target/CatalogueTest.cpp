//===- CatalogueTest.cpp - Every built-in target is complete --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Target/Catalogue.h"

#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

using namespace memplace;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

TEST(CatalogueTest, HasTheseTargets) {
  EXPECT_EQ(
      builtinTargetNames(),
      (std::vector<std::string>{"ethos-u55-deep", "ethos-u65-high-end",
                                "h200-offload", "nnpi-1000", "toy", "tpu-v4",
                                "tpu-v4i", "tpu-v5e", "tpu-v5e-xla", "tpu-v5p",
                                "tpu-v6e", "tpu-v6e-xla", "wormhole-n150"}));
}

TEST(CatalogueTest, HoldsTheFilesOfItsFolder) {
  std::set<std::string> files;
  for (const auto &entry :
       fs::directory_iterator(MEMPLACE_SOURCE_DIR "/lib/Target/Catalogue")) {
    files.insert(entry.path().stem().string());
    Result<Target> fromFile = readTarget(entry.path().string());
    ASSERT_TRUE(fromFile) << fromFile.error();
    Result<Target> builtin = findBuiltinTarget(entry.path().stem().string());
    ASSERT_TRUE(builtin) << builtin.error();
    EXPECT_EQ(*builtin, *fromFile);
  }
  std::vector<std::string> names = builtinTargetNames();
  EXPECT_EQ(files, std::set<std::string>(names.begin(), names.end()));
}

// A problem may therefore name a target or include the target inline.
TEST(CatalogueTest, NoBuiltInTargetHasDefaultsForOps) {
  for (const std::string &name : builtinTargetNames())
    EXPECT_EQ(findBuiltinTarget(name)->opDefaults, OpDefaults()) << name;
}

TEST(CatalogueTest, AnUnknownNameListsTheKnownOnes) {
  Result<Target> target = findBuiltinTarget("gpu");
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error(),
              HasSubstr("there is no built-in target 'gpu'; there are "
                        "'ethos-u55-deep', 'ethos-u65-high-end'"));
}

TEST(CatalogueTest, IsListedInTheDocumentation) {
  Result<std::string> page =
      readFile(MEMPLACE_SOURCE_DIR "/docs/reference/targets.md");
  ASSERT_TRUE(page) << page.error();
  for (const std::string &name : builtinTargetNames())
    EXPECT_THAT(*page, HasSubstr("| `" + name + "` | "));
}

/// Returns the names of built-in targets, and the path of the example in
/// docs/guide/adding-a-target.md.
std::vector<std::string> allTargets() {
  std::vector<std::string> all = builtinTargetNames();
  all.push_back(MEMPLACE_SOURCE_DIR "/examples/camera-npu.json");
  return all;
}

class EveryTargetTest : public testing::TestWithParam<std::string> {
protected:
  Target target = *loadTarget(GetParam());
};

TEST_P(EveryTargetTest, HasTheNameOfItsFile) {
  EXPECT_EQ(target.name, fs::path(GetParam()).stem());
}

TEST_P(EveryTargetTest, ReadsBackEqual) {
  Result<Target> again = parseTarget(printTarget(target), "again");
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, target);
}

/// Returns the paths of all numbers, of the combination of op times, and of all
/// fields of channels and pieces without their default.
std::set<std::string> numbersOf(const Target &target) {
  std::set<std::string> paths = {"combine", "compute.launch_ps"};
  for (size_t i = 0; i < target.tiers.size(); ++i)
    for (const char *field : {"capacity", "alignment", "read_bytes_per_second",
                              "write_bytes_per_second"})
      paths.insert("tiers[" + std::to_string(i) + "]." + field);
  for (size_t i = 0; i < target.channels.size(); ++i)
    for (const char *field : {"bytes_per_second", "latency_ps"})
      paths.insert("channels[" + std::to_string(i) + "]." + field);
  for (size_t i = 0; i < target.channels.size(); ++i) {
    const Channel &channel = target.channels[i];
    const std::string path = "channels[" + std::to_string(i) + "].";
    if (channel.order != Channel().order)
      paths.insert(path + "order");
    if (channel.dimensions != Channel().dimensions)
      paths.insert(path + "dimensions");
    if (channel.leastRun != Channel().leastRun)
      paths.insert(path + "least_run");
  }
  if (target.piecePs != 0)
    paths.insert("compute.piece_ps");
  for (const auto &[type, flops] : target.flopsPerSecond)
    paths.insert("compute.flops_per_second." + type);
  return paths;
}

TEST_P(EveryTargetTest, HasASourceForExactlyItsNumbers) {
  std::set<std::string> sourced;
  for (const auto &[path, source] : target.sources) {
    sourced.insert(path);
    EXPECT_NE(source.source, "") << path;
  }
  EXPECT_EQ(sourced, numbersOf(target));
}

TEST_P(EveryTargetTest, ListsTheFastestTierFirst) {
  for (size_t i = 1; i < target.tiers.size(); ++i)
    EXPECT_GT(target.tiers[i - 1].readBytesPerSecond,
              target.tiers[i].readBytesPerSecond)
        << target.tiers[i].name;
}

TEST_P(EveryTargetTest, HasAChannelFromEachTierToTheFastest) {
  for (TierId tier = 1; tier < TierId(target.tiers.size()); ++tier)
    EXPECT_FALSE(target.channelsBetween(tier, 0).empty());
}

TEST_P(EveryTargetTest, CanWriteItsDefaultTier) {
  EXPECT_FALSE(target.tiers[target.defaultTier].isReadOnly());
  for (const Channel &channel : target.channels)
    EXPECT_FALSE(target.tiers[channel.to].isReadOnly()) << channel.name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryTargetTest,
                         testing::ValuesIn(allTargets()), [](const auto &info) {
                           std::string name = fs::path(info.param).stem();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(CatalogueTest, FlashIsReadOnly) {
  Target target = *findBuiltinTarget("ethos-u55-deep");
  EXPECT_TRUE(target.tiers[*target.findTier("flash")].isReadOnly());
}

TEST(CatalogueTest, LoadTargetAcceptsANameOrAPath) {
  EXPECT_EQ(*loadTarget("toy"), *findBuiltinTarget("toy"));
  EXPECT_EQ(
      *loadTarget(MEMPLACE_SOURCE_DIR "/lib/Target/Catalogue/tpu-v5e.json"),
      *findBuiltinTarget("tpu-v5e"));
  EXPECT_THAT(loadTarget("toy.json").error(), HasSubstr("cannot open"));
  EXPECT_THAT(loadTarget("./toy").error(), HasSubstr("cannot open"));
  EXPECT_THAT(loadTarget("tpu").error(), HasSubstr("no built-in target"));
}

} // namespace
