//===- TileOps.cpp - Tile ops that do not fit -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of an operand arrives again in each trip of the loops from the
// outermost down to the innermost loop along one of its dimensions; loops
// further in reuse it. So the order of the loops decides which operand stays:
// weights, inputs or results.
//
//===----------------------------------------------------------------------===//

#include "TileOps.h"

#include "PeelTiles.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/ComposeSubView.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Most dimensions that are tiled.
constexpr size_t maxTiledDims = 3;
/// Most copies of an op that the streaming of its loops may make. A single loop
/// is best if its tiles fit, because it moves each operand once.
constexpr int64_t maxBodies[] = {4, 16, 64};

/// An operand of an op. Its map gives the indices of an element.
struct TiledOperand {
  AffineMap map;
  int64_t elementBytes = 0;
  bool isRead = false, isWritten = false;
};

/// Sizes of a tile by loop of the op, and its tiled loops, outermost first.
struct Tiling {
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> order;
  double seconds = std::numeric_limits<double>::infinity();
};

/// Finds the fastest tiling of an op.
class TilingSearch {
public:
  TilingSearch(linalg::LinalgOp op, const Target &machine, TierId tier,
               bool floatSums);
  /// Returns the best tiling; none if no tile fits.
  std::optional<Tiling> run();

private:
  void choose(size_t numLeft);
  void tryOrders();
  bool mayTile(size_t dim) const;
  int64_t tripsOf(size_t dim) const {
    return llvm::divideCeil(extents[dim], sizes[dim]);
  }
  double getSeconds(ArrayRef<unsigned> order) const;
  bool fits() const;

  const Tier &tier;
  const Channel *load = nullptr, *store = nullptr;
  const bool tilesSums; // Sums may be tiled.
  double computeSeconds = 0, launchSeconds = 0;
  SmallVector<TiledOperand> operands;
  SmallVector<int64_t> extents, sizes;
  SmallVector<utils::IteratorType> kinds;
  int64_t bodyLimit = 0;
  Tiling best;
};

} // namespace

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Returns the channel from \p from to \p to; null if there is none.
static const Channel *findChannel(const Target &machine, TierId from,
                                  TierId to) {
  const std::vector<ChannelId> channels = machine.channelsBetween(from, to);
  return channels.empty() ? nullptr : &machine.channels[channels.front()];
}

TilingSearch::TilingSearch(linalg::LinalgOp op, const Target &machine,
                           TierId tier, bool floatSums)
    : tier(machine.tiers[tier]),
      load(findChannel(machine, machine.defaultTier, tier)),
      store(findChannel(machine, tier, machine.defaultTier)),
      tilesSums(floatSums ||
                llvm::all_of(op.getDpsInits(),
                             [](Value init) {
                               return getElementTypeOrSelf(init).isInteger();
                             })),
      extents(op.getStaticLoopRanges()), sizes(extents),
      kinds(op.getIteratorTypesArray()) {
  computeSeconds = static_cast<double>(getComputePs(
                       getStepCost(op, machine.opDefaults), machine)) *
                   1e-12;
  launchSeconds = static_cast<double>(machine.launchPs) * 1e-12;
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<MemRefType>(operand.get().getType()))
      operands.push_back(
          {op.getMatchingIndexingMap(&operand),
           static_cast<int64_t>(llvm::divideCeil(
               DataLayout::closest(op).getTypeSizeInBits(type.getElementType()),
               8)),
           op.isDpsInput(&operand) || op.payloadUsesValueFromOperand(&operand),
           op.isDpsInit(&operand)});
}

/// Returns the bytes of \p operand that a tile of \p sizes touches, from its
/// first to its last index: a window of a convolution is a sum of dimensions.
static int64_t getBytes(const TiledOperand &operand, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> last;
  for (int64_t size : sizes)
    last.push_back(size - 1);
  const SmallVector<int64_t> zeros(sizes.size(), 0);
  uint64_t bytes = operand.elementBytes;
  for (auto [first, end] :
       llvm::zip_equal(operand.map.compose(zeros), operand.map.compose(last)))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, end - first + 1);
  return static_cast<int64_t>(bytes);
}

