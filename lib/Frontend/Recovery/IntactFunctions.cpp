//===- IntactFunctions.cpp - Which functions survived the errors ----------===//

#include "IntactFunctions.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Names that broken declarations would have
//===----------------------------------------------------------------------===//

namespace {

/// The errors that lie in bodies of functions.
class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  BodyVisitor(const SourceManager &SM, llvm::ArrayRef<ParseError> Errors)
      : SM(SM), InBody(Errors.size()) {
    for (unsigned I = 0; I < Errors.size(); ++I)
      if (Errors[I].FileLoc.isValid())
        Marks.add(SM, Errors[I].FileLoc, I);
  }
  bool TraverseStmt(Stmt *) { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (const Stmt *Body =
            F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr)
      Marks.firstIn(SM, Body->getSourceRange(), [&](unsigned Id) {
        InBody[Id] = true;
        return false;
      });
    return true;
  }

  const SourceManager &SM;
  SourceMarks Marks;
  std::vector<bool> InBody;
};

} // namespace

/// Where the declaration around \p At begins: behind the last ; or brace.
static size_t beginOfDeclaration(StringRef Text, size_t At) {
  size_t Before = Text.substr(0, At).find_last_of(";{}");
  return Before == StringRef::npos ? 0 : Before + 1;
}

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
hiddenDeclarations(ASTContext &AST, llvm::ArrayRef<ParseError> Errors) {
  const SourceManager &SM = AST.getSourceManager();
  BodyVisitor Bodies(SM, Errors);
  Bodies.TraverseDecl(AST.getTranslationUnitDecl());
  llvm::StringMap<unsigned> Names;
  for (unsigned I = 0; I < Errors.size(); ++I) {
    if (Bodies.InBody[I] || Errors[I].FileLoc.isInvalid() ||
        SM.isInSystemHeader(Errors[I].FileLoc))
      continue;
    auto [File, At] = SM.getDecomposedLoc(Errors[I].FileLoc);
    StringRef Text = SM.getBufferData(File);
    size_t Begin = beginOfDeclaration(Text, At);
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
                               const MissingHeaderEffects *InDoubt)
    : AST(AST), SM(AST.getSourceManager()), Errors(std::move(Given)),
      InDoubt(InDoubt) {
  for (const auto &[I, E] : llvm::enumerate(Errors))
    if (E.FileLoc.isValid())
      ErrorMarks.add(SM, E.FileLoc, I);
}

std::string WholeFunctions::describe(const ParseError &E) const {
  return "has an error: " + shortPlaceOf(SM, E.FileLoc) + ": " + E.Message;
}

/// The bodies of the functions that \p R declares, where they are written.
static void bodiesOf(const RecordDecl *R, SmallVectorImpl<SourceRange> &Out) {
  for (const Decl *D : R->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (const Stmt *Body = F->doesThisDeclarationHaveABody() &&
                                     !F->isDefaulted() && !F->isDeleted()
                                 ? F->getBody()
                                 : nullptr)
        Out.push_back(Body->getSourceRange());
    if (const auto *Inner = dyn_cast<CXXRecordDecl>(D))
      if (Inner != R && !Inner->isInjectedClassName())
        bodiesOf(Inner, Out);
  }
}

/// A mark in \p D, where it is written; of a record but for the bodies of its
/// functions.
std::optional<unsigned>
WholeFunctions::markIn(const Decl *D, const SourceMarks &Marks,
                       const SourceMarks::Filter &Counts) const {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    D = &patternOf(*F);
  else if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      D = Pattern;
  SourceRange Range = D->getSourceRange();
  const auto *R = dyn_cast<RecordDecl>(D);
  if (!R || !Marks.firstIn(SM, Range))
    return Marks.firstIn(SM, Range, Counts);
  SmallVector<SourceRange> Bodies;
  bodiesOf(R, Bodies);
  return Marks.firstIn(SM, Range, [&](unsigned Id) {
    return llvm::none_of(Bodies, [&](SourceRange Body) {
      // The same number may be elsewhere, too: then it is found there.
      return Marks.firstIn(SM, Body, [&](unsigned I) { return I == Id; })
          .has_value();
    });
  });
}

WholeFunctions::Reason WholeFunctions::ownError(const Decl *D) {
  if (isa<RecordDecl>(D) && D->isInvalidDecl())
    return "has errors";
  if (std::optional<unsigned> Id = markIn(D, ErrorMarks))
    return describe(Errors[*Id]);
  if (D->isInvalidDecl())
    return "has an invalid declaration";
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    for (const ParmVarDecl *P : F->parameters())
      if (P->isInvalidDecl())
        return "has an invalid parameter '" + P->getNameAsString() + "'";
  if (const auto *V = dyn_cast<VarDecl>(D))
    if (V->getInit() && V->getInit()->containsErrors())
      return "has errors";
  return std::nullopt;
}

/// The #if ... #endif of \p D holds \p F as a whole: it says whether there is
/// such a function. What it is can change only if the text has another of the
/// name.
bool WholeFunctions::hidesAlternative(const Doubt &D,
                                      const FunctionDecl *F) const {
  if (D.Region.isInvalid())
    return true;
  auto [File, Begin] = SM.getDecomposedLoc(D.Region.getBegin());
  unsigned End = SM.getFileOffset(D.Region.getEnd());
  SourceRange Range = F->getSourceRange();
  auto [Own, From] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  unsigned To = SM.getFileOffset(SM.getFileLoc(Range.getEnd()));
  if (Own != File || From < Begin || To > End || !F->getIdentifier())
    return true;
  StringRef Text = SM.getBufferData(File);
  StringRef Name = F->getName();
  return Text.slice(Begin, From).contains(Name) ||
         Text.slice(To, End).contains(Name);
}

WholeFunctions::Reason WholeFunctions::ownDoubt(const Decl *D, bool IsRoot) {
  const auto *F = IsRoot ? dyn_cast<FunctionDecl>(D) : nullptr;
  std::optional<unsigned> Id = markIn(D, InDoubt->Marks, [&](unsigned I) {
    return !F || hidesAlternative(InDoubt->All[I], F);
  });
  return Id ? Reason(InDoubt->All[*Id].Why) : std::nullopt;
}

/// \p D is used, but something of its name was lost to an error.
WholeFunctions::Reason WholeFunctions::lostOverload(const Decl *D) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  if (!Named || !Named->getIdentifier() ||
      !(isa<FunctionDecl>(D) || isa<ClassTemplateSpecializationDecl>(D)) ||
      SM.isInSystemHeader(D->getLocation()))
    return std::nullopt;
  if (!HiddenDeclarations)
    HiddenDeclarations = hiddenDeclarations(AST, Errors);
  auto It = HiddenDeclarations->find(Named->getName());
  if (It == HiddenDeclarations->end())
    return std::nullopt;
  return "has a namesake which " + describe(Errors[It->second]);
}

