//===- MemPlaceOps.td - Operations of memplace -------------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEOPS_TD
#define MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEOPS_TD

include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.td"
include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.td"
include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "mlir/IR/OpBase.td"

class MemPlace_Op<string mnemonic, list<Trait> traits = []>
    : Op<MemPlace_Dialect, mnemonic, traits>;

def MemPlace_ArenaOp : MemPlace_Op<"arena", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    BufferDeallocationOpInterface]> {
  let summary = "Allocates one invocation's part of a tier";
  let description = [{
    Returns `N` bytes of the tier given by the result's memory space. Each execution returns separate bytes, so
    functions stay re-entrant; `memplace.free_arena` frees them. The contents are undefined. The first byte is aligned
    to `alignment` bytes (default: 64).

    ```mlir
    %cmem = memplace.arena : memref<4096xi8, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$alignment);
  let results = (outs MemRefRankOf<[I8], [1]>:$arena);
  let assemblyFormat = "attr-dict `:` type($arena)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  // Method of BufferDeallocationOpInterface, declared here because the interface's ODS leaves its types unqualified.
  let extraClassDeclaration = [{
    ::mlir::FailureOr<::mlir::Operation *>
    process(::mlir::bufferization::DeallocationState &state,
            const ::mlir::bufferization::DeallocationOptions &options);
  }];
}

def MemPlace_FreeArenaOp : MemPlace_Op<"free_arena", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    BufferDeallocationOpInterface]> {
  let summary = "Frees an arena";
  let description = [{
    ```mlir
    memplace.free_arena %cmem : memref<4096xi8, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I8], [1]>:$arena);
  let assemblyFormat = "$arena attr-dict `:` type($arena)";
  let hasVerifier = 1;
  // Method of BufferDeallocationOpInterface, declared here because the interface's ODS leaves its types unqualified.
  let extraClassDeclaration = [{
    ::mlir::FailureOr<::mlir::Operation *>
    process(::mlir::bufferization::DeallocationState &state,
            const ::mlir::bufferization::DeallocationOptions &options);
  }];
}

