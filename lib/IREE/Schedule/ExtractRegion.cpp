//===- ExtractRegion.cpp - Reads IREE's stream.async.execute --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractRegion.h"

#include "../Packing/GenericOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Capacity of the only tier, and limit on the size of a transient, bytes.
static constexpr int64_t maxBytes = int64_t(1) << 60;

bool memplace::isAsyncExecute(Operation *op) {
  return nameOf(op) == "stream.async.execute";
}

//===----------------------------------------------------------------------===//
// Types and ops
//===----------------------------------------------------------------------===//

static bool isStreamType(Type type, StringRef prefix) {
  auto opaque = dyn_cast<OpaqueType>(type);
  return opaque && opaque.getDialectNamespace() == "stream" &&
         opaque.getTypeData().starts_with(prefix);
}

static bool isResource(Value value) {
  return isStreamType(value.getType(), "resource<");
}

static bool isTransient(Value value) {
  return isStreamType(value.getType(), "resource<transient>");
}

namespace {
/// Origin of the results of an op.
enum class ResultKind {
  Unknown, // The op may do anything.
  New,     // The single result is new.
  Target,  // The single result is in the storage of operand 0.
  Tied,    // `tied_operands` says so for each result.
};
} // namespace

static ResultKind getResultKind(Operation *op) {
  return llvm::StringSwitch<ResultKind>(nameOf(op))
      .Cases({"stream.async.alloca", "stream.async.clone",
              "stream.async.constant", "stream.async.slice",
              "stream.async.splat", "stream.async.transfer"},
             ResultKind::New)
      .Cases({"stream.async.copy", "stream.async.fill", "stream.async.update"},
             ResultKind::Target)
      .Case("stream.async.dispatch", ResultKind::Tied)
      .Default(ResultKind::Unknown);
}

static bool isWave(Operation *op) {
  return nameOf(op) == "stream.async.concurrent";
}

/// Returns the only block of \p op if it ends with a `stream.yield`, else null.
static Block *getBody(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return nullptr;
  Block &block = op->getRegion(0).front();
  if (block.empty() || nameOf(&block.back()) != "stream.yield" ||
      block.getNumArguments() > op->getNumOperands())
    return nullptr;
  return &block;
}

/// Returns the index of the operand to which result \p result is tied, or
/// nothing if the result is new. The attribute counts from the first resource.
static std::optional<unsigned> getTiedOperand(Operation *op, unsigned result) {
  if (getResultKind(op) == ResultKind::Target)
    return 0;
  auto tied = op->getAttrOfType<ArrayAttr>("tied_operands");
  if (!tied || result >= tied.size())
    return std::nullopt;
  auto index = dyn_cast<IntegerAttr>(tied[result]);
  if (!index || index.getInt() < 0)
    return std::nullopt;
  // A dispatch has its workload in front of the resources.
  return unsigned(getSegment(op, 1)->first + index.getInt());
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class RegionReader {
public:
  RegionReader(Operation *op, SliceAlignment alignment) {
    region.op = op;
    region.alignment = alignment;
  }

  Result<AsyncRegion> run();

private:
  std::optional<Error> readArguments();
  std::optional<Error> readOps(Block &block, int32_t wave);
  std::optional<Error> readWave(Operation *wave);
  std::optional<Error> readOp(Operation *op, int32_t wave);
  std::optional<Error> readOperands(Operation *op, memplace::Op &step);
  std::optional<Error> readResults(Operation *op, memplace::Op &step);
  std::optional<Error> readYield(Operation *yield);
  std::optional<Error> checkSizes() const;
  void finishBuffers();

  BufferId addBuffer(Value value, std::optional<int64_t> size);
  std::optional<int64_t> getSize(Operation *op, unsigned result) const;

  AsyncRegion region;
  DenseMap<Value, BufferId> bufferOf; // Of each resource seen so far.
  std::vector<bool> isSizeKnown;      // By buffer.
};
} // namespace

static void addAccess(memplace::Op &op, BufferId buffer, AccessMode mode) {
  for (Access &access : op.accesses)
    if (access.buffer == buffer) {
      if (access.mode != mode)
        access.mode = AccessMode::Update;
      return;
    }
  Access &added = op.accesses.emplace_back();
  added.buffer = buffer;
  added.mode = mode;
}

