# Headers of LLVM and Clang that are compiled once: parsing them is three quarters of
# a build. A library names the set that its sources live on; the tests and programs
# that link it use the same.
#
#   Light  the C++ library and LLVM's containers
#   Ast    and Clang's syntax tree. Sources that use both namespaces, llvm and clang,
#          want this one: llvm::Type and its like are not declared in it.
#   Code   and LLVM's intermediate representation
#   Test   Ast and GoogleTest

option(WARPLINT_PRECOMPILED "Precompile the headers of LLVM and Clang" ON)

set(WARPLINT_LIGHT_HEADERS
  <algorithm> <map> <memory> <optional> <set> <string> <variant> <vector>
  <llvm/ADT/DenseMap.h> <llvm/ADT/MapVector.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/SetVector.h> <llvm/ADT/SmallPtrSet.h> <llvm/ADT/StringExtras.h>
  <llvm/ADT/StringMap.h> <llvm/ADT/StringSet.h> <llvm/ADT/StringSwitch.h>
  <llvm/Support/Error.h> <llvm/Support/FormatVariadic.h> <llvm/Support/JSON.h>
  <llvm/Support/MemoryBuffer.h> <llvm/Support/Path.h>
  <llvm/Support/VirtualFileSystem.h> <llvm/Support/raw_ostream.h>)
set(WARPLINT_AST_HEADERS ${WARPLINT_LIGHT_HEADERS}
  <clang/AST/ASTContext.h> <clang/AST/Attr.h> <clang/AST/DeclTemplate.h>
  <clang/AST/DynamicRecursiveASTVisitor.h> <clang/AST/ExprCXX.h>
  <clang/AST/StmtCXX.h> <clang/Basic/SourceManager.h> <clang/Lex/Lexer.h>
  <clang/Lex/Preprocessor.h>)
set(WARPLINT_CODE_HEADERS ${WARPLINT_AST_HEADERS}
  <llvm/Analysis/LoopInfo.h> <llvm/Analysis/ScalarEvolutionExpressions.h>
  <llvm/Analysis/ValueTracking.h> <llvm/IR/Constants.h> <llvm/IR/Dominators.h>
  <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h> <llvm/IR/Instructions.h>
  <llvm/IR/IntrinsicInst.h> <llvm/IR/IntrinsicsNVPTX.h> <llvm/IR/Module.h>)

set(WARPLINT_TEST_HEADERS ${WARPLINT_AST_HEADERS}
  <gmock/gmock.h> <gtest/gtest.h>)

# warplint_precompiled(target Light|Ast|Code|Test)
function(warplint_precompiled target set)
  if(NOT WARPLINT_PRECOMPILED)
    return()
  endif()
  string(TOUPPER ${set} upper)
  set(owner Warplint${set}Headers)
  if(NOT TARGET ${owner})
    file(WRITE ${PROJECT_BINARY_DIR}/${owner}.cpp "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/${owner}.cpp)
    target_link_libraries(${owner} PRIVATE warplint_options warplint_clang)
    # Ninja knows what is newer; without times the cache of a compiler may keep it.
    target_compile_options(${owner} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    if(${set} STREQUAL Test) # For programs, not for libraries.
      set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${owner} PRIVATE -fPIE)
      target_link_libraries(${owner} PRIVATE GTest::gtest)
    endif()
    target_precompile_headers(${owner} PRIVATE ${WARPLINT_${upper}_HEADERS})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# Where CMAKE_UNITY_BUILD is on, eight sources of a library are compiled as one:
# those that say "using namespace clang" apart from the others.
function(warplint_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(countLlvm 0)
  set(countClang 0)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT IS_ABSOLUTE ${source})
      set(source ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    endif()
    set(kind Llvm)
    if(EXISTS ${source})
      file(STRINGS ${source} clang REGEX "using namespace clang;")
      if(clang)
        set(kind Clang)
      endif()
    endif()
    math(EXPR batch "${count${kind}} / 8")
    math(EXPR count${kind} "${count${kind}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${kind}${batch})
  endforeach()
endfunction()
