# One line per library, unit test and tool.

# add_memplace_library(Name A.cpp B.cpp [LINK_LIBS X Y] [DEPENDS T] [MLIR])
# A static, position-independent library. With MLIR it may include MLIR headers
# and is built as LLVM is: with RTTI, without exceptions.
function(add_memplace_library name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(memplace::${name} ALIAS ${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# What a target that includes MLIR or LLVM headers needs.
function(memplace_use_mlir name)
  target_include_directories(${name} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_compile_definitions(${name} PUBLIC ${MEMPLACE_LLVM_DEFINITIONS})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_link_libraries(${name} PUBLIC MLIR LLVM)
  add_dependencies(${name} memplace-headers)
endfunction()

# add_memplace_tool(name A.cpp [LINK_LIBS X Y] [MLIR]): an executable in bin/.
function(add_memplace_tool name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  endif()
  install(TARGETS ${name})
endfunction()

# add_memplace_unittest(Name A.cpp [LINK_LIBS X Y] [MLIR]): a gtest executable in
# unittests/, run by `ninja check` and ctest. lit finds it by its name's end.
function(add_memplace_unittest name)
  if(NOT name MATCHES "Tests?$")
    message(FATAL_ERROR "the name of a unit test must end in Test or Tests, got ${name}")
  endif()
  cmake_parse_arguments(ARG "MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    MEMPLACE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_MLIR)
    memplace_use_mlir(${name})
  endif()
  add_dependencies(memplace-unittests ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()
