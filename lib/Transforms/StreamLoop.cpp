//===- StreamLoop.cpp - Stream the slices of a loop -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges two trips into one. The first half uses the window `even` of each
// slice, the second half uses `odd`:
//
//   move even to slice(lb)
//   for i = lb to ... step 2 * step:
//     move odd to slice(i + step)
//     the body for i, with even
//     move even to slice(i + 2 * step)
//     the body for i + step, with odd
//   the last trip or two
//
// The window of a written slice moves later, to leave time to write back its
// contents: in the middle of the other window's half, or at the end of the half
// if the slice is overwritten, since it then needs no fetch. Its window `odd`
// has a position before the loop already, so that all trips begin alike.
//
// With an unknown number of trips, a trip may be left over after the pairs. A
// window without a next slice then moves to a harmless position.
//
//===----------------------------------------------------------------------===//

#include "StreamLoop.h"

#include "SliceArguments.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace memplace;

namespace {
/// A slice and its two windows.
struct Stream {
  LoopSlice slice;
  Value even, odd; // Without pairs of trips, there is no `odd`.
};

/// Rewrites a loop.
class LoopStreamer {
public:
  LoopStreamer(scf::ForOp loop, ArrayRef<LoopSlice> slices, bool makesPairs)
      : loop(loop), builder(loop), loc(loop.getLoc()),
        step(*getConstantIntValue(loop.getStep())), makesPairs(makesPairs) {
    for (const LoopSlice &slice : slices)
      streams.push_back({slice, {}, {}});
    if (std::optional<APInt> known = loop.getStaticTripCount())
      trips = static_cast<int64_t>(known->getZExtValue());
  }
  StreamedLoop run();

private:
  /// Returns the offset of the slice of trip \p index. If the trip count is
  /// unknown and no such trip exists, returns a harmless offset: the first
  /// slice, or the next slice if the other window's offset \p other is there.
  Value getOffset(const Stream &stream, Value index, Value other = {});
  Value getOffsetIn(const Stream &stream, Value index);
  Value clamp(Value value, int64_t last);
  Value getIndex(Value index, int64_t numTrips);
  Value getConstant(Type type, int64_t value);
  void move(Value window, Value offset);
  SmallVector<Value *> getWindows(Stream &stream) const;
  void makeWindows(Stream &stream);
  void useWindow(Stream &stream);
  void moveEarly(Value index, bool isOdd);
  void moveLate(Value index, bool isOdd, bool atEnd);
  SmallVector<Value> cloneBody(Value index, ValueRange carried, bool isOdd,
                               bool hasNext);
  Value getEndOfPairs();
  SmallVector<Value> makePairs(Value end);
  SmallVector<Value> makeRest(Value end, ValueRange carried);
  void mergeTrips();
  Operation *getMiddle();

