//===- IntactFunctions.cpp - Which functions survived the errors ----------===//

#include "IntactFunctions.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Names that broken declarations would have
//===----------------------------------------------------------------------===//

/// The identifiers of \p Text that a declarator may declare: those before a
/// parenthesis, bracket, brace, template argument, initialiser or the end.
static void declaredIn(SourceLocation Begin, StringRef Text,
                       const LangOptions &Language,
                       llvm::function_ref<void(StringRef)> Found) {
  Lexer Raw(Begin, Language, Text.begin(), Text.begin(), Text.end());
  unsigned Depth = 0;
  std::string Last;
  Token T;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T) || T.is(tok::eof);
    if (T.is(tok::raw_identifier)) {
      Last = T.getRawIdentifier().str();
      continue;
    }
    if (Depth == 0 && !Last.empty() &&
        (End || T.isOneOf(tok::l_paren, tok::less, tok::l_square, tok::l_brace,
                          tok::equal, tok::semi, tok::comma, tok::colon)))
      Found(Last);
    Last.clear();
    if (T.isOneOf(tok::semi, tok::l_brace) || (Depth == 0 && T.is(tok::equal)))
      return;
    if (T.is(tok::l_paren))
      ++Depth;
    else if (T.is(tok::r_paren) && Depth)
      --Depth;
  }
}

/// What the declarations may have been called that \p Errors are in, with the
/// number of the error. An error outside of any function's body may cost a
/// declaration that nobody misses: an overload, a specialisation of a template.
/// Another function of the name is then called instead, without an error.
static llvm::StringMap<unsigned>
hiddenDeclarations(ASTContext &AST, llvm::ArrayRef<ParseError> Errors,
                   const SourceMarks &Marks) {
  const SourceManager &SM = AST.getSourceManager();
  std::vector<bool> InBody(Errors.size());
  forEachFunctionIn(AST, [&](const FunctionDecl &F) {
    Marks.firstIn(SM, bodyOf(F), [&](unsigned Id) {
      InBody[Id] = true;
      return false;
    });
  });
  llvm::StringMap<unsigned> Names;
  for (unsigned I = 0; I < Errors.size(); ++I) {
    if (InBody[I] || Errors[I].FileLoc.isInvalid() ||
        SM.isInSystemHeader(Errors[I].FileLoc))
      continue;
    auto [File, At] = SM.getDecomposedLoc(Errors[I].FileLoc);
    StringRef Text = SM.getBufferData(File);
    // Behind the last ; or brace, or at the beginning of the file.
    size_t Begin = Text.substr(0, At).find_last_of(";{}") + 1;
    if (Text.substr(Text.rfind('\n', At) + 1).ltrim().starts_with("#"))
      continue; // A missing header, or #error.
    declaredIn(SM.getLocForStartOfFile(File).getLocWithOffset(Begin),
               Text.substr(Begin), AST.getLangOpts(),
               [&](StringRef Name) { Names.try_emplace(Name, I); });
  }
  return Names;
}

//===----------------------------------------------------------------------===//
// Whole functions
//===----------------------------------------------------------------------===//

WholeFunctions::WholeFunctions(ASTContext &AST, std::vector<ParseError> Given,
                               bool HasTakenErrors,
                               const MissingHeaderEffects *InDoubt,
                               UndefinedMacros *Macros)
    : AST(AST), SM(AST.getSourceManager()), Errors(std::move(Given)),
      HasTakenErrors(HasTakenErrors), InDoubt(InDoubt), Macros(Macros),
      Uses(hasStandIns(SM)) {
  for (const auto &[I, E] : llvm::enumerate(Errors))
    ErrorMarks.add(SM, E.FileLoc, I);
}

std::string WholeFunctions::describe(const ParseError &E) const {
  return messages::HasError(shortPlaceOf(SM, E.FileLoc), E.Message);
}

std::optional<std::string> WholeFunctions::errorIn(SourceRange Range) const {
  std::optional<unsigned> Id = ErrorMarks.firstIn(SM, Range);
  return Id ? Reason(describe(Errors[*Id])) : std::nullopt;
}

