//===- BankModel.cpp - A choice of banks as items and costs ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankModel.h"

#include "Arenas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

using namespace memplace;
using namespace memplace::packing;

double BankModel::costOf(std::span<const int32_t> banks) const {
  double sum = 0;
  for (int32_t item = 0; item < items.numItems; ++item)
    sum += costOf(item, banks[item]);
  return sum;
}

/// Sets the costs of one item.
static void setCosts(const PackingProblem &problem, const BankCosts &costs,
                     int32_t item, BankModel &model) {
  const PackingBuffer &buffer = problem.buffers[item];
  const PackingTraits *traits = problem.traitsOf(buffer);
  double *own =
      model.costs.data() + static_cast<size_t>(item) * problem.arenas.size();
  auto allow = [&](int32_t bank) {
    if (buffer.size <= model.capacity[bank])
      own[bank] =
          static_cast<double>(costs.accessed[item]) * costs.perByte[bank];
  };
  if (traits && !traits->arenas.empty())
    std::for_each(traits->arenas.begin(), traits->arenas.end(), allow);
  else
    for (int32_t bank = 0; bank < model.numBanks(); ++bank)
      allow(bank);
}

/// Sets the allowed banks of one item, and adds its largest cost to the
/// penalty and its least cost to the least.
static void sortBanks(int32_t item, BankModel &model) {
  std::vector<int32_t> allowed;
  for (int32_t bank = 0; bank < model.numBanks(); ++bank)
    if (std::isfinite(model.costOf(item, bank)))
      allowed.push_back(bank);
  std::sort(allowed.begin(), allowed.end(), [&](int32_t a, int32_t b) {
    return std::pair(model.costOf(item, a), a) <
           std::pair(model.costOf(item, b), b);
  });
  if (!allowed.empty()) {
    model.penalty += model.costOf(item, allowed.back());
    model.leastCost += model.costOf(item, allowed.front());
  }
  allowed.resize(model.numBanks(), noBank);
  model.cheapest.insert(model.cheapest.end(), allowed.begin(), allowed.end());
}

BankModel packing::makeBankModel(const PackingProblem &problem,
                                 const BankCosts &costs) {
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  BankModel model;
  model.items = makeItems(problem, all);
  assert(model.items.isSimple() && model.items.itemOf.empty() &&
         "only arenas are allowed as traits");
  for (const PackingArena &arena : problem.arenas)
    model.capacity.push_back(arena.capacity.value_or(infiniteOffset));
  model.costs.assign(problem.buffers.size() * problem.arenas.size(),
                     std::numeric_limits<double>::infinity());
  for (int32_t item = 0; item < model.items.numItems; ++item) {
    setCosts(problem, costs, item, model);
    sortBanks(item, model);
  }
  return model;
}

//===----------------------------------------------------------------------===//
// Shortage
//===----------------------------------------------------------------------===//

namespace {

/// The most bytes live together, and a step at which they are live.
struct Crest {
  int64_t bytes = 0;
  Step step = 0;
};

} // namespace

static Crest crestOf(const PackingProblem &problem,
                     std::span<const int32_t> buffers) {
  std::vector<std::pair<Step, int64_t>> events;
  for (int32_t buffer : buffers) {
    const PackingBuffer &own = problem.buffers[buffer];
    events.emplace_back(own.range.begin, own.size);
    events.emplace_back(own.range.end, -own.size);
  }
  std::sort(events.begin(), events.end());
  Crest crest;
  __int128 load = 0;
  for (const auto &[step, bytes] : events) {
    load += bytes;
    const auto shown =
        static_cast<int64_t>(std::min<__int128>(load, infiniteOffset));
    if (shown > crest.bytes)
      crest = {shown, step};
  }
  return crest;
}

/// Returns "bank 0", or "banks 0 and 2 together".
static std::string bankNames(uint64_t set) {
  std::string names;
  const int count = __builtin_popcountll(set);
  for (int bank = 0, shown = 0; bank < 64; ++bank)
    if (set >> bank & 1) {
      ++shown;
      names += shown == 1 ? "" : shown == count ? " and " : ", ";
      names += std::to_string(bank);
    }
  return count == 1 ? "bank " + names : "banks " + names + " together";
}

static std::string shortageText(const std::string &names, int64_t capacity,
                                const std::string &need) {
  return "the capacity of " + names + ", " + std::to_string(capacity) +
         " bytes, is too small: " + need;
}

/// Returns the sets of allowed banks, and the set of all banks, as masks.
static std::set<uint64_t> setsOfBanks(const BankModel &model,
                                      std::vector<uint64_t> &maskOf) {
  std::set<uint64_t> sets;
  uint64_t everything = 0;
  for (int32_t item = 0; item < model.items.numItems; ++item) {
    uint64_t mask = 0;
    for (int32_t bank : model.banksOf(item))
      if (bank != noBank)
        mask |= uint64_t(1) << bank;
    maskOf.push_back(mask);
    everything |= mask;
    constexpr size_t maxSets = 64;
    if (sets.size() < maxSets)
      sets.insert(mask);
  }
  sets.insert(everything);
  return sets;
}

