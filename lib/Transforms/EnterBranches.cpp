//===- EnterBranches.cpp - Make ops in branch arms steps ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entered arm is a loop with at most one trip. Transfers between two arms
// need a place in the IR, so a branch with several arms is split into a branch
// for each arm.
//
//===----------------------------------------------------------------------===//

#include "BranchPlacement.h"
#include "CutFunction.h"
#include "FunctionBackup.h"
#include "PlacedMakespan.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {
#define GEN_PASS_DEF_ENTERBRANCHESPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// An arm of a branch.
struct BranchArm {
  Region *region = nullptr;
  std::string name;
  bool touchesMemory = false;

  Block &getBlock() const { return region->front(); }
  Operation *getYield() const { return getBlock().getTerminator(); }
};

/// Outcome for all branches of a function that work on whole buffers.
struct EnteredBranches {
  EnteredOps entered;     // Branches, with the new branches of their arms.
  size_t numSplit = 0;    // Entered branches split into a branch for each arm.
  bool hasJoined = false; // Some arms had their allocations joined.
  /// Branches that stay a single step, with the reason.
  SmallVector<std::pair<Location, std::string>> notEntered;
};
} // namespace

/// Reason for `branches=auto` to leave a branch that could be entered.
static constexpr StringLiteral notFasterReason =
    "by the model, entering it gains nothing";

//===----------------------------------------------------------------------===//
// Single branch
//===----------------------------------------------------------------------===//

/// Returns the existing arms of the branch \p op, with the default of a switch
/// last.
static SmallVector<BranchArm> getArms(Operation *op) {
  SmallVector<BranchArm> arms;
  auto add = [&](Region &region, const Twine &name) {
    if (region.empty())
      return;
    const bool touches = llvm::any_of(region.getOps(), [](Operation &inner) {
      return touchesMemory(&inner);
    });
    arms.push_back({&region, name.str(), touches});
  };
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    add(branch.getThenRegion(), "then");
    add(branch.getElseRegion(), "else");
    return arms;
  }
  auto choice = cast<scf::IndexSwitchOp>(op);
  for (auto [value, region] :
       llvm::zip_equal(choice.getCases(), choice.getCaseRegions()))
    add(region, "case " + Twine(value));
  add(choice.getDefaultRegion(), "default");
  return arms;
}

/// Returns the allocation in \p arm that becomes result \p number, if it can
/// move before the branch; otherwise null.
static memref::AllocOp getOwnAllocation(const BranchArm &arm, unsigned number) {
  auto alloc =
      arm.getYield()->getOperand(number).getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &arm.getBlock() &&
                 alloc->getNumOperands() == 0
             ? alloc
             : memref::AllocOp();
}

/// Returns a value defined before \p branch and yielded by some arm as result
/// \p number; null if there is none.
static Value findEarlyResult(Operation *branch, ArrayRef<BranchArm> arms,
                             unsigned number) {
  for (const BranchArm &arm : arms) {
    Value value = arm.getYield()->getOperand(number);
    if (!branch->isAncestor(value.getParentRegion()->getParentOp()))
      return value;
  }
  return {};
}

/// Returns true if each arm yields its own allocation as result \p number, all
/// with equal attributes.
static bool allocateAlike(ArrayRef<BranchArm> arms, unsigned number) {
  memref::AllocOp first = getOwnAllocation(arms.front(), number);
  return first && llvm::all_of(arms, [&](const BranchArm &arm) {
           memref::AllocOp alloc = getOwnAllocation(arm, number);
           return alloc &&
                  alloc->getAttrDictionary() == first->getAttrDictionary();
         });
}

/// Returns the reason why \p branch cannot be entered; empty if it can.
static std::string getObstacle(Operation *branch, ArrayRef<BranchArm> arms) {
  if (branch->hasAttr(MemPlaceDialect::costAttrName))
    return "'memplace.cost' gives the cost of the whole branch";
  if (llvm::count_if(
          arms, [](const BranchArm &arm) { return arm.touchesMemory; }) < 2)
    return "";
  for (OpResult result : branch->getResults()) {
    const unsigned number = result.getResultNumber();
    if (!isa<BaseMemRefType>(result.getType())) {
      if (!Builder(branch->getContext()).getZeroAttr(result.getType()))
        return "it has a result that is neither a number nor a memref";
    } else if (!findEarlyResult(branch, arms, number) &&
               !allocateAlike(arms, number))
      return "its arms return different memrefs that they allocate";
  }
  return "";
}

