//===- TestCuts.h - Ask for cuts at random ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H
#define MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H

namespace memplace {

/// Registers `test-memplace-ask-for-cuts`, which gives ops a `memplace.cut` at
/// random, by a seed: in each function mostly the first dimension of about
/// every second op that can be cut, in about as many pieces. For tests of what
/// is made of cuts that no sensible solver would choose.
void registerTestCutsPass();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTCUTS_H
