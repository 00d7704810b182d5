//===- PackingCheck.cpp - Properties of packing problems ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "PackingOracle.h"
#include "Support/TestRandom.h"

#include "memplace/IO/File.h"
#include "memplace/Packing/CSV.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::stress;
using namespace memplace::test;

namespace {

class PackingCheck {
public:
  PackingCheck(const PackingProblem &problem, uint64_t seed,
               const std::string &folder, Log &log)
      : problem(problem), folder(folder), log(log), random(seed) {}

  void run(const std::vector<PackingSubject> &subjects) {
    const std::optional<Error> error = check(problem);
    log.require(!error, "the problem is well formed",
                error ? error->message : "");
    bound = problem.arenas.size() == 1 ? lowerBoundOnPeak(problem) : 0;
    minPeak = findMinPeak(problem);
    if (minPeak) {
      log.count("packed by brute force");
      log.require(bound <= *minPeak, "the bound is one",
                  std::to_string(bound) + " above " + std::to_string(*minPeak));
    }
    checkFile();
    for (const PackingSubject &subject : subjects)
      if (subject.takesArenas || problem.arenas.size() == 1)
        checkSubject(subject);
    compare();
  }

private:
  struct Finding {
    std::string name;
    PackResult result;
  };

  void checkFile() {
    const std::string path =
        folder + (random.chance(50) ? "/packing.csv" : "/packing.csv.gz");
    const std::string text = printPackingCSV(problem);
    const std::optional<Error> error = writeFile(path, text);
    log.require(!error, "a problem can be written",
                error ? error->message : "");
    Result<PackingProblem> again = readPackingCSV(path, problem.arenas);
    log.require(bool(again), "a problem that was written can be read",
                again ? "" : again.error());
    log.require(printPackingCSV(*again) == text,
                "reading back gives an equal problem");
  }

  // A packing read back as a problem with fixed offsets leaves no choice.
  void checkFile(const std::string &name, const Packing &packing) {
    if (problem.arenas.size() > 1)
      return;
    Result<PackingProblem> fixed = parsePackingCSV(
        printPackingCSV(problem, packing), "packed.csv", problem.arenas);
    // The reader only accepts offsets up to 2^62.
    const bool isReadable =
        std::all_of(packing.offsets.begin(), packing.offsets.end(),
                    [](Offset offset) { return offset <= int64_t(1) << 62; });
    if (!isReadable)
      return;
    log.require(bool(fixed), name + ": a packing that was written can be read",
                fixed ? "" : fixed.error());
    const PackResult result = ::pack(*fixed, {.nodes = 100});
    log.require(result.packing && result.packing->offsets == packing.offsets,
                name + ": a packing that was written is legal when read",
                result.message);
  }

  static std::string shown(const PackLimits &limits) {
    return limits.nodes ? "nodes " + std::to_string(*limits.nodes) + "\n"
                        : "no limit of nodes\n";
  }

  void checkSubject(const PackingSubject &subject) {
    const PackLimits enough = {.nodes = 20000, .seed = random.bits()};
    const PackResult result = checkRun(subject, enough);
    findings.push_back({subject.name, result});
    log.count(subject.name + " " + std::string(statusName(result.status)));
    if (result.packing)
      checkFile(subject.name, *result.packing);
    if (!subject.isSearch)
      return;
    for (const int64_t nodes :
         {int64_t(0), int64_t(1), int64_t(2), random.anyIn(0, 5000)}) {
      const PackLimits limits = {.nodes = nodes, .seed = enough.seed};
      const PackResult first = checkRun(subject, limits);
      log.require(first.nodes <= nodes, subject.name + ": keeps to its nodes",
                  std::to_string(first.nodes) + " of " + std::to_string(nodes));
      findings.push_back({subject.name, first});
      const PackResult second = subject.pack(problem, limits);
      log.require(
          first.packing == second.packing && first.nodes == second.nodes &&
              first.status == second.status && first.bound == second.bound,
          subject.name + ": gives the same result twice", shown(limits));
    }
    checkStops(subject);
  }

  void checkStops(const PackingSubject &subject) {
    const std::atomic<bool> cancel = true;
    const PackLimits cancelled = {.nodes = int64_t(1) << 40, .cancel = &cancel};
    const PackResult result = checkRun(subject, cancelled);
    // Packers poll every few hundred nodes, or at each order.
    const int64_t soon =
        1000 + 2 * static_cast<int64_t>(problem.buffers.size());
    log.require(result.nodes <= soon, subject.name + ": can be cancelled",
                std::to_string(result.nodes) + " nodes");
    PackLimits late;
    late.timeLimit = std::chrono::duration<double>(0);
    checkRun(subject, late);
  }

