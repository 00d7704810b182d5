//===- Core.cpp - The Python module memplace._core ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The plain core for Python. python/memplace documents the user's interface;
// only the necessary C++ is here. Slow functions release the interpreter's
// lock.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace memplace;
using namespace memplace::python;

/// Raises an InputError in \p error as the Python exception \p type. A message
/// may quote bytes of a file outside of UTF-8.
static void translate(const std::exception_ptr &error, void *type) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError &inputError) {
    const std::string_view text = inputError.what();
    const nb::object message = nb::steal(PyUnicode_DecodeUTF8(
        text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    PyErr_SetObject(static_cast<PyObject *>(type), message.ptr());
  }
}

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of memplace: problems, solvers, simulator, "
                 "packing, game.";
  module.attr("version") = MEMPLACE_PYTHON_VERSION;
  // A solve on a daemon thread is cut off at the end of the interpreter, with
  // all its objects; no warnings about such leaks.
  nb::set_leak_warnings(false);
  // Lives as long as the process: an extension module is never unloaded.
  nb::object inputError =
      nb::module_::import_("memplace.errors").attr("InputError");
  nb::register_exception_translator(translate, inputError.release().ptr());

  module.def("target_names", builtinTargetNames);
  module.def(
      "target_json",
      [](const std::string &nameOrPath) {
        return printTarget(valueOf(loadTarget(nameOrPath)));
      },
      nb::arg("name_or_path"));
  bindProblem(module);
  bindSolution(module);
  bindSolve(module);
  bindStream(module);
  bindPack(module);
  bindSchedule(module);
  bindGame(module);
}
