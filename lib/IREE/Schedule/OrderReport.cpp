//===- OrderReport.cpp - Orders of regions as a JSON file -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderReport.h"

#include "llvm/Support/JSON.h"

using namespace memplace;

static void printOrder(llvm::json::OStream &json, const AsyncRegion &region,
                       const PlannedOrder &planned) {
  json.attribute("function", getFunctionName(region.op));
  json.attribute("ops", region.problem.numSteps());
  json.attribute("moved_ops", planned.movedOps);
  json.attribute("waves", int64_t(region.waves.size()));
  json.attribute("kept_waves", planned.keptWaves);
  json.attribute("given", planned.given);
  json.attribute("size", planned.size);
  json.attribute("bound", planned.bound);
}

std::string memplace::printOrderReport(llvm::ArrayRef<AsyncRegion> regions,
                                       llvm::ArrayRef<PlannedOrder> planned) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("format", "memplace-stream-orders");
    json.attribute("version", 1);
    json.attributeArray("regions", [&] {
      for (const auto &[region, order] : llvm::zip_equal(regions, planned))
        json.object([&, &region = region, &order = order] {
          printOrder(json, region, order);
        });
    });
  });
  stream << "\n";
  return text;
}
