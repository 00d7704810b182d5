//===- StayPlanner.h - How to fill, hold and evict a stay -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYPLANNER_H
#define MEMPLACE_LIB_PLANNING_STAYPLANNER_H

#include "memplace/Planning/Placement.h"

#include <functional>

namespace memplace::planning {

/// Works out one `Placement::addStay`, in three parts: `findShape` says what
/// rules R5 to R10 demand of the stay, `findTiming` chooses transfers and a
/// place for it, `commit` changes the placement.
///
/// The base carries the contents around every loop inside of which a stay
/// begins or ends; a stay that is around a loop carries them itself. So a stay
/// covers each loop deeper than its level either fully or not at all, its
/// transfers lie at its level, and what a body has written is back in the base
/// by the end of the body. That makes R10 hold by construction.
///
/// A stay may also begin in a body, in each trip anew, and outlast the loop:
/// its exit level is further out than its level. No trip may need what the one
/// before has written: the stay writes nothing in the loop, or all that the
/// loop does with the buffer begins with a write in the stay.
///
/// In a cyclic problem a stay of a buffer that is only read may go around the
/// end of the program. Then groups and steps count on into the next invocation:
/// group g + numGroups is group g there, step t + numSteps is step t there.
class StayPlanner {
public:
  StayPlanner(Placement &placement, const StayRequest &request,
              const StayPolicy &policy);

  bool findShape();
  bool findTiming();
  void commit();

  StayOutcome outcome() const { return {saving, last - shift}; }

private:
  /// A transfer that could be made, and how many of its bytes have no time to
  /// hide in.
  struct Hop {
    ChannelId channel = 0;
    Step start = 0;
    Step done = 0;
    double missing = 0;
  };
  /// A copy in a tier on the way.
  struct Transit {
    TierId tier = 0;
    LiveRange range;
    Offset offset = 0;
    Step reservedEnd = 0;
  };

  bool mayGoAround() const;
  bool findShapeAround();
  bool widenToLoops();
  bool mayOutlastLoops() const;
  bool canServeGroups();
  bool definesContents(int32_t group) const;
  bool isNeededAfter() const;
  bool hasContentsBefore() const;
  bool mustFill() const;
  bool findFillWindow();
  bool findEvictWindow();
  bool isFree(int32_t group) const { return plan.serving[group] == 0; }
  /// Of this invocation.
  int32_t groupIn(int32_t group) const {
    return group < numGroups ? group : group - numGroups;
  }
  Step stepIn(Step step) const {
    return goesAround && step >= problem.numSteps() ? step - problem.numSteps()
                                                    : step;
  }

  Step previousStart(Step step, Step lowest) const;
  std::vector<Hop>
  onBestChannel(ChannelId channel,
                const std::function<std::vector<Hop>(ChannelId)> &hopsOn) const;
  Step nextStart(Step step) const;
  Step awaitBy() const;
  std::vector<Hop> fillHops(ChannelId channel, Step from, Step by,
                            std::optional<int32_t> lead) const;
  std::vector<Hop> evictHops(ChannelId channel, Step from, Step by,
                             Step blockingBy) const;
  bool findPlace();
  bool findFillTransits();
  bool findEvictTransits();
  bool addTransit(TierId tier, LiveRange range, Step reservedEnd);
  LiveRange rangeWith(size_t fill, size_t evict) const;
  Step reservedEndWith(size_t fill, size_t evict) const;
  std::optional<Offset> findOffset(size_t fill, size_t evict) const;
  double stallSeconds(const Hop &hop, LoopId at) const;
  void postponeEvict();
  void reserve(const Hop &hop, bool backward);
  void addFill(const Copy &whole, const Hop &hop);
  void serve(StayId stay, int32_t from, int32_t to);
  void serveOnTheWay(StayId stay, const Hop &arrival);
  StayId commitStay(TierId at, LiveRange range, Offset place, Step reserved);
  void commitAround();
  std::pair<LiveRange, LiveRange> splitAround(LiveRange range) const;

  Placement &placement;
  const Uses &uses;
  const Problem &problem;
  const StayPolicy &policy;
  const BufferId buffer;
  const TierId tier;
  const LoopId level;     // Of its fill.
  const LoopId exitLevel; // Of its evict.
  const Buffer &data;
  BufferPlan &plan;
  const std::vector<AccessGroup> &groups;

  // What findShape finds.
  const int32_t numGroups;
  int32_t first, last;
  int32_t shift = 0;       // Of `last`, from the request's.
  bool goesAround = false; // Perhaps: groups and steps count on.
  LiveRange cover;         // Steps that it must last.
  LiveRange window;        // Steps of its levels and the live range.
  bool needsFill = false;
  bool needsEvict = false;
  bool isDirty = false;
  Step fillFrom = 0;  // Earliest start of a fill; it is done at cover.begin.
  Step evictFrom = 0; // Earliest start of an evict.
  Step evictBy = 0;   // Latest done of an evict,
  Step blockingEvictBy = 0; // also if it is blocking.
  std::vector<ChannelId> fillRoute, evictRoute;

  // What findTiming finds.
  double saving = 0;
  std::vector<Hop> fills, evicts; // Candidates of the hop to or from the stay.
  size_t fill = 0, evict = 0;     // Those chosen.
  Offset offset = 0;
  std::vector<Hop> hopsBefore;   // Other hops of a fill, last one first.
  std::vector<Hop> hopsAfter;    // Other hops of an evict, in order.
  std::vector<Transit> transits; // Those before (last first), those after.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYPLANNER_H
