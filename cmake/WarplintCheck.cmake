# warplint_check(target [NAME name] [SOURCES source...] [ARGS option...] [ALL])
#
# Adds a build target that runs warplint over the CUDA sources of `target`, as they
# are compiled:
#
#   find_package(Warplint REQUIRED)
#   add_library(kernels gemm.cu reduce.cu)
#   warplint_check(kernels ARGS --fail-on=warning)
#
#   cmake --build build --target kernels-warplint
#   cmake --build build --target warplint-check      # of all targets
#
# NAME     of the build target, else <target>-warplint
# SOURCES  in place of the .cu files of the target
# ARGS     options of warplint; `--` and flags are no use, the commands are those
#          of the build
# ALL      runs with the default target, too
#
# The build target fails where warplint's exit code is not 0. WARPLINT_EXECUTABLE
# names the program. Needs a generator that writes compile_commands.json: Ninja or
# Makefiles.

include_guard(GLOBAL)

find_program(WARPLINT_EXECUTABLE warplint
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
  DOC "warplint, which finds shared-memory bank conflicts")

function(warplint_check target)
  cmake_parse_arguments(ARG "ALL" "NAME" "SOURCES;ARGS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "warplint_check(${target}): not understood: "
      "${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "warplint_check(${target}): no such target")
  endif()
  if(NOT WARPLINT_EXECUTABLE)
    message(FATAL_ERROR "warplint_check(${target}): warplint was not found; "
      "set WARPLINT_EXECUTABLE")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "warplint_check(${target}): ${CMAKE_GENERATOR} writes "
      "no compile_commands.json; use Ninja or Makefiles")
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)

  set(name ${ARG_NAME})
  if(NOT name)
    set(name ${target}-warplint)
  endif()
  # Known when the build files are written: sources can still be added.
  set(sources "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.cu$>")
  if(ARG_SOURCES)
    set(sources ${ARG_SOURCES})
  endif()
  set(all)
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all}
    COMMAND ${WARPLINT_EXECUTABLE} -p ${CMAKE_BINARY_DIR} ${ARG_ARGS} ${sources}
    WORKING_DIRECTORY $<TARGET_PROPERTY:${target},SOURCE_DIR>
    COMMENT "warplint: the CUDA sources of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL)
  if(NOT TARGET warplint-check)
    add_custom_target(warplint-check)
  endif()
  add_dependencies(warplint-check ${name})
endfunction()
