//===- RuntimeTest.cpp - Tests of the runtime's C interface ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Runtime/Runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <thread>
#include <vector>

namespace {

constexpr int64_t page = MEMPLACE_RT_PAGE_BYTES;

/// A checked arena of some pages, released at the end of the test.
struct CheckedPages {
  explicit CheckedPages(int64_t pages)
      : base(static_cast<char *>(
            memplace_rt_arena_alloc_checked("fast", pages * page, page))) {}
  ~CheckedPages() { memplace_rt_arena_free("fast", base); }
  char *at(int64_t index) const { return base + index * page; }

  char *base;
};

int64_t start(void *destination, const void *source, int64_t bytes) {
  return memplace_rt_transfer_start("in", "slow", "fast", destination, source,
                                    bytes);
}

/// Starts a transfer of rows of 4 bytes, 16 bytes apart in the source and
/// adjacent in the destination.
int64_t startRows(void *destination, const void *source, int64_t count) {
  const int64_t loops[] = {count, 4, 16};
  return memplace_rt_transfer_start_rows("in", "slow", "fast", destination,
                                         source, 4, 1, loops);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

TEST(RuntimeTest, RowsAreCopiedWithoutTheGaps) {
  std::vector<char> source(64), destination(20, 'x');
  std::iota(source.begin(), source.end(), 0);

  memplace_rt_transfer_wait(startRows(destination.data(), source.data(), 4));

  EXPECT_THAT(destination,
              testing::ElementsAre(0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35,
                                   48, 49, 50, 51, 'x', 'x', 'x', 'x'));
}

TEST(RuntimeTest, GapsBetweenRowsMayBeWrittenMeanwhile) {
  CheckedPages pages(1);
  std::vector<char> source(64, 1);
  memplace_rt_acquire(pages.at(0), page, 0);

  const int64_t token = startRows(pages.at(0), source.data(), 4);
  source[5] = 2;
  memplace_rt_transfer_wait(token);

  EXPECT_EQ(pages.at(0)[15], 1);
  memplace_rt_release(pages.at(0), page);
}

//===----------------------------------------------------------------------===//
// Plain arenas
//===----------------------------------------------------------------------===//

TEST(RuntimeTest, ArenasAreAlignedAndDisjoint) {
  void *a = memplace_rt_arena_alloc("aligned", 100, 4096);
  void *b = memplace_rt_arena_alloc("aligned", 100, 4096);

  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 4096, 0u);
  EXPECT_NE(a, b);

  memplace_rt_tier_statistics statistics;
  ASSERT_EQ(memplace_rt_get_tier_statistics("aligned", &statistics), 1);
  EXPECT_EQ(statistics.current_bytes, 200);
  memplace_rt_arena_free("aligned", a);
  memplace_rt_arena_free("aligned", b);
  ASSERT_EQ(memplace_rt_get_tier_statistics("aligned", &statistics), 1);
  EXPECT_EQ(statistics.arenas, 2);
  EXPECT_EQ(statistics.current_bytes, 0);
  EXPECT_EQ(statistics.peak_bytes, 200);
}

TEST(RuntimeTest, TransfersCopyAndAreCounted) {
  std::vector<int> source(1000), destination(1000, -1);
  std::iota(source.begin(), source.end(), 0);

  int64_t token =
      memplace_rt_transfer_start("counted", "slow", "fast", destination.data(),
                                 source.data(), 1000 * sizeof(int));
  memplace_rt_transfer_wait(token);

  EXPECT_GT(token, 0);
  EXPECT_EQ(destination, source);
  memplace_rt_channel_statistics statistics;
  ASSERT_EQ(memplace_rt_get_channel_statistics("counted", &statistics), 1);
  EXPECT_EQ(statistics.transfers, 1);
  EXPECT_EQ(statistics.bytes, 4000);
}

TEST(RuntimeTest, OneChannelCopiesInTheOrderOfStarts) {
  // Each copy reads the result of the copy before.
  std::vector<std::vector<char>> chain(20, std::vector<char>(1 << 16));
  std::fill(chain[0].begin(), chain[0].end(), 'x');

  int64_t token = 0;
  for (size_t i = 1; i < chain.size(); ++i)
    token = memplace_rt_transfer_start("fifo", "a", "b", chain[i].data(),
                                       chain[i - 1].data(), 1 << 16);
  memplace_rt_transfer_wait(token);

  EXPECT_EQ(chain.back(), chain.front());
}

TEST(RuntimeTest, WaitingTwiceIsAllowed) {
  char a = 'a', b = 'b';
  int64_t token = start(&b, &a, 1);

  memplace_rt_transfer_wait(token);
  memplace_rt_transfer_wait(token);

  EXPECT_EQ(b, 'a');
}

TEST(RuntimeTest, SeveralThreadsShareAChannel) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t, &wrong] {
      for (int i = 0; i < 200; ++i) {
        int source = t * 1000 + i, destination = -1;
        memplace_rt_transfer_wait(memplace_rt_transfer_start(
            "shared", "slow", "fast", &destination, &source, sizeof source));
        wrong[t] += destination != source;
      }
    });
  for (std::thread &thread : threads)
    thread.join();

  EXPECT_THAT(wrong, testing::Each(0));
}

