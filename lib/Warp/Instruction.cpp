//===- Instruction.cpp - Names of memory instructions ---------------------===//

#include "warplint/Warp/Instruction.h"
#include "warplint/Warp/SharedAtomic.h"
#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

namespace warplint {

namespace {

/// "cp.async.ca.shared.global, 4" in parts: the words between the dots, and
/// what follows after a blank or comma.
struct InstructionName {
  std::vector<std::string_view> Words;
  std::string_view Tail;
};

enum class StateSpace : uint8_t { Shared, Global };

/// The words of a load, store or atomic that say what it touches.
struct TouchedMemory {
  std::optional<StateSpace> Space;
  unsigned Vector = 1;
  unsigned ElementBytes = 0; ///< 0: no type was given.
  std::string_view Type;
};

} // namespace

static bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\r' || C == '\n';
}

static std::string_view trim(std::string_view Text) {
  while (!Text.empty() && isBlank(Text.front()))
    Text.remove_prefix(1);
  while (!Text.empty() && isBlank(Text.back()))
    Text.remove_suffix(1);
  return Text;
}

static InstructionName split(std::string_view Text) {
  Text = trim(Text);
  InstructionName Name;
  const size_t End = std::min(Text.find_first_of(" \t,"), Text.size());
  Name.Tail = trim(Text.substr(End));
  if (Name.Tail.starts_with(','))
    Name.Tail = trim(Name.Tail.substr(1));
  std::string_view Head = Text.substr(0, End);
  while (true) {
    const size_t Dot = Head.find('.');
    Name.Words.push_back(Head.substr(0, Dot));
    if (Dot == std::string_view::npos)
      return Name;
    Head.remove_prefix(Dot + 1);
  }
}

static bool isOneOf(std::string_view Word,
                    std::initializer_list<std::string_view> List) {
  return std::find(List.begin(), List.end(), Word) != List.end();
}

/// Order, scope, cache operators and hints: they change nothing that is
/// counted.
static bool isHarmlessQualifier(std::string_view Word) {
  return isOneOf(Word, {"weak", "volatile", "relaxed", "acquire", "release",
                        "acq_rel", "mmio", "cta", "cluster", "gpu", "sys", "ca",
                        "cg", "cs", "cv", "lu", "wb", "wt", "nc"}) ||
         Word.starts_with("L1::") || Word.starts_with("L2::");
}

static unsigned elementBytes(std::string_view Type) {
  if (isOneOf(Type, {"b8", "u8", "s8"}))
    return 1;
  if (isOneOf(Type, {"b16", "u16", "s16", "f16", "bf16"}))
    return 2;
  if (isOneOf(Type, {"b32", "u32", "s32", "f32", "f16x2", "bf16x2"}))
    return 4;
  if (isOneOf(Type, {"b64", "u64", "s64", "f64"}))
    return 8;
  return Type == "b128" ? 16 : 0;
}

static std::optional<StateSpace> stateSpace(std::string_view Word) {
  if (Word == "shared" || Word == "shared::cta")
    return StateSpace::Shared;
  if (Word == "global")
    return StateSpace::Global;
  return std::nullopt;
}

static unsigned vectorLength(std::string_view Word) {
  if (Word == "v2")
    return 2;
  if (Word == "v4")
    return 4;
  return Word == "v8" ? 8 : 0;
}

/// False when \p Word is none of a state space, a vector length, a type and a
/// harmless qualifier, or one that was there before.
static bool readWord(TouchedMemory &Memory, std::string_view Word) {
  if (std::optional<StateSpace> Space = stateSpace(Word)) {
    const bool IsFirst = !Memory.Space;
    Memory.Space = Space;
    return IsFirst;
  }
  if (unsigned Length = vectorLength(Word)) {
    const bool IsFirst = Memory.Vector == 1;
    Memory.Vector = Length;
    return IsFirst;
  }
  if (unsigned Bytes = elementBytes(Word)) {
    const bool IsFirst = !Memory.ElementBytes;
    Memory.ElementBytes = Bytes;
    Memory.Type = Word;
    return IsFirst;
  }
  return isHarmlessQualifier(Word);
}

static std::optional<TouchedMemory>
readWords(std::span<const std::string_view> Words) {
  TouchedMemory Memory;
  for (std::string_view Word : Words)
    if (!readWord(Memory, Word))
      return std::nullopt;
  return Memory;
}

static std::optional<Instruction> parseLoadOrStore(const InstructionName &Name,
                                                   RequestKind Shared,
                                                   RequestKind Global) {
  std::optional<TouchedMemory> Memory =
      readWords(std::span(Name.Words).subspan(1));
  if (!Memory || !Memory->Space || !Name.Tail.empty())
    return std::nullopt;
  const bool IsShared = *Memory->Space == StateSpace::Shared;
  const unsigned Bytes = Memory->Vector * Memory->ElementBytes;
  // Global memory has vectors of 32 bytes too, from compute capability 10.0 on.
  if (Bytes > (IsShared ? 16u : 32u))
    return std::nullopt;
  if (Memory->Vector > 1 && !Bytes)
    return std::nullopt;
  return Instruction{IsShared ? Shared : Global, Bytes};
}

