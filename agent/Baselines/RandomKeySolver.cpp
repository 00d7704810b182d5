//===- RandomKeySolver.cpp - Genetic algorithm on random keys -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A baseline over the decoder of `search`: a population of key vectors (a
// biased random-key genetic algorithm). See docs/guide/solvers.md.
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include "KeyDecoder.h"

#include "lib/Solver/OptionValue.h"
#include "lib/Solver/Search/Improver.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

constexpr const char *budgetText =
    "placements to simulate; 0: until the time limit, or 2000 without a limit";

/// Decodes keys until the budget is spent or the stop criterion holds.
class Decodes {
public:
  Decodes(KeyDecoder &decoder, int64_t budget, const SolveLimits &limits,
          double rival, StopCriterion &watch)
      : decoder(decoder), rival(rival), watch(watch), budget(budget) {
    if (budget == 0)
      this->budget = limits.timeLimit ? maxBudget : 2000;
  }

  /// Returns the makespan in seconds; nothing if the search must stop.
  std::optional<double> operator()(const Keys &keys) {
    if (decoder.numEvaluations() >= budget || watch.wasOver() ||
        watch.isAtBound(std::min(rival, decoder.bestSeconds())))
      return std::nullopt;
    return decoder.decode(keys, [this] { return shouldContinue(); });
  }

private:
  bool shouldContinue() {
    if (calls++ % 64 != 0)
      return !watch.isOver();
    return watch.report(std::min(rival, decoder.bestSeconds()),
                        static_cast<double>(decoder.numEvaluations()) /
                            static_cast<double>(budget));
  }

  KeyDecoder &decoder;
  const double rival;
  StopCriterion &watch;
  int64_t budget;
  int64_t calls = 0;
};

constexpr size_t population = 100; // Key vectors of a generation.
constexpr size_t numElite = 15;    // Of them, kept for the next one.
constexpr size_t numMutants = 15;  // Of them, random in the next one.
constexpr double bias = 0.7;       // Probability of the elite parent's key.

class RandomKeySolver : public Improver {
public:
  std::vector<SolverOption> options() const override {
    return {{"budget", printNumber(budget), budgetText}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "budget")
      return readNumber<int64_t>(value, 0, maxBudget, budget);
    return Error{"is unknown"};
  }

private:
  struct Member {
    double seconds = 0;
    int64_t number = 0; // Count of evaluations at its decoding.
    Keys keys;

    /// Orders members by makespan; among equals, the older member comes first.
    bool operator<(const Member &other) const {
      return std::tie(seconds, number) < std::tie(other.seconds, other.number);
    }
  };

  std::vector<BufferPlan> improve(const AccessIndex &uses,
                                  const Placement &base,
                                  const SolveLimits &limits, double rival,
                                  StopCriterion &watch) override {
    KeyDecoder decoder(uses, base);
    Decodes decode(decoder, budget, limits, rival, watch);
    Random random(limits.seed);
    std::vector<Member> members;
    const auto add = [&](Keys keys) {
      const std::optional<double> seconds = decode(keys);
      if (seconds)
        members.push_back(
            {*seconds, decoder.numEvaluations(), std::move(keys)});
      return seconds.has_value();
    };
    for (size_t i = 0; decoder.canMove() && i < population; ++i)
      if (!add(i < decoder.numVariants() ? decoder.neutralKeys(i)
                                         : decoder.randomKeys(random)))
        break;
    while (members.size() == population &&
           breed(members, decoder, random, add)) {
    }
    return decoder.bestPlans();
  }

  // Replaces \p members by the next generation. Returns false if the search
  // must stop.
  template <typename Add>
  bool breed(std::vector<Member> &members, const KeyDecoder &decoder,
             Random &random, const Add &add) const {
    std::sort(members.begin(), members.end());
    const std::vector<Member> parents = members;
    members.resize(numElite);
    while (members.size() < population) {
      if (members.size() < numElite + numMutants) {
        if (!add(decoder.randomKeys(random)))
          return false;
        continue;
      }
      const Keys &elite = parents[random.below(numElite)].keys;
      const Keys &other =
          parents[numElite + random.below(population - numElite)].keys;
      Keys child = other;
      for (size_t i = 0; i < child.size(); ++i)
        if (random.chance(bias))
          child[i] = elite[i];
      if (!add(std::move(child)))
        return false;
    }
    return true;
  }

  int64_t budget = 0;
};

} // namespace

std::unique_ptr<Solver> memplace::createRandomKeySolver() {
  return std::make_unique<RandomKeySolver>();
}
