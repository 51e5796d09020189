//===- IndexArithmetic.cpp - What an index costs to compute ---------------===//
//
// A warp's wavefront takes a cycle of its multiprocessor, an integer instruction
// half of one: 64 lanes a cycle (CUDA C++ Programming Guide, Arithmetic
// Instructions, compute capability 9.0). An index map pays where it saves more
// wavefronts than its instructions take.
//
// Counted are the different index texts in loops, for each value that they have:
// what several accesses share, or a loop does not change, is computed once. Two
// operators are an instruction (LOP3 and LEA take two); a number that is added is
// one more, since it no longer is an offset of the access.
//
//===----------------------------------------------------------------------===//

#include "CommonLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

static std::string textOf(const IndexSite &Site) {
  std::string Text;
  for (const WrittenIndex &Index : Site.Indices)
    Text += Index.Text + ',';
  return Text;
}

/// The use that the access at \p Where is: it contains that, or is the last one
/// before it in its line, as in an assignment.
static const IndexSite *siteAt(const SourcePlace &Where,
                               const ArrayUses &Uses) {
  const IndexSite *Before = nullptr;
  for (const IndexSite &S : Uses.Sites) {
    if (S.Where.contains(Where))
      return &S;
    if (S.Where.File == Where.File && S.Where.Line == Where.Line &&
        S.Where.Column < Where.Column &&
        (!Before || Before->Where.Column < S.Where.Column))
      Before = &S;
  }
  return Before;
}

/// A number is added, which may have been a constant offset of the access.
static bool addsNumber(StringRef Text) {
  for (size_t At = Text.find_first_of("+-"); At != StringRef::npos;
       At = Text.find_first_of("+-", At + 1))
    if (StringRef Behind = Text.drop_front(At + 1).ltrim();
        !Behind.empty() && isDigit(Behind.front()))
      return true;
  return false;
}

uint64_t arithmeticInLoops(const ArraySurvey &Survey, const ArrayUses &Uses,
                           unsigned Operators) {
  constexpr unsigned OperatorsAnInstruction = 2, InstructionsAWavefront = 2;
  const uint64_t OfMap = divideCeil(Operators, OperatorsAnInstruction);
  uint64_t Instructions = 0;
  for (const ArrayInstance &I : Survey.Instances) {
    std::map<std::string, uint64_t> Times;
    for (auto [Access, Where] : zip(I.Problem.Accesses, I.Places)) {
      const IndexSite *Site = siteAt(Where, Uses);
      if (!Site || Site->Loops == 0)
        continue;
      uint64_t &Known = Times[textOf(*Site)];
      // Equal requests are one case: what does not change in a loop is computed
      // before it.
      Known = std::max<uint64_t>(Known, Access.Cases.size());
    }
    for (const auto &[Text, Computed] : Times)
      Instructions += Computed * (OfMap + addsNumber(Text));
  }
  return Instructions / InstructionsAWavefront;
}

} // namespace warplint
