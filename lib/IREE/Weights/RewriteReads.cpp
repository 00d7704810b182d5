//===- RewriteReads.cpp - Writes reads of weights into the IR -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteReads.h"

#include "../Packing/GenericOps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

using namespace mlir;
using namespace memplace;

namespace {
/// Constants at the front of a block, visible to all its ops; each value is
/// created once.
class FrontConstants {
public:
  FrontConstants(Block *block, Location loc) : block(block), loc(loc) {}

  Value getIndex(int64_t value);
  Value getText(const std::string &text);

private:
  Block *block;
  Location loc;
  llvm::DenseMap<int64_t, Value> indices;
  std::map<std::string, Value> texts;
};

/// The plan's transfers as reads, in order of issue.
struct ReadQueue {
  SmallVector<size_t> order;     // Transfers.
  std::vector<Value> timepoints; // By transfer; null until written.
  Value last;                    // Timepoint of the last read written.
  size_t next = 0;               // Number of reads written, in `order`.
  size_t numAwaited = 0;         // Number of reads awaited, in `order`.

  /// Returns the last read unless already awaited by the ops written so far.
  Value getPending() const { return numAwaited < next ? last : Value(); }
};

class ReadRewriter {
public:
  ReadRewriter(StreamExecute &execute, const ReadProblem &problem,
               const Solution &solution, Value after)
      : execute(execute), bufferOf(problem.bufferOf), problem(problem.problem),
        solution(solution), after(after), builder(execute.op),
        loc(execute.op->getLoc()), constants(execute.op->getBlock(), loc) {}

  Value write();

private:
  Value join(ArrayRef<Value> timepoints);
  Operation *create(StringRef name, ArrayRef<Value> operands,
                    ArrayRef<Type> results, ArrayRef<int32_t> segments = {},
                    DictionaryAttr more = {});
  void makeArena();
  void noteUses();
  std::set<Step> orderReads();
  void writeReadsAt(Step boundary);
  Value awaitReads(Step boundary);
  void writeSteps(Step begin, Step end);
  void writeOffset(const ResourceUse &use, Step step, Value arena);
  Value addTo(Value extra, int64_t offset);
  const Residency &residencyOf(Step step, unsigned storage) const;
  void finish();

  StreamExecute &execute;
  const std::vector<std::optional<BufferId>> &bufferOf;
  const Problem &problem;
  const Solution &solution;
  Value after; // Earliest allocation of the arena; may be null.
  OpBuilder builder;
  Location loc;
  FrontConstants constants;

  Type timepointType;
  Value before; // Awaited by the region; may be null.
  Value arena;
  Value arenaReady;
  Value lastSteps; // Of the ops written so far; null at first.
  ReadQueue reads;
  std::vector<SmallVector<const ResourceUse *>> usesOfStep;
};
} // namespace

Value FrontConstants::getIndex(int64_t value) {
  Value &known = indices[value];
  if (!known) {
    OpBuilder front = OpBuilder::atBlockBegin(block);
    known = arith::ConstantIndexOp::create(front, loc, value);
  }
  return known;
}

Value FrontConstants::getText(const std::string &text) {
  Value &known = texts[text];
  if (!known) {
    OpBuilder front = OpBuilder::atBlockBegin(block);
    known = createText(front, loc, text);
  }
  return known;
}

/// Creates an op on the region's device.
Operation *ReadRewriter::create(StringRef name, ArrayRef<Value> operands,
                                ArrayRef<Type> results,
                                ArrayRef<int32_t> segments,
                                DictionaryAttr more) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addTypes(results);
  NamedAttrList properties(more);
  if (Attribute affinity = execute.op->getAttr("affinity"))
    properties.set("affinity", affinity);
  if (!segments.empty())
    properties.set(operandSegmentsName, builder.getDenseI32ArrayAttr(segments));
  state.propertiesAttr = properties.getDictionary(builder.getContext());
  return builder.create(state);
}

/// Returns a timepoint after all \p timepoints; null ones are ignored.
Value ReadRewriter::join(ArrayRef<Value> timepoints) {
  SmallVector<Value> present;
  for (Value timepoint : timepoints)
    if (timepoint && !llvm::is_contained(present, timepoint))
      present.push_back(timepoint);
  if (present.size() < 2)
    return present.empty() ? Value() : present[0];
  OperationState state(loc, "stream.timepoint.join");
  state.addOperands(present);
  state.addTypes(timepointType);
  return builder.create(state)->getResult(0);
}