/// Returns true if two tiles of each operand fit, or one of an operand that all
/// trips share.
bool TilingSearch::fits() const {
  uint64_t sum = 0;
  for (const TiledOperand &operand : operands) {
    const bool isMoving =
        llvm::any_of(llvm::seq(sizes.size()), [&](size_t dim) {
          return tripsOf(dim) > 1 && operand.map.isFunctionOfDim(dim);
        });
    const uint64_t one =
        llvm::alignTo(getBytes(operand, sizes), tier.alignment);
    sum = llvm::SaturatingAdd<uint64_t>(sum, isMoving ? 2 * one : one);
  }
  return sum <= static_cast<uint64_t>(tier.capacity);
}

/// Returns the time of all transfers or of all computation, whichever is
/// longer.
double TilingSearch::getSeconds(ArrayRef<unsigned> order) const {
  double loads = 0, stores = 0, trips = 1;
  for (unsigned dim : order)
    trips *= static_cast<double>(tripsOf(dim));
  for (const TiledOperand &operand : operands) {
    double arrivals = 1, soFar = 1;
    for (unsigned dim : order) {
      soFar *= static_cast<double>(tripsOf(dim));
      if (operand.map.isFunctionOfDim(dim))
        arrivals = soFar;
    }
    const auto bytes = static_cast<double>(getBytes(operand, sizes));
    auto timeOn = [&](const Channel *channel) {
      return arrivals * (static_cast<double>(channel->latencyPs) * 1e-12 +
                         bytes / channel->bytesPerSecond);
    };
    loads += operand.isRead ? timeOn(load) : 0;
    stores += operand.isWritten ? timeOn(store) : 0;
  }
  return std::max({loads, stores, computeSeconds + trips * launchSeconds});
}

void TilingSearch::tryOrders() {
  if (!fits())
    return;
  SmallVector<unsigned> order;
  int64_t bodies = 1;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    if (tripsOf(dim) > 1) {
      order.push_back(dim);
      bodies *= std::min<int64_t>(tripsOf(dim), 4);
    }
  if (bodies > bodyLimit)
    return;
  do {
    // Sums stay innermost, so that a result is complete when it leaves.
    const bool isSorted = llvm::is_sorted(order, [&](unsigned a, unsigned b) {
      return kinds[a] == utils::IteratorType::parallel &&
             kinds[b] != utils::IteratorType::parallel;
    });
    const double seconds =
        isSorted ? getSeconds(order) : std::numeric_limits<double>::infinity();
    if (seconds < best.seconds)
      best = {sizes, order, seconds};
  } while (std::next_permutation(order.begin(), order.end()));
}

/// Returns true if tiles of \p dim keep the order of each sum's terms, which
/// only the outermost of its loops does.
bool TilingSearch::mayTile(size_t dim) const {
  if (kinds[dim] == utils::IteratorType::parallel)
    return true;
  return tilesSums && kinds[dim] == utils::IteratorType::reduction &&
         llvm::find(kinds, utils::IteratorType::reduction) ==
             kinds.begin() + dim;
}

/// Tries all sizes of the first \p numLeft dimensions. Of equally fast tilings,
/// the first with whole inner dimensions wins, whose rows are longest.
void TilingSearch::choose(size_t numLeft) {
  if (numLeft == 0)
    return tryOrders();
  const size_t dim = numLeft - 1;
  choose(dim);
  const auto numTiled =
      llvm::count_if(llvm::seq(numLeft, sizes.size()),
                     [&](size_t other) { return tripsOf(other) > 1; });
  if (static_cast<size_t>(numTiled) == maxTiledDims || !mayTile(dim))
    return;
  for (int64_t pieces = 2; pieces / 2 < extents[dim]; pieces *= 2) {
    sizes[dim] = llvm::divideCeil(extents[dim], pieces);
    choose(dim);
  }
  sizes[dim] = extents[dim];
}

