// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A solver of one's own.

#ifndef ACCEL_STACKSOLVER_H
#define ACCEL_STACKSOLVER_H

#include "memplace/Solver/Solver.h"

namespace accel {

/// `stack`: every buffer in its home tier for its whole life, one above the
/// other; no two share a byte.
std::unique_ptr<memplace::Solver> createStackSolver();

} // namespace accel

#endif // ACCEL_STACKSOLVER_H
