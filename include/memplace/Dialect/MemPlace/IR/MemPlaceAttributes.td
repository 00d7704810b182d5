//===- MemPlaceAttributes.td - Attributes of memplace ------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEATTRIBUTES_TD
#define MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEATTRIBUTES_TD

include "memplace/Dialect/MemPlace/IR/MemPlaceDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class MemPlace_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<MemPlace_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def MemPlace_TierAttr : MemPlace_Attr<"Tier", "tier"> {
  let summary = "A tier, as the memory space of a memref";
  let description = [{
    ```mlir
    memref<64xf32, #memplace.tier<"cmem">>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name);
  let builders = [AttrBuilder<(ins "::llvm::StringRef":$name), [{
    return $_get($_ctxt, ::mlir::StringAttr::get($_ctxt, name));
  }]>];
  let assemblyFormat = "`<` $name `>`";
  let genVerifyDecl = 1;
}

def MemPlace_CombineEnum : I32EnumAttr<"CombineKind", "how times on several tiers add up", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Max", 1, "max">]> {
  let cppNamespace = "::memplace";
  let genSpecializedAttr = 0;
}

def MemPlace_OrderEnum : I32EnumAttr<"OrderKind", "which of a channel's transfers moves", [
  I32EnumAttrCase<"Fifo", 0, "fifo">, I32EnumAttrCase<"Deadline", 1, "deadline">]> {
  let cppNamespace = "::memplace";
  let genSpecializedAttr = 0;
}

def MemPlace_TierSpecAttr : MemPlace_Attr<"TierSpec", "tier_spec"> {
  let summary = "A memory: capacity and alignment in bytes, bandwidths in bytes per second";
  let description = [{
    A write bandwidth of 0 makes the tier read-only. `ops = false` (optional) keeps ops from accessing the tier, for
    example the DRAM of an accelerator whose ops see only a scratchpad; channels still use it.
    ```mlir
    #memplace.tier_spec<"cmem", capacity = 134217728, alignment = 512,
                        read = 5.0e12, write = 5.0e12>
    #memplace.tier_spec<"dram", capacity = 1073741824, alignment = 64,
                        read = 4.0e9, write = 4.0e9, ops = false>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$capacity, "int64_t":$alignment,
    "::mlir::FloatAttr":$readBytesPerSecond, "::mlir::FloatAttr":$writeBytesPerSecond,
    "bool":$servesOps);
  let hasCustomAssemblyFormat = 1;
}

