//===- MemPlacePackTest.cpp - Packing in C --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace-c/MemPlacePack.h"

#include "gmock/gmock.h"

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

constexpr int64_t mostBytes = int64_t(1) << 62;

/// Arguments of a call, and its outcome. Two buffers of 8 bytes, live together,
/// and two banks; tests change single numbers.
struct PackCall {
  std::vector<int64_t> begins = {0, 0};
  std::vector<int64_t> ends = {1, 1};
  std::vector<int64_t> sizes = {8, 8};
  std::vector<int64_t> alignments = {1, 1};
  std::vector<int64_t> capacities = {8, -1};
  std::vector<double> costs = {1, 10};
  std::vector<int64_t> accessed = {80, 16};
  std::vector<uint8_t> allowed = {1, 1, 1, 1};
  MemPlacePackOptions options = memplacePackOptionsDefault();

  std::vector<int64_t> offsets, peaks;
  std::vector<int32_t> banks;
  int64_t bound = 0;
  double cost = 0, costBound = 0;
  bool isOptimal = false;
  std::string message;

  MemPlacePackBuffers buffers() const {
    return {sizeof(MemPlacePackBuffers),
            sizes.size(),
            begins.data(),
            ends.data(),
            sizes.data(),
            alignments.data()};
  }
  MemPlacePackBanks bankArguments() const {
    return {sizeof(MemPlacePackBanks), capacities.size(),
            capacities.data(),         costs.data(),
            accessed.data(),           allowed.data()};
  }
  MemPlacePackStatus pack(int64_t capacity = -1) {
    const MemPlacePackBuffers own = buffers();
    MemPlacePackPlan *plan = nullptr;
    char *error = nullptr;
    return finish(memplacePack(&own, capacity, &options, &plan, &error), 1,
                  plan, error);
  }
  MemPlacePackStatus packBanks() {
    const MemPlacePackBuffers own = buffers();
    const MemPlacePackBanks ownBanks = bankArguments();
    MemPlacePackPlan *plan = nullptr;
    char *error = nullptr;
    return finish(memplacePackBanks(&own, &ownBanks, &options, &plan, &error),
                  capacities.size(), plan, error);
  }

private:
  MemPlacePackStatus finish(MemPlacePackStatus status, size_t numBanks,
                            MemPlacePackPlan *plan, char *error) {
    EXPECT_EQ(status == MEMPLACE_PACK_OK, plan != nullptr);
    EXPECT_EQ(status == MEMPLACE_PACK_OK, error == nullptr);
    if (plan) {
      const size_t count = sizes.size();
      offsets.assign(memplacePackPlanOffsets(plan),
                     memplacePackPlanOffsets(plan) + count);
      banks.assign(memplacePackPlanBanks(plan),
                   memplacePackPlanBanks(plan) + count);
      peaks.assign(memplacePackPlanPeaks(plan),
                   memplacePackPlanPeaks(plan) + numBanks);
      bound = memplacePackPlanBound(plan);
      cost = memplacePackPlanCost(plan);
      costBound = memplacePackPlanCostBound(plan);
      isOptimal = memplacePackPlanIsOptimal(plan);
    }
    message = error ? error : "";
    memplacePackStringFree(error);
    memplacePackPlanDestroy(plan);
    return status;
  }
};

TEST(MemPlacePackTest, PacksIntoOneMemory) {
  PackCall call;
  ASSERT_EQ(call.pack(), MEMPLACE_PACK_OK);
  EXPECT_EQ(call.offsets[0] + call.offsets[1], 8);
  EXPECT_THAT(call.peaks, ElementsAre(16));
  EXPECT_EQ(call.bound, 16);
  EXPECT_TRUE(call.isOptimal);
}

TEST(MemPlacePackTest, PacksIntoBanks) {
  PackCall call;
  ASSERT_EQ(call.packBanks(), MEMPLACE_PACK_OK);
  EXPECT_THAT(call.banks, ElementsAre(0, 1));
  EXPECT_THAT(call.offsets, ElementsAre(0, 0));
  EXPECT_THAT(call.peaks, ElementsAre(8, 8));
  EXPECT_EQ(call.cost, 240);
  EXPECT_EQ(call.costBound, 240);
  EXPECT_TRUE(call.isOptimal);
}

TEST(MemPlacePackTest, KeepsBuffersInAllowedBanks) {
  PackCall call;
  call.allowed = {0, 1, 1, 1};
  ASSERT_EQ(call.packBanks(), MEMPLACE_PACK_OK);
  EXPECT_THAT(call.banks, ElementsAre(1, 0));
}

TEST(MemPlacePackTest, PutsABufferOfNoBytesIntoItsCheapestBank) {
  PackCall call;
  call.sizes = {0, 8};
  call.allowed = {0, 1, 1, 1};
  ASSERT_EQ(call.packBanks(), MEMPLACE_PACK_OK);
  EXPECT_THAT(call.banks, ElementsAre(1, 0));
  EXPECT_EQ(call.cost, 816);
}

TEST(MemPlacePackTest, PacksNothing) {
  PackCall call;
  call.begins = call.ends = call.sizes = call.alignments = call.accessed = {};
  EXPECT_EQ(call.pack(), MEMPLACE_PACK_OK);
  EXPECT_EQ(call.peaks, std::vector<int64_t>{0});
  EXPECT_EQ(call.packBanks(), MEMPLACE_PACK_OK);
}

