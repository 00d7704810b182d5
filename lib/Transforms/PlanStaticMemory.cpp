//===- PlanStaticMemory.cpp - Pack allocations into an arena --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedDeallocs.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Size.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <numeric>

namespace memplace {
#define GEN_PASS_DEF_PLANSTATICMEMORYPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {

/// Largest allocation for packing.
constexpr int64_t maxBytes = int64_t(1) << 62;

/// An allocation to get an offset.
struct Candidate {
  memref::AllocOp alloc;
  LiveRange range; // In ops, in program order.
  int64_t bytes = 0;
  int64_t alignment = 1;
  Offset offset = 0;
};

/// The candidates of a memory space.
struct ArenaPlan {
  SmallVector<Candidate> candidates;
  int64_t bytes = 0;
  int64_t alignment = 1;
};

enum class ArenaMode { Allocate, Argument, Global };

/// Options of the pass, after their checks.
struct ArenaOptions {
  ArenaMode mode = ArenaMode::Allocate;
  int64_t nodes = 0;
  llvm::StringMap<int64_t> capacities; // By name of memory space, bytes.
};

/// Plans one function.
class FunctionPlanner {
public:
  /// \p symbols is the symbol table for globals; null unless there are any.
  FunctionPlanner(func::FuncOp function, const ArenaOptions &options,
                  SymbolTable *symbols)
      : function(function), options(options), symbols(symbols) {}

  LogicalResult run();

private:
  using Plans = llvm::MapVector<Attribute, ArenaPlan>;

  void collect();
  void collectShared(llvm::DenseSet<Operation *> packed,
                     ArrayRef<memref::AllocOp> others);
  void addCandidate(memref::AllocOp alloc, LiveRange range);
  LogicalResult pack(Attribute space, ArenaPlan &plan);
  Value makeArena(const ArenaPlan &plan, Attribute space);
  Value makeGlobal(const ArenaPlan &plan, MemRefType type);
  FailureOr<MemRefType> getArenaType();
  LogicalResult checkArena(const ArenaPlan &plan, MemRefType type);
  void keepOnly(Attribute space);

  func::FuncOp function;
  const ArenaOptions &options;
  SymbolTable *symbols;
  llvm::DenseMap<Operation *, Step> steps;
  Plans plans;
  llvm::SetVector<Operation *> deallocs; // To erase.
};

class PlanStaticMemoryPass
    : public memplace::impl::PlanStaticMemoryPassBase<PlanStaticMemoryPass> {
public:
  using PlanStaticMemoryPassBase::PlanStaticMemoryPassBase;
  void runOnOperation() override;

private:
  FailureOr<ArenaOptions> getOptions(Location loc);
};

} // namespace

/// Returns the only deallocation of \p alloc itself, or null.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers()) {
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (dealloc && found)
      return nullptr;
    if (dealloc)
      found = dealloc;
  }
  return found;
}

/// Returns true if each op between \p op and \p function runs its body
/// sequentially, so that program order is the order of execution.
static bool isSequential(Operation *op, Operation *function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp>(
            parent))
      return false;
  return true;
}

/// Returns the reason against packing \p alloc with any deallocation, or an
/// empty string.
static StringRef getPlanningObstacle(memref::AllocOp alloc,
                                     const DataLayout &layout,
                                     Operation *function) {
  if (!alloc.getType().hasStaticShape())
    return "its shape is dynamic";
  if (!alloc.getType().getLayout().isIdentity())
    return "its layout is not the identity";
  if (alloc->hasAttr(MemPlaceDialect::pinAttrName))
    return "it is pinned to a tier";
  if (!isSequential(alloc, function))
    return "it is in a region that may run side by side with others";
  // LLVM rounds such integers up, by a layout that is unknown here.
  auto integer = dyn_cast<IntegerType>(
      getElementTypeOrSelf(alloc.getType().getElementType()));
  if (integer && integer.getWidth() > 64)
    return "its integers are wider than 64 bits";
  std::optional<int64_t> bytes = getStaticSizeInBytes(alloc.getType(), layout);
  if (!bytes || *bytes > maxBytes)
    return "its size is unknown or above 2^62 bytes";
  return "";
}

