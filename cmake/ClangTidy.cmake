# Whether clang-tidy's headers and archives are here: WARPLINT_HAS_TIDY. Clang's
# export files name the archives whether or not their files are there.

option(WARPLINT_TIDY "Build the clang-tidy plugin and warplint-tidy" ON)

set(WARPLINT_HAS_TIDY OFF)
if(NOT WARPLINT_TIDY)
  return()
endif()
if(WARPLINT_STATIC)
  # A plugin that has LLVM in it twice with the program that loads it is none.
  message(STATUS "WARPLINT_STATIC: the clang-tidy plugin is not built")
  return()
endif()
find_path(WARPLINT_TIDY_HEADERS clang-tidy/ClangTidyModule.h
  PATHS ${CLANG_INCLUDE_DIRS} NO_DEFAULT_PATH)
find_library(WARPLINT_TIDY_MAIN clangTidyMain
  PATHS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH)
if(WARPLINT_TIDY_HEADERS AND WARPLINT_TIDY_MAIN)
  set(WARPLINT_HAS_TIDY ON)
else()
  message(STATUS "clang-tidy's headers or archives are missing (Debian: "
    "libclang-22-dev): the clang-tidy plugin is not built")
endif()
