//===- Dialect.cpp - What nvcc accepts and clang refuses ------------------===//

#include "Dialect.h"
#include "Frontend/Text/ErrorRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace warplint {

static constexpr DialectRow Rows[] = {
#define DIALECT(ID, WHAT, REPRODUCER, SYMPTOMS, KIND, REPAIR)                  \
  {#ID, WHAT, REPRODUCER, SYMPTOMS, DialectKind::KIND, REPAIR},
#include "Dialect.def"
};

llvm::ArrayRef<DialectRow> dialectRows() { return Rows; }

/// Whether \p E is one that the row is for.
static bool hasSymptom(const DialectRow &Row, const ParseError &E) {
  return llvm::any_of(llvm::split(Row.Symptoms, '|'), [&](StringRef Symptom) {
    return !Symptom.empty() && StringRef(E.Message).contains(Symptom);
  });
}

DialectRows repairsFor(llvm::ArrayRef<ParseError> Errors,
                       const DialectRows &Applied) {
  DialectRows Found;
  for (const DialectRow &Row : Rows)
    if (Row.Kind != DialectKind::AlwaysOn &&
        !llvm::is_contained(Applied, &Row) &&
        llvm::any_of(Errors,
                     [&](const ParseError &E) { return hasSymptom(Row, E); }))
      Found.push_back(&Row);
  return Found;
}

} // namespace warplint
