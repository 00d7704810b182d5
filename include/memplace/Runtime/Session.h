/*===- Session.h - Programs whose weights are in files ------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A session calls a placed program again and again. Weights of two kinds are *|
|* in files of the user's: *kept* ones are read before the first call and     *|
|* stay, *streamed* ones have addresses that nobody can read or write, of     *|
|* which transfers of the program copy by reading the file, in a thread of    *|
|* the session. Arenas stay from call to call. Two sessions share nothing.    *|
|*                                                                            *|
|* A session may have a scratch file: then arenas of the tier "file" are      *|
|* parts of it, with such addresses, too. What transfers bring there is       *|
|* written by a second thread, and transfers read it back. The file has no    *|
|* name, and its room on the disk is taken when the session is opened.        *|
|*                                                                            *|
|* A read that fails ends the call, not the process: the program is left in   *|
|* the middle (what it allocated outside of arenas is lost), and the next     *|
|* call begins anew. A session is for one thread at a time, but for           *|
|* `memplace_rt_session_cancel`.                                              *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MEMPLACE_RUNTIME_SESSION_H
#define MEMPLACE_RUNTIME_SESSION_H

#include "memplace/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct memplace_rt_session memplace_rt_session;

enum memplace_rt_argument_kind {
  MEMPLACE_RT_CALLER = 0,   /* The caller reads and writes it between calls. */
  MEMPLACE_RT_KEPT = 1,     /* Read from its file once. */
  MEMPLACE_RT_STREAMED = 2, /* Only transfers of the program read it. */
  MEMPLACE_RT_MAPPED = 3,   /* Its pages come and go as the kernel decides. */
};

/* An argument of the program. */
typedef struct memplace_rt_argument_spec {
  int32_t kind;   /* A memplace_rt_argument_kind. */
  int32_t file;   /* Index of its file, of weights. */
  int64_t offset; /* Of its first byte in the file, of weights. */
  int64_t bytes;  /* At least 1. */
} memplace_rt_argument_spec;

/* Reads and writes in the place of the kernel: for tests, and for other stores.
   Return the bytes read or written, 0 at the end of the file, or -errno. */
typedef struct memplace_rt_read_hook {
  int64_t (*read)(void *context, int fd, void *buffer, int64_t bytes,
                  int64_t offset);
  void *context;
  int64_t (*write)(void *context, int fd, void *buffer, int64_t bytes,
                   int64_t offset); /* Null: the kernel's. */
} memplace_rt_read_hook;

/* Where arenas, kept weights and the caller's arguments are. On a GPU, files
   are read into pinned host memory once, and transfers are copies from there,
   in a stream of CUDA. All that a session has on the GPU the CPU may touch,
   too. */
enum memplace_rt_device {
  MEMPLACE_RT_HOST = 0,
  MEMPLACE_RT_CUDA = 1, /* By libcuda.so.1, or MEMPLACE_CUDA_DRIVER's. */
};

typedef struct memplace_rt_session_options {
  int64_t read_bytes;       /* Largest single read; 0: 2 MiB. */
  int32_t depth;            /* Of them in flight; 0: 2, to a GPU 4. */
  int32_t without_io_uring; /* Not 0: `pread`, one after another. */
  int32_t without_direct;   /* Not 0: through the page cache. */
  int32_t
      advice; /* Of madvise, for mapped arguments before each call; 0: none. */
  int32_t device;             /* A memplace_rt_device. */
  memplace_rt_read_hook hook; /* `read` null: the kernel's. */
  const char *scratch;   /* Folder of the scratch file; null: there is none. */
  int64_t scratch_bytes; /* Of the scratch file. */
  int64_t reserve_bytes; /* What its memory cgroup must have left, beside what
                            arenas and kept weights take. */
  int32_t leave_core;    /* Not 0: if one of the first calls tells to which core
                            the files' interrupts come, the thread that calls
                            leaves it to the reader, for good. */
} memplace_rt_session_options;

/* Opens the files and gives arguments their places. Returns null and writes why
   to `error` if a file can't be opened or is too short, or if there is no room
   for the scratch file. */
MEMPLACE_RT_EXPORT memplace_rt_session *
memplace_rt_session_open(const char *const *paths, int64_t num_paths,
                         const memplace_rt_argument_spec *arguments,
                         int64_t num_arguments,
                         const memplace_rt_session_options *options,
                         char *error, int64_t error_bytes);

/* Ends the reader and gives all memory back. No call may be running. */
MEMPLACE_RT_EXPORT void memplace_rt_session_close(memplace_rt_session *session);

/* Where argument `index` is. */
MEMPLACE_RT_EXPORT void *
memplace_rt_session_argument(memplace_rt_session *session, int64_t index);

/* Reads the kept weights, if that was not done, and runs `program`, which gets
   its arguments by `memplace_rt_session_argument` or
   `memplace_rt_argument`. Returns 1; or 0 if a file could not be read, has
   changed, or the session was cancelled: results are not valid then. */
