//===- TemplateArgumentText.cpp - Template arguments as text --------------===//

#include "TemplateArgumentText.h"
#include "warplint/Frontend/Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

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

static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

TemplateArgumentLoc typeArgument(Sema &S, QualType T, SourceLocation Loc) {
  return TemplateArgumentLoc(TemplateArgument(T),
                             S.Context.getTrivialTypeSourceInfo(T, Loc));
}

TemplateArgumentLoc valueArgument(Expr *Value) {
  return TemplateArgumentLoc(TemplateArgument(Value, /*IsCanonical=*/false),
                             Value);
}

Expr *integerOf(Sema &S, int64_t Value, QualType T, SourceLocation Loc) {
  llvm::APInt Bits(64, static_cast<uint64_t>(Value), /*isSigned=*/true);
  llvm::APSInt Number(Bits.sextOrTrunc(S.Context.getIntWidth(T)),
                      T->isUnsignedIntegerOrEnumerationType());
  ExprResult E = S.BuildExpressionFromNonTypeTemplateArgument(
      TemplateArgument(S.Context, Number, T), Loc);
  return E.isInvalid() ? nullptr : E.get();
}

namespace {

class Reader {
public:
  Reader(Sema &S, DeclContext *From, SourceLocation Loc, StringRef Text,
         std::string &Error)
      : S(S), From(From), Loc(Loc), Rest(Text), Error(Error) {}

  std::optional<TemplateArgumentLoc> read() {
    std::optional<TemplateArgumentLoc> Argument = argument();
    skipSpace();
    if (Argument && !Rest.empty())
      return fail("'" + Rest + "' is not understood");
    return Argument;
  }

private:
  struct Named {
    QualType Type;
    Expr *Value = nullptr;
  };

  std::optional<TemplateArgumentLoc> argument() {
    StringRef Word = peekWord();
    if (acceptWord("nullptr")) {
      return valueArgument(new (S.Context)
                               CXXNullPtrLiteralExpr(S.Context.NullPtrTy, Loc));
    }
    bool IsNumber = Word.empty() && !Rest.starts_with("::");
    if (IsNumber || Word == "true" || Word == "false") {
      Expr *Value = constant();
      return Value ? std::optional(valueArgument(Value)) : std::nullopt;
    }
    StringRef Before = Rest;
    QualType T = type();
    if (!T.isNull())
      return typeArgument(S, T, Loc);
    // The name of a constant.
    std::string TypeError = std::exchange(Error, {});
    Rest = Before;
    std::optional<Named> Found = name();
    if (Found && Found->Value)
      return valueArgument(Found->Value);
    Error = TypeError;
    return std::nullopt;
  }

  QualType type() {
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

  QualType builtin() {
    static constexpr std::pair<StringRef, CanQualType ASTContext::*> Types[] = {
        {"int", &ASTContext::IntTy},     {"char", &ASTContext::CharTy},
        {"float", &ASTContext::FloatTy}, {"double", &ASTContext::DoubleTy},
        {"bool", &ASTContext::BoolTy},   {"void", &ASTContext::VoidTy}};
    ASTContext &C = S.Context;
    bool IsUnsigned = false, IsSigned = false, IsShort = false;
    unsigned Longs = 0;
    QualType T;
    auto AcceptType = [&] {
      for (auto [Name, Type] : Types)
        if (T.isNull() && acceptWord(Name)) {
          T = C.*Type;
          return true;
        }
      return false;
    };
    auto AcceptAny = [&] {
      return (acceptWord("unsigned") && (IsUnsigned = true)) ||
             (acceptWord("signed") && (IsSigned = true)) ||
             (acceptWord("short") && (IsShort = true)) ||
             (acceptWord("long") && ++Longs) || AcceptType();
    };
    if (!AcceptAny())
      return {};
    while (AcceptAny())
      ;
    if (T == C.CharTy)
      return IsUnsigned ? C.UnsignedCharTy
             : IsSigned ? C.SignedCharTy
                        : C.CharTy;
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

  std::optional<Named> name() {
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
        return fail(UnknownNameError + Word + "'");
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
      TagDecl *Tag =
          Result.Type.isNull() ? nullptr : Result.Type->getAsTagDecl();
      if (!Tag || (isa<RecordDecl>(Tag) && !S.isCompleteType(Loc, Result.Type)))
        return fail("'" + Word + "' has no members that can be named");
      In = Tag;
    }
  }

  /// The specialization of \p Template with the arguments that follow.
  QualType specialize(NamedDecl &Template) {
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

  Expr *constant() {
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
      return new (C)
          CharacterLiteral(static_cast<unsigned char>(Character),
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

  Expr *number(bool IsNegative) {
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
    return integerOf(
        S, Signed,
        llvm::isInt<32>(Signed) ? S.Context.IntTy : S.Context.LongLongTy, Loc);
  }

  NamedDecl *lookUp(StringRef Name, DeclContext *In) {
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

  QualType suffixes(QualType T) {
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

  void skipSpace() { Rest = Rest.ltrim(); }

  bool accept(StringRef Punctuation) {
    skipSpace();
    return Rest.consume_front(Punctuation);
  }

  StringRef peekWord() {
    skipSpace();
    if (Rest.empty() || llvm::isDigit(Rest.front()))
      return {};
    return Rest.take_while(isWordPart);
  }

  bool acceptWord(StringRef Word) {
    if (peekWord() != Word)
      return false;
    Rest = Rest.drop_front(Word.size());
    return true;
  }

  std::nullopt_t fail(const llvm::Twine &Message) {
    if (Error.empty())
      Error = Message.str();
    return std::nullopt;
  }

  Sema &S;
  DeclContext *From;
  SourceLocation Loc;
  StringRef Rest;
  std::string &Error;
};

} // namespace

std::optional<TemplateArgumentLoc>
readTemplateArgument(Sema &S, DeclContext *From, SourceLocation Loc,
                     StringRef Text, std::string &Error) {
  std::optional<TemplateArgumentLoc> Argument =
      Reader(S, From, Loc, Text, Error).read();
  if (Argument)
    Error.clear();
  return Argument;
}

} // namespace warplint
