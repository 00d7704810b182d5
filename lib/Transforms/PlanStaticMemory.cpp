//===- PlanStaticMemory.cpp - Pack allocations into an arena --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Packing/Pack.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

#include <numeric>

namespace memplace {
#define GEN_PASS_DEF_PLANSTATICMEMORYPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {

/// Largest allocation for packing.
constexpr int64_t maxBytes = int64_t(1) << 62;

/// An allocation to get an offset.
struct Candidate {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  LiveRange range; // In ops, in program order.
  int64_t bytes = 0;
  int64_t alignment = 1;
  Offset offset = 0;
};

/// The candidates of a memory space.
struct ArenaPlan {
  SmallVector<Candidate> candidates;
  int64_t bytes = 0;
  int64_t alignment = 1;
};

class PlanStaticMemoryPass
    : public memplace::impl::PlanStaticMemoryPassBase<PlanStaticMemoryPass> {
public:
  using PlanStaticMemoryPassBase::PlanStaticMemoryPassBase;
  void runOnOperation() override;

private:
  using Plans = llvm::MapVector<Attribute, ArenaPlan>;

  Plans collect();
  LogicalResult pack(ArenaPlan &plan);
  Value allocateArena(const ArenaPlan &plan, Attribute space);
  FailureOr<MemRefType> getArenaType();
  LogicalResult checkArena(const ArenaPlan &plan, MemRefType type);
};

} // namespace

/// Returns the only deallocation of \p alloc itself, or null.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers()) {
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (dealloc && found)
      return nullptr;
    if (dealloc)
      found = dealloc;
  }
  return found;
}

/// Returns true if each op between \p op and \p function runs its body
/// sequentially, so that program order is the order of execution.
static bool isSequential(Operation *op, Operation *function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp>(
            parent))
      return false;
  return true;
}

/// Returns the reason against packing \p alloc, or an empty string.
static StringRef getPlanningObstacle(memref::AllocOp alloc,
                                     memref::DeallocOp dealloc,
                                     Operation *function) {
  if (!alloc.getType().hasStaticShape())
    return "its shape is dynamic";
  if (!alloc.getType().getLayout().isIdentity())
    return "its layout is not the identity";
  if (alloc->hasAttr(MemPlaceDialect::pinAttrName))
    return "it is pinned to a tier";
  if (!dealloc)
    return "it has no deallocation of its own, or several";
  if (dealloc->getBlock() != alloc->getBlock())
    return "its deallocation is in another block";
  if (!isSequential(alloc, function))
    return "it is in a region that may run side by side with others";
  return "";
}

PlanStaticMemoryPass::Plans PlanStaticMemoryPass::collect() {
  Plans plans;
  func::FuncOp function = getOperation();
  const DataLayout layout = DataLayout::closest(function);
  llvm::DenseMap<Operation *, Step> steps;
  function->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { steps[op] = static_cast<Step>(steps.size()); });
  function->walk<WalkOrder::PreOrder>([&](memref::AllocOp alloc) {
    memref::DeallocOp dealloc = findDealloc(alloc);
    const StringRef reason = getPlanningObstacle(alloc, dealloc, function);
    if (!reason.empty()) {
      alloc.emitRemark("not packed: ") << reason;
      return;
    }
    MemRefType type = alloc.getType();
    std::optional<int64_t> bytes = getStaticSizeInBytes(type, layout);
    if (!bytes || *bytes > maxBytes) {
      alloc.emitRemark("not packed: its size is unknown or above 2^62 bytes");
      return;
    }
    const int64_t alignment =
        std::max<int64_t>(alloc.getAlignment().value_or(1),
                          static_cast<int64_t>(layout.getTypeABIAlignment(
                              type.getElementType())));
    plans[type.getMemorySpace()].candidates.push_back(
        {alloc, dealloc, {steps[alloc], steps[dealloc]}, *bytes, alignment});
  });
  return plans;
}

LogicalResult PlanStaticMemoryPass::pack(ArenaPlan &plan) {
  PackingProblem problem;
  for (const Candidate &candidate : plan.candidates) {
    // An empty allocation needs an offset, too.
    problem.buffers.push_back(
        {std::to_string(problem.buffers.size()), candidate.range,
         std::max<int64_t>(candidate.bytes, 1), candidate.alignment});
    plan.alignment = std::lcm(plan.alignment, candidate.alignment);
  }
  PackLimits limits;
  limits.nodes = nodes;
  PackResult result = memplace::pack(problem, limits);
  std::optional<Error> illegal;
  if (result.packing)
    illegal = verifyPacking(problem, *result.packing);
  if (!result.packing || illegal)
    return mlir::emitError(getOperation()->getLoc(), "no arena for ")
           << plan.candidates.size() << " allocations: "
           << (illegal ? "bug, please report it: " + illegal->message
                       : result.message);
  for (auto [candidate, offset] :
       llvm::zip_equal(plan.candidates, result.packing->offsets))
    candidate.offset = offset;
  plan.bytes = result.peak;
  return success();
}

