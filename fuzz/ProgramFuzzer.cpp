//===- ProgramFuzzer.cpp - Parses and places programs ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "MLIRInput.h"

#include "memplace/IO/JSON.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Pipelines/Pipelines.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Verify/Verify.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace memplace;
using namespace memplace::fuzz;

static void requireReadsBack(const Problem &problem) {
  std::string printed = printProblem(problem);
  Result<Problem> again = parseProblem(printed, "printed", findBuiltinTarget);
  require(bool(again), "an extracted problem can be read",
          again ? "" : again.error());
  require(*again == problem, "reading it back gives an equal problem", printed);
}

/// Extracts \p function, and checks and simulates its recorded placement.
static void extract(func::FuncOp function, const Target &target,
                    const ExtractOptions &options) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, target, options);
  if (failed(extracted))
    return;
  const Problem &problem = extracted->problem;
  std::optional<Error> error = check(problem);
  require(!error, "an extracted problem is well formed",
          error ? error->message : "");
  requireReadsBack(problem);
  if (!extracted->recorded)
    return;
  std::string printed = printSolution(problem, *extracted->recorded);
  Result<Solution> again = parseSolution(printed, "printed", problem);
  require(bool(again), "a recorded placement can be read",
          again ? "" : again.error());
  require(*again == *extracted->recorded,
          "reading it back gives an equal placement", printed);
  if (!verify(problem, *extracted->recorded))
    simulate(problem, *extracted->recorded);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // MLIR's lexer needs a NUL after the text.
  std::string text(asText(data, size));
  if (isTooDeep(text))
    return 0;
  MLIRContext &context = getContext();
  int numErrors = 0;
  ScopedDiagnosticHandler silence(&context, [&](Diagnostic &diagnostic) {
    numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return 0;
  FailureOr<Target> target = getTarget(*module, "");
  if (failed(target)) {
    require(numErrors > 0, "a module without a target gets an error");
    return 0;
  }
  for (func::FuncOp function : getPlaceableFunctions(*module)) {
    extract(function, *target, {.allowUnknownOps = true});
    extract(function, *target, {.ignoreAnnotations = true});
  }

  numErrors = 0;
  PassManager manager(&context);
  DefaultPipelineOptions options;
  options.simplify = false;
  options.allowUnknownOps = true;
  buildDefaultPipeline(manager, options);
  require(succeeded(manager.run(*module)) || numErrors > 0,
          "a pipeline that fails says why");
  return 0;
}
