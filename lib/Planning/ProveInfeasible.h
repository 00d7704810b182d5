//===- ProveInfeasible.h - Proofs that no placement exists ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_PROVEINFEASIBLE_H
#define MEMPLACE_LIB_PLANNING_PROVEINFEASIBLE_H

#include "BackingPlan.h"

namespace memplace::planning {

/// Returns a failure if a single buffer or op proves that no placement exists.
/// Returns nothing if there is no such proof.
std::optional<BackingResult> proveInfeasible(const AccessIndex &uses);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_PROVEINFEASIBLE_H
