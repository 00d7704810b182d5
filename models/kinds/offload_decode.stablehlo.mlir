module @offload_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<98304x24576xbf16>, %arg1: tensor<2x24576xbf16>, %arg2: tensor<24576x24576xbf16>, %arg3: tensor<24576x73728xbf16>, %arg4: tensor<24576x98304xbf16>, %arg5: tensor<98304x24576xbf16>, %arg6: tensor<2x24576xbf16>, %arg7: tensor<24576x24576xbf16>, %arg8: tensor<24576x73728xbf16>, %arg9: tensor<24576x98304xbf16>, %arg10: tensor<98304x24576xbf16>, %arg11: tensor<2x24576xbf16>, %arg12: tensor<24576x24576xbf16>, %arg13: tensor<24576x73728xbf16>, %arg14: tensor<24576x98304xbf16>, %arg15: tensor<98304x24576xbf16>, %arg16: tensor<2x24576xbf16>, %arg17: tensor<24576x24576xbf16>, %arg18: tensor<24576x73728xbf16>, %arg19: tensor<24576x98304xbf16>, %arg20: tensor<98304x24576xbf16>, %arg21: tensor<2x24576xbf16>, %arg22: tensor<24576x24576xbf16>, %arg23: tensor<24576x73728xbf16>, %arg24: tensor<24576x98304xbf16>, %arg25: tensor<98304x24576xbf16>, %arg26: tensor<2x24576xbf16>, %arg27: tensor<24576x24576xbf16>, %arg28: tensor<24576x73728xbf16>, %arg29: tensor<24576x98304xbf16>, %arg30: tensor<98304x24576xbf16>, %arg31: tensor<2x24576xbf16>, %arg32: tensor<24576x24576xbf16>, %arg33: tensor<24576x73728xbf16>, %arg34: tensor<24576x98304xbf16>, %arg35: tensor<98304x24576xbf16>, %arg36: tensor<2x24576xbf16>, %arg37: tensor<24576x24576xbf16>, %arg38: tensor<24576x73728xbf16>, %arg39: tensor<24576x98304xbf16>, %arg40: tensor<98304x24576xbf16>, %arg41: tensor<2x24576xbf16>, %arg42: tensor<24576x24576xbf16>, %arg43: tensor<24576x73728xbf16>, %arg44: tensor<24576x98304xbf16>, %arg45: tensor<98304x24576xbf16>, %arg46: tensor<2x24576xbf16>, %arg47: tensor<24576x24576xbf16>, %arg48: tensor<24576x73728xbf16>, %arg49: tensor<24576x98304xbf16>, %arg50: tensor<98304x24576xbf16>, %arg51: tensor<2x24576xbf16>, %arg52: tensor<24576x24576xbf16>, %arg53: tensor<24576x73728xbf16>, %arg54: tensor<24576x98304xbf16>, %arg55: tensor<98304x24576xbf16>, %arg56: tensor<2x24576xbf16>, %arg57: tensor<24576x24576xbf16>, %arg58: tensor<24576x73728xbf16>, %arg59: tensor<24576x98304xbf16>, %arg60: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 1 : i32}, %arg61: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 2 : i32}, %arg62: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 3 : i32}, %arg63: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 4 : i32}, %arg64: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 5 : i32}, %arg65: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 6 : i32}, %arg66: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 7 : i32}, %arg67: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 8 : i32}, %arg68: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 9 : i32}, %arg69: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 10 : i32}, %arg70: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 11 : i32}, %arg71: tensor<2x16x192x2048x128xbf16> {tf.aliasing_output = 12 : i32}, %arg72: tensor<16x1x24576xbf16>) -> (tensor<16x1x24576xbf16> {jax.result_info = "result[0]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][0]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][1]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][2]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][3]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][4]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][5]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][6]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][7]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][8]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][9]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][10]"}, tensor<2x16x192x2048x128xbf16> {jax.result_info = "result[1][11]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:75 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %arg3, %iterArg_2 = %arg2, %iterArg_3 = %arg4, %iterArg_4 = %arg0, %iterArg_5 = %arg6, %iterArg_6 = %arg8, %iterArg_7 = %arg7, %iterArg_8 = %arg9, %iterArg_9 = %arg5, %iterArg_10 = %arg11, %iterArg_11 = %arg13, %iterArg_12 = %arg12, %iterArg_13 = %arg14, %iterArg_14 = %arg10, %iterArg_15 = %arg16, %iterArg_16 = %arg18, %iterArg_17 = %arg17, %iterArg_18 = %arg19, %iterArg_19 = %arg15, %iterArg_20 = %arg21, %iterArg_21 = %arg23, %iterArg_22 = %arg22, %iterArg_23 = %arg24, %iterArg_24 = %arg20, %iterArg_25 = %arg26, %iterArg_26 = %arg28, %iterArg_27 = %arg27, %iterArg_28 = %arg29, %iterArg_29 = %arg25, %iterArg_30 = %arg31, %iterArg_31 = %arg33, %iterArg_32 = %arg32, %iterArg_33 = %arg34, %iterArg_34 = %arg30, %iterArg_35 = %arg36, %iterArg_36 = %arg38, %iterArg_37 = %arg37, %iterArg_38 = %arg39, %iterArg_39 = %arg35, %iterArg_40 = %arg41, %iterArg_41 = %arg43, %iterArg_42 = %arg42, %iterArg_43 = %arg44, %iterArg_44 = %arg40, %iterArg_45 = %arg46, %iterArg_46 = %arg48, %iterArg_47 = %arg47, %iterArg_48 = %arg49, %iterArg_49 = %arg45, %iterArg_50 = %arg51, %iterArg_51 = %arg53, %iterArg_52 = %arg52, %iterArg_53 = %arg54, %iterArg_54 = %arg50, %iterArg_55 = %arg56, %iterArg_56 = %arg58, %iterArg_57 = %arg57, %iterArg_58 = %arg59, %iterArg_59 = %arg55, %iterArg_60 = %c_0, %iterArg_61 = %c, %iterArg_62 = %arg72, %iterArg_63 = %arg60, %iterArg_64 = %arg61, %iterArg_65 = %arg62, %iterArg_66 = %arg63, %iterArg_67 = %arg64, %iterArg_68 = %arg65, %iterArg_69 = %arg66, %iterArg_70 = %arg67, %iterArg_71 = %arg68, %iterArg_72 = %arg69, %iterArg_73 = %arg70, %iterArg_74 = %arg71) : tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<i32>, tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>
    cond {
      %c_75 = stablehlo.constant dense<8> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_60, %c_75, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:14 = func.call @closed_call(%iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74) : (tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>) -> (tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>)
      %c_75 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_60, %c_75 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %2, %1#0, %1#1, %1#2, %1#3, %1#4, %1#5, %1#6, %1#7, %1#8, %1#9, %1#10, %1#11, %1#12, %1#13 : tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<2x24576xbf16>, tensor<24576x73728xbf16>, tensor<24576x24576xbf16>, tensor<24576x98304xbf16>, tensor<98304x24576xbf16>, tensor<i32>, tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>
    }
    return %0#62, %0#63, %0#64, %0#65, %0#66, %0#67, %0#68, %0#69, %0#70, %0#71, %0#72, %0#73, %0#74 : tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>
  }
  func.func private @closed_call(%arg0: tensor<2x24576xbf16>, %arg1: tensor<24576x73728xbf16>, %arg2: tensor<24576x24576xbf16>, %arg3: tensor<24576x98304xbf16>, %arg4: tensor<98304x24576xbf16>, %arg5: tensor<2x24576xbf16>, %arg6: tensor<24576x73728xbf16>, %arg7: tensor<24576x24576xbf16>, %arg8: tensor<24576x98304xbf16>, %arg9: tensor<98304x24576xbf16>, %arg10: tensor<2x24576xbf16>, %arg11: tensor<24576x73728xbf16>, %arg12: tensor<24576x24576xbf16>, %arg13: tensor<24576x98304xbf16>, %arg14: tensor<98304x24576xbf16>, %arg15: tensor<2x24576xbf16>, %arg16: tensor<24576x73728xbf16>, %arg17: tensor<24576x24576xbf16>, %arg18: tensor<24576x98304xbf16>, %arg19: tensor<98304x24576xbf16>, %arg20: tensor<2x24576xbf16>, %arg21: tensor<24576x73728xbf16>, %arg22: tensor<24576x24576xbf16>, %arg23: tensor<24576x98304xbf16>, %arg24: tensor<98304x24576xbf16>, %arg25: tensor<2x24576xbf16>, %arg26: tensor<24576x73728xbf16>, %arg27: tensor<24576x24576xbf16>, %arg28: tensor<24576x98304xbf16>, %arg29: tensor<98304x24576xbf16>, %arg30: tensor<2x24576xbf16>, %arg31: tensor<24576x73728xbf16>, %arg32: tensor<24576x24576xbf16>, %arg33: tensor<24576x98304xbf16>, %arg34: tensor<98304x24576xbf16>, %arg35: tensor<2x24576xbf16>, %arg36: tensor<24576x73728xbf16>, %arg37: tensor<24576x24576xbf16>, %arg38: tensor<24576x98304xbf16>, %arg39: tensor<98304x24576xbf16>, %arg40: tensor<2x24576xbf16>, %arg41: tensor<24576x73728xbf16>, %arg42: tensor<24576x24576xbf16>, %arg43: tensor<24576x98304xbf16>, %arg44: tensor<98304x24576xbf16>, %arg45: tensor<2x24576xbf16>, %arg46: tensor<24576x73728xbf16>, %arg47: tensor<24576x24576xbf16>, %arg48: tensor<24576x98304xbf16>, %arg49: tensor<98304x24576xbf16>, %arg50: tensor<2x24576xbf16>, %arg51: tensor<24576x73728xbf16>, %arg52: tensor<24576x24576xbf16>, %arg53: tensor<24576x98304xbf16>, %arg54: tensor<98304x24576xbf16>, %arg55: tensor<2x24576xbf16>, %arg56: tensor<24576x73728xbf16>, %arg57: tensor<24576x24576xbf16>, %arg58: tensor<24576x98304xbf16>, %arg59: tensor<98304x24576xbf16>, %arg60: tensor<i32>, %arg61: tensor<16x1x24576xbf16>, %arg62: tensor<2x16x192x2048x128xbf16>, %arg63: tensor<2x16x192x2048x128xbf16>, %arg64: tensor<2x16x192x2048x128xbf16>, %arg65: tensor<2x16x192x2048x128xbf16>, %arg66: tensor<2x16x192x2048x128xbf16>, %arg67: tensor<2x16x192x2048x128xbf16>, %arg68: tensor<2x16x192x2048x128xbf16>, %arg69: tensor<2x16x192x2048x128xbf16>, %arg70: tensor<2x16x192x2048x128xbf16>, %arg71: tensor<2x16x192x2048x128xbf16>, %arg72: tensor<2x16x192x2048x128xbf16>, %arg73: tensor<2x16x192x2048x128xbf16>) -> (tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg60, %c : tensor<i32>
    %1 = stablehlo.slice %arg0 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %2 = stablehlo.reshape %1 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %3 = stablehlo.multiply %arg61, %arg61 : tensor<16x1x24576xbf16>
    %4 = stablehlo.convert %3 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_0 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %8 = stablehlo.divide %6, %7 : tensor<16x1x1xf32>
    %9 = stablehlo.convert %8 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %11 = stablehlo.add %9, %10 : tensor<16x1x1xbf16>
    %12 = stablehlo.rsqrt %11 : tensor<16x1x1xbf16>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %14 = stablehlo.multiply %arg61, %13 : tensor<16x1x24576xbf16>
    %15 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %17 = stablehlo.multiply %14, %16 : tensor<16x1x24576xbf16>
    %18 = stablehlo.dot_general %17, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %19 = stablehlo.slice %18 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %20 = stablehlo.slice %18 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %21 = stablehlo.slice %18 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %22 = stablehlo.reshape %19 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %23 = stablehlo.transpose %22, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %24 = stablehlo.reshape %20 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %25 = stablehlo.transpose %24, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %26 = stablehlo.reshape %21 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %27 = stablehlo.transpose %26, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %28 = stablehlo.broadcast_in_dim %25, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %29 = stablehlo.broadcast_in_dim %27, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %30 = stablehlo.concatenate %28, %29, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %31 = stablehlo.compare LT, %arg60, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %32 = stablehlo.convert %arg60 : tensor<i32>
    %c_3 = stablehlo.constant dense<2048> : tensor<i32>
    %33 = stablehlo.add %32, %c_3 : tensor<i32>
    %34 = stablehlo.select %31, %33, %arg60 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %35 = stablehlo.dynamic_update_slice %arg62, %30, %c_4, %c_5, %c_6, %34, %c_7 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %36 = stablehlo.slice %35 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %37 = stablehlo.reshape %36 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %38 = stablehlo.slice %35 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %39 = stablehlo.reshape %38 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %40 = stablehlo.dot_general %23, %37, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_8 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %41 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %42 = stablehlo.multiply %40, %41 : tensor<16x192x1x2048xbf16>
    %cst_9 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_10 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %44 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %45 = stablehlo.maximum %44, %43 : tensor<16x192x1xbf16>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %48 = stablehlo.subtract %42, %47 : tensor<16x192x1x2048xbf16>
    %49 = stablehlo.exponential %48 : tensor<16x192x1x2048xbf16>
    %50 = stablehlo.convert %49 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %53 = stablehlo.convert %52 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %55 = stablehlo.divide %49, %54 : tensor<16x192x1x2048xbf16>
    %56 = stablehlo.dot_general %55, %39, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %57 = stablehlo.transpose %56, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %58 = stablehlo.reshape %57 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %59 = stablehlo.dot_general %58, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %60 = stablehlo.add %arg61, %59 : tensor<16x1x24576xbf16>
    %61 = stablehlo.slice %arg0 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %62 = stablehlo.reshape %61 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %63 = stablehlo.multiply %60, %60 : tensor<16x1x24576xbf16>
    %64 = stablehlo.convert %63 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_13 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %68 = stablehlo.divide %66, %67 : tensor<16x1x1xf32>
    %69 = stablehlo.convert %68 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_14 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %70 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %71 = stablehlo.add %69, %70 : tensor<16x1x1xbf16>
    %72 = stablehlo.rsqrt %71 : tensor<16x1x1xbf16>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %74 = stablehlo.multiply %60, %73 : tensor<16x1x24576xbf16>
    %75 = stablehlo.broadcast_in_dim %62, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %77 = stablehlo.multiply %74, %76 : tensor<16x1x24576xbf16>
    %78 = stablehlo.dot_general %77, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %79 = call @relu(%78) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %80 = stablehlo.dot_general %79, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %81 = stablehlo.add %60, %80 : tensor<16x1x24576xbf16>
    %82 = stablehlo.slice %arg5 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %83 = stablehlo.reshape %82 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %84 = stablehlo.multiply %81, %81 : tensor<16x1x24576xbf16>
    %85 = stablehlo.convert %84 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_16 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<16x1x1xf32>
    %90 = stablehlo.convert %89 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_17 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %91 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %92 = stablehlo.add %90, %91 : tensor<16x1x1xbf16>
    %93 = stablehlo.rsqrt %92 : tensor<16x1x1xbf16>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %95 = stablehlo.multiply %81, %94 : tensor<16x1x24576xbf16>
    %96 = stablehlo.broadcast_in_dim %83, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %98 = stablehlo.multiply %95, %97 : tensor<16x1x24576xbf16>
    %99 = stablehlo.dot_general %98, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %100 = stablehlo.slice %99 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %101 = stablehlo.slice %99 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %102 = stablehlo.slice %99 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %103 = stablehlo.reshape %100 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %104 = stablehlo.transpose %103, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %105 = stablehlo.reshape %101 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %106 = stablehlo.transpose %105, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %107 = stablehlo.reshape %102 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %108 = stablehlo.transpose %107, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %109 = stablehlo.broadcast_in_dim %106, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %110 = stablehlo.broadcast_in_dim %108, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %111 = stablehlo.concatenate %109, %110, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %112 = stablehlo.compare LT, %arg60, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %113 = stablehlo.convert %arg60 : tensor<i32>
    %c_19 = stablehlo.constant dense<2048> : tensor<i32>
    %114 = stablehlo.add %113, %c_19 : tensor<i32>
    %115 = stablehlo.select %112, %114, %arg60 : tensor<i1>, tensor<i32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %116 = stablehlo.dynamic_update_slice %arg63, %111, %c_20, %c_21, %c_22, %115, %c_23 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %117 = stablehlo.slice %116 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %118 = stablehlo.reshape %117 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %119 = stablehlo.slice %116 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %120 = stablehlo.reshape %119 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %121 = stablehlo.dot_general %104, %118, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_24 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %122 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %123 = stablehlo.multiply %121, %122 : tensor<16x192x1x2048xbf16>
    %cst_25 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %124 = stablehlo.reduce(%123 init: %cst_25) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_26 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %125 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %126 = stablehlo.maximum %125, %124 : tensor<16x192x1xbf16>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %129 = stablehlo.subtract %123, %128 : tensor<16x192x1x2048xbf16>
    %130 = stablehlo.exponential %129 : tensor<16x192x1x2048xbf16>
    %131 = stablehlo.convert %130 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_27) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %134 = stablehlo.convert %133 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %136 = stablehlo.divide %130, %135 : tensor<16x192x1x2048xbf16>
    %137 = stablehlo.dot_general %136, %120, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %138 = stablehlo.transpose %137, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %139 = stablehlo.reshape %138 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %140 = stablehlo.dot_general %139, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %141 = stablehlo.add %81, %140 : tensor<16x1x24576xbf16>
    %142 = stablehlo.slice %arg5 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %143 = stablehlo.reshape %142 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %144 = stablehlo.multiply %141, %141 : tensor<16x1x24576xbf16>
    %145 = stablehlo.convert %144 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_29 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %149 = stablehlo.divide %147, %148 : tensor<16x1x1xf32>
    %150 = stablehlo.convert %149 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_30 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %151 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %152 = stablehlo.add %150, %151 : tensor<16x1x1xbf16>
    %153 = stablehlo.rsqrt %152 : tensor<16x1x1xbf16>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %155 = stablehlo.multiply %141, %154 : tensor<16x1x24576xbf16>
    %156 = stablehlo.broadcast_in_dim %143, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %158 = stablehlo.multiply %155, %157 : tensor<16x1x24576xbf16>
    %159 = stablehlo.dot_general %158, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %160 = call @relu(%159) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %161 = stablehlo.dot_general %160, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %162 = stablehlo.add %141, %161 : tensor<16x1x24576xbf16>
    %163 = stablehlo.slice %arg10 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %164 = stablehlo.reshape %163 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %165 = stablehlo.multiply %162, %162 : tensor<16x1x24576xbf16>
    %166 = stablehlo.convert %165 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %167 = stablehlo.reduce(%166 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_32 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %170 = stablehlo.divide %168, %169 : tensor<16x1x1xf32>
    %171 = stablehlo.convert %170 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_33 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %172 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %173 = stablehlo.add %171, %172 : tensor<16x1x1xbf16>
    %174 = stablehlo.rsqrt %173 : tensor<16x1x1xbf16>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %176 = stablehlo.multiply %162, %175 : tensor<16x1x24576xbf16>
    %177 = stablehlo.broadcast_in_dim %164, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %179 = stablehlo.multiply %176, %178 : tensor<16x1x24576xbf16>
    %180 = stablehlo.dot_general %179, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %181 = stablehlo.slice %180 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %182 = stablehlo.slice %180 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %183 = stablehlo.slice %180 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %184 = stablehlo.reshape %181 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %185 = stablehlo.transpose %184, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %186 = stablehlo.reshape %182 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %187 = stablehlo.transpose %186, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %188 = stablehlo.reshape %183 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %189 = stablehlo.transpose %188, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %190 = stablehlo.broadcast_in_dim %187, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %191 = stablehlo.broadcast_in_dim %189, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %192 = stablehlo.concatenate %190, %191, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_34 = stablehlo.constant dense<0> : tensor<i32>
    %193 = stablehlo.compare LT, %arg60, %c_34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %194 = stablehlo.convert %arg60 : tensor<i32>
    %c_35 = stablehlo.constant dense<2048> : tensor<i32>
    %195 = stablehlo.add %194, %c_35 : tensor<i32>
    %196 = stablehlo.select %193, %195, %arg60 : tensor<i1>, tensor<i32>
    %c_36 = stablehlo.constant dense<0> : tensor<i32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %c_38 = stablehlo.constant dense<0> : tensor<i32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %197 = stablehlo.dynamic_update_slice %arg64, %192, %c_36, %c_37, %c_38, %196, %c_39 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %198 = stablehlo.slice %197 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %199 = stablehlo.reshape %198 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %200 = stablehlo.slice %197 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %201 = stablehlo.reshape %200 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %202 = stablehlo.dot_general %185, %199, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_40 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %203 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %204 = stablehlo.multiply %202, %203 : tensor<16x192x1x2048xbf16>
    %cst_41 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %205 = stablehlo.reduce(%204 init: %cst_41) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_42 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %206 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %207 = stablehlo.maximum %206, %205 : tensor<16x192x1xbf16>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %209 = stablehlo.broadcast_in_dim %208, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %210 = stablehlo.subtract %204, %209 : tensor<16x192x1x2048xbf16>
    %211 = stablehlo.exponential %210 : tensor<16x192x1x2048xbf16>
    %212 = stablehlo.convert %211 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %213 = stablehlo.reduce(%212 init: %cst_43) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %215 = stablehlo.convert %214 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %217 = stablehlo.divide %211, %216 : tensor<16x192x1x2048xbf16>
    %218 = stablehlo.dot_general %217, %201, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %219 = stablehlo.transpose %218, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %220 = stablehlo.reshape %219 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %221 = stablehlo.dot_general %220, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %222 = stablehlo.add %162, %221 : tensor<16x1x24576xbf16>
    %223 = stablehlo.slice %arg10 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %224 = stablehlo.reshape %223 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %225 = stablehlo.multiply %222, %222 : tensor<16x1x24576xbf16>
    %226 = stablehlo.convert %225 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce(%226 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_45 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %230 = stablehlo.divide %228, %229 : tensor<16x1x1xf32>
    %231 = stablehlo.convert %230 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_46 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %232 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %233 = stablehlo.add %231, %232 : tensor<16x1x1xbf16>
    %234 = stablehlo.rsqrt %233 : tensor<16x1x1xbf16>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %236 = stablehlo.multiply %222, %235 : tensor<16x1x24576xbf16>
    %237 = stablehlo.broadcast_in_dim %224, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %239 = stablehlo.multiply %236, %238 : tensor<16x1x24576xbf16>
    %240 = stablehlo.dot_general %239, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %241 = call @relu(%240) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %242 = stablehlo.dot_general %241, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %243 = stablehlo.add %222, %242 : tensor<16x1x24576xbf16>
    %244 = stablehlo.slice %arg15 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %245 = stablehlo.reshape %244 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %246 = stablehlo.multiply %243, %243 : tensor<16x1x24576xbf16>
    %247 = stablehlo.convert %246 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %248 = stablehlo.reduce(%247 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_48 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %251 = stablehlo.divide %249, %250 : tensor<16x1x1xf32>
    %252 = stablehlo.convert %251 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_49 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %253 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %254 = stablehlo.add %252, %253 : tensor<16x1x1xbf16>
    %255 = stablehlo.rsqrt %254 : tensor<16x1x1xbf16>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %257 = stablehlo.multiply %243, %256 : tensor<16x1x24576xbf16>
    %258 = stablehlo.broadcast_in_dim %245, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %260 = stablehlo.multiply %257, %259 : tensor<16x1x24576xbf16>
    %261 = stablehlo.dot_general %260, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %262 = stablehlo.slice %261 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %263 = stablehlo.slice %261 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %264 = stablehlo.slice %261 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %265 = stablehlo.reshape %262 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %266 = stablehlo.transpose %265, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %267 = stablehlo.reshape %263 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %268 = stablehlo.transpose %267, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %269 = stablehlo.reshape %264 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %270 = stablehlo.transpose %269, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %271 = stablehlo.broadcast_in_dim %268, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %272 = stablehlo.broadcast_in_dim %270, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %273 = stablehlo.concatenate %271, %272, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_50 = stablehlo.constant dense<0> : tensor<i32>
    %274 = stablehlo.compare LT, %arg60, %c_50, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %275 = stablehlo.convert %arg60 : tensor<i32>
    %c_51 = stablehlo.constant dense<2048> : tensor<i32>
    %276 = stablehlo.add %275, %c_51 : tensor<i32>
    %277 = stablehlo.select %274, %276, %arg60 : tensor<i1>, tensor<i32>
    %c_52 = stablehlo.constant dense<0> : tensor<i32>
    %c_53 = stablehlo.constant dense<0> : tensor<i32>
    %c_54 = stablehlo.constant dense<0> : tensor<i32>
    %c_55 = stablehlo.constant dense<0> : tensor<i32>
    %278 = stablehlo.dynamic_update_slice %arg65, %273, %c_52, %c_53, %c_54, %277, %c_55 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %279 = stablehlo.slice %278 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %280 = stablehlo.reshape %279 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %281 = stablehlo.slice %278 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %282 = stablehlo.reshape %281 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %283 = stablehlo.dot_general %266, %280, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_56 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %284 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %285 = stablehlo.multiply %283, %284 : tensor<16x192x1x2048xbf16>
    %cst_57 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %286 = stablehlo.reduce(%285 init: %cst_57) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_58 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %287 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %288 = stablehlo.maximum %287, %286 : tensor<16x192x1xbf16>
    %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %291 = stablehlo.subtract %285, %290 : tensor<16x192x1x2048xbf16>
    %292 = stablehlo.exponential %291 : tensor<16x192x1x2048xbf16>
    %293 = stablehlo.convert %292 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %294 = stablehlo.reduce(%293 init: %cst_59) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %296 = stablehlo.convert %295 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %297 = stablehlo.broadcast_in_dim %296, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %298 = stablehlo.divide %292, %297 : tensor<16x192x1x2048xbf16>
    %299 = stablehlo.dot_general %298, %282, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %300 = stablehlo.transpose %299, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %301 = stablehlo.reshape %300 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %302 = stablehlo.dot_general %301, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %303 = stablehlo.add %243, %302 : tensor<16x1x24576xbf16>
    %304 = stablehlo.slice %arg15 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %305 = stablehlo.reshape %304 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %306 = stablehlo.multiply %303, %303 : tensor<16x1x24576xbf16>
    %307 = stablehlo.convert %306 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%307 init: %cst_60) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_61 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %311 = stablehlo.divide %309, %310 : tensor<16x1x1xf32>
    %312 = stablehlo.convert %311 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_62 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %313 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %314 = stablehlo.add %312, %313 : tensor<16x1x1xbf16>
    %315 = stablehlo.rsqrt %314 : tensor<16x1x1xbf16>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %317 = stablehlo.multiply %303, %316 : tensor<16x1x24576xbf16>
    %318 = stablehlo.broadcast_in_dim %305, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %320 = stablehlo.multiply %317, %319 : tensor<16x1x24576xbf16>
    %321 = stablehlo.dot_general %320, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %322 = call @relu(%321) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %323 = stablehlo.dot_general %322, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %324 = stablehlo.add %303, %323 : tensor<16x1x24576xbf16>
    %325 = stablehlo.slice %arg20 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %326 = stablehlo.reshape %325 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %327 = stablehlo.multiply %324, %324 : tensor<16x1x24576xbf16>
    %328 = stablehlo.convert %327 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %329 = stablehlo.reduce(%328 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %330 = stablehlo.broadcast_in_dim %329, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_64 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %332 = stablehlo.divide %330, %331 : tensor<16x1x1xf32>
    %333 = stablehlo.convert %332 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_65 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %334 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %335 = stablehlo.add %333, %334 : tensor<16x1x1xbf16>
    %336 = stablehlo.rsqrt %335 : tensor<16x1x1xbf16>
    %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %338 = stablehlo.multiply %324, %337 : tensor<16x1x24576xbf16>
    %339 = stablehlo.broadcast_in_dim %326, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %341 = stablehlo.multiply %338, %340 : tensor<16x1x24576xbf16>
    %342 = stablehlo.dot_general %341, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %343 = stablehlo.slice %342 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %344 = stablehlo.slice %342 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %345 = stablehlo.slice %342 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %346 = stablehlo.reshape %343 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %347 = stablehlo.transpose %346, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %348 = stablehlo.reshape %344 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %349 = stablehlo.transpose %348, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %350 = stablehlo.reshape %345 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %351 = stablehlo.transpose %350, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %352 = stablehlo.broadcast_in_dim %349, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %353 = stablehlo.broadcast_in_dim %351, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %354 = stablehlo.concatenate %352, %353, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_66 = stablehlo.constant dense<0> : tensor<i32>
    %355 = stablehlo.compare LT, %arg60, %c_66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %356 = stablehlo.convert %arg60 : tensor<i32>
    %c_67 = stablehlo.constant dense<2048> : tensor<i32>
    %357 = stablehlo.add %356, %c_67 : tensor<i32>
    %358 = stablehlo.select %355, %357, %arg60 : tensor<i1>, tensor<i32>
    %c_68 = stablehlo.constant dense<0> : tensor<i32>
    %c_69 = stablehlo.constant dense<0> : tensor<i32>
    %c_70 = stablehlo.constant dense<0> : tensor<i32>
    %c_71 = stablehlo.constant dense<0> : tensor<i32>
    %359 = stablehlo.dynamic_update_slice %arg66, %354, %c_68, %c_69, %c_70, %358, %c_71 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %360 = stablehlo.slice %359 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %361 = stablehlo.reshape %360 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %362 = stablehlo.slice %359 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %363 = stablehlo.reshape %362 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %364 = stablehlo.dot_general %347, %361, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_72 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %365 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %366 = stablehlo.multiply %364, %365 : tensor<16x192x1x2048xbf16>
    %cst_73 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %367 = stablehlo.reduce(%366 init: %cst_73) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_74 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %368 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %369 = stablehlo.maximum %368, %367 : tensor<16x192x1xbf16>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %371 = stablehlo.broadcast_in_dim %370, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %372 = stablehlo.subtract %366, %371 : tensor<16x192x1x2048xbf16>
    %373 = stablehlo.exponential %372 : tensor<16x192x1x2048xbf16>
    %374 = stablehlo.convert %373 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.reduce(%374 init: %cst_75) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %376 = stablehlo.broadcast_in_dim %375, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %377 = stablehlo.convert %376 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %378 = stablehlo.broadcast_in_dim %377, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %379 = stablehlo.divide %373, %378 : tensor<16x192x1x2048xbf16>
    %380 = stablehlo.dot_general %379, %363, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %381 = stablehlo.transpose %380, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %382 = stablehlo.reshape %381 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %383 = stablehlo.dot_general %382, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %384 = stablehlo.add %324, %383 : tensor<16x1x24576xbf16>
    %385 = stablehlo.slice %arg20 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %386 = stablehlo.reshape %385 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %387 = stablehlo.multiply %384, %384 : tensor<16x1x24576xbf16>
    %388 = stablehlo.convert %387 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %389 = stablehlo.reduce(%388 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %390 = stablehlo.broadcast_in_dim %389, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_77 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %391 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %392 = stablehlo.divide %390, %391 : tensor<16x1x1xf32>
    %393 = stablehlo.convert %392 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_78 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %394 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %395 = stablehlo.add %393, %394 : tensor<16x1x1xbf16>
    %396 = stablehlo.rsqrt %395 : tensor<16x1x1xbf16>
    %397 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %398 = stablehlo.multiply %384, %397 : tensor<16x1x24576xbf16>
    %399 = stablehlo.broadcast_in_dim %386, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %400 = stablehlo.broadcast_in_dim %399, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %401 = stablehlo.multiply %398, %400 : tensor<16x1x24576xbf16>
    %402 = stablehlo.dot_general %401, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %403 = call @relu(%402) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %404 = stablehlo.dot_general %403, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %405 = stablehlo.add %384, %404 : tensor<16x1x24576xbf16>
    %406 = stablehlo.slice %arg25 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %407 = stablehlo.reshape %406 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %408 = stablehlo.multiply %405, %405 : tensor<16x1x24576xbf16>
    %409 = stablehlo.convert %408 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %411 = stablehlo.broadcast_in_dim %410, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_80 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %412 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %413 = stablehlo.divide %411, %412 : tensor<16x1x1xf32>
    %414 = stablehlo.convert %413 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_81 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %415 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %416 = stablehlo.add %414, %415 : tensor<16x1x1xbf16>
    %417 = stablehlo.rsqrt %416 : tensor<16x1x1xbf16>
    %418 = stablehlo.broadcast_in_dim %417, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %419 = stablehlo.multiply %405, %418 : tensor<16x1x24576xbf16>
    %420 = stablehlo.broadcast_in_dim %407, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %421 = stablehlo.broadcast_in_dim %420, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %422 = stablehlo.multiply %419, %421 : tensor<16x1x24576xbf16>
    %423 = stablehlo.dot_general %422, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %424 = stablehlo.slice %423 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %425 = stablehlo.slice %423 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %426 = stablehlo.slice %423 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %427 = stablehlo.reshape %424 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %428 = stablehlo.transpose %427, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %429 = stablehlo.reshape %425 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %430 = stablehlo.transpose %429, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %431 = stablehlo.reshape %426 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %432 = stablehlo.transpose %431, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %433 = stablehlo.broadcast_in_dim %430, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %434 = stablehlo.broadcast_in_dim %432, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %435 = stablehlo.concatenate %433, %434, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_82 = stablehlo.constant dense<0> : tensor<i32>
    %436 = stablehlo.compare LT, %arg60, %c_82, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %437 = stablehlo.convert %arg60 : tensor<i32>
    %c_83 = stablehlo.constant dense<2048> : tensor<i32>
    %438 = stablehlo.add %437, %c_83 : tensor<i32>
    %439 = stablehlo.select %436, %438, %arg60 : tensor<i1>, tensor<i32>
    %c_84 = stablehlo.constant dense<0> : tensor<i32>
    %c_85 = stablehlo.constant dense<0> : tensor<i32>
    %c_86 = stablehlo.constant dense<0> : tensor<i32>
    %c_87 = stablehlo.constant dense<0> : tensor<i32>
    %440 = stablehlo.dynamic_update_slice %arg67, %435, %c_84, %c_85, %c_86, %439, %c_87 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %441 = stablehlo.slice %440 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %442 = stablehlo.reshape %441 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %443 = stablehlo.slice %440 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %444 = stablehlo.reshape %443 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %445 = stablehlo.dot_general %428, %442, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_88 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %446 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %447 = stablehlo.multiply %445, %446 : tensor<16x192x1x2048xbf16>
    %cst_89 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %448 = stablehlo.reduce(%447 init: %cst_89) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_90 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %449 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %450 = stablehlo.maximum %449, %448 : tensor<16x192x1xbf16>
    %451 = stablehlo.broadcast_in_dim %450, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %452 = stablehlo.broadcast_in_dim %451, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %453 = stablehlo.subtract %447, %452 : tensor<16x192x1x2048xbf16>
    %454 = stablehlo.exponential %453 : tensor<16x192x1x2048xbf16>
    %455 = stablehlo.convert %454 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %456 = stablehlo.reduce(%455 init: %cst_91) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %457 = stablehlo.broadcast_in_dim %456, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %458 = stablehlo.convert %457 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %459 = stablehlo.broadcast_in_dim %458, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %460 = stablehlo.divide %454, %459 : tensor<16x192x1x2048xbf16>
    %461 = stablehlo.dot_general %460, %444, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %462 = stablehlo.transpose %461, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %463 = stablehlo.reshape %462 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %464 = stablehlo.dot_general %463, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %465 = stablehlo.add %405, %464 : tensor<16x1x24576xbf16>
    %466 = stablehlo.slice %arg25 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %467 = stablehlo.reshape %466 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %468 = stablehlo.multiply %465, %465 : tensor<16x1x24576xbf16>
    %469 = stablehlo.convert %468 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%469 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %471 = stablehlo.broadcast_in_dim %470, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_93 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %472 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %473 = stablehlo.divide %471, %472 : tensor<16x1x1xf32>
    %474 = stablehlo.convert %473 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_94 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %475 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %476 = stablehlo.add %474, %475 : tensor<16x1x1xbf16>
    %477 = stablehlo.rsqrt %476 : tensor<16x1x1xbf16>
    %478 = stablehlo.broadcast_in_dim %477, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %479 = stablehlo.multiply %465, %478 : tensor<16x1x24576xbf16>
    %480 = stablehlo.broadcast_in_dim %467, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %481 = stablehlo.broadcast_in_dim %480, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %482 = stablehlo.multiply %479, %481 : tensor<16x1x24576xbf16>
    %483 = stablehlo.dot_general %482, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %484 = call @relu(%483) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %485 = stablehlo.dot_general %484, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %486 = stablehlo.add %465, %485 : tensor<16x1x24576xbf16>
    %487 = stablehlo.slice %arg30 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %488 = stablehlo.reshape %487 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %489 = stablehlo.multiply %486, %486 : tensor<16x1x24576xbf16>
    %490 = stablehlo.convert %489 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %491 = stablehlo.reduce(%490 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %492 = stablehlo.broadcast_in_dim %491, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_96 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %493 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %494 = stablehlo.divide %492, %493 : tensor<16x1x1xf32>
    %495 = stablehlo.convert %494 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_97 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %496 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %497 = stablehlo.add %495, %496 : tensor<16x1x1xbf16>
    %498 = stablehlo.rsqrt %497 : tensor<16x1x1xbf16>
    %499 = stablehlo.broadcast_in_dim %498, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %500 = stablehlo.multiply %486, %499 : tensor<16x1x24576xbf16>
    %501 = stablehlo.broadcast_in_dim %488, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %503 = stablehlo.multiply %500, %502 : tensor<16x1x24576xbf16>
    %504 = stablehlo.dot_general %503, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %505 = stablehlo.slice %504 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %506 = stablehlo.slice %504 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %507 = stablehlo.slice %504 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %508 = stablehlo.reshape %505 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %509 = stablehlo.transpose %508, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %510 = stablehlo.reshape %506 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %511 = stablehlo.transpose %510, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %512 = stablehlo.reshape %507 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %513 = stablehlo.transpose %512, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %514 = stablehlo.broadcast_in_dim %511, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %515 = stablehlo.broadcast_in_dim %513, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %516 = stablehlo.concatenate %514, %515, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_98 = stablehlo.constant dense<0> : tensor<i32>
    %517 = stablehlo.compare LT, %arg60, %c_98, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %518 = stablehlo.convert %arg60 : tensor<i32>
    %c_99 = stablehlo.constant dense<2048> : tensor<i32>
    %519 = stablehlo.add %518, %c_99 : tensor<i32>
    %520 = stablehlo.select %517, %519, %arg60 : tensor<i1>, tensor<i32>
    %c_100 = stablehlo.constant dense<0> : tensor<i32>
    %c_101 = stablehlo.constant dense<0> : tensor<i32>
    %c_102 = stablehlo.constant dense<0> : tensor<i32>
    %c_103 = stablehlo.constant dense<0> : tensor<i32>
    %521 = stablehlo.dynamic_update_slice %arg68, %516, %c_100, %c_101, %c_102, %520, %c_103 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %522 = stablehlo.slice %521 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %523 = stablehlo.reshape %522 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %524 = stablehlo.slice %521 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %525 = stablehlo.reshape %524 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %526 = stablehlo.dot_general %509, %523, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_104 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %527 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %528 = stablehlo.multiply %526, %527 : tensor<16x192x1x2048xbf16>
    %cst_105 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %529 = stablehlo.reduce(%528 init: %cst_105) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_106 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %530 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %531 = stablehlo.maximum %530, %529 : tensor<16x192x1xbf16>
    %532 = stablehlo.broadcast_in_dim %531, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %533 = stablehlo.broadcast_in_dim %532, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %534 = stablehlo.subtract %528, %533 : tensor<16x192x1x2048xbf16>
    %535 = stablehlo.exponential %534 : tensor<16x192x1x2048xbf16>
    %536 = stablehlo.convert %535 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %537 = stablehlo.reduce(%536 init: %cst_107) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %539 = stablehlo.convert %538 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %540 = stablehlo.broadcast_in_dim %539, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %541 = stablehlo.divide %535, %540 : tensor<16x192x1x2048xbf16>
    %542 = stablehlo.dot_general %541, %525, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %543 = stablehlo.transpose %542, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %544 = stablehlo.reshape %543 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %545 = stablehlo.dot_general %544, %arg32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %546 = stablehlo.add %486, %545 : tensor<16x1x24576xbf16>
    %547 = stablehlo.slice %arg30 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %548 = stablehlo.reshape %547 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %549 = stablehlo.multiply %546, %546 : tensor<16x1x24576xbf16>
    %550 = stablehlo.convert %549 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %551 = stablehlo.reduce(%550 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %552 = stablehlo.broadcast_in_dim %551, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_109 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %553 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %554 = stablehlo.divide %552, %553 : tensor<16x1x1xf32>
    %555 = stablehlo.convert %554 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_110 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %556 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %557 = stablehlo.add %555, %556 : tensor<16x1x1xbf16>
    %558 = stablehlo.rsqrt %557 : tensor<16x1x1xbf16>
    %559 = stablehlo.broadcast_in_dim %558, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %560 = stablehlo.multiply %546, %559 : tensor<16x1x24576xbf16>
    %561 = stablehlo.broadcast_in_dim %548, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %562 = stablehlo.broadcast_in_dim %561, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %563 = stablehlo.multiply %560, %562 : tensor<16x1x24576xbf16>
    %564 = stablehlo.dot_general %563, %arg33, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %565 = call @relu(%564) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %566 = stablehlo.dot_general %565, %arg34, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %567 = stablehlo.add %546, %566 : tensor<16x1x24576xbf16>
    %568 = stablehlo.slice %arg35 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %569 = stablehlo.reshape %568 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %570 = stablehlo.multiply %567, %567 : tensor<16x1x24576xbf16>
    %571 = stablehlo.convert %570 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %572 = stablehlo.reduce(%571 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_112 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %574 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %575 = stablehlo.divide %573, %574 : tensor<16x1x1xf32>
    %576 = stablehlo.convert %575 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_113 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %577 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %578 = stablehlo.add %576, %577 : tensor<16x1x1xbf16>
    %579 = stablehlo.rsqrt %578 : tensor<16x1x1xbf16>
    %580 = stablehlo.broadcast_in_dim %579, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %581 = stablehlo.multiply %567, %580 : tensor<16x1x24576xbf16>
    %582 = stablehlo.broadcast_in_dim %569, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %583 = stablehlo.broadcast_in_dim %582, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %584 = stablehlo.multiply %581, %583 : tensor<16x1x24576xbf16>
    %585 = stablehlo.dot_general %584, %arg36, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %586 = stablehlo.slice %585 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %587 = stablehlo.slice %585 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %588 = stablehlo.slice %585 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %589 = stablehlo.reshape %586 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %590 = stablehlo.transpose %589, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %591 = stablehlo.reshape %587 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %592 = stablehlo.transpose %591, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %593 = stablehlo.reshape %588 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %594 = stablehlo.transpose %593, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %595 = stablehlo.broadcast_in_dim %592, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %596 = stablehlo.broadcast_in_dim %594, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %597 = stablehlo.concatenate %595, %596, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_114 = stablehlo.constant dense<0> : tensor<i32>
    %598 = stablehlo.compare LT, %arg60, %c_114, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %599 = stablehlo.convert %arg60 : tensor<i32>
    %c_115 = stablehlo.constant dense<2048> : tensor<i32>
    %600 = stablehlo.add %599, %c_115 : tensor<i32>
    %601 = stablehlo.select %598, %600, %arg60 : tensor<i1>, tensor<i32>
    %c_116 = stablehlo.constant dense<0> : tensor<i32>
    %c_117 = stablehlo.constant dense<0> : tensor<i32>
    %c_118 = stablehlo.constant dense<0> : tensor<i32>
    %c_119 = stablehlo.constant dense<0> : tensor<i32>
    %602 = stablehlo.dynamic_update_slice %arg69, %597, %c_116, %c_117, %c_118, %601, %c_119 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %603 = stablehlo.slice %602 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %604 = stablehlo.reshape %603 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %605 = stablehlo.slice %602 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %606 = stablehlo.reshape %605 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %607 = stablehlo.dot_general %590, %604, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_120 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %608 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %609 = stablehlo.multiply %607, %608 : tensor<16x192x1x2048xbf16>
    %cst_121 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %610 = stablehlo.reduce(%609 init: %cst_121) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_122 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %611 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %612 = stablehlo.maximum %611, %610 : tensor<16x192x1xbf16>
    %613 = stablehlo.broadcast_in_dim %612, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %614 = stablehlo.broadcast_in_dim %613, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %615 = stablehlo.subtract %609, %614 : tensor<16x192x1x2048xbf16>
    %616 = stablehlo.exponential %615 : tensor<16x192x1x2048xbf16>
    %617 = stablehlo.convert %616 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %618 = stablehlo.reduce(%617 init: %cst_123) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %619 = stablehlo.broadcast_in_dim %618, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %620 = stablehlo.convert %619 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %621 = stablehlo.broadcast_in_dim %620, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %622 = stablehlo.divide %616, %621 : tensor<16x192x1x2048xbf16>
    %623 = stablehlo.dot_general %622, %606, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %624 = stablehlo.transpose %623, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %625 = stablehlo.reshape %624 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %626 = stablehlo.dot_general %625, %arg37, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %627 = stablehlo.add %567, %626 : tensor<16x1x24576xbf16>
    %628 = stablehlo.slice %arg35 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %629 = stablehlo.reshape %628 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %630 = stablehlo.multiply %627, %627 : tensor<16x1x24576xbf16>
    %631 = stablehlo.convert %630 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %632 = stablehlo.reduce(%631 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %633 = stablehlo.broadcast_in_dim %632, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_125 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %634 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %635 = stablehlo.divide %633, %634 : tensor<16x1x1xf32>
    %636 = stablehlo.convert %635 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_126 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %637 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %638 = stablehlo.add %636, %637 : tensor<16x1x1xbf16>
    %639 = stablehlo.rsqrt %638 : tensor<16x1x1xbf16>
    %640 = stablehlo.broadcast_in_dim %639, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %641 = stablehlo.multiply %627, %640 : tensor<16x1x24576xbf16>
    %642 = stablehlo.broadcast_in_dim %629, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %643 = stablehlo.broadcast_in_dim %642, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %644 = stablehlo.multiply %641, %643 : tensor<16x1x24576xbf16>
    %645 = stablehlo.dot_general %644, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %646 = call @relu(%645) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %647 = stablehlo.dot_general %646, %arg39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %648 = stablehlo.add %627, %647 : tensor<16x1x24576xbf16>
    %649 = stablehlo.slice %arg40 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %650 = stablehlo.reshape %649 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %651 = stablehlo.multiply %648, %648 : tensor<16x1x24576xbf16>
    %652 = stablehlo.convert %651 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %653 = stablehlo.reduce(%652 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_128 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %655 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %656 = stablehlo.divide %654, %655 : tensor<16x1x1xf32>
    %657 = stablehlo.convert %656 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_129 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %658 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %659 = stablehlo.add %657, %658 : tensor<16x1x1xbf16>
    %660 = stablehlo.rsqrt %659 : tensor<16x1x1xbf16>
    %661 = stablehlo.broadcast_in_dim %660, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %662 = stablehlo.multiply %648, %661 : tensor<16x1x24576xbf16>
    %663 = stablehlo.broadcast_in_dim %650, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %664 = stablehlo.broadcast_in_dim %663, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %665 = stablehlo.multiply %662, %664 : tensor<16x1x24576xbf16>
    %666 = stablehlo.dot_general %665, %arg41, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %667 = stablehlo.slice %666 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %668 = stablehlo.slice %666 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %669 = stablehlo.slice %666 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %670 = stablehlo.reshape %667 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %671 = stablehlo.transpose %670, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %672 = stablehlo.reshape %668 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %673 = stablehlo.transpose %672, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %674 = stablehlo.reshape %669 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %675 = stablehlo.transpose %674, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %676 = stablehlo.broadcast_in_dim %673, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %677 = stablehlo.broadcast_in_dim %675, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %678 = stablehlo.concatenate %676, %677, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_130 = stablehlo.constant dense<0> : tensor<i32>
    %679 = stablehlo.compare LT, %arg60, %c_130, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %680 = stablehlo.convert %arg60 : tensor<i32>
    %c_131 = stablehlo.constant dense<2048> : tensor<i32>
    %681 = stablehlo.add %680, %c_131 : tensor<i32>
    %682 = stablehlo.select %679, %681, %arg60 : tensor<i1>, tensor<i32>
    %c_132 = stablehlo.constant dense<0> : tensor<i32>
    %c_133 = stablehlo.constant dense<0> : tensor<i32>
    %c_134 = stablehlo.constant dense<0> : tensor<i32>
    %c_135 = stablehlo.constant dense<0> : tensor<i32>
    %683 = stablehlo.dynamic_update_slice %arg70, %678, %c_132, %c_133, %c_134, %682, %c_135 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %684 = stablehlo.slice %683 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %685 = stablehlo.reshape %684 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %686 = stablehlo.slice %683 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %687 = stablehlo.reshape %686 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %688 = stablehlo.dot_general %671, %685, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_136 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %689 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %690 = stablehlo.multiply %688, %689 : tensor<16x192x1x2048xbf16>
    %cst_137 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %691 = stablehlo.reduce(%690 init: %cst_137) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_138 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %692 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %693 = stablehlo.maximum %692, %691 : tensor<16x192x1xbf16>
    %694 = stablehlo.broadcast_in_dim %693, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %695 = stablehlo.broadcast_in_dim %694, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %696 = stablehlo.subtract %690, %695 : tensor<16x192x1x2048xbf16>
    %697 = stablehlo.exponential %696 : tensor<16x192x1x2048xbf16>
    %698 = stablehlo.convert %697 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %699 = stablehlo.reduce(%698 init: %cst_139) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %700 = stablehlo.broadcast_in_dim %699, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %701 = stablehlo.convert %700 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %702 = stablehlo.broadcast_in_dim %701, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %703 = stablehlo.divide %697, %702 : tensor<16x192x1x2048xbf16>
    %704 = stablehlo.dot_general %703, %687, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %705 = stablehlo.transpose %704, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %706 = stablehlo.reshape %705 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %707 = stablehlo.dot_general %706, %arg42, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %708 = stablehlo.add %648, %707 : tensor<16x1x24576xbf16>
    %709 = stablehlo.slice %arg40 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %710 = stablehlo.reshape %709 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %711 = stablehlo.multiply %708, %708 : tensor<16x1x24576xbf16>
    %712 = stablehlo.convert %711 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %713 = stablehlo.reduce(%712 init: %cst_140) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %714 = stablehlo.broadcast_in_dim %713, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_141 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %715 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %716 = stablehlo.divide %714, %715 : tensor<16x1x1xf32>
    %717 = stablehlo.convert %716 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_142 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %718 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %719 = stablehlo.add %717, %718 : tensor<16x1x1xbf16>
    %720 = stablehlo.rsqrt %719 : tensor<16x1x1xbf16>
    %721 = stablehlo.broadcast_in_dim %720, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %722 = stablehlo.multiply %708, %721 : tensor<16x1x24576xbf16>
    %723 = stablehlo.broadcast_in_dim %710, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %724 = stablehlo.broadcast_in_dim %723, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %725 = stablehlo.multiply %722, %724 : tensor<16x1x24576xbf16>
    %726 = stablehlo.dot_general %725, %arg43, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %727 = call @relu(%726) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %728 = stablehlo.dot_general %727, %arg44, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %729 = stablehlo.add %708, %728 : tensor<16x1x24576xbf16>
    %730 = stablehlo.slice %arg45 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %731 = stablehlo.reshape %730 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %732 = stablehlo.multiply %729, %729 : tensor<16x1x24576xbf16>
    %733 = stablehlo.convert %732 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %734 = stablehlo.reduce(%733 init: %cst_143) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %735 = stablehlo.broadcast_in_dim %734, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_144 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %737 = stablehlo.divide %735, %736 : tensor<16x1x1xf32>
    %738 = stablehlo.convert %737 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_145 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %739 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %740 = stablehlo.add %738, %739 : tensor<16x1x1xbf16>
    %741 = stablehlo.rsqrt %740 : tensor<16x1x1xbf16>
    %742 = stablehlo.broadcast_in_dim %741, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %743 = stablehlo.multiply %729, %742 : tensor<16x1x24576xbf16>
    %744 = stablehlo.broadcast_in_dim %731, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %745 = stablehlo.broadcast_in_dim %744, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %746 = stablehlo.multiply %743, %745 : tensor<16x1x24576xbf16>
    %747 = stablehlo.dot_general %746, %arg46, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %748 = stablehlo.slice %747 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %749 = stablehlo.slice %747 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %750 = stablehlo.slice %747 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %751 = stablehlo.reshape %748 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %752 = stablehlo.transpose %751, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %753 = stablehlo.reshape %749 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %754 = stablehlo.transpose %753, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %755 = stablehlo.reshape %750 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %756 = stablehlo.transpose %755, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %757 = stablehlo.broadcast_in_dim %754, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %758 = stablehlo.broadcast_in_dim %756, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %759 = stablehlo.concatenate %757, %758, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_146 = stablehlo.constant dense<0> : tensor<i32>
    %760 = stablehlo.compare LT, %arg60, %c_146, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %761 = stablehlo.convert %arg60 : tensor<i32>
    %c_147 = stablehlo.constant dense<2048> : tensor<i32>
    %762 = stablehlo.add %761, %c_147 : tensor<i32>
    %763 = stablehlo.select %760, %762, %arg60 : tensor<i1>, tensor<i32>
    %c_148 = stablehlo.constant dense<0> : tensor<i32>
    %c_149 = stablehlo.constant dense<0> : tensor<i32>
    %c_150 = stablehlo.constant dense<0> : tensor<i32>
    %c_151 = stablehlo.constant dense<0> : tensor<i32>
    %764 = stablehlo.dynamic_update_slice %arg71, %759, %c_148, %c_149, %c_150, %763, %c_151 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %765 = stablehlo.slice %764 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %766 = stablehlo.reshape %765 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %767 = stablehlo.slice %764 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %768 = stablehlo.reshape %767 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %769 = stablehlo.dot_general %752, %766, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_152 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %770 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %771 = stablehlo.multiply %769, %770 : tensor<16x192x1x2048xbf16>
    %cst_153 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %772 = stablehlo.reduce(%771 init: %cst_153) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_154 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %773 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %774 = stablehlo.maximum %773, %772 : tensor<16x192x1xbf16>
    %775 = stablehlo.broadcast_in_dim %774, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %776 = stablehlo.broadcast_in_dim %775, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %777 = stablehlo.subtract %771, %776 : tensor<16x192x1x2048xbf16>
    %778 = stablehlo.exponential %777 : tensor<16x192x1x2048xbf16>
    %779 = stablehlo.convert %778 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %780 = stablehlo.reduce(%779 init: %cst_155) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %781 = stablehlo.broadcast_in_dim %780, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %782 = stablehlo.convert %781 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %783 = stablehlo.broadcast_in_dim %782, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %784 = stablehlo.divide %778, %783 : tensor<16x192x1x2048xbf16>
    %785 = stablehlo.dot_general %784, %768, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %786 = stablehlo.transpose %785, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %787 = stablehlo.reshape %786 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %788 = stablehlo.dot_general %787, %arg47, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %789 = stablehlo.add %729, %788 : tensor<16x1x24576xbf16>
    %790 = stablehlo.slice %arg45 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %791 = stablehlo.reshape %790 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %792 = stablehlo.multiply %789, %789 : tensor<16x1x24576xbf16>
    %793 = stablehlo.convert %792 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %794 = stablehlo.reduce(%793 init: %cst_156) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %795 = stablehlo.broadcast_in_dim %794, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_157 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %797 = stablehlo.divide %795, %796 : tensor<16x1x1xf32>
    %798 = stablehlo.convert %797 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_158 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %799 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %800 = stablehlo.add %798, %799 : tensor<16x1x1xbf16>
    %801 = stablehlo.rsqrt %800 : tensor<16x1x1xbf16>
    %802 = stablehlo.broadcast_in_dim %801, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %803 = stablehlo.multiply %789, %802 : tensor<16x1x24576xbf16>
    %804 = stablehlo.broadcast_in_dim %791, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %805 = stablehlo.broadcast_in_dim %804, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %806 = stablehlo.multiply %803, %805 : tensor<16x1x24576xbf16>
    %807 = stablehlo.dot_general %806, %arg48, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %808 = call @relu(%807) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %809 = stablehlo.dot_general %808, %arg49, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %810 = stablehlo.add %789, %809 : tensor<16x1x24576xbf16>
    %811 = stablehlo.slice %arg50 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %812 = stablehlo.reshape %811 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %813 = stablehlo.multiply %810, %810 : tensor<16x1x24576xbf16>
    %814 = stablehlo.convert %813 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %815 = stablehlo.reduce(%814 init: %cst_159) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %816 = stablehlo.broadcast_in_dim %815, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_160 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %817 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %818 = stablehlo.divide %816, %817 : tensor<16x1x1xf32>
    %819 = stablehlo.convert %818 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_161 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %820 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %821 = stablehlo.add %819, %820 : tensor<16x1x1xbf16>
    %822 = stablehlo.rsqrt %821 : tensor<16x1x1xbf16>
    %823 = stablehlo.broadcast_in_dim %822, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %824 = stablehlo.multiply %810, %823 : tensor<16x1x24576xbf16>
    %825 = stablehlo.broadcast_in_dim %812, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %826 = stablehlo.broadcast_in_dim %825, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %827 = stablehlo.multiply %824, %826 : tensor<16x1x24576xbf16>
    %828 = stablehlo.dot_general %827, %arg51, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %829 = stablehlo.slice %828 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %830 = stablehlo.slice %828 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %831 = stablehlo.slice %828 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %832 = stablehlo.reshape %829 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %833 = stablehlo.transpose %832, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %834 = stablehlo.reshape %830 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %835 = stablehlo.transpose %834, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %836 = stablehlo.reshape %831 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %837 = stablehlo.transpose %836, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %838 = stablehlo.broadcast_in_dim %835, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %839 = stablehlo.broadcast_in_dim %837, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %840 = stablehlo.concatenate %838, %839, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_162 = stablehlo.constant dense<0> : tensor<i32>
    %841 = stablehlo.compare LT, %arg60, %c_162, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %842 = stablehlo.convert %arg60 : tensor<i32>
    %c_163 = stablehlo.constant dense<2048> : tensor<i32>
    %843 = stablehlo.add %842, %c_163 : tensor<i32>
    %844 = stablehlo.select %841, %843, %arg60 : tensor<i1>, tensor<i32>
    %c_164 = stablehlo.constant dense<0> : tensor<i32>
    %c_165 = stablehlo.constant dense<0> : tensor<i32>
    %c_166 = stablehlo.constant dense<0> : tensor<i32>
    %c_167 = stablehlo.constant dense<0> : tensor<i32>
    %845 = stablehlo.dynamic_update_slice %arg72, %840, %c_164, %c_165, %c_166, %844, %c_167 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %846 = stablehlo.slice %845 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %847 = stablehlo.reshape %846 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %848 = stablehlo.slice %845 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %849 = stablehlo.reshape %848 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %850 = stablehlo.dot_general %833, %847, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_168 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %851 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %852 = stablehlo.multiply %850, %851 : tensor<16x192x1x2048xbf16>
    %cst_169 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %853 = stablehlo.reduce(%852 init: %cst_169) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_170 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %854 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %855 = stablehlo.maximum %854, %853 : tensor<16x192x1xbf16>
    %856 = stablehlo.broadcast_in_dim %855, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %857 = stablehlo.broadcast_in_dim %856, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %858 = stablehlo.subtract %852, %857 : tensor<16x192x1x2048xbf16>
    %859 = stablehlo.exponential %858 : tensor<16x192x1x2048xbf16>
    %860 = stablehlo.convert %859 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %861 = stablehlo.reduce(%860 init: %cst_171) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %862 = stablehlo.broadcast_in_dim %861, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %863 = stablehlo.convert %862 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %864 = stablehlo.broadcast_in_dim %863, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %865 = stablehlo.divide %859, %864 : tensor<16x192x1x2048xbf16>
    %866 = stablehlo.dot_general %865, %849, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %867 = stablehlo.transpose %866, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %868 = stablehlo.reshape %867 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %869 = stablehlo.dot_general %868, %arg52, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %870 = stablehlo.add %810, %869 : tensor<16x1x24576xbf16>
    %871 = stablehlo.slice %arg50 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %872 = stablehlo.reshape %871 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %873 = stablehlo.multiply %870, %870 : tensor<16x1x24576xbf16>
    %874 = stablehlo.convert %873 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %875 = stablehlo.reduce(%874 init: %cst_172) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %876 = stablehlo.broadcast_in_dim %875, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_173 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %877 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %878 = stablehlo.divide %876, %877 : tensor<16x1x1xf32>
    %879 = stablehlo.convert %878 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_174 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %880 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %881 = stablehlo.add %879, %880 : tensor<16x1x1xbf16>
    %882 = stablehlo.rsqrt %881 : tensor<16x1x1xbf16>
    %883 = stablehlo.broadcast_in_dim %882, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %884 = stablehlo.multiply %870, %883 : tensor<16x1x24576xbf16>
    %885 = stablehlo.broadcast_in_dim %872, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %886 = stablehlo.broadcast_in_dim %885, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %887 = stablehlo.multiply %884, %886 : tensor<16x1x24576xbf16>
    %888 = stablehlo.dot_general %887, %arg53, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %889 = call @relu(%888) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %890 = stablehlo.dot_general %889, %arg54, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %891 = stablehlo.add %870, %890 : tensor<16x1x24576xbf16>
    %892 = stablehlo.slice %arg55 [0:1, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %893 = stablehlo.reshape %892 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %894 = stablehlo.multiply %891, %891 : tensor<16x1x24576xbf16>
    %895 = stablehlo.convert %894 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %896 = stablehlo.reduce(%895 init: %cst_175) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %897 = stablehlo.broadcast_in_dim %896, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_176 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %899 = stablehlo.divide %897, %898 : tensor<16x1x1xf32>
    %900 = stablehlo.convert %899 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_177 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %901 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %902 = stablehlo.add %900, %901 : tensor<16x1x1xbf16>
    %903 = stablehlo.rsqrt %902 : tensor<16x1x1xbf16>
    %904 = stablehlo.broadcast_in_dim %903, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %905 = stablehlo.multiply %891, %904 : tensor<16x1x24576xbf16>
    %906 = stablehlo.broadcast_in_dim %893, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %907 = stablehlo.broadcast_in_dim %906, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %908 = stablehlo.multiply %905, %907 : tensor<16x1x24576xbf16>
    %909 = stablehlo.dot_general %908, %arg56, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x73728xbf16>) -> tensor<16x1x73728xbf16>
    %910 = stablehlo.slice %909 [0:16, 0:1, 0:24576] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %911 = stablehlo.slice %909 [0:16, 0:1, 24576:49152] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %912 = stablehlo.slice %909 [0:16, 0:1, 49152:73728] : (tensor<16x1x73728xbf16>) -> tensor<16x1x24576xbf16>
    %913 = stablehlo.reshape %910 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %914 = stablehlo.transpose %913, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %915 = stablehlo.reshape %911 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %916 = stablehlo.transpose %915, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %917 = stablehlo.reshape %912 : (tensor<16x1x24576xbf16>) -> tensor<16x1x192x128xbf16>
    %918 = stablehlo.transpose %917, dims = [0, 2, 1, 3] : (tensor<16x1x192x128xbf16>) -> tensor<16x192x1x128xbf16>
    %919 = stablehlo.broadcast_in_dim %916, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %920 = stablehlo.broadcast_in_dim %918, dims = [1, 2, 3, 4] : (tensor<16x192x1x128xbf16>) -> tensor<1x16x192x1x128xbf16>
    %921 = stablehlo.concatenate %919, %920, dim = 0 : (tensor<1x16x192x1x128xbf16>, tensor<1x16x192x1x128xbf16>) -> tensor<2x16x192x1x128xbf16>
    %c_178 = stablehlo.constant dense<0> : tensor<i32>
    %922 = stablehlo.compare LT, %arg60, %c_178, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %923 = stablehlo.convert %arg60 : tensor<i32>
    %c_179 = stablehlo.constant dense<2048> : tensor<i32>
    %924 = stablehlo.add %923, %c_179 : tensor<i32>
    %925 = stablehlo.select %922, %924, %arg60 : tensor<i1>, tensor<i32>
    %c_180 = stablehlo.constant dense<0> : tensor<i32>
    %c_181 = stablehlo.constant dense<0> : tensor<i32>
    %c_182 = stablehlo.constant dense<0> : tensor<i32>
    %c_183 = stablehlo.constant dense<0> : tensor<i32>
    %926 = stablehlo.dynamic_update_slice %arg73, %921, %c_180, %c_181, %c_182, %925, %c_183 : (tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x1x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x192x2048x128xbf16>
    %927 = stablehlo.slice %926 [0:1, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %928 = stablehlo.reshape %927 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %929 = stablehlo.slice %926 [1:2, 0:16, 0:192, 0:2048, 0:128] : (tensor<2x16x192x2048x128xbf16>) -> tensor<1x16x192x2048x128xbf16>
    %930 = stablehlo.reshape %929 : (tensor<1x16x192x2048x128xbf16>) -> tensor<16x192x2048x128xbf16>
    %931 = stablehlo.dot_general %914, %928, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x128xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x2048xbf16>
    %cst_184 = stablehlo.constant dense<8.837890e-02> : tensor<bf16>
    %932 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<bf16>) -> tensor<16x192x1x2048xbf16>
    %933 = stablehlo.multiply %931, %932 : tensor<16x192x1x2048xbf16>
    %cst_185 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %934 = stablehlo.reduce(%933 init: %cst_185) applies stablehlo.maximum across dimensions = [3] : (tensor<16x192x1x2048xbf16>, tensor<bf16>) -> tensor<16x192x1xbf16>
    %cst_186 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %935 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<bf16>) -> tensor<16x192x1xbf16>
    %936 = stablehlo.maximum %935, %934 : tensor<16x192x1xbf16>
    %937 = stablehlo.broadcast_in_dim %936, dims = [0, 1, 2] : (tensor<16x192x1xbf16>) -> tensor<16x192x1x1xbf16>
    %938 = stablehlo.broadcast_in_dim %937, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %939 = stablehlo.subtract %933, %938 : tensor<16x192x1x2048xbf16>
    %940 = stablehlo.exponential %939 : tensor<16x192x1x2048xbf16>
    %941 = stablehlo.convert %940 : (tensor<16x192x1x2048xbf16>) -> tensor<16x192x1x2048xf32>
    %cst_187 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %942 = stablehlo.reduce(%941 init: %cst_187) applies stablehlo.add across dimensions = [3] : (tensor<16x192x1x2048xf32>, tensor<f32>) -> tensor<16x192x1xf32>
    %943 = stablehlo.broadcast_in_dim %942, dims = [0, 1, 2] : (tensor<16x192x1xf32>) -> tensor<16x192x1x1xf32>
    %944 = stablehlo.convert %943 : (tensor<16x192x1x1xf32>) -> tensor<16x192x1x1xbf16>
    %945 = stablehlo.broadcast_in_dim %944, dims = [0, 1, 2, 3] : (tensor<16x192x1x1xbf16>) -> tensor<16x192x1x2048xbf16>
    %946 = stablehlo.divide %940, %945 : tensor<16x192x1x2048xbf16>
    %947 = stablehlo.dot_general %946, %930, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x192x1x2048xbf16>, tensor<16x192x2048x128xbf16>) -> tensor<16x192x1x128xbf16>
    %948 = stablehlo.transpose %947, dims = [0, 2, 1, 3] : (tensor<16x192x1x128xbf16>) -> tensor<16x1x192x128xbf16>
    %949 = stablehlo.reshape %948 : (tensor<16x1x192x128xbf16>) -> tensor<16x1x24576xbf16>
    %950 = stablehlo.dot_general %949, %arg57, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x24576xbf16>) -> tensor<16x1x24576xbf16>
    %951 = stablehlo.add %891, %950 : tensor<16x1x24576xbf16>
    %952 = stablehlo.slice %arg55 [1:2, 0:24576] : (tensor<2x24576xbf16>) -> tensor<1x24576xbf16>
    %953 = stablehlo.reshape %952 : (tensor<1x24576xbf16>) -> tensor<24576xbf16>
    %954 = stablehlo.multiply %951, %951 : tensor<16x1x24576xbf16>
    %955 = stablehlo.convert %954 : (tensor<16x1x24576xbf16>) -> tensor<16x1x24576xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %956 = stablehlo.reduce(%955 init: %cst_188) applies stablehlo.add across dimensions = [2] : (tensor<16x1x24576xf32>, tensor<f32>) -> tensor<16x1xf32>
    %957 = stablehlo.broadcast_in_dim %956, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x1x1xf32>
    %cst_189 = stablehlo.constant dense<2.457600e+04> : tensor<f32>
    %958 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<16x1x1xf32>
    %959 = stablehlo.divide %957, %958 : tensor<16x1x1xf32>
    %960 = stablehlo.convert %959 : (tensor<16x1x1xf32>) -> tensor<16x1x1xbf16>
    %cst_190 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %961 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<bf16>) -> tensor<16x1x1xbf16>
    %962 = stablehlo.add %960, %961 : tensor<16x1x1xbf16>
    %963 = stablehlo.rsqrt %962 : tensor<16x1x1xbf16>
    %964 = stablehlo.broadcast_in_dim %963, dims = [0, 1, 2] : (tensor<16x1x1xbf16>) -> tensor<16x1x24576xbf16>
    %965 = stablehlo.multiply %951, %964 : tensor<16x1x24576xbf16>
    %966 = stablehlo.broadcast_in_dim %953, dims = [2] : (tensor<24576xbf16>) -> tensor<1x1x24576xbf16>
    %967 = stablehlo.broadcast_in_dim %966, dims = [0, 1, 2] : (tensor<1x1x24576xbf16>) -> tensor<16x1x24576xbf16>
    %968 = stablehlo.multiply %965, %967 : tensor<16x1x24576xbf16>
    %969 = stablehlo.dot_general %968, %arg58, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x24576xbf16>, tensor<24576x98304xbf16>) -> tensor<16x1x98304xbf16>
    %970 = call @relu(%969) : (tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16>
    %971 = stablehlo.dot_general %970, %arg59, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1x98304xbf16>, tensor<98304x24576xbf16>) -> tensor<16x1x24576xbf16>
    %972 = stablehlo.add %951, %971 : tensor<16x1x24576xbf16>
    return %0, %972, %35, %116, %197, %278, %359, %440, %521, %602, %683, %764, %845, %926 : tensor<i32>, tensor<16x1x24576xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>, tensor<2x16x192x2048x128xbf16>
  }
  func.func private @relu(%arg0: tensor<16x1x98304xbf16>) -> tensor<16x1x98304xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x1x98304xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x1x98304xbf16>
    return %1 : tensor<16x1x98304xbf16>
  }
}
