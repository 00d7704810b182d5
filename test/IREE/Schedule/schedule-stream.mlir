// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-schedule-stream | FileCheck %s
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-schedule-stream=report=- -o %t.mlir | FileCheck %s --check-prefix=REPORT
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-schedule-stream="range-alignment=4096 report=-" -o %t.mlir | FileCheck %s --check-prefix=COARSE

// The small value is used and gone before the large one is made.
// CHECK-LABEL: sym_name = "one_after_another"
// CHECK: "stream.async.execute"
// CHECK-NEXT: %[[NARROW:.*]] = "stream.async.splat"(%{{.*}}, %c64{{[_0-9]*}})
// CHECK-NEXT: %[[FIRST:.*]] = "stream.async.clone"(%[[NARROW]],
// CHECK-NEXT: %[[WIDE:.*]] = "stream.async.splat"(%{{.*}}, %c512{{[_0-9]*}})
// CHECK-NEXT: %[[LAST:.*]] = "stream.async.slice"(%[[WIDE]],
// CHECK-NEXT: "stream.yield"(%[[FIRST]], %[[LAST]],
// REPORT: "function": "one_after_another"
// REPORT-NEXT: "ops": 4
// REPORT-NEXT: "moved_ops": {{[1-9]}}
// REPORT-NEXT: "waves": 0
// REPORT-NEXT: "kept_waves": 0
// REPORT-NEXT: "given": 576
// REPORT-NEXT: "size": 512
// REPORT-NEXT: "bound": 512
// COARSE: "given": 8192
// COARSE-NEXT: "size": 4096
"util.func"() <{sym_name = "one_after_another"}> ({
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %r:3 = "stream.async.execute"(%c64, %c64) <{operandSegmentSizes = array<i32: 0, 0, 2, 0>, tied_operands = []}> ({
    %wide = "stream.async.splat"(%zero, %c512) : (i8, index) -> !stream.resource<transient>
    %narrow = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %0 = "stream.async.clone"(%narrow, %c64, %c64) : (!stream.resource<transient>, index, index) -> !stream.resource<external>
    %1 = "stream.async.slice"(%wide, %c512, %c0, %c64, %c64) : (!stream.resource<transient>, index, index, index, index) -> !stream.resource<external>
    "stream.yield"(%0, %1, %c64, %c64) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
  }) : (index, index) -> (!stream.resource<external>, !stream.resource<external>, !stream.timepoint)
  "util.return"() : () -> ()
}) : () -> ()

