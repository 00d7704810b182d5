//===- LoopNests.cpp - Tiles of loops over elements -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The importer of TFLite networks writes convolutions as loops, since their
// padding, their sums of 32 bits and the scaling to 8 bits belong together.
// Interval arithmetic on the indices tells the part of each memref that a tile
// accesses. Conditions for padding are not analysed: a part is cut off at the
// bounds of its memref, which no access exceeds.
//
//===----------------------------------------------------------------------===//

#include "LoopNests.h"

#include "../Interfaces/RunTimeAddress.h"
#include "SliceArguments.h"
#include "StreamSlices.h"
#include "TileableOps.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Bound on the numbers of an `IndexRange`: their products and sums do not
/// overflow.
static constexpr int64_t maxIndex = int64_t(1) << 31;

namespace {
/// Finds the ranges of indices in a nest.
class IndexAnalysis {
public:
  explicit IndexAnalysis(ArrayRef<scf::ForOp> loops) : loops(loops) {}
  /// Returns the range of \p index, which chooses among sums of loop indices,
  /// in a dimension of \p size indices; none if it is not known.
  std::optional<IndexRange> getRange(Value index, int64_t size) const;

private:
  std::optional<IndexRange> getRange(Value value) const;
  IndexRange getConstant(int64_t low, int64_t high) const {
    return {SmallVector<int64_t>(loops.size(), 0), low, high};
  }
  std::optional<IndexRange> getIndexOf(scf::ForOp loop) const;
  std::optional<IndexRange> compute(Operation *op) const;

  ArrayRef<scf::ForOp> loops;
};
} // namespace

static bool isSmall(const IndexRange &range) {
  return llvm::all_of(range.steps,
                      [](int64_t step) { return step < maxIndex; }) &&
         std::abs(range.low) < maxIndex && std::abs(range.high) < maxIndex;
}

static bool isConstant(const IndexRange &range) {
  return llvm::all_of(range.steps, [](int64_t step) { return step == 0; });
}

/// Returns \p a plus \p factor times \p b; none if some step is negative.
static std::optional<IndexRange> addProduct(IndexRange a, const IndexRange &b,
                                            int64_t factor) {
  for (auto [to, from] : llvm::zip_equal(a.steps, b.steps)) {
    to += factor * from;
    if (to < 0)
      return std::nullopt;
  }
  a.low += factor * (factor < 0 ? b.high : b.low);
  a.high += factor * (factor < 0 ? b.low : b.high);
  return isSmall(a) ? std::optional(std::move(a)) : std::nullopt;
}

/// Returns the index of a loop of the nest, or of one inside.
std::optional<IndexRange> IndexAnalysis::getIndexOf(scf::ForOp loop) const {
  const auto *outer = llvm::find(loops, loop);
  if (outer != loops.end()) {
    IndexRange range = getConstant(0, 0);
    range.steps[outer - loops.begin()] = 1;
    return range;
  }
  const std::optional<int64_t> begin =
      getConstantIntValue(loop.getLowerBound());
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  const std::optional<APInt> trips = loop.getStaticTripCount();
  if (!begin || !step || !trips || trips->isZero() ||
      trips->getActiveBits() > 31 || *step <= 0 || *step >= maxIndex ||
      std::abs(*begin) >= maxIndex)
    return std::nullopt;
  IndexRange range = getConstant(
      *begin,
      *begin + *step * (static_cast<int64_t>(trips->getZExtValue()) - 1));
  return isSmall(range) ? std::optional(range) : std::nullopt;
}

/// Returns the range of the result of \p op.
std::optional<IndexRange> IndexAnalysis::compute(Operation *op) const {
  if (op->getNumOperands() != 2)
    return std::nullopt;
  const std::optional<IndexRange> a = getRange(op->getOperand(0));
  const std::optional<IndexRange> b = getRange(op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return addProduct(*a, *b, 1);
  if (isa<arith::SubIOp>(op))
    return addProduct(*a, *b, -1);
  if (isa<arith::MulIOp>(op)) {
    const IndexRange zero = getConstant(0, 0);
    if (isConstant(*a) && a->low == a->high)
      return addProduct(zero, *b, a->low);
    if (isConstant(*b) && b->low == b->high)
      return addProduct(zero, *a, b->low);
  }
  return std::nullopt;
}

std::optional<IndexRange> IndexAnalysis::getRange(Value value) const {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 31)
      return std::nullopt;
    return getConstant(constant.getSExtValue(), constant.getSExtValue());
  }
  if (Operation *op = value.getDefiningOp())
    return compute(op);
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == value ? getIndexOf(loop)
                                                 : std::nullopt;
}

