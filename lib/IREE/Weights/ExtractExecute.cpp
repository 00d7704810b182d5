//===- ExtractExecute.cpp - Reads IREE's stream.cmd.execute ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractExecute.h"

#include "../Packing/GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace memplace;

static constexpr StringLiteral executeName = "stream.cmd.execute";

/// Bits of the attribute `resource_accesses`.
static constexpr int64_t readBit = 1;
static constexpr int64_t writeBit = 2;

bool memplace::isStreamExecute(Operation *op) {
  return op->getName().getStringRef() == executeName;
}

std::optional<std::pair<unsigned, Value>>
memplace::findSlice(const StreamPack &pack, Value offset) {
  auto isOfPack = [&](Value value) {
    auto result = dyn_cast<OpResult>(value);
    return result && result.getOwner() == pack.op && result.getResultNumber();
  };
  auto sliceOf = [&](Value value) {
    return cast<OpResult>(value).getResultNumber() - 1;
  };
  if (isOfPack(offset))
    return std::pair(sliceOf(offset), Value());
  auto sum = offset.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  if (isOfPack(sum.getLhs()) && !isOfPack(sum.getRhs()))
    return std::pair(sliceOf(sum.getLhs()), sum.getRhs());
  if (isOfPack(sum.getRhs()) && !isOfPack(sum.getLhs()))
    return std::pair(sliceOf(sum.getRhs()), sum.getLhs());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops inside
//===----------------------------------------------------------------------===//

namespace {
/// Access of an op to a range of a resource. Indices of operands.
struct RangeUse {
  unsigned resource = 0;
  unsigned size = 0;
  unsigned offset = 0;
  unsigned length = 0;
  bool reads = false;
  bool writes = false;
};
} // namespace

using RangeUses = SmallVector<RangeUse>;

static std::optional<RangeUses> readDispatch(Operation *op) {
  auto resources = getSegment(op, 2), sizes = getSegment(op, 3);
  auto offsets = getSegment(op, 4), lengths = getSegment(op, 5);
  auto accesses = op->getAttrOfType<ArrayAttr>("resource_accesses");
  if (!resources || !sizes || !offsets || !lengths || !accesses)
    return std::nullopt;
  unsigned count = resources->second;
  if (sizes->second != count || offsets->second != count ||
      lengths->second != count || accesses.size() != count)
    return std::nullopt;
  RangeUses uses;
  for (unsigned i = 0; i < count; ++i) {
    auto access = dyn_cast<IntegerAttr>(accesses[i]);
    if (!access)
      return std::nullopt;
    int64_t bits = access.getInt();
    uses.push_back({resources->first + i, sizes->first + i, offsets->first + i,
                    lengths->first + i, (bits & readBit) != 0,
                    (bits & writeBit) != 0});
  }
  return uses;
}

/// Returns the resource accesses of \p op, which has no region; none if the op
/// is unknown.
static std::optional<RangeUses> readRanges(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "stream.cmd.dispatch")
    return readDispatch(op);
  if (name == "stream.cmd.fill" && op->getNumOperands() == 5)
    return RangeUses{{0, 1, 2, 3, false, true}};
  if (name == "stream.cmd.copy" && op->getNumOperands() == 7)
    return RangeUses{{0, 1, 2, 6, true, false}, {3, 4, 5, 6, false, true}};
  if ((name == "stream.cmd.flush" || name == "stream.cmd.invalidate" ||
       name == "stream.cmd.discard") &&
      op->getNumOperands() == 4)
    return RangeUses{{0, 1, 2, 3, true, true}};
  return std::nullopt;
}

/// Returns true if \p op only schedules the ops in its region.
static bool isGroup(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return (name == "stream.cmd.concurrent" || name == "stream.cmd.serial") &&
         op->getNumRegions() == 1 && op->getRegion(0).hasOneBlock() &&
         op->getNumOperands() == 0;
}

static bool isYield(Operation *op) {
  return op->getName().getStringRef() == "stream.yield" &&
         op->getNumOperands() == 0;
}

