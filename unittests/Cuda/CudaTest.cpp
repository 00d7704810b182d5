//===- CudaTest.cpp - Sessions whose arenas are in GPU memory -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FakeCuda.cpp stands in for the driver, so no GPU is needed.
//
//===----------------------------------------------------------------------===//

#include "memplace/Runtime/Session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

using testing::HasSubstr;

namespace {

/// The actions of this thread's program, since a program takes no arguments.
thread_local std::function<void()> programOfThread;

void runProgram() { programOfThread(); }

struct CloseSession {
  void operator()(memplace_rt_session *session) const {
    memplace_rt_session_close(session);
  }
};
using SessionPointer = std::unique_ptr<memplace_rt_session, CloseSession>;

/// Sets an environment variable until the end of the scope.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *before = getenv(name))
      old = before;
    setenv(name, value, /*overwrite=*/1);
  }
  ~Variable() {
    if (old.empty())
      unsetenv(name);
    else
      setenv(name, old.c_str(), /*overwrite=*/1);
  }

private:
  const char *name;
  std::string old;
};

char byteAt(int64_t index) {
  return static_cast<char>(index * 7 + index / 251);
}

class CudaTest : public testing::Test {
protected:
  static constexpr int64_t fileBytes = 50000, weightBytes = 20000;
  static constexpr int64_t keptOffset = 16, streamedOffset = 20123;

  void SetUp() override {
    // Streams are threads, so a death test runs in a fresh process.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const testing::TestInfo *info =
        testing::UnitTest::GetInstance()->current_test_info();
    path = testing::TempDir() + "cuda-" + info->name() + "-" +
           std::to_string(getpid());
    writeFile(/*shift=*/0);
  }
  void TearDown() override { std::filesystem::remove(path); }

  void writeFile(int64_t shift) const {
    std::ofstream out(path, std::ios::binary);
    for (int64_t index = 0; index < fileBytes; ++index)
      out.put(byteAt(index + (index < keptOffset ? 0 : shift)));
  }

  /// Returns a session with a kept weight, a streamed weight and an argument
  /// owned by the caller, or null with a message in `error`.
  SessionPointer open() {
    const char *paths[] = {path.c_str()};
    memplace_rt_argument_spec arguments[] = {
        {.kind = MEMPLACE_RT_KEPT,
         .file = 0,
         .offset = keptOffset,
         .bytes = weightBytes},
        {.kind = MEMPLACE_RT_STREAMED,
         .file = 0,
         .offset = streamedOffset,
         .bytes = weightBytes},
        {.kind = MEMPLACE_RT_CALLER, .file = 0, .offset = 0, .bytes = 64}};
    memplace_rt_session_options options = {};
    options.device = MEMPLACE_RT_CUDA;
    options.read_bytes = 4096;
    char text[512] = "";
    SessionPointer session(memplace_rt_session_open(
        paths, 1, arguments, 3, &options, text, sizeof text));
    error = text;
    return session;
  }

  /// Runs a program that copies the streamed weight to an arena and compares
  /// both weights. Returns false if the call was abandoned.
  bool call(memplace_rt_session *session, int64_t shift = 0) {
    isRight = false;
    programOfThread = [this, session, shift] {
      auto *arena = static_cast<char *>(
          memplace_rt_arena_alloc("ram", weightBytes, 4096));
      EXPECT_EQ(reinterpret_cast<uintptr_t>(arena) % 4096, 0u);
      int64_t token = memplace_rt_transfer_start(
          "read", "file", "ram", arena,
          memplace_rt_session_argument(session, 1), weightBytes);
      memplace_rt_transfer_wait(token);
      const auto *kept =
          static_cast<const char *>(memplace_rt_session_argument(session, 0));
      isRight = true;
      for (int64_t index = 0; index < weightBytes; ++index)
        isRight &= arena[index] == byteAt(streamedOffset + index + shift) &&
                   kept[index] == byteAt(keptOffset + index + shift);
      memset(memplace_rt_session_argument(session, 2), 1, 64);
      memplace_rt_arena_free("ram", arena);
    };
    return memplace_rt_session_call(session, runProgram);
  }

  std::string path, error;
  bool isRight = false;
};

