//===- Shrink.cpp - Shrinks a problem that shows a bug --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::stress;

namespace {

/// A list in a problem whose elements can be dropped.
template <typename P> struct List {
  size_t (*count)(const P &);
  void (*drop)(P &, size_t first, size_t count);
};

/// A number that can be lowered.
struct Number {
  int64_t *value;
  int64_t least;
};

using Flag = std::function<void()>; // Clears it.

template <typename T>
void eraseSome(std::vector<T> &list, size_t first, size_t count) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(first),
             list.begin() + static_cast<std::ptrdiff_t>(first + count));
}

//===----------------------------------------------------------------------===//
// Placement problems
//===----------------------------------------------------------------------===//

/// Returns the new index of \p id after dropping `[first, first + count)`; -1
/// if dropped.
template <typename Id> Id renumbered(Id id, size_t first, size_t count) {
  const auto begin = static_cast<Id>(first),
             end = static_cast<Id>(first + count);
  return id < begin ? id : id < end ? -1 : static_cast<Id>(id - (end - begin));
}

/// Returns the rest of a range of steps.
LiveRange without(LiveRange range, Step first, Step count) {
  auto moved = [&](Step step) {
    return step <= first ? step : std::max(first, step - count);
  };
  return {moved(range.begin), moved(range.end)};
}

void dropBuffers(Problem &problem, size_t first, size_t count) {
  eraseSome(problem.buffers, first, count);
  for (Op &op : problem.ops) {
    for (Access &access : op.accesses)
      access.buffer = renumbered(access.buffer, first, count);
    std::erase_if(op.accesses,
                  [](const Access &access) { return access.buffer < 0; });
  }
}

void dropOps(Problem &problem, size_t first, size_t count) {
  const auto begin = static_cast<Step>(first), many = static_cast<Step>(count);
  eraseSome(problem.ops, first, count);
  for (Loop &loop : problem.loops)
    loop.range = without(loop.range, begin, many);
  std::erase_if(problem.loops, [](const Loop &loop) {
    return loop.range.begin == loop.range.end;
  });
  for (Buffer &buffer : problem.buffers)
    buffer.range = without(buffer.range, begin, many);
  for (size_t i = problem.buffers.size(); i-- > 0;)
    if (problem.buffers[i].range.begin == problem.buffers[i].range.end)
      dropBuffers(problem, i, 1);
}

void dropTiersFrom(std::vector<TierId> &tiers, size_t first, size_t count) {
  for (TierId &tier : tiers)
    tier = renumbered(tier, first, count);
  std::erase_if(tiers, [](TierId tier) { return tier < 0; });
}

void dropTiers(Problem &problem, size_t first, size_t count) {
  Target &target = problem.target;
  eraseSome(target.tiers, first, count);
  target.defaultTier = renumbered(target.defaultTier, first, count);
  for (Channel &channel : target.channels) {
    channel.from = renumbered(channel.from, first, count);
    channel.to = renumbered(channel.to, first, count);
  }
  std::erase_if(target.channels, [](const Channel &channel) {
    return channel.from < 0 || channel.to < 0;
  });
  for (Buffer &buffer : problem.buffers) {
    dropTiersFrom(buffer.tiers, first, count);
    if (buffer.home)
      buffer.home = renumbered(*buffer.home, first, count);
  }
  for (Op &op : problem.ops)
    for (Access &access : op.accesses)
      dropTiersFrom(access.tiers, first, count);
}

size_t countAccesses(const Problem &problem) {
  size_t count = 0;
  for (const Op &op : problem.ops)
    count += op.accesses.size();
  return count;
}

void dropAccesses(Problem &problem, size_t first, size_t count) {
  size_t index = 0;
  for (Op &op : problem.ops)
    std::erase_if(op.accesses, [&](const Access &) {
      const size_t own = index++;
      return own >= first && own < first + count;
    });
}

std::vector<List<Problem>> listsOf(const Problem &) {
  return {
      {[](const Problem &p) { return p.ops.size(); }, dropOps},
      {[](const Problem &p) { return p.buffers.size(); }, dropBuffers},
      {[](const Problem &p) { return p.loops.size(); },
       [](Problem &p, size_t i, size_t n) { eraseSome(p.loops, i, n); }},
      {[](const Problem &p) { return p.target.channels.size(); },
       [](Problem &p, size_t i, size_t n) {
         eraseSome(p.target.channels, i, n);
       }},
      {[](const Problem &p) { return p.target.tiers.size(); }, dropTiers},
      {countAccesses, dropAccesses},
  };
}

std::vector<Flag> flagsOf(Problem &problem) {
  std::vector<Flag> flags;
  Target &target = problem.target;
  flags.push_back([&] { target.combine = Combine::Sum; });
  flags.push_back([&] { problem.isCyclic = false; });
  for (Tier &tier : target.tiers) {
    flags.push_back([&] { tier.readBytesPerSecond = 1; });
    flags.push_back([&] { tier.writeBytesPerSecond = 1; });
  }
  for (Channel &channel : target.channels) {
    flags.push_back([&] { channel.bytesPerSecond = 1; });
    flags.push_back([&] { channel.order = ChannelOrder::Fifo; });
  }
  for (Loop &loop : problem.loops)
    flags.push_back([&] { loop.maySkip = false; });
  for (Buffer &buffer : problem.buffers) {
    flags.push_back([&] { buffer.liveIn = false; });
    flags.push_back([&] { buffer.liveOut = false; });
    flags.push_back([&] { buffer.tiers.clear(); });
    flags.push_back([&] { buffer.home.reset(); });
    flags.push_back([&] { buffer.external.reset(); });
  }
  for (Op &op : problem.ops) {
    flags.push_back([&] { op.overlap = 1; });
    for (Access &access : op.accesses) {
      flags.push_back([&] { access.tiers.clear(); });
      flags.push_back([&] { access.mode = AccessMode::Read; });
      flags.push_back([&] { access.efficiency = 1; });
    }
  }
  return flags;
}

