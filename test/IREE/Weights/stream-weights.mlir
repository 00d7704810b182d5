// The transformed IREE program: reads in the order of the plan, each at its
// offset and after its dependences, and dispatches that wait for the reads.
//
// DEFINE: %{options} = arena=6144
// DEFINE: %{stream} = memplace-opt %S/Inputs/weights.mlir --allow-unregistered-dialect --mlir-print-local-scope \
// DEFINE:   --pass-pipeline="builtin.module(memplace-stream-weights{%{options}})"

// Reads on demand: each waits for the previous dispatch, and the next dispatch waits for the read.
// REDEFINE: %{options} = arena=6KiB policy=on-demand report=%t.json
// RUN: %{stream} | FileCheck %s
// RUN: tr -d ' \n' < %t.json | FileCheck %s --check-prefix=REPORT
// REPORT: {"format":"memplace-stream-weights","version":1,"regions":[{"function":"main","steps":4,"arena":6144,"size":6144,"smallest":6144,"smallest_proven":true,"planner":"on-demand","makespan_ps":{{[0-9]+}},"resident_ps":{{[0-9]+}},"bytes_read":13312,"weights":3,"weight_bytes":9216,"reads":[{"key":"w1","start":0,"done":0,"end":1,"offset":0,"size":4096},
// REPORT-SAME: {"key":"w2","start":1,"done":1,"end":2,"offset":0,"size":4096},{"key":"w1","start":2,"done":2,"end":3,"offset":0,"size":4096},{"key":"w3","start":3,"done":3,"end":4,"offset":0,"size":1024}]}],"resident":[]}

// No read at loading, and no global.
// CHECK-NOT: @w1
// CHECK-LABEL: "util.initializer"
// CHECK-NOT: stream.resource.constants
// CHECK-NOT: stream.timepoint.await
// CHECK: "util.global.store"(%{{.*}}) <{global = @w3__timepoint}>
// CHECK-NOT: util.global.store
// CHECK-LABEL: sym_name = "main"
// CHECK-DAG: %[[W1:.*]] = "util.buffer.constant"() <{value = "w1"}>
// CHECK-DAG: %[[W2:.*]] = "util.buffer.constant"() <{value = "w2"}>
// CHECK-DAG: %[[W3:.*]] = "util.buffer.constant"() <{value = "w3"}>
// CHECK-DAG: %[[SCOPE:.*]] = "util.buffer.constant"() <{value = "model"}>
// CHECK-DAG: %[[C6144:c6144.*]] = arith.constant 6144
// CHECK-NOT: stream.resource.pack
// CHECK: %[[IN:.*]] = "stream.tensor.import"
// CHECK: %[[OUT:.*]]:2 = "stream.resource.alloca"(%c256
// CHECK: %[[ARENA:.*]]:2 = "stream.resource.alloca"(%[[C6144]], %[[BEFORE:.*]]) <{affinity = #hal.device.affinity<@__device_0>}>
// CHECK: %[[READY:.*]] = "stream.timepoint.join"(%[[BEFORE]], %[[OUT]]#1, %[[ARENA]]#1)
// CHECK: %[[R0:.*]] = "stream.cmd.parameter.read"(%[[SCOPE]], %[[W1]], %c0_i64{{.*}}, %[[ARENA]]#0, %[[C6144]], %c0{{[_0-9]*}}, %c4096{{[_0-9]*}}, %[[ARENA]]#1) <{affinity = #hal.device.affinity<@__device_0>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1>}> : (!util.buffer, !util.buffer, i64, !stream.resource<transient>, index, index, index, !stream.timepoint) -> !stream.timepoint
// CHECK: %[[J0:.*]] = "stream.timepoint.join"(%[[READY]], %[[R0]])
// CHECK: %[[X0:.*]] = "stream.cmd.execute"(%[[IN]], %[[ARENA]]#0, %c1024{{[_0-9]*}}, %[[C6144]], %[[J0]]) <{affinity = #hal.device.affinity<@__device_0>, operandSegmentSizes = array<i32: 2, 2, 1>}>
// CHECK-NEXT: ^bb0(%[[A:.*]]: !stream.resource<external>, %[[B:.*]]: !stream.resource<transient>):
// CHECK-NEXT: "stream.cmd.dispatch"(%[[A]], %[[B]], %[[B]], %c1024{{[_0-9]*}}, %[[C6144]], %[[C6144]], %c0{{[_0-9]*}}, %c0{{[_0-9]*}}, %c4096{{[_0-9]*}}, %c1024{{[_0-9]*}}, %c4096{{[_0-9]*}}, %c1024{{[_0-9]*}})
// CHECK-NEXT: "stream.yield"()
// CHECK: %[[R1:.*]] = "stream.cmd.parameter.read"(%[[SCOPE]], %[[W2]], %c0_i64{{.*}}, %[[ARENA]]#0, %[[C6144]], %c0{{[_0-9]*}}, %c4096{{[_0-9]*}}, %[[X0]])
// CHECK: %[[J1:.*]] = "stream.timepoint.join"(%[[X0]], %[[R1]])
// CHECK: %[[X1:.*]] = "stream.cmd.execute"(%[[ARENA]]#0, %[[C6144]], %[[J1]])
// CHECK: "stream.cmd.dispatch"(%[[B:.*]], %[[B]], %[[B]], %[[C6144]], %[[C6144]], %[[C6144]], %c4096{{[_0-9]*}}, %c0{{[_0-9]*}}, %c5120{{[_0-9]*}},
// CHECK: %[[R2:.*]] = "stream.cmd.parameter.read"(%[[SCOPE]], %[[W1]], {{.*}}, %c0{{[_0-9]*}}, %c4096{{[_0-9]*}}, %[[X1]])
// CHECK: %[[J2:.*]] = "stream.timepoint.join"(%[[X1]], %[[R2]])
// CHECK: %[[X2:.*]] = "stream.cmd.execute"(%[[ARENA]]#0, %[[C6144]], %[[J2]])
// CHECK: %[[R3:.*]] = "stream.cmd.parameter.read"(%[[SCOPE]], %[[W3]], {{.*}}, %c0{{[_0-9]*}}, %c1024{{[_0-9]*}}, %[[X2]])
// CHECK: %[[J3:.*]] = "stream.timepoint.join"(%[[X2]], %[[R3]])
// CHECK: %[[X3:.*]] = "stream.cmd.execute"(%[[ARENA]]#0, %[[OUT]]#0, %[[C6144]], %c256{{[_0-9]*}}, %[[J3]])
// CHECK: %[[FREED:.*]] = "stream.resource.dealloca"(%[[ARENA]]#0, %[[C6144]], %[[X3]])
// CHECK: %[[END:.*]] = "stream.timepoint.join"(%[[FREED]], %[[X3]])
// CHECK: "stream.timepoint.await"(%[[OUT]]#0, %c256{{[_0-9]*}}, %[[END]])

