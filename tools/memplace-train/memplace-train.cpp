//===- memplace-train.cpp - Trains the agent ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "ToolMain.h"

#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <mutex>

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::tools;

/// Set by Ctrl-C. A signal handler may only set this flag.
static std::atomic<bool> isInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler must not wait");

/// Solves \p problem by several solvers for the warm start. Calls \p beat
/// repeatedly.
static std::vector<NamedSolution>
solveForStart(const Problem &problem, uint64_t seed,
              const std::function<void()> &beat) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  std::vector<NamedSolution> found;
  for (const char *name : {"msa", "greedy", "search"}) {
    SolverOptionValues options;
    if (std::string(name) == "search")
      options = {{"budget", "2000"}};
    SolveLimits limits;
    limits.seed = seed;
    // Never stop early, because these results are not searched again.
    limits.progress = [&](const SolveProgress &) {
      beat();
      return true;
    };
    Result<SolveResult> result =
        solveAndVerify(solvers, name, problem, limits, options);
    if (result && result->solution)
      found.push_back({name, std::move(*result->solution)});
  }
  return found;
}

/// Copies the checkpoint `settings.from` into a folder without a network, after
/// checking the checkpoint.
static std::optional<Error> startFrom(const Settings &settings) {
  const std::string checkpoint = settings.out + "/network.checkpoint";
  if (settings.from.empty() || std::filesystem::exists(checkpoint))
    return std::nullopt;
  Result<std::string> bytes = readFile(settings.from);
  if (!bytes)
    return bytes.takeError();
  const Result<std::unique_ptr<Network>> network =
      Network::fromBytes(*bytes, "cpu");
  if (!network)
    return Error{settings.from + ": " + network.error()};
  if (const std::optional<Error> error = checkNetworkForGame(
          (*network)->getConfig(), settings.trainer.play.kind))
    return Error{settings.from + ": " + error->message};
  std::error_code failed;
  std::filesystem::create_directories(settings.out, failed);
  if (failed)
    return Error{settings.out +
                 ": cannot make the folder: " + failed.message()};
  return writeFile(checkpoint, *bytes);
}

namespace {
/// Prints a progress message if nothing was printed for a while. Thread-safe.
class Heartbeat {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts a new activity.
  void begin(std::string what) {
    const std::scoped_lock lock(mutex);
    current = std::move(what);
    started = Clock::now();
  }
  /// Records other output.
  void rest() {
    const std::scoped_lock lock(mutex);
    lastLine = Clock::now();
  }
  void beat() {
    const std::scoped_lock lock(mutex);
    const Clock::time_point now = Clock::now();
    if (now - lastLine < period)
      return;
    lastLine = now;
    const std::chrono::duration<double> seconds = now - started;
    llvm::errs() << current
                 << llvm::format(": %.0f s so far\n", seconds.count());
  }

private:
  static constexpr std::chrono::seconds period{10};
  std::mutex mutex;
  std::string current;
  Clock::time_point started = Clock::now(), lastLine = started;
};
} // namespace

/// Describes the training problems before any long computation.
static void printStart(const std::vector<Instance> &instances) {
  if (instances.size() != 1) {
    llvm::errs() << "training on " << instances.size() << " problems\n";
    return;
  }
  const Instance &only = instances.front();
  llvm::errs() << "training on '" << only.problem.name
               << "': " << only.problem.ops.size() << " ops, "
               << only.problem.buffers.size() << " buffers, msa takes "
               << llvm::format("%.6g ms\n", 1e3 * only.msaSeconds);
}

static void printEvaluation(const char *what,
                            const EvaluationMetrics &metrics) {
  if (metrics.problems > 0)
    llvm::errs() << llvm::format(
        "  evaluation without noise, %d problems %s: mean %+.2f %% and best "
        "%+.2f %% over msa, %.0f %% of them better\n",
        metrics.problems, what, 100 * metrics.meanOverMsa,
        100 * metrics.bestOverMsa, 100 * metrics.shareBetter);
}

