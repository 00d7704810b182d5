//===- memplace-stress.cpp - Solves random problems by all solvers --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differential fuzzing; docs/robustness.md lists the comparisons. Each problem
// is checked in a separate process, so a crash or hang is an ordinary finding
// and can be shrunk.
//
//===----------------------------------------------------------------------===//

#include "Bugs.h"
#include "Generators.h"
#include "Shrink.h"

#include "agent/Baselines/Baselines.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Packing/CSV.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>

using namespace memplace;
using namespace memplace::stress;

static const char *const usage =
    "memplace-stress: solve random problems in all ways, and compare\n"
    "\n"
    "USAGE: memplace-stress [OPTION...] [FILE...]\n"
    "\n"
    "Makes a problem of each kind from each seed, many of them nasty, and "
    "checks\n"
    "what docs/robustness.md promises. A problem that fails is shrunk and\n"
    "written to a file. With FILEs (.json or .csv) checks these instead.\n"
    "\n"
    "  --seeds=A:B      seeds A to B-1 (default: 0:100)\n"
    "  --seconds=N      run from seed A for N seconds instead\n"
    "  --kind=KIND      placement, packing, refused or all (default)\n"
    "  --solvers=A,B    only these of the solvers (default: all but muzero "
    "and\n"
    "                   egrl)\n"
    "  --output=FOLDER  folder for problems that fail (default: .)\n"
    "  --trials=N       maximum number of checks to shrink a problem (default: "
    "3000)\n"
    "  --cpu-limit=S    maximum CPU seconds per problem (default: 120)\n"
    "  --arena=NAME:N   an arena of N bytes (or without :N) of the .csv FILEs; "
    "may\n"
    "                   be repeated\n"
    "  --bug=NAME       add a bug, to test that it is found\n"
    "  --list-bugs      list the bugs\n"
    "\n"
    "EXIT STATUS:\n"
    "  0  all promises were kept\n"
    "  1  one was broken, or the options are wrong\n";

namespace {

struct Options {
  uint64_t firstSeed = 0, lastSeed = 100; // [first, last).
  double seconds = 0;                     // 0: use the seeds.
  std::string kind = "all";
  std::vector<std::string> solvers; // Empty: all but muzero and egrl.
  std::string output = ".";
  int64_t trials = 3000;
  double cpuLimit = 120; // Seconds, for some 40 solves.
  std::string bug;
  std::vector<PackingArena> arenas; // Of files; empty: one, unlimited.
  std::vector<std::string> files;
};

int fail(const std::string &message) {
  fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

template <typename Number> bool parse(std::string_view text, Number &value) {
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t comma; (comma = text.find(',')) != text.npos;
       text.remove_prefix(comma + 1))
    parts.emplace_back(text.substr(0, comma));
  parts.emplace_back(text);
  return parts;
}

/// Parses NAME:BYTES or NAME; the name may be empty.
bool addArena(Options &options, std::string_view text) {
  const size_t colon = std::min(text.find(':'), text.size());
  PackingArena arena = {std::string(text.substr(0, colon)), std::nullopt};
  int64_t capacity = 0;
  if (colon < text.size()) {
    if (!parse(text.substr(colon + 1), capacity))
      return false;
    arena.capacity = capacity;
  }
  options.arenas.push_back(std::move(arena));
  return true;
}

/// Sets one option. Returns false if the option or its value is invalid.
bool setOption(Options &options, std::string_view name,
               std::string_view value) {
  if (name == "--seeds") {
    const size_t colon = std::min(value.find(':'), value.size());
    return colon < value.size() &&
           parse(value.substr(0, colon), options.firstSeed) &&
           parse(value.substr(colon + 1), options.lastSeed);
  }
  if (name == "--seconds")
    return parse(value, options.seconds);
  if (name == "--trials")
    return parse(value, options.trials);
  if (name == "--cpu-limit")
    return parse(value, options.cpuLimit) && options.cpuLimit > 0;
  if (name == "--kind") {
    options.kind = value;
    return value == "placement" || value == "packing" || value == "refused" ||
           value == "all";
  }
  if (name == "--arena")
    return addArena(options, value);
  if (name == "--solvers")
    options.solvers = split(value);
  else if (name == "--output")
    options.output = value;
  else if (name == "--bug")
    options.bug = value;
  else
    return false;
  return true;
}

/// A folder deleted by the destructor.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "memplace-stress-XXXXXX")
            .string();
    name = mkdtemp(pattern.data()) ? pattern : ".";
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (name != ".")
      std::filesystem::remove_all(name, error);
  }
  std::string name;
};

