//===- SearchChain.cpp - One chain of simulated annealing -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchChain.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

static double temperatureScaleOf(const Problem &problem) {
  return 100.0 /
         static_cast<double>(std::clamp<Step>(problem.numSteps(), 1, 100));
}

SearchChain::SearchChain(const AccessIndex &uses, const Placement &base,
                         const SearchOptions &options, uint64_t seed)
    : uses(uses), options(options),
      temperatureScale(temperatureScaleOf(uses.problem)), state(uses, base),
      sites(uses, state), repeats(uses, state, sites),
      mutator(uses, options, std::min(0.25, 0.05 * temperatureScale)),
      random(seed), choices(state.getMovables().size()),
      isStale(choices.size()) {
  best.seconds = state.makespan();
  for (size_t m = 0; m < choices.size(); ++m)
    best.placed.push_back(state.placed(static_cast<int32_t>(m)));
}

//===----------------------------------------------------------------------===//
// Best placement.
//===----------------------------------------------------------------------===//

void SearchChain::noteBest() {
  for (int32_t movable : state.getKept())
    if (!isStale[movable]) {
      isStale[movable] = true;
      stale.push_back(movable);
    }
  if (state.makespan() >= best.seconds)
    return;
  best.seconds = state.makespan();
  for (int32_t movable : stale) {
    best.placed[movable] = state.placed(movable);
    isStale[movable] = false;
  }
  stale.clear();
}

void SearchChain::restartFrom(const Incumbent &other) {
  state.load(other.placed);
  if (&other != &best)
    best = other;
  for (int32_t movable : stale)
    isStale[movable] = false;
  stale.clear();
}

Incumbent SearchChain::incumbentOf(const std::vector<PlacedBuffer> &placed) {
  Incumbent incumbent;
  for (const Movable &movable : state.getMovables())
    incumbent.placed.push_back(placed[movable.buffer]);
  state.load(incumbent.placed);
  incumbent.seconds = state.makespan();
  return incumbent;
}

std::vector<BufferPlan> SearchChain::plansOf(const Incumbent &incumbent) {
  state.load(incumbent.placed);
  return state.getPlans();
}

//===----------------------------------------------------------------------===//
// Initial placements.
//===----------------------------------------------------------------------===//

bool SearchChain::construct(size_t index,
                            const std::function<bool()> &shouldContinue) {
  const Variant variant = variantAt(index);
  const Choices &all = variant.choices;
  std::fill(choices.begin(), choices.end(), all);
  const int32_t count = static_cast<int32_t>(choices.size());
  for (int32_t movable = 0; movable < count; ++movable)
    state.takeOut(movable);
  order.clear();
  for (int32_t movable = 0; movable < count; ++movable)
    order.push_back({-urgencyOf(movable, variant.lifePower), movable});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order) {
    if (!shouldContinue()) {
      state.undo();
      return false;
    }
    state.insert(movable, all);
  }
  ++evaluations;
  if (state.evaluate() == infinity) {
    state.undo();
    return true;
  }
  state.keep();
  noteBest();
  return true;
}

//===----------------------------------------------------------------------===//
// Annealing.
//===----------------------------------------------------------------------===//

int64_t SearchChain::anneal(int64_t count, int64_t length, const Region &where,
                            const std::function<bool()> &shouldContinue) {
  region = where;
  const double meanOp =
      state.makespan() / static_cast<double>(uses.problem.numSteps());
  for (int64_t i = 0; i < count; ++i) {
    if (!shouldContinue())
      return i;
    const double done = static_cast<double>(i) / static_cast<double>(length);
    const double temperature = temperatureScale * options.initialTemperature *
                               meanOp * std::pow(options.cooling, done);
    // Window moves find good regions early; small moves refine the placement
    // later.
    const double window =
        options.window *
        (1 + 3 * std::exp(-static_cast<double>(evaluations) / 500));
    const double before = state.makespan();
    // A move without effect needs no evaluation; draw another one.
    constexpr int maxTries = 10;
    for (int tries = 0; tries < maxTries; ++tries) {
      change(window);
      if (state.hasChanged())
        break;
      undoMove();
    }
    const double delta = state.evaluate() - before;
    ++evaluations;
    if (delta > 0 && random.uniform() >= std::exp(-delta / temperature)) {
      undoMove();
      continue;
    }
    state.keep();
    noteBest();
  }
  return count;
}

