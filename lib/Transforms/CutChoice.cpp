//===- CutChoice.cpp - Possible and requested cuts ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutChoice.h"

#include "../IRToProblem/PositionInBuffer.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// Steps with unknown accesses
//===----------------------------------------------------------------------===//

/// Returns true if \p memref is certainly in buffers or in scalars on the
/// stack.
static bool isInBuffers(Value memref, const AliasSets &aliasSets,
                        ArrayRef<bool> isBuffer) {
  if (!aliasSets.isKnown(memref))
    return false;
  return llvm::all_of(aliasSets.getSetsOf(memref), [&](unsigned set) {
    return isBuffer[set] || aliasSets.getSets()[set].isScratch;
  });
}

std::vector<bool>
memplace::findUnknownSteps(const ExtractedFunction &extracted) {
  const AliasSets &aliasSets = *extracted.aliasSets;
  SmallVector<bool> isBuffer(aliasSets.getSets().size());
  for (unsigned set : extracted.setOfBuffer)
    isBuffer[set] = true;
  std::vector<bool> isUnknown(extracted.problem.ops.size());
  for (auto [step, op] : llvm::enumerate(extracted.schedule->getSteps())) {
    if (!op)
      continue;
    const StepCost cost = getStepCost(op);
    isUnknown[step] =
        cost.unknownOp || cost.refusedOp ||
        !llvm::all_of(cost.accesses, [&](const MemoryAccess &access) {
          return isInBuffers(access.memref, aliasSets, isBuffer);
        });
  }
  return isUnknown;
}

std::vector<bool> memplace::excludeUnknown(ExtractedFunction &extracted) {
  std::vector<bool> isUnknown = findUnknownSteps(extracted);
  extracted.cuts.resize(isUnknown.size());
  for (auto [step, op] : llvm::enumerate(extracted.schedule->getSteps())) {
    if (!op || (!isUnknown[step] && op->getNumResults() == 0))
      continue;
    extracted.problem.ops[step].cuts.clear();
    extracted.cuts[step].clear();
  }
  return isUnknown;
}

bool memplace::keepsOrder(const CutProblem &cut,
                          const std::vector<bool> &isFixed) {
  std::vector<size_t> numLeft(isFixed.size(),
                              0); // By op: its remaining pieces.
  for (Step step : cut.opOf)
    ++numLeft[step];
  Step latest = -1, firstLeft = 0;
  for (Step step : cut.opOf) {
    if (isFixed[step] && (latest > step || firstLeft < step))
      return false;
    latest = std::max(latest, step);
    --numLeft[step];
    while (firstLeft < static_cast<Step>(numLeft.size()) &&
           numLeft[firstLeft] == 0)
      ++firstLeft;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
/// Checks the uses of a buffer's storage, one by one.
class UseChecker {
public:
  UseChecker(const ExtractedFunction &extracted, const AliasSet &set)
      : extracted(extracted), set(set),
        isOutside(isExternalRoot(set.roots.front())) {}

  bool canBeSplit();

private:
  bool canBeSplit(OpOperand &use);
  bool isAllOf(MemRefType used) const;

  const ExtractedFunction &extracted;
  const AliasSet &set;
  const bool isOutside;
  Type type; // Common type of the operands, required for storage from outside.
};
} // namespace

/// Returns true if a view of type \p used has all elements of the storage, in
/// row-major order.
bool UseChecker::isAllOf(MemRefType used) const {
  const Value root = set.roots.front();
  const std::optional<PositionInBuffer> place = getPositionInBuffer(used, root);
  return place && place->offset == 0 &&
         isRowMajor(place->sizes, place->strides) &&
         used.getNumElements() ==
             cast<MemRefType>(root.getType()).getNumElements();
}

bool UseChecker::canBeSplit(OpOperand &use) {
  Operation *user = use.getOwner();
  if (std::optional<Step> step = extracted.schedule->getStepOf(user)) {
    if (extracted.schedule->getSteps()[*step] != user ||
        extracted.cuts[*step].empty())
      return false;
    // The view may have another element type.
    auto used = cast<MemRefType>(use.get().getType());
    auto root = cast<MemRefType>(set.roots.front().getType());
    if (used.getElementType() != root.getElementType() || !isOutside)
      return used.getElementType() == root.getElementType();
    if (!type)
      type = used;
    return used == type && (used == root || isAllOf(used)) &&
           getMemorySpaceUse(use) == MemorySpaceUse::Any;
  }
  if (isa<memref::DeallocOp>(user))
    return !isOutside;
  if (isOnlyReturned(user))
    return true;
  return getMemoryOpKind(user) == MemoryOpKind::None &&
         user->getNumResults() == 1 && !getMemoryViews(user).empty();
}

bool UseChecker::canBeSplit() {
  auto root = dyn_cast<MemRefType>(set.roots.front().getType());
  Operation *op = set.roots.front().getDefiningOp();
  const bool isPiece = op && op->hasAttr(MemPlaceDialect::pieceAttrName);
  if (!root || !root.hasStaticShape() ||
      (!root.getLayout().isIdentity() && !isPiece) ||
      !set.unplacedReason.empty() || !set.ambiguousReason.empty() ||
      (!isOutside && !isa<memref::AllocOp, memref::AllocaOp>(op)))
    return false;
  for (Value member : set.members)
    for (OpOperand &use : member.getUses())
      if (!canBeSplit(use))
        return false;
  return true;
}

/// Adds the steps whose results the op of \p step uses, also through arithmetic
/// and views in between. Any order of pieces must keep these dependences.
static void addNeeds(const ExtractedFunction &extracted, Step step,
                     std::vector<OpNeed> &needs) {
  Operation *op = extracted.schedule->getSteps()[step];
  if (!op)
    return;
  SmallVector<Operation *> open = {op};
  DenseSet<Operation *> seen = {op};
  const auto add = [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    if (source)
      source = op->getBlock()->findAncestorOpInBlock(*source);
    if (!source || !seen.insert(source).second)
      return;
    if (std::optional<Step> needed = extracted.schedule->getStepOf(source))
      needs.push_back({step, *needed});
    else
      open.push_back(source);
  };
  while (!open.empty())
    open.pop_back_val()->walk(
        [&](Operation *inner) { llvm::for_each(inner->getOperands(), add); });
}

CutRules memplace::getCutRules(const ExtractedFunction &extracted) {
  CutRules rules;
  for (size_t step = 0; step < extracted.problem.ops.size(); ++step)
    addNeeds(extracted, static_cast<Step>(step), rules.needs);
  rules.isOneEach = true;
  for (unsigned index : extracted.setOfBuffer) {
    const AliasSet &set = extracted.aliasSets->getSets()[index];
    rules.isWhole.push_back(!UseChecker(extracted, set).canBeSplit());
  }
  return rules;
}

//===----------------------------------------------------------------------===//
// Cuts requested by ops
//===----------------------------------------------------------------------===//

/// Returns true if loop \p dimension of a structured op has a dynamic extent.
static bool isDynamic(Operation *op, int64_t dimension) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  SmallVector<int64_t> extents = structured.getStaticLoopRanges();
  return dimension < static_cast<int64_t>(extents.size()) &&
         ShapedType::isDynamic(extents[dimension]);
}

