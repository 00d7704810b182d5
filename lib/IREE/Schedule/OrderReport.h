//===- OrderReport.h - Orders of regions as a JSON file ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_SCHEDULE_ORDERREPORT_H
#define MEMPLACE_LIB_IREE_SCHEDULE_ORDERREPORT_H

#include "PlanOrder.h"

namespace memplace {

/// Prints the report file: an entry for each region, with the sizes of its
/// packed transients in bytes.
std::string printOrderReport(llvm::ArrayRef<AsyncRegion> regions,
                             llvm::ArrayRef<PlannedOrder> planned);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_SCHEDULE_ORDERREPORT_H
