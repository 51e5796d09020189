//===- RootFunction.h - A device function that nothing calls ----*- C++ -*-===//
//
// A device function that no kernel of its file calls is looked at as if all
// threads of the warp called it: with parameters of which nothing is known, not
// even that the threads agree on them. What it returns is used by somebody.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_ROOTFUNCTION_H
#define WARPLINT_LIB_FRONTEND_PARSE_ROOTFUNCTION_H

namespace llvm {
class Function;
}

namespace warplint {

/// Turns \p F, which has a body, into a kernel of its name. What F's parameters
/// were comes from functions without a body, one call for each; such a function
/// takes the result.
void makeRoot(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_ROOTFUNCTION_H