// The slice would come last if the dispatch after it did not overwrite its
// operand in place.
// CHECK-LABEL: sym_name = "overwritten_in_place"
// CHECK: "stream.async.splat"
// CHECK-NEXT: "stream.async.slice"
// CHECK-NEXT: @change
// CHECK-NEXT: @widen
// CHECK-NEXT: @narrow
// CHECK-NEXT: @join
// REPORT: "function": "overwritten_in_place"
// REPORT: "moved_ops": 0
// REPORT: "given": 1600
// REPORT-NEXT: "size": 1600
// REPORT-NEXT: "bound": 1600
"util.func"() <{sym_name = "overwritten_in_place"}> ({
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %r:2 = "stream.async.execute"(%c64) <{operandSegmentSizes = array<i32: 0, 0, 1, 0>, tied_operands = []}> ({
    %0 = "stream.async.splat"(%zero, %c64) : (i8, index) -> !stream.resource<transient>
    %1 = "stream.async.slice"(%0, %c64, %c0, %c64, %c512) : (!stream.resource<transient>, index, index, index, index) -> !stream.resource<transient>
    %2 = "stream.async.dispatch"(%c1024, %0, %c64, %c0, %c64, %c64, %c64) <{entry_points = [@change], operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>,
      tied_operands = [0 : index]}> : (index, !stream.resource<transient>, index, index, index, index, index) -> !stream.resource<transient>
    %3 = "stream.async.dispatch"(%2, %c64, %c0, %c64, %c64, %c1024) <{entry_points = [@widen], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, index, index, index, index, index) -> !stream.resource<transient>
    %4 = "stream.async.dispatch"(%3, %c1024, %c0, %c1024, %c1024, %c64) <{entry_points = [@narrow], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, index, index, index, index, index) -> !stream.resource<transient>
    %5 = "stream.async.dispatch"(%1, %4, %c512, %c64, %c0, %c0, %c512, %c64, %c512, %c64, %c64) <{entry_points = [@join], operandSegmentSizes = array<i32: 0, 2, 2, 2, 2, 2, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> !stream.resource<external>
    "stream.yield"(%5, %c64) : (!stream.resource<external>, index) -> ()
  }) : (index) -> (!stream.resource<external>, !stream.timepoint)
  "util.return"() : () -> ()
}) : () -> ()

// Likewise for storage of the caller, which the region has under two names.
// CHECK-LABEL: sym_name = "passed_twice"
// CHECK: @read
// CHECK-NEXT: "stream.async.fill"
// CHECK-NEXT: @widen
// REPORT: "function": "passed_twice"
// REPORT: "moved_ops": 0
// REPORT: "given": 1536
// REPORT-NEXT: "size": 1536
// REPORT-NEXT: "bound": 1536
"util.func"() <{sym_name = "passed_twice"}> ({
^bb0(%in: !stream.resource<external>):
  %pattern = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %r:3 = "stream.async.execute"(%in, %in, %c64, %c64, %c64, %c64) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>, tied_operands = [0 : index, -1 : index]}> ({
  ^bb0(%a: !stream.resource<external>, %b: !stream.resource<external>):
    %0 = "stream.async.dispatch"(%b, %c64, %c0, %c64, %c64, %c512) <{entry_points = [@read], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<external>, index, index, index, index, index) -> !stream.resource<transient>
    %1 = "stream.async.fill"(%a, %c64, %c0, %c64, %c64, %pattern) : (!stream.resource<external>, index, index, index, index, i32) -> !stream.resource<external>
    %2 = "stream.async.dispatch"(%1, %c64, %c0, %c64, %c64, %c1024) <{entry_points = [@widen], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<external>, index, index, index, index, index) -> !stream.resource<transient>
    %3 = "stream.async.update"(%1, %c64, %c0, %c64, %2, %c1024) : (!stream.resource<external>, index, index, index, !stream.resource<transient>, index) -> !stream.resource<external>
    %4 = "stream.async.dispatch"(%0, %3, %c512, %c64, %c0, %c0, %c512, %c64, %c512, %c64, %c64) <{entry_points = [@join], operandSegmentSizes = array<i32: 0, 2, 2, 2, 2, 2, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, !stream.resource<external>, index, index, index, index, index, index, index, index, index) -> !stream.resource<external>
    "stream.yield"(%3, %4, %c64, %c64) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
  }) : (!stream.resource<external>, !stream.resource<external>, index, index, index, index) -> (!stream.resource<external>, !stream.resource<external>, !stream.timepoint)
  "util.return"() : () -> ()
}) : () -> ()

