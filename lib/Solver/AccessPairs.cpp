//===- AccessPairs.cpp - Tiers for pairs of accesses ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPairs.h"

#include "Greedy.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace memplace;

namespace {

/// Largest number of choices to look at for one op.
constexpr int64_t maxTierChoices = 100000;

/// Preferences between choices of the same number of moves.
struct Preference {
  bool spreads;      // Over tiers, by bytes; otherwise the fastest tiers first.
  bool ignoresMoves; // An op's choice ignores the ops before.
};
constexpr Preference preferences[] = {
    {true, false}, {false, false}, {true, true}, {false, true}};

/// A buffer with an access in a pair of the present op.
struct Node {
  BufferId buffer = 0;
  std::vector<TierId> allowed;
  TierId tier = 0; // Chosen.
};

/// Chooses tiers for one op at a time.
class PairResolver {
public:
  PairResolver(const Problem &problem, Preference preference, bool mayCut)
      : problem(problem), preference(preference), mayCut(mayCut),
        bytesIn(problem.target.tiers.size(), 0) {}

  /// Returns nothing, and sets \p failed, if an op has no choice.
  std::optional<Problem> run(Step &failed);
  /// Returns true if the op at which `run` failed has no choice, proven.
  bool isProof(const Op &op) const;

private:
  void makeNodes(const Op &op);
  void search(const Op &op, size_t index, double cost);
  bool isLegal(const Op &op, size_t index) const;
  double costOf(const Node &node, TierId tier) const;
  void apply(Op &op);
  size_t indexOf(BufferId buffer) const;

  const Problem &problem;
  const Preference preference;
  const bool mayCut;
  std::map<BufferId, TierId> tierOf; // At the last op with pairs.
  std::vector<int64_t> bytesIn;      // By tier: bytes of buffers chosen for it.
  std::vector<Node> nodes;
  std::vector<TierId> best;
  double bestCost = 0;
  int64_t numChoices = 0;
};

} // namespace

size_t PairResolver::indexOf(BufferId buffer) const {
  return std::find_if(nodes.begin(), nodes.end(),
                      [&](const Node &node) { return node.buffer == buffer; }) -
         nodes.begin();
}

/// Makes a node of each buffer in a pair, with the tiers that all accesses of
/// \p op to the buffer and the buffer allow.
void PairResolver::makeNodes(const Op &op) {
  nodes.clear();
  for (const std::vector<AccessPair> *pairs : {&op.apart, &op.together})
    for (const AccessPair &pair : *pairs)
      for (const int32_t index : {pair.first, pair.second})
        if (indexOf(op.accesses[index].buffer) == nodes.size())
          nodes.push_back({op.accesses[index].buffer, {}});
  for (Node &node : nodes) {
    const Buffer &buffer = problem.buffers[node.buffer];
    for (TierId tier = 0;
         static_cast<size_t>(tier) < problem.target.tiers.size(); ++tier)
      if (problem.mayBeIn(buffer, tier) &&
          (mayCut || buffer.size <= problem.target.tiers[tier].capacity) &&
          std::all_of(op.accesses.begin(), op.accesses.end(),
                      [&](const Access &access) {
                        return access.buffer != node.buffer ||
                               mayServe(problem.target, access, tier);
                      }))
        node.allowed.push_back(tier);
  }
}

/// Returns false if the tiers of the nodes up to \p index break a pair, or hold
/// more than a tier has.
bool PairResolver::isLegal(const Op &op, size_t index) const {
  auto isBroken = [&](const AccessPair &pair, bool isApart) {
    const size_t first = indexOf(op.accesses[pair.first].buffer),
                 second = indexOf(op.accesses[pair.second].buffer);
    return std::max(first, second) <= index &&
           (nodes[first].tier == nodes[second].tier) == isApart;
  };
  for (const AccessPair &pair : op.apart)
    if (isBroken(pair, true))
      return false;
  for (const AccessPair &pair : op.together)
    if (isBroken(pair, false))
      return false;
  if (mayCut)
    return true;
  int64_t left = problem.target.tiers[nodes[index].tier].capacity;
  for (size_t i = 0; i <= index; ++i)
    if (nodes[i].tier == nodes[index].tier)
      left -= problem.buffers[nodes[i].buffer].size;
  return left >= 0;
}

/// Returns the bytes that a choice moves, plus a preference of less than a
/// byte.
double PairResolver::costOf(const Node &node, TierId tier) const {
  const auto size = static_cast<double>(problem.buffers[node.buffer].size);
  const auto known = tierOf.find(node.buffer);
  const double moved =
      preference.ignoresMoves || known == tierOf.end() || known->second == tier
          ? 0
          : size;
  const double share = static_cast<double>(bytesIn[tier]) /
                       static_cast<double>(problem.target.tiers[tier].capacity);
  const double order = static_cast<double>(tier) /
                       static_cast<double>(problem.target.tiers.size());
  return moved + (preference.spreads ? share / (1 + share) : order) /
                     static_cast<double>(nodes.size());
}

