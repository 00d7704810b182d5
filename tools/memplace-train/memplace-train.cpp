//===- memplace-train.cpp - Trains the agent ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"
#include "ToolMain.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-train: train the agent that places buffers\n\n"
    "Plays mallocGame (docs/agent.md) on the problems of a folder and learns "
    "from it, over\nand over, until --rounds or --time-limit, or Ctrl-C. The "
    "output folder has the network\n(network.checkpoint), the episodes "
    "(replay.jsonl), the metrics (metrics.jsonl) and\ntheir curves "
    "(curves.html); given again, it goes on from there. What is lost when it "
    "is\nkilled are the episodes that were being played.\n\n"
    "On many machines a round is taken apart (python -m memplace.distributed, "
    "docs/distributed.md):\nactors play and write files of episodes "
    "(--play-only), a learner learns from them\n(--learn-only).\n\n"
    "EXAMPLES:\n\n"
    "  memplace-train --instances=benchmarks/problems/tpu --out=run\n"
    "  memplace-train --program=model.problem.json --out=mine\n"
    "  memplace-train --instances=problems --learn-only=inbox --out=run\n"
    "  memplace-train --instances=problems --play-only=inbox/1.jsonl "
    "--from=run/play.checkpoint\n";

static const char *const exitStatus =
    "  0  trained as long as asked, or stopped by Ctrl-C\n"
    "  1  bad options, bad input, or the output can't be written; "
    "--play-only was stopped\n";

/// Set by Ctrl-C: the only thing that a signal handler may do.
static volatile std::sig_atomic_t isInterrupted = 0;

namespace {

struct Settings {
  InstanceChoice instances;
  std::string from, out, solution;
  std::string playOnly, known, learnOnly;
  size_t episodes = 0;  // With playOnly.
  double timeLimit = 0; // Seconds; 0: none.
  int64_t rounds = 0;   // 0: no limit.
  bool warmStart = true;
  TrainerOptions trainer;
};

} // namespace

static std::vector<NamedSolution> solveForStart(const Problem &problem,
                                                uint64_t seed) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  std::vector<NamedSolution> found;
  for (const char *name : {"msa", "greedy", "search"}) {
    SolverOptionValues options;
    if (std::string(name) == "search")
      options = {{"budget", "2000"}};
    SolveLimits limits;
    limits.seed = seed;
    Result<SolveResult> result =
        solveAndVerify(solvers, name, problem, limits, options);
    if (result && result->solution)
      found.push_back({name, std::move(*result->solution)});
  }
  return found;
}

/// The network that comes along, at the same way from this program in each
/// tree.
static std::string shippedCheckpoint(const char *program) {
  const std::string self = llvm::sys::fs::getMainExecutable(
      program, reinterpret_cast<void *>(&shippedCheckpoint));
  llvm::SmallString<128> path = llvm::sys::path::parent_path(self);
  llvm::sys::path::append(path, MEMPLACE_AGENT_DATA, "network.checkpoint");
  return std::string(path);
}

