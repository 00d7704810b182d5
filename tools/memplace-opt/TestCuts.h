//===- TestCuts.h - Requests random cuts ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H
#define MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H

namespace memplace {

/// Registers `test-memplace-ask-for-cuts`, which gives random ops a
/// `memplace.cut`, by a seed: in each function about every second cuttable op,
/// mostly along its first dimension, into 2 to 4 pieces. Tests the handling of
/// cuts that no solver would choose.
void registerTestCutsPass();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H
