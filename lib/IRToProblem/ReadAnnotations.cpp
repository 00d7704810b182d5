//===- ReadAnnotations.cpp - Placement from attributes --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

namespace {
/// Reads form 1 (annotations) of the dialect's description.
class AnnotationReader {
public:
  explicit AnnotationReader(ExtractedFunction &extracted)
      : extracted(extracted), problem(extracted.problem) {}
  LogicalResult run();

private:
  bool hasAnnotations() const;
  void recordHomePlacement();
  LogicalResult readResidencies();
  LogicalResult readResidency(BufferId buffer, Attribute attr, Location loc);
  LogicalResult readTransfers(ArrayAttr attrs);
  LogicalResult readSteps();
  LogicalResult readServed(Step step, Operation *op);
  LogicalResult checkStep(Operation *op, Step step);
  Attribute getResidencies(Value root) const;
  LogicalResult outOfDate(Location loc, const Twine &reason) const;

  ExtractedFunction &extracted;
  const Problem &problem;
  Solution solution;
  /// By buffer: its first residency. Has one more entry as the end.
  std::vector<size_t> firstResidency;
};
} // namespace

LogicalResult AnnotationReader::outOfDate(Location loc,
                                          const Twine &reason) const {
  InFlightDiagnostic error =
      emitError(loc, "the recorded placement is out of date: ") << reason;
  error.attachNote() << "run memplace-place-buffers again";
  return failure();
}

Attribute AnnotationReader::getResidencies(Value root) const {
  StringRef name = MemPlaceDialect::residenciesAttrName;
  if (auto argument = dyn_cast<BlockArgument>(root)) {
    func::FuncOp function = extracted.function;
    return function.getArgAttr(argument.getArgNumber(), name);
  }
  return root.getDefiningOp()->getDiscardableAttr(name);
}

LogicalResult AnnotationReader::readResidency(BufferId buffer, Attribute attr,
                                              Location loc) {
  auto residency = dyn_cast<ResidencyAttr>(attr);
  if (!residency)
    return outOfDate(loc, "'memplace.residencies' must be an array of "
                          "#memplace.residency");
  StringRef name = residency.getTier().getValue();
  std::optional<TierId> tier = problem.target.findTier(name.str());
  if (!tier)
    return outOfDate(loc, "target '" + Twine(problem.target.name) +
                              "' has no tier '" + name + "'");
  solution.residencies.push_back({buffer,
                                  *tier,
                                  residency.getOffset(),
                                  {residency.getBegin(), residency.getEnd()}});
  return success();
}

LogicalResult AnnotationReader::readResidencies() {
  ArrayRef<AliasSet> sets = extracted.aliasSets->getSets();
  std::vector<bool> isBuffer(sets.size());
  for (auto [buffer, set] : llvm::enumerate(extracted.setOfBuffer)) {
    isBuffer[set] = true;
    firstResidency.push_back(solution.residencies.size());
    Value root = sets[set].roots.front();
    auto attrs = dyn_cast_or_null<ArrayAttr>(getResidencies(root));
    if (!attrs)
      return outOfDate(root.getLoc(),
                       "buffer '" + Twine(sets[set].name) + "' has none");
    for (Attribute attr : attrs)
      if (failed(readResidency(buffer, attr, root.getLoc())))
        return failure();
  }
  firstResidency.push_back(solution.residencies.size());
  for (auto [index, set] : llvm::enumerate(sets))
    if (!isBuffer[index] && getResidencies(set.roots.front()))
      return outOfDate(set.roots.front().getLoc(),
                       "'" + Twine(set.name) + "' is no longer a buffer");
  return success();
}

LogicalResult AnnotationReader::readTransfers(ArrayAttr attrs) {
  Location loc = extracted.function.getLoc();
  int64_t numResidencies = solution.residencies.size();
  for (Attribute attr : attrs) {
    auto transfer = dyn_cast<TransferAttr>(attr);
    if (!transfer)
      return outOfDate(loc, "'memplace.transfers' must be an array of "
                            "#memplace.transfer");
    StringRef name = transfer.getChannel().getValue();
    std::optional<ChannelId> channel = problem.target.findChannel(name.str());
    if (!channel)
      return outOfDate(loc, "target '" + Twine(problem.target.name) +
                                "' has no channel '" + name + "'");
    if (transfer.getFrom() >= numResidencies ||
        transfer.getTo() >= numResidencies)
      return outOfDate(loc, "a transfer is from residency " +
                                Twine(transfer.getFrom()) + " to " +
                                Twine(transfer.getTo()) + " of " +
                                Twine(numResidencies));
    solution.transfers.push_back({static_cast<ResidencyId>(transfer.getFrom()),
                                  static_cast<ResidencyId>(transfer.getTo()),
                                  *channel, transfer.getStart(),
                                  transfer.getDone()});
  }
  return success();
}