static std::optional<Instruction> parseMatrix(const InstructionName &Name,
                                              RequestKind X1, RequestKind X2,
                                              RequestKind X4) {
  std::optional<RequestKind> Kind;
  for (std::string_view Word : std::span(Name.Words).subspan(1)) {
    if (Word == "x1" || Word == "x2" || Word == "x4") {
      if (Kind)
        return std::nullopt;
      Kind = Word == "x1" ? X1 : Word == "x2" ? X2 : X4;
    } else if (!isOneOf(Word, {"sync", "aligned", "m8n8", "trans", "shared",
                               "shared::cta", "b16"})) {
      return std::nullopt;
    }
  }
  if (!Kind || !Name.Tail.empty())
    return std::nullopt;
  return Instruction{*Kind, 16};
}

static bool isAtomicOperation(std::string_view Word) {
  return isOneOf(Word, {"add", "and", "or", "xor", "cas", "exch", "inc", "dec",
                        "min", "max"});
}

/// What is said of the operand behind the name.
static std::optional<AtomicOperand> atomicOperand(std::string_view Tail) {
  if (Tail.empty())
    return AtomicOperand::Varying;
  if (Tail == "of a uniform operand")
    return AtomicOperand::Uniform;
  if (Tail == "of a constant 1")
    return AtomicOperand::One;
  if (Tail == "of a constant -1")
    return AtomicOperand::AllOnes;
  return std::nullopt;
}

static std::optional<Instruction> parseAtomic(const InstructionName &Name) {
  std::string_view Operation;
  std::vector<std::string_view> Others;
  for (std::string_view Word : std::span(Name.Words).subspan(1)) {
    if (Operation.empty() && isAtomicOperation(Word))
      Operation = Word;
    else if (Word != "noftz")
      Others.push_back(Word);
  }
  std::optional<TouchedMemory> Memory = readWords(Others);
  if (Operation.empty() || !Memory || Memory->Space != StateSpace::Shared ||
      !Memory->ElementBytes)
    return std::nullopt;
  std::optional<AtomicOperand> Operand = atomicOperand(Name.Tail);
  if (!Operand)
    return std::nullopt;
  SharedAtomic Atomic{.Operation = Operation,
                      .Type = Memory->Type,
                      .IsResultUsed = Name.Words.front() == "atom",
                      .Operand = *Operand};
  const unsigned Bytes = Memory->Vector * Memory->ElementBytes;
  return Instruction{Memory->Vector == 1 ? ruleOf(Atomic).Kind
                                         : RequestKind::SharedAtomicOther,
                     Bytes};
}

/// The copied bytes at the end of a cp.async; 0 when they are not given.
static std::optional<unsigned> copiedBytes(std::string_view Tail) {
  if (Tail.empty())
    return 0;
  unsigned Bytes = 0;
  auto [Rest, Error] =
      std::from_chars(Tail.data(), Tail.data() + Tail.size(), Bytes);
  if (Error != std::errc() || Rest != Tail.data() + Tail.size() ||
      (Bytes != 4 && Bytes != 8 && Bytes != 16))
    return std::nullopt;
  return Bytes;
}

static std::optional<Instruction> parseAsyncCopy(const InstructionName &Name,
                                                 unsigned BytesPerLane) {
  if (Name.Words.size() < 2 || Name.Words[1] != "async")
    return std::nullopt;
  bool BypassesL1 = false;
  for (std::string_view Word : std::span(Name.Words).subspan(2)) {
    if (Word == "cg")
      BypassesL1 = true;
    else if (!isOneOf(Word, {"ca", "shared", "shared::cta", "global"}) &&
             !Word.starts_with("L2::"))
      return std::nullopt;
  }
  std::optional<unsigned> Bytes = copiedBytes(Name.Tail);
  if (!Bytes)
    return std::nullopt;
  if (!BypassesL1) {
    const bool IsWide = (*Bytes ? *Bytes : BytesPerLane) == 16;
    return Instruction{
        IsWide ? RequestKind::CpAsyncCached : RequestKind::CpAsync, *Bytes};
  }
  // PTX ISA, cp.async: with .cg the size is 16.
  if (*Bytes != 0 && *Bytes != 16)
    return std::nullopt;
  return Instruction{RequestKind::CpAsync, 16};
}

std::optional<Instruction> parseInstruction(std::string_view Text,
                                            unsigned BytesPerLane) {
  const InstructionName Name = split(Text);
  const std::string_view Opcode = Name.Words.front();
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
  if (isOneOf(trim(Text), {"ATOMS.POPC.INC", "ATOMS.POPC.INC.32"}))
    return Instruction{RequestKind::SharedAtomicCount, 4};
  return std::nullopt;
}

} // namespace warplint
