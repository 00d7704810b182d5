//===- PackTool.cpp - Implementation of memplace-pack ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackTool.h"

#include "ToolMain.h"

#include "memplace/IO/File.h"
#include "memplace/Packing/CSV.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <condition_variable>
#include <thread>

using namespace memplace;
using namespace memplace::tools;

namespace {

/// Shows the elapsed time in a terminal, after the first second. Packers report
/// no progress of their own.
class PackProgress {
public:
  using Seconds = std::chrono::duration<double>;

  /// \p limit: time limit, if any.
  explicit PackProgress(std::optional<Seconds> limit) : limit(limit) {
    if (llvm::sys::Process::StandardErrIsDisplayed())
      ticker = std::jthread([this](std::stop_token stop) { run(stop); });
  }
  ~PackProgress() {
    if (!ticker.joinable())
      return;
    ticker.request_stop();
    ticker.join();
    if (isShown)
      llvm::errs() << "\r\033[K";
  }

private:
  void run(const std::stop_token &stop) {
    const auto start = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake; // Woken by the stop request only.
    constexpr std::chrono::seconds period(1);
    while (!wake.wait_for(lock, stop, period, [&] { return false; }) &&
           !stop.stop_requested()) {
      const Seconds passed = std::chrono::steady_clock::now() - start;
      isShown = true;
      llvm::errs() << "\r\033[K";
      if (limit && limit->count() > 0)
        llvm::errs() << llvm::format("%3.0f%%  %.1f s of %.6g s",
                                     100 * std::min(1.0, passed / *limit),
                                     passed.count(), limit->count());
      else
        llvm::errs() << llvm::format("%.1f s", passed.count());
      llvm::errs() << "  packing";
      llvm::errs().flush();
    }
  }

  const std::optional<Seconds> limit;
  bool isShown = false; // Read after the thread has ended.
  std::jthread ticker;
};

} // namespace

/// Packs until done, out of budget, or \p isInterrupted.
static PackResult runPacker(const PackRequest &request,
                            const PackingProblem &problem, PackLimits limits,
                            const std::atomic<bool> &isInterrupted) {
  limits.cancel = &isInterrupted;
  const PackProgress progress(limits.timeLimit);
  return request.packer.empty() ? pack(problem, limits)
                                : packBy(request.packer, problem, limits);
}

/// Parses the arenas, NAME:CAPACITY or NAME, in order of preference.
static Result<std::vector<PackingArena>>
readArenas(const PackRequest &request) {
  if (request.arenas.empty())
    return std::vector<PackingArena>{{"", request.capacity}};
  if (request.capacity)
    return Error{"--capacity is for a single arena; write --arena=NAME:BYTES"};
  std::vector<PackingArena> arenas;
  for (const std::string &text : request.arenas) {
    auto [name, capacity] = llvm::StringRef(text).split(':');
    int64_t bytes = 0;
    if (name.empty() || name.contains(' ') || name.contains(',') ||
        (text.find(':') != std::string::npos &&
         (capacity.getAsInteger(10, bytes) || bytes < 1)))
      return Error{"--arena expects NAME:BYTES or NAME, got '" + text + "'"};
    if (llvm::any_of(arenas, [name = name](const PackingArena &arena) {
          return arena.name == name;
        }))
      return Error{"--arena names '" + name.str() + "' twice"};
    arenas.push_back({name.str(), bytes ? std::optional(bytes) : std::nullopt});
  }
  return arenas;
}

/// Prints exactly one line, even without a packing.
static void printReport(llvm::raw_ostream &out, const PackingProblem &problem,
                        const PackResult &result, double seconds) {
  out << "{\"status\": \"" << statusName(result.status) << "\", \"peak\": ";
  if (!result.packing) {
    out << "null";
  } else if (problem.arenas.size() == 1) {
    out << result.peak;
  } else {
    out << "[";
    llvm::interleaveComma(peaksOf(problem, *result.packing), out);
    out << "]";
  }
  out << ", \"bound\": " << result.bound
      << ", \"proven\": " << (result.isProven() ? "true" : "false")
      << llvm::format(", \"seconds\": %.6f", seconds)
      << ", \"nodes\": " << result.nodes << ", \"packer\": \"" << result.packer
      << "\"}\n";
}

