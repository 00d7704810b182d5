module attributes {memplace.target = #memplace.target<"tensix-like-core", tiers = [#memplace.tier_spec<"l1", capacity = 1395864, alignment = 32, read = 1.280000e+11, write = 1.280000e+11>, #memplace.tier_spec<"dram", capacity = 12884901888, alignment = 32, read = 4.000000e+09, write = 4.000000e+09, ops = false>], default_tier = "dram", channels = [#memplace.channel_spec<"noc0", "dram" to "l1", bytes_per_second = 4.000000e+09, latency_ps = 600000>, #memplace.channel_spec<"noc1", "l1" to "dram", bytes_per_second = 4.000000e+09, latency_ps = 600000>], combine = max, flops_per_second = {default = 4.000000e+12}, launch_ps = 100000>} {
  func.func @core(%arg0: memref<512x512xbf16> {memplace.buffer = "a"}, %arg1: memref<512x512xbf16> {memplace.buffer = "b"}, %arg2: memref<512x512xbf16> {memplace.buffer = "c"}) attributes {memplace.cuts_made = #memplace.cuts_made<buffers = 3, makespan_ps = 395616000, uncut_makespan_ps = 0, ops = [<"linalg.fill", step = 0, dim = 0, extent = 512, pieces = 3, launch_ps = 200000, repeated_bytes = 0, halo_bytes = 0>, <"linalg.matmul", step = 1, dim = 0, extent = 512, pieces = 3, launch_ps = 200000, repeated_bytes = 1048576, halo_bytes = 0>, <"linalg.exp", step = 2, dim = 0, extent = 512, pieces = 3, launch_ps = 200000, repeated_bytes = 0, halo_bytes = 0>]>} {
    %cst = arith.constant 0.000000e+00 : bf16
    %0 = memplace.arena {alignment = 32 : i64} : memref<1223680xi8, #memplace.tier<"l1">>
    %1 = memplace.slot %0[175104] for "b" {memplace.residency = #memplace.residency<"l1", offset = 175104, steps = 0 to 8>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<512x512xbf16, #memplace.tier<"l1">>
    %2 = memplace.slot %0[699392] for "c.piece 1/3" {memplace.residency = #memplace.residency<"l1", offset = 699392, steps = 2 to 9>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %3 = memplace.slot %0[874496] for "c.piece 2/3" {memplace.residency = #memplace.residency<"l1", offset = 874496, steps = 5 to 9>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %4 = memplace.slot %0[1049600] for "c.piece 3/3" {memplace.residency = #memplace.residency<"l1", offset = 1049600, steps = 8 to 9>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<170x512xbf16, #memplace.tier<"l1">>
    %5 = memplace.slot %0[699392] for "a.piece 1/3" {memplace.residency = #memplace.residency<"l1", offset = 699392, steps = 0 to 2>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %6 = memplace.slot %0[874496] for "a.piece 2/3" {memplace.residency = #memplace.residency<"l1", offset = 874496, steps = 0 to 5>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %7 = memplace.slot %0[1049600] for "a.piece 3/3" {memplace.residency = #memplace.residency<"l1", offset = 1049600, steps = 0 to 8>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<170x512xbf16, #memplace.tier<"l1">>
    %8 = memplace.slot %0[0] for "product.piece 1/3" {memplace.residency = #memplace.residency<"l1", offset = 0, steps = 0 to 3>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %9 = memplace.slot %0[0] for "product.piece 2/3" {memplace.residency = #memplace.residency<"l1", offset = 0, steps = 3 to 6>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<171x512xbf16, #memplace.tier<"l1">>
    %10 = memplace.slot %0[0] for "product.piece 3/3" {memplace.residency = #memplace.residency<"l1", offset = 0, steps = 6 to 9>} : memref<1223680xi8, #memplace.tier<"l1">> to memref<170x512xbf16, #memplace.tier<"l1">>
    %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [0], sizes: [171, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<171x512xbf16, strided<[512, 1]>>
    %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [87552], sizes: [171, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<171x512xbf16, strided<[512, 1], offset: 87552>>
    %reinterpret_cast_1 = memref.reinterpret_cast %arg2 to offset: [175104], sizes: [170, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<170x512xbf16, strided<[512, 1], offset: 175104>>
    %reinterpret_cast_2 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [171, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<171x512xbf16, strided<[512, 1]>>
    %reinterpret_cast_3 = memref.reinterpret_cast %arg0 to offset: [87552], sizes: [171, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<171x512xbf16, strided<[512, 1], offset: 87552>>
    %reinterpret_cast_4 = memref.reinterpret_cast %arg0 to offset: [175104], sizes: [170, 512], strides: [512, 1] {memplace.piece} : memref<512x512xbf16> to memref<170x512xbf16, strided<[512, 1], offset: 175104>>
    memplace.acquire %1 : memref<512x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %5 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %6 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %7 : memref<170x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %8 : memref<171x512xbf16, #memplace.tier<"l1">>
    %11 = memplace.start_transfer %arg1 to %1 on "noc0" : memref<512x512xbf16> to memref<512x512xbf16, #memplace.tier<"l1">>
    %12 = memplace.start_transfer %reinterpret_cast_2 to %5 on "noc0" : memref<171x512xbf16, strided<[512, 1]>> to memref<171x512xbf16, #memplace.tier<"l1">>
    %13 = memplace.start_transfer %reinterpret_cast_3 to %6 on "noc0" : memref<171x512xbf16, strided<[512, 1], offset: 87552>> to memref<171x512xbf16, #memplace.tier<"l1">>
    %14 = memplace.start_transfer %reinterpret_cast_4 to %7 on "noc0" : memref<170x512xbf16, strided<[512, 1], offset: 175104>> to memref<170x512xbf16, #memplace.tier<"l1">>
    linalg.fill ins(%cst : bf16) outs(%8 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.wait %11
    memplace.wait %12
    linalg.matmul ins(%5, %1 : memref<171x512xbf16, #memplace.tier<"l1">>, memref<512x512xbf16, #memplace.tier<"l1">>) outs(%8 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.release %5 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %2 : memref<171x512xbf16, #memplace.tier<"l1">>
    linalg.exp ins(%8 : memref<171x512xbf16, #memplace.tier<"l1">>) outs(%2 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.release %8 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %9 : memref<171x512xbf16, #memplace.tier<"l1">>
    %15 = memplace.start_transfer %2 to %reinterpret_cast on "noc1" : memref<171x512xbf16, #memplace.tier<"l1">> to memref<171x512xbf16, strided<[512, 1]>>
    linalg.fill ins(%cst : bf16) outs(%9 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.wait %13
    linalg.matmul ins(%6, %1 : memref<171x512xbf16, #memplace.tier<"l1">>, memref<512x512xbf16, #memplace.tier<"l1">>) outs(%9 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.release %6 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %3 : memref<171x512xbf16, #memplace.tier<"l1">>
    linalg.exp ins(%9 : memref<171x512xbf16, #memplace.tier<"l1">>) outs(%3 : memref<171x512xbf16, #memplace.tier<"l1">>)
    memplace.release %9 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %10 : memref<170x512xbf16, #memplace.tier<"l1">>
    %16 = memplace.start_transfer %3 to %reinterpret_cast_0 on "noc1" : memref<171x512xbf16, #memplace.tier<"l1">> to memref<171x512xbf16, strided<[512, 1], offset: 87552>>
    linalg.fill ins(%cst : bf16) outs(%10 : memref<170x512xbf16, #memplace.tier<"l1">>)
    memplace.wait %14
    linalg.matmul ins(%7, %1 : memref<170x512xbf16, #memplace.tier<"l1">>, memref<512x512xbf16, #memplace.tier<"l1">>) outs(%10 : memref<170x512xbf16, #memplace.tier<"l1">>)
    memplace.release %1 : memref<512x512xbf16, #memplace.tier<"l1">>
    memplace.release %7 : memref<170x512xbf16, #memplace.tier<"l1">>
    memplace.acquire %4 : memref<170x512xbf16, #memplace.tier<"l1">>
    linalg.exp ins(%10 : memref<170x512xbf16, #memplace.tier<"l1">>) outs(%4 : memref<170x512xbf16, #memplace.tier<"l1">>)
    memplace.wait %15
    memplace.wait %16
    memplace.release %2 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.release %3 : memref<171x512xbf16, #memplace.tier<"l1">>
    memplace.release %10 : memref<170x512xbf16, #memplace.tier<"l1">>
    %17 = memplace.start_transfer %4 to %reinterpret_cast_1 on "noc1" : memref<170x512xbf16, #memplace.tier<"l1">> to memref<170x512xbf16, strided<[512, 1], offset: 175104>>
    memplace.wait %17
    memplace.release %4 : memref<170x512xbf16, #memplace.tier<"l1">>
    memplace.free_arena %0 : memref<1223680xi8, #memplace.tier<"l1">>
    return
  }
}

