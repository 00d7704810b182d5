//===- MemPlaceToMemRefDMA.cpp - Transfers as memref.dma_start and wait ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransfersOfToken.h"

#include "../Utils/LowerPlaces.h"
#include "../Utils/LowerWindows.h"
#include "memplace/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace memplace {
#define GEN_PASS_DEF_CONVERTMEMPLACETOMEMREFDMAPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

using NumberOfTier = llvm::StringMap<int64_t>;

/// Returns the memory space in place of \p tier; null is MLIR's space 0.
static Attribute getSpace(const NumberOfTier &spaces, TierAttr tier) {
  auto it = spaces.find(tier.getName().getValue());
  if (it == spaces.end())
    return tier;
  if (it->second == 0)
    return {};
  Type i64 = IntegerType::get(tier.getContext(), 64);
  return IntegerAttr::get(i64, it->second);
}

static Attribute getSpace(const NumberOfTier &spaces, MemRefType type) {
  auto tier = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
  return tier ? getSpace(spaces, tier) : type.getMemorySpace();
}

//===----------------------------------------------------------------------===//
// Limits of dma_start and dma_wait
//===----------------------------------------------------------------------===//

static LogicalResult checkSpaces(StartTransferOp op,
                                 const NumberOfTier &spaces) {
  MemRefType source = op.getSource().getType();
  MemRefType destination = op.getDestination().getType();
  if (getSpace(spaces, source) != getSpace(spaces, destination))
    return success();
  InFlightDiagnostic error = op.emitOpError("is within one memory space, from ")
                             << source << " to " << destination;
  error.attachNote() << "memref.dma_start needs two; see 'tier-spaces'";
  return error;
}

/// Returns the rows of a transfer; none if the types have no rows or the
/// transfer is a single run.
static std::optional<MemRefRows> getDMARows(StartTransferOp op) {
  std::optional<MemRefRows> rows =
      getRows({op.getSource().getType(), op.getDestination().getType()});
  return rows && !rows->counts.empty() ? rows : std::nullopt;
}

/// Checks that dma_start can express the rows: it has a single stride for one
/// end, and the other end must be without gaps.
static LogicalResult checkRows(StartTransferOp op) {
  const std::optional<MemRefRows> rows = getDMARows(op);
  if (!rows || (rows->counts.size() == 1 &&
                llvm::any_of(rows->strides, [&](const auto &strides) {
                  return strides.front() == rows->run;
                })))
    return success();
  InFlightDiagnostic error =
      op.emitOpError("moves rows that memref.dma_start cannot express, from ")
      << op.getSource().getType() << " to " << op.getDestination().getType();
  error.attachNote()
      << "it has a single stride, for one of the two ends; an op of "
         "your own can move such rows, see 'Your own DMA ops' in "
         "docs/guide/your-accelerator.md";
  return error;
}

/// Checks that the transfer arrives within its trip, because each trip reuses
/// the tag.
static LogicalResult checkUses(StartTransferOp op) {
  for (Operation *user : op->getUsers()) {
    if (isa<WaitOp>(user))
      continue;
    if (isa<LoopLikeOpInterface>(user) ||
        isa_and_nonnull<LoopLikeOpInterface>(user->getParentOp()))
      return op.emitOpError("is still in flight when a trip of a loop ends; "
                            "the tag of memref.dma_start is for one transfer");
    if (!isa_and_nonnull<RegionBranchOpInterface>(user->getParentOp()))
      return op.emitOpError("passes its token to '")
             << user->getName()
             << "'; only ops of the same function can wait for "
                "memref.dma_start";
  }
  return success();
}

/// Checks that this wait is the only use of the transfer's token on its path.
/// memref.dma_wait consumes the tag, so a second use would have none.
static LogicalResult checkIsOnlyWait(WaitOp wait) {
  Value token = wait.getToken();
  auto loop = wait->getParentOfType<LoopLikeOpInterface>();
  if (loop && !loop->isAncestor(token.getParentRegion()->getParentOp()))
    return wait.emitOpError(
        "waits in each trip of a loop for a transfer started before the loop; "
        "memref.dma_wait may run only once");
  for (Operation *other : token.getUsers())
    if (other != wait && !insideMutuallyExclusiveRegions(wait, other))
      return wait.emitOpError("is not the only wait for its transfer; "
                              "memref.dma_wait may run only once");
  return success();
}

static LogicalResult checkSize(WaitOp wait) {
  if (getNumElementsOfToken(wait.getToken()))
    return success();
  return wait.emitOpError(
      "may wait for transfers of different sizes or of another function; "
      "memref.dma_wait needs the number of elements");
}

