//===- PackFunctions.cpp - Packing in C -----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the arrays of the caller, packs, and verifies. Buffers of 0 bytes are
// at offset 0 and not part of the problem for the packers.
//
//===----------------------------------------------------------------------===//

#include "memplace-c/MemPlacePack.h"

#include "memplace/Packing/Banks.h"
#include "memplace/Problem/StopToken.h"
#include "memplace/Version.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>

using namespace memplace;

struct MemPlacePackPlan {
  std::vector<int64_t> offsets; // By buffer.
  std::vector<int32_t> banks;   // By buffer.
  std::vector<int64_t> peaks;   // By bank.
  int64_t bound = -1;
  double cost = 0;
  double costBound = 0;
  bool isOptimal = false;
};

namespace {

/// A status other than MEMPLACE_PACK_OK, with its message.
struct PackFailure {
  MemPlacePackStatus status;
  std::string message;
};

using PlanOrFailure =
    std::variant<std::unique_ptr<MemPlacePackPlan>, PackFailure>;

/// Limit of sizes and alignments: sums of two fit in 64 bits.
constexpr int64_t largestNumber = int64_t(1) << 62;
/// Limit of steps, so that the length of a live range is at most 2^62.
constexpr int64_t largestStep = int64_t(1) << 61;

/// Reads the arguments of a call into a problem.
class PackArguments {
public:
  PackArguments(const MemPlacePackBuffers *buffers,
                const MemPlacePackBanks *banks,
                const MemPlacePackOptions *options)
      : buffers(buffers), banks(banks), options(options) {}

  /// Returns the first error, or nothing. Sets the fields below.
  std::optional<std::string> read();

  PackingProblem problem;
  std::vector<size_t> indices; // Of the buffers of `problem`, for the caller.
  BankCosts costs;
  PackLimits limits;

private:
  std::optional<std::string> readOptions();
  std::optional<std::string> readBuffers();
  std::optional<std::string> readBanks();
  std::optional<std::string> readAllowed();

  const MemPlacePackBuffers *buffers;
  const MemPlacePackBanks *banks; // Null without banks.
  const MemPlacePackOptions *options;
};

} // namespace

/// Returns an error unless a struct has its current size.
static std::optional<std::string>
packStructError(const char *name, size_t given, size_t expected) {
  if (given == expected)
    return std::nullopt;
  return std::string(name) + " has " + std::to_string(given) +
         " bytes, expected " + std::to_string(expected) +
         "; set structSize, and build with the header of "
         "memplace " MEMPLACE_VERSION_STRING;
}

static std::string ofBuffer(const char *what, size_t buffer, int64_t value) {
  return std::string(what) + " of buffer " + std::to_string(buffer) + " is " +
         std::to_string(value);
}

std::optional<std::string> PackArguments::readOptions() {
  if (!options)
    return "the options must not be null";
  if (auto error = packStructError("MemPlacePackOptions", options->structSize,
                                   sizeof(MemPlacePackOptions)))
    return error;
  if (!(options->deadline >= 0) || std::isinf(options->deadline))
    return "the deadline must be at least 0 seconds and finite, got " +
           std::to_string(options->deadline);
  if (options->nodes < 0)
    return "the number of nodes must not be negative, got " +
           std::to_string(options->nodes);
  if (options->deadline > 0)
    limits.timeLimit = std::chrono::duration<double>(options->deadline);
  if (options->nodes > 0)
    limits.nodes = options->nodes;
  limits.seed = options->seed;
  return std::nullopt;
}

/// Returns the first error of the numbers of a buffer, or nothing.
static std::optional<std::string> bufferError(const MemPlacePackBuffers &all,
                                              size_t i) {
  const int64_t begin = all.begins[i], end = all.ends[i];
  if (begin < -largestStep || begin > largestStep)
    return ofBuffer("the begin", i, begin) + ", must be from -2^61 to 2^61";
  if (end > largestStep)
    return ofBuffer("the end", i, end) + ", must be at most 2^61";
  if (end <= begin)
    return ofBuffer("the end", i, end) + ", must be above its begin " +
           std::to_string(begin);
  if (all.sizes[i] < 0 || all.sizes[i] > largestNumber)
    return ofBuffer("the size", i, all.sizes[i]) +
           ", must be from 0 to 2^62 bytes";
  if (!all.alignments)
    return std::nullopt;
  const int64_t alignment = all.alignments[i];
  if (alignment < 1 || alignment > largestNumber ||
      !std::has_single_bit(static_cast<uint64_t>(alignment)))
    return ofBuffer("the alignment", i, alignment) +
           ", must be a power of two from 1 to 2^62 bytes";
  return std::nullopt;
}