/// Copies the checkpoint to start from into a folder that has none.
static std::optional<Error> startFrom(const Settings &settings) {
  const std::string checkpoint = settings.out + "/network.checkpoint";
  if (settings.from.empty() || std::filesystem::exists(checkpoint))
    return std::nullopt;
  Result<std::string> bytes = readFile(settings.from);
  if (!bytes)
    return Error{bytes.error()};
  std::error_code failed;
  std::filesystem::create_directories(settings.out, failed);
  if (failed)
    return Error{settings.out +
                 ": cannot make the folder: " + failed.message()};
  return writeFile(checkpoint, *bytes);
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

/// Says where the best placement of a single program is, and copies it to where
/// it is wanted.
static int reportBest(const Settings &settings, const Problem &problem,
                      double msaSeconds, const Incumbents &incumbents) {
  if (!incumbents.hasSolution(problem.name)) {
    llvm::errs() << "no placement was found\n";
    return 0;
  }
  std::string path = incumbents.solutionPath(problem.name);
  // Read again: what is said of it is true of the file.
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
    if (std::string error = parseKnown(*text, known); !error.empty())
      return fail(settings.known + ": " + error);
  }
  Result<std::vector<Instance>> instances =
      loadInstances(settings.instances, known);
  if (!instances)
    return fail(instances.error());
  ActorOptions options;
  options.play = settings.trainer.play;
  options.device = settings.trainer.device;
  options.seed = settings.trainer.seed;
  options.gamesAtOnce = settings.trainer.gamesAtOnce;
  options.threads = settings.trainer.threads;
  options.episodes = settings.episodes;
  std::vector<Episode> episodes;
  if (std::string error = playEpisodes(
          settings.from, *instances, known, options,
          [] { return !isInterrupted; }, episodes);
      !error.empty())
    return fail(error);
  if (episodes.size() < options.episodes)
    return fail("stopped before all episodes were over; nothing was written");
  std::string text;
  for (const Episode &episode : episodes)
    text += printEpisode(episode) + "\n";
  const std::optional<Error> error = writeFile(settings.playOnly, text);
  return error ? fail(error->message) : 0;
}

/// One round, with what others played.
static int learnOnly(const Settings &settings, Trainer &trainer,
                     const std::function<bool()> &goesOn) {
  // Only once the warm start is over: actors would not know of it.
  if (std::string error = goesOn() ? trainer.writeForActors() : "";
      !error.empty())
    return fail(error);
  RoundMetrics metrics;
  bool isDone = false;
  size_t waiting = 0;
  if (std::string error = trainer.learnFrom(settings.learnOnly, goesOn, metrics,
                                            isDone, waiting);
      !error.empty())
    return fail(error);
  if (isDone)
    printProgress(metrics);
  else if (goesOn())
    llvm::errs() << settings.learnOnly << ": nothing new to learn from\n";
  if (waiting > 0)
    llvm::errs() << settings.learnOnly << ": " << waiting
                 << " more files wait for the next round\n";
  if (isInterrupted)
    llvm::errs() << "stopped; run it again to go on\n";
  return 0;
}

static int train(const Settings &settings) {
  Result<std::vector<Instance>> instances = loadInstances(settings.instances);
  if (!instances)
    return fail(instances.error());
  if (std::optional<Error> error = startFrom(settings))
    return fail(error->message);
  std::unique_ptr<Trainer> trainer;
  std::string error =
      Trainer::open(settings.out, *instances, settings.trainer, trainer);
  if (!error.empty())
    return fail(error);

  const auto start = std::chrono::steady_clock::now();
  const auto goesOn = [&] {
    const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    return !isInterrupted &&
           (settings.timeLimit <= 0 || seconds.count() < settings.timeLimit);
  };
  if (settings.warmStart) {
    error = trainer->warmStart(
        [&](const Problem &problem) {
          return solveForStart(problem, settings.trainer.seed);
        },
        goesOn);
    if (!error.empty())
      return fail(error);
  }
  if (!settings.learnOnly.empty())
    return learnOnly(settings, *trainer, goesOn);
  for (int64_t round = 0;
       (settings.rounds == 0 || round < settings.rounds) && goesOn(); ++round) {
    RoundMetrics metrics;
    bool isDone = false;
    error = trainer->runRound(goesOn, metrics, isDone);
    if (!error.empty())
      return fail(error);
    if (isDone)
      printProgress(metrics);
  }
  if (isInterrupted)
    llvm::errs() << "stopped; run it again to go on\n";
  return settings.instances.program.empty()
             ? 0
             : reportBest(settings, instances->front().problem,
                          instances->front().msaSeconds,
                          trainer->getIncumbents());
}

