//===- CopyElision.h - Which copies nvcc leaves out -------------*- C++ -*-===//
//
// A compiler may build a local object where the caller wants the result, and leave
// out its copy. In device code nvcc 13.0 does so where each return of a function
// names one variable of its outermost block, and its result is not deduced; Clang in
// blocks and lambdas, too:
//
//   C f(bool b) { C c; if (b) return c; return c; }      // both
//   C f(bool b) { if (b) { C c; return c; } return C(); } // Clang alone
//   auto f() { C c; return c; }                          // Clang alone
//
// A copy constructor may count, or put something where it is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_NVCC_COPYELISION_H
#define WARPLINT_LIB_FRONTEND_NVCC_COPYELISION_H

namespace clang {
class Decl;
}

namespace warplint {

/// Makes CodeGen copy what functions of the user's in \p D return where nvcc does,
/// also in lambdas there. To be called before it sees them.
void copyAsNvcc(clang::Decl &D);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_NVCC_COPYELISION_H
