//===- MemoryLeftTest.cpp - Memory cgroups of processes -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/MemoryLeft.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace memplace::runtime;

namespace {

/// Creates folders in the kernel's format.
class MemoryLeftTest : public ::testing::Test {
protected:
  MemoryLeftTest() {
    std::string path = testing::TempDir() + "memplace-left-XXXXXX";
    folder = mkdtemp(path.data());
  }
  ~MemoryLeftTest() override { std::filesystem::remove_all(folder); }

  void write(const std::string &path, const std::string &text) const {
    std::filesystem::path file = folder + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::optional<int64_t> left() const {
    return memoryLeft(folder + "/proc", folder + "/groups");
  }

private:
  std::string folder;
};

} // namespace

TEST_F(MemoryLeftTest, ReturnsNothingWithoutALimit) {
  EXPECT_EQ(left(), std::nullopt);
  write("proc/cgroup", "0::/a\n4:memory:/b\n");
  EXPECT_EQ(left(), std::nullopt);
  write("groups/a/memory.max", "max\n");
  write("groups/a/memory.current", "5\n");
  write("groups/memory/b/memory.limit_in_bytes", "9223372036854771712\n");
  write("groups/memory/b/memory.usage_in_bytes", "5\n");
  EXPECT_EQ(left(), std::nullopt);
}

TEST_F(MemoryLeftTest, Version2UsesTheTightestEnclosingGroup) {
  write("proc/cgroup", "0::/out/in\n");
  write("groups/out/in/memory.max", "1000\n");
  write("groups/out/in/memory.current", "700\n");
  EXPECT_EQ(left(), 300);
  // The page cache counts as free memory.
  write("groups/out/in/memory.stat", "anon 400\nfile 300\n");
  EXPECT_EQ(left(), 600);
  write("groups/out/memory.max", "2000\n");
  write("groups/out/memory.current", "1900\n");
  EXPECT_EQ(left(), 100);
  // Usage exceeds the limit, since the limit was lowered.
  write("groups/out/memory.max", "1500\n");
  EXPECT_EQ(left(), -400);
}

TEST_F(MemoryLeftTest, Version1UsesTheMemoryController) {
  write("proc/cgroup", "9:name=systemd:/\n4:cpu,memory:/box\n0::/\n");
  write("groups/memory/box/memory.limit_in_bytes", "1000\n");
  write("groups/memory/box/memory.usage_in_bytes", "700\n");
  write("groups/memory/box/memory.stat", "cache 1\ntotal_cache 200\n");
  EXPECT_EQ(left(), 500);
}