std::optional<std::string> PackArguments::readBuffers() {
  if (!buffers)
    return "the buffers must not be null";
  if (auto error = packStructError("MemPlacePackBuffers", buffers->structSize,
                                   sizeof(MemPlacePackBuffers)))
    return error;
  if (buffers->count >= size_t(1) << 31)
    return "the number of buffers must be below 2^31, got " +
           std::to_string(buffers->count);
  if (buffers->count > 0 &&
      (!buffers->begins || !buffers->ends || !buffers->sizes))
    return "begins, ends and sizes must not be null";
  for (size_t i = 0; i < buffers->count; ++i) {
    if (auto error = bufferError(*buffers, i))
      return error;
    if (buffers->sizes[i] == 0)
      continue;
    indices.push_back(i);
    PackingBuffer buffer;
    buffer.id = std::to_string(i);
    buffer.range = {buffers->begins[i], buffers->ends[i]};
    buffer.size = buffers->sizes[i];
    buffer.alignment = buffers->alignments ? buffers->alignments[i] : 1;
    problem.buffers.push_back(std::move(buffer));
  }
  return std::nullopt;
}

/// Sets the banks that each buffer may be in.
std::optional<std::string> PackArguments::readAllowed() {
  for (size_t i = 0; i < buffers->count; ++i) {
    const uint8_t *row = banks->allowed + i * banks->count;
    if (std::none_of(row, row + banks->count,
                     [](uint8_t may) { return may != 0; }))
      return "buffer " + std::to_string(i) + " must be allowed in some bank";
  }
  for (size_t i = 0; i < indices.size(); ++i) {
    const uint8_t *row = banks->allowed + indices[i] * banks->count;
    std::vector<int32_t> own;
    for (size_t bank = 0; bank < banks->count; ++bank)
      if (row[bank])
        own.push_back(static_cast<int32_t>(bank));
    if (own.size() < banks->count)
      problem.makeTraits(problem.buffers[i]).arenas = std::move(own);
  }
  return std::nullopt;
}

std::optional<std::string> PackArguments::readBanks() {
  if (auto error = packStructError("MemPlacePackBanks", banks->structSize,
                                   sizeof(MemPlacePackBanks)))
    return error;
  if (banks->count < 1 || banks->count > 64)
    return "the number of banks must be from 1 to 64, got " +
           std::to_string(banks->count);
  if (!banks->capacities || !banks->costs)
    return "capacities and costs must not be null";
  if (buffers->count > 0 && !banks->accessed)
    return "accessed must not be null";
  problem.arenas.clear();
  double most = 0, sum = 0;
  for (size_t bank = 0; bank < banks->count; ++bank) {
    const int64_t capacity = banks->capacities[bank];
    const double cost = banks->costs[bank];
    if (capacity < -1)
      return "the capacity of bank " + std::to_string(bank) + " is " +
             std::to_string(capacity) +
             ", must be at least 0 bytes, or -1 without a limit";
    if (!(cost >= 0) || std::isinf(cost))
      return "the cost of bank " + std::to_string(bank) + " is " +
             std::to_string(cost) + ", must be finite and not negative";
    most = std::max(most, cost);
    costs.perByte.push_back(cost);
    problem.arenas.push_back({std::to_string(bank), capacity});
    if (capacity == -1)
      problem.arenas.back().capacity.reset();
  }
  for (size_t i = 0; i < buffers->count; ++i) {
    if (banks->accessed[i] < 0)
      return ofBuffer("accessed", i, banks->accessed[i]) +
             ", must not be negative";
    sum += static_cast<double>(banks->accessed[i]) * most;
  }
  if (std::isinf(sum))
    return "accessed bytes times costs must be finite";
  for (size_t index : indices)
    costs.accessed.push_back(banks->accessed[index]);
  return banks->allowed ? readAllowed() : std::nullopt;
}

