# `cpack` in a build folder: a .deb, and a .tar.xz for other systems. Of a build with
# WARPLINT_STATIC they need nothing but the C library; of others, LLVM's packages of
# the same version.

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
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit")
# Which packages the program's libraries are in, and since which version.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

include(CPack)
