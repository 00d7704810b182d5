//===- SolutionToIR.cpp - A placement as attributes -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/SolutionToIR/SolutionToIR.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

namespace {
/// Numbers of residencies in the attributes, by ResidencyId.
struct ResidencyNumbers {
  std::vector<int64_t> inBuffer;
  std::vector<int64_t> inFunction;
};
} // namespace

/// Returns the residencies of each buffer, in the order of the solution.
static std::vector<std::vector<ResidencyId>>
groupByBuffer(const Problem &problem, const Solution &solution) {
  std::vector<std::vector<ResidencyId>> groups(problem.buffers.size());
  for (size_t id = 0; id < solution.residencies.size(); ++id)
    groups[solution.residencies[id].buffer].push_back(id);
  return groups;
}

static ResidencyNumbers
numberResidencies(const std::vector<std::vector<ResidencyId>> &groups,
                  size_t numResidencies) {
  ResidencyNumbers numbers = {std::vector<int64_t>(numResidencies),
                              std::vector<int64_t>(numResidencies)};
  int64_t next = 0;
  for (const std::vector<ResidencyId> &group : groups)
    for (size_t position = 0; position < group.size(); ++position) {
      numbers.inBuffer[group[position]] = position;
      numbers.inFunction[group[position]] = next++;
    }
  return numbers;
}

/// Calls \p change with the number and the attributes of each argument of
/// \p function, and sets all attributes together. Separate changes would each
/// copy the attributes of all arguments.
static void
changeArgAttrs(func::FuncOp function,
               function_ref<void(unsigned, NamedAttrList &)> change) {
  SmallVector<DictionaryAttr> attrs;
  function.getAllArgAttrs(attrs);
  for (auto [number, dictionary] : llvm::enumerate(attrs)) {
    NamedAttrList list(dictionary);
    change(number, list);
    dictionary = list.getDictionary(function.getContext());
  }
  function.setAllArgAttrs(attrs);
}

static void
recordResidencies(const ExtractedFunction &extracted, const Solution &solution,
                  const std::vector<std::vector<ResidencyId>> &groups) {
  func::FuncOp function = extracted.function;
  MLIRContext *context = function.getContext();
  const Target &target = extracted.problem.target;
  DenseMap<unsigned, Attribute> ofArgument;
  for (size_t buffer = 0; buffer < groups.size(); ++buffer) {
    SmallVector<Attribute> attrs;
    for (ResidencyId id : groups[buffer]) {
      const Residency &residency = solution.residencies[id];
      attrs.push_back(ResidencyAttr::get(
          context, StringAttr::get(context, target.tiers[residency.tier].name),
          residency.offset, residency.range.begin, residency.range.end));
    }
    const AliasSet &set =
        extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
    auto residencies = ArrayAttr::get(context, attrs);
    if (auto argument = dyn_cast<BlockArgument>(set.roots.front()))
      ofArgument[argument.getArgNumber()] = residencies;
    else
      set.roots.front().getDefiningOp()->setAttr(
          MemPlaceDialect::residenciesAttrName, residencies);
  }
  changeArgAttrs(function, [&](unsigned number, NamedAttrList &attrs) {
    if (Attribute residencies = ofArgument.lookup(number))
      attrs.set(MemPlaceDialect::residenciesAttrName, residencies);
  });
}

static void recordTransfers(const ExtractedFunction &extracted,
                            const Solution &solution,
                            const ResidencyNumbers &numbers) {
  func::FuncOp function = extracted.function;
  MLIRContext *context = function.getContext();
  SmallVector<Attribute> attrs;
  for (const Transfer &transfer : solution.transfers)
    attrs.push_back(TransferAttr::get(
        context, numbers.inFunction[transfer.from],
        numbers.inFunction[transfer.to],
        StringAttr::get(
            context, extracted.problem.target.channels[transfer.channel].name),
        transfer.start, transfer.done));
  function->setAttr(MemPlaceDialect::transfersAttrName,
                    ArrayAttr::get(context, attrs));
}

static void recordSteps(const ExtractedFunction &extracted,
                        const Solution &solution,
                        const ResidencyNumbers &numbers) {
  func::FuncOp function = extracted.function;
  Builder builder(function.getContext());
  ArrayRef<Operation *> steps = extracted.schedule->getSteps();
  for (size_t step = 0; step < steps.size(); ++step) {
    if (!steps[step])
      continue;
    steps[step]->setAttr(MemPlaceDialect::stepAttrName,
                         builder.getI64IntegerAttr(step));
    if (solution.served[step].empty())
      continue;
    SmallVector<int64_t> served;
    for (ResidencyId id : solution.served[step])
      served.push_back(numbers.inBuffer[id]);
    steps[step]->setAttr(MemPlaceDialect::servedAttrName,
                         builder.getDenseI64ArrayAttr(served));
  }
  for (const ScheduledLoop &loop : extracted.schedule->getLoops())
    loop.op->setAttr(MemPlaceDialect::stepAttrName,
                     builder.getI64IntegerAttr(loop.range.begin));
}

LogicalResult memplace::checkRecordable(const ExtractedFunction &extracted,
                                        const Solution &solution) {
  func::FuncOp function = extracted.function;
  if (extracted.problem.isCyclic)
    return emitError(function.getLoc())
           << "the problem of function '" << function.getName()
           << "' is cyclic, which the IR cannot express; place one invocation, "
              "with 'cyclic' false";
  return success();
}

void memplace::recordSolution(const ExtractedFunction &extracted,
                              const Solution &solution) {
  eraseRecordedSolution(extracted.function);
  std::vector<std::vector<ResidencyId>> groups =
      groupByBuffer(extracted.problem, solution);
  ResidencyNumbers numbers =
      numberResidencies(groups, solution.residencies.size());
  recordResidencies(extracted, solution, groups);
  recordTransfers(extracted, solution, numbers);
  recordSteps(extracted, solution, numbers);
}

void memplace::eraseRecordedSolution(func::FuncOp function) {
  changeArgAttrs(function, [](unsigned, NamedAttrList &attrs) {
    attrs.erase(MemPlaceDialect::residenciesAttrName);
  });
  function.walk([](Operation *op) {
    for (StringRef name :
         {MemPlaceDialect::residenciesAttrName,
          MemPlaceDialect::transfersAttrName, MemPlaceDialect::stepAttrName,
          MemPlaceDialect::servedAttrName})
      op->removeDiscardableAttr(name);
  });
}
