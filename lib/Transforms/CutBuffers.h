//===- CutBuffers.h - The pieces of buffers in the IR -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_CUTBUFFERS_H
#define MEMPLACE_LIB_TRANSFORMS_CUTBUFFERS_H

#include "memplace/Cut/CutProblem.h"
#include "memplace/IRToProblem/IRToProblem.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// Indices `[begin, end)` of an axis of an operand: what a piece of an op uses.
struct OperandPart {
  mlir::Value memref;
  unsigned axis = 0;
  int64_t begin = 0;
  int64_t end = 0;
  std::optional<unsigned> operand; // As of a MemoryCutAccess.
};

/// The buffers that are cut, and the memrefs that are their pieces.
class CutBuffers {
public:
  CutBuffers(const ExtractedFunction &extracted, const Cuts &cuts);

  /// Makes the pieces of each buffer, instead of its allocation, or, of an
  /// argument or global, at the function's begin. False if one has no shape.
  bool make();

  /// All pieces of the buffer that \p memref is in; none if it is whole.
  llvm::ArrayRef<mlir::Value> getPieces(mlir::Value memref) const;

  /// \p part as a memref in one of the pieces of its buffer, which is cut; null
  /// if it is in several.
  mlir::Value getPart(mlir::OpBuilder &builder, const OperandPart &part) const;

  /// Erases what is left of the whole buffers; false if something uses them.
  bool eraseWholes();

private:
  /// How a part lies in the piece of its buffer, in elements.
  struct Layout {
    size_t piece = 0;
    int64_t offset = 0;
    llvm::SmallVector<int64_t> sizes, strides;
  };
  /// A piece of a buffer as a memref, and its strides in the whole, in
  /// elements. Empty: nobody uses all of it as one.
  struct PieceShape {
    llvm::SmallVector<int64_t> sizes, strides;
  };
  using Bounds = std::pair<int64_t, int64_t>;

  std::optional<BufferId> getBufferOf(mlir::Value memref) const;
  mlir::Value getRoot(BufferId buffer) const;
  Bounds getBounds(BufferId buffer, size_t piece) const;
  size_t getNumPieces(BufferId buffer) const;
  int64_t getElementBytes(BufferId buffer) const;
  std::optional<Layout> getLayout(const OperandPart &part) const;
  std::vector<PieceShape> getShapes(BufferId buffer) const;
  mlir::Value makeView(mlir::OpBuilder &builder, mlir::Value whole,
                       const PieceShape &shape, int64_t first,
                       mlir::Location loc) const;
  bool makePieces(BufferId buffer);
  mlir::Value makeAllocation(mlir::OpBuilder &builder, BufferId buffer,
                             llvm::ArrayRef<int64_t> shape,
                             mlir::Location loc) const;
  void splitDeallocations(BufferId buffer);

  const ExtractedFunction &extracted;
  const Cuts &cuts;
  std::vector<const BufferCut *> cutOf;               // By buffer.
  std::vector<BufferId> bufferOfSet;                  // -1: none.
  std::vector<llvm::SmallVector<mlir::Value>> pieces; // By buffer.
};

/// What piece \p index of an op that is cut by \p cut uses of each operand that
/// \p memoryCut names.
llvm::SmallVector<OperandPart>
getParts(const OpCut &cut, const MemoryCut &memoryCut, size_t index);

/// The indices of piece \p index.
std::pair<int64_t, int64_t> getIndices(const OpCut &cut, int64_t extent,
                                       size_t index);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTBUFFERS_H
