//===- MemPlace.cpp - The C interface -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No exception leaves these functions: failures become errors.
//
//===----------------------------------------------------------------------===//

#include "memplace-c/MemPlace.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/CutSolve.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Verify/Verify.h"
#include "memplace/Version.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>

using namespace memplace;

struct MemPlaceProblem {
  explicit MemPlaceProblem(Problem given)
      : shared(std::make_shared<const Problem>(std::move(given))),
        problem(*shared) {}

  std::shared_ptr<const Problem> shared;
  const Problem &problem; // Refers to `shared`.
};
struct MemPlaceSolution {
  Solution solution;
  std::shared_ptr<const Problem>
      problem; // The problem it was found or read for.
};
struct MemPlaceResult {
  SolveStatus status = SolveStatus::LimitReached;
  std::string message;
  std::vector<std::string> notes;
  std::optional<MemPlaceSolution> solution;
  std::unique_ptr<MemPlaceProblem> cutProblem; // Null without cuts.
};
struct MemPlaceCancellation {
  std::atomic<bool> isRequested = false;
};

static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler may request a cancellation");

/// Returns a copy owned by the caller; null if out of memory.
static char *copyOf(std::string_view text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

static void report(char **error, std::string_view message) {
  if (error)
    *error = copyOf(message);
}

/// Returns the value of \p body, a Result, or \p failure with the error.
template <typename Value, typename Body>
static Value guarded(char **error, Value failure, Body body) {
  if (error)
    *error = nullptr;
  try {
    Result<Value> result = body();
    if (result)
      return *result;
    report(error, result.error());
  } catch (const std::bad_alloc &) {
    report(error, "out of memory");
  } catch (const std::exception &exception) {
    report(error, exception.what());
  }
  return failure;
}

/// Returns an error if the string \p text, named \p name in the header, is
/// null.
static std::optional<Error> checkGiven(const char *text,
                                       std::string_view name) {
  if (text)
    return std::nullopt;
  return Error{std::string(name) + " is null"};
}

/// Returns element \p index, or null.
template <typename Element>
static const Element *at(const std::vector<Element> &elements, int64_t index) {
  if (index < 0 || index >= static_cast<int64_t>(elements.size()))
    return nullptr;
  return &elements[static_cast<size_t>(index)];
}

template <typename Element>
static const char *nameAt(const std::vector<Element> &elements, int64_t index) {
  const Element *element = at(elements, index);
  return element ? element->name.c_str() : nullptr;
}

template <typename Element>
static int64_t sizeOf(const std::vector<Element> &elements) {
  return static_cast<int64_t>(elements.size());
}

const char *memplaceVersion(void) { return MEMPLACE_VERSION_STRING; }

void memplaceStringFree(char *string) { std::free(string); }

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

static Result<MemPlaceProblem *> toC(Result<Problem> problem) {
  if (!problem)
    return problem.takeError();
  return new MemPlaceProblem{std::move(*problem)};
}

MemPlaceProblem *memplaceProblemRead(const char *path, char **error) {
  return guarded<MemPlaceProblem *>(
      error, nullptr, [&]() -> Result<MemPlaceProblem *> {
        if (std::optional<Error> missing = checkGiven(path, "path"))
          return *missing;
        return toC(readProblem(path, findBuiltinTarget));
      });
}

MemPlaceProblem *memplaceProblemParse(const char *text, size_t length,
                                      const char *name, char **error) {
  return guarded<MemPlaceProblem *>(
      error, nullptr, [&]() -> Result<MemPlaceProblem *> {
        if (std::optional<Error> missing = checkGiven(text, "text"))
          return *missing;
        if (std::optional<Error> missing = checkGiven(name, "name"))
          return *missing;
        return toC(parseProblem(std::string_view(text, length), name,
                                findBuiltinTarget));
      });
}

void memplaceProblemDestroy(MemPlaceProblem *problem) { delete problem; }

const char *memplaceProblemName(const MemPlaceProblem *problem) {
  return problem->problem.name.c_str();
}

int64_t memplaceProblemNumBuffers(const MemPlaceProblem *problem) {
  return sizeOf(problem->problem.buffers);
}

const char *memplaceProblemBufferName(const MemPlaceProblem *problem,
                                      int64_t buffer) {
  return nameAt(problem->problem.buffers, buffer);
}

int64_t memplaceProblemBufferSize(const MemPlaceProblem *problem,
                                  int64_t buffer) {
  const Buffer *found = at(problem->problem.buffers, buffer);
  return found ? found->size : -1;
}

int64_t memplaceProblemNumSteps(const MemPlaceProblem *problem) {
  return problem->problem.numSteps();
}

const char *memplaceProblemOpName(const MemPlaceProblem *problem,
                                  int64_t step) {
  return nameAt(problem->problem.ops, step);
}

int64_t memplaceProblemNumAccesses(const MemPlaceProblem *problem,
                                   int64_t step) {
  const Op *op = at(problem->problem.ops, step);
  return op ? sizeOf(op->accesses) : -1;
}

int64_t memplaceProblemNumTiers(const MemPlaceProblem *problem) {
  return sizeOf(problem->problem.target.tiers);
}

const char *memplaceProblemTierName(const MemPlaceProblem *problem,
                                    int64_t tier) {
  return nameAt(problem->problem.target.tiers, tier);
}

int64_t memplaceProblemTierCapacity(const MemPlaceProblem *problem,
                                    int64_t tier) {
  const Tier *found = at(problem->problem.target.tiers, tier);
  return found ? found->capacity : -1;
}

int64_t memplaceProblemNumChannels(const MemPlaceProblem *problem) {
  return sizeOf(problem->problem.target.channels);
}

const char *memplaceProblemChannelName(const MemPlaceProblem *problem,
                                       int64_t channel) {
  return nameAt(problem->problem.target.channels, channel);
}

double memplaceProblemLowerBound(const MemPlaceProblem *problem, char **error) {
  return guarded<double>(error, -1, [&]() -> Result<double> {
    return lowerBoundOnMakespan(problem->problem);
  });
}

//===----------------------------------------------------------------------===//
// Solving
//===----------------------------------------------------------------------===//

char *memplaceListSolvers(void) {
  return guarded<char *>(nullptr, nullptr, [&]() -> Result<char *> {
    SolverRegistry solvers;
    registerAllSolvers(solvers);
    std::string lines;
    for (const std::string &name : solvers.names())
      lines += name + ": " + std::string(solvers.summary(name)) + "\n";
    return copyOf(lines);
  });
}

MemPlaceSolveOptions memplaceSolveOptionsDefault(void) {
  MemPlaceSolveOptions options{};
  options.structSize = sizeof(MemPlaceSolveOptions);
  options.solver = "greedy";
  return options;
}

MemPlaceCancellation *memplaceCancellationCreate(void) {
  return new (std::nothrow) MemPlaceCancellation;
}

void memplaceCancellationDestroy(MemPlaceCancellation *cancellation) {
  delete cancellation;
}

void memplaceCancellationRequest(MemPlaceCancellation *cancellation) {
  cancellation->isRequested = true;
}

static Result<SolveLimits> limitsOf(const MemPlaceSolveOptions &options) {
  SolveLimits limits;
  limits.seed = options.seed;
  if (!(options.timeLimit >= 0))
    return Error{"timeLimit must be above 0 seconds, or 0 for none"};
  if (options.timeLimit > 0)
    limits.timeLimit = std::chrono::duration<double>(options.timeLimit);
  if (options.cancellation)
    limits.cancel = &options.cancellation->isRequested;
  if (!options.progress)
    return limits;
  limits.progress = [options](const SolveProgress &progress) {
    const MemPlaceProgress told{
        progress.seconds,
        progress.makespan.value_or(std::numeric_limits<double>::quiet_NaN()),
        progress.fractionDone};
    return options.progress(&told, options.userData);
  };
  return limits;
}

static Result<MemPlaceResult *> solve(const MemPlaceProblem &problem,
                                      const MemPlaceSolveOptions &options) {
  if (options.structSize != sizeof(MemPlaceSolveOptions))
    return Error{"MemPlaceSolveOptions has " +
                 std::to_string(options.structSize) + " bytes, expected " +
                 std::to_string(sizeof(MemPlaceSolveOptions)) +
                 "; start from memplaceSolveOptionsDefault(), and build with "
                 "the header of memplace " MEMPLACE_VERSION_STRING};
  if (!options.solver)
    return Error{"no solver is named; see memplaceListSolvers()"};
  Result<SolverOptionValues> values =
      parseSolverOptions(options.solverOptions ? options.solverOptions : "");
  if (!values)
    return values.takeError();
  Result<SolveLimits> limits = limitsOf(options);
  if (!limits)
    return limits.takeError();
  Result<CutOptions> cut = parseCut(options.cut ? options.cut : "none");
  if (!cut)
    return Error{"cut " + cut.error()};
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<CutSolveResult> found = solveWithCuts(
      {solvers, options.solver, *values}, problem.problem, *limits, *cut);
  if (!found)
    return found.takeError();
  SolveResult *result = &found->result;
  auto answer = std::make_unique<MemPlaceResult>();
  if (cut->mode != CutOptions::Mode::None)
    answer->cutProblem =
        std::make_unique<MemPlaceProblem>(std::move(found->problem.problem));
  answer->status = result->status;
  answer->message = std::move(result->message);
  answer->notes = std::move(result->notes);
  if (result->solution)
    answer->solution = MemPlaceSolution{
        std::move(*result->solution),
        answer->cutProblem ? answer->cutProblem->shared : problem.shared};
  return answer.release();
}

MemPlaceResult *memplaceSolve(const MemPlaceProblem *problem,
                              const MemPlaceSolveOptions *options,
                              char **error) {
  return guarded<MemPlaceResult *>(error, nullptr,
                                   [&] { return solve(*problem, *options); });
}

void memplaceResultDestroy(MemPlaceResult *result) { delete result; }

const MemPlaceProblem *memplaceResultCutProblem(const MemPlaceResult *result) {
  return result->cutProblem.get();
}

MemPlaceStatus memplaceResultStatus(const MemPlaceResult *result) {
  switch (result->status) {
  case SolveStatus::Solved:
    return MEMPLACE_SOLVED;
  case SolveStatus::Optimal:
    return MEMPLACE_OPTIMAL;
  case SolveStatus::Infeasible:
    return MEMPLACE_INFEASIBLE;
  case SolveStatus::LimitReached:
    break;
  }
  return MEMPLACE_LIMIT_REACHED;
}

const char *memplaceResultMessage(const MemPlaceResult *result) {
  return result->message.c_str();
}

int64_t memplaceResultNumNotes(const MemPlaceResult *result) {
  return sizeOf(result->notes);
}

const char *memplaceResultNote(const MemPlaceResult *result, int64_t note) {
  const std::string *found = at(result->notes, note);
  return found ? found->c_str() : nullptr;
}

const MemPlaceSolution *memplaceResultSolution(const MemPlaceResult *result) {
  return result->solution ? &*result->solution : nullptr;
}

//===----------------------------------------------------------------------===//
// Solutions
//===----------------------------------------------------------------------===//

MemPlaceSolution *memplaceSolutionRead(const char *path,
                                       const MemPlaceProblem *problem,
                                       char **error) {
  return guarded<MemPlaceSolution *>(
      error, nullptr, [&]() -> Result<MemPlaceSolution *> {
        if (std::optional<Error> missing = checkGiven(path, "path"))
          return *missing;
        Result<Solution> solution = readSolution(path, problem->problem);
        if (!solution)
          return solution.takeError();
        return new MemPlaceSolution{std::move(*solution), problem->shared};
      });
}

void memplaceSolutionDestroy(MemPlaceSolution *solution) { delete solution; }

/// Returns the text of the file of \p solution. Fails if the problem of
/// \p solution differs from \p problem in name or contents.
static Result<std::string> print(const MemPlaceProblem &problem,
                                 const MemPlaceSolution &solution) {
  const bool isOfProblem =
      solution.problem == problem.shared ||
      printProblem(*solution.problem) == printProblem(problem.problem);
  if (!isOfProblem)
    return Error{"the solution is for another problem than '" +
                 problem.problem.name +
                 "'; give the one that it was found or read for"};
  return printSolution(problem.problem, solution.solution);
}

char *memplaceSolutionPrint(const MemPlaceSolution *solution,
                            const MemPlaceProblem *problem) {
  return guarded<char *>(nullptr, nullptr, [&]() -> Result<char *> {
    Result<std::string> text = print(*problem, *solution);
    if (!text)
      return text.takeError();
    return copyOf(*text);
  });
}

bool memplaceSolutionWrite(const MemPlaceSolution *solution,
                           const MemPlaceProblem *problem, const char *path,
                           char **error) {
  return guarded<bool>(error, false, [&]() -> Result<bool> {
    if (std::optional<Error> missing = checkGiven(path, "path"))
      return *missing;
    Result<std::string> text = print(*problem, *solution);
    if (!text)
      return text.takeError();
    if (std::optional<Error> failure = writeFile(path, *text))
      return *failure;
    return true;
  });
}

int64_t memplaceSolutionNumResidencies(const MemPlaceSolution *solution) {
  return sizeOf(solution->solution.residencies);
}

MemPlaceResidency memplaceSolutionResidency(const MemPlaceSolution *solution,
                                            int64_t residency) {
  const Residency *found = at(solution->solution.residencies, residency);
  if (!found)
    return {-1, -1, -1, -1, -1};
  return {found->buffer, found->tier, found->offset.value_or(-1),
          found->range.begin, found->range.end};
}

int64_t memplaceSolutionNumTransfers(const MemPlaceSolution *solution) {
  return sizeOf(solution->solution.transfers);
}

MemPlaceTransfer memplaceSolutionTransfer(const MemPlaceSolution *solution,
                                          const MemPlaceProblem *problem,
                                          int64_t transfer) {
  const Transfer *found = at(solution->solution.transfers, transfer);
  if (!found)
    return {-1, -1, -1, -1, -1, -1};
  const Residency *from = at(solution->solution.residencies, found->from);
  return {found->from,
          found->to,
          found->channel,
          found->start,
          found->done,
          from ? memplaceProblemBufferSize(problem, from->buffer) : -1};
}

int64_t memplaceSolutionServed(const MemPlaceSolution *solution, int64_t step,
                               int64_t access) {
  const std::vector<ResidencyId> *served = at(solution->solution.served, step);
  const ResidencyId *residency = served ? at(*served, access) : nullptr;
  return residency ? *residency : -1;
}

static std::optional<Error> whatBreaks(const Problem &problem,
                                       const Solution &solution) {
  if (std::optional<Violation> violation = verify(problem, solution))
    return Error{std::string(ruleName(violation->rule)) + ": " +
                 violation->message};
  if (std::optional<Error> error = checkClaims(problem, solution))
    return Error{"claim: " + error->message};
  return std::nullopt;
}

bool memplaceVerify(const MemPlaceProblem *problem,
                    const MemPlaceSolution *solution, char **error) {
  return guarded<bool>(error, false, [&]() -> Result<bool> {
    if (std::optional<Error> broken =
            whatBreaks(problem->problem, solution->solution))
      return *broken;
    return true;
  });
}

double memplaceSimulate(const MemPlaceProblem *problem,
                        const MemPlaceSolution *solution, char **error) {
  return guarded<double>(error, -1, [&]() -> Result<double> {
    if (std::optional<Error> broken =
            whatBreaks(problem->problem, solution->solution))
      return *broken;
    return makespan(problem->problem, solution->solution);
  });
}
