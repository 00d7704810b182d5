//===- ExtractProblem.cpp - Write each function as a problem --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Transforms/Passes.h"

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Problem/JSON.h"

#include "llvm/Support/Path.h"

namespace memplace {
#define GEN_PASS_DEF_EXTRACTPROBLEMPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// "p.json.gz" of function "f" among several: "p-f.json.gz".
static std::string getFileOf(StringRef file, StringRef function) {
  if (file == "-")
    return "-";
  StringRef folder = llvm::sys::path::parent_path(file);
  StringRef name = llvm::sys::path::filename(file);
  auto [stem, suffix] = name.split('.');
  std::string result = (stem + "-" + function).str();
  if (stem.size() < name.size())
    result += ("." + suffix).str();
  if (folder.empty())
    return result;
  SmallString<128> path(folder);
  llvm::sys::path::append(path, result);
  return std::string(path);
}

namespace {
struct ExtractProblemPass
    : memplace::impl::ExtractProblemPassBase<ExtractProblemPass> {
  using ExtractProblemPassBase::ExtractProblemPassBase;

  void runOnOperation() override {
    FailureOr<SmallVector<func::FuncOp>> functions = chooseFunctions();
    FailureOr<Target> machine =
        getTarget(getOperation(), target, slotAlignment);
    if (failed(functions) || failed(machine))
      return signalPassFailure();
    // All of them first: nothing is written if one is bad.
    std::vector<ExtractedFunction> extracted;
    for (func::FuncOp function : *functions) {
      FailureOr<ExtractedFunction> one =
          extractFunction(function, *machine, {allowUnknownOps});
      if (failed(one) || failed(reportUnplaced(*one, strict)))
        return signalPassFailure();
      extracted.push_back(std::move(*one));
    }
    for (const ExtractedFunction &one : extracted)
      if (failed(write(one, extracted.size() > 1)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  FailureOr<SmallVector<func::FuncOp>> chooseFunctions() {
    SmallVector<func::FuncOp> all =
        getPlaceableFunctions(getOperation(), /*emitRemarks=*/true);
    std::string wanted = function;
    if (wanted.empty())
      return all;
    for (func::FuncOp candidate : all)
      if (candidate.getSymName() == wanted)
        return SmallVector<func::FuncOp>{candidate};
    getOperation().emitError("there is no function '")
        << wanted << "' to be placed";
    return failure();
  }

  LogicalResult write(const ExtractedFunction &one, bool isOneOfSeveral) {
    func::FuncOp function = one.function;
    std::string path = file;
    if (isOneOfSeveral)
      path = getFileOf(path, function.getSymName());
    if (std::optional<Error> error = writeFile(path, printProblem(one.problem)))
      return function.emitError(error->message);
    return success();
  }
};
} // namespace
