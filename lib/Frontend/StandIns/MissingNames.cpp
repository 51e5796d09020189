//===- MissingNames.cpp - Declarations of names that are missing ----------===//

#include "MissingNames.h"
#include "Frontend/Text/SourceMarks.h"
#include "NameUse.h"
#include "StandInDoubts.h"
#include "warplint/Frontend/MadeClasses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

//===----------------------------------------------------------------------===//
// What a parse has itself
//===----------------------------------------------------------------------===//

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

/// The names that namespaces have by a declaration that is no stand-in, each
/// alone and behind its namespaces, and whether it is but a namespace itself.
class RealNames {
public:
  explicit RealNames(const ASTContext &AST) : SM(AST.getSourceManager()) {
    find(*AST.getTranslationUnitDecl(), "");
  }
  std::map<std::string, bool> Found;

private:
  /// Whether \p D stands in what each parse begins with, the toolkit and what it
  /// includes: another library's names are found beside theirs. Compiled headers
  /// that are no part of it are read as text as soon as names are declared before
  /// them.
  bool isToolkits(const Decl &D) {
    if (D.isFromASTFile())
      return true;
    FileID File = SM.getFileID(SM.getFileLoc(D.getLocation()));
    auto [It, IsNew] = Known.try_emplace(File);
    if (IsNew) {
      FileID Outer = File;
      for (SourceLocation From = SM.getIncludeLoc(File); From.isValid();
           From = SM.getIncludeLoc(Outer))
        Outer = SM.getFileID(From);
      It->second = Outer != SM.getMainFileID() && Outer != File;
    }
    return It->second;
  }

  void find(const DeclContext &In, const std::string &Prefix) {
    for (const Decl *D : In.noload_decls()) {
      const auto *Named = dyn_cast<NamedDecl>(D);
      if (Named && Named->getIdentifier() && !Named->isInvalidDecl() &&
          !isToolkits(*Named) && !isa<UsingShadowDecl>(Named) &&
          !isStandIn(*Named) && !namesStandIn(*Named)) {
        bool IsNamespace = isa<NamespaceDecl, NamespaceAliasDecl>(Named);
        std::string Alone = Named->getName().str();
        for (const std::string &Key : {Alone, Prefix + Alone})
          Found.try_emplace(Key, IsNamespace).first->second &= IsNamespace;
      }
      const auto *Inner = dyn_cast<NamespaceDecl>(D);
      bool IsNamed = Inner && !Inner->isInline() && Inner->getIdentifier();
      if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
        find(*cast<DeclContext>(D),
             IsNamed ? Prefix + Inner->getName().str() + "::" : Prefix);
    }
  }

  const SourceManager &SM;
  llvm::DenseMap<FileID, bool> Known;
};

} // namespace

//===----------------------------------------------------------------------===//
// Learning
//===----------------------------------------------------------------------===//

bool MissingNames::giveUpReal(Name &In, StringRef Prefix,
                              const std::map<std::string, bool> &Real) {
  bool Changed = false;
  for (auto &[Called, N] : In.Inner) {
    // A function of another library is another one: nothing is known of what it
    // does. A class may be the same by a missing alias.
    std::string Path = Prefix.str() + Called;
    auto It = Real.find(N.What == Kind::Function ? Path : Called);
    bool IsReal = It != Real.end() && N.What != Kind::Overload &&
                  (N.What != Kind::Namespace || !It->second);
    Changed |= IsReal && !std::exchange(N.IsGivenUp, true);
    if (N.What == Kind::Namespace)
      Changed |= giveUpReal(N, Path + "::", Real);
  }
  return Changed;
}

bool MissingNames::learn(ASTContext &AST, llvm::ArrayRef<ParseError> Errors) {
  const SourceManager &SM = AST.getSourceManager();
  // What is missing in functions that run on the host alone costs no figure.
  SourceMarks HostBodies;
  forEachFunctionIn(AST, [&](const FunctionDecl &F) {
    if (!F.hasAttr<CUDAGlobalAttr>() && !F.hasAttr<CUDADeviceAttr>())
      HostBodies.add(SM, bodyOf(F), 0);
  });
  bool Changed = false;
  for (const ParseError &E : Errors)
    if (E.Spelled.isValid() && !HostBodies.firstIn(SM, E.FileLoc))
      Changed |= learn(AST, E);
  return giveUpReal(Global, "", RealNames(AST).Found) || Changed;
}

