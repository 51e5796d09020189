# What `cmake --install` lays down beside the program itself: the public headers
# and the documentation. The libraries stay inside; only the program is installed,
# and what it needs.

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/warplint
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN ".*" EXCLUDE)

# A program that is linked statically brings Clang's own headers, those of other
# processors' vector units and of other languages left out.
if(WARPLINT_STATIC)
  install(DIRECTORY ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}/include
    DESTINATION lib/warplint
    REGEX "/(altivec|andes|arm|hexagon|hlsl|htm|hvx|lasx|larch|lsx|msa|opencl|ppc|riscv|s390|sifive|spirv|vec|wasm)[^/]*$" EXCLUDE
    PATTERN "llvm_*_wrappers" EXCLUDE
    PATTERN "openmp_wrappers" EXCLUDE)
endif()