// Applies one randomly chosen move; `window` is the probability of a window
// move.
void SearchChain::change(double window) {
  // A disabled move draws no random number, so disabling a move does not shift
  // the sequence.
  const auto draws = [&](double chance) {
    return chance > 0 && random.chance(chance);
  };
  if (draws(options.ejectLarge * std::min(3.0, temperatureScale)))
    ejectLarge();
  else if (repeats.hasAny() && draws(options.repeat))
    repeat();
  else if (repeats.hasShared() && draws(options.spread))
    spread();
  else if (draws(window))
    reinsertWindow();
  else if (random.chance(options.force))
    insertForced();
  else
    reinsert();
}

//===----------------------------------------------------------------------===//
// Moves, up to the placement to be evaluated.
//===----------------------------------------------------------------------===//

// Late evictions pay only once the rest of the placement is good. Earlier than
// 20,000 evaluations, late evictions improved three TPU problems by 0.3 to 1.2
// %, but made others worse by up to 0.1 %.
bool SearchChain::mayEvictLate() const {
  constexpr int64_t evaluationsBefore = 20000;
  return evaluations >= evaluationsBefore;
}

void SearchChain::beginChange() {
  removed.clear();
  choicesBefore.clear();
}

void SearchChain::remove(int32_t movable) {
  removed.push_back(movable);
  choicesBefore.push_back(choices[movable]);
  state.takeOut(movable);
}

// Removes a movable, even if this move has already reinserted it.
void SearchChain::removeAgain(int32_t movable) {
  if (state.isTakenOut(movable))
    state.takeOutAgain(movable);
  else
    remove(movable);
}

void SearchChain::undoMove() {
  state.undo();
  assert(choicesBefore.size() == removed.size());
  for (size_t j = 0; j < removed.size(); ++j)
    choices[removed[j]] = choicesBefore[j];
}

void SearchChain::mutate(int32_t movable) {
  mutator.mutate(choices[movable], state.getMovables()[movable], mayEvictLate(),
                 random);
}

// Related removal: removes some buffers with uses close to each other.
void SearchChain::removeRelated() {
  const SiteId center = sites.chooseSite(region, random);
  const auto [low, high] =
      sites.chooseRange(center, {0, 1, 2, 4, 8, 16}, random);
  size_t count = 1;
  while (count < static_cast<size_t>(options.maxRemovals) && random.chance(0.7))
    ++count;
  auto removeAt = [&](SiteId site) {
    const int32_t movable = sites.chooseUser(site, random);
    if (!state.isTakenOut(movable))
      remove(movable);
  };
  removeAt(center);
  const auto numSites = static_cast<size_t>(high - low) + 1;
  for (size_t i = 0; removed.size() < count && i < 2 * count; ++i)
    removeAt(low + static_cast<SiteId>(random.below(numSites)));
}

// Removes some related buffers and decodes them again.
void SearchChain::reinsert() {
  beginChange();
  removeRelated();
  if (random.chance(options.mutate))
    mutate(removed[0]);
  insertAll(random.chance(0.3));
}

void SearchChain::insertAll(bool isSeedFirst) {
  const bool staysHome = removed.size() > 1 && random.chance(0.1);
  const double noise = random.chance(0.5) ? 0.5 : 2;
  order.clear();
  for (int32_t movable : removed) {
    double urgency = state.urgencyOf(movable, choices[movable]) *
                     std::exp(noise * (2 * random.uniform() - 1));
    if (isSeedFirst && movable == removed[0])
      urgency = infinity;
    order.push_back({-urgency, movable});
  }
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    if (!staysHome || movable != removed[0])
      state.insert(movable, choices[movable]);
}

// Returns all groups, or some groups around `here`; numbered as in StayRequest.
std::pair<int32_t, int32_t> SearchChain::chooseSpan(const Movable &movable,
                                                    int32_t numGroups,
                                                    int32_t here) {
  auto below = [&](int32_t count) {
    return static_cast<int32_t>(random.below(count));
  };
  if (movable.wrapsAround && random.chance(0.5)) { // Up to a whole invocation.
    const int32_t more = below(numGroups + 1);
    const int32_t before = below(std::min(more + 1, numGroups));
    const int32_t first = (here + numGroups - before) % numGroups;
    return {first, first + more};
  }
  if (!random.chance(0.4))
    return {0, numGroups - 1};
  const int32_t first = here - below(here + 1);
  return {first, here + below(numGroups - here)};
}