/// Resizes the arena, or makes one for a region without transients.
void ReadRewriter::makeArena() {
  Value size = constants.getIndex(arenaSize(execute, problem, solution));
  if (execute.alloca) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(execute.alloca);
    SmallVector<Value> awaits(llvm::drop_begin(execute.alloca->getOperands()));
    awaits.push_back(after);
    SmallVector<Value> operands = {size};
    if (Value await = join(awaits))
      operands.push_back(await);
    execute.alloca->setOperands(operands);
    execute.dealloca->setOperand(1, size);
  } else {
    SmallVector<Value> operands = {size};
    if (Value await = join({before, after}))
      operands.push_back(await);
    Type type = parseType("!stream.resource<transient>", builder.getContext());
    execute.alloca =
        create("stream.resource.alloca", operands, {type, timepointType});
    before = join({before, execute.alloca->getResult(1)});
  }
  arena = execute.alloca->getResult(0);
  arenaReady = execute.alloca->getResult(1);
}

void ReadRewriter::noteUses() {
  llvm::DenseMap<Operation *, Step> stepOf;
  for (auto [step, info] : llvm::enumerate(execute.steps))
    info.op->walk([&, step = step](Operation *op) { stepOf[op] = step; });
  usesOfStep.resize(execute.steps.size());
  for (const ResourceUse &use : execute.uses)
    usesOfStep[stepOf[use.op]].push_back(&use);
}

void ReadRewriter::writeReadsAt(Step boundary) {
  for (; reads.next < reads.order.size() &&
         solution.transfers[reads.order[reads.next]].start == boundary;
       ++reads.next) {
    const Transfer &transfer = solution.transfers[reads.order[reads.next]];
    Value &timepoint = reads.timepoints[reads.order[reads.next]];
    const Residency &place = solution.residencies[transfer.to];
    auto storage = llvm::find(bufferOf, std::optional(place.buffer));
    const StreamStorage &from =
        execute.storages[std::distance(bufferOf.begin(), storage)];
    const ParameterGlobal &weight = execute.weights[from.index];

    const ParameterName &name = weight.name;
    Value start =
        arith::ConstantIntOp::create(builder, loc, name.offset.value_or(0), 64);
    SmallVector<Value> operands;
    if (name.scope)
      operands.push_back(constants.getText(*name.scope));
    operands.append(
        {constants.getText(name.key), start, arena,
         execute.alloca->getOperand(0), constants.getIndex(*place.offset),
         constants.getIndex(weight.size),
         join({lastSteps ? lastSteps : arenaReady, reads.getPending()})});
    reads.last = create("stream.cmd.parameter.read", operands, {timepointType},
                        {name.scope ? 1 : 0, 1, 1, 1, 1, 1, 1, 1})
                     ->getResult(0);
    timepoint = reads.last;
  }
}

const Residency &ReadRewriter::residencyOf(Step step, unsigned storage) const {
  BufferId buffer = *bufferOf[storage];
  const std::vector<Access> &accesses = problem.ops[step].accesses;
  auto access = llvm::find_if(
      accesses, [&](const Access &one) { return one.buffer == buffer; });
  return solution.residencies[solution.served[step][std::distance(
      accesses.begin(), access)]];
}

Value ReadRewriter::addTo(Value extra, int64_t offset) {
  APInt constant;
  if (!extra)
    return constants.getIndex(offset);
  if (matchPattern(extra, m_ConstantInt(&constant)))
    return constants.getIndex(offset + constant.getSExtValue());
  return arith::AddIOp::create(builder, loc, extra, constants.getIndex(offset));
}

/// Rewrites \p use in \p step to its place in the arena.
void ReadRewriter::writeOffset(const ResourceUse &use, Step step,
                               Value inside) {
  Value extra = use.op->getOperand(use.offset);
  if (execute.storages[use.storage].kind == StreamStorage::Kind::Slice)
    extra = findSlice(*execute.pack, extra)->second;
  int64_t offset = *residencyOf(step, use.storage).offset;
  use.op->setOperand(use.resource, inside);
  use.op->setOperand(use.size, execute.alloca->getOperand(0));
  use.op->setOperand(use.offset, addTo(extra, offset));
}

/// Returns the timepoint awaited by ops from \p boundary on: the arrival of the
/// last read due, since reads arrive in order. Null if no new read is due.
Value ReadRewriter::awaitReads(Step boundary) {
  Value read;
  for (size_t i = reads.numAwaited; i < reads.next; ++i)
    if (solution.transfers[reads.order[i]].done <= boundary) {
      read = reads.timepoints[reads.order[i]];
      reads.numAwaited = i + 1;
    }
  return read;
}

