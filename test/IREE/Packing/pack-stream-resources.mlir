// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-pack-stream-resources --verify-diagnostics | FileCheck %s

// Intervals include both ends: slice 1 is live with both others, which share
// their bytes.
// CHECK-LABEL: sym_name = "closed_intervals"
"util.func"() <{sym_name = "closed_intervals"}> ({
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  // CHECK-NOT: stream.resource.pack
  // CHECK: "use"(%c192{{[_0-9]*}}, %c128{{[_0-9]*}}, %c0{{[_0-9]*}}, %c128{{[_0-9]*}})
  %p:4 = "stream.resource.pack"(%c64, %c128, %c64) <{affinity = #hal.device.affinity<@device>,
    lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index, 2 : index, 3 : index],
    operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)
  "use"(%p#0, %p#1, %p#2, %p#3) : (index, index, index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// IREE takes the slices in order: the last fits on neither side of the second,
// so IREE needs 256 bytes.
// CHECK-LABEL: sym_name = "better_than_in_order"
"util.func"() <{sym_name = "better_than_in_order"}> ({
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  // CHECK: "use"(%c192{{[_0-9]*}})
  %p:5 = "stream.resource.pack"(%c64, %c64, %c64, %c128) <{
    lifetime_intervals = [0 : index, 0 : index, 0 : index, 2 : index, 0 : index, 0 : index, 1 : index, 2 : index],
    operandSegmentSizes = array<i32: 0, 4>}>
    : (index, index, index, index) -> (index, index, index, index, index)
  "use"(%p#0) : (index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// Sizes are rounded up to 64 bytes, and offsets are multiples of 64; an empty
// slice is at 0.
// CHECK-LABEL: sym_name = "aligned"
"util.func"() <{sym_name = "aligned"}> ({
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c65 = arith.constant 65 : index
  // CHECK: "use"(%c192{{[_0-9]*}}, %c0{{[_0-9]*}}, %c128{{[_0-9]*}}, %c0{{[_0-9]*}})
  %p:4 = "stream.resource.pack"(%c65, %c1, %c0) <{
    lifetime_intervals = [0 : index, 1 : index, 0 : index, 1 : index, 0 : index, 1 : index],
    operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)
  "use"(%p#0, %p#1, %p#2, %p#3) : (index, index, index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// The module's device attributes override the options.
// CHECK-LABEL: sym_name = "resources"
"util.func"() <{sym_name = "resources"}> ({
  %c1 = arith.constant 1 : index
  // CHECK: "use"(%c272{{[_0-9]*}}, %c0{{[_0-9]*}}, %c256{{[_0-9]*}})
  %p:3 = "stream.resource.pack"(%c1, %c1) <{
    lifetime_intervals = [0 : index, 1 : index, 0 : index, 1 : index],
    operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> (index, index, index)
  "use"(%p#0, %p#1, %p#2) : (index, index, index) -> ()
  "util.return"() : () -> ()
}) {stream.resources = #stream.resource_config<{max_allocation_size = 1073741824,
    min_buffer_offset_alignment = 256, max_buffer_range = 1073741824, min_buffer_range_alignment = 16,
    index_bits = 32, alias_mutable_bindings = 0, memory_model = Discrete}>} : () -> ()

// Offsets count from the base, if there is a base. Here is also an initialiser,
// which has no name.
// CHECK: "util.initializer"
"util.initializer"() ({
^bb0(%base: index):
  %c64 = arith.constant 64 : index
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[BASE:.*]], %c0
  // CHECK: %[[SIZE:.*]] = arith.addi %[[BASE]], %c64
  // CHECK: "use"(%[[SIZE]], %[[OFFSET]])
  %p:2 = "stream.resource.pack"(%base, %c64) <{
    lifetime_intervals = [0 : index, 1 : index],
    operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> (index, index)
  "use"(%p#0, %p#1) : (index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// No size is known: the op stays as it is.
// CHECK-LABEL: sym_name = "all_dynamic"
"util.func"() <{sym_name = "all_dynamic"}> ({
^bb0(%size: index):
  // CHECK: %[[PACK:.*]]:3 = "stream.resource.pack"(%[[SIZE:.*]], %[[SIZE]]) <{lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index], operandSegmentSizes = array<i32: 0, 2>}>
  // CHECK: "use"(%[[PACK]]#0, %[[PACK]]#1, %[[PACK]]#2)
  // expected-remark@+1 {{left to IREE in 'all_dynamic': 2 of 2 slices of dynamic size}}
  %p:3 = "stream.resource.pack"(%size, %size) <{
    lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index],
    operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> (index, index, index)
  "use"(%p#0, %p#1, %p#2) : (index, index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// Slices of constant size are packed; the others are placed on top, in a
// separate op with all attributes of the original, in their order.
// CHECK-LABEL: sym_name = "some_dynamic"
"util.func"() <{sym_name = "some_dynamic"}> ({
^bb0(%size: index, %other: index):
  %c100 = arith.constant 100 : index
  // CHECK: %[[TOP:.*]] = arith.constant 128 : index
  // CHECK: %[[PACK:.*]]:3 = "stream.resource.pack"(%[[TOP]], %{{.*}}, %{{.*}}) <{affinity = #hal.device.affinity<@device>, lifetime_intervals = [0 : index, 1 : index, 3 : index, 5 : index], operandSegmentSizes = array<i32: 1, 2>}>
  // CHECK: "use"(%[[PACK]]#0, %[[PACK]]#1, %c0{{[_0-9]*}}, %c0{{[_0-9]*}}, %[[PACK]]#2)
  // expected-remark@+2 {{left to IREE in 'some_dynamic': 2 of 4 slices of dynamic size}}
  // expected-note@+1 {{they come after the other 2, which are packed}}
  %p:5 = "stream.resource.pack"(%size, %c100, %c100, %other) <{affinity = #hal.device.affinity<@device>,
    lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index, 3 : index, 4 : index, 3 : index, 5 : index],
    operandSegmentSizes = array<i32: 0, 4>}> : (index, index, index, index) -> (index, index, index, index, index)
  "use"(%p#0, %p#1, %p#2, %p#3, %p#4) : (index, index, index, index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// CHECK-LABEL: sym_name = "no_slices"
"util.func"() <{sym_name = "no_slices"}> ({
  // CHECK: "use"(%c0{{[_0-9]*}})
  %p = "stream.resource.pack"() <{lifetime_intervals = [],
    operandSegmentSizes = array<i32: 0, 0>}> : () -> index
  "use"(%p) : (index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// If the caller owns the storage, an op covers the needs of the other slices.
// Its slice has their total size.
// CHECK-LABEL: sym_name = "pack_of_a_pack"
"util.func"() <{sym_name = "pack_of_a_pack"}> ({
  %c64 = arith.constant 64 : index
  // CHECK-NOT: stream.resource.pack
  %p:3 = "stream.resource.pack"(%c64, %c64) <{
    lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index],
    operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> (index, index, index)
  %q:3 = "stream.resource.pack"(%p#0, %c64) <{
    lifetime_intervals = [0 : index, 0 : index, 0 : index, 0 : index],
    operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> (index, index, index)
  // CHECK: "use"(%c128{{[_0-9]*}}, %c192{{[_0-9]*}})
  "use"(%p#0, %q#0) : (index, index) -> ()
  "util.return"() : () -> ()
}) : () -> ()

// A partly known size counts as unknown, and may be a base, too.
// CHECK-LABEL: sym_name = "pack_of_a_dynamic_pack"
"util.func"() <{sym_name = "pack_of_a_dynamic_pack"}> ({
^bb0(%size: index):
  %c64 = arith.constant 64 : index
  // CHECK: %[[INNER:.*]]:2 = "stream.resource.pack"(%c64{{[_0-9]*}}, %{{.*}}) <{lifetime_intervals = [1 : index, 2 : index], operandSegmentSizes = array<i32: 1, 1>}>
  // expected-remark@+2 {{left to IREE in 'pack_of_a_dynamic_pack': 1 of 2 slices}}
  // expected-note@+1 {{they come after the other 1, which are packed}}
  %p:3 = "stream.resource.pack"(%c64, %size) <{
    lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index],
    operandSegmentSizes = array<i32: 0, 2>}> : (index, index) -> (index, index, index)
  // CHECK: %[[TOP:.*]] = arith.addi %[[INNER]]#0, %c64
  // CHECK: "stream.resource.pack"(%[[TOP]], %[[INNER]]#0) <{lifetime_intervals = [0 : index, 0 : index], operandSegmentSizes = array<i32: 1, 1>}>
  // expected-remark@+2 {{left to IREE in 'pack_of_a_dynamic_pack': 1 of 2 slices}}
  // expected-note@+1 {{they come after the other 1, which are packed}}
  %q:3 = "stream.resource.pack"(%p#0, %p#0, %c64) <{
    lifetime_intervals = [0 : index, 0 : index, 0 : index, 0 : index],
    operandSegmentSizes = array<i32: 1, 2>}> : (index, index, index) -> (index, index, index)
  "use"(%q#0) : (index) -> ()
  "util.return"() : () -> ()
}) : () -> ()