/// Returns the condition of each arm of the branch \p op.
static SmallVector<Value> makeConditions(OpBuilder &builder, Operation *op,
                                         ArrayRef<BranchArm> arms) {
  Location loc = op->getLoc();
  SmallVector<Value> conditions;
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  auto negate = [&](Value condition) -> Value {
    return arith::XOrIOp::create(builder, loc, condition, yes);
  };
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    conditions.push_back(branch.getCondition());
    if (arms.size() > 1)
      conditions.push_back(negate(branch.getCondition()));
    return conditions;
  }
  auto choice = cast<scf::IndexSwitchOp>(op);
  Value isNone = yes;
  for (const int64_t value : choice.getCases()) {
    Value constant = arith::ConstantIndexOp::create(builder, loc, value);
    conditions.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, choice.getArg(), constant));
    isNone =
        arith::AndIOp::create(builder, loc, isNone, negate(conditions.back()));
  }
  conditions.push_back(isNone);
  return conditions;
}

/// Returns values for the results of \p branch until an arm has run: zero for a
/// number, a possible value for a memref, so that the alias sets stay the same.
/// Allocations made by all arms move here.
static SmallVector<Value> makeFirstResults(OpBuilder &builder,
                                           Operation *branch,
                                           ArrayRef<BranchArm> arms,
                                           bool &hasJoined) {
  SmallVector<Value> results;
  for (OpResult result : branch->getResults()) {
    const unsigned number = result.getResultNumber();
    if (!isa<BaseMemRefType>(result.getType())) {
      results.push_back(arith::ConstantOp::create(
          builder, branch->getLoc(), builder.getZeroAttr(result.getType())));
      continue;
    }
    if (Value early = findEarlyResult(branch, arms, number)) {
      results.push_back(early);
      continue;
    }
    hasJoined = true;
    Value joined =
        builder.clone(*getOwnAllocation(arms.front(), number))->getResult(0);
    for (const BranchArm &arm : arms) {
      memref::AllocOp own = getOwnAllocation(arm, number);
      own.getResult().replaceAllUsesWith(joined);
      own.erase();
    }
    results.push_back(joined);
  }
  return results;
}

/// Splits \p branch into a branch for each arm, in order; exactly one of the
/// new branches runs. Erases \p branch and updates \p arms.
static void splitByArm(Operation *branch, MutableArrayRef<BranchArm> arms,
                       bool &hasJoined) {
  OpBuilder builder(branch);
  SmallVector<Value> results =
      makeFirstResults(builder, branch, arms, hasJoined);
  SmallVector<Value> conditions = makeConditions(builder, branch, arms);
  for (auto [arm, condition] : llvm::zip_equal(arms, conditions)) {
    if (results.empty() && &arm.getBlock().front() == arm.getYield())
      continue;
    auto single =
        scf::IfOp::create(builder, branch->getLoc(), branch->getResultTypes(),
                          condition, /*withElseRegion=*/!results.empty());
    single.getThenRegion().takeBody(*arm.region);
    arm.region = &single.getThenRegion();
    if (results.empty())
      continue;
    auto otherwise = OpBuilder::atBlockEnd(single.elseBlock());
    scf::YieldOp::create(otherwise, branch->getLoc(), results);
    results.assign(single.result_begin(), single.result_end());
  }
  branch->replaceAllUsesWith(results);
  branch->erase();
}

//===----------------------------------------------------------------------===//
// All branches of a function
//===----------------------------------------------------------------------===//

namespace {
/// Branches to enter: only branches with a marked arm, also branches with a
/// single arm, or all.
enum class BranchSelection { Marked, OneArmed, All };

/// Enters branches, including branches inside entered arms and loops.
class BranchEnterer {
public:
  explicit BranchEnterer(BranchSelection selection) : selection(selection) {}
  void enterAll(Block &block);

