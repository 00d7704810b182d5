//===- PlanningNames.h - Names of the planning core in solvers --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H
#define MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H

#include "../Planning/BackingPlan.h"
#include "../Planning/DeadlineQueue.h"
#include "../Planning/FastStays.h"
#include "../Planning/IncrementalSimulator.h"
#include "../Planning/RollingStays.h"
#include "../Planning/StayDecoder.h"

/// Names of the planning core used throughout the solvers, without their
/// namespace.
namespace memplace::solver {

using planning::AccessIndex;
using planning::Arena;
using planning::assemble;
using planning::BackingResult;
using planning::BufferPlan;
using planning::BufferUse;
using planning::buildBasePlacement;
using planning::buildFastestPlacement;
using planning::buildHomePlacement;
using planning::buildUnservedPlacement;
using planning::ChannelModel;
using planning::channelModelsOf;
using planning::Choices;
using planning::DeadlineQueue;
using planning::FastOrder;
using planning::FastPlans;
using planning::Fluid;
using planning::hasRollingStays;
using planning::IncrementalSimulator;
using planning::infinity;
using planning::InFlightTransfer;
using planning::livesOf;
using planning::LoopId;
using planning::LoopNode;
using planning::makespanTolerance;
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
using planning::StayTransfer;
using planning::withRollingStays;

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_PLANNINGNAMES_H
