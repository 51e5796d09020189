//===- SharedObjects.h - Objects of classes in shared memory ----*- C++ -*-===//
//
// A __shared__ variable is never constructed nor destroyed, so nvcc takes any
// type (it warns of constructors that it does not run). Clang wants a constructor
// and a destructor that are empty:
//
//   __shared__ cuda::barrier<cuda::thread_scope_block> done;
//   template <class T> ... __shared__ T t[32];
//
// It looks for neither where a variable is an alias, which it leaves without an
// initialiser: such variables within functions, where nothing else depends on
// it, are marked as aliases of nothing. (Outside of functions nvcc refuses them.)
// Nor does an external one need to be an array without a size.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_SHAREDOBJECTS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_SHAREDOBJECTS_H

namespace clang {
class DeclGroupRef;
class Sema;
} // namespace clang

namespace warplint {

/// To stand behind the definition of __shared__.
inline constexpr char SharedMacro[] =
    "#ifdef __shared__\n"
    "#undef __shared__\n"
    "#define __shared__ __attribute__((warplint_shared))\n"
    "#endif\n";

/// Completes the classes of the __shared__ variables in instances of functions,
/// which Clang does only for an initialiser. To be called with what the consumer
/// is handed.
void completeSharedObjects(clang::Sema &S, clang::DeclGroupRef Group);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_SHAREDOBJECTS_H
