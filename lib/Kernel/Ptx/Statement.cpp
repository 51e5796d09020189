//===- Statement.cpp - PTX text into statements ---------------------------===//

#include "Statement.h"
#include "Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace warplint::ptx;

static bool opens(const Token &T) {
  return T.is('{') || T.is('[') || T.is('(');
}
static bool closes(const Token &T) {
  return T.is('}') || T.is(']') || T.is(')');
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::optional<SmallVector<Tokens, 4>>
warplint::ptx::splitAtCommas(Tokens List) {
  SmallVector<Tokens, 4> Pieces;
  SmallVector<char, 8> Open;
  size_t Begin = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    const Token &T = List[I];
    if (opens(T)) {
      Open.push_back(T.Text.front());
    } else if (closes(T)) {
      const char Partner = T.is('}') ? '{' : T.is(']') ? '[' : '(';
      if (Open.empty() || Open.pop_back_val() != Partner)
        return std::nullopt;
    } else if (T.is(',') && Open.empty()) {
      Pieces.push_back(List.slice(Begin, I - Begin));
      Begin = I + 1;
    }
  }
  if (!List.empty())
    Pieces.push_back(List.drop_front(Begin));
  if (!Open.empty() || any_of(Pieces, [](Tokens P) { return P.empty(); }))
    return std::nullopt;
  return Pieces;
}

std::optional<Tokens> warplint::ptx::addressOf(Tokens Operand) {
  if (Operand.size() < 3 || !Operand.front().is('[') || !Operand.back().is(']'))
    return std::nullopt;
  return Operand.drop_front().drop_back();
}

bool warplint::ptx::isVector(Tokens Operand) {
  return Operand.size() >= 2 && Operand.front().is('{') &&
         Operand.back().is('}');
}

SmallVector<Tokens, 4> warplint::ptx::elementsOf(Tokens Operand) {
  if (!isVector(Operand))
    return {Operand};
  auto Elements = splitAtCommas(Operand.drop_front().drop_back());
  return Elements ? *Elements : SmallVector<Tokens, 4>();
}

bool Statement::hasAddress() const {
  return any_of(Operands, [](Tokens O) { return O.front().is('['); });
}

//===----------------------------------------------------------------------===//
// One statement
//===----------------------------------------------------------------------===//

/// Drops `@p` or `@!p` from the front. False when what follows `@` is no
/// register.
static bool takeGuard(Statement &S, Tokens &Rest) {
  if (Rest.empty() || !Rest.front().is('@'))
    return true;
  Rest = Rest.drop_front();
  if (!Rest.empty() && Rest.front().is('!')) {
    S.GuardNegated = true;
    Rest = Rest.drop_front();
  }
  if (Rest.empty() || (Rest.front().Kind != TokenKind::Word &&
                       Rest.front().Kind != TokenKind::Operand))
    return false;
  S.Guard = Rest.front();
  Rest = Rest.drop_front();
  return true;
}

/// Drops `.a.b.c` from the front into the opcode. False for a dot without a
/// word.
static bool takeQualifiers(Statement &S, Tokens &Rest) {
  while (!Rest.empty() && Rest.front().is('.')) {
    if (Rest.size() < 2 || Rest[1].Kind != TokenKind::Word)
      return false;
    S.Opcode.push_back(Rest[1].Text);
    Rest = Rest.drop_front(2);
  }
  return true;
}

static StatementKind parseInstruction(Statement &S, Tokens Rest) {
  if (!takeGuard(S, Rest) || Rest.empty() ||
      Rest.front().Kind != TokenKind::Word || Rest.front().Text[0] == '%')
    return StatementKind::Malformed;
  S.Opcode.push_back(Rest.front().Text);
  Rest = Rest.drop_front();
  if (!takeQualifiers(S, Rest))
    return StatementKind::Malformed;
  auto Operands = splitAtCommas(Rest);
  if (!Operands)
    return StatementKind::Malformed;
  S.Operands = std::move(*Operands);
  return StatementKind::Instruction;
}

/// `.reg .v2 .b32 a, b<4>` or `.shared .align 16 .b8 buffer[64]`.
static StatementKind parseDeclaration(Statement &S, Tokens Rest) {
  do {
    if (!takeQualifiers(S, Rest))
      return StatementKind::Malformed;
    if (!Rest.empty() && Rest.front().Kind == TokenKind::Number)
      Rest = Rest.drop_front(); // .align N
  } while (!Rest.empty() && Rest.front().is('.'));
  auto Names = splitAtCommas(Rest);
  if (!Names || Names->empty() ||
      any_of(*Names, [](Tokens N) { return N[0].Kind != TokenKind::Word; }))
    return StatementKind::Malformed;
  S.Operands = std::move(*Names);
  return StatementKind::Declaration;
}

