// models/mlp.stablehlo.mlir in the middle of the stream phase of IREE 3.13.0:
// iree-compile --compile-to=flow for llvm-cpu with target-cpu=generic, then iree-opt with
// FIRST_PASSES of python/memplace/iree/compiling.py, --mlir-print-op-generic and
// --mlir-print-local-scope.
"builtin.module"() <{sym_name = "jit_f"}> ({
  "util.global"() <{initial_value = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "generic", cpu_features = "", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>]> : !hal.device, sym_name = "__device_0", sym_visibility = "private", type = !hal.device}> : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_0", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_0_matmul_8x128x64_f32, sym_name = "main_dispatch_0_matmul_8x128x64_f32"}> ({
      %91:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%91#0, %91#1, %91#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_0_matmul_8x128x64_f32"}> ({
      ^bb0(%arg42: !stream.binding, %arg43: !stream.binding, %arg44: !stream.binding, %arg45: !stream.binding):
        %74 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
        %75 = "arith.constant"() <{value = 0 : index}> : () -> index
        %76 = "stream.binding.subspan"(%arg42, %75) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x64xf32>>
        %77 = "stream.binding.subspan"(%arg43, %75) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<64x128xf32>>
        %78 = "stream.binding.subspan"(%arg44, %75) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<128xf32>>
        %79 = "stream.binding.subspan"(%arg45, %75) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x128xf32>>
        %80 = "iree_tensor_ext.dispatch.tensor.load"(%76) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 64>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x64xf32>>) -> tensor<8x64xf32>
        %81 = "iree_tensor_ext.dispatch.tensor.load"(%77) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 64, 128>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<64x128xf32>>) -> tensor<64x128xf32>
        %82 = "iree_tensor_ext.dispatch.tensor.load"(%78) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128>, static_strides = array<i64: 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<128xf32>>) -> tensor<128xf32>
        %83 = "tensor.empty"() : () -> tensor<8x128xf32>
        %84 = "linalg.fill"(%74, %83) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg52: f32, %arg53: f32):
          "linalg.yield"(%arg52) : (f32) -> ()
        }) : (f32, tensor<8x128xf32>) -> tensor<8x128xf32>
        %85 = "linalg.matmul"(%80, %81, %84) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg49: f32, %arg50: f32, %arg51: f32):
          %89 = "arith.mulf"(%arg49, %arg50) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %90 = "arith.addf"(%arg51, %89) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%90) : (f32) -> ()
        }) : (tensor<8x64xf32>, tensor<64x128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
        %86 = "linalg.generic"(%85, %82, %83) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg46: f32, %arg47: f32, %arg48: f32):
          %87 = "arith.addf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %88 = "arith.maximumf"(%87, %74) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%88) : (f32) -> ()
        }) : (tensor<8x128xf32>, tensor<128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%86, %79) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 128>, static_strides = array<i64: 1, 1>}> : (tensor<8x128xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x128xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_1", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_1_matmul_8x128x128_f32, sym_name = "main_dispatch_1_matmul_8x128x128_f32"}> ({
      %73:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%73#0, %73#1, %73#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_1_matmul_8x128x128_f32"}> ({
      ^bb0(%arg30: !stream.binding, %arg31: !stream.binding, %arg32: !stream.binding, %arg33: !stream.binding):
        %56 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
        %57 = "arith.constant"() <{value = 0 : index}> : () -> index
        %58 = "stream.binding.subspan"(%arg30, %57) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x128xf32>>
        %59 = "stream.binding.subspan"(%arg31, %57) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<128x128xf32>>
        %60 = "stream.binding.subspan"(%arg32, %57) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<128xf32>>
        %61 = "stream.binding.subspan"(%arg33, %57) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x128xf32>>
        %62 = "iree_tensor_ext.dispatch.tensor.load"(%58) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 128>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x128xf32>>) -> tensor<8x128xf32>
        %63 = "iree_tensor_ext.dispatch.tensor.load"(%59) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 128, 128>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<128x128xf32>>) -> tensor<128x128xf32>
        %64 = "iree_tensor_ext.dispatch.tensor.load"(%60) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 128>, static_strides = array<i64: 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<128xf32>>) -> tensor<128xf32>
        %65 = "tensor.empty"() : () -> tensor<8x128xf32>
        %66 = "linalg.fill"(%56, %65) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg40: f32, %arg41: f32):
          "linalg.yield"(%arg40) : (f32) -> ()
        }) : (f32, tensor<8x128xf32>) -> tensor<8x128xf32>
        %67 = "linalg.matmul"(%62, %63, %66) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg37: f32, %arg38: f32, %arg39: f32):
          %71 = "arith.mulf"(%arg37, %arg38) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %72 = "arith.addf"(%arg39, %71) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%72) : (f32) -> ()
        }) : (tensor<8x128xf32>, tensor<128x128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
        %68 = "linalg.generic"(%67, %64, %65) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg34: f32, %arg35: f32, %arg36: f32):
          %69 = "arith.addf"(%arg34, %arg35) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %70 = "arith.maximumf"(%69, %56) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%70) : (f32) -> ()
        }) : (tensor<8x128xf32>, tensor<128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%68, %61) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 128>, static_strides = array<i64: 1, 1>}> : (tensor<8x128xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x128xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_2", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_2_matmul_8x10x128_f32, sym_name = "main_dispatch_2_matmul_8x10x128_f32"}> ({
      %55:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%55#0, %55#1, %55#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_2_matmul_8x10x128_f32"}> ({
      ^bb0(%arg18: !stream.binding, %arg19: !stream.binding, %arg20: !stream.binding, %arg21: !stream.binding):
        %39 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
        %40 = "arith.constant"() <{value = 0 : index}> : () -> index
        %41 = "stream.binding.subspan"(%arg18, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x128xf32>>
        %42 = "stream.binding.subspan"(%arg19, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<128x10xf32>>
        %43 = "stream.binding.subspan"(%arg20, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<10xf32>>
        %44 = "stream.binding.subspan"(%arg21, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x10xf32>>
        %45 = "iree_tensor_ext.dispatch.tensor.load"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 128>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x128xf32>>) -> tensor<8x128xf32>
        %46 = "iree_tensor_ext.dispatch.tensor.load"(%42) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 128, 10>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<128x10xf32>>) -> tensor<128x10xf32>
        %47 = "iree_tensor_ext.dispatch.tensor.load"(%43) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<10xf32>>) -> tensor<10xf32>
        %48 = "tensor.empty"() : () -> tensor<8x10xf32>
        %49 = "linalg.fill"(%39, %48) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg28: f32, %arg29: f32):
          "linalg.yield"(%arg28) : (f32) -> ()
        }) : (f32, tensor<8x10xf32>) -> tensor<8x10xf32>
        %50 = "linalg.matmul"(%45, %46, %49) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg25: f32, %arg26: f32, %arg27: f32):
          %53 = "arith.mulf"(%arg25, %arg26) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %54 = "arith.addf"(%arg27, %53) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%54) : (f32) -> ()
        }) : (tensor<8x128xf32>, tensor<128x10xf32>, tensor<8x10xf32>) -> tensor<8x10xf32>
        %51 = "linalg.generic"(%50, %47, %48) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg22: f32, %arg23: f32, %arg24: f32):
          %52 = "arith.addf"(%arg22, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%52) : (f32) -> ()
        }) : (tensor<8x10xf32>, tensor<10xf32>, tensor<8x10xf32>) -> tensor<8x10xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%51, %44) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 10>, static_strides = array<i64: 1, 1>}> : (tensor<8x10xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x10xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_3", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_3_softmax_8x10xf32_dispatch_tensor_store, sym_name = "main_dispatch_3_softmax_8x10xf32_dispatch_tensor_store"}> ({
      %38:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%38#0, %38#1, %38#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_3_softmax_8x10xf32_dispatch_tensor_store"}> ({
      ^bb0(%arg16: !stream.binding, %arg17: !stream.binding):
        %32 = "arith.constant"() <{value = 0 : index}> : () -> index
        %33 = "stream.binding.subspan"(%arg16, %32) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x10xf32>>
        %34 = "stream.binding.subspan"(%arg17, %32) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x10xf32>>
        %35 = "iree_tensor_ext.dispatch.tensor.load"(%33) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 10>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x10xf32>>) -> tensor<8x10xf32>
        %36 = "tensor.empty"() : () -> tensor<8x10xf32>
        %37 = "linalg.softmax"(%35, %36) <{dimension = 1 : i64}> : (tensor<8x10xf32>, tensor<8x10xf32>) -> tensor<8x10xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%37, %34) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 10>, static_strides = array<i64: 1, 1>}> : (tensor<8x10xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x10xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "util.func"() <{function_type = (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view) -> !hal.buffer_view, sym_name = "main", sym_visibility = "public", tied_operands = [-1 : index]}> ({
  ^bb0(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view, %arg4: !hal.buffer_view, %arg5: !hal.buffer_view, %arg6: !hal.buffer_view):
    %0 = "arith.constant"() <{value = 320 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : index}> : () -> index
    %2 = "arith.constant"() <{value = 4096 : index}> : () -> index
    %3 = "arith.constant"() <{value = 2048 : index}> : () -> index
    %4 = "arith.constant"() <{value = 40 : index}> : () -> index
    %5 = "arith.constant"() <{value = 5120 : index}> : () -> index
    %6 = "arith.constant"() <{value = 65536 : index}> : () -> index
    %7 = "arith.constant"() <{value = 512 : index}> : () -> index
    %8 = "arith.constant"() <{value = 32768 : index}> : () -> index
    %9 = "arith.constant"() <{value = 8 : index}> : () -> index
    %10 = "arith.constant"() <{value = 10 : index}> : () -> index
    %11 = "arith.constant"() <{value = 128 : index}> : () -> index
    %12 = "arith.constant"() <{value = 64 : index}> : () -> index
    %13 = "hal.element_type"() <{type = f32}> : () -> i32
    %14 = "hal.encoding_type"() : () -> i32
    "hal.buffer_view.assert"(%arg0, %13, %14, %12, %11) <{message = "input0"}> : (!hal.buffer_view, i32, i32, index, index) -> ()
    %15 = "stream.tensor.import"(%arg0, %8) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<64x128xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg1, %13, %14, %11) <{message = "input1"}> : (!hal.buffer_view, i32, i32, index) -> ()
    %16 = "stream.tensor.import"(%arg1, %7) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<128xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg2, %13, %14, %11, %11) <{message = "input2"}> : (!hal.buffer_view, i32, i32, index, index) -> ()
    %17 = "stream.tensor.import"(%arg2, %6) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<128x128xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg3, %13, %14, %11) <{message = "input3"}> : (!hal.buffer_view, i32, i32, index) -> ()
    %18 = "stream.tensor.import"(%arg3, %7) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<128xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg4, %13, %14, %11, %10) <{message = "input4"}> : (!hal.buffer_view, i32, i32, index, index) -> ()
    %19 = "stream.tensor.import"(%arg4, %5) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<128x10xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg5, %13, %14, %10) <{message = "input5"}> : (!hal.buffer_view, i32, i32, index) -> ()
    %20 = "stream.tensor.import"(%arg5, %4) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<10xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    "hal.buffer_view.assert"(%arg6, %13, %14, %9, %12) <{message = "input6"}> : (!hal.buffer_view, i32, i32, index, index) -> ()
    %21 = "stream.tensor.import"(%arg6, %3) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<8x64xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    %22 = "arith.constant"() <{value = 0 : index}> : () -> index
    %23:2 = "stream.resource.alloca"(%0) <{affinity = #hal.device.affinity<@__device_0>}> : (index) -> (!stream.resource<external>, !stream.timepoint)
    %24:4 = "stream.resource.pack"(%2, %2, %0) <{affinity = #hal.device.affinity<@__device_0>, lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index, 2 : index, 3 : index], operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)
    %25:2 = "stream.resource.alloca"(%24#0) <{affinity = #hal.device.affinity<@__device_0>}> : (index) -> (!stream.resource<transient>, !stream.timepoint)
    %26 = "stream.timepoint.join"(%23#1, %25#1) : (!stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %27 = "stream.cmd.execute"(%21, %15, %16, %17, %18, %19, %20, %23#0, %25#0, %3, %8, %7, %6, %7, %5, %4, %0, %24#0, %26) <{affinity = #hal.device.affinity<@__device_0>, operandSegmentSizes = array<i32: 9, 9, 1>}> ({
    ^bb0(%arg7: !stream.resource<external>, %arg8: !stream.resource<external>, %arg9: !stream.resource<external>, %arg10: !stream.resource<external>, %arg11: !stream.resource<external>, %arg12: !stream.resource<external>, %arg13: !stream.resource<external>, %arg14: !stream.resource<external>, %arg15: !stream.resource<transient>):
      "stream.cmd.dispatch"(%arg7, %arg8, %arg9, %arg15, %3, %8, %7, %24#0, %1, %1, %1, %24#1, %3, %8, %7, %2) <{entry_points = [@main_dispatch_0::@main_dispatch_0_matmul_8x128x64_f32], operandSegmentSizes = array<i32: 0, 0, 4, 4, 4, 4>, resource_accesses = [1 : i32, 1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg15, %arg10, %arg11, %arg15, %24#0, %6, %7, %24#0, %24#1, %1, %1, %24#2, %2, %6, %7, %2) <{entry_points = [@main_dispatch_1::@main_dispatch_1_matmul_8x128x128_f32], operandSegmentSizes = array<i32: 0, 0, 4, 4, 4, 4>, resource_accesses = [1 : i32, 1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<external>, !stream.resource<external>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg15, %arg12, %arg13, %arg15, %24#0, %5, %4, %24#0, %24#2, %1, %1, %24#3, %2, %5, %4, %0) <{entry_points = [@main_dispatch_2::@main_dispatch_2_matmul_8x10x128_f32], operandSegmentSizes = array<i32: 0, 0, 4, 4, 4, 4>, resource_accesses = [1 : i32, 1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<external>, !stream.resource<external>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg15, %arg14, %24#0, %0, %24#3, %22, %0, %0) <{entry_points = [@main_dispatch_3::@main_dispatch_3_softmax_8x10xf32_dispatch_tensor_store], operandSegmentSizes = array<i32: 0, 0, 2, 2, 2, 2>, resource_accesses = [1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<external>, index, index, index, index, index, index) -> ()
      "stream.yield"() : () -> ()
    }) : (!stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index, !stream.timepoint) -> !stream.timepoint
    %28 = "stream.resource.dealloca"(%25#0, %24#0, %27) <{affinity = #hal.device.affinity<@__device_0>}> : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.timepoint
    %29 = "stream.timepoint.join"(%28, %27) : (!stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %30 = "stream.timepoint.await"(%23#0, %0, %29) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!stream.resource<external>, index, !stream.timepoint) -> !stream.resource<external>
    %31 = "stream.tensor.export"(%30, %0) <{affinity = #hal.device.affinity<@__device_0>, source_encoding = tensor<8x10xf32>}> : (!stream.resource<external>, index) -> !hal.buffer_view
    "util.return"(%31) : (!hal.buffer_view) -> ()
  }) {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<64x128xf32>, %input1: tensor<128xf32>, %input2: tensor<128x128xf32>, %input3: tensor<128xf32>, %input4: tensor<128x10xf32>, %input5: tensor<10xf32>, %input6: tensor<8x64xf32>) -> (%output0: tensor<8x10xf32>)"}} : () -> ()
}) {stream.affinity.default = #hal.device.affinity<@__device_0>} : () -> ()
