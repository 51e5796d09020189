//===- SourceText.cpp - Places, types and names as the user wrote them ----===//

#include "warplint/Kernel/SourceText.h"
#include "warplint/Frontend/MadeClasses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace warplint {

/// The characters of a file that \p Range stands for; invalid when there are
/// none.
static CharSourceRange fileRange(const SourceManager &SM,
                                 const LangOptions &LangOpts,
                                 SourceRange Range) {
  if (Range.isInvalid())
    return {};
  CharSourceRange Tokens = CharSourceRange::getTokenRange(Range);
  // Succeeds for text in a file, for a whole macro argument, for a whole
  // expansion.
  CharSourceRange Chars = Lexer::makeFileCharRange(Tokens, SM, LangOpts);
  if (Chars.isInvalid())
    Chars = Lexer::getAsCharRange(SM.getExpansionRange(Range), SM, LangOpts);
  if (Chars.isInvalid() || Chars.getBegin().isMacroID() ||
      Chars.getEnd().isMacroID())
    return {};
  std::pair<FileID, unsigned> Begin = SM.getDecomposedLoc(Chars.getBegin());
  std::pair<FileID, unsigned> End = SM.getDecomposedLoc(Chars.getEnd());
  if (Begin.first != End.first || Begin.second > End.second ||
      !SM.getFileEntryRefForID(Begin.first))
    return {};
  return Chars;
}

SourcePlace toPlace(const SourceManager &SM, const LangOptions &LangOpts,
                    SourceRange Range) {
  CharSourceRange Chars = fileRange(SM, LangOpts, Range);
  if (Chars.isInvalid())
    return {};
  SourcePlace Place;
  Place.File = SM.getFilename(Chars.getBegin()).str();
  Place.Line = SM.getSpellingLineNumber(Chars.getBegin());
  Place.Column = SM.getSpellingColumnNumber(Chars.getBegin());
  Place.EndLine = SM.getSpellingLineNumber(Chars.getEnd());
  Place.EndColumn = SM.getSpellingColumnNumber(Chars.getEnd());
  return Place;
}

std::string sourceText(const SourceManager &SM, const LangOptions &LangOpts,
                       SourceRange Range) {
  CharSourceRange Chars = fileRange(SM, LangOpts, Range);
  if (Chars.isInvalid())
    return {};
  return Lexer::getSourceText(Chars, SM, LangOpts).str();
}

/// The token of the body of the macro that \p Location immediately comes out
/// of.
static SourceLocation inMacroBody(const SourceManager &SM,
                                  SourceLocation Location) {
  // Of a macro argument, it is the parameter's use in the body.
  if (SM.isMacroArgExpansion(Location))
    return SM.getImmediateExpansionRange(Location).getBegin();
  return Location;
}

std::vector<FindingNote> macroNotes(const SourceManager &SM,
                                    const LangOptions &LangOpts,
                                    SourceRange Range) {
  std::vector<FindingNote> Notes;
  SourceLocation Location =
      Range.getBegin().isMacroID() ? Range.getBegin() : Range.getEnd();
  while (Location.isMacroID()) {
    SourceLocation Body = inMacroBody(SM, Location);
    StringRef Name =
        Lexer::getImmediateMacroNameForDiagnostics(Body, SM, LangOpts);
    FindingNote Note;
    Note.Where = toPlace(SM, LangOpts, SM.getSpellingLoc(Body));
    Note.Message = "expanded from macro '" + Name.str() + "'";
    Notes.push_back(std::move(Note));
    Location = SM.getImmediateMacroCallerLoc(Location);
  }
  std::reverse(Notes.begin(), Notes.end());
  return Notes;
}

/// How types and template arguments are written in messages.
static PrintingPolicy messagePolicy(const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.SuppressUnwrittenScope = true;
  Policy.SuppressDefaultTemplateArgs = false;
  Policy.Bool = true;
  return inMessages(Policy);
}

/// A name from inside a class (Traits<T>::Element) says little to the user:
/// what it stands for is printed instead.
static bool isMemberTypedef(QualType Type) {
  const auto *Typedef = Type->getAs<TypedefType>();
  return Typedef && Typedef->getDecl()->getDeclContext()->isRecord();
}

static std::string elementType(const ASTContext &Context, QualType Type) {
  if (const auto *Record = Type->getAsRecordDecl())
    if (!Record->getDeclName() && !Record->getTypedefNameForAnonDecl())
      return Record->isUnion() ? "union" : "struct";
  if (isMemberTypedef(Type))
    Type = Type.getCanonicalType();
  return Type.getAsString(messagePolicy(Context));
}

std::string declaredType(const ASTContext &Context,
                         const ValueDecl &Declaration) {
  QualType Type = Declaration.getType();
  if (Type.isNull())
    return {};
  std::string Dimensions;
  while (const ArrayType *Array = Context.getAsArrayType(Type)) {
    Dimensions += '[';
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
      Dimensions += std::to_string(Constant->getZExtSize());
    else if (const auto *Dependent = dyn_cast<DependentSizedArrayType>(Array))
      if (const Expr *Size = Dependent->getSizeExpr()) {
        llvm::raw_string_ostream OS(Dimensions);
        Size->printPretty(OS, nullptr, messagePolicy(Context));
      }
    Dimensions += ']';
    Type = Array->getElementType();
  }
  return elementType(Context, Type) + Dimensions;
}

SourcePlace declarationPlace(const ASTContext &Context,
                             const ValueDecl &Declaration) {
  return toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 Declaration.getLocation());
}

std::string qualifiedName(const NamedDecl &Named) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Named.printQualifiedName(OS, messagePolicy(Named.getASTContext()));
  return Name;
}

std::string templateArguments(const FunctionDecl &Function) {
  const TemplateArgumentList *Arguments =
      Function.getTemplateSpecializationArgs();
  if (!Arguments)
    return {};
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTemplateArgumentList(
      OS, Arguments->asArray(), messagePolicy(Function.getASTContext()),
      Template ? Template->getTemplateParameters() : nullptr);
  return Text;
}

llvm::StringSet<> variableNames(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::StringSet<> Names;
  llvm::SmallVector<const DeclContext *> Work = {
      Context.getTranslationUnitDecl()};
  auto Enter = [&](const Decl *D) {
    if (const auto *Inner = dyn_cast<DeclContext>(D))
      Work.push_back(Inner);
  };
  while (!Work.empty()) {
    const DeclContext *In = Work.pop_back_val();
    for (const Decl *D : In->decls()) {
      if (In->isFileContext() && SM.isInSystemHeader(D->getLocation()))
        continue;
      if (const auto *Template = dyn_cast<TemplateDecl>(D);
          Template && Template->getTemplatedDecl())
        D = Template->getTemplatedDecl();
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (Variable && Variable->getIdentifier() && In->isFunctionOrMethod())
        Names.insert(Variable->getName());
      Enter(D);
    }
  }
  return Names;
}

} // namespace warplint