/// The bodies of the functions that \p R declares, where they are written.
static void bodiesOf(const RecordDecl *R, SmallVectorImpl<SourceRange> &Out) {
  for (const Decl *D : R->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && !F->isDefaulted() && !F->isDeleted() && bodyOf(*F).isValid())
      Out.push_back(bodyOf(*F));
    if (const auto *Inner = dyn_cast<CXXRecordDecl>(D))
      if (Inner != R && !Inner->isInjectedClassName())
        bodiesOf(Inner, Out);
  }
}

static const Decl &writtenAs(const Decl &D) {
  if (const auto *F = dyn_cast<FunctionDecl>(&D))
    return patternOf(*F);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(&D))
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      return *Pattern;
  return D;
}

/// A mark in \p D, where it is written; of a record but for the bodies of its
/// functions.
std::optional<unsigned>
WholeFunctions::markIn(const Decl *D, const SourceMarks &Marks,
                       const SourceMarks::Filter &Counts) const {
  D = &writtenAs(*D);
  SourceRange Range = D->getSourceRange();
  const auto *R = dyn_cast<RecordDecl>(D);
  if (!R || !Marks.firstIn(SM, Range))
    return Marks.firstIn(SM, Range, Counts);
  SmallVector<SourceRange> Bodies;
  bodiesOf(R, Bodies);
  std::optional<unsigned> First;
  auto Look = [&](SourceLocation Begin, SourceLocation End) {
    if (auto Id = Marks.firstIn(SM, {Begin, End}, Counts);
        Id && (!First || *Id < *First))
      First = Id;
  };
  SourceLocation From = Range.getBegin();
  for (SourceRange Body : Bodies) {
    Look(From, Body.getBegin());
    From = Body.getEnd();
  }
  Look(From, Range.getEnd());
  return First;
}

WholeFunctions::Reason WholeFunctions::ownError(const Decl *D) {
  if (isa<RecordDecl>(D) && D->isInvalidDecl())
    return messages::HasErrors();
  if (std::optional<unsigned> Id = markIn(D, ErrorMarks))
    return describe(Errors[*Id]);
  if (D->isInvalidDecl())
    return messages::HasInvalidDeclaration();
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    for (const ParmVarDecl *P : F->parameters())
      if (P->isInvalidDecl())
        return messages::HasInvalidParameter(P->getNameAsString());
  if (const auto *V = dyn_cast<VarDecl>(D))
    if (V->getInit() && V->getInit()->containsErrors())
      return messages::HasErrors();
  return std::nullopt;
}

/// \p Region, an #if to its #endif, holds \p D as a whole.
static bool holds(const SourceManager &SM, SourceRange Region, const Decl *D) {
  FileStretch Whole(SM, Region), Inner(SM, writtenAs(*D).getSourceRange());
  return Inner.File == Whole.File && Inner.Begin >= Whole.Begin &&
         Inner.End <= Whole.End;
}

/// \p Region holds \p F as a whole: it says whether there is such a function.
/// What it is can change only if the text has another of the name.
static bool hidesAlternative(const SourceManager &SM, SourceRange Region,
                             const FunctionDecl *F) {
  if (!F->getIdentifier())
    return true;
  FileStretch Whole(SM, Region), Inner(SM, patternOf(*F).getSourceRange());
  StringRef Text = SM.getBufferData(Whole.File);
  return Text.slice(Whole.Begin, Inner.Begin).contains(F->getName()) ||
         Text.slice(Inner.End, Whole.End).contains(F->getName());
}

WholeFunctions::Weight WholeFunctions::weightOf(const Doubt &Of, const Decl *In,
                                                const FunctionDecl *Root) {
  if (Of.IsSettled)
    return Weight::None;
  bool IsAround = Of.Region.isValid() && holds(SM, Of.Region, In);
  if (IsAround && In == Root && !hidesAlternative(SM, Of.Region, Root))
    return Weight::None;
  if (!Macros || !Macros->mayAssume(Of.Macro))
    return Weight::Doubt;
  if (IsAround || (!Of.Used.empty() && Of.Used != Of.Macro.Name &&
                   Macros->hasOneDefinition(Of.Used)))
    return Weight::Assumption;
  // It decides inside of the declaration.
  FileStretch Written(SM, writtenAs(*In).getSourceRange());
  bool IsOwn =
      Written.File == FileStretch(SM, patternOf(*Root).getLocation()).File ||
      Written.text(SM).contains("__shared__");
  return IsOwn ? Weight::Doubt : Weight::Assumption;
}