LogicalResult AnnotationReader::checkStep(Operation *op, Step step) {
  auto attr = dyn_cast_or_null<IntegerAttr>(
      op->getDiscardableAttr(MemPlaceDialect::stepAttrName));
  if (!attr)
    return outOfDate(op->getLoc(), "'" + op->getName().getStringRef() +
                                       "' is step " + Twine(step) +
                                       " and has no number");
  if (attr.getInt() != step)
    return outOfDate(op->getLoc(), "'" + op->getName().getStringRef() +
                                       "' is step " + Twine(step) +
                                       ", and was step " +
                                       Twine(attr.getInt()));
  return success();
}

LogicalResult AnnotationReader::readServed(Step step, Operation *op) {
  std::vector<ResidencyId> &served = solution.served[step];
  const std::vector<Access> &accesses = problem.ops[step].accesses;
  if (accesses.empty())
    return success();
  auto attr = dyn_cast_or_null<DenseI64ArrayAttr>(
      op->getDiscardableAttr(MemPlaceDialect::servedAttrName));
  size_t numServed = attr ? attr.size() : 0;
  if (numServed != accesses.size())
    return outOfDate(op->getLoc(), "'memplace.served' has " + Twine(numServed) +
                                       " entries for " +
                                       Twine(accesses.size()) + " accesses");
  for (auto [access, index] : llvm::zip(accesses, attr.asArrayRef())) {
    int64_t first = firstResidency[access.buffer];
    int64_t count = firstResidency[access.buffer + 1] - first;
    if (index < 0 || index >= count)
      return outOfDate(op->getLoc(),
                       "'memplace.served' names residency " + Twine(index) +
                           " of the " + Twine(count) + " of buffer '" +
                           problem.buffers[access.buffer].name + "'");
    served.push_back(first + index);
  }
  return success();
}

LogicalResult AnnotationReader::readSteps() {
  solution.served.resize(problem.numSteps());
  for (auto [step, op] : llvm::enumerate(extracted.schedule->getSteps()))
    if (op && (failed(checkStep(op, step)) || failed(readServed(step, op))))
      return failure();
  for (const ScheduledLoop &loop : extracted.schedule->getLoops())
    if (failed(checkStep(loop.op, loop.range.begin)))
      return failure();
  return success();
}

bool AnnotationReader::hasAnnotations() const {
  return llvm::any_of(extracted.aliasSets->getSets(), [&](const AliasSet &set) {
    return getResidencies(set.roots.front()) != nullptr;
  });
}

/// Records the only possible placement if all storage belongs to the caller or
/// stays in place: every buffer in its home tier.
void AnnotationReader::recordHomePlacement() {
  for (auto [id, buffer] : llvm::enumerate(problem.buffers)) {
    if (!problem.isExternal(buffer))
      return;
    solution.residencies.push_back({static_cast<BufferId>(id),
                                    problem.homeOf(buffer), std::nullopt,
                                    buffer.range});
  }
  for (const memplace::Op &op : problem.ops) {
    std::vector<ResidencyId> &served = solution.served.emplace_back();
    for (const Access &access : op.accesses)
      served.push_back(access.buffer);
  }
  solution.problem = problem.name;
  extracted.recorded = std::move(solution);
}

LogicalResult AnnotationReader::run() {
  func::FuncOp function = extracted.function;
  Attribute attr =
      function->getDiscardableAttr(MemPlaceDialect::transfersAttrName);
  if (!attr && !hasAnnotations()) {
    recordHomePlacement();
    return success();
  }
  auto transfers = dyn_cast_or_null<ArrayAttr>(attr);
  if (!transfers)
    return outOfDate(function.getLoc(), "the function has no array "
                                        "'memplace.transfers'");
  if (failed(readResidencies()) || failed(readTransfers(transfers)) ||
      failed(readSteps()))
    return failure();
  solution.problem = problem.name;
  extracted.recorded = std::move(solution);
  return success();
}

LogicalResult memplace::readAnnotations(ExtractedFunction &extracted) {
  return AnnotationReader(extracted).run();
}
