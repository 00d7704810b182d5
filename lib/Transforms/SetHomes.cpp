//===- SetHomes.cpp - Home tiers of arguments -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_SETHOMESPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// The arguments [begin, end) of a function, and their tier.
struct ArgumentSlice {
  StringRef tier;
  int64_t begin = 0, end = 0;
};
} // namespace

/// Parses a bound of a slice of \p count elements as in Python: a negative
/// bound counts from the end, and an empty bound is \p otherwise.
static FailureOr<int64_t> parseBound(StringRef text, int64_t otherwise,
                                     int64_t count) {
  if (text.empty())
    return otherwise;
  int64_t bound = 0;
  if (text.getAsInteger(10, bound))
    return failure();
  return std::clamp<int64_t>(bound < 0 ? bound + count : bound, 0, count);
}

/// Parses `TIER=FIRST:LAST`. Fails with an error at \p function if the text has
/// another form or the slice is empty.
static FailureOr<ArgumentSlice> parseSlice(func::FuncOp function,
                                           StringRef text) {
  const int64_t count = function.getNumArguments();
  auto [tier, range] = text.rsplit('=');
  auto [first, last] = range.split(':');
  FailureOr<int64_t> begin = parseBound(first, 0, count);
  FailureOr<int64_t> end = parseBound(last, count, count);
  if (tier.empty() || !range.contains(':') || failed(begin) || failed(end))
    return emitError(function.getLoc(), "'")
           << text << "' is not of the form TIER=FIRST:LAST, a slice of the "
           << "arguments as in Python: 'flash=0:-1' is all but the last";
  if (*begin >= *end)
    return emitError(function.getLoc(), "no argument is in the slice of tier '")
           << tier << "'; there are " << count;
  return ArgumentSlice{tier, *begin, *end};
}

/// Puts a memory space into the type of an argument; its users see the old type
/// through a cast.
static LogicalResult setHome(OpBuilder &builder, BlockArgument argument,
                             TierAttr tier) {
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type || type.getMemorySpace())
    return emitError(argument.getOwner()->getParentOp()->getLoc(), "argument ")
           << argument.getArgNumber() << " can't be put into tier '"
           << tier.getName().getValue() << "': it is of type "
           << argument.getType();
  argument.setType(MemRefType::Builder(type).setMemorySpace(tier));
  auto cast = memref::MemorySpaceCastOp::create(builder, argument.getLoc(),
                                                type, argument);
  argument.replaceAllUsesExcept(cast, cast);
  return success();
}

namespace {
struct SetHomesPass : memplace::impl::SetHomesPassBase<SetHomesPass> {
  using SetHomesPassBase::SetHomesPassBase;

  void runOnOperation() override {
    auto entry = getOperation().lookupSymbol<func::FuncOp>(function);
    if (!entry || entry.isExternal()) {
      emitError(getOperation().getLoc(), "the module has no function '@")
          << function << "'";
      return signalPassFailure();
    }
    auto builder = OpBuilder::atBlockBegin(&entry.front());
    for (StringRef home : homes)
      if (failed(forEach(entry, home, [&](unsigned index, TierAttr tier) {
            return setHome(builder, entry.getArgument(index), tier);
          })))
        return signalPassFailure();
    for (StringRef pin : pins)
      if (failed(forEach(entry, pin, [&](unsigned index, TierAttr tier) {
            entry.setArgAttr(index, MemPlaceDialect::pinAttrName, tier);
            return success();
          })))
        return signalPassFailure();
    entry.setType(FunctionType::get(&getContext(),
                                    entry.getBody().getArgumentTypes(),
                                    entry.getResultTypes()));
  }

private:
  /// Calls \p set for each argument of the slice \p text until a call fails.
  static LogicalResult
  forEach(func::FuncOp entry, StringRef text,
          function_ref<LogicalResult(unsigned, TierAttr)> set) {
    FailureOr<ArgumentSlice> slice = parseSlice(entry, text);
    if (failed(slice))
      return failure();
    auto tier = TierAttr::get(entry.getContext(), slice->tier);
    for (int64_t index = slice->begin; index < slice->end; ++index)
      if (failed(set(static_cast<unsigned>(index), tier)))
        return failure();
    return success();
  }
};
} // namespace
