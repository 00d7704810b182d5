//===- MemPlaceDialect.td - The memplace dialect -----------*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEDIALECT_TD
#define MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEDIALECT_TD

include "mlir/IR/DialectBase.td"

def MemPlace_Dialect : Dialect {
  let name = "memplace";
  let cppNamespace = "::memplace";
  let summary = "Where every buffer lives: tier, offset, steps, and the transfers between tiers";
  let description = [{
    The dialect describes where the buffers of a program live. A *tier* is a
    memory with a capacity and a bandwidth; tier 0 is the fastest. A *residency*
    is a copy of a buffer in a tier, at an offset, during some schedule steps. A
    *transfer* copies a buffer between tiers on a *channel* (a DMA engine) while
    ops run.

    A program passes through three forms:

    1. **Annotated.** `memplace-place-buffers` records the placement as discardable
       attributes. No operation is created or erased.

       | attribute | on | meaning |
       |---|---|---|
       | `memplace.target` | module | the machine, a `#memplace.target` |
       | `memplace.residencies` | allocation, `memref.get_global`, function argument, piece of one | array of `#memplace.residency` |
       | `memplace.transfers` | function | array of `#memplace.transfer`, in issue order |
       | `memplace.step` | schedule step, loop | its number, which reveals a stale placement |
       | `memplace.served` | schedule step | for each access, the index of the residency that serves it among the residencies of its buffer |
       | `memplace.called` | function | the function was not placed because it had callers: it runs inside their steps |
       | `memplace.buffer` | function argument or result, `memref.alloc` | set by the importer or the user: the buffer's name, for reports and diagnostics |
       | `memplace.unsigned` | function argument or result | set by the importer or the user: integers are unsigned (NumPy's `uint8` to `uint64`) |
       | `memplace.pin` | allocation, function argument, `memref.get_global` | set by the user: a `#memplace.tier`, the only tier that the buffer and its pieces may be in; on an argument of a callee, it applies to the buffers that calls pass |
       | `memplace.cost` | any op, function | set by the user: a `#memplace.cost`, for example from a profile; a loop, branch or call with a cost is a single step; on a function, it is the cost of each call |
       | `memplace.access` | op with memref operands, function | set by the user: the access to each memref operand in order, an array of "none", "read", "write", "update", "sum" or `#memplace.access`; on a function, it holds for each call, which is a single step |
       | `memplace.apart`, `memplace.together` | op with memref operands, function | set by the user: pairs of numbers of memref operands, e.g. `[[0, 1]]`, that must be in different tiers, as in memory banks, or in the same tier |
       | `memplace.cut_dims` | op with memref operands and without a model | set by the user: an affine map for each memref operand in order, from dimensions of the op to axes of the operand; the op can be cut along each dimension that is an axis of every written operand, or that some "sum" operand adds up |
       | `memplace.cut` | op that can be cut | set by the user or another tool: a `#memplace.cut` for `memplace-cut` |
       | `memplace.cuts_made` | function | set by `memplace-cut`: a `#memplace.cuts_made`, for `memplace-report` |
       | `memplace.schedule_made` | function | set by `memplace-schedule`: a `#memplace.schedule_made`, for `memplace-report` |
       | `memplace.flops` | `func.call` | set by the importer or the user: flops of the call, on the element type of its first memref |
       | `memplace.piece` | `memref.reinterpret_cast` of an argument or global, in the function's own block | set by `memplace-cut`: these bytes are a separate buffer, if the pieces are the only uses of the argument or global and do not overlap |
       | `memplace.trip_count` | `scf.for`, `scf.while` | set by the user: the number of trips |

    2. **Explicit.** `memplace-insert-transfers` gives each residency an
       allocation in its tier's memory space, redirects each access to it, and adds
       `memplace.start_transfer`, `memplace.wait`, `memplace.acquire` and `memplace.release`.

       | attribute | on | meaning |
       |---|---|---|
       | `memplace.residency` | the residency's `memref.alloc` | its `#memplace.residency`; the steps are those of its acquires and releases |
       | `memplace.buffer` | a `memref.alloc` with `memplace.residency` | name of the buffer: residencies with equal names are copies of one buffer |
       | `memplace.pin` | the residency's `memref.alloc` | the buffer's pin; an argument keeps its own |
       | `memplace.placed` | function | the function is placed, although it contains no residency |

       A residency alive on only one side of a loop's start or end is released there and acquired again
       with `keep_contents` on the other side. Acquires and releases of each block therefore pair up.

    3. **Offsets.** `memplace-lower-to-offsets` replaces the allocations by `memplace.slot`s in one
       `memplace.arena` per tier and invocation. A slot keeps its `memplace.residency` and
       its `memplace.pin`.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Names of the discardable attributes; see the dialect's description.
    static constexpr llvm::StringLiteral targetAttrName = "memplace.target";
    static constexpr llvm::StringLiteral residenciesAttrName =
        "memplace.residencies";
    static constexpr llvm::StringLiteral transfersAttrName =
        "memplace.transfers";
    static constexpr llvm::StringLiteral stepAttrName = "memplace.step";
    static constexpr llvm::StringLiteral servedAttrName = "memplace.served";
    static constexpr llvm::StringLiteral residencyAttrName =
        "memplace.residency";
    static constexpr llvm::StringLiteral bufferAttrName = "memplace.buffer";
    static constexpr llvm::StringLiteral placedAttrName = "memplace.placed";
    static constexpr llvm::StringLiteral calledAttrName = "memplace.called";
    static constexpr llvm::StringLiteral pinAttrName = "memplace.pin";
    static constexpr llvm::StringLiteral costAttrName = "memplace.cost";
    static constexpr llvm::StringLiteral accessAttrName = "memplace.access";
    static constexpr llvm::StringLiteral apartAttrName = "memplace.apart";
    static constexpr llvm::StringLiteral togetherAttrName = "memplace.together";
    static constexpr llvm::StringLiteral cutAttrName = "memplace.cut";
    static constexpr llvm::StringLiteral cutDimsAttrName = "memplace.cut_dims";
    static constexpr llvm::StringLiteral baselineAttrName = "memplace.baseline";
    static constexpr llvm::StringLiteral cutsMadeAttrName =
        "memplace.cuts_made";
    static constexpr llvm::StringLiteral scheduleMadeAttrName =
        "memplace.schedule_made";
    static constexpr llvm::StringLiteral flopsAttrName = "memplace.flops";
    static constexpr llvm::StringLiteral pieceAttrName = "memplace.piece";
    static constexpr llvm::StringLiteral tripCountAttrName =
        "memplace.trip_count";
    static constexpr llvm::StringLiteral unsignedAttrName = "memplace.unsigned";

    /// Returns the solvers of this context. A tool or plugin adds solvers by
    /// `DialectRegistry::addExtension`.
    SolverRegistry &getSolvers() { return solvers; }

  private:
    SolverRegistry solvers;
    void registerAttributes();
    void registerTypes();

  public:
  }];
}

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACEDIALECT_TD