static StatementKind parseDirective(Statement &S, Tokens Rest) {
  if (Rest.size() < 2 || Rest[1].Kind != TokenKind::Word)
    return StatementKind::Malformed;
  const bool Declares = is_contained(
      {"reg", "shared", "local", "param", "global", "const"}, Rest[1].Text);
  S.Name = Rest[1].Text;
  return Declares ? parseDeclaration(S, Rest) : StatementKind::Directive;
}

static Statement parseStatement(Tokens Run) {
  Statement S;
  S.Run = Run;
  const char *Begin = Run.front().Text.begin();
  S.Text =
      readableText(StringRef(Begin, size_t(Run.back().Text.end() - Begin)));
  S.Kind =
      Run.front().is('.') ? parseDirective(S, Run) : parseInstruction(S, Run);
  return S;
}

//===----------------------------------------------------------------------===//
// The whole text
//===----------------------------------------------------------------------===//

/// Whether \p Rest begins with one of .loc, .file and .section, which end with their
/// line; everything else ends at a semicolon.
static bool endsWithLine(Tokens Rest) {
  return Rest.size() >= 2 && Rest[0].is('.') &&
         is_contained({"loc", "file", "section"}, Rest[1].Text);
}

/// Whether \p T may follow \p Before in `.loc 1 2 3, function_name $L+4, inlined_at
/// 1 2 3` or `.file 1 "a.cu", 2, 3`. Else a statement begins on their line.
static bool goesOn(const Token &Before, const Token &T) {
  return T.Kind == TokenKind::Number || T.Kind == TokenKind::String ||
         T.is(',') || T.is('+') ||
         (T.Kind == TokenKind::Word &&
          (Before.is(',') || Before.Text == "function_name"));
}

size_t warplint::ptx::lineDirectiveLength(Tokens Rest) {
  size_t Length = 2;
  while (Length < Rest.size() && !Rest[Length].StartsLine &&
         goesOn(Rest[Length - 1], Rest[Length]))
    ++Length;
  return Length;
}

/// Tokens of the statement at the front, without what ends it.
static Tokens takeStatement(Tokens Rest) {
  const bool ByLine = endsWithLine(Rest);
  if (ByLine && Rest[1].Text != "section")
    return Rest.take_front(lineDirectiveLength(Rest));
  unsigned Depth = 0;
  for (size_t I = 0; I < Rest.size(); ++I) {
    const Token &T = Rest[I];
    if (T.is(';') || (ByLine && I > 0 && T.StartsLine))
      return Rest.take_front(I);
    if (T.is('{'))
      ++Depth;
    else if (T.is('}') && Depth-- == 0) // `{ bar.sync 0 }`
      return Rest.take_front(I);
  }
  return Rest;
}

static bool isLabel(Tokens Rest) {
  return Rest.size() >= 2 && Rest[0].Kind == TokenKind::Word &&
         Rest[1].is(':') && (Rest.size() == 2 || !Rest[2].is(':'));
}

static Statement simpleStatement(StatementKind Kind, const Token &T) {
  Statement S;
  S.Kind = Kind;
  S.Run = T;
  S.Name = T.Text;
  S.Text = readableText(T.Text);
  return S;
}

std::vector<Statement> warplint::ptx::readStatements(Tokens Rest) {
  std::vector<Statement> Statements;
  while (!Rest.empty()) {
    const Token &T = Rest.front();
    if (T.is(';')) {
      Rest = Rest.drop_front();
    } else if (T.is('{') || T.is('}')) {
      Statements.push_back(simpleStatement(
          T.is('{') ? StatementKind::OpenScope : StatementKind::CloseScope, T));
      Rest = Rest.drop_front();
    } else if (isLabel(Rest)) {
      Statements.push_back(simpleStatement(StatementKind::Label, T));
      Rest = Rest.drop_front(2);
    } else {
      Tokens Run = takeStatement(Rest);
      Statements.push_back(parseStatement(Run));
      Rest = Rest.drop_front(Run.size());
    }
  }
  return Statements;
}

Program::Program(StringRef Asm)
    : Text(expandAsmText(Asm)), Storage(tokenize(Text)),
      Statements(readStatements(Storage)) {}
