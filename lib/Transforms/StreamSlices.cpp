//===- StreamSlices.cpp - Slices by windows in loops that stay ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two trips become one, whose first half uses the window `even` of each slice
// and whose second half `odd`:
//
//   move even to slice(lb)
//   for i = lb to ... step 2 * step:
//     move odd to slice(i + step)
//     the body for i, with even
//     move even to slice(i + 2 * step)
//     the body for i + step, with odd
//   the last trip or two
//
// A window of what is written moves later, so that there is time to write back
// what it had: in the middle of the other one's half, or at its end if it is
// overwritten, which takes no time to fetch. Its odd one is somewhere before
// the loop already, so that each trip begins alike.
//
// Of a number of trips that is not known, one may be left over after the pairs.
// Where there is no next slice then, a window moves to where it can't harm.
//
//===----------------------------------------------------------------------===//

#include "StreamSlices.h"

#include "LoopSlices.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace memplace;

namespace {
/// A slice and its two windows.
struct Stream {
  LoopSlice slice;
  Value even, odd;
};

/// Rewrites one loop.
class LoopStreamer {
public:
  LoopStreamer(scf::ForOp loop, ArrayRef<LoopSlice> slices)
      : loop(loop), builder(loop), loc(loop.getLoc()),
        step(*getConstantIntValue(loop.getStep())) {
    for (const LoopSlice &slice : slices)
      streams.push_back({slice, {}, {}});
    if (std::optional<APInt> known = loop.getStaticTripCount())
      trips = static_cast<int64_t>(known->getZExtValue());
  }
  void run();

private:
  /// Where a window may be if there is no trip \p index: at the beginning, or
  /// behind that if the window \p other is there.
  Value getOffset(const Stream &stream, Value index, Value other = {});
  Value getOffsetIn(const Stream &stream, Value index);
  Value getIndex(Value index, int64_t numTrips);
  Value getConstant(Type type, int64_t value);
  void move(Value window, Value offset);
  void makeWindows(Stream &stream);
  void useWindow(Stream &stream);
  void moveEarly(Value index, bool isOdd);
  void moveLate(Value index, bool isOdd, bool atEnd);
  SmallVector<Value> cloneBody(Value index, ValueRange carried, bool isOdd,
                               bool hasNext);
  Value getEndOfPairs();
  SmallVector<Value> makePairs(Value end);
  SmallVector<Value> makeRest(Value end, ValueRange carried);
  Operation *getMiddle();

  scf::ForOp loop;
  OpBuilder builder;
  Location loc;
  const int64_t step;
  std::optional<int64_t> trips; // None: not known.
  SmallVector<Stream> streams;
};
} // namespace

//===----------------------------------------------------------------------===//
// Offsets and moves
//===----------------------------------------------------------------------===//

Value LoopStreamer::getConstant(Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// The loop's index \p numTrips trips after \p index.
Value LoopStreamer::getIndex(Value index, int64_t numTrips) {
  if (numTrips == 0)
    return index;
  return arith::AddIOp::create(builder, loc, index,
                               getConstant(index.getType(), numTrips * step));
}

/// Computes \p value anew with the loop's index as \p mapping says.
static Value computeAgain(OpBuilder &builder, Value value, scf::ForOp loop,
                          IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (loop.isDefinedOutsideOfLoop(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, computeAgain(builder, operand, loop, mapping));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// The first element of the slice of trip \p index.
Value LoopStreamer::getOffsetIn(const Stream &stream, Value index) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), index);
  Value sum;
  for (auto [dim, offset] : llvm::enumerate(stream.slice.offsets)) {
    Value row =
        isa<Value>(offset)
            ? computeAgain(builder, cast<Value>(offset), loop, mapping)
            : getConstant(builder.getIndexType(), *getConstantIntValue(offset));
    Value elements = arith::MulIOp::create(
        builder, loc, row,
        getConstant(builder.getIndexType(), stream.slice.getStride(dim)));
    sum = sum ? Value(arith::AddIOp::create(builder, loc, sum, elements))
              : elements;
  }
  return sum;
}

Value LoopStreamer::getOffset(const Stream &stream, Value index, Value other) {
  Value offset = getOffsetIn(stream, index);
  if (trips)
    return offset;
  Value zero = getConstant(builder.getIndexType(), 0);
  Value harmless = zero;
  if (stream.slice.isWritten && other) {
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, other, zero);
    harmless = arith::SelectOp::create(
        builder, loc, isThere,
        getConstant(builder.getIndexType(), stream.slice.getNumElements()),
        zero);
  }
  Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       index, loop.getUpperBound());
  return arith::SelectOp::create(builder, loc, exists, offset, harmless);
}

void LoopStreamer::move(Value window, Value offset) {
  MoveOp::create(builder, loc, window, offset);
}

