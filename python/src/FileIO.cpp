//===- FileIO.cpp - Paths and JSON between Python and C++ -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileIO.h"
#include "Unlocked.h"

#include "memplace/IO/File.h"

#include <nanobind/stl/string.h>

using namespace memplace;
using namespace memplace::python;

std::string python::pathOf(nb::handle path) {
  const nb::bytes bytes(nb::module_::import_("os").attr("fsencode")(path));
  const std::string text(bytes.c_str(), bytes.size());
  if (text.find('\0') != std::string::npos)
    throw InputError("a path must not hold a zero byte");
  return text;
}

std::string python::textOf(nb::handle dict) {
  return nb::cast<std::string>(
      nb::module_::import_("memplace.jsontext").attr("to_text")(dict));
}

nb::object python::dictOf(const std::string &text) {
  return nb::module_::import_("json").attr("loads")(text);
}

void python::saveText(nb::handle path, const std::string &text) {
  const std::string name = pathOf(path);
  std::optional<Error> error;
  {
    const Unlocked unlocked;
    error = writeFile(name, text);
  }
  if (error)
    throw InputError(error->message);
}
