module @resnet50_int8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x1x64x64xi8>, %arg1: tensor<64xi32>, %arg2: tensor<3x3x64x64xi8>, %arg3: tensor<64xi32>, %arg4: tensor<1x1x64x256xi8>, %arg5: tensor<256xi32>, %arg6: tensor<1x1x64x256xi8>, %arg7: tensor<256xi32>, %arg8: tensor<1x1x256x64xi8>, %arg9: tensor<64xi32>, %arg10: tensor<3x3x64x64xi8>, %arg11: tensor<64xi32>, %arg12: tensor<1x1x64x256xi8>, %arg13: tensor<256xi32>, %arg14: tensor<1x1x256x64xi8>, %arg15: tensor<64xi32>, %arg16: tensor<3x3x64x64xi8>, %arg17: tensor<64xi32>, %arg18: tensor<1x1x64x256xi8>, %arg19: tensor<256xi32>, %arg20: tensor<1x1x256x128xi8>, %arg21: tensor<128xi32>, %arg22: tensor<3x3x128x128xi8>, %arg23: tensor<128xi32>, %arg24: tensor<1x1x128x512xi8>, %arg25: tensor<512xi32>, %arg26: tensor<1x1x256x512xi8>, %arg27: tensor<512xi32>, %arg28: tensor<1x1x512x128xi8>, %arg29: tensor<128xi32>, %arg30: tensor<3x3x128x128xi8>, %arg31: tensor<128xi32>, %arg32: tensor<1x1x128x512xi8>, %arg33: tensor<512xi32>, %arg34: tensor<1x1x512x128xi8>, %arg35: tensor<128xi32>, %arg36: tensor<3x3x128x128xi8>, %arg37: tensor<128xi32>, %arg38: tensor<1x1x128x512xi8>, %arg39: tensor<512xi32>, %arg40: tensor<1x1x512x128xi8>, %arg41: tensor<128xi32>, %arg42: tensor<3x3x128x128xi8>, %arg43: tensor<128xi32>, %arg44: tensor<1x1x128x512xi8>, %arg45: tensor<512xi32>, %arg46: tensor<1x1x512x256xi8>, %arg47: tensor<256xi32>, %arg48: tensor<3x3x256x256xi8>, %arg49: tensor<256xi32>, %arg50: tensor<1x1x256x1024xi8>, %arg51: tensor<1024xi32>, %arg52: tensor<1x1x512x1024xi8>, %arg53: tensor<1024xi32>, %arg54: tensor<1x1x1024x256xi8>, %arg55: tensor<256xi32>, %arg56: tensor<3x3x256x256xi8>, %arg57: tensor<256xi32>, %arg58: tensor<1x1x256x1024xi8>, %arg59: tensor<1024xi32>, %arg60: tensor<1x1x1024x256xi8>, %arg61: tensor<256xi32>, %arg62: tensor<3x3x256x256xi8>, %arg63: tensor<256xi32>, %arg64: tensor<1x1x256x1024xi8>, %arg65: tensor<1024xi32>, %arg66: tensor<1x1x1024x256xi8>, %arg67: tensor<256xi32>, %arg68: tensor<3x3x256x256xi8>, %arg69: tensor<256xi32>, %arg70: tensor<1x1x256x1024xi8>, %arg71: tensor<1024xi32>, %arg72: tensor<1x1x1024x256xi8>, %arg73: tensor<256xi32>, %arg74: tensor<3x3x256x256xi8>, %arg75: tensor<256xi32>, %arg76: tensor<1x1x256x1024xi8>, %arg77: tensor<1024xi32>, %arg78: tensor<1x1x1024x256xi8>, %arg79: tensor<256xi32>, %arg80: tensor<3x3x256x256xi8>, %arg81: tensor<256xi32>, %arg82: tensor<1x1x256x1024xi8>, %arg83: tensor<1024xi32>, %arg84: tensor<1x1x1024x512xi8>, %arg85: tensor<512xi32>, %arg86: tensor<3x3x512x512xi8>, %arg87: tensor<512xi32>, %arg88: tensor<1x1x512x2048xi8>, %arg89: tensor<2048xi32>, %arg90: tensor<1x1x1024x2048xi8>, %arg91: tensor<2048xi32>, %arg92: tensor<1x1x2048x512xi8>, %arg93: tensor<512xi32>, %arg94: tensor<3x3x512x512xi8>, %arg95: tensor<512xi32>, %arg96: tensor<1x1x512x2048xi8>, %arg97: tensor<2048xi32>, %arg98: tensor<1x1x2048x512xi8>, %arg99: tensor<512xi32>, %arg100: tensor<3x3x512x512xi8>, %arg101: tensor<512xi32>, %arg102: tensor<1x1x512x2048xi8>, %arg103: tensor<2048xi32>, %arg104: tensor<7x7x3x64xi8>, %arg105: tensor<64xi32>, %arg106: tensor<2048x1000xi8>, %arg107: tensor<1000xi32>, %arg108: tensor<8x224x224x3xi8>) -> (tensor<8x1000xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg108, %arg104) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 3], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x224x224x3xi8>, tensor<7x7x3x64xi8>) -> tensor<8x112x112x64xi32>
    %1 = stablehlo.broadcast_in_dim %arg105, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x112x112x64xi32>
    %3 = stablehlo.add %0, %2 : tensor<8x112x112x64xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x112x112x64xi32>
    %5 = stablehlo.shift_right_arithmetic %3, %4 : tensor<8x112x112x64xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<127> : tensor<i32>
    %6 = call @clip(%5, %c_0, %c_1) : (tensor<8x112x112x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x112x112x64xi32>
    %7 = stablehlo.convert %6 : (tensor<8x112x112x64xi32>) -> tensor<8x112x112x64xi8>
    %c_2 = stablehlo.constant dense<-128> : tensor<i8>
    %8 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i8>) -> tensor<i8>
    %9 = "stablehlo.reduce_window"(%7, %8) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg109: tensor<i8>, %arg110: tensor<i8>):
      %515 = stablehlo.maximum %arg109, %arg110 : tensor<i8>
      stablehlo.return %515 : tensor<i8>
    }) : (tensor<8x112x112x64xi8>, tensor<i8>) -> tensor<8x56x56x64xi8>
    %10 = stablehlo.convolution(%9, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<1x1x64x64xi8>) -> tensor<8x56x56x64xi32>
    %11 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %13 = stablehlo.add %10, %12 : tensor<8x56x56x64xi32>
    %c_3 = stablehlo.constant dense<8> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %15 = stablehlo.shift_right_arithmetic %13, %14 : tensor<8x56x56x64xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<127> : tensor<i32>
    %16 = call @clip_0(%15, %c_4, %c_5) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %17 = stablehlo.convert %16 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %18 = stablehlo.convolution(%17, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<3x3x64x64xi8>) -> tensor<8x56x56x64xi32>
    %19 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %21 = stablehlo.add %18, %20 : tensor<8x56x56x64xi32>
    %c_6 = stablehlo.constant dense<8> : tensor<i32>
    %22 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %23 = stablehlo.shift_right_arithmetic %21, %22 : tensor<8x56x56x64xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<127> : tensor<i32>
    %24 = call @clip_0(%23, %c_7, %c_8) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %25 = stablehlo.convert %24 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %26 = stablehlo.convolution(%25, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<1x1x64x256xi8>) -> tensor<8x56x56x256xi32>
    %27 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x56x56x256xi32>
    %29 = stablehlo.add %26, %28 : tensor<8x56x56x256xi32>
    %c_9 = stablehlo.constant dense<8> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %31 = stablehlo.shift_right_arithmetic %29, %30 : tensor<8x56x56x256xi32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %c_11 = stablehlo.constant dense<127> : tensor<i32>
    %32 = call @clip_1(%31, %c_10, %c_11) : (tensor<8x56x56x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x256xi32>
    %33 = stablehlo.convert %32 : (tensor<8x56x56x256xi32>) -> tensor<8x56x56x256xi8>
    %34 = stablehlo.convolution(%9, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<1x1x64x256xi8>) -> tensor<8x56x56x256xi32>
    %35 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x56x56x256xi32>
    %37 = stablehlo.add %34, %36 : tensor<8x56x56x256xi32>
    %c_12 = stablehlo.constant dense<8> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %39 = stablehlo.shift_right_arithmetic %37, %38 : tensor<8x56x56x256xi32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %c_14 = stablehlo.constant dense<127> : tensor<i32>
    %40 = call @clip_1(%39, %c_13, %c_14) : (tensor<8x56x56x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x256xi32>
    %41 = stablehlo.convert %40 : (tensor<8x56x56x256xi32>) -> tensor<8x56x56x256xi8>
    %c_15 = stablehlo.constant dense<63> : tensor<i8>
    %42 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %43 = stablehlo.minimum %41, %42 : tensor<8x56x56x256xi8>
    %c_16 = stablehlo.constant dense<64> : tensor<i8>
    %44 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %45 = stablehlo.minimum %33, %44 : tensor<8x56x56x256xi8>
    %46 = stablehlo.add %43, %45 : tensor<8x56x56x256xi8>
    %47 = stablehlo.convolution(%46, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xi8>, tensor<1x1x256x64xi8>) -> tensor<8x56x56x64xi32>
    %48 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %50 = stablehlo.add %47, %49 : tensor<8x56x56x64xi32>
    %c_17 = stablehlo.constant dense<8> : tensor<i32>
    %51 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %52 = stablehlo.shift_right_arithmetic %50, %51 : tensor<8x56x56x64xi32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %c_19 = stablehlo.constant dense<127> : tensor<i32>
    %53 = call @clip_0(%52, %c_18, %c_19) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %54 = stablehlo.convert %53 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %55 = stablehlo.convolution(%54, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<3x3x64x64xi8>) -> tensor<8x56x56x64xi32>
    %56 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %58 = stablehlo.add %55, %57 : tensor<8x56x56x64xi32>
    %c_20 = stablehlo.constant dense<8> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %60 = stablehlo.shift_right_arithmetic %58, %59 : tensor<8x56x56x64xi32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %c_22 = stablehlo.constant dense<127> : tensor<i32>
    %61 = call @clip_0(%60, %c_21, %c_22) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %62 = stablehlo.convert %61 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %63 = stablehlo.convolution(%62, %arg12) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<1x1x64x256xi8>) -> tensor<8x56x56x256xi32>
    %64 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x56x56x256xi32>
    %66 = stablehlo.add %63, %65 : tensor<8x56x56x256xi32>
    %c_23 = stablehlo.constant dense<8> : tensor<i32>
    %67 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %68 = stablehlo.shift_right_arithmetic %66, %67 : tensor<8x56x56x256xi32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %c_25 = stablehlo.constant dense<127> : tensor<i32>
    %69 = call @clip_1(%68, %c_24, %c_25) : (tensor<8x56x56x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x256xi32>
    %70 = stablehlo.convert %69 : (tensor<8x56x56x256xi32>) -> tensor<8x56x56x256xi8>
    %c_26 = stablehlo.constant dense<63> : tensor<i8>
    %71 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %72 = stablehlo.minimum %46, %71 : tensor<8x56x56x256xi8>
    %c_27 = stablehlo.constant dense<64> : tensor<i8>
    %73 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %74 = stablehlo.minimum %70, %73 : tensor<8x56x56x256xi8>
    %75 = stablehlo.add %72, %74 : tensor<8x56x56x256xi8>
    %76 = stablehlo.convolution(%75, %arg14) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xi8>, tensor<1x1x256x64xi8>) -> tensor<8x56x56x64xi32>
    %77 = stablehlo.broadcast_in_dim %arg15, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %79 = stablehlo.add %76, %78 : tensor<8x56x56x64xi32>
    %c_28 = stablehlo.constant dense<8> : tensor<i32>
    %80 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %81 = stablehlo.shift_right_arithmetic %79, %80 : tensor<8x56x56x64xi32>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %c_30 = stablehlo.constant dense<127> : tensor<i32>
    %82 = call @clip_0(%81, %c_29, %c_30) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %83 = stablehlo.convert %82 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %84 = stablehlo.convolution(%83, %arg16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<3x3x64x64xi8>) -> tensor<8x56x56x64xi32>
    %85 = stablehlo.broadcast_in_dim %arg17, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<8x56x56x64xi32>
    %87 = stablehlo.add %84, %86 : tensor<8x56x56x64xi32>
    %c_31 = stablehlo.constant dense<8> : tensor<i32>
    %88 = stablehlo.broadcast_in_dim %c_31, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %89 = stablehlo.shift_right_arithmetic %87, %88 : tensor<8x56x56x64xi32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %c_33 = stablehlo.constant dense<127> : tensor<i32>
    %90 = call @clip_0(%89, %c_32, %c_33) : (tensor<8x56x56x64xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x64xi32>
    %91 = stablehlo.convert %90 : (tensor<8x56x56x64xi32>) -> tensor<8x56x56x64xi8>
    %92 = stablehlo.convolution(%91, %arg18) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xi8>, tensor<1x1x64x256xi8>) -> tensor<8x56x56x256xi32>
    %93 = stablehlo.broadcast_in_dim %arg19, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x56x56x256xi32>
    %95 = stablehlo.add %92, %94 : tensor<8x56x56x256xi32>
    %c_34 = stablehlo.constant dense<8> : tensor<i32>
    %96 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %97 = stablehlo.shift_right_arithmetic %95, %96 : tensor<8x56x56x256xi32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %c_36 = stablehlo.constant dense<127> : tensor<i32>
    %98 = call @clip_1(%97, %c_35, %c_36) : (tensor<8x56x56x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x256xi32>
    %99 = stablehlo.convert %98 : (tensor<8x56x56x256xi32>) -> tensor<8x56x56x256xi8>
    %c_37 = stablehlo.constant dense<63> : tensor<i8>
    %100 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %101 = stablehlo.minimum %75, %100 : tensor<8x56x56x256xi8>
    %c_38 = stablehlo.constant dense<64> : tensor<i8>
    %102 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i8>) -> tensor<8x56x56x256xi8>
    %103 = stablehlo.minimum %99, %102 : tensor<8x56x56x256xi8>
    %104 = stablehlo.add %101, %103 : tensor<8x56x56x256xi8>
    %105 = stablehlo.convolution(%104, %arg20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xi8>, tensor<1x1x256x128xi8>) -> tensor<8x56x56x128xi32>
    %106 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x56x56x128xi32>
    %108 = stablehlo.add %105, %107 : tensor<8x56x56x128xi32>
    %c_39 = stablehlo.constant dense<8> : tensor<i32>
    %109 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<8x56x56x128xi32>
    %110 = stablehlo.shift_right_arithmetic %108, %109 : tensor<8x56x56x128xi32>
    %c_40 = stablehlo.constant dense<0> : tensor<i32>
    %c_41 = stablehlo.constant dense<127> : tensor<i32>
    %111 = call @clip_2(%110, %c_40, %c_41) : (tensor<8x56x56x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x56x56x128xi32>
    %112 = stablehlo.convert %111 : (tensor<8x56x56x128xi32>) -> tensor<8x56x56x128xi8>
    %113 = stablehlo.convolution(%112, %arg22) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x128xi8>, tensor<3x3x128x128xi8>) -> tensor<8x28x28x128xi32>
    %114 = stablehlo.broadcast_in_dim %arg23, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %116 = stablehlo.add %113, %115 : tensor<8x28x28x128xi32>
    %c_42 = stablehlo.constant dense<8> : tensor<i32>
    %117 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %118 = stablehlo.shift_right_arithmetic %116, %117 : tensor<8x28x28x128xi32>
    %c_43 = stablehlo.constant dense<0> : tensor<i32>
    %c_44 = stablehlo.constant dense<127> : tensor<i32>
    %119 = call @clip_3(%118, %c_43, %c_44) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %120 = stablehlo.convert %119 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %121 = stablehlo.convolution(%120, %arg24) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<1x1x128x512xi8>) -> tensor<8x28x28x512xi32>
    %122 = stablehlo.broadcast_in_dim %arg25, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x28x28x512xi32>
    %124 = stablehlo.add %121, %123 : tensor<8x28x28x512xi32>
    %c_45 = stablehlo.constant dense<8> : tensor<i32>
    %125 = stablehlo.broadcast_in_dim %c_45, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %126 = stablehlo.shift_right_arithmetic %124, %125 : tensor<8x28x28x512xi32>
    %c_46 = stablehlo.constant dense<0> : tensor<i32>
    %c_47 = stablehlo.constant dense<127> : tensor<i32>
    %127 = call @clip_4(%126, %c_46, %c_47) : (tensor<8x28x28x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x512xi32>
    %128 = stablehlo.convert %127 : (tensor<8x28x28x512xi32>) -> tensor<8x28x28x512xi8>
    %129 = stablehlo.convolution(%104, %arg26) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xi8>, tensor<1x1x256x512xi8>) -> tensor<8x28x28x512xi32>
    %130 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x28x28x512xi32>
    %132 = stablehlo.add %129, %131 : tensor<8x28x28x512xi32>
    %c_48 = stablehlo.constant dense<8> : tensor<i32>
    %133 = stablehlo.broadcast_in_dim %c_48, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %134 = stablehlo.shift_right_arithmetic %132, %133 : tensor<8x28x28x512xi32>
    %c_49 = stablehlo.constant dense<0> : tensor<i32>
    %c_50 = stablehlo.constant dense<127> : tensor<i32>
    %135 = call @clip_4(%134, %c_49, %c_50) : (tensor<8x28x28x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x512xi32>
    %136 = stablehlo.convert %135 : (tensor<8x28x28x512xi32>) -> tensor<8x28x28x512xi8>
    %c_51 = stablehlo.constant dense<63> : tensor<i8>
    %137 = stablehlo.broadcast_in_dim %c_51, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %138 = stablehlo.minimum %136, %137 : tensor<8x28x28x512xi8>
    %c_52 = stablehlo.constant dense<64> : tensor<i8>
    %139 = stablehlo.broadcast_in_dim %c_52, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %140 = stablehlo.minimum %128, %139 : tensor<8x28x28x512xi8>
    %141 = stablehlo.add %138, %140 : tensor<8x28x28x512xi8>
    %142 = stablehlo.convolution(%141, %arg28) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xi8>, tensor<1x1x512x128xi8>) -> tensor<8x28x28x128xi32>
    %143 = stablehlo.broadcast_in_dim %arg29, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %145 = stablehlo.add %142, %144 : tensor<8x28x28x128xi32>
    %c_53 = stablehlo.constant dense<8> : tensor<i32>
    %146 = stablehlo.broadcast_in_dim %c_53, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %147 = stablehlo.shift_right_arithmetic %145, %146 : tensor<8x28x28x128xi32>
    %c_54 = stablehlo.constant dense<0> : tensor<i32>
    %c_55 = stablehlo.constant dense<127> : tensor<i32>
    %148 = call @clip_3(%147, %c_54, %c_55) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %149 = stablehlo.convert %148 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %150 = stablehlo.convolution(%149, %arg30) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<3x3x128x128xi8>) -> tensor<8x28x28x128xi32>
    %151 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %153 = stablehlo.add %150, %152 : tensor<8x28x28x128xi32>
    %c_56 = stablehlo.constant dense<8> : tensor<i32>
    %154 = stablehlo.broadcast_in_dim %c_56, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %155 = stablehlo.shift_right_arithmetic %153, %154 : tensor<8x28x28x128xi32>
    %c_57 = stablehlo.constant dense<0> : tensor<i32>
    %c_58 = stablehlo.constant dense<127> : tensor<i32>
    %156 = call @clip_3(%155, %c_57, %c_58) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %157 = stablehlo.convert %156 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %158 = stablehlo.convolution(%157, %arg32) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<1x1x128x512xi8>) -> tensor<8x28x28x512xi32>
    %159 = stablehlo.broadcast_in_dim %arg33, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x28x28x512xi32>
    %161 = stablehlo.add %158, %160 : tensor<8x28x28x512xi32>
    %c_59 = stablehlo.constant dense<8> : tensor<i32>
    %162 = stablehlo.broadcast_in_dim %c_59, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %163 = stablehlo.shift_right_arithmetic %161, %162 : tensor<8x28x28x512xi32>
    %c_60 = stablehlo.constant dense<0> : tensor<i32>
    %c_61 = stablehlo.constant dense<127> : tensor<i32>
    %164 = call @clip_4(%163, %c_60, %c_61) : (tensor<8x28x28x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x512xi32>
    %165 = stablehlo.convert %164 : (tensor<8x28x28x512xi32>) -> tensor<8x28x28x512xi8>
    %c_62 = stablehlo.constant dense<63> : tensor<i8>
    %166 = stablehlo.broadcast_in_dim %c_62, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %167 = stablehlo.minimum %141, %166 : tensor<8x28x28x512xi8>
    %c_63 = stablehlo.constant dense<64> : tensor<i8>
    %168 = stablehlo.broadcast_in_dim %c_63, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %169 = stablehlo.minimum %165, %168 : tensor<8x28x28x512xi8>
    %170 = stablehlo.add %167, %169 : tensor<8x28x28x512xi8>
    %171 = stablehlo.convolution(%170, %arg34) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xi8>, tensor<1x1x512x128xi8>) -> tensor<8x28x28x128xi32>
    %172 = stablehlo.broadcast_in_dim %arg35, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %174 = stablehlo.add %171, %173 : tensor<8x28x28x128xi32>
    %c_64 = stablehlo.constant dense<8> : tensor<i32>
    %175 = stablehlo.broadcast_in_dim %c_64, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %176 = stablehlo.shift_right_arithmetic %174, %175 : tensor<8x28x28x128xi32>
    %c_65 = stablehlo.constant dense<0> : tensor<i32>
    %c_66 = stablehlo.constant dense<127> : tensor<i32>
    %177 = call @clip_3(%176, %c_65, %c_66) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %178 = stablehlo.convert %177 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %179 = stablehlo.convolution(%178, %arg36) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<3x3x128x128xi8>) -> tensor<8x28x28x128xi32>
    %180 = stablehlo.broadcast_in_dim %arg37, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %182 = stablehlo.add %179, %181 : tensor<8x28x28x128xi32>
    %c_67 = stablehlo.constant dense<8> : tensor<i32>
    %183 = stablehlo.broadcast_in_dim %c_67, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %184 = stablehlo.shift_right_arithmetic %182, %183 : tensor<8x28x28x128xi32>
    %c_68 = stablehlo.constant dense<0> : tensor<i32>
    %c_69 = stablehlo.constant dense<127> : tensor<i32>
    %185 = call @clip_3(%184, %c_68, %c_69) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %186 = stablehlo.convert %185 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %187 = stablehlo.convolution(%186, %arg38) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<1x1x128x512xi8>) -> tensor<8x28x28x512xi32>
    %188 = stablehlo.broadcast_in_dim %arg39, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %189 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x28x28x512xi32>
    %190 = stablehlo.add %187, %189 : tensor<8x28x28x512xi32>
    %c_70 = stablehlo.constant dense<8> : tensor<i32>
    %191 = stablehlo.broadcast_in_dim %c_70, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %192 = stablehlo.shift_right_arithmetic %190, %191 : tensor<8x28x28x512xi32>
    %c_71 = stablehlo.constant dense<0> : tensor<i32>
    %c_72 = stablehlo.constant dense<127> : tensor<i32>
    %193 = call @clip_4(%192, %c_71, %c_72) : (tensor<8x28x28x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x512xi32>
    %194 = stablehlo.convert %193 : (tensor<8x28x28x512xi32>) -> tensor<8x28x28x512xi8>
    %c_73 = stablehlo.constant dense<63> : tensor<i8>
    %195 = stablehlo.broadcast_in_dim %c_73, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %196 = stablehlo.minimum %170, %195 : tensor<8x28x28x512xi8>
    %c_74 = stablehlo.constant dense<64> : tensor<i8>
    %197 = stablehlo.broadcast_in_dim %c_74, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %198 = stablehlo.minimum %194, %197 : tensor<8x28x28x512xi8>
    %199 = stablehlo.add %196, %198 : tensor<8x28x28x512xi8>
    %200 = stablehlo.convolution(%199, %arg40) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xi8>, tensor<1x1x512x128xi8>) -> tensor<8x28x28x128xi32>
    %201 = stablehlo.broadcast_in_dim %arg41, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %203 = stablehlo.add %200, %202 : tensor<8x28x28x128xi32>
    %c_75 = stablehlo.constant dense<8> : tensor<i32>
    %204 = stablehlo.broadcast_in_dim %c_75, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %205 = stablehlo.shift_right_arithmetic %203, %204 : tensor<8x28x28x128xi32>
    %c_76 = stablehlo.constant dense<0> : tensor<i32>
    %c_77 = stablehlo.constant dense<127> : tensor<i32>
    %206 = call @clip_3(%205, %c_76, %c_77) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %207 = stablehlo.convert %206 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %208 = stablehlo.convolution(%207, %arg42) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<3x3x128x128xi8>) -> tensor<8x28x28x128xi32>
    %209 = stablehlo.broadcast_in_dim %arg43, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<8x28x28x128xi32>
    %211 = stablehlo.add %208, %210 : tensor<8x28x28x128xi32>
    %c_78 = stablehlo.constant dense<8> : tensor<i32>
    %212 = stablehlo.broadcast_in_dim %c_78, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %213 = stablehlo.shift_right_arithmetic %211, %212 : tensor<8x28x28x128xi32>
    %c_79 = stablehlo.constant dense<0> : tensor<i32>
    %c_80 = stablehlo.constant dense<127> : tensor<i32>
    %214 = call @clip_3(%213, %c_79, %c_80) : (tensor<8x28x28x128xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x128xi32>
    %215 = stablehlo.convert %214 : (tensor<8x28x28x128xi32>) -> tensor<8x28x28x128xi8>
    %216 = stablehlo.convolution(%215, %arg44) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xi8>, tensor<1x1x128x512xi8>) -> tensor<8x28x28x512xi32>
    %217 = stablehlo.broadcast_in_dim %arg45, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x28x28x512xi32>
    %219 = stablehlo.add %216, %218 : tensor<8x28x28x512xi32>
    %c_81 = stablehlo.constant dense<8> : tensor<i32>
    %220 = stablehlo.broadcast_in_dim %c_81, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %221 = stablehlo.shift_right_arithmetic %219, %220 : tensor<8x28x28x512xi32>
    %c_82 = stablehlo.constant dense<0> : tensor<i32>
    %c_83 = stablehlo.constant dense<127> : tensor<i32>
    %222 = call @clip_4(%221, %c_82, %c_83) : (tensor<8x28x28x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x512xi32>
    %223 = stablehlo.convert %222 : (tensor<8x28x28x512xi32>) -> tensor<8x28x28x512xi8>
    %c_84 = stablehlo.constant dense<63> : tensor<i8>
    %224 = stablehlo.broadcast_in_dim %c_84, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %225 = stablehlo.minimum %199, %224 : tensor<8x28x28x512xi8>
    %c_85 = stablehlo.constant dense<64> : tensor<i8>
    %226 = stablehlo.broadcast_in_dim %c_85, dims = [] : (tensor<i8>) -> tensor<8x28x28x512xi8>
    %227 = stablehlo.minimum %223, %226 : tensor<8x28x28x512xi8>
    %228 = stablehlo.add %225, %227 : tensor<8x28x28x512xi8>
    %229 = stablehlo.convolution(%228, %arg46) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xi8>, tensor<1x1x512x256xi8>) -> tensor<8x28x28x256xi32>
    %230 = stablehlo.broadcast_in_dim %arg47, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x28x28x256xi32>
    %232 = stablehlo.add %229, %231 : tensor<8x28x28x256xi32>
    %c_86 = stablehlo.constant dense<8> : tensor<i32>
    %233 = stablehlo.broadcast_in_dim %c_86, dims = [] : (tensor<i32>) -> tensor<8x28x28x256xi32>
    %234 = stablehlo.shift_right_arithmetic %232, %233 : tensor<8x28x28x256xi32>
    %c_87 = stablehlo.constant dense<0> : tensor<i32>
    %c_88 = stablehlo.constant dense<127> : tensor<i32>
    %235 = call @clip_5(%234, %c_87, %c_88) : (tensor<8x28x28x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x28x28x256xi32>
    %236 = stablehlo.convert %235 : (tensor<8x28x28x256xi32>) -> tensor<8x28x28x256xi8>
    %237 = stablehlo.convolution(%236, %arg48) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %238 = stablehlo.broadcast_in_dim %arg49, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %240 = stablehlo.add %237, %239 : tensor<8x14x14x256xi32>
    %c_89 = stablehlo.constant dense<8> : tensor<i32>
    %241 = stablehlo.broadcast_in_dim %c_89, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %242 = stablehlo.shift_right_arithmetic %240, %241 : tensor<8x14x14x256xi32>
    %c_90 = stablehlo.constant dense<0> : tensor<i32>
    %c_91 = stablehlo.constant dense<127> : tensor<i32>
    %243 = call @clip_6(%242, %c_90, %c_91) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %244 = stablehlo.convert %243 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %245 = stablehlo.convolution(%244, %arg50) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %246 = stablehlo.broadcast_in_dim %arg51, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %248 = stablehlo.add %245, %247 : tensor<8x14x14x1024xi32>
    %c_92 = stablehlo.constant dense<8> : tensor<i32>
    %249 = stablehlo.broadcast_in_dim %c_92, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %250 = stablehlo.shift_right_arithmetic %248, %249 : tensor<8x14x14x1024xi32>
    %c_93 = stablehlo.constant dense<0> : tensor<i32>
    %c_94 = stablehlo.constant dense<127> : tensor<i32>
    %251 = call @clip_7(%250, %c_93, %c_94) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %252 = stablehlo.convert %251 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %253 = stablehlo.convolution(%228, %arg52) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xi8>, tensor<1x1x512x1024xi8>) -> tensor<8x14x14x1024xi32>
    %254 = stablehlo.broadcast_in_dim %arg53, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %256 = stablehlo.add %253, %255 : tensor<8x14x14x1024xi32>
    %c_95 = stablehlo.constant dense<8> : tensor<i32>
    %257 = stablehlo.broadcast_in_dim %c_95, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %258 = stablehlo.shift_right_arithmetic %256, %257 : tensor<8x14x14x1024xi32>
    %c_96 = stablehlo.constant dense<0> : tensor<i32>
    %c_97 = stablehlo.constant dense<127> : tensor<i32>
    %259 = call @clip_7(%258, %c_96, %c_97) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %260 = stablehlo.convert %259 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_98 = stablehlo.constant dense<63> : tensor<i8>
    %261 = stablehlo.broadcast_in_dim %c_98, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %262 = stablehlo.minimum %260, %261 : tensor<8x14x14x1024xi8>
    %c_99 = stablehlo.constant dense<64> : tensor<i8>
    %263 = stablehlo.broadcast_in_dim %c_99, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %264 = stablehlo.minimum %252, %263 : tensor<8x14x14x1024xi8>
    %265 = stablehlo.add %262, %264 : tensor<8x14x14x1024xi8>
    %266 = stablehlo.convolution(%265, %arg54) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x256xi8>) -> tensor<8x14x14x256xi32>
    %267 = stablehlo.broadcast_in_dim %arg55, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %268 = stablehlo.broadcast_in_dim %267, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %269 = stablehlo.add %266, %268 : tensor<8x14x14x256xi32>
    %c_100 = stablehlo.constant dense<8> : tensor<i32>
    %270 = stablehlo.broadcast_in_dim %c_100, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %271 = stablehlo.shift_right_arithmetic %269, %270 : tensor<8x14x14x256xi32>
    %c_101 = stablehlo.constant dense<0> : tensor<i32>
    %c_102 = stablehlo.constant dense<127> : tensor<i32>
    %272 = call @clip_6(%271, %c_101, %c_102) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %273 = stablehlo.convert %272 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %274 = stablehlo.convolution(%273, %arg56) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %275 = stablehlo.broadcast_in_dim %arg57, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %277 = stablehlo.add %274, %276 : tensor<8x14x14x256xi32>
    %c_103 = stablehlo.constant dense<8> : tensor<i32>
    %278 = stablehlo.broadcast_in_dim %c_103, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %279 = stablehlo.shift_right_arithmetic %277, %278 : tensor<8x14x14x256xi32>
    %c_104 = stablehlo.constant dense<0> : tensor<i32>
    %c_105 = stablehlo.constant dense<127> : tensor<i32>
    %280 = call @clip_6(%279, %c_104, %c_105) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %281 = stablehlo.convert %280 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %282 = stablehlo.convolution(%281, %arg58) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %283 = stablehlo.broadcast_in_dim %arg59, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %284 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %285 = stablehlo.add %282, %284 : tensor<8x14x14x1024xi32>
    %c_106 = stablehlo.constant dense<8> : tensor<i32>
    %286 = stablehlo.broadcast_in_dim %c_106, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %287 = stablehlo.shift_right_arithmetic %285, %286 : tensor<8x14x14x1024xi32>
    %c_107 = stablehlo.constant dense<0> : tensor<i32>
    %c_108 = stablehlo.constant dense<127> : tensor<i32>
    %288 = call @clip_7(%287, %c_107, %c_108) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %289 = stablehlo.convert %288 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_109 = stablehlo.constant dense<63> : tensor<i8>
    %290 = stablehlo.broadcast_in_dim %c_109, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %291 = stablehlo.minimum %265, %290 : tensor<8x14x14x1024xi8>
    %c_110 = stablehlo.constant dense<64> : tensor<i8>
    %292 = stablehlo.broadcast_in_dim %c_110, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %293 = stablehlo.minimum %289, %292 : tensor<8x14x14x1024xi8>
    %294 = stablehlo.add %291, %293 : tensor<8x14x14x1024xi8>
    %295 = stablehlo.convolution(%294, %arg60) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x256xi8>) -> tensor<8x14x14x256xi32>
    %296 = stablehlo.broadcast_in_dim %arg61, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %297 = stablehlo.broadcast_in_dim %296, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %298 = stablehlo.add %295, %297 : tensor<8x14x14x256xi32>
    %c_111 = stablehlo.constant dense<8> : tensor<i32>
    %299 = stablehlo.broadcast_in_dim %c_111, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %300 = stablehlo.shift_right_arithmetic %298, %299 : tensor<8x14x14x256xi32>
    %c_112 = stablehlo.constant dense<0> : tensor<i32>
    %c_113 = stablehlo.constant dense<127> : tensor<i32>
    %301 = call @clip_6(%300, %c_112, %c_113) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %302 = stablehlo.convert %301 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %303 = stablehlo.convolution(%302, %arg62) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %304 = stablehlo.broadcast_in_dim %arg63, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %305 = stablehlo.broadcast_in_dim %304, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %306 = stablehlo.add %303, %305 : tensor<8x14x14x256xi32>
    %c_114 = stablehlo.constant dense<8> : tensor<i32>
    %307 = stablehlo.broadcast_in_dim %c_114, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %308 = stablehlo.shift_right_arithmetic %306, %307 : tensor<8x14x14x256xi32>
    %c_115 = stablehlo.constant dense<0> : tensor<i32>
    %c_116 = stablehlo.constant dense<127> : tensor<i32>
    %309 = call @clip_6(%308, %c_115, %c_116) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %310 = stablehlo.convert %309 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %311 = stablehlo.convolution(%310, %arg64) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %312 = stablehlo.broadcast_in_dim %arg65, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %313 = stablehlo.broadcast_in_dim %312, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %314 = stablehlo.add %311, %313 : tensor<8x14x14x1024xi32>
    %c_117 = stablehlo.constant dense<8> : tensor<i32>
    %315 = stablehlo.broadcast_in_dim %c_117, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %316 = stablehlo.shift_right_arithmetic %314, %315 : tensor<8x14x14x1024xi32>
    %c_118 = stablehlo.constant dense<0> : tensor<i32>
    %c_119 = stablehlo.constant dense<127> : tensor<i32>
    %317 = call @clip_7(%316, %c_118, %c_119) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %318 = stablehlo.convert %317 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_120 = stablehlo.constant dense<63> : tensor<i8>
    %319 = stablehlo.broadcast_in_dim %c_120, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %320 = stablehlo.minimum %294, %319 : tensor<8x14x14x1024xi8>
    %c_121 = stablehlo.constant dense<64> : tensor<i8>
    %321 = stablehlo.broadcast_in_dim %c_121, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %322 = stablehlo.minimum %318, %321 : tensor<8x14x14x1024xi8>
    %323 = stablehlo.add %320, %322 : tensor<8x14x14x1024xi8>
    %324 = stablehlo.convolution(%323, %arg66) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x256xi8>) -> tensor<8x14x14x256xi32>
    %325 = stablehlo.broadcast_in_dim %arg67, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %327 = stablehlo.add %324, %326 : tensor<8x14x14x256xi32>
    %c_122 = stablehlo.constant dense<8> : tensor<i32>
    %328 = stablehlo.broadcast_in_dim %c_122, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %329 = stablehlo.shift_right_arithmetic %327, %328 : tensor<8x14x14x256xi32>
    %c_123 = stablehlo.constant dense<0> : tensor<i32>
    %c_124 = stablehlo.constant dense<127> : tensor<i32>
    %330 = call @clip_6(%329, %c_123, %c_124) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %331 = stablehlo.convert %330 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %332 = stablehlo.convolution(%331, %arg68) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %333 = stablehlo.broadcast_in_dim %arg69, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %335 = stablehlo.add %332, %334 : tensor<8x14x14x256xi32>
    %c_125 = stablehlo.constant dense<8> : tensor<i32>
    %336 = stablehlo.broadcast_in_dim %c_125, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %337 = stablehlo.shift_right_arithmetic %335, %336 : tensor<8x14x14x256xi32>
    %c_126 = stablehlo.constant dense<0> : tensor<i32>
    %c_127 = stablehlo.constant dense<127> : tensor<i32>
    %338 = call @clip_6(%337, %c_126, %c_127) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %339 = stablehlo.convert %338 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %340 = stablehlo.convolution(%339, %arg70) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %341 = stablehlo.broadcast_in_dim %arg71, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %343 = stablehlo.add %340, %342 : tensor<8x14x14x1024xi32>
    %c_128 = stablehlo.constant dense<8> : tensor<i32>
    %344 = stablehlo.broadcast_in_dim %c_128, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %345 = stablehlo.shift_right_arithmetic %343, %344 : tensor<8x14x14x1024xi32>
    %c_129 = stablehlo.constant dense<0> : tensor<i32>
    %c_130 = stablehlo.constant dense<127> : tensor<i32>
    %346 = call @clip_7(%345, %c_129, %c_130) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %347 = stablehlo.convert %346 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_131 = stablehlo.constant dense<63> : tensor<i8>
    %348 = stablehlo.broadcast_in_dim %c_131, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %349 = stablehlo.minimum %323, %348 : tensor<8x14x14x1024xi8>
    %c_132 = stablehlo.constant dense<64> : tensor<i8>
    %350 = stablehlo.broadcast_in_dim %c_132, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %351 = stablehlo.minimum %347, %350 : tensor<8x14x14x1024xi8>
    %352 = stablehlo.add %349, %351 : tensor<8x14x14x1024xi8>
    %353 = stablehlo.convolution(%352, %arg72) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x256xi8>) -> tensor<8x14x14x256xi32>
    %354 = stablehlo.broadcast_in_dim %arg73, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %356 = stablehlo.add %353, %355 : tensor<8x14x14x256xi32>
    %c_133 = stablehlo.constant dense<8> : tensor<i32>
    %357 = stablehlo.broadcast_in_dim %c_133, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %358 = stablehlo.shift_right_arithmetic %356, %357 : tensor<8x14x14x256xi32>
    %c_134 = stablehlo.constant dense<0> : tensor<i32>
    %c_135 = stablehlo.constant dense<127> : tensor<i32>
    %359 = call @clip_6(%358, %c_134, %c_135) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %360 = stablehlo.convert %359 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %361 = stablehlo.convolution(%360, %arg74) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %362 = stablehlo.broadcast_in_dim %arg75, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %363 = stablehlo.broadcast_in_dim %362, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %364 = stablehlo.add %361, %363 : tensor<8x14x14x256xi32>
    %c_136 = stablehlo.constant dense<8> : tensor<i32>
    %365 = stablehlo.broadcast_in_dim %c_136, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %366 = stablehlo.shift_right_arithmetic %364, %365 : tensor<8x14x14x256xi32>
    %c_137 = stablehlo.constant dense<0> : tensor<i32>
    %c_138 = stablehlo.constant dense<127> : tensor<i32>
    %367 = call @clip_6(%366, %c_137, %c_138) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %368 = stablehlo.convert %367 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %369 = stablehlo.convolution(%368, %arg76) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %370 = stablehlo.broadcast_in_dim %arg77, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %371 = stablehlo.broadcast_in_dim %370, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %372 = stablehlo.add %369, %371 : tensor<8x14x14x1024xi32>
    %c_139 = stablehlo.constant dense<8> : tensor<i32>
    %373 = stablehlo.broadcast_in_dim %c_139, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %374 = stablehlo.shift_right_arithmetic %372, %373 : tensor<8x14x14x1024xi32>
    %c_140 = stablehlo.constant dense<0> : tensor<i32>
    %c_141 = stablehlo.constant dense<127> : tensor<i32>
    %375 = call @clip_7(%374, %c_140, %c_141) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %376 = stablehlo.convert %375 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_142 = stablehlo.constant dense<63> : tensor<i8>
    %377 = stablehlo.broadcast_in_dim %c_142, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %378 = stablehlo.minimum %352, %377 : tensor<8x14x14x1024xi8>
    %c_143 = stablehlo.constant dense<64> : tensor<i8>
    %379 = stablehlo.broadcast_in_dim %c_143, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %380 = stablehlo.minimum %376, %379 : tensor<8x14x14x1024xi8>
    %381 = stablehlo.add %378, %380 : tensor<8x14x14x1024xi8>
    %382 = stablehlo.convolution(%381, %arg78) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x256xi8>) -> tensor<8x14x14x256xi32>
    %383 = stablehlo.broadcast_in_dim %arg79, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %384 = stablehlo.broadcast_in_dim %383, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %385 = stablehlo.add %382, %384 : tensor<8x14x14x256xi32>
    %c_144 = stablehlo.constant dense<8> : tensor<i32>
    %386 = stablehlo.broadcast_in_dim %c_144, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %387 = stablehlo.shift_right_arithmetic %385, %386 : tensor<8x14x14x256xi32>
    %c_145 = stablehlo.constant dense<0> : tensor<i32>
    %c_146 = stablehlo.constant dense<127> : tensor<i32>
    %388 = call @clip_6(%387, %c_145, %c_146) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %389 = stablehlo.convert %388 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %390 = stablehlo.convolution(%389, %arg80) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<3x3x256x256xi8>) -> tensor<8x14x14x256xi32>
    %391 = stablehlo.broadcast_in_dim %arg81, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %392 = stablehlo.broadcast_in_dim %391, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<8x14x14x256xi32>
    %393 = stablehlo.add %390, %392 : tensor<8x14x14x256xi32>
    %c_147 = stablehlo.constant dense<8> : tensor<i32>
    %394 = stablehlo.broadcast_in_dim %c_147, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %395 = stablehlo.shift_right_arithmetic %393, %394 : tensor<8x14x14x256xi32>
    %c_148 = stablehlo.constant dense<0> : tensor<i32>
    %c_149 = stablehlo.constant dense<127> : tensor<i32>
    %396 = call @clip_6(%395, %c_148, %c_149) : (tensor<8x14x14x256xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x256xi32>
    %397 = stablehlo.convert %396 : (tensor<8x14x14x256xi32>) -> tensor<8x14x14x256xi8>
    %398 = stablehlo.convolution(%397, %arg82) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xi8>, tensor<1x1x256x1024xi8>) -> tensor<8x14x14x1024xi32>
    %399 = stablehlo.broadcast_in_dim %arg83, dims = [3] : (tensor<1024xi32>) -> tensor<1x1x1x1024xi32>
    %400 = stablehlo.broadcast_in_dim %399, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xi32>) -> tensor<8x14x14x1024xi32>
    %401 = stablehlo.add %398, %400 : tensor<8x14x14x1024xi32>
    %c_150 = stablehlo.constant dense<8> : tensor<i32>
    %402 = stablehlo.broadcast_in_dim %c_150, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %403 = stablehlo.shift_right_arithmetic %401, %402 : tensor<8x14x14x1024xi32>
    %c_151 = stablehlo.constant dense<0> : tensor<i32>
    %c_152 = stablehlo.constant dense<127> : tensor<i32>
    %404 = call @clip_7(%403, %c_151, %c_152) : (tensor<8x14x14x1024xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x1024xi32>
    %405 = stablehlo.convert %404 : (tensor<8x14x14x1024xi32>) -> tensor<8x14x14x1024xi8>
    %c_153 = stablehlo.constant dense<63> : tensor<i8>
    %406 = stablehlo.broadcast_in_dim %c_153, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %407 = stablehlo.minimum %381, %406 : tensor<8x14x14x1024xi8>
    %c_154 = stablehlo.constant dense<64> : tensor<i8>
    %408 = stablehlo.broadcast_in_dim %c_154, dims = [] : (tensor<i8>) -> tensor<8x14x14x1024xi8>
    %409 = stablehlo.minimum %405, %408 : tensor<8x14x14x1024xi8>
    %410 = stablehlo.add %407, %409 : tensor<8x14x14x1024xi8>
    %411 = stablehlo.convolution(%410, %arg84) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x512xi8>) -> tensor<8x14x14x512xi32>
    %412 = stablehlo.broadcast_in_dim %arg85, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %413 = stablehlo.broadcast_in_dim %412, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x14x14x512xi32>
    %414 = stablehlo.add %411, %413 : tensor<8x14x14x512xi32>
    %c_155 = stablehlo.constant dense<8> : tensor<i32>
    %415 = stablehlo.broadcast_in_dim %c_155, dims = [] : (tensor<i32>) -> tensor<8x14x14x512xi32>
    %416 = stablehlo.shift_right_arithmetic %414, %415 : tensor<8x14x14x512xi32>
    %c_156 = stablehlo.constant dense<0> : tensor<i32>
    %c_157 = stablehlo.constant dense<127> : tensor<i32>
    %417 = call @clip_8(%416, %c_156, %c_157) : (tensor<8x14x14x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x14x14x512xi32>
    %418 = stablehlo.convert %417 : (tensor<8x14x14x512xi32>) -> tensor<8x14x14x512xi8>
    %419 = stablehlo.convolution(%418, %arg86) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x512xi8>, tensor<3x3x512x512xi8>) -> tensor<8x7x7x512xi32>
    %420 = stablehlo.broadcast_in_dim %arg87, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %421 = stablehlo.broadcast_in_dim %420, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x7x7x512xi32>
    %422 = stablehlo.add %419, %421 : tensor<8x7x7x512xi32>
    %c_158 = stablehlo.constant dense<8> : tensor<i32>
    %423 = stablehlo.broadcast_in_dim %c_158, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %424 = stablehlo.shift_right_arithmetic %422, %423 : tensor<8x7x7x512xi32>
    %c_159 = stablehlo.constant dense<0> : tensor<i32>
    %c_160 = stablehlo.constant dense<127> : tensor<i32>
    %425 = call @clip_9(%424, %c_159, %c_160) : (tensor<8x7x7x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x512xi32>
    %426 = stablehlo.convert %425 : (tensor<8x7x7x512xi32>) -> tensor<8x7x7x512xi8>
    %427 = stablehlo.convolution(%426, %arg88) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xi8>, tensor<1x1x512x2048xi8>) -> tensor<8x7x7x2048xi32>
    %428 = stablehlo.broadcast_in_dim %arg89, dims = [3] : (tensor<2048xi32>) -> tensor<1x1x1x2048xi32>
    %429 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xi32>) -> tensor<8x7x7x2048xi32>
    %430 = stablehlo.add %427, %429 : tensor<8x7x7x2048xi32>
    %c_161 = stablehlo.constant dense<8> : tensor<i32>
    %431 = stablehlo.broadcast_in_dim %c_161, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %432 = stablehlo.shift_right_arithmetic %430, %431 : tensor<8x7x7x2048xi32>
    %c_162 = stablehlo.constant dense<0> : tensor<i32>
    %c_163 = stablehlo.constant dense<127> : tensor<i32>
    %433 = call @clip_10(%432, %c_162, %c_163) : (tensor<8x7x7x2048xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x2048xi32>
    %434 = stablehlo.convert %433 : (tensor<8x7x7x2048xi32>) -> tensor<8x7x7x2048xi8>
    %435 = stablehlo.convolution(%410, %arg90) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xi8>, tensor<1x1x1024x2048xi8>) -> tensor<8x7x7x2048xi32>
    %436 = stablehlo.broadcast_in_dim %arg91, dims = [3] : (tensor<2048xi32>) -> tensor<1x1x1x2048xi32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xi32>) -> tensor<8x7x7x2048xi32>
    %438 = stablehlo.add %435, %437 : tensor<8x7x7x2048xi32>
    %c_164 = stablehlo.constant dense<8> : tensor<i32>
    %439 = stablehlo.broadcast_in_dim %c_164, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %440 = stablehlo.shift_right_arithmetic %438, %439 : tensor<8x7x7x2048xi32>
    %c_165 = stablehlo.constant dense<0> : tensor<i32>
    %c_166 = stablehlo.constant dense<127> : tensor<i32>
    %441 = call @clip_10(%440, %c_165, %c_166) : (tensor<8x7x7x2048xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x2048xi32>
    %442 = stablehlo.convert %441 : (tensor<8x7x7x2048xi32>) -> tensor<8x7x7x2048xi8>
    %c_167 = stablehlo.constant dense<63> : tensor<i8>
    %443 = stablehlo.broadcast_in_dim %c_167, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %444 = stablehlo.minimum %442, %443 : tensor<8x7x7x2048xi8>
    %c_168 = stablehlo.constant dense<64> : tensor<i8>
    %445 = stablehlo.broadcast_in_dim %c_168, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %446 = stablehlo.minimum %434, %445 : tensor<8x7x7x2048xi8>
    %447 = stablehlo.add %444, %446 : tensor<8x7x7x2048xi8>
    %448 = stablehlo.convolution(%447, %arg92) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xi8>, tensor<1x1x2048x512xi8>) -> tensor<8x7x7x512xi32>
    %449 = stablehlo.broadcast_in_dim %arg93, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %450 = stablehlo.broadcast_in_dim %449, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x7x7x512xi32>
    %451 = stablehlo.add %448, %450 : tensor<8x7x7x512xi32>
    %c_169 = stablehlo.constant dense<8> : tensor<i32>
    %452 = stablehlo.broadcast_in_dim %c_169, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %453 = stablehlo.shift_right_arithmetic %451, %452 : tensor<8x7x7x512xi32>
    %c_170 = stablehlo.constant dense<0> : tensor<i32>
    %c_171 = stablehlo.constant dense<127> : tensor<i32>
    %454 = call @clip_9(%453, %c_170, %c_171) : (tensor<8x7x7x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x512xi32>
    %455 = stablehlo.convert %454 : (tensor<8x7x7x512xi32>) -> tensor<8x7x7x512xi8>
    %456 = stablehlo.convolution(%455, %arg94) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xi8>, tensor<3x3x512x512xi8>) -> tensor<8x7x7x512xi32>
    %457 = stablehlo.broadcast_in_dim %arg95, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x7x7x512xi32>
    %459 = stablehlo.add %456, %458 : tensor<8x7x7x512xi32>
    %c_172 = stablehlo.constant dense<8> : tensor<i32>
    %460 = stablehlo.broadcast_in_dim %c_172, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %461 = stablehlo.shift_right_arithmetic %459, %460 : tensor<8x7x7x512xi32>
    %c_173 = stablehlo.constant dense<0> : tensor<i32>
    %c_174 = stablehlo.constant dense<127> : tensor<i32>
    %462 = call @clip_9(%461, %c_173, %c_174) : (tensor<8x7x7x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x512xi32>
    %463 = stablehlo.convert %462 : (tensor<8x7x7x512xi32>) -> tensor<8x7x7x512xi8>
    %464 = stablehlo.convolution(%463, %arg96) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xi8>, tensor<1x1x512x2048xi8>) -> tensor<8x7x7x2048xi32>
    %465 = stablehlo.broadcast_in_dim %arg97, dims = [3] : (tensor<2048xi32>) -> tensor<1x1x1x2048xi32>
    %466 = stablehlo.broadcast_in_dim %465, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xi32>) -> tensor<8x7x7x2048xi32>
    %467 = stablehlo.add %464, %466 : tensor<8x7x7x2048xi32>
    %c_175 = stablehlo.constant dense<8> : tensor<i32>
    %468 = stablehlo.broadcast_in_dim %c_175, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %469 = stablehlo.shift_right_arithmetic %467, %468 : tensor<8x7x7x2048xi32>
    %c_176 = stablehlo.constant dense<0> : tensor<i32>
    %c_177 = stablehlo.constant dense<127> : tensor<i32>
    %470 = call @clip_10(%469, %c_176, %c_177) : (tensor<8x7x7x2048xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x2048xi32>
    %471 = stablehlo.convert %470 : (tensor<8x7x7x2048xi32>) -> tensor<8x7x7x2048xi8>
    %c_178 = stablehlo.constant dense<63> : tensor<i8>
    %472 = stablehlo.broadcast_in_dim %c_178, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %473 = stablehlo.minimum %447, %472 : tensor<8x7x7x2048xi8>
    %c_179 = stablehlo.constant dense<64> : tensor<i8>
    %474 = stablehlo.broadcast_in_dim %c_179, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %475 = stablehlo.minimum %471, %474 : tensor<8x7x7x2048xi8>
    %476 = stablehlo.add %473, %475 : tensor<8x7x7x2048xi8>
    %477 = stablehlo.convolution(%476, %arg98) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xi8>, tensor<1x1x2048x512xi8>) -> tensor<8x7x7x512xi32>
    %478 = stablehlo.broadcast_in_dim %arg99, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %479 = stablehlo.broadcast_in_dim %478, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x7x7x512xi32>
    %480 = stablehlo.add %477, %479 : tensor<8x7x7x512xi32>
    %c_180 = stablehlo.constant dense<8> : tensor<i32>
    %481 = stablehlo.broadcast_in_dim %c_180, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %482 = stablehlo.shift_right_arithmetic %480, %481 : tensor<8x7x7x512xi32>
    %c_181 = stablehlo.constant dense<0> : tensor<i32>
    %c_182 = stablehlo.constant dense<127> : tensor<i32>
    %483 = call @clip_9(%482, %c_181, %c_182) : (tensor<8x7x7x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x512xi32>
    %484 = stablehlo.convert %483 : (tensor<8x7x7x512xi32>) -> tensor<8x7x7x512xi8>
    %485 = stablehlo.convolution(%484, %arg100) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xi8>, tensor<3x3x512x512xi8>) -> tensor<8x7x7x512xi32>
    %486 = stablehlo.broadcast_in_dim %arg101, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<8x7x7x512xi32>
    %488 = stablehlo.add %485, %487 : tensor<8x7x7x512xi32>
    %c_183 = stablehlo.constant dense<8> : tensor<i32>
    %489 = stablehlo.broadcast_in_dim %c_183, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %490 = stablehlo.shift_right_arithmetic %488, %489 : tensor<8x7x7x512xi32>
    %c_184 = stablehlo.constant dense<0> : tensor<i32>
    %c_185 = stablehlo.constant dense<127> : tensor<i32>
    %491 = call @clip_9(%490, %c_184, %c_185) : (tensor<8x7x7x512xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x512xi32>
    %492 = stablehlo.convert %491 : (tensor<8x7x7x512xi32>) -> tensor<8x7x7x512xi8>
    %493 = stablehlo.convolution(%492, %arg102) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xi8>, tensor<1x1x512x2048xi8>) -> tensor<8x7x7x2048xi32>
    %494 = stablehlo.broadcast_in_dim %arg103, dims = [3] : (tensor<2048xi32>) -> tensor<1x1x1x2048xi32>
    %495 = stablehlo.broadcast_in_dim %494, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xi32>) -> tensor<8x7x7x2048xi32>
    %496 = stablehlo.add %493, %495 : tensor<8x7x7x2048xi32>
    %c_186 = stablehlo.constant dense<8> : tensor<i32>
    %497 = stablehlo.broadcast_in_dim %c_186, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %498 = stablehlo.shift_right_arithmetic %496, %497 : tensor<8x7x7x2048xi32>
    %c_187 = stablehlo.constant dense<0> : tensor<i32>
    %c_188 = stablehlo.constant dense<127> : tensor<i32>
    %499 = call @clip_10(%498, %c_187, %c_188) : (tensor<8x7x7x2048xi32>, tensor<i32>, tensor<i32>) -> tensor<8x7x7x2048xi32>
    %500 = stablehlo.convert %499 : (tensor<8x7x7x2048xi32>) -> tensor<8x7x7x2048xi8>
    %c_189 = stablehlo.constant dense<63> : tensor<i8>
    %501 = stablehlo.broadcast_in_dim %c_189, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %502 = stablehlo.minimum %476, %501 : tensor<8x7x7x2048xi8>
    %c_190 = stablehlo.constant dense<64> : tensor<i8>
    %503 = stablehlo.broadcast_in_dim %c_190, dims = [] : (tensor<i8>) -> tensor<8x7x7x2048xi8>
    %504 = stablehlo.minimum %500, %503 : tensor<8x7x7x2048xi8>
    %505 = stablehlo.add %502, %504 : tensor<8x7x7x2048xi8>
    %506 = stablehlo.convert %505 : (tensor<8x7x7x2048xi8>) -> tensor<8x7x7x2048xi32>
    %c_191 = stablehlo.constant dense<0> : tensor<i32>
    %507 = stablehlo.reduce(%506 init: %c_191) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x7x7x2048xi32>, tensor<i32>) -> tensor<8x2048xi32>
    %c_192 = stablehlo.constant dense<6> : tensor<i32>
    %508 = stablehlo.broadcast_in_dim %c_192, dims = [] : (tensor<i32>) -> tensor<8x2048xi32>
    %509 = stablehlo.shift_right_arithmetic %507, %508 : tensor<8x2048xi32>
    %510 = stablehlo.convert %509 : (tensor<8x2048xi32>) -> tensor<8x2048xi8>
    %511 = stablehlo.dot_general %510, %arg106, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2048xi8>, tensor<2048x1000xi8>) -> tensor<8x1000xi32>
    %512 = stablehlo.broadcast_in_dim %arg107, dims = [1] : (tensor<1000xi32>) -> tensor<1x1000xi32>
    %513 = stablehlo.broadcast_in_dim %512, dims = [0, 1] : (tensor<1x1000xi32>) -> tensor<8x1000xi32>
    %514 = stablehlo.add %511, %513 : tensor<8x1000xi32>
    return %514 : tensor<8x1000xi32>
  }
  func.func private @clip(%arg0: tensor<8x112x112x64xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x112x112x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x112x112x64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x112x112x64xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x112x112x64xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x112x112x64xi32>
    return %5 : tensor<8x112x112x64xi32>
  }
  func.func private @clip_0(%arg0: tensor<8x56x56x64xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x56x56x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x56x56x64xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x56x56x64xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x56x56x64xi32>
    return %5 : tensor<8x56x56x64xi32>
  }
  func.func private @clip_1(%arg0: tensor<8x56x56x256xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x56x56x256xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x56x56x256xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x56x56x256xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x56x56x256xi32>
    return %5 : tensor<8x56x56x256xi32>
  }
  func.func private @clip_2(%arg0: tensor<8x56x56x128xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x56x56x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x56x56x128xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x56x56x128xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x56x56x128xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x56x56x128xi32>
    return %5 : tensor<8x56x56x128xi32>
  }
  func.func private @clip_3(%arg0: tensor<8x28x28x128xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x28x28x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x28x28x128xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x28x28x128xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x28x28x128xi32>
    return %5 : tensor<8x28x28x128xi32>
  }
  func.func private @clip_4(%arg0: tensor<8x28x28x512xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x28x28x512xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x28x28x512xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x28x28x512xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x28x28x512xi32>
    return %5 : tensor<8x28x28x512xi32>
  }
  func.func private @clip_5(%arg0: tensor<8x28x28x256xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x28x28x256xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x28x28x256xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x28x28x256xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x28x28x256xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x28x28x256xi32>
    return %5 : tensor<8x28x28x256xi32>
  }
  func.func private @clip_6(%arg0: tensor<8x14x14x256xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x14x14x256xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x14x14x256xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x14x14x256xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x14x14x256xi32>
    return %5 : tensor<8x14x14x256xi32>
  }
  func.func private @clip_7(%arg0: tensor<8x14x14x1024xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x14x14x1024xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x14x14x1024xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x14x14x1024xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x14x14x1024xi32>
    return %5 : tensor<8x14x14x1024xi32>
  }
  func.func private @clip_8(%arg0: tensor<8x14x14x512xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x14x14x512xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x14x14x512xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x14x14x512xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x14x14x512xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x14x14x512xi32>
    return %5 : tensor<8x14x14x512xi32>
  }
  func.func private @clip_9(%arg0: tensor<8x7x7x512xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x7x7x512xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x7x7x512xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x7x7x512xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x7x7x512xi32>
    return %5 : tensor<8x7x7x512xi32>
  }
  func.func private @clip_10(%arg0: tensor<8x7x7x2048xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8x7x7x2048xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x7x7x2048xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8x7x7x2048xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x7x7x2048xi32>
    return %5 : tensor<8x7x7x2048xi32>
  }
}