  scf::ForOp loop;
  OpBuilder builder;
  Location loc;
  const int64_t step;
  const bool makesPairs;        // Of trips, with two windows for each slice.
  std::optional<int64_t> trips; // None: unknown.
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

/// Returns the loop's index \p numTrips trips after \p index.
Value LoopStreamer::getIndex(Value index, int64_t numTrips) {
  if (numTrips == 0)
    return index;
  return arith::AddIOp::create(builder, loc, index,
                               getConstant(index.getType(), numTrips * step));
}

/// Recomputes \p value for the loop index in \p mapping.
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

/// Returns \p value if it is from 0 to \p last, otherwise the nearer of both.
Value LoopStreamer::clamp(Value value, int64_t last) {
  value = arith::MinSIOp::create(builder, loc, value,
                                 getConstant(value.getType(), last));
  return arith::MaxSIOp::create(builder, loc, value,
                                getConstant(value.getType(), 0));
}

/// Returns the first element of the slice of trip \p index. Without an index,
/// returns the first element of the slice at index 0 of all moving dimensions.
/// That slice is in the stack even if the loop has no trip.
Value LoopStreamer::getOffsetIn(const Stream &stream, Value index) {
  IRMapping mapping;
  if (index)
    mapping.map(loop.getInductionVar(), index);
  Value sum = getConstant(builder.getIndexType(), 0);
  for (auto [dim, offset] : llvm::enumerate(stream.slice.offsets)) {
    if (isConstantIntValue(offset, 0) || (!index && stream.slice.isMoving(dim)))
      continue;
    Value row =
        isa<Value>(offset)
            ? computeAgain(builder, cast<Value>(offset), loop, mapping)
            : getConstant(builder.getIndexType(), *getConstantIntValue(offset));
    if (!index)
      row = clamp(row, stream.slice.getStackType().getDimSize(dim) -
                           stream.slice.sizes[dim]);
    Value elements = arith::MulIOp::create(
        builder, loc, row,
        getConstant(builder.getIndexType(), stream.slice.getStride(dim)));
    sum = arith::AddIOp::create(builder, loc, sum, elements);
  }
  return sum;
}

Value LoopStreamer::getOffset(const Stream &stream, Value index, Value other) {
  Value offset = getOffsetIn(stream, index);
  if (trips)
    return offset;
  const LoopSlice &slice = stream.slice;
  Value harmless = getOffsetIn(stream, {});
  if (slice.isWritten && other) {
    const size_t dim = *slice.getRoomyDim();
    Value next = arith::AddIOp::create(
        builder, loc, harmless,
        getConstant(builder.getIndexType(),
                    slice.sizes[dim] * slice.getStride(dim)));
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, other, harmless);
    harmless = arith::SelectOp::create(builder, loc, isThere, next, harmless);
  }
  Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       index, loop.getUpperBound());
  return arith::SelectOp::create(builder, loc, exists, offset, harmless);
}

void LoopStreamer::move(Value window, Value offset) {
  MoveOp::create(builder, loc, window, offset);
}

/// Moves the windows of the next half to the slices of the next trip, at the
/// start of the half for trip \p index. Read-only slices.
void LoopStreamer::moveEarly(Value index, bool isOdd) {
  for (const Stream &stream : streams)
    if (!stream.slice.isWritten)
      move(isOdd ? stream.even : stream.odd,
           getOffset(stream, getIndex(index, 1)));
}

/// Moves the windows of the next half for written slices: overwritten slices if
/// \p atEnd, otherwise the remaining slices.
void LoopStreamer::moveLate(Value index, bool isOdd, bool atEnd) {
  for (const Stream &stream : streams)
    if (stream.slice.isWritten && stream.slice.isOverwritten == atEnd)
      move(isOdd ? stream.even : stream.odd,
           getOffset(stream, getIndex(index, 1), getOffsetIn(stream, index)));
}

//===----------------------------------------------------------------------===//
// Windows in place of slices
//===----------------------------------------------------------------------===//

void memplace::keepThroughout(Value stack) {
  Block *block = stack.getParentBlock();
  Value storage = getStorage(stack);
  // The last view first, so that each ends up behind its source.
  for (Value view = stack; view != storage;) {
    Operation *op = view.getDefiningOp();
    op->moveBefore(&block->front());
    view = op->getOperand(0);
  }
  if (Operation *root = storage.getDefiningOp();
      isa_and_nonnull<memref::AllocOp, memref::GetGlobalOp>(root) &&
      root->getNumOperands() == 0)
    root->moveBefore(&block->front());
  for (Operation *user : llvm::make_early_inc_range(storage.getUsers()))
    if (auto deallocation = dyn_cast<memref::DeallocOp>(user))
      deallocation->moveBefore(block->getTerminator());
}

/// Returns both windows; only the first without pairs of trips.
SmallVector<Value *> LoopStreamer::getWindows(Stream &stream) const {
  if (trips == 1 || !makesPairs)
    return {&stream.even};
  return {&stream.even, &stream.odd};
}

