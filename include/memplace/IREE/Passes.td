//===- Passes.td - Passes on programs of IREE --------------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IREE_PASSES_TD
#define MEMPLACE_IREE_PASSES_TD

include "memplace/Pass/PassOptions.td"

def PackStreamResourcesPass : MemPlacePass<"memplace-pack-stream-resources"> {
  let summary = "Choose the offsets of IREE's transient buffers";
  let description = [{
    Packs the slices of each `stream.resource.pack` with the packing solvers (docs/guide/packing.md) and replaces size
    and offsets by constants. `memplace-iree` runs this pass between IREE's `iree-stream-schedule-allocation` and
    `iree-stream-layout-slices` (docs/guide/iree.md), on text in generic form. All other ops stay unchanged.

    A slice of dynamic size is left to IREE, with a remark, on top of the packed slices. Offsets are multiples of
    `offset-alignment`, sizes are rounded up to `range-alignment`; a `stream.resources` attribute of the op, or of a
    parent, overrides both. No pack is larger than IREE's own, because IREE's order is among the packers.

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

    The pass fails and leaves the module unchanged if an op has an unknown form, or if the offsets of `plan` overlap or
    belong to another program.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"offsetAlignment", "offset-alignment", "int64_t", /*default=*/"64",
           "Alignment of offsets, bytes">,
    Option<"rangeAlignment", "range-alignment", "int64_t", /*default=*/"64",
           "Sizes are rounded up to multiples of these bytes">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"2000000",
           "Search nodes per op; the result does not depend on the machine">,
    MemPlace_SeedOption<"the search">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write sizes, bounds and offsets to this JSON file; `-` is standard output">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Read the offsets from this file, written by `report`, instead of solving">,
  ];
}

def ScheduleStreamPass : MemPlacePass<"memplace-schedule-stream"> {
  let summary = "Choose the order of IREE's ops, for small transients";
  let description = [{
    Reorders the ops of each `stream.async.execute` (docs/guide/scheduling.md), if the transients then pack into fewer
    bytes. `memplace-iree compile --schedule` runs this pass just before IREE's `iree-stream-schedule-allocation`, on
    text in generic form.

    Values stay the same: an op also runs before others overwrite its operands in place (`tied_operands`). Waves
    (`stream.async.concurrent`), whose ops may run at the same time, dissolve unless they cost no bytes.

    A region with a transient of dynamic size or an unknown op keeps its order, with a remark.
  }];
  let options = [
    Option<"offsetAlignment", "offset-alignment", "int64_t", /*default=*/"64",
           "Alignment of offsets, bytes">,
    Option<"rangeAlignment", "range-alignment", "int64_t", /*default=*/"64",
           "Sizes are rounded up to multiples of these bytes">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"2000000",
           "Search nodes per packed order">,
    MemPlace_SeedOption<"the packing">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write sizes and bounds to this JSON file; `-` is standard output">,
  ];
}

def SliceWeightsPass : MemPlacePass<"memplace-slice-weights"> {
  let summary = "Turn slices of an IREE program's weights into weights";
  let description = [{
    `memplace-stream-weights` cannot read weights used in control flow, such as the stacked weights of a loop over
    layers. This pass unrolls such loops, innermost first, within `max-steps`, and makes each slice at a constant index
    a weight:

    - a slice of a constant becomes a constant, if all uses of the original are such slices, with no more bytes in total
      than the original;
    - a slice of a global with a `#flow.parameter.named` becomes a global for these bytes. Its key ends with
      `?memplace-offset=BYTES`, read by `memplace-stream-weights`; the archive stays unchanged.

    Only contiguous slices become weights. `slices=all` includes slices outside of loops, such as parts of packed
    weights: these need a smaller arena, but more reads. `memplace-iree compile --weights-tier=host` runs this pass on
    text in generic form, before IREE forms dispatches (docs/guide/iree-weights.md).

    An `scf.while`, and an `scf.for` with an unknown trip count or too many steps, stays a loop, with a remark.

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
           "Loops to unroll: `auto` those that take slices of weights, `keep` none, `unroll` all with a known trip count">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Maximum number of steps of a function after unrolling">,
    Option<"slices", "slices", "std::string", /*default=*/"\"loops\"",
           "Slices that become weights: `loops` those in unrolled loops, `all` the others, too">,
  ];
}

def StreamWeightsPass : MemPlacePass<"memplace-stream-weights"> {
  let summary = "Read an IREE program's weights in each call instead of keeping them in memory";
  let description = [{
    Moves weights out of device memory. Each `stream.cmd.execute` gets an arena of at most `arena` bytes for transients
    and for weights during their use; `stream.cmd.parameter.read` reads the weights from an archive in each call. A
    placement problem (docs/reference/problem.md) determines the start and the place of each read. The best of `solver`,
    a double buffer and reads on demand is verified and written as ops (docs/guide/iree-weights.md).

    `memplace-iree compile --weights-tier=host` runs this pass just before `memplace-pack-stream-resources`, on text in
    generic form of a module with constants as named parameters (`iree-io-export-parameters`). A weight is an immutable
    global initialized by nothing but a `#stream.parameter.named`.

    Times of ops are estimated from flops, bytes and the rates of `target`. The fastest tier of `target` is the device's
    memory, the default tier the host's, and the first channel between both reads.

    A weight stays resident, with a remark, if it is used in control flow, on another device, or in a region with a
    transient of dynamic size or with the caller's storage. Arguments, results, and values passed between regions are
    not in the arena.

    With `memory` instead of `arena`, weights stay resident as long as there is room. The resident weights and the size
    of the arena are chosen together, before the reads are planned.

    The pass fails and leaves the module unchanged if there is no weight to read, or if `arena` or `memory` is too
    small. The error gives the minimum.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::memplace::MemPlaceDialect"];
  let options = [
    Option<"arena", "arena", "::memplace::ByteSize", /*default=*/"0",
           "Maximum bytes of transients and read weights; give either this or `memory`">,
    Option<"memory", "memory", "::memplace::ByteSize", /*default=*/"0",
           "Maximum bytes of transients, read weights and resident weights">,
    Option<"target", "target", "std::string", /*default=*/"\"h200-offload\"",
           "Built-in target's name, or a target file; weights are read from its default tier">,
    Option<"policy", "policy", "std::string", /*default=*/"\"solver\"",
           "`solver`; for comparison `on-demand` or `double-buffer`">,
    MemPlace_SolverOption<"Solver, by name (docs/guide/solvers.md)", "search">,
    MemPlace_SolverOptionsOption,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0",
           "Wall-clock limit per region, seconds; 0: none, and the result does not depend on the machine">,
    MemPlace_SeedOption<"the solver and of the packing searches">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"2000000",
           "Search nodes for the smallest arena">,
    Option<"offsetAlignment", "offset-alignment", "int64_t", /*default=*/"64",
           "Alignment of offsets, bytes">,
    Option<"rangeAlignment", "range-alignment", "int64_t", /*default=*/"64",
           "Sizes are rounded up to multiples of these bytes">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write reads, resident weights and times to this JSON file; `-` is standard output">,
    Option<"saveProblem", "save-problem", "std::string", /*default=*/"\"\"",
           "Write the placement problem of the one region with weights to this file">,
    Option<"savePlan", "save-plan", "std::string", /*default=*/"\"\"",
           "Write the solution of that problem to this file">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Read the solution of that problem from this file instead of solving; it is verified">,
  ];
}

#endif // MEMPLACE_IREE_PASSES_TD
