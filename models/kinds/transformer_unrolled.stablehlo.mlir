module @transformer_unrolled attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x1024xbf16>, %arg1: tensor<2x1024xbf16>, %arg2: tensor<1024x1024xbf16>, %arg3: tensor<1024x3072xbf16>, %arg4: tensor<1024x4096xbf16>, %arg5: tensor<4096x1024xbf16>, %arg6: tensor<2x1024xbf16>, %arg7: tensor<1024x1024xbf16>, %arg8: tensor<1024x3072xbf16>, %arg9: tensor<1024x4096xbf16>, %arg10: tensor<4096x1024xbf16>, %arg11: tensor<2x1024xbf16>, %arg12: tensor<1024x1024xbf16>, %arg13: tensor<1024x3072xbf16>, %arg14: tensor<1024x4096xbf16>, %arg15: tensor<4096x1024xbf16>, %arg16: tensor<2x1024xbf16>, %arg17: tensor<1024x1024xbf16>, %arg18: tensor<1024x3072xbf16>, %arg19: tensor<1024x4096xbf16>, %arg20: tensor<4096x1024xbf16>, %arg21: tensor<2x1024xbf16>, %arg22: tensor<1024x1024xbf16>, %arg23: tensor<1024x3072xbf16>, %arg24: tensor<1024x4096xbf16>, %arg25: tensor<4096x1024xbf16>, %arg26: tensor<2x1024xbf16>, %arg27: tensor<1024x1024xbf16>, %arg28: tensor<1024x3072xbf16>, %arg29: tensor<1024x4096xbf16>, %arg30: tensor<4096x1024xbf16>, %arg31: tensor<2x1024xbf16>, %arg32: tensor<1024x1024xbf16>, %arg33: tensor<1024x3072xbf16>, %arg34: tensor<1024x4096xbf16>, %arg35: tensor<4096x1024xbf16>, %arg36: tensor<2x1024xbf16>, %arg37: tensor<1024x1024xbf16>, %arg38: tensor<1024x3072xbf16>, %arg39: tensor<1024x4096xbf16>, %arg40: tensor<4096x1024xbf16>, %arg41: tensor<2x1024xbf16>, %arg42: tensor<1024x1024xbf16>, %arg43: tensor<1024x3072xbf16>, %arg44: tensor<1024x4096xbf16>, %arg45: tensor<4096x1024xbf16>, %arg46: tensor<2x1024xbf16>, %arg47: tensor<1024x1024xbf16>, %arg48: tensor<1024x3072xbf16>, %arg49: tensor<1024x4096xbf16>, %arg50: tensor<4096x1024xbf16>, %arg51: tensor<2x1024xbf16>, %arg52: tensor<1024x1024xbf16>, %arg53: tensor<1024x3072xbf16>, %arg54: tensor<1024x4096xbf16>, %arg55: tensor<4096x1024xbf16>, %arg56: tensor<2x1024xbf16>, %arg57: tensor<1024x1024xbf16>, %arg58: tensor<1024x3072xbf16>, %arg59: tensor<1024x4096xbf16>, %arg60: tensor<16x512x1024xbf16>) -> (tensor<16x512x1024xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %2 = stablehlo.multiply %arg60, %arg60 : tensor<16x512x1024xbf16>
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
    %13 = stablehlo.multiply %arg60, %12 : tensor<16x512x1024xbf16>
    %14 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %16 = stablehlo.multiply %13, %15 : tensor<16x512x1024xbf16>
    %17 = stablehlo.dot_general %16, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
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
    %46 = stablehlo.dot_general %45, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %47 = stablehlo.add %arg60, %46 : tensor<16x512x1024xbf16>
    %48 = stablehlo.slice %arg1 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
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
    %65 = stablehlo.dot_general %64, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %66 = call @relu(%65) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %67 = stablehlo.dot_general %66, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %68 = stablehlo.add %47, %67 : tensor<16x512x1024xbf16>
    %69 = stablehlo.slice %arg6 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %70 = stablehlo.reshape %69 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %71 = stablehlo.multiply %68, %68 : tensor<16x512x1024xbf16>
    %72 = stablehlo.convert %71 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_10 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %76 = stablehlo.divide %74, %75 : tensor<16x512x1xf32>
    %77 = stablehlo.convert %76 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_11 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %78 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %79 = stablehlo.add %77, %78 : tensor<16x512x1xbf16>
    %80 = stablehlo.rsqrt %79 : tensor<16x512x1xbf16>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %82 = stablehlo.multiply %68, %81 : tensor<16x512x1024xbf16>
    %83 = stablehlo.broadcast_in_dim %70, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %85 = stablehlo.multiply %82, %84 : tensor<16x512x1024xbf16>
    %86 = stablehlo.dot_general %85, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %87 = stablehlo.slice %86 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %88 = stablehlo.slice %86 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %89 = stablehlo.slice %86 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %90 = stablehlo.reshape %87 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %91 = stablehlo.transpose %90, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %92 = stablehlo.reshape %88 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %93 = stablehlo.transpose %92, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %94 = stablehlo.reshape %89 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %95 = stablehlo.transpose %94, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %96 = stablehlo.dot_general %91, %93, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_12 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %97 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %98 = stablehlo.multiply %96, %97 : tensor<16x16x512x512xbf16>
    %cst_13 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %99 = stablehlo.reduce(%98 init: %cst_13) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_14 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %100 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %101 = stablehlo.maximum %100, %99 : tensor<16x16x512xbf16>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %104 = stablehlo.subtract %98, %103 : tensor<16x16x512x512xbf16>
    %105 = stablehlo.exponential %104 : tensor<16x16x512x512xbf16>
    %106 = stablehlo.convert %105 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_15) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %109 = stablehlo.convert %108 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %111 = stablehlo.divide %105, %110 : tensor<16x16x512x512xbf16>
    %112 = stablehlo.dot_general %111, %95, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %113 = stablehlo.transpose %112, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %114 = stablehlo.reshape %113 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %115 = stablehlo.dot_general %114, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %116 = stablehlo.add %68, %115 : tensor<16x512x1024xbf16>
    %117 = stablehlo.slice %arg6 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %118 = stablehlo.reshape %117 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %119 = stablehlo.multiply %116, %116 : tensor<16x512x1024xbf16>
    %120 = stablehlo.convert %119 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_17 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %124 = stablehlo.divide %122, %123 : tensor<16x512x1xf32>
    %125 = stablehlo.convert %124 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_18 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %126 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %127 = stablehlo.add %125, %126 : tensor<16x512x1xbf16>
    %128 = stablehlo.rsqrt %127 : tensor<16x512x1xbf16>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %130 = stablehlo.multiply %116, %129 : tensor<16x512x1024xbf16>
    %131 = stablehlo.broadcast_in_dim %118, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %133 = stablehlo.multiply %130, %132 : tensor<16x512x1024xbf16>
    %134 = stablehlo.dot_general %133, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %135 = call @relu(%134) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %136 = stablehlo.dot_general %135, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %137 = stablehlo.add %116, %136 : tensor<16x512x1024xbf16>
    %138 = stablehlo.slice %arg11 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %139 = stablehlo.reshape %138 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %140 = stablehlo.multiply %137, %137 : tensor<16x512x1024xbf16>
    %141 = stablehlo.convert %140 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.reduce(%141 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_20 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %145 = stablehlo.divide %143, %144 : tensor<16x512x1xf32>
    %146 = stablehlo.convert %145 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_21 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %147 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %148 = stablehlo.add %146, %147 : tensor<16x512x1xbf16>
    %149 = stablehlo.rsqrt %148 : tensor<16x512x1xbf16>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %151 = stablehlo.multiply %137, %150 : tensor<16x512x1024xbf16>
    %152 = stablehlo.broadcast_in_dim %139, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %154 = stablehlo.multiply %151, %153 : tensor<16x512x1024xbf16>
    %155 = stablehlo.dot_general %154, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %156 = stablehlo.slice %155 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %157 = stablehlo.slice %155 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %158 = stablehlo.slice %155 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %159 = stablehlo.reshape %156 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %160 = stablehlo.transpose %159, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %161 = stablehlo.reshape %157 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %162 = stablehlo.transpose %161, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %163 = stablehlo.reshape %158 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %164 = stablehlo.transpose %163, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %165 = stablehlo.dot_general %160, %162, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_22 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %166 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %167 = stablehlo.multiply %165, %166 : tensor<16x16x512x512xbf16>
    %cst_23 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %168 = stablehlo.reduce(%167 init: %cst_23) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_24 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %169 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %170 = stablehlo.maximum %169, %168 : tensor<16x16x512xbf16>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %173 = stablehlo.subtract %167, %172 : tensor<16x16x512x512xbf16>
    %174 = stablehlo.exponential %173 : tensor<16x16x512x512xbf16>
    %175 = stablehlo.convert %174 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_25) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %178 = stablehlo.convert %177 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %180 = stablehlo.divide %174, %179 : tensor<16x16x512x512xbf16>
    %181 = stablehlo.dot_general %180, %164, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %182 = stablehlo.transpose %181, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %183 = stablehlo.reshape %182 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %184 = stablehlo.dot_general %183, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %185 = stablehlo.add %137, %184 : tensor<16x512x1024xbf16>
    %186 = stablehlo.slice %arg11 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %187 = stablehlo.reshape %186 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %188 = stablehlo.multiply %185, %185 : tensor<16x512x1024xbf16>
    %189 = stablehlo.convert %188 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_27 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %193 = stablehlo.divide %191, %192 : tensor<16x512x1xf32>
    %194 = stablehlo.convert %193 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_28 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %195 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %196 = stablehlo.add %194, %195 : tensor<16x512x1xbf16>
    %197 = stablehlo.rsqrt %196 : tensor<16x512x1xbf16>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %199 = stablehlo.multiply %185, %198 : tensor<16x512x1024xbf16>
    %200 = stablehlo.broadcast_in_dim %187, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %202 = stablehlo.multiply %199, %201 : tensor<16x512x1024xbf16>
    %203 = stablehlo.dot_general %202, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %204 = call @relu(%203) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %205 = stablehlo.dot_general %204, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %206 = stablehlo.add %185, %205 : tensor<16x512x1024xbf16>
    %207 = stablehlo.slice %arg16 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %208 = stablehlo.reshape %207 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %209 = stablehlo.multiply %206, %206 : tensor<16x512x1024xbf16>
    %210 = stablehlo.convert %209 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %211 = stablehlo.reduce(%210 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_30 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %214 = stablehlo.divide %212, %213 : tensor<16x512x1xf32>
    %215 = stablehlo.convert %214 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_31 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %216 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %217 = stablehlo.add %215, %216 : tensor<16x512x1xbf16>
    %218 = stablehlo.rsqrt %217 : tensor<16x512x1xbf16>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %220 = stablehlo.multiply %206, %219 : tensor<16x512x1024xbf16>
    %221 = stablehlo.broadcast_in_dim %208, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %223 = stablehlo.multiply %220, %222 : tensor<16x512x1024xbf16>
    %224 = stablehlo.dot_general %223, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %225 = stablehlo.slice %224 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %226 = stablehlo.slice %224 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %227 = stablehlo.slice %224 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %228 = stablehlo.reshape %225 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %229 = stablehlo.transpose %228, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %230 = stablehlo.reshape %226 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %231 = stablehlo.transpose %230, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %232 = stablehlo.reshape %227 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %233 = stablehlo.transpose %232, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %234 = stablehlo.dot_general %229, %231, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_32 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %235 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %236 = stablehlo.multiply %234, %235 : tensor<16x16x512x512xbf16>
    %cst_33 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %237 = stablehlo.reduce(%236 init: %cst_33) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_34 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %238 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %239 = stablehlo.maximum %238, %237 : tensor<16x16x512xbf16>
    %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %242 = stablehlo.subtract %236, %241 : tensor<16x16x512x512xbf16>
    %243 = stablehlo.exponential %242 : tensor<16x16x512x512xbf16>
    %244 = stablehlo.convert %243 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %245 = stablehlo.reduce(%244 init: %cst_35) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %247 = stablehlo.convert %246 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %248 = stablehlo.broadcast_in_dim %247, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %249 = stablehlo.divide %243, %248 : tensor<16x16x512x512xbf16>
    %250 = stablehlo.dot_general %249, %233, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %251 = stablehlo.transpose %250, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %252 = stablehlo.reshape %251 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %253 = stablehlo.dot_general %252, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %254 = stablehlo.add %206, %253 : tensor<16x512x1024xbf16>
    %255 = stablehlo.slice %arg16 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %256 = stablehlo.reshape %255 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %257 = stablehlo.multiply %254, %254 : tensor<16x512x1024xbf16>
    %258 = stablehlo.convert %257 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.reduce(%258 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %260 = stablehlo.broadcast_in_dim %259, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_37 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %261 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %262 = stablehlo.divide %260, %261 : tensor<16x512x1xf32>
    %263 = stablehlo.convert %262 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_38 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %264 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %265 = stablehlo.add %263, %264 : tensor<16x512x1xbf16>
    %266 = stablehlo.rsqrt %265 : tensor<16x512x1xbf16>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %268 = stablehlo.multiply %254, %267 : tensor<16x512x1024xbf16>
    %269 = stablehlo.broadcast_in_dim %256, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %271 = stablehlo.multiply %268, %270 : tensor<16x512x1024xbf16>
    %272 = stablehlo.dot_general %271, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %273 = call @relu(%272) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %274 = stablehlo.dot_general %273, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %275 = stablehlo.add %254, %274 : tensor<16x512x1024xbf16>
    %276 = stablehlo.slice %arg21 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %277 = stablehlo.reshape %276 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %278 = stablehlo.multiply %275, %275 : tensor<16x512x1024xbf16>
    %279 = stablehlo.convert %278 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %280 = stablehlo.reduce(%279 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_40 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %283 = stablehlo.divide %281, %282 : tensor<16x512x1xf32>
    %284 = stablehlo.convert %283 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_41 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %285 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %286 = stablehlo.add %284, %285 : tensor<16x512x1xbf16>
    %287 = stablehlo.rsqrt %286 : tensor<16x512x1xbf16>
    %288 = stablehlo.broadcast_in_dim %287, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %289 = stablehlo.multiply %275, %288 : tensor<16x512x1024xbf16>
    %290 = stablehlo.broadcast_in_dim %277, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %291 = stablehlo.broadcast_in_dim %290, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %292 = stablehlo.multiply %289, %291 : tensor<16x512x1024xbf16>
    %293 = stablehlo.dot_general %292, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %294 = stablehlo.slice %293 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %295 = stablehlo.slice %293 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %296 = stablehlo.slice %293 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %297 = stablehlo.reshape %294 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %298 = stablehlo.transpose %297, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %299 = stablehlo.reshape %295 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %300 = stablehlo.transpose %299, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %301 = stablehlo.reshape %296 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %302 = stablehlo.transpose %301, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %303 = stablehlo.dot_general %298, %300, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_42 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %304 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %305 = stablehlo.multiply %303, %304 : tensor<16x16x512x512xbf16>
    %cst_43 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %306 = stablehlo.reduce(%305 init: %cst_43) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_44 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %307 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %308 = stablehlo.maximum %307, %306 : tensor<16x16x512xbf16>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %311 = stablehlo.subtract %305, %310 : tensor<16x16x512x512xbf16>
    %312 = stablehlo.exponential %311 : tensor<16x16x512x512xbf16>
    %313 = stablehlo.convert %312 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%313 init: %cst_45) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %316 = stablehlo.convert %315 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %317 = stablehlo.broadcast_in_dim %316, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %318 = stablehlo.divide %312, %317 : tensor<16x16x512x512xbf16>
    %319 = stablehlo.dot_general %318, %302, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %320 = stablehlo.transpose %319, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %321 = stablehlo.reshape %320 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %322 = stablehlo.dot_general %321, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %323 = stablehlo.add %275, %322 : tensor<16x512x1024xbf16>
    %324 = stablehlo.slice %arg21 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %325 = stablehlo.reshape %324 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %326 = stablehlo.multiply %323, %323 : tensor<16x512x1024xbf16>
    %327 = stablehlo.convert %326 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %328 = stablehlo.reduce(%327 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %329 = stablehlo.broadcast_in_dim %328, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_47 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %331 = stablehlo.divide %329, %330 : tensor<16x512x1xf32>
    %332 = stablehlo.convert %331 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_48 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %333 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %334 = stablehlo.add %332, %333 : tensor<16x512x1xbf16>
    %335 = stablehlo.rsqrt %334 : tensor<16x512x1xbf16>
    %336 = stablehlo.broadcast_in_dim %335, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %337 = stablehlo.multiply %323, %336 : tensor<16x512x1024xbf16>
    %338 = stablehlo.broadcast_in_dim %325, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %339 = stablehlo.broadcast_in_dim %338, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %340 = stablehlo.multiply %337, %339 : tensor<16x512x1024xbf16>
    %341 = stablehlo.dot_general %340, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %342 = call @relu(%341) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %343 = stablehlo.dot_general %342, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %344 = stablehlo.add %323, %343 : tensor<16x512x1024xbf16>
    %345 = stablehlo.slice %arg26 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %346 = stablehlo.reshape %345 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %347 = stablehlo.multiply %344, %344 : tensor<16x512x1024xbf16>
    %348 = stablehlo.convert %347 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.reduce(%348 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %350 = stablehlo.broadcast_in_dim %349, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_50 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %352 = stablehlo.divide %350, %351 : tensor<16x512x1xf32>
    %353 = stablehlo.convert %352 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_51 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %354 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %355 = stablehlo.add %353, %354 : tensor<16x512x1xbf16>
    %356 = stablehlo.rsqrt %355 : tensor<16x512x1xbf16>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %358 = stablehlo.multiply %344, %357 : tensor<16x512x1024xbf16>
    %359 = stablehlo.broadcast_in_dim %346, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %360 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %361 = stablehlo.multiply %358, %360 : tensor<16x512x1024xbf16>
    %362 = stablehlo.dot_general %361, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %363 = stablehlo.slice %362 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %364 = stablehlo.slice %362 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %365 = stablehlo.slice %362 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %366 = stablehlo.reshape %363 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %367 = stablehlo.transpose %366, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %368 = stablehlo.reshape %364 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %369 = stablehlo.transpose %368, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %370 = stablehlo.reshape %365 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %371 = stablehlo.transpose %370, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %372 = stablehlo.dot_general %367, %369, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_52 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %373 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %374 = stablehlo.multiply %372, %373 : tensor<16x16x512x512xbf16>
    %cst_53 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %375 = stablehlo.reduce(%374 init: %cst_53) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_54 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %376 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %377 = stablehlo.maximum %376, %375 : tensor<16x16x512xbf16>
    %378 = stablehlo.broadcast_in_dim %377, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %379 = stablehlo.broadcast_in_dim %378, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %380 = stablehlo.subtract %374, %379 : tensor<16x16x512x512xbf16>
    %381 = stablehlo.exponential %380 : tensor<16x16x512x512xbf16>
    %382 = stablehlo.convert %381 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.reduce(%382 init: %cst_55) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %384 = stablehlo.broadcast_in_dim %383, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %385 = stablehlo.convert %384 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %387 = stablehlo.divide %381, %386 : tensor<16x16x512x512xbf16>
    %388 = stablehlo.dot_general %387, %371, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %389 = stablehlo.transpose %388, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %390 = stablehlo.reshape %389 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %391 = stablehlo.dot_general %390, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %392 = stablehlo.add %344, %391 : tensor<16x512x1024xbf16>
    %393 = stablehlo.slice %arg26 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %394 = stablehlo.reshape %393 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %395 = stablehlo.multiply %392, %392 : tensor<16x512x1024xbf16>
    %396 = stablehlo.convert %395 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.reduce(%396 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_57 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %400 = stablehlo.divide %398, %399 : tensor<16x512x1xf32>
    %401 = stablehlo.convert %400 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_58 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %402 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %403 = stablehlo.add %401, %402 : tensor<16x512x1xbf16>
    %404 = stablehlo.rsqrt %403 : tensor<16x512x1xbf16>
    %405 = stablehlo.broadcast_in_dim %404, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %406 = stablehlo.multiply %392, %405 : tensor<16x512x1024xbf16>
    %407 = stablehlo.broadcast_in_dim %394, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %408 = stablehlo.broadcast_in_dim %407, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %409 = stablehlo.multiply %406, %408 : tensor<16x512x1024xbf16>
    %410 = stablehlo.dot_general %409, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %411 = call @relu(%410) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %412 = stablehlo.dot_general %411, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %413 = stablehlo.add %392, %412 : tensor<16x512x1024xbf16>
    %414 = stablehlo.slice %arg31 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %415 = stablehlo.reshape %414 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %416 = stablehlo.multiply %413, %413 : tensor<16x512x1024xbf16>
    %417 = stablehlo.convert %416 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %418 = stablehlo.reduce(%417 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %419 = stablehlo.broadcast_in_dim %418, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_60 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %421 = stablehlo.divide %419, %420 : tensor<16x512x1xf32>
    %422 = stablehlo.convert %421 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_61 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %423 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %424 = stablehlo.add %422, %423 : tensor<16x512x1xbf16>
    %425 = stablehlo.rsqrt %424 : tensor<16x512x1xbf16>
    %426 = stablehlo.broadcast_in_dim %425, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %427 = stablehlo.multiply %413, %426 : tensor<16x512x1024xbf16>
    %428 = stablehlo.broadcast_in_dim %415, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %429 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %430 = stablehlo.multiply %427, %429 : tensor<16x512x1024xbf16>
    %431 = stablehlo.dot_general %430, %arg33, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %432 = stablehlo.slice %431 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %433 = stablehlo.slice %431 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %434 = stablehlo.slice %431 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %435 = stablehlo.reshape %432 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %436 = stablehlo.transpose %435, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %437 = stablehlo.reshape %433 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %438 = stablehlo.transpose %437, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %439 = stablehlo.reshape %434 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %440 = stablehlo.transpose %439, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %441 = stablehlo.dot_general %436, %438, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_62 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %442 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %443 = stablehlo.multiply %441, %442 : tensor<16x16x512x512xbf16>
    %cst_63 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %444 = stablehlo.reduce(%443 init: %cst_63) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_64 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %445 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %446 = stablehlo.maximum %445, %444 : tensor<16x16x512xbf16>
    %447 = stablehlo.broadcast_in_dim %446, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %448 = stablehlo.broadcast_in_dim %447, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %449 = stablehlo.subtract %443, %448 : tensor<16x16x512x512xbf16>
    %450 = stablehlo.exponential %449 : tensor<16x16x512x512xbf16>
    %451 = stablehlo.convert %450 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.reduce(%451 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %453 = stablehlo.broadcast_in_dim %452, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %454 = stablehlo.convert %453 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %456 = stablehlo.divide %450, %455 : tensor<16x16x512x512xbf16>
    %457 = stablehlo.dot_general %456, %440, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %458 = stablehlo.transpose %457, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %459 = stablehlo.reshape %458 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %460 = stablehlo.dot_general %459, %arg32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %461 = stablehlo.add %413, %460 : tensor<16x512x1024xbf16>
    %462 = stablehlo.slice %arg31 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %463 = stablehlo.reshape %462 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %464 = stablehlo.multiply %461, %461 : tensor<16x512x1024xbf16>
    %465 = stablehlo.convert %464 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %466 = stablehlo.reduce(%465 init: %cst_66) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %467 = stablehlo.broadcast_in_dim %466, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_67 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %468 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %469 = stablehlo.divide %467, %468 : tensor<16x512x1xf32>
    %470 = stablehlo.convert %469 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_68 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %471 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %472 = stablehlo.add %470, %471 : tensor<16x512x1xbf16>
    %473 = stablehlo.rsqrt %472 : tensor<16x512x1xbf16>
    %474 = stablehlo.broadcast_in_dim %473, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %475 = stablehlo.multiply %461, %474 : tensor<16x512x1024xbf16>
    %476 = stablehlo.broadcast_in_dim %463, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %477 = stablehlo.broadcast_in_dim %476, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %478 = stablehlo.multiply %475, %477 : tensor<16x512x1024xbf16>
    %479 = stablehlo.dot_general %478, %arg34, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %480 = call @relu(%479) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %481 = stablehlo.dot_general %480, %arg30, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %482 = stablehlo.add %461, %481 : tensor<16x512x1024xbf16>
    %483 = stablehlo.slice %arg36 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %484 = stablehlo.reshape %483 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %485 = stablehlo.multiply %482, %482 : tensor<16x512x1024xbf16>
    %486 = stablehlo.convert %485 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %487 = stablehlo.reduce(%486 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %488 = stablehlo.broadcast_in_dim %487, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_70 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %489 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %490 = stablehlo.divide %488, %489 : tensor<16x512x1xf32>
    %491 = stablehlo.convert %490 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_71 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %492 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %493 = stablehlo.add %491, %492 : tensor<16x512x1xbf16>
    %494 = stablehlo.rsqrt %493 : tensor<16x512x1xbf16>
    %495 = stablehlo.broadcast_in_dim %494, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %496 = stablehlo.multiply %482, %495 : tensor<16x512x1024xbf16>
    %497 = stablehlo.broadcast_in_dim %484, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %498 = stablehlo.broadcast_in_dim %497, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %499 = stablehlo.multiply %496, %498 : tensor<16x512x1024xbf16>
    %500 = stablehlo.dot_general %499, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %501 = stablehlo.slice %500 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %502 = stablehlo.slice %500 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %503 = stablehlo.slice %500 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %504 = stablehlo.reshape %501 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %505 = stablehlo.transpose %504, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %506 = stablehlo.reshape %502 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %507 = stablehlo.transpose %506, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %508 = stablehlo.reshape %503 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %509 = stablehlo.transpose %508, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %510 = stablehlo.dot_general %505, %507, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_72 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %511 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %512 = stablehlo.multiply %510, %511 : tensor<16x16x512x512xbf16>
    %cst_73 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %513 = stablehlo.reduce(%512 init: %cst_73) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_74 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %514 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %515 = stablehlo.maximum %514, %513 : tensor<16x16x512xbf16>
    %516 = stablehlo.broadcast_in_dim %515, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %517 = stablehlo.broadcast_in_dim %516, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %518 = stablehlo.subtract %512, %517 : tensor<16x16x512x512xbf16>
    %519 = stablehlo.exponential %518 : tensor<16x16x512x512xbf16>
    %520 = stablehlo.convert %519 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %521 = stablehlo.reduce(%520 init: %cst_75) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %522 = stablehlo.broadcast_in_dim %521, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %523 = stablehlo.convert %522 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %524 = stablehlo.broadcast_in_dim %523, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %525 = stablehlo.divide %519, %524 : tensor<16x16x512x512xbf16>
    %526 = stablehlo.dot_general %525, %509, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %527 = stablehlo.transpose %526, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %528 = stablehlo.reshape %527 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %529 = stablehlo.dot_general %528, %arg37, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %530 = stablehlo.add %482, %529 : tensor<16x512x1024xbf16>
    %531 = stablehlo.slice %arg36 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %532 = stablehlo.reshape %531 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %533 = stablehlo.multiply %530, %530 : tensor<16x512x1024xbf16>
    %534 = stablehlo.convert %533 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %535 = stablehlo.reduce(%534 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %536 = stablehlo.broadcast_in_dim %535, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_77 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %537 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %538 = stablehlo.divide %536, %537 : tensor<16x512x1xf32>
    %539 = stablehlo.convert %538 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_78 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %540 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %541 = stablehlo.add %539, %540 : tensor<16x512x1xbf16>
    %542 = stablehlo.rsqrt %541 : tensor<16x512x1xbf16>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %544 = stablehlo.multiply %530, %543 : tensor<16x512x1024xbf16>
    %545 = stablehlo.broadcast_in_dim %532, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %546 = stablehlo.broadcast_in_dim %545, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %547 = stablehlo.multiply %544, %546 : tensor<16x512x1024xbf16>
    %548 = stablehlo.dot_general %547, %arg39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %549 = call @relu(%548) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %550 = stablehlo.dot_general %549, %arg35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %551 = stablehlo.add %530, %550 : tensor<16x512x1024xbf16>
    %552 = stablehlo.slice %arg41 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %553 = stablehlo.reshape %552 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %554 = stablehlo.multiply %551, %551 : tensor<16x512x1024xbf16>
    %555 = stablehlo.convert %554 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %557 = stablehlo.broadcast_in_dim %556, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_80 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %559 = stablehlo.divide %557, %558 : tensor<16x512x1xf32>
    %560 = stablehlo.convert %559 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_81 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %561 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %562 = stablehlo.add %560, %561 : tensor<16x512x1xbf16>
    %563 = stablehlo.rsqrt %562 : tensor<16x512x1xbf16>
    %564 = stablehlo.broadcast_in_dim %563, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %565 = stablehlo.multiply %551, %564 : tensor<16x512x1024xbf16>
    %566 = stablehlo.broadcast_in_dim %553, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %567 = stablehlo.broadcast_in_dim %566, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %568 = stablehlo.multiply %565, %567 : tensor<16x512x1024xbf16>
    %569 = stablehlo.dot_general %568, %arg43, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %570 = stablehlo.slice %569 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %571 = stablehlo.slice %569 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %572 = stablehlo.slice %569 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %573 = stablehlo.reshape %570 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %574 = stablehlo.transpose %573, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %575 = stablehlo.reshape %571 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %576 = stablehlo.transpose %575, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %577 = stablehlo.reshape %572 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %578 = stablehlo.transpose %577, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %579 = stablehlo.dot_general %574, %576, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_82 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %580 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %581 = stablehlo.multiply %579, %580 : tensor<16x16x512x512xbf16>
    %cst_83 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %582 = stablehlo.reduce(%581 init: %cst_83) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_84 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %583 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %584 = stablehlo.maximum %583, %582 : tensor<16x16x512xbf16>
    %585 = stablehlo.broadcast_in_dim %584, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %586 = stablehlo.broadcast_in_dim %585, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %587 = stablehlo.subtract %581, %586 : tensor<16x16x512x512xbf16>
    %588 = stablehlo.exponential %587 : tensor<16x16x512x512xbf16>
    %589 = stablehlo.convert %588 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %590 = stablehlo.reduce(%589 init: %cst_85) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %591 = stablehlo.broadcast_in_dim %590, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %592 = stablehlo.convert %591 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %593 = stablehlo.broadcast_in_dim %592, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %594 = stablehlo.divide %588, %593 : tensor<16x16x512x512xbf16>
    %595 = stablehlo.dot_general %594, %578, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %596 = stablehlo.transpose %595, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %597 = stablehlo.reshape %596 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %598 = stablehlo.dot_general %597, %arg42, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %599 = stablehlo.add %551, %598 : tensor<16x512x1024xbf16>
    %600 = stablehlo.slice %arg41 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %601 = stablehlo.reshape %600 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %602 = stablehlo.multiply %599, %599 : tensor<16x512x1024xbf16>
    %603 = stablehlo.convert %602 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %604 = stablehlo.reduce(%603 init: %cst_86) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %605 = stablehlo.broadcast_in_dim %604, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_87 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %607 = stablehlo.divide %605, %606 : tensor<16x512x1xf32>
    %608 = stablehlo.convert %607 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_88 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %609 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %610 = stablehlo.add %608, %609 : tensor<16x512x1xbf16>
    %611 = stablehlo.rsqrt %610 : tensor<16x512x1xbf16>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %613 = stablehlo.multiply %599, %612 : tensor<16x512x1024xbf16>
    %614 = stablehlo.broadcast_in_dim %601, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %615 = stablehlo.broadcast_in_dim %614, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %616 = stablehlo.multiply %613, %615 : tensor<16x512x1024xbf16>
    %617 = stablehlo.dot_general %616, %arg44, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %618 = call @relu(%617) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %619 = stablehlo.dot_general %618, %arg40, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %620 = stablehlo.add %599, %619 : tensor<16x512x1024xbf16>
    %621 = stablehlo.slice %arg46 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %622 = stablehlo.reshape %621 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %623 = stablehlo.multiply %620, %620 : tensor<16x512x1024xbf16>
    %624 = stablehlo.convert %623 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %625 = stablehlo.reduce(%624 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %626 = stablehlo.broadcast_in_dim %625, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_90 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %628 = stablehlo.divide %626, %627 : tensor<16x512x1xf32>
    %629 = stablehlo.convert %628 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_91 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %630 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %631 = stablehlo.add %629, %630 : tensor<16x512x1xbf16>
    %632 = stablehlo.rsqrt %631 : tensor<16x512x1xbf16>
    %633 = stablehlo.broadcast_in_dim %632, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %634 = stablehlo.multiply %620, %633 : tensor<16x512x1024xbf16>
    %635 = stablehlo.broadcast_in_dim %622, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %636 = stablehlo.broadcast_in_dim %635, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %637 = stablehlo.multiply %634, %636 : tensor<16x512x1024xbf16>
    %638 = stablehlo.dot_general %637, %arg48, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %639 = stablehlo.slice %638 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %640 = stablehlo.slice %638 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %641 = stablehlo.slice %638 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %642 = stablehlo.reshape %639 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %643 = stablehlo.transpose %642, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %644 = stablehlo.reshape %640 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %645 = stablehlo.transpose %644, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %646 = stablehlo.reshape %641 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %647 = stablehlo.transpose %646, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %648 = stablehlo.dot_general %643, %645, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_92 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %649 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %650 = stablehlo.multiply %648, %649 : tensor<16x16x512x512xbf16>
    %cst_93 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %651 = stablehlo.reduce(%650 init: %cst_93) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_94 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %652 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %653 = stablehlo.maximum %652, %651 : tensor<16x16x512xbf16>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %655 = stablehlo.broadcast_in_dim %654, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %656 = stablehlo.subtract %650, %655 : tensor<16x16x512x512xbf16>
    %657 = stablehlo.exponential %656 : tensor<16x16x512x512xbf16>
    %658 = stablehlo.convert %657 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %659 = stablehlo.reduce(%658 init: %cst_95) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %660 = stablehlo.broadcast_in_dim %659, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %661 = stablehlo.convert %660 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %662 = stablehlo.broadcast_in_dim %661, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %663 = stablehlo.divide %657, %662 : tensor<16x16x512x512xbf16>
    %664 = stablehlo.dot_general %663, %647, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %665 = stablehlo.transpose %664, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %666 = stablehlo.reshape %665 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %667 = stablehlo.dot_general %666, %arg47, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %668 = stablehlo.add %620, %667 : tensor<16x512x1024xbf16>
    %669 = stablehlo.slice %arg46 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %670 = stablehlo.reshape %669 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %671 = stablehlo.multiply %668, %668 : tensor<16x512x1024xbf16>
    %672 = stablehlo.convert %671 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %673 = stablehlo.reduce(%672 init: %cst_96) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %674 = stablehlo.broadcast_in_dim %673, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_97 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %675 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %676 = stablehlo.divide %674, %675 : tensor<16x512x1xf32>
    %677 = stablehlo.convert %676 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_98 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %678 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %679 = stablehlo.add %677, %678 : tensor<16x512x1xbf16>
    %680 = stablehlo.rsqrt %679 : tensor<16x512x1xbf16>
    %681 = stablehlo.broadcast_in_dim %680, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %682 = stablehlo.multiply %668, %681 : tensor<16x512x1024xbf16>
    %683 = stablehlo.broadcast_in_dim %670, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %684 = stablehlo.broadcast_in_dim %683, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %685 = stablehlo.multiply %682, %684 : tensor<16x512x1024xbf16>
    %686 = stablehlo.dot_general %685, %arg49, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %687 = call @relu(%686) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %688 = stablehlo.dot_general %687, %arg45, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %689 = stablehlo.add %668, %688 : tensor<16x512x1024xbf16>
    %690 = stablehlo.slice %arg51 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %691 = stablehlo.reshape %690 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %692 = stablehlo.multiply %689, %689 : tensor<16x512x1024xbf16>
    %693 = stablehlo.convert %692 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %694 = stablehlo.reduce(%693 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %695 = stablehlo.broadcast_in_dim %694, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_100 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %697 = stablehlo.divide %695, %696 : tensor<16x512x1xf32>
    %698 = stablehlo.convert %697 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_101 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %699 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %700 = stablehlo.add %698, %699 : tensor<16x512x1xbf16>
    %701 = stablehlo.rsqrt %700 : tensor<16x512x1xbf16>
    %702 = stablehlo.broadcast_in_dim %701, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %703 = stablehlo.multiply %689, %702 : tensor<16x512x1024xbf16>
    %704 = stablehlo.broadcast_in_dim %691, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %705 = stablehlo.broadcast_in_dim %704, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %706 = stablehlo.multiply %703, %705 : tensor<16x512x1024xbf16>
    %707 = stablehlo.dot_general %706, %arg53, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %708 = stablehlo.slice %707 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %709 = stablehlo.slice %707 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %710 = stablehlo.slice %707 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %711 = stablehlo.reshape %708 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %712 = stablehlo.transpose %711, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %713 = stablehlo.reshape %709 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %714 = stablehlo.transpose %713, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %715 = stablehlo.reshape %710 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %716 = stablehlo.transpose %715, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %717 = stablehlo.dot_general %712, %714, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_102 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %718 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %719 = stablehlo.multiply %717, %718 : tensor<16x16x512x512xbf16>
    %cst_103 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %720 = stablehlo.reduce(%719 init: %cst_103) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_104 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %721 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %722 = stablehlo.maximum %721, %720 : tensor<16x16x512xbf16>
    %723 = stablehlo.broadcast_in_dim %722, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %724 = stablehlo.broadcast_in_dim %723, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %725 = stablehlo.subtract %719, %724 : tensor<16x16x512x512xbf16>
    %726 = stablehlo.exponential %725 : tensor<16x16x512x512xbf16>
    %727 = stablehlo.convert %726 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %728 = stablehlo.reduce(%727 init: %cst_105) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %729 = stablehlo.broadcast_in_dim %728, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %730 = stablehlo.convert %729 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %731 = stablehlo.broadcast_in_dim %730, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %732 = stablehlo.divide %726, %731 : tensor<16x16x512x512xbf16>
    %733 = stablehlo.dot_general %732, %716, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %734 = stablehlo.transpose %733, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %735 = stablehlo.reshape %734 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %736 = stablehlo.dot_general %735, %arg52, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %737 = stablehlo.add %689, %736 : tensor<16x512x1024xbf16>
    %738 = stablehlo.slice %arg51 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %739 = stablehlo.reshape %738 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %740 = stablehlo.multiply %737, %737 : tensor<16x512x1024xbf16>
    %741 = stablehlo.convert %740 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %742 = stablehlo.reduce(%741 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %743 = stablehlo.broadcast_in_dim %742, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_107 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %744 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %745 = stablehlo.divide %743, %744 : tensor<16x512x1xf32>
    %746 = stablehlo.convert %745 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_108 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %747 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %748 = stablehlo.add %746, %747 : tensor<16x512x1xbf16>
    %749 = stablehlo.rsqrt %748 : tensor<16x512x1xbf16>
    %750 = stablehlo.broadcast_in_dim %749, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %751 = stablehlo.multiply %737, %750 : tensor<16x512x1024xbf16>
    %752 = stablehlo.broadcast_in_dim %739, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %753 = stablehlo.broadcast_in_dim %752, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %754 = stablehlo.multiply %751, %753 : tensor<16x512x1024xbf16>
    %755 = stablehlo.dot_general %754, %arg54, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %756 = call @relu(%755) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %757 = stablehlo.dot_general %756, %arg50, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %758 = stablehlo.add %737, %757 : tensor<16x512x1024xbf16>
    %759 = stablehlo.slice %arg56 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %760 = stablehlo.reshape %759 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %761 = stablehlo.multiply %758, %758 : tensor<16x512x1024xbf16>
    %762 = stablehlo.convert %761 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %763 = stablehlo.reduce(%762 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %764 = stablehlo.broadcast_in_dim %763, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_110 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %765 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %766 = stablehlo.divide %764, %765 : tensor<16x512x1xf32>
    %767 = stablehlo.convert %766 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_111 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %768 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %769 = stablehlo.add %767, %768 : tensor<16x512x1xbf16>
    %770 = stablehlo.rsqrt %769 : tensor<16x512x1xbf16>
    %771 = stablehlo.broadcast_in_dim %770, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %772 = stablehlo.multiply %758, %771 : tensor<16x512x1024xbf16>
    %773 = stablehlo.broadcast_in_dim %760, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %774 = stablehlo.broadcast_in_dim %773, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %775 = stablehlo.multiply %772, %774 : tensor<16x512x1024xbf16>
    %776 = stablehlo.dot_general %775, %arg58, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<16x512x3072xbf16>
    %777 = stablehlo.slice %776 [0:16, 0:512, 0:1024] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %778 = stablehlo.slice %776 [0:16, 0:512, 1024:2048] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %779 = stablehlo.slice %776 [0:16, 0:512, 2048:3072] : (tensor<16x512x3072xbf16>) -> tensor<16x512x1024xbf16>
    %780 = stablehlo.reshape %777 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %781 = stablehlo.transpose %780, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %782 = stablehlo.reshape %778 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %783 = stablehlo.transpose %782, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %784 = stablehlo.reshape %779 : (tensor<16x512x1024xbf16>) -> tensor<16x512x16x64xbf16>
    %785 = stablehlo.transpose %784, dims = [0, 2, 1, 3] : (tensor<16x512x16x64xbf16>) -> tensor<16x16x512x64xbf16>
    %786 = stablehlo.dot_general %781, %783, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x64xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x512xbf16>
    %cst_112 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %787 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<bf16>) -> tensor<16x16x512x512xbf16>
    %788 = stablehlo.multiply %786, %787 : tensor<16x16x512x512xbf16>
    %cst_113 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %789 = stablehlo.reduce(%788 init: %cst_113) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x512x512xbf16>, tensor<bf16>) -> tensor<16x16x512xbf16>
    %cst_114 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %790 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<bf16>) -> tensor<16x16x512xbf16>
    %791 = stablehlo.maximum %790, %789 : tensor<16x16x512xbf16>
    %792 = stablehlo.broadcast_in_dim %791, dims = [0, 1, 2] : (tensor<16x16x512xbf16>) -> tensor<16x16x512x1xbf16>
    %793 = stablehlo.broadcast_in_dim %792, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %794 = stablehlo.subtract %788, %793 : tensor<16x16x512x512xbf16>
    %795 = stablehlo.exponential %794 : tensor<16x16x512x512xbf16>
    %796 = stablehlo.convert %795 : (tensor<16x16x512x512xbf16>) -> tensor<16x16x512x512xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %797 = stablehlo.reduce(%796 init: %cst_115) applies stablehlo.add across dimensions = [3] : (tensor<16x16x512x512xf32>, tensor<f32>) -> tensor<16x16x512xf32>
    %798 = stablehlo.broadcast_in_dim %797, dims = [0, 1, 2] : (tensor<16x16x512xf32>) -> tensor<16x16x512x1xf32>
    %799 = stablehlo.convert %798 : (tensor<16x16x512x1xf32>) -> tensor<16x16x512x1xbf16>
    %800 = stablehlo.broadcast_in_dim %799, dims = [0, 1, 2, 3] : (tensor<16x16x512x1xbf16>) -> tensor<16x16x512x512xbf16>
    %801 = stablehlo.divide %795, %800 : tensor<16x16x512x512xbf16>
    %802 = stablehlo.dot_general %801, %785, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x512x512xbf16>, tensor<16x16x512x64xbf16>) -> tensor<16x16x512x64xbf16>
    %803 = stablehlo.transpose %802, dims = [0, 2, 1, 3] : (tensor<16x16x512x64xbf16>) -> tensor<16x512x16x64xbf16>
    %804 = stablehlo.reshape %803 : (tensor<16x512x16x64xbf16>) -> tensor<16x512x1024xbf16>
    %805 = stablehlo.dot_general %804, %arg57, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<16x512x1024xbf16>
    %806 = stablehlo.add %758, %805 : tensor<16x512x1024xbf16>
    %807 = stablehlo.slice %arg56 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %808 = stablehlo.reshape %807 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %809 = stablehlo.multiply %806, %806 : tensor<16x512x1024xbf16>
    %810 = stablehlo.convert %809 : (tensor<16x512x1024xbf16>) -> tensor<16x512x1024xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %811 = stablehlo.reduce(%810 init: %cst_116) applies stablehlo.add across dimensions = [2] : (tensor<16x512x1024xf32>, tensor<f32>) -> tensor<16x512xf32>
    %812 = stablehlo.broadcast_in_dim %811, dims = [0, 1] : (tensor<16x512xf32>) -> tensor<16x512x1xf32>
    %cst_117 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %813 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<16x512x1xf32>
    %814 = stablehlo.divide %812, %813 : tensor<16x512x1xf32>
    %815 = stablehlo.convert %814 : (tensor<16x512x1xf32>) -> tensor<16x512x1xbf16>
    %cst_118 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %816 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<bf16>) -> tensor<16x512x1xbf16>
    %817 = stablehlo.add %815, %816 : tensor<16x512x1xbf16>
    %818 = stablehlo.rsqrt %817 : tensor<16x512x1xbf16>
    %819 = stablehlo.broadcast_in_dim %818, dims = [0, 1, 2] : (tensor<16x512x1xbf16>) -> tensor<16x512x1024xbf16>
    %820 = stablehlo.multiply %806, %819 : tensor<16x512x1024xbf16>
    %821 = stablehlo.broadcast_in_dim %808, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %822 = stablehlo.broadcast_in_dim %821, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<16x512x1024xbf16>
    %823 = stablehlo.multiply %820, %822 : tensor<16x512x1024xbf16>
    %824 = stablehlo.dot_general %823, %arg59, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<16x512x4096xbf16>
    %825 = call @relu(%824) : (tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16>
    %826 = stablehlo.dot_general %825, %arg55, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<16x512x1024xbf16>
    %827 = stablehlo.add %806, %826 : tensor<16x512x1024xbf16>
    return %827 : tensor<16x512x1024xbf16>
  }
  func.func private @relu(%arg0: tensor<16x512x4096xbf16>) -> tensor<16x512x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x512x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x512x4096xbf16>
    return %1 : tensor<16x512x4096xbf16>
  }
}
