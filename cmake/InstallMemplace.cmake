# Installation and packages, except tools and libraries, which are installed where they
# are defined. A prefix can be moved: installed files find each other by relative paths.
include(CMakePackageConfigHelpers)

# Headers, including generated headers and .td files.
install(DIRECTORY include/memplace include/memplace-c
  ${PROJECT_BINARY_DIR}/include/memplace
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

# find_package(memplace).
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/memplace)
configure_package_config_file(cmake/memplaceConfig.cmake.in
  ${PROJECT_BINARY_DIR}/memplaceConfig.cmake INSTALL_DESTINATION ${config_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
# Before 1.0 each minor version may break the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/memplaceConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/memplaceConfig.cmake
  ${PROJECT_BINARY_DIR}/memplaceConfigVersion.cmake DESTINATION ${config_dir})
install(EXPORT memplaceTargets NAMESPACE memplace:: DESTINATION ${config_dir})

# find_package(memplace-pack), also a component of memplace.
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/memplace-pack)
configure_package_config_file(cmake/memplace-packConfig.cmake.in
  ${PROJECT_BINARY_DIR}/memplace-packConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/memplace-packConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/memplace-packConfig.cmake
  ${PROJECT_BINARY_DIR}/memplace-packConfigVersion.cmake
  DESTINATION ${config_dir} COMPONENT pack)
install(EXPORT memplace-packTargets NAMESPACE memplace:: DESTINATION ${config_dir}
  COMPONENT pack)

# The Python tools: launchers in bin; their package in lib, with its compiled part if
# built.
set(python_dir ${CMAKE_INSTALL_LIBDIR}/memplace/python)
install(DIRECTORY python/memplace DESTINATION ${python_dir}
  FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed
  PATTERN "*.js" PATTERN "*.css" PATTERN "*.html" PATTERN __pycache__ EXCLUDE)
install(FILES python/pyproject.toml DESTINATION ${python_dir})
if(TARGET memplace-python)
  install(TARGETS memplace-python LIBRARY DESTINATION ${python_dir}/memplace)
  install(DIRECTORY ${nanobind_backend_DIR} DESTINATION ${python_dir}
    PATTERN __pycache__ EXCLUDE)
endif()
file(RELATIVE_PATH python_dir_from_bin /${CMAKE_INSTALL_BINDIR} /${python_dir})
file(STRINGS python/pyproject.toml scripts REGEX "^memplace-[a-z]+ = ")
list(TRANSFORM scripts REPLACE "^memplace-([a-z]+) = .*" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS python/pyproject.toml)
foreach(tool IN LISTS scripts)
  configure_file(cmake/launcher.py.in ${PROJECT_BINARY_DIR}/launchers/memplace-${tool} @ONLY)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/launchers/memplace-${tool}
    DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

# Completion for bash, a file for each tool, and for zsh. utils/package.sh makes the man
# pages.
list(TRANSFORM scripts PREPEND memplace- OUTPUT_VARIABLE MEMPLACE_TOOLS)
list(APPEND MEMPLACE_TOOLS memplace-opt memplace-pack memplace-simulate memplace-solve
  memplace-verify)
if(MEMPLACE_HAS_AGENT)
  list(APPEND MEMPLACE_TOOLS memplace-train)
endif()
set(tools ${MEMPLACE_TOOLS})
list(JOIN MEMPLACE_TOOLS " " MEMPLACE_TOOLS)
foreach(shell bash zsh)
  configure_file(tools/completion/memplace.${shell}
    ${PROJECT_BINARY_DIR}/completion/memplace.${shell} @ONLY)
endforeach()
foreach(tool IN LISTS tools)
  install(FILES ${PROJECT_BINARY_DIR}/completion/memplace.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${tool})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/completion/memplace.zsh
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _memplace)
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)

# In /usr, Debian's Python finds the package through this .pth file.
file(RELATIVE_PATH python_dir_from_site
  /${CMAKE_INSTALL_LIBDIR}/python3/dist-packages /${python_dir})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/launchers/memplace.pth
  CONTENT "${python_dir_from_site}\n")
install(FILES ${PROJECT_BINARY_DIR}/launchers/memplace.pth
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/python3/dist-packages)

# Versions and licences of code compiled into memplace's files.
if(NOT nanobind_VERSION)
  set(nanobind_VERSION "(not in this build)")
endif()
configure_file(cmake/copyright.in ${PROJECT_BINARY_DIR}/copyright @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES CHANGELOG.md LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md"
  PATTERN "*.png")

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

# cpack -G TGZ, cpack -G DEB.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_VENDOR "memplace")
set(CPACK_PACKAGE_CONTACT "memplace developers <memplace@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "memory placement for machine-learning programs")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME
  memplace-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Listed by hand, because dpkg-shlibdeps takes most of a minute to read LLVM's symbols.
# test/Package/cpack-deb.test compares the list with the libraries' needs.
set(llvm_version ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
math(EXPR next_minor "${LLVM_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libc6 (>= 2.36), libgcc-s1, libstdc++6 (>= 12), zlib1g, libopenblas0-pthread, \
libllvm${LLVM_VERSION_MAJOR}, libmlir-${LLVM_VERSION_MAJOR} (>= 1:${llvm_version}), \
libmlir-${LLVM_VERSION_MAJOR} (<< 1:${LLVM_VERSION_MAJOR}.${next_minor}~)")
# Needed by memplace-import, memplace-run and the agent. Suggested: needed by
# find_package(memplace).
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "mlir-${LLVM_VERSION_MAJOR}-tools, llvm-${LLVM_VERSION_MAJOR}, python3 (>= 3.11), python3-numpy, libtorch1.13")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libmlir-${LLVM_VERSION_MAJOR}-dev, cmake")
include(CPack)
