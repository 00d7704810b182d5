//===- MemRefSizesTest.cpp ------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace {
class MemRefSizesTest : public ::testing::Test {
protected:
  MemRefSizesTest() { context.loadDialect<MemPlaceDialect>(); }

  MemRefType parse(StringRef text) {
    return cast<MemRefType>(parseType(text, &context));
  }
  std::optional<int64_t> sizeOf(StringRef text) {
    return getStaticSizeInBytes(parse(text), DataLayout());
  }

  MLIRContext context;
};
} // namespace

TEST_F(MemRefSizesTest, CountsElementsTimesTheirBytes) {
  EXPECT_EQ(sizeOf("memref<f32>"), 4);
  EXPECT_EQ(sizeOf("memref<3x5xf64>"), 120);
  EXPECT_EQ(sizeOf("memref<7xbf16, #memplace.tier<\"t\">>"), 14);
  EXPECT_EQ(sizeOf("memref<2xcomplex<f32>>"), 16);
  EXPECT_EQ(sizeOf("memref<2xindex>"), 16);
}

TEST_F(MemRefSizesTest, RoundsElementsUpAsLLVMLaysOutArrays) {
  EXPECT_EQ(sizeOf("memref<9xi1>"), 9);
  EXPECT_EQ(sizeOf("memref<2xi24>"), 8);
  EXPECT_EQ(sizeOf("memref<2xvector<3xf32>>"), 32);
}

TEST_F(MemRefSizesTest, IsZeroWithoutElements) {
  EXPECT_EQ(sizeOf("memref<4x0xf32>"), 0);
  EXPECT_EQ(sizeOf("memref<0xf32, strided<[100]>>"), 0);
}

TEST_F(MemRefSizesTest, SpansFromTheFirstToAfterTheLastElement) {
  EXPECT_EQ(sizeOf("memref<3xi8, strided<[10], offset: 5>>"), 21);
  EXPECT_EQ(sizeOf("memref<3xi8, strided<[10], offset: ?>>"), 21);
  EXPECT_EQ(sizeOf("memref<2x4xf32, strided<[1, 2]>>"), 32);
}

TEST_F(MemRefSizesTest, HasNoneForADynamicType) {
  EXPECT_EQ(sizeOf("memref<?xf32>"), std::nullopt);
  EXPECT_EQ(sizeOf("memref<4xf32, strided<[?]>>"), std::nullopt);
  EXPECT_EQ(sizeOf("memref<4xmemref<2xf32>>"), std::nullopt);
  EXPECT_EQ(sizeOf("memref<2xvector<[4]xf32>>"), std::nullopt);
  EXPECT_EQ(sizeOf("memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>"),
            std::nullopt);
  EXPECT_EQ(sizeOf("memref<0xf32, affine_map<(d0) -> (d0 mod 2)>>"),
            std::nullopt);
}

TEST_F(MemRefSizesTest, HasNoneOnOverflow) {
  EXPECT_EQ(sizeOf("memref<2305843009213693951xf32>"), 9223372036854775804);
  EXPECT_EQ(sizeOf("memref<2305843009213693952xf32>"), std::nullopt);
  EXPECT_EQ(sizeOf("memref<4x4xi8, strided<[4611686018427387904, 1]>>"),
            std::nullopt);
}

TEST_F(MemRefSizesTest, PutsATypeIntoATier) {
  EXPECT_EQ(inTier(parse("memref<2x4xf32, strided<[1, 2]>, 3>"), "t"),
            parse("memref<2x4xf32, strided<[1, 2]>, #memplace.tier<\"t\">>"));
}
