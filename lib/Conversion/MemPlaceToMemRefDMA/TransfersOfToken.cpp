//===- TransfersOfToken.cpp - Possible transfers of a token ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransfersOfToken.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace memplace;

/// Appends the possible values of \p result, a result of a branch. Fails for
/// results of other ops.
static LogicalResult addSources(OpResult result,
                                SmallVectorImpl<Value> &sources) {
  auto branch = dyn_cast<RegionBranchOpInterface>(result.getOwner());
  if (!branch || isa<LoopLikeOpInterface>(result.getOwner()))
    return failure();
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    Operation *yield = region.back().getTerminator();
    if (!region.hasOneBlock() ||
        yield->getNumOperands() != branch->getNumResults())
      return failure();
    sources.push_back(yield->getOperand(result.getResultNumber()));
  }
  return success();
}

std::optional<int64_t> memplace::getNumElementsOfToken(Value token) {
  std::optional<int64_t> numElements;
  SmallVector<Value> work = {token};
  while (!work.empty()) {
    auto result = dyn_cast<OpResult>(work.pop_back_val());
    if (!result)
      return std::nullopt;
    auto start = dyn_cast<StartTransferOp>(result.getOwner());
    if (!start) {
      if (failed(addSources(result, work)))
        return std::nullopt;
      continue;
    }
    int64_t count = start.getSource().getType().getNumElements();
    if (numElements.value_or(count) != count)
      return std::nullopt;
    numElements = count;
  }
  return numElements;
}
