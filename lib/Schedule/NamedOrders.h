//===- NamedOrders.h - Orders by the rules of other compilers ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_NAMEDORDERS_H
#define MEMPLACE_LIB_SCHEDULE_NAMEDORDERS_H

#include "OrderGraph.h"

#include <string_view>

namespace memplace::schedule {

struct NamedOrder {
  std::string_view name;
  NodeOrder order;
};

/// Returns the orders that these rules give, made from their descriptions:
///
/// * `given`: the program's order, as TFLite and ExecuTorch keep it;
/// * `inductor-lpmf`, `inductor-bfs`, `inductor-dfs`: those of PyTorch's
///   Inductor (torch/_inductor/memory.py). Least peak first; first those whose
///   inputs are the oldest; last inputs first;
/// * `xla-list`: XLA's list scheduler, most bytes freed first;
/// * `xla-dfs`: XLA's depth-first order, largest operands first.
std::vector<NamedOrder> namedOrders(const OrderGraph &graph);

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_NAMEDORDERS_H
