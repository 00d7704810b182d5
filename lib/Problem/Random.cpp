//===- Random.cpp - Portable random numbers -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Random.h"

#include <cmath>
#include <numbers>
#include <sstream>

using namespace memplace;

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::string Random::print() const {
  std::ostringstream out;
  out << engine;
  return out.str();
}

bool Random::restore(const std::string &text) {
  std::istringstream in(text);
  std::mt19937_64 read;
  if (!(in >> read))
    return false;
  engine = read;
  return true;
}
