//===- OpDemand.cpp - Bytes that an op needs at once ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpDemand.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

using namespace memplace;

namespace {

/// An operand, and the tiers in which a residency may serve it.
struct Operand {
  BufferId buffer = 0;
  std::vector<TierId> tiers;
};

} // namespace

/// Returns a + b, at most the largest number.
static int64_t addSaturated(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum)
             ? std::numeric_limits<int64_t>::max()
             : sum;
}

/// Returns true if a residency of \p buffer in \p tier may serve one of its
/// accesses by \p op. Reads of one buffer may be served from several tiers.
static bool mayServeSome(const Problem &problem, const Op &op, BufferId buffer,
                         TierId tier) {
  return problem.mayBeIn(problem.buffers[buffer], tier) &&
         std::any_of(op.accesses.begin(), op.accesses.end(),
                     [&](const Access &access) {
                       return access.buffer == buffer &&
                              mayServe(problem.target, access, tier);
                     });
}

/// Returns the operands of \p op that take room while the op runs: all but
/// external buffers that the caller's place may serve.
static std::vector<Operand> operandsOf(const Problem &problem, const Op &op) {
  std::set<BufferId> buffers;
  for (const Access &access : op.accesses)
    buffers.insert(access.buffer);
  std::vector<Operand> operands;
  for (BufferId buffer : buffers) {
    Operand operand{buffer, {}};
    for (TierId tier = 0;
         tier < static_cast<TierId>(problem.target.tiers.size()); ++tier)
      if (mayServeSome(problem, op, buffer, tier))
        operand.tiers.push_back(tier);
    const bool isServedAtHome =
        problem.isExternal(buffer) &&
        mayServeSome(problem, op, buffer, problem.homeOf(buffer));
    if (!isServedAtHome && !operand.tiers.empty())
      operands.push_back(std::move(operand));
  }
  return operands;
}

std::vector<int64_t> memplace::leastDemand(const Problem &problem, Step step) {
  std::vector<int64_t> demand(problem.target.tiers.size(), 0);
  for (const Operand &operand : operandsOf(problem, problem.ops[step]))
    if (operand.tiers.size() == 1) {
      int64_t &bytes = demand[operand.tiers.front()];
      bytes = addSaturated(bytes, problem.buffers[operand.buffer].size);
    }
  return demand;
}

static bool isWritten(const Op &op, BufferId buffer) {
  return std::any_of(op.accesses.begin(), op.accesses.end(),
                     [&](const Access &access) {
                       return access.buffer == buffer && access.writes();
                     });
}

std::vector<std::vector<BufferId>>
memplace::findLeftResults(const Problem &problem) {
  std::vector<std::vector<BufferId>> left(problem.ops.size());
  std::vector<bool> isNeeded; // By buffer: from the present step on.
  for (const Buffer &buffer : problem.buffers)
    isNeeded.push_back(buffer.liveOut);
  for (Step step = problem.numSteps() - 1; step > 0; --step) {
    for (const Access &access : problem.ops[step].accesses)
      if (!access.reads())
        isNeeded[access.buffer] = false;
    for (const Access &access : problem.ops[step].accesses)
      if (access.reads())
        isNeeded[access.buffer] = true;
    const Op &before = problem.ops[step - 1];
    for (const Operand &operand : operandsOf(problem, before))
      if (operand.tiers.size() == 1 && isNeeded[operand.buffer] &&
          isWritten(before, operand.buffer))
        left[step].push_back(operand.buffer);
  }
  return left;
}

std::vector<int64_t> memplace::likelyDemand(const Problem &problem, Step step,
                                            const std::vector<BufferId> &left) {
  std::vector<Operand> operands = operandsOf(problem, problem.ops[step]);
  if (!left.empty())
    for (Operand &result : operandsOf(problem, problem.ops[step - 1]))
      if (std::count(left.begin(), left.end(), result.buffer) > 0 &&
          std::none_of(operands.begin(), operands.end(),
                       [&](const Operand &operand) {
                         return operand.buffer == result.buffer &&
                                operand.tiers == result.tiers;
                       }))
        operands.push_back(std::move(result));
  // Operands with a choice come last, the largest first.
  const auto rankOf = [&](const Operand &operand) {
    return std::tuple(operand.tiers.size() > 1,
                      -problem.buffers[operand.buffer].size, operand.buffer);
  };
  std::sort(operands.begin(), operands.end(),
            [&](const Operand &a, const Operand &b) {
              return rankOf(a) < rankOf(b);
            });
  const std::vector<Tier> &tiers = problem.target.tiers;
  std::vector<int64_t> demand(tiers.size(), 0);
  for (const Operand &operand : operands) {
    const TierId tier = *std::max_element(
        operand.tiers.begin(), operand.tiers.end(), [&](TierId a, TierId b) {
          return tiers[a].capacity - demand[a] < tiers[b].capacity - demand[b];
        });
    const Buffer &buffer = problem.buffers[operand.buffer];
    const int64_t unit = problem.alignmentIn(buffer, tier);
    const int64_t slack = (unit - buffer.size % unit) % unit;
    demand[tier] = addSaturated(demand[tier], addSaturated(buffer.size, slack));
  }
  return demand;
}

