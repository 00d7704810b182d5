//===- TestSchedules.h - Random schedules -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_OPT_TESTSCHEDULES_H
#define MEMPLACE_TOOLS_MEMPLACE_OPT_TESTSCHEDULES_H

namespace memplace {

/// Registers `test-memplace-random-schedule`, which puts the ops of each
/// function in a random legal order and runs some again.
void registerTestSchedulesPass();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACE_OPT_TESTSCHEDULES_H
