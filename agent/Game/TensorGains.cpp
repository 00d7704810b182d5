//===- TensorGains.cpp - Values of tiers to tensors -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorGains.h"

#include "lib/Planning/OpDurations.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

using namespace memplace;
using namespace memplace::planning;

namespace {

class GainFinder {
public:
  GainFinder(const AccessIndex &uses, std::span<const MapTensor> tensors)
      : problem(uses.problem), tensors(tensors), uses(uses),
        durations(problem) {
    for (const MapTensor &tensor : tensors)
      serve(tensor.buffer, tensor.choices.front());
    durations.refresh([](Step) {});
  }

  std::vector<TensorGain> find() {
    for (const MapTensor &tensor : tensors) {
      TensorGain &gain = gains.emplace_back();
      gain.seconds = secondsLost(tensor, tensor.choices.back());
      if (gain.seconds > 0)
        gain.middle = secondsLost(tensor, tensor.choices[1]) / gain.seconds;
    }
    findRoom();
    return std::move(gains);
  }

private:
  void serve(BufferId buffer, TierId tier) {
    for (const BufferUse &use : uses.byBuffer[buffer])
      for (int32_t access : use.accesses)
        durations.serve(use.step, access, tier);
  }

  /// Returns the seconds of the ops with uses of \p tensor, all trips.
  double secondsOf(const MapTensor &tensor) const {
    double seconds = 0;
    Step last = -1; // Counts each op once.
    for (const BufferUse &use : uses.byBuffer[tensor.buffer])
      if (std::exchange(last, use.step) != use.step)
        seconds += durations.secondsOf(use.step) *
                   static_cast<double>(uses.trips[use.step]);
    return seconds;
  }

  double secondsLost(const MapTensor &tensor, TierId tier) {
    const double before = secondsOf(tensor);
    serve(tensor.buffer, tier);
    durations.refresh([](Step) {});
    const double after = secondsOf(tensor);
    serve(tensor.buffer, tensor.choices.front());
    durations.refresh([](Step) {});
    return std::max(0.0, after - before);
  }

  LiveRange lifeOf(const MapTensor &tensor) const {
    if (tensor.isWeight && problem.isCyclic)
      return {0, problem.numSteps()};
    return problem.buffers[tensor.buffer].range;
  }

  void findRoom() {
    std::vector<double> densities; // By tensor: seconds per byte and step.
    for (size_t k = 0; k < tensors.size(); ++k) {
      const LiveRange life = lifeOf(tensors[k]);
      densities.push_back(
          gains[k].seconds /
          static_cast<double>(problem.buffers[tensors[k].buffer].size) /
          static_cast<double>(life.end - life.begin));
    }
    std::vector<size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::tuple(-densities[a], a) < std::tuple(-densities[b], b);
    });
    std::vector<double> load(problem.ops.size(), 0); // Bytes.
    for (size_t k : order) {
      const LiveRange life = lifeOf(tensors[k]);
      double most = 0;
      for (Step step = life.begin; step < life.end; ++step)
        most = std::max(most, load[step] += static_cast<double>(
                                  problem.buffers[tensors[k].buffer].size));
      const auto capacityOf = [&](size_t choice) {
        return static_cast<double>(
            problem.target.tiers[tensors[k].choices[choice]].capacity);
      };
      gains[k].room = most / capacityOf(0);
      gains[k].middleRoom = most / (capacityOf(0) + capacityOf(1));
    }
  }

  const Problem &problem;
  const std::span<const MapTensor> tensors;
  const AccessIndex &uses;
  // Everything in its fastest tier outside of `secondsLost`.
  OpDurations durations;
  std::vector<TensorGain> gains;
};

} // namespace

std::vector<TensorGain>
memplace::findGains(const AccessIndex &uses,
                    std::span<const MapTensor> tensors) {
  return GainFinder(uses, tensors).find();
}
