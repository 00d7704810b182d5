// RUN: memplace-opt %s --verify-diagnostics --memplace-insert-transfers -o /dev/null
// No output is written.
// RUN: rm -f %t && not memplace-opt %s --memplace-insert-transfers -o %t 2> /dev/null && not ls %t
// The IR is unchanged, even the function before.
// RUN: not memplace-opt %s --memplace-insert-transfers --mlir-print-ir-before=memplace-insert-transfers --mlir-print-ir-after-failure -o /dev/null 2> %t.dumps
// RUN: sed -n '/Dump Before/,/^}/p' %t.dumps | grep -v Dump > %t.before
// RUN: sed -n '/Dump After/,/^}/p' %t.dumps | grep -v Dump > %t.after
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s < %t.after
// CHECK: func.func @good(%{{.*}} {memplace.residencies = {{.*}}memplace.transfers
// CHECK: memref.alloc() {memplace.residencies
// CHECK: func.func @either_half

// Only a run decides which half of a buffer a memref is, so the memref cannot
// follow the buffer to another place.
#machine = #memplace.target<"machine",
  tiers = [#memplace.tier_spec<"only", capacity = 128, alignment = 8, read = 1.0e2, write = 1.0e2>],
  default_tier = "only",
  channels = [#memplace.channel_spec<"copy", "only" to "only", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0>
module attributes {memplace.target = #machine} {
  func.func @good(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"only", steps = 0 to 1>]}) attributes {memplace.transfers = []} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"only", offset = 0, steps = 0 to 1>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    return
  }
  func.func @either_half(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"only", steps = 0 to 2>]}, %c: i1, %i: index, %j: index, %f: f32)
      attributes {memplace.transfers = [#memplace.transfer<1 to 2, channel = "copy", start = 1, done = 1>]} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"only", offset = 0, steps = 0 to 1>,
                                                 #memplace.residency<"only", offset = 64, steps = 1 to 2>]} : memref<8xf32>
    %l = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    %r = memref.subview %a[%j] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    // expected-note@+1 {{the operand is defined here}}
    %s = arith.select %c, %l, %r : memref<4xf32, strided<[1], offset: ?>>
    linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%a : memref<8xf32>)
    // expected-error@+1 {{cannot serve operand 0: the part of buffer 'alloc0' that it accesses is known only at run time, and the buffer has several copies}}
    memref.copy %s, %x {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
    return
  }
}
