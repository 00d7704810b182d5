//===- SolverLibrary.h - Solvers in shared libraries ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of solvers exports two `extern "C"` symbols: its version of
// memplace, and a function that adds its solvers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SOLVERLIBRARY_H
#define MEMPLACE_LIB_SOLVER_SOLVERLIBRARY_H

#include "memplace/Solver/Solver.h"

namespace memplace::solver {

inline constexpr char versionSymbol[] =
    "memplaceSolversVersion"; // const char[]
inline constexpr char addSymbol[] = "memplaceAddSolvers";
using AddSolversFunction = void(SolverRegistry &);

/// Loads the library \p file and adds its solvers. A file name without a folder
/// is searched beside this library, then on the loader's path. The library is
/// never unloaded. The error names the library and the reason: a missing or
/// truncated file, or a library of another version.
std::optional<Error> addSolversOf(const std::string &file,
                                  SolverRegistry &solvers);

/// Returns the file name of the shipped library \p name, e.g.
/// "libmemplace_agent.so.0.1". The name contains the ABI version.
std::string shippedLibrary(std::string_view name);

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_SOLVERLIBRARY_H