/// Whether \p Name is a keyword of any C++.
static bool isWord(StringRef Name) {
  static const LangOptions Latest = [] {
    LangOptions Cpp;
    Cpp.Bool = Cpp.CPlusPlus = Cpp.CPlusPlus11 = Cpp.CPlusPlus20 = true;
    return Cpp;
  }();
  static const IdentifierTable Words(Latest);
  auto Known = Words.find(Name);
  return Known != Words.end() && Known->second->isKeyword(Latest);
}

/// Only what the toolkit declares is known to do nothing but compute.
static bool isAmbiguousInToolkit(const ParseError &E, const SourceManager &SM) {
  return E.Id == diag::err_ovl_ambiguous_call &&
         llvm::all_of(E.Notes, [&](SourceLocation L) {
           return SM.isInSystemHeader(SM.getFileLoc(L));
         });
}

/// What \p U, which \p E misses, is by the text around it. \p AsClass: if it is a
/// class.
static std::optional<NameKind> kindOf(const ParseError &E, const NameUse &U,
                                      NameKind AsClass) {
  using Kind = NameKind;
  // Clang takes the statement `lib::f(n);` for the declaration of an n.
  const bool IsType = E.Id == diag::err_typename_nested_not_found &&
                      (!U.Next.starts_with("(") || U.Next.starts_with("(*"));
  // The second is told at the dot.
  if (isa_and_nonnull<RecordDecl>(E.Scope) &&
      (U.isDotted() || E.Id == diag::err_no_member_overloaded_arrow))
    return U.HasArguments ? Kind::Function : Kind::Member;
  if (IsType)
    return AsClass;
  // What follows tells what it is, else what stands before.
  StringRef Next = U.Next;
  const bool BeginsUpper = llvm::isUpper(U.Name[0]);
  if (Next.starts_with("::"))
    return U.HasArguments || BeginsUpper ? AsClass : Kind::Namespace;
  if (U.HasArguments && Next.starts_with("(") && !BeginsUpper)
    return Kind::Function;
  if (U.HasArguments || E.Id == diag::err_no_template ||
      E.Id == diag::err_no_member_template)
    return Kind::ClassTemplate;
  if (Next.starts_with("(")) {
    // May be a macro that does anything with the function's variables.
    if (U.isUpper() && U.isStatement())
      return std::nullopt;
    return Kind::Function;
  }
  const bool IsArgument = U.Before.ends_with("<") || U.Before.ends_with(",");
  const bool IsPointer = Next.consume_front("*") || Next.consume_front("&");
  Next = Next.ltrim("*& \t");
  const bool Ends = Next.empty() || StringRef(">),").contains(Next[0]);
  if (Next.starts_with("{") ||
      (!Next.empty() && isAsciiIdentifierStart(Next[0]) &&
       (!IsPointer || U.isStatement())) ||
      (IsPointer && Ends) ||
      (U.Before.ends_with("<") && Next.starts_with(">")) ||
      (IsArgument && Ends && BeginsUpper && !U.isUpper() &&
       !Next.starts_with(")")))
    return Kind::Class;
  if (U.isStatement() && !U.Before.ends_with(")"))
    return std::nullopt; // `SYNC;`
  return Kind::Object;
}

/// The use that \p E is about, where \p Word stands.
static NameUse useOf(const SourceManager &SM, const ParseError &E,
                     StringRef Word) {
  NameUse U;
  U.Name = E.Name.empty() ? Word : StringRef(E.Name);
  if (Word != U.Name)
    return U;
  auto [File, At] = SM.getDecomposedLoc(E.Spelled);
  StringRef Text = SM.getBufferData(File);
  U.Before = Text.substr(0, At).rtrim();
  U.Next = U.Behind = Text.substr(At + Word.size()).ltrim();
  if (U.Behind.starts_with("<") && !U.Behind.starts_with("<<"))
    U.HasArguments = splitArguments(U.Behind, U.Arguments, U.Next);
  return U;
}

