//===- ModuleText.cpp - A module of PTX, taken apart ----------------------===//

#include "ModuleText.h"
#include "warplint/Messages/Ptx.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

std::optional<uint64_t> warplint::ptx::numberOf(const Token &T) {
  uint64_t N = 0;
  if (T.Kind != TokenKind::Number || T.Text.rtrim("Uu").getAsInteger(0, N))
    return std::nullopt;
  return N;
}

void ModuleText::fail(const Token &T, std::string Why) {
  // Nothing stands where the text ends early.
  if (!Problem)
    Problem = {T.Text.empty() ? Text.size() : offsetOf(T), std::move(Why)};
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// What stands between the quotes, with `\\` as one character.
static std::string unquoted(StringRef Text) {
  std::string Out;
  Text = Text.drop_front().drop_back(Text.size() > 1 ? 1 : 0);
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 != Text.size())
      ++I;
    Out += Text[I];
  }
  return Out;
}

void warplint::ptx::readFile(Tokens Run, ModuleText &Into) {
  auto Number = Run.size() >= 4 ? numberOf(Run[2]) : std::nullopt;
  if (!Number || Run[3].Kind != TokenKind::String)
    return Into.fail(Run.front(), messages::PtxExpected("a number and a name"));
  if (Run.size() > 4 && Run[4].Kind == TokenKind::String)
    return Into.fail(Run[4], messages::PtxFileOfTwoNames());
  Into.Files[unsigned(*Number)] = unquoted(Run[3].Text);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

namespace {
class ModuleReader {
public:
  ModuleReader(Tokens All, ModuleText &Into) : Rest(All), Into(Into) {}

  void read();

private:
  bool at(char C) const { return !Rest.empty() && Rest.front().is(C); }
  bool atDirective() const {
    return Rest.size() >= 2 && Rest[0].is('.') &&
           Rest[1].Kind == TokenKind::Word;
  }
  Token next() {
    Token T = Rest.empty() ? Last : Rest.front();
    Rest = Rest.drop_front(Rest.empty() ? 0 : 1);
    return Last = T;
  }
  void expected(std::string What) {
    Into.fail(Rest.empty() ? Last : Rest.front(), messages::PtxExpected(What));
  }
  Tokens takeLine();
  Tokens takeTo(char End);
  std::optional<Tokens> takeBrackets(char Open, char Close);
  void directive();
  void section();
  void strings(Tokens Inside);
  void variable(bool IsExtern);
  void function(bool IsEntry);
  bool parameters(std::vector<Declared> &Found);
  void attribute(FunctionText &F);
  void pragma();
  void checkNames();
  void add(FunctionText F);

  Tokens Rest;
  Token Last;
  ModuleText &Into;
  bool HasVersion = false, HasAddressSize = false;
  StringSet<> Defined;          ///< Variables that are not extern.
  StringMap<size_t> FunctionAt; ///< Numbers in Into.Functions.
};
} // namespace

/// A directive without a semicolon, `.target sm_90, debug`, up to its last operand.
Tokens ModuleReader::takeLine() {
  size_t Length = 3;
  while (Length + 1 < Rest.size() && Rest[Length].is(','))
    Length += 2;
  if (Rest[1].Text == "loc" || Rest[1].Text == "file")
    Length = lineDirectiveLength(Rest);
  Tokens Line = Rest.take_front(Length);
  Rest = Rest.drop_front(Line.size());
  return Line;
}

/// All before \p End, which is dropped.
Tokens ModuleReader::takeTo(char End) {
  const auto *Found = find_if(Rest, [&](const Token &T) { return T.is(End); });
  Tokens Before(Rest.begin(), Found);
  if (Found == Rest.end())
    Into.fail(Rest.empty() ? Last : Rest.back(),
              messages::PtxExpected("'" + Twine(End) + "'"));
  Rest = Rest.drop_front(Before.size());
  next();
  return Before;
}

/// What stands in the brackets at the front.
std::optional<Tokens> ModuleReader::takeBrackets(char Open, char Close) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Rest.size(); ++I) {
    Depth += Rest[I].is(Open);
    if (!Rest[I].is(Close) || --Depth != 0)
      continue;
    Tokens Inside = Rest.slice(1, I - 1);
    Rest = Rest.drop_front(I);
    next();
    return Inside;
  }
  Into.fail(Rest.front(), messages::PtxNotClosed(Twine(Open)));
  return std::nullopt;
}

void ModuleReader::section() {
  Rest = Rest.drop_front(2);
  StringRef Name = atDirective() ? Rest[1].Text : "";
  while (!Rest.empty() && !at('{') && !Rest.front().StartsLine)
    next();
  if (!at('{'))
    return expected("'{'");
  std::optional<Tokens> Inside = takeBrackets('{', '}');
  if (!Inside)
    return;
  checkSection(*Inside, Into);
  Into.Sections.push_back({Name, *Inside});
  if (Name == "debug_str")
    strings(*Inside);
}