static void printProgress(const RoundMetrics &metrics) {
  llvm::errs() << llvm::format("round %lld: %lld episodes, ",
                               static_cast<long long>(metrics.round),
                               static_cast<long long>(metrics.episodes));
  if (metrics.simulationsPerSecond > 0)
    llvm::errs() << llvm::format("%.0f simulations/s, batches %.0f %% full, ",
                                 metrics.simulationsPerSecond,
                                 100 * metrics.batchFill);
  llvm::errs() << llvm::format(
      "mean %+.2f %% and best %+.2f %% over msa, losses %.3f policy, %.3f "
      "value\n",
      100 * metrics.meanOverMsa, 100 * metrics.bestOverMsa,
      metrics.losses.policy, metrics.losses.value);
  printEvaluation("trained on", metrics.training);
  printEvaluation("held out", metrics.heldOut);
}

static void printZeroShot(const char *what, const ZeroShotMetrics &metrics) {
  if (metrics.problems > 0)
    llvm::errs() << llvm::format("  the policy alone, %d problems %s: mean "
                                 "%+.2f %% over the native map, "
                                 "%.0f %% of them better\n",
                                 metrics.problems, what,
                                 100 * metrics.meanOverNative,
                                 100 * metrics.shareBetter);
}

static void printProgress(const EgrlRoundMetrics &metrics) {
  llvm::errs() << llvm::format(
      "round %lld: %lld maps, best %+.2f %% over the native map, losses %.3f "
      "critic, entropy %.3f\n",
      static_cast<long long>(metrics.round),
      static_cast<long long>(metrics.maps), 100 * metrics.bestOverNative,
      metrics.losses.critic, metrics.losses.entropy);
  printZeroShot("trained on", metrics.training);
  printZeroShot("held out", metrics.heldOut);
}

/// Reports the best placement of a single program, and copies it to
/// `settings.solution` if given.
static int reportBest(const Settings &settings, const Problem &problem,
                      double msaSeconds, const Incumbents &incumbents) {
  if (!incumbents.hasSolution(problem.name)) {
    llvm::errs() << "no placement was found\n";
    return 0;
  }
  std::string path = incumbents.solutionPath(problem.name);
  // Read back, so the report describes the file.
  Result<Solution> solution = readSolution(path, problem);
  if (!solution)
    return fail(solution.error());
  if (!settings.solution.empty()) {
    path = settings.solution;
    if (std::optional<Error> error =
            writeFile(path, printSolution(problem, *solution)))
      return fail(error->message);
  }
  const double seconds = makespan(problem, *solution);
  llvm::errs() << path
               << llvm::format(
                      ": %.6g ms, %+.2f %% over msa, by ", 1e3 * seconds,
                      msaSeconds > 0 ? 100 * (seconds / msaSeconds - 1) : 0.0)
               << solution->solver << "\n";
  return 0;
}

static int playOnly(const Settings &settings) {
  KnownMakespans known;
  if (!settings.known.empty()) {
    Result<std::string> text = readFile(settings.known);
    if (!text)
      return fail(text.error());
    Result<KnownMakespans> read = parseKnown(*text);
    if (!read)
      return fail(settings.known + ": " + read.error());
    known = std::move(*read);
  }
  Result<std::vector<Instance>> instances =
      loadInstances(settings.instances, known);
  if (!instances)
    return fail(instances.error());
  ActorOptions options;
  options.play = settings.trainer.play;
  options.device = settings.trainer.device;
  options.seed = settings.trainer.seed;
  options.gamesAtOnce = settings.trainer.selfPlay.gamesAtOnce;
  options.threads = settings.trainer.selfPlay.threads;
  options.episodes = settings.episodes;
  const Result<std::vector<Episode>> episodes = playEpisodes(
      settings.from, *instances, known, options, [] { return !isInterrupted; });
  if (!episodes)
    return fail(episodes.error());
  if (episodes->size() < options.episodes)
    return fail("stopped before all episodes were over; nothing was written");
  std::string text;
  for (const Episode &episode : *episodes)
    text += printEpisode(episode) + "\n";
  const std::optional<Error> error = writeFile(settings.playOnly, text);
  return error ? fail(error->message) : 0;
}

