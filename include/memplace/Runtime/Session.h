/*===- Session.h - Programs with weights in files -----------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A session calls a placed program repeatedly. Weights come from the user's  *|
|* files. *Kept* weights are read before the first call and stay in memory.   *|
|* *Streamed* weights have reserved addresses that no code may access;        *|
|* transfers from such an address read the file in a thread of the session.   *|
|* Arenas persist from call to call. Two sessions share nothing.              *|
|*                                                                            *|
|* A session may have a scratch file. Arenas of the tier "file" are then      *|
|* parts of the scratch file and have reserved addresses, too. A second       *|
|* thread writes the data of transfers into such an arena; later transfers    *|
|* read the data back. The file has no name, and its disk space is allocated  *|
|* when the session is opened.                                                *|
|*                                                                            *|
|* A failed read ends the call, not the process. The program is abandoned     *|
|* midway (its allocations outside arenas leak), and the next call starts     *|
|* afresh. A session must be used by one thread at a time, except for         *|
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

/* Source of an argument's contents. */
enum memplace_rt_argument_kind {
  MEMPLACE_RT_CALLER = 0,   /* The caller accesses it between calls. */
  MEMPLACE_RT_KEPT = 1,     /* Read from its file once. */
  MEMPLACE_RT_STREAMED = 2, /* Read by transfers of the program only. */
  MEMPLACE_RT_MAPPED = 3,   /* Memory-mapped, paged by the kernel. */
  MEMPLACE_RT_TABLE = 4,    /* Not an argument: the part of a file that locates
                               its weights. Comes after all arguments. */
};

/* An argument of the program. */
typedef struct memplace_rt_argument_spec {
  int32_t kind;   /* A memplace_rt_argument_kind. */
  int32_t file;   /* Index of a weight's file. */
  int64_t offset; /* Of a weight's first byte in its file. */
  int64_t bytes;  /* Of a weight or a table: at least 1. */
} memplace_rt_argument_spec;

/* Replaces the kernel's reads and writes, for tests and other storage. Both
   return the bytes transferred, 0 at the end of the file, or -errno. */
typedef struct memplace_rt_read_hook {
  int64_t (*read)(void *context, int fd, void *buffer, int64_t bytes,
                  int64_t offset);
  void *context;
  int64_t (*write)(void *context, int fd, void *buffer, int64_t bytes,
                   int64_t offset); /* Null: the kernel's. */
} memplace_rt_read_hook;

/* Location of arenas, kept weights and the caller's arguments. With a GPU,
   files are read once into pinned host memory, and transfers copy from there in
   a CUDA stream. The CPU may access all of a session's GPU memory. */
enum memplace_rt_device {
  MEMPLACE_RT_HOST = 0,
  MEMPLACE_RT_CUDA = 1, /* By libcuda.so.1, or MEMPLACE_CUDA_DRIVER's. */
};

typedef struct memplace_rt_session_options {
  int64_t read_bytes;         /* Largest single read; 0: 2 MiB. */
  int32_t depth;              /* Reads in flight; 0: 2, to a GPU 4. */
  int32_t without_io_uring;   /* Not 0: `pread`, one after another. */
  int32_t without_direct;     /* Not 0: through the page cache. */
  int32_t advice;             /* Of madvise, for mapped arguments; 0: none. */
  int32_t device;             /* A memplace_rt_device. */
  memplace_rt_read_hook hook; /* `read` null: the kernel's. */
  const char *scratch;        /* Folder of the scratch file; null: none. */
  int64_t scratch_bytes;      /* Of the scratch file. */
  int64_t reserve_bytes; /* Memory to leave free in the memory cgroup, besides
                            arenas and kept weights. */
  int32_t leave_core;    /* Not 0: once one of the first calls shows which core
                            handles the files' interrupts, the calling thread
                            leaves that core to the reader permanently. */
} memplace_rt_session_options;

/* Opens the files and assigns addresses to the arguments. Returns null and
   writes a message to `error` if a file cannot be opened or is too short, or if
   memory, a GPU or space for the scratch file is missing. */
MEMPLACE_RT_EXPORT memplace_rt_session *
memplace_rt_session_open(const char *const *paths, int64_t num_paths,
                         const memplace_rt_argument_spec *arguments,
                         int64_t num_arguments,
                         const memplace_rt_session_options *options,
                         char *error, int64_t error_bytes);

/* Ends the reader and frees all memory. No call may be running. */
MEMPLACE_RT_EXPORT void memplace_rt_session_close(memplace_rt_session *session);

/* Returns the address of argument `index`. */
MEMPLACE_RT_EXPORT void *
memplace_rt_session_argument(memplace_rt_session *session, int64_t index);

/* Reads the kept weights unless they are in memory, then runs `program`, which
   gets its arguments by `memplace_rt_session_argument` or
   `memplace_rt_argument` (called by generated code). Returns 1, or 0 if a file
   could not be read or has changed, or if the session was cancelled. The
   results are invalid after 0. */
