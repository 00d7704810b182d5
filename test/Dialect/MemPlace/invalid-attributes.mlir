// RUN: memplace-opt %s --split-input-file --verify-diagnostics

// Each attribute alone.

// expected-error@+1 {{a residency's tier must not be empty}}
#bad = #memplace.residency<"", steps = 0 to 1>

// -----

// expected-error@+1 {{a residency's offset must be at least 0 bytes, got -1}}
#bad = #memplace.residency<"t", offset = -1, steps = 0 to 1>

// -----

// expected-error@+1 {{a residency lasts for at least one step from 0 on, got steps 3 to 3}}
#bad = #memplace.residency<"t", steps = 3 to 3>

// -----

// expected-error@+1 {{a residency lasts for at least one step from 0 on, got steps -1 to 3}}
#bad = #memplace.residency<"t", steps = -1 to 3>

// -----

// expected-error@+1 {{expected 'steps'}}
#bad = #memplace.residency<"t", 0 to 3>

// -----

// expected-error@+1 {{a transfer is from one residency to another, got 1 to 1}}
#bad = #memplace.transfer<1 to 1, channel = "c", start = 0, done = 1>

// -----

// expected-error@+1 {{a transfer is from one residency to another, got -1 to 1}}
#bad = #memplace.transfer<-1 to 1, channel = "c", start = 0, done = 1>

// -----

// expected-error@+1 {{a transfer's channel must not be empty}}
#bad = #memplace.transfer<0 to 1, channel = "", start = 0, done = 1>

// -----

// expected-error@+1 {{a transfer starts at step 0 or later and is done at its start or later, got start 2, done 1}}
#bad = #memplace.transfer<0 to 1, channel = "c", start = 2, done = 1>

// -----

// expected-error@+1 {{a transfer starts at step 0 or later and is done at its start or later, got start -1, done 1}}
#bad = #memplace.transfer<0 to 1, channel = "c", start = -1, done = 1>

// -----

// expected-error@+1 {{compute_ps must be at least 0, got -1}}
#bad = #memplace.cost<compute_ps = -1>

// -----

// expected-error@+1 {{bytes must be at least 0, got -1}}
#bad = #memplace.cost<compute_ps = 1, bytes = [0, -1]>

// -----

// expected-error@+1 {{overlap must be from 0 to 1, got 1.25}}
#bad = #memplace.cost<compute_ps = 1, overlap = 1.25>

// -----

// expected-error@+1 {{'overlap' must not be negative}}
#bad = #memplace.cost<compute_ps = 1, overlap = -0.5>

// -----

// expected-error@+1 {{overlap must be from 0 to 1, got nan}}
#bad = #memplace.cost<compute_ps = 1, overlap = 0x7FF8000000000000>

// -----

// expected-error@+1 {{efficiency must be from 1e-12 to 1, got 0}}
#bad = #memplace.cost<compute_ps = 1, efficiency = [1.0, 0.0]>

// -----

// expected-error@+1 {{efficiency must be from 1e-12 to 1, got 1.5}}
#bad = #memplace.cost<compute_ps = 1, efficiency = [1.5]>

// -----

// expected-error@+1 {{efficiency must be from 1e-12 to 1, got nan}}
#bad = #memplace.cost<compute_ps = 1, efficiency = [0x7FF8000000000000]>

// -----

// expected-error@+1 {{expected 'bytes' or 'overlap' or 'efficiency'}}
#bad = #memplace.cost<compute_ps = 1, overlp = 1>

// -----

// expected-error@+1 {{expected 'efficiency'}}
#bad = #memplace.cost<compute_ps = 1, overlap = 0.5, overlap = 0.5>

// -----

// expected-error@+1 {{a target's name must not be empty}}
#bad = #memplace.target<"">

// -----

// expected-error@+1 {{a target that is spelled out needs at least one tier; a built-in target has nothing but its name}}
#bad = #memplace.target<"t", tiers = [], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

// expected-error@+1 {{ops must be 'true' or 'false', got 'no'}}
#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0, ops = no>

// -----

// expected-error@+1 {{'read' must not be negative}}
#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = -1.5, write = 1.0>

// -----

