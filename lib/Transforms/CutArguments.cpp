//===- CutArguments.cpp - Large arguments as several arguments ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionBackup.h"
#include "PickRows.h"
#include "SliceArguments.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Kernels/Kernels.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace memplace {
#define GEN_PASS_DEF_CUTARGUMENTSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

// Alignment in bytes of direct reads, which bypass the page cache.
static constexpr int64_t pageBytes = 4096;

namespace {
/// The cut of an argument.
struct ArgumentCut {
  unsigned axis = 0; // The first axis with more than one index.
  SmallVector<int64_t>
      bounds; // Bounds of the pieces along the axis: 0, ..., its extent.

  size_t numPieces() const { return bounds.size() - 1; }
  int64_t rowsOf(size_t piece) const {
    return bounds[piece + 1] - bounds[piece];
  }
};
} // namespace

static bool isFloat(Type type) {
  return isa<Float32Type, Float64Type>(getElementTypeOrSelf(type));
}

/// Returns true if \p op adds terms to its only output, of f32 or f64, and has
/// a single reduction loop with several trips.
static bool isPlainSum(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || !isFloat(op.getDpsInits()[0].getType()))
    return false;
  const auto numSums = llvm::count_if(
      llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges()),
      [](auto loop) {
        auto [type, extent] = loop;
        return type == utils::IteratorType::reduction && extent != 1;
      });
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  BlockArgument before = op.getBlock()->getArguments().back();
  return numSums == 1 && sum && before.hasOneUse() &&
         llvm::is_contained(sum->getOperands(), Value(before));
}

/// Returns true if \p op must stay whole: it states its cost or its cut, or its
/// body uses memrefs, which may change between pieces.
static bool mustStayWhole(linalg::LinalgOp op) {
  if (op->hasAttr(MemPlaceDialect::costAttrName) ||
      op->hasAttr(MemPlaceDialect::cutAttrName))
    return true;
  return op.getBlock()
      ->walk([](Operation *inner) {
        return llvm::any_of(inner->getOperandTypes(),
                            llvm::IsaPred<BaseMemRefType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the loop whose index is the subscript of \p axis of the operand.
/// Returns none if an operand has the loop in several axes or within an
/// expression, or if the op cannot be cut.
static std::optional<unsigned> getRowLoop(OpOperand &use, unsigned axis) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || !op.hasPureBufferSemantics() || op.hasIndexSemantics() ||
      mustStayWhole(op) || !op.isDpsInput(&use) ||
      llvm::count(op->getOperands(), use.get()) != 1)
    return std::nullopt;
  auto dim =
      dyn_cast<AffineDimExpr>(op.getMatchingIndexingMap(&use).getResult(axis));
  if (!dim)
    return std::nullopt;
  const unsigned loop = dim.getPosition();
  for (AffineMap map : op.getIndexingMapsArray()) {
    const auto numAxes = llvm::count_if(map.getResults(), [&](AffineExpr expr) {
      return expr.isFunctionOfDim(loop);
    });
    if (numAxes > 1 || (numAxes == 1 &&
                        !llvm::is_contained(map.getResults(), AffineExpr(dim))))
      return std::nullopt;
  }
  return loop;
}

namespace {
/// A copy of the rows of an operand, element by element, in separate memory.
/// Programs widen or scale weights like this before use.
struct Copy {
  memref::AllocOp memory;
  unsigned axis = 0; // Axis of the rows in the copy.
  SmallVector<OpOperand *>
      uses; // Uses of the copy, all by ops that only read it.
};
} // namespace

/// Returns true if the uses of \p value and its views from \p begin to \p end,
/// two ops of the same block, are all reads.
static bool isOnlyRead(Value value, Operation *begin, Operation *end) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1)
      return isOnlyRead(user->getResult(0), begin, end);
    auto op = dyn_cast<linalg::LinalgOp>(user);
    return op && user->getBlock() == begin->getBlock() &&
           (op.isDpsInput(&use) || user->isBeforeInBlock(begin) ||
            end->isBeforeInBlock(user));
  });
}

