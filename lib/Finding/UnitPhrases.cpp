//===- UnitPhrases.cpp - What requests are counted in, and of what --------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Support/EnumNames.h"

using namespace llvm;

namespace warplint {

StringRef unitPhrase(CostUnit Unit) {
  return nameOf(Unit, {"wavefront", "shared-memory line", "sector", "pass"});
}

StringRef memoryOf(const AccessRecord &A) {
  switch (A.Request) {
  case RequestKind::RemoteLoad:
  case RequestKind::RemoteStore:
  case RequestKind::RemoteUpdate:
    return "cluster";
  case RequestKind::LocalAccess:
    return "local";
  case RequestKind::ConstantLoad:
    return "constant";
  default:
    return isOfShared(A.Request) ? "shared" : "global";
  }
}

StringRef cleanPhrase(CostUnit Unit) {
  return Unit == CostUnit::Sectors  ? "coalesced"
         : Unit == CostUnit::Passes ? "uniform"
                                    : "conflict-free";
}

} // namespace warplint