/// Allocates the arena at the start of the function and frees it at each
/// return.
Value PlanStaticMemoryPass::allocateArena(const ArenaPlan &plan,
                                          Attribute space) {
  func::FuncOp function = getOperation();
  Region &body = function.getFunctionBody();
  OpBuilder builder = OpBuilder::atBlockBegin(&body.front());
  auto type = MemRefType::get({plan.bytes}, builder.getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  Value arena =
      memref::AllocOp::create(builder, function.getLoc(), type, ValueRange(),
                              builder.getI64IntegerAttr(plan.alignment));
  for (Block &block : body) {
    Operation *terminator = block.getTerminator();
    if (!terminator->hasTrait<OpTrait::ReturnLike>())
      continue;
    builder.setInsertionPoint(terminator);
    memref::DeallocOp::create(builder, function.getLoc(), arena);
  }
  return arena;
}

/// Returns the type of the arena passed as the first argument.
FailureOr<MemRefType> PlanStaticMemoryPass::getArenaType() {
  func::FuncOp function = getOperation();
  if (function.getNumArguments() != 0) {
    auto type = dyn_cast<MemRefType>(function.getArgumentTypes().front());
    if (type && type.getRank() == 1 && type.getLayout().isIdentity() &&
        type.getElementType().isSignlessInteger(8))
      return type;
  }
  return mlir::emitError(
      function->getLoc(),
      "'arena-mode=arg' needs a memref<?xi8> as the first argument");
}

LogicalResult PlanStaticMemoryPass::checkArena(const ArenaPlan &plan,
                                               MemRefType type) {
  const int64_t bytes = type.getDimSize(0);
  if (!ShapedType::isDynamic(bytes) && bytes < plan.bytes)
    return mlir::emitError(getOperation()->getLoc(),
                           "the arena in argument 0 has ")
           << bytes << " bytes, " << plan.bytes << " are needed";
  getOperation()->emitRemark("the arena in argument 0 needs ")
      << plan.bytes << " bytes, aligned to " << plan.alignment;
  return success();
}

/// Replaces each allocation of \p plan by a view of \p arena.
static void rewrite(const ArenaPlan &plan, Value arena) {
  for (Candidate candidate : plan.candidates) {
    OpBuilder builder(candidate.alloc);
    const Location loc = candidate.alloc.getLoc();
    Value offset =
        arith::ConstantIndexOp::create(builder, loc, candidate.offset);
    Value view = memref::ViewOp::create(builder, loc, candidate.alloc.getType(),
                                        arena, offset, ValueRange());
    candidate.dealloc.erase();
    candidate.alloc.replaceAllUsesWith(view);
    candidate.alloc.erase();
  }
}

void PlanStaticMemoryPass::runOnOperation() {
  func::FuncOp function = getOperation();
  if (function.isExternal())
    return;
  if (arenaMode != "allocate" && arenaMode != "arg") {
    mlir::emitError(function->getLoc(),
                    "'arena-mode' must be 'allocate' or 'arg', got '")
        << arenaMode << "'";
    return signalPassFailure();
  }
  if (nodes < 0) {
    mlir::emitError(function->getLoc(), "'nodes' must be at least 0, got ")
        << nodes.getValue();
    return signalPassFailure();
  }
  FailureOr<MemRefType> arenaType = MemRefType();
  if (arenaMode == "arg" && failed(arenaType = getArenaType()))
    return signalPassFailure();

  Plans plans = collect();
  if (*arenaType)
    plans.remove_if([&](const auto &plan) {
      return plan.first != arenaType->getMemorySpace();
    });
  const bool hasAllocations =
      function->walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!hasAllocations)
    function->emitRemark("nothing is packed: function '")
        << function.getName() << "' allocates nothing";
  // Change nothing until all plans succeed.
  for (auto &[space, plan] : plans)
    if (failed(pack(plan)) ||
        (*arenaType && failed(checkArena(plan, *arenaType))))
      return signalPassFailure();
  for (auto &[space, plan] : plans)
    rewrite(plan,
            *arenaType ? function.getArgument(0) : allocateArena(plan, space));
}