/// Returns true if the contents of \p value do not change from \p begin to
/// \p end.
static bool isUnchanged(Value value, Operation *begin, Operation *end) {
  if (!isa<MemRefType>(value.getType()))
    return true;
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  Operation *owner = value.getDefiningOp();
  if (owner && !isa<memref::AllocOp, memref::GetGlobalOp>(owner))
    return false;
  return isOnlyRead(value, begin, end);
}

/// Returns the copy that the user of an operand makes. Returns none unless the
/// pieces of the copy can be made right before each use, which requires that
/// the inputs of the copy do not change until then.
static std::optional<Copy> getCopy(OpOperand &use, unsigned axis) {
  const std::optional<unsigned> loop = getRowLoop(use, axis);
  if (!loop)
    return std::nullopt;
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  if (op.getNumParallelLoops() != op.getNumLoops() || op.getNumDpsInits() != 1)
    return std::nullopt;
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(init);
  Copy copy = {.memory = init->get().getDefiningOp<memref::AllocOp>()};
  if (!copy.memory || op.payloadUsesValueFromOperand(init) ||
      !map.isPermutation() || !copy.memory.getType().getLayout().isIdentity())
    return std::nullopt;
  copy.axis = *map.getResultPosition(getAffineDimExpr(*loop, op.getContext()));
  for (OpOperand &other : copy.memory->getUses()) {
    if (&other == init)
      continue;
    auto user = dyn_cast<linalg::LinalgOp>(other.getOwner());
    if (!user || user->getBlock() != op->getBlock() ||
        !user.isDpsInput(&other) || !op->isBeforeInBlock(user) ||
        llvm::any_of(op.getDpsInputs(), [&](Value value) {
          return !isUnchanged(value, op, user);
        }))
      return std::nullopt;
    copy.uses.push_back(&other);
  }
  return copy.uses.empty() ? std::nullopt : std::optional(copy);
}

static std::optional<int64_t> getGrain(OpOperand &use, unsigned axis);

/// Returns the common grain of all uses of a copy; none if a use cannot be cut.
static std::optional<int64_t> getGrain(const Copy &copy) {
  int64_t grain = 1;
  for (OpOperand *use : copy.uses) {
    const std::optional<int64_t> own = getGrain(*use, copy.axis);
    if (!own)
      return std::nullopt;
    grain = std::lcm(grain, *own);
  }
  return grain;
}

/// Returns the grain: pieces with a multiple of this number of rows compute the
/// same bits. None if the op cannot be cut along the axis.
static std::optional<int64_t> getGrain(OpOperand &use, unsigned axis) {
  const std::optional<unsigned> loop = getRowLoop(use, axis);
  if (!loop)
    return std::nullopt;
  if (std::optional<Copy> copy = getCopy(use, axis))
    if (std::optional<int64_t> grain = getGrain(*copy))
      return grain;
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  if (op.getNumParallelLoops() == op.getNumLoops())
    return 1;
  if (op.getIteratorTypesArray()[*loop] == utils::IteratorType::reduction)
    return isPlainSum(op) ? std::optional<int64_t>(MEMPLACE_KERNELS_SUM_BLOCK)
                          : std::nullopt;
  const bool isInAll =
      llvm::all_of(op.getIndexingMapsArray(),
                   [&](AffineMap map) { return map.isFunctionOfDim(*loop); });
  return isInAll ? 1 : MEMPLACE_KERNELS_SIDE_BLOCK;
}