/// Before the half of trip \p index, or of the one after: the window of the
/// other half moves on.
void LoopStreamer::moveEarly(Value index, bool isOdd) {
  for (const Stream &stream : streams)
    if (!stream.slice.isWritten)
      move(isOdd ? stream.even : stream.odd,
           getOffset(stream, getIndex(index, 1)));
}

/// Likewise, of what is written.
void LoopStreamer::moveLate(Value index, bool isOdd, bool atEnd) {
  for (const Stream &stream : streams)
    if (stream.slice.isWritten && stream.slice.isOverwritten == atEnd)
      move(isOdd ? stream.even : stream.odd,
           getOffset(stream, getIndex(index, 1), getOffsetIn(stream, index)));
}

//===----------------------------------------------------------------------===//
// Windows instead of slices
//===----------------------------------------------------------------------===//

/// A window is there until the function returns, and so is its stack.
static void keepToEnd(Value stack) {
  for (Operation *user : llvm::make_early_inc_range(stack.getUsers()))
    if (auto deallocation = dyn_cast<memref::DeallocOp>(user))
      deallocation->moveBefore(stack.getParentBlock()->getTerminator());
}

void LoopStreamer::makeWindows(Stream &stream) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(stream.slice.stack);
  keepToEnd(stream.slice.stack);
  MemRefType stack = stream.slice.getStackType();
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic,
                             stack.getStridesAndOffset().first);
  auto type = MemRefType::get(stream.slice.getShape(), stack.getElementType(),
                              layout, stack.getMemorySpace());
  for (Value *window : {&stream.even, &stream.odd})
    *window = WindowOp::create(builder, stream.slice.stack.getLoc(), type,
                               stream.slice.stack);
}

/// Makes the views in the loop views of the window `even`.
void LoopStreamer::useWindow(Stream &stream) {
  for (memref::SubViewOp view : stream.slice.views) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(view);
    SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
    for (size_t dim = 0; dim < stream.slice.getNumSliced(); ++dim)
      offsets[dim] = builder.getIndexAttr(0);
    view.replaceAllUsesWith(
        memref::SubViewOp::create(builder, view.getLoc(), view.getType(),
                                  stream.even, offsets, view.getMixedSizes(),
                                  view.getMixedStrides())
            .getResult());
    view.erase();
  }
  stream.slice.views.clear();
}

//===----------------------------------------------------------------------===//
// Trips
//===----------------------------------------------------------------------===//

/// The op in the body before which half of its steps are over.
Operation *LoopStreamer::getMiddle() {
  SmallVector<Operation *> steps;
  for (Operation &op : *loop.getBody())
    if (touchesMemory(&op))
      steps.push_back(&op);
  return steps.empty() ? loop.getBody()->getTerminator()
                       : steps[steps.size() / 2];
}

/// The body for trip \p index. Returns what it hands on.
SmallVector<Value> LoopStreamer::cloneBody(Value index, ValueRange carried,
                                           bool isOdd, bool hasNext) {
  if (hasNext)
    moveEarly(index, isOdd);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), index);
  mapping.map(loop.getRegionIterArgs(), carried);
  if (isOdd)
    for (const Stream &stream : streams)
      mapping.map(stream.even, stream.odd);
  Operation *middle = getMiddle();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (hasNext && &op == middle)
      moveLate(index, isOdd, /*atEnd=*/false);
    builder.clone(op, mapping);
  }
  if (hasNext)
    moveLate(index, isOdd, /*atEnd=*/true);
  SmallVector<Value> yielded;
  for (Value value : loop.getYieldedValues())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

/// The index at which the pairs end: with one or two trips left if it is known
/// how many there are, else with one or none.
Value LoopStreamer::getEndOfPairs() {
  Type type = loop.getInductionVar().getType();
  if (trips)
    return getIndex(loop.getLowerBound(), (*trips - 1) / 2 * 2);
  Value length = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                       loop.getLowerBound());
  Value count =
      arith::CeilDivSIOp::create(builder, loc, length, getConstant(type, step));
  count = arith::MaxSIOp::create(builder, loc, count, getConstant(type, 0));
  Value pairs =
      arith::DivSIOp::create(builder, loc, count, getConstant(type, 2));
  Value steps =
      arith::MulIOp::create(builder, loc, pairs, getConstant(type, 2 * step));
  return arith::AddIOp::create(builder, loc, loop.getLowerBound(), steps);
}

