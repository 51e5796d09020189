//===- DebugSections.cpp - The bytes of a module's debug data -------------===//

#include "DebugSections.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
class Assembler {
public:
  explicit Assembler(const ModuleText &Text);
  StringMap<std::string> Bytes;

private:
  /// A number that stands for labels, at Offset of Section.
  struct Fixup {
    std::string *Section;
    size_t Offset;
    unsigned Width;
    Tokens Expression;
  };
  void assemble(std::string &Into, Tokens Rest);
  void append(std::string &Into, unsigned Width, Tokens Expression);
  uint64_t valueOf(Tokens Expression) const;

  StringMap<uint64_t> Labels;
  std::vector<Fixup> Fixups;
};
} // namespace

static bool isDataLabel(Tokens Rest) {
  return Rest.size() >= 2 && Rest[0].Kind == TokenKind::Word && Rest[1].is(':');
}

/// Bytes of each number behind the directive at the front, or 0.
static unsigned widthOf(Tokens Rest) {
  return Rest.size() < 2 || !Rest[0].is('.')
             ? 0
             : StringSwitch<unsigned>(Rest[1].Text)
                   .Case("b8", 1)
                   .Case("b16", 2)
                   .Case("b32", 4)
                   .Case("b64", 8)
                   .Default(0);
}

/// The sum of numbers, labels and sections; a section begins at 0.
uint64_t Assembler::valueOf(Tokens Expression) const {
  uint64_t Sum = 0;
  bool IsMinus = false;
  for (const Token &T : Expression) {
    uint64_t Term = T.Kind == TokenKind::Word ? Labels.lookup(T.Text)
                                              : numberOf(T).value_or(0);
    Sum += IsMinus ? -Term : Term;
    IsMinus = T.is('-') || (IsMinus && T.is('.'));
  }
  return Sum;
}

void Assembler::append(std::string &Into, unsigned Width, Tokens Expression) {
  if (any_of(Expression,
             [](const Token &T) { return T.Kind == TokenKind::Word; }))
    Fixups.push_back({&Into, Into.size(), Width, Expression});
  const uint64_t Value = valueOf(Expression);
  for (unsigned I = 0; I != Width; ++I)
    Into += char(Value >> (8 * I));
}

void Assembler::assemble(std::string &Into, Tokens Rest) {
  unsigned Width = 0;
  while (!Rest.empty()) {
    if (isDataLabel(Rest)) {
      Labels[Rest[0].Text] = Into.size();
      Rest = Rest.drop_front(2);
      continue;
    }
    if (unsigned Said = widthOf(Rest)) {
      Width = Said;
      Rest = Rest.drop_front(2);
    }
    size_t Length = 0;
    while (Length != Rest.size() && !Rest[Length].is(',') &&
           !isDataLabel(Rest.drop_front(Length)) &&
           !widthOf(Rest.drop_front(Length)))
      ++Length;
    if (Length)
      append(Into, Width, Rest.take_front(Length));
    Rest = Rest.drop_front(Length);
    if (!Rest.empty() && Rest.front().is(','))
      Rest = Rest.drop_front();
  }
}

Assembler::Assembler(const ModuleText &Text) {
  for (const FunctionText &F : Text.Functions)
    for (Tokens Rest = F.Body.value_or(Tokens()); Rest.size() >= 2;
         Rest = Rest.drop_front())
      if (isDataLabel(Rest))
        Labels[Rest[0].Text] = Text.offsetOf(Rest[0]);
  for (const auto &[Name, Inside] : Text.Sections)
    assemble(Bytes[Name], Inside);
  for (const Fixup &F : Fixups) {
    const uint64_t Value = valueOf(F.Expression);
    for (unsigned I = 0; I != F.Width; ++I)
      (*F.Section)[F.Offset + I] = char(Value >> (8 * I));
  }
}

StringMap<std::string> warplint::ptx::debugSections(const ModuleText &Text) {
  return std::move(Assembler(Text).Bytes);
}
