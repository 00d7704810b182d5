// RUN: memplace-opt %s --memplace-extract-problem --split-input-file --verify-diagnostics

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.read_bytes_per_second' is missing}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.capacity' must be an i64, got "many"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = "many", "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.capacity' must be an i64, got 1 : index}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1 : index, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.read_bytes_per_second' must be an f64, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.read_bytes_per_second' must be an f64, got 1.000000e+00 : f32}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0 : f32, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.ops' must be true or false, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0, "memplace.ops" = 0>>} {}

// -----

// expected-error@+1 {{device 't' of 'dlti.target_system_spec': 'memplace.size' is not supported by memplace here}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0, "memplace.size" = 1>>} {}

// -----

// expected-error@+1 {{device 'c' of 'dlti.target_system_spec': 'memplace.to' is missing}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "c" = #dlti.target_device_spec<"memplace.from" = "fast">>} {}

// -----

// expected-error@+1 {{device 'c' of 'dlti.target_system_spec': 'memplace.from' must be a string, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "c" = #dlti.target_device_spec<"memplace.from" = 1, "memplace.to" = "fast">>} {}

// -----

// expected-error@+1 {{device 'c' of 'dlti.target_system_spec': no tier is named 'slow'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "c" = #dlti.target_device_spec<"memplace.from" = "slow", "memplace.to" = "fast", "memplace.bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 'm' of 'dlti.target_system_spec': no tier is named 'slow'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "m" = #dlti.target_device_spec<"memplace.default_tier" = "slow", "memplace.flops_per_second.default" = 1.0>>} {}

// -----

// expected-error@+1 {{device 'm' of 'dlti.target_system_spec': 'memplace.combine' must be 'sum' or 'max', got 'min'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "m" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.combine" = "min", "memplace.flops_per_second.default" = 1.0>>} {}

// -----

// expected-error@+1 {{device 'm' of 'dlti.target_system_spec': 'memplace.flops_per_second.f32' must be an f64, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "m" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.f32" = 1>>} {}

// -----

// expected-error@+1 {{device 'm' of 'dlti.target_system_spec': 'toy' has a 'memplace.default_tier' already}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "fast", "memplace.flops_per_second.default" = 1.0>,
    "m" = #dlti.target_device_spec<"memplace.default_tier" = "fast">>} {}

// -----

// expected-error@+1 {{'dlti.target_system_spec' has tiers or channels of memplace, but no device with a 'memplace.default_tier'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{'dlti.target_system_spec': compute.flops_per_second: 'default' is missing}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>,
    "m" = #dlti.target_device_spec<"memplace.default_tier" = "fast">>} {}

// -----

// expected-error@+1 {{device 'toy' of 'dlti.target_system_spec': 'memplace.overlap' must be an f64, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "t", "memplace.flops_per_second.default" = 1.0, "memplace.overlap" = 1>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{'dlti.target_system_spec': op_defaults.efficiency: must be from 1e-12 to 1, got 1.5}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "t", "memplace.flops_per_second.default" = 1.0, "memplace.efficiency" = 1.5>,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}

// -----

// expected-error@+1 {{device 'in' of 'dlti.target_system_spec': 'memplace.order' must be 'fifo' or 'deadline', got 'lifo'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "t", "memplace.flops_per_second.default" = 1.0>,
    "in" = #dlti.target_device_spec<"memplace.from" = "t", "memplace.to" = "t", "memplace.bytes_per_second" = 1.0, "memplace.order" = "lifo">,
    "t" = #dlti.target_device_spec<"memplace.capacity" = 1, "memplace.read_bytes_per_second" = 1.0, "memplace.write_bytes_per_second" = 1.0>>} {}
