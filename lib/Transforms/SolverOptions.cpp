//===- SolverOptions.cpp - Solver of a pass -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolverOptions.h"

using namespace mlir;
using namespace memplace;

SolverRegistry &memplace::getSolvers(Operation *op) {
  return op->getContext()->getLoadedDialect<MemPlaceDialect>()->getSolvers();
}

FailureOr<SolverOptionValues> memplace::readSolverOptions(ModuleOp module,
                                                          StringRef name,
                                                          StringRef options) {
  Result<SolverOptionValues> values = parseSolverOptions(options.str());
  if (!values)
    return emitError(module.getLoc()) << values.error();
  SolverRegistry &solvers = getSolvers(module);
  const auto known = solvers.create(name.str(), *values);
  if (known)
    return std::move(*values);
  if (solvers.names().empty())
    return emitError(module.getLoc(),
                     "no solver is registered in this context; call "
                     "memplace::registerAllDialects, or load the plugin with "
                     "--load-dialect-plugin as well");
  return emitError(module.getLoc()) << known.error();
}
