//===- ScratchTest.cpp - Scratch files, and writes that fail --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionFixture.h"

#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <thread>
#include <unistd.h>

using namespace memplace::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// Sessions with a scratch file of 16 pages.
class ScratchTest : public SessionTest {
protected:
  static constexpr int64_t page = MEMPLACE_RT_PAGE_BYTES;
  static constexpr int64_t scratchBytes = 16 * page;

  void SetUp() override {
    SessionTest::SetUp();
    options.scratch = folder.c_str();
    options.scratch_bytes = scratchBytes;
    options.hook = {Faults::read, &faults, Faults::write};
  }

  /// Calls a program that writes \p bytes to the scratch file, overwrites their
  /// source and reads the bytes back. Returns false if the session abandoned
  /// the call.
  bool callAndCompare(memplace_rt_session *session, int64_t bytes,
                      bool isChecked = false) {
    programOfThread = [=, this] {
      char *out = static_cast<char *>(
          memplace_rt_arena_alloc("file", scratchBytes, page));
      auto *allocate =
          isChecked ? memplace_rt_arena_alloc_checked : memplace_rt_arena_alloc;
      char *arena = static_cast<char *>(allocate("ram", scratchBytes, page));
      memplace_rt_acquire(arena, bytes, 0);
      for (int64_t index = 0; index < bytes; ++index)
        arena[index] = byteAt(index);
      int64_t token = memplace_rt_transfer_start("write", "ram", "file",
                                                 out + page, arena, bytes);
      duringTransfer();
      memplace_rt_transfer_wait(token);
      memset(arena, 0x55, static_cast<size_t>(bytes));
      token = memplace_rt_transfer_start("read", "file", "ram", arena,
                                         out + page, bytes);
      memplace_rt_transfer_wait(token);
      isSeen = true;
      for (int64_t index = 0; index < bytes; ++index)
        ASSERT_EQ(arena[index], byteAt(index)) << index;
      memplace_rt_release(arena, bytes);
      memplace_rt_arena_free("ram", arena);
      memplace_rt_arena_free("file", out);
    };
    isSeen = false;
    return memplace_rt_session_call(session, runProgram) != 0;
  }

  std::string folder = testing::TempDir();
};

TEST_F(ScratchTest, ReadsBackWrittenBytesOfAnySize) {
  for (int layer : {0, 1, 2}) {
    if (layer < 2)
      options.hook = {};
    options.without_io_uring = layer;
    SessionPointer session = open();
    for (int64_t bytes : {int64_t(1), page - 1, page, 3 * page + 5, 9 * page}) {
      SCOPED_TRACE(bytes);
      EXPECT_TRUE(callAndCompare(session.get(), bytes))
          << memplace_rt_session_error(session.get());
      EXPECT_TRUE(isSeen);
      memplace_rt_session_statistics numbers;
      memplace_rt_session_get_statistics(session.get(), &numbers);
      EXPECT_EQ(numbers.write_bytes, (bytes + page - 1) / page * page);
      EXPECT_EQ(numbers.scratch_bytes, scratchBytes);
      // The scratch file does not count as memory.
      EXPECT_EQ(numbers.arena_bytes, scratchBytes);
    }
  }
}

TEST_F(ScratchTest, ReadsBackIntoACheckedArena) {
  SessionPointer session = open();

  EXPECT_TRUE(callAndCompare(session.get(), 2 * page, /*isChecked=*/true));
  EXPECT_TRUE(isSeen);
}

TEST_F(ScratchTest, ContinuesAfterShortWrites) {
  options.without_direct =
      1; // Odd numbers of bytes are refused past the cache.
  faults.largestRead = 1000;
  SessionPointer session = open();

  EXPECT_TRUE(callAndCompare(session.get(), 3 * page));
}

TEST_F(ScratchTest, ReportsAFailedWriteAndRecovers) {
  SessionPointer session = open();
  for (auto [error, word] : {std::pair(EIO, "Input/output error"),
                             std::pair(ENOSPC, "No space left on device")}) {
    faults.writeError = error;
    faults.numWritesBeforeError = 1;

    EXPECT_FALSE(callAndCompare(session.get(), 5 * page));
    EXPECT_FALSE(isSeen);
    EXPECT_THAT(memplace_rt_session_error(session.get()),
                AllOf(HasSubstr("cannot write '" + folder), HasSubstr(word),
                      HasSubstr("at byte 12288")));

    EXPECT_TRUE(callAndCompare(session.get(), 5 * page));
  }
}

