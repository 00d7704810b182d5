//===- ExtractPack.cpp - Reads IREE's stream.resource.pack ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractPack.h"

#include "GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Limit on steps and bytes. Sums of a few smaller numbers cannot overflow.
static constexpr int64_t maxNumber = int64_t(1) << 62;
static constexpr int64_t maxAlignment = int64_t(1) << 30;

bool memplace::isStreamPack(Operation *op) {
  return op->getName().getStringRef() == packOpName;
}

StringRef memplace::getFunctionName(Operation *op) {
  for (Operation *scope = op->getParentOp(); scope && scope->getParentOp();
       scope = scope->getParentOp())
    if (auto name = scope->getAttrOfType<StringAttr>("sym_name"))
      return name.getValue();
  return "initializer";
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Returns the number after `<name> = ` in the text of a resource
/// configuration.
static std::optional<int64_t> findNumber(StringRef text, StringRef name) {
  size_t at = text.find((name + " = ").str());
  if (at == StringRef::npos)
    return std::nullopt;
  text = text.drop_front(at + name.size() + 3);
  int64_t number = 0;
  if (text.consumeInteger(10, number) || number < 1 || number > maxAlignment)
    return std::nullopt;
  return number;
}

FailureOr<SliceAlignment> memplace::getAlignment(Operation *op,
                                                 SliceAlignment defaults) {
  for (Operation *scope = op; scope; scope = scope->getParentOp()) {
    Attribute config = scope->getAttr("stream.resources");
    if (!config)
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << config;
    auto offset = findNumber(text, "min_buffer_offset_alignment");
    auto range = findNumber(text, "min_buffer_range_alignment");
    if (offset && range)
      return SliceAlignment{*offset, *range};
    return op->emitOpError("is under a 'stream.resources' attribute without ")
           << "'min_buffer_offset_alignment' and 'min_buffer_range_alignment' "
              "from 1 to "
           << maxAlignment << " bytes: " << config
           << "; is the IR from another version of IREE?";
  }
  return defaults;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::string toText(const APInt &number) {
  return llvm::toString(number, /*Radix=*/10, /*Signed=*/true);
}

/// Reads the operand segments: presence of a base, and number of slices.
static FailureOr<std::pair<bool, unsigned>> readSegments(Operation *op) {
  auto segments = op->getAttrOfType<DenseI32ArrayAttr>(operandSegmentsName);
  if (!segments || segments.size() != 2 || segments[0] < 0 || segments[0] > 1 ||
      segments[1] < 0 ||
      unsigned(segments[0]) + unsigned(segments[1]) != op->getNumOperands())
    return op->emitOpError("needs '")
           << operandSegmentsName
           << " = array<i32: B, N>' with B 0 or 1 and B + N = "
           << op->getNumOperands()
           << ", the number of operands; is the IR from another version of "
              "IREE?";
  return std::pair(segments[0] == 1, unsigned(segments[1]));
}

static LogicalResult checkTypes(Operation *op, unsigned numSlices) {
  if (op->getNumResults() != numSlices + 1)
    return op->emitOpError("needs a result for its size and one for each of ")
           << numSlices << " slices, got " << op->getNumResults();
  auto isNoIndex = [](Type type) { return !type.isIndex(); };
  if (llvm::any_of(op->getOperandTypes(), isNoIndex) ||
      llvm::any_of(op->getResultTypes(), isNoIndex))
    return op->emitOpError("needs operands and results of type 'index'");
  return success();
}

static FailureOr<SmallVector<LiveRange>> readRanges(Operation *op,
                                                    unsigned numSlices) {
  auto intervals = op->getAttrOfType<ArrayAttr>(intervalsName);
  auto isInteger = [](Attribute attr) { return isa<IntegerAttr>(attr); };
  if (!intervals || intervals.size() != 2 * size_t(numSlices) ||
      !llvm::all_of(intervals, isInteger))
    return op->emitOpError("needs '")
           << intervalsName << "' with " << 2 * size_t(numSlices)
           << " integers, two for each of " << numSlices
           << " slices; is the IR from another version of IREE?";
  SmallVector<LiveRange> ranges;
  for (unsigned slice = 0; slice < numSlices; ++slice) {
    APInt first = cast<IntegerAttr>(intervals[2 * slice]).getValue();
    APInt last = cast<IntegerAttr>(intervals[2 * slice + 1]).getValue();
    std::optional<int64_t> begin = first.trySExtValue();
    std::optional<int64_t> end = last.trySExtValue();
    if (!begin || !end || *begin < 0 || *end < *begin || *end >= maxNumber)
      return op->emitOpError("slice ")
             << slice << ": the interval must be [FIRST, LAST] with 0 <= FIRST "
             << "<= LAST < 2^62, got [" << toText(first) << ", " << toText(last)
             << "]";
    ranges.push_back({*begin, *end + 1});
  }
  return ranges;
}

/// Returns the value of an `arith.constant`, or a known size. Like IREE, does
/// not fold other ops.
static std::optional<APInt> getConstant(Value value, const KnownSizes &known) {
  APInt size;
  if (matchPattern(value, m_ConstantInt(&size)))
    return size;
  if (auto it = known.find(value); it != known.end())
    return APInt(64, it->second);
  return std::nullopt;
}

/// Collects the slices of constant size.
static LogicalResult readSizes(StreamPack &pack, const KnownSizes &known) {
  for (unsigned slice = 0; slice < pack.numSlices(); ++slice) {
    std::optional<APInt> size = getConstant(pack.getSize(slice), known);
    if (!size)
      continue;
    std::optional<int64_t> bytes = size->trySExtValue();
    if (!bytes || *bytes < 0 || *bytes > maxNumber - maxAlignment)
      return pack.op->emitOpError("slice ")
             << slice << ": the size must be from 0 to 2^62 - 2^30 bytes, got "
             << toText(*size);
    pack.staticSlices.push_back(slice);
    pack.staticSizes.push_back(*bytes);
  }
  return success();
}

FailureOr<StreamPack> memplace::readStreamPack(Operation *op,
                                               SliceAlignment defaults,
                                               const KnownSizes &known) {
  FailureOr<std::pair<bool, unsigned>> segments = readSegments(op);
  if (failed(segments))
    return failure();
  auto [hasBase, numSlices] = *segments;
  if (failed(checkTypes(op, numSlices)))
    return failure();
  FailureOr<SmallVector<LiveRange>> ranges = readRanges(op, numSlices);
  FailureOr<SliceAlignment> alignment = getAlignment(op, defaults);
  if (failed(ranges) || failed(alignment))
    return failure();

  StreamPack pack;
  pack.op = op;
  pack.alignment = *alignment;
  pack.ranges = std::move(*ranges);
  pack.hasBase = hasBase;
  if (failed(readSizes(pack, known)))
    return failure();
  return pack;
}

//===----------------------------------------------------------------------===//
// Packing problems
//===----------------------------------------------------------------------===//

PackingProblem memplace::toPackingProblem(const StreamPack &pack) {
  PackingProblem problem;
  for (auto [slice, size] :
       llvm::zip_equal(pack.staticSlices, pack.staticSizes)) {
    // Packing buffers must have at least one byte; slices of 0 bytes need none.
    if (size == 0)
      continue;
    problem.buffers.push_back(
        {.id = "slice " + std::to_string(slice),
         .range = pack.ranges[slice],
         .size = int64_t(llvm::alignTo(size, pack.alignment.range)),
         .alignment = pack.alignment.offset});
  }
  return problem;
}
