//===- MLIRInput.cpp - Common parts of the MLIR fuzz targets --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MLIRInput.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/RegisterAll.h"

#include "mlir/InitAllDialects.h"

#include <memory>
#include <optional>

using namespace mlir;
using namespace memplace;

bool fuzz::isTooDeep(std::string_view text) {
  constexpr int maxDepth = 64;
  int depth = 0;
  for (char c : text) {
    bool opens = c == '(' || c == '[' || c == '{' || c == '<';
    bool closes = c == ')' || c == ']' || c == '}' || c == '>';
    depth += opens;
    depth -= closes;
    if (depth > maxDepth)
      return true;
  }
  return false;
}

MLIRContext &fuzz::getContext() {
  // Attributes live as long as their context. Recreate the context regularly to
  // bound the memory.
  constexpr int numUses = 1000;
  static std::unique_ptr<MLIRContext> context;
  static int uses = 0;
  if (context && ++uses < numUses)
    return *context;
  uses = 0;
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  memplace::registerAllDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadDialect<MemPlaceDialect>();
  return *context;
}