/// Returns the name of a memory space in options and messages: "1" for the
/// integer 1, "0" for the default.
static std::string nameOfSpace(Attribute space) {
  if (!space)
    return "0";
  if (auto number = dyn_cast<IntegerAttr>(space))
    return std::to_string(number.getInt());
  std::string text;
  llvm::raw_string_ostream(text) << space;
  return text;
}

void FunctionPlanner::addCandidate(memref::AllocOp alloc, LiveRange range) {
  const DataLayout layout = DataLayout::closest(function);
  MemRefType type = alloc.getType();
  // LLVM's layout may align more than MLIR's default, e.g. 64-bit integers.
  const int64_t alignment = std::max<int64_t>(
      alloc.getAlignment().value_or(1),
      static_cast<int64_t>(
          std::max(layout.getTypeABIAlignment(type.getElementType()),
                   layout.getTypePreferredAlignment(type.getElementType()))));
  plans[type.getMemorySpace()].candidates.push_back(
      {alloc, range, *getStaticSizeInBytes(type, layout), alignment});
}

/// Adds the allocations of \p others whose deallocations can be left out. Their
/// bytes are in use until the end of the last op with a use.
void FunctionPlanner::collectShared(llvm::DenseSet<Operation *> packed,
                                    ArrayRef<memref::AllocOp> others) {
  SharedDeallocs shared(std::move(packed));
  for (memref::AllocOp alloc : others)
    shared.add(alloc);
  shared.drop([](memref::AllocOp alloc, StringRef reason) {
    alloc.emitRemark("not packed: ") << reason;
  });
  for (const auto &[alloc, uses] : shared.remaining()) {
    Step last = steps[alloc];
    for (Operation *user : uses.users)
      findUseAround(alloc, user)->walk([&](Operation *op) {
        last = std::max(last, steps[op]);
      });
    addCandidate(alloc, {steps[alloc], last + 1});
    for (memref::DeallocOp dealloc : uses.deallocs)
      deallocs.insert(dealloc);
  }
}

/// Sets `plans` and `deallocs`.
void FunctionPlanner::collect() {
  const DataLayout layout = DataLayout::closest(function);
  function->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { steps[op] = static_cast<Step>(steps.size()); });
  llvm::DenseSet<Operation *> packed;
  SmallVector<memref::AllocOp> others;
  function->walk<WalkOrder::PreOrder>([&](memref::AllocOp alloc) {
    const StringRef reason = getPlanningObstacle(alloc, layout, function);
    if (!reason.empty()) {
      alloc.emitRemark("not packed: ") << reason;
      return;
    }
    memref::DeallocOp dealloc = findDealloc(alloc);
    // In an unreachable block, the deallocation may come first.
    if (!dealloc || dealloc->getBlock() != alloc->getBlock() ||
        !alloc->isBeforeInBlock(dealloc)) {
      others.push_back(alloc);
      return;
    }
    addCandidate(alloc, {steps[alloc], steps[dealloc]});
    packed.insert(alloc);
    deallocs.insert(dealloc);
  });
  collectShared(std::move(packed), others);
}

/// Reports an arena that is too small, with the least possible size.
static LogicalResult reportCapacity(func::FuncOp function, Attribute space,
                                    int64_t capacity, const PackResult &least) {
  InFlightDiagnostic error = mlir::emitError(function->getLoc(), "the ")
                             << capacity << " bytes of memory space "
                             << nameOfSpace(space) << " are not enough for '"
                             << function.getName() << "'";
  if (!least.packing)
    return error << ": " << least.message;
  if (least.status == PackStatus::Optimal)
    return error << ": the least possible are " << least.peak << " bytes";
  return error << ": found a packing in " << least.peak
               << " bytes, the least possible are " << least.bound
               << " or more";
}

