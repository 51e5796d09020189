//===- MadeClasses.cpp - Names of classes made for a template -------------===//

#include "warplint/Frontend/MadeClasses.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace warplint {

static bool isOurSpace(const DeclContext *In) {
  const auto *Space = dyn_cast<NamespaceDecl>(In);
  return Space && Space->getParent()->isTranslationUnit() &&
         Space->getName() == MadeClassSpace;
}

static bool isMadeSpace(const DeclContext *In) {
  const auto *Space = dyn_cast<NamespaceDecl>(In);
  return Space && isOurSpace(Space->getParent()) &&
         Space->getName().starts_with(MadeClassPrefix);
}

const NamedDecl *madeClass(const Decl &D) {
  const Decl *Inner = &D;
  for (const DeclContext *In = D.getDeclContext(); In; In = In->getParent()) {
    if (isMadeSpace(In))
      return cast<NamedDecl>(Inner);
    Inner = cast<Decl>(In);
  }
  return nullptr;
}

namespace {

struct WithoutOurSpaces final : PrintingCallbacks {
  bool isScopeVisible(const DeclContext *In) const override {
    return isMadeSpace(In) || isOurSpace(In);
  }
};

} // namespace

PrintingPolicy inMessages(PrintingPolicy Policy) {
  static const WithoutOurSpaces Hidden{};
  Policy.Callbacks = &Hidden;
  return Policy;
}

} // namespace warplint
