//===- JsonNames.cpp - What enumerators are called in JSON ----------------===//

#include "JsonNames.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

llvm::StringRef jsonVerbName(AccessVerb Verb) {
  switch (Verb) {
  case AccessVerb::Load:
    return "load";
  case AccessVerb::Store:
    return "store";
  case AccessVerb::Atomic:
    return "atomic";
  case AccessVerb::LdMatrix:
    return "ldmatrix";
  case AccessVerb::StMatrix:
    return "stmatrix";
  case AccessVerb::CpAsync:
    return "cp.async";
  case AccessVerb::Wmma:
    return "wmma";
  }
  llvm_unreachable("unknown access verb");
}

llvm::StringRef jsonVerdictName(VerdictKind Kind) {
  switch (Kind) {
  case VerdictKind::Clean:
    return "clean";
  case VerdictKind::Excess:
    return "excess";
  case VerdictKind::Unproven:
    return "unproven";
  case VerdictKind::NeverRuns:
    return "never-runs";
  }
  llvm_unreachable("unknown verdict");
}

llvm::StringRef jsonSeverityName(Severity S) {
  switch (S) {
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("unknown severity");
}

llvm::StringRef jsonFactName(CaseFact::Kind Kind) {
  switch (Kind) {
  case CaseFact::Kind::Value:
    return "value";
  case CaseFact::Kind::Residue:
    return "residue";
  case CaseFact::Kind::Iteration:
    return "iteration";
  case CaseFact::Kind::Truth:
    return "truth";
  }
  llvm_unreachable("unknown kind of fact");
}

llvm::StringRef jsonSourceName(ArgumentSource From) {
  switch (From) {
  case ArgumentSource::Option:
    return "option";
  case ArgumentSource::Annotation:
    return "annotation";
  case ArgumentSource::File:
    return "file";
  case ArgumentSource::Project:
    return "project";
  case ArgumentSource::Defaults:
    return "defaults";
  case ArgumentSource::Trial:
    return "trial";
  }
  llvm_unreachable("unknown source of arguments");
}

llvm::StringRef jsonUseName(SharedUseKind Kind) {
  switch (Kind) {
  case SharedUseKind::RegionCopy:
    return "region-copy";
  case SharedUseKind::Descriptor:
    return "matrix-descriptor";
  case SharedUseKind::Barrier:
    return "mbarrier";
  case SharedUseKind::Copy:
    return "memcpy";
  case SharedUseKind::Call:
    return "call";
  case SharedUseKind::Stored:
    return "stored-address";
  case SharedUseKind::Distributed:
    return "distributed";
  case SharedUseKind::Assembly:
    return "inline-assembly";
  }
  llvm_unreachable("unknown kind of use");
}

} // namespace warplint