class Stress {
public:
  Stress(Options given, PlacementSubject placement,
         std::vector<PackingSubject> packing)
      : options(std::move(given)), placement(std::move(placement)),
        packing(std::move(packing)) {}

  /// Returns the exit code.
  int run() {
    const auto start = std::chrono::steady_clock::now();
    auto shouldContinue = [&](uint64_t seed) {
      const std::chrono::duration<double> now =
          std::chrono::steady_clock::now() - start;
      return options.seconds > 0 ? now.count() < options.seconds
                                 : seed < options.lastSeed;
    };
    for (const std::string &file : options.files)
      if (!checkFile(file))
        return 1;
    for (uint64_t seed = options.firstSeed;
         options.files.empty() && shouldContinue(seed); ++seed)
      checkSeed(seed);
    report();
    return failures.empty() ? 0 : 1;
  }

private:
  bool wants(const char *kind) const {
    return options.kind == "all" || options.kind == kind;
  }

  void checkSeed(uint64_t seed) {
    if (wants("placement"))
      checkProblem(makePlacementProblem(seed), seed,
                   "placement-" + std::to_string(seed));
    if (wants("packing"))
      checkProblem(makePackingProblem(seed), seed,
                   "packing-" + std::to_string(seed));
    if (wants("refused")) {
      checkSpoilt(makePlacementProblem(seed), seed);
      checkSpoilt(makePackingProblem(seed), seed);
    }
  }

  bool checkFile(const std::string &path) {
    const std::string name =
        std::filesystem::path(path).filename().stem().string();
    if (path.find(".csv") != std::string::npos) {
      Result<PackingProblem> problem =
          options.arenas.empty() ? readPackingCSV(path)
                                 : readPackingCSV(path, options.arenas);
      if (problem)
        checkProblem(*problem, options.firstSeed, name);
      else
        fail(problem.error());
      return bool(problem);
    }
    Result<Problem> problem = readProblem(path, findBuiltinTarget);
    if (problem)
      checkProblem(*problem, options.firstSeed, name);
    else
      fail(problem.error());
    return bool(problem);
  }

  Outcome check(const Problem &problem, uint64_t seed) const {
    return apart([&](Log &log) {
      checkPlacement(placement, problem, seed, folder.name, log);
    });
  }
  Outcome check(const PackingProblem &problem, uint64_t seed) const {
    return apart([&](Log &log) {
      checkPacking(packing, problem, seed, folder.name, log);
    });
  }

  Outcome apart(const std::function<void(Log &)> &check) const {
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    constexpr int64_t maxBytes = 0;
#else
    constexpr int64_t maxBytes = int64_t(8) << 30;
#endif
    return runApart(check, options.cpuLimit, maxBytes);
  }

  template <typename P>
  void checkProblem(const P &problem, uint64_t seed, const std::string &name) {
    const Outcome outcome = check(problem, seed);
    note(outcome);
    if (!outcome.failure || !failures.insert(outcome.failure->promise).second)
      return;
    const std::string promise = outcome.failure->promise;
    printf("%s: seed %llu: broken promise: %s\n%s\n", name.c_str(),
           static_cast<unsigned long long>(seed), promise.c_str(),
           outcome.failure->detail.c_str());
    fflush(stdout);
    std::optional<Failure> last = outcome.failure;
    const P smaller = shrink(
        problem,
        [&](const P &candidate) {
          Outcome now = check(candidate, seed);
          const bool isSame = now.failure && now.failure->promise == promise;
          if (isSame)
            last = now.failure;
          return isSame;
        },
        options.trials);
    keep(smaller, seed, name, *last);
  }

  static std::string print(const Problem &problem) {
    return printProblem(problem);
  }
  static std::string print(const PackingProblem &problem) {
    return printPackingCSV(problem);
  }
  static std::string sizeOf(const Problem &problem) {
    return std::to_string(problem.ops.size()) + " ops, " +
           std::to_string(problem.buffers.size()) + " buffers, " +
           std::to_string(problem.loops.size()) + " loops";
  }
  static std::string sizeOf(const PackingProblem &problem) {
    return std::to_string(problem.buffers.size()) + " buffers";
  }
  /// Returns options that the problem's file cannot express.
  static std::string optionsOf(const Problem &) { return ""; }
  static std::string optionsOf(const PackingProblem &problem) {
    std::string text;
    for (const PackingArena &arena : problem.arenas)
      text += "--arena=" + arena.name +
              (arena.capacity ? ":" + std::to_string(*arena.capacity) : "") +
              " ";
    return text;
  }