bool MissingNames::learn(ASTContext &AST, const ParseError &E) {
  const SourceManager &SM = AST.getSourceManager();
  StringRef Word = Lexer::getSourceText(
      CharSourceRange::getTokenRange(E.Spelled), SM, AST.getLangOpts());
  NameUse U = useOf(SM, E, Word);
  // A word of a later C++ ('concept') is none that a header declares.
  if (!isValidAsciiIdentifier(U.Name) || isWord(U.Name))
    return false;
  const Kind AsClass = U.HasArguments ? Kind::ClassTemplate : Kind::Class;
  switch (E.Id) {
  case diag::err_redefinition:
  case diag::err_redefinition_different_kind:
  case diag::err_using_decl_conflict:
    // A class or function that is defined elsewhere in the text.
    return giveUp(Global, U.Name);
  case diag::err_template_arg_must_be_type:
    // What a macro was handed, and thought to be a value: MAKE(uchar).
    if (auto It = Global.Inner.find(Word.str());
        It != Global.Inner.end() && It->second.What == Kind::Object) {
      U.Name = Word;
      return declare(Global, U, Kind::Class);
    }
    [[fallthrough]];
  case diag::err_template_arg_must_be_type_suggest:
    return correctParameter(AST, E, /*IsType=*/false);
  case diag::err_template_arg_must_be_expr:
    return correctParameter(AST, E, /*IsType=*/true);
  case diag::err_unknown_typename:
    if (U.isUpper() && U.isBeforeFunction())
      return declare(Global, U, Kind::Specifier);
    [[fallthrough]];
  case diag::err_expected_class_name:
    return declare(Global, U, AsClass);
  case diag::err_expected_namespace_name:
    return declare(Global, U, Kind::Namespace);
  case diag::err_ovl_ambiguous_call:
    return isAmbiguousInToolkit(E, SM) && declare(Global, U, Kind::Overload);
  case diag::err_typename_nested_not_found:
  case diag::err_no_template:
  case diag::err_no_member_template:
  case diag::err_undeclared_var_use:
  case diag::err_not_found_by_two_phase_lookup:
  case diag::err_no_member:
  case diag::err_no_member_overloaded_arrow:
    break;
  default:
    return false;
  }
  Name *Scope = E.Scope ? scopeOf(E.Scope) : &Global;
  std::optional<Kind> What = Scope ? kindOf(E, U, AsClass) : std::nullopt;
  return What && declare(*Scope, U, *What);
}

//===----------------------------------------------------------------------===//
// Instances of templates
//===----------------------------------------------------------------------===//

std::optional<LackedName> LackedName::of(const ParseError &E,
                                         const SourceManager &SM) {
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(E.Scope);
  const auto Where = E.Spelled.getRawEncoding();
  if (!E.Spelled.isValid() || !isValidAsciiIdentifier(E.Name))
    return std::nullopt;
  if (isAmbiguousInToolkit(E, SM) || E.Id == diag::err_undeclared_var_use ||
      E.Id == diag::err_not_found_by_two_phase_lookup)
    return LackedName{"", E.Name, E.Id, Where};
  if (!Class || !isStandIn(*Class))
    return std::nullopt;
  return LackedName{Class->getQualifiedNameAsString(), E.Name, E.Id, Where};
}

const CXXRecordDecl *classNamed(const ASTContext &AST, StringRef Qualified) {
  const DeclContext *In = AST.getTranslationUnitDecl();
  for (StringRef Part : llvm::split(Qualified, "::")) {
    const DeclContext *Next = nullptr;
    for (const NamedDecl *D : In->lookup(&AST.Idents.get(Part)))
      if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
        Next = Template->getTemplatedDecl();
      else if (const auto *Inner = dyn_cast<DeclContext>(D))
        Next = Inner;
    if (!Next)
      return nullptr;
    In = Next;
  }
  return dyn_cast<CXXRecordDecl>(In);
}

bool MissingNames::learn(ASTContext &AST, llvm::ArrayRef<LackedName> Lacked) {
  const SourceManager &SM = AST.getSourceManager();
  bool Changed = false;
  for (const LackedName &M : Lacked) {
    const auto Where = SourceLocation::getFromRawEncoding(M.Where);
    const Decl *Class = M.Class.empty() ? nullptr : classNamed(AST, M.Class);
    // The copy of the process that tells it may have been led astray.
    const bool IsPlace = Where.isFileID() && SM.isLocalSourceLocation(Where) &&
                         M.Where < SM.getNextLocalOffset();
    if (IsPlace && (Class || M.Class.empty()))
      Changed |= learn(AST, {Where, "", M.Error, Where, M.Name, Class});
  }
  if (Changed)
    giveUpReal(Global, "", RealNames(AST).Found);
  return Changed;
}