/// Adds a buffer for a new value; \p size in bytes.
BufferId RegionReader::addBuffer(Value value, std::optional<int64_t> size) {
  const BufferId id = BufferId(region.problem.buffers.size());
  Buffer &buffer = region.problem.buffers.emplace_back();
  buffer.name = "value " + std::to_string(id);
  // A transient without bytes needs no place.
  buffer.external = !isTransient(value) || size == 0;
  buffer.size = int64_t(
      llvm::alignTo(size.value_or(1), uint64_t(region.alignment.range)));
  isSizeKnown.push_back(size.has_value());
  bufferOf[value] = id;
  return id;
}

/// Arguments of the region are in storage from outside. The same operand may
/// be passed twice.
std::optional<Error> RegionReader::readArguments() {
  Block *block = getBody(region.op);
  if (!block)
    return Error{"its form is not known"};
  DenseMap<Value, BufferId> passed;
  for (BlockArgument argument : block->getArguments()) {
    if (!isResource(argument))
      return Error{"it takes more than resources"};
    Value operand = region.op->getOperand(argument.getArgNumber());
    auto [known, isNew] = passed.try_emplace(operand, 0);
    if (!isNew) {
      bufferOf[argument] = known->second;
      continue;
    }
    known->second = addBuffer(argument, std::nullopt);
    region.problem.buffers.back().liveIn = true;
    region.problem.buffers.back().external = true;
  }
  return std::nullopt;
}

std::optional<Error> RegionReader::readOps(Block &block, int32_t wave) {
  for (Operation &op : llvm::drop_end(block)) {
    std::optional<Error> error =
        wave < 0 && isWave(&op) ? readWave(&op) : readOp(&op, wave);
    if (error)
      return error;
  }
  return std::nullopt;
}

/// Reads the ops of a wave. Its arguments stand for its operands, its results
/// for the values that it yields.
std::optional<Error> RegionReader::readWave(Operation *wave) {
  Block *block = getBody(wave);
  if (!block || block->back().getNumOperands() < wave->getNumResults())
    return Error{"'" + nameOf(wave).str() + "' has an unknown form"};
  for (BlockArgument argument : block->getArguments()) {
    auto known = bufferOf.find(wave->getOperand(argument.getArgNumber()));
    if (known == bufferOf.end())
      return Error{"'" + nameOf(wave).str() + "' has an unknown form"};
    bufferOf[argument] = BufferId(known->second);
  }
  region.waves.push_back(wave);
  if (std::optional<Error> error =
          readOps(*block, int32_t(region.waves.size()) - 1))
    return error;
  for (OpResult result : wave->getResults()) {
    auto known =
        bufferOf.find(block->back().getOperand(result.getResultNumber()));
    if (known == bufferOf.end())
      return Error{"'" + nameOf(wave).str() + "' has an unknown form"};
    bufferOf[result] = BufferId(known->second);
  }
  return std::nullopt;
}

std::optional<Error> RegionReader::readOp(Operation *op, int32_t wave) {
  const ResultKind kind = getResultKind(op);
  const bool hasForm = kind == ResultKind::Tied ? getSegment(op, 1).has_value()
                                                : op->getNumResults() == 1;
  if (kind == ResultKind::Unknown || !hasForm || op->getNumRegions() > 0)
    return Error{"'" + nameOf(op).str() + "' is not known to keep its meaning"};
  memplace::Op step;
  step.name = nameOf(op).str();
  if (std::optional<Error> error = readOperands(op, step))
    return error;
  if (std::optional<Error> error = readResults(op, step))
    return error;
  region.ops.push_back(op);
  region.waveOf.push_back(wave);
  region.problem.ops.push_back(std::move(step));
  return std::nullopt;
}

/// Operands are resources of the region, and numbers from outside.
std::optional<Error> RegionReader::readOperands(Operation *op,
                                                memplace::Op &step) {
  for (Value operand : op->getOperands()) {
    auto known = bufferOf.find(operand);
    if (known != bufferOf.end())
      addAccess(step, known->second, AccessMode::Read);
    else if (isStreamType(operand.getType(), "") ||
             region.op->isAncestor(operand.getParentBlock()->getParentOp()))
      return Error{"'" + step.name +
                   "' has an operand that is no resource of "
                   "the region"};
  }
  return std::nullopt;
}

