module @mobilenet_int8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3x3x16xi8>, %arg1: tensor<16xi32>, %arg2: tensor<3x3x1x16xi8>, %arg3: tensor<16xi32>, %arg4: tensor<1x1x16x32xi8>, %arg5: tensor<32xi32>, %arg6: tensor<3x3x1x32xi8>, %arg7: tensor<32xi32>, %arg8: tensor<1x1x32x64xi8>, %arg9: tensor<64xi32>, %arg10: tensor<3x3x1x64xi8>, %arg11: tensor<64xi32>, %arg12: tensor<1x1x64x64xi8>, %arg13: tensor<64xi32>, %arg14: tensor<3x3x1x64xi8>, %arg15: tensor<64xi32>, %arg16: tensor<1x1x64x128xi8>, %arg17: tensor<128xi32>, %arg18: tensor<3x3x1x128xi8>, %arg19: tensor<128xi32>, %arg20: tensor<1x1x128x128xi8>, %arg21: tensor<128xi32>, %arg22: tensor<3x3x1x128xi8>, %arg23: tensor<128xi32>, %arg24: tensor<1x1x128x256xi8>, %arg25: tensor<256xi32>, %arg26: tensor<3x3x1x256xi8>, %arg27: tensor<256xi32>, %arg28: tensor<1x1x256x256xi8>, %arg29: tensor<256xi32>, %arg30: tensor<3x3x1x256xi8>, %arg31: tensor<256xi32>, %arg32: tensor<1x1x256x256xi8>, %arg33: tensor<256xi32>, %arg34: tensor<3x3x1x256xi8>, %arg35: tensor<256xi32>, %arg36: tensor<1x1x256x256xi8>, %arg37: tensor<256xi32>, %arg38: tensor<3x3x1x256xi8>, %arg39: tensor<256xi32>, %arg40: tensor<1x1x256x256xi8>, %arg41: tensor<256xi32>, %arg42: tensor<3x3x1x256xi8>, %arg43: tensor<256xi32>, %arg44: tensor<1x1x256x256xi8>, %arg45: tensor<256xi32>, %arg46: tensor<3x3x1x256xi8>, %arg47: tensor<256xi32>, %arg48: tensor<1x1x256x512xi8>, %arg49: tensor<512xi32>, %arg50: tensor<3x3x1x512xi8>, %arg51: tensor<512xi32>, %arg52: tensor<1x1x512x512xi8>, %arg53: tensor<512xi32>, %arg54: tensor<512x1000xi8>, %arg55: tensor<1000xi32>, %arg56: tensor<1x192x192x3xi8>) -> (tensor<1x1000xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg56, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x192x192x3xi8>, tensor<3x3x3x16xi8>) -> tensor<1x96x96x16xi32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<16xi32>) -> tensor<1x1x1x16xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xi32>) -> tensor<1x96x96x16xi32>
    %3 = stablehlo.add %0, %2 : tensor<1x96x96x16xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x96x96x16xi32>
    %5 = stablehlo.shift_right_arithmetic %3, %4 : tensor<1x96x96x16xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<127> : tensor<i32>
    %6 = call @clip(%5, %c_0, %c_1) : (tensor<1x96x96x16xi32>, tensor<i32>, tensor<i32>) -> tensor<1x96x96x16xi32>
    %7 = stablehlo.convert %6 : (tensor<1x96x96x16xi32>) -> tensor<1x96x96x16xi8>
    %8 = stablehlo.convolution(%7, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x96x96x16xi8>, tensor<3x3x1x16xi8>) -> tensor<1x96x96x16xi32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<16xi32>) -> tensor<1x1x1x16xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xi32>) -> tensor<1x96x96x16xi32>
    %11 = stablehlo.add %8, %10 : tensor<1x96x96x16xi32>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1x96x96x16xi32>
    %13 = stablehlo.shift_right_arithmetic %11, %12 : tensor<1x96x96x16xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<127> : tensor<i32>
    %14 = call @clip(%13, %c_3, %c_4) : (tensor<1x96x96x16xi32>, tensor<i32>, tensor<i32>) -> tensor<1x96x96x16xi32>
    %15 = stablehlo.convert %14 : (tensor<1x96x96x16xi32>) -> tensor<1x96x96x16xi8>
    %16 = stablehlo.convolution(%15, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x96x96x16xi8>, tensor<1x1x16x32xi8>) -> tensor<1x96x96x32xi32>
    %17 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x96x96x32xi32>
    %19 = stablehlo.add %16, %18 : tensor<1x96x96x32xi32>
    %c_5 = stablehlo.constant dense<8> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<1x96x96x32xi32>
    %21 = stablehlo.shift_right_arithmetic %19, %20 : tensor<1x96x96x32xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<127> : tensor<i32>
    %22 = call @clip_0(%21, %c_6, %c_7) : (tensor<1x96x96x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x96x96x32xi32>
    %23 = stablehlo.convert %22 : (tensor<1x96x96x32xi32>) -> tensor<1x96x96x32xi8>
    %24 = stablehlo.convolution(%23, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x96x96x32xi8>, tensor<3x3x1x32xi8>) -> tensor<1x48x48x32xi32>
    %25 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi32>) -> tensor<1x48x48x32xi32>
    %27 = stablehlo.add %24, %26 : tensor<1x48x48x32xi32>
    %c_8 = stablehlo.constant dense<8> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<1x48x48x32xi32>
    %29 = stablehlo.shift_right_arithmetic %27, %28 : tensor<1x48x48x32xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<127> : tensor<i32>
    %30 = call @clip_1(%29, %c_9, %c_10) : (tensor<1x48x48x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x48x48x32xi32>
    %31 = stablehlo.convert %30 : (tensor<1x48x48x32xi32>) -> tensor<1x48x48x32xi8>
    %32 = stablehlo.convolution(%31, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x48x48x32xi8>, tensor<1x1x32x64xi8>) -> tensor<1x48x48x64xi32>
    %33 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x48x48x64xi32>
    %35 = stablehlo.add %32, %34 : tensor<1x48x48x64xi32>
    %c_11 = stablehlo.constant dense<8> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<1x48x48x64xi32>
    %37 = stablehlo.shift_right_arithmetic %35, %36 : tensor<1x48x48x64xi32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %c_13 = stablehlo.constant dense<127> : tensor<i32>
    %38 = call @clip_2(%37, %c_12, %c_13) : (tensor<1x48x48x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x48x48x64xi32>
    %39 = stablehlo.convert %38 : (tensor<1x48x48x64xi32>) -> tensor<1x48x48x64xi8>
    %40 = stablehlo.convolution(%39, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 64 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x48x48x64xi8>, tensor<3x3x1x64xi8>) -> tensor<1x48x48x64xi32>
    %41 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x48x48x64xi32>
    %43 = stablehlo.add %40, %42 : tensor<1x48x48x64xi32>
    %c_14 = stablehlo.constant dense<8> : tensor<i32>
    %44 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<1x48x48x64xi32>
    %45 = stablehlo.shift_right_arithmetic %43, %44 : tensor<1x48x48x64xi32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %c_16 = stablehlo.constant dense<127> : tensor<i32>
    %46 = call @clip_2(%45, %c_15, %c_16) : (tensor<1x48x48x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x48x48x64xi32>
    %47 = stablehlo.convert %46 : (tensor<1x48x48x64xi32>) -> tensor<1x48x48x64xi8>
    %48 = stablehlo.convolution(%47, %arg12) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x48x48x64xi8>, tensor<1x1x64x64xi8>) -> tensor<1x48x48x64xi32>
    %49 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x48x48x64xi32>
    %51 = stablehlo.add %48, %50 : tensor<1x48x48x64xi32>
    %c_17 = stablehlo.constant dense<8> : tensor<i32>
    %52 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<1x48x48x64xi32>
    %53 = stablehlo.shift_right_arithmetic %51, %52 : tensor<1x48x48x64xi32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %c_19 = stablehlo.constant dense<127> : tensor<i32>
    %54 = call @clip_2(%53, %c_18, %c_19) : (tensor<1x48x48x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x48x48x64xi32>
    %55 = stablehlo.convert %54 : (tensor<1x48x48x64xi32>) -> tensor<1x48x48x64xi8>
    %56 = stablehlo.convolution(%55, %arg14) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 64 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x48x48x64xi8>, tensor<3x3x1x64xi8>) -> tensor<1x24x24x64xi32>
    %57 = stablehlo.broadcast_in_dim %arg15, dims = [3] : (tensor<64xi32>) -> tensor<1x1x1x64xi32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xi32>) -> tensor<1x24x24x64xi32>
    %59 = stablehlo.add %56, %58 : tensor<1x24x24x64xi32>
    %c_20 = stablehlo.constant dense<8> : tensor<i32>
    %60 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<1x24x24x64xi32>
    %61 = stablehlo.shift_right_arithmetic %59, %60 : tensor<1x24x24x64xi32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %c_22 = stablehlo.constant dense<127> : tensor<i32>
    %62 = call @clip_3(%61, %c_21, %c_22) : (tensor<1x24x24x64xi32>, tensor<i32>, tensor<i32>) -> tensor<1x24x24x64xi32>
    %63 = stablehlo.convert %62 : (tensor<1x24x24x64xi32>) -> tensor<1x24x24x64xi8>
    %64 = stablehlo.convolution(%63, %arg16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x24x64xi8>, tensor<1x1x64x128xi8>) -> tensor<1x24x24x128xi32>
    %65 = stablehlo.broadcast_in_dim %arg17, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x24x24x128xi32>
    %67 = stablehlo.add %64, %66 : tensor<1x24x24x128xi32>
    %c_23 = stablehlo.constant dense<8> : tensor<i32>
    %68 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<1x24x24x128xi32>
    %69 = stablehlo.shift_right_arithmetic %67, %68 : tensor<1x24x24x128xi32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %c_25 = stablehlo.constant dense<127> : tensor<i32>
    %70 = call @clip_4(%69, %c_24, %c_25) : (tensor<1x24x24x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x24x24x128xi32>
    %71 = stablehlo.convert %70 : (tensor<1x24x24x128xi32>) -> tensor<1x24x24x128xi8>
    %72 = stablehlo.convolution(%71, %arg18) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x24x128xi8>, tensor<3x3x1x128xi8>) -> tensor<1x24x24x128xi32>
    %73 = stablehlo.broadcast_in_dim %arg19, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x24x24x128xi32>
    %75 = stablehlo.add %72, %74 : tensor<1x24x24x128xi32>
    %c_26 = stablehlo.constant dense<8> : tensor<i32>
    %76 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i32>) -> tensor<1x24x24x128xi32>
    %77 = stablehlo.shift_right_arithmetic %75, %76 : tensor<1x24x24x128xi32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %c_28 = stablehlo.constant dense<127> : tensor<i32>
    %78 = call @clip_4(%77, %c_27, %c_28) : (tensor<1x24x24x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x24x24x128xi32>
    %79 = stablehlo.convert %78 : (tensor<1x24x24x128xi32>) -> tensor<1x24x24x128xi8>
    %80 = stablehlo.convolution(%79, %arg20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x24x128xi8>, tensor<1x1x128x128xi8>) -> tensor<1x24x24x128xi32>
    %81 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x24x24x128xi32>
    %83 = stablehlo.add %80, %82 : tensor<1x24x24x128xi32>
    %c_29 = stablehlo.constant dense<8> : tensor<i32>
    %84 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<1x24x24x128xi32>
    %85 = stablehlo.shift_right_arithmetic %83, %84 : tensor<1x24x24x128xi32>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %c_31 = stablehlo.constant dense<127> : tensor<i32>
    %86 = call @clip_4(%85, %c_30, %c_31) : (tensor<1x24x24x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x24x24x128xi32>
    %87 = stablehlo.convert %86 : (tensor<1x24x24x128xi32>) -> tensor<1x24x24x128xi8>
    %88 = stablehlo.convolution(%87, %arg22) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x24x128xi8>, tensor<3x3x1x128xi8>) -> tensor<1x12x12x128xi32>
    %89 = stablehlo.broadcast_in_dim %arg23, dims = [3] : (tensor<128xi32>) -> tensor<1x1x1x128xi32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xi32>) -> tensor<1x12x12x128xi32>
    %91 = stablehlo.add %88, %90 : tensor<1x12x12x128xi32>
    %c_32 = stablehlo.constant dense<8> : tensor<i32>
    %92 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<i32>) -> tensor<1x12x12x128xi32>
    %93 = stablehlo.shift_right_arithmetic %91, %92 : tensor<1x12x12x128xi32>
    %c_33 = stablehlo.constant dense<0> : tensor<i32>
    %c_34 = stablehlo.constant dense<127> : tensor<i32>
    %94 = call @clip_5(%93, %c_33, %c_34) : (tensor<1x12x12x128xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x128xi32>
    %95 = stablehlo.convert %94 : (tensor<1x12x12x128xi32>) -> tensor<1x12x12x128xi8>
    %96 = stablehlo.convolution(%95, %arg24) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x128xi8>, tensor<1x1x128x256xi8>) -> tensor<1x12x12x256xi32>
    %97 = stablehlo.broadcast_in_dim %arg25, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %99 = stablehlo.add %96, %98 : tensor<1x12x12x256xi32>
    %c_35 = stablehlo.constant dense<8> : tensor<i32>
    %100 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %101 = stablehlo.shift_right_arithmetic %99, %100 : tensor<1x12x12x256xi32>
    %c_36 = stablehlo.constant dense<0> : tensor<i32>
    %c_37 = stablehlo.constant dense<127> : tensor<i32>
    %102 = call @clip_6(%101, %c_36, %c_37) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %103 = stablehlo.convert %102 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %104 = stablehlo.convolution(%103, %arg26) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x12x12x256xi32>
    %105 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %107 = stablehlo.add %104, %106 : tensor<1x12x12x256xi32>
    %c_38 = stablehlo.constant dense<8> : tensor<i32>
    %108 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %109 = stablehlo.shift_right_arithmetic %107, %108 : tensor<1x12x12x256xi32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %c_40 = stablehlo.constant dense<127> : tensor<i32>
    %110 = call @clip_6(%109, %c_39, %c_40) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %111 = stablehlo.convert %110 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %112 = stablehlo.convolution(%111, %arg28) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<1x1x256x256xi8>) -> tensor<1x12x12x256xi32>
    %113 = stablehlo.broadcast_in_dim %arg29, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %115 = stablehlo.add %112, %114 : tensor<1x12x12x256xi32>
    %c_41 = stablehlo.constant dense<8> : tensor<i32>
    %116 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %117 = stablehlo.shift_right_arithmetic %115, %116 : tensor<1x12x12x256xi32>
    %c_42 = stablehlo.constant dense<0> : tensor<i32>
    %c_43 = stablehlo.constant dense<127> : tensor<i32>
    %118 = call @clip_6(%117, %c_42, %c_43) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %119 = stablehlo.convert %118 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %120 = stablehlo.convolution(%119, %arg30) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x12x12x256xi32>
    %121 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %123 = stablehlo.add %120, %122 : tensor<1x12x12x256xi32>
    %c_44 = stablehlo.constant dense<8> : tensor<i32>
    %124 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %125 = stablehlo.shift_right_arithmetic %123, %124 : tensor<1x12x12x256xi32>
    %c_45 = stablehlo.constant dense<0> : tensor<i32>
    %c_46 = stablehlo.constant dense<127> : tensor<i32>
    %126 = call @clip_6(%125, %c_45, %c_46) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %127 = stablehlo.convert %126 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %128 = stablehlo.convolution(%127, %arg32) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<1x1x256x256xi8>) -> tensor<1x12x12x256xi32>
    %129 = stablehlo.broadcast_in_dim %arg33, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %130 = stablehlo.broadcast_in_dim %129, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %131 = stablehlo.add %128, %130 : tensor<1x12x12x256xi32>
    %c_47 = stablehlo.constant dense<8> : tensor<i32>
    %132 = stablehlo.broadcast_in_dim %c_47, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %133 = stablehlo.shift_right_arithmetic %131, %132 : tensor<1x12x12x256xi32>
    %c_48 = stablehlo.constant dense<0> : tensor<i32>
    %c_49 = stablehlo.constant dense<127> : tensor<i32>
    %134 = call @clip_6(%133, %c_48, %c_49) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %135 = stablehlo.convert %134 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %136 = stablehlo.convolution(%135, %arg34) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x12x12x256xi32>
    %137 = stablehlo.broadcast_in_dim %arg35, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %139 = stablehlo.add %136, %138 : tensor<1x12x12x256xi32>
    %c_50 = stablehlo.constant dense<8> : tensor<i32>
    %140 = stablehlo.broadcast_in_dim %c_50, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %141 = stablehlo.shift_right_arithmetic %139, %140 : tensor<1x12x12x256xi32>
    %c_51 = stablehlo.constant dense<0> : tensor<i32>
    %c_52 = stablehlo.constant dense<127> : tensor<i32>
    %142 = call @clip_6(%141, %c_51, %c_52) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %143 = stablehlo.convert %142 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %144 = stablehlo.convolution(%143, %arg36) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<1x1x256x256xi8>) -> tensor<1x12x12x256xi32>
    %145 = stablehlo.broadcast_in_dim %arg37, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %147 = stablehlo.add %144, %146 : tensor<1x12x12x256xi32>
    %c_53 = stablehlo.constant dense<8> : tensor<i32>
    %148 = stablehlo.broadcast_in_dim %c_53, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %149 = stablehlo.shift_right_arithmetic %147, %148 : tensor<1x12x12x256xi32>
    %c_54 = stablehlo.constant dense<0> : tensor<i32>
    %c_55 = stablehlo.constant dense<127> : tensor<i32>
    %150 = call @clip_6(%149, %c_54, %c_55) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %151 = stablehlo.convert %150 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %152 = stablehlo.convolution(%151, %arg38) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x12x12x256xi32>
    %153 = stablehlo.broadcast_in_dim %arg39, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %155 = stablehlo.add %152, %154 : tensor<1x12x12x256xi32>
    %c_56 = stablehlo.constant dense<8> : tensor<i32>
    %156 = stablehlo.broadcast_in_dim %c_56, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %157 = stablehlo.shift_right_arithmetic %155, %156 : tensor<1x12x12x256xi32>
    %c_57 = stablehlo.constant dense<0> : tensor<i32>
    %c_58 = stablehlo.constant dense<127> : tensor<i32>
    %158 = call @clip_6(%157, %c_57, %c_58) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %159 = stablehlo.convert %158 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %160 = stablehlo.convolution(%159, %arg40) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<1x1x256x256xi8>) -> tensor<1x12x12x256xi32>
    %161 = stablehlo.broadcast_in_dim %arg41, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %163 = stablehlo.add %160, %162 : tensor<1x12x12x256xi32>
    %c_59 = stablehlo.constant dense<8> : tensor<i32>
    %164 = stablehlo.broadcast_in_dim %c_59, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %165 = stablehlo.shift_right_arithmetic %163, %164 : tensor<1x12x12x256xi32>
    %c_60 = stablehlo.constant dense<0> : tensor<i32>
    %c_61 = stablehlo.constant dense<127> : tensor<i32>
    %166 = call @clip_6(%165, %c_60, %c_61) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %167 = stablehlo.convert %166 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %168 = stablehlo.convolution(%167, %arg42) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x12x12x256xi32>
    %169 = stablehlo.broadcast_in_dim %arg43, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %171 = stablehlo.add %168, %170 : tensor<1x12x12x256xi32>
    %c_62 = stablehlo.constant dense<8> : tensor<i32>
    %172 = stablehlo.broadcast_in_dim %c_62, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %173 = stablehlo.shift_right_arithmetic %171, %172 : tensor<1x12x12x256xi32>
    %c_63 = stablehlo.constant dense<0> : tensor<i32>
    %c_64 = stablehlo.constant dense<127> : tensor<i32>
    %174 = call @clip_6(%173, %c_63, %c_64) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %175 = stablehlo.convert %174 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %176 = stablehlo.convolution(%175, %arg44) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<1x1x256x256xi8>) -> tensor<1x12x12x256xi32>
    %177 = stablehlo.broadcast_in_dim %arg45, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x12x12x256xi32>
    %179 = stablehlo.add %176, %178 : tensor<1x12x12x256xi32>
    %c_65 = stablehlo.constant dense<8> : tensor<i32>
    %180 = stablehlo.broadcast_in_dim %c_65, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %181 = stablehlo.shift_right_arithmetic %179, %180 : tensor<1x12x12x256xi32>
    %c_66 = stablehlo.constant dense<0> : tensor<i32>
    %c_67 = stablehlo.constant dense<127> : tensor<i32>
    %182 = call @clip_6(%181, %c_66, %c_67) : (tensor<1x12x12x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12x256xi32>
    %183 = stablehlo.convert %182 : (tensor<1x12x12x256xi32>) -> tensor<1x12x12x256xi8>
    %184 = stablehlo.convolution(%183, %arg46) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 256 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x12x12x256xi8>, tensor<3x3x1x256xi8>) -> tensor<1x6x6x256xi32>
    %185 = stablehlo.broadcast_in_dim %arg47, dims = [3] : (tensor<256xi32>) -> tensor<1x1x1x256xi32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xi32>) -> tensor<1x6x6x256xi32>
    %187 = stablehlo.add %184, %186 : tensor<1x6x6x256xi32>
    %c_68 = stablehlo.constant dense<8> : tensor<i32>
    %188 = stablehlo.broadcast_in_dim %c_68, dims = [] : (tensor<i32>) -> tensor<1x6x6x256xi32>
    %189 = stablehlo.shift_right_arithmetic %187, %188 : tensor<1x6x6x256xi32>
    %c_69 = stablehlo.constant dense<0> : tensor<i32>
    %c_70 = stablehlo.constant dense<127> : tensor<i32>
    %190 = call @clip_7(%189, %c_69, %c_70) : (tensor<1x6x6x256xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6x256xi32>
    %191 = stablehlo.convert %190 : (tensor<1x6x6x256xi32>) -> tensor<1x6x6x256xi8>
    %192 = stablehlo.convolution(%191, %arg48) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x6x6x256xi8>, tensor<1x1x256x512xi8>) -> tensor<1x6x6x512xi32>
    %193 = stablehlo.broadcast_in_dim %arg49, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<1x6x6x512xi32>
    %195 = stablehlo.add %192, %194 : tensor<1x6x6x512xi32>
    %c_71 = stablehlo.constant dense<8> : tensor<i32>
    %196 = stablehlo.broadcast_in_dim %c_71, dims = [] : (tensor<i32>) -> tensor<1x6x6x512xi32>
    %197 = stablehlo.shift_right_arithmetic %195, %196 : tensor<1x6x6x512xi32>
    %c_72 = stablehlo.constant dense<0> : tensor<i32>
    %c_73 = stablehlo.constant dense<127> : tensor<i32>
    %198 = call @clip_8(%197, %c_72, %c_73) : (tensor<1x6x6x512xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6x512xi32>
    %199 = stablehlo.convert %198 : (tensor<1x6x6x512xi32>) -> tensor<1x6x6x512xi8>
    %200 = stablehlo.convolution(%199, %arg50) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 512 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x6x6x512xi8>, tensor<3x3x1x512xi8>) -> tensor<1x6x6x512xi32>
    %201 = stablehlo.broadcast_in_dim %arg51, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<1x6x6x512xi32>
    %203 = stablehlo.add %200, %202 : tensor<1x6x6x512xi32>
    %c_74 = stablehlo.constant dense<8> : tensor<i32>
    %204 = stablehlo.broadcast_in_dim %c_74, dims = [] : (tensor<i32>) -> tensor<1x6x6x512xi32>
    %205 = stablehlo.shift_right_arithmetic %203, %204 : tensor<1x6x6x512xi32>
    %c_75 = stablehlo.constant dense<0> : tensor<i32>
    %c_76 = stablehlo.constant dense<127> : tensor<i32>
    %206 = call @clip_8(%205, %c_75, %c_76) : (tensor<1x6x6x512xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6x512xi32>
    %207 = stablehlo.convert %206 : (tensor<1x6x6x512xi32>) -> tensor<1x6x6x512xi8>
    %208 = stablehlo.convolution(%207, %arg52) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x6x6x512xi8>, tensor<1x1x512x512xi8>) -> tensor<1x6x6x512xi32>
    %209 = stablehlo.broadcast_in_dim %arg53, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<1x6x6x512xi32>
    %211 = stablehlo.add %208, %210 : tensor<1x6x6x512xi32>
    %c_77 = stablehlo.constant dense<8> : tensor<i32>
    %212 = stablehlo.broadcast_in_dim %c_77, dims = [] : (tensor<i32>) -> tensor<1x6x6x512xi32>
    %213 = stablehlo.shift_right_arithmetic %211, %212 : tensor<1x6x6x512xi32>
    %c_78 = stablehlo.constant dense<0> : tensor<i32>
    %c_79 = stablehlo.constant dense<127> : tensor<i32>
    %214 = call @clip_8(%213, %c_78, %c_79) : (tensor<1x6x6x512xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6x512xi32>
    %215 = stablehlo.convert %214 : (tensor<1x6x6x512xi32>) -> tensor<1x6x6x512xi8>
    %216 = stablehlo.convert %215 : (tensor<1x6x6x512xi8>) -> tensor<1x6x6x512xi32>
    %c_80 = stablehlo.constant dense<0> : tensor<i32>
    %217 = stablehlo.reduce(%216 init: %c_80) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x6x6x512xi32>, tensor<i32>) -> tensor<1x512xi32>
    %c_81 = stablehlo.constant dense<4> : tensor<i32>
    %218 = stablehlo.broadcast_in_dim %c_81, dims = [] : (tensor<i32>) -> tensor<1x512xi32>
    %219 = stablehlo.shift_right_arithmetic %217, %218 : tensor<1x512xi32>
    %220 = stablehlo.convert %219 : (tensor<1x512xi32>) -> tensor<1x512xi8>
    %221 = stablehlo.dot_general %220, %arg54, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x512xi8>, tensor<512x1000xi8>) -> tensor<1x1000xi32>
    %222 = stablehlo.broadcast_in_dim %arg55, dims = [1] : (tensor<1000xi32>) -> tensor<1x1000xi32>
    %223 = stablehlo.add %221, %222 : tensor<1x1000xi32>
    return %223 : tensor<1x1000xi32>
  }
  func.func private @clip(%arg0: tensor<1x96x96x16xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x96x96x16xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x96x96x16xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x96x96x16xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x96x96x16xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x96x96x16xi32>
    return %5 : tensor<1x96x96x16xi32>
  }
  func.func private @clip_0(%arg0: tensor<1x96x96x32xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x96x96x32xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x96x96x32xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x96x96x32xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x96x96x32xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x96x96x32xi32>
    return %5 : tensor<1x96x96x32xi32>
  }
  func.func private @clip_1(%arg0: tensor<1x48x48x32xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x48x48x32xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x48x48x32xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x48x48x32xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x48x48x32xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x48x48x32xi32>
    return %5 : tensor<1x48x48x32xi32>
  }
  func.func private @clip_2(%arg0: tensor<1x48x48x64xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x48x48x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x48x48x64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x48x48x64xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x48x48x64xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x48x48x64xi32>
    return %5 : tensor<1x48x48x64xi32>
  }
  func.func private @clip_3(%arg0: tensor<1x24x24x64xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x24x24x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x24x24x64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x24x24x64xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x24x24x64xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x24x24x64xi32>
    return %5 : tensor<1x24x24x64xi32>
  }
  func.func private @clip_4(%arg0: tensor<1x24x24x128xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x24x24x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x24x24x128xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x24x24x128xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x24x24x128xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x24x24x128xi32>
    return %5 : tensor<1x24x24x128xi32>
  }
  func.func private @clip_5(%arg0: tensor<1x12x12x128xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x12x12x128xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x12x12x128xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x12x12x128xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x12x12x128xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x12x12x128xi32>
    return %5 : tensor<1x12x12x128xi32>
  }
  func.func private @clip_6(%arg0: tensor<1x12x12x256xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x12x12x256xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x12x12x256xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x12x12x256xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x12x12x256xi32>
    return %5 : tensor<1x12x12x256xi32>
  }
  func.func private @clip_7(%arg0: tensor<1x6x6x256xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x6x6x256xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x6x6x256xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x6x6x256xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x6x6x256xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x6x6x256xi32>
    return %5 : tensor<1x6x6x256xi32>
  }
  func.func private @clip_8(%arg0: tensor<1x6x6x512xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x6x6x512xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x6x6x512xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x6x6x512xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x6x6x512xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<1x6x6x512xi32>
    return %5 : tensor<1x6x6x512xi32>
  }
}
