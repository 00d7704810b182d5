//===- LineFile.cpp - Files that grow by whole lines ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineFile.h"

#include "memplace/IO/File.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

using namespace memplace;
using namespace memplace::agent;

Result<std::vector<std::string>>
memplace::agent::readLines(const std::string &path) {
  std::vector<std::string> lines;
  if (!std::filesystem::exists(path))
    return lines;
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  size_t at = 0;
  for (size_t end = text->find('\n'); end != std::string::npos;
       end = text->find('\n', at)) {
    lines.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  if (at < text->size() &&
      ::truncate(path.c_str(), static_cast<off_t>(at)) != 0)
    return Error{path + ": cannot take out its last line, which is cut off: " +
                 std::strerror(errno)};
  return lines;
}

std::optional<Error> memplace::agent::appendLine(const std::string &path,
                                                 const std::string &line) {
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const auto failed = [&] {
    return Error{path + ": cannot write: " + std::strerror(errno)};
  };
  if (file < 0)
    return failed();
  const std::string whole = line + "\n";
  const off_t before = ::lseek(file, 0, SEEK_END);
  const ssize_t written = ::write(file, whole.data(), whole.size());
  std::optional<Error> error;
  if (written != static_cast<ssize_t>(whole.size())) {
    error = written < 0 ? failed() : Error{path + ": cannot write: disk full"};
    // A partial line would corrupt the next line appended.
    if (::ftruncate(file, before) != 0)
      error->message += "; its last line is cut off";
  }
  if (::close(file) != 0 && !error)
    error = failed();
  return error;
}
