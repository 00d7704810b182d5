//===- CutSearch.h - Search for cuts ----------------------------*- C++ -*-===//
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
#include "memplace/Problem/Random.h"
#include "memplace/Problem/StopToken.h"

#include <limits>
#include <set>

namespace memplace::cut {

/// Placement by `greedy` of the problem without cuts.
struct UncutPlacement {
  Solution solution;
  GreedyChoice choice; // Of the best pass.
};

/// Groups of ops to cut, with a placement and its makespan in seconds.
struct FoundCuts {
  std::vector<CutGroup> groups;
  double seconds = 0;
  Solution solution; // Of the cut problem.
  /// The solver of the cut problem takes `solution` as its warm start.
  bool isStart = false;
};

/// Limits of a search for cuts, and its callbacks.
struct CutSearchLimits {
  /// Number of cut problems to solve. A trial with most of a placement kept
  /// counts a third. A problem of 2,000 to 3,999 ops counts twice, and so on.
  int64_t budget = 300;
  uint64_t seed = 0;
  /// Each trial begins with the best priorities so far. Otherwise a trial
  /// begins without priorities and is stopped later: another path through the
  /// same cuts.
  bool reusesPriorities = true;
  /// Skips cuts of the whole program. After such cuts, cuts of a few ops may
  /// gain nothing, although several together gain more.
  bool isLocal = false;
  StopToken *stop = nullptr;
  /// Initial placement, if known; not owned.
  const UncutPlacement *uncut = nullptr;
  /// Initial cuts if there is no placement without cuts; not owned.
  const std::vector<CutGroup> *fitting = nullptr;
  /// Cuts with a known placement to start from; not owned. Only trials that
  /// keep most of the placement are made.
  const FoundCuts *around = nullptr;
  /// Called with the best makespan so far, in seconds; false: stop.
  std::function<bool(double best)> progress;
};

/// Local search over groups of ops. Each trial cuts the problem, places it by
/// `greedy` with the best priorities so far, and accepts the cuts if the
/// program is faster. Without a placement of the uncut problem, the search
/// begins with the coarsest cuts for which the operands of each op fit
/// (FitCuts.h). After the first stages, a trial also keeps the placement
/// of buffers whose ops are the same as in the best so far, and only places the
/// rest (CarryOver.h). The search prefers large losses: the time of ops and of
/// stalls before them, beyond the time with everything in fast memory, plus the
/// gain of buffers served by a fraction in the relaxation behind the strong
/// bound.
class CutSearch {
public:
  /// \p counts: numbers of pieces to try, rising.
  CutSearch(const Problem &problem, std::vector<int64_t> counts,
            const CutSearchLimits &limits, const CutRules &rules = {});

  /// Runs the search. Returns the final best and the best after each earlier
  /// stage, fastest first: a better solver than `greedy` may prefer an earlier
  /// result. Empty if no cuts gain.
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
  SolveResult place(const Problem &cut, double bound, GreedyChoice &choice);
  std::optional<Solution> keptIn(const CutProblem &cut) const;
  /// Returns nothing if the groups were tried before, are impossible, or gain
  /// too little.
  std::optional<Trial> evaluate(const std::vector<CutGroup> &groups);
  Trial makeTrial(FoundCuts found, CutProblem cut,
                  PiecePriorities priorities) const;
  std::optional<Trial> evaluateUncut();
  std::optional<Trial> evaluateGiven(const FoundCuts &given);
  std::vector<double> lossesOf(const CutProblem &cut,
                               const Solution &solution) const;
  void addRelaxedGains();
  std::vector<Step> worstSeeds() const;
  void tryWholeProgram(const std::vector<Step> &seeds);
  void tryNearby(const std::vector<Step> &seeds);
  void tryOrders();
  void tuneSizes(bool areEndsTuned);
  void improve();
  std::vector<CutGroup> neighbourOf(const Trial &trial);
  Step chooseSeed(const Trial &trial);
  void alter(CutGroup &group);
  std::vector<FoundCuts> runAround();
  void keepBest(std::vector<FoundCuts> &found) const;
  bool offer(const std::vector<CutGroup> &groups);

  const Problem &problem;
  const std::vector<int64_t> counts;
  const CutSearchLimits limits;
  const CutNeighbours neighbours;
  const std::vector<int64_t> trips;
  std::vector<double> minSeconds;   // By op: everything in the fastest tier.
  std::vector<double> relaxedGains; // By op, seconds: from the relaxation.
  Random random;
  std::set<std::vector<int64_t>> seen; // Cuts tried.
  int64_t spent = 0;                   // Of the budget, in parts of a trial.
  bool isPatient = false;              // Continues longer without gains.
  bool isIncremental = false;          // Keeps placements where possible.
  Trial best;
};

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_CUTSEARCH_H