LogicalResult FunctionPlanner::pack(Attribute space, ArenaPlan &plan) {
  PackingProblem problem;
  for (const Candidate &candidate : plan.candidates) {
    // An empty allocation needs an offset, too.
    problem.buffers.push_back(
        {std::to_string(problem.buffers.size()), candidate.range,
         std::max<int64_t>(candidate.bytes, 1), candidate.alignment});
    plan.alignment = std::lcm(plan.alignment, candidate.alignment);
  }
  PackLimits limits;
  limits.nodes = options.nodes;
  PackResult result = memplace::pack(problem, limits);
  const auto capacity = options.capacities.find(nameOfSpace(space));
  if (capacity != options.capacities.end() &&
      (!result.packing || result.peak > capacity->second))
    return reportCapacity(function, space, capacity->second, result);
  std::optional<Error> illegal;
  if (result.packing)
    illegal = verifyPacking(problem, *result.packing);
  if (!result.packing || illegal)
    return mlir::emitError(function->getLoc(), "no arena for ")
           << plan.candidates.size() << " allocations: "
           << (illegal ? "bug, please report it: " + illegal->message
                       : result.message);
  for (auto [candidate, offset] :
       llvm::zip_equal(plan.candidates, result.packing->offsets))
    candidate.offset = offset;
  plan.bytes = result.peak;
  return success();
}

/// Adds an uninitialised global for the arena, and returns its address at the
/// start of the function.
Value FunctionPlanner::makeGlobal(const ArenaPlan &plan, MemRefType type) {
  OpBuilder builder(function);
  auto global = memref::GlobalOp::create(
      builder, function.getLoc(), (function.getName() + "_arena").str(),
      builder.getStringAttr("private"), type, builder.getUnitAttr(),
      /*constant=*/false, builder.getI64IntegerAttr(plan.alignment));
  global->remove();
  symbols->insert(global); // Makes the name unique.
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  return memref::GetGlobalOp::create(builder, function.getLoc(), type,
                                     global.getSymName());
}

