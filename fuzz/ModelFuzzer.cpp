//===- ModelFuzzer.cpp - Reads TFLite models and plans their tensors ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "memplace/Packing/OfflinePlan.h"
#include "memplace/Packing/Pack.h"

using namespace memplace;
using namespace memplace::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view model = asText(data, size);
  Result<OfflineTensors> tensors = readOfflineTensors(model, "model");
  if (!tensors) {
    requireGoodError(tensors.error(), "model");
    return 0;
  }
  require(!check(tensors->problem), "the tensors of a model are well formed");
  PackResult result = packBy("tflite-micro", tensors->problem);
  if (!result.packing)
    return 0;
  Result<std::vector<int32_t>> plan = offlinePlanOf(*tensors, *result.packing);
  if (!plan)
    return 0;
  const std::string planned = addOfflinePlan(model, *plan);
  Result<OfflineTensors> again = readOfflineTensors(planned, "planned");
  require(bool(again), "a planned model can be read",
          again ? "" : again.error());
  require(again->plan == *plan, "the plan reads back equal");
  require(again->problem == tensors->problem, "a plan changes no tensor");
  return 0;
}