std::optional<std::string> memplace::findExcess(const Problem &problem,
                                                Step step) {
  const std::vector<int64_t> demand = leastDemand(problem, step);
  for (size_t tier = 0; tier < demand.size(); ++tier)
    if (const Tier &memory = problem.target.tiers[tier];
        demand[tier] > memory.capacity)
      return "op '" + problem.ops[step].name + "' (step " +
             std::to_string(step) + ") needs " + std::to_string(demand[tier]) +
             " bytes in '" + memory.name + "' at once, which has " +
             std::to_string(memory.capacity);
  return std::nullopt;
}

/// Returns, for each tier, true if channels lead there from \p from through
/// tiers that \p buffer may be in. With \p isBackwards, returns true if they
/// lead from there to \p from.
static std::vector<bool> findReach(const Problem &problem, const Buffer &buffer,
                                   TierId from, bool isBackwards) {
  std::vector<bool> isReached(problem.target.tiers.size(), false);
  std::vector<TierId> open = {from};
  isReached[from] = true;
  while (!open.empty()) {
    const TierId tier = open.back();
    open.pop_back();
    for (const Channel &channel : problem.target.channels) {
      const TierId source = isBackwards ? channel.to : channel.from;
      const TierId next = isBackwards ? channel.from : channel.to;
      if (source != tier || isReached[next] || !problem.mayBeIn(buffer, next))
        continue;
      isReached[next] = true;
      open.push_back(next);
    }
  }
  return isReached;
}

/// Returns an error if no channels lead from the home of \p buffer to a tier
/// that serves op \p step. With \p isBackwards, they have to lead from the tier
/// to the home.
static std::optional<UnreachedOperand> checkReach(const Problem &problem,
                                                  BufferId buffer, Step step,
                                                  bool isBackwards) {
  const Buffer &data = problem.buffers[buffer];
  const TierId home = problem.homeOf(data);
  const std::vector<bool> isReached =
      findReach(problem, data, home, isBackwards);
  std::string names;
  for (TierId tier = 0; tier < static_cast<TierId>(problem.target.tiers.size());
       ++tier) {
    if (!mayServeSome(problem, problem.ops[step], buffer, tier))
      continue;
    if (isReached[tier])
      return std::nullopt;
    names +=
        (names.empty() ? "'" : " or '") + problem.target.tiers[tier].name + "'";
  }
  if (names.empty())
    return std::nullopt; // Another error.
  const std::string place = "'" + problem.target.tiers[home].name + "'";
  const std::string op =
      "op '" + problem.ops[step].name + "' (step " + std::to_string(step) + ")";
  return UnreachedOperand{
      step,
      "no channel leads from " +
          (isBackwards ? names + " to " + place : place + " to " + names) +
          ", so " + op +
          (isBackwards ? " can't write buffer '" : " can't read buffer '") +
          data.name + "', whose home is " + place +
          "; add a channel to the target"};
}

std::optional<UnreachedOperand>
memplace::findUnreached(const Problem &problem) {
  constexpr Step none = -1;
  std::vector<Step> firstUse(problem.buffers.size(), none),
      lastWrite = firstUse;
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses) {
      Step &first = firstUse[access.buffer];
      if (first == none)
        first = step;
      if (access.writes())
        lastWrite[access.buffer] = step;
    }
  const auto reads = [&](Step step, BufferId buffer) {
    return std::any_of(problem.ops[step].accesses.begin(),
                       problem.ops[step].accesses.end(),
                       [&](const Access &access) {
                         return access.buffer == buffer && access.reads();
                       });
  };
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id) {
    std::optional<UnreachedOperand> unreached;
    if (problem.buffers[id].liveIn && firstUse[id] != none &&
        reads(firstUse[id], id))
      unreached = checkReach(problem, id, firstUse[id], /*isBackwards=*/false);
    if (!unreached && problem.buffers[id].liveOut && lastWrite[id] != none)
      unreached = checkReach(problem, id, lastWrite[id], /*isBackwards=*/true);
    if (unreached)
      return unreached;
  }
  return std::nullopt;
}
