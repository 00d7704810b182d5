//===- VerifyContents.cpp - R9 and R10: live-out, loops -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyHistory.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace memplace;

using Outcome = std::optional<Violation>;

namespace {

/// Finds residencies by their place. Residencies at a place do not overlap in
/// time (R3; an external buffer's home residency is the only residency at its
/// place).
class Places {
public:
  explicit Places(const Subject &subject) : subject(subject) {
    const auto &residencies = subject.solution.residencies;
    for (size_t id = 0; id < residencies.size(); ++id)
      sorted.push_back(static_cast<ResidencyId>(id));
    std::sort(sorted.begin(), sorted.end(), [&](ResidencyId a, ResidencyId b) {
      return keyOf(a, residencies[a].range.begin) <
             keyOf(b, residencies[b].range.begin);
    });
  }

  /// Returns the residency of the same buffer, tier and offset as \p like at
  /// \p step, if any.
  std::optional<ResidencyId> find(ResidencyId like, Step step) const {
    auto after =
        std::upper_bound(sorted.begin(), sorted.end(), keyOf(like, step),
                         [&](Key key, ResidencyId id) {
                           return key < keyOf(id, rangeOf(id).begin);
                         });
    if (after == sorted.begin())
      return std::nullopt;
    ResidencyId found = *std::prev(after);
    if (keyOf(found, 0) != keyOf(like, 0) || !rangeOf(found).contains(step))
      return std::nullopt;
    return found;
  }

private:
  using Key = std::tuple<BufferId, TierId, Offset, Step>;

  LiveRange rangeOf(ResidencyId id) const {
    return subject.solution.residencies[id].range;
  }
  Key keyOf(ResidencyId id, Step step) const {
    const Residency &residency = subject.solution.residencies[id];
    return {residency.buffer, residency.tier, residency.offset.value_or(-1),
            step};
  }

  const Subject &subject;
  std::vector<ResidencyId> sorted;
};

/// Checks reliances against R10. O(depth of the loop nest) for each distinct
/// pair of an acquisition and a loop with a reliance.
class LoopRules {
public:
  LoopRules(const Subject &subject, const LoopForest &nest,
            const History &history)
      : subject(subject), nest(nest), history(history), places(subject) {}

  /// A violation concerns only this reliance: another reliance on the same
  /// buffer may pass.
  Outcome check(const Reliance &reliance);

private:
  Outcome checkOne(const Reliance &reliance);
  Outcome checkTrips(const Reliance &reliance);
  Outcome checkFirstAccess(const Reliance &reliance);
  Outcome checkSkips(const Reliance &reliance);
  Outcome checkContinues(const Reliance &reliance);
  const Acquisition &acquisition(const Reliance &reliance) const {
    return history.acquisitions[reliance.residency][reliance.since];
  }
  bool isOpen(int32_t loop, int32_t innermost) const;
  Outcome holdsAtEnd(const Reliance &reliance, int32_t loop);
  std::string who(const Reliance &reliance) const;
  /// Returns "no residency of the buffer in tier 'x' at offset 0", for
  /// messages.
  std::string noResidencyAt(ResidencyId id) const;
  std::string show(int32_t loop) const {
    return "loop " + std::to_string(loop) + ", " +
           showRange(subject.problem.loops[loop].range);
  }

