//===- CutChoice.h - What may be cut, and what is asked for -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_CUTCHOICE_H
#define MEMPLACE_LIB_TRANSFORMS_CUTCHOICE_H

#include "memplace/Cut/Groups.h"
#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// Steps that touch storage which is no buffer: what they depend on is not
/// known. They are made to have no cuts.
std::vector<bool> excludeUnknown(ExtractedFunction &extracted);

/// Whether the steps of \p isFixed come at the same place of the program as
/// before: after all that came before them.
bool keepsOrder(const CutProblem &cut, const std::vector<bool> &isFixed);

/// What the IR can't do that a cut problem can: pieces of a buffer that is used
/// otherwise than as an operand of ops that can be cut, parts of the caller's
/// memrefs that are not one run, and operands in several pieces.
CutRules getCutRules(const ExtractedFunction &extracted);

/// The cuts that ops ask for by `memplace.cut`; \p floatSums: along loops that
/// sum floats, too. A diagnostic at the op if it can't be cut so; a remark, and
/// no cut, if the dimension is dynamic.
mlir::FailureOr<std::vector<OpCut>>
readCutAttributes(const ExtractedFunction &extracted, bool floatSums);

/// Says of structured ops that dynamic dimensions are not cut.
void remarkDynamic(const ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTCHOICE_H
