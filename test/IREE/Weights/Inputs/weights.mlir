// tanh(tanh(tanh(x w1) w2) w1) w3 with w1 and w2 of 4096 bytes and w3 of 1024, in the
// middle of the stream phase of IREE 3.13.0: iree-compile --compile-to=flow for llvm-cpu with
// target-cpu=generic, then iree-opt with iree-io-export-parameters and FIRST_PASSES of
// python/memplace/iree/compiling.py, --mlir-print-op-generic and --mlir-print-local-scope.
"builtin.module"() <{sym_name = "jit_f"}> ({
  "util.global"() <{initial_value = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "generic", cpu_features = "", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>]> : !hal.device, sym_name = "__device_0", sym_visibility = "private", type = !hal.device}> : () -> ()
  "util.global"() <{initial_value = #stream.timepoint<immediate> : !stream.timepoint, sym_name = "w3__timepoint", sym_visibility = "private", type = !stream.timepoint}> : () -> ()
  "util.global"() <{sym_name = "w3", sym_visibility = "private", type = !stream.resource<constant>}> : () -> ()
  "util.global"() <{sym_name = "w2", sym_visibility = "private", type = !stream.resource<constant>}> : () -> ()
  "util.global"() <{sym_name = "w1", sym_visibility = "private", type = !stream.resource<constant>}> : () -> ()
  "util.initializer"() <{function_type = () -> ()}> ({
    %54 = "stream.timepoint.immediate"() : () -> !stream.timepoint
    %55 = "arith.constant"() <{value = 4096 : index}> : () -> index
    %56 = "arith.constant"() <{value = 1024 : index}> : () -> index
    %57:4 = "stream.resource.constants"(%56, %55, %55) <{affinity = #hal.device.affinity<@__device_0>, values = [#stream.parameter.named<"model"::"w3"> : tensor<32x8xf32>, #stream.parameter.named<"model"::"w2"> : tensor<32x32xf32>, #stream.parameter.named<"model"::"w1"> : tensor<32x32xf32>]}> : (index, index, index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint)
    %58 = "stream.cmd.execute"() <{affinity = #hal.device.affinity<@__device_0>, once, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
      "stream.yield"() : () -> ()
    }) : () -> !stream.timepoint
    %59 = "stream.timepoint.join"(%57#3, %58) : (!stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %60:3 = "stream.timepoint.await"(%57#1, %57#2, %57#0, %55, %55, %56, %59) <{operandSegmentSizes = array<i32: 3, 3, 1>, sync}> : (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, index, index, index, !stream.timepoint) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>)
    "util.global.store"(%60#0) <{global = @w2}> : (!stream.resource<constant>) -> ()
    "util.global.store"(%60#1) <{global = @w1}> : (!stream.resource<constant>) -> ()
    "util.global.store"(%60#2) <{global = @w3}> : (!stream.resource<constant>) -> ()
    "util.global.store"(%54) <{global = @w3__timepoint}> : (!stream.timepoint) -> ()
    "util.return"() : () -> ()
  }) : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_0", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_0_matmul_8x32x32_f32, sym_name = "main_dispatch_0_matmul_8x32x32_f32"}> ({
      %53:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%53#0, %53#1, %53#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_0_matmul_8x32x32_f32"}> ({
      ^bb0(%arg15: !stream.binding, %arg16: !stream.binding, %arg17: !stream.binding):
        %39 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
        %40 = "arith.constant"() <{value = 0 : index}> : () -> index
        %41 = "stream.binding.subspan"(%arg15, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x32xf32>>
        %42 = "stream.binding.subspan"(%arg16, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<32x32xf32>>
        %43 = "stream.binding.subspan"(%arg17, %40) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x32xf32>>
        %44 = "iree_tensor_ext.dispatch.tensor.load"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 32>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x32xf32>>) -> tensor<8x32xf32>
        %45 = "iree_tensor_ext.dispatch.tensor.load"(%42) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 32, 32>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<32x32xf32>>) -> tensor<32x32xf32>
        %46 = "tensor.empty"() : () -> tensor<8x32xf32>
        %47 = "linalg.fill"(%39, %46) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg23: f32, %arg24: f32):
          "linalg.yield"(%arg23) : (f32) -> ()
        }) : (f32, tensor<8x32xf32>) -> tensor<8x32xf32>
        %48 = "linalg.matmul"(%44, %45, %47) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg20: f32, %arg21: f32, %arg22: f32):
          %51 = "arith.mulf"(%arg20, %arg21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %52 = "arith.addf"(%arg22, %51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%52) : (f32) -> ()
        }) : (tensor<8x32xf32>, tensor<32x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
        %49 = "linalg.generic"(%48, %46) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg18: f32, %arg19: f32):
          %50 = "math.tanh"(%arg18) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
          "linalg.yield"(%50) : (f32) -> ()
        }) : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%49, %43) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 32>, static_strides = array<i64: 1, 1>}> : (tensor<8x32xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x32xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "stream.executable"() <{sym_name = "main_dispatch_3", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @main_dispatch_3_matmul_8x8x32_f32, sym_name = "main_dispatch_3_matmul_8x8x32_f32"}> ({
      %38:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
      "stream.return"(%38#0, %38#1, %38#2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "main_dispatch_3_matmul_8x8x32_f32"}> ({
      ^bb0(%arg7: !stream.binding, %arg8: !stream.binding, %arg9: !stream.binding):
        %26 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
        %27 = "arith.constant"() <{value = 0 : index}> : () -> index
        %28 = "stream.binding.subspan"(%arg7, %27) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x32xf32>>
        %29 = "stream.binding.subspan"(%arg8, %27) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<32x8xf32>>
        %30 = "stream.binding.subspan"(%arg9, %27) : (!stream.binding, index) -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x8xf32>>
        %31 = "iree_tensor_ext.dispatch.tensor.load"(%28) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 32>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<8x32xf32>>) -> tensor<8x32xf32>
        %32 = "iree_tensor_ext.dispatch.tensor.load"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 32, 8>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<32x8xf32>>) -> tensor<32x8xf32>
        %33 = "tensor.empty"() : () -> tensor<8x8xf32>
        %34 = "linalg.fill"(%26, %33) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%arg13: f32, %arg14: f32):
          "linalg.yield"(%arg13) : (f32) -> ()
        }) : (f32, tensor<8x8xf32>) -> tensor<8x8xf32>
        %35 = "linalg.matmul"(%31, %32, %34) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
        ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
          %36 = "arith.mulf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %37 = "arith.addf"(%arg12, %36) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "linalg.yield"(%37) : (f32) -> ()
        }) : (tensor<8x32xf32>, tensor<32x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
        "iree_tensor_ext.dispatch.tensor.store"(%35, %30) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 8>, static_strides = array<i64: 1, 1>}> : (tensor<8x8xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x8xf32>>) -> ()
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "util.func"() <{function_type = (!hal.buffer_view) -> !hal.buffer_view, sym_name = "main", sym_visibility = "public", tied_operands = [-1 : index]}> ({
  ^bb0(%arg0: !hal.buffer_view):
    %0 = "arith.constant"() <{value = 4096 : index}> : () -> index
    %1 = "arith.constant"() <{value = 8 : index}> : () -> index
    %2 = "arith.constant"() <{value = 32 : index}> : () -> index
    %3 = "arith.constant"() <{value = 1024 : index}> : () -> index
    %4 = "arith.constant"() <{value = 0 : index}> : () -> index
    %5 = "arith.constant"() <{value = 256 : index}> : () -> index
    %6 = "util.global.load"() <{global = @w3__timepoint, is_immutable}> : () -> !stream.timepoint
    %7 = "util.global.load"() <{global = @w3__timepoint, is_immutable}> : () -> !stream.timepoint
    %8 = "util.global.load"() <{global = @w3__timepoint, is_immutable}> : () -> !stream.timepoint
    %9 = "util.global.load"() <{global = @w3, is_immutable}> : () -> !stream.resource<constant>
    %10 = "util.global.load"() <{global = @w2, is_immutable}> : () -> !stream.resource<constant>
    %11 = "util.global.load"() <{global = @w1, is_immutable}> : () -> !stream.resource<constant>
    %12 = "hal.element_type"() <{type = f32}> : () -> i32
    %13 = "hal.encoding_type"() : () -> i32
    "hal.buffer_view.assert"(%arg0, %12, %13, %1, %2) <{message = "input0"}> : (!hal.buffer_view, i32, i32, index, index) -> ()
    %14 = "stream.tensor.import"(%arg0, %3) <{affinity = #hal.device.affinity<@__device_0>, result_encoding = tensor<8x32xf32>}> : (!hal.buffer_view, index) -> !stream.resource<external>
    %15 = "stream.timepoint.join"(%8, %7, %6) : (!stream.timepoint, !stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %16 = "arith.constant"() <{value = 0 : index}> : () -> index
    %17:2 = "stream.resource.alloca"(%5, %15) <{affinity = #hal.device.affinity<@__device_0>}> : (index, !stream.timepoint) -> (!stream.resource<external>, !stream.timepoint)
    %18:4 = "stream.resource.pack"(%3, %3, %3) <{affinity = #hal.device.affinity<@__device_0>, lifetime_intervals = [0 : index, 1 : index, 1 : index, 2 : index, 2 : index, 3 : index], operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)
    %19:2 = "stream.resource.alloca"(%18#0, %15) <{affinity = #hal.device.affinity<@__device_0>}> : (index, !stream.timepoint) -> (!stream.resource<transient>, !stream.timepoint)
    %20 = "stream.timepoint.join"(%15, %17#1, %19#1) : (!stream.timepoint, !stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %21 = "stream.cmd.execute"(%14, %11, %10, %9, %17#0, %19#0, %3, %0, %0, %3, %5, %18#0, %20) <{affinity = #hal.device.affinity<@__device_0>, operandSegmentSizes = array<i32: 6, 6, 1>}> ({
    ^bb0(%arg1: !stream.resource<external>, %arg2: !stream.resource<constant>, %arg3: !stream.resource<constant>, %arg4: !stream.resource<constant>, %arg5: !stream.resource<external>, %arg6: !stream.resource<transient>):
      "stream.cmd.dispatch"(%arg1, %arg2, %arg6, %3, %0, %18#0, %4, %4, %18#1, %3, %0, %3) <{entry_points = [@main_dispatch_0::@main_dispatch_0_matmul_8x32x32_f32], operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>, resource_accesses = [1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<external>, !stream.resource<constant>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg6, %arg3, %arg6, %18#0, %0, %18#0, %18#1, %4, %18#2, %3, %0, %3) <{entry_points = [@main_dispatch_0::@main_dispatch_0_matmul_8x32x32_f32], operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>, resource_accesses = [1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<constant>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg6, %arg2, %arg6, %18#0, %0, %18#0, %18#2, %4, %18#3, %3, %0, %3) <{entry_points = [@main_dispatch_0::@main_dispatch_0_matmul_8x32x32_f32], operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>, resource_accesses = [1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<constant>, !stream.resource<transient>, index, index, index, index, index, index, index, index, index) -> ()
      "stream.cmd.dispatch"(%arg6, %arg4, %arg5, %18#0, %3, %5, %18#3, %4, %16, %3, %3, %5) <{entry_points = [@main_dispatch_3::@main_dispatch_3_matmul_8x8x32_f32], operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>, resource_accesses = [1 : i32, 1 : i32, 2 : i32]}> : (!stream.resource<transient>, !stream.resource<constant>, !stream.resource<external>, index, index, index, index, index, index, index, index, index) -> ()
      "stream.yield"() : () -> ()
    }) : (!stream.resource<external>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, !stream.resource<external>, !stream.resource<transient>, index, index, index, index, index, index, !stream.timepoint) -> !stream.timepoint
    %22 = "stream.resource.dealloca"(%19#0, %18#0, %21) <{affinity = #hal.device.affinity<@__device_0>}> : (!stream.resource<transient>, index, !stream.timepoint) -> !stream.timepoint
    %23 = "stream.timepoint.join"(%22, %21) : (!stream.timepoint, !stream.timepoint) -> !stream.timepoint
    %24 = "stream.timepoint.await"(%17#0, %5, %23) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!stream.resource<external>, index, !stream.timepoint) -> !stream.resource<external>
    %25 = "stream.tensor.export"(%24, %5) <{affinity = #hal.device.affinity<@__device_0>, source_encoding = tensor<8x8xf32>}> : (!stream.resource<external>, index) -> !hal.buffer_view
    "util.return"(%25) : (!hal.buffer_view) -> ()
  }) {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<8x32xf32>) -> (%output0: tensor<8x8xf32>)"}} : () -> ()
}) {stream.affinity.default = #hal.device.affinity<@__device_0>} : () -> ()