  EnteredBranches result;

private:
  void enter(Operation *branch);

  BranchSelection selection;
};
} // namespace

void BranchEnterer::enter(Operation *branch) {
  SmallVector<BranchArm> arms = getArms(branch);
  const bool hasSeveral = llvm::count_if(arms, [](const BranchArm &arm) {
                            return arm.touchesMemory;
                          }) > 1;
  const bool isMarked = !getScheduledArms(branch).empty();
  if (selection == BranchSelection::Marked && !isMarked)
    return;
  std::string obstacle = getObstacle(branch, arms);
  if (obstacle.empty() && hasSeveral && !isMarked &&
      selection != BranchSelection::All)
    obstacle = notFasterReason.str();
  if (!obstacle.empty()) {
    result.notEntered.push_back({branch->getLoc(), std::move(obstacle)});
    return;
  }
  if (hasSeveral) {
    ++result.numSplit;
    splitByArm(branch, arms, result.hasJoined);
  }
  SmallVector<Operation *, 2> now;
  for (const BranchArm &arm : arms)
    if (arm.touchesMemory)
      now.push_back(arm.region->getParentOp());
  result.entered[branch] = std::move(now);
  for (const BranchArm &arm : arms) {
    if (!arm.touchesMemory)
      continue;
    auto builder = OpBuilder::atBlockBegin(&arm.getBlock());
    if (arm.getBlock().getOps<EnterArmOp>().empty())
      EnterArmOp::create(builder, arm.getBlock().getParentOp()->getLoc(),
                         builder.getStringAttr(arm.name));
    enterAll(arm.getBlock());
  }
}

void BranchEnterer::enterAll(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (Block *body = getScheduledBody(&op)) {
      enterAll(*body);
      continue;
    }
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op) || !worksOnWholeBuffers(&op))
      continue;
    // Already entered, and not merged with another branch since.
    SmallVector<Block *> arms = getScheduledArms(&op);
    if (arms.size() == 1)
      enterAll(*arms.front());
    else
      enter(&op);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// A function with entered branches and its makespan.
struct Trial {
  EnteredBranches branches;
  std::optional<int64_t> makespan; // Picoseconds; none: no placement found.
  /// Makespan of the placement with branches as steps, counted op by op if
  /// `isByOp`.
  std::optional<int64_t> before;
  bool isByOp = false;

  bool isFaster() const { return makespan && (!before || *makespan < *before); }
  double getRatio() const {
    return before ? static_cast<double>(*makespan) / *before : 0;
  }
  std::string describe() const {
    auto tell = [](std::optional<int64_t> time) {
      return time ? std::to_string(*time) + " ps" : "none";
    };
    return "; makespan with entered branches " + tell(makespan) +
           ", with branches as steps " + tell(before) +
           (isByOp ? " counted op by op" : "") + ", both modelled";
  }
};

class EnterBranchesPass
    : public memplace::impl::EnterBranchesPassBase<EnterBranchesPass> {
public:
  using EnterBranchesPassBase::EnterBranchesPassBase;
  void runOnOperation() override;

private:
  FailureOr<Trial> tryOne(func::FuncOp function, const Target &machine,
                          const std::optional<Solution> &before,
                          BranchSelection selection);
  LogicalResult choose(func::FuncOp function, const Target &machine);
  void report(func::FuncOp function, const EnteredBranches &branches,
              const std::string &why);

  TrialSettings settings; // Set by runOnOperation.
};
} // namespace

static EnteredBranches enterBranches(func::FuncOp function,
                                     BranchSelection selection) {
  BranchEnterer enterer(selection);
  enterer.enterAll(function.getBody().front());
  return std::move(enterer.result);
}

void EnterBranchesPass::report(func::FuncOp function,
                               const EnteredBranches &branches,
                               const std::string &why) {
  if (!remarks || (branches.entered.empty() && branches.notEntered.empty()))
    return;
  emitRemark(function.getLoc())
      << branches.entered.size() << " of "
      << branches.entered.size() + branches.notEntered.size()
      << " branches of function '" << function.getName() << "' are entered, "
      << branches.numSplit << " of them split" << why;
  for (const auto &[loc, reason] : branches.notEntered)
    emitRemark(loc) << "this branch stays one step: " << reason;
}