static int64_t getConstant(Value value, int64_t otherwise) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return otherwise;
  return number.trySExtValue().value_or(otherwise);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class ExecuteReader {
public:
  ExecuteReader(Operation *op, const ParameterGlobals &weights,
                SliceAlignment defaults)
      : weights(weights), defaults(defaults) {
    result.op = op;
  }

  Result<StreamExecute> read();

private:
  using Problem = std::optional<Error>; // None: success.

  Problem readOperands();
  Problem readArena(Operation *alloca);
  Problem checkArena();
  Problem readStep(Operation *op);
  Problem readOp(Operation *op, StreamStep &step);
  Result<unsigned> findStorage(Operation *op, const RangeUse &use);
  unsigned makeStorage(StreamStorage storage);
  bool isKnownOffset(OpOperand &use) const;

  const ParameterGlobals &weights;
  SliceAlignment defaults;
  StreamExecute result;
  unsigned firstSize = 0;
  unsigned numResources = 0;
  /// By operand: the storage of the whole operand; none for the arena.
  SmallVector<std::optional<unsigned>> ofOperand;
  llvm::DenseMap<unsigned, unsigned> ofSlice;
  llvm::DenseSet<std::pair<Operation *, unsigned>> knownOffsets, knownSizes;
};
} // namespace

unsigned ExecuteReader::makeStorage(StreamStorage storage) {
  result.storages.push_back(storage);
  return result.storages.size() - 1;
}

/// Returns the `stream.resource.alloca` of \p value if a `stream.resource.pack`
/// lays out the arena, else null.
static Operation *findArena(Value value) {
  auto resource = dyn_cast<OpResult>(value);
  if (!resource || resource.getResultNumber() != 0)
    return nullptr;
  Operation *op = resource.getOwner();
  if (op->getName().getStringRef() != "stream.resource.alloca" ||
      op->getNumOperands() == 0 || op->getNumResults() != 2)
    return nullptr;
  auto size = dyn_cast<OpResult>(op->getOperand(0));
  bool isPacked =
      size && size.getResultNumber() == 0 && isStreamPack(size.getOwner());
  return isPacked ? op : nullptr;
}

std::optional<Error> ExecuteReader::readArena(Operation *alloca) {
  if (result.alloca)
    return Error{"it has more than one arena of transients"};
  Operation *packOp = alloca->getOperand(0).getDefiningOp();
  // The packing pass reports errors of this op.
  ScopedDiagnosticHandler silent(packOp->getContext(),
                                 [](Diagnostic &) { return success(); });
  FailureOr<StreamPack> pack = readStreamPack(packOp, defaults, KnownSizes());
  if (failed(pack))
    return Error{"its transients have an unsupported layout"};
  if (pack->isDynamic())
    return Error{"a transient has a dynamic size"};
  if (pack->hasBase)
    return Error{"its transients are in storage of the caller"};
  result.alloca = alloca;
  result.pack = std::move(*pack);
  result.alignment = result.pack->alignment;
  return std::nullopt;
}

std::optional<Error> ExecuteReader::readOperands() {
  Operation *op = result.op;
  auto resources = getSegment(op, 0), sizes = getSegment(op, 1);
  auto awaits = getSegment(op, 2);
  Error unknown{
      "it has an unknown form; is the IR from another version of IREE?"};
  if (!resources || !sizes || !awaits || getSegment(op, 3) ||
      sizes->second != resources->second || awaits->second > 1 ||
      op->getNumResults() != 1 || op->getNumRegions() != 1 ||
      !op->getRegion(0).hasOneBlock() ||
      op->getRegion(0).getNumArguments() != resources->second)
    return unknown;
  numResources = resources->second;
  firstSize = sizes->first;
  llvm::DenseMap<Operation *, unsigned> ofGlobal;
  for (unsigned i = 0; i < numResources; ++i) {
    Value value = op->getOperand(i);
    if (Operation *arena = findArena(value)) {
      if (auto error = readArena(arena))
        return error;
      ofOperand.push_back(std::nullopt);
      continue;
    }
    const ParameterGlobal *weight = findLoadedWeight(value, weights);
    if (!weight) {
      int64_t size = getConstant(op->getOperand(firstSize + i), 0);
      ofOperand.push_back(makeStorage({StreamStorage::Kind::Other, i, size}));
      continue;
    }
    auto [known, isNew] = ofGlobal.try_emplace(weight->global, 0);
    if (isNew) {
      known->second =
          makeStorage({StreamStorage::Kind::Weight,
                       unsigned(result.weights.size()), weight->size});
      result.weights.push_back(*weight);
    }
    ofOperand.push_back(known->second);
  }
  return std::nullopt;
}

Result<unsigned> ExecuteReader::findStorage(Operation *op,
                                            const RangeUse &use) {
  auto argument = dyn_cast<BlockArgument>(op->getOperand(use.resource));
  if (!argument || argument.getOwner()->getParentOp() != result.op)
    return Error{"it uses a resource that it does not list"};
  std::optional<unsigned> storage = ofOperand[argument.getArgNumber()];
  if (storage)
    return *storage;
  auto slice = findSlice(*result.pack, op->getOperand(use.offset));
  if (!slice)
    return Error{"an offset in its arena is not that of a transient"};
  auto [known, isNew] = ofSlice.try_emplace(slice->first, 0);
  if (isNew)
    known->second = makeStorage({StreamStorage::Kind::Slice, slice->first,
                                 result.pack->staticSizes[slice->first]});
  knownOffsets.insert({op, use.offset});
  knownSizes.insert({op, use.size});
  return known->second;
}

