//===- TemplateArgumentText.cpp - Template arguments as text --------------===//

#include "TemplateArgumentText.h"
#include "warplint/Frontend/Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

std::optional<std::pair<std::string, std::vector<std::string>>>
splitTemplateId(StringRef Text) {
  Text = Text.trim();
  size_t Open = Text.find('<');
  std::pair<std::string, std::vector<std::string>> Id;
  Id.first = Text.take_front(Open).rtrim().str();
  if (Open == StringRef::npos)
    return Id;
  if (!Text.ends_with(">"))
    return std::nullopt;
  StringRef Inner = Text.drop_back().drop_front(Open + 1);
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= Inner.size(); ++I) {
    char C = I < Inner.size() ? Inner[I] : ',';
    if (C == '<' || C == '(')
      ++Depth;
    if ((C == '>' || C == ')') && Depth-- == 0)
      return std::nullopt;
    if (C != ',' || Depth)
      continue;
    StringRef Part = Inner.slice(Begin, I).trim();
    // A trailing comma is an argument that was forgotten.
    if (Part.empty() && !(I == Inner.size() && Id.second.empty()))
      return std::nullopt;
    if (!Part.empty())
      Id.second.push_back(Part.str());
    Begin = I + 1;
  }
  if (Depth)
    return std::nullopt;
  return Id;
}

std::nullopt_t TemplateArgumentText::fail(const llvm::Twine &Message) {
  if (Error.empty())
    Error = Message.str();
  return std::nullopt;
}

bool TemplateArgumentText::accept(StringRef Punctuation) {
  skipSpace();
  return Rest.consume_front(Punctuation);
}

static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

StringRef TemplateArgumentText::peekWord() {
  skipSpace();
  if (Rest.empty() || llvm::isDigit(Rest.front()))
    return {};
  return Rest.take_while(isWordPart);
}

bool TemplateArgumentText::acceptWord(StringRef Word) {
  if (peekWord() != Word)
    return false;
  Rest = Rest.drop_front(Word.size());
  return true;
}

std::optional<TemplateArgumentLoc> TemplateArgumentText::read(StringRef Text) {
  Rest = Text;
  Error.clear();
  std::optional<TemplateArgumentLoc> Argument = argument();
  skipSpace();
  if (Argument && !Rest.empty())
    return fail("'" + Rest + "' is not understood");
  return Argument;
}

TemplateArgumentLoc TemplateArgumentText::typeArgument(QualType T) {
  return TemplateArgumentLoc(TemplateArgument(T),
                             S.Context.getTrivialTypeSourceInfo(T, Loc));
}

std::optional<TemplateArgumentLoc> TemplateArgumentText::argument() {
  StringRef Word = peekWord();
  if (acceptWord("nullptr")) {
    auto *Null =
        new (S.Context) CXXNullPtrLiteralExpr(S.Context.NullPtrTy, Loc);
    return TemplateArgumentLoc(TemplateArgument(Null, /*IsCanonical=*/false),
                               Null);
  }
  bool IsNumber = Word.empty() && !Rest.starts_with("::");
  if (IsNumber || Word == "true" || Word == "false") {
    Expr *Value = constant();
    if (!Value)
      return std::nullopt;
    return TemplateArgumentLoc(TemplateArgument(Value, /*IsCanonical=*/false),
                               Value);
  }
  StringRef Before = Rest;
  QualType T = type();
  if (!T.isNull())
    return typeArgument(T);
  // The name of a constant.
  std::string TypeError = std::exchange(Error, {});
  Rest = Before;
  std::optional<Named> Found = name();
  if (Found && Found->Value)
    return TemplateArgumentLoc(
        TemplateArgument(Found->Value, /*IsCanonical=*/false), Found->Value);
  Error = TypeError;
  return std::nullopt;
}

