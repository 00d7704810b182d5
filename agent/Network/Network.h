//===- Network.h - A network that evaluates game states ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header needs C++17 only and does not include torch, so most of the agent
// need not be compiled like the files that do. Arrays are row-major; the first
// dimension is the batch.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_NETWORK_H
#define MEMPLACE_AGENT_NETWORK_NETWORK_H

#include "NetworkConfig.h"

#include <memory>
#include <vector>

namespace memplace::agent {

/// Predictions of a network for a batch.
struct Predictions {
  std::vector<float> logits;  // [batch, actions]
  std::vector<float> values;  // [batch], expected return.
  std::vector<float> rewards; // [batch], of the step; empty for `predict`.
  std::vector<float> states;  // [batch, width]; empty unless requested.
};

/// A batch of training targets: `steps + 1` successive moments of each game.
/// With steps 0, only the predictions from an observation are trained.
struct TrainingBatch {
  int64_t batch = 0;
  int64_t steps = 0;
  std::vector<float>
      observations;             // [batch, observationSize], the first moment.
  std::vector<int32_t> actions; // [batch, steps]
  std::vector<float> policies;  // [batch, steps + 1, actions]
  std::vector<float> values;    // [batch, steps + 1], returns.
  std::vector<float> rewards;   // [batch, steps]
  /// [batch, steps + 1]: 1 if the moment has a policy to learn from, 0 after
  /// the end of the game.
  std::vector<float> hasPolicy;
  std::vector<float> weights; // [batch], importance-sampling weights.
};

/// Losses of a training step.
struct TrainingLosses {
  double policy = 0, value = 0, reward = 0; // Means, nats.
  double total = 0;
  std::vector<float> priorities; // [batch]: |predicted - target| value.
};

/// Options of the optimizer (AdamW) and of the loss.
struct TrainingOptions {
  double learningRate = 1e-3;
  double weightDecay = 1e-4;
  double gradientNorm = 5; // Maximal norm; larger gradients are clipped.
  double valueWeight = 0.5;
};

/// A network's weights, and its optimizer once training has begun. Several
/// threads may evaluate states at once while no thread trains. No function
/// throws.
class Network {
public:
  /// Creates a network with random weights from \p seed. `device` is "cpu" or
  /// "cuda".
  static Result<std::unique_ptr<Network>>
  create(const NetworkConfig &config, uint64_t seed, const std::string &device);
  /// Loads a checkpoint written by `save`.
  static Result<std::unique_ptr<Network>> load(const std::string &path,
                                               const std::string &device);
  ~Network();

  /// Writes a checkpoint: config, weights, and the optimizer's state if
  /// \p withOptimizer. Replaces \p path atomically: readers find the old file
  /// or the new one, even after a crash.
  std::optional<Error> save(const std::string &path, bool withOptimizer) const;
  /// `save` and `load` to and from a string.
  Result<std::string> toBytes(bool withOptimizer) const;
  static Result<std::unique_ptr<Network>> fromBytes(const std::string &bytes,
                                                    const std::string &device);

  const NetworkConfig &getConfig() const;
  int64_t numWeights() const;

  /// Evaluates observations, [batch, observationSize].
  Result<Predictions> predict(const float *observations, int64_t batch,
                              bool wantStates) const;
  /// Applies the dynamics: states, [batch, width], and actions, [batch].
  Result<Predictions> applyDynamics(const float *states, const int32_t *actions,
                                    int64_t batch) const;

  /// Makes one step of the optimizer. A loss or gradient that is not finite is
  /// an error and leaves the network unchanged.
  Result<TrainingLosses> train(const TrainingBatch &data,
                               const TrainingOptions &options);

  /// Evaluates with torch even on a CPU. By default, a CPU uses CpuNetwork,
  /// which is faster for networks of this size.
  void evaluateWithTorch(bool isAsked);

  /// Sets the number of threads per call, for the whole process.
  static void setThreads(int32_t count);
  static bool hasCuda();

private:
  struct Impl;
  explicit Network(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_NETWORK_H