def MemPlace_ChannelSpecAttr : MemPlace_Attr<"ChannelSpec", "channel_spec"> {
  let summary = "A DMA engine from one tier to another";
  let description = [{
    ```mlir
    #memplace.channel_spec<"in", "hbm" to "cmem", bytes_per_second = 6.14e11, latency_ps = 0>
    #memplace.channel_spec<"in", "hbm" to "cmem", bytes_per_second = 6.14e11, latency_ps = 0,
                           order = deadline, dimensions = 3, least_run = 128, indexed = true, outstanding = 8>
    ```
    `order` (optional) is `fifo`, or `deadline`: the transfer awaited first moves first. One descriptor
    moves a run of bytes (`dimensions` = 1, the default), rows of bytes (2), or planes of rows (3). Rows
    of less than `least_run` bytes (optional, 1) take a descriptor each. With `indexed` (optional, false), the engine
    moves rows at addresses computed at run time. `outstanding` (optional) limits the transfers in flight.
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::StringAttr":$from, "::mlir::StringAttr":$to,
    "::mlir::FloatAttr":$bytesPerSecond, "int64_t":$latencyPs, "::memplace::OrderKind":$order,
    "int64_t":$dimensions, "int64_t":$leastRun, "bool":$isIndexed, "int64_t":$outstanding);
  let hasCustomAssemblyFormat = 1;
}

def MemPlace_TargetAttr : MemPlace_Attr<"Target", "target"> {
  let summary = "A machine";
  let description = [{
    Either a built-in target by its name, or a machine spelled out, fastest tier first.
    ```mlir
    #memplace.target<"tpu-v4i">
    #memplace.target<"toy",
      tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1.0e3>,
               #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.0e2, write = 1.0e2>],
      default_tier = "slow",
      channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0e2, latency_ps = 0>],
      combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0, piece_ps = 5,
      overlap = 0.75, efficiency = 0.9>
    ```
    `piece_ps` (optional, 0) is the cost of each piece of a cut op after the first. `overlap` and `efficiency`
    (optional, 1) apply to ops without a `memplace.cost` or model that sets them.
  }];
  // Without tiers, the attribute only names a built-in target. flopsPerSecond maps element types to f64. overlap and
  // efficiency are null for the default of 1.
  let parameters = (ins "::mlir::StringAttr":$name,
    ArrayRefParameter<"::memplace::TierSpecAttr">:$tiers,
    "::mlir::StringAttr":$defaultTier,
    ArrayRefParameter<"::memplace::ChannelSpecAttr">:$channels,
    "::memplace::CombineKind":$combine,
    "::mlir::DictionaryAttr":$flopsPerSecond,
    "int64_t":$launchPs,
    "int64_t":$piecePs,
    OptionalParameter<"::mlir::FloatAttr">:$overlap,
    OptionalParameter<"::mlir::FloatAttr">:$efficiency);
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name), [{
      return $_get($_ctxt, ::mlir::StringAttr::get($_ctxt, name),
                   ::llvm::ArrayRef<TierSpecAttr>(), ::mlir::StringAttr::get($_ctxt, ""),
                   ::llvm::ArrayRef<ChannelSpecAttr>(), CombineKind::Sum,
                   ::mlir::DictionaryAttr::get($_ctxt), 0, 0, ::mlir::FloatAttr(), ::mlir::FloatAttr());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns true if the attribute only names a built-in target.
    bool isByName() const { return getTiers().empty(); }
  }];
}

