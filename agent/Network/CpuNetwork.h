//===- CpuNetwork.h - Network evaluation without torch ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For small networks and batches, most of LibTorch's time is overhead.
// CpuNetwork computes the same on one core, several times faster. C++17, no
// torch.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_CPUNETWORK_H
#define MEMPLACE_AGENT_NETWORK_CPUNETWORK_H

#include "Network.h"

#include <map>
#include <string>
#include <vector>

namespace memplace::agent {

/// Forward pass of `Whole` (Modules.h). Immutable after construction: any
/// number of threads may use one object.
class CpuNetwork {
public:
  /// \p weights: all parameters, row-major, by torch's names.
  CpuNetwork(const NetworkConfig &config,
             const std::map<std::string, std::vector<float>> &weights);

  /// As in `Network`.
  Predictions predict(const float *observations, int64_t batch,
                      bool wantStates) const;
  Predictions applyDynamics(const float *states, const int32_t *actions,
                            int64_t batch) const;

private:
  /// Dense layer. `columns` is `out` padded to a multiple of `lane`.
  struct Dense {
    int64_t in = 0, out = 0, columns = 0;
    std::vector<float> weights, bias;
  };
  struct Norm {
    std::vector<float> weight, bias;
  };
  struct Convolution {
    int64_t in = 0, out = 0;
    std::vector<float> weights, bias; // [out, in * 9], [out]
  };
  struct DenseBlock {
    Norm norm;
    Dense first, second;
  };
  using Weights = std::map<std::string, std::vector<float>>;

  static Dense makeDense(const Weights &weights, const std::string &name,
                         int64_t in, int64_t out);
  static Norm makeNorm(const Weights &weights, const std::string &name);
  static Convolution makeConvolution(const Weights &weights,
                                     const std::string &name, int64_t in,
                                     int64_t out);
  static std::vector<DenseBlock> makeBlocks(const Weights &weights,
                                            const std::string &prefix,
                                            const NetworkConfig &config);

  static void apply(const Dense &dense, const float *in, int64_t rows,
                    int64_t stride, std::vector<float> &out);
  void applyNorm(const Norm &norm, std::vector<float> &rows) const;
  void applyBlocks(const std::vector<DenseBlock> &blocks,
                   std::vector<float> &rows) const;
  void readPictures(const float *observations, int64_t batch,
                    std::vector<float> &out) const;
  void readLists(const float *observations, int64_t batch,
                 std::vector<float> &rows) const;
  /// Computes policy logits and values of hidden states.
  Predictions evaluate(const std::vector<float> &states, int64_t batch) const;
  std::vector<float> fromSupport(const std::vector<float> &logits,
                                 int64_t columns, int64_t batch) const;

  NetworkConfig config;
  Convolution stem;
  std::vector<std::pair<Convolution, Convolution>> tower;
  Dense picture, vector, query, keys, answers;
  std::vector<DenseBlock> dense;
  Norm norm;
  Dense policyHidden, policy, valueHidden, value;
  Dense mix, reward; // Of the dynamics; empty if there are none.
  std::vector<DenseBlock> dynamics;
  Norm dynamicsNorm;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_CPUNETWORK_H