/// \p D is used, but something of its name was lost to an error.
WholeFunctions::Reason WholeFunctions::lostOverload(const Decl *D) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  if (!Named || !Named->getIdentifier() ||
      !(isa<FunctionDecl>(D) || isa<ClassTemplateSpecializationDecl>(D)) ||
      SM.isInSystemHeader(D->getLocation()))
    return std::nullopt;
  if (!HiddenDeclarations)
    HiddenDeclarations = hiddenDeclarations(AST, Errors, ErrorMarks);
  auto It = HiddenDeclarations->find(Named->getName());
  if (It == HiddenDeclarations->end())
    return std::nullopt;
  return messages::HasBrokenOverload(describe(Errors[It->second]));
}

/// "calls 'f'; 'f' has an error: ..."
static std::string throughUse(const Decl *D, const std::string &Why) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  const std::string Name = Named ? Named->getNameAsString() : "";
  return isa<FunctionDecl>(D) ? messages::CallsBroken(Name, Why)
         : isa<TagDecl>(D)    ? messages::UsesBrokenType(Name, Why)
                              : messages::UsesBroken(Name, Why);
}

std::optional<std::string> WholeFunctions::whyBroken(const Decl *Root) {
  if (Errors.empty() && !HasTakenErrors)
    return std::nullopt;
  Root = UseGraph::nodeOf(Root) ? UseGraph::nodeOf(Root) : Root;
  if (auto It = KnownBroken.find(Root); It != KnownBroken.end())
    return It->second;
  Reason Found;
  Uses.reaches(Root, [&](const Decl *D) {
    Found = ownError(D);
    if (const std::string &InTree = Uses[D].Broken; !Found && !InTree.empty())
      Found = InTree;
    if (!Found && D != Root)
      Found = lostOverload(D);
    if (Found && D != Root)
      Found = throughUse(D, *Found);
    return Found.has_value();
  });
  if (Found)
    Found = messages::It(*Found);
  KnownBroken[Root] = Found;
  return Found;
}

const WholeFunctions::MayChange &
WholeFunctions::mayChange(const FunctionDecl *F) {
  const auto *Root = cast_or_null<FunctionDecl>(UseGraph::nodeOf(F));
  if (!Root)
    Root = F;
  auto [It, IsNew] = KnownToChange.try_emplace(Root);
  if (!IsNew || !InDoubt || (InDoubt->isNone() && !Uses.HasStandIns))
    return It->second;
  MayChange Found;
  std::map<std::string, unsigned> Assumed; // The first test of each.
  Uses.reaches(Root, [&](const Decl *D) {
    std::optional<unsigned> Id = markIn(D, InDoubt->Marks, [&](unsigned I) {
      const Doubt &Of = InDoubt->All[I];
      Weight W = weightOf(Of, D, Root);
      if (W == Weight::Assumption) {
        unsigned &First = Assumed.try_emplace(Of.Macro.Name, I).first->second;
        First = std::min(First, I);
      }
      return W == Weight::Doubt;
    });
    Found.IsByHeader |= Id && !InDoubt->All[*Id].IsOfGcc;
    if (Id)
      Found.Why = InDoubt->All[*Id].Why;
    else if (const std::string &InTree = Uses[D].Doubt; !InTree.empty())
      Found.Why = D == Root ? InTree : throughUse(D, InTree);
    return Found.Why.has_value();
  });
  if (Found.Why)
    Found.Why = messages::It(*Found.Why);
  for (const auto &[Name, Id] : Assumed)
    if (!Found.Why)
      Found.Assumed.push_back(InDoubt->All[Id].Macro);
  return KnownToChange[Root] = std::move(Found);
}

} // namespace warplint
