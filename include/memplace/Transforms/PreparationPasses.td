//===- PreparationPasses.td - Passes that make programs easier to place -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PREPARATIONPASSES_TD
#define MEMPLACE_TRANSFORMS_PREPARATIONPASSES_TD

include "memplace/Pass/PassOptions.td"

def KeepAttributesPass : MemPlacePass<"memplace-keep-attributes"> {
  let summary = "Keep attributes that inlining would drop";
  let description = [{
    Inlining drops attributes of calls and of the callee's arguments. This pass copies the pin of an argument to the
    buffers passed by calls, and protects calls with a `memplace.cost`, a `memplace.access`, `memplace.apart` or
    `memplace.together` from inlining. `memplace-default` runs this pass first.

    The pass fails if a buffer would get two pins, if the buffer passed to a pinned argument is known only at run time,
    or if a `bufferization.clone`, which becomes two ops, has an attribute of memplace.

    Before:
    ```mlir
    func.func private @f(%x: memref<8xf32> {memplace.pin = #memplace.tier<"sram">}) { ... }
    %a = memref.alloc() : memref<8xf32>
    call @f(%a) : (memref<8xf32>) -> ()
    ```
    After:
    ```mlir
    %a = memref.alloc() {memplace.pin = #memplace.tier<"sram">} : memref<8xf32>
    call @f(%a) : (memref<8xf32>) -> ()
    ```
  }];
}

