//===- RecordableTest.cpp - Solutions that the IR cannot express ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extraction never makes a cyclic problem, but a user of the library may. The
// remaining tests are in test/Transforms/place-buffers-*.mlir.
//
//===----------------------------------------------------------------------===//

#include "memplace/SolutionToIR/SolutionToIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace {

class RecordableTest : public testing::Test {
protected:
  RecordableTest() {
    context.loadDialect<func::FuncDialect>();
    function = func::FuncOp::create(UnknownLoc::get(&context), "f",
                                    FunctionType::get(&context, {}, {}));
    extracted.function = *function;
    Buffer buffer;
    buffer.name = "b";
    buffer.size = 16;
    extracted.problem.buffers = {buffer};
    solution.residencies = {{0, 1, 0, {0, 1}}, {0, 0, 0, {0, 1}}};
    solution.transfers = {{0, 1, 0, 0, 0}};
  }

  /// Returns the error, or "none".
  std::string error() {
    std::string text = "none";
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
    EXPECT_EQ(succeeded(checkRecordable(extracted, solution)), text == "none");
    return text;
  }

  MLIRContext context;
  OwningOpRef<func::FuncOp> function;
  ExtractedFunction extracted;
  Solution solution;
};

TEST_F(RecordableTest, TransfersAreRecordable) { EXPECT_EQ(error(), "none"); }

TEST_F(RecordableTest, CyclicProblemsAreNotRecordable) {
  extracted.problem.isCyclic = true;
  EXPECT_EQ(error(),
            "the problem of function 'f' is cyclic, which the IR cannot "
            "express; place one invocation, with 'cyclic' false");
}

} // namespace
