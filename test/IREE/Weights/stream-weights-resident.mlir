// Weights read per call, and resident weights, with a remark that gives the reason.
//
// RUN: memplace-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(memplace-stream-weights{arena=65536 policy=on-demand})" | FileCheck %s

// expected-remark@below {{1 constants stay resident, such as 'no_parameter': an initializer computes them, or they are no parameters}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'branch': it is used in control flow or in an initializer}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'dynamic': in a region that uses it, a transient has a dynamic size}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'escapes': it is used by a 'util.return'}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'elsewhere': it is used on another device than its own}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'called': in a region that uses it, it has a 'stream.cmd.call', which is not supported}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'written': in a region that uses it, it writes a weight}}
// expected-remark@below {{1 weights of 4096 bytes stay resident, such as 'caller': in a region that uses it, its transients are in storage of the caller}}
module {

// CHECK-NOT: sym_name = "read"
// CHECK: sym_name = "branch"
// CHECK: sym_name = "changes"
// CHECK: sym_name = "no_parameter"
"util.global"() <{sym_name = "read", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "again", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "no_scope", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "branch", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "dynamic", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "escapes", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "elsewhere", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "called", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "written", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "caller", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "changes", is_mutable, type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "no_parameter", type = !stream.resource<constant>}> : () -> ()

// The initializer skips weights read per call; the others stay, in order.
// CHECK-LABEL: "util.initializer"
// CHECK: %[[C:.*]]:10 = "stream.resource.constants"(
// CHECK-SAME: values = [#stream.parameter.named<"w"::"branch"> : tensor<1024xf32>, #stream.parameter.named<"w"::"dynamic"> : tensor<1024xf32>, #stream.parameter.named<"w"::"escapes"> : tensor<1024xf32>, #stream.parameter.named<"w"::"elsewhere"> : tensor<1024xf32>, #stream.parameter.named<"w"::"called"> : tensor<1024xf32>, #stream.parameter.named<"w"::"written"> : tensor<1024xf32>, #stream.parameter.named<"w"::"caller"> : tensor<1024xf32>, #stream.parameter.named<"w"::"changes"> : tensor<1024xf32>, dense<0.000000e+00> : tensor<1024xf32>]
// CHECK: %[[R:.*]]:8 = "stream.timepoint.await"(%[[C]]#0, %[[C]]#1, %[[C]]#2, %[[C]]#3, %[[C]]#4, %[[C]]#5, %[[C]]#6, %[[C]]#7, {{.*}}, %[[C]]#9) <{operandSegmentSizes = array<i32: 8, 8, 1>, sync}>
// CHECK-NEXT: "util.global.store"(%[[R]]#0) <{global = @branch}>
// CHECK: "util.global.store"(%[[R]]#7) <{global = @changes}>
// CHECK: "util.global.store"(%[[C]]#8) <{global = @no_parameter}>
"util.initializer"() ({
  %n = arith.constant 4096 : index
  %c:13 = "stream.resource.constants"(%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n) <{affinity = #hal.device.affinity<@a>, values = [
    #stream.parameter.named<"w"::"read\\ \22it\22"> : tensor<1024xf32>, #stream.parameter.named<"w"::"again"> : tensor<1024xf32>,
    #stream.parameter.named<"no_scope"> : tensor<1024xf32>, #stream.parameter.named<"w"::"branch"> : tensor<1024xf32>,
    #stream.parameter.named<"w"::"dynamic"> : tensor<1024xf32>, #stream.parameter.named<"w"::"escapes"> : tensor<1024xf32>,
    #stream.parameter.named<"w"::"elsewhere"> : tensor<1024xf32>, #stream.parameter.named<"w"::"called"> : tensor<1024xf32>,
    #stream.parameter.named<"w"::"written"> : tensor<1024xf32>, #stream.parameter.named<"w"::"caller"> : tensor<1024xf32>,
    #stream.parameter.named<"w"::"changes"> : tensor<1024xf32>, dense<0.0> : tensor<1024xf32>]}>
    : (index, index, index, index, index, index, index, index, index, index, index, index)
    -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
        !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
        !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint)
  %r:11 = "stream.timepoint.await"(%c#0, %c#1, %c#2, %c#3, %c#4, %c#5, %c#6, %c#7, %c#8, %c#9, %c#10,
      %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %c#12) <{operandSegmentSizes = array<i32: 11, 11, 1>, sync}>
    : (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
       !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
       !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
       index, index, index, index, index, index, index, index, index, index, index, !stream.timepoint)
    -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
        !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>,
        !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>)
  "util.global.store"(%r#0) <{global = @read}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#1) <{global = @again}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#2) <{global = @no_scope}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#3) <{global = @branch}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#4) <{global = @dynamic}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#5) <{global = @escapes}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#6) <{global = @elsewhere}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#7) <{global = @called}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#8) <{global = @written}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#9) <{global = @caller}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%r#10) <{global = @changes}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%c#11) <{global = @no_parameter}> : (!stream.resource<constant>) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// Two regions without transients: each gets an arena, and the second arena is
// allocated after the first is released. Keys are kept.
// CHECK-LABEL: sym_name = "two_regions"
// CHECK: %[[KEY:.*]] = "util.buffer.constant"() <{value = "read\\ \22it\22"}>
// CHECK: %[[SCOPE:.*]] = "util.buffer.constant"() <{value = "w"}>
// CHECK: %[[A:.*]]:2 = "stream.resource.alloca"(%c4096{{[_0-9]*}}, %[[T:arg[0-9]+]]) <{affinity = #hal.device.affinity<@a>}> : (index, !stream.timepoint) -> (!stream.resource<transient>, !stream.timepoint)
// CHECK: %[[READY:.*]] = "stream.timepoint.join"(%[[T]], %[[A]]#1)
// CHECK: %[[R:.*]] = "stream.cmd.parameter.read"(%[[SCOPE]], %[[KEY]], %{{.*}}, %[[A]]#0, {{.*}}, %[[A]]#1)
// CHECK: %[[J:.*]] = "stream.timepoint.join"(%[[READY]], %[[R]])
// CHECK: %[[X:.*]] = "stream.cmd.execute"({{.*}}, %[[J]])
// The offset within the weight is added.
// CHECK: "stream.cmd.copy"(%{{.*}}, %c4096{{[_0-9]*}}, %c64{{[_0-9]*}},
// CHECK: %[[D:.*]] = "stream.resource.dealloca"(%[[A]]#0, %{{.*}}, %[[X]]) <{affinity = #hal.device.affinity<@a>}>
// CHECK: "use"(%[[D]])
// CHECK: %[[B:.*]]:2 = "stream.resource.alloca"(%c4096{{[_0-9]*}}, %[[D]])
// CHECK: "stream.cmd.parameter.read"({{.*}}, %[[B]]#0, {{.*}}, %[[B]]#1)
// CHECK: "stream.cmd.execute"
"util.func"() <{sym_name = "two_regions"}> ({
^bb0(%out: !stream.resource<external>, %t: !stream.timepoint):
  %n = arith.constant 4096 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : index
  %w = "util.global.load"() <{global = @read}> : () -> !stream.resource<constant>
  %v = "util.global.load"() <{global = @again}> : () -> !stream.resource<constant>
  %x = "stream.cmd.execute"(%w, %out, %n, %n, %t) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 2, 2, 1>}> ({
  ^bb0(%w_: !stream.resource<constant>, %out_: !stream.resource<external>):
    "stream.cmd.copy"(%w_, %n, %c64, %out_, %n, %zero, %c64) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<external>, index, index, !stream.timepoint) -> !stream.timepoint
  "use"(%x) : (!stream.timepoint) -> ()
  %y = "stream.cmd.execute"(%v, %out, %n, %n) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 2, 2, 0>}> ({
  ^bb0(%v_: !stream.resource<constant>, %out_: !stream.resource<external>):
    "stream.cmd.copy"(%v_, %n, %zero, %out_, %n, %zero, %n) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<external>, index, index) -> !stream.timepoint
  "util.return"(%y) : (!stream.timepoint) -> ()
}) : () -> ()

// A transient and a weight in a concurrent wave; a part of the transient has an
// additional offset. A parameter may have no scope.
// CHECK-LABEL: sym_name = "wave"
// CHECK: %[[KEY:.*]] = "util.buffer.constant"() <{value = "no_scope"}>
// CHECK: %[[A:.*]]:2 = "stream.resource.alloca"(%c[[SIZE:8192]]{{[_0-9]*}})
// CHECK: "stream.cmd.parameter.read"(%[[KEY]], %{{.*}}, %[[A]]#0, {{.*}}) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1>}>
// CHECK: "stream.cmd.execute"(%[[A]]#0, %arg{{[0-9]+}},
// CHECK: "stream.cmd.concurrent"
// CHECK: "stream.cmd.fill"(%[[IN:.*]], %c[[SIZE]]{{[_0-9]*}}, %c[[AT:[0-9]+]]{{[_0-9]*}}, %c64{{[_0-9]*}}, %{{.*}})
// CHECK: "stream.cmd.dispatch"(%[[IN]], %[[IN]], %{{.*}}, %c[[SIZE]]{{[_0-9]*}}, %c[[SIZE]]{{[_0-9]*}}, %c4096{{[_0-9]*}}, %{{.*}}, %{{.*}}, %c0{{[_0-9]*}},
// CHECK-NOT: stream.resource.pack
"util.func"() <{sym_name = "wave"}> ({
^bb0(%out: !stream.resource<external>):
  %n = arith.constant 4096 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : index
  %byte = arith.constant 0 : i8
  %w = "util.global.load"() <{global = @no_scope}> : () -> !stream.resource<constant>
  %p:2 = "stream.resource.pack"(%n) <{affinity = #hal.device.affinity<@a>, lifetime_intervals = [0 : index, 0 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
  %a:2 = "stream.resource.alloca"(%p#0) <{affinity = #hal.device.affinity<@a>}> : (index) -> (!stream.resource<transient>, !stream.timepoint)
  %at = arith.addi %c64, %p#1 : index
  %x = "stream.cmd.execute"(%w, %a#0, %out, %n, %p#0, %n, %a#1) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 3, 3, 1>}> ({
  ^bb0(%w_: !stream.resource<constant>, %a_: !stream.resource<transient>, %out_: !stream.resource<external>):
    "stream.cmd.concurrent"() ({
      "stream.cmd.fill"(%a_, %p#0, %at, %c64, %byte) : (!stream.resource<transient>, index, index, index, i8) -> ()
      "stream.cmd.dispatch"(%w_, %a_, %out_, %n, %p#0, %n, %zero, %p#1, %zero, %n, %n, %n) <{entry_points = [@e::@d], operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>,
        resource_accesses = [1 : i32, 3 : i32, 2 : i32]}> : (!stream.resource<constant>, !stream.resource<transient>, !stream.resource<external>, index, index, index, index, index, index, index, index, index) -> ()
      "stream.yield"() : () -> ()
    }) : () -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<transient>, !stream.resource<external>, index, index, index, !stream.timepoint) -> !stream.timepoint
  %d = "stream.resource.dealloca"(%a#0, %p#0, %x) <{affinity = #hal.device.affinity<@a>}> : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.timepoint
  "util.return"(%d) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "control_flow"
// CHECK: %[[W:.*]] = "util.global.load"() <{global = @branch}>
// CHECK: "stream.cmd.execute"(%[[W]],
"util.func"() <{sym_name = "control_flow"}> ({
^bb0(%out: !stream.resource<external>, %condition: i1):
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %w = "util.global.load"() <{global = @branch}> : () -> !stream.resource<constant>
  scf.if %condition {
    %x = "stream.cmd.execute"(%w, %out, %n, %n) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 2, 2, 0>}> ({
    ^bb0(%w_: !stream.resource<constant>, %out_: !stream.resource<external>):
      "stream.cmd.copy"(%w_, %n, %zero, %out_, %n, %zero, %n) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
      "stream.yield"() : () -> ()
    }) : (!stream.resource<constant>, !stream.resource<external>, index, index) -> !stream.timepoint
  }
  "util.return"() : () -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "dynamic_transient"
// CHECK: stream.resource.pack
"util.func"() <{sym_name = "dynamic_transient"}> ({
^bb0(%out: !stream.resource<external>, %size: index):
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %w = "util.global.load"() <{global = @dynamic}> : () -> !stream.resource<constant>
  %p:2 = "stream.resource.pack"(%size) <{lifetime_intervals = [0 : index, 0 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
  %a:2 = "stream.resource.alloca"(%p#0) : (index) -> (!stream.resource<transient>, !stream.timepoint)
  %x = "stream.cmd.execute"(%w, %a#0, %n, %p#0, %a#1) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 2, 2, 1>}> ({
  ^bb0(%w_: !stream.resource<constant>, %a_: !stream.resource<transient>):
    "stream.cmd.copy"(%w_, %n, %zero, %a_, %p#0, %p#1, %n) : (!stream.resource<constant>, index, index, !stream.resource<transient>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<transient>, index, index, !stream.timepoint) -> !stream.timepoint
  %d = "stream.resource.dealloca"(%a#0, %p#0, %x) : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.timepoint
  "util.return"(%d) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "storage_of_the_caller"
// CHECK: stream.resource.pack
"util.func"() <{sym_name = "storage_of_the_caller"}> ({
^bb0(%base: index):
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %w = "util.global.load"() <{global = @caller}> : () -> !stream.resource<constant>
  %p:2 = "stream.resource.pack"(%base, %n) <{lifetime_intervals = [0 : index, 0 : index], operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> (index, index)
  %a:2 = "stream.resource.alloca"(%p#0) : (index) -> (!stream.resource<transient>, !stream.timepoint)
  %x = "stream.cmd.execute"(%w, %a#0, %n, %p#0, %a#1) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 2, 2, 1>}> ({
  ^bb0(%w_: !stream.resource<constant>, %a_: !stream.resource<transient>):
    "stream.cmd.copy"(%w_, %n, %zero, %a_, %p#0, %p#1, %n) : (!stream.resource<constant>, index, index, !stream.resource<transient>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<transient>, index, index, !stream.timepoint) -> !stream.timepoint
  %d = "stream.resource.dealloca"(%a#0, %p#0, %x) : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.timepoint
  "util.return"(%d) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "leaves"
"util.func"() <{sym_name = "leaves"}> ({
  %w = "util.global.load"() <{global = @escapes}> : () -> !stream.resource<constant>
  "util.return"(%w) : (!stream.resource<constant>) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "other_device"
"util.func"() <{sym_name = "other_device"}> ({
^bb0(%out: !stream.resource<external>):
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %w = "util.global.load"() <{global = @elsewhere}> : () -> !stream.resource<constant>
  %x = "stream.cmd.execute"(%w, %out, %n, %n) <{affinity = #hal.device.affinity<@b>, operandSegmentSizes = array<i32: 2, 2, 0>}> ({
  ^bb0(%w_: !stream.resource<constant>, %out_: !stream.resource<external>):
    "stream.cmd.copy"(%w_, %n, %zero, %out_, %n, %zero, %n) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<external>, index, index) -> !stream.timepoint
  "util.return"(%x) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "calls"
"util.func"() <{sym_name = "calls"}> ({
  %n = arith.constant 4096 : index
  %w = "util.global.load"() <{global = @called}> : () -> !stream.resource<constant>
  %x = "stream.cmd.execute"(%w, %n) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%w_: !stream.resource<constant>):
    "stream.cmd.call"(%w_, %n) : (!stream.resource<constant>, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, index) -> !stream.timepoint
  "util.return"(%x) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "writes"
"util.func"() <{sym_name = "writes"}> ({
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %byte = arith.constant 0 : i8
  %w = "util.global.load"() <{global = @written}> : () -> !stream.resource<constant>
  %x = "stream.cmd.execute"(%w, %n) <{affinity = #hal.device.affinity<@a>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%w_: !stream.resource<constant>):
    "stream.cmd.fill"(%w_, %n, %zero, %n, %byte) : (!stream.resource<constant>, index, index, index, i8) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, index) -> !stream.timepoint
  "util.return"(%x) : (!stream.timepoint) -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "others"
"util.func"() <{sym_name = "others"}> ({
  %v = "util.global.load"() <{global = @changes}> : () -> !stream.resource<constant>
  %w = "util.global.load"() <{global = @no_parameter}> : () -> !stream.resource<constant>
  "util.return"(%v, %w) : (!stream.resource<constant>, !stream.resource<constant>) -> ()
}) : () -> ()
}

// -----

// A region without ops, an unsupported form, and a weight excluded by one of its uses.
// expected-error@below {{the module has no weights to read per call}}
// expected-note@below {{'idle' and the like stay resident: in a region that uses it, it has no ops}}
// expected-note@below {{'shared' and the like stay resident: it is used in control flow or in an initializer}}
// expected-note@below {{'odd' and the like stay resident: in a region that uses it, it has an unknown form; is the IR from another version of IREE?}}
module {
"util.global"() <{sym_name = "idle", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "shared", type = !stream.resource<constant>}> : () -> ()
"util.global"() <{sym_name = "odd", type = !stream.resource<constant>}> : () -> ()
"util.initializer"() ({
  %n = arith.constant 4096 : index
  %c:4 = "stream.resource.constants"(%n, %n, %n) <{values = [#stream.parameter.named<"w"::"idle"> : tensor<1024xf32>,
    #stream.parameter.named<"w"::"shared"> : tensor<1024xf32>, #stream.parameter.named<"w"::"odd"> : tensor<1024xf32>]}>
    : (index, index, index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint)
  "util.global.store"(%c#0) <{global = @idle}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%c#1) <{global = @shared}> : (!stream.resource<constant>) -> ()
  "util.global.store"(%c#2) <{global = @odd}> : (!stream.resource<constant>) -> ()
  "util.return"() : () -> ()
}) : () -> ()
"util.func"() <{sym_name = "main"}> ({
^bb0(%out: !stream.resource<external>, %condition: i1):
  %n = arith.constant 4096 : index
  %zero = arith.constant 0 : index
  %idle = "util.global.load"() <{global = @idle}> : () -> !stream.resource<constant>
  %shared = "util.global.load"() <{global = @shared}> : () -> !stream.resource<constant>
  %odd = "util.global.load"() <{global = @odd}> : () -> !stream.resource<constant>
  %x = "stream.cmd.execute"(%idle, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%idle_: !stream.resource<constant>):
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, index) -> !stream.timepoint
  %y = "stream.cmd.execute"(%shared, %out, %n, %n) <{operandSegmentSizes = array<i32: 2, 2, 0>}> ({
  ^bb0(%w_: !stream.resource<constant>, %out_: !stream.resource<external>):
    "stream.cmd.copy"(%w_, %n, %zero, %out_, %n, %zero, %n) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, !stream.resource<external>, index, index) -> !stream.timepoint
  scf.if %condition {
    %again = "util.global.load"() <{global = @shared}> : () -> !stream.resource<constant>
    %z = "stream.cmd.execute"(%again, %out, %n, %n) <{operandSegmentSizes = array<i32: 2, 2, 0>}> ({
    ^bb0(%w_: !stream.resource<constant>, %out_: !stream.resource<external>):
      "stream.cmd.copy"(%w_, %n, %zero, %out_, %n, %zero, %n) : (!stream.resource<constant>, index, index, !stream.resource<external>, index, index, index) -> ()
      "stream.yield"() : () -> ()
    }) : (!stream.resource<constant>, !stream.resource<external>, index, index) -> !stream.timepoint
  }
  %u = "stream.cmd.execute"(%odd, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%odd_: !stream.resource<constant>):
    "stream.yield"() : () -> ()
  }) : (!stream.resource<constant>, index) -> !stream.timepoint
  "util.return"() : () -> ()
}) : () -> ()
}