SmallVector<Value> LoopStreamer::makePairs(Value end) {
  auto pairs = scf::ForOp::create(
      builder, loc, loop.getLowerBound(), end,
      getConstant(loop.getInductionVar().getType(), 2 * step),
      loop.getInitArgs());
  StringRef tripCount = MemPlaceDialect::tripCountAttrName;
  pairs->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  pairs->removeDiscardableAttr(tripCount);
  if (auto told = loop->getAttrOfType<IntegerAttr>(tripCount); told && !trips)
    pairs->setDiscardableAttr(
        tripCount,
        builder.getIntegerAttr(told.getType(),
                               std::max<int64_t>(1, told.getInt() / 2)));
  OpBuilder::InsertionGuard guard(builder);
  if (pairs.getInitArgs().empty())
    pairs.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(pairs.getBody());
  Value index = pairs.getInductionVar();
  SmallVector<Value> carried =
      cloneBody(index, pairs.getRegionIterArgs(), /*isOdd=*/false,
                /*hasNext=*/true);
  carried = cloneBody(getIndex(index, 1), carried, /*isOdd=*/true,
                      /*hasNext=*/true);
  scf::YieldOp::create(builder, loc, carried);
  return SmallVector<Value>(pairs.getResults());
}

/// What is left from index \p end on.
SmallVector<Value> LoopStreamer::makeRest(Value end, ValueRange carried) {
  if (trips) {
    const bool isOne = *trips % 2 == 1;
    SmallVector<Value> results =
        cloneBody(end, carried, /*isOdd=*/false, /*hasNext=*/!isOne);
    if (!isOne)
      results = cloneBody(getIndex(end, 1), results, /*isOdd=*/true,
                          /*hasNext=*/false);
    return results;
  }
  auto rest = scf::ForOp::create(builder, loc, end, loop.getUpperBound(),
                                 loop.getStep(), carried);
  if (loop->hasAttr(MemPlaceDialect::tripCountAttrName))
    rest->setDiscardableAttr(MemPlaceDialect::tripCountAttrName,
                             builder.getI64IntegerAttr(1));
  OpBuilder::InsertionGuard guard(builder);
  if (rest.getInitArgs().empty())
    rest.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(rest.getBody());
  scf::YieldOp::create(builder, loc,
                       cloneBody(rest.getInductionVar(),
                                 rest.getRegionIterArgs(), /*isOdd=*/false,
                                 /*hasNext=*/false));
  return SmallVector<Value>(rest.getResults());
}

void LoopStreamer::run() {
  Value first = loop.getLowerBound();
  for (Stream &stream : streams) {
    makeWindows(stream);
    useWindow(stream);
    move(stream.even, getOffset(stream, first));
    if (stream.slice.isWritten)
      move(stream.odd,
           getOffset(stream, getIndex(first, 1), getOffset(stream, first)));
  }
  Value end = getEndOfPairs();
  SmallVector<Value> results = makeRest(end, makePairs(end));
  // Whoever uses the stack next finds everything in it.
  for (const Stream &stream : streams)
    if (stream.slice.isWritten)
      for (Value window : {stream.even, stream.odd})
        move(window, getConstant(builder.getIndexType(), 0));
  loop->replaceAllUsesWith(results);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Whether \p loop has a body that can be made twice, and trips enough.
static bool isStreamable(scf::ForOp loop) {
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  const std::optional<APInt> trips = loop.getStaticTripCount();
  return step && *step > 0 && !loop.getUnsignedCmp() &&
         (!trips || trips->ugt(2));
}

/// How many steps the function would have.
static int64_t getStepsAfter(func::FuncOp function, scf::ForOp loop,
                             size_t numSlices) {
  const Schedule schedule(function);
  for (const ScheduledLoop &scheduled : schedule.getLoops())
    if (scheduled.op == loop)
      return schedule.getNumSteps() +
             3 * (scheduled.range.end - scheduled.range.begin) +
             8 * static_cast<int64_t>(numSlices);
  return std::numeric_limits<int64_t>::max(); // It is no loop of steps.
}

StreamedSlices memplace::streamSlices(func::FuncOp function, int64_t maxSteps) {
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  StreamedSlices result;
  DenseSet<Value> written; // Stacks.
  for (scf::ForOp loop : loops) {
    if (!isStreamable(loop))
      continue;
    SmallVector<LoopSlice> slices = findLoopSlices(loop);
    // Windows of an earlier loop still lie somewhere.
    llvm::erase_if(slices, [&](const LoopSlice &slice) {
      const bool hasOthers =
          llvm::any_of(slice.stack.getUsers(), llvm::IsaPred<WindowOp>);
      return hasOthers && (slice.isWritten || written.contains(slice.stack));
    });
    if (slices.empty() ||
        getStepsAfter(function, loop, slices.size()) > maxSteps)
      continue;
    for (const LoopSlice &slice : slices)
      if (slice.isWritten)
        written.insert(slice.stack);
    LoopStreamer(loop, slices).run();
    ++result.loops;
    result.windows += 2 * slices.size();
  }
  return result;
}
