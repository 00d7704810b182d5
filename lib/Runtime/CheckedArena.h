//===- CheckedArena.h - Memory that notices illegal accesses ---===//
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

/// What may be done to a page by the compute stream.
enum class PageState : uint8_t {
  Dead,    // Nothing: in no residency.
  Live,    // Everything.
  Filling, // Nothing: a transfer into it was not waited for.
  Draining // Reading: a transfer from it was not waited for.
};

/// Memory that is mapped twice: the program computes through one view, whose
/// pages are protected by their state, and transfers go through the other. An
/// access that the state forbids raises SIGSEGV, whose handler explains it.
///
/// Not thread-safe: the engine's lock guards all but the signal handler's look
/// at the state.
class CheckedArena {
public:
  /// Ends the process if there is not enough memory.
  CheckedArena(std::string tier, size_t bytes);
  ~CheckedArena();
  CheckedArena(const CheckedArena &) = delete;
  CheckedArena &operator=(const CheckedArena &) = delete;

  char *computeView() const { return compute; }
  bool contains(const void *pointer) const;

  /// The same byte in the view of transfers.
  char *transferView(const void *pointer) const;

  /// Residencies. Ranges must lie in the arena and begin at a page; anything
  /// else ends the process.
  void acquire(void *slot, size_t bytes, bool keepContents);
  void release(void *slot, size_t bytes);

  /// Transfers. Both ends must be acquired; anything else ends the process.
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
  std::vector<int> numReaders; // Transfers that drain the page.
};

/// Makes faults in \p arena explain themselves until `forgetArena`. Not more
/// than 1024 checked arenas at a time.
void watchArena(CheckedArena *arena);
void forgetArena(CheckedArena *arena);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CHECKEDARENA_H
