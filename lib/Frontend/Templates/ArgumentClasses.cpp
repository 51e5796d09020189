//===- ArgumentClasses.cpp - Classes made for template parameters ---------===//

#include "ArgumentClasses.h"
#include "Frontend/StandIns/OpaqueClass.h"
#include "warplint/Frontend/MadeClasses.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// Only what has a plain name can be found again.
static bool areNamed(const FunctionDecl &Pattern, const NamedDecl &Parameter) {
  return Pattern.getIdentifier() && Parameter.getIdentifier();
}

void ArgumentClasses::ask(const FunctionDecl &Pattern,
                          const NamedDecl &Parameter,
                          const AskedMembers &Members) {
  if (!areNamed(Pattern, Parameter))
    return;
  Class &Of = Functions[Pattern.getName().str()][Parameter.getName().str()];
  for (const auto &[Name, Kind] : Members)
    if (const IdentifierInfo *Called = Name.getAsIdentifierInfo())
      Of.try_emplace(Called->getName().str(), Kind);
}

static std::string declarationOf(StringRef Name, MemberKind Kind) {
  switch (Kind) {
  case MemberKind::Type:
    return opaqueClass(Name, "");
  case MemberKind::Template:
    return "template <class... A>\n" + opaqueClass(Name, "");
  case MemberKind::Static:
    return ("static __attribute__((device)) ::__warplint::any " + Name + ";\n")
        .str();
  case MemberKind::Function: // Static ones may be called for an object, too.
    return opaqueFunctions(Name, "static ");
  case MemberKind::Own:
    return ("::__warplint::any " + Name + ";\n").str();
  }
  llvm_unreachable("all kinds are above");
}

std::string ArgumentClasses::text() const {
  std::string Text =
      "#ifdef __cplusplus\nnamespace " + MadeClassSpace.str() + " {\n";
  for (const auto &[Function, Parameters] : Functions) {
    Text += "namespace " + MadeClassPrefix.str() + Function + " {\n";
    for (const auto &[Parameter, Members] : Parameters) {
      std::string Inner;
      for (const auto &[Name, Kind] : Members)
        Inner += declarationOf(Name, Kind);
      Text += opaqueClass(Parameter, Inner);
    }
    Text += "}\n";
  }
  return Text + "}\n#endif\n";
}

template <class T>
static const T *lookUp(const DeclContext &In, const llvm::Twine &Name) {
  ASTContext &Context = In.getParentASTContext();
  for (const NamedDecl *D : In.lookup(&Context.Idents.get(Name.str())))
    if (const auto *Found = dyn_cast<T>(D))
      return Found;
  return nullptr;
}

QualType argumentClass(const FunctionDecl &Pattern,
                       const NamedDecl &Parameter) {
  if (!areNamed(Pattern, Parameter))
    return {};
  ASTContext &Context = Pattern.getASTContext();
  const auto *Ours =
      lookUp<NamespaceDecl>(*Context.getTranslationUnitDecl(), MadeClassSpace);
  const auto *Of =
      Ours ? lookUp<NamespaceDecl>(*Ours, MadeClassPrefix + Pattern.getName())
           : nullptr;
  const auto *Made =
      Of ? lookUp<CXXRecordDecl>(*Of, Parameter.getName()) : nullptr;
  return Made ? Context.getCanonicalTagType(Made) : QualType();
}

} // namespace warplint