  const Subject &subject;
  const LoopForest &nest;
  const History &history;
  Places places;
  std::vector<Reliance> pending;
  std::set<std::tuple<ResidencyId, size_t, int32_t, bool>> seen;
};

std::string LoopRules::who(const Reliance &reliance) const {
  switch (reliance.cause.kind) {
  case Cause::Kind::Op:
    return subject.op(reliance.cause.index) + " relies on ";
  case Cause::Kind::Transfer:
    return subject.transfer(reliance.cause.index) + ", relies on ";
  case Cause::Kind::End:
    return "the end of the program relies on ";
  }
  return "";
}

std::string LoopRules::noResidencyAt(ResidencyId id) const {
  const Residency &residency = subject.solution.residencies[id];
  std::string text =
      "no residency of the buffer in tier " + showName(subject.tierOf(id).name);
  if (residency.offset)
    text += " at offset " + std::to_string(*residency.offset);
  return text;
}

/// Returns true if \p loop is \p innermost or a loop around it.
bool LoopRules::isOpen(int32_t loop, int32_t innermost) const {
  return innermost != LoopForest::none &&
         history.entry[loop] <= history.entry[innermost] &&
         history.end[innermost] <= history.end[loop];
}

/// "Has a residency of the same buffer, tier and offset that holds the newest
/// contents at the end of the body." The next trip relies on this residency, so
/// it becomes a pending reliance; inner loops that may be skipped are checked
/// then.
Outcome LoopRules::holdsAtEnd(const Reliance &reliance, int32_t loop) {
  ResidencyId id = reliance.residency;
  BufferId buffer = subject.solution.residencies[id].buffer;
  Step last = subject.problem.loops[loop].range.end - 1;
  auto holder = places.find(id, last);
  auto since = holder ? history.heldSince(*holder, buffer, history.end[loop])
                      : std::nullopt;
  if (since) {
    pending.push_back({*holder, *since, loop, reliance.cause});
    return std::nullopt;
  }
  return Violation{Rule::R10Loops,
                   who(reliance) + subject.residency(id) + " in each trip of " +
                       show(loop) + ", but " + noResidencyAt(id) +
                       " holds the newest contents at the end of the body"};
}

/// R10's first sentence: contents present on entry of a loop and relied on in
/// its body must be present again at the end of each trip. Contents were
/// present on entry, "before the body writes the buffer or fills that
/// residency", if the residency acquired them before.
Outcome LoopRules::checkTrips(const Reliance &reliance) {
  const Time since = acquisition(reliance).time;
  for (int32_t loop = reliance.loop;
       loop != LoopForest::none && history.entry[loop] > since;
       loop = nest.parent[loop])
    if (Outcome violation = holdsAtEnd(reliance, loop))
      return violation;
  return std::nullopt;
}

/// R10's last sentence: in later trips, the first access of a buffer reads the
/// contents left by the trip before, for each loop covered by the live range.
Outcome LoopRules::checkFirstAccess(const Reliance &reliance) {
  const Buffer &buffer = subject.bufferOf(reliance.residency);
  for (int32_t loop = reliance.loop; loop != LoopForest::none;
       loop = nest.parent[loop]) {
    LiveRange body = subject.problem.loops[loop].range;
    if (!buffer.range.covers(body))
      return std::nullopt;
    if (subject.solution.residencies[reliance.residency].range.begin >
        body.begin)
      return Violation{Rule::R10Loops,
                       who(reliance) + subject.residency(reliance.residency) +
                           ", which must begin with " + show(loop) +
                           ", as the buffer's first access there reads"};
    if (Outcome violation = holdsAtEnd(reliance, loop))
      return violation;
  }
  return std::nullopt;
}

/// Checks contents acquired inside loops that are over. If such a loop may be
/// skipped, the same place must have held the newest contents on its entry (at
/// its end it did, or no residency would hold them now). A reliance after the
/// loop is then also a reliance on the contents on entry, so R10 must hold for
/// the latter: the entry may be in a loop itself.
Outcome LoopRules::checkSkips(const Reliance &reliance) {
  ResidencyId id = reliance.residency;
  BufferId buffer = subject.solution.residencies[id].buffer;
  for (int32_t loop = acquisition(reliance).loop;
       loop != LoopForest::none && !isOpen(loop, reliance.loop);
       loop = nest.parent[loop]) {
    if (!subject.problem.loops[loop].maySkip)
      continue;
    Reliance onEntry = reliance;
    onEntry.loop = nest.parent[loop];
    // "A buffer without contents on entry counts as new everywhere then."
    if (history.firstContents[buffer] > history.entry[loop]) {
      onEntry.isFirstAccess = true;
      pending.push_back(onEntry);
      continue;
    }
    // "It may end there, at b": it covers the step before. At the start of the
    // program only residencies that begin there hold anything.
    Step begin = subject.problem.loops[loop].range.begin;
    auto holder = places.find(id, std::max<Step>(begin - 1, 0));
    auto since = holder
                     ? history.heldSince(*holder, buffer, history.entry[loop])
                     : std::nullopt;
    if (!since)
      return Violation{Rule::R10Loops,
                       who(reliance) + subject.residency(id) + " after " +
                           show(loop) + ", which may be skipped, but " +
                           noResidencyAt(id) +
                           " holds the newest contents on its entry"};
    onEntry.residency = *holder;
    onEntry.since = *since;
    onEntry.isFirstAccess = false;
    pending.push_back(onEntry);
  }
  return std::nullopt;
}

/// In a cyclic problem, contents present at the start of the program must be
/// left by the invocation before. A reliance on them is also a reliance on the
/// tail.
Outcome LoopRules::checkContinues(const Reliance &reliance) {
  if (acquisition(reliance).time > beforeProgram)
    return std::nullopt;
  ResidencyId tail = subject.continuity.tailOf(reliance.residency);
  BufferId buffer = subject.solution.residencies[tail].buffer;
  if (auto since = history.heldSince(tail, buffer, never)) {
    pending.push_back({tail, *since, LoopForest::none, reliance.cause});
    return std::nullopt;
  }
  return Violation{Rule::R6NewestData,
                   who(reliance) + subject.residency(reliance.residency) +
                       ", which continues " + subject.residency(tail) +
                       " of the invocation before, but that does not hold the "
                       "newest contents at the end"};
}

Outcome LoopRules::checkOne(const Reliance &reliance) {
  if (!seen.insert({reliance.residency, reliance.since, reliance.loop,
                    reliance.isFirstAccess})
           .second)
    return std::nullopt;
  if (reliance.isFirstAccess)
    return checkFirstAccess(reliance);
  if (Outcome violation = checkTrips(reliance))
    return violation;
  if (Outcome violation = checkSkips(reliance))
    return violation;
  return checkContinues(reliance);
}

Outcome LoopRules::check(const Reliance &reliance) {
  pending = {reliance};
  while (!pending.empty()) {
    Reliance next = pending.back();
    pending.pop_back();
    Outcome violation = checkOne(next);
    if (!violation)
      continue;
    // Some seen reliances led to this violation.
    seen.clear();
    return violation;
  }
  return std::nullopt;
}

} // namespace

