// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mlir-opt with memplace and accel. Registers only the dialects used by
// programs of this accelerator, not all of MLIR's.

#include "Accel.h"

#include "memplace/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  memplace::registerAllPasses();
  accel::registerAccelPasses();

  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::memref::MemRefDialect>();
  memplace::registerAllDialects(registry);
  accel::registerAccel(registry);

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "accel-opt\n", registry));
}
