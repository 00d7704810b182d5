//===- GameBindings.cpp - mallocGame for Python ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Unlocked.h"

#include "agent/Game/Features.h"
#include "agent/Game/Trace.h"
#include "memplace/Verify/Verify.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace memplace;
using namespace memplace::python;

namespace {

/// A game in Python. Checks the preconditions asserted by Game.h.
struct BoundGame {
  ProblemPtr problem;
  Game game;

  void requireNotOver() const {
    if (game.isOver())
      throw InputError("the game is over; undo() or start a new one");
  }
};

} // namespace

static BoundGame makeGame(const BoundProblem &problem) {
  const Unlocked unlocked;
  return {problem.problem, valueOf(Game::create(*problem.problem))};
}

static const char *nameOf(GameAction action) {
  return action == dropAction     ? "Drop"
         : action == noCopyAction ? "NoCopy"
                                  : "Copy";
}

static std::pair<double, int32_t> step(BoundGame &self, int64_t action) {
  self.requireNotOver();
  const int32_t count = self.game.numActions();
  if (action < 0 || action >= count)
    throw InputError("there is no action " + std::to_string(action) +
                     "; actions are 0 to " + std::to_string(count - 1));
  const GameAction wanted = static_cast<GameAction>(action);
  GameStep result;
  if (!self.game.apply(wanted, result)) {
    const UseUnit &unit = self.game.getUnits()[self.game.position()];
    throw InputError("action " + std::to_string(action) + " (" +
                     nameOf(wanted) + ") is not legal for buffer '" +
                     self.problem->buffers[unit.buffer].name + "' at step " +
                     std::to_string(unit.step) + "; see legal_mask()");
  }
  return {result.reward, result.lastUse};
}

static nb::object legalMask(BoundGame &self) {
  self.requireNotOver();
  const std::vector<bool> &legal = self.game.legalActions();
  // A vector of bool has no contiguous data.
  auto mask = std::make_unique<bool[]>(legal.size());
  std::copy(legal.begin(), legal.end(), mask.get());
  bool *const data = mask.get();
  const nb::capsule owner(mask.release(), [](void *pointer) noexcept {
    delete[] static_cast<bool *>(pointer);
  });
  return nb::ndarray<nb::numpy, bool>(data, {legal.size()}, owner).cast();
}

static nb::object observation(BoundGame &self) {
  self.requireNotOver();
  if (self.game.numActions() > Observation::actions)
    throw InputError("a game of " + std::to_string(self.game.numActions()) +
                     " actions can't be observed, the most are " +
                     std::to_string(Observation::actions) +
                     "; use a target with fewer tiers");
  std::vector<float> numbers(static_cast<size_t>(Observation::size));
  observe(self.game, numbers);
  return makeArray(std::move(numbers));
}

static nb::object units(const BoundGame &self) {
  std::vector<int64_t> numbers;
  for (const UseUnit &unit : self.game.getUnits())
    numbers.insert(numbers.end(), {unit.buffer, unit.step, unit.use});
  return makeArray(std::move(numbers), 3);
}

static void undo(BoundGame &self) {
  if (self.game.numDecisions() == 0)
    throw InputError("there is no action to take back");
  self.game.undo();
}

static std::vector<GameAction> replay(BoundGame &self,
                                      const BoundSolution &solution) {
  if (self.game.numDecisions() != 0)
    throw InputError("a placement is replayed from the start of the game");
  if (*solution.problem != *self.problem)
    throw InputError("the placement is of another problem");
  if (const auto violation = verify(*self.problem, solution.solution))
    throw InputError("only a legal placement can be replayed: " +
                     std::string(ruleName(violation->rule)) + ": " +
                     violation->message);
  return playTrace(self.game, solution.solution);
}

/// Adds the methods that do not change the game.
static void addQueries(nb::class_<BoundGame> &type) {
  type.def_prop_ro("num_actions",
                   [](const BoundGame &self) { return self.game.numActions(); })
      .def_prop_ro("units", units,
                   nb::for_getter(nb::sig(
                       "def units(self) -> numpy.typing.NDArray[numpy.int64]")))
      .def_prop_ro("position",
                   [](const BoundGame &self) { return self.game.position(); })
      .def_prop_ro("is_over",
                   [](const BoundGame &self) { return self.game.isOver(); })
      .def_prop_ro(
          "num_decisions",
          [](const BoundGame &self) { return self.game.numDecisions(); })
      .def_prop_ro("baseline",
                   [](const BoundGame &self) { return self.game.baseline(); })
      .def_prop_ro(
          "reward_so_far",
          [](const BoundGame &self) { return self.game.rewardSoFar(); })
      .def_prop_ro("hash",
                   [](const BoundGame &self) { return self.game.hash(); })
      .def("legal_mask", legalMask,
           nb::sig("def legal_mask(self) -> numpy.typing.NDArray[numpy.bool]"))
      .def(
          "action_rewards",
          [](BoundGame &self) {
            self.requireNotOver();
            return makeArray(std::vector<double>(self.game.actionRewards()));
          },
          nb::sig("def action_rewards(self) -> "
                  "numpy.typing.NDArray[numpy.float64]"))
      .def("observation", observation,
           nb::sig("def observation(self) -> "
                   "numpy.typing.NDArray[numpy.float32]"))
      .def("makespan",
           [](const BoundGame &self) { return self.game.makespan(); })
      .def("final_reward",
           [](const BoundGame &self) {
             if (!self.game.isOver())
               throw InputError("the final reward is known at the end only");
             return self.game.finalReward();
           })
      .def("solution", [](const BoundGame &self) {
        return BoundSolution{self.problem, self.game.solution()};
      });
}

static nb::dict observationLayout() {
  nb::dict layout;
  layout["version"] = Observation::version;
  layout["size"] = Observation::size;
  layout["actions"] = Observation::actions;
  layout["rows_before"] = Observation::rowsBefore;
  layout["use_size"] = Observation::useSize;
  layout["picture"] = nb::make_tuple(Observation::channels, Observation::rows,
                                     Observation::columns);
  layout["vector"] = nb::make_tuple(Observation::vectorSize);
  layout["list"] = nb::make_tuple(Observation::ahead, Observation::aheadSize);
  return layout;
}

void python::bindGame(nb::module_ &module) {
  nb::class_<BoundGame> type(module, "Game");
  type.def(
      "__init__",
      [](BoundGame *self, const BoundProblem &problem) {
        new (self) BoundGame(makeGame(problem));
      },
      nb::arg("problem"));
  addQueries(type);
  type.def("step", step, nb::arg("action"))
      .def("undo", undo)
      .def("replay", replay, nb::arg("solution"));
  module.def("observation_layout", observationLayout,
             nb::sig("def observation_layout() -> dict[str, typing.Any]"));
}
