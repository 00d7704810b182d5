//===- CheckedArena.h - Memory that detects illegal accesses --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_CHECKEDARENA_H
#define MEMPLACE_LIB_RUNTIME_CHECKEDARENA_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace memplace::runtime {

/// Accesses allowed to the compute stream on a page.
enum class PageState : uint8_t {
  Dead,    // None: in no residency.
  Live,    // All.
  Filling, // None: a transfer into the page is not yet awaited.
  Draining // Reads: a transfer from the page is not yet awaited.
};

/// Memory that is mapped twice. The program computes through one view, whose
/// pages are protected according to their state; transfers use the other view.
/// A forbidden access raises SIGSEGV, and the handler prints an explanation.
///
/// Not thread-safe: the engine's lock guards everything except the signal
/// handler's reads of the state.
class CheckedArena {
public:
  /// Ends the process if there is not enough memory.
  CheckedArena(std::string tier, size_t bytes);
  ~CheckedArena();
  CheckedArena(const CheckedArena &) = delete;
  CheckedArena &operator=(const CheckedArena &) = delete;

  char *computeView() const { return compute; }
  bool contains(const void *pointer) const;

  /// Returns the address of the same byte in the view of transfers.
  char *transferView(const void *pointer) const;

  /// Residencies. Ranges must lie in the arena and start at a page; any other
  /// range ends the process.
  void acquire(void *slot, size_t bytes, bool keepContents);
  void release(void *slot, size_t bytes);

  /// Transfers. Source and destination must be acquired, or the process ends.
  void beginFilling(void *slot, size_t bytes);
  void beginDraining(const void *slot, size_t bytes);
  void endFilling(void *slot, size_t bytes);
  void endDraining(const void *slot, size_t bytes);

  bool hasTransfers() const;

  // For the signal handler.
  const char *tierName() const { return tier.c_str(); }
  size_t offsetOf(const void *pointer) const;
  PageState stateAt(const void *pointer) const;

private:
  struct Pages {
    size_t begin, end;
  };
  Pages pagesOf(const void *slot, size_t bytes, const char *what) const;
  void setState(size_t page, PageState state);

  std::string tier;
  size_t bytes; // Rounded up to pages.
  char *compute = nullptr;
  char *transfer = nullptr;
  std::vector<std::atomic<PageState>> states;
  std::vector<int> numReaders; // By page: transfers reading it.
};

/// Makes faults in \p arena print an explanation until `forgetArena`. Supports
/// up to 1024 checked arenas at a time.
void watchArena(CheckedArena *arena);
void forgetArena(CheckedArena *arena);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CHECKEDARENA_H
