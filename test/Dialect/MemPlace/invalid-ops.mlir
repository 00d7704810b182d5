// RUN: memplace-opt %s --split-input-file --verify-diagnostics

func.func @arena_outside_of_tiers() {
  // expected-error@+1 {{'memplace.arena' op needs an arena whose memory space is a #memplace.tier, got 'memref<8xi8, 1>'}}
  %a = memplace.arena : memref<8xi8, 1>
  return
}

// -----

func.func @arena_of_dynamic_size() {
  // expected-error@+1 {{needs an arena of a static size of at least 1 byte, got 'memref<?xi8, #memplace.tier<"t">>'}}
  %a = memplace.arena : memref<?xi8, #memplace.tier<"t">>
  return
}

// -----

func.func @arena_without_bytes() {
  // expected-error@+1 {{needs an arena of a static size of at least 1 byte}}
  %a = memplace.arena : memref<0xi8, #memplace.tier<"t">>
  return
}

// -----

func.func @arena_with_layout() {
  // expected-error@+1 {{needs an arena without a layout}}
  %a = memplace.arena : memref<8xi8, strided<[2]>, #memplace.tier<"t">>
  return
}

// -----

func.func @arena_of_floats() {
  // expected-error@+1 {{result #0 must be 1D memref of 8-bit signless integer values}}
  %a = memplace.arena : memref<8xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @arena_of_odd_alignment() {
  // expected-error@+1 {{needs an alignment that is a power of two, got 24}}
  %a = memplace.arena {alignment = 24 : i64} : memref<8xi8, #memplace.tier<"t">>
  return
}

// -----

func.func @arena_of_negative_alignment() {
  // expected-error@+1 {{needs an alignment that is a power of two, got -8}}
  %a = memplace.arena {alignment = -8 : i64} : memref<8xi8, #memplace.tier<"t">>
  return
}

// -----

func.func @tier_without_name() {
  // expected-error@+1 {{a tier's name must not be empty}}
  %a = memplace.arena : memref<8xi8, #memplace.tier<"">>
  return
}

// -----

func.func @free_of_what_is_no_arena(%arg0: memref<8xi8>) {
  // expected-error@+1 {{'memplace.free_arena' op needs an arena whose memory space is a #memplace.tier, got 'memref<8xi8>'}}
  memplace.free_arena %arg0 : memref<8xi8>
  return
}

// -----

func.func @slot_of_what_is_no_arena(%arg0: memref<8xi8>) {
  // expected-error@+1 {{'memplace.slot' op needs an arena whose memory space is a #memplace.tier, got 'memref<8xi8>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<8xi8> to memref<2xf32>
  return
}

// -----

func.func @slot_in_another_tier(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{is in another memory space than its arena: 'memref<2xf32, #memplace.tier<"u">>', not 'memref<8xi8, #memplace.tier<"t">>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<8xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"u">>
  return
}

// -----

func.func @slot_of_no_buffer(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs a buffer name that is not empty}}
  %s = memplace.slot %arg0[0] for "" : memref<8xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_of_dynamic_size(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs a type of static size, got 'memref<?xf32, #memplace.tier<"t">>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<8xi8, #memplace.tier<"t">> to memref<?xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_of_memrefs(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs a type of static size, got 'memref<1xmemref<1xf32>, #memplace.tier<"t">>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<8xi8, #memplace.tier<"t">> to memref<1xmemref<1xf32>, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_whose_size_overflows(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs a type of static size, got 'memref<4611686018427387904xf32, #memplace.tier<"t">>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<8xi8, #memplace.tier<"t">> to memref<4611686018427387904xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_with_a_second_offset(%arg0: memref<64xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs a layout that starts at the slot's offset, got 'memref<2xf32, strided<[1], offset: 4>, #memplace.tier<"t">>'}}
  %s = memplace.slot %arg0[0] for "b" : memref<64xi8, #memplace.tier<"t">> to memref<2xf32, strided<[1], offset: 4>, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_before_its_arena(%arg0: memref<8xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs an offset of at least 0 bytes, got -4}}
  %s = memplace.slot %arg0[-4] for "b" : memref<8xi8, #memplace.tier<"t">> to memref<1xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_one_byte_too_large(%arg0: memref<11xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{takes 8 bytes from byte 4 on, but its arena has 11}}
  %s = memplace.slot %arg0[4] for "b" : memref<11xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_whose_strides_leave_its_arena(%arg0: memref<11xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{takes 12 bytes from byte 0 on, but its arena has 11}}
  %s = memplace.slot %arg0[0] for "b" : memref<11xi8, #memplace.tier<"t">> to memref<2xf32, strided<[2]>, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_whose_end_overflows(%arg0: memref<16xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{takes 8 bytes from byte 9223372036854775804 on, but its arena has 16}}
  %s = memplace.slot %arg0[9223372036854775804] for "b" : memref<16xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @slot_of_odd_offset(%arg0: memref<16xi8, #memplace.tier<"t">>) {
  // expected-error@+1 {{needs an offset that is a multiple of the 4 bytes to which 'f32' is aligned, got 6}}
  %s = memplace.slot %arg0[6] for "b" : memref<16xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @transfer_between_shapes(%a: memref<8xf32>, %b: memref<4xf32>) {
  // expected-error@+1 {{needs one shape and element type, got 'memref<8xf32>' and 'memref<4xf32>'}}
  %t = memplace.start_transfer %a to %b on "c" : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @transfer_between_element_types(%a: memref<8xf32>, %b: memref<8xi32>) {
  // expected-error@+1 {{needs one shape and element type, got 'memref<8xf32>' and 'memref<8xi32>'}}
  %t = memplace.start_transfer %a to %b on "c" : memref<8xf32> to memref<8xi32>
  return
}

// -----

func.func @transfer_of_dynamic_size(%a: memref<?xf32>, %b: memref<?xf32>) {
  // expected-error@+1 {{needs memrefs of static size, got 'memref<?xf32>'}}
  %t = memplace.start_transfer %a to %b on "c" : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @transfer_that_overlaps(%a: memref<4x8xf32, strided<[4, 1]>>, %b: memref<4x8xf32>) {
  // expected-error@+1 {{moves rows of elements in row-major order, apart from each other, got 'memref<4x8xf32, strided<[4, 1]>>'}}
  %t = memplace.start_transfer %a to %b on "c" : memref<4x8xf32, strided<[4, 1]>> to memref<4x8xf32>
  return
}

// -----

func.func @transfer_that_transposes(%a: memref<4x8xf32>, %b: memref<4x8xf32, strided<[1, 4]>>) {
  // expected-error@+1 {{moves rows of elements in row-major order, apart from each other, got 'memref<4x8xf32, strided<[1, 4]>>'}}
  %t = memplace.start_transfer %a to %b on "c" : memref<4x8xf32> to memref<4x8xf32, strided<[1, 4]>>
  return
}

// -----

func.func @transfer_to_itself(%a: memref<8xf32>) {
  // expected-error@+1 {{needs a source and a destination that differ}}
  %t = memplace.start_transfer %a to %a on "c" : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @transfer_within_the_same_bytes(%arg0: memref<64xi8, #memplace.tier<"t">>) {
  %a = memplace.slot %arg0[0] for "b" : memref<64xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  %b = memplace.slot %arg0[4] for "b" : memref<64xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  %c = memplace.slot %arg0[8] for "b" : memref<64xi8, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  %ok = memplace.start_transfer %a to %c on "c" : memref<2xf32, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  // expected-error@+1 {{needs a source and a destination that don't overlap, got slots at 0 and 4 bytes}}
  %t = memplace.start_transfer %a to %b on "c" : memref<2xf32, #memplace.tier<"t">> to memref<2xf32, #memplace.tier<"t">>
  return
}

// -----

func.func @transfer_on_no_channel(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{needs a channel name that is not empty}}
  %t = memplace.start_transfer %a to %b on "" : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @acquire_of_dynamic_size(%a: memref<?xf32>) {
  // expected-error@+1 {{'memplace.acquire' op needs a memref of static size, got 'memref<?xf32>'}}
  memplace.acquire %a : memref<?xf32>
  return
}

// -----

func.func @release_of_dynamic_size(%a: memref<?xf32>) {
  // expected-error@+1 {{'memplace.release' op needs a memref of static size, got 'memref<?xf32>'}}
  memplace.release %a : memref<?xf32>
  return
}

// -----

func.func @wait_for_what_is_no_token(%a: i64) {
  // expected-error@+1 {{operand #0 must be token of a transfer, but got 'i64'}}
  "memplace.wait"(%a) : (i64) -> ()
  return
}

// -----

func.func @window_of_other_elements(%a: memref<9x8xf32>) {
  // expected-error@+1 {{'memplace.window' op needs one element type and memory space, got 'memref<9x8xf32>' and 'memref<8xi32, strided<[1], offset: ?>>'}}
  %w = memplace.window %a : memref<9x8xf32> to memref<8xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @window_of_a_view(%a: memref<9x8xf32, strided<[16, 1]>>) {
  // expected-error@+1 {{needs a source of static shape without a layout, got 'memref<9x8xf32, strided<[16, 1]>>'}}
  %w = memplace.window %a : memref<9x8xf32, strided<[16, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  return
}

// -----

func.func @window_that_is_larger(%a: memref<9x8xf32>) {
  // expected-error@+1 {{needs from 1 to 72 elements, as its source has, got 'memref<73xf32, strided<[1], offset: ?>>'}}
  %w = memplace.window %a : memref<9x8xf32> to memref<73xf32, strided<[1], offset: ?>>
  return
}

// -----

func.func @window_at_a_place(%a: memref<9x8xf32>) {
  // expected-error@+1 {{needs a type with a dynamic offset (offset: ?), got 'memref<8xf32>'}}
  %w = memplace.window %a : memref<9x8xf32> to memref<8xf32>
  return
}

// -----

func.func @window_that_is_transposed(%a: memref<9x8xf32>) {
  // expected-error@+1 {{needs rows of elements, in order and without overlap, got}}
  %w = memplace.window %a : memref<9x8xf32> to memref<4x2xf32, strided<[1, 8], offset: ?>>
  return
}

// -----

func.func @window_that_spans_too_much(%a: memref<9x8xf32>) {
  // expected-error@+1 {{needs a type that spans at most the 72 elements of its source, got}}
  %w = memplace.window %a : memref<9x8xf32> to memref<9x4xf32, strided<[9, 1], offset: ?>>
  return
}

// -----

func.func @move_of_no_window(%a: memref<9x8xf32>, %i: index) {
  // expected-error@+1 {{'memplace.move' op needs a result of memplace.window to move}}
  memplace.move %a to %i : memref<9x8xf32>
  return
}
