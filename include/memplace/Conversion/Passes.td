//===- Passes.td - Passes that lower placed programs -------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_PASSES_TD
#define MEMPLACE_CONVERSION_PASSES_TD

include "memplace/Pass/MemPlacePass.td"

def ConvertMemPlaceToLLVMPass : MemPlacePass<"convert-memplace-to-llvm"> {
  let summary = "Lower arenas, slots and transfers to calls of the memplace runtime";
  let description = [{
    Replaces the operations of memplace by calls of libmemplace_runtime (`memplace/Runtime/Runtime.h`) and by
    `memref.view`, tokens by i64, and takes the tiers out of all memref types: on the CPU all tiers are one
    memory. Attributes of memplace are dropped. What is left are upstream dialects only; the usual pipeline
    (`finalize-memref-to-llvm` with 64-bit indices and so on) lowers the rest.

    A residency that is still a `memref.alloc` becomes one of main memory.

    With `checked`, arenas are such that the first access outside of a residency, or to a place whose transfer has
    not been waited for, ends the process. Slots must then be at multiples of 4096 bytes. Each function with an
    arena also checks on entry that its memref arguments don't overlap, which placement assumes. Without `checked`,
    `memplace.acquire` and `memplace.release` vanish.

    The pass fails, and leaves the module as it was, if the module has a symbol of the name of a runtime function
    that is something else, or if a slot of a checked program is not at a multiple of 4096 bytes.

    Before:
    ```mlir
    %a = memplace.arena : memref<4096xi8, #memplace.tier<"cmem">>
    %w = memplace.slot %a[512] for "w"
      : memref<4096xi8, #memplace.tier<"cmem">> to memref<64xf32, #memplace.tier<"cmem">>
    %t = memplace.start_transfer %arg0 to %w on "in"
      : memref<64xf32> to memref<64xf32, #memplace.tier<"cmem">>
    memplace.wait %t
    memplace.free_arena %a : memref<4096xi8, #memplace.tier<"cmem">>
    ```
    After (constants and address arithmetic left out):
    ```mlir
    %p = llvm.call @memplace_rt_arena_alloc(%cmem, %c4096, %c64) : (!llvm.ptr, i64, i64) -> !llvm.ptr
    %a = builtin.unrealized_conversion_cast %descriptor
      : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4096xi8>
    %w = memref.view %a[%c512][] : memref<4096xi8> to memref<64xf32>
    %t = llvm.call @memplace_rt_transfer_start(%in, %none, %cmem, %to, %from, %c256)
      : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> i64
    llvm.call @memplace_rt_transfer_wait(%t) : (i64) -> ()
    llvm.call @memplace_rt_arena_free(%cmem, %p) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"checked", "checked", "bool", /*default=*/"false",
           "Stop at the first access that the placement does not allow">,
    Option<"defaultTier", "default-tier", "std::string", /*default=*/"\"\"",
           "Name that the runtime is told for memory that is in no tier by its type; empty: that of the "
           "module's `memplace.target` if it is spelled out, else `default`">,
  ];
}

def CallKernelsPass : MemPlacePass<"memplace-call-kernels"> {
  let summary = "Replace products of matrices and convolutions by calls of a library";
  let description = [{
    Replaces linalg ops on memrefs that add the products of two factors to their output by calls of
    libmemplace_kernels (`memplace/Kernels/Kernels.h`), which OpenBLAS answers: products of matrices, batches of them,
    products with vectors, convolutions, transposed or not, named ops and `linalg.generic` alike. Elements are f32 or
    f64; sums of f16 and bf16 are sums of f32 in a copy of the output, and rounded once at the end, which is nearer to
    the exact sum than a loop that rounds each product and each sum. What the op computes of its inputs before it
    multiplies, such as a bias and a GELU that fusion put there, is computed once into memory of its own first; so is
    the matrix of all windows of a convolution (im2col). That memory is in no tier and is freed after the call. Where it
    would be more than 4 MiB, it is computed, and multiplied, for some rows or columns of the result at a time. Loops
    that BLAS does not know, as that over a batch, stay around the call.

    An op stays as it is if its output may be one of its inputs, if its body or its maps are others, if it has no sum,
    if a factor would have to be computed or copied to be read fewer than 8 times (depthwise convolutions; sizes that
    are not known), if a call among several would do fewer than 256 multiplications, or if a memref is in a memory
    space. So the pass runs after `convert-memplace-to-llvm`, which takes tiers out of types.

    The sums of a library differ from those of loops in their last bits.

    The pass fails, and leaves the module as it was, if the module has a symbol of the name of a kernel that is
    something else.

    Before:
    ```mlir
    linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
    ```
    After (the computation of addresses left out):
    ```mlir
    llvm.call @memplace_kernels_gemm_f32(%c64, %c16, %c32, %a, %c32, %c1, %b, %c16, %c1, %c, %c16, %c1)
      : (i64, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def OutlineOpsPass : MemPlacePass<"memplace-outline-ops"> {
  let summary = "Make functions of linalg ops, one for all that are alike";
  let description = [{
    Moves each linalg op on memrefs into a function, which is called in its place. Ops that differ in nothing but their
    operands, and where in their buffers these begin, have one function: equal layers of a network are compiled once.
    LLVM does not inline these functions, since its loop passes take time that grows faster than the number of loops in
    a function: a network of a thousand ops takes a minute as one function. Constants are in the function.

    An op stays where it is if it writes memory of which it also has another view, which other passes would not see of
    a function's arguments. So the pass runs after `convert-memplace-to-llvm`, which makes one view of each slot,
    and before `memplace-call-kernels`. Results have the same bits.

    Before:
    ```mlir
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.exp ins(%c : memref<8xf32>) outs(%d : memref<8xf32>)
    ```
    After, with an address for each memref of static shape and strides, in no memory space, of integers or floats (how
    it is computed left out):
    ```mlir
    call @linalg_exp(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
    call @linalg_exp(%c, %d) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
    and
    ```mlir
    func.func private @linalg_exp(%arg0: !llvm.ptr, %arg1: !llvm.ptr) attributes {passthrough = ["noinline"]} {
      %in = builtin.unrealized_conversion_cast %descriptor0
        : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<8xf32>
      %out = builtin.unrealized_conversion_cast %descriptor1
        : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<8xf32>
      linalg.exp ins(%in : memref<8xf32>) outs(%out : memref<8xf32>)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect"];
}

def VerifyLLVMPass : MemPlacePass<"memplace-verify-llvm"> {
  let summary = "Check that a module is in the LLVM dialect as a whole";
  let description = [{
    Fails at the first op of each name that is neither of the LLVM dialect nor a `builtin.module`: what no pass before
    has lowered. The last pass of `memplace-to-llvm`. The IR is not changed.
  }];
}

def ConvertMemPlaceToMemRefDMAPass : MemPlacePass<"convert-memplace-to-memref-dma"> {
  let summary = "Lower arenas, slots and transfers to memref.view, dma_start and dma_wait";
  let description = [{
    For accelerator compilers that take it from there. Arenas become allocations in their memory space, slots
    `memref.view`s, transfers `memref.dma_start`, waits `memref.dma_wait`. A token becomes the index of an element
    of the function's tag memref, so that it may be the result of an `scf.if`. The allocation of the tags has an
    attribute `channels`: the channel of the transfer that each tag is for. Acquires and releases vanish, and so do
    attributes of memplace.

    Memory spaces stay `#memplace.tier`s, unless `tier-spaces` gives numbers: MLIR's memory space 0 is the one
    that types don't mention.

    The pass fails, and leaves the module as it was, for what `dma_start` and `dma_wait` cannot say: a transfer
    within one memory space, a transfer that is waited for twice (`canonicalize` removes second waits that are not
    needed), one that is still in flight when its loop's next trip starts, leaves its function, or is waited for where
    transfers of different sizes may arrive, or one of rows with gaps at both ends or of planes of rows: there is one
    stride, which says how far apart the rows of one end are.

    Before:
    ```mlir
    func.func @f(%arg0: memref<64xf32>) {
      %a = memplace.arena : memref<4096xi8, #memplace.tier<"cmem">>
      %w = memplace.slot %a[512] for "w"
        : memref<4096xi8, #memplace.tier<"cmem">> to memref<64xf32, #memplace.tier<"cmem">>
      %t = memplace.start_transfer %arg0 to %w on "in"
        : memref<64xf32> to memref<64xf32, #memplace.tier<"cmem">>
      memplace.wait %t
      memplace.free_arena %a : memref<4096xi8, #memplace.tier<"cmem">>
      return
    }
    ```
    After, with `tier-spaces=cmem:1`:
    ```mlir
    func.func @f(%arg0: memref<64xf32>) {
      %tags = memref.alloc() {channels = ["in"]} : memref<1xi32>
      %a = memref.alloc() : memref<4096xi8, 1>
      %c512 = arith.constant 512 : index
      %w = memref.view %a[%c512][] : memref<4096xi8, 1> to memref<64xf32, 1>
      %t = arith.constant 0 : index
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      memref.dma_start %arg0[%c0], %w[%c0], %c64, %tags[%t]
        : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
      memref.dma_wait %tags[%t], %c64 : memref<1xi32>
      memref.dealloc %a : memref<4096xi8, 1>
      memref.dealloc %tags : memref<1xi32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    ListOption<"tierSpaces", "tier-spaces", "std::string",
               "Memory spaces of tiers, for example `cmem:1,hbm:0`">,
  ];
}

def ExactMathPass : MemPlacePass<"memplace-exact-math"> {
  let summary = "Call libm for what MLIR approximates";
  let description = [{
    Replaces `math.log1p` and `math.expm1` by calls of libm. Upstream's `convert-math-to-llvm` computes them by `log`
    and `exp`, so near 0 they lose all digits: `expm1` of 1e-8 is 0 in `f32`. All other ops of the math dialect are
    left to upstream's passes.

    Before:
    ```mlir
    %y = math.expm1 %x : f32
    ```
    After:
    ```mlir
    %y = call @expm1f(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::vector::VectorDialect"];
}

#endif // MEMPLACE_CONVERSION_PASSES_TD
