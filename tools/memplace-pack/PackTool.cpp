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
#include "memplace/Packing/OfflinePlan.h"
#include "memplace/Problem/Size.h"
#include "memplace/Problem/Suggestion.h"

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
  if (!request.packer.empty())
    return packBy(request.packer, problem, limits);
  return request.isTFLM ? packOffline(problem, limits) : pack(problem, limits);
}

/// Parses the arenas, NAME:CAPACITY or NAME, in order of preference.
static Result<std::vector<PackingArena>>
readArenas(const PackRequest &request) {
  if (request.arenas.empty() && !request.capacity)
    return std::vector<PackingArena>{{"", std::nullopt}};
  if (request.arenas.empty()) {
    Result<int64_t> bytes = parseSize(*request.capacity);
    if (!bytes)
      return Error{"--capacity " + bytes.error()};
    return std::vector<PackingArena>{{"", *bytes}};
  }
  if (request.capacity)
    return Error{"--capacity is for a single arena; write --arena=NAME:BYTES"};
  std::vector<PackingArena> arenas;
  for (const std::string &text : request.arenas) {
    auto [name, capacity] = llvm::StringRef(text).split(':');
    if (name.empty() || name.contains(' ') || name.contains(','))
      return Error{"--arena expects NAME:BYTES or NAME, got '" + text + "'"};
    if (llvm::any_of(arenas, [name = name](const PackingArena &arena) {
          return arena.name == name;
        }))
      return Error{"--arena names '" + name.str() + "' twice"};
    arenas.push_back({name.str(), std::nullopt});
    if (text.find(':') == std::string::npos)
      continue;
    Result<int64_t> bytes = parseSize(capacity);
    if (!bytes)
      return Error{"--arena=" + name.str() + ":BYTES " + bytes.error()};
    arenas.back().capacity = *bytes;
  }
  return arenas;
}

namespace {

/// The buffers to pack, and the model whose tensors they are.
struct PackInput {
  OfflineTensors tensors; // Without a model, only the problem.
  std::string model;      // Its bytes; empty: none.
  /// The plan has all offsets; else none, because TFLM's planner is as good.
  bool isPlanned = true;
};

} // namespace

/// Prints exactly one line, even without a packing.
static void printReport(llvm::raw_ostream &out, const PackInput &input,
                        const PackResult &result, double seconds) {
  const PackingProblem &problem = input.tensors.problem;
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
      << "\"";
  if (!input.model.empty())
    out << ", \"planned\": " << (input.isPlanned ? problem.buffers.size() : 0);
  out << "}\n";
}

int tools::listPackers() {
  for (const std::string &name : packerNames())
    llvm::outs() << llvm::left_justify(name, 16) << packerSummary(name) << "\n";
  return finish();
}

PackRequest tools::makePackRequest(const PackOptions &options) {
  PackRequest request;
  request.packer = options.packer;
  request.isTFLM = options.isTFLM;
  request.arenas = {options.arenas.begin(), options.arenas.end()};
  request.capacity = ifGiven<std::string>(options.capacity);
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
  if (request.limits.nodes && *request.limits.nodes < 0)
    return Error{"--nodes must not be negative"};
  if (!request.packer.empty() &&
      !llvm::is_contained(packerNames(), request.packer))
    return Error{"unknown packer '" + request.packer + "'" +
                 suggestion(request.packer, packerNames(), "; there are ")};
  if (!request.packer.empty() && request.arenas.size() > 1)
    return Error{"--packer is for a single arena"};
  if (request.isTFLM && !request.arenas.empty())
    return Error{"--arena is not for --tflm: TFLM has a single arena"};
  return std::nullopt;
}

static Result<PackInput> readInput(const PackRequest &request,
                                   std::vector<PackingArena> arenas) {
  PackInput input;
  if (!request.isTFLM) {
    Result<PackingProblem> problem =
        readPackingCSV(request.input, std::move(arenas));
    if (!problem)
      return problem.takeError();
    input.tensors.problem = std::move(*problem);
    return input;
  }
  Result<std::string> model = readFile(request.input);
  if (!model)
    return model.takeError();
  Result<OfflineTensors> tensors = readOfflineTensors(*model, request.input);
  if (!tensors)
    return tensors.takeError();
  tensors->problem.arenas = std::move(arenas);
  return PackInput{std::move(*tensors), std::move(*model), true};
}

/// Returns the contents of the output file.
static Result<std::string> printOutput(const PackInput &input,
                                       const Packing &packing) {
  if (input.model.empty())
    return printPackingCSV(input.tensors.problem, packing);
  Result<std::vector<int32_t>> plan = offlinePlanOf(input.tensors, packing);
  if (!plan)
    return plan.takeError();
  if (!input.isPlanned)
    std::fill(plan->begin(), plan->end(), -1);
  std::string planned = addOfflinePlan(input.model, *plan);
  Result<OfflineTensors> again = readOfflineTensors(planned, "the result");
  if (!again)
    return again.takeError();
  if (again->plan != *plan ||
      again->problem.buffers != input.tensors.problem.buffers)
    return Error{"a bug: the written model has other tensors or offsets"};
  return planned;
}

/// Verifies and writes a packing.
static std::optional<Error> writePacking(const PackRequest &request,
                                         const PackInput &input,
                                         const PackResult &result) {
  if (std::optional<Error> error =
          verifyPacking(input.tensors.problem, *result.packing))
    return Error{"a bug of the packer '" + result.packer +
                 "': its packing is illegal: " + error->message};
  if (request.output.empty())
    return std::nullopt;
  Result<std::string> contents = printOutput(input, *result.packing);
  if (!contents)
    return contents.takeError();
  return writeFile(request.output, *contents);
}

/// Ends with a packing after an interrupt. Returns the exit code.
static int finishInterrupted(const std::string &output) {
  llvm::errs() << "interrupted; "
               << (output.empty()
                       ? "this is the best packing so far"
                       : "the best packing so far is in '" + output + "'")
               << "\n";
  return finish() == 0 ? exitInterrupted : 1;
}

int tools::runPack(const PackRequest &request) {
  const auto start = std::chrono::steady_clock::now();
  if (std::optional<Error> error = checkRequest(request))
    return fail(error->message);
  Result<std::vector<PackingArena>> arenas = readArenas(request);
  if (!arenas)
    return fail(arenas.error());
  Result<PackInput> input = readInput(request, std::move(*arenas));
  if (!input)
    return fail(input.error());
  const PackingProblem &problem = input->tensors.problem;
  const PackLimits limits =
      remainingLimits(request, std::chrono::steady_clock::now() - start);
  const std::atomic<bool> &isInterrupted = watchForInterrupts();
  const PackResult result = runPacker(request, problem, limits, isInterrupted);
  // With --packer, the packing of this packer is wanted.
  input->isPlanned =
      !request.packer.empty() || (result.packing && request.isTFLM &&
                                  isBetterThanTFLM(problem, result.peak));
  if (result.packing)
    if (std::optional<Error> error = writePacking(request, *input, result))
      return fail(error->message);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  printReport(request.output == "-" ? llvm::errs() : llvm::outs(), *input,
              result, seconds.count());
  if (!result.packing) {
    const int status = fail(request.input + ": " + result.message);
    return isInterrupted ? exitInterrupted : status;
  }
  // A proven result is final even after an interrupt.
  return isInterrupted && !result.isProven() ? finishInterrupted(request.output)
                                             : finish();
}
