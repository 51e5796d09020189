//===- JsonNames.h - What enumerators are called in JSON --------*- C++ -*-===//

#ifndef WARPLINT_LIB_REPORT_JSONNAMES_H
#define WARPLINT_LIB_REPORT_JSONNAMES_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// "load", "cp.async", ...
llvm::StringRef jsonVerbName(AccessVerb Verb);

/// "clean", "excess", "unproven", "never-runs".
llvm::StringRef jsonVerdictName(VerdictKind Kind);

/// "remark", "warning", "error".
llvm::StringRef jsonSeverityName(Severity S);

/// "value", "residue", ...
llvm::StringRef jsonFactName(CaseFact::Kind Kind);

/// Who named the arguments of an instance: "option", "project", ...
llvm::StringRef jsonSourceName(ArgumentSource From);

/// "region-copy", ...
llvm::StringRef jsonUseName(SharedUseKind Kind);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_JSONNAMES_H