/// Enters branches of \p function and places the result. \p function must be in
/// its original form, for which \p before is a placement.
FailureOr<Trial>
EnterBranchesPass::tryOne(func::FuncOp function, const Target &machine,
                          const std::optional<Solution> &before,
                          BranchSelection selection) {
  FailureOr<ExtractedFunction> whole =
      extractFunction(function, machine, getExtraction(settings));
  if (failed(whole))
    return failure();
  const ProblemBefore problem(*whole);
  Trial trial;
  trial.branches = enterBranches(function, selection);
  FailureOr<TrialPlacement> after = placeTrial(function, machine, settings);
  if (failed(after))
    return failure();
  trial.makespan = after->getMakespan();
  if (!before)
    return trial;
  trial.before = before->makespanPs;
  if (trial.branches.hasJoined)
    return trial; // The buffers differ, so the placement cannot be translated.
  if (std::optional<int64_t> byOp = getTranslatedMakespan(
          problem, *before, after->extracted, trial.branches.entered)) {
    trial.before = byOp;
    trial.isByOp = true;
  }
  return trial;
}

/// Keeps the variant with the smallest modelled makespan: no branch entered,
/// all branches, or only branches with a single arm. If none has a placement,
/// enters all branches, since cuts may follow.
LogicalResult EnterBranchesPass::choose(func::FuncOp function,
                                        const Target &machine) {
  FunctionBackup original(function);
  EnteredBranches all = enterBranches(function, BranchSelection::All);
  original.restore();
  if (all.entered.empty()) {
    report(function, all, "");
    return success();
  }
  FailureOr<TrialPlacement> before = placeTrial(function, machine, settings);
  if (failed(before))
    return failure();
  std::optional<Trial> best;
  std::optional<FunctionBackup> result;
  std::string tried;
  for (const BranchSelection selection :
       {BranchSelection::All, BranchSelection::OneArmed}) {
    if (selection == BranchSelection::OneArmed && all.numSplit == 0)
      break;
    FailureOr<Trial> trial =
        tryOne(function, machine, before->solution, selection);
    if (failed(trial))
      return failure();
    tried += trial->describe();
    if (trial->isFaster() && (!best || trial->getRatio() < best->getRatio())) {
      best = std::move(*trial);
      result.emplace(function);
    }
    original.restore();
  }
  if (!best && !before->solution) {
    report(function, enterBranches(function, BranchSelection::All),
           ": no form can be placed uncut, and only ops of arms can be cut");
    return success();
  }
  if (!best) {
    if (remarks)
      emitRemark(function.getLoc())
          << "no branch of function '" << function.getName()
          << "' is entered, of " << all.entered.size() << " that can be"
          << tried;
    return success();
  }
  result->restore();
  report(function, best->branches, best->describe());
  return success();
}

void EnterBranchesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (branches != "" && branches != "auto" && branches != "arms" &&
      branches != "step") {
    emitError(module.getLoc(),
              "'branches' must be 'auto', 'arms' or 'step', got '")
        << std::string(branches) << "'";
    return signalPassFailure();
  }
  FailureOr<TrialSettings> read = readTrialSettings(
      module, solver, solverOptions, timeLimit, seed, allowUnknownOps);
  if (failed(read))
    return signalPassFailure();
  settings = std::move(*read);
  FailureOr<Target> machine = Target();
  if (branches == "auto" || branches == "")
    machine = getTarget(module, target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  const bool isChosen =
      branches == "auto" || (branches == "" && !allServeOps(*machine));
  for (func::FuncOp function : getPlaceableFunctions(module)) {
    if (hasExplicitPlacement(function) || !function.getBody().hasOneBlock())
      continue;
    // Canonicalization may have merged marked branches; split them again,
    // regardless of the option.
    enterBranches(function, BranchSelection::Marked);
    if (branches == "arms")
      report(function, enterBranches(function, BranchSelection::All), "");
    else if (isChosen && failed(choose(function, *machine)))
      return signalPassFailure();
  }
}
