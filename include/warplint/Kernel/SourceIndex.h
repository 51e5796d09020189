//===- SourceIndex.h - From debug location to access ------------*- C++ -*-===//
//
// IR says that line 12, column 8 stores four bytes; the user wants to see
// `tile[threadIdx.x * 8]` underlined. A SourceIndex lists, for one function at
// a time, the memory accesses that its body spells out, each under the location
// that Clang's CodeGen gives its instructions, and finds the one that an
// instruction came from. CodeGen uses the getExprLoc() of the expression it
// emits:
//
//   source                   instruction   column of      reported
//   x = tile[i][j]           load          `tile`         tile[i][j]
//   x = p->a.b               load          `b`            p->a.b
//   x = *p                   load          `*`            *p
//   tile[i] = x              store         `=`            tile[i]
//   tile[i] += x             load, store   `+=`           tile[i]
//   tile[i]++    ++tile[i]   load, store   `++`           tile[i]
//   v4[i] = v                memcpy        `=`            v4[i]
//   float4 v = v4[i]         memcpy        `v4`           v4[i]
//   float4 v(v4[i])          memcpy        `v`            v4[i]
//   float4 v{v4[i]}          memcpy        `v`            v4[i]
//   atomicAdd(&bin[i], 1)    call          `atomicAdd`    the call
//   asm("ld.shared ...")     call          `asm`          the statement
//
// A token from a macro's body has the place where the macro is used, one from a
// macro's argument its own place, so that several accesses can share a
// location; they are told apart by what they do, by width, by array, and by
// their order.
//
// Order. CodeGen emits the right side of an assignment before the left, a
// loop's condition before its body and its increment after it, and nothing for
// a branch whose condition is a constant. The index follows it. Accesses to the
// function's own local variables and by-value parameters are not listed and not
// counted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_SOURCEINDEX_H
#define WARPLINT_KERNEL_SOURCEINDEX_H

#include "warplint/Kernel/SourceView.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace warplint {

class SourceIndex {
public:
  explicit SourceIndex(clang::ASTContext &Context);
  ~SourceIndex();

  /// The access of \p Function (the specialization, when it is one) that \p
  /// Query describes. Order, width and array select among the accesses of a
  /// location; width and array are let go where no access agrees with them,
  /// since an instruction may be a piece of what the user copied. For a load or
  /// store that no expression of \p Function makes at that place, the call
  /// through which it came. Nothing when the location holds neither.
  std::optional<AccessPlace> find(const clang::FunctionDecl *Function,
                                  const AccessQuery &Query);

  /// The record that is copied as one object at a location, in IR a memcpy of
  /// \p SizeBytes.
  CopiedRecord copiedRecord(const clang::FunctionDecl *Function, unsigned Line,
                            unsigned Column, uint64_t SizeBytes);

private:
  struct Body;
  const Body &bodyOf(const clang::FunctionDecl *Function);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
};

} // namespace warplint

#endif // WARPLINT_KERNEL_SOURCEINDEX_H
