//===- Instruction.cpp - Names of memory instructions ---------------------===//

#include "warplint/Warp/Instruction.h"
#include "warplint/Warp/PtxTypes.h"
#include "warplint/Warp/SharedAtomic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace warplint {

namespace {

/// "cp.async.ca.shared.global, 4" in parts: the words between the dots, and
/// what follows after a blank or comma.
struct InstructionName {
  explicit InstructionName(StringRef Text) {
    Text = Text.trim();
    const size_t End = std::min(Text.find_first_of(" \t,"), Text.size());
    Text.take_front(End).split(Words, '.');
    Tail = Text.drop_front(End).ltrim();
    Tail.consume_front(",");
    Tail = Tail.ltrim();
  }
  ArrayRef<StringRef> qualifiers() const {
    return ArrayRef(Words).drop_front();
  }

  SmallVector<StringRef, 8> Words;
  StringRef Tail;
};

enum class StateSpace : uint8_t { Shared, Global };

/// The words of a load, store or atomic that say what it touches.
struct TouchedMemory {
  std::optional<StateSpace> Space;
  unsigned Vector = 0;
  StringRef Type; ///< Empty: none was given.

  unsigned bytes() const;
};

} // namespace

/// Order, scope, cache operators and hints: they change nothing that is
/// counted.
static bool isHarmlessQualifier(StringRef Word) {
  return is_contained({"weak", "volatile", "relaxed", "acquire", "release",
                       "acq_rel", "mmio", "cta", "cluster", "gpu", "sys", "ca",
                       "cg", "cs", "cv", "lu", "wb", "wt", "nc"},
                      Word) ||
         Word.starts_with("L1::") || Word.starts_with("L2::");
}

/// PTX ISA 9.0, sections 5.2 (types) and 5.2.3 (packed and alternate formats).
unsigned typeBits(StringRef Part) {
  return StringSwitch<unsigned>(Part)
      .Case("b1", 1)
      .Cases({"u4", "s4", "e2m1"}, 4)
      .Cases({"b8", "u8", "s8", "e4m3", "e5m2", "e2m1x2"}, 8)
      .Cases({"b16", "u16", "s16", "f16", "bf16"}, 16)
      .Cases({"e4m3x2", "e5m2x2"}, 16)
      .Cases({"b32", "u32", "s32", "f32", "tf32"}, 32)
      .Cases({"f16x2", "bf16x2", "u16x2", "s16x2"}, 32)
      .Cases({"e4m3x4", "e5m2x4"}, 32)
      .Cases({"b64", "u64", "s64", "f64", "f32x2"}, 64)
      .Case("b128", 128)
      .Default(0);
}

unsigned TouchedMemory::bytes() const {
  return std::max(Vector, 1u) * typeBits(Type) / 8;
}

/// Nothing when a word is none of a state space, a vector length, a type and a
/// harmless qualifier, or one that was there before.
static std::optional<TouchedMemory> readWords(ArrayRef<StringRef> Words) {
  TouchedMemory Memory;
  for (StringRef Word : Words) {
    const auto Space = StringSwitch<std::optional<StateSpace>>(Word)
                           .Cases({"shared", "shared::cta"}, StateSpace::Shared)
                           .Case("global", StateSpace::Global)
                           .Default(std::nullopt);
    const bool IsVector = is_contained({"v2", "v4", "v8"}, Word);
    const bool IsType = typeBits(Word) >= 8;
    if ((Space && Memory.Space) || (IsVector && Memory.Vector) ||
        (IsType && !Memory.Type.empty()))
      return std::nullopt;
    if (Space)
      Memory.Space = Space;
    else if (IsVector)
      Memory.Vector = Word.back() - '0';
    else if (IsType)
      Memory.Type = Word;
    else if (!isHarmlessQualifier(Word))
      return std::nullopt;
  }
  return Memory;
}

static std::optional<Instruction> parseLoadOrStore(const InstructionName &Name,
                                                   RequestKind Shared,
                                                   RequestKind Global) {
  std::optional<TouchedMemory> Memory = readWords(Name.qualifiers());
  if (!Memory || !Memory->Space || !Name.Tail.empty())
    return std::nullopt;
  const bool IsShared = *Memory->Space == StateSpace::Shared;
  const unsigned Bytes = Memory->bytes();
  // Global memory has vectors of 32 bytes too, from compute capability 10.0 on.
  if (Bytes > (IsShared ? 16u : 32u) || (Memory->Vector && !Bytes))
    return std::nullopt;
  return Instruction{IsShared ? Shared : Global, Bytes};
}

