//===- CutBuffers.h - Pieces of buffers in the IR ---------------*- C++ -*-===//
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

/// Indices `[begin, end)` of an axis of an operand, used by a piece of an op.
struct OperandPart {
  mlir::Value memref;
  unsigned axis = 0;
  int64_t begin = 0;
  int64_t end = 0;
  std::optional<unsigned> operand; // As in MemoryCutAccess.
};

/// The cut buffers of a function, with the memrefs of their pieces.
class CutBuffers {
public:
  CutBuffers(const ExtractedFunction &extracted, const Cuts &cuts);

  /// Creates the pieces of each buffer: in place of its allocation, or at the
  /// start of the function for an argument or global. Returns false if the
  /// shape of some piece is unknown.
  bool make();

  /// Returns all pieces of the buffer of \p memref; empty if the buffer is
  /// whole.
  llvm::ArrayRef<mlir::Value> getPieces(mlir::Value memref) const;

  /// Returns \p part of a cut buffer as a memref within a single piece. Null if
  /// no single piece contains the part. Also null if the buffer comes from
  /// outside the function and the part is not a subview of its piece.
  mlir::Value getPart(mlir::OpBuilder &builder, const OperandPart &part) const;

  /// Erases the remains of the whole buffers. Returns false if some op still
  /// uses them.
  bool eraseWholes();

private:
  /// Position of a part in a piece of its buffer, in elements.
  struct Layout {
    size_t piece = 0;
    int64_t offset = 0;
    llvm::SmallVector<int64_t> sizes, strides;
  };
  /// Shape of a piece, and its strides and first element in the storage, in
  /// elements. Empty if no operand of a piece of an op shows the shape.
  struct PieceShape {
    llvm::SmallVector<int64_t> sizes, strides;
    int64_t first = 0;
  };
  using Bounds = std::pair<int64_t, int64_t>;

  std::optional<BufferId> getCutBufferOf(mlir::Value memref) const;
  mlir::Value getRoot(BufferId buffer) const;
  Bounds getBounds(BufferId buffer, size_t piece) const;
  size_t getNumPieces(BufferId buffer) const;
  int64_t getElementBytes(BufferId buffer) const;
  std::optional<Layout> getLayout(const OperandPart &part) const;
  std::optional<PieceShape> getShape(BufferId buffer, const OperandPart &part,
                                     const Layout &layout) const;
  std::vector<PieceShape> getShapes(BufferId buffer) const;
  mlir::Value makeView(mlir::OpBuilder &builder, mlir::Value whole,
                       const PieceShape &shape, mlir::Location loc) const;
  bool makePieces(BufferId buffer);
  mlir::Value makeAllocation(mlir::OpBuilder &builder, BufferId buffer,
                             llvm::ArrayRef<int64_t> shape,
                             mlir::Location loc) const;
  void splitDeallocations(BufferId buffer);

  const ExtractedFunction &extracted;
  const Cuts &cuts;
  std::vector<const BufferCut *> cutOf;               // By buffer.
  std::vector<llvm::SmallVector<mlir::Value>> pieces; // By buffer.
};

/// Returns the parts used by piece \p index of an op cut by \p cut, for each
/// operand listed in \p memoryCut.
llvm::SmallVector<OperandPart>
getParts(const OpCut &cut, const MemoryCut &memoryCut, size_t index);

/// Returns the indices `[begin, end)` of piece \p index.
std::pair<int64_t, int64_t> getIndices(const OpCut &cut, int64_t extent,
                                       size_t index);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTBUFFERS_H