/// Runs one round on remote episodes.
static int learnOnly(const Settings &settings, Trainer &trainer,
                     const ShouldContinue &shouldContinue) {
  // After the warm start, whose results the actors need.
  if (shouldContinue())
    if (const std::optional<Error> error = trainer.writeForActors())
      return fail(error->message);
  const Result<InboxRound> round =
      trainer.learnFrom(settings.learnOnly, shouldContinue);
  if (!round)
    return fail(round.error());
  if (round->metrics)
    printProgress(*round->metrics);
  else if (shouldContinue())
    llvm::errs() << settings.learnOnly << ": nothing new to learn from\n";
  if (round->numWaiting > 0)
    llvm::errs() << settings.learnOnly << ": " << round->numWaiting
                 << " more files wait for the next round\n";
  if (isInterrupted)
    llvm::errs() << "stopped; run it again to go on\n";
  return 0;
}

/// Returns a predicate: false after Ctrl-C or the time limit, counted from now.
/// Each call is a heartbeat.
static ShouldContinue untilStopped(const Settings &settings,
                                   Heartbeat &heartbeat) {
  const auto start = std::chrono::steady_clock::now();
  return [&settings, &heartbeat, start] {
    heartbeat.beat();
    const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    return !isInterrupted &&
           (settings.timeLimit <= 0 || seconds.count() < settings.timeLimit);
  };
}

/// Runs the requested number of rounds with a trainer of either algorithm.
template <typename AnyTrainer>
static int runRounds(const Settings &settings, AnyTrainer &trainer,
                     const std::vector<Instance> &instances,
                     Heartbeat &heartbeat,
                     const ShouldContinue &shouldContinue) {
  for (int64_t round = 0;
       (settings.rounds == 0 || round < settings.rounds) && shouldContinue();
       ++round) {
    heartbeat.begin("round under way");
    const auto metrics = trainer.runRound(shouldContinue);
    if (!metrics)
      return fail(metrics.error());
    if (*metrics) {
      printProgress(**metrics);
      heartbeat.rest();
    }
  }
  if (isInterrupted)
    llvm::errs() << "stopped; run it again to go on\n";
  return settings.instances.program.empty()
             ? 0
             : reportBest(settings, instances.front().problem,
                          instances.front().msaSeconds,
                          trainer.getIncumbents());
}

static int train(const Settings &settings) {
  Result<std::vector<Instance>> instances = loadInstances(settings.instances);
  if (!instances)
    return fail(instances.error());
  if (std::optional<Error> error = startFrom(settings))
    return fail(error->message);
  const Result<std::unique_ptr<Trainer>> opened =
      Trainer::open(settings.out, *instances, settings.trainer);
  if (!opened)
    return fail(opened.error());
  Trainer &trainer = **opened;
  if (settings.learnOnly.empty())
    printStart(*instances);

  Heartbeat heartbeat;
  heartbeat.begin("solving for a start");
  const ShouldContinue shouldContinue = untilStopped(settings, heartbeat);
  if (settings.warmStart)
    if (const std::optional<Error> error = trainer.warmStart(
            [&](const Problem &problem) {
              return solveForStart(problem, settings.trainer.seed,
                                   [&] { heartbeat.beat(); });
            },
            shouldContinue))
      return fail(error->message);
  if (!settings.learnOnly.empty())
    return learnOnly(settings, trainer, shouldContinue);
  return runRounds(settings, trainer, *instances, heartbeat, shouldContinue);
}

static int trainEgrl(const Settings &settings) {
  Result<std::vector<Instance>> instances = loadInstances(settings.instances);
  if (!instances)
    return fail(instances.error());
  const Result<std::unique_ptr<EgrlTrainer>> trainer =
      EgrlTrainer::open(settings.out, *instances, settings.egrl);
  if (!trainer)
    return fail(trainer.error());
  printStart(*instances);
  Heartbeat heartbeat;
  const ShouldContinue shouldContinue = untilStopped(settings, heartbeat);
  return runRounds(settings, **trainer, *instances, heartbeat, shouldContinue);
}

int main(int argc, char **argv) {
  const Result<Settings> settings = readSettings(argc, argv);
  if (!settings)
    return fail(settings.error());
  std::signal(SIGINT, [](int) { isInterrupted = true; });
  if (settings->isEgrl)
    return trainEgrl(*settings);
  return settings->playOnly.empty() ? train(*settings) : playOnly(*settings);
}
