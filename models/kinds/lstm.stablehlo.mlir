module @lstm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2560x5120xf32>, %arg1: tensor<5120xf32>, %arg2: tensor<2560x5120xf32>, %arg3: tensor<5120xf32>, %arg4: tensor<2560x5120xf32>, %arg5: tensor<5120xf32>, %arg6: tensor<2560x5120xf32>, %arg7: tensor<5120xf32>, %arg8: tensor<64x16x1280xf32>) -> (tensor<64x16x1280xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x16x1280xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:7 = stablehlo.while(%iterArg = %arg8, %iterArg_10 = %arg0, %iterArg_11 = %arg1, %iterArg_12 = %c, %iterArg_13 = %0, %iterArg_14 = %0, %iterArg_15 = %1) : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    cond {
      %c_16 = stablehlo.constant dense<64> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_12, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<i32>) -> tensor<16x1280xf32>
      %13:3 = func.call @closed_call(%iterArg_10, %iterArg_11, %iterArg_13, %iterArg_14, %12) : (tensor<2560x5120xf32>, tensor<5120xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_15, %13#2, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<16x1280xf32>, tensor<i32>) -> tensor<64x16x1280xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_12, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %15, %13#0, %13#1, %14 : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    }
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x16x1280xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5:7 = stablehlo.while(%iterArg = %2#6, %iterArg_10 = %arg2, %iterArg_11 = %arg3, %iterArg_12 = %c_3, %iterArg_13 = %3, %iterArg_14 = %3, %iterArg_15 = %4) : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    cond {
      %c_16 = stablehlo.constant dense<64> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_12, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<i32>) -> tensor<16x1280xf32>
      %13:3 = func.call @closed_call_0(%iterArg_10, %iterArg_11, %iterArg_13, %iterArg_14, %12) : (tensor<2560x5120xf32>, tensor<5120xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_15, %13#2, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<16x1280xf32>, tensor<i32>) -> tensor<64x16x1280xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_12, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %15, %13#0, %13#1, %14 : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    }
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x16x1280xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %8:7 = stablehlo.while(%iterArg = %5#6, %iterArg_10 = %arg4, %iterArg_11 = %arg5, %iterArg_12 = %c_6, %iterArg_13 = %6, %iterArg_14 = %6, %iterArg_15 = %7) : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    cond {
      %c_16 = stablehlo.constant dense<64> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_12, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<i32>) -> tensor<16x1280xf32>
      %13:3 = func.call @closed_call_1(%iterArg_10, %iterArg_11, %iterArg_13, %iterArg_14, %12) : (tensor<2560x5120xf32>, tensor<5120xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_15, %13#2, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<16x1280xf32>, tensor<i32>) -> tensor<64x16x1280xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_12, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %15, %13#0, %13#1, %14 : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    }
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x16x1280xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %11:7 = stablehlo.while(%iterArg = %8#6, %iterArg_10 = %arg6, %iterArg_11 = %arg7, %iterArg_12 = %c_9, %iterArg_13 = %9, %iterArg_14 = %9, %iterArg_15 = %10) : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    cond {
      %c_16 = stablehlo.constant dense<64> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_12, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<i32>) -> tensor<16x1280xf32>
      %13:3 = func.call @closed_call_2(%iterArg_10, %iterArg_11, %iterArg_13, %iterArg_14, %12) : (tensor<2560x5120xf32>, tensor<5120xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_15, %13#2, %iterArg_12) : (tensor<64x16x1280xf32>, tensor<16x1280xf32>, tensor<i32>) -> tensor<64x16x1280xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_12, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %15, %13#0, %13#1, %14 : tensor<64x16x1280xf32>, tensor<2560x5120xf32>, tensor<5120xf32>, tensor<i32>, tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<64x16x1280xf32>
    }
    return %11#6 : tensor<64x16x1280xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<64x16x1280xf32>, %arg1: tensor<i32>) -> tensor<16x1280xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 1280] : (tensor<64x16x1280xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x1280xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x1280xf32>) -> tensor<16x1280xf32>
    return %1 : tensor<16x1280xf32>
  }
  func.func private @closed_call(%arg0: tensor<2560x5120xf32>, %arg1: tensor<5120xf32>, %arg2: tensor<16x1280xf32>, %arg3: tensor<16x1280xf32>, %arg4: tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) {
    %0 = stablehlo.concatenate %arg4, %arg2, dim = 1 : (tensor<16x1280xf32>, tensor<16x1280xf32>) -> tensor<16x2560xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2560xf32>, tensor<2560x5120xf32>) -> tensor<16x5120xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5120xf32>) -> tensor<1x5120xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5120xf32>) -> tensor<16x5120xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x5120xf32>
    %5 = stablehlo.slice %4 [0:16, 0:1280] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %6 = stablehlo.slice %4 [0:16, 1280:2560] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %7 = stablehlo.slice %4 [0:16, 2560:3840] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %8 = stablehlo.slice %4 [0:16, 3840:5120] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %9 = stablehlo.negate %6 : tensor<16x1280xf32>
    %10 = stablehlo.exponential %9 : tensor<16x1280xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %12 = stablehlo.add %11, %10 : tensor<16x1280xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %14 = stablehlo.divide %13, %12 : tensor<16x1280xf32>
    %15 = stablehlo.multiply %14, %arg3 : tensor<16x1280xf32>
    %16 = stablehlo.negate %5 : tensor<16x1280xf32>
    %17 = stablehlo.exponential %16 : tensor<16x1280xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %19 = stablehlo.add %18, %17 : tensor<16x1280xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %21 = stablehlo.divide %20, %19 : tensor<16x1280xf32>
    %22 = stablehlo.tanh %7 : tensor<16x1280xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<16x1280xf32>
    %24 = stablehlo.add %15, %23 : tensor<16x1280xf32>
    %25 = stablehlo.negate %8 : tensor<16x1280xf32>
    %26 = stablehlo.exponential %25 : tensor<16x1280xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %28 = stablehlo.add %27, %26 : tensor<16x1280xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %30 = stablehlo.divide %29, %28 : tensor<16x1280xf32>
    %31 = stablehlo.tanh %24 : tensor<16x1280xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<16x1280xf32>
    return %32, %24, %32 : tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<64x16x1280xf32>, %arg1: tensor<16x1280xf32>, %arg2: tensor<i32>) -> tensor<64x16x1280xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x1280xf32>) -> tensor<1x16x1280xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<64x16x1280xf32>, tensor<1x16x1280xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<64x16x1280xf32>
    return %1 : tensor<64x16x1280xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<2560x5120xf32>, %arg1: tensor<5120xf32>, %arg2: tensor<16x1280xf32>, %arg3: tensor<16x1280xf32>, %arg4: tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) {
    %0 = stablehlo.concatenate %arg4, %arg2, dim = 1 : (tensor<16x1280xf32>, tensor<16x1280xf32>) -> tensor<16x2560xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2560xf32>, tensor<2560x5120xf32>) -> tensor<16x5120xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5120xf32>) -> tensor<1x5120xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5120xf32>) -> tensor<16x5120xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x5120xf32>
    %5 = stablehlo.slice %4 [0:16, 0:1280] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %6 = stablehlo.slice %4 [0:16, 1280:2560] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %7 = stablehlo.slice %4 [0:16, 2560:3840] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %8 = stablehlo.slice %4 [0:16, 3840:5120] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %9 = stablehlo.negate %6 : tensor<16x1280xf32>
    %10 = stablehlo.exponential %9 : tensor<16x1280xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %12 = stablehlo.add %11, %10 : tensor<16x1280xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %14 = stablehlo.divide %13, %12 : tensor<16x1280xf32>
    %15 = stablehlo.multiply %14, %arg3 : tensor<16x1280xf32>
    %16 = stablehlo.negate %5 : tensor<16x1280xf32>
    %17 = stablehlo.exponential %16 : tensor<16x1280xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %19 = stablehlo.add %18, %17 : tensor<16x1280xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %21 = stablehlo.divide %20, %19 : tensor<16x1280xf32>
    %22 = stablehlo.tanh %7 : tensor<16x1280xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<16x1280xf32>
    %24 = stablehlo.add %15, %23 : tensor<16x1280xf32>
    %25 = stablehlo.negate %8 : tensor<16x1280xf32>
    %26 = stablehlo.exponential %25 : tensor<16x1280xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %28 = stablehlo.add %27, %26 : tensor<16x1280xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %30 = stablehlo.divide %29, %28 : tensor<16x1280xf32>
    %31 = stablehlo.tanh %24 : tensor<16x1280xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<16x1280xf32>
    return %32, %24, %32 : tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<2560x5120xf32>, %arg1: tensor<5120xf32>, %arg2: tensor<16x1280xf32>, %arg3: tensor<16x1280xf32>, %arg4: tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) {
    %0 = stablehlo.concatenate %arg4, %arg2, dim = 1 : (tensor<16x1280xf32>, tensor<16x1280xf32>) -> tensor<16x2560xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2560xf32>, tensor<2560x5120xf32>) -> tensor<16x5120xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5120xf32>) -> tensor<1x5120xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5120xf32>) -> tensor<16x5120xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x5120xf32>
    %5 = stablehlo.slice %4 [0:16, 0:1280] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %6 = stablehlo.slice %4 [0:16, 1280:2560] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %7 = stablehlo.slice %4 [0:16, 2560:3840] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %8 = stablehlo.slice %4 [0:16, 3840:5120] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %9 = stablehlo.negate %6 : tensor<16x1280xf32>
    %10 = stablehlo.exponential %9 : tensor<16x1280xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %12 = stablehlo.add %11, %10 : tensor<16x1280xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %14 = stablehlo.divide %13, %12 : tensor<16x1280xf32>
    %15 = stablehlo.multiply %14, %arg3 : tensor<16x1280xf32>
    %16 = stablehlo.negate %5 : tensor<16x1280xf32>
    %17 = stablehlo.exponential %16 : tensor<16x1280xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %19 = stablehlo.add %18, %17 : tensor<16x1280xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %21 = stablehlo.divide %20, %19 : tensor<16x1280xf32>
    %22 = stablehlo.tanh %7 : tensor<16x1280xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<16x1280xf32>
    %24 = stablehlo.add %15, %23 : tensor<16x1280xf32>
    %25 = stablehlo.negate %8 : tensor<16x1280xf32>
    %26 = stablehlo.exponential %25 : tensor<16x1280xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %28 = stablehlo.add %27, %26 : tensor<16x1280xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %30 = stablehlo.divide %29, %28 : tensor<16x1280xf32>
    %31 = stablehlo.tanh %24 : tensor<16x1280xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<16x1280xf32>
    return %32, %24, %32 : tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<2560x5120xf32>, %arg1: tensor<5120xf32>, %arg2: tensor<16x1280xf32>, %arg3: tensor<16x1280xf32>, %arg4: tensor<16x1280xf32>) -> (tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>) {
    %0 = stablehlo.concatenate %arg4, %arg2, dim = 1 : (tensor<16x1280xf32>, tensor<16x1280xf32>) -> tensor<16x2560xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x2560xf32>, tensor<2560x5120xf32>) -> tensor<16x5120xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5120xf32>) -> tensor<1x5120xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5120xf32>) -> tensor<16x5120xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x5120xf32>
    %5 = stablehlo.slice %4 [0:16, 0:1280] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %6 = stablehlo.slice %4 [0:16, 1280:2560] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %7 = stablehlo.slice %4 [0:16, 2560:3840] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %8 = stablehlo.slice %4 [0:16, 3840:5120] : (tensor<16x5120xf32>) -> tensor<16x1280xf32>
    %9 = stablehlo.negate %6 : tensor<16x1280xf32>
    %10 = stablehlo.exponential %9 : tensor<16x1280xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %12 = stablehlo.add %11, %10 : tensor<16x1280xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %14 = stablehlo.divide %13, %12 : tensor<16x1280xf32>
    %15 = stablehlo.multiply %14, %arg3 : tensor<16x1280xf32>
    %16 = stablehlo.negate %5 : tensor<16x1280xf32>
    %17 = stablehlo.exponential %16 : tensor<16x1280xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %19 = stablehlo.add %18, %17 : tensor<16x1280xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %21 = stablehlo.divide %20, %19 : tensor<16x1280xf32>
    %22 = stablehlo.tanh %7 : tensor<16x1280xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<16x1280xf32>
    %24 = stablehlo.add %15, %23 : tensor<16x1280xf32>
    %25 = stablehlo.negate %8 : tensor<16x1280xf32>
    %26 = stablehlo.exponential %25 : tensor<16x1280xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %28 = stablehlo.add %27, %26 : tensor<16x1280xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x1280xf32>
    %30 = stablehlo.divide %29, %28 : tensor<16x1280xf32>
    %31 = stablehlo.tanh %24 : tensor<16x1280xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<16x1280xf32>
    return %32, %24, %32 : tensor<16x1280xf32>, tensor<16x1280xf32>, tensor<16x1280xf32>
  }
}