// A plan from a file: w1 stays for its second use; w2 is read after w1, during
// the first dispatch; w3 replaces w2 after the second dispatch, during the
// third.
// REDEFINE: %{options} = arena=10240 plan=%S/Inputs/weights-plan.json save-plan=- save-problem=%t.problem.json
// RUN: %{stream} -o %t.mlir > %t.plan.json
// RUN: FileCheck %s --check-prefix=PLAN < %t.mlir
// PLAN-DAG: %[[W1:.*]] = "util.buffer.constant"() <{value = "w1"}>
// PLAN-DAG: %[[W2:.*]] = "util.buffer.constant"() <{value = "w2"}>
// PLAN-DAG: %[[W3:.*]] = "util.buffer.constant"() <{value = "w3"}>
// PLAN: %[[ARENA:.*]]:2 = "stream.resource.alloca"(%c10240
// PLAN: %[[READY:.*]] = "stream.timepoint.join"({{.*}}, %[[ARENA]]#1)
// PLAN: %[[R1:.*]] = "stream.cmd.parameter.read"({{.*}}, %[[W1]], {{.*}}, %c2048{{[_0-9]*}}, %c4096{{[_0-9]*}}, %[[ARENA]]#1)
// PLAN: %[[AFTER:.*]] = "stream.timepoint.join"(%[[ARENA]]#1, %[[R1]])
// PLAN: %[[R2:.*]] = "stream.cmd.parameter.read"({{.*}}, %[[W2]], {{.*}}, %c6144{{[_0-9]*}}, %c4096{{[_0-9]*}}, %[[AFTER]])
// PLAN: %[[J0:.*]] = "stream.timepoint.join"(%[[READY]], %[[R1]])
// PLAN: %[[X0:.*]] = "stream.cmd.execute"({{.*}}, %[[J0]])
// PLAN: %[[J1:.*]] = "stream.timepoint.join"(%[[X0]], %[[R2]])
// PLAN: %[[X1:.*]] = "stream.cmd.execute"({{.*}}, %[[J1]])
// PLAN: %[[R3:.*]] = "stream.cmd.parameter.read"({{.*}}, %[[W3]], {{.*}}, %c6144{{[_0-9]*}}, %c1024{{[_0-9]*}}, %[[X1]])
// PLAN: %[[X2:.*]] = "stream.cmd.execute"({{.*}}, %[[X1]])
// PLAN: "stream.cmd.dispatch"({{.*}}, %c1024{{[_0-9]*}}, %c2048{{[_0-9]*}}, %c0{{[_0-9]*}}, %c1024{{[_0-9]*}}, %c4096{{[_0-9]*}}, %c1024{{[_0-9]*}})
// PLAN: %[[J3:.*]] = "stream.timepoint.join"(%[[X2]], %[[R3]])
// PLAN: %[[X3:.*]] = "stream.cmd.execute"({{.*}}, %[[J3]])
// PLAN: "stream.resource.dealloca"(%[[ARENA]]#0, %c10240{{[_0-9]*}}, %[[X3]])

