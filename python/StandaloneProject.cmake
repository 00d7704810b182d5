# Parts of the main project for CMakeLists.txt in a standalone build, by
# `pip install ./python`.
set(sources ${CMAKE_CURRENT_LIST_DIR}/sources)

# The version is that of the main project.
file(STRINGS ${sources}/CMakeLists.txt version_line REGEX "^project\\(memplace VERSION ")
if(NOT version_line MATCHES "VERSION ([0-9.]+)")
  message(FATAL_ERROR "no version in ${sources}/CMakeLists.txt")
endif()
set(MEMPLACE_VERSION ${CMAKE_MATCH_1})

# clang 22 is the only compiler installed by utils/setup.sh.
find_program(default_compiler NAMES c++ g++ clang++)
find_program(clang_compiler NAMES clang++-22)
if(NOT default_compiler AND clang_compiler AND NOT DEFINED CMAKE_CXX_COMPILER
    AND NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER ${clang_compiler})
endif()

macro(memplace_add_plain_layers)
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  # A single full build, so a unity build is faster: common headers are read once.
  set(CMAKE_UNITY_BUILD ON)
  find_package(nlohmann_json 3.11 REQUIRED)
  find_package(ZLIB REQUIRED)
  find_package(Threads REQUIRED)
  include(${sources}/cmake/AddMemplace.cmake)
  configure_file(${sources}/cmake/Version.h.in include/memplace/Version.h @ONLY)
  include_directories(${sources}/include ${PROJECT_BINARY_DIR}/include)
  foreach(layer Problem IO Verify Bounds Target Simulator Packing Planning Schedule Streaming Solver
      Cut)
    add_subdirectory(${sources}/lib/${layer} layers/${layer})
  endforeach()
  foreach(layer Game Baselines)
    add_subdirectory(${sources}/agent/${layer} layers/agent/${layer})
  endforeach()
endmacro()