def CanonicalizePass : MemPlacePass<"memplace-canonicalize", "::mlir::func::FuncOp"> {
  let summary = "Canonicalize and keep the attributes of memplace";
  let description = [{
    Applies the patterns of MLIR's `canonicalize`. An op that replaces an op of its kind takes over the attributes of
    memplace. Loops and branches with a `memplace.cost` stay.

    Before:
    ```mlir
    %c8 = arith.constant 8 : index
    %a = memref.alloc(%c8) {memplace.pin = #memplace.tier<"sram">} : memref<?xf32>
    ```
    After:
    ```mlir
    %a = memref.alloc() {memplace.pin = #memplace.tier<"sram">} : memref<8xf32>
    %b = memref.cast %a : memref<8xf32> to memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def EnterBranchesPass : MemPlacePass<"memplace-enter-branches"> {
  let summary = "Turn ops in arms of branches into steps";
  let description = [{
    By default, an `scf.if` or `scf.index_switch` is a single step of a placement, and nothing is fetched or freed
    inside. This pass puts `memplace.enter_arm` into arms on whole buffers, which makes their ops steps
    (docs/guide/placed-programs.md). If several arms touch memory, each becomes a separate `scf.if`.

    With `branches=auto`, `solver` places the function unchanged, with all branches entered, and with only single-arm
    branches entered, and the fastest version is kept; if none can be placed, that with all entered, since its ops can be
    cut. `branches=arms` enters all branches without a comparison.
    `branches=step` only splits branches with several marked arms, e.g. after canonicalization.

    Before:
    ```mlir
    scf.if %c {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    } else {
      linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    ```
    After:
    ```mlir
    %not = arith.xori %c, %true : i1
    scf.if %c {
      memplace.enter_arm "then"
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    scf.if %not {
      memplace.enter_arm "else"
      linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    ```

    A branch with a `memplace.cost` remains a single step. So does a branch inside another step, a branch with accesses
    to individual elements only, and a branch with several arms and a result allocated inside, unless the allocation can
    precede the branch.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"branches", "branches", "std::string", /*default=*/"\"arms\"",
           "`auto`: enter arms if that is faster; `arms`: enter all; `step`: enter none; empty: `auto` if a tier serves "
           "no ops, else `step`">,
    MemPlace_SolverOption<>,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    MemPlace_SeedOption<>,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function with branches on whole buffers, and at each branch not entered">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def StageRowsPass : MemPlacePass<"memplace-stage-rows"> {
  let summary = "Let ops access rows at run-time positions in allocations of their own";
  let description = [{
    If ops cannot access the home of a buffer that does not fit elsewhere, and no channel is `indexed`, a view at a
    run-time position becomes an allocation. Copies, which stay at home, fill it before its first use and write it back
    after its last.

    Before:
    ```mlir
    %view = memref.subview %cache[%at, 0] [1, 64] [1, 1] : memref<4096x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    linalg.exp ins(%x : memref<1x64xf32>) outs(%view : memref<1x64xf32, strided<[64, 1], offset: ?>>)
    ```
    After:
    ```mlir
    linalg.exp ins(%x : memref<1x64xf32>) outs(%row : memref<1x64xf32>)
    memref.copy %row, %view : memref<1x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    MemPlace_SlotAlignmentOption,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def FetchRowsPass : MemPlacePass<"memplace-fetch-rows"> {
  let summary = "Fetch rows at run-time addresses by transfers";
  let description = [{
    A gather, or an access to a slice at a run-time position, needs a few rows of a buffer. If the buffer fits into no
    tier that serves ops, but all channels there are `indexed`, this pass takes the rows through `memplace.window`s, so
    that transfers with run-time addresses fetch them and write them back. A gather becomes a loop over its rows. Such a
    buffer cannot be cut. A copy or another op on the whole buffer becomes a loop over runs of rows.

    Before:
    ```mlir
    linalg.generic {…} ins(%ids : memref<32xindex>) outs(%out : memref<32x64xf32>) {
    ^bb0(%id: index, %unused: f32):
      %j = linalg.index 1 : index
      %0 = memref.load %table[%id, %j] : memref<30000x64xf32>
      linalg.yield %0 : f32
    }
    ```
    After, without the second window:
    ```mlir
    %w = memplace.window %table : memref<30000x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    scf.for %i = %c0 to %c32 step %c1 {
      %id = memref.load %ids[%i] : memref<32xindex>
      %offset = arith.muli %id, %c64 : index
      memplace.move %w to %offset : memref<1x64xf32, strided<[64, 1], offset: ?>>
      linalg.generic {…} outs(%row_of_out : …) { … memref.load %w[%c0, %j] … }
    }
    ```

    The function stays as it is if `greedy` finds no placement with the rows. The buffer's home still serves copies and
    other accesses at run-time addresses: to rows that are not contiguous, to rows selected under a condition, and by
    views used at the same time as others. Other ops on all of the buffer then have no placement.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    MemPlace_SlotAlignmentOption,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def PipelineLoopsPass : MemPlacePass<"memplace-pipeline-loops"> {
  let summary = "Turn slices of stacked arrays into buffers";
  let description = [{
    A stack of slices, one per trip of a loop over layers or time steps, is in fast memory during the whole loop or
    never. This pass unrolls such loops, innermost first, within `max-steps`, and makes each slice a buffer: a cast with
    `memplace.piece` of an argument, or an allocation. The slice of the next trip can then be fetched during the current
    trip, while the previous result is written back (docs/guide/cutting.md).

    With `loops=auto`, `solver` places the program before and after, both cut if `cut` is set, and the faster version is
    kept. This is the default if a tier serves no ops; otherwise `none` is.

    Before:
    ```mlir
    scf.for %i = %c0 to %c2 step %c1 {
      %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
      "use"(%s)
    }
    ```
    After:
    ```mlir
    %w0 = memref.reinterpret_cast %w to offset: [0], sizes: [1, 8], strides: [8, 1] {memplace.piece} : ...
    %w1 = memref.reinterpret_cast %w to offset: [8], sizes: [1, 8], strides: [8, 1] {memplace.piece} : ...
    "use"(%w0)
    "use"(%w1)
    ```

    A loop with slices other than whole rows, e.g. tiles, with too many steps or with an unknown trip count remains a
    loop, with two trips per iteration. Two `memplace.window`s per slice take turns: while a trip uses a window, the
    second window moves to the slice of the next trip. A last trip with smaller tiles is peeled first. Outer loops of a
    nest keep their trips, with one window per slice, if the program would grow too much.

    With `loops=auto` and `cut=auto`, where a tier serves no ops, linalg ops, ops with `memplace.cut_dims` and nests of
    `scf.for` over single elements that do not fit become loops over tiles, if no cut fits or if cuts would make too
    many ops. At most three dimensions have tiles of any size. Dimensions outside of these may have tiles of one index.
    Before that, ops that do not fit are split where a condition on an index changes, e.g. a concatenation into its
    parts.

    Stacks with a pin or with other uses are not split. Windows also require trips to write slices without overlap.
    Results have the same bits.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"loops", "loops", "std::string", /*default=*/"",
           "`auto`: if that is faster; `always`; `stream`: as `always`, without unrolling; `none`; default: `auto` if a "
           "tier serves no ops, else `none`">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Maximum number of steps of a function after unrolling, and after copies of bodies">,
    Option<"cut", "cut", "std::string", /*default=*/"",
           "With `loops=auto`: compare the programs after `memplace-cut` with this option">,
    Option<"cutBudget", "cut-budget", "int64_t", /*default=*/"300", "Number of cut problems to try each time">,
    Option<"cutFloatSums", "cut-float-sums", "bool", /*default=*/"false", "Same as `float-sums` of `memplace-cut`">,
    MemPlace_SolverOption<>,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    MemPlace_SeedOption<>,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function with slices turned into buffers">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def JoinSwappedBuffersPass : MemPlacePass<"memplace-join-swapped-buffers", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops that swap buffers, or merge the buffers";
  let description = [{
    In a double-buffered loop written by hand, a value alternates between two allocations, and no schedule step
    determines the current allocation. `memplace-place-buffers` therefore leaves both at home. This pass unrolls an
    `scf.for` with a constant number of trips that permutes up to four buffers, so that each trip ends in the order of
    its start. In other cases it merges the allocations, and the result is placed, moved and pinned as a whole; `scf`
    and `affine` ops and `arith.select` then carry byte offsets instead of memrefs. `memplace-default` runs this pass
    after inlining and canonicalization, unless `simplify=false`.

    Before:
    ```mlir
    %a = memref.alloc() : memref<8xf32>
    %b = memref.alloc() : memref<8xf32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xf32>, memref<8xf32>) {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      scf.yield %y, %x : memref<8xf32>, memref<8xf32>
    }
    ```
    After:
    ```mlir
    %both = memref.alloc() {alignment = 4 : i64} : memref<64xi8>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%xi = %c0, %yi = %c32) -> (index, index) {
      %x = memref.view %both[%xi][] : memref<64xi8> to memref<8xf32>
      %y = memref.view %both[%yi][] : memref<64xi8> to memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      scf.yield %yi, %xi : index, index
    }
    ```

    Merged allocations must have the same static type and the same pin, if any, lie in the same block, and be freed in
    this block or nowhere. Loop-carried arguments and views are not merged.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

#endif // MEMPLACE_TRANSFORMS_PREPARATIONPASSES_TD