def MemPlace_SlotOp : MemPlace_Op<"slot", [Pure,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "Returns a residency's place in an arena";
  let description = [{
    Returns the bytes of `arena` from `offset` on as a memref in the arena's memory space. Slots of residencies that do
    not overlap in time may overlap in space. The layout is static and starts at `offset`, a multiple of the element
    type's alignment. `buffer` names the buffer: slots with equal names are copies of one buffer.

    ```mlir
    %w = memplace.slot %cmem[512] for "w"
      : memref<4096xi8, #memplace.tier<"cmem">> to memref<64xf32, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I8], [1]>:$arena, I64Attr:$offset, StrAttr:$buffer);
  let results = (outs AnyMemRef:$slot);
  let assemblyFormat =
    "$arena `[` $offset `]` `for` $buffer attr-dict `:` type($arena) `to` type($slot)";
  let hasVerifier = 1;
}

def MemPlace_StartTransferOp : MemPlace_Op<"start_transfer", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Starts copying a buffer to another tier";
  let description = [{
    The copy runs on the channel while ops go on. Transfers of one channel run one after the other, in the order of
    their start unless the channel's `order` is `deadline`. Until `memplace.wait` on the token, the destination must not
    be accessed and the source not be written.

    Both memrefs have the same static shape and element type. Either both have the same strides and no gaps between
    elements, or both have non-overlapping elements in row-major order, with gaps between rows where an end is a part of
    a larger array. The target's `dimensions` and `least_run` say how much of such rows one descriptor moves; each
    further descriptor costs a latency.

    ```mlir
    %t = memplace.start_transfer %slow to %fast on "in"
      : memref<64xf32> to memref<64xf32, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, AnyMemRef:$destination, StrAttr:$channel);
  let results = (outs MemPlace_TokenType:$token);
  let assemblyFormat =
    "$source `to` $destination `on` $channel attr-dict `:` type($source) `to` type($destination)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def MemPlace_WaitOp : MemPlace_Op<"wait", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Waits for a transfer";
  let description = [{
    Waiting again for a finished transfer does nothing.
    ```mlir
    memplace.wait %t
    ```
  }];
  let arguments = (ins MemPlace_TokenType:$token);
  let assemblyFormat = "$token attr-dict";
  let hasCanonicalizer = 1;
}

def MemPlace_AcquireOp : MemPlace_Op<"acquire", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Begins a residency";
  let description = [{
    From here to `memplace.release`, the bytes belong to this residency. Without `keep_contents` the bytes are undefined
    until written. With it, they are the bytes that the same buffer left there, in an earlier trip of a loop. Costs no
    time; the checked runtime stops at accesses outside of residencies.
    ```mlir
    memplace.acquire %w : memref<64xf32, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins AnyMemRef:$slot, UnitAttr:$keep_contents);
  let assemblyFormat = "$slot (`keep_contents` $keep_contents^)? attr-dict `:` type($slot)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def MemPlace_ReleaseOp : MemPlace_Op<"release", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Ends a residency";
  let description = [{
    ```mlir
    memplace.release %w : memref<64xf32, #memplace.tier<"cmem">>
    ```
  }];
  let arguments = (ins AnyMemRef:$slot);
  let assemblyFormat = "$slot attr-dict `:` type($slot)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def MemPlace_EnterArmOp : MemPlace_Op<"enter_arm", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Makes the ops of a branch's arm steps";
  let description = [{
    Without this op, an `scf.if` or `scf.index_switch` is one step of the schedule. With it, the arm is a loop that runs
    at most once: buffers may be fetched, evicted, allocated and freed inside. No other arm of the branch may
    touch memory; `memplace-enter-branches` splits branches with several such arms. In any other block the op has no
    meaning. `name` is the arm's name in reports. Costs no time.

    ```mlir
    scf.if %c {
      memplace.enter_arm "then"
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name);
  let assemblyFormat = "($name^)? attr-dict";
}

def MemPlace_LaunchOverheadOp : MemPlace_Op<"launch_overhead", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Models the launch time of the next op";
  let description = [{
    A step of `ps` picoseconds plus the target's `launch_ps`, without memory accesses. Transfers continue meanwhile.
    `memplace-cut` puts it before each piece of an op after the first, so the piece costs the target's `piece_ps` in
    total. Lowering removes the op.

    ```mlir
    memplace.launch_overhead 3941587
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$ps);
  let assemblyFormat = "$ps attr-dict";
}

def MemPlace_WindowOp : MemPlace_Op<"window", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    BufferDeallocationOpInterface]> {
  let summary = "A movable part of a memref";
  let description = [{
    Stands for elements of `source` with the shape and strides of the result type, from the element named by the last
    `memplace.move`. A loop that takes another slice in each trip has one window per slice held at a time. The slice may
    be whole rows or a tile; copies of the window in other tiers have no gaps between rows.

    In a placement, a window is a separate buffer at home in its source, which may have copies in other tiers from one
    move to the next. Nothing else may access these elements meanwhile. A view of the window refers to the window's
    position when an op uses the view.

    ```mlir
    %w = memplace.window %stack : memref<9x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source);
  let results = (outs AnyMemRef:$window);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($window)";
  let hasVerifier = 1;
  // Method of BufferDeallocationOpInterface, declared here because the interface's ODS leaves its types unqualified.
  let extraClassDeclaration = [{
    ::mlir::FailureOr<::mlir::Operation *>
    process(::mlir::bufferization::DeallocationState &state,
            const ::mlir::bufferization::DeallocationOptions &options);
  }];
}

def MemPlace_MoveOp : MemPlace_Op<"move", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Moves a window";
  let description = [{
    From here on, the window begins at element `offset` of its source. Data written to the window must be at home by
    then; the new contents are the elements at the new position. The move is a step of the schedule without bytes.

    ```mlir
    memplace.move %w to %offset : memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
    ```
  }];
  let arguments = (ins AnyMemRef:$window, Index:$offset);
  let assemblyFormat = "$window `to` $offset attr-dict `:` type($window)";
  let hasVerifier = 1;
}

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEOPS_TD