/// Returns bounds that cut \p rows into pieces of about \p bytes. All pieces
/// but the last are multiples of \p grain.
static SmallVector<int64_t> getBounds(int64_t rows, int64_t rowBytes,
                                      int64_t grain, int64_t bytes) {
  // Align pieces to pages for direct reads, unless this doubles their size.
  const int64_t aligned =
      std::lcm(grain, pageBytes / std::gcd(pageBytes, rowBytes));
  if (aligned * rowBytes <= std::max(bytes, 2 * grain * rowBytes))
    grain = aligned;
  const int64_t most = std::max<int64_t>(bytes / rowBytes / grain, 1) * grain;
  const int64_t count = llvm::divideCeil(rows, most);
  const int64_t each =
      llvm::divideCeil(llvm::divideCeil(rows, count), grain) * grain;
  SmallVector<int64_t> bounds = {0};
  // No last piece of a single row: a loop of one trip is no sum, so it would be
  // computed differently.
  for (int64_t bound = each; bound < rows - 1; bound += each)
    bounds.push_back(bound);
  bounds.push_back(rows);
  return bounds;
}

/// Collects the readers of the rows of \p memref: ops on the memref, and on
/// views with the same rows.
static void collectReaders(Value memref, unsigned axis,
                           SmallVectorImpl<OpOperand *> &readers) {
  for (OpOperand &use : memref.getUses()) {
    auto view = dyn_cast<memref::ExpandShapeOp>(use.getOwner());
    if (view && axis == 0 && view.getReassociationIndices()[0].size() == 1)
      collectReaders(view.getResult(), axis, readers);
    else
      readers.push_back(&use);
  }
}

/// Returns the cut of \p argument; none if the argument stays whole.
static std::optional<ArgumentCut> chooseCut(BlockArgument argument,
                                            int64_t bytes) {
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat() || argument.use_empty())
    return std::nullopt;
  const auto *found =
      llvm::find_if(type.getShape(), [](int64_t extent) { return extent > 1; });
  const int64_t elementBytes =
      llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  if (found == type.getShape().end() ||
      type.getNumElements() * elementBytes <= bytes)
    return std::nullopt;
  ArgumentCut cut;
  cut.axis = found - type.getShape().begin();
  int64_t grain = 1;
  SmallVector<OpOperand *> readers;
  collectReaders(argument, cut.axis, readers);
  for (OpOperand *use : readers) {
    const std::optional<int64_t> own = getGrain(*use, cut.axis);
    if (!own)
      return std::nullopt;
    grain = std::lcm(grain, *own);
  }
  cut.bounds = getBounds(*found, type.getNumElements() / *found * elementBytes,
                         grain, bytes);
  return cut.numPieces() > 1 ? std::optional(cut) : std::nullopt;
}

/// Returns the part of an operand touched by trips `[begin, end)` of the loop.
static Value getPart(OpBuilder &builder, OpOperand &operand, AffineMap map,
                     unsigned loop, std::pair<int64_t, int64_t> trips) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || !map.isFunctionOfDim(loop))
    return operand.get();
  SmallVector<OpFoldResult> offsets, sizes,
      ones(type.getRank(), builder.getIndexAttr(1));
  Location loc = operand.getOwner()->getLoc();
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    const bool isCut = expr.isFunctionOfDim(loop);
    offsets.push_back(builder.getIndexAttr(isCut ? trips.first : 0));
    if (isCut)
      sizes.push_back(builder.getIndexAttr(trips.second - trips.first));
    else
      sizes.push_back(memref::getMixedSize(builder, loc, operand.get(), axis));
  }
  return memref::SubViewOp::create(builder, loc, operand.get(), offsets, sizes,
                                   ones);
}

/// Clones the part of an op for \p trips of a loop. Uses \p piece in place of
/// operand \p use and, if not null, \p output in place of the result.
static void clonePart(OpBuilder &builder, OpOperand &use, unsigned loop,
                      std::pair<int64_t, int64_t> trips, Value piece,
                      Value output) {
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    if (&operand == &use)
      operands.push_back(piece);
    else if (output && op.isDpsInit(&operand))
      operands.push_back(output);
    else
      operands.push_back(getPart(
          builder, operand, op.getMatchingIndexingMap(&operand), loop, trips));
  }
  builder.clone(*op)->setOperands(operands);
}

