//===- Opcodes.cpp - The instructions of PTX ------------------------------===//

#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

namespace {
/// Opcodes that start with Head belong to the family. The first match counts,
/// so that longer heads stand before shorter ones.
struct FamilyRow {
  StringLiteral Head;
  OpcodeClass Class;
  PtxMemoryKind Memory = PtxMemoryKind::Other;
};
} // namespace

/// Families whose meaning hangs on more than the first word, and all that touch
/// memory.
static constexpr FamilyRow Families[] = {
    {"ld", OpcodeClass::Memory, PtxMemoryKind::Load},
    {"ldu", OpcodeClass::Memory, PtxMemoryKind::Load},
    {"st.async", OpcodeClass::Memory, PtxMemoryKind::AsyncStore},
    {"st.bulk", OpcodeClass::Memory, PtxMemoryKind::BulkFill},
    {"st", OpcodeClass::Memory, PtxMemoryKind::Store},
    {"atom", OpcodeClass::Memory, PtxMemoryKind::Atomic},
    {"red.async", OpcodeClass::Memory, PtxMemoryKind::AsyncReduction},
    {"red", OpcodeClass::Memory, PtxMemoryKind::Reduction},
    {"ldmatrix", OpcodeClass::Memory, PtxMemoryKind::LoadMatrix},
    {"stmatrix", OpcodeClass::Memory, PtxMemoryKind::StoreMatrix},

    {"cp.async.commit_group", OpcodeClass::NoResult},
    {"cp.async.wait_group", OpcodeClass::NoResult},
    {"cp.async.wait_all", OpcodeClass::NoResult},
    {"cp.async.mbarrier.arrive", OpcodeClass::Memory, PtxMemoryKind::Other},
    {"cp.async.bulk.commit_group", OpcodeClass::NoResult},
    {"cp.async.bulk.wait_group", OpcodeClass::NoResult},
    {"cp.async.bulk.wait_all", OpcodeClass::NoResult},
    {"cp.async.bulk.prefetch.tensor", OpcodeClass::Memory,
     PtxMemoryKind::BulkPrefetch},
    {"cp.async.bulk.prefetch", OpcodeClass::Memory,
     PtxMemoryKind::BulkPrefetch},
    {"cp.async.bulk.tensor", OpcodeClass::Memory, PtxMemoryKind::TensorCopy},
    {"cp.async.bulk", OpcodeClass::Memory, PtxMemoryKind::BulkCopy},
    {"cp.async", OpcodeClass::Memory, PtxMemoryKind::AsyncCopy},
    {"cp.reduce.async.bulk.tensor", OpcodeClass::Memory,
     PtxMemoryKind::TensorReduction},
    {"cp.reduce.async.bulk", OpcodeClass::Memory, PtxMemoryKind::BulkReduction},

    {"multimem.ld_reduce", OpcodeClass::Memory, PtxMemoryKind::Multimem},
    {"multimem.st", OpcodeClass::Memory, PtxMemoryKind::Multimem},
    {"multimem.red", OpcodeClass::Memory, PtxMemoryKind::Multimem},
    {"multimem.cp.async.bulk", OpcodeClass::Memory, PtxMemoryKind::Multimem},
    {"multimem.cp.reduce.async.bulk", OpcodeClass::Memory,
     PtxMemoryKind::Multimem},

    {"wmma.load", OpcodeClass::Memory, PtxMemoryKind::WmmaLoad},
    {"wmma.store", OpcodeClass::Memory, PtxMemoryKind::WmmaStore},
    {"wmma.mma", OpcodeClass::Register},
    {"wgmma.mma_async", OpcodeClass::Memory, PtxMemoryKind::DescriptorMma},
    {"wgmma.fence", OpcodeClass::NoResult},
    {"wgmma.commit_group", OpcodeClass::NoResult},
    {"wgmma.wait_group", OpcodeClass::NoResult},

    {"tcgen05.mma", OpcodeClass::Memory, PtxMemoryKind::DescriptorMma},
    {"tcgen05.cp", OpcodeClass::Memory, PtxMemoryKind::DescriptorMma},
    {"tcgen05.ld", OpcodeClass::Memory, PtxMemoryKind::TensorMemory},
    {"tcgen05.st", OpcodeClass::Memory, PtxMemoryKind::TensorMemory},
    {"tcgen05.shift", OpcodeClass::Memory, PtxMemoryKind::TensorMemory},
    {"tcgen05.alloc", OpcodeClass::Memory, PtxMemoryKind::Other},
    {"tcgen05.commit", OpcodeClass::Memory, PtxMemoryKind::Other},
    {"tcgen05.dealloc", OpcodeClass::NoResult},
    {"tcgen05.relinquish_alloc_permit", OpcodeClass::NoResult},
    {"tcgen05.wait", OpcodeClass::NoResult},
    {"tcgen05.fence", OpcodeClass::NoResult},

    {"mbarrier.pending_count", OpcodeClass::Register},
    {"mbarrier", OpcodeClass::Memory, PtxMemoryKind::Other},
    {"clusterlaunchcontrol.query_cancel", OpcodeClass::Register},
    {"clusterlaunchcontrol.try_cancel", OpcodeClass::Memory,
     PtxMemoryKind::Other},
    {"tensormap.replace", OpcodeClass::Memory, PtxMemoryKind::Other},
    {"tensormap.cp_fenceproxy", OpcodeClass::Memory, PtxMemoryKind::Other},

    {"tex", OpcodeClass::Memory, PtxMemoryKind::Texture},
    {"tld4", OpcodeClass::Memory, PtxMemoryKind::Texture},
    {"suld", OpcodeClass::Memory, PtxMemoryKind::Texture},
    {"sust", OpcodeClass::Memory, PtxMemoryKind::Texture},
    {"sured", OpcodeClass::Memory, PtxMemoryKind::Texture},

    {"prefetch", OpcodeClass::Memory, PtxMemoryKind::CacheHint},
    {"prefetchu", OpcodeClass::Memory, PtxMemoryKind::CacheHint},
    {"applypriority", OpcodeClass::Memory, PtxMemoryKind::CacheHint},
    {"discard", OpcodeClass::Memory, PtxMemoryKind::CacheHint},

    // barrier.red and bar.red have a result; only they write their first
    // operand.
    {"bar.red", OpcodeClass::Register},
    {"bar.cta.red", OpcodeClass::Register},
    {"barrier.red", OpcodeClass::Register},
    {"barrier.cta.red", OpcodeClass::Register},
    {"bar", OpcodeClass::NoResult},
    {"barrier", OpcodeClass::NoResult},
    {"fence", OpcodeClass::NoResult},
    {"membar", OpcodeClass::NoResult},
    {"griddepcontrol", OpcodeClass::NoResult},
    {"nanosleep", OpcodeClass::NoResult},
    {"pmevent", OpcodeClass::NoResult},
    {"setmaxnreg", OpcodeClass::NoResult},
    {"brkpt", OpcodeClass::NoResult},
    {"stackrestore", OpcodeClass::NoResult},

    {"bra", OpcodeClass::Branch},
    {"brx", OpcodeClass::Branch},
    {"ret", OpcodeClass::Leave},
    {"exit", OpcodeClass::Leave},
    {"trap", OpcodeClass::Leave},
    {"call", OpcodeClass::Call},
};