int main(int argc, char **argv) {
  cl::OptionCategory category("memplace-train options");
  cl::opt<std::string> instances("instances", cl::cat(category),
                                 cl::value_desc("DIR"),
                                 cl::desc("Folder of *.problem.json[.gz]"));
  cl::opt<std::string> program(
      "program", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("One problem instead: the agent learns this program"));
  cl::opt<std::string> from(
      "from", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Checkpoint to start from (default: none; with "
               "--program, unless --network, --width or "
               "--model are given, that which comes "
               "along)"));
  cl::opt<std::string> out("out", cl::cat(category), cl::value_desc("DIR"),
                           cl::desc("Folder of the run, made if needed"));
  cl::opt<std::string> solution(
      "solution", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Write the best placement of --program here, too"));
  cl::opt<bool> noHoldOut("train-on-all", cl::cat(category),
                          cl::desc("Hold no model family out for evaluation"));
  cl::opt<std::string> model(
      "model", cl::cat(category), cl::init("exact"),
      cl::desc(
          "'exact': the game steps the tree; 'learned': the network does"));
  cl::opt<double> timeLimit("time-limit", cl::cat(category), cl::init(0),
                            cl::value_desc("SECONDS"),
                            cl::desc("Stop after so long (0: never)"));
  cl::opt<int64_t> rounds("rounds", cl::cat(category), cl::init(0),
                          cl::desc("Stop after so many rounds (0: never)"));
  cl::opt<uint64_t> seed("seed", cl::cat(category), cl::init(0),
                         cl::desc("Of all randomness"));
  cl::opt<int32_t> simulations("simulations", cl::cat(category), cl::init(8),
                               cl::desc("Simulations a move"));
  cl::opt<uint32_t> games("games", cl::cat(category), cl::init(16),
                          cl::desc("Games that are played at once"));
  cl::opt<int64_t> steps("steps", cl::cat(category), cl::init(256),
                         cl::desc("Steps of the optimizer a round"));
  cl::opt<int64_t> batch("batch", cl::cat(category), cl::init(128),
                         cl::desc("States a step"));
  cl::opt<std::string> network(
      "network", cl::cat(category), cl::init("small"),
      cl::desc("Size of a new network: 'small' (for a CPU) or 'large'"));
  cl::opt<int64_t> width("width", cl::cat(category), cl::init(0),
                         cl::desc("Its width, if not that of --network"));
  cl::opt<double> rate("learning-rate", cl::cat(category), cl::init(1e-3),
                       cl::desc("Of the optimizer, AdamW"));
  cl::opt<std::string> device("device", cl::cat(category), cl::init("cpu"),
                              cl::desc("'cpu' or 'cuda'"));
  cl::opt<int32_t> threads("num-threads", cl::cat(category), cl::init(1),
                           cl::desc("Threads; with one, runs with the same "
                                    "seed are the same"));
  cl::opt<double> reanalyse(
      "reanalyse", cl::cat(category), cl::init(0.25),
      cl::desc("Old episodes searched again, for each that is played"));
  cl::opt<double> imitation(
      "imitation", cl::cat(category), cl::init(0.5),
      cl::desc("Share of a batch from the best episodes known, at the start; "
               "it falls to a quarter of that"));
  cl::opt<int64_t> evaluateEvery(
      "evaluate-every", cl::cat(category), cl::init(20),
      cl::desc("Rounds between evaluations without noise (0: none)"));
  cl::opt<std::string> playOnlyFile(
      "play-only", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Only play, with the network of --from, and write the episodes "
               "to this file, whole or not at all; needs no --out"));
  cl::opt<int64_t> episodes("episodes", cl::cat(category), cl::init(0),
                            cl::desc("With --play-only: how many (0: as many "
                                     "as --games)"));
  cl::opt<std::string> known(
      "known", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("With --play-only: the best makespans known, known.json of the "
               "learner's folder"));
  cl::opt<std::string> learnOnlyFolder(
      "learn-only", cl::cat(category), cl::value_desc("DIR"),
      cl::desc("Play nothing: one round with the files *.jsonl of this folder "
               "from which the run has not learned yet (its batches.jsonl); "
               "writes play.checkpoint and known.json for actors"));
  cl::opt<uint64_t> replay("replay", cl::cat(category), cl::init(2000),
                           cl::desc("Newest episodes to learn from"));
  cl::opt<bool> coldStart(
      "cold-start", cl::cat(category),
      cl::desc("Do not start from what heuristic solvers place"));
  parseCommandLine(argc, argv, category, overview, exitStatus);

  const bool isActor = !playOnlyFile.empty();
  if (isActor && !learnOnlyFolder.empty())
    return fail("--play-only and --learn-only exclude each other");
  if (isActor && (from.empty() || !out.empty()))
    return fail("--play-only needs --from=FILE, and has no --out");
  if (!isActor && out.empty())
    return fail("--out=DIR is needed");
  if (!isActor && (!known.empty() || episodes != 0))
    return fail("--known and --episodes need --play-only");
  if (rounds != 0 && (isActor || !learnOnlyFolder.empty()))
    return fail("--rounds is of no use with --play-only and --learn-only");
  if (isActor && timeLimit != 0)
    return fail("--time-limit is of no use with --play-only");
  if (instances.empty() == program.empty())
    return fail("either --instances=DIR or --program=FILE is needed");
  if (model != "exact" && model != "learned")
    return fail("--model must be 'exact' or 'learned', got '" + model + "'");
  if (network != "small" && network != "large")
    return fail("--network must be 'small' or 'large', got '" + network + "'");
  if (width < 0)
    return fail("--width must be at least 1 (0: that of --network)");
  if (simulations < 1 || games < 1 || steps < 1 || batch < 1 || threads < 1)
    return fail(
        "--simulations, --games, --steps, --batch and --num-threads must "
        "be at least 1");
  if (!(rate > 0) || !std::isfinite(rate))
    return fail("--learning-rate must be above 0");
  if (episodes < 0 || replay < 1)
    return fail("--replay must be at least 1, --episodes at least 0");
  if (!(reanalyse >= 0) || !(imitation >= 0 && imitation <= 1) ||
      evaluateEvery < 0)
    return fail("--reanalyse and --evaluate-every must be at least 0, "
                "--imitation from 0 to 1");
  if (!solution.empty() && program.empty())
    return fail("--solution needs --program");
  Settings settings;
  settings.instances = {instances, program, !noHoldOut, isActor};
  settings.from = from;
  if (from.empty() && !program.empty() && network.getNumOccurrences() == 0 &&
      width.getNumOccurrences() == 0 && model.getNumOccurrences() == 0)
    settings.from = shippedCheckpoint(argv[0]);
  settings.out = out;
  settings.solution = solution;
  settings.playOnly = playOnlyFile;
  settings.known = known;
  settings.learnOnly = learnOnlyFolder;
  settings.episodes =
      episodes == 0 ? games : static_cast<size_t>(episodes.getValue());
  settings.timeLimit = timeLimit;
  settings.rounds = rounds;
  settings.warmStart = !coldStart;
  TrainerOptions &trainer = settings.trainer;
  trainer.play.kind = model == "exact" ? ModelKind::Exact : ModelKind::Learned;
  trainer.play.search.numSimulations = simulations;
  trainer.network = configForGame(trainer.play.kind);
  if (network == "small") {
    trainer.network.width = 64;
    trainer.network.towerChannels = 4;
    trainer.network.blocks = 1;
  } else {
    trainer.network.width = 128;
  }
  if (width > 0)
    trainer.network.width = width;
  trainer.device = device;
  trainer.seed = seed;
  trainer.gamesAtOnce = games;
  trainer.replayCapacity = replay;
  trainer.batchSize = batch;
  trainer.stepsPerRound = steps;
  trainer.optimizer.learningRate = rate;
  trainer.threads = threads;
  trainer.reanalyse = reanalyse;
  trainer.imitationShare = imitation;
  trainer.imitationLeast = imitation / 4;
  trainer.evaluateEvery = evaluateEvery;
  std::signal(SIGINT, [](int) { isInterrupted = 1; });
  return isActor ? playOnly(settings) : train(settings);
}