/// A function that makes a piece of an operand at the place where the piece is
/// used.
using MakePiece = llvm::function_ref<Value(OpBuilder &, size_t)>;

/// Replaces an op by ops on the pieces of an operand, in order. For an op that
/// only makes a copy, each piece of the copy is made at its use, so the whole
/// copy never exists.
static void cutOp(OpOperand &use, const ArgumentCut &cut, MakePiece makePiece) {
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  const unsigned loop = *getRowLoop(use, cut.axis);
  auto trips = [&](size_t index) {
    return std::pair(cut.bounds[index], cut.bounds[index + 1]);
  };
  std::optional<Copy> copy = getCopy(use, cut.axis);
  if (!copy || !getGrain(*copy)) {
    OpBuilder builder(op);
    for (size_t index = 0; index < cut.numPieces(); ++index)
      clonePart(builder, use, loop, trips(index), makePiece(builder, index),
                /*output=*/nullptr);
    op->erase();
    return;
  }
  MemRefType type = copy->memory.getType();
  auto makeCopy = [&](OpBuilder &builder, size_t index) -> Value {
    SmallVector<int64_t> shape(type.getShape());
    shape[copy->axis] = cut.rowsOf(index);
    MemRefType part = MemRefType::Builder(type).setShape(shape);
    auto output = memref::AllocOp::create(builder, op->getLoc(), part,
                                          copy->memory.getAlignmentAttr());
    output->setDiscardableAttrs(copy->memory->getDiscardableAttrDictionary());
    clonePart(builder, use, loop, trips(index), makePiece(builder, index),
              output);
    return output;
  };
  for (OpOperand *user : copy->uses)
    cutOp(*user, {.axis = copy->axis, .bounds = cut.bounds}, makeCopy);
  op->erase();
  copy->memory->erase();
}

/// Replaces the uses of \p whole by uses of its pieces.
static void cutUses(Value whole, const ArgumentCut &cut,
                    ArrayRef<Value> pieces) {
  while (!whole.use_empty()) {
    OpOperand &use = *whole.use_begin();
    auto view = dyn_cast<memref::ExpandShapeOp>(use.getOwner());
    if (!view) {
      cutOp(use, cut, [&](OpBuilder &, size_t piece) { return pieces[piece]; });
      continue;
    }
    OpBuilder builder(view);
    SmallVector<Value> views;
    for (auto [index, piece] : llvm::enumerate(pieces)) {
      SmallVector<int64_t> shape(view.getResultType().getShape());
      shape[0] = cut.rowsOf(index);
      views.push_back(
          memref::ExpandShapeOp::create(builder, view.getLoc(), shape, piece,
                                        view.getReassociationIndices()));
    }
    cutUses(view.getResult(), cut, views);
    view.erase();
  }
}

static std::string getName(func::FuncOp function, unsigned number) {
  auto name = function.getArgAttrOfType<StringAttr>(
      number, MemPlaceDialect::bufferAttrName);
  return name ? name.str() : "arg" + std::to_string(number);
}

/// Names \p count arguments from \p number on as pieces of \p whole.
static void namePieces(func::FuncOp function, unsigned number, int64_t count,
                       StringRef whole) {
  for (int64_t piece = 0; piece < count; ++piece)
    function.setArgAttr(number + piece, MemPlaceDialect::bufferAttrName,
                        StringAttr::get(function.getContext(),
                                        whole + ".piece " +
                                            std::to_string(piece + 1) + "/" +
                                            std::to_string(count)));
}

