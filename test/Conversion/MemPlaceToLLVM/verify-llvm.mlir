// RUN: memplace-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --memplace-verify-llvm -o /dev/null
// RUN: not memplace-opt %s --split-input-file --allow-unregistered-dialect --memplace-verify-llvm -o /dev/null 2>/dev/null

// All ops are lowered, in nested modules too.
module {
  module @inner {
    llvm.func @f(%x: i64) -> i64 {
      llvm.return %x : i64
    }
  }
}

// -----

// The first op of each name is reported; casts caused by these ops are
// not.
llvm.func @left(%x: i64) {
  // expected-error@+2 {{'other.a' is not lowered to the LLVM dialect}}
  // expected-note@+1 {{lower it with another pass before 'memplace-to-llvm', or replace that pipeline}}
  "other.a"(%x) : (i64) -> ()
  %y = builtin.unrealized_conversion_cast %x : i64 to index
  // expected-error@+2 {{'other.b' is not lowered to the LLVM dialect}}
  // expected-note@+1 {{lower it with another pass}}
  "other.b"(%y) : (index) -> ()
  "other.a"(%x) : (i64) -> ()
  llvm.return
}

// -----

// Without other ops, the cast is reported.
llvm.func @cast(%x: i64) -> f32 {
  // expected-error@+1 {{'builtin.unrealized_conversion_cast' is not lowered to the LLVM dialect: nothing makes 'f32' of 'i64'}}
  %0 = builtin.unrealized_conversion_cast %x : i64 to f32
  llvm.return %0 : f32
}