QualType TemplateArgumentText::builtin() {
  ASTContext &C = S.Context;
  bool IsUnsigned = false, IsSigned = false, IsShort = false, IsAny = false;
  unsigned Longs = 0;
  QualType T;
  for (;; IsAny = true) {
    if (acceptWord("unsigned"))
      IsUnsigned = true;
    else if (acceptWord("signed"))
      IsSigned = true;
    else if (acceptWord("short"))
      IsShort = true;
    else if (acceptWord("long"))
      ++Longs;
    else if (T.isNull() && acceptWord("int"))
      T = C.IntTy;
    else if (T.isNull() && acceptWord("char"))
      T = C.CharTy;
    else if (T.isNull() && acceptWord("float"))
      T = C.FloatTy;
    else if (T.isNull() && acceptWord("double"))
      T = C.DoubleTy;
    else if (T.isNull() && acceptWord("bool"))
      T = C.BoolTy;
    else if (T.isNull() && acceptWord("void"))
      T = C.VoidTy;
    else
      break;
  }
  if (!IsAny)
    return {};
  if (T == C.CharTy)
    return IsUnsigned ? C.UnsignedCharTy : IsSigned ? C.SignedCharTy : C.CharTy;
  if (!T.isNull() && T != C.IntTy)
    return T;
  if (IsShort)
    return IsUnsigned ? C.UnsignedShortTy : C.ShortTy;
  if (Longs == 1)
    return IsUnsigned ? C.UnsignedLongTy : C.LongTy;
  if (Longs > 1)
    return IsUnsigned ? C.UnsignedLongLongTy : C.LongLongTy;
  return IsUnsigned ? C.UnsignedIntTy : C.IntTy;
}

QualType TemplateArgumentText::suffixes(QualType T) {
  for (;;) {
    if (accept("*"))
      T = S.Context.getPointerType(T);
    else if (accept("&"))
      T = S.Context.getLValueReferenceType(T);
    else if (acceptWord("const"))
      T = T.withConst();
    else
      return T;
  }
}

QualType TemplateArgumentText::type() {
  bool IsConst = false;
  for (;;) {
    if (acceptWord("const"))
      IsConst = true;
    else if (!acceptWord("typename") && !acceptWord("struct") &&
             !acceptWord("class") && !acceptWord("enum"))
      break;
  }
  QualType T = builtin();
  if (T.isNull()) {
    std::optional<Named> Found = name();
    if (!Found)
      return {};
    T = Found->Type;
  }
  if (T.isNull())
    return {};
  return suffixes(IsConst ? T.withConst() : T);
}

NamedDecl *TemplateArgumentText::lookUp(StringRef Name, DeclContext *In) {
  LookupResult Found(S, DeclarationName(&S.Context.Idents.get(Name)), Loc,
                     Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  DeclContext *Scope = In ? In : From;
  do {
    if (!Scope->isDependentContext())
      S.LookupQualifiedName(Found, Scope->getPrimaryContext());
    if (!Found.empty() || In)
      break;
  } while ((Scope = Scope->getLookupParent()));
  if (Found.empty())
    return nullptr;
  return (*Found.begin())->getUnderlyingDecl();
}

/// The specialization of \p Template with the arguments that follow.
QualType TemplateArgumentText::specialize(NamedDecl &Template) {
  auto *T = dyn_cast<TemplateDecl>(&Template);
  if (!T || !isa<ClassTemplateDecl, TypeAliasTemplateDecl>(T)) {
    fail("'" + Template.getNameAsString() + "' is no class template");
    return {};
  }
  TemplateArgumentListInfo Arguments(Loc, Loc);
  if (!accept(">"))
    do {
      std::optional<TemplateArgumentLoc> A = argument();
      if (!A)
        return {};
      Arguments.addArgument(*A);
    } while (accept(","));
  if (Arguments.size() && !accept(">")) {
    fail("expected '>'");
    return {};
  }
  return S.CheckTemplateIdType(ElaboratedTypeKeyword::None, TemplateName(T),
                               Loc, Arguments, /*Scope=*/nullptr,
                               /*ForNestedNameSpecifier=*/false);
}

std::optional<TemplateArgumentText::Named> TemplateArgumentText::name() {
  DeclContext *In = nullptr;
  if (accept("::"))
    In = S.Context.getTranslationUnitDecl();
  for (;;) {
    StringRef Word = peekWord();
    if (Word.empty())
      return fail("expected a type or a constant");
    Rest = Rest.drop_front(Word.size());
    NamedDecl *Found = lookUp(Word, In);
    if (!Found)
      return fail(UnknownName + Word + "'");
    Named Result;
    if (isa<TemplateDecl>(Found)) {
      if (!accept("<"))
        return fail("'" + Word + "' needs template arguments");
      Result.Type = specialize(*Found);
      if (Result.Type.isNull())
        return fail("'" + Word + "' can not have these template arguments");
    } else if (auto *Type = dyn_cast<TypeDecl>(Found)) {
      Result.Type = S.Context.getTypeDeclType(ElaboratedTypeKeyword::None,
                                              std::nullopt, Type);
    } else if (auto *Value = dyn_cast<ValueDecl>(Found);
               Value && !isa<FieldDecl>(Value)) {
      bool IsLValue = !isa<EnumConstantDecl>(Value);
      Result.Value =
          S.BuildDeclRefExpr(Value, Value->getType().getNonReferenceType(),
                             IsLValue ? VK_LValue : VK_PRValue, Loc);
    }
    if (!accept("::"))
      return Result;
    if (auto *Alias = dyn_cast<NamespaceAliasDecl>(Found))
      Found = Alias->getNamespace();
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Found)) {
      In = Namespace;
      continue;
    }
    TagDecl *Tag = Result.Type.isNull() ? nullptr : Result.Type->getAsTagDecl();
    if (!Tag || (isa<RecordDecl>(Tag) && !S.isCompleteType(Loc, Result.Type)))
      return fail("'" + Word + "' has no members that can be named");
    In = Tag;
  }
}

