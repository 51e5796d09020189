//===- Arguments.cpp - Arguments of a tool's call -------------------------===//

#include "Arguments.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

static json::Value typeOf(ArgumentSpec::Kind Kind) {
  switch (Kind) {
  case ArgumentSpec::Text:
    return json::Object{{"type", "string"}};
  case ArgumentSpec::Flag:
    return json::Object{{"type", "boolean"}};
  case ArgumentSpec::Number:
    return json::Object{{"type", "integer"}, {"minimum", 1}};
  case ArgumentSpec::Texts:
    return json::Object{{"type", "array"},
                        {"items", json::Object{{"type", "string"}}}};
  }
  llvm_unreachable("unknown kind");
}

json::Object schemaOf(ArrayRef<ArgumentSpec> Known) {
  json::Object Properties;
  json::Array Required;
  for (const ArgumentSpec &A : Known) {
    json::Value Type = typeOf(A.Is);
    (*Type.getAsObject())["description"] = A.Sentence;
    Properties[A.Name] = std::move(Type);
    if (A.IsRequired)
      Required.push_back(A.Name);
  }
  return json::Object{{"type", "object"},
                      {"properties", std::move(Properties)},
                      {"required", std::move(Required)},
                      {"additionalProperties", false}};
}

/// What \p Value would have to be; empty where it is that.
static StringRef expected(ArgumentSpec::Kind Kind, const json::Value &Value) {
  auto IsText = [](const json::Value &V) {
    // No path, option or source has one.
    return V.getAsString() && !V.getAsString()->contains('\0');
  };
  switch (Kind) {
  case ArgumentSpec::Text:
    return IsText(Value) ? "" : "a string";
  case ArgumentSpec::Flag:
    return Value.getAsBoolean() ? "" : "true or false";
  case ArgumentSpec::Number:
    return Value.getAsInteger().value_or(0) >= 1 ? ""
                                                 : "a whole number, 1 or more";
  case ArgumentSpec::Texts:
    return IsText(Value) ||
                   (Value.getAsArray() && all_of(*Value.getAsArray(), IsText))
               ? ""
               : "a list of strings";
  }
  llvm_unreachable("unknown kind");
}

Expected<Arguments> Arguments::read(const json::Value *Given,
                                    ArrayRef<ArgumentSpec> Known) {
  Arguments Result;
  if (Given && Given->kind() != json::Value::Null) {
    const json::Object *Members = Given->getAsObject();
    if (!Members)
      return createStringError("arguments: expected an object");
    Result.Given = *Members;
  }
  std::vector<StringRef> Names;
  for (const ArgumentSpec &A : Known)
    Names.push_back(A.Name);
  for (const auto &[Key, Value] : Result.Given) {
    StringRef Name = Key;
    const auto *Spec =
        find_if(Known, [&](const ArgumentSpec &A) { return A.Name == Name; });
    if (Spec == Known.end())
      return createStringError("'" + Name + "': no such argument" +
                               didYouMean(Name, Names));
    if (StringRef Wanted = expected(Spec->Is, Value); !Wanted.empty())
      return createStringError("'" + Name + "': expected " + Wanted);
  }
  for (const ArgumentSpec &A : Known)
    if (A.IsRequired && (!Result.has(A.Name) || (A.Is == ArgumentSpec::Texts &&
                                                 Result.texts(A.Name).empty())))
      return createStringError("'" + A.Name + "' is missing");
  return Result;
}

std::optional<std::string> Arguments::text(StringRef Name) const {
  auto Found = Given.getString(Name);
  return Found ? std::optional(Found->str()) : std::nullopt;
}

std::optional<uint64_t> Arguments::number(StringRef Name) const {
  auto Found = Given.getInteger(Name);
  return Found ? std::optional<uint64_t>(*Found) : std::nullopt;
}

bool Arguments::flag(StringRef Name) const {
  return Given.getBoolean(Name).value_or(false);
}

std::vector<std::string> Arguments::texts(StringRef Name) const {
  std::vector<std::string> Result;
  if (std::optional<std::string> One = text(Name))
    Result.push_back(std::move(*One));
  if (const json::Array *Items = Given.getArray(Name))
    for (const json::Value &Item : *Items)
      Result.push_back(Item.getAsString().value_or("").str());
  return Result;
}

} // namespace warplint