def MemPlace_ResidencyAttr : MemPlace_Attr<"Residency", "residency"> {
  let summary = "A copy of a buffer: tier, offset in bytes, steps";
  let description = [{
    The range of steps is half-open. The home residency of a buffer owned by the caller has no offset.
    ```mlir
    #memplace.residency<"cmem", offset = 512, steps = 3 to 7>
    #memplace.residency<"hbm", steps = 0 to 9>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$tier, "::std::optional<int64_t>":$offset,
    "int64_t":$begin, "int64_t":$end);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def MemPlace_TransferAttr : MemPlace_Attr<"Transfer", "transfer"> {
  let summary = "A copy of a whole buffer between two of its residencies";
  let description = [{
    `from` and `to` number the residencies of the function in the order of its buffers. The transfer is
    issued just before step `start` and awaited before step `done`.
    ```mlir
    #memplace.transfer<3 to 4, channel = "in", start = 1, done = 5>
    ```
  }];
  let parameters = (ins "int64_t":$from, "int64_t":$to, "::mlir::StringAttr":$channel,
    "int64_t":$start, "int64_t":$done);
  let assemblyFormat =
    "`<` $from `to` $to `,` `channel` `=` $channel `,` `start` `=` $start `,` `done` `=` $done `>`";
  let genVerifyDecl = 1;
}

def MemPlace_CostAttr : MemPlace_Attr<"Cost", "cost"> {
  let summary = "Cost of an op, e.g. from a profile";
  let description = [{
    Overrides the estimate for its op. `compute_ps`: time without memory traffic, picoseconds.
    `bytes` (optional): traffic of each memref operand, in operand order. `overlap` (optional), from 0 to 1: how
    much of the shorter of compute and memory time hides behind the longer; 0 is their sum, 1 their maximum.
    `efficiency` (optional): for each memref operand, the fraction of a tier's bandwidth that its access reaches,
    above 0 and at most 1.
    ```mlir
    #memplace.cost<compute_ps = 1200>
    #memplace.cost<compute_ps = 1200, bytes = [1024, 1024, 4096]>
    #memplace.cost<compute_ps = 1200, bytes = [1024, 1024, 4096], overlap = 0.4,
                   efficiency = [1.0, 0.7, 1.0]>
    ```
  }];
  let parameters = (ins "int64_t":$computePs, OptionalArrayRefParameter<"int64_t">:$bytes,
    OptionalParameter<"::mlir::FloatAttr">:$overlap, OptionalArrayRefParameter<"::mlir::FloatAttr">:$efficiency);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def MemPlace_OperandAccessEnum : I32EnumAttr<"OperandAccess", "what an op does with a memref operand", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Read", 1, "read">,
  I32EnumAttrCase<"Write", 2, "write">, I32EnumAttrCase<"Update", 3, "update">,
  I32EnumAttrCase<"Sum", 4, "sum">]> {
  let cppNamespace = "::memplace";
  let genSpecializedAttr = 0;
}

def MemPlace_AccessAttr : MemPlace_Attr<"Access", "access"> {
  let summary = "Access of an op to a memref operand, and the tiers that may serve it";
  let description = [{
    An element of `memplace.access`, where the word alone stands for an access in any tier. `write` overwrites every byte
    of the operand; `update` reads and writes, or writes a part; `sum` is an `update` that adds to each element, as an
    accumulator does; `none` touches no element. `tiers` (optional) names the
    tiers in which the op can access the operand; at least one.
    ```mlir
    "npu.matmul"(%x, %w, %y) {memplace.access = ["read", #memplace.access<read, tiers = ["weights"]>, "write"]}
    ```
  }];
  // `tiers`: an array of strings; null for any tier.
  let parameters = (ins "::memplace::OperandAccess":$access, OptionalParameter<"::mlir::ArrayAttr">:$tiers);
  let assemblyFormat = "`<` $access (`,` `tiers` `=` $tiers^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns an element of `memplace.access`: an attribute of this kind, or one without `tiers` for a word alone. Null
    /// if \p element is neither.
    static AccessAttr fromElement(::mlir::Attribute element);
  }];
}

def MemPlace_CutAttr : MemPlace_Attr<"Cut", "cut"> {
  let summary = "Cut the op into pieces along one of its dimensions";
  let description = [{
    `dim` is the number of a parallel loop of a linalg op, of an axis of a `memref.copy`, or of a dimension in
    `memplace.cut_dims`. `pieces` is from 2 to the number of its indices. Sizes of pieces differ by at most one index.
    ```mlir
    linalg.matmul {memplace.cut = #memplace.cut<dim = 0, pieces = 4>} ins(...) outs(...)
    ```
  }];
  let parameters = (ins "int64_t":$dim, "int64_t":$pieces);
  let assemblyFormat = "`<` `dim` `=` $dim `,` `pieces` `=` $pieces `>`";
  let genVerifyDecl = 1;
}

def MemPlace_OpCutAttr : MemPlace_Attr<"OpCut", "op_cut"> {
  let summary = "The cut made in an op, and its cost";
  let description = [{
    `step` is the op's step in the uncut program, `dim` the dimension cut, of `extent` indices. `launch_ps` is the launch
    time of the pieces after the first. `repeated_bytes` counts bytes of undivided operands that pieces read again,
    `halo_bytes` other bytes read or written twice. All are sums over the trips of loops.
    ```mlir
    #memplace.op_cut<"linalg.exp", step = 2, dim = 0, extent = 16, pieces = 4, launch_ps = 0, repeated_bytes = 0,
                     halo_bytes = 0>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$op, "int64_t":$step, "int64_t":$dim, "int64_t":$extent,
    "int64_t":$pieces, "int64_t":$launchPs, "int64_t":$repeatedBytes, "int64_t":$haloBytes);
  let assemblyFormat = "`<` $op `,` `step` `=` $step `,` `dim` `=` $dim `,` `extent` `=` $extent `,`"
    "`pieces` `=` $pieces `,` `launch_ps` `=` $launchPs `,` `repeated_bytes` `=` $repeatedBytes `,`"
    "`halo_bytes` `=` $haloBytes `>`";
}

def MemPlace_CutsMadeAttr : MemPlace_Attr<"CutsMade", "cuts_made"> {
  let summary = "The cuts made by memplace-cut in a function, for reports";
  let description = [{
    `makespan_ps` and `uncut_makespan_ps` are the modelled times of the cut and the original function; both are 0 for cuts
    requested by `memplace.cut`, which are not compared. `buffers` is the number of cut buffers. An op cut along several
    dimensions has an entry in `ops` for each; the pieces of the second entry are those of each piece of the first.
    ```mlir
    func.func @main(...) attributes {memplace.cuts_made =
      #memplace.cuts_made<buffers = 3, makespan_ps = 53, uncut_makespan_ps = 102,
                          ops = [#memplace.op_cut<...>]>}
    ```
  }];
  let parameters = (ins "int64_t":$buffers, "int64_t":$makespanPs, "int64_t":$uncutMakespanPs,
    ArrayRefParameter<"::memplace::OpCutAttr">:$ops);
  let assemblyFormat = "`<` `buffers` `=` $buffers `,` `makespan_ps` `=` $makespanPs `,`"
    "`uncut_makespan_ps` `=` $uncutMakespanPs `,` `ops` `=` `[` $ops `]` `>`";
  let extraClassDeclaration = [{
    /// Returns the number of ops that are cut.
    size_t getNumCutOps() const;
  }];
}

def MemPlace_ScheduledOpAttr : MemPlace_Attr<"ScheduledOp", "scheduled_op"> {
  let summary = "An op that memplace-schedule moved or runs again";
  let description = [{
    `written` is the op's step before, `runs` lists its steps after.
    ```mlir
    #memplace.scheduled_op<"linalg.exp", written = 2, runs = [3, 9]>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$op, "int64_t":$written, ArrayRefParameter<"int64_t">:$runs);
  let assemblyFormat = "`<` $op `,` `written` `=` $written `,` `runs` `=` `[` $runs `]` `>`";
}

def MemPlace_ScheduleMadeAttr : MemPlace_Attr<"ScheduleMade", "schedule_made"> {
  let summary = "The schedule made by memplace-schedule in a function, for reports";
  let description = [{
    `repeated_ps` is the time of runs after the first, with operands at home. Bytes are before, after, and the proven
    lower bound over all schedules, 0 without one: for objective `peak` of the packed allocations, else of those live at
    once. Makespans are modelled; 0 for objective `peak`. `given_makespan_ps` is 0 if the program did not fit.
    ```mlir
    func.func @main(...) attributes {memplace.schedule_made =
      #memplace.schedule_made<repeated_ps = 0, given_bytes = 96, bytes = 64, bound_bytes = 64, given_makespan_ps = 0,
                              makespan_ps = 0, ops = [#memplace.scheduled_op<...>]>}
    ```
  }];
  let parameters = (ins "int64_t":$repeatedPs, "int64_t":$givenBytes, "int64_t":$bytes, "int64_t":$boundBytes,
    "int64_t":$givenMakespanPs, "int64_t":$makespanPs, ArrayRefParameter<"::memplace::ScheduledOpAttr">:$ops);
  let assemblyFormat = "`<` `repeated_ps` `=` $repeatedPs `,` `given_bytes` `=` $givenBytes `,` `bytes` `=` $bytes `,`"
    "`bound_bytes` `=` $boundBytes `,` `given_makespan_ps` `=` $givenMakespanPs `,` `makespan_ps` `=` $makespanPs `,`"
    "`ops` `=` `[` $ops `]` `>`";
}

def MemPlace_BaselineAttr : MemPlace_Attr<"Baseline", "baseline"> {
  let summary = "The modelled time of a function as it was written, for reports";
  let description = [{
    Passes that rewrite ops before placement record it: the makespan, in picoseconds, with every buffer in the default
    tier, as far as legal, and the names of the buffers elsewhere. 0 if there is no such placement.
    ```mlir
    func.func @main(...) attributes {memplace.baseline = #memplace.baseline<140, elsewhere = ["accumulator"]>}
    ```
  }];
  let parameters = (ins "int64_t":$makespanPs, OptionalArrayRefParameter<"::mlir::StringAttr">:$elsewhere);
  let assemblyFormat = "`<` $makespanPs (`,` `elsewhere` `=` `[` $elsewhere^ `]`)? `>`";
}

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEATTRIBUTES_TD