Expr *TemplateArgumentText::number(bool IsNegative) {
  skipSpace();
  StringRef Digits =
      Rest.take_while([](char C) { return isWordPart(C) || C == '\''; });
  Rest = Rest.drop_front(Digits.size());
  std::string Clean;
  for (char C : Digits)
    if (C != '\'')
      Clean += C;
  StringRef Text = StringRef(Clean).rtrim("uUlL");
  uint64_t Value = 0;
  if (Text.getAsInteger(0, Value) || Value > INT64_MAX) {
    fail("'" + Digits + "' is no integer");
    return nullptr;
  }
  int64_t Signed =
      IsNegative ? -static_cast<int64_t>(Value) : static_cast<int64_t>(Value);
  QualType T = llvm::isInt<32>(Signed) ? S.Context.IntTy : S.Context.LongLongTy;
  llvm::APSInt Number(llvm::APInt(S.Context.getTypeSize(T),
                                  static_cast<uint64_t>(Signed),
                                  /*isSigned=*/true),
                      /*isUnsigned=*/false);
  ExprResult Result = S.BuildExpressionFromNonTypeTemplateArgument(
      TemplateArgument(S.Context, Number, T), Loc);
  return Result.isInvalid() ? nullptr : Result.get();
}

Expr *TemplateArgumentText::constant() {
  ASTContext &C = S.Context;
  for (bool Value : {false, true})
    if (acceptWord(Value ? "true" : "false"))
      return new (C) CXXBoolLiteralExpr(Value, C.BoolTy, Loc);
  if (accept("(")) {
    QualType T = type();
    if (T.isNull() || !accept(")")) {
      fail("expected a type in parentheses");
      return nullptr;
    }
    Expr *Value = constant();
    if (!Value)
      return nullptr;
    ExprResult Cast = S.BuildCStyleCastExpr(
        Loc, C.getTrivialTypeSourceInfo(T, Loc), Loc, Value);
    return Cast.isInvalid() ? nullptr : Cast.get();
  }
  skipSpace();
  if (Rest.size() >= 3 && Rest[0] == '\'' && Rest[2] == '\'') {
    char Character = Rest[1];
    Rest = Rest.drop_front(3);
    return new (C) CharacterLiteral(static_cast<unsigned char>(Character),
                                    CharacterLiteralKind::Ascii, C.CharTy, Loc);
  }
  bool IsNegative = accept("-");
  skipSpace();
  if (Rest.empty() || !llvm::isDigit(Rest.front())) {
    fail(Rest.empty() ? llvm::Twine("expected a type or a constant")
                      : "'" + Rest + "' is not understood");
    return nullptr;
  }
  return number(IsNegative);
}

} // namespace warplint