std::optional<Error> RegionReader::readResults(Operation *op,
                                               memplace::Op &step) {
  for (OpResult result : op->getResults()) {
    if (!isResource(result))
      return Error{"'" + step.name + "' has a result that is no resource"};
    std::optional<unsigned> tied = getTiedOperand(op, result.getResultNumber());
    if (!tied) {
      addAccess(step, addBuffer(result, getSize(op, result.getResultNumber())),
                AccessMode::Write);
      continue;
    }
    auto known = *tied < op->getNumOperands()
                     ? bufferOf.find(op->getOperand(*tied))
                     : bufferOf.end();
    if (known == bufferOf.end())
      return Error{"'" + step.name +
                   "' is tied to an operand that is no "
                   "resource"};
    addAccess(step, known->second, AccessMode::Update);
    bufferOf[result] = BufferId(known->second);
  }
  return std::nullopt;
}

/// Returns the size of a new result in bytes, or nothing if it is not a
/// constant from 0 to 2^60.
std::optional<int64_t> RegionReader::getSize(Operation *op,
                                             unsigned result) const {
  const unsigned fromEnd = op->getNumResults() - result;
  APInt size;
  if (fromEnd > op->getNumOperands() ||
      !matchPattern(op->getOperand(op->getNumOperands() - fromEnd),
                    m_ConstantInt(&size)))
    return std::nullopt;
  std::optional<int64_t> bytes = size.trySExtValue();
  return bytes && *bytes >= 0 && *bytes <= maxBytes ? bytes : std::nullopt;
}

/// Values that the region yields are in storage of their own.
std::optional<Error> RegionReader::readYield(Operation *yield) {
  for (Value operand : yield->getOperands()) {
    if (!isResource(operand))
      continue;
    auto known = bufferOf.find(operand);
    if (known == bufferOf.end())
      return Error{"it yields a value that is no resource of the region"};
    Buffer &buffer = region.problem.buffers[known->second];
    buffer.liveOut = true;
    buffer.external = true;
  }
  return std::nullopt;
}

std::optional<Error> RegionReader::checkSizes() const {
  for (auto [buffer, isKnown] :
       llvm::zip_equal(region.problem.buffers, isSizeKnown)) {
    if (!*buffer.external && !isKnown)
      return Error{"a transient has a dynamic size, or more than 2^60 bytes"};
  }
  return std::nullopt;
}

/// Sets the live ranges, and the sizes of external buffers, which do not count.
void RegionReader::finishBuffers() {
  Problem &problem = region.problem;
  for (Buffer &buffer : problem.buffers)
    buffer.range = {problem.numSteps(), 0};
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses) {
      LiveRange &range = problem.buffers[access.buffer].range;
      range.begin = std::min(range.begin, step);
      range.end = step + 1;
    }
  for (Buffer &buffer : problem.buffers) {
    if (*buffer.external) {
      buffer.size = 1;
      buffer.liveOut |= !buffer.liveIn;
    }
    if (buffer.liveIn)
      buffer.range = {0, std::max<Step>(1, buffer.range.end)};
    if (buffer.liveOut)
      buffer.range.end = problem.numSteps();
  }
}

static Target makeTarget() {
  Target target;
  target.name = "arena";
  Tier &tier = target.tiers.emplace_back();
  tier.name = "arena";
  tier.capacity = maxBytes;
  tier.readBytesPerSecond = tier.writeBytesPerSecond = 1e9;
  target.flopsPerSecond["default"] = 1e9;
  return target;
}

Result<AsyncRegion> RegionReader::run() {
  region.problem.name = getFunctionName(region.op).str();
  region.problem.target = makeTarget();
  if (std::optional<Error> error = readArguments())
    return *error;
  Block &block = region.op->getRegion(0).front();
  if (std::optional<Error> error = readOps(block, -1))
    return *error;
  if (std::optional<Error> error = readYield(&block.back()))
    return *error;
  if (std::optional<Error> error = checkSizes())
    return *error;
  finishBuffers();
  return std::move(region);
}

Result<AsyncRegion> memplace::readAsyncRegion(Operation *op,
                                              SliceAlignment alignment) {
  return RegionReader(op, alignment).run();
}
