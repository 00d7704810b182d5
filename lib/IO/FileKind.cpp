//===- FileKind.cpp - Errors about files of another kind ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/FileKind.h"

#include <algorithm>
#include <cassert>

using namespace memplace;

static const char *describe(FileKind kind) {
  switch (kind) {
  case FileKind::Problem:
    return "a problem";
  case FileKind::Solution:
    return "a solution";
  case FileKind::Target:
    return "a target";
  case FileKind::Table:
    return "a table of buffers";
  case FileKind::Program:
    return "a program";
  case FileKind::Model:
    return "a model";
  case FileKind::Pickle:
    return "a pickle of Python";
  }
  assert(false && "a kind without a description");
  return "";
}

/// Returns how to get a problem from a file of kind \p found.
static const char *wayToProblem(FileKind found) {
  switch (found) {
  case FileKind::Solution:
    return "give its problem, and the solution second if the tool reads one";
  case FileKind::Target:
    return "a problem names a target in its field 'target'";
  case FileKind::Table:
    return "use memplace-pack";
  case FileKind::Program:
    return "memplace-opt --memplace-extract-problem=file=NAME.problem.json "
           "writes the problem of a program";
  case FileKind::Model:
    return "memplace-import makes a program of it, and memplace-opt "
           "--memplace-extract-problem=file=NAME.problem.json writes the "
           "problem";
  default:
    return "memplace-report shows memory snapshots of PyTorch";
  }
}

/// Returns how to get a program from a file of kind \p found.
static const char *wayToProgram(FileKind found) {
  switch (found) {
  case FileKind::Problem:
    return "memplace-solve places a problem";
  case FileKind::Solution:
    return "memplace-opt --memplace-place-buffers=solution=FILE applies it to "
           "a program";
  case FileKind::Target:
    return "give it by target=FILE, an option of the passes";
  case FileKind::Table:
    return "use memplace-pack";
  case FileKind::Model:
    return "memplace-import makes a program of it";
  default:
    return "memplace-report shows memory snapshots of PyTorch";
  }
}

/// Returns how to go on with a file of kind \p found where \p wanted is needed.
static const char *wayOut(FileKind found, FileKind wanted) {
  switch (wanted) {
  case FileKind::Problem:
    return wayToProblem(found);
  case FileKind::Solution:
    return "memplace-solve PROBLEM -o SOLUTION writes one";
  case FileKind::Target:
    return found == FileKind::Problem
               ? "a target file has the contents of its field 'target'"
               : "memplace-opt --help lists the built-in targets";
  case FileKind::Table:
    return found == FileKind::Problem ? "use memplace-solve"
           : found == FileKind::Model
               ? "a TFLite model needs --tflm"
               : "a table is CSV with the columns id, lower, upper, size";
  default:
    return wayToProgram(found);
  }
}

static std::string explain(FileKind found, FileKind wanted) {
  return std::string("is ") + describe(found) + ", not " + describe(wanted) +
         "; " + wayOut(found, wanted);
}

static std::optional<FileKind> kindOfFormat(std::string_view format) {
  if (format == "memplace-problem")
    return FileKind::Problem;
  if (format == "memplace-solution")
    return FileKind::Solution;
  if (format == "memplace-target")
    return FileKind::Target;
  return std::nullopt;
}

/// Removes spaces and comments of MLIR from the front of \p text.
static std::string_view skipComments(std::string_view text) {
  while (true) {
    text.remove_prefix(
        std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("//"))
      return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

/// Returns the kind of a JSON text that begins with its field `format`, as the
/// texts of memplace do.
static std::optional<FileKind> kindOfJSON(std::string_view text) {
  for (const std::string_view token : {"{", "\"format\"", ":", "\""}) {
    text = skipComments(text);
    if (!text.starts_with(token))
      return std::nullopt;
    text.remove_prefix(token.size());
  }
  return kindOfFormat(text.substr(0, text.find('"')));
}

static bool isProgram(std::string_view contents, std::string_view name) {
  if (contents.starts_with("ML\xefR") || name.ends_with(".mlir") ||
      name.ends_with(".mlirbc"))
    return true;
  const std::string_view text = skipComments(contents);
  return text.starts_with("module") || text.starts_with("func.func") ||
         text.starts_with("builtin.module");
}

static bool isModel(std::string_view contents, std::string_view name) {
  for (const std::string_view ending :
       {".tflite", ".onnx", ".pt2", ".pt", ".pth", ".safetensors"})
    if (name.ends_with(ending))
      return true;
  return contents.size() > 8 && contents.substr(4, 4) == "TFL3";
}

std::optional<FileKind> memplace::kindOfFile(std::string_view contents,
                                             std::string_view name) {
  if (std::optional<FileKind> kind = kindOfJSON(contents))
    return kind;
  if (isProgram(contents, name))
    return FileKind::Program;
  if (isModel(contents, name))
    return FileKind::Model;
  if (name.ends_with(".csv") || name.ends_with(".csv.gz"))
    return FileKind::Table;
  // The protocols 2 to 5 begin with their number.
  if (contents.size() > 1 && contents[0] == '\x80' && contents[1] >= 2 &&
      contents[1] <= 5)
    return FileKind::Pickle;
  return std::nullopt;
}

std::optional<std::string> memplace::explainOtherKind(std::string_view contents,
                                                      std::string_view name,
                                                      FileKind wanted) {
  const std::optional<FileKind> found = kindOfFile(contents, name);
  if (!found || *found == wanted)
    return std::nullopt;
  return explain(*found, wanted);
}

std::optional<std::string>
memplace::explainOtherFormat(std::string_view actual, std::string_view wanted) {
  const std::optional<FileKind> found = kindOfFormat(actual);
  const std::optional<FileKind> expected = kindOfFormat(wanted);
  if (!found || !expected || *found == *expected)
    return std::nullopt;
  return explain(*found, *expected);
}