// Returns the steps of a stay in the tier, including the lead of its prefetch.
LiveRange SearchChain::rangeOf(int32_t id, std::pair<int32_t, int32_t> span,
                               Step lead) const {
  const Movable &movable = state.getMovables()[id];
  const std::vector<SiteId> &own = sites.sitesOf(id);
  const auto numGroups = static_cast<int32_t>(own.size());
  const Step numSteps = uses.problem.numSteps();
  const bool wraps = span.second >= numGroups;
  LiveRange range = {sites.stepOf(own[span.first]) - lead,
                     sites.stepOf(own[span.second % numGroups]) + 1 +
                         (wraps ? numSteps : 0)};
  if (!movable.wrapsAround)
    range.begin =
        std::max(uses.problem.buffers[movable.buffer].range.begin, range.begin);
  else if (range.end - range.begin > numSteps)
    range = {0, numSteps};
  return range;
}

// Removes some more buffers with uses near a forced buffer. Such buffers may
// gain from the room that ejected buffers leave.
void SearchChain::removeNeighbours(SiteId low, SiteId high) {
  if (high < low)
    std::swap(low, high);
  low = std::max(0, low - 1);
  high = std::min(static_cast<SiteId>(sites.size()) - 1, high + 1);
  for (size_t n = 1 + random.below(3); n > 0; --n) {
    const auto site = low + static_cast<SiteId>(random.below(high - low + 1));
    const int32_t movable = sites.chooseUser(site, random);
    if (!state.isTakenOut(movable))
      remove(movable);
  }
}

// Forced insertion: gives one buffer a stay and ejects buffers in its way until
// the stay fits. The ejected buffers are then decoded into the remaining room.
void SearchChain::insertForced() {
  beginChange();
  const SiteId at = sites.chooseSite(region, random);
  remove(sites.chooseUser(at, random));
  const int32_t seed = removed[0];
  const Movable &movable = state.getMovables()[seed];
  const std::vector<SiteId> &own = sites.sitesOf(seed);
  const auto numGroups = static_cast<int32_t>(own.size());
  const auto here = static_cast<int32_t>(
      std::lower_bound(own.begin(), own.end(), at) - own.begin());
  auto span = chooseSpan(movable, numGroups, here);
  if (random.chance(options.mutate))
    mutate(seed);
  const TierId tier = movable.tiers[random.below(movable.tiers.size())];
  constexpr Step leads[] = {0, 0, 1, 2, 4, 8};
  const Step lead = leads[random.below(std::size(leads))];
  inTheWay = state.residents(tier, rangeOf(seed, span, lead));
  // With more conflicts than this, the ejections hardly ever free all of the
  // range.
  constexpr size_t tooMany = 40;
  if (span.first < span.second && inTheWay.size() > tooMany) {
    span = {here, here};
    inTheWay = state.residents(tier, rangeOf(seed, span, lead));
  }
  constexpr size_t maxEjected = 12;
  for (size_t ejected = 0;; ++ejected) {
    if (state.insertStay(seed, tier, span.first, span.second, choices[seed]) ||
        inTheWay.empty() || ejected == maxEjected)
      break;
    const size_t next = random.below(inTheWay.size());
    remove(inTheWay[next]);
    inTheWay[next] = inTheWay.back();
    inTheWay.pop_back();
  }
  if (random.chance(std::min(0.2, 0.05 * temperatureScale)))
    removeNeighbours(own[span.first], own[span.second % numGroups]);
  insertAll(true);
}

//===----------------------------------------------------------------------===//
// Moves on several consecutive ops.
//===----------------------------------------------------------------------===//

/// Most buffers removed by a window move, to bound the time of one move.
static constexpr size_t maxRemoved = 200;

/// Most buffers ejected for one stay of a repetition.
static constexpr int maxEjected = 6;

/// Upper limit of the delay of evictions in a window, in boundaries.
static constexpr size_t maxEvictDelay = 24;

