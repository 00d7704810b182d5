//===- ScheduleNeeds.h - Order of steps beyond accesses ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SCHEDULENEEDS_H
#define MEMPLACE_LIB_TRANSFORMS_SCHEDULENEEDS_H

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Schedule/Scheduling.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace memplace {

/// Returns the values from outside that \p op and the ops in its regions use.
llvm::SetVector<mlir::Value> getUsedValues(mlir::Operation *op);

/// Returns the deallocations that may follow the last use of their storage: of
/// an allocation in the same block of which each view is known. Other
/// deallocations keep their place.
llvm::DenseSet<mlir::Operation *>
findMovableDeallocations(const ExtractedFunction &extracted);

/// Returns true if \p op is no step and has effects besides those of
/// allocations and \p deallocations, so that it stays between the step before
/// it and the step after it.
bool hasHiddenEffects(mlir::Operation *op, const Schedule &schedule,
                      const llvm::DenseSet<mlir::Operation *> &deallocations);

/// Returns the steps that keep their place: all earlier steps run before such a
/// step, and all later ones after it. Such a step accesses storage that is not
/// a buffer, is `once`, or is next to an op with hidden effects.
std::vector<bool>
findBarriers(const ExtractedFunction &extracted,
             const llvm::DenseSet<mlir::Operation *> &deallocations);

/// Returns the order of steps that does not follow from their accesses to
/// buffers: around \p isBarrier, and from a result to its users, also through
/// ops that are no steps, and to the loops with such users.
std::vector<std::pair<Step, Step>>
findNeeds(const ExtractedFunction &extracted,
          const std::vector<bool> &isBarrier);

/// Returns the problem of \p extracted for the search. An op also reads, with 0
/// bytes, each buffer that it keeps live but does not access. Contents
/// stay in one buffer, and ops that write them are `once`, where a second
/// allocation cannot hold them: storage from outside, with a pin, with unknown
/// views, deallocated in another block, or used by other ops than steps.
Problem makeSchedulable(const ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SCHEDULENEEDS_H
