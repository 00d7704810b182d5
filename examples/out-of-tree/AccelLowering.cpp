// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transfers of a placed program as ops of the accelerator.

#include "Accel.h"

#include "memplace/Conversion/LowerPlaced.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using memplace::StartTransferOp;
using memplace::TierAttr;
using memplace::WaitOp;

namespace {

/// A channel of the target is a DMA queue, numbered as in the target. Transfers
/// from the default tier are loads.
struct TransferPattern : mlir::OpRewritePattern<StartTransferOp> {
  TransferPattern(mlir::MLIRContext *context, const memplace::Target &target)
      : OpRewritePattern(context), target(target) {}

  mlir::LogicalResult
  matchAndRewrite(StartTransferOp op,
                  mlir::PatternRewriter &rewriter) const override {
    for (auto [queue, channel] : llvm::enumerate(target.channels)) {
      if (channel.name != op.getChannel())
        continue;
      if (channel.from == target.defaultTier)
        replaceBy<accel::LoadOp>(op, queue, rewriter);
      else
        replaceBy<accel::StoreOp>(op, queue, rewriter);
      return mlir::success();
    }
    return mlir::failure();
  }

private:
  template <typename OpTy>
  static void replaceBy(StartTransferOp op, size_t queue,
                        mlir::PatternRewriter &rewriter) {
    rewriter.replaceOpWithNewOp<OpTy>(op, op.getToken().getType(),
                                      op.getSource(), op.getDestination(),
                                      static_cast<int32_t>(queue));
  }

  const memplace::Target &target;
};

struct WaitPattern : mlir::OpRewritePattern<WaitOp> {
  using OpRewritePattern::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(WaitOp op, mlir::PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<accel::WaitOp>(op, op.getToken());
    return mlir::success();
  }
};

struct LowerPlacedPass
    : mlir::PassWrapper<LowerPlacedPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerPlacedPass)

  llvm::StringRef getArgument() const override { return "accel-lower-placed"; }
  llvm::StringRef getDescription() const override {
    return "Lower transfers to loads, stores and waits of accel";
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<accel::AccelDialect, mlir::arith::ArithDialect,
                    mlir::memref::MemRefDialect>();
  }

  void runOnOperation() override {
    mlir::MLIRContext *context = &getContext();
    mlir::FailureOr<std::optional<memplace::Target>> target =
        memplace::getModuleTarget(getOperation());
    if (mlir::failed(target) || !*target)
      return signalPassFailure();
    mlir::RewritePatternSet patterns(context);
    patterns.add<TransferPattern>(context, **target);
    patterns.add<WaitPattern>(context);
    // The default tier is ordinary memory, others are memories of accel.
    auto getSpace = [&](TierAttr tier) -> mlir::Attribute {
      std::optional<memplace::TierId> id =
          (*target)->findTier(tier.getName().str());
      return id == (*target)->defaultTier
                 ? mlir::Attribute()
                 : accel::MemoryAttr::get(context, tier.getName());
    };
    if (mlir::failed(
            memplace::lowerPlaced(getOperation(), std::move(patterns), getSpace,
                                  mlir::IntegerType::get(context, 32))))
      signalPassFailure();
  }
};

} // namespace

void accel::registerAccelPasses() { mlir::PassRegistration<LowerPlacedPass>(); }
