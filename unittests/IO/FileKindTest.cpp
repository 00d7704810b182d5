//===- FileKindTest.cpp - Files of another kind ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/FileKind.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

TEST(FileKindTest, RecognizesContents) {
  EXPECT_EQ(kindOfFile("{\"format\": \"memplace-problem\"", "x"),
            FileKind::Problem);
  EXPECT_EQ(kindOfFile(" {\n\"format\":\"memplace-solution\"", "x"),
            FileKind::Solution);
  EXPECT_EQ(kindOfFile("{\"format\": \"memplace-target\"", "x"),
            FileKind::Target);
  EXPECT_EQ(kindOfFile("// net\n\nmodule @net {", "x"), FileKind::Program);
  EXPECT_EQ(kindOfFile("ML\xefR", "x"), FileKind::Program);
  EXPECT_EQ(kindOfFile(std::string("\x1c\0\0\0TFL3....", 12), "x"),
            FileKind::Model);
  EXPECT_EQ(kindOfFile("\x80\x04}", "x"), FileKind::Pickle);
  for (const char *text :
       {"", "{", "{}", "{\"format\"", "{\"format\": \"other\"", "TFL3", "\x80",
        "//", "// module", "id,lower,upper,size\n"})
    EXPECT_EQ(kindOfFile(text, "x"), std::nullopt) << text;
}

TEST(FileKindTest, RecognizesNamesButContentsFirst) {
  EXPECT_EQ(kindOfFile("#map", "net.mlir"), FileKind::Program);
  EXPECT_EQ(kindOfFile("PK", "net.pt2"), FileKind::Model);
  EXPECT_EQ(kindOfFile("", "net.onnx"), FileKind::Model);
  EXPECT_EQ(kindOfFile("a,b", "net.csv.gz"), FileKind::Table);
  EXPECT_EQ(kindOfFile("{\"format\": \"memplace-problem\"", "net.mlir"),
            FileKind::Problem);
}

TEST(FileKindTest, ExplainsTheWayOut) {
  EXPECT_EQ(explainOtherKind("", "net.mlir", FileKind::Problem),
            "is a program, not a problem; memplace-opt "
            "--memplace-extract-problem=file=NAME.problem.json writes the "
            "problem of a program");
  EXPECT_EQ(explainOtherKind("", "net.mlir", FileKind::Program), std::nullopt);
  EXPECT_EQ(explainOtherKind("", "net", FileKind::Program), std::nullopt);
  EXPECT_EQ(explainOtherFormat("memplace-problem", "memplace-solution"),
            "is a problem, not a solution; memplace-solve PROBLEM -o SOLUTION "
            "writes one");
  EXPECT_EQ(explainOtherFormat("memplace-front", "memplace-solution"),
            std::nullopt);
}

} // namespace