std::optional<Tiling> TilingSearch::run() {
  if (!load || !store)
    return std::nullopt;
  for (int64_t limit : maxBodies) {
    bodyLimit = limit;
    choose(sizes.size());
    if (best.seconds < std::numeric_limits<double>::infinity())
      return best;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops to tile
//===----------------------------------------------------------------------===//

/// Returns the largest tier that serves ops.
static TierId getLargestTier(const Target &machine) {
  TierId largest = 0;
  for (auto [id, tier] : llvm::enumerate(machine.tiers))
    if (tier.servesOps && (!machine.tiers[largest].servesOps ||
                           tier.capacity > machine.tiers[largest].capacity))
      largest = static_cast<TierId>(id);
  return largest;
}

/// Returns true if each result of \p map is a dimension, a constant, or a sum
/// of such with positive factors.
static bool isForward(AffineExpr expr) {
  if (isa<AffineDimExpr, AffineConstantExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || !isForward(binary.getLHS()))
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return isForward(binary.getRHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && factor &&
         factor.getValue() > 0;
}

/// Returns true if no trip of parallel loops reads an element that another trip
/// writes. The trips may then change their order.
static bool mayReorder(linalg::LinalgOp op, const AliasSets &aliasSets) {
  auto mayOverlap = [&](Value a, Value b) {
    return !aliasSets.isKnown(a) || !aliasSets.isKnown(b) ||
           llvm::any_of(aliasSets.getSetsOf(a), [&](unsigned set) {
             return llvm::is_contained(aliasSets.getSetsOf(b), set);
           });
  };
  for (OpOperand &init : op.getDpsInitsMutable())
    for (OpOperand &other : op->getOpOperands()) {
      const bool isSame =
          other.get() == init.get() &&
          op.getMatchingIndexingMap(&other) == op.getMatchingIndexingMap(&init);
      if (isa<MemRefType>(other.get().getType()) && !isSame &&
          mayOverlap(init.get(), other.get()))
        return false;
    }
  return true;
}

/// Returns true if no attribute of \p op describes the whole op.
static bool hasNoDescription(Operation *op) {
  return !op->hasAttr(MemPlaceDialect::costAttrName) &&
         !op->hasAttr(MemPlaceDialect::cutAttrName) &&
         !op->hasAttr(MemPlaceDialect::accessAttrName);
}

/// Returns true if upstream's tiling keeps the meaning of \p op and of its
/// attributes.
static bool isTileable(linalg::LinalgOp op, const AliasSets &aliasSets) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() == 0 ||
      op.getNumLoops() == 0 || !hasNoDescription(op) ||
      !mayReorder(op, aliasSets))
    return false;
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<MemRefType>(operand.getType());
        type && (!type.hasStaticShape() || type.getNumElements() == 0))
      return false;
  const bool areForward =
      llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return llvm::all_of(map.getResults(), isForward);
      });
  // The body must not use memory beside the operands.
  return areForward &&
         !op->walk([&](Operation *inner) {
              return inner != op && llvm::any_of(inner->getOperandTypes(),
                                                 llvm::IsaPred<BaseMemRefType>)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

static bool isTooLarge(linalg::LinalgOp op, const Tier &tier) {
  uint64_t sum = 0;
  for (Value operand :
       llvm::SetVector<Value>(op->operand_begin(), op->operand_end())
           .takeVector())
    if (auto type = dyn_cast<MemRefType>(operand.getType()))
      if (std::optional<int64_t> bytes = getStaticSizeInBytes(
              withoutLayout(type), DataLayout::closest(op)))
        sum = llvm::SaturatingAdd<uint64_t>(
            sum, llvm::alignTo(*bytes, tier.alignment));
  return sum > static_cast<uint64_t>(tier.capacity);
}

/// Returns the ops that do not fit, and all ops on their allocations.
static llvm::SetVector<linalg::LinalgOp> findOps(func::FuncOp function,
                                                 const Tier &tier) {
  const AliasSets aliasSets(function);
  llvm::SetVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (isTooLarge(op, tier) && isTileable(op, aliasSets))
      ops.insert(op);
  });
  auto addUsers = [&](const AliasSet &set) {
    for (Value member : set.members)
      for (Operation *user : member.getUsers())
        if (auto op = dyn_cast<linalg::LinalgOp>(user);
            op && isTileable(op, aliasSets))
          ops.insert(op);
  };
  for (size_t i = 0; i < ops.size(); ++i)
    for (Value operand : ops[i]->getOperands())
      for (unsigned set : aliasSets.getSetsOf(operand))
        if (aliasSets.getSets()[set].isOwned())
          addUsers(aliasSets.getSets()[set]);
  return ops;
}

