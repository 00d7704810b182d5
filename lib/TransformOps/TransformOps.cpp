//===- TransformOps.cpp - Placement by transform scripts ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/TransformOps/TransformOps.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

#define GET_OP_CLASSES
#include "memplace/TransformOps/MemPlaceTransformOps.cpp.inc"

using namespace mlir;
using namespace mlir::transform;
using namespace memplace;

/// Fails on an attribute of \p op that is not an option: a misspelt option
/// would silently have its default. Attributes of dialects contain a dot and
/// are accepted.
template <typename Op> static LogicalResult verifyOptions(Op op) {
  for (const NamedAttribute attribute : op->getDiscardableAttrs()) {
    const StringRef name = attribute.getName().strref();
    if (!name.contains('.'))
      return op.emitOpError("has no option '")
             << name << "', use one of '"
             << llvm::join(Op::getAttributeNames(), "', '") << "'";
  }
  return success();
}

LogicalResult PlaceTransformOp::verify() { return verifyOptions(*this); }
LogicalResult LowerTransformOp::verify() { return verifyOptions(*this); }
LogicalResult VerifyTransformOp::verify() { return verifyOptions(*this); }

LogicalResult PinTransformOp::verify() {
  if (getTier().empty())
    return emitOpError("needs the name of a tier, got ''");
  return verifyOptions(*this);
}

/// Runs \p passes on \p payload. Their errors become notes of a silenceable
/// failure.
static DiagnosedSilenceableFailure runOn(Operation *payload, Operation *script,
                                         PassManager &passes) {
  auto module = dyn_cast<ModuleOp>(payload);
  if (!module) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(script, "expects modules");
    failure.attachNote(payload->getLoc()) << "this op is not a module";
    return failure;
  }
  // The script would change during its own execution.
  if (payload->isAncestor(script))
    return emitDefiniteFailure(
        script, "cannot be applied to the module that holds the script; put "
                "the payload into a module of its own");
  SmallVector<Diagnostic> errors;
  LogicalResult status = success();
  {
    ScopedDiagnosticHandler handler(
        module.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          errors.push_back(std::move(diagnostic));
          return success();
        });
    status = passes.run(module);
  }
  if (succeeded(status))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failed =
      emitSilenceableFailure(script, "failed on a module");
  for (const Diagnostic &error : errors)
    failed.attachNote(error.getLocation()) << error.str();
  return failed;
}

DiagnosedSilenceableFailure
PlaceTransformOp::applyToOne(TransformRewriter &, Operation *payload,
                             ApplyToEachResultList &results, TransformState &) {
  PlaceBuffersPassOptions options;
  options.target = getTarget().str();
  options.solver = getSolver().str();
  options.solverOptions = getSolverOptions().str();
  options.timeLimit = getTimeLimit().convertToDouble();
  options.seed = getSeed();
  options.solution = getSolution().str();
  options.slotAlignment = static_cast<int64_t>(getSlotAlignment());
  options.allowUnknownOps = getAllowUnknownOps();
  options.strict = getStrict();
  PassManager passes(getContext(), ModuleOp::getOperationName());
  passes.addPass(createPlaceBuffersPass(options));
  results.push_back(payload);
  return runOn(payload, *this, passes);
}

static std::unique_ptr<Pass> createVerification(bool allowUnknownOps) {
  VerifyPlacementPassOptions options;
  options.allowUnknownOps = allowUnknownOps;
  return createVerifyPlacementPass(options);
}

DiagnosedSilenceableFailure
LowerTransformOp::applyToOne(TransformRewriter &, Operation *payload,
                             ApplyToEachResultList &results, TransformState &) {
  PassManager passes(getContext(), ModuleOp::getOperationName());
  passes.addPass(createInsertTransfersPass());
  if (!getOnlyTransfers())
    passes.addPass(createLowerToOffsetsPass());
  passes.addPass(createVerification(getAllowUnknownOps()));
  results.push_back(payload);
  return runOn(payload, *this, passes);
}

DiagnosedSilenceableFailure
VerifyTransformOp::applyToOne(TransformRewriter &, Operation *payload,
                              ApplyToEachResultList &, TransformState &) {
  PassManager passes(getContext(), ModuleOp::getOperationName());
  passes.addPass(createVerification(getAllowUnknownOps()));
  return runOn(payload, *this, passes);
}

void VerifyTransformOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getModuleMutable(), effects);
  onlyReadsPayload(effects);
}

DiagnosedSilenceableFailure PinTransformOp::applyToOne(TransformRewriter &,
                                                       Operation *payload,
                                                       ApplyToEachResultList &,
                                                       TransformState &) {
  const auto cannot = [&](const Twine &message) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(*this, message);
    failure.attachNote(payload->getLoc()) << "this op";
    return failure;
  };
  const auto pin =
      TierAttr::get(getContext(), StringAttr::get(getContext(), getTier()));
  if (!getArgument()) {
    if (!llvm::any_of(payload->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return cannot("expects ops that define a memref; 'argument' pins an "
                    "argument of a function");
    payload->setDiscardableAttr(MemPlaceDialect::pinAttrName, pin);
    return DiagnosedSilenceableFailure::success();
  }
  auto function = dyn_cast<FunctionOpInterface>(payload);
  if (!function)
    return cannot("with 'argument' expects functions");
  const uint64_t number = *getArgument();
  if (number >= function.getNumArguments())
    return cannot("there is no argument " +
                  Twine(static_cast<int64_t>(number)) + ", the function has " +
                  Twine(function.getNumArguments()));
  const auto index = static_cast<unsigned>(number);
  if (!isa<BaseMemRefType>(function.getArgumentTypes()[index]))
    return cannot("argument " + Twine(index) + " is no memref");
  function.setArgAttr(index, MemPlaceDialect::pinAttrName, pin);
  return DiagnosedSilenceableFailure::success();
}

void PinTransformOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getPayloadMutable(), effects);
  modifiesPayload(effects);
}

namespace {
class MemPlaceTransformExtension
    : public TransformDialectExtension<MemPlaceTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MemPlaceTransformExtension)

  using Base::Base;

  void init() {
    declareGeneratedDialect<MemPlaceDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "memplace/TransformOps/MemPlaceTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void memplace::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<MemPlaceTransformExtension>();
}
