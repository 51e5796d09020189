//===- Directives.cpp - Directives and their operands ---------------------===//
//
// Those behind the head of a function and those of its body. PTX ISA 9.0,
// section 11; ptxas 13.0 refuses the rest.
//
//===----------------------------------------------------------------------===//

#include "ModuleText.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
/// How many numbers an attribute has.
struct AttributeForm {
  StringLiteral Name;
  unsigned Least, Most;
};
} // namespace

static constexpr AttributeForm Attributes[] = {
    {"reqntid", 1, 3},           {"maxntid", 1, 3},
    {"minnctapersm", 1, 1},      {"maxnctapersm", 1, 1},
    {"maxnreg", 1, 1},           {"noreturn", 0, 0},
    {"explicitcluster", 0, 0},   {"reqnctapercluster", 1, 3},
    {"maxclusterrank", 1, 1},    {"abi_preserve", 1, 1},
    {"blocksareclusters", 0, 0}, {"abi_preserve_control", 1, 1}};

std::vector<unsigned> warplint::ptx::takeAttributeNumbers(const Token &Name,
                                                          Tokens &Rest,
                                                          ModuleText &Into) {
  std::vector<unsigned> Numbers;
  const auto *Form = find_if(
      Attributes, [&](const AttributeForm &F) { return F.Name == Name.Text; });
  if (Form == std::end(Attributes)) {
    Into.fail(Name, messages::PtxUnknownDirective(Name.Text));
    return Numbers;
  }
  const Token First = Rest.empty() ? Name : Rest.front();
  while (Numbers.size() < Form->Most && !Rest.empty()) {
    if (!Numbers.empty() && !Rest.front().is(','))
      break;
    Tokens Behind = Rest.drop_front(Numbers.empty() ? 0 : 1);
    auto N = Behind.empty() ? std::nullopt : numberOf(Behind.front());
    if (!N) {
      const Token &At = Behind.empty() ? First : Behind.front();
      if (At.is('.') || At.is('{') || At.is(';'))
        break;
      Into.fail(At, messages::PtxUnexpected("'" + At.Text + "'"));
      return Numbers;
    }
    Numbers.push_back(unsigned(std::min<uint64_t>(*N, UINT32_MAX)));
    Rest = Behind.drop_front();
  }
  if (Numbers.size() < Form->Least)
    Into.fail(First, Form->Most == 1
                         ? messages::PtxExpected("a number")
                         : messages::PtxExpected("one to three numbers"));
  return Numbers;
}

/// `.loc 1 2 3`, and what stands behind a comma.
static void checkLoc(Tokens Run, ModuleText &Into) {
  constexpr size_t Head = 2, Numbers = 3;
  for (size_t I = Head; I != Head + Numbers; ++I)
    if (I >= Run.size() || !numberOf(Run[I]))
      return Into.fail(Run.front(), messages::PtxExpected("three numbers"));
  if (Run.size() > Head + Numbers && !Run[Head + Numbers].is(','))
    Into.fail(Run[Head + Numbers],
              messages::PtxUnexpected("'" + Run[Head + Numbers].Text + "'"));
}

void warplint::ptx::checkBodyDirective(Tokens Run, ModuleText &Into) {
  static constexpr StringLiteral Others[] = {
      "branchtargets", "calltargets", "callprototype", "file", "section"};
  const StringRef Name = Run[1].Text;
  if (Name == "loc")
    return checkLoc(Run, Into);
  if (Name == "pragma")
    return checkPragma(Run, Run.front(), Into);
  if (!is_contained(Others, Name))
    Into.fail(Run[1], messages::PtxUnknownDirective(Name));
}

void warplint::ptx::checkPragma(Tokens Run, const Token &At, ModuleText &Into) {
  if (Run.size() < 3 || Run[2].Kind != TokenKind::String)
    return Into.fail(At, messages::PtxExpected("a string"));
  checkCommas(Run.drop_front(2), Into);
}

void warplint::ptx::checkCommas(Tokens List, ModuleText &Into) {
  auto IsLeaf = [](const Token &T) { return T.Kind != TokenKind::Punctuation; };
  for (size_t I = 0; I != List.size(); ++I) {
    const Token &T = List[I];
    const bool AtStart = I == 0 || List[I - 1].is(',') || List[I - 1].is('{');
    if (T.is(',') && (AtStart || I + 1 == List.size()))
      return Into.fail(T, messages::PtxUnexpected("','"));
    if (I > 0 && IsLeaf(T) && IsLeaf(List[I - 1]))
      return Into.fail(T, messages::PtxExpected("','"));
  }
}

void warplint::ptx::checkSection(Tokens Inside, ModuleText &Into) {
  for (size_t I = 0; I != Inside.size(); ++I) {
    const Token &T = Inside[I];
    const bool HasWord = I + 1 != Inside.size() &&
                         Inside[I + 1].Kind == TokenKind::Word &&
                         !isDigit(Inside[I + 1].Text.front());
    const bool IsMisplaced =
        T.is(',') && (I == 0 || Inside[I - 1].is(',') ||
                      I + 1 == Inside.size() || Inside[I + 1].is(','));
    if (IsMisplaced || (T.is('.') && !HasWord))
      return Into.fail(T, messages::PtxUnexpected("'" + T.Text + "'"));
  }
}
