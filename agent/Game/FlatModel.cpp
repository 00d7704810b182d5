//===- FlatModel.cpp - A MapModel as flat arrays --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatModel.h"

#include <algorithm>
#include <numeric>

using namespace memplace;

ShareLayout::ShareLayout(const MapModel &model)
    : firstOf(model.numTensors()), strideOf(model.numTensors()) {
  for (size_t k = 0; k < model.numTensors(); ++k) {
    const size_t count = model.tensors[k].choices.size();
    auto found =
        std::find_if(groups.begin(), groups.end(), [&](const Group &group) {
          return group.numChoices == count;
        });
    if (found == groups.end())
      found = groups.insert(found, {0, count, {}});
    found->tensors.push_back(k);
  }
  for (Group &group : groups) {
    group.first = size;
    std::sort(group.tensors.begin(), group.tensors.end(),
              [&](size_t a, size_t b) {
                const size_t ofA = model.uses[a].size();
                const size_t ofB = model.uses[b].size();
                return ofA != ofB ? ofA > ofB : a < b;
              });
    for (size_t i = 0; i < group.tensors.size(); ++i) {
      firstOf[group.tensors[i]] = size + i;
      strideOf[group.tensors[i]] = group.tensors.size();
    }
    size += group.numChoices * group.tensors.size();
  }
}

UseCosts::UseCosts(const MapModel &model, const ShareLayout &layout) {
  size_t most = 0;
  for (const ShareLayout::Group &group : layout.groups) {
    const std::vector<size_t> &tensors = group.tensors;
    most = std::max(most, tensors.size());
    for (size_t r = 0; r < model.uses[tensors.front()].size(); ++r) {
      const auto end =
          std::partition_point(tensors.begin(), tensors.end(), [&](size_t k) {
            return model.uses[k].size() > r;
          });
      const std::span<const size_t> own(tensors.begin(), end);
      for (size_t k : own)
        steps.push_back(static_cast<uint32_t>(model.uses[k][r].step));
      for (size_t c = 0; c < group.numChoices; ++c)
        for (size_t k : own)
          seconds.push_back(model.termOf(model.uses[k][r]).seconds[c]);
      rounds.push_back(
          {group.first, tensors.size(), group.numChoices, own.size()});
    }
  }
  slopesOf.resize(most);
}

void UseCosts::add(const double *slopes, double *costs) const {
  const uint32_t *step = steps.data();
  const double *each = seconds.data();
  double *const own = slopesOf.data();
  for (const Round &round : rounds) {
    for (size_t i = 0; i < round.numTensors; ++i)
      own[i] = slopes[step[i]];
    step += round.numTensors;
    for (size_t c = 0; c < round.numChoices; ++c) {
      double *__restrict cost = costs + round.first + c * round.stride;
      for (size_t i = 0; i < round.numTensors; ++i)
        cost[i] += own[i] * each[i];
      each += round.numTensors;
    }
  }
}

/// Splits the program into equal parts and samples each part at the step with
/// the most live bytes. More samples say nearly the same, and slow the method
/// down.
Samples::Samples(const MapModel &model) {
  constexpr size_t maxSamples = 32;
  std::vector<double> live(model.numSteps() + 1, 0);
  for (size_t k = 0; k < model.numTensors(); ++k) {
    const double size =
        *std::max_element(model.fills[k].begin(), model.fills[k].end());
    live[model.places[k].range.begin] += size;
    live[model.places[k].range.end] -= size;
  }
  std::partial_sum(live.begin(), live.end(), live.begin());
  count = std::min(maxSamples, model.numSteps());
  std::vector<Step> samples;
  for (size_t i = 0; i < count; ++i) {
    const auto begin = live.begin() + i * model.numSteps() / count;
    const auto end = live.begin() + (i + 1) * model.numSteps() / count;
    samples.push_back(
        static_cast<Step>(std::max_element(begin, end) - live.begin()));
  }
  const auto indexOf = [&](Step step) {
    return static_cast<size_t>(
        std::lower_bound(samples.begin(), samples.end(), step) -
        samples.begin());
  };
  for (const ModelTensor &place : model.places)
    lives.emplace_back(indexOf(place.range.begin), indexOf(place.range.end));
}

static uint32_t indexOf(size_t index) { return static_cast<uint32_t>(index); }

/// Returns by step the contributions of shares to the op; with \p isOnlyHome,
/// only of shares at home.
static RowSums sumsOfOps(const MapModel &model, const ShareLayout &layout,
                         bool isOnlyHome) {
  std::vector<RowSums::Entry> entries;
  for (size_t t = 0; t < model.numSteps(); ++t)
    for (const MapModel::Term &term : model.ops[t].terms)
      for (size_t c = 0; c < term.seconds.size(); ++c)
        if (!isOnlyHome || model.isAtHome(term.tensor, c))
          entries.push_back({indexOf(t), indexOf(layout.of(term.tensor, c)),
                             term.seconds[c]});
  return RowSums(model.numSteps(), entries);
}

/// Returns by sample and tier the change of the fill since the previous sample,
/// per share.
static RowSums sumsOfChanges(const MapModel &model, const ShareLayout &layout,
                             const Samples &samples) {
  std::vector<RowSums::Entry> entries;
  for (size_t k = 0; k < model.numTensors(); ++k)
    for (size_t c = 0; c < model.fills[k].size(); ++c) {
      const auto [begin, end] = samples.lives[k];
      const double fill = model.fills[k][c];
      const auto add = [&](size_t sample, double factor) {
        if (sample < samples.count)
          entries.push_back(
              {indexOf(sample * model.numTiers + model.tierOf(k, c)),
               indexOf(layout.of(k, c)), factor});
      };
      add(begin, fill);
      add(end, -fill);
    }
  return RowSums(samples.count * model.numTiers, entries);
}

FlatModel::FlatModel(const MapModel &model)
    : layout(model), samples(model), fills(layout.size), copiesIn(layout.size),
      copiesBack(layout.size), lifeOf(layout.size),
      memory(sumsOfOps(model, layout, false)),
      busy(sumsOfOps(model, layout, true)), uses(model, layout),
      changes(sumsOfChanges(model, layout, samples)) {
  const auto lifeIn = [&](size_t k, size_t c) {
    const auto [begin, end] = samples.lives[k];
    const size_t tier = model.tierOf(k, c);
    return std::pair(begin * model.numTiers + tier,
                     end * model.numTiers + tier);
  };
  for (size_t k = 0; k < model.numTensors(); ++k) {
    for (size_t c = 0; c < model.fills[k].size(); ++c)
      lives.push_back(lifeIn(k, c));
    if (model.places[k].isCopied)
      copied.push_back(k);
  }
  std::sort(lives.begin(), lives.end());
  lives.erase(std::unique(lives.begin(), lives.end()), lives.end());
  for (size_t k = 0; k < model.numTensors(); ++k)
    for (size_t c = 0; c < model.fills[k].size(); ++c) {
      const size_t i = layout.of(k, c);
      fills[i] = model.fills[k][c];
      copiesIn[i] = model.copiesIn[k][c];
      copiesBack[i] = model.copiesBack[k][c];
      lifeOf[i] = indexOf(static_cast<size_t>(
          std::lower_bound(lives.begin(), lives.end(), lifeIn(k, c)) -
          lives.begin()));
    }
  for (const MapModel::ModelOp &op : model.ops) {
    fixed.push_back(op.fixed);
    compute.push_back(op.compute);
    minSlope.push_back(op.minSlope);
  }
}