void LoopStreamer::makeWindows(Stream &stream) {
  OpBuilder::InsertionGuard guard(builder);
  keepThroughout(stream.slice.stack);
  builder.setInsertionPointAfterValue(stream.slice.stack);
  MemRefType stack = stream.slice.getStackType();
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic,
                             stack.getStridesAndOffset().first);
  auto type = MemRefType::get(stream.slice.sizes, stack.getElementType(),
                              layout, stack.getMemorySpace());
  for (Value *window : getWindows(stream))
    *window = WindowOp::create(builder, stream.slice.stack.getLoc(), type,
                               stream.slice.stack);
}

/// Makes the views in the loop views of the window `even`.
void LoopStreamer::useWindow(Stream &stream) {
  for (memref::SubViewOp view : stream.slice.views) {
    ImplicitLocOpBuilder here(view.getLoc(), view);
    SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
    for (auto [offset, first] : llvm::zip_equal(offsets, stream.slice.offsets))
      if (offset == first)
        offset = here.getIndexAttr(0);
    // The view may have a static offset, which the window has not.
    replaceView(view, makeSubView(here, view.getType().getShape(), stream.even,
                                  offsets, view.getMixedSizes(),
                                  view.getMixedStrides()));
    view.erase();
  }
  stream.slice.views.clear();
}

//===----------------------------------------------------------------------===//
// Trips
//===----------------------------------------------------------------------===//

/// Returns the op in the middle of the body, by number of steps.
Operation *LoopStreamer::getMiddle() {
  SmallVector<Operation *> steps;
  for (Operation &op : *loop.getBody())
    if (touchesMemory(&op))
      steps.push_back(&op);
  return steps.empty() ? loop.getBody()->getTerminator()
                       : steps[steps.size() / 2];
}

/// Clones the body for trip \p index. Returns the yielded values.
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

/// Returns the index at the end of the pairs. One or two trips remain if the
/// trip count is known, otherwise at most one.
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

/// Creates the remaining trips, from index \p end on.
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

/// Replaces the loop by a loop over pairs of trips and the remaining trips.
void LoopStreamer::mergeTrips() {
  Value end = getEndOfPairs();
  const bool hasPairs = !trips || *trips > 2;
  SmallVector<Value> results = makeRest(
      end, hasPairs ? makePairs(end) : SmallVector<Value>(loop.getInitArgs()));
  loop->replaceAllUsesWith(results);
  builder.setInsertionPointAfter(loop);
  loop.erase();
}

StreamedLoop LoopStreamer::run() {
  Value first = loop.getLowerBound();
  for (Stream &stream : streams) {
    makeWindows(stream);
    useWindow(stream);
    move(stream.even, getOffset(stream, first));
    if (stream.slice.isWritten && stream.odd)
      move(stream.odd,
           getOffset(stream, getIndex(first, 1), getOffset(stream, first)));
  }
  if (makesPairs) {
    mergeTrips();
  } else {
    builder.setInsertionPointToStart(loop.getBody());
    for (const Stream &stream : streams)
      move(stream.even, getOffsetIn(stream, loop.getInductionVar()));
    builder.setInsertionPointAfter(loop);
  }
  StreamedLoop result;
  for (Stream &stream : streams)
    for (Value *window : getWindows(stream)) {
      ++result.windows;
      if (!stream.slice.isWritten)
        continue;
      result.written.push_back(*window);
      // A final move writes all contents back before the next use of the stack.
      move(*window, getConstant(builder.getIndexType(), 0));
    }
  return result;
}

StreamedLoop memplace::streamLoop(scf::ForOp loop, ArrayRef<LoopSlice> slices,
                                  bool makesPairs) {
  return LoopStreamer(loop, slices, makesPairs).run();
}

int64_t memplace::getNumBodies(scf::ForOp loop) {
  const std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips)
    return 3;
  if (trips->ule(2))
    return static_cast<int64_t>(trips->getZExtValue());
  return (*trips)[0] ? 3 : 4;
}