std::optional<Error> ExecuteReader::readOp(Operation *op, StreamStep &step) {
  std::optional<RangeUses> ranges = readRanges(op);
  if (!ranges || op->getNumRegions() != 0 || op->getNumResults() != 0)
    return Error{"it has a '" + op->getName().getStringRef().str() +
                 "', which is not supported"};
  for (const RangeUse &use : *ranges) {
    Result<unsigned> found = findStorage(op, use);
    if (!found)
      return found.takeError();
    const StreamStorage &storage = result.storages[*found];
    if (storage.kind == StreamStorage::Kind::Weight && use.writes)
      return Error{"it writes a weight"};
    int64_t bytes = getConstant(op->getOperand(use.length), storage.size);
    if (storage.kind == StreamStorage::Kind::Slice && storage.size == 0)
      return Error{"a transient has no bytes"};
    result.uses.push_back({op, use.resource, use.size, use.offset, *found});
    auto access = llvm::find_if(step.accesses, [&](const StreamAccess &known) {
      return known.storage == *found;
    });
    if (access == step.accesses.end()) {
      step.accesses.push_back({*found, use.reads, use.writes, bytes});
      continue;
    }
    access->reads |= use.reads;
    access->writes |= use.writes;
    access->bytes += bytes;
  }
  return std::nullopt;
}

std::optional<Error> ExecuteReader::readStep(Operation *op) {
  StreamStep step;
  step.op = op;
  SmallVector<Operation *> left = {op};
  while (!left.empty()) {
    Operation *next = left.pop_back_val();
    if (isYield(next))
      continue;
    if (isGroup(next)) {
      for (Operation &inner : llvm::reverse(next->getRegion(0).front()))
        left.push_back(&inner);
      continue;
    }
    if (auto error = readOp(next, step))
      return error;
  }
  result.steps.push_back(std::move(step));
  return std::nullopt;
}

bool ExecuteReader::isKnownOffset(OpOperand &use) const {
  Operation *user = use.getOwner();
  if (knownOffsets.contains({user, use.getOperandNumber()}))
    return true;
  return isa<arith::AddIOp>(user) &&
         llvm::all_of(user->getUses(), [&](OpOperand &outer) {
           return knownOffsets.contains(
               {outer.getOwner(), outer.getOperandNumber()});
         });
}

/// Checks that all uses of the arena and its offsets are known, because arena
/// and offsets are about to change.
std::optional<Error> ExecuteReader::checkArena() {
  Error unknown{"its arena has an unsupported use"};
  Block *block = result.op->getBlock();
  for (Operation *user : result.alloca->getResult(0).getUsers()) {
    if (user == result.op)
      continue;
    if (user->getName().getStringRef() != "stream.resource.dealloca" ||
        result.dealloca || user->getNumOperands() != 3 ||
        user->getOperand(2) != result.op->getResult(0) ||
        user->getBlock() != block)
      return unknown;
    result.dealloca = user;
  }
  if (!result.dealloca || result.alloca->getBlock() != block)
    return unknown;
  for (OpOperand &use : result.pack->op->getResult(0).getUses()) {
    Operation *user = use.getOwner();
    if (user != result.op && user != result.alloca && user != result.dealloca &&
        !knownSizes.contains({user, use.getOperandNumber()}))
      return unknown;
  }
  for (Value offset : llvm::drop_begin(result.pack->op->getResults()))
    for (OpOperand &use : offset.getUses())
      if (!isKnownOffset(use))
        return unknown;
  return std::nullopt;
}

Result<StreamExecute> ExecuteReader::read() {
  result.alignment = defaults;
  if (auto error = readOperands())
    return *error;
  for (Operation &op : result.op->getRegion(0).front()) {
    if (isYield(&op))
      continue;
    if (auto error = readStep(&op))
      return *error;
  }
  if (result.steps.empty())
    return Error{"it has no ops"};
  if (result.alloca)
    if (auto error = checkArena())
      return *error;
  return std::move(result);
}

Result<StreamExecute>
memplace::readStreamExecute(Operation *op, const ParameterGlobals &weights,
                            SliceAlignment defaults) {
  return ExecuteReader(op, weights, defaults).read();
}
