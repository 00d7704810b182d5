// A bound on weights and transients together decides which weights stay
// resident, and the room for the others: w1, used twice, and w2 with 4096 bytes
// each and w3 with 1024, beside at most 2048 bytes of transients.
//
// DEFINE: %{memory} = 6144
// DEFINE: %{stream} = memplace-opt %S/Inputs/weights.mlir --allow-unregistered-dialect --mlir-print-local-scope --mlir-print-op-on-diagnostic=false \
// DEFINE:   --pass-pipeline="builtin.module(memplace-stream-weights{memory=%{memory} report=-})" -o %t.mlir 2>&1 | tr -d '\n'

// The smallest bound has no room for residents; one byte less is refused.
// RUN: %{stream} | FileCheck %s --check-prefix=NONE
// NONE: "arena": 6144, "size": 6144,{{.*}}"bytes_read": 13312,{{.*}}"resident": []
// REDEFINE: %{memory} = 6143
// RUN: not %{stream} | FileCheck %s --check-prefix=SMALL
// SMALL: error: function 'main': a memory of 6143 bytes is too small for its transients and the weights of one op; the smallest that would do has 6144 bytes

// With 2048 more bytes the reads of w3 and of one other weight overlap.
// REDEFINE: %{memory} = 8192
// RUN: %{stream} | FileCheck %s --check-prefix=SOME
// SOME: "resident": [{{.*}}"key": "w3"

// Both large weights fit beside w3 and the transients, but then nothing hides
// the read of w3. With w1 alone, ops hide most of both reads.
// REDEFINE: %{memory} = 10240
// RUN: %{stream} | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: "makespan_ps": 9094349, {{.*}}"bytes_read": 5120,{{.*}}"resident": [{{.*}}"key": "w1"

// With ops too fast to hide reads, both stay.
// RUN: sed 's/1000000}/1000000000000}/' %S/Inputs/slow-compute.json > %t.fast.json
// REDEFINE: %{memory} = 10240 target=%t.fast.json
// RUN: %{stream} | FileCheck %s --check-prefix=LARGE
// LARGE: remark: 2 weights of 8192 bytes stay resident, such as 'w2': there is room for it within 'memory'
// LARGE: "arena": 2048,{{.*}}"bytes_read": 1024,{{.*}}"key": "w3",{{.*}}"resident": [{{.*}}"key": "w2"{{.*}}"key": "w1"
// RUN: FileCheck %s --check-prefix=READS < %t.mlir
// READS-COUNT-1: "stream.cmd.parameter.read"
// READS-NOT: "stream.cmd.parameter.read"

// Everything fits: no reads, and no problem to write to a file.
// REDEFINE: %{memory} = 11264
// RUN: %{stream} | FileCheck %s --check-prefix=ALL
// ALL: remark: 3 weights of 9216 bytes stay resident
// ALL: "regions": [],
// RUN: FileCheck %s --check-prefix=RESIDENT < %t.mlir
// RESIDENT-NOT: "stream.cmd.parameter.read"
// REDEFINE: %{memory} = 11264 save-problem=%t.problem.json
// RUN: not %{stream} | FileCheck %s --check-prefix=NOPROBLEM
// NOPROBLEM: error: the module has no weights to read per call

// REDEFINE: %{memory} = 8192 arena=8192
// RUN: not %{stream} | FileCheck %s --check-prefix=BOTH
// BOTH: error: one of 'arena' and 'memory' must be given
// REDEFINE: %{memory} = 0
// RUN: not %{stream} | FileCheck %s --check-prefix=ZERO
// ZERO: error: 'memory' must be from 1 to 1125899906842624 bytes, got 0
