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
      this->budget = limits.wallTime ? maxBudget : 2000;
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

/// Options of `random-key`.
struct PopulationOptions {
  int64_t budget = 0;
  int64_t population = 100;
  double elite = 0.15;   // Share of the population kept as elite.
  double mutants = 0.15; // Share replaced by random vectors.
  double bias = 0.7;     // Probability of the elite parent's key.
};

class RandomKeySolver : public Improver {
public:
  std::vector<SolverOption> options() const override {
    return {{"bias", printNumber(values.bias),
             "probability of inheriting a key from the elite parent"},
            {"budget", printNumber(values.budget), budgetText},
            {"elite", printNumber(values.elite),
             "share of the population in the elite, which survives"},
            {"mutants", printNumber(values.mutants),
             "share of random individuals in each generation"},
            {"population", printNumber(values.population),
             "key vectors per generation"}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "bias")
      return readNumber<double>(value, 0, 1, values.bias);
    if (name == "budget")
      return readNumber<int64_t>(value, 0, maxBudget, values.budget);
    if (name == "elite")
      return readNumber<double>(value, 0, 1, values.elite);
    if (name == "mutants")
      return readNumber<double>(value, 0, 1, values.mutants);
    if (name == "population")
      return readNumber<int64_t>(value, 2, 100000, values.population);
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
    Decodes decode(decoder, values.budget, limits, rival, watch);
    Random random(limits.seed);
    std::vector<Member> members;
    const auto add = [&](Keys keys) {
      const std::optional<double> seconds = decode(keys);
      if (seconds)
        members.push_back(
            {*seconds, decoder.numEvaluations(), std::move(keys)});
      return seconds.has_value();
    };
    for (int64_t i = 0; decoder.canMove() && i < values.population; ++i)
      if (!add(i < static_cast<int64_t>(decoder.numVariants())
                   ? decoder.neutralKeys(i)
                   : decoder.randomKeys(random)))
        break;
    while (static_cast<int64_t>(members.size()) == values.population &&
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
    const auto size = static_cast<size_t>(values.population);
    const auto share = [&](double part) {
      return std::clamp<size_t>(
          static_cast<size_t>(part * static_cast<double>(size)), 1, size - 1);
    };
    const size_t numElite = share(values.elite);
    const size_t numMutants = std::min(share(values.mutants), size - numElite);
    const std::vector<Member> parents = members;
    members.resize(numElite);
    while (members.size() < size) {
      if (members.size() < numElite + numMutants) {
        if (!add(decoder.randomKeys(random)))
          return false;
        continue;
      }
      const Keys &elite = parents[random.below(numElite)].keys;
      const Keys &other =
          parents[numElite + random.below(size - numElite)].keys;
      Keys child = other;
      for (size_t i = 0; i < child.size(); ++i)
        if (random.chance(values.bias))
          child[i] = elite[i];
      if (!add(std::move(child)))
        return false;
    }
    return true;
  }

  PopulationOptions values;
};

} // namespace

std::unique_ptr<Solver> memplace::createRandomKeySolver() {
  return std::make_unique<RandomKeySolver>();
}
