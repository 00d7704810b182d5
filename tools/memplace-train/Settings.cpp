//===- Settings.cpp - The command line of memplace-train ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "ToolMain.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-train: train the agent that places buffers\n\n"
    "Plays mallocGame (docs/guide/agent.md) on the problems of a folder and "
    "learns from the\n"
    "episodes, in rounds, until --rounds, --time-limit or Ctrl-C. The output "
    "folder holds\n"
    "the network (network.checkpoint), the episodes (replay.jsonl), the "
    "metrics\n"
    "(metrics.jsonl) and their curves (curves.html). Run it again with the "
    "same folder to\n"
    "continue. If the process is killed, only episodes in progress are "
    "lost.\n\n"
    "With --algorithm=egrl (docs/guide/egrl.md), trains a graph network that "
    "gives each\n"
    "buffer one tier for its whole life. All other options are of "
    "mallocMuZero.\n\n"
    "On several machines (python -m memplace.distributed, "
    "docs/guide/distributed.md),\n"
    "actors play and write files of episodes (--play-only), and a learner "
    "learns from the\n"
    "files (--learn-only).\n\n"
    "EXAMPLES:\n\n"
    "  memplace-train --instances=benchmarks/problems/tpu --out=run\n"
    "  memplace-train --program=model.problem.json --out=mine\n"
    "  memplace-train --algorithm=egrl --instances=benchmarks/problems/egrl "
    "--out=maps\n"
    "  memplace-train --instances=problems --learn-only=inbox --out=run\n"
    "  memplace-train --instances=problems --play-only=inbox/1.jsonl "
    "--from=run/play.checkpoint\n";

static const char *const exitStatus =
    "  0  training is complete, or was stopped by Ctrl-C\n"
    "  1  bad options, bad input, or the output can't be written; --play-only "
    "was stopped\n";

namespace {

/// Options for the choice of the algorithm, and options of EGRL.
struct AlgorithmOptions {
  cl::OptionCategory &category;
  cl::opt<std::string> name{
      "algorithm", cl::cat(category), cl::init("muzero"),
      cl::desc("'muzero': plays mallocGame; 'egrl': evolves maps")};
  cl::opt<int64_t> maps{
      "maps", cl::cat(category), cl::init(100),
      cl::desc("With --algorithm=egrl: maps per problem and round")};
  cl::opt<std::string> ablation{
      "ablation", cl::cat(category), cl::init("none"),
      cl::desc(
          "With --algorithm=egrl: ablation, the same as the solver's option")};
  cl::opt<int64_t> lessons{
      "lessons", cl::cat(category), cl::init(0),
      cl::desc("With --algorithm=egrl: optimizer steps per round in which the "
               "policy imitates the best maps of several problems")};
  cl::opt<int64_t> draws{
      "draws", cl::cat(category), cl::init(0),
      cl::desc("With --lessons: maps drawn from the policy per problem and "
               "lesson, to learn which maps are faster")};
  cl::opt<std::string> teacher{
      "teacher", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("With --algorithm=egrl: JSON with initial maps, the index of a "
               "tier for each buffer of a problem")};
  cl::opt<double> entropy{
      "entropy", cl::cat(category), cl::init(0.05),
      cl::desc(
          "With --algorithm=egrl: reward per nat of the policy's entropy")};
};

/// Options of distributed training.
struct ApartOptions {
  cl::OptionCategory &category;
  cl::opt<std::string> playOnly{
      "play-only", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Only play, with the network of --from, and write all episodes "
               "to this file at the end; takes no --out")};
  cl::opt<int64_t> episodes{
      "episodes", cl::cat(category), cl::init(0),
      cl::desc(
          "With --play-only: number of episodes (0: the value of --games)")};
  cl::opt<std::string> known{
      "known", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("With --play-only: file of the best known makespans, known.json "
               "of the learner's folder")};
  cl::opt<std::string> learnOnly{
      "learn-only", cl::cat(category), cl::value_desc("DIR"),
      cl::desc("Only learn: one round with the new *.jsonl files of this "
               "folder (batches.jsonl of the run lists the others); writes "
               "play.checkpoint and known.json for actors")};
};