// Removes all buffers with uses from one site to another.
void SearchChain::removeWindow(SiteId low, SiteId high) {
  for (SiteId site = low; site <= high && removed.size() < maxRemoved; ++site)
    for (int32_t movable : sites.usersAt(site))
      if (!state.isTakenOut(movable) && removed.size() < maxRemoved)
        remove(movable);
}

// Decodes the removed buffers except for the first `count`, in order of urgency
// with random noise.
void SearchChain::insertAllBut(size_t count, double lifePower, double noise) {
  order.clear();
  for (size_t i = count; i < removed.size(); ++i)
    order.push_back({-urgencyOf(removed[i], lifePower) *
                         std::exp(noise * (2 * random.uniform() - 1)),
                     removed[i]});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    state.insert(movable, choices[movable]);
}

// Window removal: decodes all buffers with uses in some consecutive ops again,
// mostly with the choices of a single variant. Choices left by earlier moves
// suited the surroundings at that time.
void SearchChain::reinsertWindow() {
  beginChange();
  const SiteId center = sites.chooseSite(region, random);
  const auto [low, high] = sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
  removeWindow(low, high);
  Variant variant = variantAt(random.below(numVariants()));
  // No small move can delay all evictions of a layer together.
  if (mayEvictLate()) {
    if (random.chance(0.3))
      variant.choices.policy.evictDelay =
          static_cast<int32_t>(random.below(maxEvictDelay));
    variant.choices.policy.evictsLate = random.chance(0.5);
  }
  if (random.chance(0.75))
    for (int32_t movable : removed)
      choices[movable] = variant.choices;
  if (random.chance(options.mutate))
    mutate(removed[random.below(removed.size())]);
  insertAllBut(0, variant.lifePower, random.uniform());
}

// Returns a movable in a tier during the range, with a preference for large
// ones; -1 if the tier has none.
int32_t SearchChain::chooseLarge(LiveRange range) {
  const size_t numTiers = uses.problem.target.tiers.size();
  const auto tier =
      static_cast<TierId>(numTiers > 2 ? random.below(numTiers - 1) : 0);
  inTheWay = state.residents(tier, range);
  int32_t large = -1;
  constexpr int draws = 4;
  for (int i = 0; i < draws && !inTheWay.empty(); ++i) {
    const int32_t other = inTheWay[random.below(inTheWay.size())];
    if (large < 0 || sizeOf(other) > sizeOf(large))
      large = other;
  }
  return large;
}

// A large buffer leaves during some consecutive ops, and other buffers get its
// room. Each of the other buffers gains too little to displace the large buffer
// alone, and the large buffer comes first in each decoding order.
void SearchChain::ejectLarge() {
  beginChange();
  const SiteId center = sites.chooseSite(region, random);
  const auto [low, high] = sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
  const int32_t large =
      chooseLarge({sites.stepOf(low), sites.stepOf(high) + 1});
  if (large < 0)
    return reinsertWindow();
  remove(large);
  removeWindow(low, high);
  const std::vector<SiteId> &own = sites.sitesOf(large);
  Choices before = choices[large];
  before.restMayMove = false;
  Choices after = before;
  before.lastGroup = static_cast<int32_t>(
      std::lower_bound(own.begin(), own.end(), low) - own.begin() - 1);
  after.firstGroup = static_cast<int32_t>(
      std::upper_bound(own.begin(), own.end(), high) - own.begin());
  if (before.lastGroup >= before.firstGroup)
    state.insert(large, before);
  // The return takes a transfer, and other buffers may need that time more.
  if (after.firstGroup < static_cast<int32_t>(own.size()) && random.chance(0.5))
    state.insert(large, after);
  insertAllBut(1, 0, random.uniform());
}

// Returns the number of boundaries from the last write in a stay ending at
// `lastGroup` to the start of its eviction.
int32_t SearchChain::evictDelayOf(int32_t id, int32_t lastGroup,
                                  Step start) const {
  const BufferId buffer = state.getMovables()[id].buffer;
  int32_t group = lastGroup;
  while (group > 0 && !uses.definesContents(buffer, group))
    --group;
  const Step delay = start - uses.groups[buffer][group].step - 1;
  return static_cast<int32_t>(std::max<Step>(0, delay));
}

