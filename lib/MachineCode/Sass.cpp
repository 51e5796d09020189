//===- Sass.cpp - The instructions of a kernel ----------------------------===//
//
// Which bits mean what was read off code that ptxas 13.0 makes of PTX with
// instructions of known widths, for sm_75 to sm_120; test/Issued/widths.cu does
// it again.
//
//   bits  0..8    opcode, whatever the form of its operands
//        12..15   predicate; 7: always executed, 15: never
//        24..31   register with the address; R1 is the stack pointer
//        73..75   width of a load or store: 1, 1, 2, 2, 4, 8, 16 bytes
//
//===----------------------------------------------------------------------===//

#include "Sass.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;

namespace warplint {
namespace {

enum Opcode : unsigned {
  NOP = 0x118,
  BRA = 0x147,
  EXIT = 0x14d,
  RET = 0x150,
  LD = 0x180,
  LDL = 0x183,
  LDS = 0x184,
  ST = 0x185,
  STL = 0x187,
  STS = 0x188,
};

constexpr size_t Bytes = 16; // Of an instruction.
constexpr unsigned Always = 7, Never = 15;
constexpr unsigned StackPointer = 1;

struct Instruction {
  uint64_t Low, High;
  unsigned opcode() const { return Low & 0x1ff; }
  unsigned predicate() const { return Low >> 12 & 15; }
  unsigned base() const { return Low >> 24 & 0xff; }
  unsigned width() const {
    static constexpr unsigned Widths[] = {1, 1, 2, 2, 4, 8, 16, 16};
    return Widths[High >> 9 & 7];
  }
  /// What follows is not executed next. A branch has a second predicate.
  bool leavesForSure() const {
    unsigned Op = opcode();
    return predicate() == Always &&
           (Op == EXIT || Op == RET ||
            (Op == BRA && (High >> 23 & 15) == Always));
  }
};

/// The loops of a piece of code, by what branches back.
class Loops {
public:
  Loops(ArrayRef<Instruction> Code, unsigned Capability)
      : Code(Code), Capability(Capability), Inside(Code.size()) {
    for (size_t At = 0; At != Code.size(); ++At)
      if (std::optional<size_t> To = target(At);
          To && *To < At && reaches(*To, At))
        Inside.set(*To, At + 1);
  }

  bool contain(size_t At) const { return Inside[At]; }

private:
  /// Where a branch leads.
  std::optional<size_t> target(size_t At) const {
    const Instruction &I = Code[At];
    if (I.opcode() != BRA || I.predicate() == Never)
      return std::nullopt;
    // 50 bits of bytes; since 9.0 of words, the lowest eight bits apart.
    uint64_t Upper = I.High & 0x3ffff;
    int64_t Distance = Capability < 90
                           ? SignExtend64<50>(Upper << 32 | I.Low >> 32)
                           : SignExtend64<56>((Upper << 30 | I.Low >> 34) << 8 |
                                              (I.Low >> 16 & 0xff)) *
                                 4;
    int64_t To = int64_t(At + 1) + Distance / int64_t(Bytes);
    if (To < 0 || uint64_t(To) >= Code.size())
      return std::nullopt;
    return To;
  }

  /// Code at the end that jumps back to where it was left is no loop.
  bool reaches(size_t From, size_t Goal) const {
    BitVector Seen(Code.size());
    SmallVector<size_t> Work = {From};
    while (!Work.empty()) {
      size_t At = Work.pop_back_val();
      for (; At < Code.size() && !Seen[At]; ++At) {
        Seen.set(At);
        if (At == Goal)
          return true;
        if (std::optional<size_t> To = target(At))
          Work.push_back(*To);
        if (Code[At].leavesForSure())
          break;
      }
    }
    return false;
  }

  ArrayRef<Instruction> Code;
  unsigned Capability;
  BitVector Inside;
};

} // namespace

SassCode decodeSass(StringRef Text, unsigned Capability) {
  std::vector<Instruction> Code;
  for (; Text.size() >= Bytes; Text = Text.drop_front(Bytes))
    Code.push_back({support::endian::read64le(Text.data()),
                    support::endian::read64le(Text.data() + 8)});
  Loops Around(Code, Capability);
  SassCode Result;
  for (const auto &[At, I] : enumerate(Code)) {
    unsigned Op = I.opcode();
    // ptxas puts some loads that never run behind others, as a pause.
    if (Op == NOP || I.predicate() == Never)
      continue;
    ++Result.Instructions;
    if (Op == LD || Op == LDS || Op == ST || Op == STS)
      Result.Requests.push_back({At * Bytes, Op == ST || Op == STS,
                                 Op == LD || Op == ST, Around.contain(At),
                                 I.width()});
    if ((Op == LDL || Op == STL) && I.base() == StackPointer)
      Result.Stack.push_back(
          {At * Bytes, Op == STL, Around.contain(At), I.width()});
  }
  return Result;
}

} // namespace warplint