TEST(MemPlacePackTest, RejectsEachWrongNumberOfABuffer) {
  auto expect = [](auto change, const char *expected) {
    PackCall call;
    change(call);
    EXPECT_EQ(call.pack(), MEMPLACE_PACK_INVALID);
    EXPECT_THAT(call.message, HasSubstr(expected));
  };
  expect([](PackCall &call) { call.ends[1] = 0; },
         "the end of buffer 1 is 0, must be above its begin 0");
  expect([](PackCall &call) { call.begins[1] = INT64_MIN; },
         "the begin of buffer 1 is -9223372036854775808");
  expect([](PackCall &call) { call.ends[0] = INT64_MAX; },
         "must be at most 2^61");
  expect([](PackCall &call) { call.sizes[1] = -1; },
         "the size of buffer 1 is -1, must be from 0 to 2^62 bytes");
  expect([](PackCall &call) { call.sizes[0] = mostBytes + 1; },
         "must be from 0 to 2^62 bytes");
  for (int64_t alignment : {int64_t(0), int64_t(-4), int64_t(3), INT64_MIN})
    expect([&](PackCall &call) { call.alignments[0] = alignment; },
           "must be a power of two");
  expect([](PackCall &call) { call.options.deadline = NAN; }, "the deadline");
  expect([](PackCall &call) { call.options.nodes = -1; }, "nodes");
  expect([](PackCall &call) { call.options.structSize = 8; },
         "MemPlacePackOptions has 8 bytes");
}

TEST(MemPlacePackTest, RejectsEachWrongNumberOfABank) {
  auto expect = [](auto change, const char *expected) {
    PackCall call;
    change(call);
    EXPECT_EQ(call.packBanks(), MEMPLACE_PACK_INVALID);
    EXPECT_THAT(call.message, HasSubstr(expected));
  };
  expect([](PackCall &call) { call.capacities[1] = -2; },
         "the capacity of bank 1 is -2");
  expect([](PackCall &call) { call.costs[0] = -1; }, "the cost of bank 0");
  expect([](PackCall &call) { call.costs[0] = NAN; }, "must be finite");
  expect(
      [](PackCall &call) {
        call.costs[0] = std::numeric_limits<double>::max();
      },
      "accessed bytes times costs must be finite");
  expect([](PackCall &call) { call.accessed[1] = -1; },
         "accessed of buffer 1 is -1");
  expect(
      [](PackCall &call) {
        call.allowed = {1, 1, 0, 0};
      },
      "buffer 1 must be allowed in some bank");
  expect([](PackCall &call) { call.capacities = {}; },
         "the number of banks must be from 1 to 64, got 0");
  expect([](PackCall &call) { call.capacities.resize(65); }, "got 65");
}

TEST(MemPlacePackTest, RejectsNull) {
  const PackCall call;
  const MemPlacePackBuffers buffers = call.buffers();
  MemPlacePackPlan *plan = nullptr;
  EXPECT_EQ(memplacePack(nullptr, -1, &call.options, &plan, nullptr),
            MEMPLACE_PACK_INVALID);
  EXPECT_EQ(memplacePack(&buffers, -1, nullptr, &plan, nullptr),
            MEMPLACE_PACK_INVALID);
  EXPECT_EQ(memplacePack(&buffers, -1, &call.options, nullptr, nullptr),
            MEMPLACE_PACK_INVALID);
  EXPECT_EQ(memplacePackBanks(&buffers, nullptr, &call.options, &plan, nullptr),
            MEMPLACE_PACK_INVALID);
  MemPlacePackBuffers missing = buffers;
  missing.sizes = nullptr;
  EXPECT_EQ(memplacePack(&missing, -1, &call.options, &plan, nullptr),
            MEMPLACE_PACK_INVALID);
  memplacePackPlanDestroy(nullptr);
  memplacePackStringFree(nullptr);
}

TEST(MemPlacePackTest, NamesTheLeastCapacity) {
  PackCall call;
  EXPECT_EQ(call.pack(15), MEMPLACE_PACK_INFEASIBLE);
  EXPECT_THAT(call.message,
              HasSubstr("the least possible capacity is 16 bytes"));
  EXPECT_EQ(call.pack(16), MEMPLACE_PACK_OK);
  call.capacities = {8, 7};
  EXPECT_EQ(call.packBanks(), MEMPLACE_PACK_INFEASIBLE);
  EXPECT_THAT(call.message, HasSubstr("least possible capacity is 16 bytes"));
}

TEST(MemPlacePackTest, ReportsMoreThan64BitsAsInfeasible) {
  PackCall call;
  call.sizes = {mostBytes, mostBytes};
  EXPECT_EQ(call.pack(), MEMPLACE_PACK_INFEASIBLE);
  EXPECT_THAT(call.message, HasSubstr("2^63 bytes are live together"));
  call.capacities = {-1, 8};
  EXPECT_NE(call.packBanks(), MEMPLACE_PACK_OK);
}

TEST(MemPlacePackTest, ThreadsGetTheSamePlan) {
  std::vector<PackCall> calls(4);
  std::vector<std::thread> threads;
  for (PackCall &call : calls) {
    for (int64_t i = 0; i < 60; ++i) {
      call.begins.push_back(i % 17);
      call.ends.push_back(i % 17 + 1 + i % 5);
      call.sizes.push_back(1 + i * 7 % 23);
      call.alignments.push_back(int64_t(1) << i % 3);
      call.accessed.push_back(i * 31 % 29);
    }
    call.allowed.assign(2 * call.sizes.size(), 1);
    call.capacities[0] = 64;
    call.options = {sizeof(MemPlacePackOptions), 0, 20'000, 3};
    threads.emplace_back([&call] { call.packBanks(); });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (const PackCall &call : calls) {
    EXPECT_EQ(call.message, "");
    EXPECT_EQ(call.offsets, calls[0].offsets);
    EXPECT_EQ(call.banks, calls[0].banks);
  }
}

} // namespace