/// Returns the arena at the start of the function. An allocated arena is freed
/// at each return.
Value FunctionPlanner::makeArena(const ArenaPlan &plan, Attribute space) {
  Region &body = function.getFunctionBody();
  OpBuilder builder = OpBuilder::atBlockBegin(&body.front());
  auto type = MemRefType::get({plan.bytes}, builder.getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  if (options.mode == ArenaMode::Argument)
    return function.getArgument(0);
  if (options.mode == ArenaMode::Global)
    return makeGlobal(plan, type);
  Value arena =
      memref::AllocOp::create(builder, function.getLoc(), type, ValueRange(),
                              builder.getI64IntegerAttr(plan.alignment));
  for (Block &block : body) {
    Operation *terminator = block.getTerminator();
    if (!terminator->hasTrait<OpTrait::ReturnLike>())
      continue;
    builder.setInsertionPoint(terminator);
    memref::DeallocOp::create(builder, function.getLoc(), arena);
  }
  return arena;
}

/// Returns the type of the arena passed as the first argument.
FailureOr<MemRefType> FunctionPlanner::getArenaType() {
  if (function.getNumArguments() != 0) {
    auto type = dyn_cast<MemRefType>(function.getArgumentTypes().front());
    if (type && type.getRank() == 1 && type.getLayout().isIdentity() &&
        type.getElementType().isSignlessInteger(8))
      return type;
  }
  return mlir::emitError(
      function->getLoc(),
      "'arena-mode=arg' needs a memref<?xi8> as the first argument");
}

LogicalResult FunctionPlanner::checkArena(const ArenaPlan &plan,
                                          MemRefType type) {
  const int64_t bytes = type.getDimSize(0);
  if (!ShapedType::isDynamic(bytes) && bytes < plan.bytes)
    return mlir::emitError(function->getLoc(), "the arena in argument 0 has ")
           << bytes << " bytes, " << plan.bytes << " are needed";
  function->emitRemark("the arena in argument 0 needs ")
      << plan.bytes << " bytes, aligned to " << plan.alignment;
  return success();
}

/// Replaces each allocation of \p plan by a view of \p arena.
static void rewrite(const ArenaPlan &plan, Value arena) {
  for (Candidate candidate : plan.candidates) {
    OpBuilder builder(candidate.alloc);
    const Location loc = candidate.alloc.getLoc();
    Value offset =
        arith::ConstantIndexOp::create(builder, loc, candidate.offset);
    Value view = memref::ViewOp::create(builder, loc, candidate.alloc.getType(),
                                        arena, offset, ValueRange());
    candidate.alloc.replaceAllUsesWith(view);
    candidate.alloc.erase();
  }
}

/// Returns the callables that the calls inside \p callable name, or nothing if
/// an indirect call may reach any function.
static std::optional<SmallVector<Operation *>> getCallees(Operation *callable) {
  SmallVector<Operation *> callees;
  const WalkResult result = callable->walk([&](CallOpInterface call) {
    Operation *callee = call.resolveCallable();
    if (!callee)
      return WalkResult::interrupt();
    callees.push_back(callee);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return std::nullopt;
  return callees;
}

/// Returns true if \p function may run again before it returns.
static bool isRecursive(func::FuncOp function) {
  SmallVector<Operation *> todo = {function};
  llvm::DenseSet<Operation *> seen;
  while (!todo.empty()) {
    const auto callees = getCallees(todo.pop_back_val());
    if (!callees)
      return true;
    for (Operation *callee : *callees) {
      if (callee == function)
        return true;
      if (seen.insert(callee).second)
        todo.push_back(callee);
    }
  }
  return false;
}

/// Returns true if \p call returns before the next op of its function runs.
static bool isSequentialCall(Operation *call) {
  // E.g. `async.call` returns earlier.
  if (call->getName().getStringRef() != "func.call" &&
      call->getName().getStringRef() != "llvm.call")
    return false;
  auto caller = call->getParentOfType<FunctionOpInterface>();
  return caller && isSequential(call, caller);
}

/// Returns the first use of \p function, or of a function that calls it
/// directly or indirectly, which may run it several times at once; or null: a
/// call in a region that may run side by side with others, or any use that
/// takes the address. Uses inside of \p module are known.
static Operation *findConcurrentUse(func::FuncOp function, Operation *module) {
  SmallVector<Operation *> todo = {function};
  llvm::DenseSet<Operation *> seen = {function};
  while (!todo.empty()) {
    Operation *callable = todo.pop_back_val();
    const auto uses = SymbolTable::getSymbolUses(callable, module);
    if (!uses)
      return callable;
    for (const SymbolTable::SymbolUse &use : *uses) {
      auto call = dyn_cast<CallOpInterface>(use.getUser());
      if (!call || call.resolveCallable() != callable ||
          !isSequentialCall(call))
        return use.getUser();
      auto caller = call->getParentOfType<FunctionOpInterface>();
      if (seen.insert(caller).second)
        todo.push_back(caller);
    }
  }
  return nullptr;
}

/// Reports a function whose activations may be live at the same time, so that
/// they can't share a global.
static LogicalResult checkActivations(func::FuncOp function,
                                      Operation *module) {
  if (isRecursive(function))
    return mlir::emitError(function->getLoc(), "'arena-mode=global' needs a "
                                               "function that never calls "
                                               "itself, which '")
           << function.getName() << "' may do";
  if (Operation *use = findConcurrentUse(function, module)) {
    InFlightDiagnostic error =
        mlir::emitError(function->getLoc(), "'arena-mode=global' needs a "
                                            "function that runs once at a "
                                            "time; '")
        << function.getName() << "' may run several times at once";
    error.attachNote(use->getLoc()) << "it is used here by '" << use->getName()
                                    << "'; use 'arena-mode=allocate' or 'arg'";
    return error;
  }
  return success();
}

/// Drops the plans of other memory spaces.
void FunctionPlanner::keepOnly(Attribute space) {
  plans.remove_if([&](const auto &plan) { return plan.first != space; });
  deallocs.remove_if([&](Operation *dealloc) {
    return cast<memref::DeallocOp>(dealloc)
               .getMemref()
               .getType()
               .getMemorySpace() != space;
  });
}

LogicalResult FunctionPlanner::run() {
  FailureOr<MemRefType> arenaType = MemRefType();
  collect();
  if (options.mode == ArenaMode::Argument && !plans.empty() &&
      failed(arenaType = getArenaType()))
    return failure();
  if (*arenaType)
    keepOnly(arenaType->getMemorySpace());
  const bool hasAllocations =
      function->walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!hasAllocations)
    function->emitRemark("nothing is packed: function '")
        << function.getName() << "' allocates nothing";
  if (options.mode == ArenaMode::Global && !plans.empty() &&
      failed(checkActivations(function, symbols->getOp())))
    return failure();
  // Change nothing until all plans succeed.
  for (auto &[space, plan] : plans)
    if (failed(pack(space, plan)) ||
        (*arenaType && failed(checkArena(plan, *arenaType))))
      return failure();
  for (Operation *dealloc : deallocs)
    dealloc->erase();
  for (auto &[space, plan] : plans)
    rewrite(plan, makeArena(plan, space));
  return success();
}

/// Returns the options, or an error at \p loc.
FailureOr<ArenaOptions> PlanStaticMemoryPass::getOptions(Location loc) {
  ArenaOptions options;
  if (arenaMode == "arg")
    options.mode = ArenaMode::Argument;
  else if (arenaMode == "global")
    options.mode = ArenaMode::Global;
  else if (arenaMode != "allocate")
    return mlir::emitError(loc, "'arena-mode' must be 'allocate', 'arg' or "
                                "'global', got '")
           << arenaMode << "'";
  if (nodes < 0)
    return mlir::emitError(loc, "'nodes' must be at least 0, got ")
           << nodes.getValue();
  options.nodes = nodes;
  for (StringRef entry : capacities) {
    auto [space, text] = entry.rsplit(':');
    uint64_t number = 1;
    const bool isZero = !text.getAsInteger(10, number) && number == 0;
    const Result<int64_t> bytes = isZero ? 0 : parseSize(text);
    if (!space.empty() && !text.empty() && !bytes)
      return mlir::emitError(loc, "'capacities' ") << bytes.error();
    if (space.empty() || text.empty() ||
        !options.capacities.try_emplace(space, *bytes).second)
      return mlir::emitError(loc, "'capacities' must be SPACE:BYTES, each "
                                  "memory space once, got '")
             << entry << "'";
  }
  if (options.mode == ArenaMode::Global && !isa<ModuleOp>(getOperation()))
    return mlir::emitError(loc, "'arena-mode=global' adds symbols to the "
                                "module; run the pass on the module");
  return options;
}

/// Warns of capacities of memory spaces in which \p module allocates nothing.
static void warnOfUnusedCapacities(Operation *module,
                                   const ArenaOptions &options) {
  llvm::StringSet<> spaces;
  module->walk([&](memref::AllocOp alloc) {
    spaces.insert(nameOfSpace(alloc.getType().getMemorySpace()));
  });
  for (const auto &entry : options.capacities)
    if (!spaces.contains(entry.first()))
      mlir::emitWarning(module->getLoc(), "'capacities' limits memory space ")
          << entry.first() << ", in which nothing is allocated";
}

void PlanStaticMemoryPass::runOnOperation() {
  SmallVector<func::FuncOp> functions;
  getOperation()->walk([&](func::FuncOp function) {
    if (!function.isExternal())
      functions.push_back(function);
  });
  FailureOr<ArenaOptions> options = getOptions(
      functions.empty() ? getOperation()->getLoc() : functions[0].getLoc());
  if (failed(options))
    return signalPassFailure();
  if (isa<ModuleOp>(getOperation()))
    warnOfUnusedCapacities(getOperation(), *options);
  SymbolTableCollection tables; // Modules may be in modules.
  for (func::FuncOp function : functions) {
    SymbolTable *symbols = nullptr;
    if (options->mode == ArenaMode::Global)
      symbols = &tables.getSymbolTable(
          SymbolTable::getNearestSymbolTable(function->getParentOp()));
    if (failed(FunctionPlanner(function, *options, symbols).run()))
      return signalPassFailure();
  }
}