//===----------------------------------------------------------------------===//
// R9: live-out
//===----------------------------------------------------------------------===//

/// Returns true if the residency is at home and lasts to the end.
static bool lastsAtHome(const Subject &subject, size_t id) {
  return subject.isHome(id) && subject.solution.residencies[id].range.end >=
                                   subject.problem.numSteps();
}

static std::vector<std::vector<Reliance>> findAtEnd(const Subject &subject,
                                                    const History &history) {
  std::vector<std::vector<Reliance>> found(subject.problem.buffers.size());
  const auto &residencies = subject.solution.residencies;
  for (size_t id = 0; id < residencies.size(); ++id) {
    BufferId buffer = residencies[id].buffer;
    if (!subject.problem.buffers[buffer].liveOut || !lastsAtHome(subject, id))
      continue;
    if (auto since = history.heldSince(id, buffer, never))
      found[buffer].push_back({static_cast<ResidencyId>(id),
                               *since,
                               LoopForest::none,
                               {Cause::Kind::End, 0}});
  }
  return found;
}

static Outcome checkLiveOut(const Subject &subject, const History &history,
                            LoopRules &rules) {
  const Problem &problem = subject.problem;
  std::vector<std::vector<Reliance>> atEnd = findAtEnd(subject, history);
  std::vector<bool> hasPlace(problem.buffers.size());
  for (size_t id = 0; id < subject.solution.residencies.size(); ++id)
    if (lastsAtHome(subject, id))
      hasPlace[subject.solution.residencies[id].buffer] = true;
  for (size_t id = 0; id < problem.buffers.size(); ++id) {
    if (!problem.buffers[id].liveOut)
      continue;
    const bool hasContents = history.firstContents[id] != never;
    if (hasContents ? atEnd[id].empty() : !hasPlace[id])
      return Violation{
          Rule::R9LiveOut,
          "no residency of live-out buffer " +
              showName(problem.buffers[id].name) + " in its home tier " +
              showName(problem.target.tiers[problem.homeOf(id)].name) +
              (hasContents
                   ? " holds the newest contents at the end and lasts to it"
                   : " lasts to the end")};
    if (!hasContents)
      continue;
    // A single residency that passes R10 suffices.
    Outcome violation;
    for (const Reliance &reliance : atEnd[id]) {
      violation = rules.check(reliance);
      if (!violation)
        break;
    }
    if (violation)
      return violation;
  }
  return std::nullopt;
}

Outcome memplace::checkContents(const Subject &subject,
                                const LoopForest &nest) {
  History history;
  std::vector<Reliance> reliances;
  if (Outcome violation = runOnce(subject, nest, history, reliances))
    return violation;
  LoopRules rules(subject, nest, history);
  for (const Reliance &reliance : reliances)
    if (Outcome violation = rules.check(reliance))
      return violation;
  return checkLiveOut(subject, history, rules);
}
