//===- JsonParts.cpp - What several objects of the JSON output have -------===//

#include "JsonParts.h"
#include "llvm/ADT/STLExtras.h"

namespace json = llvm::json;

namespace warplint {

json::Value jsonText(llvm::StringRef S) { return json::fixUTF8(S); }

json::Value textOrNull(llvm::StringRef S) {
  return S.empty() ? json::Value(nullptr) : jsonText(S);
}

json::Value numberOrNull(std::optional<uint64_t> N) {
  return N ? json::Value(*N) : json::Value(nullptr);
}

json::Value positionOrNull(unsigned N) {
  return N ? json::Value(N) : json::Value(nullptr);
}

void writeFlatArray(json::OStream &J, llvm::StringRef Key, json::Array Values) {
  J.attributeBegin(Key);
  J.rawValue([&](llvm::raw_ostream &OS) {
    OS << '[';
    llvm::interleave(Values, OS, [&](const json::Value &V) { OS << V; }, ", ");
    OS << ']';
  });
  J.attributeEnd();
}

void writeStrings(json::OStream &J, llvm::StringRef Key,
                  llvm::ArrayRef<std::string> Strings) {
  J.attributeArray(Key, [&] {
    for (const std::string &S : Strings)
      J.value(jsonText(S));
  });
}

void writePlace(json::OStream &J, const SourcePlace &Place) {
  J.attribute("file", textOrNull(Place.File));
  J.attribute("line", positionOrNull(Place.Line));
  J.attribute("column", positionOrNull(Place.Column));
  J.attribute("endLine", positionOrNull(Place.EndLine));
  J.attribute("endColumn", positionOrNull(Place.EndColumn));
}

void writeNotes(json::OStream &J, llvm::StringRef Key,
                llvm::ArrayRef<FindingNote> Notes) {
  J.attributeArray(Key, [&] {
    for (const FindingNote &Note : Notes)
      J.object([&] {
        writePlace(J, Note.Where);
        J.attribute("message", jsonText(Note.Message));
      });
  });
}

} // namespace warplint