/// The command line. Local to readSettings; there is no global state.
struct Options {
  cl::OptionCategory category{"memplace-train options"};
  AlgorithmOptions algorithm{category};
  ApartOptions apart{category};
  cl::opt<std::string> instances{"instances", cl::cat(category),
                                 cl::value_desc("DIR"),
                                 cl::desc("Folder of *.problem.json[.gz]")};
  cl::opt<std::string> program{
      "program", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Train on this single problem instead of a folder")};
  cl::opt<std::string> from{
      "from", cl::cat(category), cl::value_desc("FILE"),
      cl::desc(
          "Checkpoint to start from (default: none; with --program, unless "
          "--network, --width or --model is given, the installed one)")};
  cl::opt<std::string> out{"out", cl::cat(category), cl::value_desc("DIR"),
                           cl::desc("Folder of the run; created if missing")};
  cl::opt<std::string> solution{
      "solution", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Also write the best placement of --program to this file")};
  cl::opt<bool> noHoldOut{"train-on-all", cl::cat(category),
                          cl::desc("Hold no model family out for evaluation")};
  cl::opt<std::string> model{"model", cl::cat(category), cl::init("exact"),
                             cl::desc("Model of the tree search: 'exact' (the "
                                      "game) or 'learned' (the network)")};
  cl::opt<double> timeLimit{
      "time-limit", cl::cat(category), cl::init(0), cl::value_desc("SECONDS"),
      cl::desc("Stop after this many seconds (0: never)")};
  cl::opt<int64_t> rounds{"rounds", cl::cat(category), cl::init(0),
                          cl::desc("Stop after this many rounds (0: never)")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category), cl::init(0),
                         cl::desc("Random seed")};
  cl::opt<int32_t> simulations{"simulations", cl::cat(category), cl::init(8),
                               cl::desc("Simulations per move")};
  cl::opt<uint32_t> games{"games", cl::cat(category), cl::init(16),
                          cl::desc("Games played at the same time")};
  cl::opt<int64_t> steps{"steps", cl::cat(category), cl::init(256),
                         cl::desc("Optimizer steps per round")};
  cl::opt<int64_t> batch{"batch", cl::cat(category), cl::init(128),
                         cl::desc("States per optimizer step")};
  cl::opt<std::string> network{
      "network", cl::cat(category), cl::init("small"),
      cl::desc("Size of a new network: 'small' (for a CPU) or 'large'")};
  cl::opt<int64_t> width{
      "width", cl::cat(category), cl::init(0),
      cl::desc("Width of a new network (0: the width of --network)")};
  cl::opt<double> rate{"learning-rate", cl::cat(category), cl::init(1e-3),
                       cl::desc("Learning rate of the optimizer, AdamW")};
  cl::opt<std::string> device{"device", cl::cat(category), cl::init("cpu"),
                              cl::desc("'cpu' or 'cuda'")};
  cl::opt<int32_t> threads{
      "num-threads", cl::cat(category), cl::init(1),
      cl::desc("Threads; with one thread, equal seeds give equal runs")};
  cl::opt<double> reanalyse{
      "reanalyse", cl::cat(category), cl::init(0.25),
      cl::desc("Old episodes searched again per new episode")};
  cl::opt<int64_t> revisions{
      "revisions", cl::cat(category), cl::init(500),
      cl::desc("Replays of parts of an episode per round (0: none)")};
  cl::opt<double> imitation{
      "imitation", cl::cat(category), cl::init(0.5),
      cl::desc("Initial share of the best known episodes in a batch; falls to "
               "a quarter of this value")};
  cl::opt<int64_t> evaluateEvery{
      "evaluate-every", cl::cat(category), cl::init(20),
      cl::desc("Rounds between evaluations without noise (0: none)")};
  cl::opt<uint64_t> replay{"replay", cl::cat(category), cl::init(2000),
                           cl::desc("Number of newest episodes to learn from")};
  cl::opt<bool> coldStart{
      "cold-start", cl::cat(category),
      cl::desc("Do not start from placements of heuristic solvers")};
};

} // namespace

/// Returns the path of the bundled network, which is the same relative to this
/// program in build and install trees.
static std::string shippedCheckpoint(const char *program) {
  const std::string self = llvm::sys::fs::getMainExecutable(
      program, reinterpret_cast<void *>(&shippedCheckpoint));
  llvm::SmallString<128> path = llvm::sys::path::parent_path(self);
  llvm::sys::path::append(path, MEMPLACE_AGENT_DATA, "network.checkpoint");
  return std::string(path);
}

/// Checks the mode (playing, learning or both). Options of another mode are
/// errors.
static std::optional<Error> checkMode(const Options &options) {
  const bool isActor = !options.apart.playOnly.empty();
  const bool isLearner = !options.apart.learnOnly.empty();
  if (isActor && isLearner)
    return Error{"--play-only and --learn-only exclude each other"};
  if (isActor && (options.from.empty() || !options.out.empty()))
    return Error{"--play-only needs --from=FILE, and has no --out"};
  if (!isActor && options.out.empty())
    return Error{"--out=DIR is needed"};
  if (!isActor && (!options.apart.known.empty() || options.apart.episodes != 0))
    return Error{"--known and --episodes need --play-only"};
  if (options.rounds != 0 && (isActor || isLearner))
    return Error{
        "--rounds cannot be combined with --play-only and --learn-only"};
  if (isActor && options.timeLimit != 0)
    return Error{"--time-limit cannot be combined with --play-only"};
  return std::nullopt;
}

