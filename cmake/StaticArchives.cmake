# Debian's packages describe Clang's archives as parts of a program that links the
# shared libLLVM. Here they are walked as what they are: archives that need others.

find_library(WARPLINT_ZLIB_ARCHIVE libz.a)

# warplint_static_archives(Result root...): the files of the named Clang and LLVM
# targets and of all that they need, those who need before those who are needed,
# and behind them the other libraries that these ask for.
function(warplint_static_archives result)
  set(archives)
  set(others)
  set(seen)
  set(pending ${ARGN})
  while(pending)
    list(POP_FRONT pending name)
    # $<LINK_ONLY:x> is x; libLLVM itself is what is to be avoided; the solver Z3
    # is asked for by Clang's static analyser alone, and Polly has no archive.
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" name "${name}")
    if(name IN_LIST seen OR name STREQUAL LLVM OR name MATCHES "libz3|Polly")
      continue()
    endif()
    list(APPEND seen ${name})
    if(name STREQUAL "zstd::libzstd_shared" AND TARGET zstd::libzstd_static)
      set(name zstd::libzstd_static)
    elseif(name STREQUAL "ZLIB::ZLIB" AND WARPLINT_ZLIB_ARCHIVE)
      set(name ${WARPLINT_ZLIB_ARCHIVE})
    endif()
    if(NOT name MATCHES "^(clang|LLVM)")
      list(APPEND others ${name})
      continue()
    endif()
    if(NOT TARGET ${name})
      message(FATAL_ERROR "there is no archive of ${name}")
    endif()
    list(APPEND archives $<TARGET_FILE:${name}>)
    get_target_property(needs ${name} INTERFACE_LINK_LIBRARIES)
    if(needs)
      list(APPEND pending ${needs})
    endif()
  endwhile()
  # Archives need each other in circles, and this order is no topological one.
  set(${result} -Wl,--start-group ${archives} -Wl,--end-group ${others}
    PARENT_SCOPE)
endfunction()

# What warplint uses of Clang; code generation for the device stops at LLVM's
# intermediate representation, so that no target's archive is among it.
set(WARPLINT_CLANG_ROOTS
  clangTooling clangCodeGen clangFrontend clangRewrite clangFormat clangIndex)
set(WARPLINT_LLVM_ROOTS
  aggressiveinstcombine analysis asmparser bitreader bitwriter core coroutines
  coverage debuginfodwarf frontenddriver frontendhlsl frontendoffloading frontendopenmp hipstdpar
  instcombine instrumentation ipo irprinter irreader linker lto mc objcarcopts object
  option passes plugins profiledata scalaropts support supportlsp target targetparser
  transformutils windowsdriver)

# Plain files in the place of the targets warplint_llvm and warplint_clang link.
function(warplint_link_statically target)
  # Without a component's name in this version of LLVM there is nothing to link.
  set(components)
  foreach(component ${WARPLINT_LLVM_ROOTS})
    llvm_map_components_to_libnames(names ${component})
    foreach(name ${names})
      if(TARGET ${name})
        list(APPEND components ${name})
      endif()
    endforeach()
  endforeach()
  warplint_static_archives(files ${WARPLINT_CLANG_ROOTS} ${components})
  target_link_libraries(${target} INTERFACE ${files})
  # LLVM's objects have a section for each function.
  target_link_options(${target} INTERFACE
    -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--as-needed)
endfunction()
