//===- Opcodes.cpp - The instructions of PTX ------------------------------===//

#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// What the head of an opcode says; nothing for other words.
static std::optional<OpcodeMeaning> meaningOfHead(StringRef Head) {
  using Kind = PtxMemoryKind;
  auto Memory = [](Kind K) { return OpcodeMeaning{OpcodeClass::Memory, K}; };
  const OpcodeMeaning Register{OpcodeClass::Register},
      NoResult{OpcodeClass::NoResult}, Other = Memory(Kind::Other),
                                       Texture = Memory(Kind::Texture),
                                       Region = Memory(Kind::RegionCopy),
                                       Descriptor = Memory(Kind::DescriptorMma),
                                       Tensor = Memory(Kind::TensorMemory);
  return StringSwitch<std::optional<OpcodeMeaning>>(Head)
      .Cases({"ld", "ldu"}, Memory(Kind::Load))
      .Case("st", Memory(Kind::Store))
      .Case("st.async", Memory(Kind::AsyncStore))
      .Case("st.bulk", Memory(Kind::RegionFill))
      .Case("atom", Memory(Kind::Atomic))
      .Case("red", Memory(Kind::Reduction))
      .Case("red.async", Memory(Kind::AsyncReduction))
      .Case("ldmatrix", Memory(Kind::LoadMatrix))
      .Case("stmatrix", Memory(Kind::StoreMatrix))
      .Case("wmma.load", Memory(Kind::WmmaLoad))
      .Case("wmma.store", Memory(Kind::WmmaStore))
      .Cases({"wgmma.mma_async", "tcgen05.mma", "tcgen05.cp"}, Descriptor)
      .Cases({"tcgen05.ld", "tcgen05.st", "tcgen05.shift"}, Tensor)
      .Cases({"tex", "tld4", "suld", "sust", "sured"}, Texture)

      .Case("cp.async", Memory(Kind::AsyncCopy))
      .Cases({"cp.async.bulk", "cp.async.bulk.tensor"}, Region)
      .Cases({"cp.reduce.async.bulk", "cp.reduce.async.bulk.tensor"}, Region)
      .Cases({"cp.async.bulk.prefetch", "cp.async.bulk.prefetch.tensor"},
             Memory(Kind::RegionPrefetch))
      .Cases({"cp.async.commit_group", "cp.async.wait_group"}, NoResult)
      .Cases({"cp.async.wait_all", "cp.async.bulk.wait_all"}, NoResult)
      .Case("cp.async.bulk.commit_group", NoResult)
      .Case("cp.async.bulk.wait_group", NoResult)

      .Cases({"cp.async.mbarrier.arrive", "mbarrier"}, Other)
      .Cases({"multimem.ld_reduce", "multimem.st", "multimem.red"}, Other)
      .Case("multimem.cp.async.bulk", Other)
      .Case("multimem.cp.reduce.async.bulk", Other)
      .Cases({"tcgen05.alloc", "tcgen05.commit"}, Other)
      .Case("clusterlaunchcontrol.try_cancel", Other)
      .Cases({"tensormap.replace", "tensormap.cp_fenceproxy"}, Other)
      .Cases({"prefetch", "prefetchu", "applypriority", "discard"}, Other)

      .Cases({"wgmma.fence", "wgmma.commit_group"}, NoResult)
      .Cases({"wgmma.wait_group", "tcgen05.dealloc"}, NoResult)
      .Case("tcgen05.relinquish_alloc_permit", NoResult)
      .Cases({"tcgen05.wait", "tcgen05.fence"}, NoResult)
      .Cases({"bar", "barrier", "fence", "membar"}, NoResult)
      .Cases({"griddepcontrol", "nanosleep", "pmevent"}, NoResult)
      .Cases({"setmaxnreg", "brkpt", "stackrestore"}, NoResult)
      .Cases({"bra", "brx"}, OpcodeMeaning{OpcodeClass::Branch})
      .Cases({"ret", "exit", "trap"}, OpcodeMeaning{OpcodeClass::Leave})
      .Case("call", OpcodeMeaning{OpcodeClass::Call})

      // Of barriers only these write their first operand.
      .Cases({"bar.red", "bar.cta.red"}, Register)
      .Cases({"barrier.red", "barrier.cta.red"}, Register)
      .Cases({"mbarrier.pending_count", "wmma.mma"}, Register)
      .Case("clusterlaunchcontrol.query_cancel", Register)
      .Cases({"add", "sub", "mul", "mad", "mul24", "mad24"}, Register)
      .Cases({"sad", "div", "rem", "abs", "neg", "min", "max"}, Register)
      .Cases({"popc", "clz", "bfind", "fns", "brev", "bfe", "bfi"}, Register)
      .Cases({"bmsk", "szext", "dp4a", "dp2a"}, Register)
      .Cases({"addc", "subc", "madc"}, Register)
      .Cases({"testp", "copysign", "fma", "rcp", "sqrt", "rsqrt"}, Register)
      .Cases({"sin", "cos", "lg2", "ex2", "tanh"}, Register)
      .Cases({"set", "setp", "selp", "slct"}, Register)
      .Cases({"and", "or", "xor", "not", "cnot", "lop3"}, Register)
      .Cases({"shf", "shl", "shr", "prmt", "mov", "cvt", "cvta"}, Register)
      .Cases({"shfl", "mapa", "getctarank", "isspacep"}, Register)
      .Cases({"istypep", "createpolicy", "movmatrix", "mma"}, Register)
      .Cases({"vote", "match", "activemask", "redux", "elect"}, Register)
      .Cases({"txq", "suq", "alloca", "stacksave"}, Register)
      .Cases({"vadd", "vsub", "vabsdiff", "vmin", "vmax"}, Register)
      .Cases({"vshl", "vshr", "vmad", "vset"}, Register)
      .Cases({"vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2"}, Register)
      .Cases({"vmax2", "vset2", "vadd4", "vsub4", "vavrg4"}, Register)
      .Cases({"vabsdiff4", "vmin4", "vmax4", "vset4"}, Register)
      .Default(std::nullopt);
}

/// By the longest head that is known. Its parts may be refined, as in
/// `tcgen05.wait::ld`.
OpcodeMeaning warplint::ptx::meaningOf(Opcode Op) {
  for (size_t Parts = std::min<size_t>(Op.size(), 5); Parts != 0; --Parts) {
    auto Words = map_range(Op.take_front(Parts), [](StringRef Part) {
      return Part.split("::").first;
    });
    if (auto Meaning = meaningOfHead(join(Words, "."))) {
      Meaning->HeadLength = unsigned(Parts);
      return *Meaning;
    }
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
