//===- TFLiteModel.cpp - Tensors and operators of a TFLite model ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TFLiteModel.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace memplace;
using namespace memplace::packing;

/// Bytes of an element by the schema's type; 0: TFLM has no size for it. Types
/// of 4 bits take a byte.
static constexpr std::array<int8_t, 19> elementBytes = {
    4, 2, 4, 1, 8, 0, 1, 2, 8, 1, 8, 16, 8, 4, 0, 4, 2, 1, 2};
static constexpr uint8_t resourceType = 13;

namespace {

/// The operators that call subgraphs.
enum ControlFlow { If = 118, While = 119, CallOnce = 129 };

class ModelReader {
public:
  explicit ModelReader(std::string_view bytes) : file(bytes) {}

  Result<TFLiteModel> read();

private:
  void fail(const std::string &what) {
    if (!error)
      error = Error{what};
  }
  std::string where(const char *what, size_t index) const {
    return std::string(what) + " " + std::to_string(index) + " of subgraph " +
           std::to_string(numSubgraph);
  }
  void readConstants(const FlatTable &model);
  void readCodes(const FlatTable &model);
  void readPlan(const FlatTable &model);
  TFLiteSubgraph readSubgraph(const FlatTable &table);
  TFLiteTensor readTensor(const FlatTable &table, size_t index);
  int64_t bytesOf(const FlatTable &table, const std::string &tensor);
  TFLiteOperator readOperator(const FlatTable &table, size_t index);
  void checkTensors(const std::vector<int32_t> &tensors, size_t count,
                    const std::string &of);
  void checkCalls(const TFLiteModel &model);

  FlatBuffer file;
  std::optional<Error> error;
  std::vector<bool> hasData;  // By buffer.
  std::vector<int32_t> codes; // Builtin operators by operator code.
  std::vector<int32_t> plan;  // As in the model.
  size_t numSubgraph = 0;     // The one being read.
};

} // namespace

void ModelReader::readConstants(const FlatTable &model) {
  for (const FlatTable &buffer : file.tables(model, field::Buffers)) {
    hasData.push_back(file.vector(buffer, field::Data, 1).count > 0);
    // Converters write offset 1 for a buffer inside of the FlatBuffer, too.
    if (file.number<uint64_t>(buffer, field::BufferOffset) > 1)
      fail("buffer " + std::to_string(hasData.size() - 1) +
           " has its data outside of the FlatBuffer, which is not supported");
  }
}

void ModelReader::readCodes(const FlatTable &model) {
  // Files have the code in either field or in both.
  for (const FlatTable &code : file.tables(model, field::OperatorCodes))
    codes.push_back(
        std::max<int32_t>(file.number<int8_t>(code, field::DeprecatedCode),
                          file.number<int32_t>(code, field::BuiltinCode)));
}

void ModelReader::readPlan(const FlatTable &model) {
  const std::vector<FlatTable> buffers = file.tables(model, field::Buffers);
  for (const FlatTable &entry : file.tables(model, field::Metadata)) {
    const auto buffer = file.number<uint32_t>(entry, field::MetadataBuffer);
    if (file.text(entry, field::Name) != planName || buffer >= buffers.size())
      continue;
    plan = file.bytesAsNumbers(buffers[buffer], field::Data);
  }
  // Version, number of subgraphs, number of tensors.
  plan.erase(plan.begin(), plan.begin() + std::min<size_t>(3, plan.size()));
}

int64_t ModelReader::bytesOf(const FlatTable &table,
                             const std::string &tensor) {
  constexpr int64_t largest = std::numeric_limits<int32_t>::max();
  const auto type = file.number<uint8_t>(table, field::Type);
  int64_t bytes = type < elementBytes.size() ? elementBytes[type] : 0;
  if (bytes == 0)
    fail(tensor + " has elements of type " + std::to_string(type) +
         ", for which TFLM has no size");
  for (int32_t size : file.numbers(table, field::Shape)) {
    if (size < 0)
      fail(tensor + " has no fixed shape");
    if (size > 0 && bytes > largest / size) {
      fail(tensor + " has 2^31 bytes or more");
      return 0;
    }
    bytes *= size;
  }
  return bytes;
}

TFLiteTensor ModelReader::readTensor(const FlatTable &table, size_t index) {
  const std::string name = where("tensor", index);
  TFLiteTensor tensor;
  const auto buffer = file.number<uint32_t>(table, field::TensorBuffer);
  if (buffer >= hasData.size())
    fail(name + " has buffer " + std::to_string(buffer) + " of " +
         std::to_string(hasData.size()));
  else if (file.number<uint32_t>(table, field::ExternalBuffer))
    fail(name + " has its data in another file, which is not supported");
  // The operator of a resource keeps its number elsewhere.
  else if (!hasData[buffer] &&
           file.number<uint8_t>(table, field::Type) != resourceType) {
    tensor.isVariable = file.number<uint8_t>(table, field::IsVariable);
    tensor.bytes = bytesOf(table, name);
    tensor.isPlaced = !tensor.isVariable && tensor.bytes > 0;
  }
  return tensor;
}

