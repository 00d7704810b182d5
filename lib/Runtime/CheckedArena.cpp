//===- CheckedArena.cpp - Memory that detects illegal accesses ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedArena.h"
#include "Fatal.h"

#include "memplace/Runtime/Runtime.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

using namespace memplace::runtime;

static constexpr size_t pageBytes = MEMPLACE_RT_PAGE_BYTES;

static int protectionOf(PageState state) {
  switch (state) {
  case PageState::Dead:
  case PageState::Filling:
    return PROT_NONE;
  case PageState::Live:
    return PROT_READ | PROT_WRITE;
  case PageState::Draining:
    return PROT_READ;
  }
  return PROT_NONE;
}

static char *mapShared(int file, size_t bytes, int protection) {
  void *view = mmap(nullptr, bytes, protection, MAP_SHARED, file, 0);
  if (view == MAP_FAILED)
    fatal(MEMPLACE_RT_EXIT_MISUSE, "cannot map an arena of %zu bytes: %s",
          bytes, strerror(errno));
  return static_cast<char *>(view);
}

CheckedArena::CheckedArena(std::string tier, size_t size)
    : tier(std::move(tier)),
      bytes((size + pageBytes - 1) / pageBytes * pageBytes),
      states(bytes / pageBytes), numReaders(bytes / pageBytes) {
  int file = memfd_create("memplace-arena", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "cannot create an arena of %zu bytes in tier '%s': %s", bytes,
          this->tier.c_str(), strerror(errno));
  compute = mapShared(file, bytes, PROT_NONE);
  transfer = mapShared(file, bytes, PROT_READ | PROT_WRITE);
  close(file); // The mappings keep the memory.
}

CheckedArena::~CheckedArena() {
  munmap(compute, bytes);
  munmap(transfer, bytes);
}

bool CheckedArena::contains(const void *pointer) const {
  const char *byte = static_cast<const char *>(pointer);
  return compute <= byte && byte < compute + bytes;
}

size_t CheckedArena::offsetOf(const void *pointer) const {
  return static_cast<const char *>(pointer) - compute;
}

char *CheckedArena::transferView(const void *pointer) const {
  return transfer + offsetOf(pointer);
}

PageState CheckedArena::stateAt(const void *pointer) const {
  return states[offsetOf(pointer) / pageBytes];
}

CheckedArena::Pages CheckedArena::pagesOf(const void *slot, size_t size,
                                          const char *what) const {
  size_t offset = offsetOf(slot);
  if (offset % pageBytes != 0)
    fatal(
        MEMPLACE_RT_EXIT_MISUSE,
        "%s of a slot at offset %zu of tier '%s', which must be a multiple of "
        "%zu bytes in a checked arena; place with slot-alignment=%zu",
        what, offset, tier.c_str(), pageBytes, pageBytes);
  if (size > bytes - offset)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "%s of %zu bytes at offset %zu of tier '%s' ends after the arena of "
          "%zu bytes",
          what, size, offset, tier.c_str(), bytes);
  return {offset / pageBytes, (offset + size + pageBytes - 1) / pageBytes};
}

void CheckedArena::setState(size_t page, PageState state) {
  PageState old = states[page].exchange(state);
  if (protectionOf(old) == protectionOf(state))
    return;
  if (mprotect(compute + page * pageBytes, pageBytes, protectionOf(state)) != 0)
    fatal(MEMPLACE_RT_EXIT_MISUSE, "cannot protect a page of tier '%s': %s",
          tier.c_str(), strerror(errno));
}

void CheckedArena::acquire(void *slot, size_t size, bool keepContents) {
  Pages pages = pagesOf(slot, size, "acquire");
  for (size_t page = pages.begin; page < pages.end; ++page) {
    if (states[page] == PageState::Filling ||
        states[page] == PageState::Draining)
      fatal(
          MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
          "a residency begins at offset %zu of tier '%s' before the wait for a "
          "transfer there",
          page * pageBytes, tier.c_str());
    if (!keepContents)
      memset(transfer + page * pageBytes, 0xFF, pageBytes);
    setState(page, PageState::Live);
  }
}

void CheckedArena::release(void *slot, size_t size) {
  Pages pages = pagesOf(slot, size, "release");
  for (size_t page = pages.begin; page < pages.end; ++page) {
    if (states[page] == PageState::Filling ||
        states[page] == PageState::Draining)
      fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
            "a residency ends at offset %zu of tier '%s' before the wait for a "
            "transfer there",
            page * pageBytes, tier.c_str());
    setState(page, PageState::Dead);
  }
}