/// First words of the instructions that compute registers from registers.
static bool isRegisterInstruction(StringRef Word) {
  return StringSwitch<bool>(Word)
      .Cases({"add", "sub", "mul", "mad", "mul24", "mad24"}, true)
      .Cases({"sad", "div", "rem", "abs", "neg", "min", "max"}, true)
      .Cases({"popc", "clz", "bfind", "fns", "brev", "bfe", "bfi"}, true)
      .Cases({"bmsk", "szext", "dp4a", "dp2a", "addc", "subc", "madc"}, true)
      .Cases({"testp", "copysign", "fma", "rcp", "sqrt", "rsqrt"}, true)
      .Cases({"sin", "cos", "lg2", "ex2", "tanh"}, true)
      .Cases({"set", "setp", "selp", "slct"}, true)
      .Cases({"and", "or", "xor", "not", "cnot", "lop3"}, true)
      .Cases({"shf", "shl", "shr", "prmt", "mov", "cvt", "cvta"}, true)
      .Cases({"shfl", "mapa", "getctarank", "isspacep", "istypep"}, true)
      .Cases({"createpolicy", "movmatrix", "mma", "vote", "match"}, true)
      .Cases({"activemask", "redux", "elect", "txq", "suq"}, true)
      .Cases({"alloca", "stacksave"}, true)
      .Cases({"vadd", "vsub", "vabsdiff", "vmin", "vmax"}, true)
      .Cases({"vshl", "vshr", "vmad", "vset"}, true)
      .Cases({"vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2"}, true)
      .Cases({"vmax2", "vset2", "vadd4", "vsub4", "vavrg4"}, true)
      .Cases({"vabsdiff4", "vmin4", "vmax4", "vset4"}, true)
      .Default(false);
}

