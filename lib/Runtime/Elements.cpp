//===- Elements.cpp - Random elements and hashes of buffers ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace memplace::runtime;

// Integers, e.g. token ids, are drawn from [0, integerLimit).
static constexpr uint64_t integerLimit = 50;

/// Returns the \p count low bits set.
static uint64_t lowBits(int count) {
  return count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

std::optional<ElementType> ElementType::parse(const std::string &name) {
  static constexpr struct {
    const char *name;
    int bits, mantissa;
  } named[] = {{"index", 64, 0},
               {"bf16", 16, 7},
               {"f16", 16, 10},
               {"f32", 32, 23},
               {"f64", 64, 52}};
  ElementType type;
  for (const auto &known : named) {
    if (name != known.name)
      continue;
    type.bits = known.bits;
    type.mantissa = known.mantissa;
    return type;
  }
  const char *end = name.data() + name.size();
  if (name.empty() || name[0] != 'i' ||
      std::from_chars(name.data() + 1, end, type.bits).ptr != end ||
      type.bits < 1 || type.bits > 64)
    return std::nullopt;
  return type;
}

int64_t ElementType::bytes() const {
  return static_cast<int64_t>(
      std::bit_ceil(static_cast<unsigned>(bits + 7) / 8));
}

uint64_t ElementType::load(const char *place) const {
  uint64_t element = 0;
  memcpy(&element, place, static_cast<size_t>(bytes()));
  return element & lowBits(bits);
}

void ElementType::store(char *place, uint64_t element) const {
  memcpy(place, &element, static_cast<size_t>(bytes()));
}

/// Rounds a finite number to a float of 16 bits, ties to even.
static uint64_t encodeHalf(float number, int mantissa) {
  const int leastExponent = 2 - (1 << (14 - mantissa));
  int exponent = 0;
  std::frexp(number, &exponent); // |number| is in [0.5, 1) * 2^exponent.
  exponent =
      number == 0 ? leastExponent : std::max(exponent - 1, leastExponent);
  const auto units = static_cast<uint64_t>(
      nearbyint(ldexp(fabs(double(number)), mantissa - exponent)));
  // The leading bit of `units` adds 1 to the exponent, but for subnormals.
  const uint64_t magnitude =
      (static_cast<uint64_t>(exponent - leastExponent) << mantissa) + units;
  return magnitude | (std::signbit(number) ? 0x8000 : 0);
}

uint64_t ElementType::fromRandom(uint64_t random, double low,
                                 double width) const {
  if (mantissa == 0)
    return (random >> 33) % (bits == 1 ? 2 : integerLimit) & lowBits(bits);
  // Two statements: a fused operation would round differently.
  const double scaled = static_cast<double>(random >> 40) * 0x1p-24 * width;
  const double number = scaled + low;
  if (bits == 64)
    return std::bit_cast<uint64_t>(number);
  const auto single = static_cast<float>(number);
  return bits == 32 ? std::bit_cast<uint32_t>(single)
                    : encodeHalf(single, mantissa);
}

double ElementType::toDouble(uint64_t element) const {
  if (mantissa == 0)
    return static_cast<double>(element);
  if (bits == 64)
    return std::bit_cast<double>(element);
  if (bits == 32)
    return std::bit_cast<float>(static_cast<uint32_t>(element));
  const double sign = (element & 0x8000) ? -1 : 1;
  const auto exponent = static_cast<int>((element & 0x7fff) >> mantissa);
  const double fraction = static_cast<double>(element & lowBits(mantissa));
  const int bias = (1 << (14 - mantissa)) - 1;
  if (!isFinite(element))
    return fraction == 0 ? sign * INFINITY : NAN;
  const double units =
      exponent == 0 ? fraction : fraction + double(uint64_t(1) << mantissa);
  return sign * ldexp(units, std::max(exponent, 1) - bias - mantissa);
}

bool ElementType::isFinite(uint64_t element) const {
  const uint64_t exponents = lowBits(bits - 1) & ~lowBits(mantissa);
  return mantissa == 0 || (element & exponents) != exponents;
}

/// Returns number \p index of the sequence splitmix64 from \p seed.
static uint64_t splitMix(uint64_t seed, uint64_t index) {
  uint64_t z = seed + index * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

void memplace::runtime::fill(const RandomBuffer &buffer, char *data) {
  const ElementType &type = buffer.type;
  for (int64_t index = 0; index < buffer.count; ++index) {
    uint64_t random = splitMix(buffer.seed, static_cast<uint64_t>(index));
    type.store(data + index * type.bytes(),
               type.fromRandom(random, buffer.low, buffer.width));
  }
}

uint64_t memplace::runtime::hash(const RandomBuffer &buffer, const char *data) {
  // Each step is a bijection of the hash, so one changed element changes it.
  uint64_t hash = 0xCBF29CE484222325;
  for (int64_t index = 0; index < buffer.count; ++index) {
    hash ^= buffer.type.load(data + index * buffer.type.bytes());
    hash *= 0x100000001B3;
    hash ^= hash >> 29;
  }
  return hash;
}

std::string memplace::runtime::describe(const RandomBuffer &buffer,
                                        const char *data, size_t index,
                                        uint64_t hashBefore) {
  const ElementType &type = buffer.type;
  uint64_t numNotFinite = 0;
  for (int64_t element = 0; element < buffer.count; ++element)
    numNotFinite += !type.isFinite(type.load(data + element * type.bytes()));
  const double first = buffer.count > 0 ? type.toDouble(type.load(data)) : 0;
  char line[128];
  snprintf(line, sizeof line,
           "%zu, %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %lg\n", index,
           hashBefore, hash(buffer, data), numNotFinite, first);
  return line;
}
