//===- Names.cpp - What users call what a module names --------------------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Where the template arguments at the end of \p Name begin; npos: it has none.
static size_t argumentsIn(StringRef Name) {
  unsigned Depth = 0;
  for (size_t I = Name.size(); Name.ends_with(">") && I-- != 0;) {
    Depth += Name[I] == '>' && (I == 0 || Name[I - 1] != '-');
    if (Name[I] == '<' && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

/// Behind the last "::" that stands in no brackets.
static StringRef lastComponent(StringRef Name) {
  unsigned Depth = 0;
  for (size_t I = Name.size(); I-- > 1;) {
    const char C = Name[I];
    Depth += C == ')' || C == '>' || C == ']' || C == '}';
    if (Depth > 0)
      Depth -= C == '(' || C == '<' || C == '[' || C == '{';
    else if (C == ':' && Name[I - 1] == ':')
      return Name.substr(I + 1);
  }
  return Name;
}

DemangledName warplint::ptx::demangled(StringRef Symbol) {
  DemangledName Names{Symbol.str(), Symbol.str(), ""};
  const std::string Text = Symbol.str();
  ItaniumPartialDemangler Parts;
  if (Parts.partialDemangle(Text.c_str()) || !Parts.isFunction())
    return Names;
  char *Whole = Parts.getFunctionName(nullptr, nullptr);
  if (!Whole)
    return Names;
  Names.Qualified = Whole;
  std::free(Whole);
  if (const size_t At = argumentsIn(Names.Qualified); At != StringRef::npos) {
    Names.Arguments = Names.Qualified.substr(At);
    Names.Qualified.resize(At);
  }
  Names.Base = lastComponent(Names.Qualified).str();
  return Names;
}

std::string warplint::ptx::demangledVariable(StringRef Symbol) {
  return lastComponent(demangle(Symbol)).str();
}

std::string warplint::ptx::parameterName(const FunctionText &F,
                                         unsigned Number) {
  StringRef Name = F.Parameters[Number].Name.Text;
  if (Name.consume_front(F.Name.Text))
    Name.consume_front("_");
  Name.consume_front("%");
  return Name.empty() || Name.contains('.') ? "param_" + std::to_string(Number)
                                            : Name.str();
}

/// In the headers of `/usr/local/cuda` or `/opt/cuda-13.0`.
static bool isInToolkit(StringRef Path) {
  StringRef Behind = Path.split("/cuda").second;
  if (Behind.consume_front("-"))
    Behind = Behind.ltrim("0123456789.");
  return Behind.starts_with("/include/");
}

bool warplint::ptx::isInstalled(StringRef Path) {
  return isInToolkit(Path) || Path.starts_with("/usr/include/") ||
         Path.starts_with("/usr/lib/") ||
         any_of(ArrayRef<StringRef>({"/site-packages/", "/dist-packages/",
                                     "/lib/clang/", "/include/crt/",
                                     "-linux/include/"}),
                [&](StringRef Part) { return Path.contains(Part); });
}
