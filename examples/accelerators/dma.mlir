module {
  func.func @ffn(%arg0: memref<128x256xf32>, %arg1: memref<256x384xf16>, %arg2: memref<384x256xf16>, %arg3: memref<128x256xf32>) {
    %alloc = memref.alloc() {channels = ["load", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "load", "store", "load", "load", "store"]} : memref<32xi32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<262144xi8, 1>
    %c24576 = arith.constant 24576 : index
    %view = memref.view %alloc_0[%c24576][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c24576_1 = arith.constant 24576 : index
    %view_2 = memref.view %alloc_0[%c24576_1][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c23040 = arith.constant 23040 : index
    %view_3 = memref.view %alloc_0[%c23040][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c24576_4 = arith.constant 24576 : index
    %view_5 = memref.view %alloc_0[%c24576_4][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c23040_6 = arith.constant 23040 : index
    %view_7 = memref.view %alloc_0[%c23040_6][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c24576_8 = arith.constant 24576 : index
    %view_9 = memref.view %alloc_0[%c24576_8][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c23040_10 = arith.constant 23040 : index
    %view_11 = memref.view %alloc_0[%c23040_10][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c29184 = arith.constant 29184 : index
    %view_12 = memref.view %alloc_0[%c29184][] : memref<262144xi8, 1> to memref<256x384xf16, 1>
    %c49152 = arith.constant 49152 : index
    %view_13 = memref.view %alloc_0[%c49152][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c49152_14 = arith.constant 49152 : index
    %view_15 = memref.view %alloc_0[%c49152_14][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c46080 = arith.constant 46080 : index
    %view_16 = memref.view %alloc_0[%c46080][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c49152_17 = arith.constant 49152 : index
    %view_18 = memref.view %alloc_0[%c49152_17][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c46080_19 = arith.constant 46080 : index
    %view_20 = memref.view %alloc_0[%c46080_19][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c49152_21 = arith.constant 49152 : index
    %view_22 = memref.view %alloc_0[%c49152_21][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c46080_23 = arith.constant 46080 : index
    %view_24 = memref.view %alloc_0[%c46080_23][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c58368 = arith.constant 58368 : index
    %view_25 = memref.view %alloc_0[%c58368][] : memref<262144xi8, 1> to memref<384x256xf16, 1>
    %c245760 = arith.constant 245760 : index
    %view_26 = memref.view %alloc_0[%c245760][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c245760_27 = arith.constant 245760 : index
    %view_28 = memref.view %alloc_0[%c245760_27][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c242688 = arith.constant 242688 : index
    %view_29 = memref.view %alloc_0[%c242688][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c245760_30 = arith.constant 245760 : index
    %view_31 = memref.view %alloc_0[%c245760_30][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c242688_32 = arith.constant 242688 : index
    %view_33 = memref.view %alloc_0[%c242688_32][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c245760_34 = arith.constant 245760 : index
    %view_35 = memref.view %alloc_0[%c245760_34][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c245248 = arith.constant 245248 : index
    %view_36 = memref.view %alloc_0[%c245248][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c0 = arith.constant 0 : index
    %view_37 = memref.view %alloc_0[%c0][] : memref<262144xi8, 1> to memref<19x256xf32, 1>
    %c221184 = arith.constant 221184 : index
    %view_38 = memref.view %alloc_0[%c221184][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c221184_39 = arith.constant 221184 : index
    %view_40 = memref.view %alloc_0[%c221184_39][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c219648 = arith.constant 219648 : index
    %view_41 = memref.view %alloc_0[%c219648][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c221184_42 = arith.constant 221184 : index
    %view_43 = memref.view %alloc_0[%c221184_42][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c219648_44 = arith.constant 219648 : index
    %view_45 = memref.view %alloc_0[%c219648_44][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c221184_46 = arith.constant 221184 : index
    %view_47 = memref.view %alloc_0[%c221184_46][] : memref<262144xi8, 1> to memref<16x256xf32, 1>
    %c219648_48 = arith.constant 219648 : index
    %view_49 = memref.view %alloc_0[%c219648_48][] : memref<262144xi8, 1> to memref<15x256xf32, 1>
    %c225792 = arith.constant 225792 : index
    %view_50 = memref.view %alloc_0[%c225792][] : memref<262144xi8, 1> to memref<19x256xf32, 1>
    %c0_51 = arith.constant 0 : index
    %view_52 = memref.view %alloc_0[%c0_51][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c0_53 = arith.constant 0 : index
    %view_54 = memref.view %alloc_0[%c0_53][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c0_55 = arith.constant 0 : index
    %view_56 = memref.view %alloc_0[%c0_55][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c0_57 = arith.constant 0 : index
    %view_58 = memref.view %alloc_0[%c0_57][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c0_59 = arith.constant 0 : index
    %view_60 = memref.view %alloc_0[%c0_59][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c0_61 = arith.constant 0 : index
    %view_62 = memref.view %alloc_0[%c0_61][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c0_63 = arith.constant 0 : index
    %view_64 = memref.view %alloc_0[%c0_63][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c0_65 = arith.constant 0 : index
    %view_66 = memref.view %alloc_0[%c0_65][] : memref<262144xi8, 1> to memref<19x384xf32, 1>
    %c24576_67 = arith.constant 24576 : index
    %view_68 = memref.view %alloc_0[%c24576_67][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c24576_69 = arith.constant 24576 : index
    %view_70 = memref.view %alloc_0[%c24576_69][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c23040_71 = arith.constant 23040 : index
    %view_72 = memref.view %alloc_0[%c23040_71][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c24576_73 = arith.constant 24576 : index
    %view_74 = memref.view %alloc_0[%c24576_73][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c23040_75 = arith.constant 23040 : index
    %view_76 = memref.view %alloc_0[%c23040_75][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c24576_77 = arith.constant 24576 : index
    %view_78 = memref.view %alloc_0[%c24576_77][] : memref<262144xi8, 1> to memref<16x384xf32, 1>
    %c23040_79 = arith.constant 23040 : index
    %view_80 = memref.view %alloc_0[%c23040_79][] : memref<262144xi8, 1> to memref<15x384xf32, 1>
    %c29184_81 = arith.constant 29184 : index
    %view_82 = memref.view %alloc_0[%c29184_81][] : memref<262144xi8, 1> to memref<19x384xf32, 1>
    %reinterpret_cast = memref.reinterpret_cast %arg3 to offset: [0], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1]>>
    %reinterpret_cast_83 = memref.reinterpret_cast %arg3 to offset: [4096], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 4096>>
    %reinterpret_cast_84 = memref.reinterpret_cast %arg3 to offset: [8192], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 8192>>
    %reinterpret_cast_85 = memref.reinterpret_cast %arg3 to offset: [12032], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 12032>>
    %reinterpret_cast_86 = memref.reinterpret_cast %arg3 to offset: [16128], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 16128>>
    %reinterpret_cast_87 = memref.reinterpret_cast %arg3 to offset: [19968], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 19968>>
    %reinterpret_cast_88 = memref.reinterpret_cast %arg3 to offset: [24064], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 24064>>
    %reinterpret_cast_89 = memref.reinterpret_cast %arg3 to offset: [27904], sizes: [19, 256], strides: [256, 1] : memref<128x256xf32> to memref<19x256xf32, strided<[256, 1], offset: 27904>>
    %reinterpret_cast_90 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1]>>
    %reinterpret_cast_91 = memref.reinterpret_cast %arg0 to offset: [4096], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 4096>>
    %reinterpret_cast_92 = memref.reinterpret_cast %arg0 to offset: [8192], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 8192>>
    %reinterpret_cast_93 = memref.reinterpret_cast %arg0 to offset: [12032], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 12032>>
    %reinterpret_cast_94 = memref.reinterpret_cast %arg0 to offset: [16128], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 16128>>
    %reinterpret_cast_95 = memref.reinterpret_cast %arg0 to offset: [19968], sizes: [16, 256], strides: [256, 1] : memref<128x256xf32> to memref<16x256xf32, strided<[256, 1], offset: 19968>>
    %reinterpret_cast_96 = memref.reinterpret_cast %arg0 to offset: [24064], sizes: [15, 256], strides: [256, 1] : memref<128x256xf32> to memref<15x256xf32, strided<[256, 1], offset: 24064>>
    %reinterpret_cast_97 = memref.reinterpret_cast %arg0 to offset: [27904], sizes: [19, 256], strides: [256, 1] : memref<128x256xf32> to memref<19x256xf32, strided<[256, 1], offset: 27904>>
    %c0_98 = arith.constant 0 : index
    %c0_99 = arith.constant 0 : index
    %c98304 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_99, %c0_99], %view[%c0_99, %c0_99], %c98304, %alloc[%c0_98] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c1 = arith.constant 1 : index
    %c0_100 = arith.constant 0 : index
    %c4096 = arith.constant 4096 : index
    memref.dma_start %reinterpret_cast_90[%c0_100, %c0_100], %view_38[%c0_100, %c0_100], %c4096, %alloc[%c1] : memref<16x256xf32, strided<[256, 1]>>, memref<16x256xf32, 1>, memref<32xi32>
    %c98304_101 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c0_98], %c98304_101 : memref<32xi32>
    %c4096_102 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c1], %c4096_102 : memref<32xi32>
    "npu.matmul"(%view_38, %view, %view_52) : (memref<16x256xf32, 1>, memref<256x384xf16, 1>, memref<16x384xf32, 1>) -> ()
    "npu.gelu"(%view_52, %view_68) : (memref<16x384xf32, 1>, memref<16x384xf32, 1>) -> ()
    %c2 = arith.constant 2 : index
    %c0_103 = arith.constant 0 : index
    %c98304_104 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_103, %c0_103], %view_13[%c0_103, %c0_103], %c98304_104, %alloc[%c2] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_105 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c2], %c98304_105 : memref<32xi32>
    "npu.matmul"(%view_68, %view_13, %view_26) : (memref<16x384xf32, 1>, memref<384x256xf16, 1>, memref<16x256xf32, 1>) -> ()
    %c3 = arith.constant 3 : index
    %c0_106 = arith.constant 0 : index
    %c98304_107 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_106, %c0_106], %view_2[%c0_106, %c0_106], %c98304_107, %alloc[%c3] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c4 = arith.constant 4 : index
    %c0_108 = arith.constant 0 : index
    %c4096_109 = arith.constant 4096 : index
    memref.dma_start %view_26[%c0_108, %c0_108], %reinterpret_cast[%c0_108, %c0_108], %c4096_109, %alloc[%c4] : memref<16x256xf32, 1>, memref<16x256xf32, strided<[256, 1]>>, memref<32xi32>
    %c5 = arith.constant 5 : index
    %c0_110 = arith.constant 0 : index
    %c4096_111 = arith.constant 4096 : index
    memref.dma_start %reinterpret_cast_91[%c0_110, %c0_110], %view_40[%c0_110, %c0_110], %c4096_111, %alloc[%c5] : memref<16x256xf32, strided<[256, 1], offset: 4096>>, memref<16x256xf32, 1>, memref<32xi32>
    %c98304_112 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c3], %c98304_112 : memref<32xi32>
    %c4096_113 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c4], %c4096_113 : memref<32xi32>
    %c4096_114 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c5], %c4096_114 : memref<32xi32>
    "npu.matmul"(%view_40, %view_2, %view_54) : (memref<16x256xf32, 1>, memref<256x384xf16, 1>, memref<16x384xf32, 1>) -> ()
    "npu.gelu"(%view_54, %view_70) : (memref<16x384xf32, 1>, memref<16x384xf32, 1>) -> ()
    %c6 = arith.constant 6 : index
    %c0_115 = arith.constant 0 : index
    %c98304_116 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_115, %c0_115], %view_15[%c0_115, %c0_115], %c98304_116, %alloc[%c6] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_117 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c6], %c98304_117 : memref<32xi32>
    "npu.matmul"(%view_70, %view_15, %view_28) : (memref<16x384xf32, 1>, memref<384x256xf16, 1>, memref<16x256xf32, 1>) -> ()
    %c7 = arith.constant 7 : index
    %c0_118 = arith.constant 0 : index
    %c98304_119 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_118, %c0_118], %view_3[%c0_118, %c0_118], %c98304_119, %alloc[%c7] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c8 = arith.constant 8 : index
    %c0_120 = arith.constant 0 : index
    %c4096_121 = arith.constant 4096 : index
    memref.dma_start %view_28[%c0_120, %c0_120], %reinterpret_cast_83[%c0_120, %c0_120], %c4096_121, %alloc[%c8] : memref<16x256xf32, 1>, memref<16x256xf32, strided<[256, 1], offset: 4096>>, memref<32xi32>
    %c9 = arith.constant 9 : index
    %c0_122 = arith.constant 0 : index
    %c3840 = arith.constant 3840 : index
    memref.dma_start %reinterpret_cast_92[%c0_122, %c0_122], %view_41[%c0_122, %c0_122], %c3840, %alloc[%c9] : memref<15x256xf32, strided<[256, 1], offset: 8192>>, memref<15x256xf32, 1>, memref<32xi32>
    %c98304_123 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c7], %c98304_123 : memref<32xi32>
    %c4096_124 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c8], %c4096_124 : memref<32xi32>
    %c3840_125 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c9], %c3840_125 : memref<32xi32>
    "npu.matmul"(%view_41, %view_3, %view_56) : (memref<15x256xf32, 1>, memref<256x384xf16, 1>, memref<15x384xf32, 1>) -> ()
    "npu.gelu"(%view_56, %view_72) : (memref<15x384xf32, 1>, memref<15x384xf32, 1>) -> ()
    %c10 = arith.constant 10 : index
    %c0_126 = arith.constant 0 : index
    %c98304_127 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_126, %c0_126], %view_16[%c0_126, %c0_126], %c98304_127, %alloc[%c10] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_128 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c10], %c98304_128 : memref<32xi32>
    "npu.matmul"(%view_72, %view_16, %view_29) : (memref<15x384xf32, 1>, memref<384x256xf16, 1>, memref<15x256xf32, 1>) -> ()
    %c11 = arith.constant 11 : index
    %c0_129 = arith.constant 0 : index
    %c98304_130 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_129, %c0_129], %view_5[%c0_129, %c0_129], %c98304_130, %alloc[%c11] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c12 = arith.constant 12 : index
    %c0_131 = arith.constant 0 : index
    %c3840_132 = arith.constant 3840 : index
    memref.dma_start %view_29[%c0_131, %c0_131], %reinterpret_cast_84[%c0_131, %c0_131], %c3840_132, %alloc[%c12] : memref<15x256xf32, 1>, memref<15x256xf32, strided<[256, 1], offset: 8192>>, memref<32xi32>
    %c13 = arith.constant 13 : index
    %c0_133 = arith.constant 0 : index
    %c4096_134 = arith.constant 4096 : index
    memref.dma_start %reinterpret_cast_93[%c0_133, %c0_133], %view_43[%c0_133, %c0_133], %c4096_134, %alloc[%c13] : memref<16x256xf32, strided<[256, 1], offset: 12032>>, memref<16x256xf32, 1>, memref<32xi32>
    %c98304_135 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c11], %c98304_135 : memref<32xi32>
    %c3840_136 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c12], %c3840_136 : memref<32xi32>
    %c4096_137 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c13], %c4096_137 : memref<32xi32>
    "npu.matmul"(%view_43, %view_5, %view_58) : (memref<16x256xf32, 1>, memref<256x384xf16, 1>, memref<16x384xf32, 1>) -> ()
    "npu.gelu"(%view_58, %view_74) : (memref<16x384xf32, 1>, memref<16x384xf32, 1>) -> ()
    %c14 = arith.constant 14 : index
    %c0_138 = arith.constant 0 : index
    %c98304_139 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_138, %c0_138], %view_18[%c0_138, %c0_138], %c98304_139, %alloc[%c14] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_140 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c14], %c98304_140 : memref<32xi32>
    "npu.matmul"(%view_74, %view_18, %view_31) : (memref<16x384xf32, 1>, memref<384x256xf16, 1>, memref<16x256xf32, 1>) -> ()
    %c15 = arith.constant 15 : index
    %c0_141 = arith.constant 0 : index
    %c98304_142 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_141, %c0_141], %view_7[%c0_141, %c0_141], %c98304_142, %alloc[%c15] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c16 = arith.constant 16 : index
    %c0_143 = arith.constant 0 : index
    %c4096_144 = arith.constant 4096 : index
    memref.dma_start %view_31[%c0_143, %c0_143], %reinterpret_cast_85[%c0_143, %c0_143], %c4096_144, %alloc[%c16] : memref<16x256xf32, 1>, memref<16x256xf32, strided<[256, 1], offset: 12032>>, memref<32xi32>
    %c17 = arith.constant 17 : index
    %c0_145 = arith.constant 0 : index
    %c3840_146 = arith.constant 3840 : index
    memref.dma_start %reinterpret_cast_94[%c0_145, %c0_145], %view_45[%c0_145, %c0_145], %c3840_146, %alloc[%c17] : memref<15x256xf32, strided<[256, 1], offset: 16128>>, memref<15x256xf32, 1>, memref<32xi32>
    %c98304_147 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c15], %c98304_147 : memref<32xi32>
    %c4096_148 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c16], %c4096_148 : memref<32xi32>
    %c3840_149 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c17], %c3840_149 : memref<32xi32>
    "npu.matmul"(%view_45, %view_7, %view_60) : (memref<15x256xf32, 1>, memref<256x384xf16, 1>, memref<15x384xf32, 1>) -> ()
    "npu.gelu"(%view_60, %view_76) : (memref<15x384xf32, 1>, memref<15x384xf32, 1>) -> ()
    %c18 = arith.constant 18 : index
    %c0_150 = arith.constant 0 : index
    %c98304_151 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_150, %c0_150], %view_20[%c0_150, %c0_150], %c98304_151, %alloc[%c18] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_152 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c18], %c98304_152 : memref<32xi32>
    "npu.matmul"(%view_76, %view_20, %view_33) : (memref<15x384xf32, 1>, memref<384x256xf16, 1>, memref<15x256xf32, 1>) -> ()
    %c19 = arith.constant 19 : index
    %c0_153 = arith.constant 0 : index
    %c98304_154 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_153, %c0_153], %view_9[%c0_153, %c0_153], %c98304_154, %alloc[%c19] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c20 = arith.constant 20 : index
    %c0_155 = arith.constant 0 : index
    %c3840_156 = arith.constant 3840 : index
    memref.dma_start %view_33[%c0_155, %c0_155], %reinterpret_cast_86[%c0_155, %c0_155], %c3840_156, %alloc[%c20] : memref<15x256xf32, 1>, memref<15x256xf32, strided<[256, 1], offset: 16128>>, memref<32xi32>
    %c21 = arith.constant 21 : index
    %c0_157 = arith.constant 0 : index
    %c4096_158 = arith.constant 4096 : index
    memref.dma_start %reinterpret_cast_95[%c0_157, %c0_157], %view_47[%c0_157, %c0_157], %c4096_158, %alloc[%c21] : memref<16x256xf32, strided<[256, 1], offset: 19968>>, memref<16x256xf32, 1>, memref<32xi32>
    %c98304_159 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c19], %c98304_159 : memref<32xi32>
    %c3840_160 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c20], %c3840_160 : memref<32xi32>
    %c4096_161 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c21], %c4096_161 : memref<32xi32>
    "npu.matmul"(%view_47, %view_9, %view_62) : (memref<16x256xf32, 1>, memref<256x384xf16, 1>, memref<16x384xf32, 1>) -> ()
    "npu.gelu"(%view_62, %view_78) : (memref<16x384xf32, 1>, memref<16x384xf32, 1>) -> ()
    %c22 = arith.constant 22 : index
    %c0_162 = arith.constant 0 : index
    %c98304_163 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_162, %c0_162], %view_22[%c0_162, %c0_162], %c98304_163, %alloc[%c22] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_164 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c22], %c98304_164 : memref<32xi32>
    "npu.matmul"(%view_78, %view_22, %view_35) : (memref<16x384xf32, 1>, memref<384x256xf16, 1>, memref<16x256xf32, 1>) -> ()
    %c23 = arith.constant 23 : index
    %c0_165 = arith.constant 0 : index
    %c98304_166 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_165, %c0_165], %view_11[%c0_165, %c0_165], %c98304_166, %alloc[%c23] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c24 = arith.constant 24 : index
    %c0_167 = arith.constant 0 : index
    %c4096_168 = arith.constant 4096 : index
    memref.dma_start %view_35[%c0_167, %c0_167], %reinterpret_cast_87[%c0_167, %c0_167], %c4096_168, %alloc[%c24] : memref<16x256xf32, 1>, memref<16x256xf32, strided<[256, 1], offset: 19968>>, memref<32xi32>
    %c25 = arith.constant 25 : index
    %c0_169 = arith.constant 0 : index
    %c3840_170 = arith.constant 3840 : index
    memref.dma_start %reinterpret_cast_96[%c0_169, %c0_169], %view_49[%c0_169, %c0_169], %c3840_170, %alloc[%c25] : memref<15x256xf32, strided<[256, 1], offset: 24064>>, memref<15x256xf32, 1>, memref<32xi32>
    %c98304_171 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c23], %c98304_171 : memref<32xi32>
    %c4096_172 = arith.constant 4096 : index
    memref.dma_wait %alloc[%c24], %c4096_172 : memref<32xi32>
    %c3840_173 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c25], %c3840_173 : memref<32xi32>
    "npu.matmul"(%view_49, %view_11, %view_64) : (memref<15x256xf32, 1>, memref<256x384xf16, 1>, memref<15x384xf32, 1>) -> ()
    "npu.gelu"(%view_64, %view_80) : (memref<15x384xf32, 1>, memref<15x384xf32, 1>) -> ()
    %c26 = arith.constant 26 : index
    %c0_174 = arith.constant 0 : index
    %c98304_175 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_174, %c0_174], %view_24[%c0_174, %c0_174], %c98304_175, %alloc[%c26] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_176 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c26], %c98304_176 : memref<32xi32>
    "npu.matmul"(%view_80, %view_24, %view_36) : (memref<15x384xf32, 1>, memref<384x256xf16, 1>, memref<15x256xf32, 1>) -> ()
    %c27 = arith.constant 27 : index
    %c0_177 = arith.constant 0 : index
    %c98304_178 = arith.constant 98304 : index
    memref.dma_start %arg1[%c0_177, %c0_177], %view_12[%c0_177, %c0_177], %c98304_178, %alloc[%c27] : memref<256x384xf16>, memref<256x384xf16, 1>, memref<32xi32>
    %c28 = arith.constant 28 : index
    %c0_179 = arith.constant 0 : index
    %c3840_180 = arith.constant 3840 : index
    memref.dma_start %view_36[%c0_179, %c0_179], %reinterpret_cast_88[%c0_179, %c0_179], %c3840_180, %alloc[%c28] : memref<15x256xf32, 1>, memref<15x256xf32, strided<[256, 1], offset: 24064>>, memref<32xi32>
    %c29 = arith.constant 29 : index
    %c0_181 = arith.constant 0 : index
    %c4864 = arith.constant 4864 : index
    memref.dma_start %reinterpret_cast_97[%c0_181, %c0_181], %view_50[%c0_181, %c0_181], %c4864, %alloc[%c29] : memref<19x256xf32, strided<[256, 1], offset: 27904>>, memref<19x256xf32, 1>, memref<32xi32>
    %c98304_182 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c27], %c98304_182 : memref<32xi32>
    %c3840_183 = arith.constant 3840 : index
    memref.dma_wait %alloc[%c28], %c3840_183 : memref<32xi32>
    %c4864_184 = arith.constant 4864 : index
    memref.dma_wait %alloc[%c29], %c4864_184 : memref<32xi32>
    "npu.matmul"(%view_50, %view_12, %view_66) : (memref<19x256xf32, 1>, memref<256x384xf16, 1>, memref<19x384xf32, 1>) -> ()
    "npu.gelu"(%view_66, %view_82) : (memref<19x384xf32, 1>, memref<19x384xf32, 1>) -> ()
    %c30 = arith.constant 30 : index
    %c0_185 = arith.constant 0 : index
    %c98304_186 = arith.constant 98304 : index
    memref.dma_start %arg2[%c0_185, %c0_185], %view_25[%c0_185, %c0_185], %c98304_186, %alloc[%c30] : memref<384x256xf16>, memref<384x256xf16, 1>, memref<32xi32>
    %c98304_187 = arith.constant 98304 : index
    memref.dma_wait %alloc[%c30], %c98304_187 : memref<32xi32>
    "npu.matmul"(%view_82, %view_25, %view_37) : (memref<19x384xf32, 1>, memref<384x256xf16, 1>, memref<19x256xf32, 1>) -> ()
    %c31 = arith.constant 31 : index
    %c0_188 = arith.constant 0 : index
    %c4864_189 = arith.constant 4864 : index
    memref.dma_start %view_37[%c0_188, %c0_188], %reinterpret_cast_89[%c0_188, %c0_188], %c4864_189, %alloc[%c31] : memref<19x256xf32, 1>, memref<19x256xf32, strided<[256, 1], offset: 27904>>, memref<32xi32>
    %c4864_190 = arith.constant 4864 : index
    memref.dma_wait %alloc[%c31], %c4864_190 : memref<32xi32>
    memref.dealloc %alloc_0 : memref<262144xi8, 1>
    memref.dealloc %alloc : memref<32xi32>
    return
  }
}

