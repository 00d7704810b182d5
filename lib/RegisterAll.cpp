//===- RegisterAll.cpp - Register all dialects and passes -----------------===//
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
#include "memplace/Problem/Result.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/TransformOps/TransformOps.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

/// Returns true if \p text has no control characters, except line breaks in a
/// printed op.
static bool isPrinted(llvm::StringRef text) {
  return llvm::all_of(text, [&](unsigned char c) {
    return (c >= 0x20 && c != 0x7f) ||
           (c == '\n' && text.starts_with("see current operation"));
  });
}

/// Escapes control characters in names, which must neither reach a terminal nor
/// break a line.
static mlir::LogicalResult escapeControls(mlir::Diagnostic &diagnostic,
                                          mlir::DiagnosticEngine &engine) {
  const std::string text = diagnostic.str();
  const std::string escaped = memplace::oneLine(text);
  bool isClean = text == escaped;
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    isClean &= isPrinted(note.str());
  if (isClean)
    return mlir::failure(); // Pass to the next handler.
  mlir::Diagnostic copy(diagnostic.getLocation(), diagnostic.getSeverity());
  copy << escaped;
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    mlir::Diagnostic &ofCopy = copy.attachNote(note.getLocation());
    const std::string lines = note.str();
    if (!llvm::StringRef(lines).starts_with("see current operation")) {
      ofCopy << memplace::oneLine(lines);
      continue;
    }
    llvm::StringRef separator = "";
    for (llvm::StringRef line : llvm::split(lines, '\n')) {
      ofCopy << separator << memplace::oneLine(line);
      separator = "\n";
    }
  }
  engine.emit(std::move(copy));
  return mlir::success();
}

void memplace::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<MemPlaceDialect>();
  // Runs on loading the dialect. The handlers of a tool exist by then and are
  // called after this handler.
  registry.addExtension(+[](mlir::MLIRContext *context, MemPlaceDialect *) {
    mlir::DiagnosticEngine &engine = context->getDiagEngine();
    engine.registerHandler([&engine](mlir::Diagnostic &diagnostic) {
      return escapeControls(diagnostic, engine);
    });
  });
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
