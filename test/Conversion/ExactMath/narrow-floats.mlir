// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-exact-math -o /dev/null

func.func @absolute(%x: f8E4M3FN) -> f8E4M3FN {
  // expected-error@+2 {{no code for the CPU computes with 'f8E4M3FN', as 'math.absf' does}}
  // expected-note@+1 {{the program can be placed, but only hardware with such numbers can run it}}
  %0 = math.absf %x : f8E4M3FN
  return %0 : f8E4M3FN
}

// -----

func.func @narrowed(%x: vector<4xf32>) -> vector<4xf4E2M1FN> {
  // expected-error@+2 {{no code for the CPU computes with 'vector<4xf4E2M1FN>', as 'arith.truncf' does}}
  // expected-note@+1 {{only hardware with such numbers}}
  %0 = arith.truncf %x : vector<4xf32> to vector<4xf4E2M1FN>
  return %0 : vector<4xf4E2M1FN>
}

// -----

// Moves have code.
func.func @moved(%x: f8E5M2, %y: f8E5M2, %c: i1) -> i8 {
  %0 = arith.select %c, %x, %y : f8E5M2
  %1 = arith.bitcast %0 : f8E5M2 to i8
  return %1 : i8
}
