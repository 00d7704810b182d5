//===- memplace-opt.cpp - mlir-opt with memplace's passes -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "TestCuts.h"
#include "TestDialect.h"
#include "TestSchedules.h"
#include "TestSolver.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/File.h"
#include "memplace/IO/FileKind.h"
#include "memplace/RegisterAll.h"
#include "memplace/Version.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

/// MLIR's parser and printer recurse for each bracket and overflow the stack at
/// a depth of about 4,000.
static constexpr int64_t maxDepth = 1000;

/// Returns the position at which brackets of \p text nest deeper than
/// `maxDepth`; null if there is none.
static const char *findTooDeep(llvm::StringRef text) {
  int64_t depth = 0;
  char previous = 0;
  for (const char *at = text.begin(); at != text.end(); previous = *at++) {
    const llvm::StringRef rest(at, text.end() - at);
    if (*at == '"') {
      for (++at; at != text.end() && *at != '"' && *at != '\n'; ++at)
        at += *at == '\\' && at + 1 != text.end();
    } else if (rest.starts_with("//")) {
      at += rest.take_until([](char c) { return c == '\n'; }).size();
    } else if (llvm::StringRef("([{<").contains(*at)) {
      if (++depth > maxDepth)
        return at;
    } else if (llvm::StringRef(")]}").contains(*at) ||
               (*at == '>' && previous != '-' && !rest.starts_with(">="))) {
      depth = std::max<int64_t>(depth - 1, 0);
    }
    if (at == text.end())
      break;
  }
  return nullptr;
}

/// Opens \p name for reading; "-" is standard input. A FIFO and a device, which
/// may block or never end, are read within the limits of `memplace::readFile`.
static std::unique_ptr<llvm::MemoryBuffer> openInput(const std::string &name,
                                                     std::string &message) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(name, status) ||
      llvm::sys::fs::is_regular_file(status) ||
      llvm::sys::fs::is_directory(status))
    return mlir::openInputFile(name, &message);
  memplace::Result<std::string> contents = memplace::readFile(name);
  if (contents)
    return llvm::MemoryBuffer::getMemBufferCopy(*contents, name);
  message = contents.error();
  return nullptr;
}

/// Like mlir::MlirOptMain for files, but atomic. MLIR's version truncates the
/// output file before reading the input, possibly the same file, and deletes
/// the output if a pass fails.
static mlir::LogicalResult runOnFile(const std::string &inputName,
                                     const std::string &outputName,
                                     mlir::DialectRegistry &registry,
                                     const mlir::MlirOptMainConfig &config) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInput(inputName, message);
  if (!input) {
    llvm::errs() << "error: " << message << "\n";
    return mlir::failure();
  }
  const llvm::StringRef text = input->getBuffer();
  if (std::optional<std::string> other = memplace::explainOtherKind(
          text, inputName, memplace::FileKind::Program)) {
    llvm::errs() << "error: " << inputName << ": " << *other << "\n";
    return mlir::failure();
  }
  if (const char *at = mlir::isBytecode(input->getMemBufferRef())
                           ? nullptr
                           : findTooDeep(text)) {
    const llvm::StringRef before(text.begin(), at - text.begin());
    llvm::errs() << inputName << ":" << before.count('\n') + 1 << ":"
                 << before.size() - (before.rfind('\n') + 1) + 1
                 << ": error: brackets nest deeper than " << maxDepth << "\n";
    return mlir::failure();
  }
  std::string output;
  llvm::raw_string_ostream stream(output);
  if (failed(mlir::MlirOptMain(stream, std::move(input), registry, config)))
    return mlir::failure();
  if (std::optional<memplace::Error> error =
          memplace::writeFile(outputName, output)) {
    llvm::errs() << "error: " << error->message << "\n";
    return mlir::failure();
  }
  return mlir::success();
}

int main(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &out) {
    out << "memplace " MEMPLACE_VERSION_STRING
           " for MLIR " MEMPLACE_MLIR_VERSION_STRING "\n";
  });
  mlir::registerAllPasses();
  memplace::registerAllPasses();
  memplace::registerTestPasses();
  memplace::registerTestCutsPass();
  memplace::registerTestSchedulesPass();

  if (llvm::is_contained(llvm::ArrayRef(argv, argc),
                         llvm::StringRef("--help"))) {
    memplace::printHelp();
    return 0;
  }

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  memplace::registerAllDialects(registry);
  memplace::registerTestDialect(registry);
  registry.addExtension(
      +[](mlir::MLIRContext *, memplace::MemPlaceDialect *dialect) {
        dialect->getSolvers().add("test-random",
                                  "strange but legal placements, for tests",
                                  memplace::createTestRandomSolver);
      });

  auto [inputName, outputName] = mlir::registerAndParseCLIOptions(
      argc, argv, "memplace-opt: chooses where every buffer lives\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, inputName, outputName, registry));
  // The call of MlirOptMain above creates an InitLLVM of its own.
  llvm::InitLLVM initialize(argc, argv);
  return mlir::asMainReturnCode(
      runOnFile(inputName, outputName, registry, config));
}
