//===- PieceMaker.h - The pieces of ops in the IR ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H
#define MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H

#include "CutBuffers.h"

namespace memplace {

/// Makes pieces of ops: copies of the op on parts of its operands.
class PieceMaker {
public:
  PieceMaker(const ExtractedFunction &extracted, const CutBuffers &buffers)
      : extracted(extracted), buffers(buffers) {}

  /// Piece \p index of the op of \p cut, at \p builder. Fails with a diagnostic
  /// at the op if it is not valid: then the model of the op was wrong.
  mlir::FailureOr<mlir::Operation *> make(mlir::OpBuilder &builder,
                                          const OpCut &cut, size_t index);

private:
  mlir::Value makeOperand(mlir::OpBuilder &builder, const OperandPart &part);

  const ExtractedFunction &extracted;
  const CutBuffers &buffers;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H
