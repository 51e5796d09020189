//===- SchemaCheck.cpp - Does a document match its JSON Schema ------------===//

#include "SchemaCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace json = llvm::json;

namespace warplint::test {

namespace {

class Checker {
public:
  explicit Checker(const json::Object &Root) : Root(Root) {}

  void check(const json::Value &V, const json::Object &Schema,
             const std::string &Path);
  std::vector<std::string> Mismatches;

private:
  void keyword(llvm::StringRef Name, const json::Value &Argument,
               const json::Value &V, const std::string &Path);
  void members(const json::Object &V, const json::Object &Properties,
               const std::string &Path);
  void limit(llvm::StringRef Name, const json::Value &Argument,
             const json::Value &V, const std::string &Path);
  void expect(bool Holds, const std::string &Path, llvm::StringRef Name) {
    if (!Holds)
      Mismatches.push_back(Path + ": " + Name.str());
  }

  const json::Object &Root;
};

} // namespace

static bool hasType(const json::Value &V, llvm::StringRef Type) {
  switch (V.kind()) {
  case json::Value::Null:
    return Type == "null";
  case json::Value::Boolean:
    return Type == "boolean";
  case json::Value::Number:
    return Type == "number" ||
           (Type == "integer" && (V.getAsInteger() || V.getAsUINT64()));
  case json::Value::String:
    return Type == "string";
  case json::Value::Array:
    return Type == "array";
  case json::Value::Object:
    return Type == "object";
  }
  return false;
}

static bool hasTypeAmong(const json::Value &V, const json::Value &Types) {
  if (std::optional<llvm::StringRef> One = Types.getAsString())
    return hasType(V, *One);
  return llvm::any_of(*Types.getAsArray(), [&](const json::Value &Type) {
    return hasType(V, *Type.getAsString());
  });
}

void Checker::members(const json::Object &V, const json::Object &Properties,
                      const std::string &Path) {
  for (const auto &[Name, Member] : V)
    if (const json::Object *Schema = Properties.getObject(Name))
      check(Member, *Schema, Path + "." + Name.str());
    else
      expect(false, Path + "." + Name.str(), "not in the schema");
}

void Checker::limit(llvm::StringRef Name, const json::Value &Argument,
                    const json::Value &V, const std::string &Path) {
  int64_t Limit = *Argument.getAsInteger();
  if (const json::Array *Items = V.getAsArray()) {
    expect(Name != "minItems" || int64_t(Items->size()) >= Limit, Path, Name);
    expect(Name != "maxItems" || int64_t(Items->size()) <= Limit, Path, Name);
  }
  if (std::optional<double> Number = V.getAsNumber()) {
    expect(Name != "minimum" || *Number >= Limit, Path, Name);
    expect(Name != "maximum" || *Number <= Limit, Path, Name);
  }
}

void Checker::keyword(llvm::StringRef Name, const json::Value &Argument,
                      const json::Value &V, const std::string &Path) {
  if (Name == "$ref") {
    llvm::StringRef Target = *Argument.getAsString();
    Target.consume_front("#/$defs/");
    const json::Object *Referred = Root.getObject("$defs")->getObject(Target);
    expect(Referred, Path, "reference to nothing");
    if (Referred)
      check(V, *Referred, Path);
  } else if (Name == "type") {
    expect(hasTypeAmong(V, Argument), Path, Name);
  } else if (Name == "const") {
    expect(V == Argument, Path, Name);
  } else if (Name == "enum") {
    expect(llvm::is_contained(*Argument.getAsArray(), V), Path, Name);
  } else if (Name == "required") {
    if (const json::Object *O = V.getAsObject())
      for (const json::Value &Member : *Argument.getAsArray())
        expect(O->get(*Member.getAsString()), Path,
               "lacks " + Member.getAsString()->str());
  } else if (Name == "properties") {
    if (const json::Object *O = V.getAsObject())
      members(*O, *Argument.getAsObject(), Path);
  } else if (Name == "items") {
    if (const json::Array *Items = V.getAsArray())
      for (auto [I, Item] : llvm::enumerate(*Items))
        check(Item, *Argument.getAsObject(),
              Path + "[" + std::to_string(I) + "]");
  } else if (Name == "pattern") {
    if (std::optional<llvm::StringRef> Text = V.getAsString())
      expect(llvm::Regex(*Argument.getAsString()).match(*Text), Path, Name);
  } else if (Name == "minItems" || Name == "maxItems" || Name == "minimum" ||
             Name == "maximum") {
    limit(Name, Argument, V, Path);
  } else if (Name != "$schema" && Name != "$defs" && Name != "title" &&
             Name != "description") {
    expect(false, Path, "keyword not understood: " + Name.str());
  }
}

void Checker::check(const json::Value &V, const json::Object &Schema,
                    const std::string &Path) {
  for (const auto &[Name, Argument] : Schema)
    keyword(Name, Argument, V, Path);
}

std::vector<std::string> schemaMismatches(const json::Value &Document,
                                          const json::Object &Schema) {
  Checker C(Schema);
  C.check(Document, Schema, "document");
  return std::move(C.Mismatches);
}

} // namespace warplint::test
