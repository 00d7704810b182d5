// RUN: memplace-opt %s --memplace-join-swapped-buffers | FileCheck %s
// Buffers that cannot be joined stay at home.
// RUN: memplace-opt %s --memplace-default=target=toy -o /dev/null 2>%t.txt
// RUN: FileCheck %s --check-prefix=REMARK < %t.txt
// RUN: grep remark: %t.txt | count 6
// The whole is pinned if a part is pinned.
// RUN: memplace-opt %s --memplace-default=target=toy 2>/dev/null | FileCheck %s --check-prefix=PLACED

// CHECK-LABEL: func.func @swapped(
// CHECK:       %[[BOTH:.*]] = memref.alloc() {alignment = 4 : i64, memplace.pin = #memplace.tier<"fast">} : memref<24xi8>
// CHECK-DAG:   %[[OF_P:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[OF_Q:.*]] = arith.constant 12 : index
// CHECK:       %[[P:.*]] = memref.view %[[BOTH]][%[[OF_P]]][] : memref<24xi8> to memref<3xf32>
// CHECK:       memref.copy %arg0, %[[P]]
// CHECK:       %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %[[OF_P]], %[[Y:.*]] = %[[OF_Q]]) -> (index, index) {
// CHECK-DAG:     %[[FROM:.*]] = memref.view %[[BOTH]][%[[X]]][]
// CHECK-DAG:     %[[TO:.*]] = memref.view %[[BOTH]][%[[Y]]][]
// CHECK:         linalg.exp ins(%[[FROM]] : memref<3xf32>) outs(%[[TO]] : memref<3xf32>)
// CHECK:         scf.yield %[[Y]], %[[X]] : index, index
// CHECK:       %[[LAST:.*]] = memref.view %[[BOTH]][%[[R]]#0][]
// CHECK:       memref.copy %[[LAST]], %arg1
// Each part was freed once.
// CHECK-NEXT:  memref.dealloc %[[BOTH]] : memref<24xi8>
// CHECK-NEXT:  return
// PLACED-LABEL: func.func @swapped(
// PLACED:       memplace.slot {{.*}}memplace.pin = #memplace.tier<"fast">{{.*}} to memref<24xi8, #memplace.tier<"fast">>
// PLACED:       scf.for
// PLACED:       linalg.exp ins(%{{.*}} : memref<3xf32, #memplace.tier<"fast">>) outs(%{{.*}} : memref<3xf32, #memplace.tier<"fast">>)
func.func @swapped(%in: memref<3xf32>, %out: memref<3xf32>, %c4: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<3xf32>
  %q = memref.alloc() : memref<3xf32>
  memref.copy %in, %p : memref<3xf32> to memref<3xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %p, %y = %q) -> (memref<3xf32>, memref<3xf32>) {
    linalg.exp ins(%x : memref<3xf32>) outs(%y : memref<3xf32>)
    scf.yield %y, %x : memref<3xf32>, memref<3xf32>
  } {memplace.trip_count = 4 : i64}
  memref.copy %r#0, %out : memref<3xf32> to memref<3xf32>
  memref.dealloc %r#1 : memref<3xf32>
  memref.dealloc %r#0 : memref<3xf32>
  return
}

// Three buffers that rotate, in a loop that ends by a condition; and buffers
// chosen by a branch or a select.
// CHECK-LABEL: func.func @others(
// CHECK:       memref.alloc() {alignment = 4 : i64} : memref<48xi8>
// CHECK:       scf.while {{.*}} : (index, index, index, i1) -> (index, index, index)
// CHECK:       scf.if {{.*}} -> (index)
// CHECK:       arith.select {{.*}} : index
// CHECK-NOT:   {{iter_args|select|while|if.*memref}}
// CHECK:       return
func.func @others(%in: memref<4xf32>, %out: memref<4xf32>, %go: i1, %pick: i1) {
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  %s = memref.alloc() : memref<4xf32>
  memref.copy %in, %p : memref<4xf32> to memref<4xf32>
  %r:3 = scf.while (%a = %p, %b = %q, %c = %s, %on = %go) : (memref<4xf32>, memref<4xf32>, memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    scf.condition(%on) %a, %b, %c : memref<4xf32>, memref<4xf32>, memref<4xf32>
  } do {
  ^bb0(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>):
    linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b, %c, %a, %pick : memref<4xf32>, memref<4xf32>, memref<4xf32>, i1
  } attributes {memplace.trip_count = 2 : i64}
  %t = scf.if %pick -> memref<4xf32> {
    scf.yield %r#0 : memref<4xf32>
  } else {
    scf.yield %r#1 : memref<4xf32>
  }
  %u = arith.select %go, %t, %r#2 : memref<4xf32>
  memref.copy %u, %out : memref<4xf32> to memref<4xf32>
  return
}

// One buffer is external.
// CHECK-LABEL: func.func @argument(
// CHECK:       iter_args({{.*}}) -> (memref<4xf32>, memref<4xf32>)
// REMARK-DAG:  buffer 'alloc0' stays in its home tier: a value may be this buffer or 'arg0'
// REMARK-DAG:  buffer 'arg0' stays in its home tier: a value may be this buffer or 'alloc0'
func.func @argument(%in: memref<4xf32>, %c4: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %in, %y = %p) -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  } {memplace.trip_count = 4 : i64}
  return
}

