//===- Lexer.cpp - PTX text into tokens -----------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// What InlineAsm adds to PTX: `$N`, `${N:m}`, `${:uid}`, `$$`
//===----------------------------------------------------------------------===//

static void appendOperand(std::string &Out, StringRef Digits) {
  Out += OperandOpen;
  Out += Digits;
  Out += OperandClose;
}

/// Appends what the escape at the front of \p Asm stands for and drops it.
static void expandEscape(std::string &Out, StringRef &Asm) {
  Asm = Asm.drop_front(); // '$'
  if (Asm.consume_front("$")) {
    Out += '$';
    return;
  }
  StringRef Digits = Asm.take_while(isDigit);
  if (!Digits.empty()) {
    appendOperand(Out, Digits);
    Asm = Asm.drop_front(Digits.size());
    return;
  }
  const size_t Close = Asm.find('}');
  if (!Asm.starts_with("{") || Close == StringRef::npos) {
    Out += '$';
    return;
  }
  auto [Operand, Modifier] = Asm.slice(1, Close).split(':');
  Asm = Asm.drop_front(Close + 1);
  if (!Operand.empty() && all_of(Operand, isDigit))
    appendOperand(Out, Operand);
  else if (Modifier == "comment")
    Out += "//";
  else // ${:uid}: one number for the whole block.
    Out += Modifier;
}

/// Blanks comments, in place so that lines stay lines.
static void blankComments(std::string &Text) {
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '"') {
      I = std::min(Text.find_first_of("\"\n", I + 1), Text.size());
      continue;
    }
    StringRef Rest = StringRef(Text).substr(I);
    size_t Length = 0;
    if (Rest.starts_with("//"))
      Length = std::min(Rest.find('\n'), Rest.size());
    else if (Rest.starts_with("/*"))
      Length = std::min(Rest.find("*/", 2), Rest.size() - 2) + 2;
    for (size_t J = I; J < I + Length; ++J)
      if (Text[J] != '\n')
        Text[J] = ' ';
    if (Length > 0)
      I += Length - 1;
  }
}

std::string warplint::ptx::expandAsmText(StringRef Asm) {
  std::string Out;
  Out.reserve(Asm.size() + 16);
  while (!Asm.empty()) {
    if (Asm.front() == '$') {
      expandEscape(Out, Asm);
      continue;
    }
    const char C = Asm.front();
    const bool IsPrivate = C == OperandOpen || C == OperandClose || C == '\0';
    Out += IsPrivate ? ' ' : C;
    Asm = Asm.drop_front();
  }
  blankComments(Out);
  return Out;
}

std::string warplint::ptx::withoutComments(StringRef Module) {
  std::string Out(Module);
  for (char &C : Out)
    if (C == OperandOpen || C == OperandClose || C == '\0')
      C = ' ';
  blankComments(Out);
  return Out;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWordChar(char C) { return isAlnum(C) || C == '_' || C == '$'; }

/// Length of a run of word characters and operands: `p$2` is one word.
static size_t wordLength(StringRef Text) {
  size_t I = 0;
  while (I < Text.size()) {
    if (isWordChar(Text[I])) {
      ++I;
    } else if (Text[I] == OperandOpen) {
      const size_t Close = Text.find(OperandClose, I);
      I = Close == StringRef::npos ? Text.size() : Close + 1;
    } else {
      break;
    }
  }
  return I;
}

/// The qualifier after a dot, with its `::` parts: `shared::cta`, `128x256b`.
static size_t qualifierLength(StringRef Text) {
  size_t Length = wordLength(Text);
  while (Length > 0 && Text.substr(Length).starts_with("::")) {
    const size_t Next = wordLength(Text.substr(Length + 2));
    if (Next == 0)
      break;
    Length += 2 + Next;
  }
  return Length;
}

static size_t numberLength(StringRef Text) {
  size_t Length = wordLength(Text);
  if (Text.substr(Length).starts_with(".") && Length + 1 < Text.size() &&
      isDigit(Text[Length + 1]))
    Length += 1 + wordLength(Text.substr(Length + 1));
  return Length;
}

/// `$N` alone, not a part of a name.
static bool isWholeOperand(StringRef Run) {
  return Run.starts_with(OperandOpen) &&
         Run.find(OperandClose) == Run.size() - 1;
}

static Token nextToken(StringRef Text, bool AfterDot) {
  Token T;
  const char C = Text.front();
  size_t Length = 1;
  if (AfterDot && wordLength(Text) > 0) {
    T.Kind = TokenKind::Word;
    Length = qualifierLength(Text);
  } else if (isDigit(C)) {
    T.Kind = TokenKind::Number;
    Length = numberLength(Text);
  } else if (wordLength(Text) > 0) {
    T.Kind = TokenKind::Word;
    Length = wordLength(Text);
  } else if (C == '%' && wordLength(Text.drop_front()) > 0) {
    T.Kind = TokenKind::Word;
    Length = 1 + wordLength(Text.drop_front());
  } else if (C == '"') {
    T.Kind = TokenKind::String; // One that is not closed ends with its line.
    const size_t End = Text.find_first_of("\"\n", 1);
    Length = End == StringRef::npos ? Text.size() : End + (Text[End] == '"');
  }
  T.Text = Text.take_front(Length);
  if (T.Kind == TokenKind::Word && isWholeOperand(T.Text)) {
    T.Kind = TokenKind::Operand;
    if (T.Text.drop_front().drop_back().getAsInteger(10, T.Number))
      T.Number = ~0u;
  }
  return T;
}

std::vector<Token> warplint::ptx::tokenize(StringRef Text) {
  std::vector<Token> Result;
  bool StartsLine = true;
  while (!Text.empty()) {
    if (isSpace(Text.front())) {
      StartsLine |= Text.front() == '\n' || Text.front() == '\r';
      Text = Text.drop_front();
      continue;
    }
    const bool AfterDot = !Result.empty() && Result.back().is('.');
    Token T = nextToken(Text, AfterDot);
    T.StartsLine = StartsLine;
    StartsLine = false;
    Text = Text.drop_front(T.Text.size());
    Result.push_back(T);
  }
  return Result;
}

std::string warplint::ptx::readableText(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == OperandOpen)
      Out += '$';
    else if (isSpace(C))
      Out += Out.empty() || Out.back() == ' ' ? "" : " ";
    else if (C != OperandClose)
      Out += C;
  }
  return StringRef(Out).rtrim().str();
}
