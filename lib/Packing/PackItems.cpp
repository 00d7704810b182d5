//===- PackItems.cpp - A packing problem as items -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts buffers to items. Offsets depend only on overlaps of live ranges, so
// steps are merged into sections, the maximal sets of buffers live together
// (the maximal cliques of an interval graph, found by one sweep over sorted
// ends), at most as many as items. Bounds: the load of a section; fixed
// offsets; and, for aligned items, the bytes necessarily wasted by alignment.
//
//===----------------------------------------------------------------------===//

#include "PackItems.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// A time and a piece that begins or ends there.
using Edge = std::pair<int64_t, int32_t>;

/// A piece with steps instead of sections.
struct TimedPiece {
  LiveRange range;
  int64_t first;
  int64_t last;
};

} // namespace

/// Numbers the sections: a new section starts where a piece begins after
/// another has ended. Calls begin(piece, section) and end(piece, section after
/// it).
template <typename Begin, typename End>
static int32_t numberSections(std::vector<Edge> &begins,
                              std::vector<Edge> &ends, Begin begin, End end) {
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  int32_t section = 0;
  bool hasEnded = false;
  auto next = ends.begin();
  for (const Edge &edge : begins) {
    for (; next->first <= edge.first; ++next) {
      end(next->second, section + 1);
      hasEnded = true;
    }
    section += hasEnded;
    hasEnded = false;
    begin(edge.second, section);
  }
  for (; next != ends.end(); ++next)
    end(next->second, section + 1);
  return begins.empty() ? 0 : section + 1;
}

static void appendPieces(const PackingProblem &problem,
                         const PackingBuffer &buffer,
                         std::vector<TimedPiece> &pieces) {
  auto add = [&](LiveRange range, int64_t first, int64_t last) {
    if (range.begin < range.end && first < last)
      pieces.push_back({range, first, last});
  };
  Step next = buffer.range.begin;
  if (const PackingTraits *traits = problem.traitsOf(buffer))
    for (const PackingGap &gap : traits->gaps) {
      add({next, gap.range.begin}, 0, buffer.size);
      add(gap.range, gap.windowBegin, gap.windowEnd);
      next = gap.range.end;
    }
  add({next, buffer.range.end}, 0, buffer.size);
}

/// Returns the bytes used by a group: at each step, the longest live member.
/// All pieces start at byte 0.
static std::vector<TimedPiece> mergeMembers(std::vector<TimedPiece> pieces) {
  struct Change {
    Step step;
    int64_t size;
    bool isBegin;
  };
  std::vector<Change> changes;
  for (const TimedPiece &piece : pieces) {
    changes.push_back({piece.range.begin, piece.last, true});
    changes.push_back({piece.range.end, piece.last, false});
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change &a, const Change &b) { return a.step < b.step; });
  std::vector<TimedPiece> merged;
  std::vector<int64_t> live; // Sorted sizes.
  for (size_t i = 0; i < changes.size(); ++i) {
    auto at = std::lower_bound(live.begin(), live.end(), changes[i].size);
    // The matching size was inserted at an earlier step.
    if (changes[i].isBegin)
      live.insert(at, changes[i].size);
    else
      live.erase(at);
    if (i + 1 == changes.size() || changes[i + 1].step == changes[i].step ||
        live.empty())
      continue;
    LiveRange range = {changes[i].step, changes[i + 1].step};
    if (!merged.empty() && merged.back().range.end == range.begin &&
        merged.back().last == live.back())
      merged.back().range.end = range.end;
    else
      merged.push_back({range, 0, live.back()});
  }
  return merged;
}

namespace {

/// Collects items with their timed pieces, then numbers the sections.
class ItemCollector {
public:
  void add(std::span<const TimedPiece> own, int64_t size, int64_t alignment,
           Offset fixed);
  Items finish();

private:
  Items items;
  std::vector<Edge> begins;
  std::vector<Edge> ends;
  bool isAligned = false;
  bool isFixed = false;
  bool hasPieces = false; // Some item is not a single piece of all its bytes.
};

} // namespace

