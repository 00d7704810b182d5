// Ops that do not fit are split where conditions on their indices change, and elements that they load become operands.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/tiles.json" | FileCheck %s
// RUN: sed "/^.. A load/,$ d" %s | memplace-opt --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: memplace-opt %t.placed.mlir --memplace-verify-placement -o /dev/null

// A concatenation becomes an op for each part.
// CHECK-LABEL: func.func @join(
// CHECK-DAG: memplace.window %arg0 : memref<16x1280xf32>
// CHECK-DAG: memplace.window %arg1 : memref<16x640xf32>
// CHECK-DAG: memplace.window %arg2 : memref<16x1920xf32>
// CHECK-NOT: scf.if
// CHECK-NOT: memref.load
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<{{[0-9]+}}x{{[0-9]+}}xf32, strided<[1280, 1], offset: ?>>)
// CHECK-NOT: scf.if
// CHECK-NOT: memref.load
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<{{[0-9]+}}x{{[0-9]+}}xf32, strided<[640, 1], offset: ?>>)
// CHECK-NOT: scf.if
func.func @join(%a: memref<16x1280xf32>, %b: memref<16x640xf32>, %y: memref<16x1920xf32>) {
  %c1280 = arith.constant 1280 : index
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<16x1920xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %isFirst = arith.cmpi ult, %j, %c1280 : index
    %value = scf.if %isFirst -> (f32) {
      %first = memref.load %a[%i, %j] : memref<16x1280xf32>
      scf.yield %first : f32
    } else {
      %at = arith.subi %j, %c1280 : index
      %second = memref.load %b[%i, %at] : memref<16x640xf32>
      scf.yield %second : f32
    }
    linalg.yield %value : f32
  }
  return
}

// The result fits, and so does each part, but not all three at once.
// CHECK-LABEL: func.func @all_at_once(
// CHECK-NOT: scf.if
func.func @all_at_once(%a: memref<32x64xf32>, %b: memref<32x72xf32>, %y: memref<32x136xf32>) {
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<32x136xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %isFirst = arith.cmpi ult, %j, %c64 : index
    %value = scf.if %isFirst -> (f32) {
      %first = memref.load %a[%i, %j] : memref<32x64xf32>
      scf.yield %first : f32
    } else {
      %at = arith.subi %j, %c64 : index
      %second = memref.load %b[%i, %at] : memref<32x72xf32>
      scf.yield %second : f32
    }
    linalg.yield %value : f32
  }
  return
}

// Padding: both conditions must hold. A row of the source is at a constant place.
// CHECK-LABEL: func.func @pad(
// CHECK-DAG: memplace.window %arg0 : memref<2x8192xf32>
// CHECK-NOT: scf.if
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<400xf32, strided<[1], offset: ?>>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: linalg.yield %arg2
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} :
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<408xf32, strided<[1], offset: ?>>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: linalg.yield %arg2
// CHECK-NOT: scf.if
func.func @pad(%a: memref<2x8192xf32>, %y: memref<9000xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c400 = arith.constant 400 : index
  %c8591 = arith.constant 8591 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    outs(%y : memref<9000xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %isAfter = arith.cmpi sge, %i, %c400 : index
    %isBefore = arith.cmpi sle, %i, %c8591 : index
    %isWithin = arith.andi %isAfter, %isBefore : i1
    %value = scf.if %isWithin -> (f32) {
      %at = affine.apply affine_map<(d0) -> (d0 - 400)>(%i)
      %first = memref.load %a[%c0, %at] : memref<2x8192xf32>
      %second = memref.load %a[%c1, %at] : memref<2x8192xf32>
      %product = arith.mulf %first, %second : f32
      scf.yield %product : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %value : f32
  }
  return
}

// Every second element is an operand, too.
// CHECK-LABEL: func.func @doubled(
// CHECK-NOT: memref.load
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<
func.func @doubled(%a: memref<18000xf32>, %y: memref<9000xf32>) {
  %c2 = arith.constant 2 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    outs(%y : memref<9000xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %at = arith.muli %c2, %i : index
    %value = memref.load %a[%at] : memref<18000xf32>
    linalg.yield %value : f32
  }
  return
}

// A load in reverse order becomes an operand.
// CHECK-LABEL: func.func @reversed(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<9000xf32, strided<[1]>>)
// CHECK-NOT: memref.load
func.func @reversed(%a: memref<9000xf32>, %y: memref<9000xf32>) {
  %c8999 = arith.constant 8999 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    outs(%y : memref<9000xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %at = arith.subi %c8999, %i : index
    %value = memref.load %a[%at] : memref<9000xf32>
    linalg.yield %value : f32
  }
  return
}

// A load of an op that fits stays, and a condition on an element.
// CHECK-LABEL: func.func @fits(
// CHECK: scf.if
func.func @fits(%a: memref<16xf32>, %y: memref<32xf32>, %zero: f32) {
  %c16 = arith.constant 16 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    outs(%y : memref<32xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %isFirst = arith.cmpi ult, %i, %c16 : index
    %value = scf.if %isFirst -> (f32) {
      %first = memref.load %a[%i] : memref<16xf32>
      scf.yield %first : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %value : f32
  }
  return
}

// CHECK-LABEL: func.func @masked(
// CHECK: scf.if
func.func @masked(%a: memref<9000xf32>, %mask: memref<9000xi1>, %y: memref<9000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%mask : memref<9000xi1>) outs(%y : memref<9000xf32>) {
  ^bb0(%isTaken: i1, %out: f32):
    %i = linalg.index 0 : index
    %value = scf.if %isTaken -> (f32) {
      %element = memref.load %a[%i] : memref<9000xf32>
      scf.yield %element : f32
    } else {
      scf.yield %out : f32
    }
    linalg.yield %value : f32
  }
  return
}
