//===- PlanningNames.h - Names of the planning core in solvers --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H
#define MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H

#include "memplace/Planning/BasePlan.h"
#include "memplace/Planning/DeadlineQueue.h"
#include "memplace/Planning/IncrementalSimulator.h"
#include "memplace/Planning/NearStays.h"
#include "memplace/Planning/RollingStays.h"
#include "memplace/Planning/StayDecoder.h"

/// Names of the planning core used throughout the solvers, without their
/// namespace.
namespace memplace::solver {

using planning::AccessGroup;
using planning::Arena;
using planning::assemble;
using planning::BaseResult;
using planning::BufferPlan;
using planning::buildBasePlacement;
using planning::buildFastestPlacement;
using planning::buildHomePlacement;
using planning::buildUnservedPlacement;
using planning::Choices;
using planning::Copy;
using planning::DeadlineQueue;
using planning::Engine;
using planning::enginesOf;
using planning::Flight;
using planning::Fluid;
using planning::hasRollingStays;
using planning::IncrementalSimulator;
using planning::infinity;
using planning::livesOf;
using planning::LoopId;
using planning::LoopNode;
using planning::makespanTolerance;
using planning::NearOrder;
using planning::NearPlans;
using planning::noLoop;
using planning::noteMissingChannel;
using planning::noteUnreachableTiers;
using planning::OpLoad;
using planning::PlacedBuffer;
using planning::Placement;
using planning::secondsPerByte;
using planning::servingAccess;
using planning::slowestBandwidth;
using planning::Stay;
using planning::StayDecoder;
using planning::StayId;
using planning::StayPolicy;
using planning::Uses;
using planning::withRollingStays;

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H
