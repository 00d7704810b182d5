//===- Arenas.cpp - Several memories, in order of preference --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arenas.h"

using namespace memplace;
using namespace memplace::packing;

PackResult packing::packArenas(const PackingProblem &problem, Budget &budget) {
  return {};
}