void CheckedArena::beginFilling(void *slot, size_t size) {
  Pages pages = pagesOf(slot, size, "transfer");
  for (size_t page = pages.begin; page < pages.end; ++page) {
    if (states[page] != PageState::Live)
      fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
            "a transfer into offset %zu of tier '%s' starts %s",
            page * pageBytes, tier.c_str(),
            states[page] == PageState::Dead
                ? "without a residency there"
                : "before the wait for another transfer there");
    setState(page, PageState::Filling);
  }
}

void CheckedArena::beginDraining(const void *slot, size_t size) {
  Pages pages = pagesOf(slot, size, "transfer");
  for (size_t page = pages.begin; page < pages.end; ++page) {
    if (states[page] == PageState::Dead || states[page] == PageState::Filling)
      fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
            "a transfer from offset %zu of tier '%s' starts %s",
            page * pageBytes, tier.c_str(),
            states[page] == PageState::Dead
                ? "without a residency there"
                : "before the wait for a transfer into this offset");
    ++numReaders[page];
    setState(page, PageState::Draining);
  }
}

void CheckedArena::endFilling(void *slot, size_t size) {
  Pages pages = pagesOf(slot, size, "wait");
  for (size_t page = pages.begin; page < pages.end; ++page)
    setState(page, PageState::Live);
}

void CheckedArena::endDraining(const void *slot, size_t size) {
  Pages pages = pagesOf(slot, size, "wait");
  for (size_t page = pages.begin; page < pages.end; ++page)
    if (--numReaders[page] == 0)
      setState(page, PageState::Live);
}

bool CheckedArena::hasTransfers() const {
  return std::any_of(states.begin(), states.end(), [](PageState state) {
    return state == PageState::Filling || state == PageState::Draining;
  });
}

//===----------------------------------------------------------------------===//
// The signal handler
//===----------------------------------------------------------------------===//

namespace {
/// Data of the signal handler. Entries are atomics that are only set and
/// cleared, so the handler needs no lock.
struct Watch {
  std::array<std::atomic<CheckedArena *>, 1024> arenas = {};
  struct sigaction previous = {};
};
} // namespace

// Signal handlers can reach data only through static storage.
static Watch &getWatch() {
  static Watch watch;
  return watch;
}

static const char *explain(PageState state) {
  switch (state) {
  case PageState::Dead:
    return "no residency is at this step there";
  case PageState::Filling:
    return "the access precedes the wait for a transfer into this offset";
  case PageState::Draining:
    return "the write precedes the wait for a transfer from this offset";
  case PageState::Live:
    return "the page is accessible; please report this bug";
  }
  return "";
}

static void handleFault(int signal, siginfo_t *info, void *) {
  Watch &watch = getWatch();
  for (std::atomic<CheckedArena *> &entry : watch.arenas) {
    CheckedArena *arena = entry;
    if (!arena || !arena->contains(info->si_addr))
      continue;
    char text[256];
    int length =
        snprintf(text, sizeof text,
                 "memplace runtime: illegal access to offset %zu of tier '%s': "
                 "%s\n",
                 arena->offsetOf(info->si_addr), arena->tierName(),
                 explain(arena->stateAt(info->si_addr)));
    [[maybe_unused]] ssize_t written =
        write(STDERR_FILENO, text, std::min<size_t>(length, sizeof text - 1));
    _exit(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS);
  }
  // A foreign fault: restore the previous handler. The access is retried on
  // return and faults again.
  sigaction(signal, &watch.previous, nullptr);
}

void memplace::runtime::watchArena(CheckedArena *arena) {
  Watch &watch = getWatch();
  static std::once_flag installed;
  std::call_once(installed, [&watch] {
    struct sigaction action = {};
    action.sa_sigaction = handleFault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &watch.previous);
  });
  for (std::atomic<CheckedArena *> &entry : watch.arenas) {
    CheckedArena *empty = nullptr;
    if (entry.compare_exchange_strong(empty, arena))
      return;
  }
  fatal(MEMPLACE_RT_EXIT_MISUSE,
        "more than %zu checked arenas exist at the same time",
        watch.arenas.size());
}

void memplace::runtime::forgetArena(CheckedArena *arena) {
  for (std::atomic<CheckedArena *> &entry : getWatch().arenas) {
    CheckedArena *expected = arena;
    if (entry.compare_exchange_strong(expected, nullptr))
      return;
  }
}
