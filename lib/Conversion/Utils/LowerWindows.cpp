//===- LowerWindows.cpp - Windows as views at offsets ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view of a window may have been hoisted out of the loop that moves the
// window. So each op that uses such a view gets new copies of all views on the
// way. CSE removes duplicates, and LLVM promotes the cell.
//
//===----------------------------------------------------------------------===//

#include "LowerWindows.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace memplace;

/// Returns true if the owner of \p use has a single result, a view of \p use.
static bool isViewOf(OpOperand &use) {
  auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner());
  return view && use.getOwner()->getNumResults() == 1 &&
         view.getViewSource() == use.get();
}

namespace {
/// Lowers a window.
class WindowLowering {
public:
  explicit WindowLowering(WindowOp window) : window(window) {}
  void run();

private:
  void collect(Value memref);
  Value makeAgain(OpBuilder &builder, Value memref);

  WindowOp window;
  Value cell;
  SmallVector<OpOperand *> uses;  // Uses by ops other than views.
  SmallVector<Operation *> views; // Each view comes after its source.
};
} // namespace

void WindowLowering::collect(Value memref) {
  for (OpOperand &use : memref.getUses()) {
    if (isViewOf(use)) {
      views.push_back(use.getOwner());
      collect(use.getOwner()->getResult(0));
    } else {
      uses.push_back(&use);
    }
  }
}

Value WindowLowering::makeAgain(OpBuilder &builder, Value memref) {
  if (memref != window.getWindow()) {
    Operation *view = memref.getDefiningOp();
    Value source = cast<ViewLikeOpInterface>(view).getViewSource();
    IRMapping mapping;
    mapping.map(source, makeAgain(builder, source));
    return builder.clone(*view, mapping)->getResult(0);
  }
  MemRefType type = window.getWindow().getType();
  Value offset = memref::LoadOp::create(builder, window.getLoc(), cell);
  return memref::ReinterpretCastOp::create(
      builder, window.getLoc(), type, window.getSource(), OpFoldResult(offset),
      getAsIndexOpFoldResult(builder.getContext(), type.getShape()),
      getAsIndexOpFoldResult(builder.getContext(),
                             type.getStridesAndOffset().first));
}

void WindowLowering::run() {
  OpBuilder builder(window);
  Location loc = window.getLoc();
  cell = memref::AllocaOp::create(builder, loc,
                                  MemRefType::get({}, builder.getIndexType()));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, zero, cell);
  collect(window.getWindow());
  for (OpOperand *use : uses) {
    builder.setInsertionPoint(use->getOwner());
    if (auto move = dyn_cast<MoveOp>(use->getOwner())) {
      memref::StoreOp::create(builder, move.getLoc(), move.getOffset(), cell);
      move.erase();
    } else {
      use->set(makeAgain(builder, use->get()));
    }
  }
  for (Operation *view : llvm::reverse(views))
    view->erase();
  window.erase();
}

void memplace::lowerWindows(Operation *root) {
  SmallVector<WindowOp> windows;
  root->walk([&](WindowOp window) { windows.push_back(window); });
  for (WindowOp window : windows)
    WindowLowering(window).run();
}