TFLiteOperator ModelReader::readOperator(const FlatTable &table, size_t index) {
  const auto code = file.number<uint32_t>(table, field::Opcode);
  if (code >= codes.size())
    fail(where("operator", index) + " has code " + std::to_string(code) +
         " of " + std::to_string(codes.size()));
  if (file.number<uint64_t>(table, field::LargeOptionsOffset))
    fail(where("operator", index) +
         " has options outside of the FlatBuffer, which is not supported");
  TFLiteOperator op{file.numbers(table, field::OperatorInputs),
                    file.numbers(table, field::OperatorOutputs),
                    {}};
  const int32_t builtin = code < codes.size() ? codes[code] : 0;
  const FlatTable options = file.table(table, field::BuiltinOptions);
  if (builtin == If || builtin == While || builtin == CallOnce)
    op.callees.push_back(file.number<int32_t>(options, 0));
  if (builtin == If || builtin == While)
    op.callees.push_back(file.number<int32_t>(options, 1));
  return op;
}

void ModelReader::checkTensors(const std::vector<int32_t> &tensors,
                               size_t count, const std::string &of) {
  for (int32_t tensor : tensors)
    if (tensor < -1 || tensor >= static_cast<int64_t>(count))
      fail(of + " names tensor " + std::to_string(tensor) + " of " +
           std::to_string(count));
}

TFLiteSubgraph ModelReader::readSubgraph(const FlatTable &table) {
  TFLiteSubgraph subgraph;
  for (const FlatTable &tensor : file.tables(table, field::Tensors))
    subgraph.tensors.push_back(readTensor(tensor, subgraph.tensors.size()));
  const size_t count = subgraph.tensors.size();
  subgraph.inputs = file.numbers(table, field::SubgraphInputs);
  subgraph.outputs = file.numbers(table, field::SubgraphOutputs);
  const std::string own = "subgraph " + std::to_string(numSubgraph);
  checkTensors(subgraph.inputs, count, own);
  checkTensors(subgraph.outputs, count, own);
  for (const FlatTable &op : file.tables(table, field::Operators)) {
    const size_t index = subgraph.operators.size();
    subgraph.operators.push_back(readOperator(op, index));
    checkTensors(subgraph.operators.back().inputs, count,
                 where("operator", index));
    checkTensors(subgraph.operators.back().outputs, count,
                 where("operator", index));
  }
  return subgraph;
}

void ModelReader::checkCalls(const TFLiteModel &model) {
  const auto count = static_cast<int64_t>(model.subgraphs.size());
  if (count == 0)
    fail("has no subgraph");
  for (numSubgraph = 0; numSubgraph < model.subgraphs.size(); ++numSubgraph) {
    size_t index = 0;
    for (const TFLiteOperator &op : model.subgraphs[numSubgraph].operators) {
      for (int32_t callee : op.callees)
        if (callee < 0 || callee >= count)
          fail(where("operator", index) + " calls subgraph " +
               std::to_string(callee) + " of " + std::to_string(count));
      ++index;
    }
  }
}

Result<TFLiteModel> ModelReader::read() {
  const FlatTable root = file.root();
  if (root.vtableBytes > 4 + 2 * field::numModelFields)
    fail("has more fields than memplace knows, so it can't be rewritten");
  // A new root will lead to the same places.
  for (int field = field::OperatorCodes; field < field::numModelFields; ++field)
    file.targetOf(root, field);
  readConstants(root);
  readCodes(root);
  readPlan(root);
  TFLiteModel model;
  for (const FlatTable &subgraph : file.tables(root, field::Subgraphs)) {
    numSubgraph = model.subgraphs.size();
    model.subgraphs.push_back(readSubgraph(subgraph));
  }
  // What is missing from a broken file leads to further errors.
  if (file.error())
    return *file.error();
  checkCalls(model);
  if (error)
    return *error;
  if (plan.size() == model.numTensors())
    model.plan = std::move(plan);
  return model;
}

bool packing::isTFLite(std::string_view bytes) {
  return bytes.size() >= 8 && bytes.substr(4, 4) == "TFL3";
}

Result<TFLiteModel> packing::readTFLite(std::string_view bytes) {
  return ModelReader(bytes).read();
}
