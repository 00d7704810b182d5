//===- CutSearch.h - Where to cut -------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_CUTSEARCH_H
#define MEMPLACE_LIB_CUT_CUTSEARCH_H

#include "PiecePriorities.h"

#include "memplace/Cut/CutSolve.h"
#include "memplace/Problem/StopToken.h"

#include <limits>
#include <random>
#include <set>

namespace memplace::cut {

/// What `greedy` has made of the problem without cuts.
struct UncutPlacement {
  Solution solution;
  GreedyChoice choice; // That of the best pass.
};

/// Groups of ops to cut, and what somebody makes of them: a placement and its
/// makespan, seconds.
struct FoundCuts {
  std::vector<CutGroup> groups;
  double seconds = 0;
  Solution solution; // Of the cut problem.
  /// Whether a solver is to go on from there, if it can.
  bool isStart = false;
};

/// What a search for cuts may cost, and who is told.
struct CutSearchLimits {
  /// Cut problems that are solved; what keeps most of a placement counts a
  /// third.
  int64_t budget = 300;
  uint64_t seed = 0;
  /// Each trial begins with the priorities that were best so far. Else with
  /// none, and is given up later: another way through the same cuts.
  bool handsPrioritiesOn = true;
  /// Without cuts of the whole program, beside which those of a few ops may
  /// gain nothing any more, though together they gain more.
  bool isLocal = false;
  StopToken *stop = nullptr;
  /// To begin with, if somebody has it; not owned.
  const UncutPlacement *uncut = nullptr;
  /// Cuts with a placement that somebody has made, to go on from; not owned.
  /// Only what keeps most of that placement is tried then.
  const FoundCuts *around = nullptr;
  /// With the best makespan so far, seconds; false: stop.
  std::function<bool(double best)> progress;
};

/// Local search over groups of ops. Each trial cuts the problem, has `greedy`
/// place it, beginning with the priorities that were best so far, and keeps the
/// cuts if the program is faster then. After the first stages a trial that has
/// most ops as the best so far has them keeps what is placed of their buffers,
/// too, and only the others are placed (CarryOver.h). It tries what loses most:
/// ops and stalls before them by what they take beyond what they would with
/// everything in fast memory, and what the relaxation behind the strong bound
/// would have there by a fraction.
class CutSearch {
public:
  /// \p counts: numbers of pieces to try, rising.
  CutSearch(const Problem &problem, std::vector<int64_t> counts,
            const CutSearchLimits &limits, const CutRules &rules = {});

  /// What was best at the end and after each stage before, fastest first: who
  /// places better than `greedy` may make more of another. Without cuts: none.
  std::vector<FoundCuts> run();

private:
  struct Trial {
    std::vector<CutGroup> groups;
    double seconds = std::numeric_limits<double>::infinity();
    std::vector<double> losses; // By op of the problem, seconds.
    PiecePriorities priorities; // Of the best pass.
    CutProblem cut;
    Solution solution; // Of `cut`.
  };

  bool shouldContinue();
  bool isWorth(double seconds) const;
  int64_t idleOf(double seconds) const;
  bool isDecided(int passes, int idle, double seconds) const;
  SolveResult place(const Problem &cut, GreedyChoice &choice);
  std::optional<Solution> keptIn(const CutProblem &cut) const;
  /// Nothing if they were tried, can't be, or are not worth it.
  std::optional<Trial> evaluate(const std::vector<CutGroup> &groups);
  Trial makeTrial(FoundCuts found, CutProblem cut,
                  PiecePriorities priorities) const;
  std::optional<Trial> evaluateUncut();
  std::optional<Trial> evaluateGiven(const FoundCuts &given);
  std::vector<double> lossesOf(const CutProblem &cut,
                               const Solution &solution) const;
  void addWishes();
  std::vector<Step> worstSeeds() const;
  void tryWholeProgram(const std::vector<Step> &seeds);
  void tryNearby(const std::vector<Step> &seeds);
  std::vector<CutGroup> repeated(const CutGroup &group) const;
  void tuneSizes(bool areEndsTuned);
  void improve();
  std::vector<CutGroup> neighbourOf(const Trial &trial);
  Step chooseSeed(const Trial &trial);
  void alter(CutGroup &group);
  std::vector<FoundCuts> runAround();
  void keepBest(std::vector<FoundCuts> &found) const;
  bool offer(const std::vector<CutGroup> &groups);
  size_t below(size_t count);

  const Problem &problem;
  const std::vector<int64_t> counts;
  const CutSearchLimits limits;
  const CutNeighbours neighbours;
  const std::vector<int64_t> trips;
  std::vector<double> leastSeconds; // By op: everything in the fastest tier.
  std::vector<double> wishes;       // By op, seconds: of the relaxation.
  std::mt19937_64 random;
  std::set<std::vector<int64_t>> seen; // Cuts that were tried.
  int64_t spent = 0;                   // Of the budget, in parts of a trial.
  bool isPatient = false;     // Goes on longer where passes gain nothing.
  bool isIncremental = false; // Keeps what is placed, where it can.
  Trial best;
};

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_CUTSEARCH_H
