//===- StepPairs.cpp - Accesses apart and together ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "memplace/Interfaces/StatedAccess.h"

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

/// Adds a pair of accesses for the operands \p first and \p second of \p
/// stating.
static LogicalResult addPair(Operation *stating, Value first, Value second,
                             bool isApart,
                             ArrayRef<SmallVector<Value, 1>> values,
                             const Problem &problem, memplace::Op &op) {
  std::vector<AccessPair> &pairs = isApart ? op.apart : op.together;
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

LogicalResult memplace::setPairs(Operation *operation,
                                 ArrayRef<SmallVector<Value, 1>> values,
                                 const Problem &problem, memplace::Op &op) {
  WalkResult result = operation->walk([&](Operation *inner) -> WalkResult {
    for (const bool isApart : {true, false})
      for (auto [first, second] :
           getStatedPairs(inner, isApart ? MemPlaceDialect::apartAttrName
                                         : MemPlaceDialect::togetherAttrName))
        if (failed(addPair(inner, first, second, isApart, values, problem, op)))
          return failure();
    return success();
  });
  return failure(result.wasInterrupted());
}
