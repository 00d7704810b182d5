module @resnet8_int8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3x3x32xi8>, %arg1: tensor<32xi32>, %arg2: tensor<3x3x32x32xi8>, %arg3: tensor<32xi32>, %arg4: tensor<3x3x32x32xi8>, %arg5: tensor<32xi32>, %arg6: tensor<1x1x32x32xi8>, %arg7: tensor<32xi32>, %arg8: tensor<3x3x32x64xi8>, %arg9: tensor<64xi32>, %arg10: tensor<3x3x64x64xi8>, %arg11: tensor<64xi32>, %arg12: tensor<1x1x32x64xi8>, %arg13: tensor<64xi32>, %arg14: tensor<3x3x64x128xi8>, %arg15: tensor<128xi32>, %arg16: tensor<3x3x128x128xi8>, %arg17: tensor<128xi32>, %arg18: tensor<1x1x64x128xi8>, %arg19: tensor<128xi32>, %arg20: tensor<128x10xi8>, %arg21: tensor<10xi32>, %arg22: tensor<1x32x32x3xi8>) -> (tensor<1x10xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg22, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x3xi8>, tensor<3x3x3x32xi8>) -> tensor<1x32x32x32xi32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x32x32x32xi32>
    %3 = stablehlo.add %0, %2 : tensor<1x32x32x32xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %5 = stablehlo.shift_right_arithmetic %3, %4 : tensor<1x32x32x32xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<127> : tensor<i32>
    %6 = call @clip(%5, %c_0, %c_1) : (tensor<1x32x32x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32x32xi32>
    %7 = stablehlo.convert %6 : (tensor<1x32x32x32xi32>) -> tensor<1x32x32x32xi8>
    %8 = stablehlo.convolution(%7, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x32xi8>, tensor<3x3x32x32xi8>) -> tensor<1x32x32x32xi32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x32x32x32xi32>
    %11 = stablehlo.add %8, %10 : tensor<1x32x32x32xi32>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %13 = stablehlo.shift_right_arithmetic %11, %12 : tensor<1x32x32x32xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<127> : tensor<i32>
    %14 = call @clip(%13, %c_3, %c_4) : (tensor<1x32x32x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32x32xi32>
    %15 = stablehlo.convert %14 : (tensor<1x32x32x32xi32>) -> tensor<1x32x32x32xi8>
    %16 = stablehlo.convolution(%15, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x32xi8>, tensor<3x3x32x32xi8>) -> tensor<1x32x32x32xi32>
    %17 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x32x32x32xi32>
    %19 = stablehlo.add %16, %18 : tensor<1x32x32x32xi32>
    %c_5 = stablehlo.constant dense<8> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %21 = stablehlo.shift_right_arithmetic %19, %20 : tensor<1x32x32x32xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<127> : tensor<i32>
    %22 = call @clip(%21, %c_6, %c_7) : (tensor<1x32x32x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32x32xi32>
    %23 = stablehlo.convert %22 : (tensor<1x32x32x32xi32>) -> tensor<1x32x32x32xi8>
    %24 = stablehlo.convolution(%7, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x32xi8>, tensor<1x1x32x32xi8>) -> tensor<1x32x32x32xi32>
    %25 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x32x32x32xi32>
    %27 = stablehlo.add %24, %26 : tensor<1x32x32x32xi32>
    %c_8 = stablehlo.constant dense<8> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %29 = stablehlo.shift_right_arithmetic %27, %28 : tensor<1x32x32x32xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<127> : tensor<i32>
    %30 = call @clip(%29, %c_9, %c_10) : (tensor<1x32x32x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32x32xi32>
    %31 = stablehlo.convert %30 : (tensor<1x32x32x32xi32>) -> tensor<1x32x32x32xi8>
    %c_11 = stablehlo.constant dense<63> : tensor<i8>
    %32 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i8>) -> tensor<1x32x32x32xi8>
    %33 = stablehlo.minimum %31, %32 : tensor<1x32x32x32xi8>
    %c_12 = stablehlo.constant dense<64> : tensor<i8>
    %34 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i8>) -> tensor<1x32x32x32xi8>
    %35 = stablehlo.minimum %23, %34 : tensor<1x32x32x32xi8>
    %36 = stablehlo.add %33, %35 : tensor<1x32x32x32xi8>
    %37 = stablehlo.convolution(%36, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x32xi8>, tensor<3x3x32x64xi8>) -> tensor<1x16x16x64xi32>
    %38 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x16x16x64xi32>
    %40 = stablehlo.add %37, %39 : tensor<1x16x16x64xi32>
    %c_13 = stablehlo.constant dense<8> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<1x16x16x64xi32>
    %42 = stablehlo.shift_right_arithmetic %40, %41 : tensor<1x16x16x64xi32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %c_15 = stablehlo.constant dense<127> : tensor<i32>
    %43 = call @clip_0(%42, %c_14, %c_15) : (tensor<1x16x16x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16x64xi32>
    %44 = stablehlo.convert %43 : (tensor<1x16x16x64xi32>) -> tensor<1x16x16x64xi8>
    %45 = stablehlo.convolution(%44, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x16x64xi8>, tensor<3x3x64x64xi8>) -> tensor<1x16x16x64xi32>
    %46 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x16x16x64xi32>
    %48 = stablehlo.add %45, %47 : tensor<1x16x16x64xi32>
    %c_16 = stablehlo.constant dense<8> : tensor<i32>
    %49 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<1x16x16x64xi32>
    %50 = stablehlo.shift_right_arithmetic %48, %49 : tensor<1x16x16x64xi32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %c_18 = stablehlo.constant dense<127> : tensor<i32>
    %51 = call @clip_0(%50, %c_17, %c_18) : (tensor<1x16x16x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16x64xi32>
    %52 = stablehlo.convert %51 : (tensor<1x16x16x64xi32>) -> tensor<1x16x16x64xi8>
    %53 = stablehlo.convolution(%36, %arg12) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x32xi8>, tensor<1x1x32x64xi8>) -> tensor<1x16x16x64xi32>
    %54 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x16x16x64xi32>
    %56 = stablehlo.add %53, %55 : tensor<1x16x16x64xi32>
    %c_19 = stablehlo.constant dense<8> : tensor<i32>
    %57 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<1x16x16x64xi32>
    %58 = stablehlo.shift_right_arithmetic %56, %57 : tensor<1x16x16x64xi32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %c_21 = stablehlo.constant dense<127> : tensor<i32>
    %59 = call @clip_0(%58, %c_20, %c_21) : (tensor<1x16x16x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16x64xi32>
    %60 = stablehlo.convert %59 : (tensor<1x16x16x64xi32>) -> tensor<1x16x16x64xi8>
    %c_22 = stablehlo.constant dense<63> : tensor<i8>
    %61 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i8>) -> tensor<1x16x16x64xi8>
    %62 = stablehlo.minimum %60, %61 : tensor<1x16x16x64xi8>
    %c_23 = stablehlo.constant dense<64> : tensor<i8>
    %63 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i8>) -> tensor<1x16x16x64xi8>
    %64 = stablehlo.minimum %52, %63 : tensor<1x16x16x64xi8>
    %65 = stablehlo.add %62, %64 : tensor<1x16x16x64xi8>
    %66 = stablehlo.convolution(%65, %arg14) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x16x64xi8>, tensor<3x3x64x128xi8>) -> tensor<1x8x8x128xi32>
    %67 = stablehlo.broadcast_in_dim %arg15, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x8x8x128xi32>
    %69 = stablehlo.add %66, %68 : tensor<1x8x8x128xi32>
    %c_24 = stablehlo.constant dense<8> : tensor<i32>
    %70 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<1x8x8x128xi32>
    %71 = stablehlo.shift_right_arithmetic %69, %70 : tensor<1x8x8x128xi32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %c_26 = stablehlo.constant dense<127> : tensor<i32>
    %72 = call @clip_1(%71, %c_25, %c_26) : (tensor<1x8x8x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x128xi32>
    %73 = stablehlo.convert %72 : (tensor<1x8x8x128xi32>) -> tensor<1x8x8x128xi8>
    %74 = stablehlo.convolution(%73, %arg16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x128xi8>, tensor<3x3x128x128xi8>) -> tensor<1x8x8x128xi32>
    %75 = stablehlo.broadcast_in_dim %arg17, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x8x8x128xi32>
    %77 = stablehlo.add %74, %76 : tensor<1x8x8x128xi32>
    %c_27 = stablehlo.constant dense<8> : tensor<i32>
    %78 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<i32>) -> tensor<1x8x8x128xi32>
    %79 = stablehlo.shift_right_arithmetic %77, %78 : tensor<1x8x8x128xi32>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %c_29 = stablehlo.constant dense<127> : tensor<i32>
    %80 = call @clip_1(%79, %c_28, %c_29) : (tensor<1x8x8x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x128xi32>
    %81 = stablehlo.convert %80 : (tensor<1x8x8x128xi32>) -> tensor<1x8x8x128xi8>
    %82 = stablehlo.convolution(%65, %arg18) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x16x64xi8>, tensor<1x1x64x128xi8>) -> tensor<1x8x8x128xi32>
    %83 = stablehlo.broadcast_in_dim %arg19, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x8x8x128xi32>
    %85 = stablehlo.add %82, %84 : tensor<1x8x8x128xi32>
    %c_30 = stablehlo.constant dense<8> : tensor<i32>
    %86 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<i32>) -> tensor<1x8x8x128xi32>
    %87 = stablehlo.shift_right_arithmetic %85, %86 : tensor<1x8x8x128xi32>
    %c_31 = stablehlo.constant dense<0> : tensor<i32>
    %c_32 = stablehlo.constant dense<127> : tensor<i32>
    %88 = call @clip_1(%87, %c_31, %c_32) : (tensor<1x8x8x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x128xi32>
    %89 = stablehlo.convert %88 : (tensor<1x8x8x128xi32>) -> tensor<1x8x8x128xi8>
    %c_33 = stablehlo.constant dense<63> : tensor<i8>
    %90 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<i8>) -> tensor<1x8x8x128xi8>
    %91 = stablehlo.minimum %89, %90 : tensor<1x8x8x128xi8>
    %c_34 = stablehlo.constant dense<64> : tensor<i8>
    %92 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i8>) -> tensor<1x8x8x128xi8>
    %93 = stablehlo.minimum %81, %92 : tensor<1x8x8x128xi8>
    %94 = stablehlo.add %91, %93 : tensor<1x8x8x128xi8>
    %95 = stablehlo.convert %94 : (tensor<1x8x8x128xi8>) -> tensor<1x8x8x128xi32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %96 = stablehlo.reduce(%95 init: %c_35) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x8x8x128xi32>, tensor<i32>) -> tensor<1x128xi32>
    %c_36 = stablehlo.constant dense<6> : tensor<i32>
    %97 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<i32>) -> tensor<1x128xi32>
    %98 = stablehlo.shift_right_arithmetic %96, %97 : tensor<1x128xi32>
    %99 = stablehlo.convert %98 : (tensor<1x128xi32>) -> tensor<1x128xi8>
    %100 = stablehlo.dot_general %99, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128xi8>, tensor<128x10xi8>) -> tensor<1x10xi32>
    %101 = stablehlo.broadcast_in_dim %arg21, dims = [1] : (tensor<10xi32>) -> tensor<1x10xi32>
    %102 = stablehlo.add %100, %101 : tensor<1x10xi32>
    return %102 : tensor<1x10xi32>
  }
  func.func private @clip(%arg0: tensor<1x32x32x32xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x32x32x32xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x32x32x32xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x32x32x32xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x32x32x32xi32>
    return %5 : tensor<1x32x32x32xi32>
  }
  func.func private @clip_0(%arg0: tensor<1x16x16x64xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x16x16x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x16x16x64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x16x16x64xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x16x16x64xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x16x16x64xi32>
    return %5 : tensor<1x16x16x64xi32>
  }
  func.func private @clip_1(%arg0: tensor<1x8x8x128xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x8x8x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x8x8x128xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x8x8x128xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x8x8x128xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x8x8x128xi32>
    return %5 : tensor<1x8x8x128xi32>
  }
}
