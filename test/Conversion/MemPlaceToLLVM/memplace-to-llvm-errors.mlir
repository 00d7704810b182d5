// RUN: memplace-opt %s --convert-memplace-to-llvm=checked=true --split-input-file --verify-diagnostics
// The program is unchanged.
// RUN: not memplace-opt %s --convert-memplace-to-llvm=checked=true --split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s --implicit-check-not=call

// CHECK: memplace.slot

func.func @off_by_one_page(%a: memref<8192xi8, #memplace.tier<"t">>) {
  %s = memplace.slot %a[4096] for "x" : memref<8192xi8, #memplace.tier<"t">> to memref<4xi8, #memplace.tier<"t">>
  // expected-error@+2 {{'memplace.slot' op is at 4095 bytes, but a checked program needs slots at multiples of 4096 bytes}}
  // expected-note@+1 {{place buffers with slot-alignment=4096}}
  %u = memplace.slot %a[4095] for "y" : memref<8192xi8, #memplace.tier<"t">> to memref<4xi8, #memplace.tier<"t">>
  return
}

// -----

// expected-error@+1 {{'memplace_rt_transfer_wait' is a function of the memplace runtime of type '!llvm.func<void (i64)>'; give this symbol another name}}
llvm.func @memplace_rt_transfer_wait(i32)
func.func @other_type(%t: !memplace.token) {
  memplace.wait %t
  return
}

// -----

// expected-error@+1 {{'memplace_rt_acquire' is a function of the memplace runtime}}
func.func private @memplace_rt_acquire()
func.func @other_kind(%t: !memplace.token) {
  memplace.wait %t
  return
}
