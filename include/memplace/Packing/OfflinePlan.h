//===- OfflinePlan.h - Offline memory plans of TFLM -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TensorFlow Lite Micro (TFLM) reads offsets of tensors from the metadata
// "OfflineMemoryAllocation" of a TFLite model. TFLM's own planner then places
// only scratch buffers, around these tensors.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_OFFLINEPLAN_H
#define MEMPLACE_PACKING_OFFLINEPLAN_H

#include "memplace/Packing/Pack.h"

namespace memplace {

/// The tensors of a TFLite model that TFLM's memory planner places.
struct OfflineTensors {
  /// Sizes, alignment and live ranges as TFLM counts them. Tensors that no
  /// operator uses are alone at their step.
  PackingProblem problem;
  /// Number of the tensor by buffer. Tensors of all subgraphs count in a row.
  std::vector<int32_t> tensors;
  size_t numTensors = 0; // Of the model.
  /// Offset by tensor: the plan already in the file. -1: left to TFLM. Empty:
  /// no plan.
  std::vector<int32_t> plan;
};

/// Reads a model; \p file is its name for messages. Errors: a broken file, a
/// tensor without fixed size, recursive subgraphs, data outside of the
/// FlatBuffer, or a plan in the file that lets live tensors share bytes.
Result<OfflineTensors> readOfflineTensors(std::string_view model,
                                          std::string_view file);

/// Packs as `pack` does. Of the packings of all packers with the same peak,
/// takes the one with the lowest tops, summed over all steps. This leaves room
/// for scratch buffers.
PackResult packOffline(const PackingProblem &problem,
                       const PackLimits &limits = {});

/// Returns true if TFLM's own planner needs more than \p peak bytes for the
/// tensors. If it doesn't, a plan has no advantage: the planner also knows the
/// scratch buffers.
bool isBetterThanTFLM(const PackingProblem &problem, int64_t peak);

/// Returns the plan by tensor: the offsets of \p packing, else -1. An
/// error if a tensor ends at byte 2^31 or later.
Result<std::vector<int32_t>> offlinePlanOf(const OfflineTensors &tensors,
                                           const Packing &packing);

/// Returns \p model with \p plan instead of the plan in the file, if any. The
/// result is a new root before the unchanged bytes of \p model.
/// `readOfflineTensors` must have read \p model without error.
std::string addOfflinePlan(std::string_view model,
                           const std::vector<int32_t> &plan);

} // namespace memplace

#endif // MEMPLACE_PACKING_OFFLINEPLAN_H
