//===- CoresTest.cpp - Interrupts and cores of threads --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/Cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sched.h>
#include <thread>
#include <unistd.h>

using namespace memplace::runtime;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class CoresTest : public testing::Test {
protected:
  void TearDown() override { std::filesystem::remove(path); }

  std::vector<int64_t> count(const std::string &text) {
    std::ofstream(path) << text;
    return countInterrupts(path);
  }

  const std::string path =
      testing::TempDir() + "interrupts-" + std::to_string(getpid());
};

TEST_F(CoresTest, CountsDeviceInterruptsByCore) {
  EXPECT_THAT(count("           CPU0       CPU1\n"
                    "  0:         12          0   IO-APIC   2-edge  timer\n"
                    " 36:          5     248643  PCI-MSIX   1-edge  disk 7\n"
                    "LOC:    1000000    1000000   Local timer interrupts\n"
                    "ERR:          0\n"),
              ElementsAre(17, 248643));
}

TEST_F(CoresTest, CountsZeroForCoresWithoutAColumn) {
  EXPECT_THAT(count("  CPU0  CPU3\n 9:  4  6  disk\n"),
              ElementsAre(4, 0, 0, 6));
}

TEST_F(CoresTest, CountsNothingWithoutAFile) {
  EXPECT_THAT(countInterrupts(path), IsEmpty());
  EXPECT_THAT(count(""), IsEmpty());
}

TEST_F(CoresTest, FindsACoreThatHandlesNearlyAllInterrupts) {
  EXPECT_EQ(findInterrupted({10, 100}, {10, 132}), 1);
  EXPECT_EQ(findInterrupted({10, 100}, {10, 131}), std::nullopt) << "too few";
  EXPECT_EQ(findInterrupted({10, 100}, {100, 110}), 0);
  EXPECT_EQ(findInterrupted({10, 100}, {100, 111}), std::nullopt) << "both";
  EXPECT_EQ(findInterrupted({}, {}), std::nullopt);
  EXPECT_EQ(findInterrupted({1}, {1000, 0}), std::nullopt) << "a core began";
}

TEST_F(CoresTest, AThreadLeavesACoreUnlessThatIsItsOnlyCore) {
  std::thread([] {
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    int last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(static_cast<size_t>(last), &all))
      --last;
    const bool hasOthers = CPU_COUNT(&all) > 1;
    EXPECT_EQ(leaveCore(last), hasOthers);
    cpu_set_t left;
    ASSERT_EQ(sched_getaffinity(0, sizeof left, &left), 0);
    EXPECT_EQ(CPU_ISSET(static_cast<size_t>(last), &left), !hasOthers);
    EXPECT_EQ(CPU_COUNT(&left), CPU_COUNT(&all) - hasOthers);
    EXPECT_EQ(leaveCore(last), false) << "it is not there";
  }).join();
}

} // namespace
