//===- OpCostTest.cpp -----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs that depend on the target. The remaining tests are in
// test/Analysis/op-cost-*.mlir.
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/OpCost.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace {

class ComputePsTest : public testing::Test {
protected:
  ComputePsTest() {
    target.flopsPerSecond = {{"default", 1e12}, {"bf16", 4e12}};
  }

  MLIRContext context;
  Target target;
  Type bf16 = BFloat16Type::get(&context);
  Type f32 = Float32Type::get(&context);
};

TEST_F(ComputePsTest, AddsEachTypeAtItsRateAndProfiledTime) {
  StepCost cost;
  cost.work = {{1000, bf16}, {30, f32}, {5, Type()}};
  cost.profiledPs = 7;

  EXPECT_EQ(getComputePs(cost, target), 1000 / 4 + 30 + 5 + 7);
}

TEST_F(ComputePsTest, RoundsTheSumToTheNearestPicosecond) {
  StepCost cost;
  cost.work = {{5, bf16}}; // 1.25 ps
  EXPECT_EQ(getComputePs(cost, target), 1);

  cost.work = {{6, bf16}}; // 1.5 ps
  EXPECT_EQ(getComputePs(cost, target), 2);
}

TEST_F(ComputePsTest, SaturatesRatherThanOverflows) {
  StepCost cost;
  cost.work = {{maxCount, f32}};
  cost.profiledPs = maxCount;

  EXPECT_EQ(getComputePs(cost, target), maxCount);
}

TEST_F(ComputePsTest, IsZeroForAnOpThatOnlyMoves) {
  EXPECT_EQ(getComputePs(StepCost(), target), 0);
}

} // namespace
