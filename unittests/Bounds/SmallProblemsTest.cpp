//===- SmallProblemsTest.cpp - Recorded bounds of many small problems -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first steps of the ascent depend on everything in the relaxation. Any
// other way to compute the relaxation therefore changes the sums below over
// many small problems. After an improvement enter the new sums: a failing test
// prints its line.
//
//===----------------------------------------------------------------------===//

#include "Support/SmallProblems.h"

#include "../../lib/Bounds/DefaultBound.h"

#include "../../lib/Bounds/Relaxation.h"
#include "memplace/Bounds/LowerBound.h"

#include <cmath>
#include <iomanip>
#include <numeric>
#include <sstream>

using namespace memplace;
using namespace memplace::test;

namespace {

constexpr uint64_t numSeeds = 24;

/// Sums over problems of one kind, seconds: the default bound, the strong bound
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

/// Lets ctest's names of tests contain the family.
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
    limits.target = lowerBoundWithoutIdle(problem) * 1.25;
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
  EXPECT_GE(relaxed.bound, lowerBoundWithoutIdle(problem));
  sums.served += sumOf(relaxed.served);
  sums.kept += sumOf(relaxed.kept);
}

/// Formats sums like the line of a family.
std::string shown(const Sums &sums) {
  std::ostringstream out;
  out << std::setprecision(10) << "{" << sums.simple << ", " << sums.alone
      << ", " << sums.window << ", " << sums.blocks << ", " << sums.both << ", "
      << sums.wide << ", " << sums.served << ", " << sums.kept << "}";
  return out.str();
}

class SmallProblemsTest : public ::testing::TestWithParam<Family> {};

TEST_P(SmallProblemsTest, BoundsEqualTheRecordedBounds) {
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
               {66.622, 69.86277624, 74.27142396, 76.58931407, 77.08679591,
                77.95046102, 166.5833338, 91.83333351}},
        Family{"long",
               {.maxSteps = 40},
               {183.228, 189.9567129, 209.2948618, 211.4510154, 213.3288871,
                214.5842586, 557.1590919, 383.4242435}},
        Family{"middle",
               {.hasMiddleTier = true},
               {48.2985, 48.2985, 48.2985, 48.2985, 48.2985, 48.2985,
                162.5833334, 74.41666657}},
        Family{"rom",
               {.hasRom = true},
               {71.586, 71.586, 71.586, 71.586, 71.586, 71.586, 209.2500001,
                94.36111133}},
        Family{"max",
               {.hasMiddleTier = true, .isMax = true},
               {47.099, 47.099, 47.099, 47.099, 47.099, 47.099, 124.7142859,
                55.06428599}},
        Family{"cyclic",
               {.isCyclic = true, .maxSteps = 30},
               {127.684, 131.116429, 144.0527081, 144.2909224, 145.6750053,
                147.517173, 414.3833338, 274.5833337}},
        Family{"loops",
               {.hasLoops = true},
               {161.039, 166.5556736, 177.5096087, 181.0913062, 182.1539296,
                183.5630461, 171.9333335, 92.90000018}},
        Family{"slow",
               {.isSlow = true},
               {83.56075, 85.58754167, 93.25278501, 90.93339342, 93.76442483,
                94.56823501, 189.6250002, 101.5138889}},
        Family{"slowMax",
               {.hasRom = true, .isMax = true, .isSlow = true},
               {66.04191667, 66.06151242, 66.06151242, 66.04355298, 66.04355298,
                66.04355298, 215.7666667, 105.0500001}},
        Family{"narrow",
               {.hasMiddleTier = true, .isNarrow = true},
               {61.6475, 63.3115, 63.50459924, 64.69883948, 64.46575419,
                64.78434844, 124.2888889, 54.96111115}},
        Family{"ownedNarrow",
               {.isNarrow = true, .hasOwnedFast = true},
               {65.61, 67.01832741, 68.37063484, 70.8151905, 71.35312324,
                71.54904723, 103.3404763, 55.73571442}},
        Family{"owned",
               {.hasOwnedFast = true},
               {57.36, 60.66036468, 62.66895263, 63.73799091, 64.11040285,
                64.17712183, 144.9788967, 77.70616921}},
        Family{"fastHome",
               {.isSlow = true, .isFastHome = true},
               {64.8955, 64.8955, 64.8955, 64.8955, 64.8955, 64.8955,
                203.8611111, 101.0555556}},
        Family{"forced",
               {.hasForcedFast = true},
               {70.579, 74.70943335, 81.56885409, 84.32766269, 84.58245586,
                85.29502742, 119.8166669, 71.50000013}},
        Family{"mixed",
               {.hasMiddleTier = true,
                .hasRom = true,
                .hasLoops = true,
                .isSlow = true,
                .isNarrow = true,
                .hasOwnedFast = true},
               {238.1244583, 238.1244583, 239.1821091, 239.1821091, 239.1821091,
                239.1821091, 148.4166666, 70.56547632}}));

} // namespace
