//===- Passes.td - Passes that place buffers -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PASSES_TD
#define MEMPLACE_TRANSFORMS_PASSES_TD

// One file per group of passes.
include "memplace/Transforms/BufferizationPasses.td"
include "memplace/Transforms/CutPasses.td"
include "memplace/Transforms/PlacedPasses.td"
include "memplace/Transforms/PlacementPasses.td"
include "memplace/Transforms/PreparationPasses.td"

#endif // MEMPLACE_TRANSFORMS_PASSES_TD