/// Replaces argument \p number and its uses by pieces.
static void cutArgument(func::FuncOp function, unsigned number,
                        const ArgumentCut &cut) {
  BlockArgument whole = function.getArgument(number);
  auto type = cast<MemRefType>(whole.getType());
  const size_t count = cut.numPieces();
  for (size_t piece = 0; piece < count; ++piece) {
    SmallVector<int64_t> shape(type.getShape());
    shape[cut.axis] = cut.rowsOf(piece);
    (void)function.insertArgument(
        number + 1 + piece, MemRefType::Builder(type).setShape(shape),
        function.getArgAttrDict(number), whole.getLoc());
  }
  whole = function.getArgument(number);
  SmallVector<Value> pieces(function.getArguments().slice(number + 1, count));
  cutUses(whole, cut, pieces);
  (void)function.eraseArgument(number);
}

/// Returns the number of arguments in place of argument \p number.
static int64_t cutIfWorthIt(func::FuncOp function, unsigned number,
                            int64_t bytes) {
  std::optional<ArgumentCut> cut =
      chooseCut(function.getArgument(number), bytes);
  if (!cut)
    return 1;
  cutArgument(function, number, *cut);
  return static_cast<int64_t>(cut->numPieces());
}

/// Cuts argument \p number into its rows, if the function uses them
/// individually, and then into pieces.
static void cutStackOrRows(func::FuncOp function, unsigned number,
                           int64_t bytes) {
  const std::string whole = getName(function, number);
  int64_t count = 1;
  if (isUsedByRows(function, number))
    count = sliceArgument(function, number);
  int64_t numPieces = 0;
  for (int64_t row = count; row-- > 0;)
    numPieces += cutIfWorthIt(function, number + row, bytes);
  if (numPieces > 1)
    namePieces(function, number, numPieces, whole);
}

/// Unrolls loops that take slices. Keeps the result only if the function then
/// uses the rows of an argument individually.
static LogicalResult unrollForArguments(func::FuncOp function,
                                        ArrayRef<int64_t> numbers,
                                        int64_t maxSteps) {
  FunctionBackup backup(function);
  FailureOr<size_t> count = unrollSliceLoops(function, maxSteps);
  if (failed(count))
    return function.emitError("can't unroll a loop that takes slices");
  if (*count > 0 && llvm::none_of(numbers, [&](int64_t number) {
        return isUsedByRows(function, number);
      }))
    backup.restore();
  return success();
}

namespace {
struct CutArgumentsPass
    : public memplace::impl::CutArgumentsPassBase<CutArgumentsPass> {
  using CutArgumentsPassBase::CutArgumentsPassBase;

  void runOnOperation() override {
    auto function = getOperation().lookupSymbol<func::FuncOp>(this->function);
    if (!function || function.isExternal() || bytes < 1) {
      getOperation().emitError("needs a function '")
          << this->function
          << "' with a body and 'bytes' of at least 1, got 'bytes' " << bytes;
      return signalPassFailure();
    }
    SmallVector<int64_t> numbers(arguments.begin(), arguments.end());
    llvm::sort(numbers, std::greater<>());
    numbers.erase(llvm::unique(numbers), numbers.end());
    for (int64_t number : numbers) {
      if (number < 0 || number >= function.getNumArguments()) {
        function.emitError("cannot cut argument ")
            << number << ": the function has " << function.getNumArguments()
            << " arguments";
        return signalPassFailure();
      }
    }
    // An argument of at most the size of a piece is not cut into rows either.
    auto isLarge = [&](int64_t number) {
      auto type = dyn_cast<MemRefType>(function.getArgument(number).getType());
      std::optional<int64_t> size =
          type ? getStaticSizeInBytes(type, DataLayout::closest(function))
               : std::nullopt;
      return size && *size > bytes;
    };
    if (failed(unrollForArguments(
            function, llvm::filter_to_vector(numbers, isLarge), maxSteps)))
      return signalPassFailure();
    // From last to first, so the numbers of the remaining arguments stay valid.
    for (int64_t number : numbers)
      if (!pickRows(function, number) && isLarge(number))
        cutStackOrRows(function, number, bytes);
  }
};
} // namespace
