//===- MemPlacePass.td - Base of memplace's passes ---------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PASS_MEMPLACEPASS_TD
#define MEMPLACE_PASS_MEMPLACEPASS_TD

include "mlir/Pass/PassBase.td"

// A pass on ops of the C++ class `operation`, or on any op if it is empty. For an unknown option, its error suggests the nearest known option.
class MemPlacePass<string argument, string operation = "::mlir::ModuleOp">
  : PassBase<argument, "::memplace::SuggestingPass<" # operation # ">">;

#endif // MEMPLACE_PASS_MEMPLACEPASS_TD
