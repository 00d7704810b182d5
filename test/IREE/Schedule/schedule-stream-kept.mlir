// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-schedule-stream --split-input-file --verify-diagnostics
// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file -o %t.given.mlir
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-schedule-stream --split-input-file -o %t.kept.mlir 2> %t.remarks
// RUN: diff %t.given.mlir %t.kept.mlir
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-schedule-stream=offset-alignment=0 < /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: 'offset-alignment' must be from 1 to 1073741824, got 0
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-schedule-stream=report=%t/no/such/folder < /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: {{.*}}/no/such/folder: cannot {{.*}}No such file or directory

// Each of these regions keeps its order.

"util.func"() <{sym_name = "dynamic"}> ({
^bb0(%n: index):
  %zero = arith.constant 0 : i8
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{the order is left to IREE in 'dynamic': a transient has a dynamic size, or more than 2^60 bytes}}
  %r:3 = "stream.async.execute"(%c64, %c64) <{operandSegmentSizes = array<i32: 0, 0, 2, 0>, tied_operands = []}> ({
    %wide = "stream.async.splat"(%zero, %n) : (i8, index) -> !stream.resource<transient>
    %narrow = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %0 = "stream.async.clone"(%narrow, %c64, %c64) : (!stream.resource<transient>, index, index) -> !stream.resource<external>
    %1 = "stream.async.clone"(%wide, %n, %c64) : (!stream.resource<transient>, index, index) -> !stream.resource<external>
    "stream.yield"(%0, %1, %c64, %c64) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
  }) : (index, index) -> (!stream.resource<external>, !stream.resource<external>, !stream.timepoint)
}) : () -> ()

// -----

"util.func"() <{sym_name = "too_large"}> ({
  %zero = arith.constant 0 : i8
  %most = arith.constant 1152921504606846977 : index
  // expected-remark@+1 {{a transient has a dynamic size, or more than 2^60 bytes}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    %wide = "stream.async.splat"(%zero, %most) : (i8, index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

"util.func"() <{sym_name = "too_large_together"}> ({
  %zero = arith.constant 0 : i8
  %most = arith.constant 1152921504606846976 : index
  // expected-remark@+1 {{more than 2^61 bytes together}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    %0 = "stream.async.splat"(%zero, %most) : (i8, index) -> !stream.resource<transient>
    %1 = "stream.async.splat"(%zero, %most) : (i8, index) -> !stream.resource<transient>
    %2 = "stream.async.splat"(%zero, %most) : (i8, index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

// A call may do anything.
"util.func"() <{sym_name = "effects"}> ({
  %zero = arith.constant 0 : i8
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{the order is left to IREE in 'effects': 'stream.async.call' is not known to keep its meaning}}
  %r:2 = "stream.async.execute"(%c64) <{operandSegmentSizes = array<i32: 0, 0, 1, 0>, tied_operands = []}> ({
    %0 = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %1 = "stream.async.call"(%0, %c64) <{callee = @print}> : (!stream.resource<transient>, index) -> !stream.resource<external>
    "stream.yield"(%1, %c64) : (!stream.resource<external>, index) -> ()
  }) : (index) -> (!stream.resource<external>, !stream.timepoint)
}) : () -> ()

// -----

"util.func"() <{sym_name = "effects_in_a_wave"}> ({
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{'test.print' is not known to keep its meaning}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    "stream.async.concurrent"() <{operandSegmentSizes = array<i32: 0, 0, 0>, tied_operands = []}> ({
      "test.print"() : () -> ()
      "stream.yield"() : () -> ()
    }) : () -> ()
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

// A wave is not in another.
"util.func"() <{sym_name = "wave_in_a_wave"}> ({
  // expected-remark@+1 {{'stream.async.concurrent' is not known to keep its meaning}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    "stream.async.concurrent"() <{operandSegmentSizes = array<i32: 0, 0, 0>, tied_operands = []}> ({
      "stream.async.concurrent"() <{operandSegmentSizes = array<i32: 0, 0, 0>, tied_operands = []}> ({
        "stream.yield"() : () -> ()
      }) : () -> ()
      "stream.yield"() : () -> ()
    }) : () -> ()
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

// An op that waits for a timepoint, and one that makes a timepoint.
"util.func"() <{sym_name = "waits"}> ({
^bb0(%ready: !stream.timepoint):
  %zero = arith.constant 0 : i8
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{'stream.async.clone' has an operand that is no resource of the region}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    %0 = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %1 = "stream.async.clone"(%0, %ready, %c64, %c64) : (!stream.resource<transient>, !stream.timepoint, index, index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{'stream.async.clone' has a result that is no resource}}
  %s = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    %0 = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %1 = "stream.async.clone"(%0, %c64, %c64) : (!stream.resource<transient>, index, index) -> !stream.timepoint
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{it takes more than resources}}
  %t = "stream.async.execute"(%ready) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, tied_operands = []}> ({
  ^bb0(%then: !stream.timepoint):
    "stream.yield"() : () -> ()
  }) : (!stream.timepoint) -> !stream.timepoint
}) : () -> ()

// -----

// A region in a region, and a resource from outside.
"util.func"() <{sym_name = "nested"}> ({
^bb0(%in: !stream.resource<external>):
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{'stream.async.execute' is not known to keep its meaning}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
    // expected-remark@+1 {{'stream.async.clone' has an operand that is no resource of the region}}
    %s = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, tied_operands = []}> ({
      %0 = "stream.async.clone"(%in, %c64, %c64) : (!stream.resource<external>, index, index) -> !stream.resource<transient>
      "stream.yield"() : () -> ()
    }) : () -> !stream.timepoint
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

// Unknown forms: no region, no yield, a tie to no resource, no segments, a wave
// that yields too little.
"util.func"() <{sym_name = "forms"}> ({
  %zero = arith.constant 0 : i8
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{the order is left to IREE in 'forms': its form is not known}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> !stream.timepoint
  // expected-remark@+1 {{its form is not known}}
  %s = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    "test.done"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{'stream.async.dispatch' is tied to an operand that is no resource}}
  %t = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    %0 = "stream.async.dispatch"(%c64, %c64) <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 1>, tied_operands = [0 : index]}> : (index, index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{'stream.async.dispatch' is tied to an operand that is no resource}}
  %u = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    %0 = "stream.async.dispatch"(%c64) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, tied_operands = [7 : index]}> : (index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{'stream.async.dispatch' is not known to keep its meaning}}
  %v = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    %0 = "stream.async.dispatch"(%c64) : (index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  // expected-remark@+1 {{'stream.async.concurrent' has an unknown form}}
  %w = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    %0 = "stream.async.concurrent"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
      "stream.yield"() : () -> ()
    }) : () -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()

// -----

// A size from an op of the region.
"util.func"() <{sym_name = "number_from_inside"}> ({
  %zero = arith.constant 0 : i8
  // expected-remark@+1 {{'arith.constant' is not known to keep its meaning}}
  %r = "stream.async.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    %c64 = arith.constant 64 : index
    %0 = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
}) : () -> ()