int tools::listPackers() {
  for (const std::string &name : packerNames())
    llvm::outs() << llvm::left_justify(name, 16) << packerSummary(name) << "\n";
  return finish();
}

PackRequest tools::makePackRequest(const PackOptions &options) {
  PackRequest request;
  request.packer = options.packer;
  request.arenas = {options.arenas.begin(), options.arenas.end()};
  request.capacity = ifGiven<int64_t>(options.capacity);
  request.limits.nodes = ifGiven<int64_t>(options.nodes);
  return request;
}

/// Returns the limits after \p spent on reading, minus the estimated time for
/// verifying, writing and freeing the memory. Each such pass visits all buffers
/// once, like reading. Measured relative to reading: 1.0 without writing and
/// 1.8 with writing.
static PackLimits remainingLimits(const PackRequest &request,
                                  std::chrono::duration<double> spent) {
  PackLimits limits = request.limits;
  if (limits.timeLimit) {
    const double share = request.output.empty() ? 1.25 : 2.25;
    limits.timeLimit = std::max(*limits.timeLimit - (1 + share) * spent,
                                std::chrono::duration<double>(0));
  }
  return limits;
}

/// Returns the first error in the options other than the arenas.
static std::optional<Error> checkRequest(const PackRequest &request) {
  if (request.capacity && *request.capacity < 1)
    return Error{"--capacity must be at least 1 byte"};
  if (request.limits.nodes && *request.limits.nodes < 0)
    return Error{"--nodes must not be negative"};
  if (!request.packer.empty() &&
      !llvm::is_contained(packerNames(), request.packer))
    return Error{"unknown packer '" + request.packer +
                 "'; --list-packers lists them"};
  if (!request.packer.empty() && request.arenas.size() > 1)
    return Error{"--packer is for a single arena"};
  return std::nullopt;
}

int tools::runPack(const PackRequest &request) {
  const auto start = std::chrono::steady_clock::now();
  if (std::optional<Error> error = checkRequest(request))
    return fail(error->message);
  Result<std::vector<PackingArena>> arenas = readArenas(request);
  if (!arenas)
    return fail(arenas.error());
  Result<PackingProblem> problem = readPackingCSV(request.input, *arenas);
  if (!problem)
    return fail(problem.error());
  const PackLimits limits =
      remainingLimits(request, std::chrono::steady_clock::now() - start);
  const std::atomic<bool> &isInterrupted = watchForInterrupts();
  const PackResult result = runPacker(request, *problem, limits, isInterrupted);
  if (result.packing) {
    if (std::optional<Error> error = verifyPacking(*problem, *result.packing))
      return fail("a bug of the packer '" + result.packer +
                  "': its packing is illegal: " + error->message);
    if (!request.output.empty())
      if (std::optional<Error> error = writeFile(
              request.output, printPackingCSV(*problem, *result.packing)))
        return fail(error->message);
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  printReport(request.output == "-" ? llvm::errs() : llvm::outs(), *problem,
              result, seconds.count());
  if (!result.packing) {
    const int status = fail(request.input + ": " + result.message);
    return isInterrupted ? exitInterrupted : status;
  }
  // A proven result is final even after an interrupt.
  if (!isInterrupted || result.isProven())
    return finish();
  llvm::errs() << "interrupted; "
               << (request.output.empty() ? "this is the best packing so far"
                                          : "the best packing so far is in '" +
                                                request.output + "'")
               << "\n";
  return finish() == 0 ? exitInterrupted : 1;
}