void ItemCollector::add(std::span<const TimedPiece> own, int64_t size,
                        int64_t alignment, Offset fixed) {
  assert(!own.empty() && "an item is live at some step");
  items.size.push_back(size);
  items.alignment.push_back(alignment);
  items.fixed.push_back(fixed);
  isAligned |= alignment != 1;
  isFixed |= fixed >= 0;
  items.pieceAt.push_back(static_cast<int32_t>(items.pieces.size()));
  // Unsigned arithmetic, as steps may be any 64-bit values.
  items.length.push_back(
      static_cast<float>(static_cast<uint64_t>(own.back().range.end) -
                         static_cast<uint64_t>(own.front().range.begin)));
  hasPieces |= own.size() > 1;
  for (const TimedPiece &piece : own) {
    hasPieces |= piece.first != 0 || piece.last != size;
    items.hasWindows |= piece.first != 0;
    int32_t index = static_cast<int32_t>(items.pieces.size());
    begins.emplace_back(piece.range.begin, index);
    ends.emplace_back(piece.range.end, index);
    items.pieces.push_back({0, 0, piece.first, piece.last});
  }
  ++items.numItems;
}

template <typename T> static void drop(std::vector<T> &values) {
  std::vector<T>().swap(values);
}

Items ItemCollector::finish() {
  items.numSections = numberSections(
      begins, ends,
      [&](int32_t i, int32_t section) { items.pieces[i].begin = section; },
      [&](int32_t i, int32_t section) { items.pieces[i].end = section; });
  items.pieceAt.push_back(static_cast<int32_t>(items.pieces.size()));
  drop(begins);
  drop(ends);
  items.begin.resize(items.numItems);
  items.end.resize(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i) {
    items.begin[i] = items.pieces[items.pieceAt[i]].begin;
    items.end[i] = items.pieces[items.pieceAt[i + 1] - 1].end;
  }
  if (!isAligned)
    drop(items.alignment);
  if (!isFixed)
    drop(items.fixed);
  if (!hasPieces) {
    drop(items.pieceAt);
    drop(items.pieces);
  }
  return std::move(items);
}

/// Returns the least common multiple, at most `infiniteOffset`.
static int64_t commonMultiple(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a / std::gcd(a, b), b, &product)
             ? infiniteOffset
             : product;
}

/// Fast path for millions of buffers with a single piece each: no pieces, no
/// lists.
static Items makePlainItems(const PackingProblem &problem,
                            std::span<const int32_t> buffers) {
  Items items;
  items.numItems = static_cast<int32_t>(buffers.size());
  bool isAligned = false;
  for (int32_t index : buffers)
    isAligned |= problem.buffers[index].alignment != 1;
  std::vector<Edge> begins, ends;
  begins.reserve(buffers.size());
  ends.reserve(buffers.size());
  for (int32_t i = 0; i < items.numItems; ++i) {
    begins.emplace_back(problem.buffers[buffers[i]].range.begin, i);
    ends.emplace_back(problem.buffers[buffers[i]].range.end, i);
  }
  items.begin.resize(items.numItems);
  items.end.resize(items.numItems);
  items.numSections = numberSections(
      begins, ends,
      [&](int32_t i, int32_t section) { items.begin[i] = section; },
      [&](int32_t i, int32_t section) { items.end[i] = section; });
  drop(begins);
  drop(ends);
  items.size.reserve(buffers.size());
  items.length.reserve(buffers.size());
  for (int32_t index : buffers) {
    const PackingBuffer &buffer = problem.buffers[index];
    items.size.push_back(buffer.size);
    items.length.push_back(
        static_cast<float>(static_cast<uint64_t>(buffer.range.end) -
                           static_cast<uint64_t>(buffer.range.begin)));
    if (isAligned)
      items.alignment.push_back(buffer.alignment);
  }
  return items;
}

Items packing::makeItems(const PackingProblem &problem,
                         std::span<const int32_t> buffers) {
  if (problem.traits.empty())
    return makePlainItems(problem, buffers);
  std::vector<int32_t> itemOf(buffers.size());
  std::vector<std::vector<int32_t>> items; // Positions in `buffers`.
  std::vector<int32_t> itemOfGroup(problem.groups.size(), -1);
  for (size_t i = 0; i < buffers.size(); ++i) {
    const PackingTraits *traits = problem.traitsOf(problem.buffers[buffers[i]]);
    int32_t own = -1;
    int32_t &item = traits && traits->group ? itemOfGroup[*traits->group] : own;
    if (item < 0) {
      item = static_cast<int32_t>(items.size());
      items.emplace_back();
    }
    items[item].push_back(static_cast<int32_t>(i));
    itemOf[i] = item;
  }
  ItemCollector collector;
  std::vector<TimedPiece> pieces;
  for (const std::vector<int32_t> &item : items) {
    pieces.clear();
    int64_t size = 0, alignment = 1;
    Offset fixed = -1;
    for (int32_t i : item) {
      const PackingBuffer &buffer = problem.buffers[buffers[i]];
      appendPieces(problem, buffer, pieces);
      size = std::max(size, buffer.size);
      alignment = commonMultiple(alignment, buffer.alignment);
      if (const PackingTraits *traits = problem.traitsOf(buffer))
        fixed = traits->offset.value_or(-1);
    }
    if (item.size() > 1)
      pieces = mergeMembers(std::move(pieces));
    collector.add(pieces, size, alignment, fixed);
  }
  Items result = collector.finish();
  if (items.size() != buffers.size())
    result.itemOf = std::move(itemOf);
  return result;
}

