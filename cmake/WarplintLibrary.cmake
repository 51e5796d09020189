# How every library and program of warplint is compiled: C++20, without
# exceptions or RTTI, against the shared libLLVM and libclang-cpp or, with
# WARPLINT_STATIC, into one file with the archives of both.

add_library(warplint_options INTERFACE)
target_include_directories(warplint_options INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/lib)
target_compile_options(warplint_options INTERFACE
  -fno-exceptions -fno-rtti -Wall -Wextra -Wno-unused-parameter)
if(WARPLINT_WERROR)
  target_compile_options(warplint_options INTERFACE -Werror)
endif()

# LLVM's headers are not ours to mend: SYSTEM silences their warnings.
add_library(warplint_llvm INTERFACE)
target_include_directories(warplint_llvm SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_definitions(warplint_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
add_library(warplint_clang INTERFACE)
target_link_libraries(warplint_clang INTERFACE warplint_llvm)
if(WARPLINT_STATIC)
  include(cmake/StaticArchives.cmake)
  warplint_link_statically(warplint_llvm)
else()
  target_link_libraries(warplint_llvm INTERFACE LLVM)
  target_link_libraries(warplint_clang INTERFACE clang-cpp)
endif()

# warplint_add_library(Name [source...] HEADERS set DEPENDS library...)
# Without sources: all of the folder and its rooms, so that a new file needs no
# line here. HEADERS: Precompiled.cmake.
function(warplint_add_library name)
  cmake_parse_arguments(ARG "" "HEADERS" "DEPENDS" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  if(NOT sources)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC warplint_options ${ARG_DEPENDS})
  warplint_precompiled(${name} ${ARG_HEADERS})
  warplint_unite(${name})
endfunction()
