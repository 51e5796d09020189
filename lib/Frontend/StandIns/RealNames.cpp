//===- RealNames.cpp - What a parse has itself ----------------------------===//

#include "RealNames.h"
#include "StandInDoubts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {
namespace {

/// Another name for a stand-in.
bool namesStandIn(const NamedDecl &D) {
  if (const auto *Using = dyn_cast<UsingDecl>(&D))
    return llvm::any_of(Using->shadows(), [](const UsingShadowDecl *S) {
      return isStandIn(*S->getTargetDecl());
    });
  const auto *Alias = dyn_cast<TypedefNameDecl>(&D);
  const TagDecl *Named =
      Alias ? Alias->getUnderlyingType()->getAsTagDecl() : nullptr;
  return Named && isStandIn(*Named);
}

/// What each parse begins with, the toolkit and what it includes: another
/// library's names are found beside theirs.
class Beginning {
public:
  explicit Beginning(const SourceManager &SM) : SM(SM) {}

  /// Whether \p D stands there; compiled headers that are no part of it are read
  /// as text as soon as names are declared before them.
  bool holds(const Decl &D) {
    if (D.isFromASTFile())
      return true;
    FileID File = SM.getFileID(SM.getFileLoc(D.getLocation()));
    auto [It, IsNew] = Known.try_emplace(File);
    if (!IsNew)
      return It->second;
    FileID Outer = File;
    for (SourceLocation From = SM.getIncludeLoc(File); From.isValid();
         From = SM.getIncludeLoc(Outer))
      Outer = SM.getFileID(From);
    return Known[File] = Outer != SM.getMainFileID() && Outer != File;
  }

private:
  const SourceManager &SM;
  llvm::DenseMap<FileID, bool> Known;
};

void findNames(const DeclContext &In, llvm::StringRef Prefix,
               Beginning &Toolkit, std::map<std::string, bool> &Found) {
  for (const Decl *D : In.noload_decls()) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    if (Named && Named->getIdentifier() && !Named->isInvalidDecl() &&
        !Toolkit.holds(*Named) && !isa<UsingShadowDecl>(Named) &&
        !isStandIn(*Named) && !namesStandIn(*Named)) {
      bool IsNamespace = isa<NamespaceDecl, NamespaceAliasDecl>(Named);
      std::string Alone = Named->getName().str();
      for (const std::string &Key : {Alone, Prefix.str() + Alone}) {
        auto [It, IsNew] = Found.try_emplace(Key, IsNamespace);
        It->second &= IsNamespace;
      }
    }
    const auto *Inner = dyn_cast<NamespaceDecl>(D);
    bool IsNamed = Inner && !Inner->isInline() && Inner->getIdentifier();
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      findNames(*cast<DeclContext>(D),
                IsNamed ? (Prefix + Inner->getName() + "::").str()
                        : Prefix.str(),
                Toolkit, Found);
  }
}

} // namespace

std::map<std::string, bool> realNames(const ASTContext &AST) {
  std::map<std::string, bool> Found;
  Beginning Toolkit(AST.getSourceManager());
  findNames(*AST.getTranslationUnitDecl(), "", Toolkit, Found);
  return Found;
}

} // namespace warplint