// Ops take the time of their linalg ops: three times 2 * 8 * 32 * 32 flops and
// 8 * 32 for tanh, then 2 * 8 * 8 * 32, are 54016 flops at a microsecond each.
// Reads on demand, 13312 bytes at a nanosecond each, overlap with no work.
// REDEFINE: %{options} = arena=6144 policy=on-demand target=%S/Inputs/slow-compute.json report=-
// RUN: %{stream} -o /dev/null | FileCheck %s --check-prefix=COST
// COST: "makespan_ps": 54029312000,
// COST-NEXT: "resident_ps": 54016000000,

// The written problem and plan are those of the tools.
// RUN: memplace-verify %t.problem.json %t.plan.json
// RUN: memplace-verify %t.problem.json %S/Inputs/weights-plan.json

// An illegal plan is refused: w2 would overlap a transient.
// RUN: sed 's/"offset": 6144, "begin": 0/"offset": 1024, "begin": 0/' %S/Inputs/weights-plan.json > %t.bad.json
// RUN: not cmp -s %t.bad.json %S/Inputs/weights-plan.json
// REDEFINE: %{options} = arena=10240 plan=%t.bad.json
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: function 'main': the plan of '{{.*}}.bad.json' breaks rule R3:

// The solver's choice is at least as good as both fixed policies, and no larger.
// REDEFINE: %{options} = arena=10240 report=%t.double.json policy=double-buffer
// RUN: %{stream} -o /dev/null
// REDEFINE: %{options} = arena=10240 report=%t.solver.json
// RUN: %{stream} -o /dev/null
// RUN: %python -c "import json; a, b = (json.load(open('%t.' + p + '.json'))['regions'][0] for p in ('double', 'solver')); assert a['planner'] == 'double-buffer' and a['bytes_read'] == 13312, a; assert b['makespan_ps'] < a['makespan_ps'] and b['bytes_read'] == 9216 and b['size'] <= 10240, b"

// The smallest arena is reported, and works; so does a double buffer's.
// REDEFINE: %{options} = arena=6143
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: error: function 'main': an arena of 6143 bytes is too small for its transients and the weights of one op; the smallest that would do has 6144 bytes
// REDEFINE: %{options} = arena=6144
// RUN: %{stream} -o /dev/null
// REDEFINE: %{options} = arena=10239 policy=double-buffer
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: error: function 'main': an arena of 10239 bytes is too small for a double buffer; the smallest that would do has 10240 bytes

// Options.
// REDEFINE: %{options} = arena=0
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: 'arena' must be from 1 to 1125899906842624 bytes, got 0
// REDEFINE: %{options} = arena=-5
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: for the --arena option: 'arena' must be a positive size such as 4096, 500MB or 2GiB, got '-5'
// REDEFINE: %{options} = arena=8192 policy=guess
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=POLICY
// POLICY: error: 'policy' must be 'solver', 'on-demand' or 'double-buffer', got 'guess'
// REDEFINE: %{options} = arena=8192 solver=guess
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=SOLVER
// SOLVER: error: {{.*}}'guess'{{.*}}greedy
// REDEFINE: %{options} = arena=8192 target=guess
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: {{.*}}'guess'{{.*}}h200-offload
// REDEFINE: %{options} = arena=8192 target=%S/Inputs/no-channel.json
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=CHANNEL
// CHANNEL: error: function 'main': target 'slow' has no channel from 'far', its default tier, to 'near', its fastest; weights cannot be read there
// REDEFINE: %{options} = arena=8192 offset-alignment=48
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: 'offset-alignment' must be a power of two up to 1073741824, got 48
// REDEFINE: %{options} = arena=8192 time-limit=-1
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: 'time-limit' must be at least 0 seconds, got -1
// REDEFINE: %{options} = arena=8192 plan=%t.nosuch.json
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=NOPLAN
// NOPLAN: error: function 'main': {{.*}}nosuch.json
// REDEFINE: %{options} = arena=8192 report=%t.nosuch/report.json
// RUN: not %{stream} 2>&1 | FileCheck %s --check-prefix=NOREPORT
// NOREPORT: error: {{.*}}nosuch/report.json

// A larger alignment applies to all slices.
// REDEFINE: %{options} = arena=8192 policy=on-demand offset-alignment=2048 range-alignment=2048 report=%t.json
// RUN: %{stream} -o /dev/null
// RUN: %python -c "import json; r = json.load(open('%t.json'))['regions'][0]; assert r['size'] == 8192 and all(x['offset'] %% 2048 == 0 for x in r['reads']), r"

// Each op of the problem has the target's defaults for ops without a model.
// RUN: sed 's/"compute":/"op_defaults": {"overlap": 0.5, "efficiency": 0.25}, "compute":/' %S/Inputs/slow-compute.json > %t.target.json
// REDEFINE: %{options} = arena=6144 policy=on-demand target=%t.target.json save-problem=%t.problem.json
// RUN: %{stream} -o /dev/null
// RUN: FileCheck %s --check-prefix=DEFAULTS --implicit-check-not=op_defaults < %t.problem.json
// DEFAULTS: "name": "step 0", {{.*}}"overlap": 0.5, "accesses": [{{.*}}"efficiency": 0.25}