/// Replaces copies on storage that does not fit by linalg ops, which are tiled.
static void replaceCopies(func::FuncOp function, const Tier &tier) {
  const AliasSets aliasSets(function);
  auto isLarge = [&](Value memref) {
    return llvm::any_of(aliasSets.getSetsOf(memref), [&](unsigned set) {
      return aliasSets.getSets()[set].size > tier.capacity;
    });
  };
  SmallVector<memref::CopyOp> copies;
  function.walk([&](memref::CopyOp copy) {
    if (llvm::any_of(copy->getOperands(), isLarge) && hasNoDescription(copy))
      copies.push_back(copy);
  });
  for (memref::CopyOp copy : copies) {
    OpBuilder builder(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    copy.erase();
  }
}

bool memplace::hasOpsToTile(func::FuncOp function, const Target &machine) {
  return !findOps(function, machine.tiers[getLargestTier(machine)]).empty();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Replaces \p op by loops over its tiles. A dimension of one tile has no loop;
/// an op of a single tile gets a loop of one trip.
static LogicalResult tile(linalg::LinalgOp op, const Tiling &tiling) {
  SmallVector<int64_t> sizes(tiling.sizes.size(), 0); // 0: no loop.
  for (unsigned dim : tiling.order)
    sizes[dim] = tiling.sizes[dim];
  if (tiling.order.empty())
    sizes.front() = tiling.sizes.front();
  SmallVector<unsigned> interchange(tiling.order);
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    if (!llvm::is_contained(tiling.order, dim))
      interchange.push_back(dim);
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::TiledLinalgOp> tiled = linalg::tileLinalgOp(
      rewriter, op,
      linalg::LinalgTilingOptions().setTileSizes(sizes).setInterchange(
          interchange));
  if (failed(tiled))
    return op->emitError("'") << op->getName() << "' cannot be tiled";
  rewriter.eraseOp(op);
  return success();
}

FailureOr<size_t> memplace::tileOps(func::FuncOp function,
                                    const Target &machine, bool floatSums) {
  const TierId tier = getLargestTier(machine);
  replaceCopies(function, machine.tiers[tier]);
  SmallVector<std::pair<linalg::LinalgOp, Tiling>> tilings;
  for (linalg::LinalgOp op : findOps(function, machine.tiers[tier])) {
    std::optional<Tiling> tiling =
        TilingSearch(op, machine, tier, floatSums).run();
    if (!tiling)
      return 0;
    tilings.emplace_back(op, std::move(*tiling));
  }
  for (auto &[op, tiling] : tilings)
    if (failed(tile(op, tiling)))
      return failure();
  RewritePatternSet patterns(function.getContext());
  scf::populateSCFForLoopCanonicalizationPatterns(patterns);
  memref::populateComposeSubViewPatterns(patterns, function.getContext());
  if (failed(applyPatternsGreedily(function, std::move(patterns))) ||
      failed(foldViews(function)))
    return failure();
  return tilings.size();
}
