//===- TFLiteModel.h - Tensors and operators of a TFLite model --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_TFLITEMODEL_H
#define MEMPLACE_LIB_PACKING_TFLITEMODEL_H

#include "FlatBuffer.h"

namespace memplace::packing {

/// Fields of the schema's tables, by number.
namespace field {
enum Model {
  ModelVersion,
  OperatorCodes,
  Subgraphs,
  Buffers = 4,
  Metadata = 6
};
constexpr int numModelFields = 10;
enum Subgraph { Tensors, SubgraphInputs, SubgraphOutputs, Operators };
enum Tensor { Shape, Type, TensorBuffer, IsVariable = 5, ExternalBuffer = 10 };
enum Operator {
  Opcode,
  OperatorInputs,
  OperatorOutputs,
  BuiltinOptions = 4,
  LargeOptionsOffset = 9
};
enum OperatorCode { DeprecatedCode, BuiltinCode = 3 };
enum Buffer { Data, BufferOffset };
enum MetadataEntry { Name, MetadataBuffer };
} // namespace field

/// The name of the metadata with an offline plan.
inline constexpr std::string_view planName = "OfflineMemoryAllocation";

struct TFLiteTensor {
  int64_t bytes = 0;       // As TFLM counts.
  bool isPlaced = false;   // By TFLM's memory planner.
  bool isVariable = false; // Kept between calls.
};

/// An operand of -1 is left out.
struct TFLiteOperator {
  std::vector<int32_t> inputs, outputs; // Tensors of the subgraph.
  std::vector<int32_t> callees;         // Subgraphs, in the order of calls.
};

struct TFLiteSubgraph {
  std::vector<TFLiteTensor> tensors;
  std::vector<int32_t> inputs, outputs;
  std::vector<TFLiteOperator> operators;
};

struct TFLiteModel {
  std::vector<TFLiteSubgraph> subgraphs; // At least one; the first one runs.
  /// The file's offline plan by tensor, all subgraphs in a row; -1: without
  /// offset. Empty: there is none.
  std::vector<int32_t> plan;

  size_t numTensors() const {
    size_t count = 0;
    for (const TFLiteSubgraph &subgraph : subgraphs)
      count += subgraph.tensors.size();
    return count;
  }
};

/// Returns true if the bytes begin like a TFLite model.
bool isTFLite(std::string_view bytes);

/// Reads a model. Errors: a broken file, a tensor of unknown size, an operand
/// or subgraph that does not exist, data outside of the FlatBuffer.
Result<TFLiteModel> readTFLite(std::string_view bytes);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_TFLITEMODEL_H