TEST_F(ScratchTest, ReportsAFailedReadBackAndRecovers) {
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get())); // Reads kept weights.
  faults.numReadsBeforeError = 0;

  EXPECT_FALSE(callAndCompare(session.get(), 5 * page));
  EXPECT_FALSE(isSeen);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              AllOf(HasSubstr("cannot read '" + folder),
                    HasSubstr("at byte 4096"), HasSubstr("(errno 5)")));

  EXPECT_TRUE(callAndCompare(session.get(), 5 * page));
}

/// Returns the descriptor of the only unnamed file that this process has open.
int findUnnamedFile() {
  for (const auto &entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    auto target = std::filesystem::read_symlink(entry.path(), error);
    if (!error && target.native().find("(deleted)") != std::string::npos)
      return std::stoi(entry.path().filename());
  }
  return -1;
}

TEST_F(ScratchTest, RefusesAScratchFileThatIsTruncated) {
  SessionPointer session = open();
  int fd = findUnnamedFile();
  ASSERT_GE(fd, 0);
  ASSERT_TRUE(callAndCompare(session.get(), page));
  // Runs between the write and the read.
  programOfThread = [&] {
    char *out = static_cast<char *>(
        memplace_rt_arena_alloc("file", scratchBytes, page));
    ASSERT_EQ(ftruncate(fd, 0), 0);
    std::vector<char> place(static_cast<size_t>(page));
    memplace_rt_transfer_wait(memplace_rt_transfer_start(
        "read", "file", "ram", place.data(), out, page));
    ADD_FAILURE() << "the bytes are not there";
  };

  EXPECT_FALSE(memplace_rt_session_call(session.get(), runProgram));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("ends before byte 4096"));
  EXPECT_TRUE(callAndCompare(session.get(), page));
}

TEST_F(ScratchTest, EndsACancelledCallAndRecovers) {
  SessionPointer session = open();
  duringTransfer = [&] {
    std::thread([&] { memplace_rt_session_cancel(session.get()); }).join();
  };

  EXPECT_FALSE(callAndCompare(session.get(), 9 * page));
  EXPECT_STREQ(memplace_rt_session_error(session.get()),
               "the session was cancelled");

  duringTransfer = [] {};
  EXPECT_TRUE(callAndCompare(session.get(), 9 * page));
}

TEST_F(ScratchTest, FindsAFullDiskWhenTheSessionIsOpened) {
  const char *paths[] = {path.c_str()};
  memplace_rt_argument_spec caller = {.kind = MEMPLACE_RT_CALLER, .bytes = 8};
  char error[1024] = "";
  options.scratch_bytes = int64_t(1) << 60;

  EXPECT_FALSE(memplace_rt_session_open(paths, 1, &caller, 1, &options, error,
                                        sizeof error));
  EXPECT_THAT(error, HasSubstr("no space for a scratch file of "
                               "1152921504606846976 bytes in '" +
                               folder + "'"));
  EXPECT_LT(findUnnamedFile(), 0);

  options.scratch = "/nowhere";
  EXPECT_FALSE(memplace_rt_session_open(paths, 1, &caller, 1, &options, error,
                                        sizeof error));
  EXPECT_THAT(error, HasSubstr("cannot create a scratch file"));
}

TEST_F(ScratchTest, LeavesNoThreadAndNoFile) {
  size_t before = countThreads();
  SessionPointer session = open();
  EXPECT_EQ(countThreads(), before + 2);
  faults.numWritesBeforeError = 0;
  EXPECT_FALSE(callAndCompare(session.get(), page));
  session.reset();

  EXPECT_EQ(countThreads(), before);
  EXPECT_LT(findUnnamedFile(), 0);
}

using ScratchDeathTest = ScratchTest;

TEST_F(ScratchDeathTest, StopsAProgramThatExceedsItsScratchFile) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  SessionPointer session = open();
  programOfThread = [] {
    memplace_rt_arena_alloc("file", scratchBytes + 1, page);
  };

  EXPECT_EXIT(memplace_rt_session_call(session.get(), runProgram),
              testing::ExitedWithCode(MEMPLACE_RT_EXIT_MISUSE),
              "scratch file has 65536");
}

} // namespace
