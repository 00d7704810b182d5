//===- SessionTest.cpp - Sessions, and reads that fail --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionFixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cstring>
#include <sys/stat.h>
#include <thread>

using namespace memplace::test;
using testing::HasSubstr;

namespace {

TEST_F(SessionTest, ReadsTheFileAtAnyAlignment) {
  for (int withoutUring : {0, 1})
    for (int withoutDirect : {0, 1})
      for (int64_t offset : {4096, 8192 + 8, 20001})
        for (int64_t place : {0, 8, 4096}) {
          SCOPED_TRACE(testing::Message() << offset << " to " << place);
          options.without_io_uring = withoutUring;
          options.without_direct = withoutDirect;
          SessionPointer session = open(offset, 19999);

          EXPECT_TRUE(call(session.get(), place))
              << memplace_rt_session_error(session.get());
          EXPECT_TRUE(isSeen);
        }
}

TEST_F(SessionTest, ReadsAlignedBytesDirectlyToTheirPlace) {
  SessionPointer session = open(/*offset=*/8192, /*bytes=*/16384);

  ASSERT_TRUE(call(session.get()));
  ASSERT_TRUE(call(session.get()));

  memplace_rt_session_statistics numbers;
  memplace_rt_session_get_statistics(session.get(), &numbers);
  EXPECT_EQ(numbers.copied_bytes, 0);
  EXPECT_EQ(numbers.read_bytes, 16384);
  EXPECT_EQ(numbers.reads, 2);
}

TEST_F(SessionTest, ReadsKeptWeightsOnceAndReusesTheirArena) {
  SessionPointer session = open();

  ASSERT_TRUE(call(session.get()));
  memplace_rt_session_statistics first;
  memplace_rt_session_get_statistics(session.get(), &first);
  char *arena = lastArena;
  ASSERT_TRUE(call(session.get()));
  memplace_rt_session_statistics second;
  memplace_rt_session_get_statistics(session.get(), &second);

  EXPECT_GE(first.prime_bytes, weightBytes);
  EXPECT_EQ(second.prime_bytes, 0);
  EXPECT_LT(second.read_bytes, first.read_bytes);
  EXPECT_EQ(lastArena, arena);
  EXPECT_EQ(second.arena_bytes, weightBytes);
}

TEST_F(SessionTest, ContinuesAfterShortReads) {
  options.hook = {Faults::read, &faults};
  options.without_direct = 1; // The hook also receives unaligned reads.
  for (int64_t largest : {1, 1000, 5000}) {
    faults.largestRead = largest;
    SessionPointer session = open(/*offset=*/20000, /*bytes=*/9000);

    EXPECT_TRUE(call(session.get()))
        << memplace_rt_session_error(session.get());
  }
}

TEST_F(SessionTest, ReportsAFailedReadAndRecovers) {
  options.hook = {Faults::read, &faults};
  SessionPointer session = open();
  for (int reads : {0, 1, 2}) {
    faults.numReadsBeforeError = reads;

    EXPECT_FALSE(call(session.get())) << reads;
    EXPECT_FALSE(isSeen);
    EXPECT_THAT(
        memplace_rt_session_error(session.get()),
        AllOf(HasSubstr(path), HasSubstr("at byte "), HasSubstr("(errno 5)")));

    faults.numReadsBeforeError = -1;
    EXPECT_TRUE(call(session.get()));
    EXPECT_STREQ(memplace_rt_session_error(session.get()), "");
  }
}

TEST_F(SessionTest, CopiesFromFilesAndMemoryImmediately) {
  options.hook = {Faults::read, &faults};
  SessionPointer session = open();
  bool isDone = false;
  programOfThread = [&] {
    char *streamed =
        static_cast<char *>(memplace_rt_session_argument(session.get(), 1));
    std::vector<char> row(5000), same(5000);
    memplace_rt_copy(row.data(), streamed + 4999, 5000);
    memplace_rt_copy(same.data(), row.data(), 5000);
    for (int64_t index = 0; index < 5000; ++index)
      ASSERT_EQ(same[index], byteAt(24999 + index));
    isDone = true;
  };
  EXPECT_EQ(memplace_rt_session_call(session.get(), runProgram), 1);
  EXPECT_TRUE(isDone);
  memplace_rt_session_statistics statistics;
  memplace_rt_session_get_statistics(session.get(), &statistics);
  EXPECT_GE(statistics.read_bytes - statistics.prime_bytes, 5000);
  EXPECT_LE(statistics.read_bytes - statistics.prime_bytes, 5000 + 2 * 4096);
  EXPECT_GT(statistics.stall_ns, 0);

  // The copy fails in the same way as a transfer, and works again.
  faults.numReadsBeforeError = 0;
  isDone = false;
  EXPECT_EQ(memplace_rt_session_call(session.get(), runProgram), 0);
  EXPECT_FALSE(isDone);
  EXPECT_THAT(memplace_rt_session_error(session.get()), HasSubstr("(errno 5)"));
  faults.numReadsBeforeError = -1;
  EXPECT_EQ(memplace_rt_session_call(session.get(), runProgram), 1);
  EXPECT_TRUE(isDone);
}

TEST_F(SessionTest, RefusesAFileThatIsTruncatedBetweenCalls) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));

  std::filesystem::resize_file(path, 30000);

  EXPECT_FALSE(call(session.get()));
  EXPECT_FALSE(isSeen);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("has 30000 bytes, but had 50000"));

  writeFile();
  EXPECT_TRUE(call(session.get()));
}