std::optional<std::string> PackArguments::read() {
  if (auto error = readOptions())
    return error;
  if (auto error = readBuffers())
    return error;
  return banks ? readBanks() : std::nullopt;
}

/// Returns the plan for all buffers of the caller, those of 0 bytes at the
/// start of their first allowed bank.
static PlanOrFailure planOf(const PackArguments &arguments,
                            const MemPlacePackBuffers &buffers,
                            const MemPlacePackBanks *banks,
                            const Packing &packing) {
  if (std::optional<Error> error = verifyPacking(arguments.problem, packing))
    return PackFailure{MEMPLACE_PACK_INTERNAL,
                       "a bug of memplace: the plan breaks rule " +
                           error->message};
  auto plan = std::make_unique<MemPlacePackPlan>();
  plan->offsets.resize(buffers.count);
  plan->banks.resize(buffers.count);
  if (banks && banks->allowed)
    for (size_t i = 0; i < buffers.count; ++i)
      while (!banks->allowed[i * banks->count + plan->banks[i]])
        ++plan->banks[i];
  for (size_t i = 0; i < arguments.indices.size(); ++i) {
    plan->offsets[arguments.indices[i]] = packing.offsets[i];
    plan->banks[arguments.indices[i]] = packing.arenaOf(i);
  }
  plan->peaks = peaksOf(arguments.problem, packing);
  return plan;
}

/// Returns the least capacity that could suffice, as far as it is known.
static std::string leastCapacityText(PackingProblem problem, PackLimits limits,
                                     const StopToken &token) {
  problem.arenas[0].capacity.reset();
  if (limits.timeLimit)
    limits.timeLimit =
        std::chrono::duration<double>(std::max(0.0, token.secondsLeft()));
  const PackResult least = pack(problem, limits);
  if (!least.packing)
    return "";
  if (least.status == PackStatus::Optimal)
    return "; the least possible capacity is " + std::to_string(least.peak) +
           " bytes";
  return "; the least possible capacity is between " +
         std::to_string(least.bound) + " and " + std::to_string(least.peak) +
         " bytes";
}

static PlanOrFailure packOne(const MemPlacePackBuffers *buffers,
                             int64_t capacity,
                             const MemPlacePackOptions *options) {
  PackArguments arguments(buffers, nullptr, options);
  if (auto error = arguments.read())
    return PackFailure{MEMPLACE_PACK_INVALID, *error};
  if (capacity < -1)
    return PackFailure{MEMPLACE_PACK_INVALID,
                       "the capacity must be at least 0 bytes, or -1 without "
                       "a limit, got " +
                           std::to_string(capacity)};
  PackingProblem &problem = arguments.problem;
  if (capacity >= 0)
    problem.arenas[0].capacity = capacity;
  const StopToken token(arguments.limits.timeLimit);
  const PackResult result = pack(problem, arguments.limits);
  if (!result.packing)
    return PackFailure{
        result.status == PackStatus::Infeasible ? MEMPLACE_PACK_INFEASIBLE
                                                : MEMPLACE_PACK_LIMIT_REACHED,
        result.message + leastCapacityText(problem, arguments.limits, token)};
  PlanOrFailure made = planOf(arguments, *buffers, nullptr, *result.packing);
  if (auto *plan = std::get_if<0>(&made)) {
    (*plan)->bound = result.bound;
    (*plan)->isOptimal = (*plan)->peaks[0] == result.bound;
  }
  return made;
}

