//===- SessionFixture.h - Test sessions, and reads that fail --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_RUNTIME_SESSIONFIXTURE_H
#define MEMPLACE_UNITTESTS_RUNTIME_SESSIONFIXTURE_H

#include "memplace/Runtime/Session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace memplace::test {

/// The actions of this thread's program, since a program takes no arguments.
inline thread_local std::function<void()> programOfThread;

inline void runProgram() { programOfThread(); }

struct CloseSession {
  void operator()(memplace_rt_session *session) const {
    memplace_rt_session_close(session);
  }
};
using SessionPointer = std::unique_ptr<memplace_rt_session, CloseSession>;

/// Returns byte \p index of the test files.
inline char byteAt(int64_t index) {
  return static_cast<char>(index * 7 + index / 251);
}

/// Makes reads fail on request: `read` consults the members before the kernel.
struct Faults {
  std::atomic<int> numReadsBeforeError = -1; // Negative: no read fails.
  std::atomic<int> readError = EIO;
  std::atomic<int64_t> largestRead = INT64_MAX;
  std::atomic<int> numWritesBeforeError = -1;
  std::atomic<int> writeError = EIO;

  static int64_t read(void *context, int fd, void *buffer, int64_t bytes,
                      int64_t offset) {
    auto *faults = static_cast<Faults *>(context);
    if (faults->numReadsBeforeError >= 0 && faults->numReadsBeforeError-- == 0)
      return -faults->readError;
    ssize_t count = pread(
        fd, buffer,
        static_cast<size_t>(std::min<int64_t>(bytes, faults->largestRead)),
        offset);
    return count < 0 ? -errno : count;
  }

  static int64_t write(void *context, int fd, void *buffer, int64_t bytes,
                       int64_t offset) {
    auto *faults = static_cast<Faults *>(context);
    if (faults->numWritesBeforeError >= 0 &&
        faults->numWritesBeforeError-- == 0)
      return -faults->writeError;
    ssize_t count = pwrite(
        fd, buffer,
        static_cast<size_t>(std::min<int64_t>(bytes, faults->largestRead)),
        offset);
    return count < 0 ? -errno : count;
  }
};

class SessionTest : public testing::Test {
protected:
  static constexpr int64_t fileBytes = 50000;

  void SetUp() override {
    const testing::TestInfo *info =
        testing::UnitTest::GetInstance()->current_test_info();
    path = testing::TempDir() + "session-" + info->name() + "-" +
           std::to_string(getpid());
    writeFile();
  }
  void TearDown() override { std::filesystem::remove(path); }

  void writeFile(int64_t bytes = fileBytes) const {
    std::ofstream out(path, std::ios::binary);
    for (int64_t index = 0; index < bytes; ++index)
      out.put(byteAt(index));
  }

  /// Opens a session with a kept and a streamed weight of \p bytes each, at
  /// bytes 16 and \p offset of the file.
  SessionPointer open(int64_t offset = 20000, int64_t bytes = 20000) {
    const char *paths[] = {path.c_str()};
    memplace_rt_argument_spec arguments[] = {
        {.kind = MEMPLACE_RT_KEPT, .file = 0, .offset = 16, .bytes = bytes},
        {.kind = MEMPLACE_RT_STREAMED,
         .file = 0,
         .offset = offset,
         .bytes = bytes}};
    char error[1024] = "";
    SessionPointer session(memplace_rt_session_open(
        paths, 1, arguments, 2, &options, error, sizeof error));
    EXPECT_TRUE(session) << error;
    streamedOffset = offset;
    weightBytes = bytes;
    return session;
  }

  /// Calls a program that copies the streamed weight to an arena and compares
  /// both weights with the file. Returns false if the call was abandoned.
  bool call(memplace_rt_session *session, int64_t place = 0) {
    programOfThread = [=, this] {
      char *arena = static_cast<char *>(
          memplace_rt_arena_alloc("ram", weightBytes + place, 4096));
      memset(arena, 0x55, static_cast<size_t>(weightBytes + place));
      int64_t token = memplace_rt_transfer_start(
          "read", "file", "ram", arena + place,
          memplace_rt_session_argument(session, 1), weightBytes);
      duringTransfer();
      memplace_rt_transfer_wait(token);
      isSeen = true;
      auto *kept =
          static_cast<const char *>(memplace_rt_session_argument(session, 0));
      for (int64_t index = 0; index < weightBytes; ++index) {
        ASSERT_EQ(arena[place + index], byteAt(streamedOffset + index));
        ASSERT_EQ(kept[index], byteAt(16 + index));
      }
      lastArena = arena;
      memplace_rt_arena_free("ram", arena);
    };
    isSeen = false;
    return memplace_rt_session_call(session, runProgram) != 0;
  }

  std::string path;
  memplace_rt_session_options options = {.read_bytes = 8192, .depth = 3};
  Faults faults;
  int64_t streamedOffset = 0;
  int64_t weightBytes = 0;
  std::function<void()> duringTransfer = [] {};
  bool isSeen = false; // The program passed its wait.
  char *lastArena = nullptr;
};

/// Threads of this process.
inline size_t countThreads() {
  auto tasks = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_RUNTIME_SESSIONFIXTURE_H
