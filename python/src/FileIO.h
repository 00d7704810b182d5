//===- FileIO.h - Paths and JSON between Python and C++ ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PYTHON_FILEIO_H
#define MEMPLACE_PYTHON_FILEIO_H

#include "Bindings.h"

namespace memplace::python {

/// The bytes of a str, bytes or os.PathLike. Raises TypeError for others.
std::string pathOf(nb::handle path);

/// JSON text of a dict, and a dict of a JSON text, as Python's json does it.
/// Raises InputError for what has no JSON form.
std::string textOf(nb::handle dict);
nb::object dictOf(const std::string &text);

/// Writes a file whole or not at all; `.gz` in the name compresses.
void saveText(nb::handle path, const std::string &text);

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_FILEIO_H