/// Writes a `stream.cmd.execute` of the steps in [\p begin, \p end).
void ReadRewriter::writeSteps(Step begin, Step end) {
  Value read = awaitReads(begin);
  auto body = std::make_unique<Block>();
  SmallVector<Value> resources, sizes;
  auto addArgument = [&](Value resource, Value size) {
    resources.push_back(resource);
    sizes.push_back(size);
    return body->addArgument(resource.getType(), loc);
  };
  Value inside; // The arena.
  llvm::DenseMap<unsigned, Value> others;
  const unsigned firstSize = getSegment(execute.op, 1)->first;
  for (Step step = begin; step < end; ++step) {
    for (const ResourceUse *use : usesOfStep[step]) {
      const StreamStorage &storage = execute.storages[use->storage];
      if (storage.kind != StreamStorage::Kind::Other) {
        if (!inside)
          inside = addArgument(arena, execute.alloca->getOperand(0));
        writeOffset(*use, step, inside);
        continue;
      }
      Value &argument = others[storage.index];
      if (!argument)
        argument =
            addArgument(execute.op->getOperand(storage.index),
                        execute.op->getOperand(firstSize + storage.index));
      use->op->setOperand(use->resource, argument);
    }
    execute.steps[step].op->moveBefore(body.get(), body->end());
  }
  body->push_back(execute.op->getRegion(0).front().back().clone());

  SmallVector<Value> operands(resources);
  llvm::append_range(operands, sizes);
  Value await = join({lastSteps ? lastSteps : before, read});
  if (await)
    operands.push_back(await);
  OperationState state(loc, execute.op->getName());
  state.addOperands(operands);
  state.addTypes(timepointType);
  auto count = static_cast<int32_t>(resources.size());
  copyAttributes(execute.op, state,
                 {{operandSegmentsName, builder.getDenseI32ArrayAttr(
                                            {count, count, await ? 1 : 0})}});
  state.addRegion()->push_back(body.release());
  lastSteps = builder.create(state)->getResult(0);
}

/// Frees the arena after the last op and the last read, even if no op waits for
/// the latter. Then erases the original ops.
void ReadRewriter::finish() {
  Value end = join({lastSteps, reads.getPending()});
  if (!execute.dealloca) {
    execute.dealloca =
        create("stream.resource.dealloca",
               {arena, execute.alloca->getOperand(0), end}, {timepointType});
    end = execute.dealloca->getResult(0);
  }
  execute.op->getResult(0).replaceAllUsesWith(end);
  execute.op->erase();
  execute.op = nullptr;
  if (!execute.pack)
    return;
  for (Value offset : execute.pack->op->getResults())
    for (Operation *user : llvm::make_early_inc_range(offset.getUsers()))
      if (user->use_empty())
        user->erase();
  execute.pack->op->erase();
  execute.pack.reset();
}

/// Sorts the reads by time of issue. Returns all boundaries with an event.
std::set<Step> ReadRewriter::orderReads() {
  std::set<Step> boundaries = {0, problem.numSteps()};
  reads.timepoints.resize(solution.transfers.size());
  for (auto [index, transfer] : llvm::enumerate(solution.transfers)) {
    reads.order.push_back(index);
    boundaries.insert(transfer.start);
    boundaries.insert(transfer.done);
  }
  llvm::sort(reads.order, [&](size_t a, size_t b) {
    return std::pair(solution.transfers[a].start, a) <
           std::pair(solution.transfers[b].start, b);
  });
  return boundaries;
}

Value ReadRewriter::write() {
  timepointType = execute.op->getResult(0).getType();
  auto [first, count] = *getSegment(execute.op, 2);
  if (count != 0)
    before = execute.op->getOperand(first);
  makeArena();
  noteUses();
  const std::set<Step> boundaries = orderReads();
  for (auto next = boundaries.begin(); next != boundaries.end();) {
    Step begin = *next++;
    writeReadsAt(begin);
    if (next != boundaries.end())
      writeSteps(begin, *next);
  }
  finish();
  return execute.dealloca->getResult(0);
}

Value memplace::rewriteReads(StreamExecute &execute, const ReadProblem &problem,
                             const Solution &solution, Value after) {
  return ReadRewriter(execute, problem, solution, after).write();
}

bool memplace::canFollow(const StreamExecute &later,
                         const StreamExecute &earlier) {
  Operation *end = earlier.dealloca ? earlier.dealloca : earlier.op;
  Operation *begin = later.alloca ? later.alloca : later.op;
  return end->getBlock() == begin->getBlock() && end->isBeforeInBlock(begin);
}
