//===- Elements.h - Random elements and hashes of buffers -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_ELEMENTS_H
#define MEMPLACE_LIB_RUNTIME_ELEMENTS_H

#include <cstdint>
#include <optional>
#include <string>

namespace memplace::runtime {

/// The type of a buffer's elements: an integer of up to 64 bits, or an IEEE
/// float (or bf16).
class ElementType {
public:
  /// Parses a name of MLIR: `index`, `i1` to `i64`, `bf16`, `f16`, `f32`,
  /// `f64`. Returns nullopt for any other name.
  static std::optional<ElementType> parse(const std::string &name);

  /// Returns the size of an element in a buffer, bytes.
  int64_t bytes() const;
  /// Returns the element at \p place, in the low bits.
  uint64_t load(const char *place) const;
  void store(char *place, uint64_t element) const;
  /// Returns an element from 64 random bits: a float in
  /// [\p low, \p low + \p width), or a small integer.
  uint64_t fromRandom(uint64_t random, double low, double width) const;
  /// Returns the value of an element; integers are unsigned.
  double toDouble(uint64_t element) const;
  /// Returns false for infinities and NaNs.
  bool isFinite(uint64_t element) const;

private:
  int bits = 0;
  int mantissa = 0; // Bits of a float's mantissa; 0: an integer.
};

/// A buffer with random contents.
struct RandomBuffer {
  ElementType type;
  int64_t count = 0; // Number of elements.
  uint64_t seed = 0;
  double low = 0, width = 1; // Range of floats: [low, low + width).
};

/// Fills a buffer with random elements, which depend on its description only.
void fill(const RandomBuffer &buffer, char *data);

/// Returns a hash that changes if any single element changes.
uint64_t hash(const RandomBuffer &buffer, const char *data);

/// Returns a line on a buffer after a call: \p index, \p hashBefore, the hash
/// now, the number of elements that are infinite or NaN, and the first element
/// (0 without elements).
std::string describe(const RandomBuffer &buffer, const char *data, size_t index,
                     uint64_t hashBefore);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_ELEMENTS_H