MEMPLACE_RT_EXPORT int32_t
memplace_rt_session_call(memplace_rt_session *session, void (*program)(void));

/* Returns the reason of the last call's 0: file, offset and system error. */
MEMPLACE_RT_EXPORT const char *
memplace_rt_session_error(const memplace_rt_session *session);

/* Cancels a running call at its next wait, or else the next call at its start.
   May be called from any thread. */
MEMPLACE_RT_EXPORT void
memplace_rt_session_cancel(memplace_rt_session *session);

/* Statistics of the last call, unless stated otherwise. */
typedef struct memplace_rt_session_statistics {
  int64_t call_ns;
  int64_t stall_ns;      /* Time the program waited for reads and writes. */
  int64_t read_bytes;    /* Requested from the kernel, including padding. */
  int64_t reads;         /* Number of requests to the kernel. */
  int64_t copied_bytes;  /* Read via a buffer for lack of alignment. */
  int64_t write_bytes;   /* To the scratch file, including padding. */
  int64_t prime_ns;      /* Reading kept weights; 0 if in memory already. */
  int64_t prime_bytes;   /* Of kept weights read; included in read_bytes. */
  int64_t arena_bytes;   /* Largest sum of arenas so far. */
  int64_t kept_bytes;    /* All kept weights. */
  int64_t caller_bytes;  /* All arguments of the caller. */
  int64_t reader_bytes;  /* Buffers of the session's threads. */
  int64_t scratch_bytes; /* Of the scratch file. */
  int64_t pinned_bytes;  /* Of files in pinned host memory; 0: no GPU. */
  int32_t is_direct;     /* All files bypass the page cache. */
  const char *backend;   /* "io_uring", "pread", "hook" or "cuda". */
} memplace_rt_session_statistics;

MEMPLACE_RT_EXPORT void
memplace_rt_session_get_statistics(const memplace_rt_session *session,
                                   memplace_rt_session_statistics *statistics);

/* An event of the last call. Times count from the start of the call. */
typedef struct memplace_rt_event {
  int32_t is_transfer; /* 0: step; 1: read; 2: write to scratch. */
  int64_t index;       /* Of the step, or of the read or write by issue. */
  int64_t begin_ns;    /* For a transfer: its issue. */
  int64_t flow_ns;     /* For a transfer: its first request to the kernel. */
  int64_t end_ns;
} memplace_rt_event;

/* Returns the number of events and fills in the first `count`. */
MEMPLACE_RT_EXPORT int64_t
memplace_rt_session_events(const memplace_rt_session *session,
                           memplace_rt_event *events, int64_t count);

/* Programs to be measured call these functions around each step. */
MEMPLACE_RT_EXPORT void memplace_rt_step_begin(int64_t step);
MEMPLACE_RT_EXPORT void memplace_rt_step_end(int64_t step);

/* Serves calls of `program` requested through standard input until end of file.
   The environment variable MEMPLACE_RT_SESSION names a file with the arguments
   of memplace_rt_session_open. The client is
   python/memplace/worker.py. */
MEMPLACE_RT_EXPORT void memplace_rt_serve(void (*program)(void));

/* For calibration: reads `total` bytes of the file from `offset` on, in reads
   of `block` bytes with `depth` in flight, bypassing the page cache. `readers`
   channels read one part each, concurrently. Returns seconds, or a negative
   number with a message in `error`. */
MEMPLACE_RT_EXPORT double
memplace_rt_measure_read(const char *path, int64_t offset, int64_t total,
                         int64_t block, int32_t depth, int32_t readers,
                         char *error, int64_t error_bytes);

/* For calibration: writes `total` bytes to an existing file of this size, like
   `memplace_rt_measure_read`. */
MEMPLACE_RT_EXPORT double
memplace_rt_measure_write(const char *path, int64_t total, int64_t block,
                          int32_t depth, char *error, int64_t error_bytes);

/* For calibration: reads, fills or copies `bytes` of memory. Returns seconds,
   or -1 without enough memory. */
enum memplace_rt_memory_work {
  MEMPLACE_RT_MEMORY_READ = 0,
  MEMPLACE_RT_MEMORY_WRITE = 1,
  MEMPLACE_RT_MEMORY_COPY = 2,
};
MEMPLACE_RT_EXPORT double memplace_rt_measure_memory(int32_t work,
                                                     int64_t bytes);

/* For calibration: copies `total` bytes from pinned host memory to a GPU as a
   session does, in reads of `block` bytes with `depth` in flight. `depth` 0
   copies within the GPU's memory. Returns seconds, or a negative number with a
   message in `error`. */
MEMPLACE_RT_EXPORT double memplace_rt_measure_device(int64_t total,
                                                     int64_t block,
                                                     int32_t depth, char *error,
                                                     int64_t error_bytes);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_RUNTIME_SESSION_H */