  template <typename P>
  void keep(const P &problem, uint64_t seed, const std::string &name,
            const Failure &failure) {
    const bool isPacking = std::is_same_v<P, PackingProblem>;
    const std::string path =
        options.output + "/" + name + (isPacking ? ".csv" : ".json");
    std::error_code ignored; // The write below reports the failure.
    std::filesystem::create_directories(options.output, ignored);
    if (std::optional<Error> error = writeFile(path, print(problem)))
      fail(error->message);
    printf("%s: made smaller: %s\n%s\nmemplace-stress --seeds=%llu:%llu %s%s\n",
           path.c_str(), sizeOf(problem).c_str(), failure.detail.c_str(),
           static_cast<unsigned long long>(seed),
           static_cast<unsigned long long>(seed) + 1,
           optionsOf(problem).c_str(), path.c_str());
    fflush(stdout);
  }

  template <typename P> void checkSpoilt(P problem, uint64_t seed) {
    const std::string flaw = addFlaw(problem, seed);
    const Outcome outcome =
        apart([&](Log &log) { checkRefused(problem, flaw, log); });
    ++counts["refused"];
    if (outcome.failure && failures.insert(outcome.failure->promise).second)
      printf("seed %llu: broken promise: %s\n%s\n",
             static_cast<unsigned long long>(seed),
             outcome.failure->promise.c_str(), outcome.failure->detail.c_str());
  }

  void note(const Outcome &outcome) {
    ++counts["problems"];
    for (const auto &[what, count] : outcome.counts)
      counts[what] += count;
  }

  void report() const {
    for (const auto &[what, count] : counts)
      printf("%s: %lld\n", what.c_str(), static_cast<long long>(count));
    printf("broken promises: %zu\n", failures.size());
  }

  const Options options;
  const PlacementSubject placement;
  const std::vector<PackingSubject> packing;
  const TemporaryFolder folder;
  std::map<std::string, int64_t> counts;
  std::set<std::string> failures; // Promises.
};

} // namespace

/// Returns the named solvers of \p registry. If none is named, returns all but
/// the learned solvers: these take a second per run, and some builds lack them.
static Result<SolverRegistry> pick(const SolverRegistry &registry,
                                   std::vector<std::string> wanted) {
  if (wanted.empty()) {
    wanted = registry.names();
    for (const char *learning : {"muzero", "egrl"})
      std::erase(wanted, learning);
  }
  SolverRegistry some;
  for (const std::string &name : wanted) {
    Result<std::unique_ptr<Solver>> solver = registry.create(name);
    if (!solver)
      return solver.takeError();
    some.add(name, std::string(registry.summary(name)),
             [registry, name] { return std::move(*registry.create(name)); });
  }
  return some;
}

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "--list-bugs") {
      fputs(argument == "--help" ? usage : "", stdout);
      if (argument == "--list-bugs")
        for (const std::string &name : bugNames())
          printf("%s\n", name.c_str());
      return 0;
    }
    if (!argument.starts_with("-")) {
      options.files.emplace_back(argument);
      continue;
    }
    const size_t equals = std::min(argument.find('='), argument.size());
    if (equals == argument.size() ||
        !setOption(options, argument.substr(0, equals),
                   argument.substr(equals + 1)))
      return fail("bad option '" + std::string(argument) + "'; see --help");
  }
  PlacementSubject placement;
  registerAllSolvers(placement.solvers);
  placement.solvers.addLibrary("game", [](SolverRegistry &added) {
    registerBaselines(added);
    return std::nullopt;
  });
  std::vector<PackingSubject> packing = allPackers();
  if (!options.bug.empty() && !addBug(options.bug, placement, packing))
    return fail("there is no bug '" + options.bug + "'; see --list-bugs");
  Result<SolverRegistry> solvers = pick(placement.solvers, options.solvers);
  if (!solvers)
    return fail(solvers.error());
  placement.solvers = std::move(*solvers);
  return Stress(std::move(options), std::move(placement), std::move(packing))
      .run();
}
