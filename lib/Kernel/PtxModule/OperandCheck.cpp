//===- OperandCheck.cpp - Operands that ptxas refuses ---------------------===//

#include "OperandCheck.h"
#include "Kernel/Ptx/Opcodes.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

using Problem = std::optional<OperandProblem>;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// PTX ISA 9.0, sections 4.5.1 and 4.5.2.
static bool isNumber(StringRef Text) {
  StringRef Digits = Text;
  if (Digits.consume_front_insensitive("0f"))
    return Digits.size() == 8 && all_of(Digits, isHexDigit);
  if (Digits.consume_front_insensitive("0d"))
    return Digits.size() == 16 && all_of(Digits, isHexDigit);
  if (Text.contains('.') ||
      (!Text.starts_with_insensitive("0x") && Text.contains_insensitive("e")))
    return true; // A decimal fraction, of which the sign ends the token.
  uint64_t Value = 0;
  return !Text.rtrim("Uu").getAsInteger(0, Value);
}

/// Those that change while the thread runs, and vectors without a component.
static bool isOtherSpecial(StringRef Word) {
  static constexpr StringLiteral Others[] = {
      "%clock",          "%clock_hi",       "%clock64",   "%globaltimer",
      "%globaltimer_lo", "%globaltimer_hi", "%tid",       "%ntid",
      "%ctaid",          "%nctaid",         "%clusterid", "%nclusterid",
      "%cluster_ctaid",  "%cluster_nctaid"};
  return is_contained(Others, Word) ||
         (Word.consume_front("%pm") && !Word.empty() && isDigit(Word.front()));
}

static bool isSpecial(StringRef Word, StringRef Component) {
  return isSpecialRegister(Word, Component) ||
         ((Component.empty() || Component == "w") && isOtherSpecial(Word));
}