/// Checks files and folders: there is one source of problems, and no input is
/// overwritten.
static std::optional<Error> checkPaths(const Options &options) {
  if (options.instances.empty() == options.program.empty())
    return Error{"either --instances=DIR or --program=FILE is needed"};
  if (!options.solution.empty() && options.program.empty())
    return Error{"--solution needs --program"};
  if (isSameFile(options.solution, options.program))
    return Error{options.solution + ": --solution would overwrite the problem"};
  for (const std::string &input :
       {options.program.getValue(), options.from.getValue(),
        options.apart.known.getValue()})
    if (isSameFile(options.apart.playOnly, input))
      return Error{input + ": --play-only would overwrite what it reads"};
  return std::nullopt;
}

/// Returns true if \p value is from \p min to \p max.
static bool isWithin(double value, double min, double max) {
  return value >= min && value <= max; // False for NaN.
}

/// Upper limit of all counts.
static constexpr double maxCount = 1e9;

/// Checks the sizes of games and batches.
static std::optional<Error> checkSizes(const Options &options) {
  // No machine has enough memory for more.
  constexpr double maxGames = 65536, maxSimulations = 100'000,
                   maxThreads = 1024;
  if (options.width < 0)
    return Error{"--width must be at least 1 (0: that of --network)"};
  for (const int64_t count :
       {int64_t(options.simulations), int64_t(options.games),
        options.steps.getValue(), options.batch.getValue(),
        int64_t(options.threads)})
    if (count < 1)
      return Error{"--simulations, --games, --steps, --batch and --num-threads "
                   "must be at least 1"};
  if (!isWithin(options.games, 1, maxGames) ||
      !isWithin(static_cast<double>(options.batch), 1, maxGames) ||
      !isWithin(options.simulations, 1, maxSimulations) ||
      !isWithin(options.threads, 1, maxThreads))
    return Error{"--games and --batch must be at most 65536, --simulations at "
                 "most 100000, --num-threads at most 1024"};
  return std::nullopt;
}

/// Checks the training options and limits.
static std::optional<Error> checkTraining(const Options &options) {
  if (!(options.rate > 0) || !std::isfinite(options.rate))
    return Error{"--learning-rate must be above 0"};
  if (options.apart.episodes < 0 || options.replay < 1)
    return Error{"--replay must be at least 1, --episodes at least 0"};
  if (!isWithin(options.reanalyse, 0, maxCount) ||
      !isWithin(options.imitation, 0, 1) || options.evaluateEvery < 0)
    return Error{"--reanalyse and --evaluate-every must be at least 0, "
                 "--imitation from 0 to 1"};
  if (!isWithin(static_cast<double>(options.revisions), 0, maxCount))
    return Error{"--revisions must be from 0 to 1000000000"};
  if (!isWithin(options.timeLimit, 0, maxCount) || options.rounds < 0)
    return Error{"--rounds and --time-limit must be at least 0 (0: no limit)"};
  return std::nullopt;
}

/// Checks options whose values are names.
static std::optional<Error> checkNames(const Options &options) {
  if (options.model != "exact" && options.model != "learned")
    return Error{"--model must be 'exact' or 'learned', got '" + options.model +
                 "'"};
  if (options.network != "small" && options.network != "large")
    return Error{"--network must be 'small' or 'large', got '" +
                 options.network + "'"};
  return std::nullopt;
}

/// Rejects options of the other algorithm.
static std::optional<Error> checkAlgorithm(const Options &options) {
  const std::string name = options.algorithm.name;
  if (name != "muzero" && name != "egrl")
    return Error{"--algorithm must be 'muzero' or 'egrl', got '" + name + "'"};
  const bool isEgrl = name == "egrl";
  const std::vector<const cl::Option *> ofMuZero = {
      &options.model,           &options.simulations,    &options.games,
      &options.network,         &options.device,         &options.threads,
      &options.reanalyse,       &options.revisions,      &options.imitation,
      &options.apart.playOnly,  &options.apart.episodes, &options.apart.known,
      &options.apart.learnOnly, &options.evaluateEvery,  &options.coldStart};
  const std::vector<const cl::Option *> ofEgrl = {
      &options.algorithm.maps,    &options.algorithm.ablation,
      &options.algorithm.lessons, &options.algorithm.draws,
      &options.algorithm.teacher, &options.algorithm.entropy};
  for (const cl::Option *option : isEgrl ? ofMuZero : ofEgrl)
    if (option->getNumOccurrences() > 0)
      return Error{"--" + option->ArgStr.str() +
                   " cannot be combined with --algorithm=" + name};
  if (options.algorithm.maps != 0 || options.algorithm.lessons == 0)
    if (!isWithin(static_cast<double>(options.algorithm.maps), 2, maxCount))
      return Error{"--maps must be from 2 to 1000000000, or with --lessons 0"};
  for (const cl::opt<int64_t> *count :
       {&options.algorithm.lessons, &options.algorithm.draws})
    if (!isWithin(static_cast<double>(*count), 0, maxCount))
      return Error{"--" + count->ArgStr.str() +
                   " must be from 0 to 1000000000"};
  if (!isWithin(options.algorithm.entropy, 0, 1000))
    return Error{"--entropy must be from 0 to 1000"};
  return std::nullopt;
}

