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
  let summary = "token of a transfer";
  let description = [{
    Stands for a started transfer until the wait for the transfer.
    ```mlir
    !memplace.token
    ```
  }];
}

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACETYPES_TD
