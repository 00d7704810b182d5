//===- MemPlaceTypes.td - Types of memplace ----------------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACETYPES_TD
#define MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACETYPES_TD

include "memplace/Dialect/MemPlace/IR/MemPlaceDialect.td"
include "mlir/IR/AttrTypeBase.td"

def MemPlace_TokenType : TypeDef<MemPlace_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "A transfer that was started and is to be waited for";
}

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACETYPES_TD
