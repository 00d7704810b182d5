//===- AccessesAtHome.cpp - Accesses at run-time addresses ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Problem/OpDemand.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace memplace;

/// Returns true if some tier may both hold the buffer of \p access and serve
/// the access. A buffer with windows, for example, may only be at home.
static bool mayBeServed(const Problem &problem, const Access &access) {
  const auto numTiers = static_cast<TierId>(problem.target.tiers.size());
  return llvm::any_of(llvm::seq<TierId>(0, numTiers), [&](TierId tier) {
    return mayServe(problem.target, access, tier) &&
           problem.mayBeIn(problem.buffers[access.buffer], tier);
  });
}

/// Returns true if all operands of op \p step fit into their tiers at once. The
/// operands in \p wholes count with all of their bytes. Each of the others
/// counts with a single byte, since it may be cut. Restores the sizes that it
/// changes in \p problem.
static bool fits(Problem &problem, Step step, ArrayRef<BufferId> wholes) {
  llvm::SmallDenseMap<BufferId, int64_t> sizes;
  for (const Access &access : problem.ops[step].accesses) {
    if (!mayBeServed(problem, access))
      return false;
    if (!llvm::is_contained(wholes, access.buffer))
      sizes.try_emplace(access.buffer, problem.buffers[access.buffer].size);
  }
  for (auto [other, size] : sizes)
    problem.buffers[other].size = 1;
  const std::vector<int64_t> demand = likelyDemand(problem, step);
  for (auto [other, size] : sizes)
    problem.buffers[other].size = size;
  return llvm::all_of(llvm::zip_equal(problem.target.tiers, demand),
                      [](auto tierAndBytes) {
                        auto [tier, bytes] = tierAndBytes;
                        return bytes <= tier.capacity;
                      });
}

/// Returns the buffers that stay at home, among \p buffers that op \p step
/// accesses at run-time addresses: the largest, until the rest fits.
static SmallVector<BufferId> findTooLarge(Problem &problem, Step step,
                                          SmallVector<BufferId> buffers) {
  llvm::sort(buffers, [&](BufferId a, BufferId b) {
    return std::pair(problem.buffers[a].size, a) <
           std::pair(problem.buffers[b].size, b);
  });
  buffers.erase(llvm::unique(buffers), buffers.end());
  SmallVector<BufferId> tooLarge;
  while (!buffers.empty() && !fits(problem, step, buffers))
    tooLarge.push_back(buffers.pop_back_val());
  return tooLarge;
}

/// Restricts an access without stated tiers to the home tier of its buffer and
/// records it.
static void restrictToHome(ExtractedFunction &extracted,
                           const AccessAtHome &candidate) {
  Problem &problem = extracted.problem;
  Access &access = problem.ops[candidate.step].accesses[candidate.access];
  if (!access.tiers.empty())
    return;
  access.tiers = {problem.homeOf(access.buffer)};
  extracted.accessesAtHome.push_back(candidate);
}

/// Returns true if a loop over rows of \p memrefs, operands of \p op, keeps the
/// order of each sum.
static bool mayLoopOverRows(linalg::LinalgOp op, ArrayRef<Value> memrefs) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    if (!llvm::is_contained(memrefs, operand.get()))
      return true;
    const AffineMap map = op.getMatchingIndexingMap(&operand);
    return map.isProjectedPermutation() && map.getNumResults() > 0 &&
           op.getIteratorTypesArray()[map.getDimPosition(0)] ==
               utils::IteratorType::parallel;
  });
}

/// Returns true if \p operation, which does not fit, can access \p buffer at
/// home, as \p memrefs. A copy can, since it is like a transfer. A linalg op
/// can if a loop over rows, with two windows for each large operand, can do its
/// work and an indexed channel leaves the home tier.
static bool worksAtHome(Operation *operation, ArrayRef<Value> memrefs,
                        const Problem &problem, BufferId buffer) {
  const TierId home = problem.homeOf(buffer);
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(operation);
  return isa_and_nonnull<memref::CopyOp>(operation) ||
         (linalgOp && mayLoopOverRows(linalgOp, memrefs) &&
          llvm::any_of(problem.target.channels, [&](const Channel &channel) {
            return channel.from == home && channel.isIndexed;
          }));
}

