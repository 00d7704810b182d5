//===- Network.h - A network that judges states of a game -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No torch here, and C++17 only: the files that include torch are built as
// such. Arrays are row-major; the first dimension is the batch.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_NETWORK_H
#define MEMPLACE_AGENT_NETWORK_NETWORK_H

#include "NetworkConfig.h"

#include <memory>
#include <vector>

namespace memplace::agent {

/// What a network says of a batch.
struct Predictions {
  std::vector<float> logits;  // [batch, actions]
  std::vector<float> values;  // [batch], expected return.
  std::vector<float> rewards; // [batch], of the step; empty if there was none.
  std::vector<float> states;  // [batch, width]; empty unless asked for.
};

/// What to learn from: `steps + 1` moments of each game of a batch, one after
/// another. With steps 0, only what is predicted of an observation.
struct TrainingBatch {
  int64_t batch = 0;
  int64_t steps = 0;
  std::vector<float>
      observations;             // [batch, observationSize], the first moment.
  std::vector<int32_t> actions; // [batch, steps]
  std::vector<float> policies;  // [batch, steps + 1, actions]
  std::vector<float> values;    // [batch, steps + 1], returns.
  std::vector<float> rewards;   // [batch, steps]
  /// [batch, steps + 1]: 0 after the end of the game: no policy to learn there.
  std::vector<float> hasPolicy;
  std::vector<float> weights; // [batch], of the importance sampling.
};

struct TrainingLosses {
  double policy = 0, value = 0, reward = 0; // Means, nats.
  double total = 0;
  std::vector<float> priorities; // [batch]: |predicted - target| value.
};

struct TrainingOptions {
  double learningRate = 1e-3;
  double weightDecay = 1e-4;
  double gradientNorm = 5; // Clipped to this.
  double valueWeight = 0.5;
};

/// Weights, and an optimizer once it learns. Several threads may judge states
/// at once, as long as none learns. No function throws.
class Network {
public:
  /// With random weights by \p seed. `device`: "cpu" or "cuda".
  static Result<std::unique_ptr<Network>>
  create(const NetworkConfig &config, uint64_t seed, const std::string &device);
  /// From a checkpoint: see `save`.
  static Result<std::unique_ptr<Network>> load(const std::string &path,
                                               const std::string &device);
  ~Network();

  /// Writes a checkpoint: config, weights, and what the optimizer knows if
  /// \p withOptimizer. Whoever reads \p path at any time, or after a crash,
  /// finds the old file or the new one.
  std::optional<Error> save(const std::string &path, bool withOptimizer) const;
  /// `save` and `load` to and from a text.
  Result<std::string> toBytes(bool withOptimizer) const;
  static Result<std::unique_ptr<Network>> fromBytes(const std::string &bytes,
                                                    const std::string &device);

  const NetworkConfig &getConfig() const;
  int64_t numWeights() const;

  /// Judges observations, [batch, observationSize].
  Result<Predictions> predict(const float *observations, int64_t batch,
                              bool wantStates) const;
  /// Steps from states, [batch, width], by actions, [batch].
  Result<Predictions> step(const float *states, const int32_t *actions,
                           int64_t batch) const;

  /// One step of the optimizer. If a loss or a gradient is not finite, nothing
  /// changes and that is the error.
  Result<TrainingLosses> train(const TrainingBatch &data,
                               const TrainingOptions &options);

  /// On a CPU, states are judged without torch, which is faster for networks
  /// like these; this has torch do it.
  void judgeWithTorch(bool isAsked);

  /// Threads that one call may use, in the whole process.
  static void setThreads(int32_t count);
  static bool hasCuda();

private:
  struct Impl;
  explicit Network(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_NETWORK_H
