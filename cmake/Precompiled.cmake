# Precompiled headers with the headers that nearly every file of a world includes.
# Parsing MLIR's headers takes eight of the ten seconds for compiling a file of the MLIR
# world. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without precompiled headers and so
# finds missing includes.
#
# Only headers of other projects, included by <>. The result then depends on no folder,
# a change to a memplace header rebuilds only its users, and ccache shares the result
# between copies of the repository.

# Let ccache look into precompiled headers: their macros are part of them, and none uses
# __TIME__.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros)
endif()

# add_memplace_headers(Name <a> <b> [LINK_LIBS X Y] [MLIR])
function(add_memplace_headers name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT
    "// CMake wants a file for whom the headers are.\n")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  if(ARG_MLIR)
    memplace_mlir_flags(${name} PRIVATE)
  endif()
  target_precompile_headers(${name} PRIVATE ${ARG_UNPARSED_ARGUMENTS})
  # Equal bytes each time, as ccache compares contents.
  target_compile_options(${name} PRIVATE
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# Without <filesystem>, because its std::quoted conflicts with memplace's for
# std::string.
set(memplace_std_headers <algorithm> <array> <chrono> <cmath> <cstdint> <deque> <fstream>
  <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span>
  <sstream> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector>)
add_memplace_headers(MemPlacePlainHeaders ${memplace_std_headers})
add_memplace_headers(MemPlaceMLIRHeaders MLIR
  <llvm/ADT/MapVector.h> <llvm/ADT/SetVector.h> <llvm/ADT/StringExtras.h>
  <llvm/ADT/TypeSwitch.h> <llvm/Support/FormatVariadic.h>
  <mlir/Dialect/Affine/IR/AffineOps.h> <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/MemRef/IR/MemRef.h> <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/DialectRegistry.h>
  <mlir/IR/Matchers.h> <mlir/IR/PatternMatch.h> <mlir/IR/SymbolTable.h>
  <mlir/IR/OpImplementation.h> <mlir/Interfaces/FunctionInterfaces.h> <mlir/Pass/Pass.h>
  <algorithm> <functional> <map> <numeric> <set> <sstream>)
if(MEMPLACE_BUILD_TESTS)
  add_memplace_headers(MemPlaceTestHeaders ${memplace_std_headers} <gmock/gmock.h>
    <gtest/gtest.h> LINK_LIBS GTest::gmock)
endif()