  PackResult checkRun(const PackingSubject &subject, const PackLimits &limits) {
    PackResult result = subject.pack(problem, limits);
    const std::string &name = subject.name;
    const std::string detail = shown(limits);
    const bool isPacked = result.status == PackStatus::Packed ||
                          result.status == PackStatus::Optimal;
    log.require(isPacked == result.packing.has_value(),
                name + ": the status fits", detail);
    log.require(result.packing || !result.message.empty(),
                name + ": says why there is no packing", detail);
    log.require(result.bound >= bound, name + ": its bound is not below ours",
                detail);
    if (minPeak)
      checkAgainstLeast(name, result, detail);
    if (!result.packing)
      return result;
    const std::optional<Error> error = verifyPacking(problem, *result.packing);
    log.require(!error, name + ": packings are legal",
                detail + (error ? error->message : ""));
    constexpr size_t fewForPairs = 300;
    if (problem.buffers.size() <= fewForPairs)
      log.require(isLegal(problem, *result.packing),
                  name + ": legal packings are legal by definition", detail);
    const std::vector<int64_t> peaks = peaksOf(problem, *result.packing);
    log.require(result.peak == *std::max_element(peaks.begin(), peaks.end()),
                name + ": the peak is right", detail);
    log.require(result.peak >= result.bound,
                name + ": no peak is below the bound", detail);
    log.require(problem.arenas.size() > 1 ||
                    result.status == PackStatus::Optimal ||
                    result.peak > result.bound,
                name + ": a peak at the bound is optimal", detail);
    return result;
  }

  void checkAgainstLeast(const std::string &name, const PackResult &result,
                         const std::string &detail) {
    const std::string numbers = detail + "peak " + std::to_string(result.peak) +
                                ", bound " + std::to_string(result.bound) +
                                ", least " + std::to_string(*minPeak);
    const int64_t capacity = problem.arenas[0].capacity.value_or(INT64_MAX - 1);
    const bool isFeasible = *minPeak <= capacity;
    log.require(result.status != PackStatus::Optimal || result.peak == *minPeak,
                name + ": optimal is optimal", numbers);
    log.require(result.status != PackStatus::Infeasible || !isFeasible,
                name + ": infeasible is infeasible", numbers);
    log.require(!result.packing || isFeasible,
                name + ": finds no impossible packing", numbers);
    // Above the capacity, a bound only says that nothing fits.
    log.require(result.bound <= *minPeak, name + ": its bound is one", numbers);
  }

  void compare() {
    for (const Finding &finding : findings)
      for (const Finding &other : findings) {
        if (!other.result.packing)
          continue;
        const std::string numbers =
            std::to_string(finding.result.bound) + " and " +
            std::to_string(other.result.peak) + " of " + other.name;
        log.require(finding.result.status != PackStatus::Infeasible,
                    finding.name + ": infeasible means no packing", numbers);
        log.require(finding.result.bound <= other.result.peak,
                    finding.name + ": no packing is below its bound", numbers);
        if (finding.result.status == PackStatus::Optimal)
          log.require(isNotWorse(finding.result, other.result),
                      finding.name + ": no packing is better than optimal",
                      numbers);
      }
  }

  // Compares peaks for a single arena. For several arenas, compares the bytes
  // of buffers outside their preferred arenas.
  bool isNotWorse(const PackResult &one, const PackResult &other) const {
    if (problem.arenas.size() == 1)
      return one.peak <= other.peak;
    return !problem.groups.empty() ||
           bytesAway(*one.packing) <= bytesAway(*other.packing);
  }

  double bytesAway(const Packing &packing) const {
    double bytes = 0;
    for (size_t i = 0; i < problem.buffers.size(); ++i) {
      const PackingTraits *own = problem.traitsOf(problem.buffers[i]);
      const int32_t wanted = own && !own->arenas.empty() ? own->arenas[0] : 0;
      if (packing.arenaOf(i) != wanted)
        bytes += static_cast<double>(problem.buffers[i].size);
    }
    return bytes;
  }

  const PackingProblem &problem;
  const std::string &folder;
  Log &log;
  TestRandom random;
  int64_t bound = 0;
  std::optional<int64_t> minPeak; // INT64_MAX: no packing exists.
  std::vector<Finding> findings;
};

} // namespace

std::vector<PackingSubject> stress::allPackers() {
  std::vector<PackingSubject> subjects = {{"pack", ::pack, true, true}};
  for (const std::string &name : packerNames())
    subjects.push_back(
        {name, [name](const PackingProblem &problem, const PackLimits &limits) {
           return packBy(name, problem, limits);
         }});
  return subjects;
}

void stress::checkPacking(const std::vector<PackingSubject> &subjects,
                          const PackingProblem &problem, uint64_t seed,
                          const std::string &folder, Log &log) {
  PackingCheck(problem, seed, folder, log).run(subjects);
}

void stress::checkRefused(const PackingProblem &problem,
                          const std::string &flaw, Log &log) {
  const std::optional<Error> error = check(problem);
  log.require(error && !error->message.empty(), "check refuses " + flaw);
  // The file has no capacities.
  if (flaw == "a capacity below 1")
    return;
  Result<PackingProblem> read =
      parsePackingCSV(printPackingCSV(problem), "spoilt.csv", problem.arenas);
  log.require(!read, "the reader refuses " + flaw);
  log.require(read.error().starts_with("spoilt.csv:"),
              "the reader names the file", read.error());
}