// Inserts a stay; ejects buffers in its way if necessary.
void SearchChain::insertStay(const PatternStay &stay, const Choices &own) {
  const std::pair<int32_t, int32_t> span = {stay.firstGroup, stay.lastGroup};
  const LiveRange range =
      rangeOf(stay.movable, span, own.policy.lead.value_or(0));
  for (int ejected = 0;
       !state.insertStay(stay.movable, stay.tier, span.first, span.second, own);
       ++ejected) {
    inTheWay = state.residents(stay.tier, range);
    std::erase_if(inTheWay, [&](int32_t other) {
      return std::find(removed.begin(), removed.end(), other) != removed.end();
    });
    if (inTheWay.empty() || ejected == maxEjected)
      return;
    remove(inTheWay[random.below(inTheWay.size())]);
  }
}

// Inserts a stay for the same groups as stay `stay` of the plan, with transfers
// of the same length.
void SearchChain::follow(int32_t id, const BufferPlan &plan, StayId stay,
                         bool isAtItsPlace) {
  const auto &serving = plan.serving;
  const auto first = std::find(serving.begin(), serving.end(), stay);
  if (first == serving.end())
    return; // An intermediate stop on the route to another tier.
  const auto begin = static_cast<int32_t>(first - serving.begin());
  const auto end = static_cast<int32_t>(
      serving.rend() - std::find(serving.rbegin(), serving.rend(), stay) - 1);
  Choices own = choices[id];
  for (const Copy &copy : plan.copies)
    if (copy.isWrapped())
      continue;
    else if (copy.to == stay && copy.from == 0)
      own.policy.lead = copy.done - copy.start;
    else if (copy.from == stay && copy.to == 0) {
      own.policy.evictSteps = copy.done - copy.start;
      if (mayEvictLate()) {
        own.policy.evictDelay = evictDelayOf(id, end, copy.start);
        own.policy.evictsLate = false;
      }
    }
  if (isAtItsPlace)
    own.policy.offset = plan.stays[stay].offset;
  insertStay({id, plan.stays[stay].tier, begin, end}, own);
}

std::vector<SearchChain::Snapshot>
SearchChain::snapshotsOf(const std::vector<Counterpart> &pairs) const {
  std::vector<Snapshot> snapshots;
  for (const Counterpart &pair : pairs)
    snapshots.push_back({state.placed(pair.from).plan, choices[pair.from]});
  return snapshots;
}

// Place large buffers first, while free space is least fragmented.
void SearchChain::sortLargestFirst(std::vector<Counterpart> &pairs) const {
  std::sort(pairs.begin(), pairs.end(),
            [&](const Counterpart &a, const Counterpart &b) {
              return std::pair(-sizeOf(a.to), a.to) <
                     std::pair(-sizeOf(b.to), b.to);
            });
}

void SearchChain::followAll(const std::vector<Counterpart> &pairs,
                            const std::vector<Snapshot> &snapshots,
                            bool areAtTheirPlaces) {
  for (size_t i = 0; i < pairs.size(); ++i) {
    removeAgain(pairs[i].to);
    choices[pairs[i].to] = snapshots[i].choices;
  }
  for (size_t i = 0; i < pairs.size(); ++i)
    for (size_t stay = 1; stay < snapshots[i].plan.stays.size(); ++stay)
      follow(pairs[i].to, snapshots[i].plan, static_cast<StayId>(stay),
             areAtTheirPlaces);
}

// Places the buffers of some consecutive ops like the buffers of a repetition;
// ejects buffers in the way and decodes them afterwards. A good placement of
// one layer of a network suits the other layers, and each layer alone would
// find it late.
void SearchChain::repeat() {
  beginChange();
  const SiteId at = sites.chooseSite(region, random);
  const std::vector<SiteId> &similarSites = repeats.sitesLike(at);
  const SiteId from = similarSites[random.below(similarSites.size())];
  const auto [low, high] = sites.chooseRange(from, {2, 4, 8, 16, 32}, random);
  std::vector<Counterpart> pairs = repeats.counterparts(low, high, at - from);
  if (pairs.empty())
    return reinsertWindow();
  sortLargestFirst(pairs);
  followAll(pairs, snapshotsOf(pairs), /*areAtTheirPlaces=*/false);
  insertAll(false);
}