TEST_F(CudaTest, CopiesFromPinnedMemory) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(call(session.get()));
    EXPECT_TRUE(isRight);
  }
  memplace_rt_session_statistics numbers;
  memplace_rt_session_get_statistics(session.get(), &numbers);
  EXPECT_STREQ(numbers.backend, "cuda");
  EXPECT_EQ(numbers.pinned_bytes, fileBytes);
  // Pinned memory needs neither rounding to blocks nor staging buffers.
  EXPECT_EQ(numbers.read_bytes, weightBytes);
  EXPECT_EQ(numbers.reads, (weightBytes + 4095) / 4096);
  EXPECT_EQ(numbers.copied_bytes, 0);
  EXPECT_EQ(numbers.reader_bytes, 0);
}

TEST_F(CudaTest, RereadsAChangedFile) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  EXPECT_TRUE(call(session.get()));
  writeFile(/*shift=*/5);
  EXPECT_TRUE(call(session.get(), /*shift=*/5));
  EXPECT_TRUE(isRight);
}

TEST_F(CudaTest, AFailedCopyEndsTheCall) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  EXPECT_TRUE(call(session.get()));
  for (const char *fault : {"cuMemcpyAsync:2", "cuEventSynchronize:3"}) {
    Variable fail("FAKE_CUDA_FAIL", fault);
    EXPECT_FALSE(call(session.get()));
    EXPECT_THAT(memplace_rt_session_error(session.get()),
                HasSubstr("cannot read '" + path));
  }
  EXPECT_TRUE(call(session.get()));
  EXPECT_TRUE(isRight);
}

TEST_F(CudaTest, ReportsMemoryThatCannotBePinned) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  {
    Variable fail("FAKE_CUDA_FAIL", "cuMemHostRegister:1");
    EXPECT_FALSE(call(session.get()));
    EXPECT_THAT(memplace_rt_session_error(session.get()),
                HasSubstr("cannot pin 50000 bytes of '" + path +
                          "': out of memory (CUDA error 2)"));
  }
  EXPECT_TRUE(call(session.get()));
}

TEST_F(CudaTest, ReportsAMissingGpu) {
  {
    Variable driver("MEMPLACE_CUDA_DRIVER", "/nowhere/libcuda.so.1");
    EXPECT_FALSE(open());
    EXPECT_THAT(error, HasSubstr("there is no CUDA driver: /nowhere"));
  }
  {
    Variable driver("MEMPLACE_CUDA_DRIVER", "libm.so.6");
    EXPECT_FALSE(open());
    EXPECT_EQ(error,
              "'libm.so.6' is not a CUDA driver: it has no function 'cuInit'");
  }
  {
    Variable devices("FAKE_CUDA_DEVICES", "0");
    EXPECT_FALSE(open());
    EXPECT_EQ(error, "no GPU: no CUDA-capable device is detected (CUDA error "
                     "100)");
  }
  Variable attribute("FAKE_CUDA_FAIL", "cuDeviceGetAttribute:1");
  EXPECT_FALSE(open());
  EXPECT_THAT(error, HasSubstr("'Fake GPU' can't share memory with the CPU"));
}

TEST_F(CudaTest, ArenasOnAGpuAreNotChecked) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  programOfThread = [] { memplace_rt_arena_alloc_checked("ram", 64, 64); };
  EXPECT_EXIT(memplace_rt_session_call(session.get(), runProgram),
              testing::ExitedWithCode(MEMPLACE_RT_EXIT_MISUSE),
              "tier 'ram' is on a GPU");
}

TEST_F(CudaTest, RejectsArenasLargerThanTheGpu) {
  SessionPointer session = open();
  ASSERT_TRUE(session) << error;
  programOfThread = [] {
    memplace_rt_arena_alloc("ram", int64_t(1) << 40, 4096);
  };
  EXPECT_EXIT(memplace_rt_session_call(session.get(), runProgram),
              testing::ExitedWithCode(MEMPLACE_RT_EXIT_MISUSE),
              "out of memory: an arena of 1099511627776 bytes");
}

TEST_F(CudaTest, MeasuresCopies) {
  char text[512] = "";
  for (int depth : {0, 1, 4})
    EXPECT_GT(
        memplace_rt_measure_device(1 << 20, 1 << 18, depth, text, sizeof text),
        0)
        << text;
  Variable fail("FAKE_CUDA_FAIL", "cuMemcpyAsync:3");
  EXPECT_LT(memplace_rt_measure_device(1 << 20, 1 << 18, 4, text, sizeof text),
            0);
  EXPECT_STREQ(text, "a copy to the GPU failed");
}

} // namespace
