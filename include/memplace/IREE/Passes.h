//===- Passes.h - Passes on IREE programs -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IREE_PASSES_H
#define MEMPLACE_IREE_PASSES_H

#include "memplace/Pass/ByteSize.h"
#include "memplace/Pass/SuggestingPass.h"

#include "mlir/IR/BuiltinOps.h"

namespace memplace {

#define GEN_PASS_DECL
#include "memplace/IREE/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "memplace/IREE/Passes.h.inc"

} // namespace memplace

#endif // MEMPLACE_IREE_PASSES_H