/// `label: .b8 95,90,0`, over several lines.
void ModuleReader::strings(Tokens Inside) {
  std::string *Current = nullptr;
  for (size_t I = 0; I != Inside.size(); ++I) {
    const Token &T = Inside[I];
    if (T.Kind == TokenKind::Word && I + 1 != Inside.size() &&
        Inside[I + 1].is(':'))
      Current = &Into.Strings[T.Text];
    else if (auto Byte = numberOf(T); Byte && *Byte && Current)
      *Current += char(*Byte);
  }
}

void ModuleReader::variable(bool IsExtern) {
  const Token First = Rest.front();
  auto Found = readDeclaration(takeTo(';'));
  if (!Found)
    return Into.fail(First, messages::PtxExpected("a declaration"));
  for (Declared &D : *Found) {
    D.IsExtern = IsExtern;
    checkInitializer(D, Into);
    if (Into.Problem)
      return;
    if (!IsExtern && !Defined.insert(D.Name.Text).second)
      return Into.fail(D.Name, messages::PtxDeclaredTwice(D.Name.Text));
    Into.Variables.push_back(D);
  }
}

bool ModuleReader::parameters(std::vector<Declared> &Found) {
  const Token Open = Rest.front();
  std::optional<Tokens> Inside = takeBrackets('(', ')');
  auto Pieces = Inside ? splitAtCommas(*Inside) : std::nullopt;
  if (!Pieces) {
    Into.fail(Open, messages::PtxExpected("parameters"));
    return false;
  }
  StringSet<> Names;
  for (Tokens Piece : *Pieces) {
    auto One = readDeclaration(Piece);
    if (!One) {
      Into.fail(Piece.front(), messages::PtxExpected("a parameter"));
      return false;
    }
    const Token Name = One->front().Name;
    if (!Names.insert(Name.Text).second && Name.Text != "_") {
      Into.fail(Name, messages::PtxDeclaredTwice(Name.Text));
      return false;
    }
    Found.push_back(One->front());
  }
  return true;
}

/// `.reqntid 128, 1, 1` and the others between a function's head and its body.
void ModuleReader::attribute(FunctionText &F) {
  const Token Name = Rest[1];
  if (Name.Text == "pragma")
    return pragma();
  Rest = Rest.drop_front(2);
  const Token First = Rest.empty() ? Last : Rest.front();
  std::vector<unsigned> Numbers = takeAttributeNumbers(Name, Rest, Into);
  if (Into.Problem)
    return;
  const bool IsRequired = Name.Text == "reqntid";
  if (!IsRequired && Name.Text != "maxntid")
    return;
  if (is_contained(Numbers, 0u))
    return Into.fail(First, messages::PtxExpected("one to three numbers"));
  if (IsRequired ? F.MostThreads.has_value() : F.Required.has_value())
    return Into.fail(Name, messages::PtxUnexpected("'." + Name.Text + "'"));
  uint64_t Threads = 1;
  for (unsigned N : Numbers)
    Threads = SaturatingMultiply<uint64_t>(Threads, N);
  if (IsRequired && Threads > MaxBlockThreads)
    return Into.fail(First, messages::PtxLargeBlock(MaxBlockThreads));
  Numbers.resize(3, 1);
  // ptxas takes one several times; which one of several holds is not known.
  const LaunchShape Shape{Numbers[0], Numbers[1], Numbers[2]};
  const bool IsOther = F.Required && *F.Required != Shape;
  if (IsRequired && !IsOther)
    F.Required = Shape;
  else if (Threads <= UINT32_MAX)
    F.MostThreads = std::max(F.MostThreads.value_or(0), unsigned(Threads));
  if (IsOther) {
    F.MostThreads = MaxBlockThreads;
    F.Required.reset();
  }
}

void ModuleReader::pragma() {
  const Tokens Run = takeTo(';');
  checkPragma(Run, Run.size() < 3 ? Last : Run[2], Into);
}

void ModuleReader::function(bool IsEntry) {
  FunctionText F;
  F.IsEntry = IsEntry;
  while (atDirective()) // .func .attribute(.unified(1, 2))
    if (Rest = Rest.drop_front(2); at('('))
      takeBrackets('(', ')');
  if (IsEntry && at('('))
    return expected("the name of a function");
  if (at('(') && !parameters(F.Returns))
    return;
  if (Rest.empty() || Rest.front().Kind != TokenKind::Word)
    return expected("the name of a function");
  F.Name = next();
  if (at('(') && !parameters(F.Parameters))
    return;
  for (const Declared &D : F.Parameters)
    if (IsEntry && D.Space != "param")
      return Into.fail(D.Name, messages::PtxOtherSpace(D.Name.Text));
  // nvopencc ends no declaration with a semicolon.
  static constexpr StringLiteral Others[] = {
      "visible", "extern", "weak", "common", "func", "entry",
      "global",  "const",  "tex",  "shared", "file", "section"};
  const auto BeginsOther = [&] {
    return atDirective() && is_contained(Others, Rest[1].Text);
  };
  while (atDirective() && !BeginsOther() && !Into.Problem)
    attribute(F);
  if (at(';') || BeginsOther()) {
    if (at(';'))
      next();
    return add(std::move(F));
  }
  if (!at('{'))
    return expected("'{' or ';'");
  F.Body = takeBrackets('{', '}');
  F.End = Last;
  if (F.Body)
    add(std::move(F));
}

