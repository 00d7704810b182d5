// A target may come from the module's DLTI spec. Devices without memplace's keys are ignored.
// RUN: memplace-opt %s | memplace-opt --memplace-extract-problem -o /dev/null | FileCheck %s

// CHECK: "name": "toy"
// CHECK: "name": "fast", "capacity": 128, "alignment": 8, "read_bytes_per_second": 1000, "write_bytes_per_second": 2000
// CHECK: "name": "slow", "capacity": 1000000, "alignment": 1, "read_bytes_per_second": 100, "write_bytes_per_second": 0, "ops": false}
// CHECK: "default_tier": "slow"
// CHECK: "name": "in", "from": "slow", "to": "fast", "bytes_per_second": 50, "latency_ps": 7, "indexed": true, "outstanding": 4
// CHECK: "name": "copy", "from": "fast", "to": "fast", "bytes_per_second": 50, "latency_ps": 0, "order": "deadline"
// CHECK: "combine": "max"
// CHECK: "flops_per_second": {{.*}}"default": 1000, "f32": 3000
// CHECK: "launch_ps": 5, "piece_ps": 9
// Ops have the target's defaults.
// CHECK: "overlap": 0.5, "accesses": [{{.*}}"efficiency": 0.25}, {{.*}}"efficiency": 0.25}]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : ui32>,
    "in" = #dlti.target_device_spec<"memplace.from" = "slow", "memplace.to" = "fast",
      "memplace.bytes_per_second" = 50.0, "memplace.latency_ps" = 7, "memplace.indexed" = true, "memplace.outstanding" = 4>,
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.alignment" = 8,
      "memplace.read_bytes_per_second" = 1.0e3, "memplace.write_bytes_per_second" = 2.0e3>,
    "slow" = #dlti.target_device_spec<"memplace.capacity" = 1000000, "other.key" = 1,
      "memplace.read_bytes_per_second" = 1.0e2, "memplace.write_bytes_per_second" = 0.0,
      "memplace.ops" = false>,
    "copy" = #dlti.target_device_spec<"memplace.from" = "fast", "memplace.to" = "fast", "memplace.bytes_per_second" = 50.0,
      "memplace.order" = "deadline">,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "slow", "memplace.combine" = "max", "memplace.launch_ps" = 5, "memplace.piece_ps" = 9,
      "memplace.overlap" = 0.5, "memplace.efficiency" = 0.25,
      "memplace.flops_per_second.default" = 1.0e3, "memplace.flops_per_second.f32" = 3.0e3>>} {
  func.func @f(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
    memref.copy %arg0, %arg1 : memref<4xf32> to memref<4xf32>
    return
  }
}