/// Extends \p range to contain \p other; none if they move differently.
static std::optional<IndexRange> unite(std::optional<IndexRange> range,
                                       const std::optional<IndexRange> &other) {
  if (!range || !other || range->steps != other->steps)
    return std::nullopt;
  range->low = std::min(range->low, other->low);
  range->high = std::max(range->high, other->high);
  range->isClamped |= other->isClamped;
  return range;
}

/// Appends the values that the value \p number carried by \p loop may have.
static void addCarried(scf::ForOp loop, unsigned number,
                       SmallVectorImpl<Value> &sources) {
  sources.push_back(loop.getInitArgs()[number]);
  sources.push_back(loop.getYieldedValues()[number]);
}

/// Appends the values among which \p value is chosen. None if it is computed
/// otherwise.
static void addChoices(Value value, SmallVectorImpl<Value> &sources) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument != loop.getInductionVar())
      addCarried(loop, argument.getArgNumber() - 1, sources);
    return;
  }
  const unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    sources.append({select.getTrueValue(), select.getFalseValue()});
  else if (auto loop = value.getDefiningOp<scf::ForOp>())
    addCarried(loop, number, sources);
  else if (auto branch = value.getDefiningOp<scf::IfOp>())
    sources.append({branch.thenYield().getOperand(number),
                    branch.elseYield().getOperand(number)});
}

/// Returns the index that \p value clamps to the bounds of a dimension of
/// \p size indices, on one side; null if it does not.
static Value getClamped(Value value, int64_t size) {
  Operation *op = value.getDefiningOp();
  APInt bound;
  if (!isa_and_nonnull<arith::MaxSIOp, arith::MinSIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&bound)) ||
      bound != (isa<arith::MaxSIOp>(op) ? 0 : size - 1))
    return {};
  return op->getOperand(0);
}

/// Returns true if some index of \p range is outside of [0, size) in a nest of
/// \p loops.
static bool exceeds(const IndexRange &range, ArrayRef<scf::ForOp> loops,
                    int64_t size) {
  int64_t last = range.high;
  for (auto [step, loop] : llvm::zip_equal(range.steps, loops))
    last += step * (*getConstantIntValue(scf::ForOp(loop).getUpperBound()) - 1);
  return range.low < 0 || last >= size;
}

std::optional<IndexRange> IndexAnalysis::getRange(Value index,
                                                  int64_t size) const {
  std::optional<IndexRange> range;
  bool isClamped = false;
  SmallVector<Value> open = {index};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    const size_t before = open.size();
    addChoices(value, open);
    if (Value clamped = getClamped(value, size)) {
      isClamped = true;
      open.push_back(clamped);
    }
    if (open.size() > before)
      continue;
    std::optional<IndexRange> one = getRange(value);
    range = range ? unite(std::move(range), one) : std::move(one);
    if (!range)
      return std::nullopt;
  }
  if (range)
    range->isClamped = isClamped && exceeds(*range, loops, size);
  return range;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// Returns the loops around all other ops: from \p root inwards.
static SmallVector<scf::ForOp> getOuterLoops(scf::ForOp root) {
  SmallVector<scf::ForOp> loops;
  for (scf::ForOp loop = root; loop;) {
    if (loop->getNumResults() > 0 || loop.getUnsignedCmp() ||
        getConstantIntValue(loop.getLowerBound()) != 0 ||
        getConstantIntValue(loop.getStep()) != 1 ||
        !getConstantIntValue(loop.getUpperBound()) ||
        *getConstantIntValue(loop.getUpperBound()) < 1 ||
        loop->hasAttr(MemPlaceDialect::tripCountAttrName))
      break;
    loops.push_back(loop);
    Block &body = *loop.getBody();
    loop = llvm::hasNItems(body, 2) ? dyn_cast<scf::ForOp>(body.front())
                                    : scf::ForOp();
  }
  return loops;
}

