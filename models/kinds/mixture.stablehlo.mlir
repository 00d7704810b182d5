module @mixture attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<4096x1024xbf16>, %arg3: tensor<4096x1024xbf16>, %arg4: tensor<4096x1024xbf16>, %arg5: tensor<4096x1024xbf16>, %arg6: tensor<4096x1024xbf16>, %arg7: tensor<4096x1024xbf16>, %arg8: tensor<1024x8xbf16>, %arg9: tensor<1024xbf16>, %arg10: tensor<1024x4096xbf16>, %arg11: tensor<1024x4096xbf16>, %arg12: tensor<1024x4096xbf16>, %arg13: tensor<1024x4096xbf16>, %arg14: tensor<1024x4096xbf16>, %arg15: tensor<1024x4096xbf16>, %arg16: tensor<1024x4096xbf16>, %arg17: tensor<1024x4096xbf16>, %arg18: tensor<4096x1024xbf16>, %arg19: tensor<4096x1024xbf16>, %arg20: tensor<4096x1024xbf16>, %arg21: tensor<4096x1024xbf16>, %arg22: tensor<4096x1024xbf16>, %arg23: tensor<4096x1024xbf16>, %arg24: tensor<4096x1024xbf16>, %arg25: tensor<4096x1024xbf16>, %arg26: tensor<1024x8xbf16>, %arg27: tensor<1024xbf16>, %arg28: tensor<1024x4096xbf16>, %arg29: tensor<1024x4096xbf16>, %arg30: tensor<1024x4096xbf16>, %arg31: tensor<1024x4096xbf16>, %arg32: tensor<1024x4096xbf16>, %arg33: tensor<1024x4096xbf16>, %arg34: tensor<1024x4096xbf16>, %arg35: tensor<1024x4096xbf16>, %arg36: tensor<4096x1024xbf16>, %arg37: tensor<4096x1024xbf16>, %arg38: tensor<4096x1024xbf16>, %arg39: tensor<4096x1024xbf16>, %arg40: tensor<4096x1024xbf16>, %arg41: tensor<4096x1024xbf16>, %arg42: tensor<4096x1024xbf16>, %arg43: tensor<4096x1024xbf16>, %arg44: tensor<1024x8xbf16>, %arg45: tensor<1024xbf16>, %arg46: tensor<1024x4096xbf16>, %arg47: tensor<1024x4096xbf16>, %arg48: tensor<1024x4096xbf16>, %arg49: tensor<1024x4096xbf16>, %arg50: tensor<1024x4096xbf16>, %arg51: tensor<1024x4096xbf16>, %arg52: tensor<1024x4096xbf16>, %arg53: tensor<1024x4096xbf16>, %arg54: tensor<4096x1024xbf16>, %arg55: tensor<4096x1024xbf16>, %arg56: tensor<4096x1024xbf16>, %arg57: tensor<4096x1024xbf16>, %arg58: tensor<4096x1024xbf16>, %arg59: tensor<4096x1024xbf16>, %arg60: tensor<4096x1024xbf16>, %arg61: tensor<4096x1024xbf16>, %arg62: tensor<1024x8xbf16>, %arg63: tensor<1024xbf16>, %arg64: tensor<1024x4096xbf16>, %arg65: tensor<1024x4096xbf16>, %arg66: tensor<1024x4096xbf16>, %arg67: tensor<1024x4096xbf16>, %arg68: tensor<1024x4096xbf16>, %arg69: tensor<1024x4096xbf16>, %arg70: tensor<1024x4096xbf16>, %arg71: tensor<1024x4096xbf16>, %arg72: tensor<4x256x1024xbf16>) -> (tensor<4x256x1024xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4x256x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:75 = stablehlo.while(%iterArg = %arg72, %iterArg_0 = %arg9, %iterArg_1 = %arg8, %iterArg_2 = %arg10, %iterArg_3 = %arg0, %iterArg_4 = %arg11, %iterArg_5 = %arg1, %iterArg_6 = %arg12, %iterArg_7 = %arg2, %iterArg_8 = %arg13, %iterArg_9 = %arg3, %iterArg_10 = %arg14, %iterArg_11 = %arg4, %iterArg_12 = %arg15, %iterArg_13 = %arg5, %iterArg_14 = %arg16, %iterArg_15 = %arg6, %iterArg_16 = %arg17, %iterArg_17 = %arg7, %iterArg_18 = %arg27, %iterArg_19 = %arg26, %iterArg_20 = %arg28, %iterArg_21 = %arg18, %iterArg_22 = %arg29, %iterArg_23 = %arg19, %iterArg_24 = %arg30, %iterArg_25 = %arg20, %iterArg_26 = %arg31, %iterArg_27 = %arg21, %iterArg_28 = %arg32, %iterArg_29 = %arg22, %iterArg_30 = %arg33, %iterArg_31 = %arg23, %iterArg_32 = %arg34, %iterArg_33 = %arg24, %iterArg_34 = %arg35, %iterArg_35 = %arg25, %iterArg_36 = %arg45, %iterArg_37 = %arg44, %iterArg_38 = %arg46, %iterArg_39 = %arg36, %iterArg_40 = %arg47, %iterArg_41 = %arg37, %iterArg_42 = %arg48, %iterArg_43 = %arg38, %iterArg_44 = %arg49, %iterArg_45 = %arg39, %iterArg_46 = %arg50, %iterArg_47 = %arg40, %iterArg_48 = %arg51, %iterArg_49 = %arg41, %iterArg_50 = %arg52, %iterArg_51 = %arg42, %iterArg_52 = %arg53, %iterArg_53 = %arg43, %iterArg_54 = %arg63, %iterArg_55 = %arg62, %iterArg_56 = %arg64, %iterArg_57 = %arg54, %iterArg_58 = %arg65, %iterArg_59 = %arg55, %iterArg_60 = %arg66, %iterArg_61 = %arg56, %iterArg_62 = %arg67, %iterArg_63 = %arg57, %iterArg_64 = %arg68, %iterArg_65 = %arg58, %iterArg_66 = %arg69, %iterArg_67 = %arg59, %iterArg_68 = %arg70, %iterArg_69 = %arg60, %iterArg_70 = %arg71, %iterArg_71 = %arg61, %iterArg_72 = %c, %iterArg_73 = %0) : tensor<4x256x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<i32>, tensor<4x256x1024xbf16>
    cond {
      %c_74 = stablehlo.constant dense<4> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_72, %c_74, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_72) : (tensor<4x256x1024xbf16>, tensor<i32>) -> tensor<256x1024xbf16>
      %3 = func.call @closed_call(%iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %2) : (tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<256x1024xbf16>) -> tensor<256x1024xbf16>
      %4 = func.call @dynamic_update_index_in_dim(%iterArg_73, %3, %iterArg_72) : (tensor<4x256x1024xbf16>, tensor<256x1024xbf16>, tensor<i32>) -> tensor<4x256x1024xbf16>
      %c_74 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg_72, %c_74 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %5, %4 : tensor<4x256x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024xbf16>, tensor<1024x8xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<1024x4096xbf16>, tensor<4096x1024xbf16>, tensor<i32>, tensor<4x256x1024xbf16>
    }
    return %1#74 : tensor<4x256x1024xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x256x1024xbf16>, %arg1: tensor<i32>) -> tensor<256x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 1024] : (tensor<4x256x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x256x1024xbf16>) -> tensor<256x1024xbf16>
    return %1 : tensor<256x1024xbf16>
  }
  func.func private @closed_call(%arg0: tensor<1024xbf16>, %arg1: tensor<1024x8xbf16>, %arg2: tensor<1024x4096xbf16>, %arg3: tensor<4096x1024xbf16>, %arg4: tensor<1024x4096xbf16>, %arg5: tensor<4096x1024xbf16>, %arg6: tensor<1024x4096xbf16>, %arg7: tensor<4096x1024xbf16>, %arg8: tensor<1024x4096xbf16>, %arg9: tensor<4096x1024xbf16>, %arg10: tensor<1024x4096xbf16>, %arg11: tensor<4096x1024xbf16>, %arg12: tensor<1024x4096xbf16>, %arg13: tensor<4096x1024xbf16>, %arg14: tensor<1024x4096xbf16>, %arg15: tensor<4096x1024xbf16>, %arg16: tensor<1024x4096xbf16>, %arg17: tensor<4096x1024xbf16>, %arg18: tensor<1024xbf16>, %arg19: tensor<1024x8xbf16>, %arg20: tensor<1024x4096xbf16>, %arg21: tensor<4096x1024xbf16>, %arg22: tensor<1024x4096xbf16>, %arg23: tensor<4096x1024xbf16>, %arg24: tensor<1024x4096xbf16>, %arg25: tensor<4096x1024xbf16>, %arg26: tensor<1024x4096xbf16>, %arg27: tensor<4096x1024xbf16>, %arg28: tensor<1024x4096xbf16>, %arg29: tensor<4096x1024xbf16>, %arg30: tensor<1024x4096xbf16>, %arg31: tensor<4096x1024xbf16>, %arg32: tensor<1024x4096xbf16>, %arg33: tensor<4096x1024xbf16>, %arg34: tensor<1024x4096xbf16>, %arg35: tensor<4096x1024xbf16>, %arg36: tensor<1024xbf16>, %arg37: tensor<1024x8xbf16>, %arg38: tensor<1024x4096xbf16>, %arg39: tensor<4096x1024xbf16>, %arg40: tensor<1024x4096xbf16>, %arg41: tensor<4096x1024xbf16>, %arg42: tensor<1024x4096xbf16>, %arg43: tensor<4096x1024xbf16>, %arg44: tensor<1024x4096xbf16>, %arg45: tensor<4096x1024xbf16>, %arg46: tensor<1024x4096xbf16>, %arg47: tensor<4096x1024xbf16>, %arg48: tensor<1024x4096xbf16>, %arg49: tensor<4096x1024xbf16>, %arg50: tensor<1024x4096xbf16>, %arg51: tensor<4096x1024xbf16>, %arg52: tensor<1024x4096xbf16>, %arg53: tensor<4096x1024xbf16>, %arg54: tensor<1024xbf16>, %arg55: tensor<1024x8xbf16>, %arg56: tensor<1024x4096xbf16>, %arg57: tensor<4096x1024xbf16>, %arg58: tensor<1024x4096xbf16>, %arg59: tensor<4096x1024xbf16>, %arg60: tensor<1024x4096xbf16>, %arg61: tensor<4096x1024xbf16>, %arg62: tensor<1024x4096xbf16>, %arg63: tensor<4096x1024xbf16>, %arg64: tensor<1024x4096xbf16>, %arg65: tensor<4096x1024xbf16>, %arg66: tensor<1024x4096xbf16>, %arg67: tensor<4096x1024xbf16>, %arg68: tensor<1024x4096xbf16>, %arg69: tensor<4096x1024xbf16>, %arg70: tensor<1024x4096xbf16>, %arg71: tensor<4096x1024xbf16>, %arg72: tensor<256x1024xbf16>) -> tensor<256x1024xbf16> {
    %0 = stablehlo.multiply %arg72, %arg72 : tensor<256x1024xbf16>
    %1 = stablehlo.convert %0 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<256x1xf32>
    %6 = stablehlo.convert %5 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<256x1xbf16>
    %8 = stablehlo.add %6, %7 : tensor<256x1xbf16>
    %9 = stablehlo.rsqrt %8 : tensor<256x1xbf16>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
    %11 = stablehlo.multiply %arg72, %10 : tensor<256x1024xbf16>
    %12 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<256x1024xbf16>
    %14 = stablehlo.multiply %11, %13 : tensor<256x1024xbf16>
    %15 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x8xbf16>) -> tensor<256x8xbf16>
    %cst_2 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<256xbf16>
    %18 = stablehlo.maximum %17, %16 : tensor<256xbf16>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %21 = stablehlo.subtract %15, %20 : tensor<256x8xbf16>
    %22 = stablehlo.exponential %21 : tensor<256x8xbf16>
    %23 = stablehlo.convert %22 : (tensor<256x8xbf16>) -> tensor<256x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %26 = stablehlo.convert %25 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %28 = stablehlo.divide %22, %27 : tensor<256x8xbf16>
    %cst_5 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %29 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %32 = stablehlo.compare GE, %28, %31, FLOAT : (tensor<256x8xbf16>, tensor<256x8xbf16>) -> tensor<256x8xi1>
    %33 = stablehlo.slice %32 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %34 = stablehlo.reshape %33 : (tensor<256x1xi1>) -> tensor<256xi1>
    %35 = stablehlo.slice %28 [0:256, 0:1] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %36 = stablehlo.reshape %35 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %37 = call @_where(%34, %36, %c) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %38 = stablehlo.slice %32 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %39 = stablehlo.reshape %38 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_6 = stablehlo.constant dense<false> : tensor<i1>
    %40 = stablehlo.reduce(%39 init: %c_6) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %41 = stablehlo.convert %40 : (tensor<i1>) -> tensor<i32>
    %42 = "stablehlo.case"(%41) ({
      stablehlo.return %arg72 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %arg72, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %43 = stablehlo.slice %32 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %44 = stablehlo.reshape %43 : (tensor<256x1xi1>) -> tensor<256xi1>
    %45 = stablehlo.slice %28 [0:256, 1:2] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %46 = stablehlo.reshape %45 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %47 = call @_where(%44, %46, %c_7) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %48 = stablehlo.slice %32 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %49 = stablehlo.reshape %48 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_8 = stablehlo.constant dense<false> : tensor<i1>
    %50 = stablehlo.reduce(%49 init: %c_8) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %51 = stablehlo.convert %50 : (tensor<i1>) -> tensor<i32>
    %52 = "stablehlo.case"(%51) ({
      stablehlo.return %42 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %47, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %42, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %53 = stablehlo.slice %32 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %54 = stablehlo.reshape %53 : (tensor<256x1xi1>) -> tensor<256xi1>
    %55 = stablehlo.slice %28 [0:256, 2:3] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %56 = stablehlo.reshape %55 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %57 = call @_where(%54, %56, %c_9) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %58 = stablehlo.slice %32 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %59 = stablehlo.reshape %58 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_10 = stablehlo.constant dense<false> : tensor<i1>
    %60 = stablehlo.reduce(%59 init: %c_10) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %61 = stablehlo.convert %60 : (tensor<i1>) -> tensor<i32>
    %62 = "stablehlo.case"(%61) ({
      stablehlo.return %52 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %52, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %63 = stablehlo.slice %32 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %64 = stablehlo.reshape %63 : (tensor<256x1xi1>) -> tensor<256xi1>
    %65 = stablehlo.slice %28 [0:256, 3:4] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %66 = stablehlo.reshape %65 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %67 = call @_where(%64, %66, %c_11) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %68 = stablehlo.slice %32 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %69 = stablehlo.reshape %68 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_12 = stablehlo.constant dense<false> : tensor<i1>
    %70 = stablehlo.reduce(%69 init: %c_12) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %71 = stablehlo.convert %70 : (tensor<i1>) -> tensor<i32>
    %72 = "stablehlo.case"(%71) ({
      stablehlo.return %62 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %67, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %62, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %73 = stablehlo.slice %32 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %74 = stablehlo.reshape %73 : (tensor<256x1xi1>) -> tensor<256xi1>
    %75 = stablehlo.slice %28 [0:256, 4:5] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %76 = stablehlo.reshape %75 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %77 = call @_where(%74, %76, %c_13) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %78 = stablehlo.slice %32 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %79 = stablehlo.reshape %78 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_14 = stablehlo.constant dense<false> : tensor<i1>
    %80 = stablehlo.reduce(%79 init: %c_14) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %81 = stablehlo.convert %80 : (tensor<i1>) -> tensor<i32>
    %82 = "stablehlo.case"(%81) ({
      stablehlo.return %72 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %77, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %72, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %83 = stablehlo.slice %32 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %84 = stablehlo.reshape %83 : (tensor<256x1xi1>) -> tensor<256xi1>
    %85 = stablehlo.slice %28 [0:256, 5:6] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %86 = stablehlo.reshape %85 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %87 = call @_where(%84, %86, %c_15) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %88 = stablehlo.slice %32 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %89 = stablehlo.reshape %88 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_16 = stablehlo.constant dense<false> : tensor<i1>
    %90 = stablehlo.reduce(%89 init: %c_16) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %91 = stablehlo.convert %90 : (tensor<i1>) -> tensor<i32>
    %92 = "stablehlo.case"(%91) ({
      stablehlo.return %82 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %87, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %82, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %93 = stablehlo.slice %32 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %94 = stablehlo.reshape %93 : (tensor<256x1xi1>) -> tensor<256xi1>
    %95 = stablehlo.slice %28 [0:256, 6:7] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %96 = stablehlo.reshape %95 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %97 = call @_where(%94, %96, %c_17) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %98 = stablehlo.slice %32 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %99 = stablehlo.reshape %98 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_18 = stablehlo.constant dense<false> : tensor<i1>
    %100 = stablehlo.reduce(%99 init: %c_18) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %101 = stablehlo.convert %100 : (tensor<i1>) -> tensor<i32>
    %102 = "stablehlo.case"(%101) ({
      stablehlo.return %92 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %97, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %92, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %103 = stablehlo.slice %32 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %104 = stablehlo.reshape %103 : (tensor<256x1xi1>) -> tensor<256xi1>
    %105 = stablehlo.slice %28 [0:256, 7:8] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %106 = stablehlo.reshape %105 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %107 = call @_where(%104, %106, %c_19) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %108 = stablehlo.slice %32 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %109 = stablehlo.reshape %108 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_20 = stablehlo.constant dense<false> : tensor<i1>
    %110 = stablehlo.reduce(%109 init: %c_20) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %111 = stablehlo.convert %110 : (tensor<i1>) -> tensor<i32>
    %112 = "stablehlo.case"(%111) ({
      stablehlo.return %102 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %107, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %14, %arg16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %102, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %113 = stablehlo.multiply %112, %112 : tensor<256x1024xbf16>
    %114 = stablehlo.convert %113 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_21) applies stablehlo.add across dimensions = [1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<256xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_22 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<256x1xf32>
    %118 = stablehlo.divide %116, %117 : tensor<256x1xf32>
    %119 = stablehlo.convert %118 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %cst_23 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %120 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<256x1xbf16>
    %121 = stablehlo.add %119, %120 : tensor<256x1xbf16>
    %122 = stablehlo.rsqrt %121 : tensor<256x1xbf16>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
    %124 = stablehlo.multiply %112, %123 : tensor<256x1024xbf16>
    %125 = stablehlo.broadcast_in_dim %arg18, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<256x1024xbf16>
    %127 = stablehlo.multiply %124, %126 : tensor<256x1024xbf16>
    %128 = stablehlo.dot_general %127, %arg19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x8xbf16>) -> tensor<256x8xbf16>
    %cst_24 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %129 = stablehlo.reduce(%128 init: %cst_24) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %cst_25 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %130 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<256xbf16>
    %131 = stablehlo.maximum %130, %129 : tensor<256xbf16>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %134 = stablehlo.subtract %128, %133 : tensor<256x8xbf16>
    %135 = stablehlo.exponential %134 : tensor<256x8xbf16>
    %136 = stablehlo.convert %135 : (tensor<256x8xbf16>) -> tensor<256x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.reduce(%136 init: %cst_26) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %139 = stablehlo.convert %138 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %141 = stablehlo.divide %135, %140 : tensor<256x8xbf16>
    %cst_27 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %142 = stablehlo.reduce(%141 init: %cst_27) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %145 = stablehlo.compare GE, %141, %144, FLOAT : (tensor<256x8xbf16>, tensor<256x8xbf16>) -> tensor<256x8xi1>
    %146 = stablehlo.slice %145 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %147 = stablehlo.reshape %146 : (tensor<256x1xi1>) -> tensor<256xi1>
    %148 = stablehlo.slice %141 [0:256, 0:1] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %149 = stablehlo.reshape %148 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %150 = call @_where(%147, %149, %c_28) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %151 = stablehlo.slice %145 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %152 = stablehlo.reshape %151 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_29 = stablehlo.constant dense<false> : tensor<i1>
    %153 = stablehlo.reduce(%152 init: %c_29) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %154 = stablehlo.convert %153 : (tensor<i1>) -> tensor<i32>
    %155 = "stablehlo.case"(%154) ({
      stablehlo.return %112 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %150, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg21, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %112, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %156 = stablehlo.slice %145 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %157 = stablehlo.reshape %156 : (tensor<256x1xi1>) -> tensor<256xi1>
    %158 = stablehlo.slice %141 [0:256, 1:2] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %159 = stablehlo.reshape %158 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %160 = call @_where(%157, %159, %c_30) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %161 = stablehlo.slice %145 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %162 = stablehlo.reshape %161 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_31 = stablehlo.constant dense<false> : tensor<i1>
    %163 = stablehlo.reduce(%162 init: %c_31) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %164 = stablehlo.convert %163 : (tensor<i1>) -> tensor<i32>
    %165 = "stablehlo.case"(%164) ({
      stablehlo.return %155 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %160, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg23, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %155, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %166 = stablehlo.slice %145 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %167 = stablehlo.reshape %166 : (tensor<256x1xi1>) -> tensor<256xi1>
    %168 = stablehlo.slice %141 [0:256, 2:3] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %169 = stablehlo.reshape %168 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %170 = call @_where(%167, %169, %c_32) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %171 = stablehlo.slice %145 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %172 = stablehlo.reshape %171 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_33 = stablehlo.constant dense<false> : tensor<i1>
    %173 = stablehlo.reduce(%172 init: %c_33) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %174 = stablehlo.convert %173 : (tensor<i1>) -> tensor<i32>
    %175 = "stablehlo.case"(%174) ({
      stablehlo.return %165 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %170, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg25, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %165, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %176 = stablehlo.slice %145 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %177 = stablehlo.reshape %176 : (tensor<256x1xi1>) -> tensor<256xi1>
    %178 = stablehlo.slice %141 [0:256, 3:4] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %179 = stablehlo.reshape %178 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_34 = stablehlo.constant dense<0> : tensor<i32>
    %180 = call @_where(%177, %179, %c_34) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %181 = stablehlo.slice %145 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %182 = stablehlo.reshape %181 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_35 = stablehlo.constant dense<false> : tensor<i1>
    %183 = stablehlo.reduce(%182 init: %c_35) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %184 = stablehlo.convert %183 : (tensor<i1>) -> tensor<i32>
    %185 = "stablehlo.case"(%184) ({
      stablehlo.return %175 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %180, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %175, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %186 = stablehlo.slice %145 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %187 = stablehlo.reshape %186 : (tensor<256x1xi1>) -> tensor<256xi1>
    %188 = stablehlo.slice %141 [0:256, 4:5] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %189 = stablehlo.reshape %188 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_36 = stablehlo.constant dense<0> : tensor<i32>
    %190 = call @_where(%187, %189, %c_36) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %191 = stablehlo.slice %145 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %192 = stablehlo.reshape %191 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_37 = stablehlo.constant dense<false> : tensor<i1>
    %193 = stablehlo.reduce(%192 init: %c_37) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %194 = stablehlo.convert %193 : (tensor<i1>) -> tensor<i32>
    %195 = "stablehlo.case"(%194) ({
      stablehlo.return %185 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %190, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg29, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %185, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %196 = stablehlo.slice %145 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %197 = stablehlo.reshape %196 : (tensor<256x1xi1>) -> tensor<256xi1>
    %198 = stablehlo.slice %141 [0:256, 5:6] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %199 = stablehlo.reshape %198 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_38 = stablehlo.constant dense<0> : tensor<i32>
    %200 = call @_where(%197, %199, %c_38) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %201 = stablehlo.slice %145 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %202 = stablehlo.reshape %201 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_39 = stablehlo.constant dense<false> : tensor<i1>
    %203 = stablehlo.reduce(%202 init: %c_39) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %204 = stablehlo.convert %203 : (tensor<i1>) -> tensor<i32>
    %205 = "stablehlo.case"(%204) ({
      stablehlo.return %195 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %200, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg30, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg31, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %195, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %206 = stablehlo.slice %145 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %207 = stablehlo.reshape %206 : (tensor<256x1xi1>) -> tensor<256xi1>
    %208 = stablehlo.slice %141 [0:256, 6:7] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %209 = stablehlo.reshape %208 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_40 = stablehlo.constant dense<0> : tensor<i32>
    %210 = call @_where(%207, %209, %c_40) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %211 = stablehlo.slice %145 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %212 = stablehlo.reshape %211 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_41 = stablehlo.constant dense<false> : tensor<i1>
    %213 = stablehlo.reduce(%212 init: %c_41) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %214 = stablehlo.convert %213 : (tensor<i1>) -> tensor<i32>
    %215 = "stablehlo.case"(%214) ({
      stablehlo.return %205 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %210, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg32, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg33, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %205, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %216 = stablehlo.slice %145 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %217 = stablehlo.reshape %216 : (tensor<256x1xi1>) -> tensor<256xi1>
    %218 = stablehlo.slice %141 [0:256, 7:8] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %219 = stablehlo.reshape %218 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_42 = stablehlo.constant dense<0> : tensor<i32>
    %220 = call @_where(%217, %219, %c_42) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %221 = stablehlo.slice %145 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %222 = stablehlo.reshape %221 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_43 = stablehlo.constant dense<false> : tensor<i1>
    %223 = stablehlo.reduce(%222 init: %c_43) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %224 = stablehlo.convert %223 : (tensor<i1>) -> tensor<i32>
    %225 = "stablehlo.case"(%224) ({
      stablehlo.return %215 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %220, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %127, %arg34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg35, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %215, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %226 = stablehlo.multiply %225, %225 : tensor<256x1024xbf16>
    %227 = stablehlo.convert %226 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_44) applies stablehlo.add across dimensions = [1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<256xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_45 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<256x1xf32>
    %231 = stablehlo.divide %229, %230 : tensor<256x1xf32>
    %232 = stablehlo.convert %231 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %cst_46 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %233 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<bf16>) -> tensor<256x1xbf16>
    %234 = stablehlo.add %232, %233 : tensor<256x1xbf16>
    %235 = stablehlo.rsqrt %234 : tensor<256x1xbf16>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
    %237 = stablehlo.multiply %225, %236 : tensor<256x1024xbf16>
    %238 = stablehlo.broadcast_in_dim %arg36, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<256x1024xbf16>
    %240 = stablehlo.multiply %237, %239 : tensor<256x1024xbf16>
    %241 = stablehlo.dot_general %240, %arg37, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x8xbf16>) -> tensor<256x8xbf16>
    %cst_47 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %242 = stablehlo.reduce(%241 init: %cst_47) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %cst_48 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %243 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<bf16>) -> tensor<256xbf16>
    %244 = stablehlo.maximum %243, %242 : tensor<256xbf16>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %247 = stablehlo.subtract %241, %246 : tensor<256x8xbf16>
    %248 = stablehlo.exponential %247 : tensor<256x8xbf16>
    %249 = stablehlo.convert %248 : (tensor<256x8xbf16>) -> tensor<256x8xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %250 = stablehlo.reduce(%249 init: %cst_49) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %252 = stablehlo.convert %251 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %253 = stablehlo.broadcast_in_dim %252, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %254 = stablehlo.divide %248, %253 : tensor<256x8xbf16>
    %cst_50 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %255 = stablehlo.reduce(%254 init: %cst_50) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %258 = stablehlo.compare GE, %254, %257, FLOAT : (tensor<256x8xbf16>, tensor<256x8xbf16>) -> tensor<256x8xi1>
    %259 = stablehlo.slice %258 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %260 = stablehlo.reshape %259 : (tensor<256x1xi1>) -> tensor<256xi1>
    %261 = stablehlo.slice %254 [0:256, 0:1] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %262 = stablehlo.reshape %261 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_51 = stablehlo.constant dense<0> : tensor<i32>
    %263 = call @_where(%260, %262, %c_51) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %264 = stablehlo.slice %258 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %265 = stablehlo.reshape %264 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_52 = stablehlo.constant dense<false> : tensor<i1>
    %266 = stablehlo.reduce(%265 init: %c_52) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %267 = stablehlo.convert %266 : (tensor<i1>) -> tensor<i32>
    %268 = "stablehlo.case"(%267) ({
      stablehlo.return %225 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %263, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg38, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg39, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %225, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %269 = stablehlo.slice %258 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %270 = stablehlo.reshape %269 : (tensor<256x1xi1>) -> tensor<256xi1>
    %271 = stablehlo.slice %254 [0:256, 1:2] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %272 = stablehlo.reshape %271 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_53 = stablehlo.constant dense<0> : tensor<i32>
    %273 = call @_where(%270, %272, %c_53) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %274 = stablehlo.slice %258 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %275 = stablehlo.reshape %274 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_54 = stablehlo.constant dense<false> : tensor<i1>
    %276 = stablehlo.reduce(%275 init: %c_54) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %277 = stablehlo.convert %276 : (tensor<i1>) -> tensor<i32>
    %278 = "stablehlo.case"(%277) ({
      stablehlo.return %268 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %273, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg40, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg41, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %268, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %279 = stablehlo.slice %258 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %280 = stablehlo.reshape %279 : (tensor<256x1xi1>) -> tensor<256xi1>
    %281 = stablehlo.slice %254 [0:256, 2:3] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %282 = stablehlo.reshape %281 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_55 = stablehlo.constant dense<0> : tensor<i32>
    %283 = call @_where(%280, %282, %c_55) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %284 = stablehlo.slice %258 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %285 = stablehlo.reshape %284 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_56 = stablehlo.constant dense<false> : tensor<i1>
    %286 = stablehlo.reduce(%285 init: %c_56) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %287 = stablehlo.convert %286 : (tensor<i1>) -> tensor<i32>
    %288 = "stablehlo.case"(%287) ({
      stablehlo.return %278 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %283, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg43, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %278, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %289 = stablehlo.slice %258 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %290 = stablehlo.reshape %289 : (tensor<256x1xi1>) -> tensor<256xi1>
    %291 = stablehlo.slice %254 [0:256, 3:4] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %292 = stablehlo.reshape %291 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_57 = stablehlo.constant dense<0> : tensor<i32>
    %293 = call @_where(%290, %292, %c_57) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %294 = stablehlo.slice %258 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %295 = stablehlo.reshape %294 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_58 = stablehlo.constant dense<false> : tensor<i1>
    %296 = stablehlo.reduce(%295 init: %c_58) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %297 = stablehlo.convert %296 : (tensor<i1>) -> tensor<i32>
    %298 = "stablehlo.case"(%297) ({
      stablehlo.return %288 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %293, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg44, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg45, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %288, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %299 = stablehlo.slice %258 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %300 = stablehlo.reshape %299 : (tensor<256x1xi1>) -> tensor<256xi1>
    %301 = stablehlo.slice %254 [0:256, 4:5] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %302 = stablehlo.reshape %301 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_59 = stablehlo.constant dense<0> : tensor<i32>
    %303 = call @_where(%300, %302, %c_59) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %304 = stablehlo.slice %258 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %305 = stablehlo.reshape %304 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_60 = stablehlo.constant dense<false> : tensor<i1>
    %306 = stablehlo.reduce(%305 init: %c_60) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %307 = stablehlo.convert %306 : (tensor<i1>) -> tensor<i32>
    %308 = "stablehlo.case"(%307) ({
      stablehlo.return %298 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %303, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg46, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg47, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %298, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %309 = stablehlo.slice %258 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %310 = stablehlo.reshape %309 : (tensor<256x1xi1>) -> tensor<256xi1>
    %311 = stablehlo.slice %254 [0:256, 5:6] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %312 = stablehlo.reshape %311 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_61 = stablehlo.constant dense<0> : tensor<i32>
    %313 = call @_where(%310, %312, %c_61) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %314 = stablehlo.slice %258 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %315 = stablehlo.reshape %314 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_62 = stablehlo.constant dense<false> : tensor<i1>
    %316 = stablehlo.reduce(%315 init: %c_62) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %317 = stablehlo.convert %316 : (tensor<i1>) -> tensor<i32>
    %318 = "stablehlo.case"(%317) ({
      stablehlo.return %308 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %313, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg48, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg49, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %308, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %319 = stablehlo.slice %258 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %320 = stablehlo.reshape %319 : (tensor<256x1xi1>) -> tensor<256xi1>
    %321 = stablehlo.slice %254 [0:256, 6:7] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %322 = stablehlo.reshape %321 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_63 = stablehlo.constant dense<0> : tensor<i32>
    %323 = call @_where(%320, %322, %c_63) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %324 = stablehlo.slice %258 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %325 = stablehlo.reshape %324 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_64 = stablehlo.constant dense<false> : tensor<i1>
    %326 = stablehlo.reduce(%325 init: %c_64) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %327 = stablehlo.convert %326 : (tensor<i1>) -> tensor<i32>
    %328 = "stablehlo.case"(%327) ({
      stablehlo.return %318 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %323, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg50, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg51, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %318, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %329 = stablehlo.slice %258 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %330 = stablehlo.reshape %329 : (tensor<256x1xi1>) -> tensor<256xi1>
    %331 = stablehlo.slice %254 [0:256, 7:8] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %332 = stablehlo.reshape %331 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_65 = stablehlo.constant dense<0> : tensor<i32>
    %333 = call @_where(%330, %332, %c_65) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %334 = stablehlo.slice %258 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %335 = stablehlo.reshape %334 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_66 = stablehlo.constant dense<false> : tensor<i1>
    %336 = stablehlo.reduce(%335 init: %c_66) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %337 = stablehlo.convert %336 : (tensor<i1>) -> tensor<i32>
    %338 = "stablehlo.case"(%337) ({
      stablehlo.return %328 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %333, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %240, %arg52, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg53, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %328, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %339 = stablehlo.multiply %338, %338 : tensor<256x1024xbf16>
    %340 = stablehlo.convert %339 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.reduce(%340 init: %cst_67) applies stablehlo.add across dimensions = [1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<256xf32>
    %342 = stablehlo.broadcast_in_dim %341, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_68 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<256x1xf32>
    %344 = stablehlo.divide %342, %343 : tensor<256x1xf32>
    %345 = stablehlo.convert %344 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %cst_69 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %346 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<bf16>) -> tensor<256x1xbf16>
    %347 = stablehlo.add %345, %346 : tensor<256x1xbf16>
    %348 = stablehlo.rsqrt %347 : tensor<256x1xbf16>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
    %350 = stablehlo.multiply %338, %349 : tensor<256x1024xbf16>
    %351 = stablehlo.broadcast_in_dim %arg54, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %352 = stablehlo.broadcast_in_dim %351, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<256x1024xbf16>
    %353 = stablehlo.multiply %350, %352 : tensor<256x1024xbf16>
    %354 = stablehlo.dot_general %353, %arg55, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x8xbf16>) -> tensor<256x8xbf16>
    %cst_70 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %355 = stablehlo.reduce(%354 init: %cst_70) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %cst_71 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %356 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<bf16>) -> tensor<256xbf16>
    %357 = stablehlo.maximum %356, %355 : tensor<256xbf16>
    %358 = stablehlo.broadcast_in_dim %357, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %360 = stablehlo.subtract %354, %359 : tensor<256x8xbf16>
    %361 = stablehlo.exponential %360 : tensor<256x8xbf16>
    %362 = stablehlo.convert %361 : (tensor<256x8xbf16>) -> tensor<256x8xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.reduce(%362 init: %cst_72) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
    %364 = stablehlo.broadcast_in_dim %363, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %365 = stablehlo.convert %364 : (tensor<256x1xf32>) -> tensor<256x1xbf16>
    %366 = stablehlo.broadcast_in_dim %365, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %367 = stablehlo.divide %361, %366 : tensor<256x8xbf16>
    %cst_73 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %368 = stablehlo.reduce(%367 init: %cst_73) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xbf16>, tensor<bf16>) -> tensor<256xbf16>
    %369 = stablehlo.broadcast_in_dim %368, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x8xbf16>
    %371 = stablehlo.compare GE, %367, %370, FLOAT : (tensor<256x8xbf16>, tensor<256x8xbf16>) -> tensor<256x8xi1>
    %372 = stablehlo.slice %371 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %373 = stablehlo.reshape %372 : (tensor<256x1xi1>) -> tensor<256xi1>
    %374 = stablehlo.slice %367 [0:256, 0:1] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %375 = stablehlo.reshape %374 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_74 = stablehlo.constant dense<0> : tensor<i32>
    %376 = call @_where(%373, %375, %c_74) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %377 = stablehlo.slice %371 [0:256, 0:1] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %378 = stablehlo.reshape %377 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_75 = stablehlo.constant dense<false> : tensor<i1>
    %379 = stablehlo.reduce(%378 init: %c_75) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %380 = stablehlo.convert %379 : (tensor<i1>) -> tensor<i32>
    %381 = "stablehlo.case"(%380) ({
      stablehlo.return %338 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %376, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg56, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg57, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %338, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %382 = stablehlo.slice %371 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %383 = stablehlo.reshape %382 : (tensor<256x1xi1>) -> tensor<256xi1>
    %384 = stablehlo.slice %367 [0:256, 1:2] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %385 = stablehlo.reshape %384 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_76 = stablehlo.constant dense<0> : tensor<i32>
    %386 = call @_where(%383, %385, %c_76) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %387 = stablehlo.slice %371 [0:256, 1:2] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %388 = stablehlo.reshape %387 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_77 = stablehlo.constant dense<false> : tensor<i1>
    %389 = stablehlo.reduce(%388 init: %c_77) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %390 = stablehlo.convert %389 : (tensor<i1>) -> tensor<i32>
    %391 = "stablehlo.case"(%390) ({
      stablehlo.return %381 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %386, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg58, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg59, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %381, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %392 = stablehlo.slice %371 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %393 = stablehlo.reshape %392 : (tensor<256x1xi1>) -> tensor<256xi1>
    %394 = stablehlo.slice %367 [0:256, 2:3] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %395 = stablehlo.reshape %394 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_78 = stablehlo.constant dense<0> : tensor<i32>
    %396 = call @_where(%393, %395, %c_78) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %397 = stablehlo.slice %371 [0:256, 2:3] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %398 = stablehlo.reshape %397 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_79 = stablehlo.constant dense<false> : tensor<i1>
    %399 = stablehlo.reduce(%398 init: %c_79) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %400 = stablehlo.convert %399 : (tensor<i1>) -> tensor<i32>
    %401 = "stablehlo.case"(%400) ({
      stablehlo.return %391 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %396, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg60, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg61, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %391, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %402 = stablehlo.slice %371 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %403 = stablehlo.reshape %402 : (tensor<256x1xi1>) -> tensor<256xi1>
    %404 = stablehlo.slice %367 [0:256, 3:4] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %405 = stablehlo.reshape %404 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_80 = stablehlo.constant dense<0> : tensor<i32>
    %406 = call @_where(%403, %405, %c_80) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %407 = stablehlo.slice %371 [0:256, 3:4] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %408 = stablehlo.reshape %407 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_81 = stablehlo.constant dense<false> : tensor<i1>
    %409 = stablehlo.reduce(%408 init: %c_81) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %410 = stablehlo.convert %409 : (tensor<i1>) -> tensor<i32>
    %411 = "stablehlo.case"(%410) ({
      stablehlo.return %401 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %406, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg62, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg63, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %401, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %412 = stablehlo.slice %371 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %413 = stablehlo.reshape %412 : (tensor<256x1xi1>) -> tensor<256xi1>
    %414 = stablehlo.slice %367 [0:256, 4:5] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %415 = stablehlo.reshape %414 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_82 = stablehlo.constant dense<0> : tensor<i32>
    %416 = call @_where(%413, %415, %c_82) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %417 = stablehlo.slice %371 [0:256, 4:5] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %418 = stablehlo.reshape %417 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_83 = stablehlo.constant dense<false> : tensor<i1>
    %419 = stablehlo.reduce(%418 init: %c_83) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %420 = stablehlo.convert %419 : (tensor<i1>) -> tensor<i32>
    %421 = "stablehlo.case"(%420) ({
      stablehlo.return %411 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %416, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg64, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg65, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %411, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %422 = stablehlo.slice %371 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %423 = stablehlo.reshape %422 : (tensor<256x1xi1>) -> tensor<256xi1>
    %424 = stablehlo.slice %367 [0:256, 5:6] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %425 = stablehlo.reshape %424 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_84 = stablehlo.constant dense<0> : tensor<i32>
    %426 = call @_where(%423, %425, %c_84) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %427 = stablehlo.slice %371 [0:256, 5:6] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %428 = stablehlo.reshape %427 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_85 = stablehlo.constant dense<false> : tensor<i1>
    %429 = stablehlo.reduce(%428 init: %c_85) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %430 = stablehlo.convert %429 : (tensor<i1>) -> tensor<i32>
    %431 = "stablehlo.case"(%430) ({
      stablehlo.return %421 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %426, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg66, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg67, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %421, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %432 = stablehlo.slice %371 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %433 = stablehlo.reshape %432 : (tensor<256x1xi1>) -> tensor<256xi1>
    %434 = stablehlo.slice %367 [0:256, 6:7] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %435 = stablehlo.reshape %434 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_86 = stablehlo.constant dense<0> : tensor<i32>
    %436 = call @_where(%433, %435, %c_86) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %437 = stablehlo.slice %371 [0:256, 6:7] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %438 = stablehlo.reshape %437 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_87 = stablehlo.constant dense<false> : tensor<i1>
    %439 = stablehlo.reduce(%438 init: %c_87) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %440 = stablehlo.convert %439 : (tensor<i1>) -> tensor<i32>
    %441 = "stablehlo.case"(%440) ({
      stablehlo.return %431 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %436, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg68, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg69, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %431, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    %442 = stablehlo.slice %371 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %443 = stablehlo.reshape %442 : (tensor<256x1xi1>) -> tensor<256xi1>
    %444 = stablehlo.slice %367 [0:256, 7:8] : (tensor<256x8xbf16>) -> tensor<256x1xbf16>
    %445 = stablehlo.reshape %444 : (tensor<256x1xbf16>) -> tensor<256xbf16>
    %c_88 = stablehlo.constant dense<0> : tensor<i32>
    %446 = call @_where(%443, %445, %c_88) : (tensor<256xi1>, tensor<256xbf16>, tensor<i32>) -> tensor<256xbf16>
    %447 = stablehlo.slice %371 [0:256, 7:8] : (tensor<256x8xi1>) -> tensor<256x1xi1>
    %448 = stablehlo.reshape %447 : (tensor<256x1xi1>) -> tensor<256xi1>
    %c_89 = stablehlo.constant dense<false> : tensor<i1>
    %449 = stablehlo.reduce(%448 init: %c_89) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
    %450 = stablehlo.convert %449 : (tensor<i1>) -> tensor<i32>
    %451 = "stablehlo.case"(%450) ({
      stablehlo.return %441 : tensor<256x1024xbf16>
    }, {
      %452 = stablehlo.broadcast_in_dim %446, dims = [0] : (tensor<256xbf16>) -> tensor<256x1xbf16>
      %453 = stablehlo.dot_general %353, %arg70, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<256x4096xbf16>
      %454 = func.call @relu(%453) : (tensor<256x4096xbf16>) -> tensor<256x4096xbf16>
      %455 = stablehlo.dot_general %454, %arg71, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<256x1024xbf16>
      %456 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<256x1xbf16>) -> tensor<256x1024xbf16>
      %457 = stablehlo.multiply %456, %455 : tensor<256x1024xbf16>
      %458 = stablehlo.add %441, %457 : tensor<256x1024xbf16>
      stablehlo.return %458 : tensor<256x1024xbf16>
    }) : (tensor<i32>) -> tensor<256x1024xbf16>
    return %451 : tensor<256x1024xbf16>
  }
  func.func private @_where(%arg0: tensor<256xi1>, %arg1: tensor<256xbf16>, %arg2: tensor<i32>) -> tensor<256xbf16> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<256xbf16>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<256xi1>, tensor<256xbf16>
    return %2 : tensor<256xbf16>
  }
  func.func private @relu(%arg0: tensor<256x4096xbf16>) -> tensor<256x4096xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<256x4096xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<256x4096xbf16>
    return %1 : tensor<256x4096xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x256x1024xbf16>, %arg1: tensor<256x1024xbf16>, %arg2: tensor<i32>) -> tensor<4x256x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<256x1024xbf16>) -> tensor<1x256x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x256x1024xbf16>, tensor<1x256x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x256x1024xbf16>
    return %1 : tensor<4x256x1024xbf16>
  }
}