std::string AskedClass::qualifiedName() const {
  return (MadeClassSpace + "::" + MadeClassPrefix + Function + "::" + Parameter)
      .str();
}

bool MissingNames::learn(llvm::ArrayRef<AskedClass> Asked) {
  bool Changed = false;
  for (const AskedClass &A : Asked) {
    Name &Of = Made.Inner[MadeClassPrefix.str() + A.Function];
    auto [Class, IsNew] = Of.Inner.try_emplace(A.Parameter, Name{Kind::Class});
    Changed |= IsNew;
    for (const auto &[Called, What] : A.Members)
      Changed |= Class->second.Inner.try_emplace(Called, Name{What}).second;
  }
  return Changed;
}

/// The name that stands for \p Scope, null if it is a real class.
MissingNames::Name *MissingNames::scopeOf(const Decl *Scope) {
  std::vector<std::string> Path;
  for (const auto *In = cast<DeclContext>(Scope); !In->isTranslationUnit();
       In = In->getParent()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(In);
    const auto *Space = dyn_cast<NamespaceDecl>(In);
    if (!Class && (!Space || Space->isInline())) // extern "C++"
      continue;
    if (Class ? !isStandIn(*Class) : Space->isAnonymousNamespace())
      return nullptr;
    Path.push_back(cast<NamedDecl>(In)->getNameAsString());
  }
  if (!Path.empty() && Path.back() == "__warplint")
    return Path.size() == 2 && Path.front() == "any" ? &Any : nullptr;
  Name *N = &Global;
  for (const std::string &Part : llvm::reverse(Path))
    N = &N->Inner[Part]; // A new one is that of a real namespace.
  return N;
}

bool MissingNames::declare(Name &Scope, const NameUse &U, Kind What) {
  constexpr unsigned MaximumChanges = 2;
  if (What == Kind::Namespace &&
      (&Scope == &Any || Scope.What != Kind::Namespace))
    What = Kind::Class; // A class has none.
  auto [It, IsNew] = Scope.Inner.try_emplace(U.Name.str());
  Name &N = It->second;
  if (N.IsGivenUp)
    return false;
  bool Changed = IsNew || N.What != What;
  if (!IsNew && Changed) {
    // The toolkit's functions of a name may get an overload besides; what looks
    // like a call may construct an object.
    const bool IsClass = N.What == Kind::Class || N.What == Kind::ClassTemplate;
    if (N.Changes == MaximumChanges || What == Kind::Overload ||
        (IsClass && What == Kind::Function))
      return false;
    ++N.Changes;
  }
  N.What = What;
  if (What != Kind::ClassTemplate)
    return Changed;
  for (size_t I = N.IsType.size(); I < U.Arguments.size(); ++I) {
    N.IsType.push_back(looksLikeType(U.Arguments[I]));
    Changed = true;
  }
  return Changed;
}

/// An argument of \p E is not what the parameter was thought to be.
bool MissingNames::correctParameter(ASTContext &AST, const ParseError &E,
                                    bool IsType) {
  const SourceManager &SM = AST.getSourceManager();
  for (SourceLocation Note : E.Notes) {
    SourceLocation At = SM.getFileLoc(Note);
    if (SM.getFilename(At) != MissingNamesHeader)
      continue;
    auto Behind = llvm::partition_point(Parameters, [&](const Parameter &P) {
      return P.Offset <= SM.getFileOffset(At);
    });
    if (Behind == Parameters.begin())
      continue;
    const Parameter &P = *std::prev(Behind);
    std::vector<bool> &Known = P.Of->IsType;
    if (Known.size() <= P.Number)
      Known.resize(P.Number + 1, !IsType);
    if (Known[P.Number] == IsType || ++P.Of->Changes > 4)
      return false;
    Known[P.Number] = IsType;
    return true;
  }
  return false;
}

bool MissingNames::giveUp(Name &Scope, StringRef Called) {
  auto It = Scope.Inner.find(Called.str());
  return It != Scope.Inner.end() && !std::exchange(It->second.IsGivenUp, true);
}

void MissingNames::giveUp(const Decl &D) {
  const NamedDecl &Named = outermost(D);
  if (Name *Scope = scopeOf(cast<Decl>(Named.getDeclContext())))
    giveUp(*Scope, Named.getNameAsString());
}

} // namespace warplint
