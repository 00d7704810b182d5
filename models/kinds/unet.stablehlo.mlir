module @unet attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3x64x128xbf16>, %arg1: tensor<3x3x128x256xbf16>, %arg2: tensor<3x3x256x512xbf16>, %arg3: tensor<3x3x512x1024xbf16>, %arg4: tensor<3x3x128x128xbf16>, %arg5: tensor<3x3x256x256xbf16>, %arg6: tensor<3x3x512x512xbf16>, %arg7: tensor<3x3x1024x1024xbf16>, %arg8: tensor<3x3x4x64xbf16>, %arg9: tensor<1x1x64x4xbf16>, %arg10: tensor<3x3x192x64xbf16>, %arg11: tensor<3x3x384x128xbf16>, %arg12: tensor<3x3x768x256xbf16>, %arg13: tensor<3x3x1536x512xbf16>, %arg14: tensor<3x3x64x64xbf16>, %arg15: tensor<3x3x128x128xbf16>, %arg16: tensor<3x3x256x256xbf16>, %arg17: tensor<3x3x512x512xbf16>, %arg18: tensor<1x512x512x4xbf16>) -> (tensor<1x512x512x4xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg18, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x512x512x4xbf16>, tensor<3x3x4x64xbf16>) -> tensor<1x512x512x64xbf16>
    %1 = call @relu(%0) : (tensor<1x512x512x64xbf16>) -> tensor<1x512x512x64xbf16>
    %2 = stablehlo.convolution(%1, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x512x512x64xbf16>, tensor<3x3x64x128xbf16>) -> tensor<1x256x256x128xbf16>
    %3 = call @relu_0(%2) : (tensor<1x256x256x128xbf16>) -> tensor<1x256x256x128xbf16>
    %4 = stablehlo.convolution(%3, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x256x256x128xbf16>, tensor<3x3x128x128xbf16>) -> tensor<1x256x256x128xbf16>
    %5 = call @relu_0(%4) : (tensor<1x256x256x128xbf16>) -> tensor<1x256x256x128xbf16>
    %6 = stablehlo.convolution(%5, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x256x256x128xbf16>, tensor<3x3x128x256xbf16>) -> tensor<1x128x128x256xbf16>
    %7 = call @relu_1(%6) : (tensor<1x128x128x256xbf16>) -> tensor<1x128x128x256xbf16>
    %8 = stablehlo.convolution(%7, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x128x128x256xbf16>, tensor<3x3x256x256xbf16>) -> tensor<1x128x128x256xbf16>
    %9 = call @relu_1(%8) : (tensor<1x128x128x256xbf16>) -> tensor<1x128x128x256xbf16>
    %10 = stablehlo.convolution(%9, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x128x128x256xbf16>, tensor<3x3x256x512xbf16>) -> tensor<1x64x64x512xbf16>
    %11 = call @relu_2(%10) : (tensor<1x64x64x512xbf16>) -> tensor<1x64x64x512xbf16>
    %12 = stablehlo.convolution(%11, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x64x64x512xbf16>, tensor<3x3x512x512xbf16>) -> tensor<1x64x64x512xbf16>
    %13 = call @relu_2(%12) : (tensor<1x64x64x512xbf16>) -> tensor<1x64x64x512xbf16>
    %14 = stablehlo.convolution(%13, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x64x64x512xbf16>, tensor<3x3x512x1024xbf16>) -> tensor<1x32x32x1024xbf16>
    %15 = call @relu_3(%14) : (tensor<1x32x32x1024xbf16>) -> tensor<1x32x32x1024xbf16>
    %16 = stablehlo.convolution(%15, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x32x1024xbf16>, tensor<3x3x1024x1024xbf16>) -> tensor<1x32x32x1024xbf16>
    %17 = call @relu_3(%16) : (tensor<1x32x32x1024xbf16>) -> tensor<1x32x32x1024xbf16>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 3, 4] : (tensor<1x32x32x1024xbf16>) -> tensor<1x32x2x32x1024xbf16>
    %19 = stablehlo.reshape %18 : (tensor<1x32x2x32x1024xbf16>) -> tensor<1x64x32x1024xbf16>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 4] : (tensor<1x64x32x1024xbf16>) -> tensor<1x64x32x2x1024xbf16>
    %21 = stablehlo.reshape %20 : (tensor<1x64x32x2x1024xbf16>) -> tensor<1x64x64x1024xbf16>
    %22 = stablehlo.concatenate %21, %13, dim = 3 : (tensor<1x64x64x1024xbf16>, tensor<1x64x64x512xbf16>) -> tensor<1x64x64x1536xbf16>
    %23 = stablehlo.convolution(%22, %arg13) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x64x64x1536xbf16>, tensor<3x3x1536x512xbf16>) -> tensor<1x64x64x512xbf16>
    %24 = call @relu_2(%23) : (tensor<1x64x64x512xbf16>) -> tensor<1x64x64x512xbf16>
    %25 = stablehlo.convolution(%24, %arg17) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x64x64x512xbf16>, tensor<3x3x512x512xbf16>) -> tensor<1x64x64x512xbf16>
    %26 = call @relu_2(%25) : (tensor<1x64x64x512xbf16>) -> tensor<1x64x64x512xbf16>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 3, 4] : (tensor<1x64x64x512xbf16>) -> tensor<1x64x2x64x512xbf16>
    %28 = stablehlo.reshape %27 : (tensor<1x64x2x64x512xbf16>) -> tensor<1x128x64x512xbf16>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 4] : (tensor<1x128x64x512xbf16>) -> tensor<1x128x64x2x512xbf16>
    %30 = stablehlo.reshape %29 : (tensor<1x128x64x2x512xbf16>) -> tensor<1x128x128x512xbf16>
    %31 = stablehlo.concatenate %30, %9, dim = 3 : (tensor<1x128x128x512xbf16>, tensor<1x128x128x256xbf16>) -> tensor<1x128x128x768xbf16>
    %32 = stablehlo.convolution(%31, %arg12) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x128x128x768xbf16>, tensor<3x3x768x256xbf16>) -> tensor<1x128x128x256xbf16>
    %33 = call @relu_1(%32) : (tensor<1x128x128x256xbf16>) -> tensor<1x128x128x256xbf16>
    %34 = stablehlo.convolution(%33, %arg16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x128x128x256xbf16>, tensor<3x3x256x256xbf16>) -> tensor<1x128x128x256xbf16>
    %35 = call @relu_1(%34) : (tensor<1x128x128x256xbf16>) -> tensor<1x128x128x256xbf16>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 3, 4] : (tensor<1x128x128x256xbf16>) -> tensor<1x128x2x128x256xbf16>
    %37 = stablehlo.reshape %36 : (tensor<1x128x2x128x256xbf16>) -> tensor<1x256x128x256xbf16>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 4] : (tensor<1x256x128x256xbf16>) -> tensor<1x256x128x2x256xbf16>
    %39 = stablehlo.reshape %38 : (tensor<1x256x128x2x256xbf16>) -> tensor<1x256x256x256xbf16>
    %40 = stablehlo.concatenate %39, %5, dim = 3 : (tensor<1x256x256x256xbf16>, tensor<1x256x256x128xbf16>) -> tensor<1x256x256x384xbf16>
    %41 = stablehlo.convolution(%40, %arg11) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x256x256x384xbf16>, tensor<3x3x384x128xbf16>) -> tensor<1x256x256x128xbf16>
    %42 = call @relu_0(%41) : (tensor<1x256x256x128xbf16>) -> tensor<1x256x256x128xbf16>
    %43 = stablehlo.convolution(%42, %arg15) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x256x256x128xbf16>, tensor<3x3x128x128xbf16>) -> tensor<1x256x256x128xbf16>
    %44 = call @relu_0(%43) : (tensor<1x256x256x128xbf16>) -> tensor<1x256x256x128xbf16>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 3, 4] : (tensor<1x256x256x128xbf16>) -> tensor<1x256x2x256x128xbf16>
    %46 = stablehlo.reshape %45 : (tensor<1x256x2x256x128xbf16>) -> tensor<1x512x256x128xbf16>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 4] : (tensor<1x512x256x128xbf16>) -> tensor<1x512x256x2x128xbf16>
    %48 = stablehlo.reshape %47 : (tensor<1x512x256x2x128xbf16>) -> tensor<1x512x512x128xbf16>
    %49 = stablehlo.concatenate %48, %1, dim = 3 : (tensor<1x512x512x128xbf16>, tensor<1x512x512x64xbf16>) -> tensor<1x512x512x192xbf16>
    %50 = stablehlo.convolution(%49, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x512x512x192xbf16>, tensor<3x3x192x64xbf16>) -> tensor<1x512x512x64xbf16>
    %51 = call @relu(%50) : (tensor<1x512x512x64xbf16>) -> tensor<1x512x512x64xbf16>
    %52 = stablehlo.convolution(%51, %arg14) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x512x512x64xbf16>, tensor<3x3x64x64xbf16>) -> tensor<1x512x512x64xbf16>
    %53 = call @relu(%52) : (tensor<1x512x512x64xbf16>) -> tensor<1x512x512x64xbf16>
    %54 = stablehlo.convolution(%53, %arg9) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x512x512x64xbf16>, tensor<1x1x64x4xbf16>) -> tensor<1x512x512x4xbf16>
    return %54 : tensor<1x512x512x4xbf16>
  }
  func.func private @relu(%arg0: tensor<1x512x512x64xbf16>) -> tensor<1x512x512x64xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x512x512x64xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x512x512x64xbf16>
    return %1 : tensor<1x512x512x64xbf16>
  }
  func.func private @relu_0(%arg0: tensor<1x256x256x128xbf16>) -> tensor<1x256x256x128xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x256x256x128xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x256x256x128xbf16>
    return %1 : tensor<1x256x256x128xbf16>
  }
  func.func private @relu_1(%arg0: tensor<1x128x128x256xbf16>) -> tensor<1x128x128x256xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x128x128x256xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x128x128x256xbf16>
    return %1 : tensor<1x128x128x256xbf16>
  }
  func.func private @relu_2(%arg0: tensor<1x64x64x512xbf16>) -> tensor<1x64x64x512xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x64x64x512xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x64x64x512xbf16>
    return %1 : tensor<1x64x64x512xbf16>
  }
  func.func private @relu_3(%arg0: tensor<1x32x32x1024xbf16>) -> tensor<1x32x32x1024xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x32x32x1024xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x32x32x1024xbf16>
    return %1 : tensor<1x32x32x1024xbf16>
  }
}
