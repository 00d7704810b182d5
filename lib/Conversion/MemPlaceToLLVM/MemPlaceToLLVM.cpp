#include "memplace/Conversion/Passes.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_CONVERTMEMPLACETOLLVMPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace
namespace {
struct P : memplace::impl::ConvertMemPlaceToLLVMPassBase<P> {
  using ConvertMemPlaceToLLVMPassBase::ConvertMemPlaceToLLVMPassBase;
  void runOnOperation() override { signalPassFailure(); }
};
}