/// Returns the access of \p op, a load or store of an element in \p nest. None
/// if the memref is dynamic or empty, or if the nest makes the memref.
static std::optional<NestOperand>
getAccess(const LoopNest &nest, const IndexAnalysis &analysis, Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  NestOperand access;
  access.memref = load ? load.getMemRef() : store.getMemRef();
  access.isRead = load != nullptr;
  access.isWritten = store != nullptr;
  auto type = dyn_cast<MemRefType>(access.memref.getType());
  const bool isInside = nest.loops.front()->isAncestor(
      access.memref.getParentBlock()->getParentOp());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      !type.isStrided() ||
      (isInside && !access.memref.getDefiningOp<memref::GetGlobalOp>()))
    return std::nullopt;
  for (auto [index, size] : llvm::zip_equal(
           load ? load.getIndices() : store.getIndices(), type.getShape())) {
    // No view outside of the nest can show part of a global inside.
    access.ranges.push_back(isInside ? std::nullopt
                                     : analysis.getRange(index, size));
    access.isAtRunTimeAddress |=
        !access.ranges.back() && isKnownAtRunTimeOnly(index);
  }
  return access;
}

/// Adds the accesses of \p op to \p nest. Returns false if \p op does anything
/// but load and store elements.
static bool addAccess(LoopNest &nest, const IndexAnalysis &analysis,
                      Operation *op) {
  if (isa<scf::ForOp, scf::IfOp>(op) || isPure(op))
    return !op->hasAttr(MemPlaceDialect::costAttrName);
  if (!isa<memref::LoadOp, memref::StoreOp>(op))
    return false;
  std::optional<NestOperand> access = getAccess(nest, analysis, op);
  if (!access)
    return false;
  auto known = llvm::find_if(nest.operands, [&](const NestOperand &operand) {
    return operand.memref == access->memref;
  });
  if (known == nest.operands.end()) {
    nest.operands.push_back(std::move(*access));
    return true;
  }
  // An element that a trip writes may be read at the same place only.
  if ((access->isWritten || known->isWritten) &&
      known->ranges != access->ranges)
    return false;
  for (auto [range, other] : llvm::zip_equal(known->ranges, access->ranges))
    range = unite(range, other);
  known->isAtRunTimeAddress &= access->isAtRunTimeAddress;
  known->isRead |= access->isRead;
  known->isWritten |= access->isWritten;
  return true;
}

/// Returns true if each trip of \p loop accesses other elements of \p operand:
/// some index depends on no other loop, and moves by more than its range.
static bool hasOwnElements(const NestOperand &operand, unsigned loop) {
  return llvm::any_of(operand.ranges, [&](const auto &range) {
    return range && !range->isClamped &&
           range->steps[loop] > range->high - range->low &&
           llvm::count(range->steps, 0) ==
               static_cast<int64_t>(range->steps.size()) - 1;
  });
}

/// Returns true if tiles of the outermost loop may run in its order: each tile
/// writes all of \p operand or elements of its own. The next tile may arrive
/// before a tile is written, so two tiles must not overlap.
static bool mayTileInOrder(const NestOperand &operand) {
  return !operand.isWritten || hasOwnElements(operand, 0) ||
         llvm::none_of(operand.ranges, [](const auto &range) {
           return range && range->steps.front() > 0;
         });
}

std::optional<LoopNest> memplace::getLoopNest(scf::ForOp root,
                                              const AliasSets &aliasSets) {
  LoopNest nest;
  nest.loops = getOuterLoops(root);
  if (nest.loops.empty() || getStep(root) != root || !hasNoDescription(root))
    return std::nullopt;
  const IndexAnalysis analysis(nest.loops);
  if (root->walk([&](Operation *op) {
            return addAccess(nest, analysis, op) ? WalkResult::advance()
                                                 : WalkResult::interrupt();
          })
          .wasInterrupted())
    return std::nullopt;
  for (const NestOperand &a : nest.operands)
    for (const NestOperand &b : nest.operands)
      if (a.isWritten && &a != &b && mayOverlap(a.memref, b.memref, aliasSets))
        return std::nullopt;
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    nest.extents.push_back(*getConstantIntValue(loop.getUpperBound()));
    nest.isParallel.push_back(
        llvm::all_of(nest.operands, [&](const NestOperand &operand) {
          return !operand.isWritten ||
                 hasOwnElements(operand, static_cast<unsigned>(number));
        }));
  }
  nest.mayTile = nest.isParallel;
  if (!llvm::is_contained(nest.isParallel, true))
    nest.mayTile.front() = llvm::all_of(nest.operands, mayTileInOrder);
  return nest;
}

