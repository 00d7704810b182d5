//===- Verify.cpp - Legality of a placement -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are those of docs/reference/problem.md, section 3, plus the
// additions of section 7 for cyclic problems, cited by number. Each
// check is written from the rule's text alone.
//
//===----------------------------------------------------------------------===//

#include "memplace/Verify/Verify.h"

#include "VerifyParts.h"

#include <algorithm>

using namespace memplace;

using Outcome = std::optional<Violation>;

std::string_view memplace::ruleName(Rule rule) {
  switch (rule) {
  case Rule::Form:
    return "form";
  case Rule::R1Tier:
    return "R1";
  case Rule::R2Capacity:
    return "R2";
  case Rule::R3NoOverlap:
    return "R3";
  case Rule::R4WithinLife:
    return "R4";
  case Rule::R5Served:
    return "R5";
  case Rule::R6NewestData:
    return "R6";
  case Rule::R7StableTransfers:
    return "R7";
  case Rule::R8Channel:
    return "R8";
  case Rule::R9LiveOut:
    return "R9";
  case Rule::R10Loops:
    return "R10";
  case Rule::R11Pairs:
    return "R11";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Words for messages
//===----------------------------------------------------------------------===//

std::string memplace::showRange(LiveRange range) {
  return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) +
         ")";
}

std::string memplace::showName(const std::string &name) {
  return "'" + oneLine(name) + "'";
}

std::string Subject::residency(ResidencyId id) const {
  return "residency " + std::to_string(id) + " of buffer " +
         showName(bufferOf(id).name) + " in tier " + showName(tierOf(id).name) +
         ", " + showRange(solution.residencies[id].range);
}

std::string Subject::transfer(size_t index) const {
  const Transfer &transfer = solution.transfers[index];
  return "transfer " + std::to_string(index) + " of buffer " +
         showName(bufferOf(transfer.from).name) + ", residency " +
         std::to_string(transfer.from) + " to " + std::to_string(transfer.to) +
         ", start " + std::to_string(transfer.start) + ", done " +
         std::to_string(transfer.done);
}

std::string Subject::op(Step step) const {
  return "op " + std::to_string(step) + " " + showName(problem.ops[step].name);
}

//===----------------------------------------------------------------------===//
// Form
//===----------------------------------------------------------------------===//

template <typename T> static bool isIndex(int32_t id, const T &things) {
  return id >= 0 && static_cast<size_t>(id) < things.size();
}

static std::string noSuch(const std::string &who, const char *what, int32_t id,
                          size_t count) {
  return who + " names " + what + " " + std::to_string(id) +
         ", but there are only " + std::to_string(count);
}

static Outcome checkTransferForm(const Subject &subject, size_t index) {
  const Problem &problem = subject.problem;
  const Solution &solution = subject.solution;
  const Transfer &transfer = solution.transfers[index];
  auto who = [&] { return "transfer " + std::to_string(index); };
  for (ResidencyId id : {transfer.from, transfer.to})
    if (!isIndex(id, solution.residencies))
      return Violation{Rule::Form, noSuch(who(), "residency", id,
                                          solution.residencies.size())};
  if (!isIndex(transfer.channel, problem.target.channels))
    return Violation{Rule::Form, noSuch(who(), "channel", transfer.channel,
                                        problem.target.channels.size())};
  BufferId from = solution.residencies[transfer.from].buffer;
  BufferId to = solution.residencies[transfer.to].buffer;
  if (from != to)
    return Violation{Rule::Form, who() + " goes from a residency of buffer " +
                                     showName(problem.buffers[from].name) +
                                     " to one of buffer " +
                                     showName(problem.buffers[to].name)};
  Step latest = problem.numSteps();
  if (transfer.start < 0 || transfer.start > latest || transfer.done > latest ||
      transfer.done < 0 || (transfer.isWrapped() && !problem.isCyclic))
    return Violation{
        Rule::Form,
        subject.transfer(index) +
            ": must be 0 <= start <= done <= " + std::to_string(latest) +
            (problem.isCyclic ? ", or 0 <= done < start if wrapped" : "")};
  return std::nullopt;
}

static Outcome checkServedForm(const Subject &subject) {
  const std::vector<Op> &ops = subject.problem.ops;
  const auto &served = subject.solution.served;
  if (served.size() != ops.size())
    return Violation{Rule::Form, "served has " + std::to_string(served.size()) +
                                     " ops, but the problem has " +
                                     std::to_string(ops.size())};
  for (size_t step = 0; step < ops.size(); ++step) {
    if (served[step].size() != ops[step].accesses.size())
      return Violation{Rule::Form,
                       "served has " + std::to_string(served[step].size()) +
                           " accesses for " + subject.op(step) +
                           ", but that has " +
                           std::to_string(ops[step].accesses.size())};
    for (ResidencyId id : served[step])
      if (!isIndex(id, subject.solution.residencies))
        return Violation{Rule::Form,
                         noSuch("served for " + subject.op(step), "residency",
                                id, subject.solution.residencies.size())};
  }
  return std::nullopt;
}

/// Checks the preconditions of all rules.
static Outcome checkForm(const Subject &subject) {
  const Problem &problem = subject.problem;
  const Solution &solution = subject.solution;
  if (solution.problem != problem.name)
    return Violation{Rule::Form, "the solution is for problem " +
                                     showName(solution.problem) + ", not " +
                                     showName(problem.name)};
  constexpr size_t maxResidencies = INT32_MAX;
  if (solution.residencies.size() > maxResidencies)
    return Violation{Rule::Form, "there are more than " +
                                     std::to_string(maxResidencies) +
                                     " residencies"};
  for (size_t id = 0; id < solution.residencies.size(); ++id) {
    const Residency &residency = solution.residencies[id];
    auto who = [&] { return "residency " + std::to_string(id); };
    if (!isIndex(residency.buffer, problem.buffers))
      return Violation{Rule::Form, noSuch(who(), "buffer", residency.buffer,
                                          problem.buffers.size())};
    if (!isIndex(residency.tier, problem.target.tiers))
      return Violation{Rule::Form, noSuch(who(), "tier", residency.tier,
                                          problem.target.tiers.size())};
  }
  for (size_t i = 0; i < solution.transfers.size(); ++i)
    if (Outcome violation = checkTransferForm(subject, i))
      return violation;
  return checkServedForm(subject);
}

static Outcome checkPeak(const Subject &subject) {
  const std::optional<std::vector<int64_t>> &claim = subject.solution.peakBytes;
  if (!claim)
    return std::nullopt;
  std::vector<int64_t> peaks = peakBytes(subject.problem, subject.solution);
  if (claim->size() != peaks.size())
    return Violation{Rule::Form, "peak_bytes has " +
                                     std::to_string(claim->size()) +
                                     " tiers, but the target has " +
                                     std::to_string(peaks.size())};
  for (size_t tier = 0; tier < peaks.size(); ++tier)
    if ((*claim)[tier] != peaks[tier])
      return Violation{Rule::Form,
                       "claims a peak of " + std::to_string((*claim)[tier]) +
                           " bytes in tier " +
                           showName(subject.problem.target.tiers[tier].name) +
                           ", but it is " + std::to_string(peaks[tier]) +
                           " bytes"};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// R1, R2, R4: each residency by itself
//===----------------------------------------------------------------------===//

static Outcome checkTier(const Subject &subject, ResidencyId id) {
  const Problem &problem = subject.problem;
  const Residency &residency = subject.solution.residencies[id];
  const Buffer &buffer = subject.bufferOf(id);
  if (!problem.mayBeIn(buffer, residency.tier))
    return Violation{Rule::R1Tier, subject.residency(id) +
                                       ": the buffer may not be in that tier"};
  // The caller owns its place, so it has no offset (checked by R4).
  if (subject.isExternalHome(id))
    return std::nullopt;
  if (!residency.offset)
    return Violation{Rule::R1Tier,
                     subject.residency(id) +
                         ": has no offset, which only the home residency of "
                         "an external buffer may lack"};
  int64_t alignment = problem.alignmentIn(buffer, residency.tier);
  if (*residency.offset % alignment != 0)
    return Violation{Rule::R1Tier, subject.residency(id) + ": offset " +
                                       std::to_string(*residency.offset) +
                                       " is not a multiple of " +
                                       std::to_string(alignment)};
  return std::nullopt;
}

static Outcome checkCapacity(const Subject &subject, ResidencyId id) {
  const Residency &residency = subject.solution.residencies[id];
  if (subject.isExternalHome(id))
    return std::nullopt;
  int64_t offset = *residency.offset;
  int64_t size = subject.bufferOf(id).size;
  int64_t capacity = subject.tierOf(id).capacity;
  // Overflow-safe: offset + size may exceed 64 bits.
  if (offset >= 0 && size <= capacity && offset <= capacity - size)
    return std::nullopt;
  return Violation{Rule::R2Capacity, subject.residency(id) + ": offset " +
                                         std::to_string(offset) + " and size " +
                                         std::to_string(size) +
                                         " do not fit in " +
                                         std::to_string(capacity) + " bytes"};
}

/// \p isFilledAtEnd: a transfer with start == done == T fills it.
static Outcome checkLife(const Subject &subject, ResidencyId id,
                         bool isFilledAtEnd) {
  const Residency &residency = subject.solution.residencies[id];
  const Buffer &buffer = subject.bufferOf(id);
  LiveRange afterEnd = {subject.problem.numSteps(),
                        subject.problem.numSteps() + 1};
  if (residency.range.begin >= residency.range.end)
    return Violation{Rule::R4WithinLife, subject.residency(id) + ": is empty"};
  if (subject.isExternalHome(id)) {
    if (residency.range == buffer.range && !residency.offset)
      return std::nullopt;
    return Violation{Rule::R4WithinLife,
                     subject.residency(id) +
                         ": the buffer is external, so this must be without "
                         "offset, as the caller owns the place, and over its "
                         "whole live range " +
                         showRange(buffer.range)};
  }
  if (buffer.range.covers(residency.range) ||
      (isFilledAtEnd && residency.range == afterEnd))
    return std::nullopt;
  return Violation{Rule::R4WithinLife,
                   subject.residency(id) +
                       ": is not within the buffer's live range " +
                       showRange(buffer.range)};
}

/// R4's last sentence: each external buffer has exactly one home residency.
static Outcome checkExternalHomes(const Subject &subject) {
  const Problem &problem = subject.problem;
  std::vector<int32_t> counts(problem.buffers.size(), 0);
  for (size_t id = 0; id < subject.solution.residencies.size(); ++id)
    if (subject.isExternalHome(id))
      ++counts[subject.solution.residencies[id].buffer];
  for (size_t id = 0; id < counts.size(); ++id)
    if (problem.isExternal(id) && counts[id] != 1)
      return Violation{
          Rule::R4WithinLife,
          "external buffer " + showName(problem.buffers[id].name) +
              " must have exactly one residency in its home tier " +
              showName(problem.target.tiers[problem.homeOf(id)].name) +
              ", but has " + std::to_string(counts[id])};
  return std::nullopt;
}

static Outcome checkResidencies(const Subject &subject) {
  const Solution &solution = subject.solution;
  Step numSteps = subject.problem.numSteps();
  std::vector<bool> isFilledAtEnd(solution.residencies.size());
  for (const Transfer &transfer : solution.transfers)
    if (transfer.start == numSteps && transfer.done == numSteps)
      isFilledAtEnd[transfer.to] = true;
  for (size_t id = 0; id < solution.residencies.size(); ++id) {
    if (Outcome violation = checkTier(subject, id))
      return violation;
    if (Outcome violation = checkCapacity(subject, id))
      return violation;
    if (Outcome violation = checkLife(subject, id, isFilledAtEnd[id]))
      return violation;
  }
  return checkExternalHomes(subject);
}

//===----------------------------------------------------------------------===//
// R5: accesses
//===----------------------------------------------------------------------===//

static Outcome checkAccess(const Subject &subject, Step step, size_t index) {
  const Access &access = subject.problem.ops[step].accesses[index];
  ResidencyId id = subject.solution.served[step][index];
  const Residency &residency = subject.solution.residencies[id];
  std::string_view problem;
  if (residency.buffer != access.buffer)
    problem = "which is of another buffer";
  else if (!residency.range.contains(step))
    problem = "which is not there then";
  else if (access.writes() && subject.tierOf(id).isReadOnly())
    problem = "which is read-only, but is written";
  else if (!mayServe(subject.problem.target, access, residency.tier))
    problem = access.tiers.empty() ? "a tier that serves no ops"
                                   : "a tier that the access does not allow";
  else
    return std::nullopt;
  std::string message = "access " + std::to_string(index) + " of " +
                        subject.op(step) + " to buffer " +
                        showName(subject.problem.buffers[access.buffer].name) +
                        " is served by " + subject.residency(id) + ", ";
  return Violation{Rule::R5Served, message.append(problem)};
}

static Outcome checkServed(const Subject &subject) {
  struct LastOp {
    Step step = -1; // The last op with an access to the buffer.
    ResidencyId residency = 0;
    bool writes = false;
    bool differs = false;
  };
  std::vector<LastOp> lastOps(subject.problem.buffers.size());
  for (Step step = 0; step < subject.problem.numSteps(); ++step) {
    const std::vector<Access> &accesses = subject.problem.ops[step].accesses;
    for (size_t i = 0; i < accesses.size(); ++i) {
      if (Outcome violation = checkAccess(subject, step, i))
        return violation;
      ResidencyId id = subject.solution.served[step][i];
      LastOp &last = lastOps[accesses[i].buffer];
      if (last.step != step)
        last = {step, id};
      last.writes |= accesses[i].writes();
      last.differs |= last.residency != id;
      if (last.writes && last.differs)
        return Violation{
            Rule::R5Served,
            subject.op(step) + " writes buffer " +
                showName(subject.problem.buffers[accesses[i].buffer].name) +
                ", so one residency must serve all its accesses to it, but "
                "residencies " +
                std::to_string(last.residency) + " and " + std::to_string(id) +
                " do"};
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// R11: pairs of accesses
//===----------------------------------------------------------------------===//

static Outcome checkPair(const Subject &subject, Step step,
                         const AccessPair &pair, bool isApart) {
  const std::vector<ResidencyId> &served = subject.solution.served[step];
  const ResidencyId first = served[pair.first], second = served[pair.second];
  const bool isSame = subject.solution.residencies[first].tier ==
                      subject.solution.residencies[second].tier;
  if (isSame != isApart)
    return std::nullopt;
  return Violation{Rule::R11Pairs,
                   "accesses " + std::to_string(pair.first) + " and " +
                       std::to_string(pair.second) + " of " + subject.op(step) +
                       " must be served from " +
                       (isApart ? "different tiers" : "the same tier") +
                       ", but are served by " + subject.residency(first) +
                       " and " + subject.residency(second)};
}

static Outcome checkPairs(const Subject &subject) {
  for (Step step = 0; step < subject.problem.numSteps(); ++step) {
    for (const AccessPair &pair : subject.problem.ops[step].apart)
      if (Outcome violation = checkPair(subject, step, pair, true))
        return violation;
    for (const AccessPair &pair : subject.problem.ops[step].together)
      if (Outcome violation = checkPair(subject, step, pair, false))
        return violation;
  }
  return std::nullopt;
}

std::optional<Violation> memplace::verify(const Problem &problem,
                                          const Solution &solution) {
  Subject subject{problem, solution};
  // Each check relies on the checks before it.
  if (Outcome violation = checkForm(subject))
    return violation;
  subject.continuity = Continuity(problem, solution);
  if (Outcome violation = checkResidencies(subject))
    return violation;
  if (Outcome violation = checkOverlaps(subject))
    return violation;
  if (Outcome violation = checkServed(subject))
    return violation;
  if (Outcome violation = checkPairs(subject))
    return violation;
  LoopForest nest(problem);
  if (Outcome violation = checkTransfers(subject, nest))
    return violation;
  if (Outcome violation = checkContents(subject, nest))
    return violation;
  return checkPeak(subject);
}