std::vector<Number> numbersOf(Problem &problem) {
  std::vector<Number> numbers = {{&problem.target.launchPs, 0}};
  for (Tier &tier : problem.target.tiers) {
    numbers.push_back({&tier.capacity, 1});
    numbers.push_back({&tier.alignment, 1});
  }
  for (Channel &channel : problem.target.channels)
    numbers.push_back({&channel.latencyPs, 0});
  for (Loop &loop : problem.loops)
    numbers.push_back({&loop.tripCount, 1});
  for (Buffer &buffer : problem.buffers)
    for (Number number : {Number{&buffer.size, 1}, Number{&buffer.alignment, 1},
                          Number{&buffer.range.end, 1}})
      numbers.push_back(number);
  for (Op &op : problem.ops) {
    numbers.push_back({&op.computePs, 0});
    for (Access &access : op.accesses)
      numbers.push_back({&access.bytes, 0});
  }
  return numbers;
}

//===----------------------------------------------------------------------===//
// Packing problems
//===----------------------------------------------------------------------===//

std::vector<List<PackingProblem>> listsOf(const PackingProblem &) {
  return {{[](const PackingProblem &p) { return p.buffers.size(); },
           [](PackingProblem &p, size_t i, size_t n) {
             eraseSome(p.buffers, i, n);
           }}};
}

std::vector<Flag> flagsOf(PackingProblem &problem) {
  std::vector<Flag> flags;
  for (PackingArena &arena : problem.arenas)
    flags.push_back([&] { arena.capacity.reset(); });
  for (PackingTraits &traits : problem.traits) {
    flags.push_back([&] { traits.gaps.clear(); });
    flags.push_back([&] { traits.offset.reset(); });
    flags.push_back([&] { traits.group.reset(); });
    flags.push_back([&] { traits.arenas.clear(); });
    for (PackingGap &gap : traits.gaps)
      flags.push_back([&] { gap.windowBegin = gap.windowEnd = 0; });
  }
  return flags;
}

std::vector<Number> numbersOf(PackingProblem &problem) {
  std::vector<Number> numbers;
  for (PackingArena &arena : problem.arenas)
    if (arena.capacity)
      numbers.push_back({&*arena.capacity, 1});
  for (PackingBuffer &buffer : problem.buffers)
    for (Number number :
         {Number{&buffer.size, 1}, Number{&buffer.alignment, 1},
          Number{&buffer.range.end, 0}, Number{&buffer.range.begin, 0}})
      numbers.push_back(number);
  for (PackingTraits &traits : problem.traits)
    if (traits.offset)
      numbers.push_back({&*traits.offset, 0});
  return numbers;
}

//===----------------------------------------------------------------------===//
// Shrinking of any problem
//===----------------------------------------------------------------------===//

/// Delta debugging (Zeller and Hildebrandt 2002, "Simplifying and isolating
/// failure-inducing input"), from memory. Drops halves, quarters, ... of each
/// list, then single elements; then simplifies the rest; repeats until nothing
/// changes.
template <typename P> class Shrinker {
public:
  Shrinker(P problem, const std::function<bool(const P &)> &fails,
           int64_t trials)
      : problem(std::move(problem)), fails(fails), trials(trials) {}

  P run() {
    do {
      isChanged = false;
      for (const List<P> &list : listsOf(problem))
        dropFrom(list);
      clearFlags();
      lowerNumbers();
    } while (isChanged && trials > 0);
    return std::move(problem);
  }

private:
  // Keeps \p smaller if the failure remains.
  bool accept(P smaller) {
    if (trials <= 0 || smaller == problem || check(smaller))
      return false;
    --trials;
    if (!fails(smaller))
      return false;
    problem = std::move(smaller);
    isChanged = true;
    return true;
  }

  void dropFrom(const List<P> &list) {
    for (size_t size = list.count(problem); size > 0; size /= 2)
      for (size_t first = 0; first < list.count(problem);) {
        P smaller = problem;
        list.drop(smaller, first, std::min(size, list.count(problem) - first));
        if (!accept(std::move(smaller)))
          first += size;
      }
  }

  void clearFlags() {
    for (size_t i = 0; i < flagsOf(problem).size(); ++i) {
      P smaller = problem;
      flagsOf(smaller)[i]();
      accept(std::move(smaller));
    }
  }

  void lowerNumbers() {
    for (size_t i = 0; i < numbersOf(problem).size(); ++i)
      for (bool isLower = true; isLower;) {
        const Number now = numbersOf(problem)[i];
        isLower = lower(i, now.least) || lower(i, *now.value / 2) ||
                  lower(i, *now.value - 1);
      }
  }

  bool lower(size_t index, int64_t value) {
    P smaller = problem;
    const Number number = numbersOf(smaller)[index];
    if (value < number.least || value >= *number.value)
      return false;
    *number.value = value;
    return accept(std::move(smaller));
  }

  P problem;
  const std::function<bool(const P &)> &fails;
  int64_t trials;
  bool isChanged = false;
};

} // namespace

Problem stress::shrink(Problem problem,
                       const std::function<bool(const Problem &)> &fails,
                       int64_t trials) {
  return Shrinker<Problem>(std::move(problem), fails, trials).run();
}

PackingProblem
stress::shrink(PackingProblem problem,
               const std::function<bool(const PackingProblem &)> &fails,
               int64_t trials) {
  return Shrinker<PackingProblem>(std::move(problem), fails, trials).run();
}