static bool areAlike(ArrayRef<Declared> A, ArrayRef<Declared> B) {
  return equal(A, B, [](const Declared &Left, const Declared &Right) {
    return Left.Bytes == Right.Bytes;
  });
}

void ModuleReader::add(FunctionText F) {
  auto [At, IsNew] = FunctionAt.try_emplace(F.Name.Text, Into.Functions.size());
  if (IsNew) {
    Into.Functions.push_back(std::move(F));
    return;
  }
  FunctionText &Known = Into.Functions[At->second];
  if (F.Body && Known.Body)
    return Into.fail(F.Name, messages::PtxSecondBody(F.Name.Text));
  if (!areAlike(F.Returns, Known.Returns) ||
      !areAlike(F.Parameters, Known.Parameters))
    return Into.fail(F.Name, messages::PtxOtherPrototype(F.Name.Text));
  if (F.Body)
    Known = std::move(F);
}

/// `9.0`
static bool isVersion(StringRef Text) {
  const auto [Major, Minor] = Text.split('.');
  return !Major.empty() && !Minor.empty() && all_of(Major, isDigit) &&
         all_of(Minor, isDigit);
}

static bool isArchitecture(StringRef Text) {
  return Text.starts_with("sm_") || Text.starts_with("compute_");
}

void ModuleReader::directive() {
  const Token Dot = Rest.front();
  StringRef Word = Rest[1].Text;
  if (Word == "version") {
    if (HasVersion)
      return Into.fail(Dot, messages::PtxSecondModule());
    HasVersion = true;
    if (Tokens Line = takeLine(); Line.size() != 3 || !isVersion(Line[2].Text))
      Into.fail(Dot, messages::PtxExpected("a version"));
    return;
  }
  if (!HasVersion)
    return Into.fail(Dot, messages::PtxNoVersion());
  if (Word == "target") {
    Tokens Line = takeLine();
    if (Line.size() < 3 || !isArchitecture(Line[2].Text))
      return Into.fail(Dot, messages::PtxExpected("an architecture"));
    Into.Target = Line[2].Text.str();
    return;
  }
  if (Into.Target.empty())
    return Into.fail(Dot, messages::PtxExpected("'.target'"));
  if (Word == "address_size") {
    Tokens Line = takeLine();
    if (Line.size() < 3 || (Line[2].Text != "64" && Line[2].Text != "32"))
      return Into.fail(Dot, messages::PtxExpected("32 or 64"));
    if (HasAddressSize)
      Into.fail(Dot, messages::PtxUnexpected("'.address_size'"));
    HasAddressSize = true;
  } else if (Word == "loc") {
    (void)takeLine();
  } else if (Word == "file") {
    readFile(takeLine(), Into);
  } else if (Word == "section") {
    section();
  } else if (Word == "pragma") {
    pragma();
  } else if (Word == "reg") {
    (void)takeTo(';');
  } else if (Word == "alias") {
    Tokens Names = takeTo(';').drop_front(2);
    if (Names.size() != 3 || !Names[1].is(','))
      return Into.fail(Dot, messages::PtxExpected("two names"));
    Into.Aliases[Names[0].Text] = Names[2].Text;
  } else if (Word == "entry" || Word == "func") {
    Rest = Rest.drop_front(2);
    function(Word == "entry");
  } else if (is_contained({"shared", "global", "const", "local", "tex"},
                          Word)) {
    variable(/*IsExtern=*/false);
  } else if (is_contained({"extern", "visible", "weak", "common"}, Word)) {
    Rest = Rest.drop_front(2);
    const bool IsVariable =
        atDirective() && Rest[1].Text != "entry" && Rest[1].Text != "func";
    if (!atDirective())
      return expected("a function or a variable");
    if (IsVariable)
      variable(Word == "extern");
  } else {
    Into.fail(Rest[1], messages::PtxUnknownDirective(Word));
  }
}

/// An alias is of a function that stands anywhere in the module.
void ModuleReader::checkNames() {
  for (auto [Alias, Base] : Into.Aliases)
    for (StringRef Name : {Alias, Base})
      if (!FunctionAt.contains(Name)) {
        Token At;
        At.Text = Name;
        return Into.fail(At, messages::PtxNotDeclared(Name));
      }
}

void ModuleReader::read() {
  while (!Rest.empty() && !Into.Problem) {
    if (atDirective())
      directive();
    else
      Into.fail(Rest.front(), messages::PtxNoDirective(Rest.front().Text));
  }
  if (!HasVersion && !Into.Problem)
    Into.Problem = {0, messages::PtxNoVersion()};
  checkNames();
}

ModuleText::ModuleText(StringRef Source)
    : Source(Source), Text(withoutComments(Source)), Storage(tokenize(Text)) {
  for (const Token &T : Storage)
    if (T.Kind == TokenKind::String &&
        (T.Text.size() == 1 || T.Text.back() != '"')) {
      fail(T, messages::PtxNotClosed("\""));
      return;
    }
  ModuleReader(Storage, *this).read();
}
