//===- Dialect.cpp - What nvcc accepts and clang refuses ------------------===//

#include "Dialect.h"
#include "Frontend/Headers/ParseError.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

static constexpr DialectRow Rows[] = {
#define DIALECT(ID, SINCE, WHAT, REPRODUCER, SYMPTOMS, KIND, REMEDY)           \
  {#ID, SINCE, WHAT, REPRODUCER, SYMPTOMS, DialectKind::KIND, REMEDY},
#include "Dialect.def"
};

ArrayRef<DialectRow> dialectRows() { return Rows; }

bool hasSymptom(const DialectRow &Row, StringRef Message) {
  SmallVector<StringRef> Symptoms;
  Row.Symptoms.split(Symptoms, '|', -1, /*KeepEmpty=*/false);
  return any_of(Symptoms,
                [&](StringRef Symptom) { return Message.contains(Symptom); });
}

DialectRows remediesFor(ArrayRef<ParseError> Errors,
                        const DialectRows &Applied) {
  DialectRows Found;
  for (const DialectRow &Row : Rows)
    if (Row.Kind < DialectKind::Reported && Row.Kind != DialectKind::AlwaysOn &&
        !is_contained(Applied, &Row) &&
        any_of(
            Errors,
            [&](const ParseError &E) { return hasSymptom(Row, E.Message); }))
      Found.push_back(&Row);
  return Found;
}

} // namespace warplint