static std::optional<Instruction> parseMatrix(const InstructionName &Name,
                                              RequestKind X1, RequestKind X2,
                                              RequestKind X4) {
  std::optional<RequestKind> Kind;
  for (StringRef Word : Name.qualifiers()) {
    if (is_contained({"x1", "x2", "x4"}, Word)) {
      if (Kind)
        return std::nullopt;
      Kind = Word == "x1" ? X1 : Word == "x2" ? X2 : X4;
    } else if (!is_contained({"sync", "aligned", "m8n8", "trans", "shared",
                              "shared::cta", "b16"},
                             Word)) {
      return std::nullopt;
    }
  }
  if (!Kind || !Name.Tail.empty())
    return std::nullopt;
  return Instruction{*Kind, 16};
}

static bool isAtomicOperation(StringRef Word) {
  return is_contained(
      {"add", "and", "or", "xor", "cas", "exch", "inc", "dec", "min", "max"},
      Word);
}

static std::optional<Instruction> parseAtomic(const InstructionName &Name) {
  StringRef Operation;
  SmallVector<StringRef, 8> Others;
  for (StringRef Word : Name.qualifiers()) {
    if (Operation.empty() && isAtomicOperation(Word))
      Operation = Word;
    else if (Word != "noftz")
      Others.push_back(Word);
  }
  std::optional<TouchedMemory> Memory = readWords(Others);
  // What is said of the operand behind the name.
  auto Operand = StringSwitch<std::optional<AtomicOperand>>(Name.Tail)
                     .Case("", AtomicOperand::Varying)
                     .Case("of a uniform operand", AtomicOperand::Uniform)
                     .Case("of a constant 1", AtomicOperand::One)
                     .Case("of a constant -1", AtomicOperand::AllOnes)
                     .Default(std::nullopt);
  if (Operation.empty() || !Memory || Memory->Space != StateSpace::Shared ||
      Memory->Type.empty() || !Operand)
    return std::nullopt;
  SharedAtomic Atomic{.Operation = Operation,
                      .Type = Memory->Type,
                      .IsResultUsed = Name.Words.front() == "atom",
                      .Operand = *Operand};
  return Instruction{Memory->Vector ? RequestKind::SharedAtomicOther
                                    : ruleOf(Atomic).Kind,
                     Memory->bytes()};
}

static std::optional<Instruction> parseAsyncCopy(const InstructionName &Name,
                                                 unsigned BytesPerLane) {
  if (Name.Words.size() < 2 || Name.Words[1] != "async")
    return std::nullopt;
  bool BypassesL1 = false;
  for (StringRef Word : Name.qualifiers().drop_front()) {
    if (Word == "cg")
      BypassesL1 = true;
    else if (!is_contained({"ca", "shared", "shared::cta", "global"}, Word) &&
             !Word.starts_with("L2::"))
      return std::nullopt;
  }
  unsigned Bytes = 0; // Not given.
  if (!Name.Tail.empty() && (Name.Tail.getAsInteger(10, Bytes) ||
                             !is_contained({4u, 8u, 16u}, Bytes)))
    return std::nullopt;
  if (!BypassesL1) {
    const bool IsWide = (Bytes ? Bytes : BytesPerLane) == 16;
    return Instruction{
        IsWide ? RequestKind::CpAsyncCached : RequestKind::CpAsync, Bytes};
  }
  // PTX ISA, cp.async: with .cg the size is 16.
  if (Bytes != 0 && Bytes != 16)
    return std::nullopt;
  return Instruction{RequestKind::CpAsync, 16};
}

std::optional<Instruction> parseInstruction(std::string_view Text,
                                            unsigned BytesPerLane) {
  const InstructionName Name(Text);
  const StringRef Opcode = Name.Words.front();
  if (Opcode == "ld")
    return parseLoadOrStore(Name, RequestKind::SharedLoad,
                            RequestKind::GlobalLoad);
  if (Opcode == "st")
    return parseLoadOrStore(Name, RequestKind::SharedStore,
                            RequestKind::GlobalStore);
  if (Opcode == "ldmatrix")
    return parseMatrix(Name, RequestKind::LdMatrixX1, RequestKind::LdMatrixX2,
                       RequestKind::LdMatrixX4);
  if (Opcode == "stmatrix")
    return parseMatrix(Name, RequestKind::StMatrixX1, RequestKind::StMatrixX2,
                       RequestKind::StMatrixX4);
  if (Opcode == "atom" || Opcode == "red")
    return parseAtomic(Name);
  if (Opcode == "cp")
    return parseAsyncCopy(Name, BytesPerLane);
  // How the disassembler spells the counting form.
  if (is_contained({"ATOMS.POPC.INC", "ATOMS.POPC.INC.32"},
                   StringRef(Text).trim()))
    return Instruction{RequestKind::SharedAtomicCount, 4};
  return std::nullopt;
}

} // namespace warplint
