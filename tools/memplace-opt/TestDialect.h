//===- TestDialect.h - An op that claims any cut ----------------*- C++ -*-===//
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

/// Registers the dialect `memplace_test`. Its op `memplace_test.map`, in the
/// generic form, reads all of its memref operands but the last and overwrites
/// that one. It is valid if all are of one shape, or have one axis as long as
/// the first of that. Its model claims one cut, true or not: dimension 0 with
/// `extent` indices, and for each five numbers of `parts` that an index touches
/// `width` elements from `first` on, `step` times the index further on, of an
/// axis of an operand: operand, axis, step, first, width. For tests of what is
/// made of models that are wrong.
void registerTestDialect(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTDIALECT_H
