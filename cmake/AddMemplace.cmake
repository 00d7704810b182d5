# Functions to define a library, unit test or tool in one line.

# add_memplace_library(Name A.cpp B.cpp [LINK_LIBS X Y] [DEPENDS T] [MLIR])
# Defines a layer: a static, position-independent library, which stays in the build
# folder. With MLIR, the layer may include MLIR headers and is built like LLVM: with
# RTTI, without exceptions. The layer is installed as a part of its world's shared
# library.
function(add_memplace_library name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(memplace::${name} ALIAS ${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  else()
    memplace_use_headers(${name} MemPlacePlainHeaders)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_MLIR)
    set_property(GLOBAL APPEND PROPERTY MEMPLACE_MLIR_LAYERS ${name})
  else()
    set_property(GLOBAL APPEND PROPERTY MEMPLACE_PLAIN_LAYERS ${name})
  endif()
endfunction()

# add_memplace_shared_library(Name ARGUMENTS of add_library...
#   OUTPUT file EXPORT Exported)
# Defines the installed library lib<file>.so, exported as memplace::<Exported>. Before
# 1.0 each minor version may break the ABI, so the minor version is part of the SONAME.
function(add_memplace_shared_library name)
  cmake_parse_arguments(ARG "" "OUTPUT;EXPORT" "" ${ARGN})
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  add_library(memplace::${ARG_EXPORT} ALIAS ${name})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME ${ARG_OUTPUT} EXPORT_NAME ${ARG_EXPORT} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} INTERFACE cxx_std_20)
  install(TARGETS ${name} EXPORT memplaceTargets)
endfunction()

# Compiles the target with the precompiled headers of Precompiled.cmake, if enabled.
# Executables are then compiled with -fPIC instead of -fPIE, because a precompiled
# header only fits one of the two.
function(memplace_use_headers name headers)
  if(NOT TARGET ${headers})
    return()
  endif()
  target_precompile_headers(${name} REUSE_FROM ${headers})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
endfunction()

# Sets up a target that includes MLIR or LLVM headers.
function(memplace_use_mlir name)
  # Installed executables need not export their requirements.
  get_target_property(type ${name} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL EXECUTABLE)
    set(scope PRIVATE)
  endif()
  memplace_mlir_flags(${name} ${scope})
  memplace_use_headers(${name} MemPlaceMLIRHeaders)
  target_link_libraries(${name} ${scope} MLIR LLVM)
  add_dependencies(${name} memplace-headers)
endfunction()

function(memplace_mlir_flags name scope)
  target_include_directories(${name} SYSTEM ${scope} ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_compile_definitions(${name} ${scope} ${MEMPLACE_LLVM_DEFINITIONS})
  target_compile_options(${name} PRIVATE -fno-exceptions)
endfunction()

# add_memplace_tool(name A.cpp [LINK_LIBS X Y] [MLIR]): an executable in bin/.
function(add_memplace_tool name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  endif()
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${name} EXPORT memplaceTargets)
endfunction()

# add_memplace_unittest(Name A.cpp [LINK_LIBS X Y] [MLIR]): a gtest executable in
# unittests/, run by `ninja check` and ctest. lit finds the executable by the end of its
# name. Unity batches of six files save a third to a half of the compile time.
function(add_memplace_unittest name)
  if(NOT name MATCHES "Tests?$")
    message(FATAL_ERROR "the name of a unit test must end in Test or Tests, got ${name}")
  endif()
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    MEMPLACE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  else()
    memplace_use_headers(${name} MemPlaceTestHeaders)
  endif()
  add_dependencies(memplace-unittests ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()