static PlanOrFailure packInBanks(const MemPlacePackBuffers *buffers,
                                 const MemPlacePackBanks *banks,
                                 const MemPlacePackOptions *options) {
  if (!banks)
    return PackFailure{MEMPLACE_PACK_INVALID, "the banks must not be null"};
  PackArguments arguments(buffers, banks, options);
  if (auto error = arguments.read())
    return PackFailure{MEMPLACE_PACK_INVALID, *error};
  const BankResult result =
      packBanks(arguments.problem, arguments.costs, arguments.limits);
  if (!result.packing)
    return PackFailure{result.status == PackStatus::Infeasible
                           ? MEMPLACE_PACK_INFEASIBLE
                           : MEMPLACE_PACK_LIMIT_REACHED,
                       result.message};
  PlanOrFailure made = planOf(arguments, *buffers, banks, *result.packing);
  if (auto *plan = std::get_if<0>(&made)) {
    MemPlacePackPlan &own = **plan;
    for (size_t i = 0; i < buffers->count; ++i) {
      // Nothing else decides about the bank of an empty buffer.
      if (buffers->sizes[i] == 0)
        for (int32_t bank = 0; bank < std::ssize(own.peaks); ++bank)
          if ((!banks->allowed || banks->allowed[i * banks->count + bank]) &&
              banks->costs[bank] < banks->costs[own.banks[i]])
            own.banks[i] = bank;
      own.cost +=
          static_cast<double>(banks->accessed[i]) * banks->costs[own.banks[i]];
    }
    own.isOptimal = result.status == PackStatus::Optimal;
    own.costBound =
        own.isOptimal ? own.cost : result.bound + (own.cost - result.cost);
  }
  return made;
}

/// Returns a copy for `memplacePackStringFree`, or null without memory.
static char *copyMessage(std::string_view text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

/// Calls \p work and stores its outcome.
template <typename Work>
static MemPlacePackStatus report(MemPlacePackPlan **plan, char **error,
                                 Work work) {
  if (plan)
    *plan = nullptr;
  if (error)
    *error = nullptr;
  auto fail = [&](MemPlacePackStatus status, std::string_view message) {
    if (error)
      *error = copyMessage(message);
    return status;
  };
  if (!plan)
    return fail(MEMPLACE_PACK_INVALID,
                "the address of the plan must not be null");
  try {
    PlanOrFailure made = work();
    if (auto *failure = std::get_if<PackFailure>(&made))
      return fail(failure->status, failure->message);
    *plan = std::get<0>(made).release();
    return MEMPLACE_PACK_OK;
  } catch (const std::bad_alloc &) {
    return fail(MEMPLACE_PACK_OUT_OF_MEMORY, "not enough memory");
  } catch (const std::exception &exception) {
    return fail(MEMPLACE_PACK_INTERNAL, exception.what());
  }
}

const char *memplacePackVersion(void) { return MEMPLACE_VERSION_STRING; }

void memplacePackStringFree(char *string) { std::free(string); }

MemPlacePackOptions memplacePackOptionsDefault(void) {
  return {.structSize = sizeof(MemPlacePackOptions),
          .deadline = 1,
          .nodes = 0,
          .seed = 0};
}

MemPlacePackStatus memplacePack(const MemPlacePackBuffers *buffers,
                                int64_t capacity,
                                const MemPlacePackOptions *options,
                                MemPlacePackPlan **plan, char **error) {
  return report(plan, error,
                [&] { return packOne(buffers, capacity, options); });
}

MemPlacePackStatus memplacePackBanks(const MemPlacePackBuffers *buffers,
                                     const MemPlacePackBanks *banks,
                                     const MemPlacePackOptions *options,
                                     MemPlacePackPlan **plan, char **error) {
  return report(plan, error,
                [&] { return packInBanks(buffers, banks, options); });
}

void memplacePackPlanDestroy(MemPlacePackPlan *plan) { delete plan; }

const int64_t *memplacePackPlanOffsets(const MemPlacePackPlan *plan) {
  return plan->offsets.data();
}

const int32_t *memplacePackPlanBanks(const MemPlacePackPlan *plan) {
  return plan->banks.data();
}

const int64_t *memplacePackPlanPeaks(const MemPlacePackPlan *plan) {
  return plan->peaks.data();
}

int64_t memplacePackPlanBound(const MemPlacePackPlan *plan) {
  return plan->bound;
}

double memplacePackPlanCost(const MemPlacePackPlan *plan) { return plan->cost; }

double memplacePackPlanCostBound(const MemPlacePackPlan *plan) {
  return plan->costBound;
}

bool memplacePackPlanIsOptimal(const MemPlacePackPlan *plan) {
  return plan->isOptimal;
}
