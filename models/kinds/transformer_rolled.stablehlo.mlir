module @transformer_rolled attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x4096x1024xbf16>, %arg1: tensor<12x2x1024xbf16>, %arg2: tensor<12x1024x1024xbf16>, %arg3: tensor<12x1024x3072xbf16>, %arg4: tensor<12x1024x4096xbf16>, %arg5: tensor<16x512x1024xbf16>) -> (tensor<16x512x1024xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:7 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %arg2, %iterArg_2 = %arg3, %iterArg_3 = %arg4, %iterArg_4 = %c, %iterArg_5 = %arg5) : tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>, tensor<i32>, tensor<16x512x1024xbf16>
    cond {
      %c_6 = stablehlo.constant dense<12> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_4, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<12x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %2 = func.call @dynamic_index_in_dim_0(%iterArg_0, %iterArg_4) : (tensor<12x2x1024xbf16>, tensor<i32>) -> tensor<2x1024xbf16>
      %3 = func.call @dynamic_index_in_dim_1(%iterArg_1, %iterArg_4) : (tensor<12x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %4 = func.call @dynamic_index_in_dim_2(%iterArg_2, %iterArg_4) : (tensor<12x1024x3072xbf16>, tensor<i32>) -> tensor<1024x3072xbf16>
      %5 = func.call @dynamic_index_in_dim_3(%iterArg_3, %iterArg_4) : (tensor<12x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %6 = func.call @closed_call(%iterArg_5, %1, %2, %3, %4, %5) : (tensor<16x512x1024xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x1024xbf16>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_4, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %7, %6 : tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>, tensor<i32>, tensor<16x512x1024xbf16>
    }
    return %0#6 : tensor<16x512x1024xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<12x4096x1024xbf16>, %arg1: tensor<i32>) -> tensor<4096x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4096, 1024] : (tensor<12x4096x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4096x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x4096x1024xbf16>) -> tensor<4096x1024xbf16>
    return %1 : tensor<4096x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<12x2x1024xbf16>, %arg1: tensor<i32>) -> tensor<2x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 1024] : (tensor<12x2x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x1024xbf16>) -> tensor<2x1024xbf16>
    return %1 : tensor<2x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<12x1024x1024xbf16>, %arg1: tensor<i32>) -> tensor<1024x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 1024] : (tensor<12x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    return %1 : tensor<1024x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<12x1024x3072xbf16>, %arg1: tensor<i32>) -> tensor<1024x3072xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 3072] : (tensor<12x1024x3072xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x3072xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x3072xbf16>) -> tensor<1024x3072xbf16>
    return %1 : tensor<1024x3072xbf16>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<12x1024x4096xbf16>, %arg1: tensor<i32>) -> tensor<1024x4096xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 4096] : (tensor<12x1024x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x4096xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    return %1 : tensor<1024x4096xbf16>
  }
  func.func private @closed_call(%arg0: tensor<16x512x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<2x1024xbf16>, %arg3: tensor<1024x1024xbf16>, %arg4: tensor<1024x3072xbf16>, %arg5: tensor<1024x4096xbf16>) -> tensor<16x512x1024xbf16> {
    %0 = stablehlo.slice %arg2 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %2 = stablehlo.multiply %arg0, %arg0 : tensor<16x512x1024xbf16>
    %3 = stablehlo.convert %2 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<16x512x1xf32>
    %8 = stablehlo.convert %7 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %10 = stablehlo.add %8, %9 : tensor<16x512x1xbf16>
    %11 = stablehlo.rsqrt %10 : tensor<16x512x1xbf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %13 = stablehlo.multiply %arg0, %12 : tensor<16x512x1024xbf16>
    %14 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %16 = stablehlo.multiply %13, %15 : tensor<16x512x1024xbf16>
    %17 = stablehlo.dot_general %16, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %18 = stablehlo.slice %17 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %19 = stablehlo.slice %17 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %20 = stablehlo.slice %17 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %21 = stablehlo.reshape %18 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %23 = stablehlo.reshape %19 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %24 = stablehlo.transpose %23, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %25 = stablehlo.reshape %20 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %27 = stablehlo.dot_general %22, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_2 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %29 = stablehlo.multiply %27, %28 : tensor<16x16x512x512xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %32 = stablehlo.maximum %31, %30 : tensor<16x16x512xbf16>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %35 = stablehlo.subtract %29, %34 : tensor<16x16x512x512xbf16>
    %36 = stablehlo.exponential %35 : tensor<16x16x512x512xbf16>
    %37 = stablehlo.convert %36 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %40 = stablehlo.convert %39 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %42 = stablehlo.divide %36, %41 : tensor<16x16x512x512xbf16>
    %43 = stablehlo.dot_general %42, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %44 = stablehlo.transpose %43, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %45 = stablehlo.reshape %44 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %46 = stablehlo.dot_general %45, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %47 = stablehlo.add %arg0, %46 : tensor<16x512x1024xbf16>
    %48 = stablehlo.slice %arg2 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %49 = stablehlo.reshape %48 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %50 = stablehlo.multiply %47, %47 : tensor<16x512x1024xbf16>
    %51 = stablehlo.convert %50 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_7 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<16x512x1xf32>
    %56 = stablehlo.convert %55 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_8 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %57 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %58 = stablehlo.add %56, %57 : tensor<16x512x1xbf16>
    %59 = stablehlo.rsqrt %58 : tensor<16x512x1xbf16>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %61 = stablehlo.multiply %47, %60 : tensor<16x512x1024xbf16>
    %62 = stablehlo.broadcast_in_dim %49, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %64 = stablehlo.multiply %61, %63 : tensor<16x512x1024xbf16>
    %65 = stablehlo.dot_general %64, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %66 = call @relu(%65) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %67 = stablehlo.dot_general %66, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %68 = stablehlo.add %47, %67 : tensor<16x512x1024xbf16>
    return %68 : tensor<16x512x1024xbf16>
  }
  func.func private @relu(%arg0: tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x512x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x512x4096xbf16>
    return %1 : tensor<16x512x4096xbf16>
  }
}