/// Returns true if two windows for each operand of \p op leave no room for the
/// whole \p buffer.
static bool isLarge(const Problem &problem, const memplace::Op &op,
                    BufferId buffer) {
  int64_t room = 0;
  for (const Tier &tier : problem.target.tiers)
    if (tier.servesOps)
      room = std::max(room, tier.capacity);
  const auto parts = static_cast<int64_t>(2 * op.accesses.size() + 2);
  return problem.buffers[buffer].size > room / parts;
}

void memplace::serveAtHome(ArrayRef<AccessAtHome> candidates,
                           bool rowsComeLater, ExtractedFunction &extracted) {
  Problem &problem = extracted.problem;
  SmallVector<BufferId> wholes; // Not cut, since used as a whole.
  // An op may access a buffer several times, so decide on all accesses first.
  llvm::MapVector<Step, SmallVector<BufferId>> accessed;
  for (const AccessAtHome &candidate : candidates)
    accessed[candidate.step].push_back(
        problem.ops[candidate.step].accesses[candidate.access].buffer);
  for (auto &[step, buffers] : accessed)
    buffers = findTooLarge(problem, step, std::move(buffers));
  SmallVector<AccessAtHome> atHome;
  for (const AccessAtHome &candidate : candidates) {
    const BufferId buffer =
        problem.ops[candidate.step].accesses[candidate.access].buffer;
    if (!llvm::is_contained(accessed[candidate.step], buffer))
      continue;
    atHome.push_back(candidate);
    if (!llvm::is_contained(wholes, buffer))
      wholes.push_back(buffer);
  }
  for (const AccessAtHome &candidate : atHome)
    restrictToHome(extracted, candidate);
  for (auto [index, op] : llvm::enumerate(problem.ops)) {
    const Step step = static_cast<Step>(index);
    Operation *operation = extracted.schedule->getSteps()[step];
    if (isa_and_nonnull<linalg::LinalgOp>(operation) && !rowsComeLater)
      continue;
    auto isServedAtHome = [&](auto indexed) {
      const auto [i, access] = indexed;
      return access.tiers.empty() &&
             llvm::is_contained(wholes, access.buffer) &&
             worksAtHome(operation, extracted.accessValues[step][i], problem,
                         access.buffer);
    };
    if (llvm::none_of(llvm::enumerate(op.accesses), isServedAtHome) ||
        fits(problem, step, wholes))
      continue;
    for (auto [access, one] : llvm::enumerate(op.accesses))
      if (isLarge(problem, op, one.buffer))
        restrictToHome(extracted, {step, access});
    if (!isa_and_nonnull<linalg::LinalgOp>(operation))
      continue;
    // The loop over rows takes the place of the whole op, not of pieces.
    op.cuts.clear();
    if (!extracted.cuts.empty())
      extracted.cuts[step].clear();
  }
}

void memplace::reportAccessesAtHome(const ExtractedFunction &extracted) {
  const Problem &problem = extracted.problem;
  // Pieces of an op have its location.
  DenseSet<std::pair<Location, BufferId>> reported;
  for (const AccessAtHome &atHome : extracted.accessesAtHome) {
    const memplace::Op &op = problem.ops[atHome.step];
    const Access &access = op.accesses[atHome.access];
    const Buffer &buffer = problem.buffers[access.buffer];
    Location loc = extracted.schedule->getSteps()[atHome.step]->getLoc();
    if (!reported.insert({loc, access.buffer}).second)
      continue;
    emitRemark(loc, "op '")
        << op.name << "' accesses the " << buffer.size << " bytes of buffer '"
        << buffer.name << "' in their home '"
        << problem.target.tiers[problem.homeOf(buffer)].name
        << "': its operands do not fit elsewhere at once, and accesses at "
           "run-time addresses prevent a cut";
  }
}
