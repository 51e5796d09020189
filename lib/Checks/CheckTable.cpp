//===- CheckTable.cpp - The checks and their pages ------------------------===//

#include "warplint/Checks/CheckTable.h"

using namespace llvm;

namespace warplint {

ArrayRef<CheckRecord> allChecks() {
  static const CheckRecord Checks[] = {
#define WARPLINT_CHECK(Class, Id, Sentence) {Id, Sentence},
#include "warplint/Checks/Checks.def"
  };
  return Checks;
}

std::vector<StringRef> checkIds() {
  std::vector<StringRef> Ids;
  for (const CheckRecord &Check : allChecks())
    Ids.push_back(Check.Id);
  return Ids;
}

} // namespace warplint
