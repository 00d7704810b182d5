//===- Bugs.h - Bugs to be found, for the tests of the tester ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_BUGS_H
#define MEMPLACE_FUZZ_STRESS_BUGS_H

#include "Checks.h"

namespace memplace::stress {

/// Names of bugs that `addBug` knows.
std::vector<std::string> bugNames();

/// Breaks something. False: there is no bug of that name.
bool addBug(std::string_view name, PlacementSubject &placement,
            std::vector<PackingSubject> &packing);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_BUGS_H
