//===- ReadBackendTest.cpp - Reads in flight, and waking a waiting thread -===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/ReadBackend.h"

#include "../../lib/Runtime/Fatal.h"

#include "gtest/gtest.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

using namespace memplace::runtime;

/// Replaces the library's function: this test links single objects.
void memplace::runtime::fatal(int, const char *format, ...) {
  std::fputs(format, stderr);
  std::abort();
}

namespace {

/// Reads of a pipe complete only after the test writes to the pipe.
class ReadBackendTest : public ::testing::Test {
protected:
  ReadBackendTest() { EXPECT_EQ(pipe(ends), 0); }
  ~ReadBackendTest() override {
    close(ends[0]);
    close(ends[1]);
  }

  void submit(uint64_t id) {
    backend->submit({.id = id, .fd = ends[0], .buffer = buffer, .bytes = 1});
  }
  void finishOne() const { EXPECT_EQ(write(ends[1], "x", 1), 1); }

  std::unique_ptr<ReadBackend> backend = createReadBackend(2, true, nullptr);

private:
  int ends[2] = {};
  char buffer[1] = {};
};

} // namespace

TEST_F(ReadBackendTest, AWakeUpEndsAWaitWithAReadInFlight) {
  if (backend->name() != std::string("io_uring"))
    GTEST_SKIP() << "there is no io_uring";
  submit(7);
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    backend->wake();
  });
  // The read is incomplete, and would never complete.
  EXPECT_FALSE(backend->wait());
  other.join();
  submit(8);
  for (uint64_t sum = 0, i = 0; i < 2; ++i) {
    finishOne();
    std::optional<ReadResult> result = backend->wait();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->result, 1);
    sum += result->id;
    EXPECT_TRUE(i == 0 || sum == 15);
  }
}

TEST_F(ReadBackendTest, AWakeUpBeforeTheWaitEndsTheWait) {
  if (backend->name() != std::string("io_uring"))
    GTEST_SKIP() << "there is no io_uring";
  submit(1);
  backend->wake();
  backend->wake();
  EXPECT_FALSE(backend->wait());
  finishOne();
  EXPECT_EQ(backend->wait()->id, 1u);
}