// A name that no problem file can hold.
#a = #memplace.tier_spec<"a\FF", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{tiers[0].name: must be UTF-8 without NUL, but byte 1 is not}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a\FF", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 0, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{tiers[0].capacity: must be at least 1, got 0}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{default_tier: no tier is named 'b'; there is 'a'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "b", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{channels[0].from: no tier is named 'b'; there is 'a'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [#memplace.channel_spec<"c", "b" to "a", bytes_per_second = 1.0, latency_ps = 0>], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{channels[0].to: no tier is named 'b'; there is 'a'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [#memplace.channel_spec<"c", "a" to "b", bytes_per_second = 1.0, latency_ps = 0>], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{combine must be 'sum' or 'max', got 'min'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = min, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{flops_per_second.f32: must be an f64, got 1 : i64}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0, f32 = 1}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{op_defaults.overlap: must be from 0 to 1, got 2}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0, overlap = 2>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{op_defaults.efficiency: must be from 1e-12 to 1, got 0}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0, efficiency = 0.0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{op_defaults.efficiency: must be from 1e-12 to 1, got nan}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0, efficiency = 0x7FF8000000000000>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{expected 'efficiency'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0, overlap = 0.5, overlp = 0.5>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{order must be 'fifo' or 'deadline', got 'lifo'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [#memplace.channel_spec<"c", "a" to "a", bytes_per_second = 1.0, latency_ps = 0, order = lifo>], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{indexed must be 'true' or 'false', got 'yes'}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [#memplace.channel_spec<"c", "a" to "a", bytes_per_second = 1.0, latency_ps = 0, indexed = yes>], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

#a = #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1.0, write = 1.0>
// expected-error@+1 {{channels[0].outstanding: must be at least 0, got -1}}
#bad = #memplace.target<"t", tiers = [#a], default_tier = "a", channels = [#memplace.channel_spec<"c", "a" to "a", bytes_per_second = 1.0, latency_ps = 0, outstanding = -1>], combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>

// -----

// Attributes on the wrong ops, or of the wrong kind.

// expected-error@+1 {{'func.func' op 'memplace.target' belongs on a module}}
func.func private @f() attributes {memplace.target = #memplace.target<"toy">}

// -----

// expected-error@+1 {{'memplace.target' must be a #memplace.target, got "toy"}}
module attributes {memplace.target = "toy"} {}

// -----

// expected-error@+1 {{'memplace.residencies' belongs on an operation that defines a memref}}
func.func private @f() attributes {memplace.residencies = []}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.residencies' must be an array of #memplace.residency, got [1]}}
  %a = memref.alloc() {memplace.residencies = [1]} : memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.residency' must be a #memplace.residency, got []}}
  %a = memref.alloc() {memplace.residency = []} : memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.residency' belongs on an operation that defines a memref}}
  %a = arith.constant {memplace.residency = #memplace.residency<"t", steps = 0 to 1>} 1 : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.residency' is in the tier 't', but the memref is in 'u'}}
  %a = memref.alloc() {memplace.residency = #memplace.residency<"t", steps = 0 to 1>} : memref<8xf32, #memplace.tier<"u">>
  return
}

// -----

func.func @f(%arg0: memref<64xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{'memplace.residency' is at 4 bytes, but the slot is at 8 bytes}}
  %a = memplace.slot %arg0[8] for "b" {memplace.residency = #memplace.residency<"t", offset = 4, steps = 0 to 1>}
    : memref<64xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.buffer' must be a string, got 1 : i64}}
  %a = memref.alloc() {memplace.buffer = 1} : memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.buffer' must not be empty}}
  %a = memref.alloc() {memplace.buffer = ""} : memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.buffer' belongs on an operation that defines a memref}}
  return {memplace.buffer = "b"}
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.pin' must be a #memplace.tier, got "t"}}
  %a = memref.alloc() {memplace.pin = "t"} : memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.pin' belongs on an operation that defines a memref}}
  return {memplace.pin = #memplace.tier<"t">}
}

// -----

func.func @f() {
  // expected-error@+1 {{'func.return' op 'memplace.transfers' belongs on a function}}
  return {memplace.transfers = []}
}

// -----

// expected-error@+1 {{'memplace.transfers' must be an array of #memplace.transfer, got [1]}}
func.func private @f() attributes {memplace.transfers = [1]}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.step' must be an i64, got 1 : i32}}
  return {memplace.step = 1 : i32}
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.step' must be at least 0, got -1}}
  return {memplace.step = -1 : i64}
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.served' must be an array<i64>, got [1]}}
  return {memplace.served = [1]}
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.served' must hold numbers of residencies, got -1}}
  return {memplace.served = array<i64: 0, -1>}
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.cost' must be a #memplace.cost, got 1 : i64}}
  return {memplace.cost = 1}
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.cost' gives the bytes of 1 memref operands, but there are 2}}
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 1, bytes = [32]>} : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.cost' gives the efficiency of 3 memref operands, but there are 2}}
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 1, bytes = [32, 32], efficiency = [1, 1, 1]>} : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.flops' belongs on a call}}
  return {memplace.flops = 1}
}

