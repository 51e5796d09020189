//===- JsonParts.cpp - What several objects of the JSON output have -------===//

#include "JsonParts.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

StringRef jsonName(AccessVerb Verb) {
  return nameOf(Verb, {"load", "store", "atomic", "ldmatrix", "stmatrix",
                       "cp.async", "wmma"});
}

StringRef jsonName(VerdictKind Kind) {
  return nameOf(Kind, {"clean", "excess", "unproven", "never-runs"});
}

std::optional<VerdictKind> verdictNamed(StringRef Name) {
  for (VerdictKind Kind : {VerdictKind::Clean, VerdictKind::Excess,
                           VerdictKind::Unproven, VerdictKind::NeverRuns})
    if (jsonName(Kind) == Name)
      return Kind;
  return std::nullopt;
}

StringRef jsonName(Severity S) {
  return nameOf(S, {"remark", "warning", "error"});
}

StringRef jsonName(CaseFact::Kind Kind) {
  return nameOf(Kind, {"value", "residue", "iteration", "truth"});
}

StringRef jsonName(ArgumentSource From) {
  return nameOf(
      From, {"option", "annotation", "file", "project", "defaults", "trial"});
}

StringRef jsonName(SharedUseKind Kind) {
  return nameOf(Kind,
                {"region-copy", "matrix-descriptor", "mbarrier", "memcpy",
                 "call", "stored-address", "distributed", "inline-assembly"});
}

StringRef jsonName(SymbolKind Kind) {
  return nameOf(Kind, {"parameter", "block-index", "grid-dimension", "array",
                       "uniform-load", "other"});
}

void addHeading(JsonStream &J) {
  J.add("version", JsonSchemaVersion);
  J.attributeObject("tool", [&] {
    J.add("name", "warplint");
    J.add("version", WARPLINT_VERSION);
  });
}

void addMembers(JsonStream &J, const SourcePlace &Place) {
  auto Position = [&](StringRef Key, unsigned N) {
    J.add(Key, onlyIf(N != 0, N)); // They count from 1.
  };
  J.add("file", orNull(Place.File));
  Position("line", Place.Line);
  Position("column", Place.Column);
  Position("endLine", Place.EndLine);
  Position("endColumn", Place.EndColumn);
}

void addMembers(JsonStream &J, const FindingNote &Note) {
  addMembers(J, Note.Where);
  J.add("message", Note.Message);
}

void addFlat(JsonStream &J, StringRef Key, const json::Array &Values) {
  J.attributeBegin(Key);
  J.rawValue([&](raw_ostream &OS) {
    OS << '[';
    interleave(Values, OS, [&](const json::Value &V) { OS << V; }, ", ");
    OS << ']';
  });
  J.attributeEnd();
}

json::Value numberOrNull(std::optional<int64_t> N) {
  return N ? json::Value(*N) : json::Value(nullptr);
}

void addBlock(JsonStream &J, StringRef Key,
              const std::optional<LaunchShape> &S) {
  if (S)
    addFlat(J, Key,
            json::Array{numberOrNull(S->X), numberOrNull(S->Y),
                        numberOrNull(S->Z)});
  else
    J.attribute(Key, nullptr);
}

} // namespace warplint