/// Number of parts of \p Head when \p Op starts with all of them, else 0. A
/// part may be refined, as in `tcgen05.wait::ld`.
static unsigned matchedParts(Opcode Op, StringRef Head) {
  unsigned Matched = 0;
  while (!Head.empty()) {
    auto [Part, Rest] = Head.split('.');
    if (Matched == Op.size() || Op[Matched].split("::").first != Part)
      return 0;
    Head = Rest;
    ++Matched;
  }
  return Matched;
}

OpcodeMeaning warplint::ptx::meaningOf(Opcode Op) {
  for (const FamilyRow &Row : Families)
    if (const unsigned Parts = matchedParts(Op, Row.Head))
      return {Row.Class, Row.Memory, Parts};
  if (!Op.empty() && isRegisterInstruction(Op.front()))
    return {OpcodeClass::Register, PtxMemoryKind::Other, 1};
  return {};
}

bool warplint::isPerLane(PtxMemoryKind Kind) {
  switch (Kind) {
  case PtxMemoryKind::Load:
  case PtxMemoryKind::Store:
  case PtxMemoryKind::Atomic:
  case PtxMemoryKind::Reduction:
  case PtxMemoryKind::AsyncCopy:
    return true;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Qualifiers
//===----------------------------------------------------------------------===//

std::optional<PtxSpace> warplint::ptx::spaceOf(StringRef Part) {
  return StringSwitch<std::optional<PtxSpace>>(Part)
      .Cases({"shared", "shared::cta"}, PtxSpace::Shared)
      .Case("shared::cluster", PtxSpace::SharedCluster)
      .Case("global", PtxSpace::Global)
      .Case("local", PtxSpace::Local)
      .Cases({"param", "param::entry", "param::func"}, PtxSpace::Param)
      .Case("const", PtxSpace::Const)
      .Default(std::nullopt);
}

SmallVector<PtxSpace, 2> warplint::ptx::spacesOf(Opcode Op) {
  SmallVector<PtxSpace, 2> Spaces;
  for (StringRef Part : Op)
    if (std::optional<PtxSpace> Space = spaceOf(Part))
      Spaces.push_back(*Space);
  return Spaces;
}

/// PTX ISA 9.0, sections 5.2 (types) and 5.2.3 (packed and alternate formats).
unsigned warplint::ptx::typeBits(StringRef Part) {
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

StringRef warplint::ptx::typeOf(Opcode Op) {
  for (StringRef Part : reverse(Op))
    if (typeBits(Part) > 0)
      return Part;
  return "";
}

unsigned warplint::ptx::vectorLength(Opcode Op) {
  for (StringRef Part : Op) {
    if (Part == "v2")
      return 2;
    if (Part == "v4")
      return 4;
    if (Part == "v8")
      return 8;
  }
  return 1;
}

bool warplint::ptx::hasPart(Opcode Op, StringRef Part) {
  return is_contained(Op, Part);
}

std::optional<IntegerType> warplint::ptx::integerType(StringRef Part) {
  IntegerType Type;
  Type.Signed = Part.starts_with("s");
  if (!Part.consume_front("u") && !Part.consume_front("s") &&
      !Part.consume_front("b"))
    return std::nullopt;
  if (Part.getAsInteger(10, Type.Bits) ||
      (Type.Bits != 8 && Type.Bits != 16 && Type.Bits != 32 && Type.Bits != 64))
    return std::nullopt;
  return Type;
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

static void appendRegisters(Tokens Operand, SmallVectorImpl<Token> &Out) {
  for (const Token &T : Operand)
    if (T.Kind == TokenKind::Word || T.Kind == TokenKind::Operand)
      Out.push_back(T);
}

SmallVector<Token, 8> warplint::ptx::destinationsOf(const Statement &S) {
  SmallVector<Token, 8> Out;
  if (S.Kind != StatementKind::Instruction || S.Operands.empty())
    return Out;
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  if (Class == OpcodeClass::NoResult || Class == OpcodeClass::Branch ||
      Class == OpcodeClass::Leave)
    return Out;
  if (Class != OpcodeClass::Register && S.hasAddress()) {
    for (Tokens Operand : S.Operands) {
      if (addressOf(Operand))
        break;
      appendRegisters(Operand, Out);
    }
    return Out;
  }
  appendRegisters(S.Operands.front(), Out);
  return Out;
}