/// Returns the options of EGRL. Options shared by both algorithms override
/// EGRL's own defaults only if given.
static Result<EgrlTrainerOptions> egrlOptions(const Options &options) {
  const Result<EgrlOptions> evolution =
      optionsOfSearch(options.algorithm.ablation.getValue());
  if (!evolution)
    return Error{"--ablation: " + evolution.error()};
  EgrlTrainerOptions egrl;
  egrl.evolution = *evolution;
  if (options.steps.getNumOccurrences() > 0)
    egrl.evolution.gradientSteps = options.steps;
  if (options.batch.getNumOccurrences() > 0)
    egrl.evolution.batch = options.batch;
  if (options.replay.getNumOccurrences() > 0)
    egrl.evolution.replay = static_cast<int64_t>(options.replay);
  egrl.evolution.training.learningRate = options.rate;
  if (options.width > 0)
    egrl.network.width = options.width;
  egrl.mapsPerRound = options.algorithm.maps;
  egrl.lessons = options.algorithm.lessons;
  egrl.draws = options.algorithm.draws;
  egrl.teacher = options.algorithm.teacher;
  egrl.evolution.training.entropy = options.algorithm.entropy;
  egrl.seed = options.seed;
  egrl.from = options.from;
  return egrl;
}

static TrainerOptions trainerOptions(const Options &options) {
  TrainerOptions trainer;
  trainer.play.kind =
      options.model == "exact" ? ModelKind::Exact : ModelKind::Learned;
  trainer.play.search.numSimulations = options.simulations;
  trainer.network = configForGame(trainer.play.kind);
  if (options.network == "small") {
    trainer.network.width = 64;
    trainer.network.towerChannels = 4;
    trainer.network.blocks = 1;
  } else {
    trainer.network.width = 128;
  }
  if (options.width > 0)
    trainer.network.width = options.width;
  trainer.device = options.device;
  trainer.seed = options.seed;
  trainer.selfPlay.gamesAtOnce = options.games;
  trainer.replayCapacity = options.replay;
  trainer.learner.batchSize = options.batch;
  trainer.learner.stepsPerRound = options.steps;
  trainer.learner.optimizer.learningRate = options.rate;
  trainer.selfPlay.threads = options.threads;
  trainer.selfPlay.reanalyse = options.reanalyse;
  trainer.revisions = options.revisions;
  trainer.learner.imitationShare = options.imitation;
  trainer.learner.minImitationShare = options.imitation / 4;
  trainer.evaluateEvery = options.evaluateEvery;
  return trainer;
}

Result<Settings> tools::readSettings(int argc, char **argv) {
  Options options;
  parseCommandLine(argc, argv, options.category, overview, exitStatus);
  for (const auto &check : {checkAlgorithm, checkMode, checkPaths, checkNames,
                            checkSizes, checkTraining})
    if (std::optional<Error> error = check(options))
      return *error;
  Result<EgrlTrainerOptions> egrl = egrlOptions(options);
  if (!egrl)
    return egrl.takeError();
  Settings settings;
  settings.isEgrl = options.algorithm.name == "egrl";
  settings.egrl = *egrl;
  settings.instances = {options.instances, options.program, !options.noHoldOut,
                        !options.apart.playOnly.empty()};
  settings.from = options.from;
  if (options.from.empty() && !settings.isEgrl && !options.program.empty() &&
      options.network.getNumOccurrences() == 0 &&
      options.width.getNumOccurrences() == 0 &&
      options.model.getNumOccurrences() == 0)
    settings.from = shippedCheckpoint(argv[0]);
  settings.out = options.out;
  settings.solution = options.solution;
  settings.playOnly = options.apart.playOnly;
  settings.known = options.apart.known;
  settings.learnOnly = options.apart.learnOnly;
  settings.episodes =
      options.apart.episodes == 0
          ? options.games
          : static_cast<size_t>(options.apart.episodes.getValue());
  settings.timeLimit = options.timeLimit;
  settings.rounds = options.rounds;
  settings.warmStart = !options.coldStart;
  settings.trainer = trainerOptions(options);
  return settings;
}