/// Returns \p operand of \p nest as the search for tiles sees it.
static TiledOperand getTiledOperand(const LoopNest &nest,
                                    const NestOperand &operand) {
  SmallVector<SmallVector<int64_t>> steps;
  SmallVector<int64_t> span;
  for (const std::optional<IndexRange> &range : operand.ranges) {
    steps.push_back(range ? range->steps
                          : SmallVector<int64_t>(nest.loops.size(), 0));
    span.push_back(range ? range->high - range->low : 0);
  }
  TiledOperand tiled = makeTiledOperand(nest.loops.front(), operand.getType(),
                                        std::move(steps), std::move(span));
  tiled.isRead = operand.isRead;
  tiled.isWritten = operand.isWritten;
  return tiled;
}

SmallVector<unsigned> memplace::getOperandsAtHome(const LoopNest &nest,
                                                  const Tier &tier) {
  std::vector<std::pair<int64_t, unsigned>> sizes; // Bytes, aligned; operand.
  int64_t sum = 0;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    if (!operand.isAtRunTimeAddress) {
      sum = addCounts(sum, tier.alignment);
      continue;
    }
    const int64_t bytes =
        llvm::alignTo(*getTrafficInBytes(operand.getType(), nest.loops.front()),
                      tier.alignment);
    sizes.push_back({bytes, static_cast<unsigned>(number)});
    sum = addCounts(sum, bytes);
  }
  llvm::sort(sizes);
  SmallVector<unsigned> atHome;
  for (; sum > tier.capacity && !sizes.empty(); sizes.pop_back()) {
    sum -= sizes.back().first;
    atHome.push_back(sizes.back().second);
  }
  return atHome;
}

TileSpace memplace::getTileSpace(const LoopNest &nest, const Target &machine) {
  const Tier &tier = machine.tiers[getLargestTier(machine)];
  TileSpace space{nest.extents, nest.isParallel, nest.mayTile};
  space.onlyDivisors = true;
  space.computePs = getComputePs(
      getStepCost(nest.loops.front(), machine.opDefaults), machine);
  const SmallVector<unsigned> atHome = getOperandsAtHome(nest, tier);
  for (auto [number, operand] : llvm::enumerate(nest.operands))
    if (!llvm::is_contained(atHome, number))
      space.operands.push_back(getTiledOperand(nest, operand));
  return space;
}

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

/// Returns the indices of each dimension of \p operand that a tile takes.
static SmallVector<int64_t> getPart(const LoopNest &nest,
                                    const NestOperand &operand,
                                    const Tiling &tiling) {
  return getTileShape(getTiledOperand(nest, operand), nest.extents,
                      tiling.sizes);
}

bool memplace::takesPart(const LoopNest &nest, const Tiling &tiling,
                         unsigned number) {
  const NestOperand &operand = nest.operands[number];
  return ArrayRef(getPart(nest, operand, tiling)) !=
         operand.getType().getShape();
}

namespace {
/// Rewrites one nest.
class NestTiler {
public:
  NestTiler(const LoopNest &nest, const Tiling &tiling)
      : nest(nest), tiling(tiling),
        builder(nest.loops.front()->getLoc(), nest.loops.front()) {}
  Operation *run();

private:
  /// The view of an operand that a tile accesses; null if it accesses the
  /// operand as it is.
  struct View {
    Value view;
    SmallVector<Value> offsets; // By dimension; null: 0.
  };

  Value getConstant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  Value getOffset(const IndexRange &range, int64_t length, int64_t size);
  View makeView(const NestOperand &operand);
  Operation *makeNest();
  void useView(Operation *access, const View &view);

  const LoopNest &nest;
  const Tiling &tiling;
  ImplicitLocOpBuilder builder;
  SmallVector<Value> begins; // By loop: first index of the tile; null: 0.
  SmallVector<View> views;   // By operand.
};
} // namespace