// -----

func.func private @callee()
func.func @f() {
  // expected-error@+1 {{'memplace.flops' must be at least 0, got -1}}
  call @callee() {memplace.flops = -1} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.trip_count' belongs on a loop}}
  return {memplace.trip_count = 1}
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'memplace.trip_count' must be at least 1, got 0}}
  scf.for %i = %n to %n step %n {
  } {memplace.trip_count = 0}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'memplace.trip_count' must be an i64, got "many"}}
  scf.for %i = %n to %n step %n {
  } {memplace.trip_count = "many"}
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.resident' is not an attribute of memplace; use one of 'memplace.access', 'memplace.apart', 'memplace.baseline', 'memplace.buffer', 'memplace.called', 'memplace.cost', 'memplace.cut', 'memplace.cut_dims', 'memplace.cuts_made', 'memplace.flops', 'memplace.piece', 'memplace.pin', 'memplace.placed', 'memplace.residencies', 'memplace.residency', 'memplace.schedule_made', 'memplace.served', 'memplace.step', 'memplace.target', 'memplace.together', 'memplace.transfers', 'memplace.trip_count', 'memplace.unsigned'}}
  return {memplace.resident = 1}
}

// -----

// expected-error@+1 {{'memplace.step' does not belong on an argument; 'memplace.buffer', 'memplace.pin', 'memplace.residencies' and 'memplace.unsigned' do}}
func.func private @f(memref<8xf32> {memplace.step = 1})

// -----

// expected-error@+1 {{'memplace.unsigned' belongs on a memref of integers, got 'memref<8xf32>'}}
func.func private @f(memref<8xf32> {memplace.unsigned})

// -----

// expected-error@+1 {{'memplace.unsigned' belongs on a memref of integers, got 'i32'}}
func.func private @f(memref<8xi32>, i32 {memplace.unsigned})

// -----

// expected-error@+1 {{'memplace.unsigned' must be a unit attribute, got true}}
func.func private @f(memref<8xi32> {memplace.unsigned = true})

// -----

// expected-error@+1 {{'memplace.unsigned' belongs on a memref of integers, got 'tensor<8xf32>'}}
func.func private @f() -> (tensor<8xf32> {memplace.unsigned})

// -----

// expected-error@+1 {{'memplace.unsigned' belongs on an argument or result of a function}}
func.func private @f() attributes {memplace.unsigned}

// -----

// expected-error@+1 {{'memplace.buffer' must not be empty}}
func.func private @f(memref<8xf32> {memplace.buffer = ""})

// -----

// expected-error@+1 {{'memplace.buffer' belongs on a memref, but argument 0 is of type 'f32'}}
func.func private @f(f32 {memplace.buffer = "a"})

// -----

// expected-error@+1 {{'memplace.pin' belongs on a memref, but argument 1 is of type 'f32'}}
func.func private @f(memref<8xf32>, f32 {memplace.pin = #memplace.tier<"t">})

// -----

// expected-error@+1 {{'memplace.pin' must be a #memplace.tier, got 1 : i64}}
func.func private @f(memref<8xf32> {memplace.pin = 1})

// -----

// expected-error@+1 {{'memplace.residencies' must be an array of #memplace.residency, got 1 : i64}}
func.func private @f(memref<8xf32> {memplace.residencies = 1})

// -----

// expected-error@+1 {{'memplace.buffer' does not belong on a function's result}}
func.func private @f() -> (f32 {memplace.buffer = "a"})

// -----

// expected-error@+1 {{'memplace.pin' does not belong on a function's result}}
func.func private @f() -> (memref<8xf32> {memplace.pin = #memplace.tier<"t">})

// -----

// expected-error@+1 {{'memplace.placed' belongs on a function}}
module attributes {memplace.placed} {
}

// -----

// expected-error@+1 {{'memplace.placed' must be a unit attribute, got true}}
func.func @placed_or_not() attributes {memplace.placed = true} {
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memplace.baseline' belongs on a function}}
  return {memplace.baseline = #memplace.baseline<0>}
}
