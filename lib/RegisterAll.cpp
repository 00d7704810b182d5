//===- RegisterAll.cpp ----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/RegisterAll.h"

#include "memplace/Conversion/Passes.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IREE/Passes.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Pipelines/Pipelines.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/TransformOps/TransformOps.h"
#include "memplace/Transforms/Passes.h"

void memplace::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<MemPlaceDialect>();
  registry.addExtension(+[](mlir::MLIRContext *, MemPlaceDialect *dialect) {
    registerAllSolvers(dialect->getSolvers());
  });
  registerMemoryOpModels(registry);
  registerTransformDialectExtension(registry);
}

void memplace::registerAllPasses() {
  registerMemPlacePasses();
  registerMemPlaceConversionPasses();
  registerMemPlaceIREEPasses();
  registerPipelines();
}

void memplaceRegisterAllDialects(mlir::DialectRegistry *registry) {
  memplace::registerAllDialects(*registry);
}

void memplaceRegisterAllPasses() { memplace::registerAllPasses(); }