/// Returns the first index of a part of \p length of \p size indices.
Value NestTiler::getOffset(const IndexRange &range, int64_t length,
                           int64_t size) {
  Value offset;
  int64_t last = range.low; // Of the last tile.
  for (unsigned loop : tiling.order) {
    const int64_t step = range.steps[loop];
    if (step == 0)
      continue;
    last += step * (nest.extents[loop] - tiling.sizes[loop]);
    Value product = begins[loop];
    if (step != 1)
      product = arith::MulIOp::create(builder, product, getConstant(step));
    offset = offset ? arith::AddIOp::create(builder, offset, product) : product;
  }
  if (range.low != 0)
    offset = arith::AddIOp::create(builder, offset, getConstant(range.low));
  if (range.low < 0)
    offset = arith::MaxSIOp::create(builder, offset, getConstant(0));
  if (last + length > size)
    offset =
        arith::MinSIOp::create(builder, offset, getConstant(size - length));
  return offset;
}

NestTiler::View NestTiler::makeView(const NestOperand &operand) {
  const SmallVector<int64_t> shape = getPart(nest, operand, tiling);
  ArrayRef<int64_t> whole = operand.getType().getShape();
  if (ArrayRef(shape) == whole)
    return {};
  View made{{}, SmallVector<Value>(shape.size())};
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (shape[dim] < whole[dim])
      offsets[dim] = made.offsets[dim] =
          getOffset(*operand.ranges[dim], shape[dim], whole[dim]);
  made.view =
      makeSubView(builder, shape, operand.memref, offsets, ArrayRef(shape));
  return made;
}

/// Lets \p access, in a tile, use \p view.
void NestTiler::useView(Operation *access, const View &view) {
  auto load = dyn_cast<memref::LoadOp>(access);
  MutableOperandRange indices =
      load ? load.getIndicesMutable()
           : cast<memref::StoreOp>(access).getIndicesMutable();
  ImplicitLocOpBuilder before(access->getLoc(), access);
  for (auto [dim, offset] : llvm::enumerate(view.offsets)) {
    if (!offset)
      continue;
    OpOperand &index = indices[dim];
    // The cost model knows an element that is overwritten by its loop index.
    auto sum = index.get().getDefiningOp<arith::AddIOp>();
    if (sum && sum.getLhs() == offset)
      index.set(sum.getRhs());
    else
      index.set(arith::SubIOp::create(before, index.get(), offset));
  }
  access->setOperand(load ? 0 : 1, view.view);
}

/// Makes the nest of a tile at the builder.
Operation *NestTiler::makeNest() {
  IRMapping mapping;
  auto tile = cast<scf::ForOp>(builder.clone(*nest.loops.front(), mapping));
  for (unsigned number : tiling.order) {
    auto copy = cast<scf::ForOp>(
        mapping.lookup(scf::ForOp(nest.loops[number]).getOperation()));
    builder.setInsertionPoint(tile);
    copy.setUpperBound(getConstant(tiling.sizes[number]));
    builder.setInsertionPointToStart(copy.getBody());
    Value index =
        arith::AddIOp::create(builder, begins[number], copy.getInductionVar());
    copy.getInductionVar().replaceAllUsesExcept(index, index.getDefiningOp());
  }
  SmallVector<Operation *> accesses;
  tile->walk([&](Operation *op) {
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      accesses.push_back(op);
  });
  for (Operation *access : accesses)
    for (auto [operand, view] : llvm::zip_equal(nest.operands, views))
      if (view.view &&
          llvm::is_contained(access->getOperands(), operand.memref))
        useView(access, view);
  return tile;
}

Operation *NestTiler::run() {
  Operation *outermost = nullptr;
  begins.resize(nest.loops.size());
  for (unsigned number : tiling.order) {
    auto loop = scf::ForOp::create(builder, getConstant(0),
                                   getConstant(nest.extents[number]),
                                   getConstant(tiling.sizes[number]));
    loop->setAttr(tilesAttr, builder.getUnitAttr());
    if (tiling.isSerial)
      loop->setAttr(oneWindowAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(loop.getBody());
    begins[number] = loop.getInductionVar();
    if (!outermost)
      outermost = loop;
  }
  for (const NestOperand &operand : nest.operands)
    views.push_back(makeView(operand));
  Operation *tile = makeNest();
  scf::ForOp(nest.loops.front()).erase();
  return outermost ? outermost : tile;
}

Operation *memplace::tileNest(const LoopNest &nest, const Tiling &tiling) {
  return NestTiler(nest, tiling).run();
}