void memplace::remarkDynamic(const ExtractedFunction &extracted) {
  for (Operation *op : extracted.schedule->getSteps()) {
    auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
    if (structured && llvm::is_contained(structured.getStaticLoopRanges(),
                                         ShapedType::kDynamic))
      emitRemark(op->getLoc(), "'")
          << op->getName() << "' is left whole along its dynamic dimensions";
  }
}

/// Reports the reason why \p op cannot be cut along \p dimension, which has no
/// cut in the problem.
static LogicalResult refuseDimension(Operation *op, int64_t dimension,
                                     bool floatSums) {
  SmallVector<MemoryCut> cuts = getMemoryCuts(op);
  const auto *found = llvm::find_if(
      cuts, [&](const MemoryCut &cut) { return cut.dimension == dimension; });
  if (found != cuts.end() && found->isRounded && !floatSums)
    return op->emitOpError("can't be cut along dimension ")
           << dimension
           << ", a sum of floats: roundings may change; to allow that, set "
              "'float-sums' of memplace-cut or 'cut-float-sums' of "
              "memplace-default";
  if (found != cuts.end())
    return op->emitOpError("can't be cut along dimension ")
           << dimension
           << ": by its model, a piece would write bytes that another piece "
              "accesses, or exceed an operand, or the op touches unknown "
              "storage";
  InFlightDiagnostic error = op->emitOpError("can't be cut along dimension ")
                             << dimension << "; ";
  if (!floatSums)
    llvm::erase_if(cuts, [](const MemoryCut &cut) { return cut.isRounded; });
  if (cuts.empty())
    return error << "its model allows no cut along any dimension";
  error << "its model allows ";
  llvm::interleaveComma(cuts, error,
                        [&](const MemoryCut &cut) { error << cut.dimension; });
  return error;
}

static FailureOr<OpCut> readCut(const ExtractedFunction &extracted, Step step,
                                CutAttr attr, bool floatSums) {
  Operation *op = extracted.schedule->getSteps()[step];
  ArrayRef<MemoryCut> cuts = extracted.cuts[step];
  const auto *found = llvm::find_if(cuts, [&](const MemoryCut &cut) {
    return cut.dimension == attr.getDim();
  });
  if (found == cuts.end())
    return refuseDimension(op, attr.getDim(), floatSums);
  if (attr.getPieces() > found->extent)
    return op->emitOpError("can't be cut in ")
           << attr.getPieces() << " pieces along dimension " << attr.getDim()
           << ", which has " << found->extent << " indices";
  OpCut cut{step, static_cast<int32_t>(found - cuts.begin()), {}, 0};
  const int64_t pieces = attr.getPieces();
  for (int64_t i = 1; i < pieces; ++i)
    cut.bounds.push_back((i * found->extent + pieces - 1) / pieces);
  return cut;
}

FailureOr<std::vector<OpCut>>
memplace::readCutAttributes(const ExtractedFunction &extracted,
                            bool floatSums) {
  std::vector<OpCut> cuts;
  func::FuncOp function = extracted.function;
  WalkResult result = function.getBody().walk([&](Operation *op) {
    auto attr = op->getAttrOfType<CutAttr>(MemPlaceDialect::cutAttrName);
    if (!attr)
      return WalkResult::advance();
    std::optional<Step> step = extracted.schedule->getStepOf(op);
    if (!step || extracted.schedule->getSteps()[*step] != op) {
      op->emitOpError("can't be cut: it is not a step of the schedule");
      return WalkResult::interrupt();
    }
    if (isDynamic(op, attr.getDim())) {
      op->emitOpError("can't be cut along dimension ")
          << attr.getDim()
          << ", which is dynamic; give it a static size, or remove "
             "'memplace.cut'";
      return WalkResult::interrupt();
    }
    FailureOr<OpCut> cut = readCut(extracted, *step, attr, floatSums);
    if (failed(cut))
      return WalkResult::interrupt();
    cuts.push_back(*cut);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return cuts;
}
