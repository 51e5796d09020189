# `cpack` in a build folder: a .deb, and a .tar.xz for other systems. Of a build with
# WARPLINT_STATIC they need nothing but the C library; of others, LLVM's packages of
# the same version. What clang-tidy needs is a .deb of its own: warplint-tidy.

set(CPACK_GENERATOR DEB TXZ)
set(CPACK_PACKAGE_NAME warplint)
set(CPACK_PACKAGE_VENDOR "The warplint developers")
set(CPACK_PACKAGE_CONTACT "The warplint developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
  "warplint tells what each shared-memory access of a CUDA kernel costs a warp:
which lines have bank conflicts, how bad they are, and what layout of the array
would have none. It needs no GPU and runs none of the code.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# CUDA's sources include headers of a C++ library.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libstdc++-12-dev | libstdc++-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit")
# Which packages the program's libraries are in, and since which version.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

if(WARPLINT_HAS_TIDY)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME warplint)
  set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
  set(CPACK_DEBIAN_TIDY_PACKAGE_NAME warplint-tidy)
  set(CPACK_COMPONENT_TIDY_DESCRIPTION
    "Checks for clang-tidy that tell what each shared-memory access of a CUDA kernel
costs a warp: a plugin for clang-tidy, and warplint-tidy, which is clang-tidy with
these checks in it and understands the commands of nvcc.")
  # A plugin has the classes of the clang-tidy that loads it in common with it.
  math(EXPR next "${LLVM_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_TIDY_PACKAGE_DEPENDS
    "clang-tidy-${LLVM_VERSION_MAJOR} (>= 1:${LLVM_PACKAGE_VERSION}~), clang-tidy-${LLVM_VERSION_MAJOR} (<< 1:${LLVM_VERSION_MAJOR}.${next}~)")
endif()

include(CPack)
