//===- Dialect.cpp - What nvcc accepts and clang refuses ------------------===//

#include "Dialect.h"
#include "Frontend/Text/ErrorRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace warplint {

static constexpr DialectRow Rows[] = {
#define DIALECT(WHAT, SYMPTOMS, KIND, REPAIR)                                  \
  {WHAT, SYMPTOMS, DialectKind::KIND, REPAIR},
#include "Dialect.def"
};

llvm::ArrayRef<DialectRow> dialectRows() { return Rows; }

DialectRows repairsFor(llvm::ArrayRef<ParseError> Errors,
                       const DialectRows &Applied) {
  auto HasSymptom = [&](StringRef Symptom) {
    return !Symptom.empty() && llvm::any_of(Errors, [&](const ParseError &E) {
      return StringRef(E.Message).contains(Symptom);
    });
  };
  DialectRows Found;
  for (const DialectRow &Row : Rows)
    if (!llvm::is_contained(Applied, &Row) &&
        llvm::any_of(llvm::split(Row.Symptoms, '|'), HasSymptom))
      Found.push_back(&Row);
  return Found;
}

} // namespace warplint
