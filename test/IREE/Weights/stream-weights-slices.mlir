// Weights that are slices of an entry of the archive: reads per call, and loads
// of an initializer, begin at the slice, with the key of the whole.
//
// RUN: sed -e 's/"w2">/"stack?memplace-offset=4096">/' -e 's/"w1">/"stack?memplace-offset=0">/' %S/Inputs/weights.mlir > %t.mlir
// DEFINE: %{memory} = 6144
// DEFINE: %{stream} = memplace-opt %t.mlir --allow-unregistered-dialect --mlir-print-local-scope --mlir-print-op-on-diagnostic=false \
// DEFINE:   --pass-pipeline="builtin.module(memplace-stream-weights{memory=%{memory} report=%t.json policy=on-demand})"

// All slices are read in each call.
// RUN: %{stream} -o - | FileCheck %s --check-prefix=READ
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// READ-NOT: memplace-offset
// READ: "util.buffer.constant"() <{value = "stack"}>
// READ: %[[BEGIN:.*]] = arith.constant 4096 : i64
// READ: "stream.cmd.parameter.read"(%{{[^,]*}}, %{{[^,]*}}, %[[BEGIN]],
// REPORT: "key": "stack?memplace-offset=4096",

// Both resident, beside a weight read per call, as ops are too fast to hide
// reads.
// RUN: sed 's/1000000}/1000000000000}/' %S/Inputs/slow-compute.json > %t.fast.json
// REDEFINE: %{memory} = 10240 target=%t.fast.json
// RUN: %{stream} -o - 2>&1 | FileCheck %s --check-prefix=LOADED
// LOADED: remark: 2 weights of 8192 bytes stay resident, such as 'stack?memplace-offset=4096': there is room for it within 'memory'
// LOADED-LABEL: "util.initializer"
// LOADED-DAG: %[[SIZE:.*]] = arith.constant 4096 : index
// LOADED: %[[SCOPE:.*]] = "util.buffer.constant"() <{value = "model"}>
// LOADED: %[[KEY:.*]] = "util.buffer.constant"() <{value = "stack"}>
// LOADED: %[[FIRST:.*]] = arith.constant 4096 : i64
// LOADED: %[[A:.*]]:2 = "stream.cmd.parameter.load"(%[[SCOPE]], %[[KEY]], %[[FIRST]], %[[SIZE]]) <{affinity = #hal.device.affinity<@__device_0>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}>
// LOADED: %[[SECOND:.*]] = arith.constant 0 : i64
// LOADED: %[[B:.*]]:2 = "stream.cmd.parameter.load"(%{{[^,]*}}, %{{[^,]*}}, %[[SECOND]], %[[SIZE]])
// LOADED-NOT: "stream.resource.constants"
// LOADED: "stream.timepoint.join"(%[[A]]#1, %[[B]]#1, %{{[^)]*}})
// LOADED: "stream.timepoint.await"(%[[A]]#0, %[[B]]#0, %[[SIZE]], %[[SIZE]],

// Everything fits: unsliced weights are loaded as before.
// REDEFINE: %{memory} = 11264
// RUN: %{stream} -o - 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: "stream.cmd.parameter.load"
// ALL: %[[REST:.*]]:2 = "stream.resource.constants"({{.*}}values = [#stream.parameter.named<"model"::"w3"> : tensor<32x8xf32>]
// ALL: "stream.timepoint.join"(%{{.*}}, %[[REST]]#1)