TEST_F(SessionTest, RefusesAFileThatIsTruncatedInTheMiddleOfACall) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));
  // Runs between the check and the read.
  programOfThread = [&] {
    std::filesystem::resize_file(path, 30000);
    std::vector<char> place(20000);
    int64_t token = memplace_rt_transfer_start(
        "read", "file", "ram", place.data(),
        memplace_rt_session_argument(session.get(), 1), 20000);
    memplace_rt_transfer_wait(token);
    ADD_FAILURE() << "the bytes are not there";
  };

  EXPECT_FALSE(memplace_rt_session_call(session.get(), runProgram));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("ends before byte 40000"));

  writeFile();
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(SessionTest, GivesNoResultIfTheFileIsRemovedDuringACall) {
  SessionPointer session = open();
  duringTransfer = [this] { std::filesystem::remove(path); };

  EXPECT_FALSE(call(session.get()));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              AllOf(HasSubstr(path), HasSubstr("No such file")));

  duringTransfer = [] {};
  EXPECT_FALSE(call(session.get())) << "the file is still not there";
  writeFile();
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(SessionTest, GivesNoResultIfTheFileIsReplacedDuringACall) {
  SessionPointer session = open();
  duringTransfer = [this] {
    std::filesystem::rename(path, path + ".old");
    writeFile();
  };

  EXPECT_FALSE(call(session.get()));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("has changed"));

  duringTransfer = [] {};
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
  std::filesystem::remove(path + ".old");
}

TEST_F(SessionTest, RefusesAFileReplacedByOtherWeights) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));
  {
    std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
    out.put('x'); // Before byte 16, where the first weight begins.
  }

  EXPECT_FALSE(call(session.get()));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("other weights"));
}

TEST_F(SessionTest, RefusesAFileReplacedByOneWithAnotherTableBehindWeights) {
  const char *paths[] = {path.c_str()};
  memplace_rt_argument_spec arguments[] = {
      {.kind = MEMPLACE_RT_KEPT, .file = 0, .offset = 16, .bytes = 100},
      {.kind = MEMPLACE_RT_TABLE, .file = 0, .offset = 200, .bytes = 8}};
  char error[1024] = "";
  SessionPointer session(memplace_rt_session_open(
      paths, 1, arguments, 2, &options, error, sizeof error));
  ASSERT_TRUE(session) << error;
  auto change = [this](int64_t place) {
    std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(place);
    out.put(static_cast<char>(byteAt(place) + 1));
  };
  auto nothing = [] {};

  EXPECT_EQ(memplace_rt_session_call(session.get(), nothing), 1);
  change(199);
  change(208);
  EXPECT_EQ(memplace_rt_session_call(session.get(), nothing), 1);
  change(207);
  EXPECT_EQ(memplace_rt_session_call(session.get(), nothing), 0);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("other weights"));
}

TEST_F(SessionTest, RefusesATableBeyondTheEndOfItsFile) {
  const char *paths[] = {path.c_str()};
  memplace_rt_argument_spec table = {.kind = MEMPLACE_RT_TABLE,
                                     .file = 0,
                                     .offset = fileBytes - 7,
                                     .bytes = 8};
  char error[1024] = "";
  EXPECT_EQ(memplace_rt_session_open(paths, 1, &table, 1, &options, error,
                                     sizeof error),
            nullptr);
  EXPECT_THAT(error, HasSubstr("too few for a table of 8 bytes"));
}