/// Subset of items in a single piece, without fixed offsets. Keeps only the
/// sections from the first start to the last end.
static Items plainSubset(const Items &items, std::span<const int32_t> chosen) {
  auto pick = [&](const auto &values) {
    std::remove_cvref_t<decltype(values)> picked;
    if (values.empty())
      return picked;
    picked.reserve(chosen.size());
    for (int32_t item : chosen)
      picked.push_back(values[item]);
    return picked;
  };
  Items result;
  result.numItems = static_cast<int32_t>(chosen.size());
  result.size = pick(items.size);
  result.begin = pick(items.begin);
  result.end = pick(items.end);
  result.length = pick(items.length);
  result.alignment = pick(items.alignment);
  const int32_t first =
      *std::min_element(result.begin.begin(), result.begin.end());
  for (int32_t i = 0; i < result.numItems; ++i) {
    result.begin[i] -= first;
    result.end[i] -= first;
    result.numSections = std::max(result.numSections, result.end[i]);
  }
  return result;
}

Items packing::subset(const Items &items, std::span<const int32_t> chosen) {
  if (items.isSimple() && !chosen.empty())
    return plainSubset(items, chosen);
  ItemCollector collector;
  std::vector<TimedPiece> pieces;
  for (int32_t item : chosen) {
    pieces.clear();
    items.forEachPiece(item, [&](Piece piece) {
      pieces.push_back({{piece.begin, piece.end}, piece.first, piece.last});
    });
    collector.add(pieces, items.size[item], items.alignmentOf(item),
                  items.fixedOf(item));
  }
  Items result = collector.finish();
  for (size_t i = 0; i < chosen.size(); ++i)
    result.length[i] = items.length[chosen[i]];
  return result;
}

std::vector<int64_t> packing::loadsOf(const Items &items) {
  // The change at each section; 128 bits, as many items may begin in one
  // section.
  std::vector<__int128> change(static_cast<size_t>(items.numSections) + 1);
  for (int32_t i = 0; i < items.numItems; ++i)
    items.forEachPiece(i, [&](Piece piece) {
      change[piece.begin] += piece.last - piece.first;
      change[piece.end] -= piece.last - piece.first;
    });
  std::vector<int64_t> loads(items.numSections);
  __int128 load = 0;
  for (int32_t section = 0; section < items.numSections; ++section) {
    load += change[section];
    loads[section] =
        static_cast<int64_t>(std::min<__int128>(load, infiniteOffset));
  }
  return loads;
}

namespace {

/// Bytes that a piece wastes unless it is topmost, and its sections.
struct Pad {
  int64_t bytes;
  int32_t begin;
  int32_t end;
};

} // namespace

/// Returns by section the largest pad; 0 without pads.
static std::vector<int64_t> largestPads(std::vector<Pad> pads,
                                        int32_t numSections) {
  std::sort(pads.begin(), pads.end(),
            [](const Pad &a, const Pad &b) { return a.bytes > b.bytes; });
  std::vector<int64_t> largest(numSections);
  // By section: a section from which on to look for one without a pad.
  std::vector<int32_t> next(static_cast<size_t>(numSections) + 1);
  std::iota(next.begin(), next.end(), 0);
  auto find = [&](int32_t section) {
    while (next[section] != section)
      section = next[section] = next[next[section]];
    return section;
  };
  for (const Pad &pad : pads)
    for (int32_t s = find(pad.begin); s < pad.end; s = find(s)) {
      largest[s] = pad.bytes;
      next[s] = s + 1;
    }
  return largest;
}

