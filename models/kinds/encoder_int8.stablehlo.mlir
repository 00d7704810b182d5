module @encoder_int8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x1024xi8>, %arg1: tensor<1024xi32>, %arg2: tensor<1024x1024xi8>, %arg3: tensor<1024xi32>, %arg4: tensor<1024x3072xi8>, %arg5: tensor<3072xi32>, %arg6: tensor<1024x4096xi8>, %arg7: tensor<4096xi32>, %arg8: tensor<4096x1024xi8>, %arg9: tensor<1024xi32>, %arg10: tensor<1024x1024xi8>, %arg11: tensor<1024xi32>, %arg12: tensor<1024x3072xi8>, %arg13: tensor<3072xi32>, %arg14: tensor<1024x4096xi8>, %arg15: tensor<4096xi32>, %arg16: tensor<4096x1024xi8>, %arg17: tensor<1024xi32>, %arg18: tensor<1024x1024xi8>, %arg19: tensor<1024xi32>, %arg20: tensor<1024x3072xi8>, %arg21: tensor<3072xi32>, %arg22: tensor<1024x4096xi8>, %arg23: tensor<4096xi32>, %arg24: tensor<4096x1024xi8>, %arg25: tensor<1024xi32>, %arg26: tensor<1024x1024xi8>, %arg27: tensor<1024xi32>, %arg28: tensor<1024x3072xi8>, %arg29: tensor<3072xi32>, %arg30: tensor<1024x4096xi8>, %arg31: tensor<4096xi32>, %arg32: tensor<4096x1024xi8>, %arg33: tensor<1024xi32>, %arg34: tensor<1024x1024xi8>, %arg35: tensor<1024xi32>, %arg36: tensor<1024x3072xi8>, %arg37: tensor<3072xi32>, %arg38: tensor<1024x4096xi8>, %arg39: tensor<4096xi32>, %arg40: tensor<4096x1024xi8>, %arg41: tensor<1024xi32>, %arg42: tensor<1024x1024xi8>, %arg43: tensor<1024xi32>, %arg44: tensor<1024x3072xi8>, %arg45: tensor<3072xi32>, %arg46: tensor<1024x4096xi8>, %arg47: tensor<4096xi32>, %arg48: tensor<4096x1024xi8>, %arg49: tensor<1024xi32>, %arg50: tensor<1024x1024xi8>, %arg51: tensor<1024xi32>, %arg52: tensor<1024x3072xi8>, %arg53: tensor<3072xi32>, %arg54: tensor<1024x4096xi8>, %arg55: tensor<4096xi32>, %arg56: tensor<4096x1024xi8>, %arg57: tensor<1024xi32>, %arg58: tensor<1024x1024xi8>, %arg59: tensor<1024xi32>, %arg60: tensor<1024x3072xi8>, %arg61: tensor<3072xi32>, %arg62: tensor<1024x4096xi8>, %arg63: tensor<4096xi32>, %arg64: tensor<4096x1024xi8>, %arg65: tensor<1024xi32>, %arg66: tensor<1024x1024xi8>, %arg67: tensor<1024xi32>, %arg68: tensor<1024x3072xi8>, %arg69: tensor<3072xi32>, %arg70: tensor<1024x4096xi8>, %arg71: tensor<4096xi32>, %arg72: tensor<4096x1024xi8>, %arg73: tensor<1024xi32>, %arg74: tensor<1024x1024xi8>, %arg75: tensor<1024xi32>, %arg76: tensor<1024x3072xi8>, %arg77: tensor<3072xi32>, %arg78: tensor<1024x4096xi8>, %arg79: tensor<4096xi32>, %arg80: tensor<4096x1024xi8>, %arg81: tensor<1024xi32>, %arg82: tensor<1024x1024xi8>, %arg83: tensor<1024xi32>, %arg84: tensor<1024x3072xi8>, %arg85: tensor<3072xi32>, %arg86: tensor<1024x4096xi8>, %arg87: tensor<4096xi32>, %arg88: tensor<4096x1024xi8>, %arg89: tensor<1024xi32>, %arg90: tensor<1024x1024xi8>, %arg91: tensor<1024xi32>, %arg92: tensor<1024x3072xi8>, %arg93: tensor<3072xi32>, %arg94: tensor<1024x4096xi8>, %arg95: tensor<4096xi32>, %arg96: tensor<16x256x1024xi8>) -> (tensor<16x256x1024xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg96, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %1 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %3 = stablehlo.add %0, %2 : tensor<16x256x3072xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %5 = stablehlo.shift_right_arithmetic %3, %4 : tensor<16x256x3072xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<127> : tensor<i32>
    %6 = call @clip(%5, %c_0, %c_1) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %7 = stablehlo.convert %6 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %8 = stablehlo.convert %7 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<16x256x3072xf32>
    %11 = stablehlo.slice %10 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %12 = stablehlo.slice %10 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %13 = stablehlo.slice %10 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %14 = stablehlo.reshape %11 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %15 = stablehlo.transpose %14, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %16 = stablehlo.reshape %12 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %17 = stablehlo.transpose %16, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %18 = stablehlo.reshape %13 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %19 = stablehlo.transpose %18, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %20 = stablehlo.dot_general %15, %17, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_2 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<16x16x256x256xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %25 = stablehlo.maximum %24, %23 : tensor<16x16x256xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %28 = stablehlo.subtract %22, %27 : tensor<16x16x256x256xf32>
    %29 = stablehlo.exponential %28 : tensor<16x16x256x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %33 = stablehlo.divide %29, %32 : tensor<16x16x256x256xf32>
    %34 = stablehlo.dot_general %33, %19, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %35 = stablehlo.transpose %34, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %36 = stablehlo.reshape %35 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %38 = stablehlo.multiply %36, %37 : tensor<16x256x1024xf32>
    %39 = call @round(%38) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<127> : tensor<i32>
    %40 = call @clip_0(%39, %c_7, %c_8) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %41 = stablehlo.convert %40 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_9 = stablehlo.constant dense<63> : tensor<i8>
    %42 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %43 = stablehlo.minimum %arg96, %42 : tensor<16x256x1024xi8>
    %44 = stablehlo.dot_general %41, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %45 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %47 = stablehlo.add %44, %46 : tensor<16x256x1024xi32>
    %c_10 = stablehlo.constant dense<8> : tensor<i32>
    %48 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %49 = stablehlo.shift_right_arithmetic %47, %48 : tensor<16x256x1024xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<127> : tensor<i32>
    %50 = call @clip_1(%49, %c_11, %c_12) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %51 = stablehlo.convert %50 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_13 = stablehlo.constant dense<64> : tensor<i8>
    %52 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %53 = stablehlo.minimum %51, %52 : tensor<16x256x1024xi8>
    %54 = stablehlo.add %43, %53 : tensor<16x256x1024xi8>
    %55 = stablehlo.dot_general %54, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %56 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %58 = stablehlo.add %55, %57 : tensor<16x256x4096xi32>
    %c_14 = stablehlo.constant dense<8> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %60 = stablehlo.shift_right_arithmetic %58, %59 : tensor<16x256x4096xi32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %c_16 = stablehlo.constant dense<127> : tensor<i32>
    %61 = call @clip_2(%60, %c_15, %c_16) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %62 = stablehlo.convert %61 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %63 = stablehlo.dot_general %62, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %64 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %66 = stablehlo.add %63, %65 : tensor<16x256x1024xi32>
    %c_17 = stablehlo.constant dense<8> : tensor<i32>
    %67 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %68 = stablehlo.shift_right_arithmetic %66, %67 : tensor<16x256x1024xi32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %c_19 = stablehlo.constant dense<127> : tensor<i32>
    %69 = call @clip_1(%68, %c_18, %c_19) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %70 = stablehlo.convert %69 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_20 = stablehlo.constant dense<63> : tensor<i8>
    %71 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %72 = stablehlo.minimum %54, %71 : tensor<16x256x1024xi8>
    %c_21 = stablehlo.constant dense<64> : tensor<i8>
    %73 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %74 = stablehlo.minimum %70, %73 : tensor<16x256x1024xi8>
    %75 = stablehlo.add %72, %74 : tensor<16x256x1024xi8>
    %76 = stablehlo.dot_general %75, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %77 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %79 = stablehlo.add %76, %78 : tensor<16x256x3072xi32>
    %c_22 = stablehlo.constant dense<8> : tensor<i32>
    %80 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %81 = stablehlo.shift_right_arithmetic %79, %80 : tensor<16x256x3072xi32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %c_24 = stablehlo.constant dense<127> : tensor<i32>
    %82 = call @clip(%81, %c_23, %c_24) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %83 = stablehlo.convert %82 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %84 = stablehlo.convert %83 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %86 = stablehlo.multiply %84, %85 : tensor<16x256x3072xf32>
    %87 = stablehlo.slice %86 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %88 = stablehlo.slice %86 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %89 = stablehlo.slice %86 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %90 = stablehlo.reshape %87 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %91 = stablehlo.transpose %90, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %92 = stablehlo.reshape %88 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %93 = stablehlo.transpose %92, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %94 = stablehlo.reshape %89 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %95 = stablehlo.transpose %94, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %96 = stablehlo.dot_general %91, %93, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_26 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<16x16x256x256xf32>
    %cst_27 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_27) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %101 = stablehlo.maximum %100, %99 : tensor<16x16x256xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %104 = stablehlo.subtract %98, %103 : tensor<16x16x256x256xf32>
    %105 = stablehlo.exponential %104 : tensor<16x16x256x256xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_29) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %109 = stablehlo.divide %105, %108 : tensor<16x16x256x256xf32>
    %110 = stablehlo.dot_general %109, %95, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %111 = stablehlo.transpose %110, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %112 = stablehlo.reshape %111 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_30 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %114 = stablehlo.multiply %112, %113 : tensor<16x256x1024xf32>
    %115 = call @round(%114) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_31 = stablehlo.constant dense<0> : tensor<i32>
    %c_32 = stablehlo.constant dense<127> : tensor<i32>
    %116 = call @clip_0(%115, %c_31, %c_32) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %117 = stablehlo.convert %116 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_33 = stablehlo.constant dense<63> : tensor<i8>
    %118 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %119 = stablehlo.minimum %75, %118 : tensor<16x256x1024xi8>
    %120 = stablehlo.dot_general %117, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %121 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %123 = stablehlo.add %120, %122 : tensor<16x256x1024xi32>
    %c_34 = stablehlo.constant dense<8> : tensor<i32>
    %124 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %125 = stablehlo.shift_right_arithmetic %123, %124 : tensor<16x256x1024xi32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %c_36 = stablehlo.constant dense<127> : tensor<i32>
    %126 = call @clip_1(%125, %c_35, %c_36) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %127 = stablehlo.convert %126 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_37 = stablehlo.constant dense<64> : tensor<i8>
    %128 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %129 = stablehlo.minimum %127, %128 : tensor<16x256x1024xi8>
    %130 = stablehlo.add %119, %129 : tensor<16x256x1024xi8>
    %131 = stablehlo.dot_general %130, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %132 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %134 = stablehlo.add %131, %133 : tensor<16x256x4096xi32>
    %c_38 = stablehlo.constant dense<8> : tensor<i32>
    %135 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %136 = stablehlo.shift_right_arithmetic %134, %135 : tensor<16x256x4096xi32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %c_40 = stablehlo.constant dense<127> : tensor<i32>
    %137 = call @clip_2(%136, %c_39, %c_40) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %138 = stablehlo.convert %137 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %139 = stablehlo.dot_general %138, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %140 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %142 = stablehlo.add %139, %141 : tensor<16x256x1024xi32>
    %c_41 = stablehlo.constant dense<8> : tensor<i32>
    %143 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %144 = stablehlo.shift_right_arithmetic %142, %143 : tensor<16x256x1024xi32>
    %c_42 = stablehlo.constant dense<0> : tensor<i32>
    %c_43 = stablehlo.constant dense<127> : tensor<i32>
    %145 = call @clip_1(%144, %c_42, %c_43) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %146 = stablehlo.convert %145 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_44 = stablehlo.constant dense<63> : tensor<i8>
    %147 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %148 = stablehlo.minimum %130, %147 : tensor<16x256x1024xi8>
    %c_45 = stablehlo.constant dense<64> : tensor<i8>
    %149 = stablehlo.broadcast_in_dim %c_45, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %150 = stablehlo.minimum %146, %149 : tensor<16x256x1024xi8>
    %151 = stablehlo.add %148, %150 : tensor<16x256x1024xi8>
    %152 = stablehlo.dot_general %151, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %153 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %155 = stablehlo.add %152, %154 : tensor<16x256x3072xi32>
    %c_46 = stablehlo.constant dense<8> : tensor<i32>
    %156 = stablehlo.broadcast_in_dim %c_46, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %157 = stablehlo.shift_right_arithmetic %155, %156 : tensor<16x256x3072xi32>
    %c_47 = stablehlo.constant dense<0> : tensor<i32>
    %c_48 = stablehlo.constant dense<127> : tensor<i32>
    %158 = call @clip(%157, %c_47, %c_48) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %159 = stablehlo.convert %158 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %160 = stablehlo.convert %159 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_49 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %162 = stablehlo.multiply %160, %161 : tensor<16x256x3072xf32>
    %163 = stablehlo.slice %162 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %164 = stablehlo.slice %162 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %165 = stablehlo.slice %162 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %166 = stablehlo.reshape %163 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %167 = stablehlo.transpose %166, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %168 = stablehlo.reshape %164 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %169 = stablehlo.transpose %168, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %170 = stablehlo.reshape %165 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %171 = stablehlo.transpose %170, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %172 = stablehlo.dot_general %167, %169, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_50 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %174 = stablehlo.multiply %172, %173 : tensor<16x16x256x256xf32>
    %cst_51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_51) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_52 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %177 = stablehlo.maximum %176, %175 : tensor<16x16x256xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %180 = stablehlo.subtract %174, %179 : tensor<16x16x256x256xf32>
    %181 = stablehlo.exponential %180 : tensor<16x16x256x256xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.reduce(%181 init: %cst_53) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %183 = stablehlo.broadcast_in_dim %182, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %185 = stablehlo.divide %181, %184 : tensor<16x16x256x256xf32>
    %186 = stablehlo.dot_general %185, %171, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %187 = stablehlo.transpose %186, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %188 = stablehlo.reshape %187 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_54 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %190 = stablehlo.multiply %188, %189 : tensor<16x256x1024xf32>
    %191 = call @round(%190) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_55 = stablehlo.constant dense<0> : tensor<i32>
    %c_56 = stablehlo.constant dense<127> : tensor<i32>
    %192 = call @clip_0(%191, %c_55, %c_56) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %193 = stablehlo.convert %192 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_57 = stablehlo.constant dense<63> : tensor<i8>
    %194 = stablehlo.broadcast_in_dim %c_57, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %195 = stablehlo.minimum %151, %194 : tensor<16x256x1024xi8>
    %196 = stablehlo.dot_general %193, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %197 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %199 = stablehlo.add %196, %198 : tensor<16x256x1024xi32>
    %c_58 = stablehlo.constant dense<8> : tensor<i32>
    %200 = stablehlo.broadcast_in_dim %c_58, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %201 = stablehlo.shift_right_arithmetic %199, %200 : tensor<16x256x1024xi32>
    %c_59 = stablehlo.constant dense<0> : tensor<i32>
    %c_60 = stablehlo.constant dense<127> : tensor<i32>
    %202 = call @clip_1(%201, %c_59, %c_60) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %203 = stablehlo.convert %202 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_61 = stablehlo.constant dense<64> : tensor<i8>
    %204 = stablehlo.broadcast_in_dim %c_61, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %205 = stablehlo.minimum %203, %204 : tensor<16x256x1024xi8>
    %206 = stablehlo.add %195, %205 : tensor<16x256x1024xi8>
    %207 = stablehlo.dot_general %206, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %208 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %209 = stablehlo.broadcast_in_dim %208, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %210 = stablehlo.add %207, %209 : tensor<16x256x4096xi32>
    %c_62 = stablehlo.constant dense<8> : tensor<i32>
    %211 = stablehlo.broadcast_in_dim %c_62, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %212 = stablehlo.shift_right_arithmetic %210, %211 : tensor<16x256x4096xi32>
    %c_63 = stablehlo.constant dense<0> : tensor<i32>
    %c_64 = stablehlo.constant dense<127> : tensor<i32>
    %213 = call @clip_2(%212, %c_63, %c_64) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %214 = stablehlo.convert %213 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %215 = stablehlo.dot_general %214, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %216 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %217 = stablehlo.broadcast_in_dim %216, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %218 = stablehlo.add %215, %217 : tensor<16x256x1024xi32>
    %c_65 = stablehlo.constant dense<8> : tensor<i32>
    %219 = stablehlo.broadcast_in_dim %c_65, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %220 = stablehlo.shift_right_arithmetic %218, %219 : tensor<16x256x1024xi32>
    %c_66 = stablehlo.constant dense<0> : tensor<i32>
    %c_67 = stablehlo.constant dense<127> : tensor<i32>
    %221 = call @clip_1(%220, %c_66, %c_67) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %222 = stablehlo.convert %221 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_68 = stablehlo.constant dense<63> : tensor<i8>
    %223 = stablehlo.broadcast_in_dim %c_68, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %224 = stablehlo.minimum %206, %223 : tensor<16x256x1024xi8>
    %c_69 = stablehlo.constant dense<64> : tensor<i8>
    %225 = stablehlo.broadcast_in_dim %c_69, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %226 = stablehlo.minimum %222, %225 : tensor<16x256x1024xi8>
    %227 = stablehlo.add %224, %226 : tensor<16x256x1024xi8>
    %228 = stablehlo.dot_general %227, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %229 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %231 = stablehlo.add %228, %230 : tensor<16x256x3072xi32>
    %c_70 = stablehlo.constant dense<8> : tensor<i32>
    %232 = stablehlo.broadcast_in_dim %c_70, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %233 = stablehlo.shift_right_arithmetic %231, %232 : tensor<16x256x3072xi32>
    %c_71 = stablehlo.constant dense<0> : tensor<i32>
    %c_72 = stablehlo.constant dense<127> : tensor<i32>
    %234 = call @clip(%233, %c_71, %c_72) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %235 = stablehlo.convert %234 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %236 = stablehlo.convert %235 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_73 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %238 = stablehlo.multiply %236, %237 : tensor<16x256x3072xf32>
    %239 = stablehlo.slice %238 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %240 = stablehlo.slice %238 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %241 = stablehlo.slice %238 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %242 = stablehlo.reshape %239 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %243 = stablehlo.transpose %242, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %244 = stablehlo.reshape %240 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %245 = stablehlo.transpose %244, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %246 = stablehlo.reshape %241 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %247 = stablehlo.transpose %246, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %248 = stablehlo.dot_general %243, %245, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_74 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %250 = stablehlo.multiply %248, %249 : tensor<16x16x256x256xf32>
    %cst_75 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %251 = stablehlo.reduce(%250 init: %cst_75) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_76 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %253 = stablehlo.maximum %252, %251 : tensor<16x16x256xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %256 = stablehlo.subtract %250, %255 : tensor<16x16x256x256xf32>
    %257 = stablehlo.exponential %256 : tensor<16x16x256x256xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.reduce(%257 init: %cst_77) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %260 = stablehlo.broadcast_in_dim %259, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %261 = stablehlo.divide %257, %260 : tensor<16x16x256x256xf32>
    %262 = stablehlo.dot_general %261, %247, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %263 = stablehlo.transpose %262, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %264 = stablehlo.reshape %263 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_78 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %266 = stablehlo.multiply %264, %265 : tensor<16x256x1024xf32>
    %267 = call @round(%266) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_79 = stablehlo.constant dense<0> : tensor<i32>
    %c_80 = stablehlo.constant dense<127> : tensor<i32>
    %268 = call @clip_0(%267, %c_79, %c_80) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %269 = stablehlo.convert %268 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_81 = stablehlo.constant dense<63> : tensor<i8>
    %270 = stablehlo.broadcast_in_dim %c_81, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %271 = stablehlo.minimum %227, %270 : tensor<16x256x1024xi8>
    %272 = stablehlo.dot_general %269, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %273 = stablehlo.broadcast_in_dim %arg27, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %275 = stablehlo.add %272, %274 : tensor<16x256x1024xi32>
    %c_82 = stablehlo.constant dense<8> : tensor<i32>
    %276 = stablehlo.broadcast_in_dim %c_82, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %277 = stablehlo.shift_right_arithmetic %275, %276 : tensor<16x256x1024xi32>
    %c_83 = stablehlo.constant dense<0> : tensor<i32>
    %c_84 = stablehlo.constant dense<127> : tensor<i32>
    %278 = call @clip_1(%277, %c_83, %c_84) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %279 = stablehlo.convert %278 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_85 = stablehlo.constant dense<64> : tensor<i8>
    %280 = stablehlo.broadcast_in_dim %c_85, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %281 = stablehlo.minimum %279, %280 : tensor<16x256x1024xi8>
    %282 = stablehlo.add %271, %281 : tensor<16x256x1024xi8>
    %283 = stablehlo.dot_general %282, %arg30, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %284 = stablehlo.broadcast_in_dim %arg31, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %286 = stablehlo.add %283, %285 : tensor<16x256x4096xi32>
    %c_86 = stablehlo.constant dense<8> : tensor<i32>
    %287 = stablehlo.broadcast_in_dim %c_86, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %288 = stablehlo.shift_right_arithmetic %286, %287 : tensor<16x256x4096xi32>
    %c_87 = stablehlo.constant dense<0> : tensor<i32>
    %c_88 = stablehlo.constant dense<127> : tensor<i32>
    %289 = call @clip_2(%288, %c_87, %c_88) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %290 = stablehlo.convert %289 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %291 = stablehlo.dot_general %290, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %292 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %293 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %294 = stablehlo.add %291, %293 : tensor<16x256x1024xi32>
    %c_89 = stablehlo.constant dense<8> : tensor<i32>
    %295 = stablehlo.broadcast_in_dim %c_89, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %296 = stablehlo.shift_right_arithmetic %294, %295 : tensor<16x256x1024xi32>
    %c_90 = stablehlo.constant dense<0> : tensor<i32>
    %c_91 = stablehlo.constant dense<127> : tensor<i32>
    %297 = call @clip_1(%296, %c_90, %c_91) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %298 = stablehlo.convert %297 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_92 = stablehlo.constant dense<63> : tensor<i8>
    %299 = stablehlo.broadcast_in_dim %c_92, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %300 = stablehlo.minimum %282, %299 : tensor<16x256x1024xi8>
    %c_93 = stablehlo.constant dense<64> : tensor<i8>
    %301 = stablehlo.broadcast_in_dim %c_93, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %302 = stablehlo.minimum %298, %301 : tensor<16x256x1024xi8>
    %303 = stablehlo.add %300, %302 : tensor<16x256x1024xi8>
    %304 = stablehlo.dot_general %303, %arg36, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %305 = stablehlo.broadcast_in_dim %arg37, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %307 = stablehlo.add %304, %306 : tensor<16x256x3072xi32>
    %c_94 = stablehlo.constant dense<8> : tensor<i32>
    %308 = stablehlo.broadcast_in_dim %c_94, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %309 = stablehlo.shift_right_arithmetic %307, %308 : tensor<16x256x3072xi32>
    %c_95 = stablehlo.constant dense<0> : tensor<i32>
    %c_96 = stablehlo.constant dense<127> : tensor<i32>
    %310 = call @clip(%309, %c_95, %c_96) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %311 = stablehlo.convert %310 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %312 = stablehlo.convert %311 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %314 = stablehlo.multiply %312, %313 : tensor<16x256x3072xf32>
    %315 = stablehlo.slice %314 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %316 = stablehlo.slice %314 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %317 = stablehlo.slice %314 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %318 = stablehlo.reshape %315 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %319 = stablehlo.transpose %318, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %320 = stablehlo.reshape %316 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %321 = stablehlo.transpose %320, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %322 = stablehlo.reshape %317 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %323 = stablehlo.transpose %322, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %324 = stablehlo.dot_general %319, %321, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_98 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %326 = stablehlo.multiply %324, %325 : tensor<16x16x256x256xf32>
    %cst_99 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %327 = stablehlo.reduce(%326 init: %cst_99) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_100 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %329 = stablehlo.maximum %328, %327 : tensor<16x16x256xf32>
    %330 = stablehlo.broadcast_in_dim %329, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %331 = stablehlo.broadcast_in_dim %330, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %332 = stablehlo.subtract %326, %331 : tensor<16x16x256x256xf32>
    %333 = stablehlo.exponential %332 : tensor<16x16x256x256xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %334 = stablehlo.reduce(%333 init: %cst_101) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %335 = stablehlo.broadcast_in_dim %334, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %337 = stablehlo.divide %333, %336 : tensor<16x16x256x256xf32>
    %338 = stablehlo.dot_general %337, %323, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %339 = stablehlo.transpose %338, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %340 = stablehlo.reshape %339 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_102 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %341 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %342 = stablehlo.multiply %340, %341 : tensor<16x256x1024xf32>
    %343 = call @round(%342) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_103 = stablehlo.constant dense<0> : tensor<i32>
    %c_104 = stablehlo.constant dense<127> : tensor<i32>
    %344 = call @clip_0(%343, %c_103, %c_104) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %345 = stablehlo.convert %344 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_105 = stablehlo.constant dense<63> : tensor<i8>
    %346 = stablehlo.broadcast_in_dim %c_105, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %347 = stablehlo.minimum %303, %346 : tensor<16x256x1024xi8>
    %348 = stablehlo.dot_general %345, %arg34, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %349 = stablehlo.broadcast_in_dim %arg35, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %350 = stablehlo.broadcast_in_dim %349, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %351 = stablehlo.add %348, %350 : tensor<16x256x1024xi32>
    %c_106 = stablehlo.constant dense<8> : tensor<i32>
    %352 = stablehlo.broadcast_in_dim %c_106, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %353 = stablehlo.shift_right_arithmetic %351, %352 : tensor<16x256x1024xi32>
    %c_107 = stablehlo.constant dense<0> : tensor<i32>
    %c_108 = stablehlo.constant dense<127> : tensor<i32>
    %354 = call @clip_1(%353, %c_107, %c_108) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %355 = stablehlo.convert %354 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_109 = stablehlo.constant dense<64> : tensor<i8>
    %356 = stablehlo.broadcast_in_dim %c_109, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %357 = stablehlo.minimum %355, %356 : tensor<16x256x1024xi8>
    %358 = stablehlo.add %347, %357 : tensor<16x256x1024xi8>
    %359 = stablehlo.dot_general %358, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %360 = stablehlo.broadcast_in_dim %arg39, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %362 = stablehlo.add %359, %361 : tensor<16x256x4096xi32>
    %c_110 = stablehlo.constant dense<8> : tensor<i32>
    %363 = stablehlo.broadcast_in_dim %c_110, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %364 = stablehlo.shift_right_arithmetic %362, %363 : tensor<16x256x4096xi32>
    %c_111 = stablehlo.constant dense<0> : tensor<i32>
    %c_112 = stablehlo.constant dense<127> : tensor<i32>
    %365 = call @clip_2(%364, %c_111, %c_112) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %366 = stablehlo.convert %365 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %367 = stablehlo.dot_general %366, %arg32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %368 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %369 = stablehlo.broadcast_in_dim %368, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %370 = stablehlo.add %367, %369 : tensor<16x256x1024xi32>
    %c_113 = stablehlo.constant dense<8> : tensor<i32>
    %371 = stablehlo.broadcast_in_dim %c_113, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %372 = stablehlo.shift_right_arithmetic %370, %371 : tensor<16x256x1024xi32>
    %c_114 = stablehlo.constant dense<0> : tensor<i32>
    %c_115 = stablehlo.constant dense<127> : tensor<i32>
    %373 = call @clip_1(%372, %c_114, %c_115) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %374 = stablehlo.convert %373 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_116 = stablehlo.constant dense<63> : tensor<i8>
    %375 = stablehlo.broadcast_in_dim %c_116, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %376 = stablehlo.minimum %358, %375 : tensor<16x256x1024xi8>
    %c_117 = stablehlo.constant dense<64> : tensor<i8>
    %377 = stablehlo.broadcast_in_dim %c_117, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %378 = stablehlo.minimum %374, %377 : tensor<16x256x1024xi8>
    %379 = stablehlo.add %376, %378 : tensor<16x256x1024xi8>
    %380 = stablehlo.dot_general %379, %arg44, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %381 = stablehlo.broadcast_in_dim %arg45, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %382 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %383 = stablehlo.add %380, %382 : tensor<16x256x3072xi32>
    %c_118 = stablehlo.constant dense<8> : tensor<i32>
    %384 = stablehlo.broadcast_in_dim %c_118, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %385 = stablehlo.shift_right_arithmetic %383, %384 : tensor<16x256x3072xi32>
    %c_119 = stablehlo.constant dense<0> : tensor<i32>
    %c_120 = stablehlo.constant dense<127> : tensor<i32>
    %386 = call @clip(%385, %c_119, %c_120) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %387 = stablehlo.convert %386 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %388 = stablehlo.convert %387 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_121 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %389 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %390 = stablehlo.multiply %388, %389 : tensor<16x256x3072xf32>
    %391 = stablehlo.slice %390 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %392 = stablehlo.slice %390 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %393 = stablehlo.slice %390 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %394 = stablehlo.reshape %391 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %395 = stablehlo.transpose %394, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %396 = stablehlo.reshape %392 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %397 = stablehlo.transpose %396, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %398 = stablehlo.reshape %393 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %399 = stablehlo.transpose %398, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %400 = stablehlo.dot_general %395, %397, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_122 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %401 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %402 = stablehlo.multiply %400, %401 : tensor<16x16x256x256xf32>
    %cst_123 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_123) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_124 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %404 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %405 = stablehlo.maximum %404, %403 : tensor<16x16x256xf32>
    %406 = stablehlo.broadcast_in_dim %405, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %407 = stablehlo.broadcast_in_dim %406, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %408 = stablehlo.subtract %402, %407 : tensor<16x16x256x256xf32>
    %409 = stablehlo.exponential %408 : tensor<16x16x256x256xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_125) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %411 = stablehlo.broadcast_in_dim %410, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %412 = stablehlo.broadcast_in_dim %411, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %413 = stablehlo.divide %409, %412 : tensor<16x16x256x256xf32>
    %414 = stablehlo.dot_general %413, %399, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %415 = stablehlo.transpose %414, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %416 = stablehlo.reshape %415 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_126 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %418 = stablehlo.multiply %416, %417 : tensor<16x256x1024xf32>
    %419 = call @round(%418) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_127 = stablehlo.constant dense<0> : tensor<i32>
    %c_128 = stablehlo.constant dense<127> : tensor<i32>
    %420 = call @clip_0(%419, %c_127, %c_128) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %421 = stablehlo.convert %420 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_129 = stablehlo.constant dense<63> : tensor<i8>
    %422 = stablehlo.broadcast_in_dim %c_129, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %423 = stablehlo.minimum %379, %422 : tensor<16x256x1024xi8>
    %424 = stablehlo.dot_general %421, %arg42, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %425 = stablehlo.broadcast_in_dim %arg43, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %426 = stablehlo.broadcast_in_dim %425, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %427 = stablehlo.add %424, %426 : tensor<16x256x1024xi32>
    %c_130 = stablehlo.constant dense<8> : tensor<i32>
    %428 = stablehlo.broadcast_in_dim %c_130, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %429 = stablehlo.shift_right_arithmetic %427, %428 : tensor<16x256x1024xi32>
    %c_131 = stablehlo.constant dense<0> : tensor<i32>
    %c_132 = stablehlo.constant dense<127> : tensor<i32>
    %430 = call @clip_1(%429, %c_131, %c_132) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %431 = stablehlo.convert %430 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_133 = stablehlo.constant dense<64> : tensor<i8>
    %432 = stablehlo.broadcast_in_dim %c_133, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %433 = stablehlo.minimum %431, %432 : tensor<16x256x1024xi8>
    %434 = stablehlo.add %423, %433 : tensor<16x256x1024xi8>
    %435 = stablehlo.dot_general %434, %arg46, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %436 = stablehlo.broadcast_in_dim %arg47, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %438 = stablehlo.add %435, %437 : tensor<16x256x4096xi32>
    %c_134 = stablehlo.constant dense<8> : tensor<i32>
    %439 = stablehlo.broadcast_in_dim %c_134, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %440 = stablehlo.shift_right_arithmetic %438, %439 : tensor<16x256x4096xi32>
    %c_135 = stablehlo.constant dense<0> : tensor<i32>
    %c_136 = stablehlo.constant dense<127> : tensor<i32>
    %441 = call @clip_2(%440, %c_135, %c_136) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %442 = stablehlo.convert %441 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %443 = stablehlo.dot_general %442, %arg40, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %444 = stablehlo.broadcast_in_dim %arg41, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %445 = stablehlo.broadcast_in_dim %444, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %446 = stablehlo.add %443, %445 : tensor<16x256x1024xi32>
    %c_137 = stablehlo.constant dense<8> : tensor<i32>
    %447 = stablehlo.broadcast_in_dim %c_137, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %448 = stablehlo.shift_right_arithmetic %446, %447 : tensor<16x256x1024xi32>
    %c_138 = stablehlo.constant dense<0> : tensor<i32>
    %c_139 = stablehlo.constant dense<127> : tensor<i32>
    %449 = call @clip_1(%448, %c_138, %c_139) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %450 = stablehlo.convert %449 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_140 = stablehlo.constant dense<63> : tensor<i8>
    %451 = stablehlo.broadcast_in_dim %c_140, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %452 = stablehlo.minimum %434, %451 : tensor<16x256x1024xi8>
    %c_141 = stablehlo.constant dense<64> : tensor<i8>
    %453 = stablehlo.broadcast_in_dim %c_141, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %454 = stablehlo.minimum %450, %453 : tensor<16x256x1024xi8>
    %455 = stablehlo.add %452, %454 : tensor<16x256x1024xi8>
    %456 = stablehlo.dot_general %455, %arg52, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %457 = stablehlo.broadcast_in_dim %arg53, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %459 = stablehlo.add %456, %458 : tensor<16x256x3072xi32>
    %c_142 = stablehlo.constant dense<8> : tensor<i32>
    %460 = stablehlo.broadcast_in_dim %c_142, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %461 = stablehlo.shift_right_arithmetic %459, %460 : tensor<16x256x3072xi32>
    %c_143 = stablehlo.constant dense<0> : tensor<i32>
    %c_144 = stablehlo.constant dense<127> : tensor<i32>
    %462 = call @clip(%461, %c_143, %c_144) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %463 = stablehlo.convert %462 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %464 = stablehlo.convert %463 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_145 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %466 = stablehlo.multiply %464, %465 : tensor<16x256x3072xf32>
    %467 = stablehlo.slice %466 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %468 = stablehlo.slice %466 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %469 = stablehlo.slice %466 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %470 = stablehlo.reshape %467 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %471 = stablehlo.transpose %470, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %472 = stablehlo.reshape %468 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %473 = stablehlo.transpose %472, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %474 = stablehlo.reshape %469 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %475 = stablehlo.transpose %474, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %476 = stablehlo.dot_general %471, %473, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_146 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %477 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %478 = stablehlo.multiply %476, %477 : tensor<16x16x256x256xf32>
    %cst_147 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %479 = stablehlo.reduce(%478 init: %cst_147) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_148 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %480 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %481 = stablehlo.maximum %480, %479 : tensor<16x16x256xf32>
    %482 = stablehlo.broadcast_in_dim %481, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %483 = stablehlo.broadcast_in_dim %482, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %484 = stablehlo.subtract %478, %483 : tensor<16x16x256x256xf32>
    %485 = stablehlo.exponential %484 : tensor<16x16x256x256xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %486 = stablehlo.reduce(%485 init: %cst_149) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %488 = stablehlo.broadcast_in_dim %487, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %489 = stablehlo.divide %485, %488 : tensor<16x16x256x256xf32>
    %490 = stablehlo.dot_general %489, %475, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %491 = stablehlo.transpose %490, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %492 = stablehlo.reshape %491 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_150 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %493 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %494 = stablehlo.multiply %492, %493 : tensor<16x256x1024xf32>
    %495 = call @round(%494) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_151 = stablehlo.constant dense<0> : tensor<i32>
    %c_152 = stablehlo.constant dense<127> : tensor<i32>
    %496 = call @clip_0(%495, %c_151, %c_152) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %497 = stablehlo.convert %496 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_153 = stablehlo.constant dense<63> : tensor<i8>
    %498 = stablehlo.broadcast_in_dim %c_153, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %499 = stablehlo.minimum %455, %498 : tensor<16x256x1024xi8>
    %500 = stablehlo.dot_general %497, %arg50, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %501 = stablehlo.broadcast_in_dim %arg51, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %503 = stablehlo.add %500, %502 : tensor<16x256x1024xi32>
    %c_154 = stablehlo.constant dense<8> : tensor<i32>
    %504 = stablehlo.broadcast_in_dim %c_154, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %505 = stablehlo.shift_right_arithmetic %503, %504 : tensor<16x256x1024xi32>
    %c_155 = stablehlo.constant dense<0> : tensor<i32>
    %c_156 = stablehlo.constant dense<127> : tensor<i32>
    %506 = call @clip_1(%505, %c_155, %c_156) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %507 = stablehlo.convert %506 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_157 = stablehlo.constant dense<64> : tensor<i8>
    %508 = stablehlo.broadcast_in_dim %c_157, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %509 = stablehlo.minimum %507, %508 : tensor<16x256x1024xi8>
    %510 = stablehlo.add %499, %509 : tensor<16x256x1024xi8>
    %511 = stablehlo.dot_general %510, %arg54, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %512 = stablehlo.broadcast_in_dim %arg55, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %513 = stablehlo.broadcast_in_dim %512, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %514 = stablehlo.add %511, %513 : tensor<16x256x4096xi32>
    %c_158 = stablehlo.constant dense<8> : tensor<i32>
    %515 = stablehlo.broadcast_in_dim %c_158, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %516 = stablehlo.shift_right_arithmetic %514, %515 : tensor<16x256x4096xi32>
    %c_159 = stablehlo.constant dense<0> : tensor<i32>
    %c_160 = stablehlo.constant dense<127> : tensor<i32>
    %517 = call @clip_2(%516, %c_159, %c_160) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %518 = stablehlo.convert %517 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %519 = stablehlo.dot_general %518, %arg48, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %520 = stablehlo.broadcast_in_dim %arg49, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %521 = stablehlo.broadcast_in_dim %520, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %522 = stablehlo.add %519, %521 : tensor<16x256x1024xi32>
    %c_161 = stablehlo.constant dense<8> : tensor<i32>
    %523 = stablehlo.broadcast_in_dim %c_161, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %524 = stablehlo.shift_right_arithmetic %522, %523 : tensor<16x256x1024xi32>
    %c_162 = stablehlo.constant dense<0> : tensor<i32>
    %c_163 = stablehlo.constant dense<127> : tensor<i32>
    %525 = call @clip_1(%524, %c_162, %c_163) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %526 = stablehlo.convert %525 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_164 = stablehlo.constant dense<63> : tensor<i8>
    %527 = stablehlo.broadcast_in_dim %c_164, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %528 = stablehlo.minimum %510, %527 : tensor<16x256x1024xi8>
    %c_165 = stablehlo.constant dense<64> : tensor<i8>
    %529 = stablehlo.broadcast_in_dim %c_165, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %530 = stablehlo.minimum %526, %529 : tensor<16x256x1024xi8>
    %531 = stablehlo.add %528, %530 : tensor<16x256x1024xi8>
    %532 = stablehlo.dot_general %531, %arg60, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %533 = stablehlo.broadcast_in_dim %arg61, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %534 = stablehlo.broadcast_in_dim %533, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %535 = stablehlo.add %532, %534 : tensor<16x256x3072xi32>
    %c_166 = stablehlo.constant dense<8> : tensor<i32>
    %536 = stablehlo.broadcast_in_dim %c_166, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %537 = stablehlo.shift_right_arithmetic %535, %536 : tensor<16x256x3072xi32>
    %c_167 = stablehlo.constant dense<0> : tensor<i32>
    %c_168 = stablehlo.constant dense<127> : tensor<i32>
    %538 = call @clip(%537, %c_167, %c_168) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %539 = stablehlo.convert %538 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %540 = stablehlo.convert %539 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_169 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %541 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %542 = stablehlo.multiply %540, %541 : tensor<16x256x3072xf32>
    %543 = stablehlo.slice %542 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %544 = stablehlo.slice %542 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %545 = stablehlo.slice %542 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %546 = stablehlo.reshape %543 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %547 = stablehlo.transpose %546, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %548 = stablehlo.reshape %544 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %549 = stablehlo.transpose %548, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %550 = stablehlo.reshape %545 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %551 = stablehlo.transpose %550, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %552 = stablehlo.dot_general %547, %549, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_170 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %553 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %554 = stablehlo.multiply %552, %553 : tensor<16x16x256x256xf32>
    %cst_171 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %555 = stablehlo.reduce(%554 init: %cst_171) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_172 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %556 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %557 = stablehlo.maximum %556, %555 : tensor<16x16x256xf32>
    %558 = stablehlo.broadcast_in_dim %557, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %559 = stablehlo.broadcast_in_dim %558, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %560 = stablehlo.subtract %554, %559 : tensor<16x16x256x256xf32>
    %561 = stablehlo.exponential %560 : tensor<16x16x256x256xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %562 = stablehlo.reduce(%561 init: %cst_173) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %563 = stablehlo.broadcast_in_dim %562, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %564 = stablehlo.broadcast_in_dim %563, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %565 = stablehlo.divide %561, %564 : tensor<16x16x256x256xf32>
    %566 = stablehlo.dot_general %565, %551, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %567 = stablehlo.transpose %566, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %568 = stablehlo.reshape %567 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_174 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %570 = stablehlo.multiply %568, %569 : tensor<16x256x1024xf32>
    %571 = call @round(%570) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_175 = stablehlo.constant dense<0> : tensor<i32>
    %c_176 = stablehlo.constant dense<127> : tensor<i32>
    %572 = call @clip_0(%571, %c_175, %c_176) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %573 = stablehlo.convert %572 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_177 = stablehlo.constant dense<63> : tensor<i8>
    %574 = stablehlo.broadcast_in_dim %c_177, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %575 = stablehlo.minimum %531, %574 : tensor<16x256x1024xi8>
    %576 = stablehlo.dot_general %573, %arg58, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %577 = stablehlo.broadcast_in_dim %arg59, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %578 = stablehlo.broadcast_in_dim %577, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %579 = stablehlo.add %576, %578 : tensor<16x256x1024xi32>
    %c_178 = stablehlo.constant dense<8> : tensor<i32>
    %580 = stablehlo.broadcast_in_dim %c_178, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %581 = stablehlo.shift_right_arithmetic %579, %580 : tensor<16x256x1024xi32>
    %c_179 = stablehlo.constant dense<0> : tensor<i32>
    %c_180 = stablehlo.constant dense<127> : tensor<i32>
    %582 = call @clip_1(%581, %c_179, %c_180) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %583 = stablehlo.convert %582 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_181 = stablehlo.constant dense<64> : tensor<i8>
    %584 = stablehlo.broadcast_in_dim %c_181, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %585 = stablehlo.minimum %583, %584 : tensor<16x256x1024xi8>
    %586 = stablehlo.add %575, %585 : tensor<16x256x1024xi8>
    %587 = stablehlo.dot_general %586, %arg62, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %588 = stablehlo.broadcast_in_dim %arg63, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %589 = stablehlo.broadcast_in_dim %588, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %590 = stablehlo.add %587, %589 : tensor<16x256x4096xi32>
    %c_182 = stablehlo.constant dense<8> : tensor<i32>
    %591 = stablehlo.broadcast_in_dim %c_182, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %592 = stablehlo.shift_right_arithmetic %590, %591 : tensor<16x256x4096xi32>
    %c_183 = stablehlo.constant dense<0> : tensor<i32>
    %c_184 = stablehlo.constant dense<127> : tensor<i32>
    %593 = call @clip_2(%592, %c_183, %c_184) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %594 = stablehlo.convert %593 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %595 = stablehlo.dot_general %594, %arg56, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %596 = stablehlo.broadcast_in_dim %arg57, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %597 = stablehlo.broadcast_in_dim %596, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %598 = stablehlo.add %595, %597 : tensor<16x256x1024xi32>
    %c_185 = stablehlo.constant dense<8> : tensor<i32>
    %599 = stablehlo.broadcast_in_dim %c_185, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %600 = stablehlo.shift_right_arithmetic %598, %599 : tensor<16x256x1024xi32>
    %c_186 = stablehlo.constant dense<0> : tensor<i32>
    %c_187 = stablehlo.constant dense<127> : tensor<i32>
    %601 = call @clip_1(%600, %c_186, %c_187) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %602 = stablehlo.convert %601 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_188 = stablehlo.constant dense<63> : tensor<i8>
    %603 = stablehlo.broadcast_in_dim %c_188, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %604 = stablehlo.minimum %586, %603 : tensor<16x256x1024xi8>
    %c_189 = stablehlo.constant dense<64> : tensor<i8>
    %605 = stablehlo.broadcast_in_dim %c_189, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %606 = stablehlo.minimum %602, %605 : tensor<16x256x1024xi8>
    %607 = stablehlo.add %604, %606 : tensor<16x256x1024xi8>
    %608 = stablehlo.dot_general %607, %arg68, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %609 = stablehlo.broadcast_in_dim %arg69, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %611 = stablehlo.add %608, %610 : tensor<16x256x3072xi32>
    %c_190 = stablehlo.constant dense<8> : tensor<i32>
    %612 = stablehlo.broadcast_in_dim %c_190, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %613 = stablehlo.shift_right_arithmetic %611, %612 : tensor<16x256x3072xi32>
    %c_191 = stablehlo.constant dense<0> : tensor<i32>
    %c_192 = stablehlo.constant dense<127> : tensor<i32>
    %614 = call @clip(%613, %c_191, %c_192) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %615 = stablehlo.convert %614 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %616 = stablehlo.convert %615 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_193 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %618 = stablehlo.multiply %616, %617 : tensor<16x256x3072xf32>
    %619 = stablehlo.slice %618 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %620 = stablehlo.slice %618 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %621 = stablehlo.slice %618 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %622 = stablehlo.reshape %619 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %623 = stablehlo.transpose %622, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %624 = stablehlo.reshape %620 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %625 = stablehlo.transpose %624, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %626 = stablehlo.reshape %621 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %627 = stablehlo.transpose %626, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %628 = stablehlo.dot_general %623, %625, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_194 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %630 = stablehlo.multiply %628, %629 : tensor<16x16x256x256xf32>
    %cst_195 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %631 = stablehlo.reduce(%630 init: %cst_195) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_196 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %633 = stablehlo.maximum %632, %631 : tensor<16x16x256xf32>
    %634 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %635 = stablehlo.broadcast_in_dim %634, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %636 = stablehlo.subtract %630, %635 : tensor<16x16x256x256xf32>
    %637 = stablehlo.exponential %636 : tensor<16x16x256x256xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %638 = stablehlo.reduce(%637 init: %cst_197) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %639 = stablehlo.broadcast_in_dim %638, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %640 = stablehlo.broadcast_in_dim %639, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %641 = stablehlo.divide %637, %640 : tensor<16x16x256x256xf32>
    %642 = stablehlo.dot_general %641, %627, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %643 = stablehlo.transpose %642, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %644 = stablehlo.reshape %643 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_198 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %645 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %646 = stablehlo.multiply %644, %645 : tensor<16x256x1024xf32>
    %647 = call @round(%646) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_199 = stablehlo.constant dense<0> : tensor<i32>
    %c_200 = stablehlo.constant dense<127> : tensor<i32>
    %648 = call @clip_0(%647, %c_199, %c_200) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %649 = stablehlo.convert %648 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_201 = stablehlo.constant dense<63> : tensor<i8>
    %650 = stablehlo.broadcast_in_dim %c_201, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %651 = stablehlo.minimum %607, %650 : tensor<16x256x1024xi8>
    %652 = stablehlo.dot_general %649, %arg66, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %653 = stablehlo.broadcast_in_dim %arg67, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %655 = stablehlo.add %652, %654 : tensor<16x256x1024xi32>
    %c_202 = stablehlo.constant dense<8> : tensor<i32>
    %656 = stablehlo.broadcast_in_dim %c_202, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %657 = stablehlo.shift_right_arithmetic %655, %656 : tensor<16x256x1024xi32>
    %c_203 = stablehlo.constant dense<0> : tensor<i32>
    %c_204 = stablehlo.constant dense<127> : tensor<i32>
    %658 = call @clip_1(%657, %c_203, %c_204) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %659 = stablehlo.convert %658 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_205 = stablehlo.constant dense<64> : tensor<i8>
    %660 = stablehlo.broadcast_in_dim %c_205, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %661 = stablehlo.minimum %659, %660 : tensor<16x256x1024xi8>
    %662 = stablehlo.add %651, %661 : tensor<16x256x1024xi8>
    %663 = stablehlo.dot_general %662, %arg70, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %664 = stablehlo.broadcast_in_dim %arg71, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %665 = stablehlo.broadcast_in_dim %664, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %666 = stablehlo.add %663, %665 : tensor<16x256x4096xi32>
    %c_206 = stablehlo.constant dense<8> : tensor<i32>
    %667 = stablehlo.broadcast_in_dim %c_206, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %668 = stablehlo.shift_right_arithmetic %666, %667 : tensor<16x256x4096xi32>
    %c_207 = stablehlo.constant dense<0> : tensor<i32>
    %c_208 = stablehlo.constant dense<127> : tensor<i32>
    %669 = call @clip_2(%668, %c_207, %c_208) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %670 = stablehlo.convert %669 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %671 = stablehlo.dot_general %670, %arg64, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %672 = stablehlo.broadcast_in_dim %arg65, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %673 = stablehlo.broadcast_in_dim %672, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %674 = stablehlo.add %671, %673 : tensor<16x256x1024xi32>
    %c_209 = stablehlo.constant dense<8> : tensor<i32>
    %675 = stablehlo.broadcast_in_dim %c_209, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %676 = stablehlo.shift_right_arithmetic %674, %675 : tensor<16x256x1024xi32>
    %c_210 = stablehlo.constant dense<0> : tensor<i32>
    %c_211 = stablehlo.constant dense<127> : tensor<i32>
    %677 = call @clip_1(%676, %c_210, %c_211) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %678 = stablehlo.convert %677 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_212 = stablehlo.constant dense<63> : tensor<i8>
    %679 = stablehlo.broadcast_in_dim %c_212, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %680 = stablehlo.minimum %662, %679 : tensor<16x256x1024xi8>
    %c_213 = stablehlo.constant dense<64> : tensor<i8>
    %681 = stablehlo.broadcast_in_dim %c_213, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %682 = stablehlo.minimum %678, %681 : tensor<16x256x1024xi8>
    %683 = stablehlo.add %680, %682 : tensor<16x256x1024xi8>
    %684 = stablehlo.dot_general %683, %arg76, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %685 = stablehlo.broadcast_in_dim %arg77, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %686 = stablehlo.broadcast_in_dim %685, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %687 = stablehlo.add %684, %686 : tensor<16x256x3072xi32>
    %c_214 = stablehlo.constant dense<8> : tensor<i32>
    %688 = stablehlo.broadcast_in_dim %c_214, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %689 = stablehlo.shift_right_arithmetic %687, %688 : tensor<16x256x3072xi32>
    %c_215 = stablehlo.constant dense<0> : tensor<i32>
    %c_216 = stablehlo.constant dense<127> : tensor<i32>
    %690 = call @clip(%689, %c_215, %c_216) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %691 = stablehlo.convert %690 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %692 = stablehlo.convert %691 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_217 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %694 = stablehlo.multiply %692, %693 : tensor<16x256x3072xf32>
    %695 = stablehlo.slice %694 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %696 = stablehlo.slice %694 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %697 = stablehlo.slice %694 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %698 = stablehlo.reshape %695 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %699 = stablehlo.transpose %698, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %700 = stablehlo.reshape %696 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %701 = stablehlo.transpose %700, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %702 = stablehlo.reshape %697 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %703 = stablehlo.transpose %702, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %704 = stablehlo.dot_general %699, %701, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_218 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %705 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %706 = stablehlo.multiply %704, %705 : tensor<16x16x256x256xf32>
    %cst_219 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %707 = stablehlo.reduce(%706 init: %cst_219) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_220 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %708 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %709 = stablehlo.maximum %708, %707 : tensor<16x16x256xf32>
    %710 = stablehlo.broadcast_in_dim %709, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %711 = stablehlo.broadcast_in_dim %710, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %712 = stablehlo.subtract %706, %711 : tensor<16x16x256x256xf32>
    %713 = stablehlo.exponential %712 : tensor<16x16x256x256xf32>
    %cst_221 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %714 = stablehlo.reduce(%713 init: %cst_221) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %715 = stablehlo.broadcast_in_dim %714, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %716 = stablehlo.broadcast_in_dim %715, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %717 = stablehlo.divide %713, %716 : tensor<16x16x256x256xf32>
    %718 = stablehlo.dot_general %717, %703, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %719 = stablehlo.transpose %718, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %720 = stablehlo.reshape %719 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_222 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %721 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %722 = stablehlo.multiply %720, %721 : tensor<16x256x1024xf32>
    %723 = call @round(%722) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_223 = stablehlo.constant dense<0> : tensor<i32>
    %c_224 = stablehlo.constant dense<127> : tensor<i32>
    %724 = call @clip_0(%723, %c_223, %c_224) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %725 = stablehlo.convert %724 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_225 = stablehlo.constant dense<63> : tensor<i8>
    %726 = stablehlo.broadcast_in_dim %c_225, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %727 = stablehlo.minimum %683, %726 : tensor<16x256x1024xi8>
    %728 = stablehlo.dot_general %725, %arg74, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %729 = stablehlo.broadcast_in_dim %arg75, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %730 = stablehlo.broadcast_in_dim %729, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %731 = stablehlo.add %728, %730 : tensor<16x256x1024xi32>
    %c_226 = stablehlo.constant dense<8> : tensor<i32>
    %732 = stablehlo.broadcast_in_dim %c_226, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %733 = stablehlo.shift_right_arithmetic %731, %732 : tensor<16x256x1024xi32>
    %c_227 = stablehlo.constant dense<0> : tensor<i32>
    %c_228 = stablehlo.constant dense<127> : tensor<i32>
    %734 = call @clip_1(%733, %c_227, %c_228) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %735 = stablehlo.convert %734 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_229 = stablehlo.constant dense<64> : tensor<i8>
    %736 = stablehlo.broadcast_in_dim %c_229, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %737 = stablehlo.minimum %735, %736 : tensor<16x256x1024xi8>
    %738 = stablehlo.add %727, %737 : tensor<16x256x1024xi8>
    %739 = stablehlo.dot_general %738, %arg78, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %740 = stablehlo.broadcast_in_dim %arg79, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %741 = stablehlo.broadcast_in_dim %740, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %742 = stablehlo.add %739, %741 : tensor<16x256x4096xi32>
    %c_230 = stablehlo.constant dense<8> : tensor<i32>
    %743 = stablehlo.broadcast_in_dim %c_230, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %744 = stablehlo.shift_right_arithmetic %742, %743 : tensor<16x256x4096xi32>
    %c_231 = stablehlo.constant dense<0> : tensor<i32>
    %c_232 = stablehlo.constant dense<127> : tensor<i32>
    %745 = call @clip_2(%744, %c_231, %c_232) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %746 = stablehlo.convert %745 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %747 = stablehlo.dot_general %746, %arg72, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %748 = stablehlo.broadcast_in_dim %arg73, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %749 = stablehlo.broadcast_in_dim %748, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %750 = stablehlo.add %747, %749 : tensor<16x256x1024xi32>
    %c_233 = stablehlo.constant dense<8> : tensor<i32>
    %751 = stablehlo.broadcast_in_dim %c_233, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %752 = stablehlo.shift_right_arithmetic %750, %751 : tensor<16x256x1024xi32>
    %c_234 = stablehlo.constant dense<0> : tensor<i32>
    %c_235 = stablehlo.constant dense<127> : tensor<i32>
    %753 = call @clip_1(%752, %c_234, %c_235) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %754 = stablehlo.convert %753 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_236 = stablehlo.constant dense<63> : tensor<i8>
    %755 = stablehlo.broadcast_in_dim %c_236, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %756 = stablehlo.minimum %738, %755 : tensor<16x256x1024xi8>
    %c_237 = stablehlo.constant dense<64> : tensor<i8>
    %757 = stablehlo.broadcast_in_dim %c_237, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %758 = stablehlo.minimum %754, %757 : tensor<16x256x1024xi8>
    %759 = stablehlo.add %756, %758 : tensor<16x256x1024xi8>
    %760 = stablehlo.dot_general %759, %arg84, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %761 = stablehlo.broadcast_in_dim %arg85, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %762 = stablehlo.broadcast_in_dim %761, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %763 = stablehlo.add %760, %762 : tensor<16x256x3072xi32>
    %c_238 = stablehlo.constant dense<8> : tensor<i32>
    %764 = stablehlo.broadcast_in_dim %c_238, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %765 = stablehlo.shift_right_arithmetic %763, %764 : tensor<16x256x3072xi32>
    %c_239 = stablehlo.constant dense<0> : tensor<i32>
    %c_240 = stablehlo.constant dense<127> : tensor<i32>
    %766 = call @clip(%765, %c_239, %c_240) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %767 = stablehlo.convert %766 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %768 = stablehlo.convert %767 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_241 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %769 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %770 = stablehlo.multiply %768, %769 : tensor<16x256x3072xf32>
    %771 = stablehlo.slice %770 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %772 = stablehlo.slice %770 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %773 = stablehlo.slice %770 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %774 = stablehlo.reshape %771 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %775 = stablehlo.transpose %774, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %776 = stablehlo.reshape %772 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %777 = stablehlo.transpose %776, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %778 = stablehlo.reshape %773 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %779 = stablehlo.transpose %778, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %780 = stablehlo.dot_general %775, %777, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_242 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %781 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %782 = stablehlo.multiply %780, %781 : tensor<16x16x256x256xf32>
    %cst_243 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %783 = stablehlo.reduce(%782 init: %cst_243) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_244 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %785 = stablehlo.maximum %784, %783 : tensor<16x16x256xf32>
    %786 = stablehlo.broadcast_in_dim %785, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %787 = stablehlo.broadcast_in_dim %786, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %788 = stablehlo.subtract %782, %787 : tensor<16x16x256x256xf32>
    %789 = stablehlo.exponential %788 : tensor<16x16x256x256xf32>
    %cst_245 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %790 = stablehlo.reduce(%789 init: %cst_245) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %791 = stablehlo.broadcast_in_dim %790, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %792 = stablehlo.broadcast_in_dim %791, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %793 = stablehlo.divide %789, %792 : tensor<16x16x256x256xf32>
    %794 = stablehlo.dot_general %793, %779, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %795 = stablehlo.transpose %794, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %796 = stablehlo.reshape %795 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_246 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %798 = stablehlo.multiply %796, %797 : tensor<16x256x1024xf32>
    %799 = call @round(%798) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_247 = stablehlo.constant dense<0> : tensor<i32>
    %c_248 = stablehlo.constant dense<127> : tensor<i32>
    %800 = call @clip_0(%799, %c_247, %c_248) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %801 = stablehlo.convert %800 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_249 = stablehlo.constant dense<63> : tensor<i8>
    %802 = stablehlo.broadcast_in_dim %c_249, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %803 = stablehlo.minimum %759, %802 : tensor<16x256x1024xi8>
    %804 = stablehlo.dot_general %801, %arg82, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %805 = stablehlo.broadcast_in_dim %arg83, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %806 = stablehlo.broadcast_in_dim %805, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %807 = stablehlo.add %804, %806 : tensor<16x256x1024xi32>
    %c_250 = stablehlo.constant dense<8> : tensor<i32>
    %808 = stablehlo.broadcast_in_dim %c_250, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %809 = stablehlo.shift_right_arithmetic %807, %808 : tensor<16x256x1024xi32>
    %c_251 = stablehlo.constant dense<0> : tensor<i32>
    %c_252 = stablehlo.constant dense<127> : tensor<i32>
    %810 = call @clip_1(%809, %c_251, %c_252) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %811 = stablehlo.convert %810 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_253 = stablehlo.constant dense<64> : tensor<i8>
    %812 = stablehlo.broadcast_in_dim %c_253, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %813 = stablehlo.minimum %811, %812 : tensor<16x256x1024xi8>
    %814 = stablehlo.add %803, %813 : tensor<16x256x1024xi8>
    %815 = stablehlo.dot_general %814, %arg86, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %816 = stablehlo.broadcast_in_dim %arg87, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %817 = stablehlo.broadcast_in_dim %816, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %818 = stablehlo.add %815, %817 : tensor<16x256x4096xi32>
    %c_254 = stablehlo.constant dense<8> : tensor<i32>
    %819 = stablehlo.broadcast_in_dim %c_254, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %820 = stablehlo.shift_right_arithmetic %818, %819 : tensor<16x256x4096xi32>
    %c_255 = stablehlo.constant dense<0> : tensor<i32>
    %c_256 = stablehlo.constant dense<127> : tensor<i32>
    %821 = call @clip_2(%820, %c_255, %c_256) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %822 = stablehlo.convert %821 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %823 = stablehlo.dot_general %822, %arg80, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %824 = stablehlo.broadcast_in_dim %arg81, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %825 = stablehlo.broadcast_in_dim %824, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %826 = stablehlo.add %823, %825 : tensor<16x256x1024xi32>
    %c_257 = stablehlo.constant dense<8> : tensor<i32>
    %827 = stablehlo.broadcast_in_dim %c_257, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %828 = stablehlo.shift_right_arithmetic %826, %827 : tensor<16x256x1024xi32>
    %c_258 = stablehlo.constant dense<0> : tensor<i32>
    %c_259 = stablehlo.constant dense<127> : tensor<i32>
    %829 = call @clip_1(%828, %c_258, %c_259) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %830 = stablehlo.convert %829 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_260 = stablehlo.constant dense<63> : tensor<i8>
    %831 = stablehlo.broadcast_in_dim %c_260, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %832 = stablehlo.minimum %814, %831 : tensor<16x256x1024xi8>
    %c_261 = stablehlo.constant dense<64> : tensor<i8>
    %833 = stablehlo.broadcast_in_dim %c_261, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %834 = stablehlo.minimum %830, %833 : tensor<16x256x1024xi8>
    %835 = stablehlo.add %832, %834 : tensor<16x256x1024xi8>
    %836 = stablehlo.dot_general %835, %arg92, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x3072xi8>) -> tensor<16x256x3072xi32>
    %837 = stablehlo.broadcast_in_dim %arg93, dims = [2] : (tensor<3072xi32>) -> tensor<1x1x3072xi32>
    %838 = stablehlo.broadcast_in_dim %837, dims = [0, 1, 2] : (tensor<1x1x3072xi32>) -> tensor<16x256x3072xi32>
    %839 = stablehlo.add %836, %838 : tensor<16x256x3072xi32>
    %c_262 = stablehlo.constant dense<8> : tensor<i32>
    %840 = stablehlo.broadcast_in_dim %c_262, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %841 = stablehlo.shift_right_arithmetic %839, %840 : tensor<16x256x3072xi32>
    %c_263 = stablehlo.constant dense<0> : tensor<i32>
    %c_264 = stablehlo.constant dense<127> : tensor<i32>
    %842 = call @clip(%841, %c_263, %c_264) : (tensor<16x256x3072xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x3072xi32>
    %843 = stablehlo.convert %842 : (tensor<16x256x3072xi32>) -> tensor<16x256x3072xi8>
    %844 = stablehlo.convert %843 : (tensor<16x256x3072xi8>) -> tensor<16x256x3072xf32>
    %cst_265 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %845 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<16x256x3072xf32>
    %846 = stablehlo.multiply %844, %845 : tensor<16x256x3072xf32>
    %847 = stablehlo.slice %846 [0:16, 0:256, 0:1024] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %848 = stablehlo.slice %846 [0:16, 0:256, 1024:2048] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %849 = stablehlo.slice %846 [0:16, 0:256, 2048:3072] : (tensor<16x256x3072xf32>) -> tensor<16x256x1024xf32>
    %850 = stablehlo.reshape %847 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %851 = stablehlo.transpose %850, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %852 = stablehlo.reshape %848 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %853 = stablehlo.transpose %852, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %854 = stablehlo.reshape %849 : (tensor<16x256x1024xf32>) -> tensor<16x256x16x64xf32>
    %855 = stablehlo.transpose %854, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xf32>) -> tensor<16x16x256x64xf32>
    %856 = stablehlo.dot_general %851, %853, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x64xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x256xf32>
    %cst_266 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %857 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<16x16x256x256xf32>
    %858 = stablehlo.multiply %856, %857 : tensor<16x16x256x256xf32>
    %cst_267 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %859 = stablehlo.reduce(%858 init: %cst_267) applies stablehlo.maximum across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %cst_268 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %860 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<16x16x256xf32>
    %861 = stablehlo.maximum %860, %859 : tensor<16x16x256xf32>
    %862 = stablehlo.broadcast_in_dim %861, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %863 = stablehlo.broadcast_in_dim %862, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %864 = stablehlo.subtract %858, %863 : tensor<16x16x256x256xf32>
    %865 = stablehlo.exponential %864 : tensor<16x16x256x256xf32>
    %cst_269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %866 = stablehlo.reduce(%865 init: %cst_269) applies stablehlo.add across dimensions = [3] : (tensor<16x16x256x256xf32>, tensor<f32>) -> tensor<16x16x256xf32>
    %867 = stablehlo.broadcast_in_dim %866, dims = [0, 1, 2] : (tensor<16x16x256xf32>) -> tensor<16x16x256x1xf32>
    %868 = stablehlo.broadcast_in_dim %867, dims = [0, 1, 2, 3] : (tensor<16x16x256x1xf32>) -> tensor<16x16x256x256xf32>
    %869 = stablehlo.divide %865, %868 : tensor<16x16x256x256xf32>
    %870 = stablehlo.dot_general %869, %855, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x16x256x256xf32>, tensor<16x16x256x64xf32>) -> tensor<16x16x256x64xf32>
    %871 = stablehlo.transpose %870, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xf32>) -> tensor<16x256x16x64xf32>
    %872 = stablehlo.reshape %871 : (tensor<16x256x16x64xf32>) -> tensor<16x256x1024xf32>
    %cst_270 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %873 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %874 = stablehlo.multiply %872, %873 : tensor<16x256x1024xf32>
    %875 = call @round(%874) : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32>
    %c_271 = stablehlo.constant dense<0> : tensor<i32>
    %c_272 = stablehlo.constant dense<127> : tensor<i32>
    %876 = call @clip_0(%875, %c_271, %c_272) : (tensor<16x256x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xf32>
    %877 = stablehlo.convert %876 : (tensor<16x256x1024xf32>) -> tensor<16x256x1024xi8>
    %c_273 = stablehlo.constant dense<63> : tensor<i8>
    %878 = stablehlo.broadcast_in_dim %c_273, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %879 = stablehlo.minimum %835, %878 : tensor<16x256x1024xi8>
    %880 = stablehlo.dot_general %877, %arg90, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x1024xi8>) -> tensor<16x256x1024xi32>
    %881 = stablehlo.broadcast_in_dim %arg91, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %882 = stablehlo.broadcast_in_dim %881, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %883 = stablehlo.add %880, %882 : tensor<16x256x1024xi32>
    %c_274 = stablehlo.constant dense<8> : tensor<i32>
    %884 = stablehlo.broadcast_in_dim %c_274, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %885 = stablehlo.shift_right_arithmetic %883, %884 : tensor<16x256x1024xi32>
    %c_275 = stablehlo.constant dense<0> : tensor<i32>
    %c_276 = stablehlo.constant dense<127> : tensor<i32>
    %886 = call @clip_1(%885, %c_275, %c_276) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %887 = stablehlo.convert %886 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_277 = stablehlo.constant dense<64> : tensor<i8>
    %888 = stablehlo.broadcast_in_dim %c_277, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %889 = stablehlo.minimum %887, %888 : tensor<16x256x1024xi8>
    %890 = stablehlo.add %879, %889 : tensor<16x256x1024xi8>
    %891 = stablehlo.dot_general %890, %arg94, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xi8>, tensor<1024x4096xi8>) -> tensor<16x256x4096xi32>
    %892 = stablehlo.broadcast_in_dim %arg95, dims = [2] : (tensor<4096xi32>) -> tensor<1x1x4096xi32>
    %893 = stablehlo.broadcast_in_dim %892, dims = [0, 1, 2] : (tensor<1x1x4096xi32>) -> tensor<16x256x4096xi32>
    %894 = stablehlo.add %891, %893 : tensor<16x256x4096xi32>
    %c_278 = stablehlo.constant dense<8> : tensor<i32>
    %895 = stablehlo.broadcast_in_dim %c_278, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %896 = stablehlo.shift_right_arithmetic %894, %895 : tensor<16x256x4096xi32>
    %c_279 = stablehlo.constant dense<0> : tensor<i32>
    %c_280 = stablehlo.constant dense<127> : tensor<i32>
    %897 = call @clip_2(%896, %c_279, %c_280) : (tensor<16x256x4096xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x4096xi32>
    %898 = stablehlo.convert %897 : (tensor<16x256x4096xi32>) -> tensor<16x256x4096xi8>
    %899 = stablehlo.dot_general %898, %arg88, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x4096xi8>, tensor<4096x1024xi8>) -> tensor<16x256x1024xi32>
    %900 = stablehlo.broadcast_in_dim %arg89, dims = [2] : (tensor<1024xi32>) -> tensor<1x1x1024xi32>
    %901 = stablehlo.broadcast_in_dim %900, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<16x256x1024xi32>
    %902 = stablehlo.add %899, %901 : tensor<16x256x1024xi32>
    %c_281 = stablehlo.constant dense<8> : tensor<i32>
    %903 = stablehlo.broadcast_in_dim %c_281, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %904 = stablehlo.shift_right_arithmetic %902, %903 : tensor<16x256x1024xi32>
    %c_282 = stablehlo.constant dense<0> : tensor<i32>
    %c_283 = stablehlo.constant dense<127> : tensor<i32>
    %905 = call @clip_1(%904, %c_282, %c_283) : (tensor<16x256x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<16x256x1024xi32>
    %906 = stablehlo.convert %905 : (tensor<16x256x1024xi32>) -> tensor<16x256x1024xi8>
    %c_284 = stablehlo.constant dense<63> : tensor<i8>
    %907 = stablehlo.broadcast_in_dim %c_284, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %908 = stablehlo.minimum %890, %907 : tensor<16x256x1024xi8>
    %c_285 = stablehlo.constant dense<64> : tensor<i8>
    %909 = stablehlo.broadcast_in_dim %c_285, dims = [] : (tensor<i8>) -> tensor<16x256x1024xi8>
    %910 = stablehlo.minimum %906, %909 : tensor<16x256x1024xi8>
    %911 = stablehlo.add %908, %910 : tensor<16x256x1024xi8>
    return %911 : tensor<16x256x1024xi8>
  }
  func.func private @clip(%arg0: tensor<16x256x3072xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<16x256x3072xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<16x256x3072xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<16x256x3072xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<16x256x3072xi32>
    return %5 : tensor<16x256x3072xi32>
  }
  func.func private @round(%arg0: tensor<16x256x1024xf32>) -> tensor<16x256x1024xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<16x256x1024xf32>
    return %0 : tensor<16x256x1024xf32>
  }
  func.func private @clip_0(%arg0: tensor<16x256x1024xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<16x256x1024xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<16x256x1024xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<16x256x1024xf32>
    return %5 : tensor<16x256x1024xf32>
  }
  func.func private @clip_1(%arg0: tensor<16x256x1024xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<16x256x1024xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<16x256x1024xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<16x256x1024xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<16x256x1024xi32>
    return %5 : tensor<16x256x1024xi32>
  }
  func.func private @clip_2(%arg0: tensor<16x256x4096xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<16x256x4096xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<16x256x4096xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<16x256x4096xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<16x256x4096xi32>
    return %5 : tensor<16x256x4096xi32>
  }
}
