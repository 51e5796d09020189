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

/// Generic: none was named.
enum class StateSpace : uint8_t {
  Generic,
  Shared,
  Cluster,
  Global,
  Local,
  Constant
};

/// The words of a load, store or atomic that say what it touches.
struct TouchedMemory {
  StateSpace Space = StateSpace::Generic;
  unsigned Vector = 0;
  StringRef Type; ///< Empty: none was given.

  unsigned bytes() const;
};

} // namespace

/// Order, scope, cache operators and hints: they change nothing that is
/// counted.
static bool isHarmlessQualifier(StringRef Word) {
  return is_contained({"weak",    "volatile", "relaxed", "acquire", "release",
                       "acq_rel", "mmio",     "cta",     "cluster", "gpu",
                       "sys",     "ca",       "cg",      "cs",      "cv",
                       "lu",      "wb",       "wt",      "nc",      "noftz"},
                      Word) ||
         Word.starts_with("L1::") || Word.starts_with("L2::") ||
         Word.starts_with("mbarrier::");
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
    const auto Space = StringSwitch<StateSpace>(Word)
                           .Cases({"shared", "shared::cta"}, StateSpace::Shared)
                           .Case("shared::cluster", StateSpace::Cluster)
                           .Case("global", StateSpace::Global)
                           .Case("local", StateSpace::Local)
                           .Case("const", StateSpace::Constant)
                           .Default(StateSpace::Generic);
    const bool IsSpace = Space != StateSpace::Generic;
    const bool IsVector = is_contained({"v2", "v4", "v8"}, Word);
    const bool IsType = typeBits(Word) >= 8;
    if ((IsSpace && Memory.Space != StateSpace::Generic) ||
        (IsVector && Memory.Vector) || (IsType && !Memory.Type.empty()))
      return std::nullopt;
    if (IsSpace)
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

/// An address of the cluster that leads to the block's own memory is served as a
/// generic one.
static constexpr StringLiteral OfOwnBlock = "of its own block";

static std::optional<Instruction> parseLoadOrStore(const InstructionName &Name,
                                                   bool IsLoad) {
  ArrayRef<StringRef> Words = Name.qualifiers();
  const bool IsAsync = !Words.empty() && Words.front() == "async";
  std::optional<TouchedMemory> Memory = readWords(Words.drop_front(IsAsync));
  if (!Memory || (IsAsync && (IsLoad || Memory->Space != StateSpace::Cluster)))
    return std::nullopt;
  const unsigned Bytes = Memory->bytes();
  const bool IsGlobal = Memory->Space == StateSpace::Global;
  const bool IsOwn = Memory->Space == StateSpace::Cluster && !IsAsync &&
                     Name.Tail == OfOwnBlock;
  // Global memory has vectors of 32 bytes too, from compute capability 10.0 on.
  if (Bytes > (IsGlobal ? 32u : 16u) || (Memory->Vector && !Bytes) ||
      !(IsOwn || Name.Tail.empty()))
    return std::nullopt;
  const auto By = [&](RequestKind Load, RequestKind Store) {
    return Instruction{IsLoad ? Load : Store, Bytes};
  };
  switch (Memory->Space) {
  case StateSpace::Shared:
    return By(RequestKind::SharedLoad, RequestKind::SharedStore);
  case StateSpace::Global:
    return By(RequestKind::GlobalLoad, RequestKind::GlobalStore);
  case StateSpace::Local:
    return By(RequestKind::LocalAccess, RequestKind::LocalAccess);
  case StateSpace::Constant:
    if (!IsLoad)
      return std::nullopt;
    return Instruction{RequestKind::ConstantLoad, Bytes};
  case StateSpace::Cluster:
    if (!IsOwn)
      return By(RequestKind::RemoteLoad,
                IsAsync ? RequestKind::RemoteUpdate : RequestKind::RemoteStore);
    break;
  case StateSpace::Generic:
    if (!Bytes)
      return std::nullopt;
    break;
  }
  Instruction Generic =
      By(RequestKind::SharedGenericLoad, RequestKind::SharedStore);
  Generic.IsGeneric = !IsOwn;
  return Generic;
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

/// The kind of an atomic on other memory than the block's own; nothing where it
/// is that.
static std::optional<RequestKind> foreignAtomic(StateSpace Space, bool IsRed,
                                                StringRef Operation) {
  if (Space == StateSpace::Cluster)
    return RequestKind::RemoteUpdate;
  if (Space == StateSpace::Global)
    return IsRed                ? RequestKind::GlobalReduction
           : Operation == "cas" ? RequestKind::GlobalCas
                                : RequestKind::GlobalAtomic;
  return std::nullopt;
}

static std::optional<Instruction> parseAtomic(const InstructionName &Name) {
  const bool IsRed = Name.Words.front() == "red";
  StringRef Operation;
  bool IsAsync = false;
  SmallVector<StringRef, 8> Others;
  for (StringRef Word : Name.qualifiers()) {
    if (Operation.empty() && isAtomicOperation(Word))
      Operation = Word;
    else if (IsRed && Word == "async")
      IsAsync = true;
    else
      Others.push_back(Word);
  }
  std::optional<TouchedMemory> Memory = readWords(Others);
  if (Operation.empty() || !Memory || Memory->Type.empty() ||
      Memory->Space == StateSpace::Local ||
      (IsAsync && Memory->Space != StateSpace::Cluster))
    return std::nullopt;
  const bool IsOwn =
      Memory->Space == StateSpace::Cluster && Name.Tail == OfOwnBlock;
  if (const auto Kind = foreignAtomic(Memory->Space, IsRed, Operation);
      Kind && !IsOwn)
    return Name.Tail.empty()
               ? std::optional(Instruction{*Kind, Memory->bytes()})
               : std::nullopt;
  // What is said of the operand behind the name.
  auto Operand = StringSwitch<std::optional<AtomicOperand>>(Name.Tail)
                     .Cases({"", OfOwnBlock}, AtomicOperand::Varying)
                     .Case("of a uniform operand", AtomicOperand::Uniform)
                     .Case("of a constant 1", AtomicOperand::One)
                     .Case("of a constant -1", AtomicOperand::AllOnes)
                     .Default(std::nullopt);
  if (!Operand)
    return std::nullopt;
  const bool IsGeneric = Memory->Space == StateSpace::Generic;
  SharedAtomic Atomic{.Operation = Operation,
                      .Type = Memory->Type,
                      .IsResultUsed = !IsRed,
                      .Operand = *Operand,
                      .IsGeneric = IsGeneric || IsOwn};
  return Instruction{Memory->Vector ? RequestKind::SharedAtomicOther
                                    : ruleOf(Atomic).Kind,
                     Memory->bytes(), IsGeneric};
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
  auto [Size, Source] = Name.Tail.split(',');
  unsigned Bytes = 0, Read = 0; // Not given.
  if (!Size.empty() &&
      (Size.getAsInteger(10, Bytes) || !is_contained({4u, 8u, 16u}, Bytes)))
    return std::nullopt;
  if (!Source.empty()) {
    // One that reads a part was measured with .ca and 16 bytes alone.
    const bool IsPartMeasured = !BypassesL1 && Bytes == 16;
    if (Source.trim().getAsInteger(10, Read) || Read > Bytes ||
        (BypassesL1 && Bytes != 16) ||
        (Read && Read != Bytes && !IsPartMeasured))
      return std::nullopt;
    if (!Read)
      return Instruction{RequestKind::CpAsyncZero, Bytes};
  }
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
  if (Opcode == "ld" || Opcode == "st")
    return parseLoadOrStore(Name, Opcode == "ld");
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
