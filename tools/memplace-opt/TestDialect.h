//===- TestDialect.h - An op with an arbitrary cut model --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACEOPT_TESTDIALECT_H
#define MEMPLACE_TOOLS_MEMPLACEOPT_TESTDIALECT_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace memplace {

/// Registers the dialect `memplace_test` for tests of incorrect models. Its op
/// `memplace_test.map`, in generic form, reads all its memref operands but the
/// last and overwrites the last. Each operand must have the shape of the first,
/// or a single axis as long as the first axis of the first operand.
///
/// The op's model claims one cut, correct or not: dimension 0 with `extent`
/// indices. Each five numbers of `parts` describe one access: operand, axis,
/// step, first, width. Index i accesses `width` elements of that axis from
/// `first + i * step` on.
void registerTestDialect(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTDIALECT_H