MEMPLACE_RT_EXPORT int32_t
memplace_rt_session_call(memplace_rt_session *session, void (*program)(void));

/* Why the last call returned 0: file, offset and the system's word. */
MEMPLACE_RT_EXPORT const char *
memplace_rt_session_error(const memplace_rt_session *session);

/* Ends a running call at its next wait, or else the next call as it begins.
   From any thread. */
MEMPLACE_RT_EXPORT void
memplace_rt_session_cancel(memplace_rt_session *session);

/* Of the last call, but for what says otherwise. */
typedef struct memplace_rt_session_statistics {
  int64_t call_ns;
  int64_t stall_ns;      /* The program waited for reads. */
  int64_t read_bytes;    /* Asked of the kernel, heads and tails rounded. */
  int64_t reads;         /* Times the kernel was asked. */
  int64_t copied_bytes;  /* Not read to their place, for want of alignment. */
  int64_t write_bytes;   /* To the scratch file, tails rounded. */
  int64_t prime_ns;      /* Reading what is kept; 0 if it was there. */
  int64_t prime_bytes;   /* Likewise; counted in read_bytes, too. */
  int64_t arena_bytes;   /* Largest sum of arenas so far. */
  int64_t kept_bytes;    /* All kept weights. */
  int64_t caller_bytes;  /* All arguments of the caller. */
  int64_t reader_bytes;  /* Of the threads' own, for heads and tails. */
  int64_t scratch_bytes; /* Of the scratch file. */
  int64_t pinned_bytes;  /* Of files in pinned host memory; 0: no GPU. */
  int32_t is_direct;     /* All files are read past the page cache. */
  const char *backend;   /* "io_uring", "pread", "hook" or "cuda". */
} memplace_rt_session_statistics;

MEMPLACE_RT_EXPORT void
memplace_rt_session_get_statistics(const memplace_rt_session *session,
                                   memplace_rt_session_statistics *statistics);

/* An event of the last call. Times are from its beginning. */
typedef struct memplace_rt_event {
  int32_t
      is_transfer;  /* 0: a step; 1: a read; 2: a write to the scratch file. */
  int64_t index;    /* Of the step; of each kind in the order of issue. */
  int64_t begin_ns; /* For a transfer: when it was issued. */
  int64_t flow_ns;  /* For a transfer: when the kernel was asked first. */
  int64_t end_ns;
} memplace_rt_event;

/* Returns how many events there were, and fills in the first `count`. */
MEMPLACE_RT_EXPORT int64_t
memplace_rt_session_events(const memplace_rt_session *session,
                           memplace_rt_event *events, int64_t count);

/* What programs that are to be measured call around each step. */
MEMPLACE_RT_EXPORT void memplace_rt_step_begin(int64_t step);
MEMPLACE_RT_EXPORT void memplace_rt_step_end(int64_t step);

/* Serves calls of `program` that come by standard input until that ends. The
   environment variable MEMPLACE_RT_SESSION names a file that says what
   memplace_rt_session_open takes; python/memplace/serving/session.py writes it
   and speaks to the process. */
MEMPLACE_RT_EXPORT void memplace_rt_serve(void (*program)(void));

/* For calibration: reads `total` bytes of the file from `offset` on in reads of
   `block` bytes, `depth` of them in flight, past the page cache, by so many
   `readers` at once, each of which reads a part. Returns seconds, or a number
   below 0 with the reason in `error`. */
MEMPLACE_RT_EXPORT double
memplace_rt_measure_read(const char *path, int64_t offset, int64_t total,
                         int64_t block, int32_t depth, int32_t readers,
                         char *error, int64_t error_bytes);

/* Likewise writes `total` bytes to a file that is there and has so many. */
MEMPLACE_RT_EXPORT double
memplace_rt_measure_write(const char *path, int64_t total, int64_t block,
                          int32_t depth, char *error, int64_t error_bytes);

/* Likewise of memory: reads, fills or copies `bytes`; returns seconds. */
enum memplace_rt_memory_work {
  MEMPLACE_RT_MEMORY_READ = 0,
  MEMPLACE_RT_MEMORY_WRITE = 1,
  MEMPLACE_RT_MEMORY_COPY = 2,
};
MEMPLACE_RT_EXPORT double memplace_rt_measure_memory(int32_t work,
                                                     int64_t bytes);

/* Likewise of a GPU: copies `total` bytes from pinned host memory as a session
   does, in reads of `block` bytes, `depth` of them in flight; with `depth` 0
   from the GPU's memory to itself. */
MEMPLACE_RT_EXPORT double memplace_rt_measure_device(int64_t total,
                                                     int64_t block,
                                                     int32_t depth, char *error,
                                                     int64_t error_bytes);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_RUNTIME_SESSION_H */
