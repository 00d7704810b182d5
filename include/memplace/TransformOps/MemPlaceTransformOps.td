//===- MemPlaceTransformOps.td - Placement by transform scripts -*- tblgen -*-//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMOPS_TD
#define MEMPLACE_TRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

class MemPlaceTransformOp<string name>
  : Op<Transform_Dialect, "memplace." # name,
       [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, TransformEachOpTrait,
        TransformOpInterface]> {
  let cppNamespace = "::memplace";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter, ::mlir::Operation *payload,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

/// Consumes its handle and returns a handle to the same ops.
class MemPlaceModuleTransformOp<string name>
  : Op<Transform_Dialect, "memplace." # name,
       [FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface, TransformEachOpTrait,
        TransformOpInterface]> {
  let cppNamespace = "::memplace";
  let hasVerifier = 1;
  let results = (outs TransformHandleTypeInterface:$result);
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter, ::mlir::Operation *payload,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
  let assemblyFormat = "$module attr-dict `:` functional-type($module, results)";
}

def PlaceTransformOp : MemPlaceModuleTransformOp<"place"> {
  let summary = "Choose tier, offset and steps of every buffer of a module";
  let description = [{
    Runs the pass [`memplace-place-buffers`](passes.md), with options of the same names, on each module of the handle.
    If there is no legal placement, the module stays unchanged and the failure is silenceable, e.g. by
    `transform.alternatives` with another target or solver.

    ```mlir
    %placed = transform.memplace.place %module {target = "tpu-v4i", solver = "search", time_limit = 5.0}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$module,
    DefaultValuedAttr<StrAttr, "\"\"">:$target,
    DefaultValuedAttr<StrAttr, "\"greedy\"">:$solver,
    DefaultValuedAttr<StrAttr, "\"\"">:$solver_options,
    DefaultValuedAttr<F64Attr, "10.0">:$time_limit,
    DefaultValuedAttr<I64Attr, "0">:$seed,
    DefaultValuedAttr<StrAttr, "\"\"">:$solution,
    DefaultValuedAttr<I64Attr, "1">:$slot_alignment,
    UnitAttr:$allow_unknown_ops,
    UnitAttr:$strict);
}

def LowerTransformOp : MemPlaceModuleTransformOp<"lower"> {
  let summary = "Make a placement explicit: transfers, arenas, slots at offsets";
  let description = [{
    Runs `memplace-insert-transfers`, `memplace-lower-to-offsets` and `memplace-verify-placement` on each module of the
    handle, the result of `transform.memplace.place`. With `only_transfers`, it stops before the arenas: each residency
    stays a separate allocation.

    ```mlir
    %lowered = transform.memplace.lower %placed : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$module, UnitAttr:$allow_unknown_ops,
                       UnitAttr:$only_transfers);
}

def VerifyTransformOp : MemPlaceTransformOp<"verify"> {
  let summary = "Check placed modules by rules R1 to R11";
  let description = [{
    Runs `memplace-verify-placement` on each module of the handle. A missing or illegal placement is a silenceable
    failure.

    ```mlir
    transform.memplace.verify %placed : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$module, UnitAttr:$allow_unknown_ops);
  let assemblyFormat = "$module attr-dict `:` type($module)";
}

def PinTransformOp : MemPlaceTransformOp<"pin"> {
  let summary = "Pin allocations or arguments to a tier";
  let description = [{
    Sets `memplace.pin` on each op of the handle: on an allocation, or, with `argument`, on the argument of a function.
    `transform.memplace.place` then places these buffers in that tier only.

    ```mlir
    transform.memplace.pin %weights to "hbm" : !transform.any_op
    transform.memplace.pin %function to "hbm" {argument = 0 : i64} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$payload, StrAttr:$tier,
                       OptionalAttr<I64Attr>:$argument);
  let assemblyFormat = "$payload `to` $tier attr-dict `:` type($payload)";
}

#endif // MEMPLACE_TRANSFORMOPS_TD
