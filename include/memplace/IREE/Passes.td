//===- Passes.td - Passes on programs of IREE --------------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IREE_PASSES_TD
#define MEMPLACE_IREE_PASSES_TD

include "memplace/Pass/MemPlacePass.td"

def PackStreamResourcesPass : MemPlacePass<"memplace-pack-stream-resources"> {
  let summary = "Choose the offsets of IREE's transient buffers";
  let description = [{
    Packs the slices of each `stream.resource.pack` of IREE by the packing solvers (docs/guide/packing.md) and replaces
    size and offsets by constants. Run it between IREE's `iree-stream-schedule-allocation` and
    `iree-stream-layout-slices`, on generic text (`--mlir-print-op-generic --mlir-print-local-scope` there, and
    `--allow-unregistered-dialect --mlir-print-op-generic` here); `memplace-iree` does that (docs/guide/iree.md). Nothing else in the
    module is looked at or changed.

    A size that is no constant is left to IREE, with a remark, in an op of its own on top of the others. Offsets are
    multiples of `offset-alignment`, sizes are rounded up to `range-alignment`; a `stream.resources` attribute of
    the op or around it overrides both. No result is larger than what IREE's own order gives: that is one of the
    packers.

    Before:
    ```mlir
    %p:4 = "stream.resource.pack"(%c64, %c128, %c64)
      <{lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index, 2 : index, 3 : index],
        operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)
    "use"(%p#0, %p#1, %p#2, %p#3) : (index, index, index, index) -> ()
    ```
    After:
    ```mlir
    %o0 = arith.constant 128 : index
    %o1 = arith.constant 0 : index
    %o2 = arith.constant 128 : index
    %size = arith.constant 192 : index
    "use"(%size, %o0, %o1, %o2) : (index, index, index, index) -> ()
    ```

    The pass fails, and leaves the module as it was, if an op is not of the form that is known, or if the offsets
    of `plan` are of another program or overlap.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"offsetAlignment", "offset-alignment", "int64_t", /*default=*/"64",
           "What offsets are multiples of, bytes">,
    Option<"rangeAlignment", "range-alignment", "int64_t", /*default=*/"64",
           "What sizes are rounded up to, bytes">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"2000000",
           "Nodes of the search for each op; the result is the same on every machine">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the search's randomness">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write sizes, bounds and offsets to this JSON file; `-` is standard output">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Take the offsets from this file, which `report` wrote, instead of solving">,
  ];
}

def SliceWeightsPass : MemPlacePass<"memplace-slice-weights"> {
  let summary = "Make slices of weights of an IREE program weights of their own";
  let description = [{
    A loop over layers, as `lax.scan` makes it, takes one slice of each stacked weight per trip. IREE keeps the whole
    stack in the device's memory then, since what is used in control flow can't be read by `memplace-stream-weights`. This pass unrolls such loops, those inside
    of others first, as far as the function has at most `max-steps` steps then (ops that compute tensors), and
    makes each slice that begins at a constant then a weight of its own:

    * of a constant, a constant. This is done only if all uses of the constant are such slices, and if they have no more bytes together than it has;
    * of a global that is a `#flow.parameter.named`, a global for those bytes of it. Its key ends with
      `?memplace-offset=BYTES`, which `memplace-stream-weights` reads; the archive is the user's own, as it is.

    Only slices whose elements lie next to each other are made weights: rows or layers, not columns. With `slices=all`, slices
    that have nothing to do with loops are, too, such as those of packed weights: they need a smaller arena, but more reads.

    Run it on text in generic form, before IREE forms dispatches (`iree-compile --compile-to=preprocessing`); `memplace-iree compile
    --weights-tier=host` does that (docs/guide/iree-weights.md).

    A loop is kept, with a remark, if it is an `scf.while` or an `scf.for` whose number of trips is not known, or if unrolled it would have too many steps.

    Before:
    ```mlir
    %stack = "util.global.load"() <{global = @stack}> : () -> tensor<4x32x32xf32>
    %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %x0) -> (tensor<8x32xf32>) {
      %w = tensor.extract_slice %stack[%i, 0, 0] [1, 32, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32x32xf32>
    ```
    After:
    ```mlir
    %w0 = "util.global.load"() <{global = @stack_at_0}> : () -> tensor<32x32xf32>
    ...
    %w1 = "util.global.load"() <{global = @stack_at_4096}> : () -> tensor<32x32xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"loops", "loops", "std::string", /*default=*/"\"auto\"",
           "Which loops are unrolled: `auto` those that take slices of weights, `keep` none, `unroll` all whose number of trips is known">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Steps that a function may have after loops are unrolled">,
    Option<"slices", "slices", "std::string", /*default=*/"\"loops\"",
           "Which slices become weights: `loops` those of loops that are unrolled, `all` the others, too">,
  ];
}

def StreamWeightsPass : MemPlacePass<"memplace-stream-weights"> {
  let summary = "Read the weights of an IREE program per call instead of keeping them resident";
  let description = [{
    Takes the weights of each `stream.cmd.execute` of IREE out of the device's memory: an arena of at most `arena` bytes holds
    transients, and weights while they are needed, which `stream.cmd.parameter.read` brings from an archive in each call. Which
    read begins when, goes to where and is waited for by whom is a placement problem (docs/reference/problem.md): its steps are the ops of the region, transients
    must be in the arena, weights are at home with the host. The best of what `solver`, a double buffer and reads on demand come to is verified, and
    written as ops.

    Run it where `memplace-pack-stream-resources` runs, before it, on text in generic form of a module whose constants are named parameters (IREE's
    `iree-io-export-parameters`); `memplace-iree compile --weights-tier=host` does that (docs/guide/iree.md). A weight is an immutable global that an
    initializer fills with a `#stream.parameter.named` and nothing else. Ops of a region run between the boundaries where something has to be waited for; a read
    waits for all ops before its boundary and for the read before it, as on one DMA channel; so each legal placement makes a correct program.

    How long ops take is estimated: flops of the linalg ops in what is dispatched, bytes that the dispatch tells, and the rates of `target`. Its fastest tier is the
    device's memory, its default tier the host's, and the first channel between them reads.

    A weight stays resident, with a remark, if one of its uses is in control flow, on another device, or in a region that is not known in all
    its parts: with a transient of dynamic size, or with storage of the caller. Arguments, results, and what one region leaves for another are not in the arena. Several regions of a
    function have their arenas one after the other.

    Before:
    ```mlir
    %w = "util.global.load"() <{global = @w, is_immutable}> : () -> !stream.resource<constant>
    %arena:2 = "stream.resource.alloca"(%pack#0) : (index) -> (!stream.resource<transient>, !stream.timepoint)
    %done = "stream.cmd.execute"(%x, %w, %y, %n, %wn, %n, %ready)
      <{operandSegmentSizes = array<i32: 3, 3, 1>}> ({ ... }) : (...) -> !stream.timepoint
    ```
    After:
    ```mlir
    %arena:2 = "stream.resource.alloca"(%bytes) : (index) -> (!stream.resource<transient>, !stream.timepoint)
    %read = "stream.cmd.parameter.read"(%scope, %key, %zero, %arena#0, %bytes, %offset, %wn, %arena#1) : (...) -> !stream.timepoint
    %both = "stream.timepoint.join"(%ready, %read) : (...) -> !stream.timepoint
    %done = "stream.cmd.execute"(%x, %arena#0, %y, %n, %bytes, %n, %both)
      <{operandSegmentSizes = array<i32: 3, 3, 1>}> ({ ... }) : (...) -> !stream.timepoint
    ```

    With `memory` instead of `arena`, weights stay resident as long as there is room: which ones is chosen together with the arena, which has what they leave, by the
    modelled time of simple plans, before the reads of the others are planned. Where all have room, all stay.

    The pass fails, and leaves the module as it was, if `arena` or `memory` is too small, and tells the smallest that would do; or if there is no weight to read per call.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::memplace::MemPlaceDialect"];
  let options = [
    Option<"arena", "arena", "int64_t", /*default=*/"0",
           "What transients and weights that are read may need together, bytes; this or `memory` must be given">,
    Option<"memory", "memory", "int64_t", /*default=*/"0",
           "What they and the weights that stay resident may need together, bytes; which stay is chosen">,
    Option<"target", "target", "std::string", /*default=*/"\"h200-offload\"",
           "The machine: a built-in target's name, or a target file. Weights come from its default tier">,
    Option<"policy", "policy", "std::string", /*default=*/"\"solver\"",
           "`solver`, or for comparison `on-demand` or `double-buffer`">,
    Option<"solver", "solver", "std::string", /*default=*/"\"search\"",
           "Solver's name (docs/guide/solvers.md)">,
    Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0",
           "Most seconds for each region; 0: as long as the solver wants, and the result is the same on every machine">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of all randomness">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"2000000",
           "Nodes of the search for the smallest arena">,
    Option<"offsetAlignment", "offset-alignment", "int64_t", /*default=*/"64",
           "What offsets are multiples of, bytes">,
    Option<"rangeAlignment", "range-alignment", "int64_t", /*default=*/"64",
           "What sizes are rounded up to, bytes">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write what became of it to this JSON file; `-` is standard output">,
    Option<"saveProblem", "save-problem", "std::string", /*default=*/"\"\"",
           "Write the placement problem of the one region with weights to this file">,
    Option<"savePlan", "save-plan", "std::string", /*default=*/"\"\"",
           "Write its solution to this file">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Take the solution of that problem from this file, of any solver, instead of solving; it is verified">,
  ];
}

#endif // MEMPLACE_IREE_PASSES_TD
