// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file --memplace-default="target=toy schedule=auto report=- report-format=table" -o %t.mlir | FileCheck %s
// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file --memplace-default="target=toy schedule=auto report=-" -o /dev/null | FileCheck %s --check-prefix=JSON

// Two buffers of 96 bytes do not fit into 128 bytes at once.

// CHECK-LABEL: function 'branches'
// CHECK: moved or repeated ops: 1; 96 B, as written 192 B; makespan as written 2.544 s
// CHECK-NEXT: npu.make of step 1: now at 2
func.func @branches(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() : memref<24xf32>
  %b = memref.alloc() : memref<24xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<24xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<24xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<24xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<24xf32>, memref<4xf32>) -> ()
  return
}

// -----

// Two buffers of 600,000 bytes do not fit into the machine at once.

// CHECK-LABEL: function 'large'
// CHECK: moved or repeated ops: 1; 585.9 KiB, as written 1.1 MiB; as written, it does not fit
// JSON: "function": "large"
// JSON: "schedule": {
// JSON-NEXT: "repeated_ps": 0,
// JSON-NEXT: "given_bytes": 1200000,
// JSON-NEXT: "bytes": 600000,
// JSON-NEXT: "bound_bytes": 0,
// JSON-NEXT: "makespan_ps": {{[1-9][0-9]+}},
// JSON-NEXT: "ops": [
// JSON-NEXT: {
// JSON-NEXT: "op": "npu.make",
// JSON-NEXT: "written_step": 1,
// JSON-NEXT: "steps": [
// JSON-NEXT: 2
func.func @large(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() : memref<150000xf32>
  %b = memref.alloc() : memref<150000xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<150000xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<150000xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<150000xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<150000xf32>, memref<4xf32>) -> ()
  return
}
