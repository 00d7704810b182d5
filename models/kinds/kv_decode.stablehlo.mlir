module @kv_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x1024xbf16>, %arg1: tensor<2x1024xbf16>, %arg2: tensor<1024x1024xbf16>, %arg3: tensor<1024x3072xbf16>, %arg4: tensor<1024x4096xbf16>, %arg5: tensor<4096x1024xbf16>, %arg6: tensor<2x1024xbf16>, %arg7: tensor<1024x1024xbf16>, %arg8: tensor<1024x3072xbf16>, %arg9: tensor<1024x4096xbf16>, %arg10: tensor<4096x1024xbf16>, %arg11: tensor<2x1024xbf16>, %arg12: tensor<1024x1024xbf16>, %arg13: tensor<1024x3072xbf16>, %arg14: tensor<1024x4096xbf16>, %arg15: tensor<4096x1024xbf16>, %arg16: tensor<2x1024xbf16>, %arg17: tensor<1024x1024xbf16>, %arg18: tensor<1024x3072xbf16>, %arg19: tensor<1024x4096xbf16>, %arg20: tensor<4096x1024xbf16>, %arg21: tensor<2x1024xbf16>, %arg22: tensor<1024x1024xbf16>, %arg23: tensor<1024x3072xbf16>, %arg24: tensor<1024x4096xbf16>, %arg25: tensor<4096x1024xbf16>, %arg26: tensor<2x1024xbf16>, %arg27: tensor<1024x1024xbf16>, %arg28: tensor<1024x3072xbf16>, %arg29: tensor<1024x4096xbf16>, %arg30: tensor<4096x1024xbf16>, %arg31: tensor<2x1024xbf16>, %arg32: tensor<1024x1024xbf16>, %arg33: tensor<1024x3072xbf16>, %arg34: tensor<1024x4096xbf16>, %arg35: tensor<4096x1024xbf16>, %arg36: tensor<2x1024xbf16>, %arg37: tensor<1024x1024xbf16>, %arg38: tensor<1024x3072xbf16>, %arg39: tensor<1024x4096xbf16>, %arg40: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 1 : i32}, %arg41: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 2 : i32}, %arg42: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 3 : i32}, %arg43: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 4 : i32}, %arg44: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 5 : i32}, %arg45: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 6 : i32}, %arg46: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 7 : i32}, %arg47: tensor<2x8x16x1024x64xbf16> {tf.aliasing_output = 8 : i32}, %arg48: tensor<i32>, %arg49: tensor<8x1x1024xbf16>) -> (tensor<8x1x1024xbf16> {jax.result_info = "result[0]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][0]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][1]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][2]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][3]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][4]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][5]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][6]"}, tensor<2x8x16x1024x64xbf16> {jax.result_info = "result[1][7]"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %2 = stablehlo.multiply %arg49, %arg49 : tensor<8x1x1024xbf16>
    %3 = stablehlo.convert %2 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<8x1x1xf32>
    %8 = stablehlo.convert %7 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %10 = stablehlo.add %8, %9 : tensor<8x1x1xbf16>
    %11 = stablehlo.rsqrt %10 : tensor<8x1x1xbf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %13 = stablehlo.multiply %arg49, %12 : tensor<8x1x1024xbf16>
    %14 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %16 = stablehlo.multiply %13, %15 : tensor<8x1x1024xbf16>
    %17 = stablehlo.dot_general %16, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %18 = stablehlo.slice %17 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %19 = stablehlo.slice %17 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %20 = stablehlo.slice %17 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %21 = stablehlo.reshape %18 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %23 = stablehlo.reshape %19 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %24 = stablehlo.transpose %23, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %25 = stablehlo.reshape %20 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %27 = stablehlo.broadcast_in_dim %24, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %28 = stablehlo.broadcast_in_dim %26, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %30 = stablehlo.compare LT, %arg48, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<1024> : tensor<i32>
    %31 = stablehlo.add %arg48, %c_2 : tensor<i32>
    %32 = stablehlo.select %30, %31, %arg48 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %33 = stablehlo.dynamic_update_slice %arg40, %29, %c_3, %c_4, %c_5, %32, %c_6 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %34 = stablehlo.slice %33 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %35 = stablehlo.reshape %34 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %36 = stablehlo.slice %33 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %37 = stablehlo.reshape %36 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %38 = stablehlo.dot_general %22, %35, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_7 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %40 = stablehlo.multiply %38, %39 : tensor<8x16x1x1024xbf16>
    %cst_8 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %41 = stablehlo.reduce(%40 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_9 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %42 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %43 = stablehlo.maximum %42, %41 : tensor<8x16x1xbf16>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %46 = stablehlo.subtract %40, %45 : tensor<8x16x1x1024xbf16>
    %47 = stablehlo.exponential %46 : tensor<8x16x1x1024xbf16>
    %48 = stablehlo.convert %47 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %51 = stablehlo.convert %50 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %53 = stablehlo.divide %47, %52 : tensor<8x16x1x1024xbf16>
    %54 = stablehlo.dot_general %53, %37, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %55 = stablehlo.transpose %54, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %56 = stablehlo.reshape %55 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %57 = stablehlo.dot_general %56, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %58 = stablehlo.add %arg49, %57 : tensor<8x1x1024xbf16>
    %59 = stablehlo.slice %arg1 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %60 = stablehlo.reshape %59 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %61 = stablehlo.multiply %58, %58 : tensor<8x1x1024xbf16>
    %62 = stablehlo.convert %61 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_12 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<8x1x1xf32>
    %67 = stablehlo.convert %66 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_13 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %68 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %69 = stablehlo.add %67, %68 : tensor<8x1x1xbf16>
    %70 = stablehlo.rsqrt %69 : tensor<8x1x1xbf16>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %72 = stablehlo.multiply %58, %71 : tensor<8x1x1024xbf16>
    %73 = stablehlo.broadcast_in_dim %60, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %75 = stablehlo.multiply %72, %74 : tensor<8x1x1024xbf16>
    %76 = stablehlo.dot_general %75, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %77 = call @relu(%76) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %78 = stablehlo.dot_general %77, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %79 = stablehlo.add %58, %78 : tensor<8x1x1024xbf16>
    %80 = stablehlo.slice %arg6 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %81 = stablehlo.reshape %80 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %82 = stablehlo.multiply %79, %79 : tensor<8x1x1024xbf16>
    %83 = stablehlo.convert %82 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_15 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<8x1x1xf32>
    %88 = stablehlo.convert %87 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_16 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %89 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %90 = stablehlo.add %88, %89 : tensor<8x1x1xbf16>
    %91 = stablehlo.rsqrt %90 : tensor<8x1x1xbf16>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %93 = stablehlo.multiply %79, %92 : tensor<8x1x1024xbf16>
    %94 = stablehlo.broadcast_in_dim %81, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %96 = stablehlo.multiply %93, %95 : tensor<8x1x1024xbf16>
    %97 = stablehlo.dot_general %96, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %98 = stablehlo.slice %97 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %99 = stablehlo.slice %97 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %100 = stablehlo.slice %97 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %101 = stablehlo.reshape %98 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %102 = stablehlo.transpose %101, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %103 = stablehlo.reshape %99 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %104 = stablehlo.transpose %103, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %105 = stablehlo.reshape %100 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %106 = stablehlo.transpose %105, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %107 = stablehlo.broadcast_in_dim %104, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %108 = stablehlo.broadcast_in_dim %106, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %109 = stablehlo.concatenate %107, %108, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %110 = stablehlo.compare LT, %arg48, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_18 = stablehlo.constant dense<1024> : tensor<i32>
    %111 = stablehlo.add %arg48, %c_18 : tensor<i32>
    %112 = stablehlo.select %110, %111, %arg48 : tensor<i1>, tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %113 = stablehlo.dynamic_update_slice %arg41, %109, %c_19, %c_20, %c_21, %112, %c_22 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %114 = stablehlo.slice %113 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %115 = stablehlo.reshape %114 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %116 = stablehlo.slice %113 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %117 = stablehlo.reshape %116 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %118 = stablehlo.dot_general %102, %115, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_23 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %119 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %120 = stablehlo.multiply %118, %119 : tensor<8x16x1x1024xbf16>
    %cst_24 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %121 = stablehlo.reduce(%120 init: %cst_24) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_25 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %122 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %123 = stablehlo.maximum %122, %121 : tensor<8x16x1xbf16>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %126 = stablehlo.subtract %120, %125 : tensor<8x16x1x1024xbf16>
    %127 = stablehlo.exponential %126 : tensor<8x16x1x1024xbf16>
    %128 = stablehlo.convert %127 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.reduce(%128 init: %cst_26) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %130 = stablehlo.broadcast_in_dim %129, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %131 = stablehlo.convert %130 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %133 = stablehlo.divide %127, %132 : tensor<8x16x1x1024xbf16>
    %134 = stablehlo.dot_general %133, %117, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %135 = stablehlo.transpose %134, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %136 = stablehlo.reshape %135 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %137 = stablehlo.dot_general %136, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %138 = stablehlo.add %79, %137 : tensor<8x1x1024xbf16>
    %139 = stablehlo.slice %arg6 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %140 = stablehlo.reshape %139 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %141 = stablehlo.multiply %138, %138 : tensor<8x1x1024xbf16>
    %142 = stablehlo.convert %141 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.reduce(%142 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_28 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %146 = stablehlo.divide %144, %145 : tensor<8x1x1xf32>
    %147 = stablehlo.convert %146 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_29 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %148 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %149 = stablehlo.add %147, %148 : tensor<8x1x1xbf16>
    %150 = stablehlo.rsqrt %149 : tensor<8x1x1xbf16>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %152 = stablehlo.multiply %138, %151 : tensor<8x1x1024xbf16>
    %153 = stablehlo.broadcast_in_dim %140, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %155 = stablehlo.multiply %152, %154 : tensor<8x1x1024xbf16>
    %156 = stablehlo.dot_general %155, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %157 = call @relu(%156) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %158 = stablehlo.dot_general %157, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %159 = stablehlo.add %138, %158 : tensor<8x1x1024xbf16>
    %160 = stablehlo.slice %arg11 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %161 = stablehlo.reshape %160 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %162 = stablehlo.multiply %159, %159 : tensor<8x1x1024xbf16>
    %163 = stablehlo.convert %162 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %164 = stablehlo.reduce(%163 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %165 = stablehlo.broadcast_in_dim %164, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_31 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %167 = stablehlo.divide %165, %166 : tensor<8x1x1xf32>
    %168 = stablehlo.convert %167 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_32 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %169 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %170 = stablehlo.add %168, %169 : tensor<8x1x1xbf16>
    %171 = stablehlo.rsqrt %170 : tensor<8x1x1xbf16>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %173 = stablehlo.multiply %159, %172 : tensor<8x1x1024xbf16>
    %174 = stablehlo.broadcast_in_dim %161, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %176 = stablehlo.multiply %173, %175 : tensor<8x1x1024xbf16>
    %177 = stablehlo.dot_general %176, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %178 = stablehlo.slice %177 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %179 = stablehlo.slice %177 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %180 = stablehlo.slice %177 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %181 = stablehlo.reshape %178 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %182 = stablehlo.transpose %181, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %183 = stablehlo.reshape %179 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %184 = stablehlo.transpose %183, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %185 = stablehlo.reshape %180 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %186 = stablehlo.transpose %185, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %187 = stablehlo.broadcast_in_dim %184, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %188 = stablehlo.broadcast_in_dim %186, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %189 = stablehlo.concatenate %187, %188, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_33 = stablehlo.constant dense<0> : tensor<i32>
    %190 = stablehlo.compare LT, %arg48, %c_33, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_34 = stablehlo.constant dense<1024> : tensor<i32>
    %191 = stablehlo.add %arg48, %c_34 : tensor<i32>
    %192 = stablehlo.select %190, %191, %arg48 : tensor<i1>, tensor<i32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %c_36 = stablehlo.constant dense<0> : tensor<i32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %c_38 = stablehlo.constant dense<0> : tensor<i32>
    %193 = stablehlo.dynamic_update_slice %arg42, %189, %c_35, %c_36, %c_37, %192, %c_38 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %194 = stablehlo.slice %193 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %195 = stablehlo.reshape %194 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %196 = stablehlo.slice %193 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %197 = stablehlo.reshape %196 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %198 = stablehlo.dot_general %182, %195, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_39 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %199 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %200 = stablehlo.multiply %198, %199 : tensor<8x16x1x1024xbf16>
    %cst_40 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %201 = stablehlo.reduce(%200 init: %cst_40) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_41 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %202 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %203 = stablehlo.maximum %202, %201 : tensor<8x16x1xbf16>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %206 = stablehlo.subtract %200, %205 : tensor<8x16x1x1024xbf16>
    %207 = stablehlo.exponential %206 : tensor<8x16x1x1024xbf16>
    %208 = stablehlo.convert %207 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %209 = stablehlo.reduce(%208 init: %cst_42) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %211 = stablehlo.convert %210 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %213 = stablehlo.divide %207, %212 : tensor<8x16x1x1024xbf16>
    %214 = stablehlo.dot_general %213, %197, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %215 = stablehlo.transpose %214, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %216 = stablehlo.reshape %215 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %217 = stablehlo.dot_general %216, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %218 = stablehlo.add %159, %217 : tensor<8x1x1024xbf16>
    %219 = stablehlo.slice %arg11 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %220 = stablehlo.reshape %219 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %221 = stablehlo.multiply %218, %218 : tensor<8x1x1024xbf16>
    %222 = stablehlo.convert %221 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %223 = stablehlo.reduce(%222 init: %cst_43) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_44 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %226 = stablehlo.divide %224, %225 : tensor<8x1x1xf32>
    %227 = stablehlo.convert %226 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_45 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %228 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %229 = stablehlo.add %227, %228 : tensor<8x1x1xbf16>
    %230 = stablehlo.rsqrt %229 : tensor<8x1x1xbf16>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %232 = stablehlo.multiply %218, %231 : tensor<8x1x1024xbf16>
    %233 = stablehlo.broadcast_in_dim %220, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %235 = stablehlo.multiply %232, %234 : tensor<8x1x1024xbf16>
    %236 = stablehlo.dot_general %235, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %237 = call @relu(%236) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %238 = stablehlo.dot_general %237, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %239 = stablehlo.add %218, %238 : tensor<8x1x1024xbf16>
    %240 = stablehlo.slice %arg16 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %241 = stablehlo.reshape %240 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %242 = stablehlo.multiply %239, %239 : tensor<8x1x1024xbf16>
    %243 = stablehlo.convert %242 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce(%243 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_47 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %247 = stablehlo.divide %245, %246 : tensor<8x1x1xf32>
    %248 = stablehlo.convert %247 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_48 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %249 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %250 = stablehlo.add %248, %249 : tensor<8x1x1xbf16>
    %251 = stablehlo.rsqrt %250 : tensor<8x1x1xbf16>
    %252 = stablehlo.broadcast_in_dim %251, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %253 = stablehlo.multiply %239, %252 : tensor<8x1x1024xbf16>
    %254 = stablehlo.broadcast_in_dim %241, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %256 = stablehlo.multiply %253, %255 : tensor<8x1x1024xbf16>
    %257 = stablehlo.dot_general %256, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %258 = stablehlo.slice %257 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %259 = stablehlo.slice %257 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %260 = stablehlo.slice %257 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %261 = stablehlo.reshape %258 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %262 = stablehlo.transpose %261, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %263 = stablehlo.reshape %259 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %264 = stablehlo.transpose %263, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %265 = stablehlo.reshape %260 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %266 = stablehlo.transpose %265, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %267 = stablehlo.broadcast_in_dim %264, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %268 = stablehlo.broadcast_in_dim %266, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %269 = stablehlo.concatenate %267, %268, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_49 = stablehlo.constant dense<0> : tensor<i32>
    %270 = stablehlo.compare LT, %arg48, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_50 = stablehlo.constant dense<1024> : tensor<i32>
    %271 = stablehlo.add %arg48, %c_50 : tensor<i32>
    %272 = stablehlo.select %270, %271, %arg48 : tensor<i1>, tensor<i32>
    %c_51 = stablehlo.constant dense<0> : tensor<i32>
    %c_52 = stablehlo.constant dense<0> : tensor<i32>
    %c_53 = stablehlo.constant dense<0> : tensor<i32>
    %c_54 = stablehlo.constant dense<0> : tensor<i32>
    %273 = stablehlo.dynamic_update_slice %arg43, %269, %c_51, %c_52, %c_53, %272, %c_54 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %274 = stablehlo.slice %273 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %275 = stablehlo.reshape %274 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %276 = stablehlo.slice %273 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %277 = stablehlo.reshape %276 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %278 = stablehlo.dot_general %262, %275, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_55 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %279 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %280 = stablehlo.multiply %278, %279 : tensor<8x16x1x1024xbf16>
    %cst_56 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %281 = stablehlo.reduce(%280 init: %cst_56) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_57 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %282 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %283 = stablehlo.maximum %282, %281 : tensor<8x16x1xbf16>
    %284 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %286 = stablehlo.subtract %280, %285 : tensor<8x16x1x1024xbf16>
    %287 = stablehlo.exponential %286 : tensor<8x16x1x1024xbf16>
    %288 = stablehlo.convert %287 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.reduce(%288 init: %cst_58) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %291 = stablehlo.convert %290 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %293 = stablehlo.divide %287, %292 : tensor<8x16x1x1024xbf16>
    %294 = stablehlo.dot_general %293, %277, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %295 = stablehlo.transpose %294, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %296 = stablehlo.reshape %295 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %297 = stablehlo.dot_general %296, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %298 = stablehlo.add %239, %297 : tensor<8x1x1024xbf16>
    %299 = stablehlo.slice %arg16 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %300 = stablehlo.reshape %299 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %301 = stablehlo.multiply %298, %298 : tensor<8x1x1024xbf16>
    %302 = stablehlo.convert %301 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%302 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_60 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %306 = stablehlo.divide %304, %305 : tensor<8x1x1xf32>
    %307 = stablehlo.convert %306 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_61 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %308 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %309 = stablehlo.add %307, %308 : tensor<8x1x1xbf16>
    %310 = stablehlo.rsqrt %309 : tensor<8x1x1xbf16>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %312 = stablehlo.multiply %298, %311 : tensor<8x1x1024xbf16>
    %313 = stablehlo.broadcast_in_dim %300, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %314 = stablehlo.broadcast_in_dim %313, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %315 = stablehlo.multiply %312, %314 : tensor<8x1x1024xbf16>
    %316 = stablehlo.dot_general %315, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %317 = call @relu(%316) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %318 = stablehlo.dot_general %317, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %319 = stablehlo.add %298, %318 : tensor<8x1x1024xbf16>
    %320 = stablehlo.slice %arg21 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %321 = stablehlo.reshape %320 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %322 = stablehlo.multiply %319, %319 : tensor<8x1x1024xbf16>
    %323 = stablehlo.convert %322 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %324 = stablehlo.reduce(%323 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %325 = stablehlo.broadcast_in_dim %324, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_63 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %327 = stablehlo.divide %325, %326 : tensor<8x1x1xf32>
    %328 = stablehlo.convert %327 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_64 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %329 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %330 = stablehlo.add %328, %329 : tensor<8x1x1xbf16>
    %331 = stablehlo.rsqrt %330 : tensor<8x1x1xbf16>
    %332 = stablehlo.broadcast_in_dim %331, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %333 = stablehlo.multiply %319, %332 : tensor<8x1x1024xbf16>
    %334 = stablehlo.broadcast_in_dim %321, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %335 = stablehlo.broadcast_in_dim %334, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %336 = stablehlo.multiply %333, %335 : tensor<8x1x1024xbf16>
    %337 = stablehlo.dot_general %336, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %338 = stablehlo.slice %337 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %339 = stablehlo.slice %337 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %340 = stablehlo.slice %337 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %341 = stablehlo.reshape %338 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %342 = stablehlo.transpose %341, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %343 = stablehlo.reshape %339 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %344 = stablehlo.transpose %343, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %345 = stablehlo.reshape %340 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %346 = stablehlo.transpose %345, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %347 = stablehlo.broadcast_in_dim %344, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %348 = stablehlo.broadcast_in_dim %346, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %349 = stablehlo.concatenate %347, %348, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_65 = stablehlo.constant dense<0> : tensor<i32>
    %350 = stablehlo.compare LT, %arg48, %c_65, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_66 = stablehlo.constant dense<1024> : tensor<i32>
    %351 = stablehlo.add %arg48, %c_66 : tensor<i32>
    %352 = stablehlo.select %350, %351, %arg48 : tensor<i1>, tensor<i32>
    %c_67 = stablehlo.constant dense<0> : tensor<i32>
    %c_68 = stablehlo.constant dense<0> : tensor<i32>
    %c_69 = stablehlo.constant dense<0> : tensor<i32>
    %c_70 = stablehlo.constant dense<0> : tensor<i32>
    %353 = stablehlo.dynamic_update_slice %arg44, %349, %c_67, %c_68, %c_69, %352, %c_70 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %354 = stablehlo.slice %353 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %355 = stablehlo.reshape %354 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %356 = stablehlo.slice %353 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %357 = stablehlo.reshape %356 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %358 = stablehlo.dot_general %342, %355, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_71 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %359 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %360 = stablehlo.multiply %358, %359 : tensor<8x16x1x1024xbf16>
    %cst_72 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %361 = stablehlo.reduce(%360 init: %cst_72) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_73 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %362 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %363 = stablehlo.maximum %362, %361 : tensor<8x16x1xbf16>
    %364 = stablehlo.broadcast_in_dim %363, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %365 = stablehlo.broadcast_in_dim %364, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %366 = stablehlo.subtract %360, %365 : tensor<8x16x1x1024xbf16>
    %367 = stablehlo.exponential %366 : tensor<8x16x1x1024xbf16>
    %368 = stablehlo.convert %367 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%368 init: %cst_74) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %371 = stablehlo.convert %370 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %372 = stablehlo.broadcast_in_dim %371, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %373 = stablehlo.divide %367, %372 : tensor<8x16x1x1024xbf16>
    %374 = stablehlo.dot_general %373, %357, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %375 = stablehlo.transpose %374, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %376 = stablehlo.reshape %375 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %377 = stablehlo.dot_general %376, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %378 = stablehlo.add %319, %377 : tensor<8x1x1024xbf16>
    %379 = stablehlo.slice %arg21 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %380 = stablehlo.reshape %379 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %381 = stablehlo.multiply %378, %378 : tensor<8x1x1024xbf16>
    %382 = stablehlo.convert %381 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.reduce(%382 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %384 = stablehlo.broadcast_in_dim %383, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_76 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %386 = stablehlo.divide %384, %385 : tensor<8x1x1xf32>
    %387 = stablehlo.convert %386 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_77 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %388 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %389 = stablehlo.add %387, %388 : tensor<8x1x1xbf16>
    %390 = stablehlo.rsqrt %389 : tensor<8x1x1xbf16>
    %391 = stablehlo.broadcast_in_dim %390, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %392 = stablehlo.multiply %378, %391 : tensor<8x1x1024xbf16>
    %393 = stablehlo.broadcast_in_dim %380, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %395 = stablehlo.multiply %392, %394 : tensor<8x1x1024xbf16>
    %396 = stablehlo.dot_general %395, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %397 = call @relu(%396) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %398 = stablehlo.dot_general %397, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %399 = stablehlo.add %378, %398 : tensor<8x1x1024xbf16>
    %400 = stablehlo.slice %arg26 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %401 = stablehlo.reshape %400 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %402 = stablehlo.multiply %399, %399 : tensor<8x1x1024xbf16>
    %403 = stablehlo.convert %402 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %405 = stablehlo.broadcast_in_dim %404, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_79 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %407 = stablehlo.divide %405, %406 : tensor<8x1x1xf32>
    %408 = stablehlo.convert %407 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_80 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %409 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %410 = stablehlo.add %408, %409 : tensor<8x1x1xbf16>
    %411 = stablehlo.rsqrt %410 : tensor<8x1x1xbf16>
    %412 = stablehlo.broadcast_in_dim %411, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %413 = stablehlo.multiply %399, %412 : tensor<8x1x1024xbf16>
    %414 = stablehlo.broadcast_in_dim %401, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %415 = stablehlo.broadcast_in_dim %414, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %416 = stablehlo.multiply %413, %415 : tensor<8x1x1024xbf16>
    %417 = stablehlo.dot_general %416, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %418 = stablehlo.slice %417 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %419 = stablehlo.slice %417 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %420 = stablehlo.slice %417 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %421 = stablehlo.reshape %418 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %422 = stablehlo.transpose %421, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %423 = stablehlo.reshape %419 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %424 = stablehlo.transpose %423, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %425 = stablehlo.reshape %420 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %426 = stablehlo.transpose %425, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %427 = stablehlo.broadcast_in_dim %424, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %428 = stablehlo.broadcast_in_dim %426, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %429 = stablehlo.concatenate %427, %428, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_81 = stablehlo.constant dense<0> : tensor<i32>
    %430 = stablehlo.compare LT, %arg48, %c_81, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_82 = stablehlo.constant dense<1024> : tensor<i32>
    %431 = stablehlo.add %arg48, %c_82 : tensor<i32>
    %432 = stablehlo.select %430, %431, %arg48 : tensor<i1>, tensor<i32>
    %c_83 = stablehlo.constant dense<0> : tensor<i32>
    %c_84 = stablehlo.constant dense<0> : tensor<i32>
    %c_85 = stablehlo.constant dense<0> : tensor<i32>
    %c_86 = stablehlo.constant dense<0> : tensor<i32>
    %433 = stablehlo.dynamic_update_slice %arg45, %429, %c_83, %c_84, %c_85, %432, %c_86 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %434 = stablehlo.slice %433 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %435 = stablehlo.reshape %434 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %436 = stablehlo.slice %433 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %437 = stablehlo.reshape %436 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %438 = stablehlo.dot_general %422, %435, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_87 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %439 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %440 = stablehlo.multiply %438, %439 : tensor<8x16x1x1024xbf16>
    %cst_88 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %441 = stablehlo.reduce(%440 init: %cst_88) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_89 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %442 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %443 = stablehlo.maximum %442, %441 : tensor<8x16x1xbf16>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %445 = stablehlo.broadcast_in_dim %444, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %446 = stablehlo.subtract %440, %445 : tensor<8x16x1x1024xbf16>
    %447 = stablehlo.exponential %446 : tensor<8x16x1x1024xbf16>
    %448 = stablehlo.convert %447 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %449 = stablehlo.reduce(%448 init: %cst_90) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %450 = stablehlo.broadcast_in_dim %449, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %451 = stablehlo.convert %450 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %452 = stablehlo.broadcast_in_dim %451, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %453 = stablehlo.divide %447, %452 : tensor<8x16x1x1024xbf16>
    %454 = stablehlo.dot_general %453, %437, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %455 = stablehlo.transpose %454, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %456 = stablehlo.reshape %455 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %457 = stablehlo.dot_general %456, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %458 = stablehlo.add %399, %457 : tensor<8x1x1024xbf16>
    %459 = stablehlo.slice %arg26 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %460 = stablehlo.reshape %459 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %461 = stablehlo.multiply %458, %458 : tensor<8x1x1024xbf16>
    %462 = stablehlo.convert %461 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %463 = stablehlo.reduce(%462 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %464 = stablehlo.broadcast_in_dim %463, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_92 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %466 = stablehlo.divide %464, %465 : tensor<8x1x1xf32>
    %467 = stablehlo.convert %466 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_93 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %468 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %469 = stablehlo.add %467, %468 : tensor<8x1x1xbf16>
    %470 = stablehlo.rsqrt %469 : tensor<8x1x1xbf16>
    %471 = stablehlo.broadcast_in_dim %470, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %472 = stablehlo.multiply %458, %471 : tensor<8x1x1024xbf16>
    %473 = stablehlo.broadcast_in_dim %460, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %474 = stablehlo.broadcast_in_dim %473, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %475 = stablehlo.multiply %472, %474 : tensor<8x1x1024xbf16>
    %476 = stablehlo.dot_general %475, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %477 = call @relu(%476) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %478 = stablehlo.dot_general %477, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %479 = stablehlo.add %458, %478 : tensor<8x1x1024xbf16>
    %480 = stablehlo.slice %arg31 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %481 = stablehlo.reshape %480 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %482 = stablehlo.multiply %479, %479 : tensor<8x1x1024xbf16>
    %483 = stablehlo.convert %482 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %484 = stablehlo.reduce(%483 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %485 = stablehlo.broadcast_in_dim %484, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_95 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %487 = stablehlo.divide %485, %486 : tensor<8x1x1xf32>
    %488 = stablehlo.convert %487 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_96 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %489 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %490 = stablehlo.add %488, %489 : tensor<8x1x1xbf16>
    %491 = stablehlo.rsqrt %490 : tensor<8x1x1xbf16>
    %492 = stablehlo.broadcast_in_dim %491, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %493 = stablehlo.multiply %479, %492 : tensor<8x1x1024xbf16>
    %494 = stablehlo.broadcast_in_dim %481, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %495 = stablehlo.broadcast_in_dim %494, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %496 = stablehlo.multiply %493, %495 : tensor<8x1x1024xbf16>
    %497 = stablehlo.dot_general %496, %arg33, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %498 = stablehlo.slice %497 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %499 = stablehlo.slice %497 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %500 = stablehlo.slice %497 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %501 = stablehlo.reshape %498 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %502 = stablehlo.transpose %501, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %503 = stablehlo.reshape %499 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %504 = stablehlo.transpose %503, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %505 = stablehlo.reshape %500 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %506 = stablehlo.transpose %505, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %507 = stablehlo.broadcast_in_dim %504, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %508 = stablehlo.broadcast_in_dim %506, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %509 = stablehlo.concatenate %507, %508, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_97 = stablehlo.constant dense<0> : tensor<i32>
    %510 = stablehlo.compare LT, %arg48, %c_97, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_98 = stablehlo.constant dense<1024> : tensor<i32>
    %511 = stablehlo.add %arg48, %c_98 : tensor<i32>
    %512 = stablehlo.select %510, %511, %arg48 : tensor<i1>, tensor<i32>
    %c_99 = stablehlo.constant dense<0> : tensor<i32>
    %c_100 = stablehlo.constant dense<0> : tensor<i32>
    %c_101 = stablehlo.constant dense<0> : tensor<i32>
    %c_102 = stablehlo.constant dense<0> : tensor<i32>
    %513 = stablehlo.dynamic_update_slice %arg46, %509, %c_99, %c_100, %c_101, %512, %c_102 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %514 = stablehlo.slice %513 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %515 = stablehlo.reshape %514 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %516 = stablehlo.slice %513 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %517 = stablehlo.reshape %516 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %518 = stablehlo.dot_general %502, %515, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_103 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %519 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %520 = stablehlo.multiply %518, %519 : tensor<8x16x1x1024xbf16>
    %cst_104 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %521 = stablehlo.reduce(%520 init: %cst_104) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_105 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %522 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %523 = stablehlo.maximum %522, %521 : tensor<8x16x1xbf16>
    %524 = stablehlo.broadcast_in_dim %523, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %525 = stablehlo.broadcast_in_dim %524, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %526 = stablehlo.subtract %520, %525 : tensor<8x16x1x1024xbf16>
    %527 = stablehlo.exponential %526 : tensor<8x16x1x1024xbf16>
    %528 = stablehlo.convert %527 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %529 = stablehlo.reduce(%528 init: %cst_106) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %530 = stablehlo.broadcast_in_dim %529, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %531 = stablehlo.convert %530 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %532 = stablehlo.broadcast_in_dim %531, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %533 = stablehlo.divide %527, %532 : tensor<8x16x1x1024xbf16>
    %534 = stablehlo.dot_general %533, %517, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %535 = stablehlo.transpose %534, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %536 = stablehlo.reshape %535 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %537 = stablehlo.dot_general %536, %arg32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %538 = stablehlo.add %479, %537 : tensor<8x1x1024xbf16>
    %539 = stablehlo.slice %arg31 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %540 = stablehlo.reshape %539 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %541 = stablehlo.multiply %538, %538 : tensor<8x1x1024xbf16>
    %542 = stablehlo.convert %541 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %543 = stablehlo.reduce(%542 init: %cst_107) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %544 = stablehlo.broadcast_in_dim %543, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_108 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %546 = stablehlo.divide %544, %545 : tensor<8x1x1xf32>
    %547 = stablehlo.convert %546 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_109 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %548 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %549 = stablehlo.add %547, %548 : tensor<8x1x1xbf16>
    %550 = stablehlo.rsqrt %549 : tensor<8x1x1xbf16>
    %551 = stablehlo.broadcast_in_dim %550, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %552 = stablehlo.multiply %538, %551 : tensor<8x1x1024xbf16>
    %553 = stablehlo.broadcast_in_dim %540, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %554 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %555 = stablehlo.multiply %552, %554 : tensor<8x1x1024xbf16>
    %556 = stablehlo.dot_general %555, %arg34, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %557 = call @relu(%556) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %558 = stablehlo.dot_general %557, %arg30, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %559 = stablehlo.add %538, %558 : tensor<8x1x1024xbf16>
    %560 = stablehlo.slice %arg36 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %561 = stablehlo.reshape %560 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %562 = stablehlo.multiply %559, %559 : tensor<8x1x1024xbf16>
    %563 = stablehlo.convert %562 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %564 = stablehlo.reduce(%563 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %565 = stablehlo.broadcast_in_dim %564, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_111 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %567 = stablehlo.divide %565, %566 : tensor<8x1x1xf32>
    %568 = stablehlo.convert %567 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_112 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %569 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %570 = stablehlo.add %568, %569 : tensor<8x1x1xbf16>
    %571 = stablehlo.rsqrt %570 : tensor<8x1x1xbf16>
    %572 = stablehlo.broadcast_in_dim %571, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %573 = stablehlo.multiply %559, %572 : tensor<8x1x1024xbf16>
    %574 = stablehlo.broadcast_in_dim %561, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %575 = stablehlo.broadcast_in_dim %574, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %576 = stablehlo.multiply %573, %575 : tensor<8x1x1024xbf16>
    %577 = stablehlo.dot_general %576, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<8x1x3072xbf16>
    %578 = stablehlo.slice %577 [0:8, 0:1, 0:1024] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %579 = stablehlo.slice %577 [0:8, 0:1, 1024:2048] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %580 = stablehlo.slice %577 [0:8, 0:1, 2048:3072] : (tensor<8x1x3072xbf16>) -> tensor<8x1x1024xbf16>
    %581 = stablehlo.reshape %578 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %582 = stablehlo.transpose %581, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %583 = stablehlo.reshape %579 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %584 = stablehlo.transpose %583, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %585 = stablehlo.reshape %580 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %586 = stablehlo.transpose %585, dims = [0, 2, 1, 3] : (tensor<8x1x16x64xbf16>) -> tensor<8x16x1x64xbf16>
    %587 = stablehlo.broadcast_in_dim %584, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %588 = stablehlo.broadcast_in_dim %586, dims = [1, 2, 3, 4] : (tensor<8x16x1x64xbf16>) -> tensor<1x8x16x1x64xbf16>
    %589 = stablehlo.concatenate %587, %588, dim = 0 : (tensor<1x8x16x1x64xbf16>, tensor<1x8x16x1x64xbf16>) -> tensor<2x8x16x1x64xbf16>
    %c_113 = stablehlo.constant dense<0> : tensor<i32>
    %590 = stablehlo.compare LT, %arg48, %c_113, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_114 = stablehlo.constant dense<1024> : tensor<i32>
    %591 = stablehlo.add %arg48, %c_114 : tensor<i32>
    %592 = stablehlo.select %590, %591, %arg48 : tensor<i1>, tensor<i32>
    %c_115 = stablehlo.constant dense<0> : tensor<i32>
    %c_116 = stablehlo.constant dense<0> : tensor<i32>
    %c_117 = stablehlo.constant dense<0> : tensor<i32>
    %c_118 = stablehlo.constant dense<0> : tensor<i32>
    %593 = stablehlo.dynamic_update_slice %arg47, %589, %c_115, %c_116, %c_117, %592, %c_118 : (tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1024x64xbf16>
    %594 = stablehlo.slice %593 [0:1, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %595 = stablehlo.reshape %594 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %596 = stablehlo.slice %593 [1:2, 0:8, 0:16, 0:1024, 0:64] : (tensor<2x8x16x1024x64xbf16>) -> tensor<1x8x16x1024x64xbf16>
    %597 = stablehlo.reshape %596 : (tensor<1x8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %598 = stablehlo.dot_general %582, %595, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x1024xbf16>
    %cst_119 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %599 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<bf16>) -> tensor<8x16x1x1024xbf16>
    %600 = stablehlo.multiply %598, %599 : tensor<8x16x1x1024xbf16>
    %cst_120 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %601 = stablehlo.reduce(%600 init: %cst_120) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x1024xbf16>, tensor<bf16>) -> tensor<8x16x1xbf16>
    %cst_121 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %602 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<bf16>) -> tensor<8x16x1xbf16>
    %603 = stablehlo.maximum %602, %601 : tensor<8x16x1xbf16>
    %604 = stablehlo.broadcast_in_dim %603, dims = [0, 1, 2] : (tensor<8x16x1xbf16>) -> tensor<8x16x1x1xbf16>
    %605 = stablehlo.broadcast_in_dim %604, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %606 = stablehlo.subtract %600, %605 : tensor<8x16x1x1024xbf16>
    %607 = stablehlo.exponential %606 : tensor<8x16x1x1024xbf16>
    %608 = stablehlo.convert %607 : (tensor<8x16x1x1024xbf16>) -> tensor<8x16x1x1024xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %609 = stablehlo.reduce(%608 init: %cst_122) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x1024xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %611 = stablehlo.convert %610 : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x1xbf16>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xbf16>) -> tensor<8x16x1x1024xbf16>
    %613 = stablehlo.divide %607, %612 : tensor<8x16x1x1024xbf16>
    %614 = stablehlo.dot_general %613, %597, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1x64xbf16>
    %615 = stablehlo.transpose %614, dims = [0, 2, 1, 3] : (tensor<8x16x1x64xbf16>) -> tensor<8x1x16x64xbf16>
    %616 = stablehlo.reshape %615 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %617 = stablehlo.dot_general %616, %arg37, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %618 = stablehlo.add %559, %617 : tensor<8x1x1024xbf16>
    %619 = stablehlo.slice %arg36 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %620 = stablehlo.reshape %619 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %621 = stablehlo.multiply %618, %618 : tensor<8x1x1024xbf16>
    %622 = stablehlo.convert %621 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %623 = stablehlo.reduce(%622 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %624 = stablehlo.broadcast_in_dim %623, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_124 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %626 = stablehlo.divide %624, %625 : tensor<8x1x1xf32>
    %627 = stablehlo.convert %626 : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
    %cst_125 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %628 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<bf16>) -> tensor<8x1x1xbf16>
    %629 = stablehlo.add %627, %628 : tensor<8x1x1xbf16>
    %630 = stablehlo.rsqrt %629 : tensor<8x1x1xbf16>
    %631 = stablehlo.broadcast_in_dim %630, dims = [0, 1, 2] : (tensor<8x1x1xbf16>) -> tensor<8x1x1024xbf16>
    %632 = stablehlo.multiply %618, %631 : tensor<8x1x1024xbf16>
    %633 = stablehlo.broadcast_in_dim %620, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %634 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<8x1x1024xbf16>
    %635 = stablehlo.multiply %632, %634 : tensor<8x1x1024xbf16>
    %636 = stablehlo.dot_general %635, %arg39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %637 = call @relu(%636) : (tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16>
    %638 = stablehlo.dot_general %637, %arg35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %639 = stablehlo.add %618, %638 : tensor<8x1x1024xbf16>
    return %639, %33, %113, %193, %273, %353, %433, %513, %593 : tensor<8x1x1024xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>, tensor<2x8x16x1024x64xbf16>
  }
  func.func private @relu(%arg0: tensor<8x1x4096xbf16>) -> tensor<8x1x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x1x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x1x4096xbf16>
    return %1 : tensor<8x1x4096xbf16>
  }
}