// A loop carries a part of one buffer; one of two is freed.
// CHECK-LABEL: func.func @not_whole(
// CHECK:       iter_args({{.*}}) -> (memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>)
// CHECK-LABEL: func.func @one_freed(
// CHECK:       arith.select {{.*}} : memref<4xf32>
// REMARK-DAG:  buffer 'alloc0' stays in its home tier: a value may be this buffer or 'alloc1'
// REMARK-DAG:  buffer 'alloc1' stays in its home tier: a value may be this buffer or 'alloc0'
// REMARK-DAG:  buffer 'alloc0' stays in its home tier: a value may be this buffer or 'alloc1'
// REMARK-DAG:  buffer 'alloc1' stays in its home tier: a value may be this buffer or 'alloc0'
func.func @not_whole(%n: index, %c4: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<8xf32>
  %q = memref.alloc() : memref<8xf32>
  %a = memref.subview %p[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %b = memref.subview %q[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %b) -> (memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) {
    linalg.exp ins(%x : memref<4xf32, strided<[1], offset: ?>>) outs(%y : memref<4xf32, strided<[1], offset: ?>>)
    scf.yield %y, %x : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>
  } {memplace.trip_count = 4 : i64}
  return
}
func.func @one_freed(%in: memref<4xf32>, %pick: i1) {
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  %u = arith.select %pick, %p, %q : memref<4xf32>
  memref.copy %in, %u : memref<4xf32> to memref<4xf32>
  memref.dealloc %p : memref<4xf32>
  return
}

// A constant number of trips: the loop is unrolled, and each buffer stays one
// allocation. Five trips are two of the unrolled loop, and one.
// CHECK-LABEL: func.func @unrolled(
// CHECK:       %[[P:.*]] = memref.alloc() : memref<3xf32>
// CHECK:       %[[Q:.*]] = memref.alloc() : memref<3xf32>
// CHECK:       scf.for %{{.*}} = %c0 to %{{.*}} step %{{.*}} {
// CHECK-NEXT:    linalg.exp ins(%[[P]] : memref<3xf32>) outs(%[[Q]] : memref<3xf32>)
// CHECK-NEXT:    linalg.exp ins(%[[Q]] : memref<3xf32>) outs(%[[P]] : memref<3xf32>)
// CHECK-NEXT:  }
// CHECK-NEXT:  linalg.exp ins(%[[P]] : memref<3xf32>) outs(%[[Q]] : memref<3xf32>)
// CHECK-NEXT:  memref.copy %[[Q]], %{{.*}}
func.func @unrolled(%in: memref<3xf32>, %out: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %p = memref.alloc() : memref<3xf32>
  %q = memref.alloc() : memref<3xf32>
  memref.copy %in, %p : memref<3xf32> to memref<3xf32>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %p, %y = %q) -> (memref<3xf32>, memref<3xf32>) {
    linalg.exp ins(%x : memref<3xf32>) outs(%y : memref<3xf32>)
    scf.yield %y, %x : memref<3xf32>, memref<3xf32>
  }
  memref.copy %r#0, %out : memref<3xf32> to memref<3xf32>
  return
}

// Three buffers rotate: two trips are left after the unrolled loop. An argument
// may take part; a number that the loop also carries stays carried.
// CHECK-LABEL: func.func @rotated(
// CHECK-SAME:    %[[A:[^:]*]]: memref<3xf32>
// CHECK:       %[[P:.*]] = memref.alloc() : memref<3xf32>
// CHECK:       %[[Q:.*]] = memref.alloc() : memref<3xf32>
// CHECK:       %[[N:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (index) {
// CHECK:         linalg.exp ins(%[[A]] : memref<3xf32>) outs(%[[P]] : memref<3xf32>)
// CHECK:         linalg.exp ins(%[[P]] : memref<3xf32>) outs(%[[Q]] : memref<3xf32>)
// CHECK:         linalg.exp ins(%[[Q]] : memref<3xf32>) outs(%[[A]] : memref<3xf32>)
// CHECK:         scf.yield %{{.*}} : index
// CHECK:       linalg.exp ins(%[[A]] : memref<3xf32>) outs(%[[P]] : memref<3xf32>)
// CHECK:       linalg.exp ins(%[[P]] : memref<3xf32>) outs(%[[Q]] : memref<3xf32>)
// CHECK-NOT:   linalg.exp
// CHECK:       return
func.func @rotated(%a: memref<3xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %p = memref.alloc() : memref<3xf32>
  %q = memref.alloc() : memref<3xf32>
  %r:4 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %n = %c0, %y = %p, %z = %q) -> (memref<3xf32>, index, memref<3xf32>, memref<3xf32>) {
    linalg.exp ins(%x : memref<3xf32>) outs(%y : memref<3xf32>)
    %m = arith.addi %n, %i : index
    scf.yield %y, %m, %z, %x : memref<3xf32>, index, memref<3xf32>, memref<3xf32>
  } {memplace.trip_count = 8 : i64}
  return %r#1 : index
}