// Returns a stretch from one use of a buffer to one of the next uses, together
// with some of its repetitions. The first repetition is near a site with a
// loss. Returns nothing if the stretch is not repeated.
std::optional<Repetition> SearchChain::chooseRepetition() {
  const SiteId at = sites.chooseSite(region, random);
  const int32_t movable = sites.chooseUser(at, random);
  const std::vector<SiteId> &own = sites.sitesOf(movable);
  if (own.size() < 3 || state.getMovables()[movable].wrapsAround)
    return std::nullopt;
  const size_t index = random.below(own.size() - 1);
  const SiteId anchor = own[index];
  SiteId period = own[index + 1] - anchor;
  if (!repeats.areAlike(anchor, own[index + 1]))
    return std::nullopt;
  constexpr size_t lengths[] = {1, 1, 1, 2, 3};
  const size_t length = lengths[random.below(std::size(lengths))];
  if (index + length < own.size() &&
      own[index + length] - anchor == static_cast<SiteId>(length) * period)
    period *= static_cast<SiteId>(length);
  const SiteId begin = anchor - static_cast<SiteId>(random.below(period));
  // Rounded down.
  SiteId turn = (at - begin - (at < begin ? period - 1 : 0)) / period;
  if (turn == 0)
    turn = random.chance(0.5) ? 1 : -1;
  constexpr SiteId counts[] = {1, 1, 2, 4, 8, 32};
  const SiteId more = counts[random.below(std::size(counts))] - 1;
  if (random.chance(0.5))
    return Repetition{begin, period, turn, turn + more};
  return Repetition{begin, period, turn - more, turn};
}

// Changes the stretch itself. The gain may show only if all repetitions change
// together.
void SearchChain::changeStretch(const Repetition &stretch) {
  const Region whole = region;
  region = {static_cast<size_t>(std::max(0, stretch.begin)),
            std::min(sites.size(),
                     static_cast<size_t>(stretch.begin + stretch.period))};
  if (random.chance(options.force))
    insertForced();
  else
    reinsert();
  region = whole;
}

// Spreads the placement of a stretch to several successive repetitions in one
// move. If repetitions share buffers, a repetition changed alone stalls on
// shared buffers placed differently by its neighbours.
void SearchChain::spread() {
  beginChange();
  const std::optional<Repetition> repetition = chooseRepetition();
  if (!repetition)
    return reinsertWindow();
  if (random.chance(0.5))
    changeStretch(*repetition);
  Pattern pattern = findPattern(uses, state, sites, repeats, *repetition);
  sortLargestFirst(pattern.counterparts);
  const std::vector<Snapshot> snapshots = snapshotsOf(pattern.counterparts);
  for (int32_t movable : pattern.shared)
    removeAgain(movable);
  for (const PatternStay &stay : pattern.stays) {
    Choices own = choices[stay.movable];
    own.policy.offset = stay.offset;
    if (stay.lead)
      own.policy.lead = stay.lead;
    if (stay.evictSteps)
      own.policy.evictSteps = stay.evictSteps;
    insertStay(stay, own);
  }
  followAll(pattern.counterparts, snapshots, /*areAtTheirPlaces=*/true);
  insertAll(false);
}

//===----------------------------------------------------------------------===//
// Recombination of placements.
//===----------------------------------------------------------------------===//

void SearchChain::adopt(const Incumbent &other, const Region &where) {
  const double before = state.makespan();
  beginChange();
  std::vector<Counterpart> pairs;
  std::vector<Snapshot> snapshots;
  for (int32_t id = 0; id < static_cast<int32_t>(choices.size()); ++id) {
    const std::vector<SiteId> &own = sites.sitesOf(id);
    if (static_cast<size_t>(own.front()) >= where.begin &&
        static_cast<size_t>(own.back()) < where.end)
      pairs.push_back({id, id});
  }
  sortLargestFirst(pairs);
  for (const Counterpart &pair : pairs)
    snapshots.push_back({other.placed[pair.to].plan, choices[pair.to]});
  followAll(pairs, snapshots, /*areAtTheirPlaces=*/true);
  insertAll(false);
  state.evaluate();
  ++evaluations;
  if (state.makespan() >= before)
    return undoMove();
  state.keep();
  noteBest();
}