/// Returns a bound from a common alignment A: in each section, each item but
/// the topmost takes its size rounded up to a multiple of A.
static int64_t alignedBound(const Items &items) {
  int64_t common = 0;
  for (int64_t alignment : items.alignment)
    common = std::gcd(common, alignment);
  if (common <= 1 || items.hasWindows)
    return 0;
  Items rounded = items;
  for (int64_t &size : rounded.size)
    size = alignUp(size, common);
  for (Piece &piece : rounded.pieces)
    piece.last = alignUp(piece.last, common);
  std::vector<Pad> pads;
  for (int32_t i = 0; i < items.numItems; ++i)
    if (const int64_t bytes = rounded.size[i] - items.size[i]; bytes > 0)
      items.forEachPiece(i, [&](const Piece &piece) {
        pads.push_back({bytes, piece.begin, piece.end});
      });
  if (pads.empty())
    return 0;
  const std::vector<int64_t> largest =
      largestPads(std::move(pads), items.numSections);
  const std::vector<int64_t> loads = loadsOf(rounded);
  int64_t bound = 0;
  for (int32_t s = 0; s < items.numSections; ++s)
    bound = std::max(bound, loads[s] - largest[s]); // A huge load is cut.
  return bound;
}

/// Returns true if two items with fixed offsets overlap.
static bool hasClash(const Items &items) {
  struct Change {
    int32_t section;
    bool isBegin; // Ends come first.
    Offset first;
    Offset last;
  };
  std::vector<Change> changes;
  for (int32_t i = 0; i < items.numItems; ++i)
    if (Offset fixed = items.fixedOf(i); fixed >= 0)
      items.forEachPiece(i, [&](Piece piece) {
        const Offset first = fixed + piece.first, last = fixed + piece.last;
        changes.push_back({piece.begin, true, first, last});
        changes.push_back({piece.end, false, first, last});
      });
  std::sort(changes.begin(), changes.end(),
            [](const Change &a, const Change &b) {
              return std::pair(a.section, a.isBegin) <
                     std::pair(b.section, b.isBegin);
            });
  std::map<Offset, Offset> live; // Last byte by first.
  for (const Change &change : changes) {
    if (!change.isBegin) {
      live.erase(change.first);
      continue;
    }
    auto above = live.lower_bound(change.first);
    if ((above != live.end() && above->first < change.last) ||
        (above != live.begin() && std::prev(above)->second > change.first))
      return true;
    live.emplace_hint(above, change.first, change.last);
  }
  return false;
}

int64_t packing::lowerBound(const Items &items) {
  if (hasClash(items))
    return infiniteOffset;
  int64_t bound = alignedBound(items);
  for (int64_t load : loadsOf(items))
    bound = std::max(bound, load);
  for (int32_t i = 0; i < items.numItems; ++i)
    bound = std::max(
        bound, plus(std::max<Offset>(items.fixedOf(i), 0), items.size[i]));
  return bound;
}

int64_t packing::granularity(const Items &items) {
  int64_t common = 0;
  for (int64_t size : items.size)
    common = std::gcd(common, size);
  for (const Piece &piece : items.pieces)
    common = std::gcd(std::gcd(common, piece.first), piece.last);
  for (int64_t alignment : items.alignment)
    if (alignment != 1)
      common = std::gcd(common, alignment);
  for (Offset fixed : items.fixed)
    if (fixed >= 0)
      common = std::gcd(common, fixed);
  return std::max<int64_t>(common, 1);
}

std::vector<std::vector<int32_t>> packing::partsOf(const Items &items) {
  std::vector<int32_t> byBegin(items.numItems);
  std::iota(byBegin.begin(), byBegin.end(), 0);
  std::sort(byBegin.begin(), byBegin.end(), [&](int32_t a, int32_t b) {
    return std::pair(items.begin[a], a) < std::pair(items.begin[b], b);
  });
  std::vector<std::vector<int32_t>> parts;
  int32_t end = -1;
  for (int32_t item : byBegin) {
    if (items.begin[item] >= end)
      parts.emplace_back();
    parts.back().push_back(item);
    end = std::max(end, items.end[item]);
  }
  return parts;
}

int64_t packing::peakOf(const Items &items, std::span<const Offset> offsets) {
  int64_t peak = 0;
  for (int32_t i = 0; i < items.numItems; ++i)
    peak = std::max(peak, offsets[i] < 0 ? infiniteOffset
                                         : plus(offsets[i], items.size[i]));
  return peak;
}
