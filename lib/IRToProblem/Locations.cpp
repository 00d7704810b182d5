//===- Locations.cpp - Source locations of buffers and ops ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Locations.h"

#include "mlir/IR/AsmState.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace memplace;

std::string memplace::describeLocation(Location location) {
  std::string name, place;
  location->walk([&](Location part) {
    if (auto named = dyn_cast<NameLoc>(part); named && name.empty())
      name = named.getName().str();
    auto file = dyn_cast<FileLineColRange>(part);
    if (!file)
      return WalkResult::advance();
    place = llvm::formatv("{0}:{1}:{2}", file.getFilename().getValue(),
                          file.getStartLine(), file.getStartColumn());
    return WalkResult::interrupt();
  });
  if (name.empty() || place.empty())
    return name + place;
  return name + " (" + place + ")";
}

std::string memplace::printLocations(const ExtractedFunction &extracted) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("format", "memplace-locations");
    json.attribute("version", 1);
    json.attribute("problem", llvm::json::fixUTF8(extracted.problem.name));
    json.attributeArray("buffers", [&] {
      for (unsigned set : extracted.setOfBuffer) {
        Value root = extracted.aliasSets->getSets()[set].roots.front();
        json.value(llvm::json::fixUTF8(describeLocation(root.getLoc())));
      }
    });
    json.attributeArray("ops", [&] {
      for (Operation *step : extracted.schedule->getSteps())
        json.value(step ? llvm::json::fixUTF8(describeLocation(step->getLoc()))
                        : "");
    });
  });
  stream << "\n";
  return text;
}

std::string memplace::printOps(const ExtractedFunction &extracted) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  // Shared by all ops: numbering the values anew for each op would take
  // quadratic time.
  func::FuncOp function = extracted.function;
  AsmState state(function, OpPrintingFlags().useLocalScope());
  json.array([&] {
    for (Operation *step : extracted.schedule->getSteps()) {
      std::string op;
      llvm::raw_string_ostream opStream(op);
      if (step)
        step->print(opStream, state);
      json.value(llvm::json::fixUTF8(op));
    }
  });
  stream << "\n";
  return text;
}
