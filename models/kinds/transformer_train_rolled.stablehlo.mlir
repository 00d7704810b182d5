module @transformer_train_rolled attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x4096x1024xbf16> {tf.aliasing_output = 0 : i32}, %arg1: tensor<12x2x1024xbf16> {tf.aliasing_output = 1 : i32}, %arg2: tensor<12x1024x1024xbf16> {tf.aliasing_output = 2 : i32}, %arg3: tensor<12x1024x3072xbf16> {tf.aliasing_output = 3 : i32}, %arg4: tensor<12x1024x4096xbf16> {tf.aliasing_output = 4 : i32}, %arg5: tensor<12x4096x1024xbf16> {tf.aliasing_output = 5 : i32}, %arg6: tensor<12x2x1024xbf16> {tf.aliasing_output = 6 : i32}, %arg7: tensor<12x1024x1024xbf16> {tf.aliasing_output = 7 : i32}, %arg8: tensor<12x1024x3072xbf16> {tf.aliasing_output = 8 : i32}, %arg9: tensor<12x1024x4096xbf16> {tf.aliasing_output = 9 : i32}, %arg10: tensor<2x512x1024xbf16>, %arg11: tensor<2x512x1024xbf16>) -> (tensor<12x4096x1024xbf16> {jax.result_info = "result[0]['down']"}, tensor<12x2x1024xbf16> {jax.result_info = "result[0]['norm']"}, tensor<12x1024x1024xbf16> {jax.result_info = "result[0]['out']"}, tensor<12x1024x3072xbf16> {jax.result_info = "result[0]['qkv']"}, tensor<12x1024x4096xbf16> {jax.result_info = "result[0]['up']"}, tensor<12x4096x1024xbf16> {jax.result_info = "result[1]['down']"}, tensor<12x2x1024xbf16> {jax.result_info = "result[1]['norm']"}, tensor<12x1024x1024xbf16> {jax.result_info = "result[1]['out']"}, tensor<12x1024x3072xbf16> {jax.result_info = "result[1]['qkv']"}, tensor<12x1024x4096xbf16> {jax.result_info = "result[1]['up']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1xbf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<12x1x1x1024xbf16>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %5 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x128xbf16>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x128xbf16>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %8 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x512xbf16>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x1xbf16>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %10 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x1xbf16>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %11 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x128xbf16>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %12 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<12x2x8x512x512xbf16>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %13 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %15 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1xbf16>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %16 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1xbf16>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %17 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<12x1x1x1024xbf16>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %18 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %19 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<12x2x512x1024xbf16>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %20 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x2x512x4096xi1>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %21 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<12x2x512x4096xbf16>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %22:29 = stablehlo.while(%iterArg = %arg0, %iterArg_40 = %arg1, %iterArg_41 = %arg2, %iterArg_42 = %arg3, %iterArg_43 = %arg4, %iterArg_44 = %c_20, %iterArg_45 = %arg10, %iterArg_46 = %0, %iterArg_47 = %1, %iterArg_48 = %2, %iterArg_49 = %3, %iterArg_50 = %4, %iterArg_51 = %5, %iterArg_52 = %6, %iterArg_53 = %7, %iterArg_54 = %8, %iterArg_55 = %9, %iterArg_56 = %10, %iterArg_57 = %11, %iterArg_58 = %12, %iterArg_59 = %13, %iterArg_60 = %14, %iterArg_61 = %15, %iterArg_62 = %16, %iterArg_63 = %17, %iterArg_64 = %18, %iterArg_65 = %19, %iterArg_66 = %20, %iterArg_67 = %21) : tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>, tensor<i32>, tensor<2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x4096xi1>, tensor<12x2x512x4096xbf16>
    cond {
      %c_68 = stablehlo.constant dense<12> : tensor<i32>
      %66 = stablehlo.compare LT, %iterArg_44, %c_68, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %66 : tensor<i1>
    } do {
      %66 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_44) : (tensor<12x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %67 = func.call @dynamic_index_in_dim_0(%iterArg_40, %iterArg_44) : (tensor<12x2x1024xbf16>, tensor<i32>) -> tensor<2x1024xbf16>
      %68 = func.call @dynamic_index_in_dim_1(%iterArg_41, %iterArg_44) : (tensor<12x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %69 = func.call @dynamic_index_in_dim_2(%iterArg_42, %iterArg_44) : (tensor<12x1024x3072xbf16>, tensor<i32>) -> tensor<1024x3072xbf16>
      %70 = func.call @dynamic_index_in_dim_3(%iterArg_43, %iterArg_44) : (tensor<12x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %71:23 = func.call @closed_call(%iterArg_45, %66, %67, %68, %69, %70) : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>) -> (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>)
      %72 = func.call @dynamic_update_index_in_dim(%iterArg_46, %71#1, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %73 = func.call @dynamic_update_index_in_dim_4(%iterArg_47, %71#2, %iterArg_44) : (tensor<12x2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<i32>) -> tensor<12x2x512x1xbf16>
      %74 = func.call @dynamic_update_index_in_dim_4(%iterArg_48, %71#3, %iterArg_44) : (tensor<12x2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<i32>) -> tensor<12x2x512x1xbf16>
      %75 = func.call @dynamic_update_index_in_dim_5(%iterArg_49, %71#4, %iterArg_44) : (tensor<12x1x1x1024xbf16>, tensor<1x1x1024xbf16>, tensor<i32>) -> tensor<12x1x1x1024xbf16>
      %76 = func.call @dynamic_update_index_in_dim(%iterArg_50, %71#5, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %77 = func.call @dynamic_update_index_in_dim(%iterArg_51, %71#6, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %78 = func.call @dynamic_update_index_in_dim_6(%iterArg_52, %71#7, %iterArg_44) : (tensor<12x2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<i32>) -> tensor<12x2x8x512x128xbf16>
      %79 = func.call @dynamic_update_index_in_dim_6(%iterArg_53, %71#8, %iterArg_44) : (tensor<12x2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<i32>) -> tensor<12x2x8x512x128xbf16>
      %80 = func.call @dynamic_update_index_in_dim_7(%iterArg_54, %71#9, %iterArg_44) : (tensor<12x2x8x512x512xbf16>, tensor<2x8x512x512xbf16>, tensor<i32>) -> tensor<12x2x8x512x512xbf16>
      %81 = func.call @dynamic_update_index_in_dim_8(%iterArg_55, %71#10, %iterArg_44) : (tensor<12x2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<i32>) -> tensor<12x2x8x512x1xbf16>
      %82 = func.call @dynamic_update_index_in_dim_8(%iterArg_56, %71#11, %iterArg_44) : (tensor<12x2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<i32>) -> tensor<12x2x8x512x1xbf16>
      %83 = func.call @dynamic_update_index_in_dim_6(%iterArg_57, %71#12, %iterArg_44) : (tensor<12x2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<i32>) -> tensor<12x2x8x512x128xbf16>
      %84 = func.call @dynamic_update_index_in_dim_7(%iterArg_58, %71#13, %iterArg_44) : (tensor<12x2x8x512x512xbf16>, tensor<2x8x512x512xbf16>, tensor<i32>) -> tensor<12x2x8x512x512xbf16>
      %85 = func.call @dynamic_update_index_in_dim(%iterArg_59, %71#14, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %86 = func.call @dynamic_update_index_in_dim(%iterArg_60, %71#15, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %87 = func.call @dynamic_update_index_in_dim_4(%iterArg_61, %71#16, %iterArg_44) : (tensor<12x2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<i32>) -> tensor<12x2x512x1xbf16>
      %88 = func.call @dynamic_update_index_in_dim_4(%iterArg_62, %71#17, %iterArg_44) : (tensor<12x2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<i32>) -> tensor<12x2x512x1xbf16>
      %89 = func.call @dynamic_update_index_in_dim_5(%iterArg_63, %71#18, %iterArg_44) : (tensor<12x1x1x1024xbf16>, tensor<1x1x1024xbf16>, tensor<i32>) -> tensor<12x1x1x1024xbf16>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_64, %71#19, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %91 = func.call @dynamic_update_index_in_dim(%iterArg_65, %71#20, %iterArg_44) : (tensor<12x2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
      %92 = func.call @dynamic_update_index_in_dim_9(%iterArg_66, %71#21, %iterArg_44) : (tensor<12x2x512x4096xi1>, tensor<2x512x4096xi1>, tensor<i32>) -> tensor<12x2x512x4096xi1>
      %93 = func.call @dynamic_update_index_in_dim_10(%iterArg_67, %71#22, %iterArg_44) : (tensor<12x2x512x4096xbf16>, tensor<2x512x4096xbf16>, tensor<i32>) -> tensor<12x2x512x4096xbf16>
      %c_68 = stablehlo.constant dense<1> : tensor<i32>
      %94 = stablehlo.add %iterArg_44, %c_68 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %94, %71#0, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93 : tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>, tensor<i32>, tensor<2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x4096xi1>, tensor<12x2x512x4096xbf16>
    }
    %23 = stablehlo.subtract %22#6, %arg11 : tensor<2x512x1024xbf16>
    %cst_21 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %24 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<2x512x1024xbf16>
    %25 = stablehlo.multiply %24, %23 : tensor<2x512x1024xbf16>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_23 = stablehlo.constant dense<0x49800000> : tensor<f32>
    %26 = stablehlo.divide %cst_22, %cst_23 : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<2x512x1024xf32>
    %28 = stablehlo.convert %27 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %29 = stablehlo.multiply %28, %25 : tensor<2x512x1024xbf16>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %30 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<12x4096x1024xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %31 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<12x2x1024xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %32 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<bf16>) -> tensor<12x1024x1024xbf16>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %33 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<bf16>) -> tensor<12x1024x3072xbf16>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %34 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<12x1024x4096xbf16>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %35:33 = stablehlo.while(%iterArg = %22#7, %iterArg_40 = %22#8, %iterArg_41 = %22#9, %iterArg_42 = %22#10, %iterArg_43 = %22#11, %iterArg_44 = %arg3, %iterArg_45 = %22#12, %iterArg_46 = %22#13, %iterArg_47 = %22#14, %iterArg_48 = %22#15, %iterArg_49 = %22#16, %iterArg_50 = %22#17, %iterArg_51 = %22#18, %iterArg_52 = %22#19, %iterArg_53 = %arg2, %iterArg_54 = %22#20, %iterArg_55 = %22#21, %iterArg_56 = %22#22, %iterArg_57 = %22#23, %iterArg_58 = %22#24, %iterArg_59 = %22#25, %iterArg_60 = %arg4, %iterArg_61 = %22#26, %iterArg_62 = %22#27, %iterArg_63 = %arg0, %iterArg_64 = %22#28, %iterArg_65 = %c_29, %iterArg_66 = %29, %iterArg_67 = %30, %iterArg_68 = %31, %iterArg_69 = %32, %iterArg_70 = %33, %iterArg_71 = %34) : tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x1024x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x1024x4096xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x4096xi1>, tensor<12x4096x1024xbf16>, tensor<12x2x512x4096xbf16>, tensor<i32>, tensor<2x512x1024xbf16>, tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>
    cond {
      %c_72 = stablehlo.constant dense<12> : tensor<i32>
      %66 = stablehlo.compare LT, %iterArg_65, %c_72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %66 : tensor<i1>
    } do {
      %c_72 = stablehlo.constant dense<12> : tensor<i32>
      %66 = stablehlo.subtract %c_72, %iterArg_65 : tensor<i32>
      %c_73 = stablehlo.constant dense<1> : tensor<i32>
      %67 = stablehlo.subtract %66, %c_73 : tensor<i32>
      %68 = func.call @dynamic_index_in_dim_11(%iterArg, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %69 = func.call @dynamic_index_in_dim_12(%iterArg_40, %67) : (tensor<12x2x512x1xbf16>, tensor<i32>) -> tensor<2x512x1xbf16>
      %70 = func.call @dynamic_index_in_dim_12(%iterArg_41, %67) : (tensor<12x2x512x1xbf16>, tensor<i32>) -> tensor<2x512x1xbf16>
      %71 = func.call @dynamic_index_in_dim_13(%iterArg_42, %67) : (tensor<12x1x1x1024xbf16>, tensor<i32>) -> tensor<1x1x1024xbf16>
      %72 = func.call @dynamic_index_in_dim_11(%iterArg_43, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %73 = func.call @dynamic_index_in_dim_2(%iterArg_44, %67) : (tensor<12x1024x3072xbf16>, tensor<i32>) -> tensor<1024x3072xbf16>
      %74 = func.call @dynamic_index_in_dim_11(%iterArg_45, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %75 = func.call @dynamic_index_in_dim_14(%iterArg_46, %67) : (tensor<12x2x8x512x128xbf16>, tensor<i32>) -> tensor<2x8x512x128xbf16>
      %76 = func.call @dynamic_index_in_dim_14(%iterArg_47, %67) : (tensor<12x2x8x512x128xbf16>, tensor<i32>) -> tensor<2x8x512x128xbf16>
      %77 = func.call @dynamic_index_in_dim_15(%iterArg_48, %67) : (tensor<12x2x8x512x512xbf16>, tensor<i32>) -> tensor<2x8x512x512xbf16>
      %78 = func.call @dynamic_index_in_dim_16(%iterArg_49, %67) : (tensor<12x2x8x512x1xbf16>, tensor<i32>) -> tensor<2x8x512x1xbf16>
      %79 = func.call @dynamic_index_in_dim_16(%iterArg_50, %67) : (tensor<12x2x8x512x1xbf16>, tensor<i32>) -> tensor<2x8x512x1xbf16>
      %80 = func.call @dynamic_index_in_dim_14(%iterArg_51, %67) : (tensor<12x2x8x512x128xbf16>, tensor<i32>) -> tensor<2x8x512x128xbf16>
      %81 = func.call @dynamic_index_in_dim_15(%iterArg_52, %67) : (tensor<12x2x8x512x512xbf16>, tensor<i32>) -> tensor<2x8x512x512xbf16>
      %82 = func.call @dynamic_index_in_dim_1(%iterArg_53, %67) : (tensor<12x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %83 = func.call @dynamic_index_in_dim_11(%iterArg_54, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %84 = func.call @dynamic_index_in_dim_11(%iterArg_55, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %85 = func.call @dynamic_index_in_dim_12(%iterArg_56, %67) : (tensor<12x2x512x1xbf16>, tensor<i32>) -> tensor<2x512x1xbf16>
      %86 = func.call @dynamic_index_in_dim_12(%iterArg_57, %67) : (tensor<12x2x512x1xbf16>, tensor<i32>) -> tensor<2x512x1xbf16>
      %87 = func.call @dynamic_index_in_dim_13(%iterArg_58, %67) : (tensor<12x1x1x1024xbf16>, tensor<i32>) -> tensor<1x1x1024xbf16>
      %88 = func.call @dynamic_index_in_dim_11(%iterArg_59, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %89 = func.call @dynamic_index_in_dim_3(%iterArg_60, %67) : (tensor<12x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %90 = func.call @dynamic_index_in_dim_11(%iterArg_61, %67) : (tensor<12x2x512x1024xbf16>, tensor<i32>) -> tensor<2x512x1024xbf16>
      %91 = func.call @dynamic_index_in_dim_17(%iterArg_62, %67) : (tensor<12x2x512x4096xi1>, tensor<i32>) -> tensor<2x512x4096xi1>
      %92 = func.call @dynamic_index_in_dim(%iterArg_63, %67) : (tensor<12x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %93 = func.call @dynamic_index_in_dim_18(%iterArg_64, %67) : (tensor<12x2x512x4096xbf16>, tensor<i32>) -> tensor<2x512x4096xbf16>
      %94:6 = func.call @closed_call_19(%iterArg_66, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93) : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>, tensor<2x512x1024xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<1024x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x4096xi1>, tensor<4096x1024xbf16>, tensor<2x512x4096xbf16>) -> (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>)
      %95 = func.call @dynamic_update_index_in_dim_20(%iterArg_67, %94#1, %67) : (tensor<12x4096x1024xbf16>, tensor<4096x1024xbf16>, tensor<i32>) -> tensor<12x4096x1024xbf16>
      %96 = func.call @dynamic_update_index_in_dim_21(%iterArg_68, %94#2, %67) : (tensor<12x2x1024xbf16>, tensor<2x1024xbf16>, tensor<i32>) -> tensor<12x2x1024xbf16>
      %97 = func.call @dynamic_update_index_in_dim_22(%iterArg_69, %94#3, %67) : (tensor<12x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<12x1024x1024xbf16>
      %98 = func.call @dynamic_update_index_in_dim_23(%iterArg_70, %94#4, %67) : (tensor<12x1024x3072xbf16>, tensor<1024x3072xbf16>, tensor<i32>) -> tensor<12x1024x3072xbf16>
      %99 = func.call @dynamic_update_index_in_dim_24(%iterArg_71, %94#5, %67) : (tensor<12x1024x4096xbf16>, tensor<1024x4096xbf16>, tensor<i32>) -> tensor<12x1024x4096xbf16>
      %c_74 = stablehlo.constant dense<1> : tensor<i32>
      %100 = stablehlo.add %iterArg_65, %c_74 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %100, %94#0, %95, %96, %97, %98, %99 : tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x1xbf16>, tensor<12x2x8x512x128xbf16>, tensor<12x2x8x512x512xbf16>, tensor<12x1024x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x1xbf16>, tensor<12x2x512x1xbf16>, tensor<12x1x1x1024xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x1024x4096xbf16>, tensor<12x2x512x1024xbf16>, tensor<12x2x512x4096xi1>, tensor<12x4096x1024xbf16>, tensor<12x2x512x4096xbf16>, tensor<i32>, tensor<2x512x1024xbf16>, tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>
    }
    %cst_30 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %36 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<12x4096x1024xbf16>
    %37 = stablehlo.multiply %36, %arg5 : tensor<12x4096x1024xbf16>
    %38 = stablehlo.add %37, %35#28 : tensor<12x4096x1024xbf16>
    %cst_31 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %39 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<bf16>) -> tensor<12x2x1024xbf16>
    %40 = stablehlo.multiply %39, %arg6 : tensor<12x2x1024xbf16>
    %41 = stablehlo.add %40, %35#29 : tensor<12x2x1024xbf16>
    %cst_32 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %42 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<12x1024x1024xbf16>
    %43 = stablehlo.multiply %42, %arg7 : tensor<12x1024x1024xbf16>
    %44 = stablehlo.add %43, %35#30 : tensor<12x1024x1024xbf16>
    %cst_33 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %45 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<bf16>) -> tensor<12x1024x3072xbf16>
    %46 = stablehlo.multiply %45, %arg8 : tensor<12x1024x3072xbf16>
    %47 = stablehlo.add %46, %35#31 : tensor<12x1024x3072xbf16>
    %cst_34 = stablehlo.constant dense<8.984370e-01> : tensor<bf16>
    %48 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<bf16>) -> tensor<12x1024x4096xbf16>
    %49 = stablehlo.multiply %48, %arg9 : tensor<12x1024x4096xbf16>
    %50 = stablehlo.add %49, %35#32 : tensor<12x1024x4096xbf16>
    %cst_35 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %51 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<bf16>) -> tensor<12x4096x1024xbf16>
    %52 = stablehlo.multiply %51, %38 : tensor<12x4096x1024xbf16>
    %53 = stablehlo.subtract %arg0, %52 : tensor<12x4096x1024xbf16>
    %cst_36 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %54 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<bf16>) -> tensor<12x2x1024xbf16>
    %55 = stablehlo.multiply %54, %41 : tensor<12x2x1024xbf16>
    %56 = stablehlo.subtract %arg1, %55 : tensor<12x2x1024xbf16>
    %cst_37 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %57 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<bf16>) -> tensor<12x1024x1024xbf16>
    %58 = stablehlo.multiply %57, %44 : tensor<12x1024x1024xbf16>
    %59 = stablehlo.subtract %arg2, %58 : tensor<12x1024x1024xbf16>
    %cst_38 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %60 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<bf16>) -> tensor<12x1024x3072xbf16>
    %61 = stablehlo.multiply %60, %47 : tensor<12x1024x3072xbf16>
    %62 = stablehlo.subtract %arg3, %61 : tensor<12x1024x3072xbf16>
    %cst_39 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
    %63 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<bf16>) -> tensor<12x1024x4096xbf16>
    %64 = stablehlo.multiply %63, %50 : tensor<12x1024x4096xbf16>
    %65 = stablehlo.subtract %arg4, %64 : tensor<12x1024x4096xbf16>
    return %53, %56, %59, %62, %65, %38, %41, %44, %47, %50 : tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>, tensor<12x4096x1024xbf16>, tensor<12x2x1024xbf16>, tensor<12x1024x1024xbf16>, tensor<12x1024x3072xbf16>, tensor<12x1024x4096xbf16>
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
  func.func private @closed_call(%arg0: tensor<2x512x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<2x1024xbf16>, %arg3: tensor<1024x1024xbf16>, %arg4: tensor<1024x3072xbf16>, %arg5: tensor<1024x4096xbf16>) -> (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>) {
    %0 = stablehlo.slice %arg2 [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %2 = stablehlo.multiply %arg0, %arg0 : tensor<2x512x1024xbf16>
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
    %12 = stablehlo.divide %11, %10 : tensor<2x512x1xbf16>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %14 = stablehlo.multiply %13, %12 : tensor<2x512x1xbf16>
    %15 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %16 = stablehlo.multiply %arg0, %15 : tensor<2x512x1024xbf16>
    %17 = stablehlo.broadcast_in_dim %1, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %19 = stablehlo.multiply %16, %18 : tensor<2x512x1024xbf16>
    %20 = stablehlo.dot_general %19, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x3072xbf16>
    %21 = stablehlo.slice %20 [0:2, 0:512, 0:1024] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %22 = stablehlo.slice %20 [0:2, 0:512, 1024:2048] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %23 = stablehlo.slice %20 [0:2, 0:512, 2048:3072] : (tensor<2x512x3072xbf16>) -> tensor<2x512x1024xbf16>
    %24 = stablehlo.reshape %21 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %25 = stablehlo.transpose %24, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %26 = stablehlo.reshape %22 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %27 = stablehlo.transpose %26, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %28 = stablehlo.reshape %23 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %29 = stablehlo.transpose %28, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %30 = stablehlo.dot_general %25, %27, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %cst_3 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %31 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %32 = stablehlo.multiply %30, %31 : tensor<2x8x512x512xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %33 = stablehlo.reduce(%32 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %cst_5 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<bf16>) -> tensor<2x8x512xbf16>
    %35 = stablehlo.maximum %34, %33 : tensor<2x8x512xbf16>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %38 = stablehlo.subtract %32, %37 : tensor<2x8x512x512xbf16>
    %39 = stablehlo.exponential %38 : tensor<2x8x512x512xbf16>
    %40 = stablehlo.convert %39 : (tensor<2x8x512x512xbf16>) -> tensor<2x8x512x512xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x1xf32>
    %43 = stablehlo.convert %42 : (tensor<2x8x512x1xf32>) -> tensor<2x8x512x1xbf16>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %45 = stablehlo.divide %39, %44 : tensor<2x8x512x512xbf16>
    %46 = stablehlo.multiply %43, %43 : tensor<2x8x512x1xbf16>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %47 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<2x8x512x1xbf16>
    %48 = stablehlo.divide %47, %46 : tensor<2x8x512x1xbf16>
    %49 = stablehlo.dot_general %45, %29, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %50 = stablehlo.transpose %49, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %51 = stablehlo.reshape %50 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %52 = stablehlo.dot_general %51, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %53 = stablehlo.add %arg0, %52 : tensor<2x512x1024xbf16>
    %54 = stablehlo.slice %arg2 [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
    %55 = stablehlo.reshape %54 : (tensor<1x1024xbf16>) -> tensor<1024xbf16>
    %56 = stablehlo.multiply %53, %53 : tensor<2x512x1024xbf16>
    %57 = stablehlo.convert %56 : (tensor<2x512x1024xbf16>) -> tensor<2x512x1024xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xf32>, tensor<f32>) -> tensor<2x512xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1xf32>
    %cst_9 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %61 = stablehlo.divide %59, %60 : tensor<2x512x1xf32>
    %62 = stablehlo.convert %61 : (tensor<2x512x1xf32>) -> tensor<2x512x1xbf16>
    %cst_10 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %63 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %64 = stablehlo.add %62, %63 : tensor<2x512x1xbf16>
    %65 = stablehlo.rsqrt %64 : tensor<2x512x1xbf16>
    %66 = stablehlo.divide %65, %64 : tensor<2x512x1xbf16>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %67 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<2x512x1xbf16>
    %68 = stablehlo.multiply %67, %66 : tensor<2x512x1xbf16>
    %69 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %70 = stablehlo.multiply %53, %69 : tensor<2x512x1024xbf16>
    %71 = stablehlo.broadcast_in_dim %55, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %73 = stablehlo.multiply %70, %72 : tensor<2x512x1024xbf16>
    %74 = stablehlo.dot_general %73, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x4096xbf16>
    %75 = call @relu(%74) : (tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %76 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %77 = stablehlo.compare GT, %74, %76, FLOAT : (tensor<2x512x4096xbf16>, tensor<2x512x4096xbf16>) -> tensor<2x512x4096xi1>
    %78 = stablehlo.dot_general %75, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x1024xbf16>
    %79 = stablehlo.add %53, %78 : tensor<2x512x1024xbf16>
    return %79, %arg0, %14, %11, %17, %16, %19, %27, %25, %39, %43, %48, %29, %45, %51, %53, %68, %65, %71, %70, %73, %77, %75 : tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x1xbf16>, tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1xbf16>, tensor<2x512x1xbf16>, tensor<1x1x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
  }
  func.func private @relu(%arg0: tensor<2x512x4096xbf16>) -> tensor<2x512x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x512x4096xbf16>
    return %1 : tensor<2x512x4096xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<12x2x512x1024xbf16>, %arg1: tensor<2x512x1024xbf16>, %arg2: tensor<i32>) -> tensor<12x2x512x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x512x1024xbf16>) -> tensor<1x2x512x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<12x2x512x1024xbf16>, tensor<1x2x512x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x512x1024xbf16>
    return %1 : tensor<12x2x512x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<12x2x512x1xbf16>, %arg1: tensor<2x512x1xbf16>, %arg2: tensor<i32>) -> tensor<12x2x512x1xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x512x1xbf16>) -> tensor<1x2x512x1xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<12x2x512x1xbf16>, tensor<1x2x512x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x512x1xbf16>
    return %1 : tensor<12x2x512x1xbf16>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<12x1x1x1024xbf16>, %arg1: tensor<1x1x1024xbf16>, %arg2: tensor<i32>) -> tensor<12x1x1x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x1024xbf16>) -> tensor<1x1x1x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<12x1x1x1024xbf16>, tensor<1x1x1x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x1x1x1024xbf16>
    return %1 : tensor<12x1x1x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<12x2x8x512x128xbf16>, %arg1: tensor<2x8x512x128xbf16>, %arg2: tensor<i32>) -> tensor<12x2x8x512x128xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<2x8x512x128xbf16>) -> tensor<1x2x8x512x128xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<12x2x8x512x128xbf16>, tensor<1x2x8x512x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x8x512x128xbf16>
    return %1 : tensor<12x2x8x512x128xbf16>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<12x2x8x512x512xbf16>, %arg1: tensor<2x8x512x512xbf16>, %arg2: tensor<i32>) -> tensor<12x2x8x512x512xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<2x8x512x512xbf16>) -> tensor<1x2x8x512x512xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<12x2x8x512x512xbf16>, tensor<1x2x8x512x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x8x512x512xbf16>
    return %1 : tensor<12x2x8x512x512xbf16>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<12x2x8x512x1xbf16>, %arg1: tensor<2x8x512x1xbf16>, %arg2: tensor<i32>) -> tensor<12x2x8x512x1xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<2x8x512x1xbf16>) -> tensor<1x2x8x512x1xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<12x2x8x512x1xbf16>, tensor<1x2x8x512x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x8x512x1xbf16>
    return %1 : tensor<12x2x8x512x1xbf16>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<12x2x512x4096xi1>, %arg1: tensor<2x512x4096xi1>, %arg2: tensor<i32>) -> tensor<12x2x512x4096xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x512x4096xi1>) -> tensor<1x2x512x4096xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<12x2x512x4096xi1>, tensor<1x2x512x4096xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x512x4096xi1>
    return %1 : tensor<12x2x512x4096xi1>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<12x2x512x4096xbf16>, %arg1: tensor<2x512x4096xbf16>, %arg2: tensor<i32>) -> tensor<12x2x512x4096xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x512x4096xbf16>) -> tensor<1x2x512x4096xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<12x2x512x4096xbf16>, tensor<1x2x512x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x512x4096xbf16>
    return %1 : tensor<12x2x512x4096xbf16>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<12x2x512x1024xbf16>, %arg1: tensor<i32>) -> tensor<2x512x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 512, 1024] : (tensor<12x2x512x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x512x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x512x1024xbf16>) -> tensor<2x512x1024xbf16>
    return %1 : tensor<2x512x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<12x2x512x1xbf16>, %arg1: tensor<i32>) -> tensor<2x512x1xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 512, 1] : (tensor<12x2x512x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x512x1xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x512x1xbf16>) -> tensor<2x512x1xbf16>
    return %1 : tensor<2x512x1xbf16>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<12x1x1x1024xbf16>, %arg1: tensor<i32>) -> tensor<1x1x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 1024] : (tensor<12x1x1x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x1024xbf16>) -> tensor<1x1x1024xbf16>
    return %1 : tensor<1x1x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<12x2x8x512x128xbf16>, %arg1: tensor<i32>) -> tensor<2x8x512x128xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 2, 8, 512, 128] : (tensor<12x2x8x512x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x512x128xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    return %1 : tensor<2x8x512x128xbf16>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<12x2x8x512x512xbf16>, %arg1: tensor<i32>) -> tensor<2x8x512x512xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 2, 8, 512, 512] : (tensor<12x2x8x512x512xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x512x512xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x512x512xbf16>) -> tensor<2x8x512x512xbf16>
    return %1 : tensor<2x8x512x512xbf16>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<12x2x8x512x1xbf16>, %arg1: tensor<i32>) -> tensor<2x8x512x1xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 2, 8, 512, 1] : (tensor<12x2x8x512x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x512x1xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x512x1xbf16>) -> tensor<2x8x512x1xbf16>
    return %1 : tensor<2x8x512x1xbf16>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<12x2x512x4096xi1>, %arg1: tensor<i32>) -> tensor<2x512x4096xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 512, 4096] : (tensor<12x2x512x4096xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x512x4096xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x2x512x4096xi1>) -> tensor<2x512x4096xi1>
    return %1 : tensor<2x512x4096xi1>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<12x2x512x4096xbf16>, %arg1: tensor<i32>) -> tensor<2x512x4096xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 512, 4096] : (tensor<12x2x512x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x512x4096xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x2x512x4096xbf16>) -> tensor<2x512x4096xbf16>
    return %1 : tensor<2x512x4096xbf16>
  }
  func.func private @closed_call_19(%arg0: tensor<2x512x1024xbf16>, %arg1: tensor<2x512x1024xbf16>, %arg2: tensor<2x512x1xbf16>, %arg3: tensor<2x512x1xbf16>, %arg4: tensor<1x1x1024xbf16>, %arg5: tensor<2x512x1024xbf16>, %arg6: tensor<1024x3072xbf16>, %arg7: tensor<2x512x1024xbf16>, %arg8: tensor<2x8x512x128xbf16>, %arg9: tensor<2x8x512x128xbf16>, %arg10: tensor<2x8x512x512xbf16>, %arg11: tensor<2x8x512x1xbf16>, %arg12: tensor<2x8x512x1xbf16>, %arg13: tensor<2x8x512x128xbf16>, %arg14: tensor<2x8x512x512xbf16>, %arg15: tensor<1024x1024xbf16>, %arg16: tensor<2x512x1024xbf16>, %arg17: tensor<2x512x1024xbf16>, %arg18: tensor<2x512x1xbf16>, %arg19: tensor<2x512x1xbf16>, %arg20: tensor<1x1x1024xbf16>, %arg21: tensor<2x512x1024xbf16>, %arg22: tensor<1024x4096xbf16>, %arg23: tensor<2x512x1024xbf16>, %arg24: tensor<2x512x4096xi1>, %arg25: tensor<4096x1024xbf16>, %arg26: tensor<2x512x4096xbf16>) -> (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>) {
    %0 = stablehlo.dot_general %arg0, %arg26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x4096xbf16>) -> tensor<1024x4096xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %2 = stablehlo.dot_general %arg0, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x512x4096xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<2x512x4096xbf16>
    %4 = stablehlo.select %arg24, %2, %3 : tensor<2x512x4096xi1>, tensor<2x512x4096xbf16>
    %5 = stablehlo.dot_general %4, %arg23, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<2x512x1024xbf16>) -> tensor<4096x1024xbf16>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %7 = stablehlo.dot_general %4, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x512x1024xbf16>
    %8 = stablehlo.multiply %arg21, %7 : tensor<2x512x1024xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %10 = stablehlo.reshape %9 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %11 = stablehlo.broadcast_in_dim %arg20, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %12 = stablehlo.multiply %7, %11 : tensor<2x512x1024xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %13 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %14 = stablehlo.multiply %arg17, %12 : tensor<2x512x1024xbf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %16 = stablehlo.reshape %15 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %17 = stablehlo.broadcast_in_dim %arg19, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %18 = stablehlo.multiply %12, %17 : tensor<2x512x1024xbf16>
    %19 = stablehlo.add %arg0, %18 : tensor<2x512x1024xbf16>
    %20 = stablehlo.multiply %16, %arg18 : tensor<2x512x1xbf16>
    %21 = stablehlo.convert %20 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %23 = stablehlo.divide %21, %22 : tensor<2x512x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %26 = stablehlo.convert %25 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %27 = stablehlo.multiply %arg17, %26 : tensor<2x512x1024xbf16>
    %28 = stablehlo.add %19, %27 : tensor<2x512x1024xbf16>
    %29 = stablehlo.multiply %26, %arg17 : tensor<2x512x1024xbf16>
    %30 = stablehlo.add %28, %29 : tensor<2x512x1024xbf16>
    %31 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %32 = stablehlo.pad %31, %cst_5, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %33 = stablehlo.dot_general %30, %arg16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %35 = stablehlo.dot_general %30, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x512x1024xbf16>
    %36 = stablehlo.reshape %35 : (tensor<2x512x1024xbf16>) -> tensor<2x512x8x128xbf16>
    %37 = stablehlo.transpose %36, dims = [0, 2, 1, 3] : (tensor<2x512x8x128xbf16>) -> tensor<2x8x512x128xbf16>
    %38 = stablehlo.dot_general %37, %arg14, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x512xbf16>) -> tensor<2x8x128x512xbf16>
    %39 = stablehlo.transpose %38, dims = [0, 1, 3, 2] : (tensor<2x8x128x512xbf16>) -> tensor<2x8x512x128xbf16>
    %40 = stablehlo.dot_general %37, %arg13, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x128xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x512xbf16>
    %41 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %42 = stablehlo.multiply %40, %41 : tensor<2x8x512x512xbf16>
    %43 = stablehlo.multiply %42, %arg10 : tensor<2x8x512x512xbf16>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %44 = stablehlo.reduce(%43 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x512xbf16>, tensor<bf16>) -> tensor<2x8x512xbf16>
    %45 = stablehlo.reshape %44 : (tensor<2x8x512xbf16>) -> tensor<2x8x512x1xbf16>
    %46 = stablehlo.negate %45 : tensor<2x8x512x1xbf16>
    %47 = stablehlo.broadcast_in_dim %arg11, dims = [0, 1, 2, 3] : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x512xbf16>
    %48 = stablehlo.divide %40, %47 : tensor<2x8x512x512xbf16>
    %49 = stablehlo.convert %46 : (tensor<2x8x512x1xbf16>) -> tensor<2x8x512x1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<2x8x512x1xf32>, tensor<f32>) -> tensor<2x8x512xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<2x8x512xf32>) -> tensor<2x8x512x512xf32>
    %52 = stablehlo.convert %51 : (tensor<2x8x512x512xf32>) -> tensor<2x8x512x512xbf16>
    %53 = stablehlo.add %48, %52 : tensor<2x8x512x512xbf16>
    %54 = stablehlo.multiply %53, %arg10 : tensor<2x8x512x512xbf16>
    %cst_8 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %55 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<2x8x512x512xbf16>
    %56 = stablehlo.multiply %54, %55 : tensor<2x8x512x512xbf16>
    %57 = stablehlo.dot_general %56, %arg9, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %58 = stablehlo.dot_general %56, %arg8, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512x512xbf16>, tensor<2x8x512x128xbf16>) -> tensor<2x8x512x128xbf16>
    %59 = stablehlo.transpose %39, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %60 = stablehlo.reshape %59 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %61 = stablehlo.transpose %57, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %62 = stablehlo.reshape %61 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %63 = stablehlo.transpose %58, dims = [0, 2, 1, 3] : (tensor<2x8x512x128xbf16>) -> tensor<2x512x8x128xbf16>
    %64 = stablehlo.reshape %63 : (tensor<2x512x8x128xbf16>) -> tensor<2x512x1024xbf16>
    %65 = stablehlo.concatenate %64, %62, %60, dim = 2 : (tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>, tensor<2x512x1024xbf16>) -> tensor<2x512x3072xbf16>
    %66 = stablehlo.dot_general %65, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<2x512x1024xbf16>) -> tensor<3072x1024xbf16>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<3072x1024xbf16>) -> tensor<1024x3072xbf16>
    %68 = stablehlo.dot_general %65, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x512x3072xbf16>, tensor<1024x3072xbf16>) -> tensor<2x512x1024xbf16>
    %69 = stablehlo.multiply %arg5, %68 : tensor<2x512x1024xbf16>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %70 = stablehlo.reduce(%69 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %71 = stablehlo.reshape %70 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %72 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x512x1024xbf16>
    %73 = stablehlo.multiply %68, %72 : tensor<2x512x1024xbf16>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %74 = stablehlo.reduce(%71 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %75 = stablehlo.multiply %arg1, %73 : tensor<2x512x1024xbf16>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %76 = stablehlo.reduce(%75 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1024xbf16>, tensor<bf16>) -> tensor<2x512xbf16>
    %77 = stablehlo.reshape %76 : (tensor<2x512xbf16>) -> tensor<2x512x1xbf16>
    %78 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2] : (tensor<2x512x1xbf16>) -> tensor<2x512x1024xbf16>
    %79 = stablehlo.multiply %73, %78 : tensor<2x512x1024xbf16>
    %80 = stablehlo.add %30, %79 : tensor<2x512x1024xbf16>
    %81 = stablehlo.multiply %77, %arg2 : tensor<2x512x1xbf16>
    %82 = stablehlo.convert %81 : (tensor<2x512x1xbf16>) -> tensor<2x512x1xf32>
    %cst_12 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x512x1xf32>
    %84 = stablehlo.divide %82, %83 : tensor<2x512x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<2x512x1xf32>, tensor<f32>) -> tensor<2x512xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<2x512xf32>) -> tensor<2x512x1024xf32>
    %87 = stablehlo.convert %86 : (tensor<2x512x1024xf32>) -> tensor<2x512x1024xbf16>
    %88 = stablehlo.multiply %arg1, %87 : tensor<2x512x1024xbf16>
    %89 = stablehlo.add %80, %88 : tensor<2x512x1024xbf16>
    %90 = stablehlo.multiply %87, %arg1 : tensor<2x512x1024xbf16>
    %91 = stablehlo.add %89, %90 : tensor<2x512x1024xbf16>
    %92 = stablehlo.broadcast_in_dim %74, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %93 = stablehlo.pad %92, %cst_14, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<2x1024xbf16>
    %94 = stablehlo.add %32, %93 : tensor<2x1024xbf16>
    return %91, %1, %94, %34, %67, %6 : tensor<2x512x1024xbf16>, tensor<4096x1024xbf16>, tensor<2x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x3072xbf16>, tensor<1024x4096xbf16>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<12x4096x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<i32>) -> tensor<12x4096x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4096x1024xbf16>) -> tensor<1x4096x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x4096x1024xbf16>, tensor<1x4096x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x4096x1024xbf16>
    return %1 : tensor<12x4096x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<12x2x1024xbf16>, %arg1: tensor<2x1024xbf16>, %arg2: tensor<i32>) -> tensor<12x2x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x1024xbf16>) -> tensor<1x2x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x2x1024xbf16>, tensor<1x2x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x1024xbf16>
    return %1 : tensor<12x2x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<12x1024x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<i32>) -> tensor<12x1024x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x1024xbf16>) -> tensor<1x1024x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x1024x1024xbf16>, tensor<1x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x1024x1024xbf16>
    return %1 : tensor<12x1024x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<12x1024x3072xbf16>, %arg1: tensor<1024x3072xbf16>, %arg2: tensor<i32>) -> tensor<12x1024x3072xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x3072xbf16>) -> tensor<1x1024x3072xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x1024x3072xbf16>, tensor<1x1024x3072xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x1024x3072xbf16>
    return %1 : tensor<12x1024x3072xbf16>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<12x1024x4096xbf16>, %arg1: tensor<1024x4096xbf16>, %arg2: tensor<i32>) -> tensor<12x1024x4096xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x4096xbf16>) -> tensor<1x1024x4096xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x1024x4096xbf16>, tensor<1x1024x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x1024x4096xbf16>
    return %1 : tensor<12x1024x4096xbf16>
  }
}