// Ops of a wave that need much at the same time run one after another. The ops
// of the other wave need little, and may still run at the same time.
// CHECK-LABEL: sym_name = "waves"
// CHECK: "stream.async.execute"
// CHECK-NEXT: ^bb0(%[[IN:.*]]: !stream.resource<external>):
// CHECK-NOT: stream.async.concurrent
// CHECK: %[[A:.*]] = "stream.async.dispatch"(%[[IN]], {{.*}}@widen
// CHECK-NEXT: %[[B:.*]] = "stream.async.dispatch"(%[[A]], {{.*}}@narrow
// CHECK-NEXT: %[[C:.*]] = "stream.async.dispatch"(%[[IN]], {{.*}}@widen
// CHECK-NEXT: %[[D:.*]] = "stream.async.dispatch"(%[[C]], {{.*}}@narrow
// CHECK-NEXT: %[[W:.*]]:2 = "stream.async.concurrent"(%[[B]], %[[D]],
// CHECK-NEXT: ^bb0(%[[X:.*]]: !stream.resource<transient>, %[[Y:.*]]: !stream.resource<transient>):
// CHECK-NEXT: "stream.async.dispatch"(%[[X]], %[[Y]], {{.*}}@join
// CHECK-NEXT: "stream.async.dispatch"(%[[X]], %[[Y]], {{.*}}@join
// CHECK-NEXT: stream.yield
// CHECK-NEXT: })
// CHECK-NEXT: "stream.yield"(%[[W]]#0, %[[W]]#1,
// REPORT: "function": "waves"
// REPORT-NEXT: "ops": 6
// REPORT-NEXT: "moved_ops": 1
// REPORT-NEXT: "waves": 2
// REPORT-NEXT: "kept_waves": 1
// REPORT-NEXT: "given": 1088
// REPORT-NEXT: "size": 640
// REPORT-NEXT: "bound": 640
"util.func"() <{sym_name = "waves"}> ({
^bb0(%in: !stream.resource<external>):
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %r:3 = "stream.async.execute"(%in, %c64, %c64, %c64) <{operandSegmentSizes = array<i32: 1, 1, 2, 0>, tied_operands = []}> ({
  ^bb0(%arg: !stream.resource<external>):
    %0:2 = "stream.async.concurrent"(%arg, %c64, %c512, %c512) <{operandSegmentSizes = array<i32: 1, 1, 2>, tied_operands = []}> ({
    ^bb0(%x: !stream.resource<external>):
      %5 = "stream.async.dispatch"(%x, %c64, %c0, %c64, %c64, %c512) <{entry_points = [@widen], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
        tied_operands = [-1 : index]}> : (!stream.resource<external>, index, index, index, index, index) -> !stream.resource<transient>
      %6 = "stream.async.dispatch"(%x, %c64, %c0, %c64, %c64, %c512) <{entry_points = [@widen], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
        tied_operands = [-1 : index]}> : (!stream.resource<external>, index, index, index, index, index) -> !stream.resource<transient>
      "stream.yield"(%5, %6, %c512, %c512) : (!stream.resource<transient>, !stream.resource<transient>, index, index) -> ()
    }) : (!stream.resource<external>, index, index, index) -> (!stream.resource<transient>, !stream.resource<transient>)
    %1 = "stream.async.dispatch"(%0#0, %c512, %c0, %c512, %c512, %c64) <{entry_points = [@narrow], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, index, index, index, index, index) -> !stream.resource<transient>
    %2 = "stream.async.dispatch"(%0#1, %c512, %c0, %c512, %c512, %c64) <{entry_points = [@narrow], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<transient>, index, index, index, index, index) -> !stream.resource<transient>
    %3:2 = "stream.async.concurrent"(%1, %2, %c64, %c64, %c64, %c64) <{operandSegmentSizes = array<i32: 2, 2, 2>, tied_operands = []}> ({
    ^bb0(%y: !stream.resource<transient>, %z: !stream.resource<transient>):
      %5 = "stream.async.dispatch"(%y, %z, %c64, %c64, %c0, %c0, %c64, %c64, %c64, %c64, %c64) <{entry_points = [@join], operandSegmentSizes = array<i32: 0, 2, 2, 2, 2, 2, 1>,
        tied_operands = [-1 : index]}> : (!stream.resource<transient>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> !stream.resource<external>
      %6 = "stream.async.dispatch"(%y, %z, %c64, %c64, %c0, %c0, %c64, %c64, %c64, %c64, %c64) <{entry_points = [@join], operandSegmentSizes = array<i32: 0, 2, 2, 2, 2, 2, 1>,
        tied_operands = [-1 : index]}> : (!stream.resource<transient>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> !stream.resource<external>
      "stream.yield"(%5, %6, %c64, %c64) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
    }) : (!stream.resource<transient>, !stream.resource<transient>, index, index, index, index) -> (!stream.resource<external>, !stream.resource<external>)
    "stream.yield"(%3#0, %3#1, %c64, %c64) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
  }) : (!stream.resource<external>, index, index, index) -> (!stream.resource<external>, !stream.resource<external>, !stream.timepoint)
  "util.return"() : () -> ()
}) : () -> ()

// The caller's storage and yielded values are no transients: nothing to gain.
// CHECK-LABEL: sym_name = "storage_of_others"
// CHECK: @first
// CHECK-NEXT: @second
// CHECK-NEXT: "stream.async.fill"
// REPORT-NOT: "function"
"util.func"() <{sym_name = "storage_of_others"}> ({
^bb0(%in: !stream.resource<external>):
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %pattern = arith.constant 1 : i32
  %r:3 = "stream.async.execute"(%in, %in, %c64, %c64, %c64) <{operandSegmentSizes = array<i32: 2, 2, 1, 0>, tied_operands = []}> ({
  ^bb0(%a: !stream.resource<external>, %b: !stream.resource<external>):
    %0 = "stream.async.dispatch"(%b, %c64, %c0, %c64, %c64, %c64) <{entry_points = [@first], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>,
      tied_operands = [-1 : index]}> : (!stream.resource<external>, index, index, index, index, index) -> !stream.resource<transient>
    %1 = "stream.async.dispatch"(%0, %c64, %c0, %c64, %c64) <{entry_points = [@second], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 0>,
      tied_operands = [0 : index]}> : (!stream.resource<transient>, index, index, index, index) -> !stream.resource<transient>
    %2 = "stream.async.fill"(%a, %c64, %c0, %c64, %c64, %pattern) : (!stream.resource<external>, index, index, index, index, i32) -> !stream.resource<external>
    "stream.yield"(%1, %2, %c64, %c64) : (!stream.resource<transient>, !stream.resource<external>, index, index) -> ()
  }) : (!stream.resource<external>, !stream.resource<external>, index, index, index) -> (!stream.resource<transient>, !stream.resource<external>, !stream.timepoint)
  "util.return"() : () -> ()
}) : () -> ()
