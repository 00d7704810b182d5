//===- memplace-opt.cpp - mlir-opt that places buffers ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSolver.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/RegisterAll.h"
#include "memplace/Version.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &out) {
    out << "memplace " MEMPLACE_VERSION_STRING
           " for MLIR " MEMPLACE_MLIR_VERSION_STRING "\n";
  });
  mlir::registerAllPasses();
  memplace::registerAllPasses();
  memplace::registerTestPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  memplace::registerAllDialects(registry);
  registry.addExtension(
      +[](mlir::MLIRContext *, memplace::MemPlaceDialect *dialect) {
        dialect->getSolvers().add("test-random",
                                  "strange but legal placements, for tests",
                                  memplace::createTestRandomSolver);
      });

  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "memplace-opt: chooses where every buffer lives\n",
      registry));
}
