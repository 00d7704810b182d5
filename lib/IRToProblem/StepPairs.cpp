//===- StepPairs.cpp - Accesses apart and together ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Interfaces/StatedAccess.h"

#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace memplace;

/// Returns the accesses of an op through \p memref, by index.
static SmallVector<int32_t>
getAccessesOf(Value memref, ArrayRef<SmallVector<Value, 1>> values) {
  SmallVector<int32_t> accesses;
  for (auto [index, ofAccess] : llvm::enumerate(values))
    if (llvm::is_contained(ofAccess, memref))
      accesses.push_back(static_cast<int32_t>(index));
  return accesses;
}

namespace {
/// Sets the pairs of the op of a step.
struct PairSetter {
  ArrayRef<SmallVector<Value, 1>> values; // As in `setPairs`.
  const Problem &problem;
  memplace::Op &op;

  LogicalResult add(Operation *stating, bool isApart);
};
} // namespace

/// Adds the pairs of accesses that \p stating states.
LogicalResult PairSetter::add(Operation *stating, bool isApart) {
  std::vector<AccessPair> &pairs = isApart ? op.apart : op.together;
  for (auto [first, second] :
       getStatedPairs(stating, isApart ? MemPlaceDialect::apartAttrName
                                       : MemPlaceDialect::togetherAttrName))
    for (const int32_t a : getAccessesOf(first, values))
      for (const int32_t b : getAccessesOf(second, values)) {
        const BufferId buffer = op.accesses[a].buffer;
        if (buffer != op.accesses[b].buffer)
          pairs.push_back({a, b});
        else if (isApart)
          return stating->emitError("'memplace.apart' of '")
                 << stating->getName() << "' names two operands in buffer '"
                 << problem.buffers[buffer].name << "', which is in one tier";
      }
  return success();
}

/// Fails if the buffers of a pair in `apart` are in one tier by `together`.
static LogicalResult checkPairs(Operation *operation, const Problem &problem,
                                const memplace::Op &op) {
  llvm::EquivalenceClasses<BufferId> inOneTier;
  for (const AccessPair &pair : op.together)
    inOneTier.unionSets(op.accesses[pair.first].buffer,
                        op.accesses[pair.second].buffer);
  for (const AccessPair &pair : op.apart) {
    const BufferId first = op.accesses[pair.first].buffer;
    const BufferId second = op.accesses[pair.second].buffer;
    if (inOneTier.isEquivalent(first, second))
      return operation->emitError("'memplace.apart' of '")
             << operation->getName() << "' names buffers '"
             << problem.buffers[first].name << "' and '"
             << problem.buffers[second].name
             << "', which 'memplace.together' keeps in one tier";
  }
  return success();
}

LogicalResult memplace::setPairs(Operation *operation,
                                 ArrayRef<SmallVector<Value, 1>> values,
                                 const Problem &problem, memplace::Op &op) {
  PairSetter setter{values, problem, op};
  WalkResult result = operation->walk([&](Operation *inner) -> WalkResult {
    return success(succeeded(setter.add(inner, /*isApart=*/true)) &&
                   succeeded(setter.add(inner, /*isApart=*/false)));
  });
  return failure(result.wasInterrupted() ||
                 failed(checkPairs(operation, problem, op)));
}