TEST(RuntimeTest, ABandwidthLimitsTheSpeedOfATransfer) {
  memplace_rt_set_channel_bandwidth("limited", 1e6);
  std::vector<char> source(20000), destination(20000);

  memplace_rt_transfer_wait(memplace_rt_transfer_start(
      "limited", "slow", "fast", destination.data(), source.data(), 20000));

  // Only a lower limit is tested, since machines may be slower than requested.
  memplace_rt_channel_statistics statistics;
  ASSERT_EQ(memplace_rt_get_channel_statistics("limited", &statistics), 1);
  EXPECT_GE(statistics.busy_ns, 20'000'000);
}

TEST(RuntimeTest, StatisticsAreWrittenAsJson) {
  memplace_rt_arena_free("quo\"ted", memplace_rt_arena_alloc("quo\"ted", 7, 1));
  std::string path = testing::TempDir() + "statistics.json";

  ASSERT_EQ(memplace_rt_write_statistics(path.c_str()), 0);

  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(text, testing::HasSubstr("\"quo\\\"ted\": {\"arenas\": 1, "
                                       "\"current_bytes\": 0, "
                                       "\"peak_bytes\": 7}"));
  EXPECT_NE(memplace_rt_write_statistics("/no/such/folder/x"), 0);
}

TEST(RuntimeTest, UnknownNamesHaveNoStatistics) {
  memplace_rt_tier_statistics tier;
  memplace_rt_channel_statistics channel;

  EXPECT_EQ(memplace_rt_get_tier_statistics("nowhere", &tier), 0);
  EXPECT_EQ(memplace_rt_get_channel_statistics("nowhere", &channel), 0);
}

//===----------------------------------------------------------------------===//
// Checked arenas: allowed accesses
//===----------------------------------------------------------------------===//

TEST(CheckedArenaTest, AcquiredSlotsArePoisonedAndHoldWrites) {
  CheckedPages arena(2);

  memplace_rt_acquire(arena.at(1), page, 0);

  EXPECT_EQ(arena.at(1)[page - 1], '\xFF');
  arena.at(1)[0] = 'x';
  EXPECT_EQ(arena.at(1)[0], 'x');
  memplace_rt_release(arena.at(1), page);
}

TEST(CheckedArenaTest, KeepContentsPreservesContents) {
  CheckedPages arena(1);
  memplace_rt_acquire(arena.base, 8, 0);
  strcpy(arena.base, "kept");
  memplace_rt_release(arena.base, 8);

  memplace_rt_acquire(arena.base, 8, 1);
  EXPECT_STREQ(arena.base, "kept");
  memplace_rt_release(arena.base, 8);

  memplace_rt_acquire(arena.base, 8, 0);
  EXPECT_EQ(arena.base[0], '\xFF');
}

TEST(CheckedArenaTest, TransfersCopyInAndOutAndTheirSourceMayBeRead) {
  CheckedPages arena(2);
  memplace_rt_acquire(arena.at(0), page, 0);
  memplace_rt_acquire(arena.at(1), page, 0);
  std::vector<char> outside(page, 'o'), back(page);

  memplace_rt_transfer_wait(start(arena.at(0), outside.data(), page));
  int64_t inner = start(arena.at(1), arena.at(0), page);
  int64_t outer = start(back.data(), arena.at(0), page);
  EXPECT_EQ(arena.at(0)[17], 'o'); // Reading a source is fine.
  memplace_rt_transfer_wait(inner);
  memplace_rt_transfer_wait(outer);

  EXPECT_EQ(arena.at(1)[page - 1], 'o');
  EXPECT_EQ(back, outside);
  arena.at(0)[0] = 'w'; // Writing after the waits is fine, too.
}

//===----------------------------------------------------------------------===//
// Checked arenas: detected errors
//===----------------------------------------------------------------------===//

/// Expects the checked arena to end the process, with a message.
#define EXPECT_ILLEGAL(statement, message)                                     \
  EXPECT_EXIT(statement, testing::ExitedWithCode(42), message)
#define EXPECT_MISUSE(statement, message)                                      \
  EXPECT_EXIT(statement, testing::ExitedWithCode(41), message)

