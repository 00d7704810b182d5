module @transformer_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x1024xbf16> {tf.aliasing_output = 0 : i32}, %arg1: tensor<2x1024xbf16> {tf.aliasing_output = 1 : i32}, %arg2: tensor<1024x1024xbf16> {tf.aliasing_output = 2 : i32}, %arg3: tensor<1024x3072xbf16> {tf.aliasing_output = 3 : i32}, %arg4: tensor<1024x4096xbf16> {tf.aliasing_output = 4 : i32}, %arg5: tensor<4096x1024xbf16> {tf.aliasing_output = 5 : i32}, %arg6: tensor<2x1024xbf16> {tf.aliasing_output = 6 : i32}, %arg7: tensor<1024x1024xbf16> {tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x3072xbf16> {tf.aliasing_output = 8 : i32}, %arg9: tensor<1024x4096xbf16> {tf.aliasing_output = 9 : i32}, %arg10: tensor<4096x1024xbf16> {tf.aliasing_output = 10 : i32}, %arg11: tensor<2x1024xbf16> {tf.aliasing_output = 11 : i32}, %arg12: tensor<1024x1024xbf16> {tf.aliasing_output = 12 : i32}, %arg13: tensor<1024x3072xbf16> {tf.aliasing_output = 13 : i32}, %arg14: tensor<1024x4096xbf16> {tf.aliasing_output = 14 : i32}, %arg15: tensor<4096x1024xbf16> {tf.aliasing_output = 15 : i32}, %arg16: tensor<2x1024xbf16> {tf.aliasing_output = 16 : i32}, %arg17: tensor<1024x1024xbf16> {tf.aliasing_output = 17 : i32}, %arg18: tensor<1024x3072xbf16> {tf.aliasing_output = 18 : i32}, %arg19: tensor<1024x4096xbf16> {tf.aliasing_output = 19 : i32}, %arg20: tensor<4096x1024xbf16> {tf.aliasing_output = 20 : i32}, %arg21: tensor<2x1024xbf16> {tf.aliasing_output = 21 : i32}, %arg22: tensor<1024x1024xbf16> {tf.aliasing_output = 22 : i32}, %arg23: tensor<1024x3072xbf16> {tf.aliasing_output = 23 : i32}, %arg24: tensor<1024x4096xbf16> {tf.aliasing_output = 24 : i32}, %arg25: tensor<4096x1024xbf16> {tf.aliasing_output = 25 : i32}, %arg26: tensor<2x1024xbf16> {tf.aliasing_output = 26 : i32}, %arg27: tensor<1024x1024xbf16> {tf.aliasing_output = 27 : i32}, %arg28: tensor<1024x3072xbf16> {tf.aliasing_output = 28 : i32}, %arg29: tensor<1024x4096xbf16> {tf.aliasing_output = 29 : i32}, %arg30: tensor<4096x1024xbf16> {tf.aliasing_output = 30 : i32}, %arg31: tensor<2x1024xbf16> {tf.aliasing_output = 31 : i32}, %arg32: tensor<1024x1024xbf16> {tf.aliasing_output = 32 : i32}, %arg33: tensor<1024x3072xbf16> {tf.aliasing_output = 33 : i32}, %arg34: tensor<1024x4096xbf16> {tf.aliasing_output = 34 : i32}, %arg35: tensor<4096x1024xbf16> {tf.aliasing_output = 35 : i32}, %arg36: tensor<2x1024xbf16> {tf.aliasing_output = 36 : i32}, %arg37: tensor<1024x1024xbf16> {tf.aliasing_output = 37 : i32}, %arg38: tensor<1024x3072xbf16> {tf.aliasing_output = 38 : i32}, %arg39: tensor<1024x4096xbf16> {tf.aliasing_output = 39 : i32}, %arg40: tensor<2x512x1024xbf16>, %arg41: tensor<2x512x1024xbf16>) -> (tensor<4096x1024xbf16> {jax.result_info = "result[0][0]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[0][0]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[0][0]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[0][0]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[0][0]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[0][1]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[0][1]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[0][1]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[0][1]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[0][1]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[0][2]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[0][2]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[0][2]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[0][2]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[0][2]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[0][3]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[0][3]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[0][3]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[0][3]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[0][3]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[1][0]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[1][0]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[1][0]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[1][0]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[1][0]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[1][1]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[1][1]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[1][1]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[1][1]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[1][1]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[1][2]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[1][2]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[1][2]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[1][2]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[1][2]['up']"}, tensor<4096x1024xbf16> {jax.result_info = "result[1][3]['down']"}, tensor<2x1024xbf16> {jax.result_info = "result[1][3]['norm']"}, tensor<1024x1024xbf16> {jax.result_info = "result[1][3]['out']"}, tensor<1024x3072xbf16> {jax.result_info = "result[1][3]['qkv']"}, tensor<1024x4096xbf16> {jax.result_info = "result[1][3]['up']"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %2 = stablehlo.multiply %arg40, %arg40 : tensor<2x512x1024xbf16>
    %3 = stablehlo.convert %2 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<2x512x1xf32>
    %8 = stablehlo.convert %7 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %10 = stablehlo.add %8, %9 : tensor<2x512x1xbf16>
    %11 = stablehlo.rsqrt %10 : tensor<2x512x1xbf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %13 = stablehlo.multiply %arg40, %12 : tensor<2x512x1024xbf16>
    %14 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %16 = stablehlo.multiply %13, %15 : tensor<2x512x1024xbf16>
    %17 = stablehlo.dot_general %16, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x3072xbf16>
    %18 = stablehlo.slice %17 [0:2, 0:512, 0:1024] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %19 = stablehlo.slice %17 [0:2, 0:512, 1024:2048] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %20 = stablehlo.slice %17 [0:2, 0:512, 2048:3072] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %21 = stablehlo.reshape %18 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %23 = stablehlo.reshape %19 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %24 = stablehlo.transpose %23, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %25 = stablehlo.reshape %20 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %27 = stablehlo.dot_general %22, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %cst_2 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %29 = stablehlo.multiply %27, %28 : tensor<2x8x512x512xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<2x8x512xbf16>
    %32 = stablehlo.maximum %31, %30 : tensor<2x8x512xbf16>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %35 = stablehlo.subtract %29, %34 : tensor<2x8x512x512xbf16>
    %36 = stablehlo.exponential %35 : tensor<2x8x512x512xbf16>
    %37 = stablehlo.convert %36 : (tensor<2x8x512x512xbf16>) -> tensor<2x8x512x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x1xf32>
    %40 = stablehlo.convert %39 : (tensor<2x8x512x1xf32>) -> tensor<2x8x512x1xbf16>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %42 = stablehlo.divide %36, %41 : tensor<2x8x512x512xbf16>
    %43 = stablehlo.multiply %40, %40 : tensor<2x8x512x1xbf16>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %44 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<2x8x512x1xbf16>
    %45 = stablehlo.divide %44, %43 : tensor<2x8x512x1xbf16>
    %46 = stablehlo.dot_general %42, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %47 = stablehlo.transpose %46, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %48 = stablehlo.reshape %47 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %49 = stablehlo.dot_general %48, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %50 = stablehlo.add %arg40, %49 : tensor<2x512x1024xbf16>
    %51 = stablehlo.slice %arg1 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %52 = stablehlo.reshape %51 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %53 = stablehlo.multiply %50, %50 : tensor<2x512x1024xbf16>
    %54 = stablehlo.convert %53 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_8 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<2x512x1xf32>
    %59 = stablehlo.convert %58 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_9 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %60 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %61 = stablehlo.add %59, %60 : tensor<2x512x1xbf16>
    %62 = stablehlo.rsqrt %61 : tensor<2x512x1xbf16>
    %63 = stablehlo.divide %62, %61 : tensor<2x512x1xbf16>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %64 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %65 = stablehlo.multiply %64, %63 : tensor<2x512x1xbf16>
    %66 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %67 = stablehlo.multiply %50, %66 : tensor<2x512x1024xbf16>
    %68 = stablehlo.broadcast_in_dim %52, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %70 = stablehlo.multiply %67, %69 : tensor<2x512x1024xbf16>
    %71 = stablehlo.dot_general %70, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x4096xbf16>
    %72 = call @relu(%71) : (tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %73 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %74 = stablehlo.compare GT, %71, %73, FLOAT : (tensor<2x512x4096xbf16>, tensor<2x512x4096xbf16>) -> tensor<2x512x4096xi1>
    %75 = stablehlo.dot_general %72, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x1024xbf16>
    %76 = stablehlo.add %50, %75 : tensor<2x512x1024xbf16>
    %77 = stablehlo.slice %arg6 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %78 = stablehlo.reshape %77 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %79 = stablehlo.multiply %76, %76 : tensor<2x512x1024xbf16>
    %80 = stablehlo.convert %79 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_13 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %84 = stablehlo.divide %82, %83 : tensor<2x512x1xf32>
    %85 = stablehlo.convert %84 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_14 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %87 = stablehlo.add %85, %86 : tensor<2x512x1xbf16>
    %88 = stablehlo.rsqrt %87 : tensor<2x512x1xbf16>
    %89 = stablehlo.divide %88, %87 : tensor<2x512x1xbf16>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %90 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %91 = stablehlo.multiply %90, %89 : tensor<2x512x1xbf16>
    %92 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %93 = stablehlo.multiply %76, %92 : tensor<2x512x1024xbf16>
    %94 = stablehlo.broadcast_in_dim %78, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %96 = stablehlo.multiply %93, %95 : tensor<2x512x1024xbf16>
    %97 = stablehlo.dot_general %96, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x3072xbf16>
    %98 = stablehlo.slice %97 [0:2, 0:512, 0:1024] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %99 = stablehlo.slice %97 [0:2, 0:512, 1024:2048] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %100 = stablehlo.slice %97 [0:2, 0:512, 2048:3072] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %101 = stablehlo.reshape %98 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %102 = stablehlo.transpose %101, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %103 = stablehlo.reshape %99 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %104 = stablehlo.transpose %103, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %105 = stablehlo.reshape %100 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %106 = stablehlo.transpose %105, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %107 = stablehlo.dot_general %102, %104, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %cst_16 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %108 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %109 = stablehlo.multiply %107, %108 : tensor<2x8x512x512xbf16>
    %cst_17 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %110 = stablehlo.reduce(%109 init: %cst_17) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %cst_18 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %111 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<2x8x512xbf16>
    %112 = stablehlo.maximum %111, %110 : tensor<2x8x512xbf16>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %115 = stablehlo.subtract %109, %114 : tensor<2x8x512x512xbf16>
    %116 = stablehlo.exponential %115 : tensor<2x8x512x512xbf16>
    %117 = stablehlo.convert %116 : (tensor<2x8x512x512xbf16>) -> tensor<2x8x512x512xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x1xf32>
    %120 = stablehlo.convert %119 : (tensor<2x8x512x1xf32>) -> tensor<2x8x512x1xbf16>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %122 = stablehlo.divide %116, %121 : tensor<2x8x512x512xbf16>
    %123 = stablehlo.multiply %120, %120 : tensor<2x8x512x1xbf16>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %124 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<2x8x512x1xbf16>
    %125 = stablehlo.divide %124, %123 : tensor<2x8x512x1xbf16>
    %126 = stablehlo.dot_general %122, %106, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %127 = stablehlo.transpose %126, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %128 = stablehlo.reshape %127 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %129 = stablehlo.dot_general %128, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %130 = stablehlo.add %76, %129 : tensor<2x512x1024xbf16>
    %131 = stablehlo.slice %arg6 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %132 = stablehlo.reshape %131 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %133 = stablehlo.multiply %130, %130 : tensor<2x512x1024xbf16>
    %134 = stablehlo.convert %133 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.reduce(%134 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_22 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %138 = stablehlo.divide %136, %137 : tensor<2x512x1xf32>
    %139 = stablehlo.convert %138 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_23 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %140 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %141 = stablehlo.add %139, %140 : tensor<2x512x1xbf16>
    %142 = stablehlo.rsqrt %141 : tensor<2x512x1xbf16>
    %143 = stablehlo.divide %142, %141 : tensor<2x512x1xbf16>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %144 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %145 = stablehlo.multiply %144, %143 : tensor<2x512x1xbf16>
    %146 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %147 = stablehlo.multiply %130, %146 : tensor<2x512x1024xbf16>
    %148 = stablehlo.broadcast_in_dim %132, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %150 = stablehlo.multiply %147, %149 : tensor<2x512x1024xbf16>
    %151 = stablehlo.dot_general %150, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x4096xbf16>
    %152 = call @relu(%151) : (tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %153 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %154 = stablehlo.compare GT, %151, %153, FLOAT : (tensor<2x512x4096xbf16>, tensor<2x512x4096xbf16>) -> tensor<2x512x4096xi1>
    %155 = stablehlo.dot_general %152, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x1024xbf16>
    %156 = stablehlo.add %130, %155 : tensor<2x512x1024xbf16>
    %157 = stablehlo.slice %arg11 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %158 = stablehlo.reshape %157 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %159 = stablehlo.multiply %156, %156 : tensor<2x512x1024xbf16>
    %160 = stablehlo.convert %159 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_27 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %164 = stablehlo.divide %162, %163 : tensor<2x512x1xf32>
    %165 = stablehlo.convert %164 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_28 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %166 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %167 = stablehlo.add %165, %166 : tensor<2x512x1xbf16>
    %168 = stablehlo.rsqrt %167 : tensor<2x512x1xbf16>
    %169 = stablehlo.divide %168, %167 : tensor<2x512x1xbf16>
    %cst_29 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %170 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %171 = stablehlo.multiply %170, %169 : tensor<2x512x1xbf16>
    %172 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %173 = stablehlo.multiply %156, %172 : tensor<2x512x1024xbf16>
    %174 = stablehlo.broadcast_in_dim %158, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %176 = stablehlo.multiply %173, %175 : tensor<2x512x1024xbf16>
    %177 = stablehlo.dot_general %176, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x3072xbf16>
    %178 = stablehlo.slice %177 [0:2, 0:512, 0:1024] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %179 = stablehlo.slice %177 [0:2, 0:512, 1024:2048] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %180 = stablehlo.slice %177 [0:2, 0:512, 2048:3072] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %181 = stablehlo.reshape %178 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %182 = stablehlo.transpose %181, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %183 = stablehlo.reshape %179 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %184 = stablehlo.transpose %183, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %185 = stablehlo.reshape %180 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %186 = stablehlo.transpose %185, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %187 = stablehlo.dot_general %182, %184, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %cst_30 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %188 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %189 = stablehlo.multiply %187, %188 : tensor<2x8x512x512xbf16>
    %cst_31 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %190 = stablehlo.reduce(%189 init: %cst_31) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %cst_32 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %191 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<2x8x512xbf16>
    %192 = stablehlo.maximum %191, %190 : tensor<2x8x512xbf16>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %195 = stablehlo.subtract %189, %194 : tensor<2x8x512x512xbf16>
    %196 = stablehlo.exponential %195 : tensor<2x8x512x512xbf16>
    %197 = stablehlo.convert %196 : (tensor<2x8x512x512xbf16>) -> tensor<2x8x512x512xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_33) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x1xf32>
    %200 = stablehlo.convert %199 : (tensor<2x8x512x1xf32>) -> tensor<2x8x512x1xbf16>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %202 = stablehlo.divide %196, %201 : tensor<2x8x512x512xbf16>
    %203 = stablehlo.multiply %200, %200 : tensor<2x8x512x1xbf16>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %204 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<bf16>) -> tensor<2x8x512x1xbf16>
    %205 = stablehlo.divide %204, %203 : tensor<2x8x512x1xbf16>
    %206 = stablehlo.dot_general %202, %186, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %207 = stablehlo.transpose %206, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %208 = stablehlo.reshape %207 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %209 = stablehlo.dot_general %208, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %210 = stablehlo.add %156, %209 : tensor<2x512x1024xbf16>
    %211 = stablehlo.slice %arg11 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %212 = stablehlo.reshape %211 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %213 = stablehlo.multiply %210, %210 : tensor<2x512x1024xbf16>
    %214 = stablehlo.convert %213 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_36 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %218 = stablehlo.divide %216, %217 : tensor<2x512x1xf32>
    %219 = stablehlo.convert %218 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_37 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %220 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %221 = stablehlo.add %219, %220 : tensor<2x512x1xbf16>
    %222 = stablehlo.rsqrt %221 : tensor<2x512x1xbf16>
    %223 = stablehlo.divide %222, %221 : tensor<2x512x1xbf16>
    %cst_38 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %224 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %225 = stablehlo.multiply %224, %223 : tensor<2x512x1xbf16>
    %226 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %227 = stablehlo.multiply %210, %226 : tensor<2x512x1024xbf16>
    %228 = stablehlo.broadcast_in_dim %212, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %230 = stablehlo.multiply %227, %229 : tensor<2x512x1024xbf16>
    %231 = stablehlo.dot_general %230, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x4096xbf16>
    %232 = call @relu(%231) : (tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %233 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %234 = stablehlo.compare GT, %231, %233, FLOAT : (tensor<2x512x4096xbf16>, tensor<2x512x4096xbf16>) -> tensor<2x512x4096xi1>
    %235 = stablehlo.dot_general %232, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x1024xbf16>
    %236 = stablehlo.add %210, %235 : tensor<2x512x1024xbf16>
    %237 = stablehlo.slice %arg16 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %238 = stablehlo.reshape %237 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %239 = stablehlo.multiply %236, %236 : tensor<2x512x1024xbf16>
    %240 = stablehlo.convert %239 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = stablehlo.reduce(%240 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_41 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %244 = stablehlo.divide %242, %243 : tensor<2x512x1xf32>
    %245 = stablehlo.convert %244 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_42 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %246 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %247 = stablehlo.add %245, %246 : tensor<2x512x1xbf16>
    %248 = stablehlo.rsqrt %247 : tensor<2x512x1xbf16>
    %249 = stablehlo.divide %248, %247 : tensor<2x512x1xbf16>
    %cst_43 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %250 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %251 = stablehlo.multiply %250, %249 : tensor<2x512x1xbf16>
    %252 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %253 = stablehlo.multiply %236, %252 : tensor<2x512x1024xbf16>
    %254 = stablehlo.broadcast_in_dim %238, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %256 = stablehlo.multiply %253, %255 : tensor<2x512x1024xbf16>
    %257 = stablehlo.dot_general %256, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x3072xbf16>
    %258 = stablehlo.slice %257 [0:2, 0:512, 0:1024] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %259 = stablehlo.slice %257 [0:2, 0:512, 1024:2048] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %260 = stablehlo.slice %257 [0:2, 0:512, 2048:3072] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %261 = stablehlo.reshape %258 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %262 = stablehlo.transpose %261, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %263 = stablehlo.reshape %259 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %264 = stablehlo.transpose %263, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %265 = stablehlo.reshape %260 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %266 = stablehlo.transpose %265, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %267 = stablehlo.dot_general %262, %264, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %cst_44 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %268 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %269 = stablehlo.multiply %267, %268 : tensor<2x8x512x512xbf16>
    %cst_45 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %270 = stablehlo.reduce(%269 init: %cst_45) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %cst_46 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %271 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<bf16>) -> tensor<2x8x512xbf16>
    %272 = stablehlo.maximum %271, %270 : tensor<2x8x512xbf16>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1, 2] : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %275 = stablehlo.subtract %269, %274 : tensor<2x8x512x512xbf16>
    %276 = stablehlo.exponential %275 : tensor<2x8x512x512xbf16>
    %277 = stablehlo.convert %276 : (tensor<2x8x512x512xbf16>) -> tensor<2x8x512x512xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.reduce(%277 init: %cst_47) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x1xf32>
    %280 = stablehlo.convert %279 : (tensor<2x8x512x1xf32>) -> tensor<2x8x512x1xbf16>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %282 = stablehlo.divide %276, %281 : tensor<2x8x512x512xbf16>
    %283 = stablehlo.multiply %280, %280 : tensor<2x8x512x1xbf16>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %284 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<bf16>) -> tensor<2x8x512x1xbf16>
    %285 = stablehlo.divide %284, %283 : tensor<2x8x512x1xbf16>
    %286 = stablehlo.dot_general %282, %266, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %287 = stablehlo.transpose %286, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %288 = stablehlo.reshape %287 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %289 = stablehlo.dot_general %288, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %290 = stablehlo.add %236, %289 : tensor<2x512x1024xbf16>
    %291 = stablehlo.slice %arg16 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %292 = stablehlo.reshape %291 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %293 = stablehlo.multiply %290, %290 : tensor<2x512x1024xbf16>
    %294 = stablehlo.convert %293 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %296 = stablehlo.broadcast_in_dim %295, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_50 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %298 = stablehlo.divide %296, %297 : tensor<2x512x1xf32>
    %299 = stablehlo.convert %298 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_51 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %300 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %301 = stablehlo.add %299, %300 : tensor<2x512x1xbf16>
    %302 = stablehlo.rsqrt %301 : tensor<2x512x1xbf16>
    %303 = stablehlo.divide %302, %301 : tensor<2x512x1xbf16>
    %cst_52 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %304 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %305 = stablehlo.multiply %304, %303 : tensor<2x512x1xbf16>
    %306 = stablehlo.broadcast_in_dim %302, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %307 = stablehlo.multiply %290, %306 : tensor<2x512x1024xbf16>
    %308 = stablehlo.broadcast_in_dim %292, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %310 = stablehlo.multiply %307, %309 : tensor<2x512x1024xbf16>
    %311 = stablehlo.dot_general %310, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x4096xbf16>
    %312 = call @relu(%311) : (tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %313 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %314 = stablehlo.compare GT, %311, %313, FLOAT : (tensor<2x512x4096xbf16>, tensor<2x512x4096xbf16>) -> tensor<2x512x4096xi1>
    %315 = stablehlo.dot_general %312, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x1024xbf16>
    %316 = stablehlo.add %290, %315 : tensor<2x512x1024xbf16>
    %317 = stablehlo.subtract %316, %arg41 : tensor<2x512x1024xbf16>
    %cst_54 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %318 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<bf16>) -> tensor<2x512x1024xbf16>
    %319 = stablehlo.multiply %318, %317 : tensor<2x512x1024xbf16>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_56 = stablehlo.constant dense<0x49800000> : tensor<f32>
    %320 = stablehlo.divide %cst_55, %cst_56 : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [] : (tensor<f32>) -> tensor<2x512x1024xf32>
    %322 = stablehlo.convert %321 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %323 = stablehlo.multiply %322, %319 : tensor<2x512x1024xbf16>
    %324 = stablehlo.dot_general %323, %312, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x4096xbf16>) -> tensor<1024x4096xbf16>
    %325 = stablehlo.transpose %324, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %326 = stablehlo.dot_general %323, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x4096xbf16>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %327 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %328 = stablehlo.select %314, %326, %327 : tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
    %329 = stablehlo.dot_general %328, %310, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<2x512x1024xbf16>) -> tensor<4096x1024xbf16>
    %330 = stablehlo.transpose %329, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %331 = stablehlo.dot_general %328, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x1024xbf16>
    %332 = stablehlo.multiply %307, %331 : tensor<2x512x1024xbf16>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %333 = stablehlo.reduce(%332 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %334 = stablehlo.reshape %333 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %335 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %336 = stablehlo.multiply %331, %335 : tensor<2x512x1024xbf16>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %337 = stablehlo.reduce(%334 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %338 = stablehlo.multiply %290, %336 : tensor<2x512x1024xbf16>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %339 = stablehlo.reduce(%338 init: %cst_60) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %340 = stablehlo.reshape %339 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %341 = stablehlo.broadcast_in_dim %302, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %342 = stablehlo.multiply %336, %341 : tensor<2x512x1024xbf16>
    %343 = stablehlo.add %323, %342 : tensor<2x512x1024xbf16>
    %344 = stablehlo.multiply %340, %305 : tensor<2x512x1xbf16>
    %345 = stablehlo.convert %344 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_61 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %347 = stablehlo.divide %345, %346 : tensor<2x512x1xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %348 = stablehlo.reduce(%347 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %350 = stablehlo.convert %349 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %351 = stablehlo.multiply %290, %350 : tensor<2x512x1024xbf16>
    %352 = stablehlo.add %343, %351 : tensor<2x512x1024xbf16>
    %353 = stablehlo.multiply %350, %290 : tensor<2x512x1024xbf16>
    %354 = stablehlo.add %352, %353 : tensor<2x512x1024xbf16>
    %355 = stablehlo.broadcast_in_dim %337, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %356 = stablehlo.pad %355, %cst_63, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %357 = stablehlo.dot_general %354, %288, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %358 = stablehlo.transpose %357, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %359 = stablehlo.dot_general %354, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %360 = stablehlo.reshape %359 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %361 = stablehlo.transpose %360, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %362 = stablehlo.dot_general %361, %282, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>) -> tensor<2x8x128x512xbf16>
    %363 = stablehlo.transpose %362, dims = [0, 1, 3, 2] : (tensor<2x8x128x512xbf16>) -> tensor<2x8x512x128xbf16>
    %364 = stablehlo.dot_general %361, %266, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %365 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %366 = stablehlo.multiply %364, %365 : tensor<2x8x512x512xbf16>
    %367 = stablehlo.multiply %366, %276 : tensor<2x8x512x512xbf16>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %368 = stablehlo.reduce(%367 init: %cst_64) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %369 = stablehlo.reshape %368 : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %370 = stablehlo.negate %369 : tensor<2x8x512x1xbf16>
    %371 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %372 = stablehlo.divide %364, %371 : tensor<2x8x512x512xbf16>
    %373 = stablehlo.convert %370 : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x1xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %374 = stablehlo.reduce(%373 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x1xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %375 = stablehlo.broadcast_in_dim %374, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x512xf32>
    %376 = stablehlo.convert %375 : (tensor<2x8x512x512xf32>) -> tensor<2x8x512x512xbf16>
    %377 = stablehlo.add %372, %376 : tensor<2x8x512x512xbf16>
    %378 = stablehlo.multiply %377, %276 : tensor<2x8x512x512xbf16>
    %cst_66 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %379 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %380 = stablehlo.multiply %378, %379 : tensor<2x8x512x512xbf16>
    %381 = stablehlo.dot_general %380, %262, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %382 = stablehlo.dot_general %380, %264, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %383 = stablehlo.transpose %363, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %384 = stablehlo.reshape %383 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %385 = stablehlo.transpose %381, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %386 = stablehlo.reshape %385 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %387 = stablehlo.transpose %382, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %388 = stablehlo.reshape %387 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %389 = stablehlo.concatenate %388, %386, %384, dim = 2 : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<2x512x3072xbf16>
    %390 = stablehlo.dot_general %389, %256, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<2x512x1024xbf16>) -> tensor<3072x1024xbf16>
    %391 = stablehlo.transpose %390, dims = [1, 0] : (tensor<3072x1024xbf16>) -> tensor<1024x3072xbf16>
    %392 = stablehlo.dot_general %389, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x1024xbf16>
    %393 = stablehlo.multiply %253, %392 : tensor<2x512x1024xbf16>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %394 = stablehlo.reduce(%393 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %395 = stablehlo.reshape %394 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %396 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %397 = stablehlo.multiply %392, %396 : tensor<2x512x1024xbf16>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %398 = stablehlo.reduce(%395 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %399 = stablehlo.multiply %236, %397 : tensor<2x512x1024xbf16>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %400 = stablehlo.reduce(%399 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %401 = stablehlo.reshape %400 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %402 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %403 = stablehlo.multiply %397, %402 : tensor<2x512x1024xbf16>
    %404 = stablehlo.add %354, %403 : tensor<2x512x1024xbf16>
    %405 = stablehlo.multiply %401, %251 : tensor<2x512x1xbf16>
    %406 = stablehlo.convert %405 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_70 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %408 = stablehlo.divide %406, %407 : tensor<2x512x1xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %409 = stablehlo.reduce(%408 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %410 = stablehlo.broadcast_in_dim %409, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %411 = stablehlo.convert %410 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %412 = stablehlo.multiply %236, %411 : tensor<2x512x1024xbf16>
    %413 = stablehlo.add %404, %412 : tensor<2x512x1024xbf16>
    %414 = stablehlo.multiply %411, %236 : tensor<2x512x1024xbf16>
    %415 = stablehlo.add %413, %414 : tensor<2x512x1024xbf16>
    %416 = stablehlo.broadcast_in_dim %398, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %417 = stablehlo.pad %416, %cst_72, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %418 = stablehlo.add %356, %417 : tensor<2x1024xbf16>
    %419 = stablehlo.dot_general %415, %232, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x4096xbf16>) -> tensor<1024x4096xbf16>
    %420 = stablehlo.transpose %419, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %421 = stablehlo.dot_general %415, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x4096xbf16>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %422 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %423 = stablehlo.select %234, %421, %422 : tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
    %424 = stablehlo.dot_general %423, %230, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<2x512x1024xbf16>) -> tensor<4096x1024xbf16>
    %425 = stablehlo.transpose %424, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %426 = stablehlo.dot_general %423, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x1024xbf16>
    %427 = stablehlo.multiply %227, %426 : tensor<2x512x1024xbf16>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %428 = stablehlo.reduce(%427 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %429 = stablehlo.reshape %428 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %430 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %431 = stablehlo.multiply %426, %430 : tensor<2x512x1024xbf16>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %432 = stablehlo.reduce(%429 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %433 = stablehlo.multiply %210, %431 : tensor<2x512x1024xbf16>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %434 = stablehlo.reduce(%433 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %435 = stablehlo.reshape %434 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %436 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %437 = stablehlo.multiply %431, %436 : tensor<2x512x1024xbf16>
    %438 = stablehlo.add %415, %437 : tensor<2x512x1024xbf16>
    %439 = stablehlo.multiply %435, %225 : tensor<2x512x1xbf16>
    %440 = stablehlo.convert %439 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_77 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %442 = stablehlo.divide %440, %441 : tensor<2x512x1xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %443 = stablehlo.reduce(%442 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %445 = stablehlo.convert %444 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %446 = stablehlo.multiply %210, %445 : tensor<2x512x1024xbf16>
    %447 = stablehlo.add %438, %446 : tensor<2x512x1024xbf16>
    %448 = stablehlo.multiply %445, %210 : tensor<2x512x1024xbf16>
    %449 = stablehlo.add %447, %448 : tensor<2x512x1024xbf16>
    %450 = stablehlo.broadcast_in_dim %432, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %451 = stablehlo.pad %450, %cst_79, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %452 = stablehlo.dot_general %449, %208, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %453 = stablehlo.transpose %452, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %454 = stablehlo.dot_general %449, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %455 = stablehlo.reshape %454 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %456 = stablehlo.transpose %455, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %457 = stablehlo.dot_general %456, %202, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>) -> tensor<2x8x128x512xbf16>
    %458 = stablehlo.transpose %457, dims = [0, 1, 3, 2] : (tensor<2x8x128x512xbf16>) -> tensor<2x8x512x128xbf16>
    %459 = stablehlo.dot_general %456, %186, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %460 = stablehlo.broadcast_in_dim %205, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %461 = stablehlo.multiply %459, %460 : tensor<2x8x512x512xbf16>
    %462 = stablehlo.multiply %461, %196 : tensor<2x8x512x512xbf16>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %463 = stablehlo.reduce(%462 init: %cst_80) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %464 = stablehlo.reshape %463 : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %465 = stablehlo.negate %464 : tensor<2x8x512x1xbf16>
    %466 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %467 = stablehlo.divide %459, %466 : tensor<2x8x512x512xbf16>
    %468 = stablehlo.convert %465 : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x1xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %469 = stablehlo.reduce(%468 init: %cst_81) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x1xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %470 = stablehlo.broadcast_in_dim %469, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x512xf32>
    %471 = stablehlo.convert %470 : (tensor<2x8x512x512xf32>) -> tensor<2x8x512x512xbf16>
    %472 = stablehlo.add %467, %471 : tensor<2x8x512x512xbf16>
    %473 = stablehlo.multiply %472, %196 : tensor<2x8x512x512xbf16>
    %cst_82 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %474 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %475 = stablehlo.multiply %473, %474 : tensor<2x8x512x512xbf16>
    %476 = stablehlo.dot_general %475, %182, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %477 = stablehlo.dot_general %475, %184, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %478 = stablehlo.transpose %458, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %479 = stablehlo.reshape %478 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %480 = stablehlo.transpose %476, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %481 = stablehlo.reshape %480 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %482 = stablehlo.transpose %477, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %483 = stablehlo.reshape %482 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %484 = stablehlo.concatenate %483, %481, %479, dim = 2 : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<2x512x3072xbf16>
    %485 = stablehlo.dot_general %484, %176, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<2x512x1024xbf16>) -> tensor<3072x1024xbf16>
    %486 = stablehlo.transpose %485, dims = [1, 0] : (tensor<3072x1024xbf16>) -> tensor<1024x3072xbf16>
    %487 = stablehlo.dot_general %484, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x1024xbf16>
    %488 = stablehlo.multiply %173, %487 : tensor<2x512x1024xbf16>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %489 = stablehlo.reduce(%488 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %490 = stablehlo.reshape %489 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %491 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %492 = stablehlo.multiply %487, %491 : tensor<2x512x1024xbf16>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %493 = stablehlo.reduce(%490 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %494 = stablehlo.multiply %156, %492 : tensor<2x512x1024xbf16>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %495 = stablehlo.reduce(%494 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %496 = stablehlo.reshape %495 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %497 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %498 = stablehlo.multiply %492, %497 : tensor<2x512x1024xbf16>
    %499 = stablehlo.add %449, %498 : tensor<2x512x1024xbf16>
    %500 = stablehlo.multiply %496, %171 : tensor<2x512x1xbf16>
    %501 = stablehlo.convert %500 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_86 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %503 = stablehlo.divide %501, %502 : tensor<2x512x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %505 = stablehlo.broadcast_in_dim %504, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %506 = stablehlo.convert %505 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %507 = stablehlo.multiply %156, %506 : tensor<2x512x1024xbf16>
    %508 = stablehlo.add %499, %507 : tensor<2x512x1024xbf16>
    %509 = stablehlo.multiply %506, %156 : tensor<2x512x1024xbf16>
    %510 = stablehlo.add %508, %509 : tensor<2x512x1024xbf16>
    %511 = stablehlo.broadcast_in_dim %493, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %512 = stablehlo.pad %511, %cst_88, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %513 = stablehlo.add %451, %512 : tensor<2x1024xbf16>
    %514 = stablehlo.dot_general %510, %152, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x4096xbf16>) -> tensor<1024x4096xbf16>
    %515 = stablehlo.transpose %514, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %516 = stablehlo.dot_general %510, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x4096xbf16>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %517 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %518 = stablehlo.select %154, %516, %517 : tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
    %519 = stablehlo.dot_general %518, %150, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<2x512x1024xbf16>) -> tensor<4096x1024xbf16>
    %520 = stablehlo.transpose %519, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %521 = stablehlo.dot_general %518, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x1024xbf16>
    %522 = stablehlo.multiply %147, %521 : tensor<2x512x1024xbf16>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %523 = stablehlo.reduce(%522 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %524 = stablehlo.reshape %523 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %525 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %526 = stablehlo.multiply %521, %525 : tensor<2x512x1024xbf16>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %527 = stablehlo.reduce(%524 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %528 = stablehlo.multiply %130, %526 : tensor<2x512x1024xbf16>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %529 = stablehlo.reduce(%528 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %530 = stablehlo.reshape %529 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %531 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %532 = stablehlo.multiply %526, %531 : tensor<2x512x1024xbf16>
    %533 = stablehlo.add %510, %532 : tensor<2x512x1024xbf16>
    %534 = stablehlo.multiply %530, %145 : tensor<2x512x1xbf16>
    %535 = stablehlo.convert %534 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_93 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %537 = stablehlo.divide %535, %536 : tensor<2x512x1xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %538 = stablehlo.reduce(%537 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %539 = stablehlo.broadcast_in_dim %538, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %540 = stablehlo.convert %539 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %541 = stablehlo.multiply %130, %540 : tensor<2x512x1024xbf16>
    %542 = stablehlo.add %533, %541 : tensor<2x512x1024xbf16>
    %543 = stablehlo.multiply %540, %130 : tensor<2x512x1024xbf16>
    %544 = stablehlo.add %542, %543 : tensor<2x512x1024xbf16>
    %545 = stablehlo.broadcast_in_dim %527, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %546 = stablehlo.pad %545, %cst_95, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %547 = stablehlo.dot_general %544, %128, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %548 = stablehlo.transpose %547, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %549 = stablehlo.dot_general %544, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %550 = stablehlo.reshape %549 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %551 = stablehlo.transpose %550, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %552 = stablehlo.dot_general %551, %122, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>) -> tensor<2x8x128x512xbf16>
    %553 = stablehlo.transpose %552, dims = [0, 1, 3, 2] : (tensor<2x8x128x512xbf16>) -> tensor<2x8x512x128xbf16>
    %554 = stablehlo.dot_general %551, %106, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %555 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %556 = stablehlo.multiply %554, %555 : tensor<2x8x512x512xbf16>
    %557 = stablehlo.multiply %556, %116 : tensor<2x8x512x512xbf16>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %558 = stablehlo.reduce(%557 init: %cst_96) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %559 = stablehlo.reshape %558 : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %560 = stablehlo.negate %559 : tensor<2x8x512x1xbf16>
    %561 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %562 = stablehlo.divide %554, %561 : tensor<2x8x512x512xbf16>
    %563 = stablehlo.convert %560 : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x1xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %564 = stablehlo.reduce(%563 init: %cst_97) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x1xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %565 = stablehlo.broadcast_in_dim %564, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x512xf32>
    %566 = stablehlo.convert %565 : (tensor<2x8x512x512xf32>) -> tensor<2x8x512x512xbf16>
    %567 = stablehlo.add %562, %566 : tensor<2x8x512x512xbf16>
    %568 = stablehlo.multiply %567, %116 : tensor<2x8x512x512xbf16>
    %cst_98 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %569 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %570 = stablehlo.multiply %568, %569 : tensor<2x8x512x512xbf16>
    %571 = stablehlo.dot_general %570, %102, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %572 = stablehlo.dot_general %570, %104, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %573 = stablehlo.transpose %553, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %574 = stablehlo.reshape %573 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %575 = stablehlo.transpose %571, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %576 = stablehlo.reshape %575 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %577 = stablehlo.transpose %572, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %578 = stablehlo.reshape %577 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %579 = stablehlo.concatenate %578, %576, %574, dim = 2 : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<2x512x3072xbf16>
    %580 = stablehlo.dot_general %579, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<2x512x1024xbf16>) -> tensor<3072x1024xbf16>
    %581 = stablehlo.transpose %580, dims = [1, 0] : (tensor<3072x1024xbf16>) -> tensor<1024x3072xbf16>
    %582 = stablehlo.dot_general %579, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x1024xbf16>
    %583 = stablehlo.multiply %93, %582 : tensor<2x512x1024xbf16>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %584 = stablehlo.reduce(%583 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %585 = stablehlo.reshape %584 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %586 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %587 = stablehlo.multiply %582, %586 : tensor<2x512x1024xbf16>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %588 = stablehlo.reduce(%585 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %589 = stablehlo.multiply %76, %587 : tensor<2x512x1024xbf16>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %590 = stablehlo.reduce(%589 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %591 = stablehlo.reshape %590 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %592 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %593 = stablehlo.multiply %587, %592 : tensor<2x512x1024xbf16>
    %594 = stablehlo.add %544, %593 : tensor<2x512x1024xbf16>
    %595 = stablehlo.multiply %591, %91 : tensor<2x512x1xbf16>
    %596 = stablehlo.convert %595 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_102 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %597 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %598 = stablehlo.divide %596, %597 : tensor<2x512x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %599 = stablehlo.reduce(%598 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %600 = stablehlo.broadcast_in_dim %599, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %601 = stablehlo.convert %600 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %602 = stablehlo.multiply %76, %601 : tensor<2x512x1024xbf16>
    %603 = stablehlo.add %594, %602 : tensor<2x512x1024xbf16>
    %604 = stablehlo.multiply %601, %76 : tensor<2x512x1024xbf16>
    %605 = stablehlo.add %603, %604 : tensor<2x512x1024xbf16>
    %606 = stablehlo.broadcast_in_dim %588, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %607 = stablehlo.pad %606, %cst_104, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %608 = stablehlo.add %546, %607 : tensor<2x1024xbf16>
    %609 = stablehlo.dot_general %605, %72, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x4096xbf16>) -> tensor<1024x4096xbf16>
    %610 = stablehlo.transpose %609, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %611 = stablehlo.dot_general %605, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x4096xbf16>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %612 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %613 = stablehlo.select %74, %611, %612 : tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
    %614 = stablehlo.dot_general %613, %70, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<2x512x1024xbf16>) -> tensor<4096x1024xbf16>
    %615 = stablehlo.transpose %614, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %616 = stablehlo.dot_general %613, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x1024xbf16>
    %617 = stablehlo.multiply %67, %616 : tensor<2x512x1024xbf16>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %618 = stablehlo.reduce(%617 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %619 = stablehlo.reshape %618 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %620 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %621 = stablehlo.multiply %616, %620 : tensor<2x512x1024xbf16>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %622 = stablehlo.reduce(%619 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %623 = stablehlo.multiply %50, %621 : tensor<2x512x1024xbf16>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %624 = stablehlo.reduce(%623 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %625 = stablehlo.reshape %624 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %626 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %627 = stablehlo.multiply %621, %626 : tensor<2x512x1024xbf16>
    %628 = stablehlo.add %605, %627 : tensor<2x512x1024xbf16>
    %629 = stablehlo.multiply %625, %65 : tensor<2x512x1xbf16>
    %630 = stablehlo.convert %629 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_109 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %631 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %632 = stablehlo.divide %630, %631 : tensor<2x512x1xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %633 = stablehlo.reduce(%632 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %634 = stablehlo.broadcast_in_dim %633, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %635 = stablehlo.convert %634 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %636 = stablehlo.multiply %50, %635 : tensor<2x512x1024xbf16>
    %637 = stablehlo.add %628, %636 : tensor<2x512x1024xbf16>
    %638 = stablehlo.multiply %635, %50 : tensor<2x512x1024xbf16>
    %639 = stablehlo.add %637, %638 : tensor<2x512x1024xbf16>
    %640 = stablehlo.broadcast_in_dim %622, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %641 = stablehlo.pad %640, %cst_111, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %642 = stablehlo.dot_general %639, %48, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %643 = stablehlo.transpose %642, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %644 = stablehlo.dot_general %639, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %645 = stablehlo.reshape %644 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %646 = stablehlo.transpose %645, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %647 = stablehlo.dot_general %646, %42, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>) -> tensor<2x8x128x512xbf16>
    %648 = stablehlo.transpose %647, dims = [0, 1, 3, 2] : (tensor<2x8x128x512xbf16>) -> tensor<2x8x512x128xbf16>
    %649 = stablehlo.dot_general %646, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %650 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %651 = stablehlo.multiply %649, %650 : tensor<2x8x512x512xbf16>
    %652 = stablehlo.multiply %651, %36 : tensor<2x8x512x512xbf16>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %653 = stablehlo.reduce(%652 init: %cst_112) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %654 = stablehlo.reshape %653 : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %655 = stablehlo.negate %654 : tensor<2x8x512x1xbf16>
    %656 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %657 = stablehlo.divide %649, %656 : tensor<2x8x512x512xbf16>
    %658 = stablehlo.convert %655 : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x1xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %659 = stablehlo.reduce(%658 init: %cst_113) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x1xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %660 = stablehlo.broadcast_in_dim %659, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x512xf32>
    %661 = stablehlo.convert %660 : (tensor<2x8x512x512xf32>) -> tensor<2x8x512x512xbf16>
    %662 = stablehlo.add %657, %661 : tensor<2x8x512x512xbf16>
    %663 = stablehlo.multiply %662, %36 : tensor<2x8x512x512xbf16>
    %cst_114 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %664 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %665 = stablehlo.multiply %663, %664 : tensor<2x8x512x512xbf16>
    %666 = stablehlo.dot_general %665, %22, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %667 = stablehlo.dot_general %665, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %668 = stablehlo.transpose %648, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %669 = stablehlo.reshape %668 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %670 = stablehlo.transpose %666, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %671 = stablehlo.reshape %670 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %672 = stablehlo.transpose %667, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %673 = stablehlo.reshape %672 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %674 = stablehlo.concatenate %673, %671, %669, dim = 2 : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<2x512x3072xbf16>
    %675 = stablehlo.dot_general %674, %16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<2x512x1024xbf16>) -> tensor<3072x1024xbf16>
    %676 = stablehlo.transpose %675, dims = [1, 0] : (tensor<3072x1024xbf16>) -> tensor<1024x3072xbf16>
    %677 = stablehlo.dot_general %674, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x1024xbf16>
    %678 = stablehlo.multiply %13, %677 : tensor<2x512x1024xbf16>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %679 = stablehlo.reduce(%678 init: %cst_115) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %680 = stablehlo.reshape %679 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %681 = stablehlo.reduce(%680 init: %cst_116) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %682 = stablehlo.broadcast_in_dim %681, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %683 = stablehlo.pad %682, %cst_117, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %684 = stablehlo.add %641, %683 : tensor<2x1024xbf16>
    %cst_118 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %685 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %686 = stablehlo.multiply %685, %arg20 : tensor<4096x1024xbf16>
    %687 = stablehlo.add %686, %610 : tensor<4096x1024xbf16>
    %cst_119 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %688 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %689 = stablehlo.multiply %688, %arg21 : tensor<2x1024xbf16>
    %690 = stablehlo.add %689, %684 : tensor<2x1024xbf16>
    %cst_120 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %691 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %692 = stablehlo.multiply %691, %arg22 : tensor<1024x1024xbf16>
    %693 = stablehlo.add %692, %643 : tensor<1024x1024xbf16>
    %cst_121 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %694 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %695 = stablehlo.multiply %694, %arg23 : tensor<1024x3072xbf16>
    %696 = stablehlo.add %695, %676 : tensor<1024x3072xbf16>
    %cst_122 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %697 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %698 = stablehlo.multiply %697, %arg24 : tensor<1024x4096xbf16>
    %699 = stablehlo.add %698, %615 : tensor<1024x4096xbf16>
    %cst_123 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %700 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %701 = stablehlo.multiply %700, %arg25 : tensor<4096x1024xbf16>
    %702 = stablehlo.add %701, %515 : tensor<4096x1024xbf16>
    %cst_124 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %703 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %704 = stablehlo.multiply %703, %arg26 : tensor<2x1024xbf16>
    %705 = stablehlo.add %704, %608 : tensor<2x1024xbf16>
    %cst_125 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %706 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %707 = stablehlo.multiply %706, %arg27 : tensor<1024x1024xbf16>
    %708 = stablehlo.add %707, %548 : tensor<1024x1024xbf16>
    %cst_126 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %709 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %710 = stablehlo.multiply %709, %arg28 : tensor<1024x3072xbf16>
    %711 = stablehlo.add %710, %581 : tensor<1024x3072xbf16>
    %cst_127 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %712 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %713 = stablehlo.multiply %712, %arg29 : tensor<1024x4096xbf16>
    %714 = stablehlo.add %713, %520 : tensor<1024x4096xbf16>
    %cst_128 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %715 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %716 = stablehlo.multiply %715, %arg30 : tensor<4096x1024xbf16>
    %717 = stablehlo.add %716, %420 : tensor<4096x1024xbf16>
    %cst_129 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %718 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %719 = stablehlo.multiply %718, %arg31 : tensor<2x1024xbf16>
    %720 = stablehlo.add %719, %513 : tensor<2x1024xbf16>
    %cst_130 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %721 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %722 = stablehlo.multiply %721, %arg32 : tensor<1024x1024xbf16>
    %723 = stablehlo.add %722, %453 : tensor<1024x1024xbf16>
    %cst_131 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %724 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %725 = stablehlo.multiply %724, %arg33 : tensor<1024x3072xbf16>
    %726 = stablehlo.add %725, %486 : tensor<1024x3072xbf16>
    %cst_132 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %727 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %728 = stablehlo.multiply %727, %arg34 : tensor<1024x4096xbf16>
    %729 = stablehlo.add %728, %425 : tensor<1024x4096xbf16>
    %cst_133 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %730 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %731 = stablehlo.multiply %730, %arg35 : tensor<4096x1024xbf16>
    %732 = stablehlo.add %731, %325 : tensor<4096x1024xbf16>
    %cst_134 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %733 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %734 = stablehlo.multiply %733, %arg36 : tensor<2x1024xbf16>
    %735 = stablehlo.add %734, %418 : tensor<2x1024xbf16>
    %cst_135 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %736 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %737 = stablehlo.multiply %736, %arg37 : tensor<1024x1024xbf16>
    %738 = stablehlo.add %737, %358 : tensor<1024x1024xbf16>
    %cst_136 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %739 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %740 = stablehlo.multiply %739, %arg38 : tensor<1024x3072xbf16>
    %741 = stablehlo.add %740, %391 : tensor<1024x3072xbf16>
    %cst_137 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %742 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %743 = stablehlo.multiply %742, %arg39 : tensor<1024x4096xbf16>
    %744 = stablehlo.add %743, %330 : tensor<1024x4096xbf16>
    %cst_138 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %745 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %746 = stablehlo.multiply %745, %687 : tensor<4096x1024xbf16>
    %747 = stablehlo.subtract %arg0, %746 : tensor<4096x1024xbf16>
    %cst_139 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %748 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %749 = stablehlo.multiply %748, %690 : tensor<2x1024xbf16>
    %750 = stablehlo.subtract %arg1, %749 : tensor<2x1024xbf16>
    %cst_140 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %751 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %752 = stablehlo.multiply %751, %693 : tensor<1024x1024xbf16>
    %753 = stablehlo.subtract %arg2, %752 : tensor<1024x1024xbf16>
    %cst_141 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %754 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %755 = stablehlo.multiply %754, %696 : tensor<1024x3072xbf16>
    %756 = stablehlo.subtract %arg3, %755 : tensor<1024x3072xbf16>
    %cst_142 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %757 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %758 = stablehlo.multiply %757, %699 : tensor<1024x4096xbf16>
    %759 = stablehlo.subtract %arg4, %758 : tensor<1024x4096xbf16>
    %cst_143 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %760 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %761 = stablehlo.multiply %760, %702 : tensor<4096x1024xbf16>
    %762 = stablehlo.subtract %arg5, %761 : tensor<4096x1024xbf16>
    %cst_144 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %763 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %764 = stablehlo.multiply %763, %705 : tensor<2x1024xbf16>
    %765 = stablehlo.subtract %arg6, %764 : tensor<2x1024xbf16>
    %cst_145 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %766 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %767 = stablehlo.multiply %766, %708 : tensor<1024x1024xbf16>
    %768 = stablehlo.subtract %arg7, %767 : tensor<1024x1024xbf16>
    %cst_146 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %769 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %770 = stablehlo.multiply %769, %711 : tensor<1024x3072xbf16>
    %771 = stablehlo.subtract %arg8, %770 : tensor<1024x3072xbf16>
    %cst_147 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %772 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %773 = stablehlo.multiply %772, %714 : tensor<1024x4096xbf16>
    %774 = stablehlo.subtract %arg9, %773 : tensor<1024x4096xbf16>
    %cst_148 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %775 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %776 = stablehlo.multiply %775, %717 : tensor<4096x1024xbf16>
    %777 = stablehlo.subtract %arg10, %776 : tensor<4096x1024xbf16>
    %cst_149 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %778 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %779 = stablehlo.multiply %778, %720 : tensor<2x1024xbf16>
    %780 = stablehlo.subtract %arg11, %779 : tensor<2x1024xbf16>
    %cst_150 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %781 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %782 = stablehlo.multiply %781, %723 : tensor<1024x1024xbf16>
    %783 = stablehlo.subtract %arg12, %782 : tensor<1024x1024xbf16>
    %cst_151 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %784 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %785 = stablehlo.multiply %784, %726 : tensor<1024x3072xbf16>
    %786 = stablehlo.subtract %arg13, %785 : tensor<1024x3072xbf16>
    %cst_152 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %787 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %788 = stablehlo.multiply %787, %729 : tensor<1024x4096xbf16>
    %789 = stablehlo.subtract %arg14, %788 : tensor<1024x4096xbf16>
    %cst_153 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %790 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %791 = stablehlo.multiply %790, %732 : tensor<4096x1024xbf16>
    %792 = stablehlo.subtract %arg15, %791 : tensor<4096x1024xbf16>
    %cst_154 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %793 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<bf16>) -> tensor<2x1024xbf16>
    %794 = stablehlo.multiply %793, %735 : tensor<2x1024xbf16>
    %795 = stablehlo.subtract %arg16, %794 : tensor<2x1024xbf16>
    %cst_155 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %796 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %797 = stablehlo.multiply %796, %738 : tensor<1024x1024xbf16>
    %798 = stablehlo.subtract %arg17, %797 : tensor<1024x1024xbf16>
    %cst_156 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %799 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<bf16>) -> tensor<1024x3072xbf16>
    %800 = stablehlo.multiply %799, %741 : tensor<1024x3072xbf16>
    %801 = stablehlo.subtract %arg18, %800 : tensor<1024x3072xbf16>
    %cst_157 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %802 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %803 = stablehlo.multiply %802, %744 : tensor<1024x4096xbf16>
    %804 = stablehlo.subtract %arg19, %803 : tensor<1024x4096xbf16>
    return %747, %750, %753, %756, %759, %762, %765, %768, %771, %774, %777, %780, %783, %786, %789, %792, %795, %798, %801, %804, %687, %690, %693, %696, %699, %702, %705, %708, %711, %714, %717, %720, %723, %726, %729, %732, %735, %738, %741, %744 : tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>
  }
  func.func private @relu(%arg0: tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x512x4096xbf16>
    return %1 : tensor<2x512x4096xbf16>
  }
}
