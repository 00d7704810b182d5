// RUN: memplace-opt %s --split-input-file --memplace-enter-branches | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-enter-branches=branches=step | FileCheck %s --check-prefix=STEP
// RUN: memplace-opt %s --split-input-file --memplace-enter-branches=remarks --verify-diagnostics -o /dev/null
// RUN: memplace-opt %s --split-input-file --memplace-enter-branches --memplace-enter-branches | FileCheck %s

// STEP-NOT: memplace.enter_arm

// An arm beside an arm without memory accesses is marked, in either order;
// loops and branches inside get steps, too.
// CHECK-LABEL: func @one_arm(
// CHECK:      scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK-NEXT:   memplace.enter_arm "else"
// CHECK:        scf.for
// CHECK:          scf.if
// CHECK-NEXT:       memplace.enter_arm "then"
// CHECK-NOT:  enter_arm
// expected-remark @+1 {{2 of 2 branches of function 'one_arm' are entered, 0 of them split}}
func.func @one_arm(%c: i1, %d: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.if %c {
  } else {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.if %d {
        linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      }
      linalg.add ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
    }
  }
  // Only element accesses.
  scf.if %d {
    %v = memref.load %x[%c0] : memref<8xf32>
    memref.store %v, %y[%c0] : memref<8xf32>
  }
  return
}

// -----

// CHECK-LABEL: func @two_arms(
// CHECK-SAME:    %[[C:[^:]*]]: i1
// CHECK:      %[[NOT:.*]] = arith.xori %[[C]]
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT:   memplace.enter_arm "then"
// CHECK-NEXT:   linalg.exp
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[NOT]] {
// CHECK-NEXT:   memplace.enter_arm "else"
// CHECK-NEXT:   linalg.log
// CHECK-NEXT: }
// expected-remark @+1 {{1 of 1 branches of function 'two_arms' are entered, 1 of them split}}
func.func @two_arms(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  scf.if %c {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  } else {
    linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}

// -----

// CHECK-LABEL: func @switch(
// CHECK-SAME:    %[[N:[^:]*]]: index
// CHECK:      %[[IS2:.*]] = arith.cmpi eq, %[[N]], %c2
// CHECK:      %[[NONE:.*]] = arith.andi
// CHECK:      %[[IS7:.*]] = arith.cmpi eq, %[[N]], %c7
// CHECK-NEXT: %[[NOT7:.*]] = arith.xori %[[IS7]],
// CHECK-NEXT: %[[DEFAULT:.*]] = arith.andi %[[NONE]], %[[NOT7]]
// CHECK-NEXT: scf.if %[[IS2]]
// CHECK-NEXT:   memplace.enter_arm "case 2"
// CHECK-NEXT:   linalg.exp
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[IS7]]
// CHECK-NEXT:   memplace.enter_arm "case 7"
// CHECK-NEXT:   linalg.log
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[DEFAULT]]
// CHECK-NEXT:   memplace.enter_arm "default"
// CHECK-NEXT:   linalg.sqrt
// CHECK-NEXT: }
// expected-remark @+1 {{1 of 1 branches of function 'switch' are entered, 1 of them split}}
func.func @switch(%n: index, %x: memref<8xf32>, %y: memref<8xf32>) {
  scf.index_switch %n
  case 2 {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield
  }
  case 7 {
    linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield
  }
  default {
    linalg.sqrt ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield
  }
  return
}

// -----

// The running arm returns a number; of memrefs made by both arms, one is made
// before.
// CHECK-LABEL: func @results(
// CHECK-SAME:    %[[C:[^:]*]]: i1
// CHECK:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:      %[[M:.*]] = memref.alloc() : memref<8xf32>
// CHECK:      %[[FIRST:.*]]:2 = scf.if %[[C]] -> (f32, memref<8xf32>) {
// CHECK-NEXT:   memplace.enter_arm "then"
// CHECK-NEXT:   linalg.exp {{.*}} outs(%[[M]] :
// CHECK:        scf.yield %{{.*}}, %[[M]] :
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[ZERO]], %[[M]] :
// CHECK-NEXT: }
// CHECK-NEXT: %[[BOTH:.*]]:2 = scf.if %{{.*}} -> (f32, memref<8xf32>) {
// CHECK-NEXT:   memplace.enter_arm "else"
// CHECK-NEXT:   linalg.log {{.*}} outs(%[[M]] :
// CHECK:        scf.yield %{{.*}}, %[[M]] :
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[FIRST]]#0, %[[FIRST]]#1 :
// CHECK-NEXT: }
// CHECK-NEXT: linalg.fill ins(%[[BOTH]]#0 : f32) outs(%[[BOTH]]#1 :
// expected-remark @+1 {{1 of 1 branches of function 'results' are entered, 1 of them split}}
func.func @results(%c: i1, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.if %c -> (f32, memref<8xf32>) {
    %a = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    %v = memref.load %a[%c0] : memref<8xf32>
    scf.yield %v, %a : f32, memref<8xf32>
  } else {
    %b = memref.alloc() : memref<8xf32>
    linalg.log ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
    %v = memref.load %b[%c0] : memref<8xf32>
    scf.yield %v, %b : f32, memref<8xf32>
  }
  linalg.fill ins(%r#0 : f32) outs(%r#1 : memref<8xf32>)
  return
}

// -----

// An existing memref stands in for results that no arm has returned yet.
// CHECK-LABEL: func @early_result(
// CHECK-SAME:    %[[C:[^:]*]]: i1, %[[X:[^:]*]]: memref
// CHECK:      %[[FIRST:.*]] = scf.if %[[C]] -> (memref<8xf32>) {
// CHECK:        scf.yield %{{.*}} :
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[X]] :
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %{{.*}} -> (memref<8xf32>) {
// CHECK:        scf.yield %[[X]] :
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[FIRST]] :
// CHECK-NEXT: }
// expected-remark @+1 {{1 of 1 branches of function 'early_result' are entered, 1 of them split}}
func.func @early_result(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  %r = scf.if %c -> memref<8xf32> {
    %a = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    scf.yield %a : memref<8xf32>
  } else {
    linalg.log ins(%y : memref<8xf32>) outs(%x : memref<8xf32>)
    scf.yield %x : memref<8xf32>
  }
  linalg.exp ins(%r : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

// Unsuitable branches stay one step, with all their contents.
// CHECK-LABEL: func @left(
// CHECK-NOT:  enter_arm
// expected-remark @+1 {{0 of 3 branches of function 'left' are entered, 0 of them split}}
func.func @left(%c: i1, %z: complex<f32>, %x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-remark @+1 {{this branch stays one step: its arms return different memrefs that they allocate}}
  %r = scf.if %c -> memref<8xf32> {
    %a = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    scf.if %c {
      linalg.log ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    }
    scf.yield %a : memref<8xf32>
  } else {
    %b = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    linalg.log ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
    scf.yield %b : memref<8xf32>
  }
  // expected-remark @+1 {{this branch stays one step: 'memplace.cost' gives the cost of the whole branch}}
  scf.if %c {
    linalg.exp ins(%r : memref<8xf32>) outs(%y : memref<8xf32>)
  } {memplace.cost = #memplace.cost<compute_ps = 1000>}
  // expected-remark @+1 {{this branch stays one step: it has a result that is neither a number nor a memref}}
  %s = scf.if %c -> complex<f32> {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield %z : complex<f32>
  } else {
    linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield %z : complex<f32>
  }
  return
}