WholeFunctions::Reason WholeFunctions::ownProblem(const Decl *D, Problem P,
                                                  bool IsRoot) {
  if (P == Doubtful)
    return ownDoubt(D, IsRoot);
  if (Reason R = ownError(D))
    return R;
  if (const std::string &InTree = Uses[D].Broken; !InTree.empty())
    return InTree;
  return IsRoot ? std::nullopt : lostOverload(D);
}

/// "calls 'f', which has an error: ..."
static std::string throughUse(const Decl *D, const std::string &Why) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  StringRef Verb = isa<FunctionDecl>(D) ? "calls '"
                   : isa<TagDecl>(D)    ? "uses type '"
                                        : "uses '";
  return Verb.str() + (Named ? Named->getNameAsString() : "") + "', which " +
         Why;
}

WholeFunctions::Reason WholeFunctions::why(const Decl *Root, Problem P) {
  Root = UseGraph::nodeOf(Root) ? UseGraph::nodeOf(Root) : Root;
  if (auto It = Known[P].find(Root); It != Known[P].end())
    return It->second;
  Reason Found;
  Uses.reaches(Root, [&](const Decl *D) {
    Found = ownProblem(D, P, /*IsRoot=*/D == Root);
    if (Found && D != Root && P == Broken)
      Found = throughUse(D, *Found);
    return Found.has_value();
  });
  Known[P][Root] = Found;
  return Found;
}

std::optional<std::string> WholeFunctions::whyBroken(const FunctionDecl *F) {
  return Errors.empty() ? std::nullopt : why(F, Broken);
}

bool WholeFunctions::isWhole(const Decl *D) {
  return Errors.empty() || !why(D, Broken);
}

std::optional<std::string> WholeFunctions::whyDoubtful(const FunctionDecl *F) {
  if (!InDoubt || InDoubt->Marks.empty())
    return std::nullopt;
  return why(F, Doubtful);
}

} // namespace warplint
