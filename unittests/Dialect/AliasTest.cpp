//===- AliasTest.cpp ------------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of MLIR's alias analysis for arenas and slots.
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

static constexpr StringLiteral source = R"mlir(
  #t = #memplace.tier<"t">
  func.func @f(%arg0: memref<4xf32, #t>) {
    %a = memplace.arena : memref<64xi8, #t>
    %b = memplace.arena : memref<64xi8, #t>
    %s = memplace.slot %a[0] for "x" : memref<64xi8, #t> to memref<4xf32, #t>
    %o = memplace.slot %a[8] for "y" : memref<64xi8, #t> to memref<4xf32, #t>
    %u = memplace.slot %b[0] for "x" : memref<64xi8, #t> to memref<4xf32, #t>
    %x = memplace.start_transfer %s to %u on "c" : memref<4xf32, #t> to memref<4xf32, #t>
    memplace.wait %x
    return
  })mlir";

namespace {
class AliasTest : public ::testing::Test {
protected:
  AliasTest() {
    context.loadDialect<MemPlaceDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(source, &context);
  }

  func::FuncOp function() { return *module->getOps<func::FuncOp>().begin(); }
  SmallVector<Value> slots() {
    SmallVector<Value> values;
    for (auto slot : function().getOps<SlotOp>())
      values.push_back(slot.getSlot());
    return values;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(AliasTest, SlotsOfOneArenaMayShareBytes) {
  AliasAnalysis aliases(*module);

  EXPECT_FALSE(aliases.alias(slots()[0], slots()[1]).isNo());
}

TEST_F(AliasTest, ArenasDoNotAliasEachOtherOrArguments) {
  AliasAnalysis aliases(*module);

  EXPECT_TRUE(aliases.alias(slots()[0], slots()[2]).isNo());
  EXPECT_TRUE(aliases.alias(slots()[0], function().getArgument(0)).isNo());
}

TEST_F(AliasTest, TransfersAndWaitsMayTouchAnySlot) {
  AliasAnalysis aliases(*module);
  auto transfer = *function().getOps<StartTransferOp>().begin();
  auto wait = *function().getOps<WaitOp>().begin();

  for (Value slot : slots()) {
    EXPECT_TRUE(aliases.getModRef(transfer, slot).isModAndRef());
    EXPECT_TRUE(aliases.getModRef(wait, slot).isModAndRef());
  }
}
