// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memplace as a stage of a compiler without a pass command line: reads a
// program, places it, and prints it.

#include "Accel.h"

#include "memplace/Pipelines/Pipelines.h"
#include "memplace/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: accel-place PROGRAM.mlir\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::memref::MemRefDialect>();
  memplace::registerAllDialects(registry);
  accel::registerAccel(registry);
  mlir::MLIRContext context(registry);

  mlir::OwningOpRef<mlir::ModuleOp> program =
      mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!program)
    return 1;

  memplace::DefaultPipelineOptions options;
  options.solver = "stack";
  options.strict = true;
  mlir::PassManager passes(&context);
  memplace::buildDefaultPipeline(passes, options);
  if (mlir::failed(passes.run(*program)))
    return 1;
  program->print(llvm::outs());
  return 0;
}
