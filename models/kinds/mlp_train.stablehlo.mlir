module @mlp_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024x4096xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<4096xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<4096x4096xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<4096xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<4096x4096xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<4096xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<4096x1024xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<1024xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x4096xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<4096xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<4096x4096xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<4096xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<4096x4096xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<4096xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<4096x1024xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<1024xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<512x1024xf32>, %arg17: tensor<512x1024xf32>) -> (tensor<1024x4096xf32> {jax.result_info = "result[0][0][0]"}, tensor<4096xf32> {jax.result_info = "result[0][0][1]"}, tensor<4096x4096xf32> {jax.result_info = "result[0][1][0]"}, tensor<4096xf32> {jax.result_info = "result[0][1][1]"}, tensor<4096x4096xf32> {jax.result_info = "result[0][2][0]"}, tensor<4096xf32> {jax.result_info = "result[0][2][1]"}, tensor<4096x1024xf32> {jax.result_info = "result[0][3][0]"}, tensor<1024xf32> {jax.result_info = "result[0][3][1]"}, tensor<1024x4096xf32> {jax.result_info = "result[1][0][0]"}, tensor<4096xf32> {jax.result_info = "result[1][0][1]"}, tensor<4096x4096xf32> {jax.result_info = "result[1][1][0]"}, tensor<4096xf32> {jax.result_info = "result[1][1][1]"}, tensor<4096x4096xf32> {jax.result_info = "result[1][2][0]"}, tensor<4096xf32> {jax.result_info = "result[1][2][1]"}, tensor<4096x1024xf32> {jax.result_info = "result[1][3][0]"}, tensor<1024xf32> {jax.result_info = "result[1][3][1]"}) {
    %0 = stablehlo.dot_general %arg16, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<1024x4096xf32>) -> tensor<512x4096xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %3 = stablehlo.add %0, %2 : tensor<512x4096xf32>
    %4 = stablehlo.tanh %3 : tensor<512x4096xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<512x4096xf32>
    %7 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %10 = stablehlo.add %7, %9 : tensor<512x4096xf32>
    %11 = stablehlo.tanh %10 : tensor<512x4096xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<512x4096xf32>
    %14 = stablehlo.dot_general %11, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %15 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %17 = stablehlo.add %14, %16 : tensor<512x4096xf32>
    %18 = stablehlo.tanh %17 : tensor<512x4096xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %20 = stablehlo.subtract %19, %18 : tensor<512x4096xf32>
    %21 = stablehlo.dot_general %18, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x1024xf32>) -> tensor<512x1024xf32>
    %22 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<512x1024xf32>
    %24 = stablehlo.add %21, %23 : tensor<512x1024xf32>
    %25 = stablehlo.tanh %24 : tensor<512x1024xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<512x1024xf32>
    %28 = stablehlo.subtract %25, %arg17 : tensor<512x1024xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %30 = stablehlo.multiply %29, %28 : tensor<512x1024xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<5.242880e+05> : tensor<f32>
    %31 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %33 = stablehlo.multiply %32, %30 : tensor<512x1024xf32>
    %34 = stablehlo.multiply %33, %27 : tensor<512x1024xf32>
    %35 = stablehlo.multiply %34, %25 : tensor<512x1024xf32>
    %36 = stablehlo.add %34, %35 : tensor<512x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %38 = stablehlo.reshape %37 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %40 = stablehlo.dot_general %36, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<512x4096xf32>) -> tensor<1024x4096xf32>
    %41 = stablehlo.transpose %40, dims = [1, 0] : (tensor<1024x4096xf32>) -> tensor<4096x1024xf32>
    %42 = stablehlo.dot_general %36, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<4096x1024xf32>) -> tensor<512x4096xf32>
    %43 = stablehlo.multiply %42, %20 : tensor<512x4096xf32>
    %44 = stablehlo.multiply %43, %18 : tensor<512x4096xf32>
    %45 = stablehlo.add %43, %44 : tensor<512x4096xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %47 = stablehlo.reshape %46 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %49 = stablehlo.dot_general %45, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<4096x4096xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %51 = stablehlo.dot_general %45, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %52 = stablehlo.multiply %51, %13 : tensor<512x4096xf32>
    %53 = stablehlo.multiply %52, %11 : tensor<512x4096xf32>
    %54 = stablehlo.add %52, %53 : tensor<512x4096xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %56 = stablehlo.reshape %55 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %58 = stablehlo.dot_general %54, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<4096x4096xf32>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %60 = stablehlo.dot_general %54, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %61 = stablehlo.multiply %60, %6 : tensor<512x4096xf32>
    %62 = stablehlo.multiply %61, %4 : tensor<512x4096xf32>
    %63 = stablehlo.add %61, %62 : tensor<512x4096xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %65 = stablehlo.reshape %64 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %67 = stablehlo.dot_general %63, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x1024xf32>) -> tensor<4096x1024xf32>
    %68 = stablehlo.transpose %67, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %70 = stablehlo.multiply %69, %arg8 : tensor<1024x4096xf32>
    %71 = stablehlo.add %70, %68 : tensor<1024x4096xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %73 = stablehlo.multiply %72, %arg9 : tensor<4096xf32>
    %74 = stablehlo.add %73, %66 : tensor<4096xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %76 = stablehlo.multiply %75, %arg10 : tensor<4096x4096xf32>
    %77 = stablehlo.add %76, %59 : tensor<4096x4096xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %79 = stablehlo.multiply %78, %arg11 : tensor<4096xf32>
    %80 = stablehlo.add %79, %57 : tensor<4096xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %82 = stablehlo.multiply %81, %arg12 : tensor<4096x4096xf32>
    %83 = stablehlo.add %82, %50 : tensor<4096x4096xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %85 = stablehlo.multiply %84, %arg13 : tensor<4096xf32>
    %86 = stablehlo.add %85, %48 : tensor<4096xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %88 = stablehlo.multiply %87, %arg14 : tensor<4096x1024xf32>
    %89 = stablehlo.add %88, %41 : tensor<4096x1024xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %91 = stablehlo.multiply %90, %arg15 : tensor<1024xf32>
    %92 = stablehlo.add %91, %39 : tensor<1024xf32>
    %cst_22 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %94 = stablehlo.multiply %93, %71 : tensor<1024x4096xf32>
    %95 = stablehlo.subtract %arg0, %94 : tensor<1024x4096xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %97 = stablehlo.multiply %96, %74 : tensor<4096xf32>
    %98 = stablehlo.subtract %arg1, %97 : tensor<4096xf32>
    %cst_24 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %100 = stablehlo.multiply %99, %77 : tensor<4096x4096xf32>
    %101 = stablehlo.subtract %arg2, %100 : tensor<4096x4096xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %103 = stablehlo.multiply %102, %80 : tensor<4096xf32>
    %104 = stablehlo.subtract %arg3, %103 : tensor<4096xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %106 = stablehlo.multiply %105, %83 : tensor<4096x4096xf32>
    %107 = stablehlo.subtract %arg4, %106 : tensor<4096x4096xf32>
    %cst_27 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %109 = stablehlo.multiply %108, %86 : tensor<4096xf32>
    %110 = stablehlo.subtract %arg5, %109 : tensor<4096xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %112 = stablehlo.multiply %111, %89 : tensor<4096x1024xf32>
    %113 = stablehlo.subtract %arg6, %112 : tensor<4096x1024xf32>
    %cst_29 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %115 = stablehlo.multiply %114, %92 : tensor<1024xf32>
    %116 = stablehlo.subtract %arg7, %115 : tensor<1024xf32>
    return %95, %98, %101, %104, %107, %110, %113, %116, %71, %74, %77, %80, %83, %86, %89, %92 : tensor<1024x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x1024xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x1024xf32>, tensor<1024xf32>
  }
}
