//===- CpuNetwork.cpp - Network evaluation without torch ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuNetwork.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace memplace::agent;

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

// The loader picks the fastest clone that the processor supports.
#if defined(__x86_64__) && defined(__linux__) && defined(__clang__)
#define MEMPLACE_EACH_PROCESSOR                                                \
  __attribute__((                                                              \
      target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define MEMPLACE_EACH_PROCESSOR
#endif

/// Number of columns computed together. All widths are padded to a multiple of
/// `lane`.
static constexpr int64_t lane = 16;
using Lane = float __attribute__((vector_size(lane * sizeof(float))));

static int64_t padded(int64_t count) {
  return (count + lane - 1) / lane * lane;
}

/// Index of element \p k of column \p column in a right-hand matrix stored as
/// panels. A panel holds `lane` columns with all their k, so elements read
/// together are contiguous.
static size_t inPanels(int64_t column, int64_t k, int64_t inner) {
  return static_cast<size_t>((column / lane * inner + k) * lane +
                             column % lane);
}

/// Computes c = c + a * b for \p rows rows, few enough for c to stay in
/// registers.
template <int64_t rows>
static inline __attribute__((always_inline)) void
multiplyRows(const float *a, int64_t strideA, const float *b, int64_t columns,
             int64_t inner, float *c) {
  for (int64_t column = 0; column < columns; column += lane) {
    Lane sums[rows];
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(&sums[row], c + row * columns + column, sizeof(Lane));
    for (int64_t k = 0; k < inner; ++k, b += lane) {
      Lane right;
      std::memcpy(&right, b, sizeof(Lane));
      for (int64_t row = 0; row < rows; ++row)
        sums[row] += a[row * strideA + k] * right;
    }
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(c + row * columns + column, &sums[row], sizeof(Lane));
  }
}

/// Computes c = c + a * b: [rows, inner] * [inner, columns]. Rows of a are
/// \p strideA apart; b is in panels.
MEMPLACE_EACH_PROCESSOR
static void multiply(const float *a, int64_t strideA, const float *b,
                     int64_t rows, int64_t columns, int64_t inner, float *c) {
  int64_t row = 0;
  for (; row + 6 <= rows; row += 6)
    multiplyRows<6>(a + row * strideA, strideA, b, columns, inner,
                    c + row * columns);
  const float *rest = a + row * strideA;
  float *to = c + row * columns;
  if (rows - row >= 4) {
    multiplyRows<4>(rest, strideA, b, columns, inner, to);
    rest += 4 * strideA;
    to += 4 * columns;
    row += 4;
  }
  if (rows - row == 3)
    multiplyRows<3>(rest, strideA, b, columns, inner, to);
  if (rows - row == 2)
    multiplyRows<2>(rest, strideA, b, columns, inner, to);
  if (rows - row == 1)
    multiplyRows<1>(rest, strideA, b, columns, inner, to);
}

/// Inverse of `squash` (Modules.h).
static double unsquashed(double x) {
  constexpr double slope = 0.001;
  const double root =
      (std::sqrt(1 + 4 * slope * (std::abs(x) + 1 + slope)) - 1) / (2 * slope);
  return (x < 0 ? -1 : 1) * (root * root - 1);
}

static void relu(std::vector<float> &values) {
  for (float &value : values)
    value = std::max(0.0F, value);
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

CpuNetwork::Dense CpuNetwork::makeDense(const Weights &weights,
                                        const std::string &name, int64_t in,
                                        int64_t out) {
  Dense dense;
  dense.in = in;
  dense.out = out;
  dense.columns = padded(out);
  dense.weights.assign(static_cast<size_t>(in * dense.columns), 0);
  const std::vector<float> &given = weights.at(name + ".weight");
  for (int64_t o = 0; o < out; ++o)
    for (int64_t i = 0; i < in; ++i)
      dense.weights[inPanels(o, i, in)] =
          given[static_cast<size_t>(o * in + i)];
  dense.bias = weights.at(name + ".bias");
  dense.bias.resize(static_cast<size_t>(dense.columns), 0);
  return dense;
}

CpuNetwork::Norm CpuNetwork::makeNorm(const Weights &weights,
                                      const std::string &name) {
  return {weights.at(name + ".weight"), weights.at(name + ".bias")};
}

CpuNetwork::Convolution CpuNetwork::makeConvolution(const Weights &weights,
                                                    const std::string &name,
                                                    int64_t in, int64_t out) {
  return {in, out, weights.at(name + ".weight"), weights.at(name + ".bias")};
}

std::vector<CpuNetwork::DenseBlock>
CpuNetwork::makeBlocks(const Weights &weights, const std::string &prefix,
                       const NetworkConfig &config) {
  std::vector<DenseBlock> blocks;
  for (int64_t i = 0; i < config.blocks; ++i) {
    const std::string name = prefix + std::to_string(i);
    blocks.push_back(
        {makeNorm(weights, name + ".norm"),
         makeDense(weights, name + ".first", config.width, config.width),
         makeDense(weights, name + ".second", config.width, config.width)});
  }
  return blocks;
}

CpuNetwork::CpuNetwork(const NetworkConfig &config, const Weights &weights)
    : config(config) {
  const int64_t width = config.width;
  const std::string whole = "representation.";
  stem = makeConvolution(weights, whole + "stem", config.channels,
                         config.towerChannels);
  for (int64_t i = 0; i < config.towerBlocks; ++i) {
    const std::string name = whole + "tower." + std::to_string(i);
    tower.emplace_back(
        makeConvolution(weights, name + ".first", config.towerChannels,
                        config.towerChannels),
        makeConvolution(weights, name + ".second", config.towerChannels,
                        config.towerChannels));
  }
  const int64_t pixels = ((config.rows + 1) / 2) * ((config.columns + 1) / 2);
  picture = makeDense(weights, whole + "picture", pixels * config.towerChannels,
                      width);
  vector = makeDense(weights, whole + "vector", config.vectorSize, width);
  query = makeDense(weights, whole + "query", width, width);
  keys = makeDense(weights, whole + "keys", config.aheadSize, width);
  answers = makeDense(weights, whole + "answers", config.aheadSize, width);
  dense = makeBlocks(weights, whole + "dense.", config);
  norm = makeNorm(weights, whole + "norm");
  policyHidden = makeDense(weights, "prediction.policy_hidden", width, width);
  policy = makeDense(weights, "prediction.policy", width, config.actions);
  valueHidden = makeDense(weights, "prediction.value_hidden", width, width);
  value = makeDense(weights, "prediction.value", width, config.supportSize);
  if (!config.hasDynamics)
    return;
  mix = makeDense(weights, "dynamics.mix", width + config.actions, width);
  dynamics = makeBlocks(weights, "dynamics.dense.", config);
  dynamicsNorm = makeNorm(weights, "dynamics.norm");
  reward = makeDense(weights, "dynamics.reward", width, config.supportSize);
}

/// Applies \p dense to \p rows rows; \p out: [rows, columns].
void CpuNetwork::apply(const Dense &dense, const float *in, int64_t rows,
                       int64_t stride, std::vector<float> &out) {
  out.resize(static_cast<size_t>(rows * dense.columns));
  for (int64_t row = 0; row < rows; ++row)
    std::copy(dense.bias.begin(), dense.bias.end(),
              out.begin() + row * dense.columns);
  multiply(in, stride, dense.weights.data(), rows, dense.columns, dense.in,
           out.data());
}

/// Normalises rows of `width` numbers, each padded to `columns`.
void CpuNetwork::applyNorm(const Norm &norm, std::vector<float> &rows) const {
  const size_t width = static_cast<size_t>(config.width);
  const size_t columns = static_cast<size_t>(padded(config.width));
  for (size_t at = 0; at < rows.size(); at += columns) {
    float sum = 0, squares = 0;
    for (size_t i = 0; i < width; ++i)
      sum += rows[at + i];
    const float mean = sum / static_cast<float>(width);
    for (size_t i = 0; i < width; ++i)
      squares += (rows[at + i] - mean) * (rows[at + i] - mean);
    constexpr float epsilon = 1e-5F; // torch's default.
    const float scale =
        1 / std::sqrt(squares / static_cast<float>(width) + epsilon);
    for (size_t i = 0; i < width; ++i)
      rows[at + i] =
          (rows[at + i] - mean) * scale * norm.weight[i] + norm.bias[i];
  }
}

static void addTo(std::vector<float> &sum, const std::vector<float> &added) {
  for (size_t i = 0; i < sum.size(); ++i)
    sum[i] += added[i];
}

void CpuNetwork::applyBlocks(const std::vector<DenseBlock> &blocks,
                             std::vector<float> &rows) const {
  const int64_t columns = padded(config.width);
  const int64_t batch = static_cast<int64_t>(rows.size()) / columns;
  std::vector<float> inner, outer;
  for (const DenseBlock &block : blocks) {
    inner = rows;
    applyNorm(block.norm, inner);
    apply(block.first, inner.data(), batch, columns, outer);
    relu(outer);
    apply(block.second, outer.data(), batch, columns, inner);
    addTo(rows, inner);
  }
}

//===----------------------------------------------------------------------===//
// Pictures and lists
//===----------------------------------------------------------------------===//

namespace {

/// Shape of an image: [channels, rows, columns].
struct Planes {
  int64_t channels, rows, columns;
  int64_t size() const { return rows * columns; }
};

} // namespace

/// im2col for 3 x 3 windows: for each pixel of \p result, its window in
/// \p picture, as [channels * 9, pixels] in panels.
static void unfold(const float *picture, const Planes &planes, int64_t stride,
                   const Planes &result, std::vector<float> &out) {
  const int64_t seen = planes.channels * 9;
  out.assign(static_cast<size_t>(seen * padded(result.size())), 0);
  int64_t k = 0;
  for (int64_t channel = 0; channel < planes.channels; ++channel)
    for (int64_t dy = -1; dy <= 1; ++dy)
      for (int64_t dx = -1; dx <= 1; ++dx, ++k)
        for (int64_t y = 0; y < result.rows; ++y) {
          const int64_t fromY = y * stride + dy;
          if (fromY < 0 || fromY >= planes.rows)
            continue;
          const float *from =
              picture + (channel * planes.rows + fromY) * planes.columns + dx;
          // Columns whose source pixel lies within the picture.
          const int64_t first = dx < 0 ? 1 : 0;
          const int64_t last =
              std::min(result.columns, (planes.columns - 1 - dx) / stride + 1);
          if (result.columns != lane) {
            for (int64_t x = first; x < last; ++x)
              out[inPanels(y * result.columns + x, k, seen)] = from[x * stride];
            continue;
          }
          float *to = &out[inPanels(y * lane, k, seen)]; // A row is a panel.
          for (int64_t x = first; x < last; ++x)
            to[x] = from[x * stride];
        }
}

void CpuNetwork::readPictures(const float *observations, int64_t batch,
                              std::vector<float> &out) const {
  const Planes full = {config.channels, config.rows, config.columns};
  const Planes half = {config.towerChannels, (config.rows + 1) / 2,
                       (config.columns + 1) / 2};
  const int64_t columns = padded(half.size());
  std::vector<float> seen, flat;
  std::vector<float> features(
      static_cast<size_t>(batch * half.channels * half.size()));
  const auto convolve = [&](const Convolution &layer, const float *from,
                            const Planes &planes, int64_t stride,
                            std::vector<float> &to) {
    unfold(from, planes, stride, half, seen);
    to.resize(static_cast<size_t>(layer.out * columns));
    for (int64_t channel = 0; channel < layer.out; ++channel)
      std::fill_n(to.begin() + channel * columns, columns,
                  layer.bias[static_cast<size_t>(channel)]);
    multiply(layer.weights.data(), layer.in * 9, seen.data(), layer.out,
             columns, layer.in * 9, to.data());
  };
  /// Copies without the padding.
  const auto flatten = [&](const std::vector<float> &from, float *to) {
    for (int64_t channel = 0; channel < half.channels; ++channel)
      std::copy_n(from.begin() + channel * columns, half.size(),
                  to + channel * half.size());
  };
  std::vector<float> state, inner;
  flat.resize(static_cast<size_t>(half.channels * half.size()));
  for (int64_t i = 0; i < batch; ++i) {
    convolve(stem, observations + i * config.observationSize(), full, 2, state);
    relu(state);
    for (const auto &[first, second] : tower) {
      flatten(state, flat.data());
      convolve(first, flat.data(), half, 1, inner);
      relu(inner);
      flatten(inner, flat.data());
      convolve(second, flat.data(), half, 1, inner);
      addTo(state, inner);
      relu(state);
    }
    flatten(state, &features[static_cast<size_t>(i) * flat.size()]);
  }
  apply(picture, features.data(), batch, picture.in, out);
}

/// Adds to each row the attention's reading of the row's list.
void CpuNetwork::readLists(const float *observations, int64_t batch,
                           std::vector<float> &rows) const {
  const int64_t columns = padded(config.width);
  const int64_t size = config.width / config.heads;
  const float scale = 1 / std::sqrt(static_cast<float>(size));
  std::vector<float> asked, key, answer;
  apply(query, rows.data(), batch, columns, asked);
  std::vector<float> shares(static_cast<size_t>(config.ahead));
  for (int64_t i = 0; i < batch; ++i) {
    const float *list = observations + i * config.observationSize() +
                        config.pictureSize() + config.vectorSize;
    apply(keys, list, config.ahead, config.aheadSize, key);
    apply(answers, list, config.ahead, config.aheadSize, answer);
    for (int64_t head = 0; head < config.heads; ++head) {
      const float *q = &asked[static_cast<size_t>(i * columns + head * size)];
      float largest = -std::numeric_limits<float>::infinity();
      for (int64_t entry = 0; entry < config.ahead; ++entry) {
        const float *k =
            &key[static_cast<size_t>(entry * columns + head * size)];
        float score = 0;
        for (int64_t d = 0; d < size; ++d)
          score += q[d] * k[d];
        shares[static_cast<size_t>(entry)] = score * scale;
        largest = std::max(largest, score * scale);
      }
      float sum = 0;
      for (float &share : shares)
        sum += share = std::exp(share - largest);
      float *row = &rows[static_cast<size_t>(i * columns + head * size)];
      for (int64_t entry = 0; entry < config.ahead; ++entry) {
        const float share = shares[static_cast<size_t>(entry)] / sum;
        const float *v =
            &answer[static_cast<size_t>(entry * columns + head * size)];
        for (int64_t d = 0; d < size; ++d)
          row[d] += share * v[d];
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Copies the first \p width numbers of each row of \p columns.
static std::vector<float> cut(const std::vector<float> &rows, int64_t columns,
                              int64_t width) {
  std::vector<float> result;
  result.reserve(rows.size());
  for (auto at = rows.begin(); at != rows.end(); at += columns)
    result.insert(result.end(), at, at + width);
  return result;
}

std::vector<float> CpuNetwork::fromSupport(const std::vector<float> &logits,
                                           int64_t columns,
                                           int64_t batch) const {
  std::vector<float> values;
  const double limit = config.supportLimit;
  const int64_t size = config.supportSize;
  for (int64_t i = 0; i < batch; ++i) {
    const float *row = &logits[static_cast<size_t>(i * columns)];
    const float largest = *std::max_element(row, row + size);
    double sum = 0, mean = 0;
    for (int64_t k = 0; k < size; ++k) {
      const double share = static_cast<double>(std::exp(row[k] - largest));
      sum += share;
      mean += share * (2 * limit * static_cast<double>(k) /
                           static_cast<double>(size - 1) -
                       limit);
    }
    values.push_back(static_cast<float>(unsquashed(mean / sum)));
  }
  return values;
}

Predictions CpuNetwork::evaluate(const std::vector<float> &states,
                                 int64_t batch) const {
  const int64_t columns = padded(config.width);
  std::vector<float> hidden, result;
  apply(policyHidden, states.data(), batch, columns, hidden);
  relu(hidden);
  apply(policy, hidden.data(), batch, columns, result);
  Predictions predictions;
  predictions.logits = cut(result, policy.columns, policy.out);
  apply(valueHidden, states.data(), batch, columns, hidden);
  relu(hidden);
  apply(value, hidden.data(), batch, columns, result);
  predictions.values = fromSupport(result, value.columns, batch);
  return predictions;
}

Predictions CpuNetwork::predict(const float *observations, int64_t batch,
                                bool wantStates) const {
  std::vector<float> states, seen;
  apply(vector, observations + config.pictureSize(), batch,
        config.observationSize(), states);
  readPictures(observations, batch, seen);
  addTo(states, seen);
  relu(states);
  readLists(observations, batch, states);
  applyBlocks(dense, states);
  applyNorm(norm, states);
  Predictions predictions = evaluate(states, batch);
  if (wantStates)
    predictions.states = cut(states, padded(config.width), config.width);
  return predictions;
}

Predictions CpuNetwork::applyDynamics(const float *states,
                                      const int32_t *actions,
                                      int64_t batch) const {
  const int64_t width = config.width, columns = padded(width);
  std::vector<float> given(static_cast<size_t>(batch * mix.in), 0);
  std::vector<float> next;
  for (int64_t i = 0; i < batch; ++i) {
    std::copy_n(states + i * width, width, given.begin() + i * mix.in);
    given[static_cast<size_t>(i * mix.in + width + actions[i])] = 1;
  }
  apply(mix, given.data(), batch, mix.in, next);
  relu(next);
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t k = 0; k < width; ++k)
      next[static_cast<size_t>(i * columns + k)] += states[i * width + k];
  applyBlocks(dynamics, next);
  applyNorm(dynamicsNorm, next);
  Predictions predictions = evaluate(next, batch);
  apply(reward, next.data(), batch, columns, given);
  predictions.rewards = fromSupport(given, reward.columns, batch);
  predictions.states = cut(next, columns, width);
  return predictions;
}
