//===- TargetConversionTest.cpp -------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace {
class TargetConversionTest : public ::testing::Test {
protected:
  TargetConversionTest() { context.loadDialect<MemPlaceDialect>(); }

  InFlightDiagnostic emitError() {
    return mlir::emitError(UnknownLoc::get(&context));
  }

  MLIRContext context;
};
} // namespace

// All numbers survive, also as text; sources are dropped.
TEST_F(TargetConversionTest, EveryBuiltInTargetSurvivesAsAnAttribute) {
  for (const std::string &name : builtinTargetNames()) {
    SCOPED_TRACE(name);
    Result<Target> target = findBuiltinTarget(name);
    ASSERT_TRUE(target) << target.error();
    target->sources.clear();

    std::string text;
    llvm::raw_string_ostream(text) << toTargetAttr(*target, &context);
    auto attr = dyn_cast_or_null<TargetAttr>(parseAttribute(text, &context));
    ASSERT_TRUE(attr) << text;
    FailureOr<Target> back = toTarget(attr, [&] { return emitError(); });

    ASSERT_TRUE(succeeded(back));
    EXPECT_TRUE(*back == *target) << text;
  }
}

TEST_F(TargetConversionTest, DefaultsForOpsAndOrdersSurvive) {
  Result<Target> target = findBuiltinTarget("toy");
  ASSERT_TRUE(target) << target.error();
  target->sources.clear();
  target->channels[1].order = ChannelOrder::Deadline;
  for (const OpDefaults &defaults :
       {OpDefaults{}, OpDefaults{0, 1}, OpDefaults{1, 0.1},
        OpDefaults{0.5, 0.25}}) {
    target->opDefaults = defaults;

    std::string text;
    llvm::raw_string_ostream(text) << toTargetAttr(*target, &context);
    auto attr = dyn_cast_or_null<TargetAttr>(parseAttribute(text, &context));
    ASSERT_TRUE(attr) << text;
    EXPECT_TRUE(attr == toTargetAttr(*target, &context)) << text;
    FailureOr<Target> back = toTarget(attr, [&] { return emitError(); });

    ASSERT_TRUE(succeeded(back));
    EXPECT_TRUE(*back == *target) << text;
  }
}

TEST_F(TargetConversionTest, ANameIsNotResolved) {
  auto attr = TargetAttr::get(&context, "tpu-v4i");

  FailureOr<Target> target = toTarget(attr, [&] { return emitError(); });

  ASSERT_TRUE(succeeded(target));
  EXPECT_TRUE(attr.isByName());
  EXPECT_EQ(target->name, "tpu-v4i");
  EXPECT_TRUE(target->tiers.empty());
}
