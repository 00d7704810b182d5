# Options of MEMPLACE_SANITIZE and MEMPLACE_BUILD_FUZZERS for all targets defined later.
# A finding ends the process, so tests cannot pass despite findings.
set(sanitizers ${MEMPLACE_SANITIZE})
if(MEMPLACE_BUILD_FUZZERS)
  set(sanitizers address,undefined)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(NOT sanitizers)
  return()
endif()

add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all
  -fno-omit-frame-pointer -gline-tables-only)
add_link_options(-fsanitize=${sanitizers})
# -O2 and -O3 cost more build time than they save in the tests.
string(REPLACE "-O3" "-O1" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

if(sanitizers MATCHES "address")
  add_library(memplace-sanitizer-defaults OBJECT cmake/SanitizerDefaults.cpp)
  link_libraries(
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:memplace-sanitizer-defaults>)
  # For programs without sanitizers that load libraries with sanitizers.
  execute_process(OUTPUT_VARIABLE MEMPLACE_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND ${CMAKE_CXX_COMPILER}
      -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
endif()
