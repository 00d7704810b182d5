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

/// Returns the bytes of a path: str, bytes or os.PathLike. Raises TypeError for
/// another type, and InputError for a zero byte.
std::string pathOf(nb::handle path);

/// Convert between a dict and JSON text, as Python's json. Raise InputError for
/// values without a JSON form.
std::string textOf(nb::handle dict);
nb::object dictOf(const std::string &text);

/// Writes a file whole or not at all; `.gz` in the name compresses. Raises
/// InputError if writing fails.
void saveText(nb::handle path, const std::string &text);

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_FILEIO_H
