//===- CutChoice.h - Possible and requested cuts ----------------*- C++ -*-===//
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

/// Returns, by step, true if the step touches storage without a buffer, so that
/// its dependences are unknown.
std::vector<bool> findUnknownSteps(const ExtractedFunction &extracted);

/// Returns `findUnknownSteps`. Removes the cuts of these steps, and of steps
/// whose op has results.
std::vector<bool> excludeUnknown(ExtractedFunction &extracted);

/// Returns true if the steps of \p isFixed keep their place in the program,
/// after all pieces of earlier steps and before all pieces of later steps.
bool keepsOrder(const CutProblem &cut, const std::vector<bool> &isFixed);

/// Returns the rules that the IR imposes on cuts. A buffer stays whole unless
/// all its uses are operands of ops with cuts. For storage from outside the
/// function, these operands must also have a common type, cover the whole
/// storage, and be allowed in any memory space. Each operand of a piece must
/// lie in a single piece of its buffer. The order of pieces must keep
/// dependences through scalars.
CutRules getCutRules(const ExtractedFunction &extracted);

/// Returns the cuts requested by ops with `memplace.cut`. \p floatSums also
/// permits loops over sums of floats. Emits a diagnostic at an op that cannot
/// be cut as requested. A dynamic dimension gets a remark and no cut.
mlir::FailureOr<std::vector<OpCut>>
readCutAttributes(const ExtractedFunction &extracted, bool floatSums);

/// Emits a remark at each structured op with dynamic dimensions, which are not
/// cut.
void remarkDynamic(const ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTCHOICE_H
