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

double Random::gamma(double shape) {
  if (shape < 1) // The method needs a shape of at least 1.
    return gamma(shape + 1) * std::pow(openUniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal();
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 &&
        std::log(openUniform()) < 0.5 * x * x + d - d * v + d * std::log(v))
      return d * v;
  }
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