class CheckedArenaDeathTest : public testing::Test {
protected:
  // Channels have threads, so each death test needs a fresh process.
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(CheckedArenaDeathTest, DetectsAReadBeforeTheResidency) {
  CheckedPages arena(2);
  memplace_rt_acquire(arena.at(0), page, 0);

  EXPECT_ILLEGAL(std::exit(arena.at(1)[3]),
                 "illegal access to offset 4099 of tier 'fast': no residency");
}

TEST_F(CheckedArenaDeathTest, DetectsAWriteAfterTheResidency) {
  CheckedPages arena(1);
  memplace_rt_acquire(arena.base, page, 0);
  memplace_rt_release(arena.base, page);

  EXPECT_ILLEGAL(arena.base[0] = 1, "no residency is at this step there");
}

TEST_F(CheckedArenaDeathTest, DetectsAReadOfADestinationBeforeTheWait) {
  std::vector<char> source(page, 's');
  EXPECT_ILLEGAL(
      {
        CheckedPages arena(1);
        memplace_rt_acquire(arena.base, page, 0);
        start(arena.base, source.data(), page);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::exit(arena.base[0]); // Arrived by now, but without a wait.
      },
      "precedes the wait for a transfer into this offset");
}

TEST_F(CheckedArenaDeathTest, DetectsAWriteOfASourceBeforeTheWait) {
  std::vector<char> destination(page);
  EXPECT_ILLEGAL(
      {
        CheckedPages arena(1);
        memplace_rt_acquire(arena.base, page, 0);
        start(destination.data(), arena.base, page);
        arena.base[0] = 1;
      },
      "write precedes the wait for a transfer from this offset");
}

TEST_F(CheckedArenaDeathTest,
       DetectsAWriteOfARowOfAnOutsideSourceBeforeTheWait) {
  EXPECT_EXIT(
      {
        CheckedPages pages(1);
        std::vector<char> source(64, 1);
        memplace_rt_acquire(pages.at(0), page, 0);
        const int64_t token = startRows(pages.at(0), source.data(), 4);
        source[17] = 2;
        memplace_rt_transfer_wait(token);
      },
      testing::ExitedWithCode(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS),
      "the source of a transfer of 16 bytes was written before");
}

TEST_F(CheckedArenaDeathTest, DetectsAWriteOfAnOutsideSourceBeforeTheWait) {
  EXPECT_ILLEGAL(
      {
        std::vector<char> source(page, 's');
        CheckedPages arena(1);
        memplace_rt_acquire(arena.base, page, 0);
        int64_t token = start(arena.base, source.data(), page);
        source[page - 1] = 't';
        memplace_rt_transfer_wait(token);
      },
      "the source of a transfer of 4096 bytes was written");
}

TEST_F(CheckedArenaDeathTest, DetectsATransferWithoutAResidency) {
  std::vector<char> source(page);
  EXPECT_ILLEGAL(
      {
        CheckedPages arena(1);
        start(arena.base, source.data(), page);
      },
      "transfer into offset 0 of tier 'fast' starts without a residency there");
}

TEST_F(CheckedArenaDeathTest, DetectsAReleaseDuringATransfer) {
  std::vector<char> source(page);
  EXPECT_ILLEGAL(
      {
        CheckedPages arena(1);
        memplace_rt_acquire(arena.base, page, 0);
        start(arena.base, source.data(), page);
        memplace_rt_release(arena.base, page);
      },
      "residency ends at offset 0 of tier 'fast' before the wait for a");
}

TEST_F(CheckedArenaDeathTest, RejectsUnalignedSlots) {
  CheckedPages arena(1);
  EXPECT_MISUSE(memplace_rt_acquire(arena.base + 64, 8, 0),
                "place with slot-alignment=4096");
}

TEST_F(CheckedArenaDeathTest, RejectsSlotsBeyondTheArena) {
  CheckedPages arena(2);
  memplace_rt_acquire(arena.at(1), page, 0);
  EXPECT_MISUSE(memplace_rt_acquire(arena.at(1), page + 1, 0),
                "ends after the arena of");
}

TEST_F(CheckedArenaDeathTest, FaultsElsewhereKeepTheirSignal) {
  // Replaces a sanitizer's handler, which would exit.
  signal(SIGSEGV, SIG_DFL);
  CheckedPages arena(1);
  EXPECT_EXIT(*reinterpret_cast<volatile char *>(8) = 1,
              testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(CheckedArenaDeathTest, RejectsUnknownTokensAndArenas) {
  EXPECT_MISUSE(memplace_rt_transfer_wait(123456), "never started");
  EXPECT_MISUSE(memplace_rt_transfer_wait(0), "never started");
  char byte;
  EXPECT_MISUSE(memplace_rt_arena_free("fast", &byte),
                "is not the address of an arena");
  EXPECT_MISUSE(memplace_rt_arena_alloc("fast", 0, 8), "at least 1");
  EXPECT_MISUSE(memplace_rt_arena_alloc("fast", 8, 3), "power of two");
}

TEST_F(CheckedArenaDeathTest, DetectsOverlappingArguments) {
  char bytes[10];
  const void *pointers[] = {bytes + 5, bytes, bytes + 5};
  int64_t apart[] = {5, 5, 0}, overlapping[] = {5, 6, 0};

  memplace_rt_check_no_alias("main", 3, pointers, apart);
  EXPECT_ILLEGAL(memplace_rt_check_no_alias("main", 3, pointers, overlapping),
                 "memref arguments 0 and 1 of 'main' overlap");
}

} // namespace