/// Where \p Operand has what no operand has, or a name without a declaration.
static Problem checkTokens(Tokens Operand, RegisterFile &Registers,
                           function_ref<bool(StringRef)> IsLabel) {
  auto IsLeaf = [](const Token &T) {
    return T.Kind == TokenKind::Word || T.Kind == TokenKind::Number;
  };
  for (size_t I = 0; I != Operand.size(); ++I) {
    const Token &T = Operand[I];
    if (T.Kind == TokenKind::String ||
        (T.Kind == TokenKind::Punctuation &&
         StringRef("#\\'`;").contains(T.Text.front())) ||
        (T.Kind == TokenKind::Punctuation && !isASCII(T.Text.front())))
      return {{T, messages::PtxUnexpected("'" + T.Text + "'")}};
    if (!IsLeaf(T) || (I > 0 && Operand[I - 1].is('.')))
      continue;
    if (I > 0 && (IsLeaf(Operand[I - 1]) || Operand[I - 1].is(']')))
      return {{T, messages::PtxExpected("','")}};
    if (T.Kind == TokenKind::Number) {
      if (!isNumber(T.Text))
        return {{T, messages::PtxNoNumber(T.Text)}};
      continue;
    }
    StringRef Component;
    if (I + 2 < Operand.size() && Operand[I + 1].is('.'))
      Component = Operand[I + 2].Text;
    if (T.Text != "_" && T.Text != "WARP_SZ" && !Registers.bitsOf(T) &&
        !Registers.isRegister(T.Text) && !Registers.addressOf(T.Text) &&
        !isSpecial(T.Text, Component) && !IsLabel(T.Text))
      return {{T, messages::PtxNotDeclared(T.Text)}};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Numbers of operands
//===----------------------------------------------------------------------===//

namespace {
struct Counts {
  unsigned Least = 0, Most = 0;
};
} // namespace

/// Of an instruction whose operands are known.
static std::optional<Counts> countsOf(const Statement &S) {
  const bool IsSync = is_contained(S.Opcode, "sync");
  return StringSwitch<std::optional<Counts>>(S.Opcode.front())
      .Cases({"ret", "exit", "trap", "brkpt"}, Counts{0, 0})
      .Cases({"activemask", "nanosleep"}, Counts{1, 1})
      .Cases({"mov", "neg", "abs", "not", "cnot", "popc", "clz"}, Counts{2, 2})
      .Cases({"brev", "bfind", "sqrt", "rsqrt", "rcp", "sin"}, Counts{2, 2})
      .Cases({"cos", "lg2", "ex2", "tanh", "testp", "cvta"}, Counts{2, 2})
      .Cases({"isspacep", "elect", "ldu", "ldmatrix"}, Counts{2, 2})
      .Cases({"stmatrix", "getctarank"}, Counts{2, 2})
      .Cases({"add", "sub", "mul", "div", "rem", "and", "or"}, Counts{3, 3})
      .Cases({"xor", "shl", "shr", "copysign", "addc", "subc"}, Counts{3, 3})
      .Cases({"mul24", "mapa", "szext", "bmsk", "redux"}, Counts{3, 3})
      .Case("match", Counts{3, 3})
      .Case("bar", Counts{IsSync, 4})
      .Cases({"mad", "madc", "fma", "sad", "selp", "slct"}, Counts{4, 4})
      .Cases({"bfe", "shf", "prmt", "mad24", "dp4a", "dp2a"}, Counts{4, 4})
      .Case("fns", Counts{4, 4})
      .Case("bfi", Counts{5, 5})
      .Case("lop3", Counts{5, 6})
      .Cases({"min", "max", "set", "setp"}, Counts{3, 4})
      .Cases({"ld", "st", "red"}, Counts{2, 3})
      .Case("cvt", Counts{2, 4})
      .Case("atom", Counts{3, 5})
      .Case("shfl", IsSync ? Counts{5, 5} : Counts{4, 4})
      .Case("vote", IsSync ? Counts{3, 3} : Counts{2, 2})
      .Default(std::nullopt);
}

static Problem checkCount(const Statement &S) {
  const unsigned Number = unsigned(S.Operands.size());
  std::optional<Counts> Wanted = countsOf(S);
  const OpcodeMeaning Meaning = meaningOf(S.Opcode);
  if (!Wanted || Meaning.HeadLength > 1 ||
      (Number >= Wanted->Least && Number <= Wanted->Most))
    return std::nullopt;
  const unsigned Near = Number < Wanted->Least ? Wanted->Least : Wanted->Most;
  return {{S.Run.front(), messages::PtxWrongCount(S.Opcode.front(), Twine(Near),
                                                  Twine(Number))}};
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

static unsigned bitsOfType(StringRef Word) {
  return Word == "pred" ? 1 : typeBits(Word);
}

/// How many operands at the front have the one type of the instruction. The
/// shift of `shl`, the position of `bfe` and the like have types of their own.
static unsigned numOfType(const Statement &S) {
  if (is_contained(S.Opcode, "wide") || any_of(S.Opcode, vectorLength) ||
      any_of(S.Operands, isVector) || count_if(S.Opcode, bitsOfType) != 1)
    return 0;
  return StringSwitch<unsigned>(S.Opcode.front())
      .Cases({"add", "sub", "mul", "div", "rem", "min", "max"}, 4)
      .Cases({"and", "or", "xor", "not", "cnot", "neg", "abs"}, 4)
      .Cases({"fma", "mad", "addc", "subc", "madc", "sad"}, 4)
      .Cases({"copysign", "prmt", "lop3"}, 4)
      .Cases({"mov", "shl", "shr", "bfe", "sqrt", "rsqrt", "rcp"}, 2)
      .Cases({"sin", "cos", "lg2", "ex2", "tanh", "brev"}, 2)
      .Cases({"selp", "bfi"}, 3)
      .Default(0);
}

static Problem wrongWidth(const Token &T, const Statement &S, unsigned Has,
                          unsigned Wanted) {
  return {{T, messages::PtxWrongWidth(T.Text, Twine(Has), join(S.Opcode, "."),
                                      Twine(Wanted))}};
}

/// The width of the register that \p Operand is, or 0.
static unsigned registerBits(Tokens Operand, RegisterFile &Registers) {
  return Operand.size() == 1 && Operand.front().Kind == TokenKind::Word
             ? Registers.bitsOf(Operand.front())
             : 0;
}

/// The types of \p S, of which most instructions have one; add, sub and fma of
/// f32 have that of what they widen, too.
static Problem checkOneType(const Statement &S, const Token &Head) {
  const bool MayWiden = is_contained({"add", "sub", "fma"}, S.Opcode.front());
  const bool TakesOne =
      StringSwitch<bool>(S.Opcode.front())
          .Cases({"mov", "ld", "ldu", "st", "atom", "red", "cvta"}, true)
          .Cases({"shl", "shr", "and", "or", "xor", "not", "cnot"}, true)
          .Cases({"mul", "mad", "div", "rem", "sad", "min", "max"}, true)
          .Cases({"neg", "abs", "popc", "clz", "brev", "bfind"}, true)
          .Cases({"bfe", "bfi", "selp", "setp", "shfl", "prmt"}, true)
          .Cases({"sqrt", "rsqrt", "rcp", "sin", "cos", "lg2", "ex2"}, true)
          .Default(MayWiden);
  StringRef First;
  for (StringRef Word : drop_begin(S.Opcode)) {
    if (!TakesOne || !bitsOfType(Word))
      continue;
    const bool IsWidened =
        MayWiden && First == "f32" && (Word == "f16" || Word == "bf16");
    if (!First.empty() && !IsWidened)
      return {{Head, messages::PtxUnexpected("'." + Word + "'")}};
    First = Word;
  }
  return std::nullopt;
}

/// `add` alone, and `mul.s32`.
static Problem checkType(const Statement &S) {
  const Token &Head = S.Run[S.hasGuard() ? (S.GuardNegated ? 3 : 2) : 0];
  const bool HasType = StringSwitch<bool>(S.Opcode.front())
                           .Cases({"add", "sub", "mul", "mad", "div"}, true)
                           .Cases({"rem", "and", "or", "xor", "not"}, true)
                           .Cases({"shl", "shr", "mov", "ld", "st"}, true)
                           .Cases({"setp", "selp", "cvt", "fma"}, true)
                           .Default(false);
  if (HasType && S.Opcode.size() == 1)
    return {{Head, messages::PtxNoType(Head.Text)}};
  if ((Head.Text == "mul" || Head.Text == "mad") && S.Opcode.size() == 2 &&
      integerType(S.Opcode[1]))
    return {{Head, messages::PtxExpected("'.lo', '.hi' or '.wide'")}};
  return meaningOf(S.Opcode).HeadLength > 1 ? std::nullopt
                                            : checkOneType(S, Head);
}

static Problem checkWidths(const Statement &S, RegisterFile &Registers) {
  const unsigned Bits = [&] {
    const auto *Last = find_if(S.Opcode, bitsOfType);
    return Last == S.Opcode.end() ? 0 : bitsOfType(*Last);
  }();
  for (Tokens Operand :
       ArrayRef(S.Operands)
           .take_front(std::min<size_t>(numOfType(S), S.Operands.size())))
    if (unsigned Has = registerBits(Operand, Registers); Has && Has != Bits)
      return wrongWidth(Operand.front(), S, Has, Bits);
  if (S.Opcode.front() == "setp" && S.Operands.size() >= 3 &&
      count_if(S.Opcode, bitsOfType) == 1)
    for (Tokens Operand : ArrayRef(S.Operands).slice(1, 2))
      if (unsigned Has = registerBits(Operand, Registers); Has && Has != Bits)
        return wrongWidth(Operand.front(), S, Has, Bits);
  if (S.hasGuard())
    if (unsigned Has = Registers.bitsOf(S.Guard); Has > 1)
      return {{S.Guard, messages::PtxNoPredicate(S.Guard.Text)}};
  return std::nullopt;
}

/// Loads and stores take registers that are wider, too.
static Problem checkMoved(const Statement &S, Tokens Moved,
                          RegisterFile &Registers) {
  const unsigned Bits = typeBits(typeOf(S.Opcode));
  for (Tokens Element : elementsOf(Moved))
    if (unsigned Has = registerBits(Element, Registers);
        Has && (Has < Bits || Has == 1))
      return wrongWidth(Element.front(), S, Has, Bits);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether the variable \p Address is in another space than \p S says.
static bool isElsewhere(const Value *Address, const Statement &S) {
  const auto *Variable = dyn_cast_or_null<GlobalVariable>(Address);
  const auto Spaces = spacesOf(S.Opcode);
  if (!Variable || Spaces.size() != 1)
    return false;
  switch (Variable->getAddressSpace()) {
  case NVPTXAS::ADDRESS_SPACE_SHARED:
    return Spaces[0] != MemorySpace::Shared &&
           Spaces[0] != MemorySpace::Cluster;
  case NVPTXAS::ADDRESS_SPACE_GLOBAL:
    return Spaces[0] != MemorySpace::Global;
  case NVPTXAS::ADDRESS_SPACE_CONST:
    return Spaces[0] != MemorySpace::Constant;
  default:
    return false;
  }
}

/// The operand of a plain access that is its address, by its number.
static std::optional<unsigned> addressNumber(const Statement &S) {
  if (meaningOf(S.Opcode).HeadLength > 1)
    return std::nullopt;
  return StringSwitch<std::optional<unsigned>>(S.Opcode.front())
      .Cases({"ld", "ldu", "atom", "ldmatrix"}, 1)
      .Cases({"st", "red", "stmatrix"}, 0)
      .Default(std::nullopt);
}

static Problem checkMemory(const Statement &S, RegisterFile &Registers) {
  const std::optional<unsigned> Number = addressNumber(S);
  if (!Number)
    return std::nullopt;
  Tokens Address = S.Operands[*Number];
  std::optional<Tokens> Inside = addressOf(Address);
  if (!Inside)
    return {{Address.front(), messages::PtxExpected("an address in brackets")}};
  const Token &Base = Inside->front();
  if (Base.Kind == TokenKind::Word &&
      isElsewhere(Registers.addressOf(Base.Text), S))
    return {{Base, messages::PtxOtherSpace(Base.Text)}};
  for (StringRef Word : S.Opcode) // .v3
    if (StringRef Length = Word; Length.consume_front("v") && !Length.empty() &&
                                 all_of(Length, isDigit) && !vectorLength(Word))
      return {{S.Run.front(), messages::PtxUnexpected("'." + Word + "'")}};
  const StringRef Head = S.Opcode.front();
  if (Head != "ld" && is_contained(spacesOf(S.Opcode), MemorySpace::Constant))
    return {{Base, messages::PtxOtherSpace(Base.Text)}};
  return Head == "ld" || Head == "st" || Head == "ldu"
             ? checkMoved(S, S.Operands[1 - *Number], Registers)
             : std::nullopt;
}

Problem warplint::ptx::checkOperands(const Statement &S,
                                     RegisterFile &Registers,
                                     function_ref<bool(StringRef)> IsLabel) {
  if (S.hasGuard())
    if (Problem P = checkTokens(S.Guard, Registers, IsLabel))
      return P;
  if (meaningOf(S.Opcode).Class == OpcodeClass::Branch)
    return std::nullopt;
  for (Tokens Operand : S.Operands)
    if (Problem P = checkTokens(Operand, Registers, IsLabel))
      return P;
  if (Problem P = checkCount(S))
    return P;
  if (Problem P = checkType(S))
    return P;
  if (Problem P = checkWidths(S, Registers))
    return P;
  return checkMemory(S, Registers);
}
