//===- SmallProblemsTest.cpp - Bounds of many small problems --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first steps of the ascent depend on all that the relaxation looks at, so
// that any other way to compute it shows in sums over many small problems. Who
// finds a better one enters the new sums: a failing test prints its line.
//
//===----------------------------------------------------------------------===//

#include "Support/SmallProblems.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Bounds/Relaxation.h"

#include <cmath>
#include <iomanip>
#include <numeric>
#include <sstream>

using namespace memplace;
using namespace memplace::test;

namespace {

constexpr uint64_t numSeeds = 24;

/// Sums over problems of one kind, seconds: the default bound, the strong one
/// with different windows and blocks, and shares of the relaxation.
struct Sums {
  double simple = 0;
  double alone = 0;  // Without window and blocks.
  double window = 0; // A window of one step, no blocks.
  double blocks = 0; // No window, blocks of one step.
  double both = 0;   // A window of one step, blocks of two.
  double wide = 0;   // All steps are within the window.
  double served = 0;
  double kept = 0;
};

struct Family {
  const char *name;
  Traits traits;
  Sums sums;
};

/// So that ctest's names say which one it is.
void PrintTo(const Family &family, std::ostream *out) { *out << family.name; }

double sumOf(const std::vector<std::vector<float>> &shares) {
  double sum = 0;
  for (const std::vector<float> &ofOp : shares)
    sum = std::accumulate(ofOp.begin(), ofOp.end(), sum);
  return sum;
}

void add(const Problem &problem, bool hasTarget, Sums &sums) {
  const double simple = lowerBoundOnMakespan(problem);
  sums.simple += simple;
  BoundLimits limits;
  limits.iterations = 12;
  if (hasTarget)
    limits.target = simple * 1.25;
  const auto strong = [&](Step window, Step blockLength) {
    limits.window = window;
    limits.blockLength = blockLength;
    return strongLowerBoundOnMakespan(problem, limits);
  };
  sums.alone += strong(0, 0);
  sums.window += strong(1, 0);
  sums.blocks += strong(0, 1);
  sums.wide += strong(12, 32);
  sums.both += strong(1, 2);
  const RelaxedPlacement relaxed = relaxedPlacement(problem, limits);
  EXPECT_GE(relaxed.bound, simple);
  sums.served += sumOf(relaxed.served);
  sums.kept += sumOf(relaxed.kept);
}

/// As the line of a family has them.
std::string shown(const Sums &sums) {
  std::ostringstream out;
  out << std::setprecision(10) << "{" << sums.simple << ", " << sums.alone
      << ", " << sums.window << ", " << sums.blocks << ", " << sums.both << ", "
      << sums.wide << ", " << sums.served << ", " << sums.kept << "}";
  return out.str();
}

class SmallProblemsTest : public ::testing::TestWithParam<Family> {};

TEST_P(SmallProblemsTest, BoundsAreWhatTheyWereWhenTheyWereRecorded) {
  Sums sums;
  for (uint64_t seed = 0; seed < numSeeds; ++seed) {
    const Problem problem = makeSmallProblem(seed, GetParam().traits);
    ASSERT_FALSE(check(problem)) << seed << check(problem)->message;
    add(problem, /*hasTarget=*/seed % 2 == 0, sums);
  }
  const auto isAlmost = [](double found, double recorded) {
    return std::abs(found - recorded) <= 1e-8 * std::abs(recorded) + 1e-9;
  };
  const Sums &recorded = GetParam().sums;
  EXPECT_TRUE(isAlmost(sums.simple, recorded.simple) &&
              isAlmost(sums.alone, recorded.alone) &&
              isAlmost(sums.window, recorded.window) &&
              isAlmost(sums.blocks, recorded.blocks) &&
              isAlmost(sums.both, recorded.both) &&
              isAlmost(sums.wide, recorded.wide) &&
              isAlmost(sums.served, recorded.served) &&
              isAlmost(sums.kept, recorded.kept))
      << "found " << shown(sums) << "\nrecorded " << shown(recorded);
}

INSTANTIATE_TEST_SUITE_P(
    , SmallProblemsTest,
    ::testing::Values(
        Family{"plain",
               {},
               {65.084, 69.17197766, 73.86689682, 72.73361653, 73.88679531,
                74.66120285, 166.5833338, 91.83333351}},
        Family{"long",
               {.maxSteps = 40},
               {183.198, 189.9477129, 209.1807865, 205.2950786, 209.1619849,
                211.8306202, 557.1590919, 383.4242435}},
        Family{"middle",
               {.hasMiddleTier = true},
               {45.4195, 45.4195, 45.4195, 45.4195, 45.4195, 45.4195,
                162.5833334, 74.41666657}},
        Family{"rom",
               {.hasRom = true},
               {63.885, 63.885, 63.885, 63.885, 63.885, 63.885, 209.2500001,
                94.36111133}},
        Family{"max",
               {.hasMiddleTier = true, .isMax = true},
               {43.7475, 43.7475, 43.7475, 43.7475, 43.7475, 43.7475,
                124.7142859, 55.06428599}},
        Family{"cyclic",
               {.isCyclic = true, .maxSteps = 30},
               {127.498, 130.930429, 143.8592879, 140.6553122, 143.1990429,
                145.7058713, 414.3833338, 274.5833337}},
        Family{"loops",
               {.hasLoops = true},
               {160.467, 166.5278484, 176.5996492, 173.4622297, 177.3618578,
                179.6012132, 171.9333335, 92.90000018}},
        Family{"slow",
               {.isSlow = true},
               {75.13025, 80.39431526, 88.59560258, 85.72281562, 88.98200801,
                89.47849825, 189.6250002, 101.5138889}},
        Family{"slowMax",
               {.hasRom = true, .isMax = true, .isSlow = true},
               {53.12066667, 53.40972611, 53.43484564, 53.43484564, 53.43484564,
                53.43484564, 215.7666667, 105.0500001}},
        Family{"narrow",
               {.hasMiddleTier = true, .isNarrow = true},
               {58.8265, 60.5555, 60.74859924, 60.93867034, 60.7602,
                61.15515964, 124.2888889, 54.96111115}},
        Family{"ownedNarrow",
               {.isNarrow = true, .hasOwnedFast = true},
               {63.9, 65.4878949, 66.86099755, 67.12738961, 67.71593428,
                67.85118255, 103.3404763, 55.73571442}},
        Family{"owned",
               {.hasOwnedFast = true},
               {55.863, 60.26036468, 62.01105795, 62.23968777, 62.44603883,
                62.85243141, 144.9788967, 77.70616921}},
        Family{"fastHome",
               {.isSlow = true, .isFastHome = true},
               {58.78175, 58.78175, 58.78175, 58.78175, 58.78175, 58.78175,
                203.8611111, 101.0555556}},
        Family{"forced",
               {.hasForcedFast = true},
               {68.908, 73.82782766, 80.8959304, 79.95613483, 80.47646311,
                81.39751892, 119.8166669, 71.50000013}},
        Family{"mixed",
               {.hasMiddleTier = true,
                .hasRom = true,
                .hasLoops = true,
                .isSlow = true,
                .isNarrow = true,
                .hasOwnedFast = true},
               {236.996875, 236.996875, 237.6595417, 237.6595417, 237.6595417,
                237.6595417, 148.4166666, 70.56547632}}));

} // namespace
