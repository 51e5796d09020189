//===- Opcodes.cpp - The instructions of PTX ------------------------------===//

#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {

/// Heads of opcodes, and what they say.
struct OpcodeRow {
  StringRef Heads;
  OpcodeMeaning Meaning;
};

} // namespace

static constexpr OpcodeMeaning memory(PtxMemoryKind Kind) {
  return {OpcodeClass::Memory, Kind};
}

using enum PtxMemoryKind;

static constexpr OpcodeRow OpcodeRows[] = {
    {"ld ldu", memory(Load)},
    {"st", memory(Store)},
    {"st.async", memory(AsyncStore)},
    {"st.bulk", memory(RegionFill)},
    {"atom", memory(Atomic)},
    {"red", memory(Reduction)},
    {"red.async", memory(AsyncReduction)},
    {"ldmatrix", memory(LoadMatrix)},
    {"stmatrix", memory(StoreMatrix)},
    {"wmma.load", memory(WmmaLoad)},
    {"wmma.store", memory(WmmaStore)},
    {"wgmma.mma_async tcgen05.mma tcgen05.cp", memory(DescriptorMma)},
    {"tcgen05.ld tcgen05.st tcgen05.shift", memory(TensorMemory)},
    {"tex tld4 suld sust sured", memory(Texture)},
    {"cp.async", memory(AsyncCopy)},
    {"cp.async.bulk cp.async.bulk.tensor cp.reduce.async.bulk "
     "cp.reduce.async.bulk.tensor",
     memory(RegionCopy)},
    {"cp.async.bulk.prefetch cp.async.bulk.prefetch.tensor",
     memory(RegionPrefetch)},
    {"cp.async.mbarrier.arrive mbarrier multimem.ld_reduce multimem.st "
     "multimem.red multimem.cp.async.bulk multimem.cp.reduce.async.bulk "
     "tcgen05.alloc tcgen05.commit clusterlaunchcontrol.try_cancel "
     "tensormap.replace tensormap.cp_fenceproxy prefetch prefetchu "
     "applypriority discard",
     memory(Other)},
    {"cp.async.commit_group cp.async.wait_group cp.async.wait_all "
     "cp.async.bulk.wait_all cp.async.bulk.commit_group "
     "cp.async.bulk.wait_group wgmma.fence wgmma.commit_group "
     "wgmma.wait_group tcgen05.dealloc tcgen05.relinquish_alloc_permit "
     "tcgen05.wait tcgen05.fence bar barrier fence membar griddepcontrol "
     "nanosleep pmevent setmaxnreg brkpt stackrestore",
     {OpcodeClass::NoResult}},
    {"bra brx", {OpcodeClass::Branch}},
    {"ret exit trap", {OpcodeClass::Leave}},
    {"call", {OpcodeClass::Call}},
    // Of barriers only these write their first operand.
    {"bar.red bar.cta.red barrier.red barrier.cta.red mbarrier.pending_count "
     "clusterlaunchcontrol.query_cancel wmma.mma",
     {OpcodeClass::Register}},
    {"add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind "
     "fns brev bfe bfi bmsk szext dp4a dp2a addc subc madc testp copysign fma "
     "rcp sqrt rsqrt sin cos lg2 ex2 tanh set setp selp slct and or xor not "
     "cnot lop3 shf shl shr prmt mov cvt cvta shfl mapa getctarank isspacep "
     "istypep createpolicy movmatrix mma vote match activemask redux elect "
     "txq suq alloca stacksave vadd vsub vabsdiff vmin vmax vshl vshr vmad "
     "vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 "
     "vabsdiff4 vmin4 vmax4 vset4",
     {OpcodeClass::Register}},
};

/// What the head of an opcode says; null for other words.
static const OpcodeMeaning *meaningOfHead(StringRef Head) {
  static const StringMap<OpcodeMeaning> Rows = [] {
    StringMap<OpcodeMeaning> All;
    for (const OpcodeRow &Row : OpcodeRows)
      for (StringRef Known : split(Row.Heads, ' '))
        All.try_emplace(Known, Row.Meaning);
    return All;
  }();
  const auto Found = Rows.find(Head);
  return Found == Rows.end() ? nullptr : &Found->second;
}

/// By the longest head that is known. Its parts may be refined, as in
/// `tcgen05.wait::ld`.
OpcodeMeaning warplint::ptx::meaningOf(Opcode Op) {
  for (size_t Parts = std::min<size_t>(Op.size(), 5); Parts != 0; --Parts) {
    auto Words = map_range(Op.take_front(Parts), [](StringRef Part) {
      return Part.split("::").first;
    });
    if (const OpcodeMeaning *Meaning = meaningOfHead(join(Words, ".")))
      return {Meaning->Class, Meaning->Memory, unsigned(Parts)};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Qualifiers
//===----------------------------------------------------------------------===//

std::optional<MemorySpace> warplint::ptx::spaceOf(StringRef Part) {
  return StringSwitch<std::optional<MemorySpace>>(Part)
      .Cases({"shared", "shared::cta"}, MemorySpace::Shared)
      .Case("shared::cluster", MemorySpace::Cluster)
      .Case("global", MemorySpace::Global)
      .Case("local", MemorySpace::Local)
      .Cases({"param", "param::entry", "param::func"}, MemorySpace::Parameter)
      .Case("const", MemorySpace::Constant)
      .Default(std::nullopt);
}

SmallVector<MemorySpace, 2> warplint::ptx::spacesOf(Opcode Op) {
  SmallVector<MemorySpace, 2> Spaces;
  for (StringRef Part : Op)
    if (std::optional<MemorySpace> Space = spaceOf(Part))
      Spaces.push_back(*Space);
  return Spaces;
}

StringRef warplint::ptx::typeOf(Opcode Op) {
  for (StringRef Part : reverse(Op))
    if (typeBits(Part) > 0)
      return Part;
  return "";
}

unsigned warplint::ptx::vectorLength(StringRef Part) {
  return StringSwitch<unsigned>(Part)
      .Case("v2", 2)
      .Case("v4", 4)
      .Case("v8", 8)
      .Default(0);
}

std::optional<ptx::IntegerType> warplint::ptx::integerType(StringRef Part) {
  ptx::IntegerType Type;
  Type.Signed = Part.starts_with("s");
  if (!Part.consume_front("u") && !Part.consume_front("s") &&
      !Part.consume_front("b"))
    return std::nullopt;
  if (Part.getAsInteger(10, Type.Bits) ||
      (Type.Bits != 8 && Type.Bits != 16 && Type.Bits != 32 && Type.Bits != 64))
    return std::nullopt;
  return Type;
}

SmallVector<Token, 8> warplint::ptx::destinationsOf(const Statement &S) {
  SmallVector<Token, 8> Out;
  if (S.Kind != StatementKind::Instruction)
    return Out;
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  if (Class == OpcodeClass::NoResult || Class == OpcodeClass::Branch ||
      Class == OpcodeClass::Leave)
    return Out;
  // Several operands may stand before an address; else the first one counts.
  const bool HasAddress = Class != OpcodeClass::Register && S.hasAddress();
  for (Tokens Operand : S.Operands) {
    if (HasAddress && addressOf(Operand))
      break;
    copy_if(Operand, std::back_inserter(Out), [](const Token &T) {
      return T.Kind == TokenKind::Word || T.Kind == TokenKind::Operand;
    });
    if (!HasAddress)
      break;
  }
  return Out;
}
