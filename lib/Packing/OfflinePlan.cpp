//===- OfflinePlan.cpp - From a TFLite model to live tensors --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Live ranges as TFLM counts them (tensorflow/lite/micro of
// tensorflow/tflite-micro, micro_allocation_info.cc, as read on 2026-11-30). A
// step is an operator, in the order of execution; a subgraph that an operator
// calls takes steps of its own before the operator ends. A tensor is live from
// its first writer to its last user. Inputs of a
// subgraph are live from its start, outputs to its end.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/OfflinePlan.h"

#include "TFLiteModel.h"

using namespace memplace;
using namespace memplace::packing;

namespace {

/// First and last step of a tensor; both -1: unused.
struct Life {
  Step first = -1;
  Step last = -1;
};

/// Counts steps through the subgraphs.
class LifeCounter {
public:
  explicit LifeCounter(const TFLiteModel &model);

  /// Visits a subgraph that is called by \p depth others.
  void visit(size_t subgraph, int depth);

  std::vector<Life> lives; // By tensor of all subgraphs.
  std::optional<Error> error;

private:
  void begin(size_t subgraph, const std::vector<int32_t> &tensors);
  void use(size_t subgraph, const std::vector<int32_t> &tensors);
  void fail(const char *what) {
    if (!error)
      error = Error{what};
  }

  const TFLiteModel &model;
  std::vector<size_t> firstTensor; // By subgraph.
  Step step = 0;
  int64_t numVisits = 0; // Of operands.
};

} // namespace

LifeCounter::LifeCounter(const TFLiteModel &model) : model(model) {
  for (const TFLiteSubgraph &subgraph : model.subgraphs) {
    firstTensor.push_back(lives.size());
    lives.resize(lives.size() + subgraph.tensors.size());
  }
}

void LifeCounter::begin(size_t subgraph, const std::vector<int32_t> &tensors) {
  for (int32_t tensor : tensors) {
    if (tensor < 0)
      continue;
    Life &life = lives[firstTensor[subgraph] + tensor];
    if (life.first < 0)
      life.first = step;
  }
  use(subgraph, tensors);
}

void LifeCounter::use(size_t subgraph, const std::vector<int32_t> &tensors) {
  for (int32_t tensor : tensors)
    if (tensor >= 0)
      lives[firstTensor[subgraph] + tensor].last = step;
  numVisits += std::ssize(tensors) + 1;
}

void LifeCounter::visit(size_t subgraph, int depth) {
  constexpr int maxDepth = 64;
  constexpr int64_t maxVisits = int64_t(1) << 27;
  if (depth > maxDepth)
    fail("has subgraphs that call each other more than 64 deep");
  const TFLiteSubgraph &graph = model.subgraphs[subgraph];
  begin(subgraph, graph.inputs);
  for (const TFLiteOperator &op : graph.operators) {
    if (numVisits > maxVisits)
      fail("has calls of subgraphs that use more than 2^27 operands");
    if (error)
      return;
    ++step;
    begin(subgraph, op.outputs);
    for (int32_t callee : op.callees) {
      ++step;
      visit(callee, depth + 1);
    }
    use(subgraph, op.inputs);
    use(subgraph, op.outputs);
  }
  begin(subgraph, graph.outputs);
}

/// Returns by tensor whether it may have an offset. TFLM looks up the offset of
/// a variable by the variable's number in its own subgraph, so in the wrong
/// place except in the first subgraph. The tensor in this place must have none.
static std::vector<bool> tensorsWithOffset(const TFLiteModel &model) {
  std::vector<bool> mayHave;
  for (const TFLiteSubgraph &subgraph : model.subgraphs)
    for (const TFLiteTensor &tensor : subgraph.tensors)
      mayHave.push_back(tensor.isPlaced);
  for (const TFLiteSubgraph &subgraph : model.subgraphs)
    for (size_t i = 0; i < subgraph.tensors.size(); ++i)
      if (subgraph.tensors[i].isVariable)
        mayHave[i] = false;
  return mayHave;
}

/// Returns a buffer for each tensor that may have an offset.
static OfflineTensors tensorsOf(const TFLiteModel &model,
                                const std::vector<Life> &lives) {
  constexpr int64_t alignment = 16; // TFLM's, also of sizes.
  OfflineTensors result;
  result.numTensors = model.numTensors();
  result.plan = model.plan;
  const std::vector<bool> mayHave = tensorsWithOffset(model);
  int32_t number = 0;
  Step unused = -1;
  for (const TFLiteSubgraph &subgraph : model.subgraphs)
    for (const TFLiteTensor &tensor : subgraph.tensors) {
      const Life life = lives[number];
      if (mayHave[number]) {
        LiveRange range{life.first, life.last + 1};
        if (life.last < 0) {
          range = {unused - 1, unused};
          --unused;
        }
        result.problem.buffers.push_back(
            {.id = "tensor " + std::to_string(number),
             .range = range,
             .size = (tensor.bytes + alignment - 1) / alignment * alignment,
             .alignment = alignment});
        result.tensors.push_back(number);
      }
      ++number;
    }
  return result;
}

/// Returns an error if the file's plan lets live tensors share bytes. Such a
/// plan knows more than the file shows, for example the addresses inside of an
/// operator for an accelerator.
static std::optional<Error> checkPlan(const OfflineTensors &tensors) {
  PackingProblem planned;
  Packing packing;
  for (size_t i = 0; i < tensors.tensors.size() && !tensors.plan.empty(); ++i) {
    const int32_t offset = tensors.plan[tensors.tensors[i]];
    if (offset < 0)
      continue;
    planned.buffers.push_back(tensors.problem.buffers[i]);
    planned.buffers.back().alignment = 1; // TFLM doesn't require more.
    packing.offsets.push_back(offset);
  }
  if (std::optional<Error> error = verifyPacking(planned, packing))
    return Error{"has an offline plan that lets live tensors share bytes, so "
                 "it may depend on more than the file shows (" +
                 error->message + "); pass the model without this plan"};
  return std::nullopt;
}

static Result<OfflineTensors> readTensors(std::string_view bytes) {
  if (!isTFLite(bytes))
    return Error{"is not a TFLite model: no 'TFL3' at byte 4"};
  Result<TFLiteModel> model = readTFLite(bytes);
  if (!model)
    return model.takeError();
  LifeCounter counter(*model);
  counter.visit(0, 0);
  if (counter.error)
    return *counter.error;
  OfflineTensors tensors = tensorsOf(*model, counter.lives);
  if (std::optional<Error> error = checkPlan(tensors))
    return *error;
  return tensors;
}

Result<OfflineTensors> memplace::readOfflineTensors(std::string_view model,
                                                    std::string_view file) {
  Result<OfflineTensors> tensors = readTensors(model);
  if (!tensors)
    return Error{std::string(file) + ": " + tensors.error()};
  return tensors;
}