static LogicalResult check(Operation *root, const NumberOfTier &spaces) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    if (auto start = dyn_cast<StartTransferOp>(op)) {
      if (failed(checkSpaces(start, spaces)) || failed(checkUses(start)) ||
          failed(checkRows(start)))
        return failure();
      if (!start->getParentOfType<FunctionOpInterface>())
        return start.emitOpError(
            "is outside of a function, which would hold its tag");
    }
    if (auto wait = dyn_cast<WaitOp>(op))
      return WalkResult(success(succeeded(checkIsOnlyWait(wait)) &&
                                succeeded(checkSize(wait))));
    return success();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static void lowerStart(StartTransferOp op, Value tags, int64_t index) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value tag = arith::ConstantIndexOp::create(builder, loc, index);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  MemRefType type = op.getSource().getType();
  Value count =
      arith::ConstantIndexOp::create(builder, loc, type.getNumElements());
  SmallVector<Value> origin(type.getRank(), zero);
  Value stride, run;
  if (const std::optional<MemRefRows> rows = getDMARows(op)) {
    const int64_t distance =
        std::max(rows->strides[0].front(), rows->strides[1].front());
    stride = arith::ConstantIndexOp::create(builder, loc, distance);
    run = arith::ConstantIndexOp::create(builder, loc, rows->run);
  }
  memref::DmaStartOp::create(builder, loc, op.getSource(), origin,
                             op.getDestination(), origin, count, tags, tag,
                             stride, run);
  op->replaceAllUsesWith(ValueRange(tag));
  op.erase();
}

static void lowerWait(WaitOp op, Value tags, int64_t numElements) {
  OpBuilder builder(op);
  Value count =
      arith::ConstantIndexOp::create(builder, op.getLoc(), numElements);
  // The token is already an index, which `getToken` does not accept.
  memref::DmaWaitOp::create(builder, op.getLoc(), tags, op->getOperand(0),
                            count);
  op.erase();
}

/// Creates a tag for each of \p starts in \p function, freed before it returns.
static Value createTags(FunctionOpInterface function,
                        ArrayRef<StartTransferOp> starts) {
  Location loc = function.getLoc();
  auto builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  SmallVector<Attribute> channels;
  for (StartTransferOp start : starts)
    channels.push_back(start.getChannelAttr());
  auto type = MemRefType::get({static_cast<int64_t>(starts.size())},
                              builder.getI32Type());
  auto tags = memref::AllocOp::create(builder, loc, type);
  // Not on the dma_start, because its assembly does not parse attributes.
  tags->setAttr("channels", builder.getArrayAttr(channels));
  for (Block &block : function.getFunctionBody()) {
    Operation *end = block.getTerminator();
    if (!end->hasTrait<OpTrait::ReturnLike>())
      continue;
    builder.setInsertionPoint(end);
    memref::DeallocOp::create(builder, loc, tags);
  }
  return tags;
}

/// Lowers the transfers of a function. Must run first, because it uses the
/// tokens.
static void lowerTransfers(FunctionOpInterface function) {
  SmallVector<StartTransferOp> starts;
  SmallVector<std::pair<WaitOp, int64_t>> waits;
  function->walk([&](Operation *op) {
    if (auto start = dyn_cast<StartTransferOp>(op))
      starts.push_back(start);
    if (auto wait = dyn_cast<WaitOp>(op))
      waits.push_back({wait, *getNumElementsOfToken(wait.getToken())});
  });
  if (starts.empty())
    return;
  Value tags = createTags(function, starts);
  for (auto [index, start] : llvm::enumerate(starts))
    lowerStart(start, tags, index);
  for (auto [wait, numElements] : waits)
    lowerWait(wait, tags, numElements);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertMemPlaceToMemRefDMAPass
    : public memplace::impl::ConvertMemPlaceToMemRefDMAPassBase<
          ConvertMemPlaceToMemRefDMAPass> {
  using ConvertMemPlaceToMemRefDMAPassBase::ConvertMemPlaceToMemRefDMAPassBase;

  void runOnOperation() override {
    NumberOfTier spaces;
    if (failed(parseSpaces(spaces)) || failed(check(getOperation(), spaces)))
      return signalPassFailure();
    lowerWindows(getOperation());
    getOperation().walk(lowerTransfers);
    lowerPlaces(
        getOperation(), [&](TierAttr tier) { return getSpace(spaces, tier); },
        IndexType::get(&getContext()));
  }

private:
  /// Parses the option `tier-spaces`.
  LogicalResult parseSpaces(NumberOfTier &spaces) {
    if (tierSpaces.empty())
      return success();
    FailureOr<std::optional<Target>> target = getModuleTarget(getOperation());
    if (failed(target))
      return failure();
    for (StringRef entry : tierSpaces) {
      auto [tier, number] = entry.rsplit(':');
      int64_t space = 0;
      if (tier.empty() || number.getAsInteger(10, space) || space < 0)
        return mlir::emitError(
                   getOperation().getLoc(),
                   "'tier-spaces' must be of the form tier:number, got '")
               << entry << "'";
      if (*target && failed(checkTier(**target, tier)))
        return failure();
      if (!spaces.try_emplace(tier, space).second)
        return mlir::emitError(getOperation().getLoc(),
                               "'tier-spaces' names the tier '")
               << tier << "' twice";
    }
    return success();
  }

  LogicalResult checkTier(const Target &target, StringRef name) {
    if (llvm::any_of(target.tiers,
                     [&](const Tier &tier) { return tier.name == name; }))
      return success();
    InFlightDiagnostic error = mlir::emitError(getOperation().getLoc(),
                                               "'tier-spaces' names the tier '")
                               << name << "', which the target '" << target.name
                               << "' does not have; it has ";
    llvm::interleaveComma(target.tiers, error, [&](const Tier &tier) {
      error << "'" << tier.name << "'";
    });
    return error;
  }
};
} // namespace
