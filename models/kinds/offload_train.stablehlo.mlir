module @offload_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32768x8192xbf16> {tf.aliasing_output = 0 : i32}, %arg1: tensor<2x8192xbf16> {tf.aliasing_output = 1 : i32}, %arg2: tensor<8192x8192xbf16> {tf.aliasing_output = 2 : i32}, %arg3: tensor<8192x24576xbf16> {tf.aliasing_output = 3 : i32}, %arg4: tensor<8192x32768xbf16> {tf.aliasing_output = 4 : i32}, %arg5: tensor<32768x8192xbf16> {tf.aliasing_output = 5 : i32}, %arg6: tensor<2x8192xbf16> {tf.aliasing_output = 6 : i32}, %arg7: tensor<8192x8192xbf16> {tf.aliasing_output = 7 : i32}, %arg8: tensor<8192x24576xbf16> {tf.aliasing_output = 8 : i32}, %arg9: tensor<8192x32768xbf16> {tf.aliasing_output = 9 : i32}, %arg10: tensor<32768x8192xbf16> {tf.aliasing_output = 10 : i32}, %arg11: tensor<2x8192xbf16> {tf.aliasing_output = 11 : i32}, %arg12: tensor<8192x8192xbf16> {tf.aliasing_output = 12 : i32}, %arg13: tensor<8192x24576xbf16> {tf.aliasing_output = 13 : i32}, %arg14: tensor<8192x32768xbf16> {tf.aliasing_output = 14 : i32}, %arg15: tensor<32768x8192xbf16> {tf.aliasing_output = 15 : i32}, %arg16: tensor<2x8192xbf16> {tf.aliasing_output = 16 : i32}, %arg17: tensor<8192x8192xbf16> {tf.aliasing_output = 17 : i32}, %arg18: tensor<8192x24576xbf16> {tf.aliasing_output = 18 : i32}, %arg19: tensor<8192x32768xbf16> {tf.aliasing_output = 19 : i32}, %arg20: tensor<32768x8192xbf16> {tf.aliasing_output = 20 : i32}, %arg21: tensor<2x8192xbf16> {tf.aliasing_output = 21 : i32}, %arg22: tensor<8192x8192xbf16> {tf.aliasing_output = 22 : i32}, %arg23: tensor<8192x24576xbf16> {tf.aliasing_output = 23 : i32}, %arg24: tensor<8192x32768xbf16> {tf.aliasing_output = 24 : i32}, %arg25: tensor<32768x8192xbf16> {tf.aliasing_output = 25 : i32}, %arg26: tensor<2x8192xbf16> {tf.aliasing_output = 26 : i32}, %arg27: tensor<8192x8192xbf16> {tf.aliasing_output = 27 : i32}, %arg28: tensor<8192x24576xbf16> {tf.aliasing_output = 28 : i32}, %arg29: tensor<8192x32768xbf16> {tf.aliasing_output = 29 : i32}, %arg30: tensor<32768x8192xbf16> {tf.aliasing_output = 30 : i32}, %arg31: tensor<2x8192xbf16> {tf.aliasing_output = 31 : i32}, %arg32: tensor<8192x8192xbf16> {tf.aliasing_output = 32 : i32}, %arg33: tensor<8192x24576xbf16> {tf.aliasing_output = 33 : i32}, %arg34: tensor<8192x32768xbf16> {tf.aliasing_output = 34 : i32}, %arg35: tensor<32768x8192xbf16> {tf.aliasing_output = 35 : i32}, %arg36: tensor<2x8192xbf16> {tf.aliasing_output = 36 : i32}, %arg37: tensor<8192x8192xbf16> {tf.aliasing_output = 37 : i32}, %arg38: tensor<8192x24576xbf16> {tf.aliasing_output = 38 : i32}, %arg39: tensor<8192x32768xbf16> {tf.aliasing_output = 39 : i32}, %arg40: tensor<32768x8192xbf16> {tf.aliasing_output = 40 : i32}, %arg41: tensor<2x8192xbf16> {tf.aliasing_output = 41 : i32}, %arg42: tensor<8192x8192xbf16> {tf.aliasing_output = 42 : i32}, %arg43: tensor<8192x24576xbf16> {tf.aliasing_output = 43 : i32}, %arg44: tensor<8192x32768xbf16> {tf.aliasing_output = 44 : i32}, %arg45: tensor<32768x8192xbf16> {tf.aliasing_output = 45 : i32}, %arg46: tensor<2x8192xbf16> {tf.aliasing_output = 46 : i32}, %arg47: tensor<8192x8192xbf16> {tf.aliasing_output = 47 : i32}, %arg48: tensor<8192x24576xbf16> {tf.aliasing_output = 48 : i32}, %arg49: tensor<8192x32768xbf16> {tf.aliasing_output = 49 : i32}, %arg50: tensor<32768x8192xbf16> {tf.aliasing_output = 50 : i32}, %arg51: tensor<2x8192xbf16> {tf.aliasing_output = 51 : i32}, %arg52: tensor<8192x8192xbf16> {tf.aliasing_output = 52 : i32}, %arg53: tensor<8192x24576xbf16> {tf.aliasing_output = 53 : i32}, %arg54: tensor<8192x32768xbf16> {tf.aliasing_output = 54 : i32}, %arg55: tensor<32768x8192xbf16> {tf.aliasing_output = 55 : i32}, %arg56: tensor<2x8192xbf16> {tf.aliasing_output = 56 : i32}, %arg57: tensor<8192x8192xbf16> {tf.aliasing_output = 57 : i32}, %arg58: tensor<8192x24576xbf16> {tf.aliasing_output = 58 : i32}, %arg59: tensor<8192x32768xbf16> {tf.aliasing_output = 59 : i32}, %arg60: tensor<16x2048x8192xbf16>, %arg61: tensor<16x2048x8192xbf16>) -> (tensor<32768x8192xbf16> {jax.result_info = "result[0][0]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][0]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][0]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][0]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][0]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[0][1]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][1]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][1]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][1]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][1]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[0][2]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][2]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][2]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][2]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][2]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[0][3]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][3]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][3]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][3]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][3]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[0][4]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][4]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][4]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][4]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][4]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[0][5]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[0][5]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[0][5]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[0][5]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[0][5]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][0]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][0]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][0]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][0]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][0]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][1]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][1]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][1]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][1]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][1]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][2]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][2]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][2]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][2]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][2]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][3]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][3]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][3]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][3]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][3]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][4]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][4]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][4]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][4]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][4]['up']"}, tensor<32768x8192xbf16> {jax.result_info = "result[1][5]['down']"}, tensor<2x8192xbf16> {jax.result_info = "result[1][5]['norm']"}, tensor<8192x8192xbf16> {jax.result_info = "result[1][5]['out']"}, tensor<8192x24576xbf16> {jax.result_info = "result[1][5]['qkv']"}, tensor<8192x32768xbf16> {jax.result_info = "result[1][5]['up']"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %2 = stablehlo.multiply %arg60, %arg60 : tensor<16x2048x8192xbf16>
    %3 = stablehlo.convert %2 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_0 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<16x2048x1xf32>
    %8 = stablehlo.convert %7 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %10 = stablehlo.add %8, %9 : tensor<16x2048x1xbf16>
    %11 = stablehlo.rsqrt %10 : tensor<16x2048x1xbf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %13 = stablehlo.multiply %arg60, %12 : tensor<16x2048x8192xbf16>
    %14 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %16 = stablehlo.multiply %13, %15 : tensor<16x2048x8192xbf16>
    %17 = stablehlo.dot_general %16, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %18 = stablehlo.slice %17 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %19 = stablehlo.slice %17 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %20 = stablehlo.slice %17 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %21 = stablehlo.reshape %18 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %23 = stablehlo.reshape %19 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %24 = stablehlo.transpose %23, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %25 = stablehlo.reshape %20 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %27 = stablehlo.dot_general %22, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_2 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %29 = stablehlo.multiply %27, %28 : tensor<16x64x2048x2048xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %32 = stablehlo.maximum %31, %30 : tensor<16x64x2048xbf16>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %35 = stablehlo.subtract %29, %34 : tensor<16x64x2048x2048xbf16>
    %36 = stablehlo.exponential %35 : tensor<16x64x2048x2048xbf16>
    %37 = stablehlo.convert %36 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %40 = stablehlo.convert %39 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %42 = stablehlo.divide %36, %41 : tensor<16x64x2048x2048xbf16>
    %43 = stablehlo.multiply %40, %40 : tensor<16x64x2048x1xbf16>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %44 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %45 = stablehlo.divide %44, %43 : tensor<16x64x2048x1xbf16>
    %46 = stablehlo.dot_general %42, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %47 = stablehlo.transpose %46, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %48 = stablehlo.reshape %47 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %49 = stablehlo.dot_general %48, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %50 = stablehlo.add %arg60, %49 : tensor<16x2048x8192xbf16>
    %51 = stablehlo.slice %arg1 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %52 = stablehlo.reshape %51 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %53 = stablehlo.multiply %50, %50 : tensor<16x2048x8192xbf16>
    %54 = stablehlo.convert %53 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_8 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<16x2048x1xf32>
    %59 = stablehlo.convert %58 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_9 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %60 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %61 = stablehlo.add %59, %60 : tensor<16x2048x1xbf16>
    %62 = stablehlo.rsqrt %61 : tensor<16x2048x1xbf16>
    %63 = stablehlo.divide %62, %61 : tensor<16x2048x1xbf16>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %64 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %65 = stablehlo.multiply %64, %63 : tensor<16x2048x1xbf16>
    %66 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %67 = stablehlo.multiply %50, %66 : tensor<16x2048x8192xbf16>
    %68 = stablehlo.broadcast_in_dim %52, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %70 = stablehlo.multiply %67, %69 : tensor<16x2048x8192xbf16>
    %71 = stablehlo.dot_general %70, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %72 = call @relu(%71) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %73 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %74 = stablehlo.compare GT, %71, %73, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %75 = stablehlo.dot_general %72, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %76 = stablehlo.add %50, %75 : tensor<16x2048x8192xbf16>
    %77 = stablehlo.slice %arg6 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %78 = stablehlo.reshape %77 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %79 = stablehlo.multiply %76, %76 : tensor<16x2048x8192xbf16>
    %80 = stablehlo.convert %79 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_13 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %84 = stablehlo.divide %82, %83 : tensor<16x2048x1xf32>
    %85 = stablehlo.convert %84 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_14 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %87 = stablehlo.add %85, %86 : tensor<16x2048x1xbf16>
    %88 = stablehlo.rsqrt %87 : tensor<16x2048x1xbf16>
    %89 = stablehlo.divide %88, %87 : tensor<16x2048x1xbf16>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %90 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %91 = stablehlo.multiply %90, %89 : tensor<16x2048x1xbf16>
    %92 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %93 = stablehlo.multiply %76, %92 : tensor<16x2048x8192xbf16>
    %94 = stablehlo.broadcast_in_dim %78, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %96 = stablehlo.multiply %93, %95 : tensor<16x2048x8192xbf16>
    %97 = stablehlo.dot_general %96, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %98 = stablehlo.slice %97 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %99 = stablehlo.slice %97 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %100 = stablehlo.slice %97 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %101 = stablehlo.reshape %98 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %102 = stablehlo.transpose %101, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %103 = stablehlo.reshape %99 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %104 = stablehlo.transpose %103, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %105 = stablehlo.reshape %100 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %106 = stablehlo.transpose %105, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %107 = stablehlo.dot_general %102, %104, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_16 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %108 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %109 = stablehlo.multiply %107, %108 : tensor<16x64x2048x2048xbf16>
    %cst_17 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %110 = stablehlo.reduce(%109 init: %cst_17) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_18 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %111 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %112 = stablehlo.maximum %111, %110 : tensor<16x64x2048xbf16>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %115 = stablehlo.subtract %109, %114 : tensor<16x64x2048x2048xbf16>
    %116 = stablehlo.exponential %115 : tensor<16x64x2048x2048xbf16>
    %117 = stablehlo.convert %116 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %120 = stablehlo.convert %119 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %122 = stablehlo.divide %116, %121 : tensor<16x64x2048x2048xbf16>
    %123 = stablehlo.multiply %120, %120 : tensor<16x64x2048x1xbf16>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %124 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %125 = stablehlo.divide %124, %123 : tensor<16x64x2048x1xbf16>
    %126 = stablehlo.dot_general %122, %106, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %127 = stablehlo.transpose %126, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %128 = stablehlo.reshape %127 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %129 = stablehlo.dot_general %128, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %130 = stablehlo.add %76, %129 : tensor<16x2048x8192xbf16>
    %131 = stablehlo.slice %arg6 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %132 = stablehlo.reshape %131 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %133 = stablehlo.multiply %130, %130 : tensor<16x2048x8192xbf16>
    %134 = stablehlo.convert %133 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.reduce(%134 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_22 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %138 = stablehlo.divide %136, %137 : tensor<16x2048x1xf32>
    %139 = stablehlo.convert %138 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_23 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %140 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %141 = stablehlo.add %139, %140 : tensor<16x2048x1xbf16>
    %142 = stablehlo.rsqrt %141 : tensor<16x2048x1xbf16>
    %143 = stablehlo.divide %142, %141 : tensor<16x2048x1xbf16>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %144 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %145 = stablehlo.multiply %144, %143 : tensor<16x2048x1xbf16>
    %146 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %147 = stablehlo.multiply %130, %146 : tensor<16x2048x8192xbf16>
    %148 = stablehlo.broadcast_in_dim %132, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %150 = stablehlo.multiply %147, %149 : tensor<16x2048x8192xbf16>
    %151 = stablehlo.dot_general %150, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %152 = call @relu(%151) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %153 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %154 = stablehlo.compare GT, %151, %153, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %155 = stablehlo.dot_general %152, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %156 = stablehlo.add %130, %155 : tensor<16x2048x8192xbf16>
    %157 = stablehlo.slice %arg11 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %158 = stablehlo.reshape %157 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %159 = stablehlo.multiply %156, %156 : tensor<16x2048x8192xbf16>
    %160 = stablehlo.convert %159 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_27 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %164 = stablehlo.divide %162, %163 : tensor<16x2048x1xf32>
    %165 = stablehlo.convert %164 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_28 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %166 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %167 = stablehlo.add %165, %166 : tensor<16x2048x1xbf16>
    %168 = stablehlo.rsqrt %167 : tensor<16x2048x1xbf16>
    %169 = stablehlo.divide %168, %167 : tensor<16x2048x1xbf16>
    %cst_29 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %170 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %171 = stablehlo.multiply %170, %169 : tensor<16x2048x1xbf16>
    %172 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %173 = stablehlo.multiply %156, %172 : tensor<16x2048x8192xbf16>
    %174 = stablehlo.broadcast_in_dim %158, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %176 = stablehlo.multiply %173, %175 : tensor<16x2048x8192xbf16>
    %177 = stablehlo.dot_general %176, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %178 = stablehlo.slice %177 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %179 = stablehlo.slice %177 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %180 = stablehlo.slice %177 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %181 = stablehlo.reshape %178 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %182 = stablehlo.transpose %181, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %183 = stablehlo.reshape %179 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %184 = stablehlo.transpose %183, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %185 = stablehlo.reshape %180 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %186 = stablehlo.transpose %185, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %187 = stablehlo.dot_general %182, %184, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_30 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %188 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %189 = stablehlo.multiply %187, %188 : tensor<16x64x2048x2048xbf16>
    %cst_31 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %190 = stablehlo.reduce(%189 init: %cst_31) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_32 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %191 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %192 = stablehlo.maximum %191, %190 : tensor<16x64x2048xbf16>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %195 = stablehlo.subtract %189, %194 : tensor<16x64x2048x2048xbf16>
    %196 = stablehlo.exponential %195 : tensor<16x64x2048x2048xbf16>
    %197 = stablehlo.convert %196 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_33) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %200 = stablehlo.convert %199 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %202 = stablehlo.divide %196, %201 : tensor<16x64x2048x2048xbf16>
    %203 = stablehlo.multiply %200, %200 : tensor<16x64x2048x1xbf16>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %204 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %205 = stablehlo.divide %204, %203 : tensor<16x64x2048x1xbf16>
    %206 = stablehlo.dot_general %202, %186, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %207 = stablehlo.transpose %206, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %208 = stablehlo.reshape %207 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %209 = stablehlo.dot_general %208, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %210 = stablehlo.add %156, %209 : tensor<16x2048x8192xbf16>
    %211 = stablehlo.slice %arg11 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %212 = stablehlo.reshape %211 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %213 = stablehlo.multiply %210, %210 : tensor<16x2048x8192xbf16>
    %214 = stablehlo.convert %213 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_36 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %218 = stablehlo.divide %216, %217 : tensor<16x2048x1xf32>
    %219 = stablehlo.convert %218 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_37 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %220 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %221 = stablehlo.add %219, %220 : tensor<16x2048x1xbf16>
    %222 = stablehlo.rsqrt %221 : tensor<16x2048x1xbf16>
    %223 = stablehlo.divide %222, %221 : tensor<16x2048x1xbf16>
    %cst_38 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %224 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %225 = stablehlo.multiply %224, %223 : tensor<16x2048x1xbf16>
    %226 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %227 = stablehlo.multiply %210, %226 : tensor<16x2048x8192xbf16>
    %228 = stablehlo.broadcast_in_dim %212, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %230 = stablehlo.multiply %227, %229 : tensor<16x2048x8192xbf16>
    %231 = stablehlo.dot_general %230, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %232 = call @relu(%231) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %233 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %234 = stablehlo.compare GT, %231, %233, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %235 = stablehlo.dot_general %232, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %236 = stablehlo.add %210, %235 : tensor<16x2048x8192xbf16>
    %237 = stablehlo.slice %arg16 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %238 = stablehlo.reshape %237 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %239 = stablehlo.multiply %236, %236 : tensor<16x2048x8192xbf16>
    %240 = stablehlo.convert %239 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = stablehlo.reduce(%240 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_41 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %244 = stablehlo.divide %242, %243 : tensor<16x2048x1xf32>
    %245 = stablehlo.convert %244 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_42 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %246 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %247 = stablehlo.add %245, %246 : tensor<16x2048x1xbf16>
    %248 = stablehlo.rsqrt %247 : tensor<16x2048x1xbf16>
    %249 = stablehlo.divide %248, %247 : tensor<16x2048x1xbf16>
    %cst_43 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %250 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %251 = stablehlo.multiply %250, %249 : tensor<16x2048x1xbf16>
    %252 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %253 = stablehlo.multiply %236, %252 : tensor<16x2048x8192xbf16>
    %254 = stablehlo.broadcast_in_dim %238, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %256 = stablehlo.multiply %253, %255 : tensor<16x2048x8192xbf16>
    %257 = stablehlo.dot_general %256, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %258 = stablehlo.slice %257 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %259 = stablehlo.slice %257 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %260 = stablehlo.slice %257 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %261 = stablehlo.reshape %258 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %262 = stablehlo.transpose %261, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %263 = stablehlo.reshape %259 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %264 = stablehlo.transpose %263, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %265 = stablehlo.reshape %260 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %266 = stablehlo.transpose %265, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %267 = stablehlo.dot_general %262, %264, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_44 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %268 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %269 = stablehlo.multiply %267, %268 : tensor<16x64x2048x2048xbf16>
    %cst_45 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %270 = stablehlo.reduce(%269 init: %cst_45) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_46 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %271 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %272 = stablehlo.maximum %271, %270 : tensor<16x64x2048xbf16>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %275 = stablehlo.subtract %269, %274 : tensor<16x64x2048x2048xbf16>
    %276 = stablehlo.exponential %275 : tensor<16x64x2048x2048xbf16>
    %277 = stablehlo.convert %276 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.reduce(%277 init: %cst_47) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %280 = stablehlo.convert %279 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %282 = stablehlo.divide %276, %281 : tensor<16x64x2048x2048xbf16>
    %283 = stablehlo.multiply %280, %280 : tensor<16x64x2048x1xbf16>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %284 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %285 = stablehlo.divide %284, %283 : tensor<16x64x2048x1xbf16>
    %286 = stablehlo.dot_general %282, %266, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %287 = stablehlo.transpose %286, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %288 = stablehlo.reshape %287 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %289 = stablehlo.dot_general %288, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %290 = stablehlo.add %236, %289 : tensor<16x2048x8192xbf16>
    %291 = stablehlo.slice %arg16 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %292 = stablehlo.reshape %291 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %293 = stablehlo.multiply %290, %290 : tensor<16x2048x8192xbf16>
    %294 = stablehlo.convert %293 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %296 = stablehlo.broadcast_in_dim %295, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_50 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %298 = stablehlo.divide %296, %297 : tensor<16x2048x1xf32>
    %299 = stablehlo.convert %298 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_51 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %300 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %301 = stablehlo.add %299, %300 : tensor<16x2048x1xbf16>
    %302 = stablehlo.rsqrt %301 : tensor<16x2048x1xbf16>
    %303 = stablehlo.divide %302, %301 : tensor<16x2048x1xbf16>
    %cst_52 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %304 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %305 = stablehlo.multiply %304, %303 : tensor<16x2048x1xbf16>
    %306 = stablehlo.broadcast_in_dim %302, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %307 = stablehlo.multiply %290, %306 : tensor<16x2048x8192xbf16>
    %308 = stablehlo.broadcast_in_dim %292, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %310 = stablehlo.multiply %307, %309 : tensor<16x2048x8192xbf16>
    %311 = stablehlo.dot_general %310, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %312 = call @relu(%311) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %313 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %314 = stablehlo.compare GT, %311, %313, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %315 = stablehlo.dot_general %312, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %316 = stablehlo.add %290, %315 : tensor<16x2048x8192xbf16>
    %317 = stablehlo.slice %arg21 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %318 = stablehlo.reshape %317 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %319 = stablehlo.multiply %316, %316 : tensor<16x2048x8192xbf16>
    %320 = stablehlo.convert %319 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.reduce(%320 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %322 = stablehlo.broadcast_in_dim %321, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_55 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %324 = stablehlo.divide %322, %323 : tensor<16x2048x1xf32>
    %325 = stablehlo.convert %324 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_56 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %326 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %327 = stablehlo.add %325, %326 : tensor<16x2048x1xbf16>
    %328 = stablehlo.rsqrt %327 : tensor<16x2048x1xbf16>
    %329 = stablehlo.divide %328, %327 : tensor<16x2048x1xbf16>
    %cst_57 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %330 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %331 = stablehlo.multiply %330, %329 : tensor<16x2048x1xbf16>
    %332 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %333 = stablehlo.multiply %316, %332 : tensor<16x2048x8192xbf16>
    %334 = stablehlo.broadcast_in_dim %318, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %335 = stablehlo.broadcast_in_dim %334, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %336 = stablehlo.multiply %333, %335 : tensor<16x2048x8192xbf16>
    %337 = stablehlo.dot_general %336, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %338 = stablehlo.slice %337 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %339 = stablehlo.slice %337 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %340 = stablehlo.slice %337 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %341 = stablehlo.reshape %338 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %342 = stablehlo.transpose %341, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %343 = stablehlo.reshape %339 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %344 = stablehlo.transpose %343, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %345 = stablehlo.reshape %340 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %346 = stablehlo.transpose %345, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %347 = stablehlo.dot_general %342, %344, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_58 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %348 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %349 = stablehlo.multiply %347, %348 : tensor<16x64x2048x2048xbf16>
    %cst_59 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %350 = stablehlo.reduce(%349 init: %cst_59) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_60 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %351 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %352 = stablehlo.maximum %351, %350 : tensor<16x64x2048xbf16>
    %353 = stablehlo.broadcast_in_dim %352, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %355 = stablehlo.subtract %349, %354 : tensor<16x64x2048x2048xbf16>
    %356 = stablehlo.exponential %355 : tensor<16x64x2048x2048xbf16>
    %357 = stablehlo.convert %356 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %358 = stablehlo.reduce(%357 init: %cst_61) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %360 = stablehlo.convert %359 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %362 = stablehlo.divide %356, %361 : tensor<16x64x2048x2048xbf16>
    %363 = stablehlo.multiply %360, %360 : tensor<16x64x2048x1xbf16>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %364 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %365 = stablehlo.divide %364, %363 : tensor<16x64x2048x1xbf16>
    %366 = stablehlo.dot_general %362, %346, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %367 = stablehlo.transpose %366, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %368 = stablehlo.reshape %367 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %369 = stablehlo.dot_general %368, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %370 = stablehlo.add %316, %369 : tensor<16x2048x8192xbf16>
    %371 = stablehlo.slice %arg21 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %372 = stablehlo.reshape %371 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %373 = stablehlo.multiply %370, %370 : tensor<16x2048x8192xbf16>
    %374 = stablehlo.convert %373 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.reduce(%374 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %376 = stablehlo.broadcast_in_dim %375, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_64 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %378 = stablehlo.divide %376, %377 : tensor<16x2048x1xf32>
    %379 = stablehlo.convert %378 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_65 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %380 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %381 = stablehlo.add %379, %380 : tensor<16x2048x1xbf16>
    %382 = stablehlo.rsqrt %381 : tensor<16x2048x1xbf16>
    %383 = stablehlo.divide %382, %381 : tensor<16x2048x1xbf16>
    %cst_66 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %384 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %385 = stablehlo.multiply %384, %383 : tensor<16x2048x1xbf16>
    %386 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %387 = stablehlo.multiply %370, %386 : tensor<16x2048x8192xbf16>
    %388 = stablehlo.broadcast_in_dim %372, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %389 = stablehlo.broadcast_in_dim %388, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %390 = stablehlo.multiply %387, %389 : tensor<16x2048x8192xbf16>
    %391 = stablehlo.dot_general %390, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %392 = call @relu(%391) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %393 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %394 = stablehlo.compare GT, %391, %393, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %395 = stablehlo.dot_general %392, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %396 = stablehlo.add %370, %395 : tensor<16x2048x8192xbf16>
    %397 = stablehlo.slice %arg26 [0:1, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %398 = stablehlo.reshape %397 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %399 = stablehlo.multiply %396, %396 : tensor<16x2048x8192xbf16>
    %400 = stablehlo.convert %399 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %401 = stablehlo.reduce(%400 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %402 = stablehlo.broadcast_in_dim %401, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_69 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %404 = stablehlo.divide %402, %403 : tensor<16x2048x1xf32>
    %405 = stablehlo.convert %404 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_70 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %406 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %407 = stablehlo.add %405, %406 : tensor<16x2048x1xbf16>
    %408 = stablehlo.rsqrt %407 : tensor<16x2048x1xbf16>
    %409 = stablehlo.divide %408, %407 : tensor<16x2048x1xbf16>
    %cst_71 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %410 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %411 = stablehlo.multiply %410, %409 : tensor<16x2048x1xbf16>
    %412 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %413 = stablehlo.multiply %396, %412 : tensor<16x2048x8192xbf16>
    %414 = stablehlo.broadcast_in_dim %398, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %415 = stablehlo.broadcast_in_dim %414, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %416 = stablehlo.multiply %413, %415 : tensor<16x2048x8192xbf16>
    %417 = stablehlo.dot_general %416, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x24576xbf16>
    %418 = stablehlo.slice %417 [0:16, 0:2048, 0:8192] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %419 = stablehlo.slice %417 [0:16, 0:2048, 8192:16384] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %420 = stablehlo.slice %417 [0:16, 0:2048, 16384:24576] : (tensor<16x2048x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %421 = stablehlo.reshape %418 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %422 = stablehlo.transpose %421, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %423 = stablehlo.reshape %419 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %424 = stablehlo.transpose %423, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %425 = stablehlo.reshape %420 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %426 = stablehlo.transpose %425, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %427 = stablehlo.dot_general %422, %424, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %cst_72 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %428 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %429 = stablehlo.multiply %427, %428 : tensor<16x64x2048x2048xbf16>
    %cst_73 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %430 = stablehlo.reduce(%429 init: %cst_73) applies stablehlo.maximum across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %cst_74 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %431 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<bf16>) -> tensor<16x64x2048xbf16>
    %432 = stablehlo.maximum %431, %430 : tensor<16x64x2048xbf16>
    %433 = stablehlo.broadcast_in_dim %432, dims = [0, 1, 2] : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %434 = stablehlo.broadcast_in_dim %433, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %435 = stablehlo.subtract %429, %434 : tensor<16x64x2048x2048xbf16>
    %436 = stablehlo.exponential %435 : tensor<16x64x2048x2048xbf16>
    %437 = stablehlo.convert %436 : (tensor<16x64x2048x2048xbf16>) -> tensor<16x64x2048x2048xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %438 = stablehlo.reduce(%437 init: %cst_75) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %439 = stablehlo.broadcast_in_dim %438, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x1xf32>
    %440 = stablehlo.convert %439 : (tensor<16x64x2048x1xf32>) -> tensor<16x64x2048x1xbf16>
    %441 = stablehlo.broadcast_in_dim %440, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %442 = stablehlo.divide %436, %441 : tensor<16x64x2048x2048xbf16>
    %443 = stablehlo.multiply %440, %440 : tensor<16x64x2048x1xbf16>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %444 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x1xbf16>
    %445 = stablehlo.divide %444, %443 : tensor<16x64x2048x1xbf16>
    %446 = stablehlo.dot_general %442, %426, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %447 = stablehlo.transpose %446, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %448 = stablehlo.reshape %447 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %449 = stablehlo.dot_general %448, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %450 = stablehlo.add %396, %449 : tensor<16x2048x8192xbf16>
    %451 = stablehlo.slice %arg26 [1:2, 0:8192] : (tensor<2x8192xbf16>) -> tensor<1x8192xbf16>
    %452 = stablehlo.reshape %451 : (tensor<1x8192xbf16>) -> tensor<8192xbf16>
    %453 = stablehlo.multiply %450, %450 : tensor<16x2048x8192xbf16>
    %454 = stablehlo.convert %453 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x8192xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %455 = stablehlo.reduce(%454 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %456 = stablehlo.broadcast_in_dim %455, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x1xf32>
    %cst_78 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %458 = stablehlo.divide %456, %457 : tensor<16x2048x1xf32>
    %459 = stablehlo.convert %458 : (tensor<16x2048x1xf32>) -> tensor<16x2048x1xbf16>
    %cst_79 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %460 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %461 = stablehlo.add %459, %460 : tensor<16x2048x1xbf16>
    %462 = stablehlo.rsqrt %461 : tensor<16x2048x1xbf16>
    %463 = stablehlo.divide %462, %461 : tensor<16x2048x1xbf16>
    %cst_80 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %464 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<bf16>) -> tensor<16x2048x1xbf16>
    %465 = stablehlo.multiply %464, %463 : tensor<16x2048x1xbf16>
    %466 = stablehlo.broadcast_in_dim %462, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %467 = stablehlo.multiply %450, %466 : tensor<16x2048x8192xbf16>
    %468 = stablehlo.broadcast_in_dim %452, dims = [2] : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %469 = stablehlo.broadcast_in_dim %468, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %470 = stablehlo.multiply %467, %469 : tensor<16x2048x8192xbf16>
    %471 = stablehlo.dot_general %470, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %472 = call @relu(%471) : (tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %473 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %474 = stablehlo.compare GT, %471, %473, FLOAT : (tensor<16x2048x32768xbf16>, tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xi1>
    %475 = stablehlo.dot_general %472, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %476 = stablehlo.add %450, %475 : tensor<16x2048x8192xbf16>
    %477 = stablehlo.subtract %476, %arg61 : tensor<16x2048x8192xbf16>
    %cst_82 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %478 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<bf16>) -> tensor<16x2048x8192xbf16>
    %479 = stablehlo.multiply %478, %477 : tensor<16x2048x8192xbf16>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_84 = stablehlo.constant dense<0x4D800000> : tensor<f32>
    %480 = stablehlo.divide %cst_83, %cst_84 : tensor<f32>
    %481 = stablehlo.broadcast_in_dim %480, dims = [] : (tensor<f32>) -> tensor<16x2048x8192xf32>
    %482 = stablehlo.convert %481 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %483 = stablehlo.multiply %482, %479 : tensor<16x2048x8192xbf16>
    %484 = stablehlo.dot_general %483, %472, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %485 = stablehlo.transpose %484, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %486 = stablehlo.dot_general %483, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %487 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %488 = stablehlo.select %474, %486, %487 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %489 = stablehlo.dot_general %488, %470, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %490 = stablehlo.transpose %489, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %491 = stablehlo.dot_general %488, %arg29, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %492 = stablehlo.multiply %467, %491 : tensor<16x2048x8192xbf16>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %493 = stablehlo.reduce(%492 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %494 = stablehlo.reshape %493 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %495 = stablehlo.broadcast_in_dim %468, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %496 = stablehlo.multiply %491, %495 : tensor<16x2048x8192xbf16>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %497 = stablehlo.reduce(%494 init: %cst_87) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %498 = stablehlo.multiply %450, %496 : tensor<16x2048x8192xbf16>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %499 = stablehlo.reduce(%498 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %500 = stablehlo.reshape %499 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %501 = stablehlo.broadcast_in_dim %462, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %502 = stablehlo.multiply %496, %501 : tensor<16x2048x8192xbf16>
    %503 = stablehlo.add %483, %502 : tensor<16x2048x8192xbf16>
    %504 = stablehlo.multiply %500, %465 : tensor<16x2048x1xbf16>
    %505 = stablehlo.convert %504 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_89 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %507 = stablehlo.divide %505, %506 : tensor<16x2048x1xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %508 = stablehlo.reduce(%507 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %509 = stablehlo.broadcast_in_dim %508, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %510 = stablehlo.convert %509 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %511 = stablehlo.multiply %450, %510 : tensor<16x2048x8192xbf16>
    %512 = stablehlo.add %503, %511 : tensor<16x2048x8192xbf16>
    %513 = stablehlo.multiply %510, %450 : tensor<16x2048x8192xbf16>
    %514 = stablehlo.add %512, %513 : tensor<16x2048x8192xbf16>
    %515 = stablehlo.broadcast_in_dim %497, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %516 = stablehlo.pad %515, %cst_91, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %517 = stablehlo.dot_general %514, %448, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %518 = stablehlo.transpose %517, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %519 = stablehlo.dot_general %514, %arg27, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %520 = stablehlo.reshape %519 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %521 = stablehlo.transpose %520, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %522 = stablehlo.dot_general %521, %442, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %523 = stablehlo.transpose %522, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %524 = stablehlo.dot_general %521, %426, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %525 = stablehlo.broadcast_in_dim %445, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %526 = stablehlo.multiply %524, %525 : tensor<16x64x2048x2048xbf16>
    %527 = stablehlo.multiply %526, %436 : tensor<16x64x2048x2048xbf16>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %528 = stablehlo.reduce(%527 init: %cst_92) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %529 = stablehlo.reshape %528 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %530 = stablehlo.negate %529 : tensor<16x64x2048x1xbf16>
    %531 = stablehlo.broadcast_in_dim %440, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %532 = stablehlo.divide %524, %531 : tensor<16x64x2048x2048xbf16>
    %533 = stablehlo.convert %530 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.reduce(%533 init: %cst_93) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %535 = stablehlo.broadcast_in_dim %534, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %536 = stablehlo.convert %535 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %537 = stablehlo.add %532, %536 : tensor<16x64x2048x2048xbf16>
    %538 = stablehlo.multiply %537, %436 : tensor<16x64x2048x2048xbf16>
    %cst_94 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %539 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %540 = stablehlo.multiply %538, %539 : tensor<16x64x2048x2048xbf16>
    %541 = stablehlo.dot_general %540, %422, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %542 = stablehlo.dot_general %540, %424, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %543 = stablehlo.transpose %523, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %544 = stablehlo.reshape %543 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %545 = stablehlo.transpose %541, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %546 = stablehlo.reshape %545 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %547 = stablehlo.transpose %542, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %548 = stablehlo.reshape %547 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %549 = stablehlo.concatenate %548, %546, %544, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %550 = stablehlo.dot_general %549, %416, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %551 = stablehlo.transpose %550, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %552 = stablehlo.dot_general %549, %arg28, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %553 = stablehlo.multiply %413, %552 : tensor<16x2048x8192xbf16>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %554 = stablehlo.reduce(%553 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %555 = stablehlo.reshape %554 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %556 = stablehlo.broadcast_in_dim %414, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %557 = stablehlo.multiply %552, %556 : tensor<16x2048x8192xbf16>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %558 = stablehlo.reduce(%555 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %559 = stablehlo.multiply %396, %557 : tensor<16x2048x8192xbf16>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %560 = stablehlo.reduce(%559 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %561 = stablehlo.reshape %560 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %562 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %563 = stablehlo.multiply %557, %562 : tensor<16x2048x8192xbf16>
    %564 = stablehlo.add %514, %563 : tensor<16x2048x8192xbf16>
    %565 = stablehlo.multiply %561, %411 : tensor<16x2048x1xbf16>
    %566 = stablehlo.convert %565 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_98 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %567 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %568 = stablehlo.divide %566, %567 : tensor<16x2048x1xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.reduce(%568 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %570 = stablehlo.broadcast_in_dim %569, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %571 = stablehlo.convert %570 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %572 = stablehlo.multiply %396, %571 : tensor<16x2048x8192xbf16>
    %573 = stablehlo.add %564, %572 : tensor<16x2048x8192xbf16>
    %574 = stablehlo.multiply %571, %396 : tensor<16x2048x8192xbf16>
    %575 = stablehlo.add %573, %574 : tensor<16x2048x8192xbf16>
    %576 = stablehlo.broadcast_in_dim %558, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %577 = stablehlo.pad %576, %cst_100, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %578 = stablehlo.add %516, %577 : tensor<2x8192xbf16>
    %579 = stablehlo.dot_general %575, %392, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %580 = stablehlo.transpose %579, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %581 = stablehlo.dot_general %575, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %582 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %583 = stablehlo.select %394, %581, %582 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %584 = stablehlo.dot_general %583, %390, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %585 = stablehlo.transpose %584, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %586 = stablehlo.dot_general %583, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %587 = stablehlo.multiply %387, %586 : tensor<16x2048x8192xbf16>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %588 = stablehlo.reduce(%587 init: %cst_102) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %589 = stablehlo.reshape %588 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %590 = stablehlo.broadcast_in_dim %388, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %591 = stablehlo.multiply %586, %590 : tensor<16x2048x8192xbf16>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %592 = stablehlo.reduce(%589 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %593 = stablehlo.multiply %370, %591 : tensor<16x2048x8192xbf16>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %594 = stablehlo.reduce(%593 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %595 = stablehlo.reshape %594 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %596 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %597 = stablehlo.multiply %591, %596 : tensor<16x2048x8192xbf16>
    %598 = stablehlo.add %575, %597 : tensor<16x2048x8192xbf16>
    %599 = stablehlo.multiply %595, %385 : tensor<16x2048x1xbf16>
    %600 = stablehlo.convert %599 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_105 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %601 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %602 = stablehlo.divide %600, %601 : tensor<16x2048x1xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %603 = stablehlo.reduce(%602 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %604 = stablehlo.broadcast_in_dim %603, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %605 = stablehlo.convert %604 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %606 = stablehlo.multiply %370, %605 : tensor<16x2048x8192xbf16>
    %607 = stablehlo.add %598, %606 : tensor<16x2048x8192xbf16>
    %608 = stablehlo.multiply %605, %370 : tensor<16x2048x8192xbf16>
    %609 = stablehlo.add %607, %608 : tensor<16x2048x8192xbf16>
    %610 = stablehlo.broadcast_in_dim %592, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %611 = stablehlo.pad %610, %cst_107, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %612 = stablehlo.dot_general %609, %368, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %613 = stablehlo.transpose %612, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %614 = stablehlo.dot_general %609, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %615 = stablehlo.reshape %614 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %616 = stablehlo.transpose %615, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %617 = stablehlo.dot_general %616, %362, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %618 = stablehlo.transpose %617, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %619 = stablehlo.dot_general %616, %346, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %620 = stablehlo.broadcast_in_dim %365, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %621 = stablehlo.multiply %619, %620 : tensor<16x64x2048x2048xbf16>
    %622 = stablehlo.multiply %621, %356 : tensor<16x64x2048x2048xbf16>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %623 = stablehlo.reduce(%622 init: %cst_108) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %624 = stablehlo.reshape %623 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %625 = stablehlo.negate %624 : tensor<16x64x2048x1xbf16>
    %626 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %627 = stablehlo.divide %619, %626 : tensor<16x64x2048x2048xbf16>
    %628 = stablehlo.convert %625 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %629 = stablehlo.reduce(%628 init: %cst_109) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %630 = stablehlo.broadcast_in_dim %629, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %631 = stablehlo.convert %630 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %632 = stablehlo.add %627, %631 : tensor<16x64x2048x2048xbf16>
    %633 = stablehlo.multiply %632, %356 : tensor<16x64x2048x2048xbf16>
    %cst_110 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %634 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %635 = stablehlo.multiply %633, %634 : tensor<16x64x2048x2048xbf16>
    %636 = stablehlo.dot_general %635, %342, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %637 = stablehlo.dot_general %635, %344, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %638 = stablehlo.transpose %618, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %639 = stablehlo.reshape %638 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %640 = stablehlo.transpose %636, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %641 = stablehlo.reshape %640 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %642 = stablehlo.transpose %637, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %643 = stablehlo.reshape %642 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %644 = stablehlo.concatenate %643, %641, %639, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %645 = stablehlo.dot_general %644, %336, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %646 = stablehlo.transpose %645, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %647 = stablehlo.dot_general %644, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %648 = stablehlo.multiply %333, %647 : tensor<16x2048x8192xbf16>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %649 = stablehlo.reduce(%648 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %650 = stablehlo.reshape %649 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %651 = stablehlo.broadcast_in_dim %334, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %652 = stablehlo.multiply %647, %651 : tensor<16x2048x8192xbf16>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %653 = stablehlo.reduce(%650 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %654 = stablehlo.multiply %316, %652 : tensor<16x2048x8192xbf16>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %655 = stablehlo.reduce(%654 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %656 = stablehlo.reshape %655 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %657 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %658 = stablehlo.multiply %652, %657 : tensor<16x2048x8192xbf16>
    %659 = stablehlo.add %609, %658 : tensor<16x2048x8192xbf16>
    %660 = stablehlo.multiply %656, %331 : tensor<16x2048x1xbf16>
    %661 = stablehlo.convert %660 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_114 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %663 = stablehlo.divide %661, %662 : tensor<16x2048x1xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %664 = stablehlo.reduce(%663 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %665 = stablehlo.broadcast_in_dim %664, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %666 = stablehlo.convert %665 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %667 = stablehlo.multiply %316, %666 : tensor<16x2048x8192xbf16>
    %668 = stablehlo.add %659, %667 : tensor<16x2048x8192xbf16>
    %669 = stablehlo.multiply %666, %316 : tensor<16x2048x8192xbf16>
    %670 = stablehlo.add %668, %669 : tensor<16x2048x8192xbf16>
    %671 = stablehlo.broadcast_in_dim %653, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %672 = stablehlo.pad %671, %cst_116, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %673 = stablehlo.add %611, %672 : tensor<2x8192xbf16>
    %674 = stablehlo.dot_general %670, %312, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %675 = stablehlo.transpose %674, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %676 = stablehlo.dot_general %670, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %677 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %678 = stablehlo.select %314, %676, %677 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %679 = stablehlo.dot_general %678, %310, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %680 = stablehlo.transpose %679, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %681 = stablehlo.dot_general %678, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %682 = stablehlo.multiply %307, %681 : tensor<16x2048x8192xbf16>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %683 = stablehlo.reduce(%682 init: %cst_118) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %684 = stablehlo.reshape %683 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %685 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %686 = stablehlo.multiply %681, %685 : tensor<16x2048x8192xbf16>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %687 = stablehlo.reduce(%684 init: %cst_119) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %688 = stablehlo.multiply %290, %686 : tensor<16x2048x8192xbf16>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %689 = stablehlo.reduce(%688 init: %cst_120) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %690 = stablehlo.reshape %689 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %691 = stablehlo.broadcast_in_dim %302, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %692 = stablehlo.multiply %686, %691 : tensor<16x2048x8192xbf16>
    %693 = stablehlo.add %670, %692 : tensor<16x2048x8192xbf16>
    %694 = stablehlo.multiply %690, %305 : tensor<16x2048x1xbf16>
    %695 = stablehlo.convert %694 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_121 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %697 = stablehlo.divide %695, %696 : tensor<16x2048x1xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %698 = stablehlo.reduce(%697 init: %cst_122) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %699 = stablehlo.broadcast_in_dim %698, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %700 = stablehlo.convert %699 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %701 = stablehlo.multiply %290, %700 : tensor<16x2048x8192xbf16>
    %702 = stablehlo.add %693, %701 : tensor<16x2048x8192xbf16>
    %703 = stablehlo.multiply %700, %290 : tensor<16x2048x8192xbf16>
    %704 = stablehlo.add %702, %703 : tensor<16x2048x8192xbf16>
    %705 = stablehlo.broadcast_in_dim %687, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %706 = stablehlo.pad %705, %cst_123, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %707 = stablehlo.dot_general %704, %288, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %708 = stablehlo.transpose %707, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %709 = stablehlo.dot_general %704, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %710 = stablehlo.reshape %709 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %711 = stablehlo.transpose %710, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %712 = stablehlo.dot_general %711, %282, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %713 = stablehlo.transpose %712, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %714 = stablehlo.dot_general %711, %266, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %715 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %716 = stablehlo.multiply %714, %715 : tensor<16x64x2048x2048xbf16>
    %717 = stablehlo.multiply %716, %276 : tensor<16x64x2048x2048xbf16>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %718 = stablehlo.reduce(%717 init: %cst_124) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %719 = stablehlo.reshape %718 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %720 = stablehlo.negate %719 : tensor<16x64x2048x1xbf16>
    %721 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %722 = stablehlo.divide %714, %721 : tensor<16x64x2048x2048xbf16>
    %723 = stablehlo.convert %720 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %724 = stablehlo.reduce(%723 init: %cst_125) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %725 = stablehlo.broadcast_in_dim %724, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %726 = stablehlo.convert %725 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %727 = stablehlo.add %722, %726 : tensor<16x64x2048x2048xbf16>
    %728 = stablehlo.multiply %727, %276 : tensor<16x64x2048x2048xbf16>
    %cst_126 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %729 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %730 = stablehlo.multiply %728, %729 : tensor<16x64x2048x2048xbf16>
    %731 = stablehlo.dot_general %730, %262, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %732 = stablehlo.dot_general %730, %264, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %733 = stablehlo.transpose %713, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %734 = stablehlo.reshape %733 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %735 = stablehlo.transpose %731, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %736 = stablehlo.reshape %735 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %737 = stablehlo.transpose %732, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %738 = stablehlo.reshape %737 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %739 = stablehlo.concatenate %738, %736, %734, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %740 = stablehlo.dot_general %739, %256, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %741 = stablehlo.transpose %740, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %742 = stablehlo.dot_general %739, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %743 = stablehlo.multiply %253, %742 : tensor<16x2048x8192xbf16>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %744 = stablehlo.reduce(%743 init: %cst_127) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %745 = stablehlo.reshape %744 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %746 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %747 = stablehlo.multiply %742, %746 : tensor<16x2048x8192xbf16>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %748 = stablehlo.reduce(%745 init: %cst_128) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %749 = stablehlo.multiply %236, %747 : tensor<16x2048x8192xbf16>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %750 = stablehlo.reduce(%749 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %751 = stablehlo.reshape %750 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %752 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %753 = stablehlo.multiply %747, %752 : tensor<16x2048x8192xbf16>
    %754 = stablehlo.add %704, %753 : tensor<16x2048x8192xbf16>
    %755 = stablehlo.multiply %751, %251 : tensor<16x2048x1xbf16>
    %756 = stablehlo.convert %755 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_130 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %757 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %758 = stablehlo.divide %756, %757 : tensor<16x2048x1xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %759 = stablehlo.reduce(%758 init: %cst_131) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %760 = stablehlo.broadcast_in_dim %759, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %761 = stablehlo.convert %760 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %762 = stablehlo.multiply %236, %761 : tensor<16x2048x8192xbf16>
    %763 = stablehlo.add %754, %762 : tensor<16x2048x8192xbf16>
    %764 = stablehlo.multiply %761, %236 : tensor<16x2048x8192xbf16>
    %765 = stablehlo.add %763, %764 : tensor<16x2048x8192xbf16>
    %766 = stablehlo.broadcast_in_dim %748, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %767 = stablehlo.pad %766, %cst_132, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %768 = stablehlo.add %706, %767 : tensor<2x8192xbf16>
    %769 = stablehlo.dot_general %765, %232, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %770 = stablehlo.transpose %769, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %771 = stablehlo.dot_general %765, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %772 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %773 = stablehlo.select %234, %771, %772 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %774 = stablehlo.dot_general %773, %230, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %775 = stablehlo.transpose %774, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %776 = stablehlo.dot_general %773, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %777 = stablehlo.multiply %227, %776 : tensor<16x2048x8192xbf16>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %778 = stablehlo.reduce(%777 init: %cst_134) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %779 = stablehlo.reshape %778 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %780 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %781 = stablehlo.multiply %776, %780 : tensor<16x2048x8192xbf16>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %782 = stablehlo.reduce(%779 init: %cst_135) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %783 = stablehlo.multiply %210, %781 : tensor<16x2048x8192xbf16>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %784 = stablehlo.reduce(%783 init: %cst_136) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %785 = stablehlo.reshape %784 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %786 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %787 = stablehlo.multiply %781, %786 : tensor<16x2048x8192xbf16>
    %788 = stablehlo.add %765, %787 : tensor<16x2048x8192xbf16>
    %789 = stablehlo.multiply %785, %225 : tensor<16x2048x1xbf16>
    %790 = stablehlo.convert %789 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_137 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %791 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %792 = stablehlo.divide %790, %791 : tensor<16x2048x1xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %793 = stablehlo.reduce(%792 init: %cst_138) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %794 = stablehlo.broadcast_in_dim %793, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %795 = stablehlo.convert %794 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %796 = stablehlo.multiply %210, %795 : tensor<16x2048x8192xbf16>
    %797 = stablehlo.add %788, %796 : tensor<16x2048x8192xbf16>
    %798 = stablehlo.multiply %795, %210 : tensor<16x2048x8192xbf16>
    %799 = stablehlo.add %797, %798 : tensor<16x2048x8192xbf16>
    %800 = stablehlo.broadcast_in_dim %782, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %801 = stablehlo.pad %800, %cst_139, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %802 = stablehlo.dot_general %799, %208, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %803 = stablehlo.transpose %802, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %804 = stablehlo.dot_general %799, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %805 = stablehlo.reshape %804 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %806 = stablehlo.transpose %805, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %807 = stablehlo.dot_general %806, %202, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %808 = stablehlo.transpose %807, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %809 = stablehlo.dot_general %806, %186, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %810 = stablehlo.broadcast_in_dim %205, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %811 = stablehlo.multiply %809, %810 : tensor<16x64x2048x2048xbf16>
    %812 = stablehlo.multiply %811, %196 : tensor<16x64x2048x2048xbf16>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %813 = stablehlo.reduce(%812 init: %cst_140) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %814 = stablehlo.reshape %813 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %815 = stablehlo.negate %814 : tensor<16x64x2048x1xbf16>
    %816 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %817 = stablehlo.divide %809, %816 : tensor<16x64x2048x2048xbf16>
    %818 = stablehlo.convert %815 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %819 = stablehlo.reduce(%818 init: %cst_141) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %820 = stablehlo.broadcast_in_dim %819, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %821 = stablehlo.convert %820 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %822 = stablehlo.add %817, %821 : tensor<16x64x2048x2048xbf16>
    %823 = stablehlo.multiply %822, %196 : tensor<16x64x2048x2048xbf16>
    %cst_142 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %824 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %825 = stablehlo.multiply %823, %824 : tensor<16x64x2048x2048xbf16>
    %826 = stablehlo.dot_general %825, %182, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %827 = stablehlo.dot_general %825, %184, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %828 = stablehlo.transpose %808, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %829 = stablehlo.reshape %828 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %830 = stablehlo.transpose %826, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %831 = stablehlo.reshape %830 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %832 = stablehlo.transpose %827, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %833 = stablehlo.reshape %832 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %834 = stablehlo.concatenate %833, %831, %829, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %835 = stablehlo.dot_general %834, %176, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %836 = stablehlo.transpose %835, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %837 = stablehlo.dot_general %834, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %838 = stablehlo.multiply %173, %837 : tensor<16x2048x8192xbf16>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %839 = stablehlo.reduce(%838 init: %cst_143) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %840 = stablehlo.reshape %839 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %841 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %842 = stablehlo.multiply %837, %841 : tensor<16x2048x8192xbf16>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %843 = stablehlo.reduce(%840 init: %cst_144) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %844 = stablehlo.multiply %156, %842 : tensor<16x2048x8192xbf16>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %845 = stablehlo.reduce(%844 init: %cst_145) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %846 = stablehlo.reshape %845 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %847 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %848 = stablehlo.multiply %842, %847 : tensor<16x2048x8192xbf16>
    %849 = stablehlo.add %799, %848 : tensor<16x2048x8192xbf16>
    %850 = stablehlo.multiply %846, %171 : tensor<16x2048x1xbf16>
    %851 = stablehlo.convert %850 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_146 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %852 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %853 = stablehlo.divide %851, %852 : tensor<16x2048x1xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %854 = stablehlo.reduce(%853 init: %cst_147) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %855 = stablehlo.broadcast_in_dim %854, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %856 = stablehlo.convert %855 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %857 = stablehlo.multiply %156, %856 : tensor<16x2048x8192xbf16>
    %858 = stablehlo.add %849, %857 : tensor<16x2048x8192xbf16>
    %859 = stablehlo.multiply %856, %156 : tensor<16x2048x8192xbf16>
    %860 = stablehlo.add %858, %859 : tensor<16x2048x8192xbf16>
    %861 = stablehlo.broadcast_in_dim %843, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %862 = stablehlo.pad %861, %cst_148, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %863 = stablehlo.add %801, %862 : tensor<2x8192xbf16>
    %864 = stablehlo.dot_general %860, %152, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %865 = stablehlo.transpose %864, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %866 = stablehlo.dot_general %860, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %867 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %868 = stablehlo.select %154, %866, %867 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %869 = stablehlo.dot_general %868, %150, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %870 = stablehlo.transpose %869, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %871 = stablehlo.dot_general %868, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %872 = stablehlo.multiply %147, %871 : tensor<16x2048x8192xbf16>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %873 = stablehlo.reduce(%872 init: %cst_150) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %874 = stablehlo.reshape %873 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %875 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %876 = stablehlo.multiply %871, %875 : tensor<16x2048x8192xbf16>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %877 = stablehlo.reduce(%874 init: %cst_151) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %878 = stablehlo.multiply %130, %876 : tensor<16x2048x8192xbf16>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %879 = stablehlo.reduce(%878 init: %cst_152) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %880 = stablehlo.reshape %879 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %881 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %882 = stablehlo.multiply %876, %881 : tensor<16x2048x8192xbf16>
    %883 = stablehlo.add %860, %882 : tensor<16x2048x8192xbf16>
    %884 = stablehlo.multiply %880, %145 : tensor<16x2048x1xbf16>
    %885 = stablehlo.convert %884 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_153 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %886 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %887 = stablehlo.divide %885, %886 : tensor<16x2048x1xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %888 = stablehlo.reduce(%887 init: %cst_154) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %889 = stablehlo.broadcast_in_dim %888, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %890 = stablehlo.convert %889 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %891 = stablehlo.multiply %130, %890 : tensor<16x2048x8192xbf16>
    %892 = stablehlo.add %883, %891 : tensor<16x2048x8192xbf16>
    %893 = stablehlo.multiply %890, %130 : tensor<16x2048x8192xbf16>
    %894 = stablehlo.add %892, %893 : tensor<16x2048x8192xbf16>
    %895 = stablehlo.broadcast_in_dim %877, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %896 = stablehlo.pad %895, %cst_155, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %897 = stablehlo.dot_general %894, %128, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %898 = stablehlo.transpose %897, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %899 = stablehlo.dot_general %894, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %900 = stablehlo.reshape %899 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %901 = stablehlo.transpose %900, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %902 = stablehlo.dot_general %901, %122, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %903 = stablehlo.transpose %902, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %904 = stablehlo.dot_general %901, %106, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %905 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %906 = stablehlo.multiply %904, %905 : tensor<16x64x2048x2048xbf16>
    %907 = stablehlo.multiply %906, %116 : tensor<16x64x2048x2048xbf16>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %908 = stablehlo.reduce(%907 init: %cst_156) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %909 = stablehlo.reshape %908 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %910 = stablehlo.negate %909 : tensor<16x64x2048x1xbf16>
    %911 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %912 = stablehlo.divide %904, %911 : tensor<16x64x2048x2048xbf16>
    %913 = stablehlo.convert %910 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %914 = stablehlo.reduce(%913 init: %cst_157) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %915 = stablehlo.broadcast_in_dim %914, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %916 = stablehlo.convert %915 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %917 = stablehlo.add %912, %916 : tensor<16x64x2048x2048xbf16>
    %918 = stablehlo.multiply %917, %116 : tensor<16x64x2048x2048xbf16>
    %cst_158 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %919 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %920 = stablehlo.multiply %918, %919 : tensor<16x64x2048x2048xbf16>
    %921 = stablehlo.dot_general %920, %102, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %922 = stablehlo.dot_general %920, %104, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %923 = stablehlo.transpose %903, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %924 = stablehlo.reshape %923 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %925 = stablehlo.transpose %921, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %926 = stablehlo.reshape %925 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %927 = stablehlo.transpose %922, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %928 = stablehlo.reshape %927 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %929 = stablehlo.concatenate %928, %926, %924, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %930 = stablehlo.dot_general %929, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %931 = stablehlo.transpose %930, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %932 = stablehlo.dot_general %929, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %933 = stablehlo.multiply %93, %932 : tensor<16x2048x8192xbf16>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %934 = stablehlo.reduce(%933 init: %cst_159) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %935 = stablehlo.reshape %934 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %936 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %937 = stablehlo.multiply %932, %936 : tensor<16x2048x8192xbf16>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %938 = stablehlo.reduce(%935 init: %cst_160) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %939 = stablehlo.multiply %76, %937 : tensor<16x2048x8192xbf16>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %940 = stablehlo.reduce(%939 init: %cst_161) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %941 = stablehlo.reshape %940 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %942 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %943 = stablehlo.multiply %937, %942 : tensor<16x2048x8192xbf16>
    %944 = stablehlo.add %894, %943 : tensor<16x2048x8192xbf16>
    %945 = stablehlo.multiply %941, %91 : tensor<16x2048x1xbf16>
    %946 = stablehlo.convert %945 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_162 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %947 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %948 = stablehlo.divide %946, %947 : tensor<16x2048x1xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %949 = stablehlo.reduce(%948 init: %cst_163) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %950 = stablehlo.broadcast_in_dim %949, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %951 = stablehlo.convert %950 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %952 = stablehlo.multiply %76, %951 : tensor<16x2048x8192xbf16>
    %953 = stablehlo.add %944, %952 : tensor<16x2048x8192xbf16>
    %954 = stablehlo.multiply %951, %76 : tensor<16x2048x8192xbf16>
    %955 = stablehlo.add %953, %954 : tensor<16x2048x8192xbf16>
    %956 = stablehlo.broadcast_in_dim %938, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %957 = stablehlo.pad %956, %cst_164, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %958 = stablehlo.add %896, %957 : tensor<2x8192xbf16>
    %959 = stablehlo.dot_general %955, %72, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x32768xbf16>) -> tensor<8192x32768xbf16>
    %960 = stablehlo.transpose %959, dims = [1, 0] : (tensor<8192x32768xbf16>) -> tensor<32768x8192xbf16>
    %961 = stablehlo.dot_general %955, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<32768x8192xbf16>) -> tensor<16x2048x32768xbf16>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %962 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %963 = stablehlo.select %74, %961, %962 : tensor<16x2048x32768xi1>, tensor<16x2048x32768xbf16>
    %964 = stablehlo.dot_general %963, %70, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<16x2048x8192xbf16>) -> tensor<32768x8192xbf16>
    %965 = stablehlo.transpose %964, dims = [1, 0] : (tensor<32768x8192xbf16>) -> tensor<8192x32768xbf16>
    %966 = stablehlo.dot_general %963, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x32768xbf16>, tensor<8192x32768xbf16>) -> tensor<16x2048x8192xbf16>
    %967 = stablehlo.multiply %67, %966 : tensor<16x2048x8192xbf16>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %968 = stablehlo.reduce(%967 init: %cst_166) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %969 = stablehlo.reshape %968 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %970 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %971 = stablehlo.multiply %966, %970 : tensor<16x2048x8192xbf16>
    %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %972 = stablehlo.reduce(%969 init: %cst_167) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %973 = stablehlo.multiply %50, %971 : tensor<16x2048x8192xbf16>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %974 = stablehlo.reduce(%973 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<16x2048xbf16>
    %975 = stablehlo.reshape %974 : (tensor<16x2048xbf16>) -> tensor<16x2048x1xbf16>
    %976 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<16x2048x1xbf16>) -> tensor<16x2048x8192xbf16>
    %977 = stablehlo.multiply %971, %976 : tensor<16x2048x8192xbf16>
    %978 = stablehlo.add %955, %977 : tensor<16x2048x8192xbf16>
    %979 = stablehlo.multiply %975, %65 : tensor<16x2048x1xbf16>
    %980 = stablehlo.convert %979 : (tensor<16x2048x1xbf16>) -> tensor<16x2048x1xf32>
    %cst_169 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %981 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<16x2048x1xf32>
    %982 = stablehlo.divide %980, %981 : tensor<16x2048x1xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %983 = stablehlo.reduce(%982 init: %cst_170) applies stablehlo.add across dimensions = [2] : (tensor<16x2048x1xf32>, tensor<f32>) -> tensor<16x2048xf32>
    %984 = stablehlo.broadcast_in_dim %983, dims = [0, 1] : (tensor<16x2048xf32>) -> tensor<16x2048x8192xf32>
    %985 = stablehlo.convert %984 : (tensor<16x2048x8192xf32>) -> tensor<16x2048x8192xbf16>
    %986 = stablehlo.multiply %50, %985 : tensor<16x2048x8192xbf16>
    %987 = stablehlo.add %978, %986 : tensor<16x2048x8192xbf16>
    %988 = stablehlo.multiply %985, %50 : tensor<16x2048x8192xbf16>
    %989 = stablehlo.add %987, %988 : tensor<16x2048x8192xbf16>
    %990 = stablehlo.broadcast_in_dim %972, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %991 = stablehlo.pad %990, %cst_171, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %992 = stablehlo.dot_general %989, %48, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<8192x8192xbf16>
    %993 = stablehlo.transpose %992, dims = [1, 0] : (tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    %994 = stablehlo.dot_general %989, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x2048x8192xbf16>
    %995 = stablehlo.reshape %994 : (tensor<16x2048x8192xbf16>) -> tensor<16x2048x64x128xbf16>
    %996 = stablehlo.transpose %995, dims = [0, 2, 1, 3] : (tensor<16x2048x64x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %997 = stablehlo.dot_general %996, %42, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x2048xbf16>) -> tensor<16x64x128x2048xbf16>
    %998 = stablehlo.transpose %997, dims = [0, 1, 3, 2] : (tensor<16x64x128x2048xbf16>) -> tensor<16x64x2048x128xbf16>
    %999 = stablehlo.dot_general %996, %26, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x128xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x2048xbf16>
    %1000 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %1001 = stablehlo.multiply %999, %1000 : tensor<16x64x2048x2048xbf16>
    %1002 = stablehlo.multiply %1001, %36 : tensor<16x64x2048x2048xbf16>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1003 = stablehlo.reduce(%1002 init: %cst_172) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x2048xbf16>, tensor<bf16>) -> tensor<16x64x2048xbf16>
    %1004 = stablehlo.reshape %1003 : (tensor<16x64x2048xbf16>) -> tensor<16x64x2048x1xbf16>
    %1005 = stablehlo.negate %1004 : tensor<16x64x2048x1xbf16>
    %1006 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x2048xbf16>
    %1007 = stablehlo.divide %999, %1006 : tensor<16x64x2048x2048xbf16>
    %1008 = stablehlo.convert %1005 : (tensor<16x64x2048x1xbf16>) -> tensor<16x64x2048x1xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1009 = stablehlo.reduce(%1008 init: %cst_173) applies stablehlo.add across dimensions = [3] : (tensor<16x64x2048x1xf32>, tensor<f32>) -> tensor<16x64x2048xf32>
    %1010 = stablehlo.broadcast_in_dim %1009, dims = [0, 1, 2] : (tensor<16x64x2048xf32>) -> tensor<16x64x2048x2048xf32>
    %1011 = stablehlo.convert %1010 : (tensor<16x64x2048x2048xf32>) -> tensor<16x64x2048x2048xbf16>
    %1012 = stablehlo.add %1007, %1011 : tensor<16x64x2048x2048xbf16>
    %1013 = stablehlo.multiply %1012, %36 : tensor<16x64x2048x2048xbf16>
    %cst_174 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %1014 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<bf16>) -> tensor<16x64x2048x2048xbf16>
    %1015 = stablehlo.multiply %1013, %1014 : tensor<16x64x2048x2048xbf16>
    %1016 = stablehlo.dot_general %1015, %22, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %1017 = stablehlo.dot_general %1015, %24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x2048x2048xbf16>, tensor<16x64x2048x128xbf16>) -> tensor<16x64x2048x128xbf16>
    %1018 = stablehlo.transpose %998, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %1019 = stablehlo.reshape %1018 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %1020 = stablehlo.transpose %1016, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %1021 = stablehlo.reshape %1020 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %1022 = stablehlo.transpose %1017, dims = [0, 2, 1, 3] : (tensor<16x64x2048x128xbf16>) -> tensor<16x2048x64x128xbf16>
    %1023 = stablehlo.reshape %1022 : (tensor<16x2048x64x128xbf16>) -> tensor<16x2048x8192xbf16>
    %1024 = stablehlo.concatenate %1023, %1021, %1019, dim = 2 : (tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>, tensor<16x2048x8192xbf16>) -> tensor<16x2048x24576xbf16>
    %1025 = stablehlo.dot_general %1024, %16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<16x2048x8192xbf16>) -> tensor<24576x8192xbf16>
    %1026 = stablehlo.transpose %1025, dims = [1, 0] : (tensor<24576x8192xbf16>) -> tensor<8192x24576xbf16>
    %1027 = stablehlo.dot_general %1024, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2048x24576xbf16>, tensor<8192x24576xbf16>) -> tensor<16x2048x8192xbf16>
    %1028 = stablehlo.multiply %13, %1027 : tensor<16x2048x8192xbf16>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1029 = stablehlo.reduce(%1028 init: %cst_175) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x2048x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %1030 = stablehlo.reshape %1029 : (tensor<8192xbf16>) -> tensor<1x1x8192xbf16>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1031 = stablehlo.reduce(%1030 init: %cst_176) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8192xbf16>, tensor<bf16>) -> tensor<8192xbf16>
    %1032 = stablehlo.broadcast_in_dim %1031, dims = [1] : (tensor<8192xbf16>) -> tensor<1x8192xbf16>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1033 = stablehlo.pad %1032, %cst_177, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8192xbf16>, tensor<bf16>) -> tensor<2x8192xbf16>
    %1034 = stablehlo.add %991, %1033 : tensor<2x8192xbf16>
    %cst_178 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1035 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1036 = stablehlo.multiply %1035, %arg30 : tensor<32768x8192xbf16>
    %1037 = stablehlo.add %1036, %960 : tensor<32768x8192xbf16>
    %cst_179 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1038 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1039 = stablehlo.multiply %1038, %arg31 : tensor<2x8192xbf16>
    %1040 = stablehlo.add %1039, %1034 : tensor<2x8192xbf16>
    %cst_180 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1041 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1042 = stablehlo.multiply %1041, %arg32 : tensor<8192x8192xbf16>
    %1043 = stablehlo.add %1042, %993 : tensor<8192x8192xbf16>
    %cst_181 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1044 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1045 = stablehlo.multiply %1044, %arg33 : tensor<8192x24576xbf16>
    %1046 = stablehlo.add %1045, %1026 : tensor<8192x24576xbf16>
    %cst_182 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1047 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1048 = stablehlo.multiply %1047, %arg34 : tensor<8192x32768xbf16>
    %1049 = stablehlo.add %1048, %965 : tensor<8192x32768xbf16>
    %cst_183 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1050 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1051 = stablehlo.multiply %1050, %arg35 : tensor<32768x8192xbf16>
    %1052 = stablehlo.add %1051, %865 : tensor<32768x8192xbf16>
    %cst_184 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1053 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1054 = stablehlo.multiply %1053, %arg36 : tensor<2x8192xbf16>
    %1055 = stablehlo.add %1054, %958 : tensor<2x8192xbf16>
    %cst_185 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1056 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1057 = stablehlo.multiply %1056, %arg37 : tensor<8192x8192xbf16>
    %1058 = stablehlo.add %1057, %898 : tensor<8192x8192xbf16>
    %cst_186 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1059 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1060 = stablehlo.multiply %1059, %arg38 : tensor<8192x24576xbf16>
    %1061 = stablehlo.add %1060, %931 : tensor<8192x24576xbf16>
    %cst_187 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1062 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1063 = stablehlo.multiply %1062, %arg39 : tensor<8192x32768xbf16>
    %1064 = stablehlo.add %1063, %870 : tensor<8192x32768xbf16>
    %cst_188 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1065 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1066 = stablehlo.multiply %1065, %arg40 : tensor<32768x8192xbf16>
    %1067 = stablehlo.add %1066, %770 : tensor<32768x8192xbf16>
    %cst_189 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1068 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1069 = stablehlo.multiply %1068, %arg41 : tensor<2x8192xbf16>
    %1070 = stablehlo.add %1069, %863 : tensor<2x8192xbf16>
    %cst_190 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1071 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1072 = stablehlo.multiply %1071, %arg42 : tensor<8192x8192xbf16>
    %1073 = stablehlo.add %1072, %803 : tensor<8192x8192xbf16>
    %cst_191 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1074 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1075 = stablehlo.multiply %1074, %arg43 : tensor<8192x24576xbf16>
    %1076 = stablehlo.add %1075, %836 : tensor<8192x24576xbf16>
    %cst_192 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1077 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1078 = stablehlo.multiply %1077, %arg44 : tensor<8192x32768xbf16>
    %1079 = stablehlo.add %1078, %775 : tensor<8192x32768xbf16>
    %cst_193 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1080 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1081 = stablehlo.multiply %1080, %arg45 : tensor<32768x8192xbf16>
    %1082 = stablehlo.add %1081, %675 : tensor<32768x8192xbf16>
    %cst_194 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1083 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1084 = stablehlo.multiply %1083, %arg46 : tensor<2x8192xbf16>
    %1085 = stablehlo.add %1084, %768 : tensor<2x8192xbf16>
    %cst_195 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1086 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1087 = stablehlo.multiply %1086, %arg47 : tensor<8192x8192xbf16>
    %1088 = stablehlo.add %1087, %708 : tensor<8192x8192xbf16>
    %cst_196 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1089 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1090 = stablehlo.multiply %1089, %arg48 : tensor<8192x24576xbf16>
    %1091 = stablehlo.add %1090, %741 : tensor<8192x24576xbf16>
    %cst_197 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1092 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1093 = stablehlo.multiply %1092, %arg49 : tensor<8192x32768xbf16>
    %1094 = stablehlo.add %1093, %680 : tensor<8192x32768xbf16>
    %cst_198 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1095 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1096 = stablehlo.multiply %1095, %arg50 : tensor<32768x8192xbf16>
    %1097 = stablehlo.add %1096, %580 : tensor<32768x8192xbf16>
    %cst_199 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1098 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1099 = stablehlo.multiply %1098, %arg51 : tensor<2x8192xbf16>
    %1100 = stablehlo.add %1099, %673 : tensor<2x8192xbf16>
    %cst_200 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1101 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1102 = stablehlo.multiply %1101, %arg52 : tensor<8192x8192xbf16>
    %1103 = stablehlo.add %1102, %613 : tensor<8192x8192xbf16>
    %cst_201 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1104 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1105 = stablehlo.multiply %1104, %arg53 : tensor<8192x24576xbf16>
    %1106 = stablehlo.add %1105, %646 : tensor<8192x24576xbf16>
    %cst_202 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1107 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1108 = stablehlo.multiply %1107, %arg54 : tensor<8192x32768xbf16>
    %1109 = stablehlo.add %1108, %585 : tensor<8192x32768xbf16>
    %cst_203 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1110 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1111 = stablehlo.multiply %1110, %arg55 : tensor<32768x8192xbf16>
    %1112 = stablehlo.add %1111, %485 : tensor<32768x8192xbf16>
    %cst_204 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1113 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1114 = stablehlo.multiply %1113, %arg56 : tensor<2x8192xbf16>
    %1115 = stablehlo.add %1114, %578 : tensor<2x8192xbf16>
    %cst_205 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1116 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1117 = stablehlo.multiply %1116, %arg57 : tensor<8192x8192xbf16>
    %1118 = stablehlo.add %1117, %518 : tensor<8192x8192xbf16>
    %cst_206 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1119 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1120 = stablehlo.multiply %1119, %arg58 : tensor<8192x24576xbf16>
    %1121 = stablehlo.add %1120, %551 : tensor<8192x24576xbf16>
    %cst_207 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %1122 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1123 = stablehlo.multiply %1122, %arg59 : tensor<8192x32768xbf16>
    %1124 = stablehlo.add %1123, %490 : tensor<8192x32768xbf16>
    %cst_208 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1125 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1126 = stablehlo.multiply %1125, %1037 : tensor<32768x8192xbf16>
    %1127 = stablehlo.subtract %arg0, %1126 : tensor<32768x8192xbf16>
    %cst_209 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1128 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1129 = stablehlo.multiply %1128, %1040 : tensor<2x8192xbf16>
    %1130 = stablehlo.subtract %arg1, %1129 : tensor<2x8192xbf16>
    %cst_210 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1131 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1132 = stablehlo.multiply %1131, %1043 : tensor<8192x8192xbf16>
    %1133 = stablehlo.subtract %arg2, %1132 : tensor<8192x8192xbf16>
    %cst_211 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1134 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1135 = stablehlo.multiply %1134, %1046 : tensor<8192x24576xbf16>
    %1136 = stablehlo.subtract %arg3, %1135 : tensor<8192x24576xbf16>
    %cst_212 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1137 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1138 = stablehlo.multiply %1137, %1049 : tensor<8192x32768xbf16>
    %1139 = stablehlo.subtract %arg4, %1138 : tensor<8192x32768xbf16>
    %cst_213 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1140 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1141 = stablehlo.multiply %1140, %1052 : tensor<32768x8192xbf16>
    %1142 = stablehlo.subtract %arg5, %1141 : tensor<32768x8192xbf16>
    %cst_214 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1143 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1144 = stablehlo.multiply %1143, %1055 : tensor<2x8192xbf16>
    %1145 = stablehlo.subtract %arg6, %1144 : tensor<2x8192xbf16>
    %cst_215 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1146 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1147 = stablehlo.multiply %1146, %1058 : tensor<8192x8192xbf16>
    %1148 = stablehlo.subtract %arg7, %1147 : tensor<8192x8192xbf16>
    %cst_216 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1149 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1150 = stablehlo.multiply %1149, %1061 : tensor<8192x24576xbf16>
    %1151 = stablehlo.subtract %arg8, %1150 : tensor<8192x24576xbf16>
    %cst_217 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1152 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1153 = stablehlo.multiply %1152, %1064 : tensor<8192x32768xbf16>
    %1154 = stablehlo.subtract %arg9, %1153 : tensor<8192x32768xbf16>
    %cst_218 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1155 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1156 = stablehlo.multiply %1155, %1067 : tensor<32768x8192xbf16>
    %1157 = stablehlo.subtract %arg10, %1156 : tensor<32768x8192xbf16>
    %cst_219 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1158 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1159 = stablehlo.multiply %1158, %1070 : tensor<2x8192xbf16>
    %1160 = stablehlo.subtract %arg11, %1159 : tensor<2x8192xbf16>
    %cst_220 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1161 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1162 = stablehlo.multiply %1161, %1073 : tensor<8192x8192xbf16>
    %1163 = stablehlo.subtract %arg12, %1162 : tensor<8192x8192xbf16>
    %cst_221 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1164 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1165 = stablehlo.multiply %1164, %1076 : tensor<8192x24576xbf16>
    %1166 = stablehlo.subtract %arg13, %1165 : tensor<8192x24576xbf16>
    %cst_222 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1167 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1168 = stablehlo.multiply %1167, %1079 : tensor<8192x32768xbf16>
    %1169 = stablehlo.subtract %arg14, %1168 : tensor<8192x32768xbf16>
    %cst_223 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1170 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1171 = stablehlo.multiply %1170, %1082 : tensor<32768x8192xbf16>
    %1172 = stablehlo.subtract %arg15, %1171 : tensor<32768x8192xbf16>
    %cst_224 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1173 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1174 = stablehlo.multiply %1173, %1085 : tensor<2x8192xbf16>
    %1175 = stablehlo.subtract %arg16, %1174 : tensor<2x8192xbf16>
    %cst_225 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1176 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1177 = stablehlo.multiply %1176, %1088 : tensor<8192x8192xbf16>
    %1178 = stablehlo.subtract %arg17, %1177 : tensor<8192x8192xbf16>
    %cst_226 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1179 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1180 = stablehlo.multiply %1179, %1091 : tensor<8192x24576xbf16>
    %1181 = stablehlo.subtract %arg18, %1180 : tensor<8192x24576xbf16>
    %cst_227 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1182 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1183 = stablehlo.multiply %1182, %1094 : tensor<8192x32768xbf16>
    %1184 = stablehlo.subtract %arg19, %1183 : tensor<8192x32768xbf16>
    %cst_228 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1185 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1186 = stablehlo.multiply %1185, %1097 : tensor<32768x8192xbf16>
    %1187 = stablehlo.subtract %arg20, %1186 : tensor<32768x8192xbf16>
    %cst_229 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1188 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1189 = stablehlo.multiply %1188, %1100 : tensor<2x8192xbf16>
    %1190 = stablehlo.subtract %arg21, %1189 : tensor<2x8192xbf16>
    %cst_230 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1191 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1192 = stablehlo.multiply %1191, %1103 : tensor<8192x8192xbf16>
    %1193 = stablehlo.subtract %arg22, %1192 : tensor<8192x8192xbf16>
    %cst_231 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1194 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1195 = stablehlo.multiply %1194, %1106 : tensor<8192x24576xbf16>
    %1196 = stablehlo.subtract %arg23, %1195 : tensor<8192x24576xbf16>
    %cst_232 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1197 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1198 = stablehlo.multiply %1197, %1109 : tensor<8192x32768xbf16>
    %1199 = stablehlo.subtract %arg24, %1198 : tensor<8192x32768xbf16>
    %cst_233 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1200 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<bf16>) -> tensor<32768x8192xbf16>
    %1201 = stablehlo.multiply %1200, %1112 : tensor<32768x8192xbf16>
    %1202 = stablehlo.subtract %arg25, %1201 : tensor<32768x8192xbf16>
    %cst_234 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1203 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<bf16>) -> tensor<2x8192xbf16>
    %1204 = stablehlo.multiply %1203, %1115 : tensor<2x8192xbf16>
    %1205 = stablehlo.subtract %arg26, %1204 : tensor<2x8192xbf16>
    %cst_235 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1206 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<bf16>) -> tensor<8192x8192xbf16>
    %1207 = stablehlo.multiply %1206, %1118 : tensor<8192x8192xbf16>
    %1208 = stablehlo.subtract %arg27, %1207 : tensor<8192x8192xbf16>
    %cst_236 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1209 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<bf16>) -> tensor<8192x24576xbf16>
    %1210 = stablehlo.multiply %1209, %1121 : tensor<8192x24576xbf16>
    %1211 = stablehlo.subtract %arg28, %1210 : tensor<8192x24576xbf16>
    %cst_237 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %1212 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<bf16>) -> tensor<8192x32768xbf16>
    %1213 = stablehlo.multiply %1212, %1124 : tensor<8192x32768xbf16>
    %1214 = stablehlo.subtract %arg29, %1213 : tensor<8192x32768xbf16>
    return %1127, %1130, %1133, %1136, %1139, %1142, %1145, %1148, %1151, %1154, %1157, %1160, %1163, %1166, %1169, %1172, %1175, %1178, %1181, %1184, %1187, %1190, %1193, %1196, %1199, %1202, %1205, %1208, %1211, %1214, %1037, %1040, %1043, %1046, %1049, %1052, %1055, %1058, %1061, %1064, %1067, %1070, %1073, %1076, %1079, %1082, %1085, %1088, %1091, %1094, %1097, %1100, %1103, %1106, %1109, %1112, %1115, %1118, %1121, %1124 : tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>, tensor<32768x8192xbf16>, tensor<2x8192xbf16>, tensor<8192x8192xbf16>, tensor<8192x24576xbf16>, tensor<8192x32768xbf16>
  }
  func.func private @relu(%arg0: tensor<16x2048x32768xbf16>) -> tensor<16x2048x32768xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x2048x32768xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x2048x32768xbf16>
    return %1 : tensor<16x2048x32768xbf16>
  }
}