TEST_F(SessionTest, RefusesAPipeInPlaceOfItsFileImmediately) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);

  EXPECT_FALSE(call(session.get()));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("is not a file, but a folder, a pipe or a device"));

  std::filesystem::remove(path);
  writeFile();
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(SessionTest, RereadsAFileWrittenWithItsOldTimestamp) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));
  auto time = std::filesystem::last_write_time(path);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  writeFile();
  std::filesystem::last_write_time(path, time);

  ASSERT_TRUE(call(session.get()));

  memplace_rt_session_statistics numbers;
  memplace_rt_session_get_statistics(session.get(), &numbers);
  EXPECT_GE(numbers.prime_bytes, weightBytes);
}

TEST_F(SessionTest, EndsACancelledCallAndRecovers) {
  SessionPointer session = open();
  duringTransfer = [&] {
    std::thread([&] { memplace_rt_session_cancel(session.get()); }).join();
  };
  // If the transfer arrived before, the next call is cancelled.
  bool isDone = call(session.get());
  duringTransfer = [] {};
  if (isDone)
    EXPECT_FALSE(call(session.get()));
  EXPECT_STREQ(memplace_rt_session_error(session.get()),
               "the session was cancelled");

  EXPECT_TRUE(call(session.get()));
}

TEST_F(SessionTest, LeavesNoThreadAndNoOpenFile) {
  auto countFiles = [] {
    auto files = std::filesystem::directory_iterator("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  auto filesBefore = countFiles();
  size_t before = countThreads();
  options.hook = {Faults::read, &faults};
  SessionPointer session = open();
  EXPECT_EQ(countThreads(), before + 1);
  faults.numReadsBeforeError = 4;
  EXPECT_FALSE(call(session.get()));
  memplace_rt_session_cancel(session.get());
  session.reset();

  EXPECT_EQ(countThreads(), before);
  EXPECT_EQ(countFiles(), filesBefore);
}

TEST_F(SessionTest, SessionsInTwoThreadsShareNothing) {
  SessionPointer a = open();
  SessionPointer b = open();
  char *arenas[2] = {};
  auto runSome = [](memplace_rt_session *session) {
    for (int round = 0; round < 20; ++round)
      EXPECT_TRUE(memplace_rt_session_call(session, runProgram));
  };
  auto makeProgram = [this](memplace_rt_session *session, char *&arenaOut) {
    return [=, this, &arenaOut] {
      char *arena = static_cast<char *>(
          memplace_rt_arena_alloc("ram", weightBytes, 4096));
      int64_t token = memplace_rt_transfer_start(
          "read", "file", "ram", arena,
          memplace_rt_session_argument(session, 1), weightBytes);
      memplace_rt_transfer_wait(token);
      EXPECT_EQ(arena[weightBytes - 1],
                byteAt(streamedOffset + weightBytes - 1));
      arenaOut = arena;
      memplace_rt_arena_free("ram", arena);
    };
  };
  std::thread other([&] {
    programOfThread = makeProgram(b.get(), arenas[1]);
    runSome(b.get());
  });
  programOfThread = makeProgram(a.get(), arenas[0]);
  runSome(a.get());
  other.join();

  EXPECT_NE(arenas[0], arenas[1]);
  EXPECT_NE(memplace_rt_session_argument(a.get(), 0),
            memplace_rt_session_argument(b.get(), 0));
}

using SessionDeathTest = SessionTest;

TEST_F(SessionDeathTest, StopsAnOpThatReadsTheFileTier) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  SessionPointer session = open();

  EXPECT_DEATH(
      {
        auto *streamed = static_cast<volatile char *>(
            memplace_rt_session_argument(session.get(), 1));
        static_cast<void>(*streamed);
      },
      "");
}

TEST_F(SessionTest, ReadsIntoACheckedArena) {
  SessionPointer session = open();
  programOfThread = [&] {
    auto *arena = static_cast<char *>(
        memplace_rt_arena_alloc_checked("ram", 20480, 4096));
    memplace_rt_acquire(arena, weightBytes, 0);
    int64_t token = memplace_rt_transfer_start(
        "read", "file", "ram", arena,
        memplace_rt_session_argument(session.get(), 1), weightBytes);
    memplace_rt_transfer_wait(token);
    EXPECT_EQ(arena[0], byteAt(streamedOffset));
    memplace_rt_release(arena, weightBytes);
    memplace_rt_arena_free("ram", arena);
  };

  EXPECT_TRUE(memplace_rt_session_call(session.get(), runProgram));
}

TEST_F(SessionTest, RefusesAWeightBeyondTheEndOfItsFile) {
  const char *paths[] = {path.c_str()};
  char error[1024] = "";
  memplace_rt_argument_spec oneByteTooFar = {.kind = MEMPLACE_RT_STREAMED,
                                             .file = 0,
                                             .offset = fileBytes - 99,
                                             .bytes = 100};

  EXPECT_FALSE(memplace_rt_session_open(paths, 1, &oneByteTooFar, 1, nullptr,
                                        error, sizeof error));
  EXPECT_THAT(error, HasSubstr("has 50000 bytes"));

  const char *missing[] = {"/nowhere/weights"};
  EXPECT_FALSE(memplace_rt_session_open(missing, 1, &oneByteTooFar, 1, nullptr,
                                        error, sizeof error));
  EXPECT_THAT(error, HasSubstr("cannot read '/nowhere/weights': No such file"));
}

TEST_F(SessionTest, MapsWeightsForTheKernelToRead) {
  const char *paths[] = {path.c_str()};
  options.advice = 3; // MADV_WILLNEED.
  memplace_rt_argument_spec mapped = {
      .kind = MEMPLACE_RT_MAPPED, .file = 0, .offset = 5000, .bytes = 20000};
  char error[1024] = "";
  SessionPointer session(memplace_rt_session_open(
      paths, 1, &mapped, 1, &options, error, sizeof error));
  ASSERT_TRUE(session) << error;
  programOfThread = [&] {
    auto *bytes = static_cast<const char *>(
        memplace_rt_session_argument(session.get(), 0));
    for (int64_t index = 0; index < mapped.bytes; ++index)
      ASSERT_EQ(bytes[index], byteAt(5000 + index));
  };

  EXPECT_TRUE(memplace_rt_session_call(session.get(), runProgram));
}

TEST_F(SessionTest, ReportsTimesOfStepsAndTransfers) {
  SessionPointer session = open();
  programOfThread = [&] {
    std::vector<char> place(20000);
    int64_t token = memplace_rt_transfer_start(
        "read", "file", "ram", place.data(),
        memplace_rt_session_argument(session.get(), 1), weightBytes);
    memplace_rt_transfer_wait(token);
    memplace_rt_step_begin(7);
    memplace_rt_step_end(7);
  };
  ASSERT_TRUE(memplace_rt_session_call(session.get(), runProgram));

  std::vector<memplace_rt_event> events(3);
  // In the first call, filling the kept arena is a transfer, too.
  ASSERT_EQ(memplace_rt_session_events(session.get(), events.data(), 3), 3);
  EXPECT_EQ(events[0].is_transfer, 0);
  EXPECT_EQ(events[0].index, 7);
  EXPECT_LE(events[0].begin_ns, events[0].end_ns);
  EXPECT_EQ(events[2].is_transfer, 1);
  EXPECT_LE(events[2].begin_ns, events[2].flow_ns);
  EXPECT_LE(events[2].flow_ns, events[2].end_ns);
  EXPECT_LE(events[2].end_ns, events[0].begin_ns);
}

TEST_F(SessionTest, MeasuresReadsAndMemory) {
  char error[1024] = "";

  EXPECT_GT(memplace_rt_measure_read(path.c_str(), 0, 49152, 8192, 2, 2, error,
                                     sizeof error),
            0)
      << error;
  EXPECT_LT(memplace_rt_measure_read("/nowhere", 0, 49152, 8192, 2, 1, error,
                                     sizeof error),
            0);
  EXPECT_THAT(error, HasSubstr("/nowhere"));
  for (int32_t work : {MEMPLACE_RT_MEMORY_READ, MEMPLACE_RT_MEMORY_WRITE,
                       MEMPLACE_RT_MEMORY_COPY})
    EXPECT_GT(memplace_rt_measure_memory(work, 1 << 20), 0);
}

} // namespace
