//===- JsonNames.h - What enumerators are called in JSON --------*- C++ -*-===//

#ifndef WARPLINT_LIB_REPORT_JSONNAMES_H
#define WARPLINT_LIB_REPORT_JSONNAMES_H

#include "warplint/Kernel/KernelModel.h"
#include "warplint/Lane/WarpProof.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// "load", "cp.async", ...
llvm::StringRef jsonVerbName(AccessVerb Verb);

/// "clean", "excess", "unproven", "never-runs".
llvm::StringRef jsonVerdictName(VerdictKind Kind);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_JSONNAMES_H
