//===- SuggestingPass.h - Suggestions for misspelt options ------*- C++ -*-===//
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

/// Returns the names of the options in \p options, sorted.
llvm::SmallVector<llvm::StringRef>
getOptionNames(const llvm::cl::SubCommand &options);

/// Returns the error text for MLIR's \p message about the options of \p pass.
/// For an unknown option, the text names the nearest of \p known, or all of
/// \p known if none is near. Any other message stays as it is.
std::string explainOptionError(llvm::StringRef pass, llvm::StringRef message,
                               llvm::ArrayRef<llvm::StringRef> known);

/// Base of passes on \p OpT; void: on any op. An error about an unknown option
/// suggests the nearest known option.
template <typename OpT = void>
class SuggestingPass : public mlir::OperationPass<OpT> {
public:
  using mlir::OperationPass<OpT>::OperationPass;
  /// Needed because MLIR clones passes for its threads.
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
  /// Returns names valid as long as the pass. MLIR hides a pass's options from
  /// the pass itself, but each option refers to all others, so this creates a
  /// hidden option as a probe. The probe stays, because MLIR keeps a pointer to
  /// it. A pass with invalid options never runs.
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
  std::unique_ptr<Probe> probe; // Null unless an option was unknown.
};

/// Registers a pipeline as `mlir::PassPipelineRegistration` does, with the same
/// suggestions.
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