/// Returns the reason why an item has no bank at all, or nothing.
static std::optional<std::string> homelessItem(const BankModel &model,
                                               const PackingProblem &problem) {
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (model.banksOf(item).front() == noBank)
      return "buffer '" + problem.buffers[item].id + "' of " +
             std::to_string(problem.buffers[item].size) +
             " bytes is larger than every bank it may be in: a capacity of at "
             "least " +
             std::to_string(problem.buffers[item].size) + " bytes is needed";
  return std::nullopt;
}

/// Returns the reason why \p buffers, which must all be in bank \p bank, do not
/// fit, or nothing: proven by packing them alone.
static std::optional<std::string> tightBank(const PackingProblem &problem,
                                            std::span<const int32_t> buffers,
                                            int32_t bank, Budget &budget) {
  const int64_t capacity = *problem.arenas[bank].capacity;
  const Items items = makeItems(problem, buffers);
  constexpr int64_t maxNodes = 100'000;
  Budget part = budget.share(0.1, maxNodes);
  const bool isTight = packItems(items, capacity, part).bound > capacity;
  budget.spend(part.nodesUsed());
  if (!isTight)
    return std::nullopt;
  Budget rest = budget.share(0.9, maxNodes);
  const PartResult least = packItems(items, infiniteOffset, rest);
  return shortageText(
      bankNames(uint64_t(1) << bank), capacity,
      "no packing of the buffers that must be there fits. The least possible "
      "capacity is " +
          (least.peak == least.bound
               ? std::to_string(least.bound) + " bytes"
               : "between " + std::to_string(least.bound) + " and " +
                     std::to_string(least.peak) + " bytes"));
}

std::optional<std::string> packing::shortageOf(const BankModel &model,
                                               const PackingProblem &problem,
                                               Budget &budget) {
  if (std::optional<std::string> reason = homelessItem(model, problem))
    return reason;
  if (model.numBanks() > 64)
    return std::nullopt;
  std::vector<uint64_t> maskOf;
  for (uint64_t set : setsOfBanks(model, maskOf)) {
    int64_t room = 0;
    for (int32_t bank = 0; bank < model.numBanks(); ++bank)
      if (set >> bank & 1)
        room = plus(room, model.capacity[bank]);
    if (room == infiniteOffset)
      continue;
    std::vector<int32_t> buffers;
    for (int32_t item = 0; item < model.items.numItems; ++item)
      if ((maskOf[item] & ~set) == 0)
        buffers.push_back(item);
    if (std::has_single_bit(set))
      if (auto reason =
              tightBank(problem, buffers, std::countr_zero(set), budget))
        return reason;
    const Crest crest = crestOf(problem, buffers);
    if (crest.bytes > room)
      return shortageText(bankNames(set), room,
                          "at step " + std::to_string(crest.step) + ", " +
                              std::to_string(crest.bytes) +
                              " bytes must be there, so that at least this "
                              "capacity is needed");
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

LoadTree::LoadTree(int32_t numSections) {
  while (width < static_cast<size_t>(numSections))
    width *= 2;
  most.resize(2 * width);
  added.resize(2 * width);
}

void LoadTree::refresh(size_t node) {
  for (node /= 2; node > 0; node /= 2)
    most[node] = std::max(most[2 * node], most[2 * node + 1]) + added[node];
}

void LoadTree::add(int32_t begin, int32_t end, int64_t bytes) {
  size_t first = begin + width, last = end + width;
  const size_t leftmost = first, rightmost = last - 1;
  auto put = [&](size_t node) {
    most[node] += bytes;
    added[node] += bytes;
  };
  for (; first < last; first /= 2, last /= 2) {
    if (first % 2)
      put(first++);
    if (last % 2)
      put(--last);
  }
  refresh(leftmost);
  refresh(rightmost);
}

int64_t LoadTree::largest(int32_t begin, int32_t end) const {
  auto search = [&](auto &self, size_t node, int64_t from,
                    int64_t to) -> int64_t {
    if (begin <= from && to <= end)
      return most[node];
    const int64_t middle = from + (to - from) / 2;
    if (end <= middle)
      return self(self, 2 * node, from, middle) + added[node];
    if (begin >= middle)
      return self(self, 2 * node + 1, middle, to) + added[node];
    return std::max(self(self, 2 * node, from, middle),
                    self(self, 2 * node + 1, middle, to)) +
           added[node];
  };
  return search(search, 1, 0, static_cast<int64_t>(width));
}

BankLoads::BankLoads(const BankModel &model, std::vector<int64_t> capacity)
    : model(model), capacity(std::move(capacity)) {
  for (int32_t bank = 0; bank < model.numBanks(); ++bank)
    trees.emplace_back(model.isLimited(bank) ? model.items.numSections : 1);
}

void BankLoads::change(int32_t item, int32_t bank, int64_t sign) {
  if (bank != noBank && model.isLimited(bank))
    trees[bank].add(model.items.begin[item], model.items.end[item],
                    sign * model.items.size[item]);
}

bool BankLoads::hasRoom(int32_t item, int32_t bank) const {
  if (bank == noBank || !model.isLimited(bank))
    return true;
  return plus(trees[bank].largest(model.items.begin[item],
                                  model.items.end[item]),
              model.items.size[item]) <= capacity[bank];
}
