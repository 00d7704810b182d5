func.func @"a\1B[31mb\0Ac"(%x: f32) -> f32 {
  return %x : f32
}
