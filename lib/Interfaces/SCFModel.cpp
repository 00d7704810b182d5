//===- SCFModel.cpp - Memory models of scf ops ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace memplace;

void memplace::registerSCFModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    attachKind<MemoryOpKind::Region, scf::ExecuteRegionOp, scf::ForOp,
               scf::ForallOp, scf::IfOp, scf::InParallelOp, scf::IndexSwitchOp,
               scf::ParallelOp, scf::ReduceOp, scf::WhileOp>(context);
  });
}
