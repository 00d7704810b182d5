//===- SuggestingPass.h - Misspelt options of passes ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PASS_SUGGESTINGPASS_H
#define MEMPLACE_PASS_SUGGESTINGPASS_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

#include <memory>

namespace memplace {

/// The names of the options in \p options, sorted.
llvm::SmallVector<llvm::StringRef>
getOptionNames(const llvm::cl::SubCommand &options);

/// What MLIR's parser says of the options of \p pass, in \p message. If it is
/// that there is no such option, the result names the nearest of \p known, or
/// all of them if none is near.
std::string explainOptionError(llvm::StringRef pass, llvm::StringRef message,
                               llvm::ArrayRef<llvm::StringRef> known);

/// A base of passes on \p OpT: an error about an option that a pass does not
/// have tells the nearest that it has.
template <typename OpT> class SuggestingPass : public mlir::OperationPass<OpT> {
public:
  using mlir::OperationPass<OpT>::OperationPass;
  /// MLIR clones passes for its threads.
  SuggestingPass(const SuggestingPass &other)
      : mlir::OperationPass<OpT>(other) {}

  mlir::LogicalResult
  initializeOptions(llvm::StringRef options,
                    llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>
                        errorHandler) override {
    return mlir::Pass::initializeOptions(
        options, [&](const llvm::Twine &message) {
          return errorHandler(explainOptionError(
              this->getArgument(), message.str(), findOptionNames()));
        });
  }

private:
  /// Names that live as long as the pass. MLIR keeps a pass's options from it,
  /// but each of them knows the others, so one more is made. It stays, since
  /// MLIR keeps a pointer; a pass with bad options is not run any more.
  llvm::SmallVector<llvm::StringRef> findOptionNames() {
    if (!probe)
      probe = std::make_unique<Probe>(*this, probeName, llvm::cl::Hidden);
    llvm::SmallVector<llvm::StringRef> names =
        getOptionNames(**probe->Subs.begin());
    llvm::erase(names, llvm::StringRef(probeName));
    return names;
  }

  using Probe = mlir::Pass::Option<bool>;
  static constexpr llvm::StringLiteral probeName = "probe-for-option-names";
  std::unique_ptr<Probe> probe; // Null unless an option was not known.
};

/// As `mlir::PassPipelineRegistration`, with the same suggestions.
template <typename OptionsT>
void registerSuggestingPipeline(
    llvm::StringRef argument, llvm::StringRef description,
    std::function<void(mlir::OpPassManager &, const OptionsT &)> build) {
  struct NamedOptions : OptionsT {
    llvm::SmallVector<llvm::StringRef> getNames() const {
      return getOptionNames(*this);
    }
  };
  mlir::registerPassPipeline(
      argument, description,
      [argument,
       build](mlir::OpPassManager &manager, llvm::StringRef text,
              llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>
                  errorHandler) -> mlir::LogicalResult {
        NamedOptions options;
        std::string message;
        llvm::raw_string_ostream stream(message);
        if (failed(options.parseFromString(text, stream)))
          return errorHandler(
              explainOptionError(argument, message, options.getNames()));
        build(manager, options);
        return mlir::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(OptionsT());
      });
}

} // namespace memplace

#endif // MEMPLACE_PASS_SUGGESTINGPASS_H
