//===- Bugs.h - Injected bugs, for tests of the stress tool -----*- C++ -*-===//
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

/// Returns the names of all bugs for `addBug`.
std::vector<std::string> bugNames();

/// Injects the bug \p name. Returns false if there is no such bug.
bool addBug(std::string_view name, PlacementSubject &placement,
            std::vector<PackingSubject> &packing);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_BUGS_H
