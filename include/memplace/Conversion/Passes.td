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
    Replaces ops of memplace by calls of libmemplace_runtime (`memplace/Runtime/Runtime.h`) and `memref.view`, and
    tokens by i64. Tiers disappear from memref types: on the CPU, all tiers are the same memory. Attributes of memplace
    are dropped. The pipeline `memplace-to-llvm` runs this pass and lowers the rest.

    With `checked`, the process ends at the first access outside of a residency or to the destination of a transfer in
    flight. Each function with an arena also checks on entry that its memref arguments do not overlap, as placement
    assumes. Slots must be at multiples of 4096 bytes. Without `checked`, `memplace.acquire` and `memplace.release`
    disappear.

    The pass fails and leaves the module unchanged if another symbol has the name of a runtime function, or if a slot of
    a checked program is not at a multiple of 4096 bytes.

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
    After (constants and address arithmetic omitted):
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
           "Stop at the first access that violates the placement">,
    Option<"defaultTier", "default-tier", "std::string", /*default=*/"\"\"",
           "Runtime's name for memory without a tier in its type; empty: the default tier of the module's "
           "`memplace.target` if that is spelled out, else `default`">,
  ];
}

def CallKernelsPass : MemPlacePass<"memplace-call-kernels"> {
  let summary = "Replace matrix products and convolutions by library calls";
  let description = [{
    Replaces linalg ops on memrefs by calls of libmemplace_kernels (`memplace/Kernels/Kernels.h`), which uses OpenBLAS.
    The ops are matrix products, also batched or with vectors, and convolutions, as named ops or `linalg.generic`. They
    add products of two factors to their output. Elements are f32 or f64. Sums of f16 and bf16 are computed in f32 and
    rounded once at the end.

    Computations on an input before the multiplication, such as a fused bias and GELU, and the window matrix of a
    convolution (im2col) are stored in temporary memory outside of all tiers. Above 4 MiB, this memory holds some rows
    or columns of the result at a time. Loops unknown to BLAS, e.g. over a batch, remain around the call.

    An op stays as it is if its output may alias an input, if its body or maps have another form, if it has no sum, if a
    factor would be computed or copied for fewer than 8 reads (depthwise convolutions, unknown sizes), if each of
    several calls would do fewer than 256 multiplications, or if a memref has a memory space. The pass therefore runs
    after `convert-memplace-to-llvm`. Results differ from loops in the last bits.

    The pass fails and leaves the module unchanged if another symbol has the name of a kernel.

    Before:
    ```mlir
    linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
    ```
    After (address arithmetic omitted):
    ```mlir
    llvm.call @memplace_kernels_gemm_f32(%c64, %c16, %c32, %a, %c32, %c1, %b, %c16, %c1, %c, %c16, %c1)
      : (i64, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def OutlineOpsPass : MemPlacePass<"memplace-outline-ops"> {
  let summary = "Move linalg ops into functions, one for all equal ops";
  let description = [{
    Moves each linalg op on memrefs into a function and calls the function. Ops that differ only in their operands, and
    in the operands' offsets, share a function, so equal layers are compiled once. The functions are not inlined,
    because LLVM's loop passes take superlinear time in the number of loops per function.

    An op stays in place if its output is also accessed through another view, because other passes would treat the
    function's arguments as disjoint. Run this pass after `convert-memplace-to-llvm`, which makes a single view per
    slot, and before `memplace-call-kernels`. Results have the same bits.

    Before:
    ```mlir
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.exp ins(%c : memref<8xf32>) outs(%d : memref<8xf32>)
    ```
    After, with a pointer for each memref of static layout without a memory space (address arithmetic omitted):
    ```mlir
    call @linalg_exp(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
    call @linalg_exp(%c, %d) : (!llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect"];
}

def VerifyLLVMPass : MemPlacePass<"memplace-verify-llvm"> {
  let summary = "Check that the whole module is in the LLVM dialect";
  let description = [{
    Fails at the first op of each name outside of the LLVM dialect, other than `builtin.module`. The last pass of
    `memplace-to-llvm`. The IR is not changed.
  }];
}

def ConvertMemPlaceToMemRefDMAPass : MemPlacePass<"convert-memplace-to-memref-dma"> {
  let summary = "Lower arenas, slots and transfers to memref.view, dma_start and dma_wait";
  let description = [{
    For accelerator compilers with a lowering of their own. Arenas become allocations in their memory space, slots
    `memref.view`, transfers `memref.dma_start` and waits `memref.dma_wait`. A token becomes an index into the
    function's tag memref, so an `scf.if` may return tokens. The attribute `channels` of the tag memref names the
    channel of each tag. Acquires, releases and attributes of memplace disappear. Memory spaces stay `#memplace.tier`s
    unless `tier-spaces` maps the tiers to numbers; 0 is MLIR's default memory space.

    The pass fails and leaves the module unchanged if `dma_start` and `dma_wait` cannot express a transfer: within one
    memory space, with two waits, in flight at the end of a loop's trip or of the function, awaited together with
    transfers of other sizes, with gaps between rows at both ends, or of planes of rows.

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
               "Memory spaces of tiers, e.g. `cmem:1,hbm:0`">,
  ];
}

def ExactMathPass : MemPlacePass<"memplace-exact-math"> {
  let summary = "Call libm for functions that MLIR approximates";
  let description = [{
    Replaces `math.log1p` and `math.expm1` by calls of libm. Upstream's `convert-math-to-llvm` computes them from `log`
    and `exp` and loses all digits near 0: `expm1` of 1e-8 is 0 in `f32`. The sign of a `bf16` is copied in 32 bits.
    Fails if an op computes with floats of fewer than 16 bits, for which the LLVM dialect has no types.

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