/// Chooses the tiers of the nodes from \p index on, at the least cost.
void PairResolver::search(const Op &op, size_t index, double cost) {
  if ((!best.empty() && cost >= bestCost) || ++numChoices > maxTierChoices)
    return;
  if (index == nodes.size()) {
    best.clear();
    for (const Node &node : nodes)
      best.push_back(node.tier);
    bestCost = cost;
    return;
  }
  for (const TierId tier : nodes[index].allowed) {
    nodes[index].tier = tier;
    if (isLegal(op, index))
      search(op, index + 1, cost + costOf(nodes[index], tier));
  }
}

/// Limits the accesses of \p op to the chosen tiers.
void PairResolver::apply(Op &op) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto [known, isNew] = tierOf.try_emplace(nodes[i].buffer, best[i]);
    known->second = best[i];
    if (isNew)
      bytesIn[best[i]] += problem.buffers[nodes[i].buffer].size;
    for (Access &access : op.accesses)
      if (access.buffer == nodes[i].buffer)
        access.tiers = {best[i]};
  }
  op.apart.clear();
  op.together.clear();
}

std::optional<Problem> PairResolver::run(Step &failed) {
  Problem resolved = problem;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    makeNodes(problem.ops[step]);
    if (nodes.empty())
      continue;
    best.clear();
    numChoices = 0;
    search(problem.ops[step], 0, 0);
    if (best.empty()) {
      failed = step;
      return std::nullopt;
    }
    apply(resolved.ops[step]);
  }
  return resolved;
}

bool PairResolver::isProof(const Op &op) const {
  // Two reads of a buffer may use two tiers.
  return numChoices <= maxTierChoices &&
         std::all_of(nodes.begin(), nodes.end(), [&](const Node &node) {
           int64_t count = 0;
           bool isWritten = false;
           for (const Access &access : op.accesses)
             if (access.buffer == node.buffer) {
               ++count;
               isWritten |= access.writes();
             }
           return count == 1 || isWritten;
         });
}

/// Returns "op 'f' (step 3) needs 'a' ('x' or 'y') and 'b' ('x') in different
/// tiers at once, ...".
static std::string describeFailure(const Problem &problem, Step step) {
  const Op &op = problem.ops[step];
  auto describe = [&](const AccessPair &pair, const char *how) {
    std::string text;
    for (const int32_t index : {pair.first, pair.second}) {
      const Access &access = op.accesses[index];
      text += (text.empty() ? "'" : " and '") +
              problem.buffers[access.buffer].name + "' (";
      std::string names;
      for (TierId tier = 0;
           static_cast<size_t>(tier) < problem.target.tiers.size(); ++tier)
        if (mayServe(problem.target, access, tier) &&
            problem.mayBeIn(problem.buffers[access.buffer], tier))
          names += (names.empty() ? "'" : " or '") +
                   problem.target.tiers[tier].name + "'";
      text += (names.empty() ? "no tier" : names) + ")";
    }
    return text + how;
  };
  std::string text;
  for (const AccessPair &pair : op.apart)
    text += (text.empty() ? "" : ", ") + describe(pair, " in different tiers");
  for (const AccessPair &pair : op.together)
    text += (text.empty() ? "" : ", ") + describe(pair, " in the same tier");
  return "op '" + op.name + "' (step " + std::to_string(step) + ") needs " +
         text +
         " at once; no choice of tiers meets this within their capacities; "
         "allow its "
         "operands in more tiers, or add a tier";
}

ResolvedPairs memplace::resolvePairs(const Problem &problem, bool mayCut) {
  ResolvedPairs result;
  for (const Preference &preference : preferences) {
    Step failed = 0;
    PairResolver resolver(problem, preference, mayCut);
    std::optional<Problem> resolved = resolver.run(failed);
    if (!resolved) {
      result.problems.clear();
      result.message = describeFailure(problem, failed);
      result.failedStep = failed;
      result.isInfeasible = resolver.isProof(problem.ops[failed]);
      break;
    }
    if (std::find(result.problems.begin(), result.problems.end(), *resolved) ==
        result.problems.end())
      result.problems.push_back(std::move(*resolved));
  }
  return result;
}

Problem memplace::resolvePairsAs(const Problem &problem,
                                 const Solution &placement) {
  Problem resolved = problem;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    Op &op = resolved.ops[step];
    for (const std::vector<AccessPair> *pairs : {&op.apart, &op.together})
      for (const AccessPair &pair : *pairs)
        for (const int32_t index : {pair.first, pair.second})
          op.accesses[index].tiers = {
              placement.residencies[placement.served[step][index]].tier};
    op.apart.clear();
    op.together.clear();
  }
  return resolved;
}

Problem memplace::chooseByGreedy(std::vector<Problem> problems) {
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < problems.size() && problems.size() > 1; ++i) {
    GreedyChoice choice;
    const SolveResult result = solveGreedily(problems[i], {}, choice);
    const double seconds = result.solution
                               ? makespan(problems[i], *result.solution)
                               : std::numeric_limits<double>::infinity();
    if (seconds < least) {
      least = seconds;
      best = i;
    }
  }
  return std::move(problems[best]);
}
